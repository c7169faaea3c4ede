"""Troops and commanders together: counting them, and what comes of leaving the conflict (BLD-CMD, BLD-AMB-05)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.bloodlines.opcodes import (
    IN_CONFLICT,
    IN_GARRISON,
    LEADER_TACTICS,
    UNIT_CONFLICT_COMMANDER,
    UNIT_CONFLICT_TROOP,
    UNIT_GARRISON_COMMANDER,
    UNIT_GARRISON_TROOP,
)
from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.stock import gain


def troops_fighting(g: State, p: int) -> int:
    """Troops and commanders in the conflict; an agent there is neither."""
    pl = g.players[p]
    return pl.conflict + pl.fighting


def units_fighting(g: State, p: int) -> int:
    """Everything with strength in the conflict (BLD-CMD-06, BLD-LEADER-11)."""
    pl = g.players[p]
    return pl.conflict + pl.fighting + pl.agents_fighting


def units_home(g: State, p: int) -> int:
    """Troops and commanders in the garrison."""
    pl = g.players[p]
    return pl.garrison + pl.guards


def units_in(g: State, p: int, places: int) -> int:
    """Units in some places (IN_*)."""
    n = units_home(g, p) if places & IN_GARRISON != 0 else 0
    return n + (troops_fighting(g, p) if places & IN_CONFLICT != 0 else 0)


def move_tactics(t: Tables, g: State, p: int, n: int) -> None:
    """Units that left the conflict move the marker of one leader, who is paid on the way (BLD-LEADER-01 to 03, 15).

    What goes beyond the last field is lost; the marker is back where it started.
    """
    if n == 0 or t.leader[g.players[p].leader].does != LEADER_TACTICS or g.tactics == 0:
        return
    before = g.tactics
    after = min(t.tactics_end, before + n)
    if before < t.tactics_spice <= after:
        gain(g.players[p], 1, 0, 0)
    if after == t.tactics_end:
        gain(g.players[p], 0, 0, 1)
        after = t.tactics_start
    g.tactics = after


def retreat(t: Tables, g: State, p: int, troops: int, commanders: int) -> None:
    """From the conflict to the garrison (IMP-COMBAT-19, BLD-CMD-12)."""
    pl = g.players[p]
    pl.conflict -= troops
    pl.garrison += troops
    pl.fighting -= commanders
    pl.guards += commanders
    move_tactics(t, g, p, troops + commanders)


def losable(g: State, p: int, places: int) -> int:
    """Units of some places that can be lost, a bit for each UNIT_*."""
    pl = g.players[p]
    found = 0
    if places & IN_GARRISON != 0:
        found |= (1 << UNIT_GARRISON_TROOP) if pl.garrison > 0 else 0
        found |= (1 << UNIT_GARRISON_COMMANDER) if pl.guards > 0 else 0
    if places & IN_CONFLICT != 0:
        found |= (1 << UNIT_CONFLICT_TROOP) if pl.conflict > 0 else 0
        found |= (1 << UNIT_CONFLICT_COMMANDER) if pl.fighting > 0 else 0
    return found


def lose_unit(t: Tables, g: State, p: int, unit: int) -> None:
    """A unit goes to its owner's supply (BLD-AMB-04)."""
    pl = g.players[p]
    if unit == UNIT_GARRISON_TROOP:
        pl.garrison -= 1
        pl.supply += 1
    elif unit == UNIT_CONFLICT_TROOP:
        pl.conflict -= 1
        pl.supply += 1
    elif unit == UNIT_GARRISON_COMMANDER:
        pl.guards -= 1
        pl.resting += 1
    else:
        pl.fighting -= 1
        pl.resting += 1
    if unit == UNIT_CONFLICT_TROOP or unit == UNIT_CONFLICT_COMMANDER:
        move_tactics(t, g, p, 1)


def units_go_home(t: Tables, g: State, p: int) -> None:
    """After the combat commanders go to the own supply, with all troops (BLD-CMD-07, BLD-AMB-19)."""
    pl = g.players[p]
    if t.cleanup_counts == 1:
        move_tactics(t, g, p, troops_fighting(g, p))
    pl.resting += pl.fighting
    pl.fighting = 0
