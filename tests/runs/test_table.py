"""What a player at the table is shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import dune_sim
from dune_sim.cli.app import app
from dune_sim.cli.play_table import changes

BOARD = """\
GAME   round 1
air zones   empty

North
  Arrakeen      capital; Harkonnen: 2 standard
  North 4       harvester
South
  Windgap       sietch

HARKONNEN
  dice          2 strategy
ATREIDES
  dice          1 house

Which die is used?"""


def play(*words: str, said: str = "") -> str:
    done = CliRunner().invoke(app, ["play", *words], input=said)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_what_changed_on_a_board_stands_under_its_heading() -> None:
    after = BOARD.replace("round 1", "round 2").replace("2 standard", "1 standard").replace("1 house", "no dice")
    after = after.replace("  North 4       harvester\n", "")
    assert list(changes(BOARD, after)) == [
        "GAME   round 2",
        "North",
        "  Arrakeen      capital; Harkonnen: 1 standard",
        "ATREIDES",
        "  dice          no dice",
        "North 4: nothing any more (North)",
    ]
    assert list(changes(BOARD, BOARD)) == []


def test_the_whole_board_is_shown_at_the_start_on_request_and_after_undo() -> None:
    whole = "as the Harkonnen see it"
    assert play("arrakis", said="quit\n").count(whole) == 1
    quiet = play("arrakis", said="North-East 1\nnonsense\nhelp\nquit\n")
    assert quiet.count(whole) == 1 and "  North-East 1                harvester" in quiet
    assert quiet.count("Where does the next harvester go?") == 2
    assert play("arrakis", said="1\nboard\nundo\nquit\n").count(whole) == 3


def test_the_choices_are_not_repeated_after_a_wrong_word() -> None:
    text = play("arrakis", said="nonsense\nsave\nhelp\nquit\n")
    assert text.count("harvester to North-East 1\n") == 1
    assert play("arrakis", said="\nquit\n").count("harvester to North-East 1\n") == 2


def test_what_the_others_did_is_told() -> None:
    text = play("battle", "--as", "1", "--seed", "2", said="1\n1\n1\nquit\n")
    assert "   attacker: " in text


def test_a_program_hears_the_question() -> None:
    lines = [json.loads(line) for line in play("arrakis", "--json", said="1\nnonsense\nquit\n").splitlines()]
    asked = [line["question"] for line in lines if "choices" in line]
    assert asked == ["Where does the next harvester go?"] * 3
    assert sum("position" in line for line in lines) == 2


def test_bytes_that_are_no_text_are_no_answer() -> None:
    done = CliRunner().invoke(app, ["play", "battle"], input=b"\xff\xfe\n\xc2\xb2\nquit\n")
    assert done.exit_code == 0 and done.output.count("nothing here match") == 2


# -- positions ---------------------------------------------------------------------------------------------------------

SCENARIO: dict[str, Any] = {"round": 3, "areas": {"arrakeen": {"harkonnen": {"standard": 4}}}}


def test_positions_by_hand_and_of_to_dict_and_of_show_are_shown(tmp_path: Path) -> None:
    game = dune_sim.make("arrakis")
    state = game.from_dict(SCENARIO)
    shown = {"game": "arrakis", "seed": 1, "step": 0, "state": state.to_dict()}
    for data in (SCENARIO, state.to_dict(), shown):
        file = tmp_path / "position.json"
        file.write_text(json.dumps(data))
        done = CliRunner().invoke(app, ["show", "arrakis", "--from", str(file)])
        assert done.exit_code == 0 and done.stdout.rstrip("\n") == state.render()
    later = CliRunner().invoke(app, ["show", "arrakis", "--from", str(file), "--step", "5", "--json"])
    assert json.loads(later.stdout)["step"] == 5


def test_a_game_from_a_position_is_saved_and_goes_on(tmp_path: Path) -> None:
    file, saved = tmp_path / "position.json", tmp_path / "g.jsonl"
    file.write_text(json.dumps(SCENARIO))
    text = play("arrakis", "--from", str(file), said=f"1\n1\nsave {saved}\nquit\n")
    assert "round 3" in text
    assert json.loads(saved.read_text().splitlines()[0])["position"] == SCENARIO
    assert "round 3" in play("arrakis", "--load", str(saved), said="quit\n")
    assert CliRunner().invoke(app, ["replay", str(saved)]).exit_code == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "is no JSON"),
        ("3", "must be a table of keys and values, not 3"),
        ('{"raund": 3}', "raund"),
        ('{"areas": {"arraken": {}}}', "did you mean 'arrakeen'"),
    ],
)
def test_a_wrong_position_is_one_sentence_that_names_the_file(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text(text)
    for command in ("show", "play"):
        done = CliRunner().invoke(app, [command, "arrakis", "--from", str(file)])
        assert done.exit_code == 2 and said in done.output and str(file) in done.output
        assert "Traceback" not in done.output
