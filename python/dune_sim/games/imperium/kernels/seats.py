"""Who sits at the table: who is a rival, who decides for one, and House Hagal, who is no player."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.opcodes import SEAT_REVEALED
from dune_sim.games.imperium.kernels.sizes import RIVALS


def is_rival(t: Tables, p: int) -> bool:
    return p >= t.humans


def scores(t: Tables, p: int) -> bool:
    """Whether a seat has points: House Hagal alone has none (HAG-DECK-09, HAG-2P-02)."""
    return p < t.players


def seats_of(t: Tables) -> int:
    """Everybody with pieces on the board: the players, and House Hagal."""
    return t.seated if RIVALS != 0 else t.players


def decider(t: Tables, g: State, p: int) -> int:
    """Who answers for a seat: for a rival the one person, of two the first player (HAG-FAQ-01, HAG-AMB-20)."""
    if p < t.humans:
        return p
    return g.first if t.humans > 1 else 0


def plays_on(t: Tables, g: State, p: int) -> bool:
    """Whether a seat has a turn to come: a rival as long as it has an agent (HAG-DECK-01, HAG-SOLO-13)."""
    pl = g.players[p]
    return pl.flags & SEAT_REVEALED == 0 and (p < t.humans or pl.agents > 0)
