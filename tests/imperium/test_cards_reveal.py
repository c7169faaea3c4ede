"""Every reveal box and every acquire effect: kernels against the slow interpreter."""

from __future__ import annotations

from typing import Any

import pytest

from dune_sim.games.state import State
from imperium.oracle_table import CONTENT, assert_same, fast_results, name, slow_results
from imperium.test_cards_agent import WEALTH, position
from naive.imperium_position import Choices, Position
from naive.imperium_turns import buy, resolve_reveal, start_reveal

CARDS = [one.id for one in CONTENT.cards]
PRICED = [one.id for one in CONTENT.cards if one.cost is not None]
COMPANIONS = ["stilgar", "diplomacy"]


def can_end(here: State, texts: list[str]) -> bool:
    return "end the reveal turn" in texts


def reveal_results(state: State) -> tuple[set[Any], set[Any]]:
    """Every way through the reveal boxes, without buying, up to the moment before the clean-up."""

    def allow(text: str) -> bool:
        return not text.startswith(("play ", "agent turn", "end ", "acquire "))

    def run(start: Position, choices: Choices) -> Position:
        return resolve_reveal(start_reveal(start, 0), 0, choices, any_order=True)

    return fast_results(state, can_end, allow), slow_results(state, run)


@pytest.mark.parametrize("how", WEALTH)
@pytest.mark.parametrize("card", CARDS)
def test_every_reveal_box_does_what_its_record_says(card: str, how: str) -> None:
    assert_same(*reveal_results(position(card, how)))


@pytest.mark.parametrize("card", CARDS)
def test_every_reveal_box_beside_a_fremen_and_another_card(card: str) -> None:
    hand = [card, *(one for one in COMPANIONS if one != card)]
    assert_same(*reveal_results(position(card, "fair", hand=hand)))


def acquired(card: str, how: str) -> tuple[State, str]:
    """A reveal turn with persuasion enough for the card, which lies in the row if it is no reserve card."""
    hand = [one for one in ("piter_de_vries", "stilgar", "space_travel", "fremen_camp") if one != card]
    row = [one for one in ("opulence", "lady_jessica", "choam_directorship", "kwisatz_haderach") if one != card]
    if CONTENT.cards.get(card).kind != "reserve":
        row = [card, *row]
    row = [*row, "shifting_allegiances", "worm_riders"][:5] if card != "shifting_allegiances" else [*row, "worm_riders"]
    state = position(card, how, keys={"row": row[:5]}, hand=hand, council_seat=True)
    return state, name("cards", card)


@pytest.mark.parametrize("how", ["rich", "fair"])
@pytest.mark.parametrize("card", PRICED)
def test_every_card_can_be_bought_and_does_what_its_record_says(card: str, how: str) -> None:
    state, title = acquired(card, how)
    bought = {"row": "reserve"} if CONTENT.cards.get(card).kind == "reserve" else {}

    def allow(text: str) -> bool:
        if text.startswith("acquire "):
            return text.startswith(f"acquire {title} for") and "free" not in text
        return not text.startswith(("play ", "agent turn", "end "))

    def once(here: State, texts: list[str]) -> bool:
        return can_end(here, texts) and here.to_dict()["players"][0]["cards_acquired"] == 1

    def run(start: Position, choices: Choices) -> Position:
        ready = resolve_reveal(start_reveal(start, 0), 0, choices)
        return buy(ready, 0, bought.get("row", "row"), card, choices)

    assert_same(fast_results(state, once, allow), slow_results(state, run))
