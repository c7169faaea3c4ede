"""Recall, Mentat and the end of Dune: Imperium (IMP-RECALL, IMP-MENTAT, IMP-END)."""

from __future__ import annotations

from typing import Any

import pytest

from dune_sim.games.state import State
from imperium.table import can, choose, have, next_round, seat, send, settle, table, to_the_end, told, until

TIEBREAKERS = ["spice", "solari", "water", "garrison"]
DONE: dict[str, Any] = {"revealed": True, "hand": []}


def last_turn(*players: dict[str, Any], **keys: Any) -> State:
    """Everybody has revealed, and the round is about to end."""
    return table(*({**DONE, **one} for one in players), phase="combat", **keys)


def endgame(*players: dict[str, Any], **keys: Any) -> State:
    return table(*players, phase="endgame", round=10, **keys)


def winners(*players: dict[str, Any]) -> list[int]:
    state = to_the_end(endgame(*players))
    return list(told(state, "winners"))


# --- recall ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("IMP-RECALL-01")
def test_ten_points_end_the_game_before_anything_is_recalled() -> None:
    state = next_round(last_turn({"vp": 10, "agents_on": ["wealth"]}, {"vp": 9}, {}, round=4, first_player=1))
    assert state.is_over
    assert (told(state, "reason"), told(state, "round"), told(state, "winners")) == ("points", 4, [0])
    assert (seat(state, 0)["agents_on"], told(state, "first_player")) == (["wealth"], 1)
    nine = next_round(last_turn({"vp": 9}, {"vp": 9}, {}, round=4))
    assert not nine.is_over and told(nine, "round") == 5


@pytest.mark.rule("IMP-RECALL-01")
def test_an_empty_conflict_deck_ends_the_game() -> None:
    state = next_round(last_turn({"vp": 2}, {"vp": 3}, {}, round=10))
    assert state.is_over
    assert (told(state, "reason"), told(state, "winners")) == ("conflicts", [1])


@pytest.mark.rule("IMP-RECALL-02")
def test_ten_points_earlier_in_the_round_end_nothing() -> None:
    start = {"vp": 9, "spice": 4, "hand": ["diplomacy"], "intrigue": ["the_sleeper_must_awaken"]}
    state = choose(table(start, round=3), "play The Sleeper Must Awaken")
    assert state.scores[0] == 10 and not state.is_over
    settle(send(state, "Diplomacy", "Wealth"))
    assert not state.is_over and told(state, "turn_of") == 1
    assert next_round(state).is_over


@pytest.mark.rule("IMP-RECALL-02")
def test_ten_points_that_are_lost_again_do_not_count() -> None:
    start = {"vp": 10, "influence": {"guild": 2, "fremen": 4}, "spice": 2, "hand": ["shifting_allegiances"]}
    state = send(table(start, round=3), "Shifting Allegiances", "Secure Contract")
    choose(state, "pay 2 spice", "Guild -1", "Fremen +2")
    assert state.scores[0] == 9
    assert not next_round(state).is_over


@pytest.mark.rule("IMP-RECALL-03", "IMP-RECALL-04", "IMP-RECALL-05")
def test_mentat_and_agents_go_home_and_the_marker_moves_on() -> None:
    players = [{"agents_on": ["wealth", "mentat", "arrakeen"]}, {"agents_on": ["carthag"]}, {}]
    state = next_round(last_turn(*players, mentat=0, first_player=2, round=3))
    assert told(state, "mentat") is None
    assert [seat(state, k)["agents_on"] for k in range(3)] == [[], [], []]
    assert [seat(state, k)["agents"] for k in range(3)] == [2, 2, 2]
    assert (told(state, "first_player"), state.to_move, told(state, "round")) == (0, 0, 4)
    later = next_round(last_turn({}, {}, {}, first_player=0, round=3))
    assert (told(later, "first_player"), later.to_move) == (1, 1)


# --- the Mentat -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("IMP-MENTAT-01")
def test_the_mentat_is_one_more_agent_this_round() -> None:
    start = {"hand": ["dagger", "diplomacy"], "solari": 2, "agents": 1, "agents_on": ["arrakeen"]}
    state = send(table(start), "Dagger", "Mentat")
    assert (told(state, "mentat"), *have(state, 0, "agents", "agents_on")) == (0, 1, ["mentat", "arrakeen"])
    until(state, "turn_of", 0)
    assert can(state, "play Diplomacy")


@pytest.mark.rule("IMP-MENTAT-02", "IMP-MENTAT-06")
def test_away_from_home_it_cannot_be_taken_but_the_space_gives_its_card() -> None:
    start = {"hand": ["dagger"], "solari": 2, "spice": 1, "intrigue": ["calculated_hire"]}
    state = table(start, {"agents": 3}, mentat=1)
    assert not can(state, "Calculated Hire")
    send(state, "Dagger", "Mentat")
    assert (told(state, "mentat"), *have(state, 0, "agents", "solari")) == (1, 1, 0)
    assert sum(seat(state, 0)["hand"].values()) == 1
    home = choose(table(start), "play Calculated Hire")
    assert (told(home, "mentat"), *have(home, 0, "agents", "spice")) == (0, 3, 0)
    poor = table({"hand": ["dagger", "diplomacy"], "solari": 1}, {"agents": 3}, mentat=1)
    choose(poor, "play Dagger")
    assert not can(poor, "to Mentat") and seat(poor, 0)["agents_on"] != ["mentat"]


