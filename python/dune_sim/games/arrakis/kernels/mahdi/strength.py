"""Strength of legions, and who is near whom (ARR-SOLO-27, ARR-SOLO-28, AMB-80)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.boards import on_map
from dune_sim.games.arrakis.kernels.figures import named_in, part, token_count, units_in
from dune_sim.games.arrakis.kernels.layout import AREAS, ATREIDES, HARKONNEN, SIETCHES, State, Tables
from dune_sim.games.arrakis.kernels.mahdi.layout import H_TOKENS
from dune_sim.lang.intrinsics import Set, empty, masked, nothing, only, popcount, u64

#: strength is one number: the basic one times this plus the fine one, which decides ties
BASIC = 256
TOKEN_STRENGTH = 2
TOKEN_FINE = 4
FAR = 250


def h_token_count(g: State, area: int) -> int:
    """Face-down Harkonnen tokens in an area."""
    many = 0
    if area in g.h_tokens:
        for k in range(H_TOKENS):
            many += int(g.h_token_at[k] == area)
    return many


def fine_units(packed: int) -> int:
    """Fine strength of units and generic leaders."""
    return 2 * part(packed, 0) + 3 * part(packed, 1) + 4 * part(packed, 2) + (packed >> 12)


def strength_of(packed: int, named: int, tokens: int) -> int:
    """Strength of figures and so many named leaders and tokens."""
    basic = units_in(packed) + (packed >> 12) + named + TOKEN_STRENGTH * tokens
    return BASIC * basic + fine_units(packed) + 2 * named + TOKEN_FINE * tokens


def strength_at(g: State, who: int, area: int) -> int:
    """Strength of the legion of a faction in an area, 0 without one; settlements count nothing (ARR-SOLO-27)."""
    tokens = token_count(g, area) if who == ATREIDES else h_token_count(g, area)
    return strength_of(g.legion[area], popcount(u64(named_in(g, who, area))), tokens) if area in g.legions[who] else 0


def target_area(t: Tables, g: State) -> int:
    """Where the target sietch is; AT_GONE or more without one (ARR-SOLO-07)."""
    return g.sietch_at[t.tactic_sietch[g.target_card - 1]] if g.target_card > 0 else FAR


def near_sietch(t: Tables, g: State, area: int) -> int:
    """Borders between an area and the nearest sietch."""
    least = FAR
    for k in range(SIETCHES):
        if on_map(g.sietch_at[k]):
            least = min(least, t.apart[area][g.sietch_at[k]])
    return least


def nearest_to(t: Tables, among: Set[AREAS], area: int) -> Set[AREAS]:
    """Those of a set that are nearest to an area; all of them without one."""
    if not on_map(area):
        return among
    found: Set[AREAS] = nothing()
    least = FAR
    for a in among:
        away = t.apart[area][a]
        if away < least:
            least = away
            found = nothing()
        found |= masked(only(a), away == least)
    return found


def nearest_to_sietch(t: Tables, g: State, among: Set[AREAS]) -> Set[AREAS]:
    """Those of a set that are nearest to any sietch."""
    found: Set[AREAS] = nothing()
    least = FAR + 1
    for a in among:
        away = near_sietch(t, g, a)
        if away < least:
            least = away
            found = nothing()
        found |= masked(only(a), away == least)
    return found


def strongest_h(g: State, among: Set[AREAS]) -> Set[AREAS]:
    """Those of a set whose Harkonnen legion is strongest; areas without one count nothing."""
    found: Set[AREAS] = nothing()
    most = -1
    for a in among:
        power = strength_at(g, HARKONNEN, a)
        if power > most:
            most = power
            found = nothing()
        found |= masked(only(a), power == most)
    return found


def towards(t: Tables, g: State, among: Set[AREAS]) -> Set[AREAS]:
    """Those of a set that are as near to the target sietch as possible (ARR-SOLO-43)."""
    return among if empty(among) else nearest_to(t, among, target_area(t, g))
