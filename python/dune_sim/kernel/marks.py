"""One byte for each action id, eight to a word: 1 where the action is legal, as hosts read it."""

from __future__ import annotations

from dune_sim.lang.intrinsics import i64


def marked(out: i64[:], at: int, action: int) -> bool:
    """Whether the byte of an action is set."""
    return (out[at + (action >> 3)] >> (8 * (action & 7))) & 1 == 1


def mark_byte(out: i64[:], at: int, action: int) -> None:
    """Set the byte of an action."""
    out[at + (action >> 3)] = out[at + (action >> 3)] | (1 << (8 * (action & 7)))
