"""Invariants of shared factions."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.layout import TANK_SPACES, State, Tables
from dune_sim.games.arrakis.kernels.opcodes import PHASE_ACTIONS
from dune_sim.games.arrakis.kernels.teams.layout import ALLY
from dune_sim.games.arrakis.kernels.teams.members import FACES, dice_on


def team_fault(t: Tables, g: State) -> bool:
    """Boards of allies are bare unless two people share; dice lie on slots; a shared turn is that of its faction."""
    for who in range(2):
        ally = who + ALLY
        if t.shared[who] == 0:
            if dice_on(g, ally) + g.used[ally] + g.surplus[ally] + g.lost_dice[ally] != 0:
                return True
            for k in range(TANK_SPACES):
                if g.tank[ally][k] != 0:
                    return True
        for k in range(FACES):
            if g.dice[who][k] > t.slots[who][k] or g.dice[ally][k] > t.slots[ally][k]:
                return True
    return turn_fault(t, g)


def turn_fault(t: Tables, g: State) -> bool:
    """Who has the turn of a shared faction plays that faction; nobody has one outside the action phase."""
    if g.taker == 0 or g.acting == 0:
        return g.taker != g.acting
    if g.phase != PHASE_ACTIONS and g.winner == 0:
        return True
    return (g.taker - 1) & 1 != g.active or (g.acting - 1) & 1 != g.active or t.shared[g.active] == 0
