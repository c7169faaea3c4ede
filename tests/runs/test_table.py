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


def test_the_board_is_shown_on_request_only() -> None:
    whole = "HARKONNEN\n  dice"
    assert whole not in play("arrakis", said="quit\n")
    quiet = play("arrakis", said="North-East 1\nnonsense\nhelp\nquit\n")
    assert whole not in quiet and "  North-East 1                harvester" in quiet
    assert quiet.count("Where does the next harvester go?") == 2
    for word in ("b", "board", "B"):
        assert play("arrakis", said=f"1\n{word}\nundo\nquit\n").count(whole) == 1
    part = play("arrakis", said="b harkonnen\nquit\n")
    assert "HARKONNEN" in part and "ATREIDES" not in part
    assert "nothing on the board matches 'xyzzy'" in play("arrakis", said="b xyzzy\nquit\n")


@pytest.mark.parametrize("words", [["arrakis", "--as", "0"], ["arrakis", "--as", "1"], ["imperium"], ["battle"]])
def test_every_question_fits_the_terminal(words: list[str]) -> None:
    """What happened, the question, the choices and the place to type: 24 rows of 80 columns, whatever is asked."""
    said = "".join(f"{number}\n" for number in (1, 2, 3, 1, 2, 1, 1, 3, 1, 2) * 6)
    for size in ({"COLUMNS": "80", "LINES": "24"}, {"COLUMNS": "60", "LINES": "16"}):
        done = CliRunner().invoke(app, ["play", *words, "--seed", "5"], input=said, env=size)
        assert done.exit_code == 0, done.output
        for screen in done.stdout.split("\n> ")[:-1]:
            rows = screen.splitlines()
            if any("error" in row or "choose a number" in row for row in rows):
                continue
            assert len(rows) < int(size["LINES"]) and max(map(len, rows)) <= int(size["COLUMNS"]), screen


def test_what_happened_comes_first_then_the_question_then_the_choices() -> None:
    text = play("arrakis", "--as", "1", "--seed", "3", said="1\n1\n1\nquit\n")
    screen = next(one for one in text.split("\n> ") if "  harkonnen: " in one)
    told, asked, chosen = (screen.index(one) for one in ("  harkonnen: ", "?", "\n   1  "))
    assert told < asked < chosen


def test_more_choices_and_a_search_in_them() -> None:
    text = play("arrakis", said="more\nm\nmore\nquit\n")
    assert "more: type more, or a part of the words" in text
    numbers = [int(row.split()[0]) for row in text.replace("> ", "").splitlines() if row[:4].strip().isdigit()]
    assert sorted(set(numbers)) == list(range(1, max(numbers) + 1)) and max(numbers) > 50
    found = play("arrakis", said="to south-east 1\nquit\n")
    assert "  South-East 1                harvester" in found
    many = play("arrakis", said="south-e\nquit\n")
    assert "choices match 'south-e'" in many and " harvester to South-East 2\n" in many


def test_why_tells_what_is_known() -> None:
    text = play("arrakis", said="why 2\nwhy to north-east 3\nwhy\nwhy nothing\nquit\n")
    assert text.count("North-East 2 (areas): sectors north east, terrain desert") == 1
    assert text.count("North-East 3 (areas)") == 1 and text.count("confidence high") > 3
    assert "the rules are in docs/rules/arrakis.md" in text and "nothing here matches 'nothing'" in text
    text = play("imperium", "--seed", "3", said="2\nwhy 1\nquit\n")
    assert "reveal 1 persuasion" in text and "Arrakeen (spaces): " in text
    assert "known from: " in play("battle", said="why\nquit\n") or "why needs a choice: why 1" in text + play(
        "battle", said="why\nquit\n"
    )


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("udno", "undo"), ("baord", "board"), ("hlep", "help"), ("quti", "quit"), ("picure x.svg", "picture")],
)
def test_an_unknown_word_gets_the_nearest_known_one(typed: str, meant: str) -> None:
    assert f"nothing here matches '{typed}'; did you mean '{meant}'" in play("imperium", said=f"{typed}\nquit\n")


