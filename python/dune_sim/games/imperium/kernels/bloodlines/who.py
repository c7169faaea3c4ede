"""Whose leader does something of its own, and what is missing without one (BLD-LEADER-10)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.bloodlines.opcodes import LEADER_SPACE
from dune_sim.games.imperium.kernels.layout import State, Tables


def seat_that(t: Tables, g: State, does: int) -> int:
    """The person whose leader does something (LEADER_*), -1 for nobody's."""
    for p in range(t.humans):
        if t.leader[g.players[p].leader].does == does:
            return p
    return -1


def missing_space(t: Tables, g: State) -> int:
    """The space of a leader who does not play, one bit."""
    if t.leader_space == 0 or seat_that(t, g, LEADER_SPACE) >= 0:
        return 0
    return 1 << (t.leader_space - 1)
