"""Rounds and turns of Dune: Imperium (IMP-ROUND, IMP-TURN)."""

from __future__ import annotations

import pytest

from imperium.table import (
    CONTENT,
    begun,
    can,
    choose,
    game_of,
    have,
    next_round,
    quick,
    reveal,
    seat,
    send,
    settle,
    table,
    told,
    until,
    words,
)

LEFT_OUT = ["skirmish_2", "skirmish_3", "skirmish_4", "cloak_and_dagger", "desert_power", "machinations"]
LEFT_OUT += ["raid_stockpiles", "terrible_purpose"]
#: Round 9, so that the conflict of the last round is known.
LAST_TO_COME = {"round": 9, "conflict": "grand_vision", "unseen_conflicts": [*LEFT_OUT, "battle_for_arrakeen"]}


@pytest.mark.rule("IMP-ROUND-01")
def test_round_start_turns_combat_makers_recall() -> None:
    start = {"hand": [], "conflict": 1, "intrigue": ["ambush"], "agents_on": ["imperial_basin"], "agents": 1}
    state = table(start, {"conflict": 1}, round=2, conflict="guild_bank_raid")
    assert told(state, "phase") == "turns"
    until(state, "phase", "combat")
    # the agents still stand on the board, no spice has come, nothing is won yet
    assert have(state, 0, "agents_on", "solari") == (["imperial_basin"], 0)
    assert told(state, "bonus_spice") == {}
    choose(state, "play Ambush")
    # the makers came before the recall: the occupied space has no spice although its agent is gone
    assert (told(state, "round"), told(state, "phase")) == (3, "turns")
    assert have(state, 0, "agents_on", "solari") == ([], 6)
    assert told(state, "bonus_spice") == {"the_great_flat": 1, "hagga_basin": 1}


@pytest.mark.rule("IMP-ROUND-02")
def test_each_round_turns_up_the_next_conflict() -> None:
    state = game_of(3).new(5)
    seen = [told(state, "conflict")]
    for number in range(2, 6):
        next_round(state)
        assert told(state, "round") == number
        assert told(state, "conflict") not in [*seen, *told(state, "unseen_conflicts")]
        seen.append(told(state, "conflict"))
    assert len(told(state, "unseen_conflicts")) == 18 - 5


@pytest.mark.rule("IMP-ROUND-03")
def test_then_everybody_draws_five_cards() -> None:
    state = table({"hand": [], "discard": {"dagger": 2}}, {}, {}, to_move=1)
    next_round(state)
    for number in range(3):
        assert sum(seat(state, number)["hand"].values()) == 5
    assert sum(seat(state, 0)["deck"].values()) == 3
    assert seat(state, 0)["discard"] == {"dagger": 2}


@pytest.mark.rule("IMP-ROUND-04")
def test_it_is_five_even_for_who_holds_cards_already() -> None:
    state = next_round(table({}, {"revealed": True, "hand": ["stilgar", "chani"]}, {}))
    hand = seat(state, 1)["hand"]
    assert sum(hand.values()) == 7
    assert hand["stilgar"] == hand["chani"] == 1


@pytest.mark.rule("IMP-ROUND-05")
def test_the_defensive_bonus_comes_between_conflict_card_and_draw() -> None:
    state = table({}, {}, {}, **LAST_TO_COME, control={"arrakeen": 2})
    while not can(state, "defend Arrakeen: deploy"):
        quick(state)
    assert (told(state, "conflict"), state.to_move) == ("battle_for_arrakeen", 2)
    assert [seat(state, k)["hand"] for k in range(3)] == [{}, {}, {}]
    choose(state, "defend Arrakeen: deploy")
    assert have(state, 2, "conflict", "supply") == (1, 8)
    assert [sum(seat(state, k)["hand"].values()) for k in range(3)] == [5, 5, 5]


@pytest.mark.rule("IMP-ROUND-06")
def test_there_are_ten_rounds_at_the_most() -> None:
    state = game_of(3).new(8)
    for number in range(2, 11):
        assert told(next_round(state), "round") == number
    next_round(state)
    assert state.is_over
    assert (told(state, "round"), told(state, "reason")) == (10, "conflicts")


@pytest.mark.rule("IMP-TURN-01")
def test_single_turns_follow_clockwise_from_the_first_player() -> None:
    hand = {"hand": ["diplomacy", "seek_allies"]}
    state = table(hand, hand, hand, first_player=2)
    order = []
    for space in ("Wealth", "Foldspace", "Secrets"):
        order.append(state.to_move)
        settle(send(state, "Diplomacy", space))
    assert order == [2, 0, 1]
    assert state.to_move == 2


