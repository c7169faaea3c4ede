"""Card instructions that put units and leaders on the map, take leaders off it and turn up hidden pieces."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_AREA, ACT_CLASS, ACT_DONE, ACT_LEADER, ACT_YES, CLASS_GENERIC
from dune_sim.games.arrakis.kernels.boards import area_bit, free_word, has, offer_word, offers_areas, on_map
from dune_sim.games.arrakis.kernels.card_opcodes import (
    LEADER_GENERIC,
    LEADER_STAYS,
    PLACE_EACH,
    REVEAL_SIETCH,
    REVEAL_TOKENS,
)
from dune_sim.games.arrakis.kernels.deploy import next_class
from dune_sim.games.arrakis.kernels.figures import (
    GENERIC,
    NAMED_END,
    add_unit,
    check_limit,
    from_pool,
    move_named,
    one,
    reveal_tokens,
    shift_figure,
    side_of,
    supply_class,
)
from dune_sim.games.arrakis.kernels.free import hidden_word, reveal_sietch
from dune_sim.games.arrakis.kernels.layout import ATREIDES, Offer, State, Tables
from dune_sim.games.arrakis.kernels.leaders import enter_tank, placeable, strand
from dune_sim.games.arrakis.kernels.places import P_NEAR_LAST, class_word, place_word
from dune_sim.games.arrakis.kernels.seats import question
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.offers import offer
from dune_sim.kernel.stack import settled
from dune_sim.lang.intrinsics import u64

ALL_BITS = 0xFFFFFFFFFFFFFFFF
OVER = 9  # stage of an instruction that is done

# stages of OP_PLACE_UNITS and OP_PLACE_LEADER
PLACE_WHERE = 1
PLACE_FROM = 2


def op_select(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Name the area that the leader and the units of a card go to, if there is a leader to go.

    The rest of the card may still be refused.
    """
    f.c = 0
    if op.b & placeable(t, g, f.who) == 0 and (op.c & LEADER_GENERIC == 0 or not at_hand_leader(g, f.who)):
        return True
    return question(t, g, f, f.who)


def select_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    for w in range(2):
        offer_word(q, w, place_word(t, g, f.who, op.a, 0, w) & free_word(t, g, f.who, w))
    if offers_areas(q):
        offer(q, ACT_DONE)


def select_answer(f: Frame, action: int) -> None:
    settled(f)
    if action != ACT_DONE:
        f.c = action - ACT_AREA + 1


def after_area(area: int, w: int) -> u64:
    """Areas with a higher number, so that each set of areas is built in one order only."""
    k = area - 64 * w
    if k < 0:
        return u64(ALL_BITS)
    if k >= 63:
        return u64(0)
    return u64(u64(ALL_BITS) << (k + 1))


def elsewhere(g: State, who: int, kind: int, area: int, w: int) -> u64:
    """Areas but one where a faction has figures of a kind."""
    return class_word(g, who, kind, w) & ~area_bit(area, w)


def any_elsewhere(g: State, who: int, kind: int, area: int) -> bool:
    return elsewhere(g, who, kind, area, 0) | elsewhere(g, who, kind, area, 1) != 0


def origin_of_figure_choices(g: State, q: Offer, who: int, kind: int, area: int, in_pool: bool) -> None:
    """Where a figure placed in an area comes from: the pool, or another area of the map (ARR-DEPLOY-05, AMB-92)."""
    if in_pool:
        offer(q, ACT_YES)
    for w in range(2):
        offer_word(q, w, elsewhere(g, who, kind, area, w))


