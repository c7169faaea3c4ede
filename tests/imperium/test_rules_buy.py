"""Acquiring cards in Dune: Imperium (IMP-BUY)."""

from __future__ import annotations

from collections import Counter

import pytest

from dune_sim.games.state import State
from imperium.table import CONTENT, can, choose, have, market, next_round, reveal, seat, send, table, told, until, words

CHEAP_ROW = ["scout", "dr_yueh", "scout", "missionaria_protectiva", "sardaukar_infantry"]
#: 3 + 3 + 2 persuasion, with two own starters 12
RICH_HAND = ["piter_de_vries", "lady_jessica", "stilgar", "convincing_argument", "convincing_argument"]


def offers(state: State) -> dict[str, int]:
    """Cards on sale with their prices."""
    sale = [text.removeprefix("acquire ").split(" for ") for text in words(state) if text.startswith("acquire ")]
    return {name: int(price.split()[0]) for name, price in sale}


@pytest.mark.rule("IMP-BUY-01")
def test_persuasion_serves_in_the_reveal_turn_of_its_own_round() -> None:
    start = {"hand": ["dagger", "diplomacy"], "intrigue": ["charisma"], "deck": ["dagger", "seek_allies"]}
    state = send(choose(table(start, row=CHEAP_ROW), "play Charisma"), "Dagger", "Hall of Oratory")
    assert told(state, "turn_of") == 1
    until(state, "turn_of", 0)
    assert told(state, "persuasion") == 0 and not can(state, "acquire")
    assert told(reveal(state), "persuasion") == 1 + 2 + 1
    next_round(state)
    until(state, "turn_of", 0)
    reveal(state)
    assert told(state, "persuasion") == 1  # Diplomacy alone: Charisma and the hall were for the round before


@pytest.mark.rule("IMP-BUY-02", "IMP-BUY-04")
def test_on_sale_are_row_liaison_and_spice_at_their_printed_prices() -> None:
    row = ["scout", "chani", "opulence", "choam_directorship", "kwisatz_haderach"]
    state = reveal(table({"hand": RICH_HAND}, row=row))
    assert told(state, "persuasion") == 12
    ids = [*row, "arrakis_liaison", "the_spice_must_flow"]
    assert offers(state) == {CONTENT.cards.get(card).name: CONTENT.cards.get(card).cost for card in ids}


@pytest.mark.rule("IMP-BUY-04")
@pytest.mark.parametrize("card", [one.id for one in CONTENT.cards_of("imperium") if one.id not in RICH_HAND])
def test_every_card_costs_its_price(card: str) -> None:
    row = [card, *(one for one in CHEAP_ROW if one != card)][:5]
    row += [one for one in ("imperial_spy",) if len(row) < 5 and one != card]
    state = reveal(table({"hand": RICH_HAND}, row=row))
    name, cost = CONTENT.cards.get(card).name, CONTENT.cards.get(card).cost
    choose(state, f"acquire {name} for {cost} persuasion")
    assert told(state, "persuasion") == 12 - cost
    assert seat(state, 0)["discard"] == {card: 1}


@pytest.mark.rule("IMP-BUY-03")
def test_foldspace_is_never_bought() -> None:
    state = reveal(table({"hand": RICH_HAND, "intrigue": ["bypass_protocol"]}, row=CHEAP_ROW))
    assert told(state, "reserve")["foldspace"] == 6
    assert "Foldspace" not in offers(state)
    choose(state, "play Bypass Protocol")
    assert can(state, "acquire Scout for free") and not can(state, "Foldspace")