@pytest.mark.rule("IMP-MENTAT-03", "IMP-MENTAT-04")
def test_won_in_a_conflict_it_comes_from_anywhere_as_the_next_round_begins() -> None:
    fighter = {"conflict": 1, "intrigue": ["to_the_victor"]}
    state = last_turn(
        fighter,
        {"agents_on": ["mentat", "wealth"], "agents": 1},
        {},
        mentat=1,
        round=2,
        conflict="sort_through_the_chaos",
    )
    choose(state, "pass in combat")
    assert can(state, "To the Victor")
    # won, but still with the other player until this round is over
    assert (told(state, "mentat"), told(state, "mentat_next"), seat(state, 0)["agents"]) == (1, 0, 2)
    choose(state, "play To the Victor")
    assert (told(state, "round"), told(state, "mentat"), told(state, "mentat_next")) == (3, 0, None)
    assert [seat(state, k)["agents"] for k in range(3)] == [3, 2, 2]


@pytest.mark.rule("IMP-MENTAT-05")
def test_each_recall_sends_it_home_used_or_not() -> None:
    for agents in ({"agents": 3}, {"agents": 2, "agents_on": ["wealth"]}):
        state = next_round(last_turn(agents, {}, {}, mentat=0, round=3))
        assert (told(state, "mentat"), *have(state, 0, "agents", "agents_on")) == (None, 2, [])
    won = next_round(last_turn({"conflict": 1}, {}, {}, round=2, conflict="sort_through_the_chaos"))
    assert (told(won, "mentat"), seat(won, 0)["agents"]) == (0, 3)
    next_round(won)
    assert (told(won, "mentat"), seat(won, 0)["agents"]) == (None, 2)


# --- the end --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("IMP-END-01")
def test_every_player_may_play_endgame_cards_before_the_count() -> None:
    tracks = {"influence": {"guild": 3, "fremen": 3, "emperor": 3}}
    players = [
        {"vp": 9},
        {"vp": 8, "intrigue": ["tiebreaker"]},
        {"vp": 8, **tracks, "intrigue": ["plans_within_plans"]},
    ]
    state = last_turn(*players, round=10, first_player=1)
    until(state, "phase", "endgame")
    assert state.to_move == 1 and can(state, "play Tiebreaker (10 spice)")
    choose(state, "play Tiebreaker")
    assert (seat(state, 1)["spice"], state.to_move) == (10, 2)
    choose(state, "play Plans Within Plans")
    assert state.is_over and state.scores == [9, 8, 9]
    declined = endgame({"vp": 9}, {"vp": 9, "intrigue": ["tiebreaker"]}, {}, first_player=1)
    choose(declined, "play no more endgame cards")
    assert told(declined, "winners") == [0, 1]


@pytest.mark.rule("IMP-END-02")
def test_most_points_win() -> None:
    assert winners({"vp": 8}, {"vp": 10}, {"vp": 9, "spice": 30}) == [1]


@pytest.mark.rule("IMP-END-03")
@pytest.mark.parametrize("key", TIEBREAKERS)
def test_ties_go_by_spice_solari_water_and_garrison(key: str) -> None:
    later = TIEBREAKERS[TIEBREAKERS.index(key) + 1 :]
    level = {"vp": 10, "spice": 3, "solari": 3, "water": 3, "garrison": 3}
    ahead = {**level, key: 4, **dict.fromkeys(later, 0)}
    behind = {**level, **dict.fromkeys(later, 9)}
    assert winners(behind, ahead, {"vp": 9}) == [1]
    assert winners(ahead, behind, {"vp": 9}) == [0]


@pytest.mark.rule("IMP-END-04")
def test_a_score_may_pass_twelve() -> None:
    start = {"vp": 12, "solari": 7, "hand": ["diplomacy"], "intrigue": ["choam_shares"]}
    state = choose(table(start, {"vp": 12}), "play CHOAM Shares")
    assert state.scores[:2] == [13, 12]
    assert winners({"vp": 12, "spice": 9}, {"vp": 15}, {"vp": 14}) == [1]


@pytest.mark.rule("IMP-END-05")
def test_a_lost_point_comes_off_at_once() -> None:
    start = {"influence": {"guild": 2, "fremen": 1}, "spice": 2, "hand": ["shifting_allegiances"]}
    state = send(table(start), "Shifting Allegiances", "Secure Contract")
    assert state.scores[0] == 1
    choose(state, "pay 2 spice", "Guild -1")
    assert (state.to_move, state.scores[0]) == (0, 0)  # the steps to be gained are still to come
