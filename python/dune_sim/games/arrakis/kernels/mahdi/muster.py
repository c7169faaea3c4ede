"""Figures that the Harkonnen put on the map: deployments and cards (ARR-SOLO-33 to 36, ARR-SOLO-38, 39)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_AREA, ACT_CLASS, ACT_LEADER, CLASS_GENERIC
from dune_sim.games.arrakis.kernels.boards import free, offer_areas
from dune_sim.games.arrakis.kernels.deploy import next_class
from dune_sim.games.arrakis.kernels.figures import GENERIC, from_pool, move_named, one, units_in
from dune_sim.games.arrakis.kernels.layout import AREAS, HARKONNEN, Offer, State, Tables
from dune_sim.games.arrakis.kernels.leaders import available, placeable
from dune_sim.games.arrakis.kernels.mahdi.house import house_best, room_in, with_room
from dune_sim.games.arrakis.kernels.mahdi.march import could_act, could_move_and_strike
from dune_sim.games.arrakis.kernels.mahdi.opcodes import SITE_LEADER, WANT_ACT, WANT_ATTACK, WANT_NOTHING
from dune_sim.games.arrakis.kernels.mahdi.strength import (
    BASIC,
    nearest_to,
    strength_at,
    strength_of,
    strongest_h,
    target_area,
)
from dune_sim.games.arrakis.kernels.mahdi.strikes import could_strike
from dune_sim.games.arrakis.kernels.mahdi.tokens import add_h_unit, h_supply
from dune_sim.games.arrakis.kernels.places import fitting
from dune_sim.games.arrakis.kernels.seats import question
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.offers import offer, offer_mask
from dune_sim.kernel.stack import settled
from dune_sim.lang.intrinsics import Set, empty, masked, nothing, only, u64


def fill(t: Tables, g: State, area: int, packed: int) -> int:
    """Units come as far as the limit and the pool allow; what did not fit, packed (ARR-SOLO-35, ARR-SOLO-36)."""
    left = packed
    while left != 0 and room_in(t, g, area) > 0:
        kind = next_class(left)
        if not add_h_unit(g, area, kind):
            return 0
        left -= one(kind)
    return left


def op_mahdi_deploy(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Units go to the settlement of the strongest legion, the rest to the next one (ARR-SOLO-33 to 35)."""
    if f.stage == 0:
        f.a = op.a
        f.c = 0
        f.stage = 1
    if f.stage > 1 or f.a == 0 or h_supply(g, 0) < 0:
        f.a = 0
        return True
    return question(t, g, f, HARKONNEN)


def deploy_sites(t: Tables, g: State, f: Frame, place: int) -> Set[AREAS]:
    """Settlements with room: the strongest legion, then nearest to the target (ARR-SOLO-34)."""
    found = strongest_h(g, with_room(t, g, fitting(t, g, HARKONNEN, place, 0)))
    return nearest_to(t, found, target_area(t, g))


def mahdi_deploy_possible(t: Tables, g: State, f: Frame, op: Op) -> bool:
    return h_supply(g, 0) >= 0 and not empty(deploy_sites(t, g, f, op.b))


def mahdi_deploy_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    offer_areas(q, deploy_sites(t, g, f, op.b))


def mahdi_deploy_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    """The leader goes with the first units."""
    area = action - ACT_AREA
    f.a = fill(t, g, area, f.a)
    if f.c == 0:
        f.c = area + 1


def named_first(t: Tables, g: State, leaders: int, generic: bool) -> int:
    """Named leaders who may come: of any the favoured first, who is aside; one named by a card from anywhere."""
    if not generic:
        return placeable(t, g, HARKONNEN) & leaders
    ready = available(t, g, HARKONNEN) & leaders
    return ready & t.deploy_first if ready & t.deploy_first != 0 else ready


def mahdi_leader_possible(t: Tables, g: State, op: Op) -> bool:
    return named_first(t, g, op.a, op.b == 1) != 0 or (op.b == 1 and g.pool[HARKONNEN][GENERIC] > 0)


def op_mahdi_leader(t: Tables, g: State, f: Frame) -> bool:
    """A leader joins the legion of register c (ARR-SOLO-33)."""
    if f.c == 0 or (f.c - 1) not in g.legions[HARKONNEN]:
        return True
    return question(t, g, f, HARKONNEN)


