"""Vehicles: harvesters in the desert, ornithopters and carryalls in air zones (ARR-VEH, ARR-HOUSE)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_AREA, ACT_DONE, ACT_VEHICLE, ACT_YES, ACT_ZONE
from dune_sim.games.arrakis.kernels.boards import count, desert_word, free_word, offer_word, put, take
from dune_sim.games.arrakis.kernels.layout import HARKONNEN, ZONES, Offer, State, Tables
from dune_sim.games.arrakis.kernels.opcodes import PHASE_VEHICLES
from dune_sim.games.arrakis.kernels.seats import question
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.offers import offer, offer_mask
from dune_sim.kernel.stack import UNASKED
from dune_sim.lang.intrinsics import lowest, popcount, u64

HARVESTER = 0
ORNITHOPTER = 1
CARRYALL = 2
ALL_ZONES = (1 << ZONES) - 1

# stages
PLACE_NEXT = 1  # which kind and where
PLACE_KIND = 2  # the kind was chosen: where
PLACE_FROM = 3  # pool or a vehicle already on the map
PLACE_OVER = 4


def active_row(g: State) -> int:
    """The lowest Imperium marker names the row of the spice board (ARR-VEH-01)."""
    return max(g.imperium[0], max(g.imperium[1], g.imperium[2]))


def on_board(g: State, kind: int) -> int:
    """Vehicles of a kind on the map."""
    if kind == HARVESTER:
        return count(g.harvesters)
    return popcount(u64(g.ornithopters if kind == ORNITHOPTER else g.carryalls))


def in_pool(t: Tables, g: State, kind: int) -> int:
    return t.vehicles[kind] - on_board(g, kind)


def harvester_word(t: Tables, g: State, w: int) -> u64:
    """Desert free for the Harkonnen, one harvester in an area (ARR-VEH-06)."""
    return desert_word(t, g, w) & free_word(t, g, HARKONNEN, w) & ~g.harvesters[w]


def can_place(t: Tables, g: State, kind: int) -> bool:
    """Whether a vehicle of a kind has a legal spot (AMB-14)."""
    if kind == HARVESTER:
        return harvester_word(t, g, 0) | harvester_word(t, g, 1) != 0
    return on_board(g, kind) < ZONES


def spot_choices(t: Tables, g: State, q: Offer, kind: int) -> None:
    """Where a vehicle may go; a flyer may push another kind out of its zone (ARR-VEH-07, ARR-VEH-08)."""
    if kind == HARVESTER:
        for w in range(2):
            offer_word(q, w, harvester_word(t, g, w))
        return
    taken = g.ornithopters if kind == ORNITHOPTER else g.carryalls
    offer_mask(q, ACT_ZONE, u64(taken ^ ALL_ZONES))


def put_vehicle(g: State, kind: int, spot: int) -> None:
    if kind == HARVESTER:
        put(g.harvesters, spot)
    elif kind == ORNITHOPTER:
        g.ornithopters |= 1 << spot
        g.carryalls = g.carryalls & ~(1 << spot)
    else:
        g.carryalls |= 1 << spot
        g.ornithopters = g.ornithopters & ~(1 << spot)


def take_vehicle(g: State, kind: int, spot: int) -> None:
    """A vehicle goes back to the pool (ARR-UNIT-17)."""
    if kind == HARVESTER:
        take(g.harvesters, spot)
    elif kind == ORNITHOPTER:
        g.ornithopters = g.ornithopters & ~(1 << spot)
    else:
        g.carryalls = g.carryalls & ~(1 << spot)


def spot_of(action: int) -> int:
    return action - ACT_AREA if action >= ACT_AREA else action - ACT_ZONE


def next_kind(f: Frame) -> int:
    """The kind to be placed next: harvesters, ornithopters, carryalls; -1 if none is left of the fixed ones."""
    return lowest(u64(f.a)) >> 2 if f.a != 0 else -1


def drop_kind(f: Frame) -> None:
    """No more vehicles of the kind that is next."""
    f.a = f.a & ~(15 << (4 * next_kind(f)))


def op_row_vehicles(t: Tables, g: State, f: Frame) -> bool:
    """Phase 1: every vehicle of the active row is placed (ARR-VEH-04, ARR-VEH-05, AMB-14)."""
    if f.stage == 0:
        g.phase = PHASE_VEHICLES
        row = active_row(g)
        f.a = t.row_vehicles[row][0] + (t.row_vehicles[row][1] << 4) + (t.row_vehicles[row][2] << 8)
        f.stage = PLACE_NEXT
    if f.stage >= UNASKED:
        drop_kind(f)
        f.stage = PLACE_NEXT
    while f.a != 0 and in_pool(t, g, next_kind(f)) <= 0:
        drop_kind(f)
    if f.a == 0:
        return True
    return question(t, g, f, HARKONNEN)


def row_vehicles_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    spot_choices(t, g, q, next_kind(f))


def row_vehicles_answer(g: State, f: Frame, action: int) -> None:
    kind = next_kind(f)
    put_vehicle(g, kind, spot_of(action))
    f.a -= 1 << (4 * kind)


def placeable_kind(t: Tables, g: State, kind: int) -> bool:
    """A vehicle from the pool or from the map, and a spot for it (ARR-HOUSE-05, AMB-13)."""
    return can_place(t, g, kind) and t.vehicles[kind] > 0


def op_vehicles(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Place vehicles by an action or card: fixed ones first, then any (ARR-HOUSE-02, ARR-HOUSE-04)."""
    if f.stage == 0:
        f.a = op.a + (op.b << 8)
        f.b = op.c
        f.stage = PLACE_NEXT
    if f.stage == PLACE_NEXT:
        while f.a != 0 and not placeable_kind(t, g, next_kind(f)):
            drop_kind(f)
    if f.stage >= PLACE_OVER or (f.stage == PLACE_NEXT and f.a == 0 and f.b == 0):
        g.move.pick = 0
        g.move.target = 0
        return True
    return question(t, g, f, HARKONNEN)


