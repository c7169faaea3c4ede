"""Fights with rivals: the cards they turn over, what they win (HAG-COMBAT, HAG-SOLO-17 to 20, HAG-2P-10)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.agents import seat_after
from dune_sim.games.imperium.kernels.hagal.deck import turn_over
from dune_sim.games.imperium.kernels.hagal.opcodes import HAGAL_RESHUFFLE, OP_RIVAL_INFLUENCE, OP_RIVAL_INTRIGUE
from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.seats import is_rival
from dune_sim.games.imperium.kernels.stock import MOST_SMALL
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.stack import jump


def op_rival_swords(t: Tables, g: State, f: Frame, op: Op) -> None:
    """A card for each rival with a troop in the conflict, in turn order, before anybody plays (HAG-COMBAT-01 to 06)."""
    for k in range(t.players):
        p = seat_after(t, g.first, k)
        if is_rival(t, p):
            add_swords(t, g, p)
    if t.seated > t.players:
        add_swords(t, g, t.players)
    jump(f, op.a)


def add_swords(t: Tables, g: State, p: int) -> None:
    """Of the card only its swords count; Reshuffle is carried out and gives way to another one (HAG-COMBAT-03)."""
    if g.players[p].conflict == 0:
        return
    d = turn_over(t, g)
    while t.hagal[d].does == HAGAL_RESHUFFLE:
        d = turn_over(t, g)
    g.players[p].swords = min(MOST_SMALL, g.players[p].swords + t.hagal[d].swords)


def rival_reward(t: Tables, g: State, rank: int) -> int:
    """Program of the first or second reward of this conflict for a rival."""
    return t.rival_reward[g.conflict - 1][rank - 1]


def gives_influence(op: Op) -> bool:
    """Whether an instruction of a reward brings a rival influence of no named faction."""
    return op.code == OP_RIVAL_INFLUENCE


def gives_intrigue(op: Op) -> bool:
    return op.code == OP_RIVAL_INTRIGUE


def free_contested_space(t: Tables, g: State) -> None:
    """House Hagal won the conflict for a space: whoever controls that takes the marker back (HAG-2P-09, 10)."""
    space = t.conflict_space[g.conflict - 1]
    if space != 0:
        g.control[space - 1] = 0
