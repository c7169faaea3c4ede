"""What a seat sees of a game of Dune: Imperium."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.players.layout import Sight


def features(t: Tables, g: State, seat: int, s: Sight) -> None:
    """The points of every seat, the own first."""
    for k in range(t.players):
        s.x[k] = g.players[(seat + k) % t.players].vp
