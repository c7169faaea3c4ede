"""The row, the reserve and acquiring cards (IMP-BUY)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import ACT_ASIDE, ACT_BUY
from dune_sim.games.imperium.kernels.layout import COST_STEPS, SEATS, WORDS, State, Tables
from dune_sim.games.imperium.kernels.offers import keep_none, keep_set
from dune_sim.games.imperium.kernels.opcodes import TURN_REVEAL, TURN_TO_TOP, UNPRICED
from dune_sim.games.imperium.kernels.zones import (
    ZONE_OF_DISCARD,
    ZONE_ROW,
    first_slot,
    keep_top_known,
    put,
    put_on_top,
    random_member,
    row_word,
    stock_of,
    tops_before,
    unowned_word,
    without_lowest,
)
from dune_sim.kernel.rng import below
from dune_sim.kernel.stack import push
from dune_sim.lang.intrinsics import bit, lowest, u64

BLIND_TRIES = 4


def refill(t: Tables, g: State) -> None:
    """One card from the Imperium deck into the row, if there is one (IMP-BUY-09, IMP-AMB-18).

    A few blind tries find a card of a full deck sooner than counting does, and just as fairly.
    """
    for _ in range(BLIND_TRIES):
        k = below(g.rng, t.imperium_slots)
        b = bit(k & 63)
        if stock_of(t, g, k >> 6) & t.imperium[k >> 6] & b != 0:
            put(g, k, ZONE_ROW)
            return
    x0 = stock_of(t, g, 0) & t.imperium[0]
    x1 = stock_of(t, g, 1) & t.imperium[1]
    x2 = stock_of(t, g, 2) & t.imperium[2]
    slot = random_member(g.rng, x0, x1, x2)
    if slot >= 0:
        put(g, slot, ZONE_ROW)


def offered_word(t: Tables, g: State, d: int, w: int) -> u64:
    """Copies of a design that can be acquired: row cards and reserve piles."""
    return unowned_word(t, g, w) & t.design_cards[d][w] & ~g.zb[w] & (g.za[w] | t.reserve[w])


def offered_slot(t: Tables, g: State, d: int) -> int:
    """A copy that can be acquired, -1 if there is none."""
    return first_slot(offered_word(t, g, d, 0), offered_word(t, g, d, 1), offered_word(t, g, d, 2))


def price(t: Tables, g: State, d: int) -> int:
    """Persuasion cost, less what a card takes off this turn (IMP-BUY-04, IMP-FAQ-22)."""
    if g.discounted == d + 1:
        return max(0, t.cost[d] - g.discount)
    return t.cost[d]


def pile_empty(t: Tables, g: State, d: int) -> bool:
    """Whether all copies of a reserve design are owned."""
    for w in range(WORDS):
        mine = t.design_cards[d][w]
        if mine != 0 and mine & ~(g.own[0][w] | g.own[1][w] | g.own[2][w] | g.own[3][w]) != 0:
            return False
    return True


def on_offer(t: Tables, g: State, w: int) -> u64:
    """Row cards and reserve piles."""
    return unowned_word(t, g, w) & ~g.zb[w] & (g.za[w] | t.reserve[w])


def keep_offers(t: Tables, g: State, limit: int, discounted: bool, out: "i64[:]", start: int) -> int:
    """Keep the cards of row and reserve that cost ``limit`` or less, after so many actions (IMP-BUY-02, 03)."""
    if limit < t.cheapest and g.discount == 0:
        return keep_none(out)
    reach = t.priced[min(limit, COST_STEPS - 1)]
    x0 = on_offer(t, g, 0)
    x1 = on_offer(t, g, 1)
    x2 = on_offer(t, g, 2)
    y0 = x0 & reach[0]
    y1 = x1 & reach[1]
    y2 = x2 & reach[2]
    if discounted and g.discounted != 0:
        d = g.discounted - 1
        if t.cost[d] - g.discount <= limit:
            y0 = y0 | (x0 & t.design_cards[d][0])
            y1 = y1 | (x1 & t.design_cards[d][1])
            y2 = y2 | (x2 & t.design_cards[d][2])
    return keep_set(t, out, start, ACT_BUY, y0, y1, y2)


def any_offer(t: Tables, g: State, p: int, limit: int) -> bool:
    """Whether a free acquire finds a card."""
    for w in range(WORDS):
        x = row_word(t, g, w)
        while x != 0:
            if t.cost[t.design[64 * w + lowest(x)]] <= limit:
                return True
            x = without_lowest(x)
    for k in range(8):
        r = t.reserve_design[k]
        if r != UNPRICED and t.cost[r] <= limit and not pile_empty(t, g, r):
            return True
    return aside_cost(t, g, p) <= limit


def aside_cost(t: Tables, g: State, p: int) -> int:
    """Printed cost of the card set aside for this seat; out of reach without one (IMP-FAQ-23, 24)."""
    if g.aside == 0 or g.aside_seat != p:
        return UNPRICED + 1
    return t.cost[t.design[g.aside - 1]]


def aside_price(t: Tables, g: State, p: int) -> int:
    """The set-aside card costs one persuasion less (IMP-LEADER-10)."""
    if g.aside == 0 or g.aside_seat != p:
        return UNPRICED + 1
    return max(0, price(t, g, t.design[g.aside - 1]) - 1)


def acquire_slot(t: Tables, g: State, p: int, slot: int, to_top: bool) -> None:
    """Discard pile or deck top, then the row is refilled, then the acquire effect (IMP-BUY-08 to 12, IMP-AMB-11).

    Where the player may choose the place, the row waits for the answer.
    """
    w = slot >> 6
    b = bit(slot & 63)
    from_row = row_word(t, g, w) & b != 0
    if g.aside == slot + 1:
        g.aside = 0
        g.aside_seat = 0
    g.own[p][w] = g.own[p][w] | b
    g.players[p].acquired += 1
    put(g, slot, ZONE_OF_DISCARD)
    if to_top:
        put_on_top(g, p, slot)
    pc = t.acquire[t.design[slot]]
    if pc != 0:
        push(g.stack, pc, p)
    if not to_top and g.turn & TURN_TO_TOP != 0 and g.turn & TURN_REVEAL != 0 and tops_before(g, SEATS) < t.top_room:
        push(g.stack, t.place, p)
        f = g.stack.frames[g.stack.depth - 1]
        f.a = 1 if from_row else 0
        f.c = slot
    elif from_row:
        refill(t, g)


def acquire_action(t: Tables, g: State, p: int, action: int, to_top: bool) -> None:
    """Acquire what an action names."""
    if action == ACT_ASIDE:
        acquire_slot(t, g, p, g.aside - 1, to_top)
    else:
        acquire_slot(t, g, p, offered_slot(t, g, action - ACT_BUY), to_top)
    keep_top_known(t, g, p)
