"""Whose units get better, and where figures of cards go: the lists of the house action (ARR-SOLO-45, ARR-SOLO-46)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_AREA
from dune_sim.games.arrakis.kernels.boards import offer_areas
from dune_sim.games.arrakis.kernels.figures import from_pool, one, part, to_pool, unit_count, unit_limit
from dune_sim.games.arrakis.kernels.layout import AREAS, ATREIDES, HARKONNEN, Offer, State, Tables
from dune_sim.games.arrakis.kernels.mahdi.strength import nearest_to, nearest_to_sietch, strength_at, target_area
from dune_sim.games.arrakis.kernels.mahdi.strikes import in_strike
from dune_sim.games.arrakis.kernels.mahdi.tokens import h_supply, turn_up
from dune_sim.games.arrakis.kernels.places import with_class
from dune_sim.games.arrakis.kernels.seats import question
from dune_sim.kernel.layout import Frame, Op
from dune_sim.lang.intrinsics import Set, empty, masked, nothing, only, popcount


def best_lead(t: Tables, g: State, area: int) -> int:
    """How much stronger a legion is than the weakest defender of a sietch it can attack; 0 without one."""
    most = 0
    if area in g.legions[HARKONNEN]:
        power = strength_at(g, HARKONNEN, area)
        for s in (in_strike(t, g, area) & g.sietches) - g.worms:
            most = max(most, power - strength_at(g, ATREIDES, s))
    return most


def leading(t: Tables, g: State, among: Set[AREAS]) -> Set[AREAS]:
    """Those of a set with the largest lead over the defenders of a sietch they can attack (ARR-SOLO-46)."""
    found: Set[AREAS] = nothing()
    most = -1
    for a in among:
        lead = best_lead(t, g, a)
        if lead > most:
            most = lead
            found = nothing()
        found |= masked(only(a), lead == most)
    return found


def house_best(t: Tables, g: State, among: Set[AREAS]) -> Set[AREAS]:
    """Nearest to a sietch, with the largest lead there, nearest to the target (ARR-SOLO-46)."""
    if popcount(among) <= 1:
        return among
    found = leading(t, g, nearest_to_sietch(t, g, among))
    return nearest_to(t, found, target_area(t, g))


def tradable(g: State, kind: int) -> Set[AREAS]:
    """Legions with a class of unit, or with tokens that may hide one (ARR-SOLO-67)."""
    return with_class(g, HARKONNEN, kind) | g.h_tokens


def mahdi_replace_possible(g: State, op: Op) -> bool:
    return gets_better(g, op) and not empty(tradable(g, op.b))


def gets_better(g: State, op: Op) -> bool:
    """Whether there is a unit to trade for, be it a higher one (ARR-SOLO-36)."""
    return h_supply(g, op.c) > op.b


def op_mahdi_replace(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Units are traded one by one, where the list says (ARR-SOLO-46); the stage counts them."""
    if f.stage >= op.a or not gets_better(g, op):
        return True
    return question(t, g, f, HARKONNEN)


def mahdi_replace_choices(t: Tables, g: State, op: Op, q: Offer) -> None:
    offer_areas(q, house_best(t, g, tradable(g, op.b)))


def mahdi_replace_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    """Tokens are turned up where nothing else can be traded; the trade is then asked for again."""
    area = action - ACT_AREA
    if part(g.legion[area], op.b) == 0:
        turn_up(t, g, area)
        return
    better = h_supply(g, op.c)
    from_pool(g, HARKONNEN, area, one(better))
    to_pool(g, HARKONNEN, area, one(op.b))
    f.stage += 1
    f.c = area + 1


def room_in(t: Tables, g: State, area: int) -> int:
    """Units that still fit into an area (ARR-SOLO-35)."""
    return max(0, unit_limit(t, g, HARKONNEN) - unit_count(g, area))


def with_room(t: Tables, g: State, areas: Set[AREAS]) -> Set[AREAS]:
    """Those of a set where another unit fits."""
    found: Set[AREAS] = nothing()
    for a in areas:
        found |= masked(only(a), room_in(t, g, a) > 0)
    return found
