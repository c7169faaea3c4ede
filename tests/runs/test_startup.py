"""A command loads what it needs and nothing else: said in names, because seconds are those of a machine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

#: loads a second of code: statistics, pictures, compilers, what links and checks kernels, what checks content
HEAVY = {
    "duckdb", "llvmlite", "matplotlib", "numba", "pandas", "pyarrow.dataset", "scipy", "statsmodels",
    "dune_sim.content.validation", "dune_sim.engines.numba", "dune_sim.engines.python",
    "dune_sim.lang.check", "dune_sim.lang.checking", "dune_sim.lang.dispatch", "dune_sim.lang.ir",
}  # fmt: skip
RUN = """
import sys
from dune_sim.cli import main
try:
    main()
finally:
    print("loaded:", *sys.modules, file=sys.stderr)
"""


def loaded_by(*command: str, cache: Path) -> set[str]:
    """The modules that a command has loaded when it ends."""
    environment = os.environ | {"DUNE_SIM_CACHE": str(cache), "DUNE_SIM_ENGINE": "auto"}
    done = subprocess.run(
        [sys.executable, "-c", RUN, *command], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.rpartition("loaded:")[2].split())


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that holds the content of both games."""
    folder = tmp_path_factory.mktemp("cache")
    assert "dune_sim.content.validation" in loaded_by("content", cache=folder)
    assert "dune_sim.content.validation" not in loaded_by("content", cache=folder)
    return folder


@pytest.mark.parametrize(
    ("command", "own"),
    [
        ("run imperium --players 4 --games 1 --seed 7", 165),
        ("run arrakis --games 1", 150),
        ("show imperium", 170),
        ("show arrakis", 155),
        ("bench --help", 66),
    ],
)
def test_a_command_loads_only_what_it_needs(command: str, own: int, cache: Path, tmp_path: Path) -> None:
    """Modules of the package and of others: half as many again would be half as slow again."""
    out = ("--out", str(tmp_path / "run")) if command.startswith("run") else ()
    loaded = loaded_by(*command.split(), *out, cache=cache)
    assert not HEAVY & loaded
    assert 30 < sum(one.startswith("dune_sim") for one in loaded) <= own
    assert len(loaded) <= 750
