"""Influence and alliances of Dune: Imperium (IMP-INFL)."""

from __future__ import annotations

from typing import Any

import pytest

from dune_sim.games.state import State
from imperium.table import can, choose, have, next_round, seat, send, settle, table, told, words

NAMES = {"emperor": "Emperor", "guild": "Guild", "bene_gesserit": "Bene Gesserit", "fremen": "Fremen"}
FREE_SPACE = {"emperor": "Wealth", "guild": "Foldspace", "bene_gesserit": "Secrets", "fremen": "Stillsuits"}


def level(state: State, number: int, faction: str) -> int:
    return int(seat(state, number)["influence"][faction])


def climb(faction: str, at: int, *others: int, card: str = "diplomacy", **keys: Any) -> State:
    """Seat 0 takes the step of a faction space, the other seats standing where told."""
    players = [{"hand": [card], "influence": {faction: at}}, *({"influence": {faction: one}} for one in others)]
    state = table(*players, **keys)
    send(state, "Diplomacy" if card == "diplomacy" else "Power Play", FREE_SPACE[faction])
    return settle(state)


def fall(faction: str, *levels: int, gain: str = "guild", **keys: Any) -> State:
    """Seat 0 loses one step by Shifting Allegiances; the two it gains go elsewhere, if nobody is asked before."""
    first = {"hand": ["shifting_allegiances"], "spice": 2, "influence": {faction: levels[0]}}
    state = table(first, *({"influence": {faction: one}} for one in levels[1:]), **keys)
    send(state, "Shifting Allegiances", "Secure Contract")
    choose(state, "pay 2 spice")
    if can(state, f"{NAMES[gain]} +2"):
        choose(state, f"{NAMES[gain]} +2")
    return state


@pytest.mark.rule("IMP-INFL-01")
@pytest.mark.parametrize("faction", NAMES)
def test_influence_moves_one_cube_on_one_track(faction: str) -> None:
    one = climb(faction, 0)
    assert seat(one, 0)["influence"] == {name: int(name == faction) for name in NAMES}
    two = climb(faction, 0, card="power_play")
    assert seat(two, 0)["influence"] == {name: 2 * (name == faction) for name in NAMES}
    assert all(level(two, k, name) == 0 for k in (1, 2) for name in NAMES)


@pytest.mark.rule("IMP-INFL-02")
def test_arriving_at_level_two_scores() -> None:
    assert climb("fremen", 0).scores[0] == 0
    assert climb("fremen", 1).scores[0] == 1
    assert climb("fremen", 2).scores[0] == 1
    assert climb("fremen", 1, card="power_play").scores[0] == 1


@pytest.mark.rule("IMP-INFL-03")
def test_dropping_below_two_costs_the_point_and_coming_back_scores_again() -> None:
    state = fall("fremen", 2, gain="emperor")
    assert (level(state, 0, "fremen"), level(state, 0, "emperor")) == (1, 2)
    assert state.scores[0] == 1  # one lost with the Fremen, one gained with the Emperor
    still = fall("fremen", 3, gain="emperor")
    assert (level(still, 0, "fremen"), still.scores[0]) == (2, 2)  # not below 2: nothing is lost
    again = fall("fremen", 2, gain="fremen")
    assert (level(again, 0, "fremen"), again.scores[0]) == (3, 1)
    assert climb("fremen", 1).scores[0] == 1


@pytest.mark.rule("IMP-INFL-04", "IMP-INFL-06")
@pytest.mark.parametrize(
    "faction, key, usual, bonus",
    [
        ("emperor", "garrison", 3, 2),
        ("guild", "solari", 0, 3),
        ("bene_gesserit", "intrigue", 1, 1),
        ("fremen", "water", 2, 1),
    ],
)
def test_arriving_at_level_four_pays_the_bonus_to_anyone(faction: str, key: str, usual: int, bonus: int) -> None:
    def stock(state: State) -> int:
        found = seat(state, 0)[key]
        return sum(found.values()) if isinstance(found, dict) else int(found)

    assert stock(climb(faction, 2)) == usual
    assert stock(climb(faction, 3)) == usual + bonus
    assert stock(climb(faction, 4)) == usual
    second = climb(faction, 3, 6)
    assert stock(second) == usual + bonus
    assert told(second, "alliances") == {faction: 1}


@pytest.mark.rule("IMP-INFL-05")
def test_the_bonus_is_kept_and_paid_again() -> None:
    fallen = fall("guild", 4, gain="emperor", alliances={"guild": 0})
    assert (level(fallen, 0, "guild"), *have(fallen, 0, "solari")) == (
        3,
        3,
    )  # Secure Contract only
    again = fall("guild", 4, gain="guild", alliances={"guild": 0})
    assert (level(again, 0, "guild"), *have(again, 0, "solari")) == (5, 3 + 3)


@pytest.mark.rule("IMP-INFL-07")
def test_the_first_at_level_four_takes_token_and_point() -> None:
    before = climb("guild", 2)
    assert (told(before, "alliances"), before.scores[0]) == ({}, 1)
    state = climb("guild", 3)
    assert (told(state, "alliances"), state.scores) == ({"guild": 0}, [2, 0, 0])


