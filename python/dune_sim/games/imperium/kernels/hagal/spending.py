"""What rivals own and what they spend for points (HAG-SOLO-15, HAG-AMB-11)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.intrigue import draw_intrigue, held_intrigue
from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.troops import score
from dune_sim.kernel.layout import Frame, Op
from dune_sim.lang.intrinsics import lowest, only, popcount


def spend(t: Tables, g: State, p: int) -> None:
    """Every complete set for a point each, as soon as it is there."""
    pl = g.players[p]
    while pl.spice >= t.spent_spice:
        pl.spice -= t.spent_spice
        score(g, p, 1)
    while pl.solari >= t.spent_solari:
        pl.solari -= t.spent_solari
        score(g, p, 1)
    while pl.water >= t.spent_water:
        pl.water -= t.spent_water
        score(g, p, 1)
    while popcount(held_intrigue(g, p)) >= t.spent_intrigue:
        spend_intrigue(t, g, p)
        score(g, p, 1)


def spend_intrigue(t: Tables, g: State, p: int) -> None:
    """A set to the discard pile. As each card drawn is followed by spending, there is never more than a set."""
    for _ in range(t.spent_intrigue):
        g.intrigue[p] -= only(lowest(held_intrigue(g, p)))


def draw_rival_intrigue(t: Tables, g: State, p: int) -> None:
    """One intrigue card, face down; it counts for a set at once."""
    draw_intrigue(t, g, p)
    spend(t, g, p)


def op_rival_spend(t: Tables, g: State, f: Frame) -> None:
    spend(t, g, f.who)


def op_rival_intrigue(t: Tables, g: State, f: Frame, op: Op) -> None:
    for _ in range(op.a):
        draw_rival_intrigue(t, g, f.who)
