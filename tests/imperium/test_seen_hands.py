"""Hand cards that everybody can know are known: new deals leave them where they are."""

from __future__ import annotations

import pytest

from dune_sim.games.state import State
from imperium.card_table import IDLE
from imperium.table import choose, finish, next_round, over, reveal, seat, send, settle, table

SEEDS = range(25)


def hands(state: State, viewer: int, number: int) -> list[dict[str, int]]:
    """Hands of a seat in many deals for a viewer."""
    return [seat(state.determinize(viewer, one), number)["hand"] for one in SEEDS]


@pytest.mark.rule("IMP-AMB-19", "IMP-DECK-02")
def test_what_was_in_hand_when_the_discard_pile_was_shuffled_is_known() -> None:
    """Two cards are left in the deck: both are drawn, then three of the five discards."""
    spent = ["dagger", "diplomacy", "reconnaissance", "seek_allies"]
    mine = {"hand": ["signet_ring"], "deck": ["stilgar", "chani"], "discard": spent}
    state = next_round(table(mine, IDLE))
    assert sum(seat(state, 0)["hand"].values()) == 5 and {"stilgar", "chani"} <= set(seat(state, 0)["hand"])
    dealt = hands(state, 1, 0)
    assert all({"stilgar", "chani"} <= set(hand) and sum(hand.values()) == 5 for hand in dealt)
    assert len({tuple(sorted(hand)) for hand in dealt}) > 1, "the three others are dealt anew"
    shown = seat(state.observe(1), 0)
    assert shown["hand"] == {"stilgar": 1, "chani": 1, "unknown": 3}
    assert shown["hand_or_deck"] == {**dict.fromkeys(spent, 1), "signet_ring": 1}


@pytest.mark.rule("IMP-AMB-19", "IMP-BUY-08")
def test_a_card_drawn_from_a_known_deck_top_is_known_until_it_is_played() -> None:
    mine = {"hand": ["arrakis_recruiter", "dagger"], "deck": ["stilgar", "dagger", "diplomacy"]}
    state = send(table({**mine, "deck_top": ["stilgar"]}, IDLE), "Arrakis Recruiter", "Arrakeen")
    finish(settle(state))
    assert all("stilgar" in hand for hand in hands(state, 2, 0))
    secret = table({**mine, "deck_top": ["stilgar"], "deck_top_secret": True}, IDLE)
    finish(settle(send(secret, "Arrakis Recruiter", "Arrakeen")))
    assert not all("stilgar" in hand for hand in hands(secret, 2, 0))
    while state.to_move != 0:
        seated = state.to_move
        over(reveal(state), seated)
    send(state, "Stilgar", "Imperial Basin")
    assert not state.raw["seen"].any()


@pytest.mark.rule("IMP-AMB-19", "IMP-DECK-09")
def test_a_card_taken_from_the_discard_pile_is_known_until_it_is_discarded() -> None:
    mine = {"hand": ["other_memory", "dagger"], "discard": ["the_voice"], "deck": ["dagger", "diplomacy"]}
    other = {"hand": ["test_of_humanity"], "conflict": 1}
    state = send(table(mine, other), "Other Memory", "Imperial Basin")
    choose(settle(state), "Bene Gesserit card from discard to hand")
    finish(settle(state))
    assert all("the_voice" in hand for hand in hands(state, 1, 0))
    settle(send(state, "Test of Humanity", "Hall of Oratory"))
    choose(state, "discard The Voice")
    assert not state.raw["seen"].any()


@pytest.mark.rule("IMP-REVEAL-02")
def test_revealed_cards_are_forgotten() -> None:
    mine = {"hand": ["arrakis_recruiter", "dagger"], "deck": ["stilgar", "dagger"], "deck_top": ["stilgar"]}
    state = finish(settle(send(table(mine, IDLE), "Arrakis Recruiter", "Arrakeen")))
    assert state.raw["seen"].any()
    while state.to_move != 0:
        seated = state.to_move
        over(reveal(state), seated)
    reveal(state)
    assert not state.raw["seen"].any()
