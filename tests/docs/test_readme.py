"""The README runs as printed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
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


@pytest.mark.parametrize("command", [c for c in COMMANDS if c.startswith("dune-sim")])
def test_every_command_of_the_readme_exists_with_its_options(command: str) -> None:
    words = re.findall(r'"[^"]*"|\S+', command)
    shown = subprocess.run([sys.executable, "-m", "dune_sim", words[1], "--help"], capture_output=True, text=True)
    assert shown.returncode == 0, shown.stderr
    for option in [word for word in words if word.startswith("--")]:
        assert option in shown.stdout, f"{option} is not in the help of {words[1]}"


def test_the_two_commands_and_every_link() -> None:
    assert COMMANDS[:2] == ["make run", "make test"]
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists(), f"{target} is linked but missing"
