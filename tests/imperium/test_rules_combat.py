"""Combat of Dune: Imperium (IMP-COMBAT)."""

from __future__ import annotations

from typing import Any

import pytest

from dune_sim.games.state import State
from imperium.table import can, choose, have, next_round, seat, strength, table, told


def fight(*fighters: dict[str, Any], conflict: str = "guild_bank_raid", **keys: Any) -> State:
    """The combat phase of round 2, with 6, 4 and 2 solari to win unless told otherwise."""
    seats = [{"revealed": True, **one} for one in fighters]
    return table(*seats, phase="combat", round=2, conflict=conflict, **keys)


def result(*strengths: int) -> list[int]:
    """Solari won by seats with these strengths."""
    state = fight(*({"conflict": min(1, one), "swords": max(0, one - 2)} for one in strengths))
    assert [strength(state, k) for k in range(len(strengths))] == list(strengths)
    next_round(state)
    return [seat(state, k)["solari"] for k in range(len(strengths))]


def solari(state: State) -> list[int]:
    return [one["solari"] for one in told(state, "players")]


@pytest.mark.rule("IMP-COMBAT-01")
def test_participants_act_clockwise_from_the_first_player() -> None:
    armed = {"conflict": 1, "intrigue": ["master_tactician"]}
    state = fight(armed, armed, armed, first_player=1)
    order = []
    for _ in range(3):
        order.append(state.to_move)
        choose(state, "pass in combat")
    assert order == [1, 2, 0]
    assert told(state, "round") == 3


@pytest.mark.rule("IMP-COMBAT-02")
def test_others_are_skipped_and_play_no_combat_cards() -> None:
    state = fight({"conflict": 1, "intrigue": ["ambush"]}, {"intrigue": ["ambush"]}, {"conflict": 1})
    choose(state, "play Ambush")
    assert told(state, "round") == 3
    assert solari(state) == [6, 0, 4]
    assert seat(state, 1)["intrigue"] == {"ambush": 1}
    absent = fight({"intrigue": ["ambush"], "swords": 5}, {"conflict": 1, "intrigue": ["tiebreaker"]}, {"conflict": 1})
    assert absent.to_move == 1
    choose(absent, "pass in combat")
    assert solari(absent) == [0, 4, 4]


@pytest.mark.rule("IMP-COMBAT-03")
def test_any_number_of_cards_or_none() -> None:
    state = fight({"conflict": 1, "intrigue": ["ambush", "ambush", "tiebreaker"]}, {"conflict": 5, "swords": 1}, {})
    choose(state, "play Ambush", "play Ambush", "play Tiebreaker")
    assert solari(state) == [6, 4, 0]  # 2 + 4 + 4 + 2 = 12 against 11
    passed = fight({"conflict": 1, "intrigue": ["ambush"]}, {"conflict": 2}, {})
    choose(passed, "pass in combat")
    assert (solari(passed), seat(passed, 0)["intrigue"]) == ([4, 6, 0], {"ambush": 1})


@pytest.mark.rule("IMP-COMBAT-04")
def test_who_passed_may_play_when_asked_again() -> None:
    state = fight({"conflict": 2, "intrigue": ["tiebreaker"]}, {"conflict": 1, "intrigue": ["ambush"]}, {})
    choose(state, "pass in combat", "play Ambush")
    assert state.to_move == 0 and can(state, "play Tiebreaker")
    choose(state, "play Tiebreaker")
    assert solari(state) == [4, 4, 0]


@pytest.mark.rule("IMP-COMBAT-05")
def test_the_fight_is_decided_when_all_pass_in_a_row() -> None:
    start = [{"conflict": 1, "intrigue": ["ambush"]}, {"conflict": 1, "intrigue": ["tiebreaker", "ambush"]}, {}]
    state = fight(*start)
    choose(state, "pass in combat", "play Tiebreaker", "pass in combat")
    assert (told(state, "phase"), state.to_move) == ("combat", 0)
    choose(state, "pass in combat")
    assert (told(state, "phase"), state.to_move) == ("combat", 1)  # a card was played since this player last passed
    choose(state, "pass in combat")
    assert told(state, "round") == 3
    assert solari(state) == [4, 6, 0]


@pytest.mark.rule("IMP-COMBAT-06")
def test_strength_follows_every_change_at_once() -> None:
    cards = ["ambush", "master_tactician", "master_tactician", "tiebreaker"]
    state = fight({"conflict": 2, "intrigue": cards}, {"conflict": 1, "intrigue": ["ambush"]}, {})
    assert strength(state, 0) == 4
    choose(state, "play Ambush")
    assert strength(state, 0) == 8
    choose(state, "play Master Tactician", "3 swords")
    assert strength(state, 0) == 11
    choose(state, "play Master Tactician", "retreat", "retreat 1 troop")
    assert strength(state, 0) == 9
    choose(state, "pass in combat", "play Ambush", "play Tiebreaker")
    assert solari(state) == [6, 4, 0]  # 11 against 6


