"""Drawing, shuffling, trashing and discarding in Dune: Imperium (IMP-DECK)."""

from __future__ import annotations

import pytest

from imperium.table import begun, can, choose, have, next_round, seat, send, settle, table, told, until, words

BY_CHANCE = range(20)


@pytest.mark.rule("IMP-DECK-01")
def test_to_draw_is_to_take_the_top_card_in_hand() -> None:
    for seed in BY_CHANCE:
        state = table({"hand": ["dr_yueh"], "deck_top": ["dagger", "signet_ring"]}, seed=seed)
        settle(send(state, "Dr. Yueh", "Arrakeen"))
        assert seat(state, 0)["hand"] == {"dagger": 1, "signet_ring": 1}
        assert sum(seat(state, 0)["deck"].values()) == 8


@pytest.mark.rule("IMP-DECK-02")
def test_an_empty_deck_is_made_anew_from_the_discard_pile() -> None:
    drawn = set()
    for seed in BY_CHANCE:
        start = {"hand": ["reconnaissance"], "deck": ["dagger"], "water": 2}
        state = table({**start, "discard": ["stilgar", "chani", "diplomacy", "scout"]}, seed=seed)
        send(state, "Reconnaissance", "Research Station")
        hand, deck = seat(state, 0)["hand"], seat(state, 0)["deck"]
        assert hand["dagger"] == 1 and sum(hand.values()) == 3
        assert sum(deck.values()) == 2 and seat(state, 0)["discard"] == {}
        assert {*hand, *deck} == {"dagger", "stilgar", "chani", "diplomacy", "scout"}
        drawn |= set(hand)
    assert drawn == {"dagger", "stilgar", "chani", "diplomacy", "scout"}


@pytest.mark.rule("IMP-DECK-03")
def test_only_a_draw_shuffles_the_discard_pile() -> None:
    start = {"hand": ["reconnaissance"], "deck": ["dagger"], "discard": ["stilgar", "diplomacy"]}
    state = send(table(start), "Reconnaissance", "Arrakeen")
    assert have(state, 0, "hand", "deck", "discard") == ({"dagger": 1}, {}, {"stilgar": 1, "diplomacy": 1})
    look = table({**start, "deck": [], "intrigue": ["poison_snooper"]})
    assert not can(look, "Poison Snooper")
    paul = table({**start, "deck": []}, leaders=["paul_atreides", "glossu_rabban", "earl_memnon_thorvald"])
    assert have(paul.observe(0), 0, "deck", "deck_top", "discard") == ({}, [], {"stilgar": 1, "diplomacy": 1})


@pytest.mark.rule("IMP-DECK-04")
def test_cards_in_play_are_not_shuffled_in() -> None:
    start = {"hand": ["reconnaissance"], "deck": [], "discard": ["stilgar", "diplomacy"], "water": 2}
    state = send(table({**start, "in_play": ["chani"]}), "Reconnaissance", "Research Station")
    assert have(state, 0, "hand", "deck", "discard") == ({"stilgar": 1, "diplomacy": 1}, {}, {})
    assert seat(state, 0)["in_play"] == {"chani": 1, "reconnaissance": 1}


@pytest.mark.rule("IMP-DECK-05")
def test_trashing_takes_one_own_card_from_hand_discard_pile_or_play() -> None:
    start = {"hand": ["guild_administrator", "dagger"], "discard": ["stilgar"], "in_play": ["diplomacy"]}
    state = send(table({**start, "deck": ["seek_allies"]}, {"discard": ["chani"]}), "Guild Administrator", "Secure")
    assert words(state) == [
        "trash nothing",
        "trash Dagger from hand",
        "trash Stilgar from discard pile",
        "trash Guild Administrator from play",
        "trash Diplomacy from play",
    ]
    choose(state, "trash Stilgar")
    assert (told(state, "turn_of"), told(state, "trashed"), seat(state, 0)["discard"]) == (1, {"stilgar": 1}, {})


