"""Ways of Harkonnen legions: shortest paths across any border, and flights (ARR-SOLO-49, ARR-SOLO-52 to 54)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.boards import desert, free
from dune_sim.games.arrakis.kernels.figures import unit_count, unit_limit
from dune_sim.games.arrakis.kernels.layout import AREAS, HARKONNEN, State, Tables
from dune_sim.games.arrakis.kernels.mahdi.strength import nearest_to_sietch
from dune_sim.games.arrakis.kernels.places import TERRAIN_ERG, TERRAIN_MOUNTAIN, TERRAIN_PLATEAU, with_terrain
from dune_sim.lang.intrinsics import Set, empty, masked, nothing, only, popcount


def around(t: Tables, areas: Set[AREAS]) -> Set[AREAS]:
    """Areas across any border from any area of a set (ARR-SOLO-53)."""
    found: Set[AREAS] = nothing()
    for a in areas:
        found |= t.touch[a]
    return found


def flight_open(t: Tables, g: State, area: int) -> bool:
    """Whether an ornithopter may carry the legion of an area: one a turn (ARR-SOLO-54, ARR-TRANS-01)."""
    return g.flown == 0 and t.area_zones[area] & g.ornithopters != 0


def roomy(t: Tables, g: State) -> Set[AREAS]:
    """Areas where a Harkonnen legion may end: free, and below the unit limit."""
    found = free(t, g, HARKONNEN)
    limit = unit_limit(t, g, HARKONNEN)
    for a in g.legions[HARKONNEN]:
        found -= masked(only(a), unit_count(g, a) >= limit)
    return found


def nearest_by_path(t: Tables, g: State, aim: int, goals: Set[AREAS]) -> Set[AREAS]:
    """Those of a set from which the path to a sietch is shortest; none if there is no path."""
    open_land = free(t, g, HARKONNEN)
    layer: Set[AREAS] = t.touch[aim] & open_land
    reached = layer
    while not empty(layer):
        if not empty(layer & goals):
            return layer & goals
        layer = (around(t, layer) & open_land) - reached
        reached |= layer
    return layer


def path_length(t: Tables, g: State, aim: int, area: int) -> int:
    """Areas on the shortest path from an area to a sietch, 0 without a path; 1 beside it."""
    open_land = free(t, g, HARKONNEN) | only(area)
    layer: Set[AREAS] = t.touch[aim] & open_land
    reached = layer
    steps = 1
    while not empty(layer):
        if area in layer:
            return steps
        steps += 1
        layer = (around(t, layer) & open_land) - reached
        reached |= layer
    return 0


def steps_towards(t: Tables, g: State, aim: int, area: int, room: Set[AREAS]) -> Set[AREAS]:
    """Where a legion may end on a shortest path; a flight only where it brings it nearer (AMB-132)."""
    now = path_length(t, g, aim, area)
    if now == 1:
        return nothing()
    walk = nearest_by_path(t, g, aim, t.touch[area] & room)
    left = path_length(t, g, aim, lowest_or(walk, area))
    if not empty(walk) and now != 0 and left >= now:
        walk = nothing()
    if not flight_open(t, g, area):
        return walk
    fly = nearest_by_path(t, g, aim, t.jump[area] & room)
    if empty(fly):
        return walk
    flown = path_length(t, g, aim, lowest_or(fly, area))
    nearer = flown < left if not empty(walk) else now == 0 or flown < now
    return fly if nearer else walk


def lowest_or(areas: Set[AREAS], otherwise: int) -> int:
    """Any member of a set, or a number for the empty one."""
    for a in areas:
        return a
    return otherwise


def needs_wings(t: Tables, source: int, target: int) -> bool:
    """Whether only an ornithopter gets there: any border next door can be crossed (ARR-SOLO-53)."""
    return target not in t.touch[source]


def best_ends(t: Tables, g: State, ends: Set[AREAS]) -> Set[AREAS]:
    """Among ends of equally short paths the best ones (ARR-SOLO-52)."""
    if popcount(ends) <= 1:
        return ends
    found = preferred(ends, g.legions[HARKONNEN])
    found = nearest_to_sietch(t, g, found)
    found = preferred(found, with_terrain(t, g, TERRAIN_MOUNTAIN))
    found = preferred(found, with_terrain(t, g, TERRAIN_PLATEAU | TERRAIN_ERG))
    return preferred(found, desert(t, g) - g.signs)


def preferred(areas: Set[AREAS], wanted: Set[AREAS]) -> Set[AREAS]:
    """Those that have a quality, if there are any; otherwise all."""
    return areas & wanted if not empty(areas & wanted) else areas