@pytest.mark.rule("IMP-TURN-02", "IMP-TURN-03")
def test_a_turn_is_an_agent_turn_or_a_reveal_turn() -> None:
    state = table({"hand": ["dagger", "diplomacy"], "agents": 2})
    assert words(state) == [
        "reveal turn: reveal the hand",
        "agent turn: play Dagger",
        "agent turn: play Diplomacy",
    ]
    reveal(state)
    until(state, "turn_of", 1)
    assert have(state, 0, "agents", "revealed") == (2, True)


@pytest.mark.rule("IMP-TURN-04")
def test_without_an_agent_or_a_legal_play_one_has_to_reveal() -> None:
    without = table({"hand": ["convincing_argument", "dagger"], "agents": 0, "agents_on": ["wealth", "secrets"]})
    assert words(without) == ["reveal turn: reveal the hand"]
    useless = table({"hand": ["convincing_argument", "sardaukar_infantry"]})
    assert words(useless) == ["reveal turn: reveal the hand"]
    city = {"agents_on": ["arrakeen", "carthag"]}
    closed = table({"hand": ["reconnaissance", "convincing_argument"], "water": 0}, city)
    assert words(closed) == ["reveal turn: reveal the hand"]


@pytest.mark.rule("IMP-TURN-05")
def test_who_has_revealed_is_skipped() -> None:
    hand = {"hand": ["diplomacy", "seek_allies", "dagger"]}
    state = table(hand, {"hand": [], "revealed": True}, {**hand, "swordmaster": True})
    assert state.to_move == 0
    settle(send(state, "Diplomacy", "Wealth"))
    assert state.to_move == 2
    settle(send(state, "Diplomacy", "Foldspace"))
    assert state.to_move == 0
    reveal(state)
    assert state.to_move == 2
    settle(send(state, "Seek Allies", "Secrets"))
    assert (state.to_move, told(state, "round")) == (2, 1)
    assert [seat(state, k)["revealed"] for k in range(3)] == [True, True, False]


@pytest.mark.rule("IMP-TURN-06")
def test_when_all_have_revealed_the_phase_is_over() -> None:
    fighter = {"conflict": 1, "intrigue": ["ambush"], "hand": ["dagger"]}
    state = table(fighter, {"revealed": True, "hand": []}, {"hand": ["dagger"]})
    reveal(state)
    assert (told(state, "phase"), state.to_move) == ("turns", 2)
    reveal(state)
    assert (told(state, "phase"), state.to_move) == ("combat", 0)


@pytest.mark.rule("IMP-TURN-07")
def test_any_number_of_plot_cards_in_own_turns() -> None:
    plots = ["windfall", "water_peddlers_union", "favored_subject", "know_their_ways"]
    state = table({"hand": ["dagger", "diplomacy"], "intrigue": plots}, {"intrigue": ["guild_authorization"]})
    choose(state, "play Windfall", "play Water Peddlers Union")
    send(state, "Dagger", "Hall of Oratory")
    choose(state, "play Favored Subject")
    assert have(state, 0, "solari", "water") == (2, 2)
    assert not can(state, "Guild Authorization")
    choose(state, "end the turn")
    assert state.to_move == 1 and not can(state, "Know Their Ways")
    until(state, "turn_of", 0)
    choose(state, "reveal turn", "play Know Their Ways")
    assert have(state, 0, "intrigue") == ({},)
    assert [seat(state, 0)["influence"][one] for one in ("emperor", "fremen")] == [1, 1]


@pytest.mark.rule("IMP-TURN-08")
def test_a_card_works_with_one_box_only() -> None:
    played = send(table({"hand": ["stilgar", "convincing_argument"], "water": 0}), "Stilgar", "Secure Contract")
    assert have(played, 0, "water", "swords") == (1, 0)
    until(played, "turn_of", 0)
    begun(played)
    assert (told(played, "persuasion"), *have(played, 0, "water", "swords")) == (2, 1, 0)
    shown = reveal(table({"hand": ["stilgar"], "water": 0}))
    assert (told(shown, "persuasion"), *have(shown, 0, "water", "swords")) == (2, 0, 3)


@pytest.mark.rule("IMP-TURN-09")
def test_a_card_goes_before_the_general_rule() -> None:
    # one step becomes two, and the card does not wait in play for the clean-up
    state = send(table({"hand": ["power_play"]}), "Power Play", "Wealth")
    assert seat(state, 0)["influence"]["emperor"] == 2
    assert (have(state, 0, "in_play"), told(state, "trashed")) == (({},), {"power_play": 1})
    # a card without an icon enters a space that is taken
    state = table({"hand": ["kwisatz_haderach"]}, {"agents_on": ["secure_contract"]})
    choose(state, "play Kwisatz Haderach")
    if can(state, "take an agent from the leader"):
        choose(state, "take an agent from the leader")
    assert can(state, "send an agent to Secure Contract")
    assert CONTENT.cards.get("kwisatz_haderach").icons == ()