@pytest.mark.rule("IMP-COMBAT-06")
def test_strength_is_zero_once_the_troops_are_gone() -> None:
    start = {"conflict": 2, "swords": 3, "intrigue": ["master_tactician"]}
    state = fight(start, {"conflict": 1, "intrigue": ["ambush"]}, {})
    choose(state, "play Master Tactician", "retreat", "retreat 2 troops")
    assert strength(state, 0) == 0
    choose(state, "pass in combat")
    assert solari(state) == [0, 6, 0]


@pytest.mark.rule("IMP-COMBAT-07", "IMP-COMBAT-08")
def test_highest_and_second_highest_take_their_rewards() -> None:
    assert result(5, 9, 0) == [4, 6, 0]
    assert result(2, 3, 0, 4) == [2, 4, 0, 6]


@pytest.mark.rule("IMP-COMBAT-09")
def test_third_place_counts_with_four_players_only() -> None:
    assert result(5, 9, 4) == [4, 6, 0]
    assert result(5, 9, 4, 3) == [4, 6, 2, 0]


@pytest.mark.rule("IMP-COMBAT-10")
def test_strength_zero_takes_nothing() -> None:
    assert result(5, 0, 0) == [6, 0, 0]
    assert result(5, 4, 0, 0) == [6, 4, 0, 0]
    assert result(5, 5, 0, 0) == [4, 4, 0, 0]


@pytest.mark.rule("IMP-COMBAT-11")
def test_a_shared_first_place_takes_the_second_reward() -> None:
    assert result(8, 8, 5) == [4, 4, 0]
    assert result(8, 8, 8) == [4, 4, 4]
    state = fight({"conflict": 1}, {"conflict": 1}, {}, conflict="siege_of_arrakeen")
    assert (next_round(state).scores, told(state, "control")) == ([0, 0, 0], {})


@pytest.mark.rule("IMP-COMBAT-12")
def test_two_tied_first_of_four_leave_the_third_reward_to_the_others() -> None:
    assert result(8, 8, 5, 3) == [4, 4, 2, 0]
    assert result(3, 8, 5, 8) == [0, 4, 2, 4]
    assert result(8, 8, 5, 5) == [4, 4, 0, 0]
    assert result(8, 8, 8, 5) == [4, 4, 4, 0]


@pytest.mark.rule("IMP-COMBAT-13")
def test_tied_for_second_take_the_third_reward() -> None:
    assert result(8, 6, 6) == [6, 2, 2]
    assert result(9, 6, 6, 2) == [6, 2, 2, 0]
    assert result(9, 6, 6, 6) == [6, 2, 2, 2]


@pytest.mark.rule("IMP-COMBAT-14")
def test_tied_for_third_take_nothing() -> None:
    assert result(9, 6, 4, 4) == [6, 4, 0, 0]


@pytest.mark.rule("IMP-COMBAT-15", "IMP-COMBAT-16")
def test_afterwards_troops_go_to_the_supply_and_markers_to_zero() -> None:
    state = fight({"conflict": 4, "swords": 3, "garrison": 2}, {"conflict": 1, "swords": 1, "garrison": 0}, {})
    next_round(state)
    assert have(state, 0, "garrison", "supply", "conflict", "swords") == (2, 10, 0, 0)
    assert have(state, 1, "garrison", "supply", "conflict", "swords") == (0, 12, 0, 0)


@pytest.mark.rule("IMP-COMBAT-17")
@pytest.mark.parametrize("strengths", [(9, 6, 2), (2, 9, 6), (9, 9, 2), (9, 6, 6)])
def test_four_players_differ_in_the_third_place_alone(strengths: tuple[int, int, int]) -> None:
    three, four = result(*strengths), result(*strengths, 0)
    third = min(strengths) if strengths.count(min(strengths)) == 1 else 0
    assert four == [2 if one == third else won for one, won in zip(strengths, three, strict=True)] + [0]


@pytest.mark.rule("IMP-COMBAT-18")
def test_alone_one_wins_and_without_anybody_nothing_is_given() -> None:
    assert result(0, 2, 0) == [0, 6, 0]
    state = fight({}, {"swords": 4}, {}, conflict="siege_of_arrakeen")
    next_round(state)
    assert (solari(state), state.scores, told(state, "control")) == ([0, 0, 0], [0, 0, 0], {})


@pytest.mark.rule("IMP-COMBAT-19")
def test_lost_troops_go_to_the_supply_retreated_ones_to_the_garrison() -> None:
    start = {"conflict": 5, "garrison": 3, "intrigue": ["staged_incident", "master_tactician"]}
    state = fight(start, {"conflict": 1}, {})
    choose(state, "play Staged Incident")
    assert have(state, 0, "conflict", "garrison", "supply", "vp") == (2, 3, 7, 1)
    choose(state, "play Master Tactician", "retreat", "retreat 1 troop")
    now = next_round(state)
    assert have(now, 0, "conflict", "garrison", "supply") == (0, 4, 8)
