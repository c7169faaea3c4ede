"""Slow, obvious reach on the War for Arrakis map: moves, rides, transports, retreats, worms, storms.

Written from the rulebook alone; every search walks the map step by step over plain sets of area ids.

API
---
Board                                  the printed map; ``naive.arrakis_content.load_board()`` reads it
Area, Spot, Position                   a printed area; what stands in it now; the whole map now
terrain(board, position, area)         terrain after an atomic strike; ``is_deep`` for deep desert
neighbours / touching                  over open borders / over any border (troop transport)
is_free, is_empty                      ARR-MAP-07 to 09
basic_moves, ride_moves, transport_moves           areas a legion may end in, by way of moving
basic_targets, ride_targets, transport_targets     areas it may attack, by way of reaching
all_moves, all_targets                 the union of what the faction has
transport_zones                        flight zones whose ornithopter may carry the legion
retreat_areas, displacement_areas      where an opponent may send a legion (battle or worm / atomic)
worm_moves, worm_targets               ARR-WORM-24 to 29
wormsign_areas, signs_taken_off, signs_put_on      ARR-DESERT-04, ARR-WORM-01, ARR-WORM-02
harvester_areas, scout_areas           ARR-VEH-06, ARR-FREE-04
storm_areas                            exposed areas with a Harkonnen legion (ARR-STORM-02, 03)
"""

from __future__ import annotations

from dataclasses import dataclass, field

ATREIDES = "atreides"
HARKONNEN = "harkonnen"
ENEMY = {ATREIDES: HARKONNEN, HARKONNEN: ATREIDES}


@dataclass(frozen=True)
class Area:
    """A printed area. The North Pole belongs to several sectors."""

    terrain: str  # "mountain", "plateau", "minor_erg" or "desert"
    sectors: tuple[str, ...]
    deep: bool = False
    sheltered: bool = False  # one of the five central plateaus ringed by mountains


