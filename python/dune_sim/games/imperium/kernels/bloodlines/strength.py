"""Strength of commanders, of their skills and of agents, tested whenever it is asked for (BLD-SKILL-04 to 07)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.conditions import all_hold
from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.opcodes import SEAT_SWORDMASTER
from dune_sim.lang.intrinsics import lowest, u64


def skill_swords(t: Tables, g: State, p: int) -> int:
    """Swords of own skills whose conditions hold now; none without a commander in the conflict (BLD-AMB-20)."""
    pl = g.players[p]
    if pl.fighting == 0:
        return 0
    n = 0
    x = u64(pl.skills)
    while x != 0:
        skill = t.skill[lowest(x)]
        if skill.swords != 0 and all_hold(t, g, p, skill.guard, skill.guards):
            n += skill.swords
        x = x & u64(x - 1)
    return n


def module_strength(t: Tables, g: State, p: int) -> int:
    """What a seat with a unit in the conflict has besides troops and swords (BLD-CMD-06, BLD-LEADER-11)."""
    pl = g.players[p]
    agent = t.third_agent_strength if pl.flags & SEAT_SWORDMASTER != 0 else t.agent_strength
    return pl.fighting * t.commander_strength + skill_swords(t, g, p) * t.sword_strength + pl.agents_fighting * agent
