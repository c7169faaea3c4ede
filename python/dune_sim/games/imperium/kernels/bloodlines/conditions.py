"""Conditions of Bloodlines."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.bloodlines.opcodes import TILE_COMMAND
from dune_sim.games.imperium.kernels.bloodlines.units import units_home, units_in
from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.opcodes import (
    TRASH_DISCARD,
    TRASH_HAND,
    TRASH_IN_PLAY,
    TURN_REVEAL,
    TURN_SENT,
    UNPRICED,
)
from dune_sim.games.imperium.kernels.sizes import FACTIONS, SKILLS, SLOTS
from dune_sim.games.imperium.kernels.zones import discard_of, hand_of, play_of, row_of
from dune_sim.kernel.layout import Op
from dune_sim.lang.intrinsics import Set, empty, nothing, only, popcount


def if_command(g: State, who: int, op: Op) -> bool:
    """Persuasion gathered in the own reveal turn, spent or not (BLD-COMMAND-01, 02, BLD-AMB-01)."""
    return g.turn & TURN_REVEAL != 0 and g.player == who and g.gathered >= op.a


def if_gained(g: State, who: int, op: Op) -> bool:
    return g.player == who and g.players[who].came >= op.a


def if_commanders(g: State, who: int, op: Op) -> bool:
    return g.players[who].fighting >= op.a


def if_garrison_units(g: State, who: int, op: Op) -> bool:
    return units_home(g, who) >= op.a


def if_units(g: State, who: int, op: Op) -> bool:
    return units_in(g, who, op.b) >= op.a


def if_tiles(g: State, who: int, op: Op) -> bool:
    return popcount(g.players[who].tiles) >= op.a


def if_tile(g: State, who: int, op: Op) -> bool:
    return op.a in g.players[who].tiles


def if_trashed_faction(t: Tables, g: State, op: Op) -> bool:
    return g.last_trashed != 0 and g.last_trashed - 1 in t.faction_cards[op.a]


def if_trashed_cost(t: Tables, g: State, op: Op) -> bool:
    """Starting cards have no printed cost."""
    if g.last_trashed == 0:
        return False
    cost = t.cost[t.design[g.last_trashed - 1]]
    return cost != UNPRICED and cost >= op.a


def if_ordinary(g: State) -> bool:
    return g.ordinary == 1


def if_on_icon(t: Tables, g: State, who: int, op: Op) -> bool:
    return g.players[who].board & t.spaces_of[op.a] != 0


def if_course_place(g: State, op: Op) -> bool:
    return g.sailed == op.a


def if_course_faction(g: State, op: Op) -> bool:
    return g.course_faction == op.a


def if_other_track(g: State, who: int) -> bool:
    """Another faction where the player has 2 influence or more."""
    for k in range(FACTIONS):
        if k != g.course_faction and g.players[who].influence[k] >= 2:
            return True
    return False


def if_intrigues(g: State, who: int, op: Op) -> bool:
    return popcount(g.intrigue[who] - g.laid) >= op.a


def if_sent(g: State, who: int) -> bool:
    """An agent was sent in this turn and still stands there."""
    return g.turn & TURN_SENT != 0 and g.player == who and (g.players[who].board >> max(0, g.space - 1)) & 1 == 1


def if_bonus(t: Tables, g: State) -> bool:
    for k in range(t.makers):
        if g.bonus[k] > 0:
            return True
    return False


def if_design_in_play(t: Tables, g: State, who: int, op: Op) -> bool:
    return not empty(play_of(g, who) & t.design_cards[op.a])


def if_row(t: Tables, g: State) -> bool:
    return not empty(row_of(t, g))


def costly(t: Tables, cards: Set[SLOTS], least: int) -> Set[SLOTS]:
    """Those of some cards with a printed cost of at least so much."""
    found: Set[SLOTS] = nothing()
    for slot in cards:
        if t.cost[t.design[slot]] != UNPRICED and t.cost[t.design[slot]] >= least:
            found |= only(slot)
    return found


def trashable(g: State, p: int, zones: int) -> Set[SLOTS]:
    """Own cards of some zones (TRASH_*)."""
    found: Set[SLOTS] = nothing()
    if zones & TRASH_HAND != 0:
        found |= hand_of(g, p)
    if zones & TRASH_DISCARD != 0:
        found |= discard_of(g, p)
    if zones & TRASH_IN_PLAY != 0:
        found |= play_of(g, p)
    return found


def if_costly(t: Tables, g: State, who: int, op: Op) -> bool:
    return not empty(costly(t, trashable(g, who, op.a), op.b))


def open_skills(g: State, p: int) -> int:
    """Skills on display that a player has not, a bit each (BLD-SKILL-01, 02)."""
    found = 0
    for d in range(SKILLS):
        found |= (1 if g.skills_shown[d] > 0 else 0) << d
    return found & ~g.players[p].skills


def if_skill_open(g: State, who: int) -> bool:
    return open_skills(g, who) != 0


def hire_cost(t: Tables, g: State, p: int) -> int:
    """Solari for hiring or recruiting a commander; discounts add up (BLD-CMD-01, 09, BLD-AMB-25)."""
    less = g.cheaper if g.player == p else 0
    less += popcount(g.players[p].tiles & t.standing[TILE_COMMAND])
    return max(0, t.commander_cost - less)


def if_hirable(t: Tables, g: State, who: int) -> bool:
    """A commander on the visited space that the player can pay (BLD-CMD-01, 02)."""
    if g.space == 0 or (g.commanders >> (g.space - 1)) & 1 == 0:
        return False
    return g.players[who].solari >= hire_cost(t, g, who)