@dataclass(frozen=True)
class Board:
    """The printed map: areas, open and impassable borders, flight zones and what each atomic exposes."""

    areas: dict[str, Area]
    borders: frozenset[frozenset[str]]
    impassable: frozenset[frozenset[str]] = frozenset()
    zones: dict[str, tuple[str, ...]] = field(default_factory=dict)
    atomics: dict[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass
class Spot:
    """Everything that stands in one area now."""

    units: dict[str, int] = field(default_factory=dict)  # faction -> figures, markers not counted
    leaders: dict[str, tuple[str, ...]] = field(default_factory=dict)
    deployment_markers: int = 0  # Atreides only; each counts as one unit
    wormsign: bool = False
    worm: bool = False
    settlement: str | None = None  # faction that owns the settlement
    harvester: bool = False
    station: bool = False


@dataclass
class Position:
    """The map now. Areas that are not listed are empty."""

    spots: dict[str, Spot] = field(default_factory=dict)
    flyers: dict[str, str] = field(default_factory=dict)  # flight zone -> "ornithopter" or "carryall"
    atomic: str | None = None  # area covered by the atomic tile

    def spot(self, area: str) -> Spot:
        return self.spots.get(area, Spot())


# --- the map --------------------------------------------------------------------------------------------------


def terrain(board: Board, position: Position, area: str) -> str:
    """An atomic turns its mountain area into desert."""
    return "desert" if position.atomic == area else board.areas[area].terrain


def is_desert(board: Board, position: Position, area: str) -> bool:
    """Desert, deep desert included."""
    return terrain(board, position, area) == "desert"


def is_deep(board: Board, position: Position, area: str) -> bool:
    """Deep desert; an area made desert by an atomic is not at the edge of the map."""
    return position.atomic != area and board.areas[area].deep


def neighbours(board: Board, area: str) -> set[str]:
    """Areas adjacent for everything that stays on the ground."""
    return {other for border in board.borders if area in border for other in border if other != area}


def touching(board: Board, area: str) -> set[str]:
    """Areas that share any border, impassable ones included."""
    everything = board.borders | board.impassable
    return {other for border in everything if area in border for other in border if other != area}


def has_units(position: Position, area: str, faction: str) -> bool:
    """Whether a legion of the faction stands there; an unrevealed deployment marker is a unit."""
    spot = position.spot(area)
    markers = spot.deployment_markers if faction == ATREIDES else 0
    return spot.units.get(faction, 0) + markers > 0


def is_free(position: Position, area: str, faction: str) -> bool:
    """No enemy settlement, no enemy unit, no sandworm."""
    spot = position.spot(area)
    if spot.worm or spot.settlement == ENEMY[faction]:
        return False
    return not has_units(position, area, ENEMY[faction])


def is_empty(position: Position, area: str) -> bool:
    """No figure, marker or tile of any kind."""
    spot = position.spot(area)
    figures = any(spot.units.values()) or any(spot.leaders.values()) or spot.harvester or spot.worm
    markers = spot.deployment_markers or spot.wormsign or spot.settlement or spot.station
    return not figures and not markers and position.atomic != area


def is_target(position: Position, area: str, faction: str) -> bool:
    """An enemy legion or an undefended enemy settlement, and no sandworm (ARR-BATTLE-02, ARR-WORM-23)."""
    spot = position.spot(area)
    if spot.worm:
        return False
    return spot.settlement == ENEMY[faction] or has_units(position, area, ENEMY[faction])


# --- basic moves ----------------------------------------------------------------------------------------------


def basic_moves(board: Board, position: Position, start: str, faction: str) -> set[str]:
    """One step into an adjacent free area."""
    return {area for area in neighbours(board, start) if is_free(position, area, faction)}


def basic_targets(board: Board, position: Position, start: str, faction: str) -> set[str]:
    """Targets one step away."""
    return {area for area in neighbours(board, start) if is_target(position, area, faction)}


# --- sandriding (Atreides) ------------------------------------------------------------------------------------


def ride_links(board: Board, position: Position, start: str) -> set[str]:
    """Areas an Atreides legion can cross on a ride: a connected chain of wormsigns and worms, no enemy legion."""
    crossed: set[str] = set()
    while True:
        frontier = {start} | crossed
        found = {
            area
            for place in frontier
            for area in neighbours(board, place)
            if area != start and area not in crossed and _carries(position, area)
        }
        if not found:
            return crossed
        crossed |= found


def _carries(position: Position, area: str) -> bool:
    spot = position.spot(area)
    return (spot.wormsign or spot.worm) and not has_units(position, area, HARKONNEN)


def _ride_ends(board: Board, position: Position, start: str) -> set[str]:
    links = ride_links(board, position, start)
    return {area for link in links for area in neighbours(board, link)} - {start}


def ride_moves(board: Board, position: Position, start: str) -> set[str]:
    """Free areas next to a sign or worm that was crossed."""
    return {area for area in _ride_ends(board, position, start) if is_free(position, area, ATREIDES)}


def ride_targets(board: Board, position: Position, start: str) -> set[str]:
    """Targets next to a sign or worm that a ride would cross."""
    return {area for area in _ride_ends(board, position, start) if is_target(position, area, ATREIDES)}


# --- troop transport (Harkonnen) ------------------------------------------------------------------------------


def connected_zones(board: Board, area: str) -> set[str]:
    """Flight zones that lie on a border of a sector this area belongs to."""
    own = board.areas[area].sectors
    return {zone for zone, sectors in board.zones.items() if any(sector in own for sector in sectors)}


def transport_zones(board: Board, position: Position, start: str) -> set[str]:
    """Zones with an ornithopter that may carry a legion from here."""
    return {zone for zone in connected_zones(board, start) if position.flyers.get(zone) == "ornithopter"}


def _flight_ends(board: Board, position: Position, start: str) -> set[str]:
    if not transport_zones(board, position, start):
        return set()
    once = touching(board, start)
    twice = {area for between in once for area in touching(board, between)}
    return (once | twice) - {start}


def transport_moves(board: Board, position: Position, start: str) -> set[str]:
    """Free areas up to two steps away, over anything in between."""
    return {area for area in _flight_ends(board, position, start) if is_free(position, area, HARKONNEN)}


def transport_targets(board: Board, position: Position, start: str) -> set[str]:
    """Targets up to two steps away, over anything in between."""
    return {area for area in _flight_ends(board, position, start) if is_target(position, area, HARKONNEN)}


def all_moves(board: Board, position: Position, start: str, faction: str) -> set[str]:
    """Every area in which a move of a legion from ``start`` can end."""
    if faction == ATREIDES:
        return basic_moves(board, position, start, faction) | ride_moves(board, position, start)
    return basic_moves(board, position, start, faction) | transport_moves(board, position, start)


def all_targets(board: Board, position: Position, start: str, faction: str) -> set[str]:
    """Every area a legion from ``start`` can attack."""
    if faction == ATREIDES:
        return basic_targets(board, position, start, faction) | ride_targets(board, position, start)
    return basic_targets(board, position, start, faction) | transport_targets(board, position, start)


# --- legions sent away ----------------------------------------------------------------------------------------


def displacement_areas(board: Board, position: Position, area: str, faction: str) -> set[str]:
    """Adjacent free areas for a legion driven out by an atomic; a wormsign does not matter (AMB-60)."""
    return basic_moves(board, position, area, faction)


def retreat_areas(board: Board, position: Position, area: str, faction: str) -> set[str]:
    """Adjacent free areas; a Harkonnen legion cannot retreat onto a wormsign."""
    areas = basic_moves(board, position, area, faction)
    if faction == HARKONNEN:
        areas = {one for one in areas if not position.spot(one).wormsign}
    return areas


# --- worms ----------------------------------------------------------------------------------------------------


def _open_to_worm(position: Position, area: str) -> bool:
    """No figure and no marker, a research station excepted. The atomic tile is neither."""
    spot = position.spot(area)
    figures = any(spot.units.values()) or any(spot.leaders.values()) or spot.harvester or spot.worm
    return not figures and not spot.deployment_markers and not spot.wormsign and not spot.settlement


def worm_moves(board: Board, position: Position, start: str) -> set[str]:
    """Up to two steps, every entered area desert, over open borders."""
    once = {area for area in neighbours(board, start) if is_desert(board, position, area)}
    twice = {area for between in once for area in neighbours(board, between) if is_desert(board, position, area)}
    return {area for area in (once | twice) - {start} if _open_to_worm(position, area)}


def worm_targets(board: Board, position: Position, start: str) -> set[str]:
    """Areas a worm may attack: two steps away only through desert, never a mountain."""
    once = neighbours(board, start)
    through = {area for area in once if is_desert(board, position, area)}
    twice = {area for between in through for area in neighbours(board, between)}
    return {area for area in (once | twice) - {start} if _worm_can_hit(board, position, area)}


def _worm_can_hit(board: Board, position: Position, area: str) -> bool:
    ground = terrain(board, position, area)
    legion = has_units(position, area, HARKONNEN)
    if ground == "desert":
        return legion or position.spot(area).harvester
    return legion and ground in ("plateau", "minor_erg")


def wormsign_areas(board: Board, position: Position) -> set[str]:
    """Where Desert Power may put a wormsign: desert without wormsign, worm and sietch."""
    result = set()
    for area in board.areas:
        spot = position.spot(area)
        taken = spot.wormsign or spot.worm or spot.settlement == ATREIDES
        if is_desert(board, position, area) and not taken:
            result.add(area)
    return result


def signs_taken_off(board: Board, position: Position) -> set[str]:
    """Start of phase 3: signs with an Atreides legion or a worm go back to the pool."""
    return {
        area
        for area in board.areas
        if position.spot(area).wormsign and (has_units(position, area, ATREIDES) or position.spot(area).worm)
    }


def signs_put_on(board: Board, position: Position) -> set[str]:
    """Then every desert area with a Harkonnen legion or harvester and neither sign nor worm gets a sign.

    A sign taken off just before does not protect the area, so call this on the position after that step.
    """
    result = set()
    for area in board.areas:
        spot = position.spot(area)
        prey = spot.harvester or has_units(position, area, HARKONNEN)
        if is_desert(board, position, area) and prey and not spot.wormsign and not spot.worm:
            result.add(area)
    return result


# --- vehicles and storms --------------------------------------------------------------------------------------


def harvester_areas(board: Board, position: Position) -> set[str]:
    """Desert areas free for Harkonnen without a harvester."""
    return {
        area
        for area in board.areas
        if is_desert(board, position, area) and is_free(position, area, HARKONNEN) and not position.spot(area).harvester
    }


def scout_areas(board: Board, zone: str) -> set[str]:
    """Areas an ornithopter in this zone may scout: all areas of both its sectors."""
    return {area for area in board.areas if zone in connected_zones(board, area)}


def is_exposed(board: Board, position: Position, area: str) -> bool:
    """Storms reach plateau, erg and desert; a sheltered plateau only after the atomic that opens it."""
    if terrain(board, position, area) == "mountain":
        return False
    if not board.areas[area].sheltered:
        return True
    opened = board.atomics.get(position.atomic, ()) if position.atomic else ()
    return area in opened


def storm_areas(board: Board, position: Position) -> set[str]:
    """Areas for which Atreides rolls the storm dice: exposed, with a Harkonnen legion."""
    return {area for area in board.areas if is_exposed(board, position, area) and has_units(position, area, HARKONNEN)}
