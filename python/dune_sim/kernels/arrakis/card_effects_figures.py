"""Card instructions that put units and leaders on the map, take leaders off it and turn up hidden pieces."""

from __future__ import annotations

from dune_sim.kernels.arrakis.actions import ACT_AREA, ACT_CLASS, ACT_DONE, ACT_LEADER, CLASS_GENERIC
from dune_sim.kernels.arrakis.boards import area_bit, ask, free_word, has, offer, offer_word, offers_areas, on_map
from dune_sim.kernels.arrakis.card_opcodes import PLACE_EACH, REVEAL_SIETCH, REVEAL_TOKENS
from dune_sim.kernels.arrakis.deploy import drop_areas, next_class
from dune_sim.kernels.arrakis.figures import (
    GENERIC,
    NAMED_END,
    add_unit,
    check_limit,
    from_pool,
    move_named,
    one,
    reveal_tokens,
    side_of,
    supply_class,
)
from dune_sim.kernels.arrakis.free import hidden_word, reveal_sietch
from dune_sim.kernels.arrakis.layout import ATREIDES, State, Tables
from dune_sim.kernels.arrakis.leaders import enter_tank, placeable, strand
from dune_sim.kernels.arrakis.places import place_word
from dune_sim.kernels.common.layout import Frame, Op
from dune_sim.lang.intrinsics import u64

ALL_BITS = 0xFFFFFFFFFFFFFFFF
OVER = 9  # stage of an instruction that is done


def op_select(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Name the area that the leader and the units of a card go to; the rest of the card may still be refused."""
    if f.stage == OVER:
        return True
    f.c = 0
    for w in range(2):
        offer_word(g, w, place_word(t, g, f.who, op.a, 0, w) & free_word(t, g, f.who, w))
    if not offers_areas(g):
        return True
    offer(g, ACT_DONE)
    return ask(g, f.who)


def select_answer(f: Frame, action: int) -> None:
    f.stage = OVER
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


def op_place_units(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Put units from the pool, highest class first (ARR-DEPLOY-05, ARR-UNIT-05, AMB-18).

    All go to one area unless the card spreads them, one to an area, or gives each fitting area its share.
    """
    if f.stage == 0:
        f.a = op.a
        f.b = 0
        f.stage = 1
    while f.a != 0 and supply_class(g, f.who, next_class(f.a)) < 0:
        f.a -= one(next_class(f.a))
    if f.stage == 1 and f.a != 0:
        for w in range(2):
            areas = place_word(t, g, f.who, op.b, f.c, w) & free_word(t, g, f.who, w)
            if f.b > 0:
                areas = areas & (after_area(f.b - 1, w) if op.c != 0 else area_bit(f.b - 1, w))
            offer_word(g, w, areas)
        if offers_areas(g):
            offer(g, ACT_DONE)
            return ask(g, f.who)
    f.a = 0
    f.b = 0
    return True


def place_units_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    kind = next_class(f.a)
    if action == ACT_DONE:
        f.a = f.a & ~(15 << (4 * kind))
        return
    area = action - ACT_AREA
    add_unit(g, f.who, area, kind)
    if op.c & PLACE_EACH == 0:
        f.a -= one(kind)
    f.b = area + 1
    f.c = area + 1
    check_limit(t, g, f.who, area)


def offer_leader_areas(t: Tables, g: State, f: Frame, op: Op) -> None:
    """Areas with own units that fit (ARR-UNIT-15)."""
    for w in range(2):
        offer_word(g, w, place_word(t, g, f.who, op.b, f.c, w) & g.legions[f.who][w])


def op_place_leader(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Put a leader from aside or from elsewhere on the map with own units (ARR-DEPLOY-05, AMB-23)."""
    if f.stage == OVER:
        f.a = 0
        return True
    offer_leader_areas(t, g, f, op)
    if not offers_areas(g):
        return True
    if f.stage == 1:
        if f.a != ACT_CLASS + CLASS_GENERIC and on_map(g.leader_at[f.a - ACT_LEADER]):
            old = g.leader_at[f.a - ACT_LEADER]
            g.offer[4 + (old >> 6)] = g.offer[4 + (old >> 6)] & ~area_bit(old, old >> 6)
        if not offers_areas(g):
            f.a = 0
            return True
        return ask(g, f.who)
    drop_areas(g)
    mask = op.a & placeable(g, f.who)
    able = mask != 0
    for k in range(NAMED_END):
        if (mask >> k) & 1 == 1:
            offer(g, ACT_LEADER + k)
    if op.c == 1 and g.pool[f.who][GENERIC] > 0:
        able = True
        offer(g, ACT_CLASS + CLASS_GENERIC)
    if not able:
        return True
    offer(g, ACT_DONE)
    return ask(g, f.who)


def place_leader_answer(g: State, f: Frame, action: int) -> None:
    if action == ACT_DONE:
        f.stage = OVER
    elif f.stage == 0:
        f.a = action
        f.stage = 1
    else:
        area = action - ACT_AREA
        if f.a == ACT_CLASS + CLASS_GENERIC:
            from_pool(g, f.who, area, one(GENERIC))
        else:
            move_named(g, f.a - ACT_LEADER, area)
        f.c = area + 1
        f.stage = OVER


def op_to_tank(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Named enemy leaders in reach of the card go to their tank (ARR-TANK-02)."""
    if f.stage >= op.a:
        return True
    some = False
    for k in range(NAMED_END):
        area = g.leader_at[k]
        if (
            side_of(k) != f.who
            and on_map(area)
            and (place_word(t, g, f.who, op.b, f.c, area >> 6) >> (area & 63)) & 1 == 1
        ):
            offer(g, ACT_LEADER + k)
            some = True
    if not some:
        return True
    offer(g, ACT_DONE)
    return ask(g, f.who)


def to_tank_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    f.stage += 1
    if action == ACT_DONE:
        f.stage = op.a
    else:
        enter_tank(t, g, action - ACT_LEADER)


def op_reveal(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Turn up hidden pieces of one area, wherever it is (ARR-UNIT-13)."""
    if f.stage == OVER:
        return True
    for w in range(2):
        offer_word(g, w, hidden_word(g, w) if op.a & REVEAL_SIETCH != 0 else g.tokens[w])
    if not offers_areas(g):
        return True
    offer(g, ACT_DONE)
    return ask(g, f.who)


def reveal_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    f.stage = OVER
    if action == ACT_DONE:
        return
    area = action - ACT_AREA
    if op.a & REVEAL_SIETCH != 0:
        reveal_sietch(g, area)
    if op.a & REVEAL_TOKENS != 0 and has(g.tokens, area):
        reveal_tokens(t, g, area)
        check_limit(t, g, ATREIDES, area)
        strand(t, g, ATREIDES, area)
