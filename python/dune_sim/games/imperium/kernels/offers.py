"""Offers of Dune: Imperium: what several questions offer alike."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import (
    ACT_ACCEPT,
    ACT_COUNT,
    ACT_DISCARD,
    ACT_HAND,
    ACT_IN_PLAY,
    ACT_INTRIGUE,
    ACT_PASS,
    ACTIONS,
)
from dune_sim.games.imperium.kernels.layout import WORDS, Offer, State, Tables
from dune_sim.games.imperium.kernels.zones import discard_word, hand_word, play_word, without_lowest
from dune_sim.kernel.offers import offer
from dune_sim.lang.intrinsics import lowest, u64

OFFER_WORDS = (ACTIONS + 63) // 64


def offer_words() -> int:
    return OFFER_WORDS


def offer_bits(q: Offer, base: int, mask: int) -> None:
    """Offer ``base + k`` for every bit k of a mask, which may reach into the next word of the offer."""
    at = base >> 6
    low = base & 63
    q.bits[at] = q.bits[at] | u64(u64(mask) << low)
    if low != 0:
        q.bits[at + 1] = q.bits[at + 1] | (u64(mask) >> (64 - low))


def offer_designs(t: Tables, q: Offer, base: int, w: int, slots: u64) -> None:
    """The designs of a word of slots."""
    x = slots
    while x != 0:
        offer(q, base + t.design[64 * w + lowest(x)])
        x = without_lowest(x)


def offer_hand(t: Tables, g: State, q: Offer, p: int) -> None:
    for w in range(WORDS):
        offer_designs(t, q, ACT_HAND, w, hand_word(g, p, w))


def offer_discard(t: Tables, g: State, q: Offer, p: int) -> None:
    for w in range(WORDS):
        offer_designs(t, q, ACT_DISCARD, w, discard_word(g, p, w))


def offer_in_play(t: Tables, g: State, q: Offer, p: int) -> None:
    for w in range(WORDS):
        offer_designs(t, q, ACT_IN_PLAY, w, play_word(g, p, w))


def offer_intrigue(t: Tables, q: Offer, cards: u64) -> None:
    """The designs of some intrigue cards."""
    x = cards
    while x != 0:
        offer(q, ACT_INTRIGUE + t.intrigue_design[lowest(x)])
        x = without_lowest(x)


def offer_counts(q: Offer, most: int) -> None:
    """Every number of troops from 0 to ``most``."""
    offer_bits(q, ACT_COUNT, (1 << (most + 1)) - 1)


def offer_yes_or_no(q: Offer) -> None:
    offer(q, ACT_PASS)
    offer(q, ACT_ACCEPT)
