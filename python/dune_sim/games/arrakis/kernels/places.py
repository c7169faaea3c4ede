"""Place filters: which areas an instruction speaks of."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.boards import (
    area_bit,
    desert_word,
    either,
    empty_word,
    free_word,
    near_word,
    on_map,
    tile_word,
)
from dune_sim.games.arrakis.kernels.figures import part
from dune_sim.games.arrakis.kernels.layout import State, Tables
from dune_sim.lang.intrinsics import lowest, u64

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

TERRAIN_MOUNTAIN = 1
TERRAIN_PLATEAU = 2
TERRAIN_ERG = 4
TERRAIN_DESERT = 8


def class_word(g: State, who: int, kind: int, w: int) -> u64:
    """Areas where a legion contains a class of unit."""
    found = u64(0)
    rest = g.legions[who][w]
    while rest != 0:
        k = lowest(rest)
        found = found | u64(u64(int(part(g.legion[64 * w + k], kind) > 0)) << k)
        rest = rest & u64(rest - 1)
    return found


def leaders_word(g: State, mask: int, w: int) -> u64:
    """Areas of the named leaders of a mask."""
    found = u64(0)
    rest = u64(mask)
    while rest != 0:
        k = lowest(rest)
        if on_map(g.leader_at[k]):
            found = found | area_bit(g.leader_at[k], w)
        rest = rest & u64(rest - 1)
    return found


def sectors_word(t: Tables, sectors: int, w: int) -> u64:
    """All areas of a set of sectors."""
    found = u64(0)
    for k in range(8):
        if (sectors >> k) & 1 == 1:
            found = found | t.sector_board[k][w]
    return found


def sectors_of(t: Tables, low: u64, high: u64) -> int:
    """Sectors that hold any area of a set, one bit each."""
    found = 0
    rest = low
    while rest != 0:
        found |= t.area_sectors[lowest(rest)]
        rest = rest & u64(rest - 1)
    rest = high
    while rest != 0:
        found |= t.area_sectors[64 + lowest(rest)]
        rest = rest & u64(rest - 1)
    return found


def terrain_word(t: Tables, g: State, terrain: int, w: int) -> u64:
    """Areas of the terrains of a mask as they are now."""
    found = u64(0)
    for k in range(3):
        if (terrain >> k) & 1 == 1:
            found = found | (t.terrain_board[k][w] & ~tile_word(t, g, w))
    if terrain & TERRAIN_DESERT != 0:
        found = found | desert_word(t, g, w)
    return found


def near_place(t: Tables, g: State, who: int, flags: int, last: int, w: int) -> u64:
    """Conditions on what lies beside the area."""
    found = t.all_board[w]
    if flags & P_NEAR_LEGION != 0:
        found = found & near_word(t, g.legions[who][0], g.legions[who][1], w)
    if flags & P_NEAR_WORM != 0:
        found = found & near_word(t, g.worms[0], g.worms[1], w)
    if flags & P_NEAR_LAST != 0:
        found = found & (t.near[last - 1][w] if last > 0 else u64(0))
    return found


def sector_place(t: Tables, g: State, who: int, flags: int, leaders: int, w: int) -> u64:
    """Conditions on what shares a sector with the area."""
    found = t.all_board[w]
    if flags & P_SECTOR_LEGION != 0:
        found = found & sectors_word(t, sectors_of(t, g.legions[who][0], g.legions[who][1]), w)
    if flags & P_SECTOR_LEADER != 0:
        found = found & sectors_word(t, sectors_of(t, leaders_word(g, leaders, 0), leaders_word(g, leaders, 1)), w)
    return found


def without_word(g: State, flags: int, w: int) -> u64:
    """Areas ruled out by what they hold."""
    found = u64(0)
    if flags & P_NO_SIGN != 0:
        found = found | g.signs[w]
    if flags & P_NO_WORM != 0:
        found = found | g.worms[w]
    if flags & P_NO_SIETCH != 0:
        found = found | g.sietches[w]
    return found


def place_word(t: Tables, g: State, who: int, place: int, last: int, w: int) -> u64:
    """Areas that fit a filter for a faction; ``last`` is register c of the program (area plus 1)."""
    p = t.places[place]
    # every bit of a word, unless the flag asks for an own legion or a leader with it
    found = p.mask[w] & (g.legions[who][w] | u64(u64(int(p.flags & (P_LEGION | P_LED) != 0)) - 1))
    found = found & (g.led[who][w] | u64(u64(int(p.flags & P_LED != 0)) - 1))
    if p.plain == 1:
        return found
    return found & narrow_place(t, g, who, place, last, w)


def narrow_place(t: Tables, g: State, who: int, place: int, last: int, w: int) -> u64:
    """What a filter asks besides own legions and leaders."""
    p = t.places[place]
    flags = p.flags
    found = p.mask[w]
    if flags & P_LAST != 0:
        found = found & (area_bit(last - 1, w) if last > 0 else u64(0))
    found = found & (g.sietches[w] | u64(u64(int(flags & P_SIETCH != 0)) - 1))
    found = found & (either(g.settlements[w], g.sietches[w], who) | u64(u64(int(flags & P_SETTLEMENT != 0)) - 1))
    if p.unit != 0:
        found = found & class_word(g, who, p.unit - 1, w)
    if p.leaders != 0 and flags & P_SECTOR_LEADER == 0:
        found = found & leaders_word(g, p.leaders, w)
    if p.terrain != 0:
        found = found & terrain_word(t, g, p.terrain, w)
    if flags < P_EMPTY:
        return found
    return found & state_place(t, g, who, flags, last, p.leaders, w)


def threatened_word(t: Tables, g: State, who: int, w: int) -> u64:
    """Areas with an enemy legion at most two areas away."""
    found = u64(0)
    for v in range(2):
        rest = g.legions[1 - who][v]
        while rest != 0:
            found = found | t.near_two[64 * v + lowest(rest)][w]
            rest = rest & u64(rest - 1)
    return found


def state_place(t: Tables, g: State, who: int, flags: int, last: int, leaders: int, w: int) -> u64:
    """The rarer conditions of a filter."""
    found = t.all_board[w] & ~without_word(g, flags, w)
    if flags & P_DEEP != 0:
        found = found & t.deep_board[w]
    if flags & P_EMPTY != 0:
        found = found & empty_word(t, g, w)
    if flags & P_FREE != 0:
        found = found & free_word(t, g, who, w)
    if flags & P_ENEMY_LEGION != 0:
        found = found & g.legions[1 - who][w]
    if flags & P_THREATENED != 0:
        found = found & threatened_word(t, g, who, w)
    if flags & (P_NEAR_LEGION | P_NEAR_LAST | P_NEAR_WORM) != 0:
        found = found & near_place(t, g, who, flags, last, w)
    if flags & (P_SECTOR_LEADER | P_SECTOR_LEGION) != 0:
        found = found & sector_place(t, g, who, flags, leaders, w)
    return found
