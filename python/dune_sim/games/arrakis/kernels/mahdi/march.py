"""How Harkonnen legions move: one after another towards the target sietch (ARR-SOLO-48 to 55)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_AREA, ACT_ZONE
from dune_sim.games.arrakis.kernels.arrival import arrive
from dune_sim.games.arrakis.kernels.attack import rank_at
from dune_sim.games.arrakis.kernels.boards import free, offer_areas, on_map
from dune_sim.games.arrakis.kernels.figures import named_in, part, unit_count, unit_limit, units_in
from dune_sim.games.arrakis.kernels.layout import AREAS, ATREIDES, HARKONNEN, Offer, State, Tables
from dune_sim.games.arrakis.kernels.leaders import strand
from dune_sim.games.arrakis.kernels.legions import transfer
from dune_sim.games.arrakis.kernels.mahdi.strength import FAR, h_token_count, strength_at, strength_of, target_area
from dune_sim.games.arrakis.kernels.mahdi.strikes import could_strike, ready_legions, speaks_later, strike_goal
from dune_sim.games.arrakis.kernels.mahdi.tokens import carry_h_tokens, cover, some_h_tokens, trim
from dune_sim.games.arrakis.kernels.mahdi.ways import (
    around,
    best_ends,
    flight_open,
    needs_wings,
    roomy,
    steps_towards,
)
from dune_sim.games.arrakis.kernels.moves import clear_move, fly
from dune_sim.games.arrakis.kernels.opcodes import MOVE_KEEP, MOVE_REPEAT
from dune_sim.games.arrakis.kernels.places import P_LAST
from dune_sim.games.arrakis.kernels.seats import question
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.offers import offer_mask
from dune_sim.lang.intrinsics import Set, empty, lowest, masked, nothing, only, popcount, u64

# stages of OP_MAHDI_MOVE; register a is the sietch the legions make for, plus 1, register b JOINING or JOINED
MARCH_AIM = 1
MARCH_SOURCE = 2
MARCH_GOAL = 3
MARCH_ZONE = 4
MARCH_DONE = 5

JOINING = 1
JOINED = 2

TOKEN_ONE = 1 << 16  # a packed legion with its face-down tokens


def strong_enough(g: State, among: Set[AREAS], sietch: int) -> Set[AREAS]:
    """Legions stronger than the one that defends a sietch (ARR-SOLO-50)."""
    found: Set[AREAS] = nothing()
    theirs = strength_at(g, ATREIDES, sietch)
    for a in among:
        found |= masked(only(a), strength_at(g, HARKONNEN, a) > theirs)
    return found


def aims(t: Tables, g: State, power: int) -> Set[AREAS]:
    """The target sietch, or for a strength that does not suffice the sietches next in line (ARR-SOLO-51)."""
    found: Set[AREAS] = nothing()
    target = target_area(t, g)
    if not on_map(target):
        return found
    if power > strength_at(g, ATREIDES, target):
        return only(target)
    best = 0
    for s in g.sietches:
        if power > strength_at(g, ATREIDES, s):
            key = 4 * (FAR - t.apart[target][s]) + rank_at(t, g, s)
            if key > best:
                best = key
                found = nothing()
            found |= masked(only(s), key == best)
    return found


def most_power(g: State, among: Set[AREAS]) -> int:
    most = 0
    for a in among:
        most = max(most, strength_at(g, HARKONNEN, a))
    return most


def to_move_on(t: Tables, g: State, f: Frame, place: int) -> Set[AREAS]:
    """Legions that an instruction may still move; whoever arrived in this action stays (ARR-MOVE-08)."""
    return ready_legions(t, g, f, place) - g.h_moved


def walkers(t: Tables, g: State, among: Set[AREAS], aim: int) -> Set[AREAS]:
    """The next legion to move: the nearest one that can, among equals the strongest (ARR-SOLO-48, ARR-SOLO-49)."""
    open_land = free(t, g, HARKONNEN)
    room = roomy(t, g)
    able = strong_enough(g, among, aim)
    layer: Set[AREAS] = t.touch[aim] & open_land
    reached = layer
    while not empty(layer):
        further = (around(t, layer) & open_land) - reached
        found = strongest_that_step(t, g, further & able, layer & room, reached & room)
        if not empty(found):
            return found
        layer = further
        reached |= further
    return strongest_that_step(t, g, (able - reached) - t.touch[aim], layer, reached & room)


def strongest_that_step(t: Tables, g: State, among: Set[AREAS], next_to: Set[AREAS], nearer: Set[AREAS]) -> Set[AREAS]:
    """The strongest legions of one distance that can walk or fly nearer."""
    found: Set[AREAS] = nothing()
    most = 0
    for a in among:
        steps = not empty(t.touch[a] & next_to) or (flight_open(t, g, a) and not empty(t.jump[a] & nearer))
        power = strength_at(g, HARKONNEN, a)
        if steps and power > most:
            most = power
            found = nothing()
        found |= masked(only(a), steps and power == most)
    return found


def best_part(t: Tables, g: State, source: int, target: int) -> int:
    """The strongest units of a legion that fit into an area, tokens included, and all its leaders (ARR-SOLO-52)."""
    room = unit_limit(t, g, HARKONNEN) - unit_count(g, target)
    here = g.legion[source]
    special = min(part(here, 2), room)
    room -= special
    tokens = min(h_token_count(g, source), room)
    room -= tokens
    elite = min(part(here, 1), room)
    standard = min(part(here, 0), room - elite)
    return standard + (elite << 4) + (special << 8) + (here >> 12 << 12) + tokens * TOKEN_ONE


def joined_power(t: Tables, g: State, source: int, target: int) -> int:
    """Strength of the legion that would stand in the target; 0 if it were no stronger than either of the two."""
    going = best_part(t, g, source, target)
    power = strength_of(going & 0xFFFF, popcount(u64(named_in(g, HARKONNEN, source))), going // TOKEN_ONE)
    whole = strength_at(g, HARKONNEN, target) + power
    enough = units_in(going) + going // TOKEN_ONE > 0
    return whole if enough and whole > strength_at(g, HARKONNEN, source) else 0


def best_join(t: Tables, g: State, among: Set[AREAS], aim: int) -> int:
    """Strength of the strongest legion that can be made beside a sietch (ARR-SOLO-55)."""
    most = 0
    for x in (t.touch[aim] & roomy(t, g)) & g.legions[HARKONNEN]:
        for a in t.touch[x] & among:
            most = max(most, joined_power(t, g, a, x))
    return most


def joiners(t: Tables, g: State, among: Set[AREAS], aim: int) -> Set[AREAS]:
    """Legions that move to make it."""
    found: Set[AREAS] = nothing()
    most = best_join(t, g, among, aim)
    for x in (t.touch[aim] & roomy(t, g)) & g.legions[HARKONNEN]:
        for a in t.touch[x] & among:
            found |= masked(only(a), most > 0 and joined_power(t, g, a, x) == most)
    return found


def join_ends(t: Tables, g: State, aim: int, source: int, most: int) -> Set[AREAS]:
    """Where one of them goes."""
    found: Set[AREAS] = nothing()
    for x in ((t.touch[aim] & t.touch[source]) & roomy(t, g)) & g.legions[HARKONNEN]:
        found |= masked(only(x), joined_power(t, g, source, x) == most)
    return found


def step_ends(t: Tables, g: State, aim: int, area: int) -> Set[AREAS]:
    """Where a legion ends that makes for a sietch."""
    return best_ends(t, g, steps_towards(t, g, aim, area, roomy(t, g) - only(aim)))


def ends_of(t: Tables, g: State, area: int, power: int) -> Set[AREAS]:
    """Where the legion of an area would end if it moved with some strength; none if it would not."""
    found: Set[AREAS] = nothing()
    for aim in aims(t, g, power):
        found |= step_ends(t, g, aim, area)
    return found


def mahdi_move_possible(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Whether any legion would move."""
    if op.c & MOVE_REPEAT != 0 or speaks_later(t, f, op.b):
        return True
    among = ready_legions(t, g, f, op.b)
    for aim in aims(t, g, most_power(g, among)):
        if best_join(t, g, among, aim) > 0 or not empty(walkers(t, g, among, aim)):
            return True
    return False