def mahdi_leader_choices(t: Tables, g: State, op: Op, q: Offer) -> None:
    named = named_first(t, g, op.a, op.b == 1)
    if named != 0:
        offer_mask(q, ACT_LEADER, u64(named))
    elif op.b == 1 and g.pool[HARKONNEN][GENERIC] > 0:
        offer(q, ACT_CLASS + CLASS_GENERIC)


def mahdi_leader_answer(g: State, f: Frame, action: int) -> None:
    settled(f)
    if action == ACT_CLASS + CLASS_GENERIC:
        from_pool(g, HARKONNEN, f.c - 1, one(GENERIC))
    else:
        move_named(g, action - ACT_LEADER, f.c - 1)


def power_with(g: State, area: int, packed: int, leader: int) -> int:
    """Strength of the legion of an area once the figures of a card are there."""
    more = strength_of(packed, 0, 0) + leader * (BASIC + 2)
    return strength_at(g, HARKONNEN, area) + more


def wanted(t: Tables, g: State, area: int, op: Op) -> bool:
    """Whether the rest of the card can be carried out from an area (ARR-SOLO-44, AMB-134)."""
    want = op.c & (SITE_LEADER - 1)
    if want == WANT_NOTHING:
        return True
    power = power_with(g, area, op.a, op.c >> 3)
    if want == WANT_ATTACK:
        return could_strike(t, g, area, power)
    if want == WANT_ACT:
        return could_act(t, g, area, power)
    return could_move_and_strike(t, g, area, power)


def sites(t: Tables, g: State, f: Frame, op: Op) -> Set[AREAS]:
    """Where a card may put its figures, so that all of it can be carried out."""
    fit = fitting(t, g, HARKONNEN, op.b, f.c) & free(t, g, HARKONNEN)
    if units_in(op.a) > 0:
        fit = with_room(t, g, fit)
    else:
        fit &= g.legions[HARKONNEN]
    found: Set[AREAS] = nothing()
    for a in fit:
        found |= masked(only(a), wanted(t, g, a, op))
    return found


def mahdi_site_possible(t: Tables, g: State, f: Frame, op: Op) -> bool:
    return (units_in(op.a) == 0 or h_supply(g, 0) >= 0) and not empty(sites(t, g, f, op))


def op_mahdi_site(t: Tables, g: State, f: Frame) -> bool:
    """The area that the next parts of a card speak of (ARR-SOLO-39)."""
    if f.stage == 0:
        f.c = 0
    return question(t, g, f, HARKONNEN)


def mahdi_site_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    offer_areas(q, house_best(t, g, sites(t, g, f, op)))


def mahdi_site_answer(f: Frame, action: int) -> None:
    settled(f)
    f.c = action - ACT_AREA + 1


def op_mahdi_units(t: Tables, g: State, f: Frame, op: Op) -> None:
    """Units come to the area of register c."""
    if f.c > 0:
        fill(t, g, f.c - 1, op.a)


def mahdi_each_possible(t: Tables, g: State, f: Frame, op: Op) -> bool:
    return h_supply(g, 0) >= 0 and not empty(with_room(t, g, fitting(t, g, HARKONNEN, op.b, 0)))


def op_mahdi_each(t: Tables, g: State, op: Op) -> None:
    """Units come to every area that fits."""
    for a in with_room(t, g, fitting(t, g, HARKONNEN, op.b, 0)):
        fill(t, g, a, op.a)


def spread_sites(t: Tables, g: State, op: Op) -> Set[AREAS]:
    return with_room(t, g, fitting(t, g, HARKONNEN, op.b, 0) & free(t, g, HARKONNEN))


def mahdi_spread_possible(t: Tables, g: State, op: Op) -> bool:
    return h_supply(g, 0) >= 0 and not empty(spread_sites(t, g, op))


def op_mahdi_spread(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Units come one to an area, to the best areas that fit."""
    if f.stage == 0:
        f.a = op.a
        f.stage = 1
    if f.stage > 1 or f.a == 0 or h_supply(g, 0) < 0:
        f.a = 0
        return True
    return question(t, g, f, HARKONNEN)


def mahdi_spread_choices(t: Tables, g: State, op: Op, q: Offer) -> None:
    offer_areas(q, house_best(t, g, spread_sites(t, g, op)))


def mahdi_spread_answer(g: State, f: Frame, action: int) -> None:
    kind = next_class(f.a)
    add_h_unit(g, action - ACT_AREA, kind)
    f.a -= one(kind)
