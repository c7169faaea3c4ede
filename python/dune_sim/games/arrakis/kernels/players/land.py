"""What a seat sees of sietches, settlements and the legions around them."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.boards import on_map
from dune_sim.games.arrakis.kernels.layout import (
    AREAS,
    ATREIDES,
    HARKONNEN,
    SETTLEMENTS,
    SIETCHES,
    State,
    Tables,
)
from dune_sim.games.arrakis.kernels.players.layout import Sight
from dune_sim.games.arrakis.kernels.players.sight import (
    F_BARE,
    F_EVEN,
    F_FIGURES,
    F_FORCE_FOUR,
    F_FORCE_NEAR,
    F_FORCE_THREE,
    F_FORCE_TWO,
    F_GUARD,
    F_HUNTED,
    F_LEGIONS,
    F_LOST,
    F_MORTAL,
    F_RANKS,
    F_RIPE,
    F_SETTLEMENTS,
    F_SIETCHES,
    F_STALKED,
    F_STRIDE,
    F_TOUGH,
    F_TOWN_GUARD,
    F_TOWN_LOST,
    F_TOWN_RANKS,
    F_WORTH,
)
from dune_sim.games.arrakis.kernels.players.worth import legion_worth, strongest, unknown_rank
from dune_sim.games.arrakis.kernels.reach import links, riders
from dune_sim.lang.intrinsics import Set, empty, masked, nothing, only, popcount

#: how a town stands, as places after the first such feature; sietches and settlements have them in the same order
BARE = F_BARE - F_LOST
RIPE = F_RIPE - F_LOST
EVEN = F_EVEN - F_LOST
TOUGH = F_TOUGH - F_LOST
#: an attacker is clearly stronger, or still has a chance, by so much worth
CLEARLY = 4
HARDLY = -4
#: an enemy in the open is hunted by whoever is so much stronger
HUNTS = 3


def strikers(t: Tables, g: State, who: int, area: int) -> Set[AREAS]:
    """Legions of a faction that reach an area: across a border, by flight, or on a ride; a sandworm stops them."""
    if area in g.worms:
        return nothing()
    if who == HARKONNEN:
        by_air = t.jump[area] & t.under_zones[g.ornithopters]
        return g.legions[HARKONNEN] & (t.near[area] | masked(by_air, g.ornithopters != 0))
    if empty(t.near[area] & links(g)):
        return g.legions[ATREIDES] & t.near[area]
    return g.legions[ATREIDES] & (t.near[area] | riders(t, g, only(area)))


def grade(s: Sight, first: int, rank: int, bare: bool, best: int, defence: int) -> bool:
    """Note the rank of a town by how its attackers compare; whether it is likely to fall."""
    if bare:
        s.x[first + (BARE if best == 0 else 0)] += rank
        return best > 0
    if best == 0:
        return False
    margin = best - defence
    if margin >= CLEARLY:
        s.x[first + RIPE] += rank
        return True
    s.x[first + (EVEN if margin >= HARDLY else TOUGH)] += rank
    return False


def see_sietches(t: Tables, g: State, who: int, s: Sight) -> None:
    """Ranks, guards and attackers of the sietches."""
    mean = unknown_rank(t, g) if who == HARKONNEN else 0
    falling = 0
    guard = 0
    for k in range(SIETCHES):
        a = g.sietch_at[k]
        if on_map(a):
            known = who == ATREIDES or (g.sietch_known >> k) & 1 == 1
            rank = 4 * g.sietch_rank[k] if known else mean
            bare = a not in g.legions[ATREIDES]
            held = 0 if bare else s.worth[a]
            best = strongest(g, HARKONNEN, strikers(t, g, HARKONNEN, a), s)
            s.x[F_SIETCHES] += 1
            s.x[F_RANKS] += rank
            guard += held
            if grade(s, F_LOST, rank, bare, best, held + rank // 2):
                falling += rank
            if best == 0:
                far = strongest(g, HARKONNEN, t.near_two[a], s)
                s.x[F_STALKED] += rank * int(far > 0 and far >= held + rank // 2)
    s.x[F_GUARD] = guard
    s.x[F_MORTAL] = int(falling >= 4 * (t.supremacy_end - g.supremacy))


def see_settlements(t: Tables, g: State, s: Sight) -> None:
    """Ranks, guards and attackers of the Harkonnen settlements."""
    guard = 0
    for k in range(SETTLEMENTS):
        a = t.settlement_area[k]
        if a in g.settlements:
            rank = 4 * t.settlement_rank[k]
            bare = a not in g.legions[HARKONNEN]
            held = 0 if bare else s.worth[a]
            best = strongest(g, ATREIDES, strikers(t, g, ATREIDES, a), s)
            s.x[F_SETTLEMENTS] += 1
            s.x[F_TOWN_RANKS] += rank
            guard += held
            grade(s, F_TOWN_LOST, rank, bare, best, held + rank // 2)
    s.x[F_TOWN_GUARD] = guard


def see_legions(t: Tables, g: State, means: int, s: Sight) -> None:
    """The worth of each legion, and the figures of both factions."""
    for p in range(2):
        at = p * F_STRIDE
        for a in g.legions[p]:
            packed = g.legion[a]
            s.worth[a] = legion_worth(t, g, p, a, means)
            s.x[at + F_WORTH] += s.worth[a]
            s.x[at + F_FIGURES] += packed & 15
            s.x[at + F_FIGURES + 1] += (packed >> 4) & 15
            s.x[at + F_FIGURES + 2] += (packed >> 8) & 15
            s.x[at + F_FIGURES + 3] += packed >> 12
        s.x[at + F_LEGIONS] = popcount(g.legions[p])


def see_forces(t: Tables, g: State, s: Sight) -> None:
    """How far the Harkonnen are from the sietches, and who is hunted in the open."""
    one = g.sietches
    two = g.sietches
    for a in g.sietches:
        one |= t.near[a]
        two |= t.near_two[a]
    for a in g.legions[HARKONNEN]:
        n = s.worth[a]
        s.x[F_FORCE_NEAR] += n * int(a in one)
        s.x[F_FORCE_TWO] += n * int(a in two)
        s.x[F_FORCE_THREE] += n * int(a in two or not empty(t.near[a] & two))
        s.x[F_FORCE_FOUR] += n * int(a in two or not empty(t.near_two[a] & two))
        if a not in g.settlements and strongest(g, ATREIDES, t.near[a], s) >= n + HUNTS:
            s.x[F_HUNTED] += n
    for a in g.legions[ATREIDES]:
        n = s.worth[a]
        if a not in g.sietches and strongest(g, HARKONNEN, t.near[a], s) >= n + HUNTS:
            s.x[F_HUNTED + F_STRIDE] += n
