"""The hooks of Dune: Imperium besides its rules: who decides, policies, results."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.combat import rank_of
from dune_sim.games.imperium.kernels.layout import Pilot, State, Tables
from dune_sim.games.imperium.kernels.sizes import SEATS
from dune_sim.kernel.driver import uniform
from dune_sim.lang.intrinsics import i64, lowest, u64


def to_move(t: Tables, g: State) -> int:
    """The seat that decides; -1 once the game is over."""
    if g.stack.depth == 0:
        return -1
    return g.stack.frames[g.stack.depth - 1].who


def pick(t: Tables, g: State, pilot: Pilot, n: int) -> int:
    """Every legal action is equally likely."""
    return uniform(pilot, n)


def write_row(t: Tables, g: State, pilot: Pilot, out: i64[:], at: int) -> int:
    """One row per game; the columns are named by ROW_COLUMNS of the tables."""
    out[at] = lowest(u64(g.winners)) if g.winners != 0 else -1
    out[at + 1] = g.winners
    # the marker moves on once a round; a statistic asks who began
    out[at + 2] = (g.first + t.players * g.round - (g.round - 1)) % t.players
    out[at + 3] = g.round
    out[at + 4] = g.reason
    out[at + 5] = pilot.decisions
    for p in range(SEATS):
        pl = g.players[p]
        to = at + 6 + 5 * p
        here = p < t.players
        out[to] = rank_of(t, g, p) if here else -1
        out[to + 1] = pl.vp if here else -1
        out[to + 2] = pl.leader if here else -1
        out[to + 3] = pl.acquired if here else -1
        out[to + 4] = pl.played if here else -1
    return at + 6 + 5 * SEATS