def test_a_misspelt_choice_gets_the_nearest_one() -> None:
    text = play("imperium", "--seed", "3", said="reconaissance\nquit\n")
    assert "did you mean 'agent turn: play Reconnaissance'" in text


def test_names_of_files_are_quoted_in_hints(tmp_path: Path) -> None:
    file = tmp_path / "my game; rm -rf.jsonl"
    text = play("imperium", said=f"save {file}\nquit\n")
    assert f"\n  dune-sim play imperium --load '{file}'\n" in text
    scene = tmp_path / "a b.json"
    scene.write_text(json.dumps(SCENARIO))
    done = CliRunner().invoke(app, ["replay", str(scene)])
    assert done.exit_code == 2 and f"dune-sim show GAME --from '{scene}'" in done.output


def test_the_choices_are_not_repeated_after_a_wrong_word() -> None:
    text = play("arrakis", said="nonsense\nsave\nhelp\nquit\n")
    assert text.count("harvester to North-East 1\n") == 1
    assert play("arrakis", said="\nquit\n").count("harvester to North-East 1\n") == 2


def test_what_the_others_did_is_told() -> None:
    text = play("battle", "--as", "1", "--seed", "2", said="1\n1\n1\nquit\n")
    assert "  attacker: " in text


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


def test_every_command_takes_the_same_files(tmp_path: Path) -> None:
    """Scenarios, saved positions, what show wrote, and saved games; a saved one brings its own set-up."""
    game = dune_sim.make("arrakis", round_cap=9)
    state = game.from_dict(SCENARIO)
    shown = tmp_path / "shown.json"
    done = CliRunner().invoke(app, ["show", "arrakis", "--round-cap", "9", "--step", "7", "--seed", "4", "--json"])
    shown.write_text(done.stdout)
    kept = tmp_path / "kept.json"
    kept.write_text(json.dumps(state.to_dict()))
    saved = tmp_path / "saved.jsonl"
    play("arrakis", "--round-cap", "9", said=f"1\n1\nsave {saved}\nquit\n")
    for file in (shown, kept, saved):
        for words in (["show", "arrakis", "--from", str(file)], ["replay", str(file)]):
            done = CliRunner().invoke(app, words)
            assert done.exit_code == 0 and "WAR FOR ARRAKIS   round " in done.stdout, done.output
        for option in ("--from", "--load"):
            done = CliRunner().invoke(app, ["play", "arrakis", option, str(file)], input="1\n1\nquit\n")
            assert done.exit_code == 0 and "\n   1  " in done.stdout, done.output
        for command in ("show", "play"):
            done = CliRunner().invoke(app, [command, "imperium", "--from", str(file)])
            assert done.exit_code == 2 and "of arrakis, not of imperium" in done.output, done.output
    told = json.loads(CliRunner().invoke(app, ["show", "arrakis", "--from", str(kept), "--json"]).stdout)
    assert told["state"]["saved"]["options"] == {"round_cap": 9} and told["state"] == state.to_dict()
    done = CliRunner().invoke(app, ["show", "arrakis", "--from", str(kept), "--round-cap", "8"])
    assert done.exit_code == 2 and "belongs to other content or options" in done.output


def test_a_flipped_byte_of_a_saved_game_is_noticed(tmp_path: Path) -> None:
    saved = tmp_path / "saved.jsonl"
    play("imperium", "--seed", "3", said=f"1\n1\nsave {saved}\nquit\n")
    text, refusals = saved.read_bytes(), 0
    for at in range(0, len(text), 7):
        saved.write_bytes(text[:at] + bytes([text[at] ^ 1]) + text[at + 1 :])
        done = CliRunner().invoke(app, ["replay", str(saved)])
        assert done.exit_code == 2 and "Traceback" not in done.output, (at, done.output)
        refusals += 1
    assert refusals > 50


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
