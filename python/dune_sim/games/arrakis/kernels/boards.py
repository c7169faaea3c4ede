"""Area sets in two words, free and empty areas, areas as answers."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import AREA_WORD
from dune_sim.games.arrakis.kernels.layout import WORDS, Offer, State, Tables
from dune_sim.games.arrakis.kernels.opcodes import AT_OUT
from dune_sim.kernel.layout import Rng
from dune_sim.kernel.rng import below
from dune_sim.lang.intrinsics import bit, lowest, nth, popcount, u64


def has(board: "u64[:]", area: int) -> bool:
    return (board[area >> 6] >> (area & 63)) & 1 == 1


def put(board: "u64[:]", area: int) -> None:
    board[area >> 6] = board[area >> 6] | bit(area & 63)


def take(board: "u64[:]", area: int) -> None:
    board[area >> 6] = board[area >> 6] & ~bit(area & 63)


def mark(board: "u64[:]", area: int, on: bool) -> None:
    """Put an area into a set or take it out, without a branch that nobody could guess."""
    board[area >> 6] = (board[area >> 6] & ~bit(area & 63)) | u64(u64(int(on)) << (area & 63))


def count(board: "u64[:]") -> int:
    return popcount(board[0]) + popcount(board[1])


def none(board: "u64[:]") -> bool:
    return board[0] | board[1] == 0


def first(board: "u64[:]") -> int:
    """The lowest area of a set that is not empty."""
    return lowest(board[0]) if board[0] != 0 else 64 + lowest(board[1])


def draw_bit(rng: Rng, word: u64) -> int:
    """A fair member of a word that is not empty."""
    k = below(rng, popcount(word))
    return nth(word, k)


def offer_area(q: Offer, area: int) -> None:
    q.bits[AREA_WORD + (area >> 6)] = q.bits[AREA_WORD + (area >> 6)] | bit(area & 63)


def offer_word(q: Offer, w: int, areas: u64) -> None:
    """Offer the areas of one word of an area set."""
    q.bits[AREA_WORD + w] = q.bits[AREA_WORD + w] | areas


def offers_areas(q: Offer) -> bool:
    return q.bits[AREA_WORD] | q.bits[AREA_WORD + 1] != 0


def free_word(t: Tables, g: State, who: int, w: int) -> u64:
    """Areas free for a faction: no enemy settlement, no enemy unit, no sandworm (ARR-MAP-07, ARR-MAP-09)."""
    towns = either(g.sietches[w], g.settlements[w], who)
    return t.all_board[w] & ~(towns | g.legions[1 - who][w] | g.worms[w])


def empty_word(t: Tables, g: State, w: int) -> u64:
    """Areas with no figure, marker or tile at all (ARR-MAP-08)."""
    figures = g.legions[0][w] | g.legions[1][w] | g.worms[w] | g.harvesters[w]
    markers = g.sietches[w] | g.settlements[w] | g.stations[w] | g.signs[w] | tile_word(t, g, w)
    return t.all_board[w] & ~(figures | markers)


def tile_word(t: Tables, g: State, w: int) -> u64:
    """The area under an atomic tile."""
    if g.tile == 0:
        return u64(0)
    area = t.atomic_area[g.tile]
    return bit(area & 63) if area >> 6 == w else u64(0)


def desert_word(t: Tables, g: State, w: int) -> u64:
    """Desert now, deep desert included; an atomic turns a mountain into desert (ARR-MAP-04, ARR-ATOM-03)."""
    return t.terrain_board[3][w] | tile_word(t, g, w)


def is_desert(t: Tables, g: State, area: int) -> bool:
    return (desert_word(t, g, area >> 6) >> (area & 63)) & 1 == 1


def near_word(t: Tables, low: u64, high: u64, w: int) -> u64:
    """Areas across an open border from any area of a set."""
    found = u64(0)
    rest = low
    while rest != 0:
        found = found | t.near[lowest(rest)][w]
        rest = rest & u64(rest - 1)
    rest = high
    while rest != 0:
        found = found | t.near[64 + lowest(rest)][w]
        rest = rest & u64(rest - 1)
    return found


def on_map(place: int) -> bool:
    """Whether a location is an area."""
    return place < AT_OUT


def area_bit(area: int, w: int) -> u64:
    """The word of the set that holds one area only."""
    return u64(u64(int(area >> 6 == w)) << (area & 63))


def either(no: u64, yes: u64, which: int) -> u64:
    """One of two words by a bit, without a branch that nobody could guess."""
    return no ^ ((no ^ yes) & u64(-which))


def clear_board(board: "u64[:]") -> None:
    for w in range(WORDS):
        board[w] = 0