def mahdi_if_strike_possible(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Whether a legion could attack or move."""
    if speaks_later(t, f, op.a) or mahdi_move_possible(t, g, f, t.code[op.b]):
        return True
    among = ready_legions(t, g, f, op.a)
    return strike_goal(t, g, among, True) > 0 or strike_goal(t, g, among, False) > 0


def op_mahdi_move(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Up to ``op.a`` legions move, each on its own (ARR-SOLO-48 to 55)."""
    if f.stage == 0:
        begin_march(t, g, f, op)
        f.stage = MARCH_AIM
    if f.stage < MARCH_DONE and g.move.left > 0:
        return question(t, g, f, HARKONNEN)
    f.a = 0
    f.b = f.b if op.c & MOVE_KEEP != 0 else 0
    g.h_moved = nothing()
    clear_move(g)
    return True


def begin_march(t: Tables, g: State, f: Frame, op: Op) -> None:
    """A legion that joined another does not move on at once (AMB-133)."""
    clear_move(g)
    g.h_moved = nothing()
    g.move.left = 0 if op.c & MOVE_REPEAT != 0 and f.b == JOINED else op.a
    f.b = 0
    if t.places[op.b].flags & P_LAST == 0:
        f.c = 0


def mahdi_move_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    if f.stage == MARCH_AIM:
        offer_areas(q, aims(t, g, most_power(g, ready_legions(t, g, f, op.b))))
        return
    if f.stage == MARCH_ZONE:
        offer_mask(q, ACT_ZONE, u64(t.area_zones[g.move.source] & g.ornithopters))
        return
    among = to_move_on(t, g, f, op.b)
    if f.stage == MARCH_SOURCE:
        joining = joiners(t, g, among, f.a - 1)
        offer_areas(q, joining if not empty(joining) else walkers(t, g, among, f.a - 1))
    elif f.b == JOINING:
        offer_areas(q, join_ends(t, g, f.a - 1, g.move.source, best_join(t, g, among, f.a - 1)))
    else:
        offer_areas(q, step_ends(t, g, f.a - 1, g.move.source))


def mahdi_move_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    m = g.move
    if f.stage == MARCH_AIM:
        f.a = action - ACT_AREA + 1
        f.stage = MARCH_SOURCE
    elif f.stage == MARCH_SOURCE:
        f.b = JOINING if best_join(t, g, to_move_on(t, g, f, op.b), f.a - 1) > 0 else 0
        m.source = action - ACT_AREA
        f.stage = MARCH_GOAL
    elif f.stage == MARCH_ZONE:
        m.zone = action - ACT_ZONE + 1
        march(t, g, f)
    else:
        m.target = action - ACT_AREA
        if needs_wings(t, m.source, m.target):
            f.stage = MARCH_ZONE
            zones = t.area_zones[m.source] & g.ornithopters
            if zones & (zones - 1) != 0:
                return
            m.zone = lowest(u64(zones)) + 1
        march(t, g, f)


def march(t: Tables, g: State, f: Frame) -> None:
    """The legion goes, or as much of it as fits (ARR-SOLO-52, ARR-SOLO-56)."""
    m = g.move
    left = m.left - 1
    source = m.source
    target = m.target
    fly(g)
    f.c = target + 1
    f.b = JOINED if target in g.legions[HARKONNEN] else 0
    f.stage = MARCH_SOURCE
    clear_move(g)
    m.left = left
    relocate_part(t, g, source, target)


def relocate_part(t: Tables, g: State, source: int, target: int) -> None:
    """The strongest part of a legion that fits goes to an area; what that brings."""
    going = best_part(t, g, source, target)
    tokens = some_h_tokens(g, source, going // TOKEN_ONE)
    carry_h_tokens(g, source, target, tokens)
    transfer(g, HARKONNEN, source, target, going & 0xFFFF, 0, named_in(g, HARKONNEN, source))
    g.h_moved |= only(target)
    arrive(t, g, HARKONNEN, target)
    trim(t, g, target)
    strand(t, g, HARKONNEN, source)
    # tokens that are laid now do not move in the same action (AMB-137)
    g.h_moved |= masked(only(source), source not in g.legions[HARKONNEN])
    cover(t, g, source)


def could_act(t: Tables, g: State, area: int, power: int) -> bool:
    """Whether the legion of an area could attack or move with some strength."""
    return could_strike(t, g, area, power) or not empty(ends_of(t, g, area, power))


def could_move_and_strike(t: Tables, g: State, area: int, power: int) -> bool:
    """Whether it could move and attack from where it ends."""
    for end in ends_of(t, g, area, power):
        if could_strike(t, g, end, power):
            return True
    return False
