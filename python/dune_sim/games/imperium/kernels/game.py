"""The hooks of Dune: Imperium besides its rules: who decides, policies, results."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.combat import rank_of
from dune_sim.games.imperium.kernels.layout import Pilot, State, Tables
from dune_sim.games.imperium.kernels.rows import (
    ROW_ACQUIRED,
    ROW_DECISIONS,
    ROW_FIRST,
    ROW_LEADER,
    ROW_PLAYED,
    ROW_POINTS,
    ROW_RANK,
    ROW_REASON,
    ROW_ROUNDS,
    ROW_STRIDE,
    ROW_WIDTH,
    ROW_WINNER,
    ROW_WINNERS,
)
from dune_sim.games.imperium.kernels.seats import decider
from dune_sim.games.imperium.kernels.sizes import RIVALS, SEATS
from dune_sim.kernel.driver import uniform
from dune_sim.lang.intrinsics import i64, lowest, u64


def to_move(t: Tables, g: State) -> int:
    """The seat that decides, for rivals as well; -1 once the game is over."""
    if g.stack.depth == 0:
        return -1
    if RIVALS != 0:
        return decider(t, g, g.stack.frames[g.stack.depth - 1].who)
    return g.stack.frames[g.stack.depth - 1].who


def plain(t: Tables, g: State, pilot: Pilot, n: int) -> int:
    """Every legal action is equally likely."""
    return uniform(pilot, n)


def write_row(t: Tables, g: State, pilot: Pilot, out: i64[:], at: int) -> int:
    """One row per game; see rows.py."""
    out[at + ROW_WINNER] = lowest(u64(g.winners)) if g.winners != 0 else -1
    out[at + ROW_WINNERS] = g.winners
    # the marker moves on once a round; a statistic asks who began
    out[at + ROW_FIRST] = (g.first + t.players * g.round - (g.round - 1)) % t.players
    out[at + ROW_ROUNDS] = g.round
    out[at + ROW_REASON] = g.reason
    out[at + ROW_DECISIONS] = pilot.decisions
    for p in range(SEATS):
        pl = g.players[p]
        to = at + ROW_STRIDE * p
        here = p < t.players
        out[to + ROW_RANK] = rank_of(t, g, p) if here else -1
        out[to + ROW_POINTS] = pl.vp if here else -1
        out[to + ROW_LEADER] = pl.leader if here else -1
        out[to + ROW_ACQUIRED] = pl.acquired if here else -1
        out[to + ROW_PLAYED] = pl.played if here else -1
    return at + ROW_WIDTH
