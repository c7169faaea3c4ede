"""The README and the pages of docs/ run as printed."""

from __future__ import annotations

import inspect
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dune_sim.cli.app import app
from dune_sim.games.arrakis.tables.build import OPTIONS
from dune_sim.games.registry import make, options_of
from dune_sim.kernel import driver

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.S)


def test_the_python_of_the_readme_runs_without_a_warning(tmp_path: Path) -> None:
    (code,) = blocks("python")
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert re.fullmatch(r"Harkonnen storm the sietch with \d+\.\d%", first)
    assert re.fullmatch(r"\d\d\.\d\d% \[\d\d\.\d\d%, \d\d\.\d\d%\]", second)
    assert list(tmp_path.iterdir()) == []


COMMANDS = [
    line[2:].split("#")[0].strip()
    for block in blocks("console")
    for line in block.splitlines()
    if line.startswith("$ ")
]


def test_the_two_commands_and_every_link() -> None:
    assert COMMANDS[:2] == ["make run", "make test"]
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{target} is linked in {page.name} but missing"


def commands_of(page: Path) -> list[str]:
    """Every command of a page, in its order."""
    text = page.read_text(encoding="utf-8")
    shown = "\n".join(re.findall(r"```console\n(.*?)```", text, flags=re.S)).replace("\\\n", " ")
    lines = [line.removeprefix("$ ").split("#")[0].strip() for line in shown.splitlines()]
    return [line for line in lines if line.startswith("dune-sim")]


#: what takes longer than a test may, and what it is cut down to
SHORTER = [(r"--games \d+", "--games 20"), (r"--samples \d+", "--samples 200")]
#: these measure or compare every engine, compiling what is not compiled yet; only their options are looked at
LONG = ("bench", "verify")


@pytest.mark.parametrize("page", [page for page in PAGES if commands_of(page)], ids=lambda page: page.stem)
def test_every_command_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # Python that begins with the name of a file is one
    for name, code in re.findall(r"```python\n# (\w+\.py)\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.S):
        (tmp_path / name).write_text(code, encoding="utf-8")
    saved = "1\n1\n1\nsave game.jsonl\nquit\n"
    for command in commands_of(page):
        for long, short in SHORTER:
            command = re.sub(long, short, command)
        words = shlex.split(command)[1:]
        if words[0] in LONG:
            words = [words[0], "--help"]
        if words[:2] == ["replay", "game.jsonl"]:
            words = [word.replace("40", "2") for word in words]
        done = CliRunner().invoke(app, words, input=saved)
        assert done.exit_code == 0, f"{command}: {done.output}"


PROGRAMS = (
    "arrakis", "imperium", "battle", "content", "runs", "states", "experiments", "store", "analysis", "learning",
    "players",
)  # fmt: skip


@pytest.mark.parametrize("page", PROGRAMS)
def test_the_python_of_a_page_runs(page: str, tmp_path: Path) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    code = "import dune_sim\n" + "\n".join(re.findall(r"```python\n(.*?)```", text, flags=re.S))
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("game", ["arrakis", "imperium"])
def test_the_pages_name_every_option_and_column(game: str) -> None:
    text = (ROOT / "docs" / f"{game}.md").read_text(encoding="utf-8")
    for option in options_of(game):
        assert f"| `{option}` |" in text, option
    for option, usual in OPTIONS.items() if game == "arrakis" else ():
        assert f"| `{option}` | `{usual if option == 'round_cap' else bool(usual)}` |" in text
    runs = (ROOT / "docs" / "runs.md").read_text(encoding="utf-8")
    for column in make(game).columns:
        assert f"`{column}`" in runs or re.search(r"_[12]$", column), column


def test_the_page_on_kernels_names_every_hook_as_it_is() -> None:
    page = (ROOT / "docs" / "design" / "kernels.md").read_text(encoding="utf-8")
    hooks = re.findall(r"``(\w+\([^`]*\)(?: -> \w+)?)``", driver.__doc__ or "")
    assert len(hooks) == 7
    for hook in hooks:
        assert f"| `{hook}` |" in page, hook
    given = ", ".join(inspect.signature(driver.uniform).parameters)
    assert f"`uniform({given})`" in page
