"""Arithmetic of players: integers only, so that every engine decides alike."""

# ruff: noqa: F821  (the record Estimate belongs to the game)
from __future__ import annotations

#: one, where shares are counted
WHOLE = 65536
#: 1 / ln 2 in 1/65536
OCTAVES = 94548
#: further below than this, in 1/1024, is no chance at all
HOPELESS = 12 * 1024


def exp_below(x: int) -> int:
    """exp(-x), for x from 0 in 1/1024, as a share of WHOLE; it never rises with x."""
    if x >= HOPELESS:
        return 0
    y = (x * OCTAVES) >> 10
    f = y & 65535
    # 2**-f by a polynomial that is exact at both ends, so that the curve has no steps
    p = 3547 - ((481 * f) >> 16)
    p = 15724 - ((p * f) >> 16)
    p = 45426 - ((p * f) >> 16)
    return (WHOLE - ((p * f) >> 16)) >> (y >> 16)


def split_win(e: Estimate, seats: int) -> None:
    """Logits become chances: they add up to WHOLE, whoever is best takes what rounding leaves."""
    best = 0
    for p in range(1, seats):
        if e.value[p] > e.value[best]:
            best = p
    total = 0
    for p in range(seats):
        e.share[p] = exp_below(e.value[best] - e.value[p])
        total += e.share[p]
    rest = WHOLE
    for p in range(seats):
        e.share[p] = e.share[p] * WHOLE // total
        rest -= e.share[p]
    e.share[best] += rest
