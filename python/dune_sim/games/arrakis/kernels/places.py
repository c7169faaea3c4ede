"""Place filters: which areas an instruction speaks of."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.boards import bare, beside, desert, free, on_map, tile_area, towns
from dune_sim.games.arrakis.kernels.figures import part
from dune_sim.games.arrakis.kernels.layout import AREAS, SECTORS, State, Tables
from dune_sim.lang.intrinsics import Set, lowest, masked, nothing, only, u64

P_LEGION = 1  # own legion
P_LED = 2  # own legion with a leader
P_LAST = 4  # the area of register c (stored plus 1)
P_EMPTY = 8
P_FREE = 16
P_SETTLEMENT = 32  # own settlement
P_SIETCH = 64
P_NO_SIGN = 128
P_NO_WORM = 256
P_NO_SIETCH = 512
P_NEAR_LEGION = 1024  # next to an own legion
P_NEAR_LAST = 2048  # next to the area of register c
P_NEAR_WORM = 4096
P_DEEP = 8192
P_SECTOR_LEADER = 1 << 14  # in a sector of one of the leaders named
P_SECTOR_LEGION = 1 << 15  # in a sector with an own legion
P_ENEMY_LEGION = 1 << 16
P_THREATENED = 1 << 17  # an enemy legion at most two areas away
P_OR_ELSE = 1 << 18  # without an area in register c the rest of the filter tells where

TERRAIN_MOUNTAIN = 1
TERRAIN_PLATEAU = 2
TERRAIN_ERG = 4
TERRAIN_DESERT = 8


def with_class(g: State, who: int, kind: int) -> Set[AREAS]:
    """Areas where a legion contains a class of unit."""
    found: Set[AREAS] = nothing()
    for a in g.legions[who]:
        found |= masked(only(a), part(g.legion[a], kind) > 0)
    return found


def led_areas(g: State, leaders: int) -> Set[AREAS]:
    """Areas of the named leaders of a mask."""
    found: Set[AREAS] = nothing()
    rest = u64(leaders)
    while rest != 0:
        if on_map(g.leader_at[lowest(rest)]):
            found |= only(g.leader_at[lowest(rest)])
        rest = rest & u64(rest - 1)
    return found


def in_sectors(t: Tables, sectors: int) -> Set[AREAS]:
    """All areas of a set of sectors."""
    found: Set[AREAS] = nothing()
    for k in range(SECTORS):
        found |= masked(t.sector_board[k], (sectors >> k) & 1 == 1)
    return found


def sectors_of(t: Tables, areas: Set[AREAS]) -> int:
    """Sectors that hold any area of a set, one bit each."""
    found = 0
    for a in areas:
        found |= t.area_sectors[a]
    return found


def with_terrain(t: Tables, g: State, terrain: int) -> Set[AREAS]:
    """Areas of the terrains of a mask as they are now."""
    found: Set[AREAS] = nothing()
    for k in range(3):
        found |= masked(t.terrain_board[k], (terrain >> k) & 1 == 1)
    return (found - tile_area(t, g)) | masked(desert(t, g), terrain & TERRAIN_DESERT != 0)


def threatened(t: Tables, g: State, who: int) -> Set[AREAS]:
    """Areas with an enemy legion at most two areas away."""
    found: Set[AREAS] = nothing()
    for a in g.legions[1 - who]:
        found |= t.near_two[a]
    return found


def fitting(t: Tables, g: State, who: int, place: int, last: int) -> Set[AREAS]:
    """Areas that fit a filter for a faction; ``last`` is register c of the program (area plus 1)."""
    p = t.places[place]
    # a condition that is not asked for takes nothing away: no branch that nobody could guess
    found = p.mask - masked(p.mask - g.legions[who], p.flags & (P_LEGION | P_LED) != 0)
    found -= masked(found - g.led[who], p.flags & P_LED != 0)
    return found if p.plain == 1 else found & narrowed(t, g, who, place, last)


def narrowed(t: Tables, g: State, who: int, place: int, last: int) -> Set[AREAS]:
    """What a filter asks besides own legions and leaders."""
    p = t.places[place]
    flags = p.flags
    found = p.mask
    if flags & P_LAST != 0:
        found &= the_last(t, flags, last)
    if flags & P_SIETCH != 0:
        found &= g.sietches
    if flags & P_SETTLEMENT != 0:
        found &= towns(g, who)
    if p.unit != 0:
        found &= with_class(g, who, p.unit - 1)
    if p.leaders != 0 and flags & P_SECTOR_LEADER == 0:
        found &= led_areas(g, p.leaders)
    if p.terrain != 0:
        found &= with_terrain(t, g, p.terrain)
    if flags < P_EMPTY:
        return found
    return found & further_narrowed(t, g, who, flags, last, p.leaders)


def the_last(t: Tables, flags: int, last: int) -> Set[AREAS]:
    """The area that the parts before touched; where none did, any that the first of them could have (AMB-100)."""
    if last > 0:
        return only(last - 1)
    return masked(t.all_board, flags & P_OR_ELSE != 0)


def further_narrowed(t: Tables, g: State, who: int, flags: int, last: int, leaders: int) -> Set[AREAS]:
    """The rarer conditions of a filter."""
    found = t.all_board - ruled_out(g, flags)
    if flags & P_DEEP != 0:
        found &= t.deep_board
    if flags & P_EMPTY != 0:
        found &= bare(t, g)
    if flags & P_FREE != 0:
        found &= free(t, g, who)
    if flags & P_ENEMY_LEGION != 0:
        found &= g.legions[1 - who]
    if flags & P_THREATENED != 0:
        found &= threatened(t, g, who)
    if flags & (P_NEAR_LEGION | P_NEAR_LAST | P_NEAR_WORM) != 0:
        found &= with_neighbours(t, g, who, flags, last)
    if flags & P_SECTOR_LEGION != 0:
        found &= in_sectors(t, sectors_of(t, g.legions[who]))
    if flags & P_SECTOR_LEADER != 0:
        found &= in_sectors(t, sectors_of(t, led_areas(g, leaders)))
    return found


def ruled_out(g: State, flags: int) -> Set[AREAS]:
    """Areas ruled out by what they hold."""
    signs = masked(g.signs, flags & P_NO_SIGN != 0)
    worms = masked(g.worms, flags & P_NO_WORM != 0)
    return signs | worms | masked(g.sietches, flags & P_NO_SIETCH != 0)


def with_neighbours(t: Tables, g: State, who: int, flags: int, last: int) -> Set[AREAS]:
    """Conditions on what lies beside the area."""
    found = t.all_board
    if flags & P_NEAR_LEGION != 0:
        found &= beside(t, g.legions[who])
    if flags & P_NEAR_WORM != 0:
        found &= beside(t, g.worms)
    if flags & P_NEAR_LAST != 0:
        found &= t.near[last - 1] if last > 0 else nothing()
    return found
