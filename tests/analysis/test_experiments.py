"""Experiments on real games: the same seeds in both arms, content changed by a word of a command, stopping in time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import dune_sim
from dune_sim.analysis.arms import Arm
from dune_sim.analysis.change import Facts, read_value, removal, setting, swap
from dune_sim.analysis.experiment import Bench, Plan
from dune_sim.analysis.keep import read_kept
from dune_sim.cli.app import app
from dune_sim.errors import UsageError

RANDOM = {"policy": "random", "games": 400, "seed": 3}


def told(*args: str) -> Any:
    result = CliRunner().invoke(app, ["experiment", *args, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_an_unchanged_game_moves_nothing() -> None:
    found = dune_sim.experiment("imperium", set="cards.carryall.cost=5", **RANDOM)
    assert found.main.effect == 0.0 and found.p == 1.0
    assert all(one["effect"] == 0 and one["p"] == 1 for one in found.measures)
    assert found.before == found.after


def test_both_arms_are_the_games_of_the_seeds() -> None:
    found = dune_sim.experiment("imperium", remove="chani", **RANDOM)
    rows = dune_sim.make("imperium").simulate(games=400, policy="random", seed=3)
    won = (rows.column("winners") & 1) / np.array([int(one).bit_count() for one in rows.column("winners")])
    assert found.before == pytest.approx(won.mean(), abs=1e-12)
    assert found.games == 400 and found.stopped == "games" and found.seats == [0]


def test_a_change_of_a_price_is_the_overlay_that_says_so(tmp_path: Path) -> None:
    file = tmp_path / "dear.toml"
    file.write_text('[[cards]]\nid = "the_spice_must_flow"\ncost = 2\n', encoding="utf-8")
    words = dune_sim.experiment("imperium", set="cards.the_spice_must_flow.cost=2", **RANDOM)
    overlay = dune_sim.experiment("imperium", content=file, **RANDOM)
    assert words.main == overlay.main and words.measures == overlay.measures
    rounds = next(one for one in words.measures if one["measure"] == "rounds")
    assert rounds["high"] < 0, "games with cheap points are shorter"


def test_it_is_the_same_whatever_the_threads_and_whatever_came_before() -> None:
    one = dune_sim.experiment("imperium", remove="chani", workers=1, **RANDOM)
    bench = Bench("imperium", Plan(policy="random", games=400, seed=3, workers=2))
    bench.compare([setting("imperium", "cards.carryall.cost=3")])
    assert bench.compare([removal("imperium", "chani")]).to_dict() == one.to_dict()


def test_it_stops_when_the_interval_is_narrow_enough() -> None:
    found = told("imperium", "--set", "cards.carryall.cost=9", "--policy", "random", "--until", "1%")
    assert found["stopped"] == "until"
    assert (found["high"] - found["low"]) / 2 <= 0.01
    assert found["anytime"]["low"] < found["low"] < found["effect"] < found["high"] < found["anytime"]["high"]
    assert 1_000 <= found["games"] < 20_000


def test_options_are_changes_too() -> None:
    found = told("arrakis", "--set", "options.arrakeen_wins=true", "--policy", "random", "--games", "60")
    assert found["kind"] == "set" and found["games"] == 60
    assert {one["measure"] for one in found["measures"]} >= {"rounds", "win_rate of seat 0", "win_rate of seat 1"}
    seats = [one["effect"] for one in found["measures"] if one["measure"].startswith("win_rate of")]
    assert found["effect"] == seats[0] <= 0 <= seats[1]


def test_a_whole_table_is_tried_and_what_the_rules_need_is_told(tmp_path: Path) -> None:
    file = tmp_path / "conflicts.json"
    found = told("imperium", "--every", "conflicts", "--policy", "random", "--games", "50", "--out", str(file))
    rows = found["experiments"]
    assert len(rows) == 14 and len(found["refused"]) == 4
    assert all({"what", "kind", "effect", "low", "high", "games", "q"} <= set(one) for one in rows)
    assert [abs(one["effect"]) for one in rows] == sorted((abs(one["effect"]) for one in rows), reverse=True)
    assert [one["what"] for one in read_kept(file)] == [one["what"] for one in rows]
    assert all(one["game"] == "imperium" and one["seed"] == 1 for one in read_kept(tmp_path))


def test_a_swap_keeps_the_size_of_the_deck() -> None:
    copies = {one: row.get("copies", 1) for one, row in Facts("imperium").tables["cards"].items()}
    rows = swap("imperium", "carryall=space_travel").records["cards"]
    assert rows == [{"id": "carryall", "remove": True}, {"id": "space_travel", "copies": copies["space_travel"] + 1}]
    found = dune_sim.experiment("imperium", swap="carryall=space_travel", **RANDOM)
    assert found.kind == "swap" and found.what == "carryall=space_travel"


def test_a_swap_of_leaders_makes_one_like_the_other() -> None:
    facts = Facts("imperium").tables["leaders"]
    one = swap("imperium", "paul_atreides=glossu_rabban").records["leaders"][0]
    assert one["id"] == "paul_atreides" and one["signet"] == facts["glossu_rabban"]["signet"] and "number" not in one
    assert dune_sim.experiment("imperium", swap="paul_atreides=glossu_rabban", **RANDOM).games == 400


@pytest.mark.parametrize(
    ("text", "value"),
    [("6", 6), ("true", True), ("[1, 2]", [1, 2]), ("emperor", "emperor"), ('"emperor"', "emperor")],
)
def test_values_are_read_as_toml_or_as_words(text: str, value: object) -> None:
    assert read_value(text) == value


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"remove": "chany"}, 'did you mean "chani"'),
        ({"remove": "cards.carthag"}, 'cards has no "carthag"'),
        ({"set": "cards.carryall=6"}, "say which key of cards.carryall"),
        ({"set": "card.carryall.cost=6"}, 'did you mean "cards"'),
        ({"set": "options.player=3"}, "did you mean players"),
        ({"swap": "carryall"}, "write OLD=NEW"),
        ({"swap": "carryall=carryall"}, "different records of one table"),
        ({"gift": "paul_atreides"}, "a seat is given or denied cards"),
        ({"every": "card", "kinds": ["gifts"]}, "kinds must be some of gift, deny"),
        ({"every": "cats"}, "say card, or a table"),
        ({"remove": "chani", "seats": [0, 0]}, "different seats"),
        ({"remove": "chani", "seats": 7}, "imperium has no player 7"),
        ({"remove": "chani", "until": "wide"}, "until must be a half-width"),
        ({"remove": "chani", "until": 3}, "until must be a half-width"),
        ({}, "say what to change"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence.replace(".", r"\.").replace("(", r"\(")):
        dune_sim.experiment("imperium", policy="random", games=10, **given)


def test_a_game_without_content_has_nothing_to_change() -> None:
    with pytest.raises(UsageError, match="no content that could be changed"):
        dune_sim.experiment("battle", remove="chani", games=10)


def test_seats_are_treated_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every stretch of games has another treated seat; the games of an arm stay in their order."""
    from dataclasses import replace

    from dune_sim.analysis.arms import TURN

    seen: list[int] = []

    def treat(job: Any, turn: int) -> Any:
        seen.append(turn)
        return replace(job)

    game = dune_sim.make("imperium")
    arm = Arm(game, "random", 3, workers=2, treatment=treat, treated=range(4))
    assert arm.upto(5 * TURN)
    plain = game.simulate(games=5 * TURN, policy="random", seed=3)
    assert (arm.rows == plain.rows).all() and set(seen) == {0, 1, 2, 3}
