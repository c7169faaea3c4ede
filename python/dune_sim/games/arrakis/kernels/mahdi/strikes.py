"""What the Harkonnen attack: sietches first, then legions next door (ARR-SOLO-26, 29 to 32)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_AREA, ACT_ZONE
from dune_sim.games.arrakis.kernels.attack import (
    STRIKE_DONE,
    STRIKE_SOURCE,
    STRIKE_TARGET,
    STRIKE_ZONE,
    declare,
    rank_at,
)
from dune_sim.games.arrakis.kernels.boards import offer_areas
from dune_sim.games.arrakis.kernels.figures import named_in
from dune_sim.games.arrakis.kernels.layout import AREAS, ATREIDES, HARKONNEN, Offer, State, Tables
from dune_sim.games.arrakis.kernels.mahdi.strength import BASIC, strength_at, target_area
from dune_sim.games.arrakis.kernels.mahdi.ways import flight_open, needs_wings
from dune_sim.games.arrakis.kernels.moves import clear_move
from dune_sim.games.arrakis.kernels.places import P_LAST, fitting
from dune_sim.games.arrakis.kernels.seats import question
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.offers import offer_mask
from dune_sim.kernel.stack import jump
from dune_sim.lang.intrinsics import Set, lowest, masked, nothing, only, u64

#: larger than any difference of strengths
RANK = 64 * BASIC


def in_strike(t: Tables, g: State, area: int) -> Set[AREAS]:
    """Areas a legion could attack a sietch in, an ornithopter used if there is one (ARR-SOLO-29, SOLO-53)."""
    return t.jump[area] if flight_open(t, g, area) else t.touch[area]


def sietch_key(t: Tables, g: State, area: int, power: int, sietch: int) -> int:
    """How much the Harkonnen want to attack a sietch with a legion; 0 for not at all (ARR-SOLO-29, ARR-SOLO-30)."""
    lead = power - strength_at(g, ATREIDES, sietch)
    if lead <= 0 or sietch in g.worms:
        return 0
    key = rank_at(t, g, sietch) * RANK + lead
    return 4 * key + 2 * int(not needs_wings(t, area, sietch)) + int(sietch == target_area(t, g))


def legion_key(t: Tables, g: State, power: int, area: int) -> int:
    """The same for a legion in the open, next door (ARR-SOLO-31, ARR-SOLO-32)."""
    theirs = strength_at(g, ATREIDES, area)
    if power <= theirs or area in g.worms:
        return 0
    return 2 * theirs + int(named_in(g, ATREIDES, area) != 0)


def best_sietch(t: Tables, g: State, area: int, power: int) -> int:
    """The best key of a legion of some strength that stands in an area."""
    most = 0
    for s in in_strike(t, g, area) & g.sietches:
        most = max(most, sietch_key(t, g, area, power, s))
    return most


def best_legion(t: Tables, g: State, area: int, power: int) -> int:
    most = 0
    for a in (t.touch[area] & g.legions[ATREIDES]) - g.sietches:
        most = max(most, legion_key(t, g, power, a))
    return most


def could_strike(t: Tables, g: State, area: int, power: int) -> bool:
    """Whether a legion of some strength could attack anything from an area."""
    return best_sietch(t, g, area, power) > 0 or best_legion(t, g, area, power) > 0


def strike_goal(t: Tables, g: State, among: Set[AREAS], sietches: bool) -> int:
    """The best key of any legion of a set."""
    most = 0
    for a in among:
        power = strength_at(g, HARKONNEN, a)
        most = max(most, best_sietch(t, g, a, power) if sietches else best_legion(t, g, a, power))
    return most


def attacking(t: Tables, g: State, among: Set[AREAS]) -> Set[AREAS]:
    """Legions that may carry out the attack the lists ask for (ARR-SOLO-26)."""
    found: Set[AREAS] = nothing()
    key = strike_goal(t, g, among, True)
    sietches = key > 0
    if not sietches:
        key = strike_goal(t, g, among, False)
    if key == 0:
        return found
    for a in among:
        power = strength_at(g, HARKONNEN, a)
        mine = best_sietch(t, g, a, power) if sietches else best_legion(t, g, a, power)
        found |= masked(only(a), mine == key)
    return found


def victims(t: Tables, g: State, area: int) -> Set[AREAS]:
    """What a legion attacks."""
    found: Set[AREAS] = nothing()
    power = strength_at(g, HARKONNEN, area)
    key = best_sietch(t, g, area, power)
    if key > 0:
        for s in in_strike(t, g, area) & g.sietches:
            found |= masked(only(s), sietch_key(t, g, area, power, s) == key)
        return found
    key = best_legion(t, g, area, power)
    for a in (t.touch[area] & g.legions[ATREIDES]) - g.sietches:
        found |= masked(only(a), key > 0 and legion_key(t, g, power, a) == key)
    return found


def ready_legions(t: Tables, g: State, f: Frame, place: int) -> Set[AREAS]:
    """Harkonnen legions that an instruction speaks of."""
    return fitting(t, g, HARKONNEN, place, f.c) & g.legions[HARKONNEN]


def speaks_later(t: Tables, f: Frame, place: int) -> bool:
    """Whether an instruction speaks of a legion that an earlier part of the card has still to name."""
    return t.places[place].flags & P_LAST != 0 and f.c == 0


def mahdi_attack_possible(t: Tables, g: State, f: Frame, op: Op) -> bool:
    if speaks_later(t, f, op.b):
        return True
    among = ready_legions(t, g, f, op.b)
    return strike_goal(t, g, among, True) > 0 or strike_goal(t, g, among, False) > 0


def op_mahdi_if_strike(t: Tables, g: State, f: Frame, op: Op) -> None:
    """Attack if anything can be attacked, else go on elsewhere (ARR-SOLO-26)."""
    among = ready_legions(t, g, f, op.a)
    if strike_goal(t, g, among, True) == 0 and strike_goal(t, g, among, False) == 0:
        jump(f, op.b)


def op_mahdi_attack(t: Tables, g: State, f: Frame) -> bool:
    """One legion attacks what the lists say (ARR-SOLO-26, ARR-SOLO-29 to 32, AMB-89)."""
    if f.stage == 0:
        clear_move(g)
        f.stage = STRIKE_SOURCE
    if f.stage >= STRIKE_DONE:
        clear_move(g)
        return True
    return question(t, g, f, HARKONNEN)


def mahdi_attack_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    if f.stage == STRIKE_ZONE:
        offer_mask(q, ACT_ZONE, u64(t.area_zones[g.move.source] & g.ornithopters))
    elif f.stage == STRIKE_TARGET:
        offer_areas(q, victims(t, g, g.move.source))
    else:
        offer_areas(q, attacking(t, g, ready_legions(t, g, f, op.b)))


def mahdi_attack_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    m = g.move
    if f.stage == STRIKE_SOURCE:
        m.source = action - ACT_AREA
        f.stage = STRIKE_TARGET
        return
    if f.stage == STRIKE_ZONE:
        m.zone = action - ACT_ZONE + 1
    else:
        m.target = action - ACT_AREA
        if needs_wings(t, m.source, m.target):
            f.stage = STRIKE_ZONE
            zones = t.area_zones[m.source] & g.ornithopters
            if zones & (zones - 1) != 0:
                return
            m.zone = lowest(u64(zones)) + 1
    declare(t, g, f, op)
