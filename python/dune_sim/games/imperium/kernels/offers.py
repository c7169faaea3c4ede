"""What a question offers: a few runs of neighbouring actions, each a base and a mask, in rising order.

A table of all actions, one bit each, would be cleared and counted word by word for every question: with it a decision
takes XXX instructions instead of YYY.
"""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import (
    ACT_COUNT,
    ACT_DISCARD,
    ACT_HAND,
    ACT_IN_PLAY,
    ACT_INTRIGUE,
    ACT_PASS,
)
from dune_sim.games.imperium.kernels.layout import WORDS, Offer, State, Tables
from dune_sim.games.imperium.kernels.zones import discard_word, hand_word, play_word, without_lowest
from dune_sim.lang.intrinsics import bit, lowest, nth, popcount, u64


def clear_offer(q: Offer) -> None:
    q.runs = 0
    q.many = 0


def count_offer(q: Offer) -> int:
    """How many answers there are."""
    return q.many


def offer_at(q: Offer, k: int) -> int:
    """The k-th answer."""
    run = 0
    rest = k
    many = popcount(q.masks[0])
    while rest >= many:
        rest -= many
        run += 1
        many = popcount(q.masks[run])
    return q.bases[run] + nth(q.masks[run], rest)


def list_offer(q: Offer, moves: "i64[:]") -> None:
    """The answers in rising order."""
    n = 0
    for run in range(q.runs):
        x = q.masks[run]
        while x != 0:
            moves[n] = q.bases[run] + lowest(x)
            n += 1
            x = without_lowest(x)


def offer(q: Offer, action: int) -> None:
    """Make an action an answer to the open question."""
    add_run(q, action, u64(1))


def offer_bits(q: Offer, base: int, mask: int) -> None:
    """Offer ``base + k`` for every bit k of a mask."""
    add_run(q, base, u64(mask))


def add_run(q: Offer, base: int, mask: u64) -> None:
    q.bases[q.runs] = base
    q.masks[q.runs] = mask
    q.runs += 1
    q.many += popcount(mask)


def designs_in(t: Tables, w: int, slots: u64) -> u64:
    """The designs of a word of slots."""
    designs = u64(0)
    x = slots
    while x != 0:
        designs = designs | bit(t.design[64 * w + lowest(x)])
        x = without_lowest(x)
    return designs


def offer_hand(t: Tables, g: State, q: Offer, p: int) -> None:
    designs = u64(0)
    for w in range(WORDS):
        designs = designs | designs_in(t, w, hand_word(g, p, w))
    add_run(q, ACT_HAND, designs)


def offer_discard(t: Tables, g: State, q: Offer, p: int) -> None:
    designs = u64(0)
    for w in range(WORDS):
        designs = designs | designs_in(t, w, discard_word(g, p, w))
    add_run(q, ACT_DISCARD, designs)


def offer_in_play(t: Tables, g: State, q: Offer, p: int) -> None:
    designs = u64(0)
    for w in range(WORDS):
        designs = designs | designs_in(t, w, play_word(g, p, w))
    add_run(q, ACT_IN_PLAY, designs)


def offer_intrigue(t: Tables, q: Offer, cards: u64) -> None:
    """The designs of some intrigue cards."""
    designs = u64(0)
    x = cards
    while x != 0:
        designs = designs | bit(t.intrigue_design[lowest(x)])
        x = without_lowest(x)
    add_run(q, ACT_INTRIGUE, designs)


def offer_counts(q: Offer, most: int) -> None:
    """Every number of troops from 0 to ``most``."""
    offer_bits(q, ACT_COUNT, (1 << (most + 1)) - 1)


def offer_yes_or_no(q: Offer) -> None:
    offer_bits(q, ACT_PASS, 3)
