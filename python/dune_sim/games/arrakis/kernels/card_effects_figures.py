"""Card instructions that put units and leaders on the map, take leaders off it and turn up hidden pieces."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_AREA, ACT_CLASS, ACT_DONE, ACT_LEADER, ACT_YES, CLASS_GENERIC
from dune_sim.games.arrakis.kernels.boards import free, offer_areas, on_map
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
from dune_sim.games.arrakis.kernels.free import hidden_areas, reveal_sietch
from dune_sim.games.arrakis.kernels.layout import AREAS, ATREIDES, Offer, State, Tables
from dune_sim.games.arrakis.kernels.leaders import enter_tank, placeable, strand
from dune_sim.games.arrakis.kernels.places import P_NEAR_LAST, fitting, with_class
from dune_sim.games.arrakis.kernels.seats import question
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.offers import offer
from dune_sim.kernel.stack import settled
from dune_sim.lang.intrinsics import Set, empty, masked, only

OVER = 9  # stage of an instruction that is done

# stages of OP_PLACE_UNITS and OP_PLACE_LEADER
PLACE_WHERE = 1
PLACE_FROM = 2


def op_select(t: Tables, g: State, f: Frame) -> bool:
    """Name the area that the leader and the units of a card go to; each of them may still be refused (ARR-ACT-14)."""
    f.c = 0
    return question(t, g, f, f.who)


def select_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    offer_some(q, fitting(t, g, f.who, op.a, 0) & free(t, g, f.who))


def select_answer(f: Frame, action: int) -> None:
    settled(f)
    if action != ACT_DONE:
        f.c = action - ACT_AREA + 1


def offer_some(q: Offer, areas: Set[AREAS]) -> None:
    """Offer areas, if there are any, and to do nothing."""
    if not empty(areas):
        offer_areas(q, areas)
        offer(q, ACT_DONE)


def after(areas: Set[AREAS], area: int) -> Set[AREAS]:
    """Areas of a set with a higher number, so that each set of areas is built in one order only."""
    found = areas
    for a in areas:
        found -= masked(only(a), a <= area)
    return found


def elsewhere(g: State, who: int, kind: int, area: int) -> Set[AREAS]:
    """Areas but one where a faction has figures of a kind."""
    return with_class(g, who, kind) - only(area)


def origin_of_figure_choices(g: State, q: Offer, who: int, kind: int, area: int, in_pool: bool) -> None:
    """Where a figure placed in an area comes from: the pool, or another area of the map (ARR-DEPLOY-05, AMB-111)."""
    if in_pool:
        offer(q, ACT_YES)
    offer_areas(q, elsewhere(g, who, kind, area))


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
    areas = fitting(t, g, f.who, op.b, f.c) & free(t, g, f.who)
    if f.b > 0:
        areas = after(areas, f.b - 1) if op.c != 0 else areas & only(f.b - 1)
    offer_some(q, areas)


def at_hand(g: State, who: int, kind: int) -> bool:
    """Whether there is a unit of a class, or a lower one in the pool, to be placed."""
    return supply_class(g, who, kind) >= 0 or not empty(with_class(g, who, kind))


def place_units_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    kind = next_class(f.a)
    if action == ACT_DONE:
        f.a = f.a & ~(15 << (4 * kind))
        return
    if f.stage == PLACE_WHERE:
        f.b = action - ACT_AREA + 1
        f.c = f.b
        if not empty(elsewhere(g, f.who, kind, f.b - 1)):
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
    """Put a leader from aside or from elsewhere on the map with own units (ARR-DEPLOY-05, AMB-23, AMB-111)."""
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
    areas = fitting(t, g, f.who, op.b, f.c) & g.legions[f.who]
    if empty(areas):
        return
    stays = op.c & LEADER_STAYS != 0
    if f.stage == PLACE_WHERE:
        if f.a != ACT_CLASS + CLASS_GENERIC and not stays and on_map(g.leader_at[f.a - ACT_LEADER]):
            areas -= only(g.leader_at[f.a - ACT_LEADER])
        offer_areas(q, areas)
        return
    able = False
    mask = op.a & placeable(t, g, f.who)
    for k in range(NAMED_END):
        if (mask >> k) & 1 == 1 and (stays or goes_elsewhere(g.leader_at[k], areas)):
            offer(q, ACT_LEADER + k)
            able = True
    if op.c & LEADER_GENERIC != 0 and at_hand_leader(g, f.who):
        offer(q, ACT_CLASS + CLASS_GENERIC)
        able = True
    if able:
        offer(q, ACT_DONE)


def goes_elsewhere(place: int, areas: Set[AREAS]) -> bool:
    """Whether an area set holds another area than the one a leader is in."""
    return not on_map(place) or not empty(areas - only(place))


def at_hand_leader(g: State, who: int) -> bool:
    """Whether there is a generic leader to be placed."""
    return g.pool[who][GENERIC] > 0 or not empty(with_class(g, who, GENERIC))


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
        elif not empty(elsewhere(g, f.who, GENERIC, f.c - 1)):
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
    if t.places[op.b].flags & P_NEAR_LAST != 0 and not (f.c > 0 and (f.c - 1) in g.legions[f.who]):
        return True
    return question(t, g, f, f.who)


def to_tank_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    some = False
    for k in range(NAMED_END):
        if side_of(k) != f.who and on_map(g.leader_at[k]) and g.leader_at[k] in fitting(t, g, f.who, op.b, f.c):
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
    offer_some(q, hidden_areas(g) if op.a & REVEAL_SIETCH != 0 else g.tokens)


def reveal_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    settled(f)
    if action == ACT_DONE:
        return
    area = action - ACT_AREA
    if op.a & REVEAL_SIETCH != 0:
        reveal_sietch(g, area)
    if op.a & REVEAL_TOKENS != 0 and area in g.tokens:
        reveal_tokens(t, g, area)
        check_limit(t, g, ATREIDES, area)
        strand(t, g, ATREIDES, area)