@pytest.mark.rule("IMP-DECK-06")
def test_a_trashed_card_is_out_of_the_game_a_reserve_card_returns() -> None:
    start = {"hand": ["guild_administrator", "arrakis_liaison", "dagger"]}
    gone = choose(send(table(start), "Guild Administrator", "Secure Contract"), "trash Dagger")
    assert seat(gone, 0)["trashed"] == {"dagger": 1}
    for _ in range(4):
        next_round(gone)
        owned = [card for zone in ("hand", "deck", "discard", "in_play") for card in seat(gone, 0)[zone]]
        assert "convincing_argument" in owned
        assert sum(seat(gone, 0)[zone].get("dagger", 0) for zone in ("hand", "deck", "discard", "in_play")) == 1
    back = table(start)
    assert told(back, "reserve")["arrakis_liaison"] == 7
    choose(send(back, "Guild Administrator", "Secure Contract"), "trash Arrakis Liaison")
    assert (told(back, "reserve")["arrakis_liaison"], told(back, "trashed")) == (8, {})


@pytest.mark.rule("IMP-DECK-06")
def test_a_returned_reserve_card_can_be_had_again() -> None:
    other = {"discard": {"arrakis_liaison": 7}, "hand": ["convincing_argument"]}
    row = ["chani", "opulence", "carryall", "gurney_halleck", "lady_jessica"]
    state = table({"hand": ["guild_administrator", "arrakis_liaison"]}, other, row=row)
    assert told(state, "reserve")["arrakis_liaison"] == 0
    choose(send(state, "Guild Administrator", "Secure Contract"), "trash Arrakis Liaison")
    assert can(begun(state), "acquire Arrakis Liaison")
    choose(state, "acquire Arrakis Liaison")
    assert seat(state, 1)["discard"]["arrakis_liaison"] == 8


@pytest.mark.rule("IMP-DECK-07")
def test_the_trash_symbol_may_be_declined() -> None:
    start = {"hand": ["guild_administrator", "dagger"]}
    state = choose(send(table(start), "Guild Administrator", "Secure Contract"), "trash nothing")
    assert have(state, 0, "hand", "trashed") == ({"dagger": 1}, {})


@pytest.mark.rule("IMP-DECK-07")
def test_but_not_as_a_cost_nor_where_the_card_tells_itself_to_go() -> None:
    state = settle(send(table({"hand": ["seek_allies"]}), "Seek Allies", "Wealth"))
    assert (told(state, "turn_of"), *have(state, 0, "in_play", "trashed")) == (1, {}, {"seek_allies": 1})
    start = {"hand": ["imperial_spy"]}
    paid = settle(send(table(start), "Imperial Spy", "Wealth"))
    kept = paid.copy()
    choose(paid, "trash")
    assert (told(paid, "trashed"), sum(seat(paid, 0)["intrigue"].values())) == ({"imperial_spy": 1}, 1)
    choose(kept, "decline")
    assert (told(kept, "trashed"), seat(kept, 0)["intrigue"]) == ({}, {})


@pytest.mark.rule("IMP-DECK-08")
def test_cards_are_in_play_until_the_own_clean_up_or_until_trashed() -> None:
    state = settle(send(table({"hand": ["dagger", "convincing_argument"]}), "Dagger", "Hall of Oratory"))
    assert seat(state, 0)["in_play"] == {"dagger": 1}
    until(state, "turn_of", 0)
    assert have(begun(state), 0, "discard") == ({},)
    assert seat(state, 0)["in_play"] == {"dagger": 1, "convincing_argument": 1}
    trasher = table({"hand": ["guild_administrator", "seek_allies"], "in_play": ["dagger"]})
    choose(send(trasher, "Guild Administrator", "Secure Contract"), "trash Dagger from play")
    assert seat(trasher, 0)["in_play"] == {"guild_administrator": 1}


@pytest.mark.rule("IMP-DECK-09")
def test_the_owner_picks_what_to_discard_from_hand() -> None:
    first = {"hand": ["reverend_mother_mohiam"], "in_play": ["space_travel", "other_memory"]}
    victim = {"hand": ["dagger", "diplomacy", "stilgar"], "intrigue": ["windfall", "ambush"]}
    state = send(table(first, victim, {"hand": ["scout"]}), "Reverend Mother Mohiam", "Wealth")
    settle(state)
    assert state.to_move == 1
    assert words(state) == ["discard Stilgar", "discard Dagger", "discard Diplomacy"]
    choose(state, "discard Stilgar", "discard Diplomacy")
    assert have(state, 1, "hand", "discard") == ({"dagger": 1}, {"stilgar": 1, "diplomacy": 1})
    assert seat(state, 1)["intrigue"] == {"windfall": 1, "ambush": 1}
    assert have(state, 2, "hand", "discard") == ({}, {"scout": 1})
