"""What a question offers: a few runs of neighbouring actions, each a base and a mask, in rising order.

One bit for each action id, as other games have it, would be nine words (17 in the full edition) to be cleared and
counted for every question: 895 instructions a decision instead of 874, measured with the same kernels around it.
"""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import ACT_COUNT, ACT_INTRIGUE, ACT_PASS
from dune_sim.games.imperium.kernels.layout import Offer, Tables
from dune_sim.games.imperium.kernels.sizes import DESIGNS, INTRIGUES, SLOTS
from dune_sim.kernel.marks import mark_byte
from dune_sim.lang.intrinsics import Set, i64, lowest, nothing, nth, only, popcount, u64, word_of


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


def list_offer(q: Offer, moves: i64[:]) -> None:
    """The answers in rising order."""
    n = 0
    for run in range(q.runs):
        x = q.masks[run]
        while x != 0:
            moves[n] = q.bases[run] + lowest(x)
            n += 1
            x = x & u64(x - 1)


def mark_offer(q: Offer, out: i64[:], at: int) -> None:
    """One byte for each action id becomes 1 where it is an answer; they were 0 before."""
    for run in range(q.runs):
        x = q.masks[run]
        while x != 0:
            mark_byte(out, at, q.bases[run] + lowest(x))
            x = x & u64(x - 1)


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


def offer_designs(q: Offer, base: int, designs: Set[DESIGNS]) -> None:
    """Offer ``base + d`` for every design of a set."""
    for w in range((DESIGNS + 63) // 64):
        add_run(q, base + 64 * w, word_of(designs, w))


def designs_of(t: Tables, slots: Set[SLOTS]) -> Set[DESIGNS]:
    """The designs of some cards."""
    designs: Set[DESIGNS] = nothing()
    for slot in slots:
        designs |= only(t.design[slot])
    return designs


def offer_intrigue(t: Tables, q: Offer, cards: Set[INTRIGUES]) -> None:
    """The designs of some intrigue cards."""
    designs: Set[INTRIGUES] = nothing()
    for card in cards:
        designs |= only(t.intrigue_design[card])
    for w in range((INTRIGUES + 63) // 64):
        add_run(q, ACT_INTRIGUE + 64 * w, word_of(designs, w))


def offer_counts(q: Offer, most: int) -> None:
    """Every number of troops from 0 to ``most``."""
    offer_bits(q, ACT_COUNT, (1 << (most + 1)) - 1)


def offer_yes_or_no(q: Offer) -> None:
    offer_bits(q, ACT_PASS, 3)
