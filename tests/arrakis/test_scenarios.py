"""Readable scenarios of War for Arrakis: in, out, byte by byte the same, and refused where impossible."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dune_sim
from dune_sim import engines, make
from dune_sim.errors import ScenarioError
from dune_sim.games.base import Game
from dune_sim.games.state import State
from pages import action_page, question_table

ENGINES = ["python", *(row.engine for row in engines.status("arrakis") if row.engine == "cpp" and row.ready)]


@pytest.fixture(scope="module")
def game() -> Game:
    return make("arrakis", engine=ENGINES[-1])


def positions(game: Game, seed: int, every: int) -> list[State]:
    """Positions of one random game, its end included."""
    state, random, found = game.new(seed), np.random.default_rng(seed), []
    step = 0
    while True:
        legal = state.legal_actions()
        if step % every == 0 or not legal:
            found.append(state.copy())
        if not legal:
            return found
        state.apply(int(random.choice(legal)))
        step += 1


@pytest.mark.parametrize("engine", ENGINES)
def test_round_trip_is_byte_identical(engine: str) -> None:
    game = make("arrakis", engine=engine)
    for seed in range(2):
        for state in positions(game, seed, 23):
            again = game.from_dict(json.loads(json.dumps(state.to_dict())))
            assert again.raw.tobytes() == state.raw.tobytes()
            assert again.legal_actions() == state.legal_actions()


def test_the_readable_part_tells_nearly_everything(game: Game) -> None:
    """At the start of a turn only the question and chance are kept number by number."""
    allowed = {"tables", "offer", "stack", "decider", "rng", "reached", "flown", "forced_face", "paul_barred", "move"}
    for state in positions(game, 5, 11):
        told = state.to_dict()
        if int(state.raw["stack"]["depth"][0]) == 1 and told["phase"] == "actions":
            assert set(told["running"]) <= allowed


def test_an_empty_scenario_is_a_standard_board(game: Game) -> None:
    state = game.from_dict({})
    told = state.to_dict()
    assert told["phase"] == "actions" and told["round"] == 1
    assert sum("sietch" in held for held in told["areas"].values()) == 8
    assert sum(held.get("settlement") == "standing" for held in told["areas"].values()) == 6
    assert told["leaders"]["baron_harkonnen"] == "aside" and told["leaders"]["alia"] == "out"
    assert state.legal_actions()


@pytest.mark.parametrize("phase", ["start", "vehicles", "actions", "desert", "spice", "end"])
def test_every_phase_can_be_set_up_and_played(game: Game, phase: str) -> None:
    state = game.from_dict(
        {"phase": phase, "round": 2, "areas": {"arrakeen": {"harkonnen": {"standard": 3, "bashar": 1}}}}
    )
    random = np.random.default_rng(3)
    for _ in range(60):
        if state.is_over:
            break
        state.apply(int(random.choice(state.legal_actions())))
    assert state.raw["round"][0] >= 2


def test_a_turn_begins_with_the_dice_on_the_table(game: Game) -> None:
    state = game.from_dict(
        {
            "to_move": "harkonnen",
            "dice": {"harkonnen": {"strategy": 1, "house": 1}, "atreides": {"mentat": 2}},
            "areas": {"carthag": {"harkonnen": {"standard": 2, "sardaukar": 1, "leaders": ["beast_rabban"]}}},
        }
    )
    assert game.seats[state.to_move] == "harkonnen"
    assert {state.describe(action) for action in state.legal_actions()} == {
        "use a strategy die",
        "use a house die",
        "special action of Baron Harkonnen",
    }
    assert state.to_dict()["dice"]["harkonnen"]["used"] == 6
    assert state.to_dict()["areas"]["carthag"]["harkonnen"]["special_elite"] == 1


def test_the_seed_fixes_the_chance_of_a_scenario(game: Game) -> None:
    same = [game.from_dict({"seed": seed}).raw.tobytes() for seed in (1, 1, 2)]
    assert same[0] == same[1] != same[2]


def test_short_forms(game: Game) -> None:
    areas = {
        "gara_kulon": {"sietch": 3},
        "windgap": {"sietch": "destroyed"},
        "north_east_4": {"station": "taken"},
        "false_wall_east": {"station": "station_jihad_2"},
        "hagga_basin": {"settlement": "destroyed", "atreides": {"fedaykin": 1}},
    }
    told = game.from_dict({"areas": areas}).to_dict()
    assert told["areas"]["gara_kulon"]["sietch"] == {"rank": 3, "revealed": False}
    assert list(told["destroyed_sietches"]) == ["windgap"]
    assert told["areas"]["north_east_4"]["station"]["taken"] is True
    assert told["areas"]["false_wall_east"]["station"] == {"token": "station_jihad_2"}
    assert told["areas"]["hagga_basin"]["settlement"] == "destroyed"


def area(name: str, **held: Any) -> dict[str, Any]:
    return {"areas": {name: held}}


WRONG: list[tuple[str, dict[str, Any], str]] = [
    (
        "seven units",
        area("arrakeen", harkonnen={"standard": 5, "elite": 2}),
        "7 harkonnen units; an area holds at most 6",
    ),
    ("seven with tokens", area("gara_kulon", atreides={"standard": 6, "tokens": ["atreides_start_1"]}), "at most 6"),
    (
        "a leader twice",
        {
            "areas": {
                name: {"harkonnen": {"standard": 1, "leaders": ["beast_rabban"]}} for name in ("arrakeen", "carthag")
            }
        },
        "beast_rabban is there twice: in arrakeen and in carthag",
    ),
    (
        "leader on map and in tank",
        {
            **area("arrakeen", harkonnen={"standard": 1, "leaders": ["baron_harkonnen"]}),
            "tank": {"harkonnen": ["baron_harkonnen"]},
        },
        "twice",
    ),
    (
        "beyond the box",
        {"areas": {name: {"atreides": {"special_elite": 4}} for name in ("gara_kulon", "windgap")}},
        "8 atreides figures of special_elite, but the box holds 6",
    ),
    ("sign in the mountains", area("north_pole", wormsign=True), "a wormsign needs desert, but north_pole is mountain"),
    ("worm on a plateau", area("arrakeen", sandworm="ordinary"), "a sandworm needs desert"),
    ("harvester in the mountains", area("broken_land", harvester=True), "a harvester needs desert"),
    ("unknown area", area("arraken"), "did you mean 'arrakeen'"),
    (
        "unknown leader",
        area("arrakeen", harkonnen={"standard": 1, "leaders": ["barn_harkonnen"]}),
        "did you mean 'baron_harkonnen'",
    ),
    ("unknown key", {"rond": 3}, 'unknown key "rond", did you mean "round"?'),
    ("unknown key of an area", area("arrakeen", harkonen={}), 'did you mean "harkonnen"?'),
    ("negative", area("arrakeen", harkonnen={"standard": -1}), "at least 0, not -1"),
    ("not a number", area("arrakeen", harkonnen={"standard": "three"}), "must be a whole number"),
    ("card twice", {"hands": {"harkonnen": ["hunter_seeker", "hunter_seeker"]}}, "exists once"),
    (
        "card in hand and deck",
        {"hands": {"harkonnen": ["hunter_seeker"]}, "decks": {"harkonnen": ["hunter_seeker"]}},
        "exists once",
    ),
    ("card too often", {"hands": {"harkonnen": ["hawats_scheming"] * 4}}, "exists 3 times"),
    ("unknown card", {"hands": {"harkonnen": ["hunterseeker"]}}, "did you mean 'hunter_seeker'"),
    ("card of the enemy", {"hands": {"atreides": ["hunter_seeker"]}}, "unknown atreides planning card"),
    ("both factions", area("carthag", harkonnen={"standard": 1}, atreides={"standard": 1}), "both factions"),
    ("leader alone", area("carthag", harkonnen={"leaders": ["baron_harkonnen"]}), "leaders stand alone in carthag"),
    (
        "leader of the enemy",
        area("carthag", harkonnen={"standard": 1, "leaders": ["stilgar"]}),
        "stilgar does not belong to the harkonnen",
    ),
    ("generic as named", area("carthag", harkonnen={"standard": 1, "leaders": ["bashar"]}), "generic leader"),
    ("enemy in a settlement", area("arrakeen", atreides={"standard": 1}), "standing Harkonnen settlement"),
    ("enemy in a sietch", area("windgap", harkonnen={"standard": 1}), "standing sietch"),
    ("no settlement there", area("windgap", settlement="standing"), "no Harkonnen settlement"),
    ("no sietch there", area("arrakeen", sietch=2), "no sietch area"),
    ("no station there", area("arrakeen", station="taken"), "no testing station"),
    (
        "station twice",
        {"areas": {"north_east_4": {"station": "station_jihad_1"}, "false_wall_east": {"station": "station_jihad_1"}}},
        "used twice",
    ),
    (
        "ranks",
        {"areas": {name: {"sietch": 3} for name in ("windgap", "gara_kulon", "hobars_gap")}},
        "more sietches of rank 3",
    ),
    ("rank 4", area("windgap", sietch=4), "at most 3, not 4"),
    (
        "token twice",
        {"areas": {name: {"atreides": {"tokens": ["atreides_start_1"]}} for name in ("windgap", "gara_kulon")}},
        "atreides_start_1 is there twice",
    ),
    (
        "too many worms",
        {"areas": {f"north_east_{k}": {"sandworm": "ordinary"} for k in (1, 2, 3, 5, 6)}},
        "5 figures of sandworm, but the box holds 4",
    ),
    (
        "two wild worms",
        {"areas": {f"north_east_{k}": {"sandworm": "wild"} for k in (1, 2)}},
        "Wild Maker is there twice",
    ),
    (
        "too many carryalls",
        {"air_zones": {f"air_zone_{k}": "carryall" for k in range(1, 5)}},
        "4 figures of carryall, but the box holds 3",
    ),
    ("unknown zone", {"air_zones": {"air_zone_9": "carryall"}}, "unknown air zone"),
    ("dice", {"dice": {"atreides": {"house": 6}}}, "6 atreides action dice, but 4 are in use"),
    ("supremacy", {"tracks": {"supremacy": 11}}, "supremacy track ends at 10"),
    ("won already", {"tracks": {"supremacy": 10}}, "the Harkonnen have won"),
    ("marker", {"tracks": {"jihad": 13}}, "jihad marker ends at 12"),
    ("tank too long", {"tank": {"atreides": [None] * 4}}, "has 3 spaces, not 4"),
    ("imperium row", {"spice": {"markers": {"choam": 6}}}, "at most 5, not 6"),
    ("reserve", {"spice": {"reserve": 2}}, "at most 1 can be kept"),
    ("tokens of the sisters", {"bene_gesserit": {"harkonnen": {"owned": 5}, "supply": 3}}, "but the box holds 5"),
    (
        "prescience twice",
        {"prescience": {"row": ["the_water_discipline"], "scored": ["the_water_discipline"]}},
        "two places",
    ),
    ("objective", {"objective": ["objective_9"]}, "unknown objective"),
    ("no objective", {"objective": []}, "at least one secret objective"),
    (
        "too many signs",
        {**area("north_east_1", wormsign=True), "wormsigns": {"sand": 0, "sandworm": 0, "burrowing": 0}},
        "1 wormsigns on the map",
    ),
    ("an observation", {"viewer": "harkonnen"}, "what the harkonnen see"),
]


@pytest.mark.parametrize(("data", "said"), [one[1:] for one in WRONG], ids=[one[0] for one in WRONG])
def test_impossible_scenarios_are_refused_with_the_reason(game: Game, data: dict[str, Any], said: str) -> None:
    with pytest.raises(ScenarioError) as error:
        game.from_dict(data)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_a_saved_position_of_other_options_is_refused(game: Game) -> None:
    told = make("arrakis", engine="python", optional_advance=True).new(1).to_dict()
    with pytest.raises(ScenarioError, match="other content or options"):
        game.from_dict(told)
    del told["running"]
    assert game.from_dict(told).legal_actions()


@pytest.mark.parametrize("damage", [{"stack": 3}, {"nothing": 1}, {"offer": ["x"]}, {"stack": {"depth": 300}}])
def test_a_damaged_saved_position_is_refused(game: Game, damage: dict[str, Any]) -> None:
    told = game.new(1).to_dict()
    told["running"] |= damage
    with pytest.raises(ScenarioError):
        game.from_dict(told)


def test_the_scenario_of_the_documentation_works() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "arrakis.md").read_text(encoding="utf-8")
    listed = re.findall(r"<!-- the test suite runs this -->\n```python\n(.*?)```", page, flags=re.S)
    assert len(listed) == 3
    movers = []
    for code in listed:
        space: dict[str, Any] = {"dune_sim": dune_sim}
        exec(code, space)
        movers.append(space["game"].seats[space["state"].to_move])
    assert "harkonnen" in movers


def test_the_page_of_actions_is_up_to_date() -> None:
    game = make("arrakis", mode="teams", players=4)
    page = (Path(__file__).resolve().parents[2] / "docs" / "actions-arrakis.md").read_text(encoding="utf-8")
    assert page == action_page(game, "War for Arrakis") + question_table()
    listed = [int(number) for number in re.findall(r"^\| (?:\d+–)?(\d+) \|", page, flags=re.M)]
    assert listed == sorted(set(listed)) and listed[-1] == game.num_actions - 1


@pytest.mark.parametrize(
    ("winner", "reason", "seat"),
    [("harkonnen", "supremacy", 0), ("atreides", "objective", 1), ("nobody", "round_cap", None)],
)
def test_a_finished_game_needs_no_more_than_its_winner(winner: str, reason: str, seat: int | None) -> None:
    state = make("arrakis").from_dict({"winner": winner})
    assert state.is_over and state.winner == seat and state.to_dict()["reason"] == reason
    assert state.game.from_dict(state.to_dict()) == state
