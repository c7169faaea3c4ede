"""Readable positions of Dune: Imperium: exact copies, partial ones, refusals."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import dune_sim
from dune_sim.errors import ScenarioError
from dune_sim.games.base import Game
from dune_sim.games.imperium.scenarios.export import RUNNING
from imperium.table import CONTENT, choose, game_of, positions, table, told
from resealed import resealed

LEADERS = ["paul_atreides", "baron_vladimir_harkonnen", "helena_richese", "countess_ariana_thorvald"]


@pytest.fixture(scope="module")
def game() -> Game:
    return dune_sim.make("imperium", players=4, leaders=LEADERS)


@pytest.mark.parametrize(
    "options",
    [
        {"players": 3},
        {"players": 4},
        {"players": 4, "leaders": "draft"},
        {"players": 2},
        {"players": 1, "difficulty": "mentat"},
        {"players": 1, "leaders": "draft"},
    ],
)
def test_a_position_written_and_read_back_is_the_same_byte_for_byte(options: dict[str, Any]) -> None:
    game = dune_sim.make("imperium", **options)
    for state in positions(game, range(4), 7):
        told = json.loads(json.dumps(state.to_dict()))
        again = game.from_dict(told)
        assert again == state
        assert again.legal_actions() == state.legal_actions()


def test_a_partial_position_takes_the_rest_from_the_start(game: Game) -> None:
    state = game.from_dict({"to_move": 2, "players": [{}, {}, {"hand": ["dagger", "diplomacy"], "spice": 4}, {}]})
    told = state.to_dict()
    assert state.to_move == 2
    assert told["players"][2]["hand"] == {"dagger": 1, "diplomacy": 1}
    assert told["players"][2]["spice"] == 4
    assert sum(told["players"][2]["deck"].values()) == 8
    assert [one["vp"] for one in told["players"]] == [1, 1, 1, 1]
    assert [one["water"] for one in told["players"]] == [1, 1, 1, 1]
    assert len(told["row"]) == 5 and sum(told["imperium_deck"].values()) == 62
    assert told["conflict"] == "skirmish_1" and len(told["unseen_conflicts"]) == 17


def test_levels_and_alliances_score_unless_points_are_given(game: Game) -> None:
    state = game.from_dict({"players": [{"influence": {"fremen": 4, "guild": 2}}, {}, {}, {}]})
    assert state.scores == [4, 1, 1, 1]
    assert state.to_dict()["alliances"] == {"fremen": 0}


def test_cards_may_be_lists_or_counts(game: Game) -> None:
    one = game.from_dict({"players": [{"discard": ["stilgar", "dagger", "dagger"]}, {}, {}, {}]})
    two = game.from_dict({"players": [{"discard": {"dagger": 2, "stilgar": 1}}, {}, {}, {}]})
    assert one.to_dict()["players"][0]["discard"] == two.to_dict()["players"][0]["discard"]


def test_a_position_can_be_played_to_its_end(game: Game) -> None:
    told = {
        "round": 9,
        "conflict": "grand_vision",
        "players": [
            {"hand": ["dagger", "dune_the_desert_planet", "convincing_argument"], "vp": 8, "conflict": 3},
            {"hand": {"diplomacy": 1}, "swordmaster": True, "agents_on": ["arrakeen"], "conflict": 2},
            {"council_seat": True, "revealed": True, "intrigue": ["ambush", "windfall"]},
            {"revealed": True, "conflict": 1, "swords": 4},
        ],
        "control": {"carthag": 1},
        "mentat": 0,
        "seed": 5,
    }  # fmt: skip
    state = game.from_dict(told)
    assert state.to_dict()["players"][0]["agents"] == 3
    random = np.random.default_rng(1)
    while not state.is_over:
        legal = state.legal_actions()
        state.apply(legal[int(random.integers(len(legal)))])
    assert state.to_dict()["phase"] == "over"


def test_combat_can_begin_anywhere(game: Game) -> None:
    fighters = [{"conflict": 2, "intrigue": ["ambush"], "revealed": True}, {"conflict": 1, "revealed": True}]
    state = game.from_dict({"phase": "combat", "players": [*fighters, {"revealed": True}, {"revealed": True}]})
    assert state.to_move == 0
    assert [state.describe(one) for one in state.legal_actions()] == ["pass in combat", "play Ambush (4 swords)"]


def test_the_seed_of_a_scenario_fixes_its_chance(game: Game) -> None:
    told = {"players": [{"hand": ["reconnaissance"]}, {}, {}, {}]}
    assert game.from_dict({**told, "seed": 1}).raw.tobytes() != game.from_dict({**told, "seed": 2}).raw.tobytes()
    assert game.from_dict({**told, "seed": 1}) == game.from_dict({**told, "seed": 1})


def test_edited_zones_of_an_exact_position_are_honoured(game: Game) -> None:
    state = next(one for one in positions(game, range(3, 4), 1) if one.to_dict()["phase"] == "turns")
    told = state.to_dict()
    hand = told["players"][0]["hand"]
    moved = next(iter(hand))
    told["players"][0]["discard"] = {moved: hand.pop(moved)}
    again = game.from_dict(resealed(game, told)).to_dict()
    assert again["players"][0]["discard"] == told["players"][0]["discard"]
    assert again["players"][0]["hand"] == hand


def seat(**keys: Any) -> dict[str, Any]:
    """A position in which only seat 0 is told."""
    return {"players": [keys, {}, {}, {}]}


REFUSALS = {
    "a card in two zones": (
        seat(hand=["stilgar"], discard=["stilgar"]),
        "stilgar lies in hand of seat 0 and discard of seat 0, but there is one copy",
    ),
    "a card of two players": (
        {"players": [{"hand": ["chani"]}, {"hand": ["chani"]}, {}, {}]},
        "hand of seat 0 and hand of seat 1",
    ),
    "a card in hand and row": ({**seat(hand=["chani"]), "row": ["chani"]}, "chani lies in hand of seat 0 and row"),
    "too many copies": (seat(hand={"dagger": 3}), "dagger lies in hand of seat 0 (3 times), but there are 2 copies"),
    "a starter in the row": ({"row": ["dagger"]}, "dagger is a starter card"),
    "a reserve card in the row": ({"row": ["foldspace"]}, "foldspace is a reserve card"),
    "six row cards": (
        {"row": ["chani", "stilgar", "opulence", "scout", "carryall", "dr_yueh"]},
        "the row holds 5 cards, not 6",
    ),
    "a wrong pile": ({"reserve": {"foldspace": 3}}, "6 copies of foldspace"),
    "13 troops": (
        seat(garrison=4, supply=9),
        "seat 0 has 13 troops (garrison 4, conflict 0, supply 9); a player owns 12",
    ),
    "too many troops fighting": (seat(conflict=13), "seat 0 has 13 troops"),
    "too many agents": (seat(agents=3), "seat 0 has 3 agents (3 ready, 0 on the board), but owns 2"),
    "an agent too many on the board": (seat(agents_on=["wealth", "arrakeen", "carthag"]), "but owns 2"),
    "an unknown card": (seat(hand=["daggr"]), "hand of seat 0: there is no card 'daggr'; did you mean dagger"),
    "an unknown intrigue card": (seat(intrigue=["ambsh"]), "there is no intrigue card 'ambsh'; did you mean ambush"),
    "too many intrigue copies": (seat(intrigue=["windfall", "windfall"]), "only 1 copies of windfall"),
    "an unknown space": (seat(agents_on=["arakeen"]), "there is no space 'arakeen'; did you mean arrakeen"),
    "an unknown leader": (seat(leader="paul"), "seat 0: there is no leader 'paul'"),
    "a leader twice": (
        {"players": [{"leader": "helena_richese"}, {}, {}, {}]},
        "seats 0 and 2 both have helena_richese",
    ),
    "an unknown key": (seat(spise=3), "players: seat 0 has no key 'spise'; did you mean spice"),
    "an unknown table key": ({"rond": 3}, "the position has no key 'rond'; did you mean round"),
    "an unknown faction": (seat(influence={"empero": 1}), "has no key 'empero'; did you mean emperor"),
    "a negative resource": (seat(spice=-1), "seat 0: spice must be a whole number from 0 to 30000, not -1"),
    "half a solari": (seat(solari=1.5), "must be a whole number"),
    "influence above the track": (seat(influence={"guild": 7}), "must be a whole number from 0 to 6, not 7"),
    "two holders": ({"alliances": {"fremen": [0, 1]}}, "the fremen alliance belongs to one seat, not to 2"),
    "a holder too low": (
        {"alliances": {"fremen": 0}},
        "seat 0 holds the fremen alliance with influence 0; it takes 4",
    ),
    "a holder below another": (
        {"players": [{"influence": {"guild": 4}}, {"influence": {"guild": 5}}, {}, {}], "alliances": {"guild": 0}},
        "seat 1 stands higher on guild than seat 0",
    ),
    "an alliance of equals": (
        {"players": [{"influence": {"guild": 4}}, {"influence": {"guild": 4}}, {}, {}]},
        "seats [0, 1] stand level on guild",
    ),
    "too few points": (
        seat(vp=2, influence={"guild": 2, "fremen": 2}),
        "seat 0 has 2 points, but the start, tracks and alliances alone give 3",
    ),
    "a conflict of the wrong level": (
        {"round": 1, "conflict": "grand_vision"},
        "round 1 turns up a conflict of level 1",
    ),
    "a conflict seen and unseen": (
        {"conflict": "skirmish_1", "unseen_conflicts": ["skirmish_1"]},
        "cannot be unseen",
    ),
    "too few unseen conflicts": (
        {"unseen_conflicts": ["grand_vision"]},
        "in round 1 there are 3 unseen conflicts of level 1, not 0",
    ),
    "an eleventh round": ({"round": 11}, "round must be a whole number from 1 to 10"),
    "three players": ({"players": [{}, {}, {}]}, "this game has 4 players, the position has 3"),
    "a seat that does not exist": ({"to_move": 4}, "to_move must be a whole number from 0 to 3, not 4"),
    "a revealed player to move": (seat(revealed=True), "seat 0 has taken its reveal turn"),
    "control of a space without flag": ({"control": {"wealth": 0}}, "control has no key 'wealth'"),
    "bonus spice in a city": ({"bonus_spice": {"carthag": 1}}, "bonus_spice has no key 'carthag'"),
    "secret factions of another leader": (
        seat(secret_factions=["emperor", "guild"]),
        "lays down no factions in secret",
    ),
    "one secret faction": ({"players": [{}, {"secret_factions": ["guild"]}, {}, {}]}, "names two different factions"),
    "a top card elsewhere": (seat(deck_top=["stilgar"]), "deck_top of seat 0: stilgar is not in that deck"),
    "a wrong phase": ({"phase": "makers"}, "there is no phase 'makers'"),
    "a phase that needs more": ({"phase": "over"}, "phase 'over' needs its running part"),
    "another game": ({"game": "arrakis"}, "this is a position of 'arrakis', not of imperium"),
    "no table at all": ({"players": [3, {}, {}, {}]}, "players: seat 0 must be a table"),
    "words for truth": (seat(council_seat="yes"), "council_seat must be true or false, not 'yes'"),
    "an intrigue card nowhere": ({"intrigue_deck": ["ambush"]}, "lies nowhere"),
    "a gap in the row": ({"row": ["chani"]}, "the row must be full"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSALS)
def test_an_impossible_position_is_refused_with_the_reason(game: Game, case: str) -> None:
    told, reason = REFUSALS[case]
    with pytest.raises(ScenarioError) as caught:
        game.from_dict(told)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_one_seat_sees_is_no_position(game: Game) -> None:
    with pytest.raises(ScenarioError, match="what seat 1 sees"):
        game.from_dict(game.new(1).observe(1).to_dict())


def test_a_mover_that_contradicts_the_running_turn_is_refused(game: Game) -> None:
    state = game.new(1)
    told = {**state.to_dict(), "to_move": (state.to_move + 1) % 4}
    with pytest.raises(ScenarioError, match="leave running out"):
        game.from_dict(resealed(game, told))


def test_a_saved_position_without_chance_is_refused(game: Game) -> None:
    """Zeros alone would be drawn for ever."""
    told = game.new(seed=1).to_dict()
    for rng in ({"s": ["0x0"] * 4}, {}):
        with pytest.raises(ScenarioError, match="the chance to come"):
            game.from_dict(resealed(game, {**told, "running": {**told["running"], "rng": rng}}))


def test_a_saved_card_that_does_not_exist_is_refused(game: Game) -> None:
    told = game.new(seed=1).to_dict()
    told["running"]["cards"] = {"own": [[hex((1 << 64) - 1)] * 3]}
    with pytest.raises(ScenarioError, match="a card that does not exist"):
        game.from_dict(resealed(game, told))


@pytest.mark.parametrize("key", ["round", "persuasion", "seed"])
def test_numbers_that_no_game_reaches(game: Game, key: str) -> None:
    with pytest.raises(ScenarioError, match=f"{key} must be a whole number from"):
        game.from_dict({key: 10**30})


@pytest.mark.rule("IMP-SPACE-10")
def test_an_agent_written_onto_the_hall_of_oratory_waits_for_the_reveal() -> None:
    def persuasion(**mine: Any) -> int:
        state = table({"hand": ["convincing_argument"], **mine}, {"hand": ["dagger"]})
        return int(told(choose(state, "reveal turn"), "persuasion"))

    assert persuasion(agents_on=["hall_of_oratory"]) == persuasion(agents_on=["wealth"]) + 1


@pytest.mark.rule("IMP-CARD-03", "IMP-CARD-04")
@pytest.mark.parametrize("space", [one.id for one in CONTENT.spaces])
def test_the_space_closed_by_the_seat_to_move_is_open_again(space: str) -> None:
    state = table({"closed_space": space, "hand": ["dagger"]}, {"closed_space": space})
    assert [one["closed_space"] for one in state.to_dict()["players"]] == [None, space, None]


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"persuasion": 3}, "running"),
        ({"players": [{}, {"revealed": True, "intrigue_laid": ["charisma"]}, {}]}, "laid down"),
        ({"players": [{}, {"revealed": True}, {}], "reveal_order": [0]}, "reveal_order"),
    ],
)
def test_what_no_history_leaves_behind_is_refused(position: dict[str, Any], reason: str) -> None:
    with pytest.raises(ScenarioError, match=reason):
        game_of(3).from_dict({"players": [{}, {}, {}], **position})


@pytest.mark.parametrize("seed", range(6))
def test_a_turn_begun_without_its_running_part_is_the_same_turn(seed: int) -> None:
    """Whatever history has put into a position at the start of a turn, the readable part tells it all."""
    tried = 0
    for state in positions(game_of(3 + seed % 2), range(seed, seed + 1), ends=False):
        full = state.to_dict()
        running, _ = full.pop("running"), full.pop("saved")
        if full["phase"] != "turns" or running["stack"]["depth"] != 1 or running["turn"] or running["card"]:
            continue
        again = game_of(3 + seed % 2).from_dict(full).to_dict()
        found, _ = again.pop("running"), again.pop("saved")
        assert again == full
        for key in RUNNING:
            assert key == "rng" or found[key] == running[key], key
        assert [one["delayed"] for one in found["players"]] == [one["delayed"] for one in running["players"]]
        tried += 1
    assert tried > 40
