"""The row, the reserve and acquiring cards (IMP-BUY)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import ACT_ACCEPT, ACT_ASIDE, ACT_BUY
from dune_sim.games.imperium.kernels.layout import Offer, State, Tables
from dune_sim.games.imperium.kernels.offers import designs_of, offer, offer_designs, offer_yes_or_no
from dune_sim.games.imperium.kernels.opcodes import ANSWERED, TURN_REVEAL, TURN_TO_TOP, UNPRICED
from dune_sim.games.imperium.kernels.sizes import COST_STEPS, DESIGNS, SEATS, SLOTS
from dune_sim.games.imperium.kernels.stock import MOST_SMALL
from dune_sim.games.imperium.kernels.zones import (
    ZONE_ASIDE,
    ZONE_DISCARD,
    ZONE_OUT,
    ZONE_ROW,
    first_slot,
    in_stock,
    keep_top_known,
    put,
    put_on_top,
    random_member,
    row_of,
    stock_of,
    tops_before,
    unowned,
)
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.rng import below
from dune_sim.kernel.stack import push
from dune_sim.lang.intrinsics import Set, lowest, nothing, only, word_of

BLIND_TRIES = 4


def refill(t: Tables, g: State) -> None:
    """One card from the Imperium deck into the row, if there is one (IMP-BUY-09, IMP-AMB-18).

    A few blind tries find a card of a full deck sooner than counting does, and just as fairly.
    """
    for _ in range(BLIND_TRIES):
        k = below(g.rng, t.imperium_slots)
        if k in t.imperium and in_stock(g, k):
            put(g, k, ZONE_ROW)
            return
    slot = random_member(g.rng, stock_of(t, g) & t.imperium)
    if slot >= 0:
        put(g, slot, ZONE_ROW)


def offered_slot(t: Tables, g: State, d: int) -> int:
    """A copy of a design that can be acquired, -1 if there is none."""
    copies = t.design_cards[d] & (g.za | t.reserve) & ~g.zb
    return first_slot(copies & unowned(t, g))


def price(t: Tables, g: State, d: int) -> int:
    """Persuasion cost, less what a card takes off this turn (IMP-BUY-04, IMP-FAQ-22)."""
    if g.discounted == d + 1:
        return max(0, t.cost[d] - g.discount)
    return t.cost[d]


def within(t: Tables, g: State, limit: int) -> Set[DESIGNS]:
    """Designs of row and reserve that cost ``limit`` or less (IMP-BUY-02, 03), found word by word."""
    designs: Set[DESIGNS] = nothing()
    if limit < t.cheapest:
        return designs
    reach = min(limit, COST_STEPS - 1)
    for w in range((SLOTS + 63) // 64):
        x = word_of(t.priced[reach], w) & (word_of(g.za, w) | word_of(t.reserve, w)) & ~word_of(g.zb, w)
        for p in range(SEATS):
            x = x & ~word_of(g.own[p], w)
        while x != 0:
            d = t.design[64 * w + lowest(x)]
            designs |= only(d)
            # a pile has many copies
            x = x & ~word_of(t.design_cards[d], w)
    return designs


def discounted_within(t: Tables, g: State, limit: int) -> Set[DESIGNS]:
    """The card that is cheaper this turn, if that brings it within reach (IMP-FAQ-22)."""
    found: Set[DESIGNS] = nothing()
    if g.discounted != 0 and price(t, g, g.discounted - 1) <= limit and offered_slot(t, g, g.discounted - 1) >= 0:
        found |= only(g.discounted - 1)
    return found


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
    from_row = slot in g.za and slot not in g.zb
    if g.aside == slot + 1:
        g.aside = 0
        g.aside_seat = 0
    g.own[p] |= only(slot)
    g.players[p].acquired = min(MOST_SMALL, g.players[p].acquired + 1)
    put(g, slot, ZONE_DISCARD)
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


def op_acquire(f: Frame) -> bool:
    """A card for nothing, up to a cost; the set-aside one at its printed cost (IMP-FAQ-24)."""
    return f.stage != 0


def acquire_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    if aside_cost(t, g, f.who) <= op.a:
        offer(q, ACT_ASIDE)
    offer_designs(q, ACT_BUY, within(t, g, op.a))


def acquire_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    f.stage = ANSWERED
    acquire_action(t, g, f.who, action, op.b == 1)


def op_acquire_card(t: Tables, g: State, f: Frame, op: Op) -> None:
    """The named reserve card, if the pile has one (IMP-BUY-03, 12, IMP-AMB-18)."""
    slot = offered_slot(t, g, op.a)
    if slot >= 0:
        acquire_slot(t, g, f.who, slot, False)


def op_discount(g: State, op: Op) -> None:
    g.discounted = op.a + 1
    g.discount = min(MOST_SMALL, g.discount + op.b)


def op_place(f: Frame) -> bool:
    """Where an acquired card goes; only then comes the new card of the row (IMP-FAQ-49, IMP-AMB-11)."""
    return f.stage != 0


def place_choices(q: Offer) -> None:
    offer_yes_or_no(q)


def place_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    f.stage = ANSWERED
    if action == ACT_ACCEPT:
        put_on_top(g, f.who, f.c)
    if f.a == 1:
        refill(t, g)


def op_manipulate(f: Frame) -> bool:
    """Set a row card aside and refill the row (IMP-LEADER-10, IMP-FAQ-23)."""
    return f.stage != 0


def manipulate_choices(t: Tables, g: State, q: Offer) -> None:
    offer_designs(q, ACT_BUY, designs_of(t, row_of(t, g)))


def manipulate_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    f.stage = ANSWERED
    if g.aside != 0:
        put(g, g.aside - 1, ZONE_OUT)
    slot = offered_slot(t, g, action - ACT_BUY)
    put(g, slot, ZONE_ASIDE)
    g.aside = slot + 1
    g.aside_seat = f.who
    refill(t, g)
