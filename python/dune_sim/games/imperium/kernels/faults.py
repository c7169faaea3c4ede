"""Invariants: the number of the first one that is broken."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.agents import own_agents
from dune_sim.games.imperium.kernels.bloodlines.faults import module_fault
from dune_sim.games.imperium.kernels.hagal.faults import rival_fault
from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.opcodes import OP_PLACE
from dune_sim.games.imperium.kernels.seats import is_rival, scores, seats_of
from dune_sim.games.imperium.kernels.sizes import (
    BLOODLINES,
    FACTIONS,
    FRAMES,
    INTRIGUES,
    LEADERS,
    LOST,
    POOL,
    RIVALS,
    SEATS,
    SLOTS,
    TOPS,
)
from dune_sim.games.imperium.kernels.stock import MOST_RESOURCES, MOST_SCORED, MOST_SMALL
from dune_sim.games.imperium.kernels.zones import deck_of, row_of, stock_of, tops_before, unowned
from dune_sim.lang.intrinsics import Set, empty, nothing, popcount, u64

FAULT_CARD_TWICE = 1
FAULT_CARD_UNKNOWN = 2
FAULT_STARTERS = 3
FAULT_ROW = 4
FAULT_ASIDE = 5
FAULT_TOPS = 6
FAULT_INTRIGUE_TWICE = 7
FAULT_INTRIGUE_UNKNOWN = 8
FAULT_LAID = 9
FAULT_TROOPS = 10
FAULT_AGENTS = 11
FAULT_POINTS = 12
FAULT_INFLUENCE = 13
FAULT_ALLIANCE = 14
FAULT_CONTROL = 15
FAULT_POOL = 16
FAULT_LEADERS = 17
FAULT_CONFLICTS = 18
FAULT_STACK = 19
FAULT_SEAT = 20
FAULT_MENTAT = 21
FAULT_TOKENS = 22
FAULT_LOST = 23
FAULT_RESERVE = 24
FAULT_STOCK = 25
FAULT_ABSENT = 26
FAULT_BOARD = 27
FAULT_SEEN = 28



def row_gap(t: Tables, g: State) -> int:
    """1 while a card just taken from the row has no place yet."""
    if g.stack.depth == 0:
        return 0
    f = g.stack.frames[g.stack.depth - 1]
    return f.a if t.code[f.pc].code == OP_PLACE else 0


def card_fault(t: Tables, g: State) -> int:
    """Each card belongs to one seat or nobody, starters to their own seat, and lies in one zone."""
    owned: Set[SLOTS] = nothing()
    for p in range(SEATS):
        if not empty(owned & g.own[p]):
            return FAULT_CARD_TWICE
        owned |= g.own[p]
        if not empty(g.own[p] - (t.own_start[p] | t.imperium | t.reserve)):
            return FAULT_STARTERS
    if not empty((owned | g.za | g.zb) - t.cards):
        return FAULT_CARD_UNKNOWN
    row = row_of(t, g)
    stock = stock_of(t, g)
    if not empty(row - t.imperium) or not empty(stock - (t.imperium | t.reserve)):
        return FAULT_ROW
    if not empty(unowned(t, g) & t.reserve & (g.za | g.zb)):
        return FAULT_RESERVE
    if not empty(g.seen - (owned & g.za & ~g.zb)):
        return FAULT_SEEN
    full = t.row_size - row_gap(t, g)
    if popcount(row) > full or (popcount(row) < full and not empty(stock & t.imperium)):
        return FAULT_ROW
    aside = unowned(t, g) & g.zb & ~g.za
    if popcount(aside) != (1 if g.aside != 0 else 0) or g.aside_seat >= t.players:
        return FAULT_ASIDE
    if g.aside != 0 and g.aside - 1 not in aside:
        return FAULT_ASIDE
    return 0


def tops_fault(t: Tables, g: State, p: int) -> int:
    """Known top cards are different cards of the deck; who always knows the top card does."""
    at = tops_before(g, p)
    if at + g.players[p].tops > TOPS:
        return FAULT_TOPS
    for k in range(at, at + g.players[p].tops):
        slot = g.top[k]
        if slot not in deck_of(g, p):
            return FAULT_TOPS
        for j in range(at, k):
            if g.top[j] == slot:
                return FAULT_TOPS
    return 0


def intrigue_fault(t: Tables, g: State) -> int:
    """Each intrigue card in one hand or the deck, else played; face-up ones belong to somebody."""
    held: Set[INTRIGUES] = nothing()
    for p in range(SEATS):
        if not empty((held | g.intrigue_deck) & g.intrigue[p]):
            return FAULT_INTRIGUE_TWICE
        held |= g.intrigue[p]
    known = t.intrigues
    if BLOODLINES != 0:
        known |= t.twisted
    if not empty((held | g.intrigue_deck) - known):
        return FAULT_INTRIGUE_UNKNOWN
    if not empty(g.laid - held):
        return FAULT_LAID
    for p in range(SEATS):
        for k in range(LOST):
            if g.players[p].lost[k] > INTRIGUES:
                return FAULT_LOST
    return 0


def points_of(t: Tables, g: State, p: int) -> int:
    """Points by their sources: start, cards and conflicts, levels, alliances."""
    if RIVALS != 0 and not scores(t, p):
        return 0
    n = t.start_vp + g.players[p].scored
    for faction in range(FACTIONS):
        if g.players[p].influence[faction] >= t.track[faction].vp_level:
            n += t.track[faction].vp
        if g.alliance[faction] == p + 1:
            n += t.track[faction].alliance_vp
    return n


def player_fault(t: Tables, g: State, p: int) -> int:
    """Troops, agents, points, limits of one seat."""
    pl = g.players[p]
    if pl.garrison + pl.supply + pl.conflict != t.troops:
        return FAULT_TROOPS
    out = popcount(u64(pl.board)) + (1 if pl.stacked != 0 else 0)
    if BLOODLINES != 0:
        out += pl.agents_fighting
    if pl.agents + out != own_agents(t, g, p):
        return FAULT_AGENTS
    if pl.stacked != 0 and (pl.board >> (pl.stacked - 1)) & 1 == 0:
        return FAULT_AGENTS
    if pl.board & ~t.all_spaces != 0 or (pl.voice != 0 and (t.all_spaces >> (pl.voice - 1)) & 1 == 0):
        return FAULT_BOARD
    if pl.spice > MOST_RESOURCES or pl.solari > MOST_RESOURCES or pl.water > MOST_SMALL:
        return FAULT_STOCK
    if pl.scored > MOST_SCORED or pl.vp != points_of(t, g, p):
        return FAULT_POINTS
    for faction in range(FACTIONS):
        if pl.influence[faction] > t.track[faction].top:
            return FAULT_INFLUENCE
    if RIVALS != 0 and is_rival(t, p):
        return 0
    if pl.leader >= LEADERS or (g.round > 0 and (t.leaders >> pl.leader) & 1 == 0):
        return FAULT_LEADERS
    for other in range(p):
        if g.round > 0 and g.players[other].leader == pl.leader:
            return FAULT_LEADERS
    return tops_fault(t, g, p)


def absent_fault(g: State, p: int) -> int:
    """A seat without a player has nothing."""
    pl = g.players[p]
    pieces = pl.garrison + pl.supply + pl.conflict + pl.agents + pl.board + pl.vp + pl.tops
    cardless = empty(g.own[p]) and empty(g.intrigue[p])
    return 0 if cardless and pieces == 0 else FAULT_ABSENT


def alliance_fault(t: Tables, g: State, faction: int) -> int:
    """With nothing pending a token is with one of the highest players at its level or above, else on the board."""
    holder = g.alliance[faction]
    if holder > seats_of(t):
        return FAULT_ALLIANCE
    if g.stack.depth > 1:
        return 0
    least = t.track[faction].alliance_level
    if holder != 0:
        least = g.players[max(0, holder - 1)].influence[faction] + 1
        if least <= t.track[faction].alliance_level:
            return FAULT_ALLIANCE
    for p in range(seats_of(t)):
        if g.players[p].influence[faction] >= least:
            return FAULT_ALLIANCE
    return 0


def pool_fault(t: Tables, g: State) -> int:
    """Items rise, and unused places are clear."""
    if g.items > POOL:
        return FAULT_POOL
    for k in range(POOL):
        if (k < g.items) != (g.pool[k] != 0):
            return FAULT_POOL
        if 0 < k < g.items and g.pool[k] < g.pool[max(0, k - 1)]:
            return FAULT_POOL
    if g.persuasion > MOST_SMALL or max(g.recruited, g.deployed) > MOST_SMALL or g.placed > g.deployed:
        return FAULT_STOCK
    return 0


def board_fault(t: Tables, g: State) -> int:
    """Tokens, control, pool, conflicts."""
    for faction in range(FACTIONS):
        wrong = alliance_fault(t, g, faction)
        if wrong != 0:
            return wrong
        if g.control[faction] > t.players:
            return FAULT_CONTROL
    all_conflicts = t.level_conflicts[1] | t.level_conflicts[2] | t.level_conflicts[3]
    seen = popcount(u64(all_conflicts)) - popcount(u64(g.conflicts))
    if seen != g.round or g.round > t.rounds or (g.conflict == 0) != (g.round == 0):
        return FAULT_CONFLICTS
    if g.conflict != 0 and (g.conflicts >> max(0, g.conflict - 1)) & 1 == 1:
        return FAULT_CONFLICTS
    if g.mentat > t.players or g.mentat_next > t.players:
        return FAULT_MENTAT
    laid = popcount(u64(g.tokens))
    if laid > 2 or (g.round > 0 and laid == 1):
        return FAULT_TOKENS
    return pool_fault(t, g)


def fault(t: Tables, g: State) -> int:
    """Number of a broken invariant, 0 if all is well."""
    wrong = max(max(card_fault(t, g), intrigue_fault(t, g)), board_fault(t, g))
    if wrong != 0:
        return wrong
    for p in range(seats_of(t)):
        wrong = player_fault(t, g, p)
        if wrong != 0:
            return wrong
    for p in range(seats_of(t), SEATS):
        if absent_fault(g, p) != 0:
            return FAULT_ABSENT
    if g.stack.depth > FRAMES or (g.reason != 0 and g.winners != 0) != (g.stack.depth == 0):
        return FAULT_STACK
    if g.first >= t.players or g.player >= seats_of(t):
        return FAULT_SEAT
    if BLOODLINES != 0:
        wrong = module_fault(t, g)
    if RIVALS != 0 and wrong == 0:
        wrong = rival_fault(t, g)
    return wrong
