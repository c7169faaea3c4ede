"""Vehicles where the lists say: harvesters, carryalls, ornithopters (ARR-SOLO-10 to 15, ARR-SOLO-40, ARR-SOLO-47)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_AREA, ACT_NUMBER, ACT_ZONE
from dune_sim.games.arrakis.kernels.boards import bare, beside, offer_areas
from dune_sim.games.arrakis.kernels.layout import AREAS, ATREIDES, HARKONNEN, SECTORS, ZONES, Offer, State, Tables
from dune_sim.games.arrakis.kernels.mahdi.strength import strength_at
from dune_sim.games.arrakis.kernels.mahdi.tactics import target_sectors
from dune_sim.games.arrakis.kernels.opcodes import PHASE_VEHICLES
from dune_sim.games.arrakis.kernels.places import in_sectors
from dune_sim.games.arrakis.kernels.seats import question
from dune_sim.games.arrakis.kernels.vehicles import (
    ALL_ZONES,
    CARRYALL,
    HARVESTER,
    ORNITHOPTER,
    active_row,
    harvester_spots,
    in_pool,
    put_vehicle,
)
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.offers import offer_mask
from dune_sim.kernel.stack import UNASKED
from dune_sim.lang.intrinsics import Set, empty, lowest, masked, nothing, only, popcount, u64

# register a: vehicles still to place, four bits a kind; b: the last one placed of a set that is picked in rising order,
# plus 1; c: the sector that takes what does not fit, plus 1
LEVELS = 4  # of harvester spots: even ones are those in deep desert, the lower half those that are safe


def harvest_land(t: Tables, f: Frame, harvest: int) -> Set[AREAS]:
    """The land that harvesters go to now: the harvest sector, or the one that takes the rest."""
    return t.sector_board[f.c - 1] if f.c > 0 else in_sectors(t, harvest)


def harvest_sectors(t: Tables, g: State) -> int:
    return t.tactic_sectors[g.harvest_card - 1] if g.harvest_card > 0 else 0


def harvest_spots(t: Tables, g: State, land: Set[AREAS]) -> Set[AREAS]:
    """The best spots in some land: empty and safe ones before others, deep desert before other desert (ARR-SOLO-11)."""
    spots = harvester_spots(t, g) & land
    safe = (spots & bare(t, g)) - beside(t, g.legions[ATREIDES] | g.sietches)
    for level in range(LEVELS):
        found = safe if level < LEVELS // 2 else spots
        if level % 2 == 0:
            found &= t.deep_board
        if not empty(found):
            return found
    return spots


def overflow_sectors(t: Tables, g: State) -> int:
    """Sectors beside the harvest sector with a spot, but for that of the target (ARR-SOLO-12)."""
    harvest = harvest_sectors(t, g)
    found = 0
    for s in range(SECTORS):
        if (harvest >> s) & 1 == 1:
            found |= t.sector_beside[s]
    found = found & ~(harvest | target_sectors(t, g))
    for s in range(SECTORS):
        if empty(harvester_spots(t, g) & t.sector_board[s]):
            found = found & ~(1 << s)
    return found


def guarded(t: Tables, g: State, zone: int) -> int:
    """Harvesters that a carryall in a zone could save (ARR-SOLO-13)."""
    return popcount(g.harvesters & t.zone_board[zone])


def carryall_zones(t: Tables, g: State) -> int:
    """Zones without a flyer that protect most harvesters."""
    found = 0
    most = -1
    taken = g.ornithopters | g.carryalls
    for z in range(ZONES):
        if (taken >> z) & 1 == 0:
            many = guarded(t, g, z)
            if many > most:
                most = many
                found = 0
            found |= int(many == most) << z
    return found


def lurking_zones(t: Tables, g: State) -> int:
    """Zones over legions exactly two areas from a sietch they would attack (ARR-SOLO-14)."""
    found = 0
    for a in g.legions[HARKONNEN]:
        for s in ((t.jump[a] - t.touch[a]) & g.sietches) - g.worms:
            if strength_at(g, HARKONNEN, a) > strength_at(g, ATREIDES, s):
                found |= t.area_zones[a]
    return found


def zones_over(t: Tables, sectors: int) -> int:
    """Zones connected to any of some sectors."""
    found = 0
    for s in range(SECTORS):
        found |= t.sector_zones[s] * ((sectors >> s) & 1)
    return found


def ornithopter_zones(t: Tables, g: State) -> int:
    """Zones without a flyer for the next ornithopter, the best ones only (ARR-SOLO-14, AMB-135)."""
    open_zones = ALL_ZONES & ~(g.ornithopters | g.carryalls)
    found = lurking_zones(t, g) & open_zones
    if found != 0:
        return found
    sectors = target_sectors(t, g)
    found = zones_over(t, sectors) & open_zones
    if found != 0:
        return found
    near = 0
    for s in range(SECTORS):
        near |= t.sector_beside[s] * ((sectors >> s) & 1)
    found = zones_over(t, near & ~sectors) & open_zones
    return found & t.central_zones if found & t.central_zones != 0 else found


def kind_next(f: Frame) -> int:
    """Harvesters, then carryalls, then ornithopters (ARR-SOLO-10)."""
    if f.a & 15 != 0:
        return HARVESTER
    return CARRYALL if f.a >> 8 != 0 else ORNITHOPTER


def left_of(f: Frame, kind: int) -> int:
    return (f.a >> (4 * kind)) & 15


def begin_vehicles(t: Tables, g: State, f: Frame, op: Op) -> None:
    """What there is to place, as far as the pool goes."""
    wanted = op.b + (op.c << 8)
    if op.a == 1:
        g.phase = PHASE_VEHICLES
        row = active_row(g)
        wanted = t.row_vehicles[row][0] + (t.row_vehicles[row][1] << 4) + (t.row_vehicles[row][2] << 8)
    f.a = 0
    for kind in range(3):
        f.a += min((wanted >> (4 * kind)) & 15, max(0, in_pool(t, g, kind))) << (4 * kind)
    f.b = 0
    f.c = 0
    f.stage = 1


def op_mahdi_vehicles(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Vehicles of the active row, or of an action or card, are placed by the lists (ARR-SOLO-10 to 14)."""
    if f.stage == 0:
        begin_vehicles(t, g, f, op)
    if f.stage >= UNASKED:
        kind = kind_next(f)
        f.a = f.a & ~(15 << (4 * kind))
        f.stage = 1
    if f.a != 0:
        place_plain(t, g, f)
    if f.a == 0:
        f.b = 0
        f.c = 0
        return True
    return question(t, g, f, HARKONNEN)