def vehicles_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    if f.stage == PLACE_FROM:
        origin_choices(t, g, q)
        return
    if f.stage == PLACE_KIND:
        spot_choices(t, g, q, g.move.pick)
        return
    kind = next_kind(f)
    if kind >= 0:
        spot_choices(t, g, q, kind)
    else:
        for k in range(3):
            if placeable_kind(t, g, k):
                offer(q, ACT_VEHICLE + k)
    if op.must == 0 or f.b < op.c or f.a < op.a + (op.b << 8):
        offer(q, ACT_DONE)


def origin_choices(t: Tables, g: State, q: Offer) -> None:
    """From the pool, or a vehicle of that kind that is on the map (ARR-DEPLOY-05)."""
    kind = g.move.pick
    if in_pool(t, g, kind) > 0:
        offer(q, ACT_YES)
    if kind == HARVESTER:
        for w in range(2):
            offer_word(q, w, g.harvesters[w])
        return
    offer_mask(q, ACT_ZONE, u64(g.ornithopters if kind == ORNITHOPTER else g.carryalls))


def vehicles_answer(g: State, f: Frame, action: int) -> None:
    if action == ACT_DONE:
        refuse_vehicle(f)
        return
    if f.stage == PLACE_FROM:
        if action != ACT_YES:
            take_vehicle(g, g.move.pick, spot_of(action))
        put_vehicle(g, g.move.pick, g.move.target)
        f.stage = PLACE_NEXT
        return
    kind = next_kind(f)
    if f.stage == PLACE_NEXT and kind < 0:
        g.move.pick = action - ACT_VEHICLE
        f.stage = PLACE_KIND
        return
    if f.stage == PLACE_KIND:
        kind = g.move.pick
        f.b -= 1
    else:
        f.a -= 1 << (4 * kind)
    g.move.pick = kind
    g.move.target = spot_of(action)
    f.stage = PLACE_FROM


def refuse_vehicle(f: Frame) -> None:
    """No more of the kind that is next; what else the instruction places may still come (ARR-ACT-14)."""
    if f.a == 0:
        f.stage = PLACE_OVER
    else:
        drop_kind(f)


def vehicles_possible(t: Tables, g: State) -> bool:
    """Whether any vehicle can be placed."""
    return placeable_kind(t, g, HARVESTER) or placeable_kind(t, g, ORNITHOPTER) or placeable_kind(t, g, CARRYALL)