@pytest.mark.rule("IMP-BUY-05", "IMP-BUY-06")
def test_persuasion_is_one_sum_for_any_number_of_cards() -> None:
    start = {"hand": ["convincing_argument", "diplomacy"], "council_seat": True, "intrigue": ["charisma"]}
    state = choose(table(start, **market(["scout", "dr_yueh", "scout", "chani", "opulence"], [])), "play Charisma")
    assert told(reveal(state), "persuasion") == 2 + 1 + 2 + 2
    choose(state, "acquire Scout", "acquire Scout", "acquire Dr. Yueh", "acquire Arrakis", "acquire Arrakis")
    assert seat(state, 0)["cards_acquired"] == 5
    dear = choose(table(start, row=["chani", *CHEAP_ROW[:4]]), "play Charisma")
    choose(reveal(dear), "acquire Chani")
    assert told(dear, "persuasion") == 2


@pytest.mark.rule("IMP-BUY-07")
def test_unspent_persuasion_is_gone() -> None:
    state = table({"hand": RICH_HAND}, {"hand": ["diplomacy"]}, row=CHEAP_ROW)
    choose(reveal(state), "end the reveal turn")
    assert told(state, "persuasion") == 0
    assert told(reveal(state), "persuasion") == 1
    assert set(offers(state)) == {"Scout", "Dr. Yueh", "Missionaria Protectiva", "Sardaukar Infantry"}
    next_round(state)
    until(state, "turn_of", 0)
    assert told(state, "persuasion") == 0


@pytest.mark.rule("IMP-BUY-08")
def test_an_acquired_card_waits_in_the_discard_pile() -> None:
    state = table({"hand": ["convincing_argument", "diplomacy"]}, row=["scout", *CHEAP_ROW[1:]])
    choose(reveal(state), "acquire Scout")
    assert (seat(state, 0)["discard"], told(state, "persuasion")) == ({"scout": 1}, 2)
    assert have(state, 0, "swords", "hand") == (0, {})
    assert "scout" not in seat(state, 0)["deck"]


@pytest.mark.rule("IMP-BUY-09", "IMP-BUY-10")
def test_the_row_is_filled_at_once_and_the_new_card_is_on_sale() -> None:
    start = {"hand": ["convincing_argument", "convincing_argument"]}
    state = reveal(table(start, **market(["scout", "chani", "opulence", "carryall", "stilgar"], ["dr_yueh"])))
    assert "Dr. Yueh" not in offers(state)
    choose(state, "acquire Scout")
    assert Counter(told(state, "row")) == Counter(["dr_yueh", "chani", "opulence", "carryall", "stilgar"])
    choose(state, "acquire Dr. Yueh")
    assert seat(state, 0)["discard"] == {"scout": 1, "dr_yueh": 1}
    assert len(told(state, "row")) == 4  # the deck is empty now


@pytest.mark.rule("IMP-BUY-11")
def test_an_acquire_effect_works_once_on_acquiring() -> None:
    start = {"hand": ["lady_jessica", "convincing_argument"], "water": 0}
    state = choose(reveal(table(start, row=["chani", *CHEAP_ROW[:4]])), "acquire Chani")
    assert have(state, 0, "water") == (1,)
    shown = reveal(table({"hand": ["chani"], "water": 0}))
    assert have(shown, 0, "water") == (0,)
    played = send(table({"hand": ["chani"], "water": 0}), "Chani", "Secure Contract")
    assert have(played, 0, "water") == (0,)


@pytest.mark.rule("IMP-BUY-12")
def test_free_cards_obey_the_same_rules() -> None:
    start = {"hand": ["dagger"], "water": 0, "spice": 2, "intrigue": ["bypass_protocol"]}
    keys = market(["chani", "opulence", "stilgar", "carryall", "scout"], ["dr_yueh"])
    top = choose(table(start, **keys), "play Bypass Protocol", "pay 2 spice", "acquire Chani")
    assert have(top, 0, "water", "spice", "deck_top") == (1, 0, ["chani"])
    assert "dr_yueh" in told(top, "row") and len(told(top, "row")) == 5
    state = choose(table(start, **keys), "play Bypass Protocol", "acquire a card", "acquire Scout")
    assert have(state, 0, "discard", "spice") == ({"scout": 1}, 2)
    assert "dr_yueh" in told(state, "row") and len(told(state, "row")) == 5
