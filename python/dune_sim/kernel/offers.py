"""What a question offers: one bit for each action id, so that answers come out in rising order and once each."""

# ruff: noqa: F821  (the record Offer belongs to the game)
from __future__ import annotations

from dune_sim.kernel.marks import mark_byte
from dune_sim.lang.intrinsics import bit, lowest, nth, popcount, u64


def offer(q: Offer, action: int) -> None:
    """Make an action an answer to the open question."""
    q.bits[action >> 6] = q.bits[action >> 6] | bit(action & 63)


def offer_mask(q: Offer, base: int, mask: u64) -> None:
    """Offer the actions ``base + k`` for every bit k of a mask; all of them lie in one word of the offer."""
    q.bits[base >> 6] = q.bits[base >> 6] | u64(mask << (base & 63))


def clear_offer(q: Offer) -> None:
    for w in range(len(q.bits)):
        q.bits[w] = 0


def count_offer(q: Offer) -> int:
    """How many answers there are."""
    many = 0
    for w in range(len(q.bits)):
        many += popcount(q.bits[w])
    return many


def offer_at(q: Offer, k: int) -> int:
    """The k-th answer."""
    w = 0
    rest = k
    many = popcount(q.bits[0])
    while rest >= many:
        rest -= many
        w += 1
        many = popcount(q.bits[w])
    return 64 * w + nth(q.bits[w], rest)


def list_offer(q: Offer, moves: i64[:]) -> None:
    """The answers in rising order."""
    n = 0
    for w in range(len(q.bits)):
        x = q.bits[w]
        while x != 0:
            moves[n] = 64 * w + lowest(x)
            n += 1
            x = x & u64(x - 1)


def mark_offer(q: Offer, out: i64[:], at: int) -> None:
    """One byte for each action id becomes 1 where it is an answer; they were 0 before."""
    for w in range(len(q.bits)):
        x = q.bits[w]
        while x != 0:
            mark_byte(out, at, 64 * w + lowest(x))
            x = x & u64(x - 1)
