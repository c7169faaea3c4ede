"""The project as it is built, installed and set up. Nothing here builds or downloads."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import resources
from pathlib import Path

import pytest

import dune_sim

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PUBLIC_TARGETS = {"run", "test", "check", "bench", "lint", "format", "docs", "clean", "help"}


def run(*command: str) -> subprocess.CompletedProcess[str]:
    # the tests may run inside make, whose own options must not reach the make that is tested
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_version_has_one_source() -> None:
    provider = PROJECT["tool"]["scikit-build"]["metadata"]["version"]
    text = (ROOT / provider["input"]).read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    assert found is not None and found[1] == dune_sim.__version__
    assert "version" in PROJECT["project"]["dynamic"]


def test_changelog_tells_of_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {dune_sim.__version__}" in text
    for heading in ("Rules", "Features", "Fixes", "Performance"):
        assert f"### {heading}" in text


@pytest.mark.parametrize("game", ["arrakis", "imperium"])
def test_content_is_read_from_the_package(game: str) -> None:
    (packages,) = PROJECT["tool"]["scikit-build"]["wheel"]["packages"]
    folder = Path("games") / game / "content" / "base"
    kept = {one.name for one in (ROOT / packages / folder).glob("*.toml")}
    seen = {one.name for one in (resources.files("dune_sim") / str(folder)).iterdir() if one.name.endswith(".toml")}
    assert kept == seen and kept


def test_package_is_marked_as_typed() -> None:
    assert (resources.files("dune_sim") / "py.typed").is_file()


def test_ci_runs_make_test() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert script.read_text(encoding="utf-8").rstrip().endswith("make test")


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_alone_lists_the_targets() -> None:
    done = run("make")
    listed = set(re.findall(r"^  ([a-z]+) +\S", done.stdout, re.MULTILINE))
    assert done.returncode == 0 and listed >= PUBLIC_TARGETS


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
@pytest.mark.parametrize(("python", "why"), [("no-such-python", "was not found"), ("false", "is older")])
def test_make_refuses_an_unfit_python_in_one_line(python: str, why: str) -> None:
    done = run("make", "setup", f"PYTHON={python}")
    said = [line for line in done.stderr.splitlines() if not line.startswith("make")]
    assert done.returncode == 2
    assert len(said) == 1 and "needs Python 3.11 or newer" in said[0] and why in said[0]


def test_a_new_shell_finds_dune_sim_as_the_readme_and_the_set_up_say() -> None:
    readme, setup = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "tools/setup.py"))
    found = re.search(r'^ACTIVATE = "(.+)"$', setup, re.MULTILINE)
    assert found is not None
    first_command = re.search(r"## Commands\n\n```console\n\$ ([^#\n]+)", readme)
    assert first_command is not None and first_command[1].strip() == found[1]


def test_emitter_needs_the_standard_library_only(tmp_path: Path) -> None:
    # -I -S: no installed library can be seen, as in the environment that builds a wheel
    done = run(sys.executable, "-I", "-S", "core/emit_cpp.py", str(tmp_path))
    assert done.returncode == 0, done.stderr
    header = (tmp_path / "games.h").read_text(encoding="utf-8")
    games = re.findall(r'^    \{"(\w+)"', header, re.MULTILINE)
    assert games and {f"rules_{game}.cpp" for game in games} == {one.name for one in tmp_path.glob("*.cpp")}


@pytest.mark.parametrize(
    ("line", "said"),
    [("    x = 1.5", r"flow\.py:\d+: .*1\.5"), ("    x = (", r"flow\.py:\d+: .*never closed")],
)
def test_emitter_tells_of_a_wrong_kernel_in_one_sentence(tmp_path: Path, line: str, said: str) -> None:
    shutil.copytree(ROOT / "python", tmp_path / "python", ignore=shutil.ignore_patterns("_core*", "__pycache__"))
    shutil.copytree(ROOT / "core", tmp_path / "core")
    kernel = tmp_path / "python/dune_sim/games/arrakis/kernels/flow.py"
    text = re.sub(r"(\ndef [^\n]*:\n)", rf"\1{line}\n", kernel.read_text(encoding="utf-8"), count=1)
    kernel.write_text(text, encoding="utf-8")
    # -I -S: the copy is read, not the checkout that is installed here
    done = run(sys.executable, "-I", "-S", str(tmp_path / "core/emit_cpp.py"), str(tmp_path / "out"))
    assert done.returncode == 1
    assert re.fullmatch(rf"error: .*{said}.*\n", done.stderr), done.stderr


def test_generated_pages_are_up_to_date() -> None:
    done = run(sys.executable, "tools/docs.py", "--check")
    assert done.returncode == 0, done.stderr
