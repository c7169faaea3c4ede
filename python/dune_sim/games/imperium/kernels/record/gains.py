"""What seats gain, pay and score, and where it comes from."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import ACT_BRANCH
from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.opcodes import (
    OP_COMBAT,
    OP_FINALE,
    OP_REWARDS,
    OP_VICTOR,
    TURN_SENT,
)
from dune_sim.games.imperium.kernels.players.layout import Tally
from dune_sim.games.imperium.kernels.record.columns import (
    COL_FROM_ACQUIRING,
    COL_FROM_CARDS,
    COL_FROM_CONFLICTS,
    COL_FROM_INTRIGUE,
    COL_OPENING,
    COL_PERSUASION_EARNED,
    COL_PERSUASION_SPENT,
    COL_RECRUITED,
    COL_SECOND,
    COL_SOLARI_EARNED,
    COL_SPACES,
    COL_SPICE_EARNED,
    COL_TRACKS,
    COL_WATER_EARNED,
    VISIT_ROUND,
    VISIT_TIMES,
    VISITS,
)
from dune_sim.games.imperium.kernels.record.counts import count, note_round, seat_count, seat_value, set_seat
from dune_sim.games.imperium.kernels.sizes import BOX_ITEMS, DESIGNS, INTRIGUES, ITEMS
from dune_sim.games.imperium.kernels.turns import SEND_PRICE


def just_sent(g: State, b: State) -> bool:
    """Whether an agent was sent just now."""
    return g.turn & TURN_SENT != 0 and b.turn & TURN_SENT == 0


def note_sent(t: Tables, g: State, b: State, y: Tally, who: int, action: int) -> None:
    """The space of an agent, and its price: what the space gives may be of the same kind."""
    if not just_sent(g, b):
        return
    space = g.space - 1
    count(y, who, VISITS + space, VISIT_TIMES, 1)
    note_round(y, who, VISITS + space, VISIT_ROUND, g.round)
    seat_count(y, who, COL_SPACES, 1)
    if g.round == 1:
        if seat_value(y, who, COL_OPENING) < 0:
            set_seat(y, who, COL_OPENING, space)
        elif seat_value(y, who, COL_SECOND) < 0:
            set_seat(y, who, COL_SECOND, space)
    spice = t.cost_spice[space]
    water = t.cost_water[space]
    solari = t.leader[g.players[who].leader].cost_solari[space]
    if t.options[space] != 0:
        asked = b.stack.frames[b.stack.depth - 1]
        one = t.option[t.first_option[space] + (action - ACT_BRANCH if asked.stage == SEND_PRICE else 0)]
        spice += one.spice
        water += one.water
        solari += one.solari
    pay(y, who, COL_SPICE_EARNED, spice)
    pay(y, who, COL_SOLARI_EARNED, solari)
    pay(y, who, COL_WATER_EARNED, water)


def pay(y: Tally, p: int, earned: int, n: int) -> None:
    """What was paid was there before: the difference that is noted next is as much smaller."""
    seat_count(y, p, earned, n)
    seat_count(y, p, earned + 1, n)


def flow(y: Tally, p: int, earned: int, came: int) -> None:
    """A difference of a resource; that of what was paid stands in the next column."""
    if came > 0:
        seat_count(y, p, earned, came)
    elif came < 0:
        seat_count(y, p, earned + 1, -came)


def note_resources(t: Tables, g: State, b: State, y: Tally, who: int, action: int) -> None:
    """Spice, solari and water of all seats, persuasion of the one that reveals."""
    sent = just_sent(g, b)
    for p in range(t.players):
        now = g.players[p]
        then = b.players[p]
        if sent and p == who:
            # the price is in both columns by now
            seat_count(y, p, COL_SPICE_EARNED, now.spice - then.spice)
            seat_count(y, p, COL_SOLARI_EARNED, now.solari - then.solari)
            seat_count(y, p, COL_WATER_EARNED, now.water - then.water)
        else:
            flow(y, p, COL_SPICE_EARNED, now.spice - then.spice)
            flow(y, p, COL_SOLARI_EARNED, now.solari - then.solari)
            flow(y, p, COL_WATER_EARNED, now.water - then.water)
    if g.turn != 0 and g.persuasion > b.persuasion:
        seat_count(y, g.player, COL_PERSUASION_EARNED, g.persuasion - b.persuasion)
    elif g.turn != 0:
        seat_count(y, g.player, COL_PERSUASION_SPENT, b.persuasion - g.persuasion)


def note_troops(t: Tables, g: State, b: State, y: Tally) -> None:
    """Troops from and to the supply."""
    for p in range(t.players):
        flow(y, p, COL_RECRUITED, b.players[p].supply - g.players[p].supply)


def note_points(t: Tables, g: State, b: State, y: Tally, p: int, at: int) -> None:
    """Points that were scored as they came, by what the game was at and whose program ran."""
    came = g.players[p].scored - b.players[p].scored
    phase = t.code[b.stack.frames[0].pc].code
    if phase == OP_REWARDS:
        seat_count(y, p, COL_FROM_CONFLICTS, came)
    elif phase == OP_COMBAT or phase == OP_VICTOR or phase == OP_FINALE:
        seat_count(y, p, COL_FROM_INTRIGUE, came)
    else:
        seat_count(y, p, source_of(t, at), came)


def source_of(t: Tables, at: int) -> int:
    """The column of a program in a turn: each reaches from its begin to that of the next."""
    first = 0
    found = COL_FROM_CARDS
    for d in range(DESIGNS):
        if first < t.acquire[d] <= at:
            first = t.acquire[d]
            found = COL_FROM_ACQUIRING
        if first < t.trashed[d] <= at:
            first = t.trashed[d]
            found = COL_FROM_CARDS
    for k in range(ITEMS):
        if first < t.item[k].pc <= at:
            first = t.item[k].pc
            found = COL_FROM_INTRIGUE if laid_item(t, k) else COL_FROM_CARDS
    for d in range(INTRIGUES):
        begin = t.plot[d].pc
        if first < begin <= at:
            first = begin
            found = COL_FROM_INTRIGUE
    return found


def laid_item(t: Tables, item: int) -> bool:
    """Whether an item comes from an intrigue card that lay open until the reveal turn."""
    for d in range(INTRIGUES):
        later = t.intrigue_later[d]
        for k in range(BOX_ITEMS):
            if later != 0 and t.later[later].items[k] == item:
                return True
    return False


def points_told(y: Tally, p: int) -> int:
    """Points whose source is known."""
    total = 0
    for column in range(COL_TRACKS, COL_FROM_CARDS + 1):
        total += seat_value(y, p, column)
    return total
