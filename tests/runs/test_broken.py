"""Damaged files, full disks, readers that leave: one sentence and an exit code, never a traceback."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import dune_sim
from dune_sim.cli.app import app
from dune_sim.errors import UsageError
from dune_sim.runs import parts
from dune_sim.runs.replay import record
from dune_sim.runs.store import game_of, open_run

BATTLE = {"attacker": "3 standard, bashar", "defender": "3 standard"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A run of three parts."""
    monkeypatch.setattr(parts, "PART", 10)
    dune_sim.make("battle", **BATTLE).run(tmp_path / "run", games=30, seed=7)
    return tmp_path / "run"


def go_on(folder: Path) -> None:
    dune_sim.make("battle", **BATTLE).run(folder, games=40, seed=7)


@pytest.mark.parametrize("damage", [b"", b"no parquet at all", None])
def test_a_damaged_part_is_found_before_the_run_goes_on(folder: Path, damage: bytes | None) -> None:
    part = sorted(folder.glob("part-*.parquet"))[1]
    part.write_bytes(part.read_bytes()[:-9] if damage is None else damage)
    for ask in (go_on, lambda one: open_run(one).read()):
        with pytest.raises(UsageError, match=f"{part.name} is damaged; delete it"):
            ask(folder)
    assert len(list(folder.glob("part-*.parquet"))) == 3
    part.unlink()
    go_on(folder)
    assert open_run(folder).read()["game"].to_pylist() == list(range(40))


def test_parts_of_another_length_or_with_games_twice_are_refused(folder: Path) -> None:
    first = sorted(folder.glob("part-*.parquet"))[0]
    copy = folder / "part-000000000005-10.parquet"
    shutil.copy(first, copy)
    with pytest.raises(UsageError, match=r"holds games that are in part-000000000000-10\.parquet too"):
        go_on(folder)
    copy.unlink()
    first.rename(folder / "part-000000000000-9.parquet")
    with pytest.raises(UsageError, match=r"part-000000000000-9.parquet is damaged"):
        go_on(folder)


def test_a_column_that_is_not_there(folder: Path) -> None:
    with pytest.raises(UsageError, match="no column 'wins'; there are game, winner"):
        open_run(folder).read(["wins"])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("[]", "it must be a table"),
        ("[" * 100_000, "is no JSON"),
        ({"games": "x"}, "games must be a whole number, not 'x'"),
        ({"seed": None}, "seed must be a whole number"),
        ({"options": []}, r"options cannot be \[\]"),
        ({"options": {"engine": "cpp"}}, "battle has no option 'engine'"),
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"policy": 3}, "policy cannot be 3"),
    ],
)
def test_a_damaged_manifest_is_refused(folder: Path, change: str | dict[str, Any], said: str) -> None:
    file = folder / "manifest.json"
    text = change if isinstance(change, str) else json.dumps(json.loads(file.read_text()) | change)
    file.write_text(text)
    with pytest.raises(UsageError, match=said) as caught:
        game_of(open_run(folder))
    assert "manifest.json" in str(caught.value)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match="cannot be read as text"):
        open_run(folder)


# -- overlays ----------------------------------------------------------------------------------------------------------


def test_a_run_keeps_its_overlays_and_can_be_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    Path("my.toml").write_text('[[settings]]\nid = "spice_reserve"\nvalue = 2\n')
    words = ["run", "arrakis", "--games", "3", "--round-cap", "3", "--content", "my.toml", "--out", "run", "--json"]
    assert CliRunner().invoke(app, words).exit_code == 0
    # the same overlay under another name is the same content
    Path("my.toml").rename("other.toml")
    again = [word.replace("my.toml", "other.toml") for word in words]
    assert CliRunner().invoke(app, again).exit_code == 0
    shutil.move("run", tmp_path / "there" / "run")
    Path("other.toml").unlink()
    monkeypatch.chdir(tmp_path / "there")
    run = open_run("run")
    assert run.manifest["options"]["content"] == ["overlay-1-my.toml"]
    game = game_of(run)
    assert len(record(game, "random", 1, 2).actions) == run.read()["decisions"].to_pylist()[2]
    assert CliRunner().invoke(app, ["replay", "run", "--game", "2"]).exit_code == 0


def test_another_overlay_is_another_run(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    for value in (2, 3):
        file.write_text(f'[[settings]]\nid = "spice_reserve"\nvalue = {value}\n')
        game = dune_sim.make("arrakis", content=file, round_cap=2)
        if value == 2:
            game.run(tmp_path / "run", games=2)
    with pytest.raises(UsageError, match="holds a run with other content"):
        game.run(tmp_path / "run", games=2)


def test_a_saved_game_with_an_overlay_is_found_from_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my.toml").write_text('[[settings]]\nid = "spice_reserve"\nvalue = 2\n')
    done = CliRunner().invoke(app, ["play", "arrakis", "--content", "my.toml"], input="1\n1\nsave g.jsonl\nquit\n")
    assert done.exit_code == 0
    (tmp_path / "there").mkdir()
    monkeypatch.chdir(tmp_path / "there")
    assert CliRunner().invoke(app, ["replay", "../g.jsonl"]).exit_code == 0


# -- names and outputs -------------------------------------------------------------------------------------------------


def test_names_that_no_file_can_have_do_not_end_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = ["save " + "x" * 300, "save a\0b", "picture a\0b.svg", f"picture {'x' * 300}.svg", "save ."]
    said = "\n".join([*names, "save " + "y" * 250, "quit", ""])
    done = CliRunner().invoke(app, ["play", "battle"], input=said)
    assert done.exit_code == 0 and "Traceback" not in done.output
    assert done.output.count("cannot be the name of a file") == 4
    assert "this is a directory" in done.output and "saved to yyy" in done.output


def test_only_a_saved_game_is_written_over(tmp_path: Path) -> None:
    mine, game = tmp_path / "letter.txt", tmp_path / "g.jsonl"
    mine.write_text("mine")
    said = f"save {mine}\nsave {game}\n1\nsave {game}\nquit\n"
    done = CliRunner().invoke(app, ["play", "arrakis"], input=said)
    assert f"{mine} exists and is no saved game; choose another name" in done.output
    assert done.output.count(f"saved to {game}") == 2 and mine.read_text() == "mine"
    kept = CliRunner().invoke(app, ["replay", str(game), "--save", str(mine)])
    assert kept.exit_code == 2 and mine.read_text() == "mine"


def command(*words: str, **options: Any) -> subprocess.Popen[str]:
    everything = [sys.executable, "-m", "dune_sim", *words]
    return subprocess.Popen(everything, stderr=subprocess.PIPE, text=True, **options)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device here")
@pytest.mark.parametrize("words", ["show battle", "--help", "show --help", "content arrakis --json"])
def test_a_full_disk_is_one_sentence(words: str) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        child = command(*words.split(), stdout=full)
        _, said = child.communicate()
    assert said == "error: the output cannot be written: No space left on device\n" and child.returncode == 2


def test_a_reader_may_leave() -> None:
    with command("content", "arrakis", "--uncertain", "--json", stdout=subprocess.PIPE) as child:
        assert child.stdout is not None and child.stderr is not None
        child.stdout.close()
        assert child.stderr.read() == "" and child.wait() == 141
