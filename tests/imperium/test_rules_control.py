"""Control, makers and harvest of Dune: Imperium (IMP-CTRL, IMP-MAKER)."""

from __future__ import annotations

from typing import Any

import pytest

from dune_sim.games.state import State
from imperium.table import CONTENT, can, choose, have, next_round, quick, seat, send, settle, table, told, until

CONTROLLED = {one.id: one.controls for one in CONTENT.conflicts if one.controls}
LEFT_OUT = ["skirmish_2", "skirmish_3", "skirmish_4", "cloak_and_dagger", "desert_power", "machinations"]
LEFT_OUT += ["raid_stockpiles", "terrible_purpose"]
MAKERS = {"the_great_flat": 3, "hagga_basin": 2, "imperial_basin": 1}
CARD = {"arrakeen": "Reconnaissance", "carthag": "Reconnaissance", "imperial_basin": "Dune"}
HANDS = {"hand": ["reconnaissance", "dune_the_desert_planet"]}


def fight(conflict: str, *troops: int, **keys: Any) -> State:
    """Play out a conflict between seats with so many troops."""
    level = CONTENT.conflicts.get(conflict).level
    seats = [{"revealed": True, "conflict": n} for n in troops]
    return next_round(table(*seats, phase="combat", conflict=conflict, round=2 if level == 2 else 7, **keys))


def visit(space: str, **keys: Any) -> State:
    """Seat 0 sends an agent to a space with a flag."""
    return settle(send(table(HANDS, **keys), CARD[space], CONTENT.spaces.get(space).name))


@pytest.mark.rule("IMP-CTRL-01", "IMP-CTRL-02")
@pytest.mark.parametrize("conflict", CONTENT.conflicts.ids)
def test_three_spaces_come_under_control_by_their_conflicts(conflict: str) -> None:
    assert set(CONTROLLED.values()) == {"arrakeen", "carthag", "imperial_basin"}
    if CONTENT.conflicts.get(conflict).level == 1:
        assert conflict not in CONTROLLED
        return
    state = fight(conflict, 0, 3, 1)
    assert told(state, "control") == ({CONTROLLED[conflict]: 1} if conflict in CONTROLLED else {})


@pytest.mark.rule("IMP-CTRL-03")
def test_a_marker_replaces_that_of_an_opponent() -> None:
    state = fight("siege_of_carthag", 1, 0, 0, control={"carthag": 2, "arrakeen": 2})
    assert told(state, "control") == {"arrakeen": 2, "carthag": 0}


@pytest.mark.rule("IMP-CTRL-04", "IMP-CTRL-05")
@pytest.mark.parametrize("space, bonus", [("arrakeen", (1, 0)), ("carthag", (1, 0)), ("imperial_basin", (0, 1))])
def test_each_agent_sent_there_pays_the_controller(space: str, bonus: tuple[int, int]) -> None:
    harvest = MAKERS.get(space, 0)
    other = visit(space, control={space: 1})
    assert have(other, 1, "solari", "spice") == bonus
    assert have(other, 0, "solari", "spice") == (0, harvest)
    own = visit(space, control={space: 0})
    assert have(own, 0, "solari", "spice") == (bonus[0], bonus[1] + harvest)
    nobody = visit(space)
    assert [have(nobody, k, "solari", "spice") for k in range(3)] == [(0, harvest), (0, 0), (0, 0)]


@pytest.mark.rule("IMP-CTRL-04")
def test_a_second_agent_pays_again() -> None:
    infiltrator = {**HANDS, "intrigue": ["infiltrate"]}
    state = table(HANDS, infiltrator, control={"carthag": 2})
    choose(settle(send(state, "Reconnaissance", "Carthag")), "deploy nothing")
    choose(state, "play Infiltrate")
    send(state, "Reconnaissance", "Carthag")
    assert have(state, 2, "solari") == (2,)


def at_defence(seat_of_control: int, **keys: Any) -> State:
    """Play round 9 until Battle for Arrakeen, the last conflict, has been turned up."""
    players = [{}, keys, {}]
    unseen = [*LEFT_OUT, "battle_for_arrakeen"]
    state = table(
        *players,
        round=9,
        conflict="grand_vision",
        unseen_conflicts=unseen,
        control={"arrakeen": seat_of_control, "carthag": 0},
    )
    while told(state, "conflict") == "grand_vision":
        quick(state)
    return state


