"""A program without players that look ahead: the policies of the game itself are all there is."""

# ruff: noqa: F821  (the hook ``plain`` and the records State, Tables and Pilot belong to the game)
from __future__ import annotations

from dune_sim.kernel.layout import Call


def pick(t: Tables, g: State, pilot: Pilot, n: int) -> int:
    """The policy of whoever decides."""
    return plain(t, g, pilot, n)


def endow(t: Tables, g: State) -> None:
    """Experiments need the program with players: here every game begins as its rules say."""
    pass


def heed(t: Tables, g: State, q: Offer) -> None:
    """Nobody is kept from anything."""
    pass


def further(call: Call, t: Tables, states: State[:], pilots: Pilot[:], out: i64[:]) -> int:
    """There is nothing else to ask such a program."""
    return -1
