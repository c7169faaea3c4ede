"""Planning cards: drawing, discarding, offering by name."""

from __future__ import annotations

from dune_sim.kernels.arrakis.actions import ACT_CARD, ACT_DONE, ACT_SPLIT
from dune_sim.kernels.arrakis.boards import ask, draw_bit, offer
from dune_sim.kernels.arrakis.layout import HAND_CARDS, HARKONNEN, State, Tables
from dune_sim.kernels.arrakis.leaders import in_play
from dune_sim.kernels.common.layout import Frame, Op
from dune_sim.lang.intrinsics import bit, lowest, popcount, u64

HAWAT = 3  # named leader


def deck_size(t: Tables, g: State, who: int, deck: int) -> int:
    return popcount(g.deck[who] & t.deck_mask[deck])


def draw_cards(t: Tables, g: State, who: int, deck: int, n: int) -> None:
    """Draw from one deck what is there; it is never reshuffled (ARR-ACT-20, AMB-07)."""
    for _ in range(n):
        rest = g.deck[who] & t.deck_mask[deck]
        if rest == 0:
            return
        card = draw_bit(g.rng, rest)
        g.deck[who] = g.deck[who] & ~bit(card)
        g.hand[who] = g.hand[who] | bit(card)


def discard_card(g: State, who: int, card: int) -> None:
    """A card leaves the hand, face up (ARR-ACT-11)."""
    g.hand[who] = g.hand[who] & ~bit(card)


def playable(t: Tables, g: State, who: int) -> u64:
    """Cards in hand that may be played or spent for a combat die."""
    return g.hand[who] & ~t.unplayable[who]


def loose(t: Tables, g: State, who: int) -> u64:
    """Cards in hand that may be discarded; Hawat's Scheming stays once Hawat is gone (ARR-FREE-06, AMB-16)."""
    if who == HARKONNEN and not in_play(g, HAWAT):
        return g.hand[who] & ~t.unplayable[who]
    return g.hand[who]


def offer_cards(t: Tables, g: State, who: int, cards: u64) -> None:
    """Offer cards by name, equal ones once."""
    rest = cards
    while rest != 0:
        k = lowest(rest)
        if cards & t.twins[who][k] == 0:
            offer(g, ACT_CARD + HAND_CARDS * who + k)
        rest = rest & u64(rest - 1)


def card_of(action: int, who: int) -> int:
    return action - ACT_CARD - HAND_CARDS * who


def op_draw(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Draw from the deck named, or split over both decks before the first card (ARR-MENTAT-01, ARR-MENTAT-02)."""
    if f.stage == 1:
        return True
    if op.b > 0:
        draw_cards(t, g, f.who, op.b - 1, op.a)
        return True
    first = deck_size(t, g, f.who, 0)
    second = deck_size(t, g, f.who, 1)
    if first + second <= op.a:
        draw_cards(t, g, f.who, 0, first)
        draw_cards(t, g, f.who, 1, second)
        return True
    offer(g, ACT_DONE)
    for k in range(op.a + 1):
        if k <= first and op.a - k <= second:
            offer(g, ACT_SPLIT + k)
    return ask(g, f.who)


def draw_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    f.stage = 1
    if action != ACT_DONE:
        draw_cards(t, g, f.who, 0, action - ACT_SPLIT)
        draw_cards(t, g, f.who, 1, op.a - (action - ACT_SPLIT))


