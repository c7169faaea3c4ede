"""Legal actions of which a part is kept as a set of cards instead of a list.

Whoever plays at random needs to know how many actions there are and one of them. Counting the cards of a set and
finding the k-th takes fewer steps than listing them all, so the two questions asked most often leave their cards in
places at the end of ``moves`` that no list reaches: how many listed actions come before the set, how many cards it has,
what to add to a design to get an action, and the set itself. A list without a set has a size of 0 there.
"""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import ACT_SPACE, ACTIONS
from dune_sim.games.imperium.kernels.layout import WORDS, Tables
from dune_sim.games.imperium.kernels.zones import without_lowest
from dune_sim.lang.intrinsics import i64, lowest, nth, popcount, u64

SET_WORDS = ACTIONS - WORDS
SET_BASE = SET_WORDS - 1
SET_SIZE = SET_WORDS - 2
SET_AFTER = SET_WORDS - 3


def first_copies(t: Tables, w: int, x: u64, before: u64) -> u64:
    """One card of each design in a word of slots, ``before`` being the word below it.

    The cards of a design lie side by side: taking one from each of these fields flips the lowest card and all below
    it, and the highest place of the field keeps the loan from reaching the next.
    """
    first = x & ~u64((x | t.last_copies[w]) - t.first_copies[w])
    if before & t.goes_on[w] != 0:
        first = first & ~t.went_on[w]
    return first


def keep_set(t: Tables, out: "i64[:]", after: int, base: int, x0: u64, x1: u64, x2: u64) -> int:
    """Offer one card of each design of a set, after so many listed actions; how many they are."""
    y0 = first_copies(t, 0, x0, u64(0))
    y1 = first_copies(t, 1, x1, x0)
    y2 = first_copies(t, 2, x2, x1)
    size = popcount(y0) + popcount(y1) + popcount(y2)
    out[SET_AFTER] = after
    out[SET_SIZE] = size
    out[SET_BASE] = base
    out[SET_WORDS] = i64(y0)
    out[SET_WORDS + 1] = i64(y1)
    out[SET_WORDS + 2] = i64(y2)
    return size


def keep_none(out: "i64[:]") -> int:
    """All actions are listed."""
    out[SET_AFTER] = 0
    out[SET_SIZE] = 0
    return 0


def keep_spaces(out: "i64[:]", spaces: int) -> int:
    """Offer spaces and nothing else."""
    size = popcount(u64(spaces))
    out[SET_AFTER] = 0
    out[SET_SIZE] = size
    out[SET_BASE] = ACT_SPACE
    out[SET_WORDS] = spaces
    return size


def set_member(t: Tables, out: "i64[:]", k: int) -> int:
    """The k-th action of the set."""
    x0 = u64(out[SET_WORDS])
    if out[SET_BASE] == ACT_SPACE:
        return ACT_SPACE + nth(x0, k)
    x1 = u64(out[SET_WORDS + 1])
    n0 = popcount(x0)
    n1 = n0 + popcount(x1)
    w = (1 if k >= n0 else 0) + (1 if k >= n1 else 0)
    below = (n0 if k >= n0 else 0) + (n1 - n0 if k >= n1 else 0)
    return out[SET_BASE] + t.design[64 * w + nth(u64(out[SET_WORDS + w]), k - below)]


def listed_or_kept(t: Tables, out: "i64[:]", k: int) -> int:
    """The k-th legal action."""
    at = k - out[SET_AFTER]
    size = out[SET_SIZE]
    if at < 0:
        return out[k]
    if at >= size:
        return out[k - size]
    return set_member(t, out, at)


def list_set(t: Tables, out: "i64[:]", n: int) -> None:
    """Insert the actions of the set among the ``n`` legal ones of which the others are listed."""
    size = out[SET_SIZE]
    at = out[SET_AFTER]
    if size == 0:
        return
    for k in range(n - 1, at + size - 1, -1):
        out[k] = out[k - size]
    if out[SET_BASE] == ACT_SPACE:
        y = u64(out[SET_WORDS])
        while y != 0:
            out[at] = ACT_SPACE + lowest(y)
            at += 1
            y = without_lowest(y)
        return
    for w in range(WORDS):
        x = u64(out[SET_WORDS + w])
        while x != 0:
            out[at] = out[SET_BASE] + t.design[64 * w + lowest(x)]
            at += 1
            x = without_lowest(x)
