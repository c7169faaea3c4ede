"""What a person chooses for a rival (HAG-SOLO-24, 25, HAG-FAQ-01)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import ACT_FACTION
from dune_sim.games.imperium.kernels.hagal.opcodes import RIVAL_BEHIND, RIVAL_OTHER
from dune_sim.games.imperium.kernels.influence import influence_up, is_behind
from dune_sim.games.imperium.kernels.layout import Offer, State, Tables
from dune_sim.games.imperium.kernels.offers import offer_bits
from dune_sim.games.imperium.kernels.opcodes import ANSWERED
from dune_sim.games.imperium.kernels.sizes import FACTIONS
from dune_sim.kernel.layout import Frame, Op


def op_rival_influence(f: Frame) -> bool:
    """Steps with the faction of least influence; among equals a person chooses (HAG-SOLO-24, 25)."""
    return f.stage != 0


def rival_influence_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    """Those of least influence among the factions of the effect."""
    found = 0
    least = 255
    for k in range(FACTIONS):
        level = g.players[f.who].influence[k]
        if rival_may_gain(t, g, f, op, k) and level <= least:
            found = found | (1 << k) if level == least else 1 << k
            least = level
    offer_bits(q, ACT_FACTION, found)


def rival_may_gain(t: Tables, g: State, f: Frame, op: Op, faction: int) -> bool:
    """Whether the effect allows a faction."""
    if (op.c >> faction) & 1 == 0 or (op.b & RIVAL_OTHER != 0 and (f.b >> faction) & 1 == 1):
        return False
    return op.b & RIVAL_BEHIND == 0 or is_behind(t, g, f.who, faction)


def rival_influence_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    f.stage = ANSWERED
    faction = action - ACT_FACTION
    f.b = (f.b if op.b & RIVAL_OTHER != 0 else 0) | (1 << faction)
    influence_up(t, g, f.who, faction, op.a)
