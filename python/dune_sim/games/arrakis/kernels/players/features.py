"""What a seat sees of a game of War for Arrakis."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.layout import State, Tables
from dune_sim.games.arrakis.kernels.players.layout import Sight


def features(t: Tables, g: State, seat: int, s: Sight) -> None:
    """The markers, and the supremacy."""
    for m in range(3):
        s.x[m] = g.marker[m]
    s.x[3] = g.supremacy
