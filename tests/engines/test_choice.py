"""Which engine runs: missing ones never break an import and name the command that brings them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from dune_sim import engines
from dune_sim.engines import cpp
from dune_sim.engines import numba as jit
from dune_sim.errors import EngineError
from dune_sim.programs import program

ROOT = Path(__file__).resolve().parents[2]
PLAY = """
import dune_sim
game = dune_sim.make("battle", engine="python")
state = game.new(seed=3)
while not state.is_over:
    state.apply(state.legal_actions()[0])
"""


@pytest.fixture(autouse=True)
def nothing_is_preset(monkeypatch: pytest.MonkeyPatch) -> None:
    """What ``auto`` means is tested here, so a shell that sets it must not answer."""
    monkeypatch.delenv("DUNE_SIM_ENGINE", raising=False)


def without(*modules: str, then: str) -> subprocess.CompletedProcess[str]:
    """Run Python lines where some modules cannot be imported."""
    block = "import sys\n" + "".join(f"sys.modules[{name!r}] = None\n" for name in modules)
    environment = {name: value for name, value in os.environ.items() if name != "DUNE_SIM_CORE"}
    environment["PYTHONPATH"] = str(ROOT / "python")
    command = [sys.executable, "-c", block + then]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("missing", [("numba",), ("dune_sim._core",), ("numba", "dune_sim._core")], ids="+".join)
def test_missing_engines_leave_the_rest_alone(missing: tuple[str, ...]) -> None:
    then = PLAY + "from dune_sim import engines\nprint([r.engine for r in engines.status('battle') if r.ready])\n"
    done = without(*missing, then=then)
    assert done.returncode == 0, done.stderr
    assert "'python'" in done.stdout
    assert "numba" not in done.stdout or "numba" not in missing
    assert "cpp" not in done.stdout or "dune_sim._core" not in missing


def test_auto_goes_on_with_python_alone() -> None:
    done = without("numba", "dune_sim._core", then="from dune_sim import engines\nprint(engines.load('battle').name)\n")
    assert done.stdout == "python\n", done.stderr


@pytest.mark.parametrize(
    ("module", "engine", "command"),
    [("numba", "numba", "pip install numba"), ("dune_sim._core", "cpp", "make engine")],
)
def test_asking_for_a_missing_engine_names_the_command(module: str, engine: str, command: str) -> None:
    then = f"""
from dune_sim import engines
from dune_sim.errors import EngineError
try:
    engines.load('battle', {engine!r})
except EngineError as error:
    print(error)
(row,) = [r for r in engines.status('battle') if r.engine == {engine!r}]
assert not row.ready and row.version == '-', row
print(row.note)
"""
    done = without(module, then=then)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 2 and all(command in line for line in lines)


def test_importing_the_package_loads_no_engine() -> None:
    then = "import dune_sim\nprint([m for m in ('numba', 'numpy', 'dune_sim._core') if m in sys.modules])\n"
    assert without(then=then).stdout == "[]\n"


def test_unknown_engine() -> None:
    with pytest.raises(EngineError, match=r"^unknown engine 'java'; choose auto, cpp, numba, python$"):
        engines.load("battle", "java")


@pytest.mark.parametrize(
    ("has_core", "has_numba", "choice"),
    [(True, True, "cpp"), (True, False, "cpp"), (False, True, "numba"), (False, False, "python")],
)
def test_auto_takes_the_fastest(has_core: bool, has_numba: bool, choice: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpp, "problem", lambda one: None if has_core else "not built")
    monkeypatch.setattr(jit, "problem", lambda: None if has_numba else "not installed")
    made: list[str] = []
    monkeypatch.setattr(cpp, "CppEngine", lambda one: made.append("cpp"))
    monkeypatch.setattr(jit, "NumbaEngine", lambda one, notify: made.append("numba"))
    monkeypatch.setattr("dune_sim.engines.python.PythonEngine", lambda one: made.append("python"))
    engines.load.__wrapped__("battle", "auto")
    assert made == [choice]


@pytest.mark.parametrize(
    ("built", "message"),
    [
        ({"battle": "0123456789abcdef"}, "was built from other kernel sources of battle; build it with"),
        ({}, "was built without battle; build it with"),
    ],
)
def test_a_stale_module_is_not_used(built: dict[str, str], message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpp, "core", lambda: SimpleNamespace(games=lambda: built, compiler="test"))
    assert message in str(cpp.problem(program("battle")))
    with pytest.raises(EngineError, match=message):
        cpp.CppEngine(program("battle"))
    assert engines.load.__wrapped__("battle", "auto", None).name != "cpp"


def test_a_numba_that_cannot_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> object:
        raise ImportError("Numba needs NumPy 2.2 or less")

    monkeypatch.setattr(jit.importlib, "import_module", broken)
    assert jit.problem.__wrapped__() == (
        "numba cannot be loaded (Numba needs NumPy 2.2 or less); install another with: pip install --upgrade numba"
    )


@pytest.mark.parametrize("name", ["nowhere.so", "text.txt"])
def test_dune_sim_core_must_name_a_module(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "text.txt").write_text("no module", encoding="utf-8")
    monkeypatch.setenv("DUNE_SIM_CORE", str(tmp_path / name))
    with pytest.raises(EngineError, match=f"^DUNE_SIM_CORE names .*{name}, which is no extension module"):
        cpp.core.__wrapped__()


def test_status_has_a_row_per_engine() -> None:
    rows = engines.status("battle")
    assert tuple(row.engine for row in rows) == engines.ENGINES
    assert all(row.game == "battle" and row.note for row in rows)