def op_place_units(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Put units from the pool or from elsewhere on the map, highest class first (ARR-DEPLOY-05, ARR-UNIT-05, AMB-18).

    All go to one area unless the card spreads them, one to an area, or gives each fitting area its share.
    """
    if f.stage == 0:
        f.a = op.a
        f.b = 0
        f.stage = PLACE_WHERE
    if f.stage == PLACE_WHERE:
        while f.a != 0 and not at_hand(g, f.who, next_class(f.a)):
            f.a -= one(next_class(f.a))
    if f.a != 0 and f.stage <= PLACE_FROM:
        return question(t, g, f, f.who)
    f.a = 0
    f.b = 0
    return True


def place_units_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    kind = next_class(f.a)
    if f.stage == PLACE_FROM:
        origin_of_figure_choices(g, q, f.who, kind, f.b - 1, supply_class(g, f.who, kind) >= 0)
        return
    for w in range(2):
        areas = place_word(t, g, f.who, op.b, f.c, w) & free_word(t, g, f.who, w)
        if f.b > 0:
            areas = areas & (after_area(f.b - 1, w) if op.c != 0 else area_bit(f.b - 1, w))
        offer_word(q, w, areas)
    if offers_areas(q):
        offer(q, ACT_DONE)


def at_hand(g: State, who: int, kind: int) -> bool:
    """Whether there is a unit of a class, or a lower one in the pool, to be placed."""
    return supply_class(g, who, kind) >= 0 or class_word(g, who, kind, 0) | class_word(g, who, kind, 1) != 0


def place_units_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    kind = next_class(f.a)
    if action == ACT_DONE:
        f.a = f.a & ~(15 << (4 * kind))
        return
    if f.stage == PLACE_WHERE:
        f.b = action - ACT_AREA + 1
        f.c = f.b
        if any_elsewhere(g, f.who, kind, f.b - 1):
            f.stage = PLACE_FROM
            return
    area = f.b - 1
    f.stage = PLACE_WHERE
    if op.c & PLACE_EACH == 0:
        f.a -= one(kind)
    if action >= ACT_AREA and action != ACT_AREA + area:
        shift_figure(g, f.who, action - ACT_AREA, area, kind)
        check_limit(t, g, f.who, area)
        strand(t, g, f.who, action - ACT_AREA)
    else:
        add_unit(g, f.who, area, kind)
        check_limit(t, g, f.who, area)


def op_place_leader(t: Tables, g: State, f: Frame) -> bool:
    """Put a leader from aside or from elsewhere on the map with own units (ARR-DEPLOY-05, AMB-23, AMB-92)."""
    if f.stage < OVER:
        return question(t, g, f, f.who)
    if f.stage == OVER:
        f.a = 0
    return True


def place_leader_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    """Which leader, to an area with own units (ARR-UNIT-15), and where a generic one comes from."""
    if f.stage == PLACE_FROM:
        origin_of_figure_choices(g, q, f.who, GENERIC, f.c - 1, g.pool[f.who][GENERIC] > 0)
        return
    low = place_word(t, g, f.who, op.b, f.c, 0) & g.legions[f.who][0]
    high = place_word(t, g, f.who, op.b, f.c, 1) & g.legions[f.who][1]
    if low | high == 0:
        return
    stays = op.c & LEADER_STAYS != 0
    if f.stage == PLACE_WHERE:
        if f.a != ACT_CLASS + CLASS_GENERIC and not stays and on_map(g.leader_at[f.a - ACT_LEADER]):
            low = low & ~area_bit(g.leader_at[f.a - ACT_LEADER], 0)
            high = high & ~area_bit(g.leader_at[f.a - ACT_LEADER], 1)
        offer_word(q, 0, low)
        offer_word(q, 1, high)
        return
    able = False
    mask = op.a & placeable(t, g, f.who)
    for k in range(NAMED_END):
        if (mask >> k) & 1 == 1 and (stays or goes_elsewhere(g.leader_at[k], low, high)):
            offer(q, ACT_LEADER + k)
            able = True
    if op.c & LEADER_GENERIC != 0 and at_hand_leader(g, f.who):
        offer(q, ACT_CLASS + CLASS_GENERIC)
        able = True
    if able:
        offer(q, ACT_DONE)


def goes_elsewhere(place: int, low: u64, high: u64) -> bool:
    """Whether an area set holds another area than the one a leader is in."""
    return not on_map(place) or (low & ~area_bit(place, 0)) | (high & ~area_bit(place, 1)) != 0


def at_hand_leader(g: State, who: int) -> bool:
    """Whether there is a generic leader to be placed."""
    return g.pool[who][GENERIC] > 0 or class_word(g, who, GENERIC, 0) | class_word(g, who, GENERIC, 1) != 0


def place_leader_answer(g: State, f: Frame, action: int) -> None:
    if action == ACT_DONE:
        f.stage = OVER
    elif f.stage == 0:
        f.a = action
        f.stage = PLACE_WHERE
    elif f.stage == PLACE_WHERE:
        f.c = action - ACT_AREA + 1
        f.stage = OVER
        if f.a != ACT_CLASS + CLASS_GENERIC:
            move_named(g, f.a - ACT_LEADER, f.c - 1)
        elif any_elsewhere(g, f.who, GENERIC, f.c - 1):
            f.stage = PLACE_FROM
        elif g.pool[f.who][GENERIC] > 0:
            from_pool(g, f.who, f.c - 1, one(GENERIC))
    else:
        f.stage = OVER
        if action == ACT_YES:
            from_pool(g, f.who, f.c - 1, one(GENERIC))
        else:
            shift_figure(g, f.who, action - ACT_AREA, f.c - 1, GENERIC)


def op_to_tank(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Named enemy leaders in reach of the card go to their tank (ARR-TANK-02)."""
    if f.stage >= op.a:
        return True
    # a card that speaks of the legion it moved has no reach once that legion is gone
    if t.places[op.b].flags & P_NEAR_LAST != 0 and not (f.c > 0 and has(g.legions[f.who], f.c - 1)):
        return True
    return question(t, g, f, f.who)


def to_tank_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    some = False
    for k in range(NAMED_END):
        area = g.leader_at[k]
        if (
            side_of(k) != f.who
            and on_map(area)
            and (place_word(t, g, f.who, op.b, f.c, area >> 6) >> (area & 63)) & 1 == 1
        ):
            offer(q, ACT_LEADER + k)
            some = True
    if some:
        offer(q, ACT_DONE)


def to_tank_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    if action == ACT_DONE:
        settled(f)
    else:
        f.stage += 1
        enter_tank(t, g, action - ACT_LEADER)


def op_reveal(t: Tables, g: State, f: Frame) -> bool:
    """Turn up hidden pieces of one area, wherever it is (ARR-UNIT-13)."""
    return question(t, g, f, f.who)


def reveal_choices(g: State, op: Op, q: Offer) -> None:
    for w in range(2):
        offer_word(q, w, hidden_word(g, w) if op.a & REVEAL_SIETCH != 0 else g.tokens[w])
    if offers_areas(q):
        offer(q, ACT_DONE)


def reveal_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    settled(f)
    if action == ACT_DONE:
        return
    area = action - ACT_AREA
    if op.a & REVEAL_SIETCH != 0:
        reveal_sietch(g, area)
    if op.a & REVEAL_TOKENS != 0 and has(g.tokens, area):
        reveal_tokens(t, g, area)
        check_limit(t, g, ATREIDES, area)
        strand(t, g, ATREIDES, area)
