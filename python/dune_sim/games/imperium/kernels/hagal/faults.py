"""Invariants of rivals."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.hagal.setup import NOBODY
from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.sizes import HAGALS
from dune_sim.lang.intrinsics import empty, popcount

FAULT_RIVALS = 29


def rival_fault(t: Tables, g: State) -> int:
    """Something about rivals that cannot be: their deck, their leaders, cards of the own, sets not spent."""
    if not empty(g.hagal - t.hagal_cards) or empty(g.hagal) != empty(t.hagal_cards) or g.hagal_card > HAGALS:
        return FAULT_RIVALS
    if g.owed > 1 or (g.owed == 1 and t.seated == t.players):
        return FAULT_RIVALS
    for p in range(t.humans, t.seated):
        if leader_wrong(t, g, p) or not empty(g.own[p]) or unspent(t, g, p):
            return FAULT_RIVALS
    return 0


def leader_wrong(t: Tables, g: State, p: int) -> bool:
    """A rival has a leader that rivals may have and nobody else has; House Hagal has none."""
    leader = g.players[p].leader
    if p >= t.players:
        return leader != NOBODY
    if g.round == 0:
        return False
    for seat in range(p):
        if g.players[seat].leader == leader:
            return True
    return (t.rival_leaders >> leader) & 1 == 0


def unspent(t: Tables, g: State, p: int) -> bool:
    """Whether a set was not spent; House Hagal owns nothing at all."""
    pl = g.players[p]
    held = popcount(g.intrigue[p])
    if p >= t.players:
        return pl.spice + pl.solari + pl.water + pl.vp + held > 0
    rich = pl.spice >= t.spent_spice or pl.solari >= t.spent_solari or pl.water >= t.spent_water
    return rich or held >= t.spent_intrigue