@pytest.mark.rule("IMP-CTRL-06")
def test_the_controller_may_defend_with_a_troop_from_the_supply() -> None:
    state = at_defence(1)
    assert state.to_move == 1
    choose(state, "defend Arrakeen: deploy 1 troop from the supply")
    assert have(state, 1, "garrison", "supply", "conflict") == (3, 8, 1)
    declined = choose(at_defence(1), "do not defend Arrakeen")
    assert have(declined, 1, "garrison", "supply", "conflict") == (3, 9, 0)
    empty = at_defence(1, garrison=12)
    assert told(empty, "phase") == "turns" and not can(empty, "defend")
    assert [seat(empty, k)["conflict"] for k in range(3)] == [0, 0, 0]


@pytest.mark.rule("IMP-CTRL-07")
def test_a_tie_at_the_top_leaves_control_as_it_was() -> None:
    assert told(fight("siege_of_arrakeen", 2, 2, 1, control={"arrakeen": 2}), "control") == {"arrakeen": 2}
    assert told(fight("siege_of_arrakeen", 2, 2, 1), "control") == {}


@pytest.mark.rule("IMP-CTRL-08")
def test_control_lasts_until_another_player_wins_it() -> None:
    state = fight("guild_bank_raid", 1, 0, 0, control={"arrakeen": 2})
    for _ in range(3):
        next_round(state)
        assert told(state, "control") == {"arrakeen": 2}
    assert told(fight("siege_of_arrakeen", 0, 0, 1, control={"arrakeen": 2}), "control") == {"arrakeen": 2}
    assert told(fight("battle_for_arrakeen", 0, 2, 1, control={"arrakeen": 2}), "control") == {"arrakeen": 1}


@pytest.mark.rule("IMP-MAKER-01", "IMP-MAKER-02", "IMP-MAKER-03")
def test_maker_spaces_without_an_agent_gather_spice() -> None:
    state = table({}, {}, {}, bonus_spice={"hagga_basin": 11})
    for number in (1, 2, 3):
        next_round(state)
        expected = {"the_great_flat": number, "hagga_basin": 11 + number, "imperial_basin": number}
        assert told(state, "bonus_spice") == expected


@pytest.mark.rule("IMP-MAKER-04")
@pytest.mark.parametrize("space", MAKERS)
def test_one_with_an_agent_gets_none(space: str) -> None:
    state = next_round(table({}, {"agents_on": [space]}, {}, bonus_spice=dict.fromkeys(MAKERS, 2)))
    assert told(state, "bonus_spice") == {one: 2 if one == space else 3 for one in MAKERS}


@pytest.mark.rule("IMP-MAKER-05", "IMP-MAKER-06")
@pytest.mark.parametrize("space", MAKERS)
@pytest.mark.parametrize("bonus", [0, 1, 4])
def test_an_agent_harvests_base_and_bonus(space: str, bonus: int) -> None:
    before = {"bonus_spice": {one: bonus for one in MAKERS if bonus}}
    state = table({**HANDS, "water": 2}, **before)
    send(state, "Dune", CONTENT.spaces.get(space).name)
    assert have(state, 0, "spice") == (MAKERS[space] + bonus,)
    assert told(state, "bonus_spice") == {one: bonus for one in MAKERS if bonus and one != space}


@pytest.mark.rule("IMP-MAKER-05")
def test_what_was_harvested_is_off_the_space() -> None:
    state = table(HANDS, {**HANDS, "intrigue": ["infiltrate"]}, bonus_spice={"imperial_basin": 3})
    choose(send(state, "Dune", "Imperial Basin"), "deploy nothing")
    choose(state, "play Infiltrate")
    send(state, "Dune", "Imperial Basin")
    assert [seat(state, k)["spice"] for k in (0, 1)] == [4, 1]
    until(choose(state, "deploy nothing"), "round", 2)
    assert told(state, "bonus_spice") == {"the_great_flat": 1, "hagga_basin": 1}
