"""Areas: free ones, bare ones, desert, what lies beside them; areas as answers."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import AREA_WORD
from dune_sim.games.arrakis.kernels.layout import AREAS, HARKONNEN, Offer, State, Tables
from dune_sim.games.arrakis.kernels.opcodes import AT_OUT
from dune_sim.kernel.layout import Rng
from dune_sim.kernel.rng import below
from dune_sim.lang.intrinsics import Set, nothing, nth, only, popcount, u64, word_of


def draw_bit(rng: Rng, word: u64) -> int:
    """A fair member of a word that is not empty."""
    k = below(rng, popcount(word))
    return nth(word, k)


def offer_areas(q: Offer, areas: Set[AREAS]) -> None:
    """Offer areas as answers."""
    q.bits[AREA_WORD] = q.bits[AREA_WORD] | word_of(areas, 0)
    q.bits[AREA_WORD + 1] = q.bits[AREA_WORD + 1] | word_of(areas, 1)


def towns(g: State, who: int) -> Set[AREAS]:
    """Settlements of a faction."""
    return g.settlements if who == HARKONNEN else g.sietches


def free(t: Tables, g: State, who: int) -> Set[AREAS]:
    """Areas free for a faction: no enemy settlement, no enemy unit, no sandworm (ARR-MAP-07, ARR-MAP-09)."""
    return t.all_board - (towns(g, 1 - who) | g.legions[1 - who] | g.worms)


def bare(t: Tables, g: State) -> Set[AREAS]:
    """Areas with no figure, marker or tile at all (ARR-MAP-08)."""
    figures = g.legions[0] | g.legions[1] | g.worms | g.harvesters
    return t.all_board - (figures | g.sietches | g.settlements | g.stations | g.signs | tile_area(t, g))


def tile_area(t: Tables, g: State) -> Set[AREAS]:
    """The area under an atomic tile."""
    return only(t.atomic_area[g.tile]) if g.tile != 0 else nothing()


def desert(t: Tables, g: State) -> Set[AREAS]:
    """Desert now, deep desert included; an atomic turns a mountain into desert (ARR-MAP-04, ARR-ATOM-03)."""
    return t.terrain_board[3] if g.tile == 0 else t.terrain_board[3] | only(t.atomic_area[g.tile])


def beside(t: Tables, areas: Set[AREAS]) -> Set[AREAS]:
    """Areas across an open border from any area of a set."""
    found: Set[AREAS] = nothing()
    for a in areas:
        found |= t.near[a]
    return found


def on_map(place: int) -> bool:
    """Whether a location is an area."""
    return place < AT_OUT
