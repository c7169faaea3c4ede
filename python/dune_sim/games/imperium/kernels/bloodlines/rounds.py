"""Setting Bloodlines up, the start of a round and its end (BLD-SETUP, BLD-BASE-01 to 03, BLD-TECH-19)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.bloodlines.commanders import turn_up_skills
from dune_sim.games.imperium.kernels.bloodlines.leaders import draw_twisted
from dune_sim.games.imperium.kernels.bloodlines.tech import set_up_tech
from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.sizes import SKILLS
from dune_sim.lang.intrinsics import nothing


def set_up_module(t: Tables, g: State) -> None:
    """Commanders on their spaces and in the bank, skills on display, stacks of tiles (BLD-SETUP-01 to 06)."""
    if t.bloodlines == 0:
        return
    g.commanders = t.commander_start
    g.bank = t.bank_start
    g.counted = 1
    for p in range(t.players):
        g.players[p].counted = 1
    for d in range(SKILLS):
        g.skill_stack[d] = t.skill_tiles[d]
    turn_up_skills(t, g)
    if t.tech == 1:
        set_up_tech(t, g)


def begin_round(t: Tables, g: State) -> None:
    """Tiles turn up again, and a leader draws a twisted card."""
    g.turned = nothing()
    draw_twisted(t, g)


def end_round(g: State, p: int) -> None:
    """Agents that fought come home with the others; what waited for a card of this round is over."""
    g.players[p].agents_fighting = 0
    g.players[p].boost = 0
