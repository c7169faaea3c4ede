"""What rivals add to rounds and turns (HAG-2P-06 to 08, HAG-SOLO-16)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.opcodes import SEAT_SWORDMASTER, TURN_REVEAL, TURN_SENT


def bring_third_agents(t: Tables, g: State) -> None:
    """The conflict card that lay on the third agents is turned up: they act from this round on (HAG-SOLO-07, 16)."""
    if g.round != t.third_agents:
        return
    for p in range(t.humans, t.players):
        pl = g.players[p]
        pl.flags = pl.flags | SEAT_SWORDMASTER
        pl.agents += 1


def owe_turn(t: Tables, g: State) -> None:
    """An agent turn of the first player, just ended, is followed by one of House Hagal (HAG-2P-06, 07, HAG-AMB-08)."""
    if t.seated == t.players or g.player != g.first or g.turn & (TURN_SENT | TURN_REVEAL) != TURN_SENT:
        return
    if g.players[t.players].agents > 0:
        g.owed = 1