@pytest.mark.rule("IMP-INFL-08")
def test_who_gets_above_the_holder_takes_over_token_and_point() -> None:
    state = climb("guild", 4, 4, alliances={"guild": 1})
    assert told(state, "alliances") == {"guild": 0}
    assert state.scores == [2, 1, 0]


@pytest.mark.rule("IMP-INFL-09")
def test_getting_level_with_the_holder_changes_nothing() -> None:
    state = climb("guild", 4, 5, alliances={"guild": 1})
    assert level(state, 0, "guild") == 5
    assert told(state, "alliances") == {"guild": 1}
    assert state.scores == [1, 2, 0]


@pytest.mark.rule("IMP-INFL-10")
@pytest.mark.parametrize("faction", NAMES)
def test_a_wild_icon_is_one_faction_of_choice(faction: str) -> None:
    state = choose(table({"solari": 2, "intrigue": ["bribery"]}), "play Bribery")
    assert words(state) == [f"{name} +1" for name in NAMES.values()]
    choose(state, f"{NAMES[faction]} +1")
    assert seat(state, 0)["influence"] == {name: int(name == faction) for name in NAMES}


@pytest.mark.rule("IMP-INFL-11")
def test_a_wild_icon_of_two_goes_to_one_faction() -> None:
    fighters = [{"conflict": 1, "revealed": True}, {"revealed": True}, {"revealed": True}]
    state = table(*fighters, phase="combat", round=7, conflict="grand_vision")
    if can(state, "pass in combat"):
        choose(state, "pass in combat")
    assert words(state) == [f"{name} +2" for name in NAMES.values()]
    choose(state, "Fremen +2")
    assert seat(state, 0)["influence"] == {"emperor": 0, "guild": 0, "bene_gesserit": 0, "fremen": 2}


@pytest.mark.rule("IMP-INFL-12")
def test_a_wild_loss_is_taken_in_one_faction_of_choice() -> None:
    start = {"hand": ["shifting_allegiances"], "spice": 2, "influence": {"guild": 2, "fremen": 3}}
    state = choose(send(table(start), "Shifting Allegiances", "Secure Contract"), "pay 2 spice")
    assert words(state) == ["Guild -1", "Fremen -1"]
    choose(state, "Fremen -1", "Emperor +2")
    assert seat(state, 0)["influence"] == {"emperor": 2, "guild": 2, "bene_gesserit": 0, "fremen": 2}


@pytest.mark.rule("IMP-INFL-13")
def test_somebody_level_before_gets_the_token() -> None:
    state = fall("fremen", 5, 5, 4, alliances={"fremen": 0})
    assert told(state, "alliances") == {"fremen": 1}
    kept = fall("fremen", 5, 4, 4, alliances={"fremen": 0})
    assert told(kept, "alliances") == {"fremen": 0}


@pytest.mark.rule("IMP-INFL-13")
def test_among_several_the_old_holder_picks() -> None:
    for heir in (1, 2):
        state = fall("fremen", 5, 5, 5, alliances={"fremen": 0})
        assert state.to_move == 0
        assert [text.split(" (")[0] for text in words(state)] == [
            "give the Fremen alliance to seat 1",
            "give the Fremen alliance to seat 2",
        ]
        choose(state, f"give the Fremen alliance to seat {heir}", "Guild +2")
        assert told(state, "alliances") == {"fremen": heir}
        assert state.scores[0] == 2  # Fremen 4 and Guild 2, no token
        assert state.scores[heir] == 2 and state.scores[3 - heir] == 1


@pytest.mark.rule("IMP-INFL-14", "IMP-INFL-15")
def test_a_holder_at_three_gives_the_token_away() -> None:
    heir = fall("fremen", 4, 4, 3, alliances={"fremen": 0})
    assert told(heir, "alliances") == {"fremen": 1}
    assert heir.scores == [2, 2, 1]
    board = fall("fremen", 4, 3, 3)
    assert told(board, "alliances") == {}
    assert board.scores == [2, 1, 1]  # Fremen 3 and Guild 2; the point of the token is lost


@pytest.mark.rule("IMP-INFL-15")
def test_a_token_on_the_board_can_be_taken_again() -> None:
    state = fall("fremen", 4, 3, 3, gain="fremen")
    assert (level(state, 0, "fremen"), told(state, "alliances"), state.scores[0]) == (5, {"fremen": 0}, 2)


@pytest.mark.rule("IMP-INFL-16")
def test_steps_beyond_six_are_lost() -> None:
    state = climb("emperor", 5, card="power_play")
    assert (level(state, 0, "emperor"), state.scores[0]) == (6, 2)
    top = climb("emperor", 6)
    assert (level(top, 0, "emperor"), top.scores[0], seat(top, 0)["garrison"]) == (6, 2, 3)


@pytest.mark.rule("IMP-INFL-17")
def test_a_step_one_does_not_have_cannot_be_paid() -> None:
    start = {"hand": ["shifting_allegiances"], "spice": 2}
    state = send(table(start), "Shifting Allegiances", "Secure Contract")
    assert (told(state, "turn_of"), *have(state, 0, "spice")) == (1, 2)
    zero = fall("guild", 1, gain="fremen")
    assert (level(zero, 0, "guild"), level(zero, 0, "fremen")) == (0, 2)


def test_influence_outlives_the_round() -> None:
    state = next_round(climb("guild", 3))
    assert (level(state, 0, "guild"), told(state, "alliances")) == (4, {"guild": 0})