def place_plain(t: Tables, g: State, f: Frame) -> None:
    """Whatever leaves no choice is placed at once."""
    going = True
    while f.a != 0 and going:
        if f.a & 15 != 0:
            going = place_harvesters(t, g, f)
        else:
            going = place_flyers(t, g, f)


def place_harvesters(t: Tables, g: State, f: Frame) -> bool:
    """All spots of a level are taken if there are not more than harvesters; whether anything could be done."""
    spots = harvest_spots(t, g, harvest_land(t, f, harvest_sectors(t, g))) - lower(f.b)
    many = popcount(spots)
    if many == 0 and (f.c > 0 or overflow_sectors(t, g) == 0):
        f.a = f.a & ~15
        f.b = 0
        f.c = 0
        return True
    if many == 0 or many > f.a & 15:
        return False
    g.harvesters |= spots
    f.a -= many
    f.b = 0
    return True


def lower(last: int) -> Set[AREAS]:
    """Areas up to the one picked last."""
    found: Set[AREAS] = nothing()
    for a in range(last):
        found |= only(a)
    return found


def flyer_zones_next(t: Tables, g: State, f: Frame) -> int:
    """Where the next flyer may go, those picked before in rising order."""
    zones = carryall_zones(t, g) if kind_next(f) == CARRYALL else ornithopter_zones(t, g)
    return zones >> f.b << f.b


def place_flyers(t: Tables, g: State, f: Frame) -> bool:
    """The same for zones."""
    kind = kind_next(f)
    zones = flyer_zones_next(t, g, f)
    many = popcount(u64(zones))
    if many == 0:
        f.a = f.a & ~(15 << (4 * kind))
        f.b = 0
        return True
    if many > left_of(f, kind):
        return False
    f.a -= many << (4 * kind)
    f.b = 0
    rest = u64(zones)
    while rest != 0:
        put_vehicle(g, kind, lowest(rest))
        rest = rest & u64(rest - 1)
    return True


def without_last(areas: Set[AREAS], many: int) -> Set[AREAS]:
    """A set without its highest members: those that must be left for later picks."""
    keep = popcount(areas) - many
    found: Set[AREAS] = nothing()
    for a in areas:
        found |= masked(only(a), keep > 0)
        keep -= 1
    return found


def mahdi_vehicles_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    if f.a & 15 != 0:
        spots = harvest_spots(t, g, harvest_land(t, f, harvest_sectors(t, g))) - lower(f.b)
        if empty(spots):
            offer_mask(q, ACT_NUMBER, u64(overflow_sectors(t, g)))
        else:
            offer_areas(q, without_last(spots, (f.a & 15) - 1))
        return
    rest = u64(flyer_zones_next(t, g, f))
    keep = popcount(rest) - left_of(f, kind_next(f)) + 1
    while rest != 0 and keep > 0:
        offer_mask(q, ACT_ZONE + lowest(rest), u64(1))
        rest = rest & u64(rest - 1)
        keep -= 1


def mahdi_vehicles_answer(g: State, f: Frame, action: int) -> None:
    if action >= ACT_AREA:
        put_vehicle(g, HARVESTER, action - ACT_AREA)
        f.a -= 1
        f.b = action - ACT_AREA + 1
    elif action >= ACT_NUMBER:
        f.c = action - ACT_NUMBER + 1
        f.b = 0
    else:
        kind = kind_next(f)
        put_vehicle(g, kind, action - ACT_ZONE)
        f.a -= 1 << (4 * kind)
        f.b = action - ACT_ZONE + 1 if left_of(f, kind) > 0 else 0
    if f.a & 15 == 0 and action >= ACT_NUMBER:
        f.b = 0


def mahdi_vehicles_possible(t: Tables, g: State, op: Op) -> bool:
    """Whether any of the vehicles of a card can be placed."""
    able = op.b & 15 != 0 and in_pool(t, g, HARVESTER) > 0 and any_spot(t, g)
    able = able or (op.b >> 4 != 0 and in_pool(t, g, ORNITHOPTER) > 0 and ornithopter_zones(t, g) != 0)
    return able or (op.c != 0 and in_pool(t, g, CARRYALL) > 0 and carryall_zones(t, g) != 0)


def any_spot(t: Tables, g: State) -> bool:
    land = in_sectors(t, harvest_sectors(t, g))
    return not empty(harvester_spots(t, g) & land) or overflow_sectors(t, g) != 0
