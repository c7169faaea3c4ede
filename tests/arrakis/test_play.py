"""Playing War for Arrakis in a terminal: sessions, undo, save and load, the commands show, play and replay."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dune_sim import make
from dune_sim.cli.app import app
from dune_sim.errors import UsageError
from dune_sim.runs.replay import read_replay
from dune_sim.runs.session import Session, resume_session

ATREIDES = 1


def session(seed: int = 4, seat: int = ATREIDES) -> Session:
    return Session(make("arrakis", engine="python"), seat, seed)


def choose(table: Session, said: str) -> None:
    table.choose(table.find(said, table.choices()))


def test_undo_takes_back_a_quiet_decision() -> None:
    table = session()
    choose(table, "place no Bene Gesserit token")
    before = table.state.copy()
    choose(table, "guerrilla")
    assert table.state != before
    table.undo()
    assert table.state == before


def test_what_was_drawn_cannot_be_undone() -> None:
    """Looking at a deployment token or a card shows something new."""
    table = session()
    choose(table, "place no Bene Gesserit token")
    choose(table, "use a deployment die")
    choose(table, "draw a deployment token")
    with pytest.raises(UsageError, match="revealed something"):
        table.undo()


def test_nothing_to_undo_at_the_start() -> None:
    with pytest.raises(UsageError, match="nothing to undo"):
        session().undo()


def test_save_and_load_go_on_from_the_same_position(tmp_path: Path) -> None:
    table = session()
    for _ in range(12):
        table.choose(table.choices()[-1][0])
    file = tmp_path / "game.jsonl"
    table.save(file)
    again = resume_session(file, ATREIDES)
    assert again.state == table.state and again.choices() == table.choices()
    head = json.loads(file.read_text().splitlines()[0])
    assert head["game"] == "arrakis" and head["seed"] == 4
    assert read_replay(file, "python").at(len(table.replay.actions)) == table.state


def test_the_log_never_names_a_face_down_token() -> None:
    """The Harkonnen hear where tokens go, not what they are."""
    for seed in range(4):
        table = session(seed, seat=0)
        heard: list[str] = []
        for _ in range(150):
            if table.over:
                break
            heard += table.log
            table.log.clear()
            table.choose(table.choices()[0][0])
        assert any("token" in one for one in heard), "tokens move"
        assert not any("token start" in one or "token deploy" in one for one in heard)


def run(*words: str, said: str = "") -> tuple[int, str]:
    done = CliRunner().invoke(app, list(words), input=said)
    return done.exit_code, done.output


def test_show_writes_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    code, out = run("show", "arrakis", "--seed", "7", "--step", "200", "-o", str(file), "--engine", "python")
    assert code == 0 and "after 200 decisions" in out
    ET.parse(file)


def test_show_as_text_and_json() -> None:
    code, out = run("show", "arrakis", "--seed", "7", "--as", "harkonnen", "--engine", "python")
    assert code == 0 and "as the Harkonnen see it" in out
    code, out = run("show", "arrakis", "--seed", "7", "--json", "--engine", "python")
    told = json.loads(out)["state"]
    assert make("arrakis", engine="python").from_dict(told) == make("arrakis", engine="python").new(7)


def test_play_save_and_replay(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    said = f"place no\nguerrilla\nundo\nnonsense words\nsave {file}\nquit\n"
    code, out = run(
        "play", "arrakis", "--as", "atreides", "--against", "random", "--seed", "4", "--engine", "python", said=said
    )
    assert code == 0
    assert "nothing here match" in out and "saved to" in out
    code, out = run("replay", str(file), "--engine", "python")
    assert code == 0 and "harvester to" in out and "place no Bene Gesserit token" in out
    code, out = run("play", "arrakis", "--as", "atreides", "--load", str(file), "--engine", "python", said="quit\n")
    assert code == 0 and "What is this turn spent on?" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("play", "arrakis", "--as", "corrino"), "no player 'corrino'"),
        (("play", "arrakis", "--mode", "duel"), "two_player, solo, teams"),
        (("play", "arrakis", "--against", "a genius"), "unknown policy 'a genius'"),
        (("show", "arrakis", "-o", "board.png"), "must end in .svg"),
        (("replay", "nowhere.jsonl"), "no replay"),
    ],
)
def test_wrong_use_is_one_sentence(words: tuple[str, ...], said: str) -> None:
    code, out = run(*words)
    assert code == 2 and said in out and "Traceback" not in out
