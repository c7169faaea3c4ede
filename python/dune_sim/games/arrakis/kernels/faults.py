"""Invariants: what must hold after every action."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.boards import desert, on_map
from dune_sim.games.arrakis.kernels.figures import NAMED_END, UNIT_BITS, part, side_of, unit_count, unit_limit
from dune_sim.games.arrakis.kernels.layout import (
    AREAS,
    ATREIDES,
    HARKONNEN,
    SEATS,
    SIETCHES,
    TANK_SPACES,
    TEAMS,
    TOKENS,
    State,
    Tables,
)
from dune_sim.games.arrakis.kernels.mahdi.layout import MAHDI
from dune_sim.games.arrakis.kernels.opcodes import AT_LOST, AT_OUT, AT_TANK, PHASE_ACTIONS
from dune_sim.games.arrakis.kernels.teams.faults import team_fault
from dune_sim.games.arrakis.kernels.teams.layout import ALLY
from dune_sim.games.arrakis.kernels.turns import unused_dice
from dune_sim.games.arrakis.kernels.vehicles import active_row
from dune_sim.lang.intrinsics import empty, popcount, u64

#: numbers of the invariants, in the order they are tested
FAULT_FIGURES = 1  # figures on the map and in the pool do not add up to the box
FAULT_BOARDS = 2  # boards of legions, leaders or tokens do not match the figures
FAULT_BOTH = 3  # both factions in one area
FAULT_LIMIT = 4  # more units than an area may hold
FAULT_LEADER = 5  # a leader nowhere, alone, or not in the tank it should be in
FAULT_TOKEN = 6  # a deployment token at an impossible place
FAULT_CARDS = 7  # a planning card twice, or unknown
FAULT_DICE = 8  # action dice appeared or vanished
FAULT_PRESCIENCE = 9  # a prescience card twice
FAULT_VEHICLES = 10  # more vehicles than figures, or two flyers in a zone
FAULT_WORMS = 11  # more worms than figures, worms outside desert, Wild Maker without its worm
FAULT_SIGNS = 12  # wormsigns outside desert or more than there are
FAULT_TRACKS = 13  # a marker off its track
FAULT_BENE_GESSERIT = 14  # more tokens than there are
FAULT_QUESTION = 15  # nothing to answer, or an answer without a question
FAULT_SETTLEMENTS = 16  # sietches, settlements or enemies at the wrong place
FAULT_OBJECTIVES = 17  # objectives appeared or vanished


def figures_fault(t: Tables, g: State) -> bool:
    for who in range(2):
        for kind in range(4):
            many = g.pool[who][kind]
            for a in range(AREAS):
                if a in g.legions[who]:
                    many += part(g.legion[a], kind)
            if many != t.figures[who][kind]:
                return True
    return False


def boards_fault(g: State) -> bool:
    """Boards are what the figures say."""
    for a in range(AREAS):
        token = False
        for k in range(TOKENS):
            token = token or g.token_at[k] == a
        if token != (a in g.tokens):
            return True
        units = g.legion[a] & UNIT_BITS != 0
        if MAHDI != 0:
            units = units or a in g.h_tokens
        if (units or token) != (a in g.legions[0] or a in g.legions[1]) or (token and a not in g.legions[1]):
            return True
        if not units and not token and g.legion[a] != 0:
            return True
    for who in range(2):
        for a in range(AREAS):
            led = g.legion[a] >> 12 != 0 and a in g.legions[who]
            for k in range(NAMED_END):
                led = led or (g.leader_at[k] == a and side_of(k) == who)
            if led != (a in g.led[who]):
                return True
    return False


def limit_fault(t: Tables, g: State) -> bool:
    """Nobody holds more units than allowed, except while the owner is asked which to remove."""
    for k in range(g.stack.depth):
        pc = g.stack.frames[k].pc
        if t.pc_limit <= pc <= t.pc_limit + 1:
            return False
    for who in range(2):
        for a in g.legions[who]:
            if unit_count(g, a) > unit_limit(t, g, who):
                return True
    return False


def leader_fault(t: Tables, g: State) -> bool:
    for k in range(NAMED_END):
        place = g.leader_at[k]
        if on_map(place):
            if place not in g.legions[side_of(k)] and not tank_pending(t, g):
                return True
        else:
            found = 0
            for j in range(TANK_SPACES):
                found += int(g.tank[side_of(k)][j] == k + 1)
                if TEAMS != 0:
                    found += int(g.tank[side_of(k) + ALLY][j] == k + 1)
            if found != int(place == AT_TANK) or place > AT_LOST:
                return True
    return False


def tank_pending(t: Tables, g: State) -> bool:
    """Whether leaders are on their way to the tank."""
    for k in range(g.stack.depth):
        if t.pc_tank <= g.stack.frames[k].pc <= t.pc_tank + 1:
            return True
    return False


def token_fault(g: State) -> bool:
    for k in range(TOKENS):
        place = g.token_at[k]
        if AREAS <= place < AT_OUT or place > AT_LOST:
            return True
    return False


def dice_fault(t: Tables, g: State) -> bool:
    """Unused, used, surplus and lost dice are all there in the action phase."""
    if g.phase != PHASE_ACTIONS:
        return False
    for who in range(2):
        many = t.dice[who] - (t.row_dice[active_row(g)] if who == HARKONNEN else 0)
        seen = unused_dice(g, who) + g.used[who] + g.surplus[who] + g.lost_dice[who]
        if TEAMS != 0:
            seen += g.used[who + ALLY] + g.surplus[who + ALLY] + g.lost_dice[who + ALLY]
        if MAHDI != 0 and who == HARKONNEN and g.mahdi == 1 and seen + g.blocked != t.dice[who]:
            return True
        # a card may move an Imperium marker after the dice were set aside
        if who == ATREIDES and seen != many + g.bg_placed[who]:
            return True
        if seen > t.dice[who] + g.bg_placed[who]:
            return True
    return False


def cards_fault(g: State) -> bool:
    for who in range(2):
        if g.hand[who] & g.deck[who] != 0 or (g.hand[who] | g.deck[who]) >> 36 != 0:
            return True
    return False


def vehicles_fault(t: Tables, g: State) -> bool:
    if popcount(g.harvesters) > t.vehicles[0] or popcount(u64(g.ornithopters)) > t.vehicles[1]:
        return True
    return popcount(u64(g.carryalls)) > t.vehicles[2] or g.ornithopters & g.carryalls != 0


def desert_fault(t: Tables, g: State) -> int:
    """Worms and wormsigns."""
    wild = on_map(g.wild_at)
    if popcount(g.worms) - int(wild) > t.worms or (wild and g.wild_at not in g.worms):
        return FAULT_WORMS
    if not empty(g.worms - desert(t, g)):
        return FAULT_WORMS
    if not empty(g.signs - desert(t, g)):
        return FAULT_SIGNS
    if popcount(g.signs) > g.unseen[0] + g.unseen[1] + g.unseen[2]:
        return FAULT_SIGNS
    return 0


def tracks_fault(t: Tables, g: State) -> bool:
    for m in range(3):
        if g.marker[m] > t.track_length[m] or g.imperium[m] > 4:
            return True
    return g.supremacy > t.supremacy_end or g.reserve > t.reserve_limit


def towns_fault(t: Tables, g: State) -> bool:
    """Sietches where they should be, no enemy and no harvester in one."""
    many = 0
    for k in range(SIETCHES):
        if on_map(g.sietch_at[k]):
            many += 1
            if g.sietch_at[k] not in g.sietches:
                return True
    if many != popcount(g.sietches):
        return True
    invaded = (g.sietches & g.legions[HARKONNEN]) | (g.settlements & g.legions[ATREIDES])
    return not empty(invaded | (g.sietches & g.harvesters))


def question_fault(t: Tables, g: State) -> bool:
    """A running game asks a seat; a finished one asks nothing."""
    if TEAMS != 0 and team_fault(t, g):
        return True
    return (g.winner != 0) != (g.stack.depth == 0) or g.decider >= SEATS


def first_faults(t: Tables, g: State) -> int:
    if figures_fault(t, g):
        return FAULT_FIGURES
    if boards_fault(g):
        return FAULT_BOARDS
    if not empty(g.legions[0] & g.legions[1]):
        return FAULT_BOTH
    if limit_fault(t, g):
        return FAULT_LIMIT
    if leader_fault(t, g):
        return FAULT_LEADER
    if token_fault(g):
        return FAULT_TOKEN
    if cards_fault(g):
        return FAULT_CARDS
    if dice_fault(t, g):
        return FAULT_DICE
    return 0


def fault(t: Tables, g: State) -> int:
    """Number of a broken invariant, 0 if all is well."""
    early = first_faults(t, g)
    if early != 0:
        return early
    if g.row & g.deck_prescience != 0 or (g.row | g.deck_prescience) & g.scored != 0:
        return FAULT_PRESCIENCE
    if vehicles_fault(t, g):
        return FAULT_VEHICLES
    sand = desert_fault(t, g)
    if sand != 0:
        return sand
    if tracks_fault(t, g):
        return FAULT_TRACKS
    if g.bg[0] + g.bg[1] + g.bg_supply > t.tokens_in_all:
        return FAULT_BENE_GESSERIT
    if question_fault(t, g):
        return FAULT_QUESTION
    if towns_fault(t, g):
        return FAULT_SETTLEMENTS
    if g.objective & g.objectives_left != 0 or g.objective | g.objectives_left != 63 or g.objective == 0:
        return FAULT_OBJECTIVES
    if MAHDI != 0 and g.mahdi == 1:
        return mahdi_fault(t, g)
    return 0
