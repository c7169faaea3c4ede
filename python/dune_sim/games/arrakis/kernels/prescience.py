"""Prescience cards: whether their needs are met and their deeds possible (ARR-PRES-04, ARR-PRES-09 to 11)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.boards import on_map
from dune_sim.games.arrakis.kernels.card_opcodes import (
    COUNT_HARVESTERS,
    COUNT_SIETCH_HELD,
    COUNT_WORM_HITS,
    NEED_LEGIONS,
    OP_DEED_TOKENS,
)
from dune_sim.games.arrakis.kernels.figures import NAMED_END, token_count, units_in
from dune_sim.games.arrakis.kernels.layout import ATREIDES, HARKONNEN, SIETCHES, State, Tables
from dune_sim.games.arrakis.kernels.places import place_word, sectors_word
from dune_sim.games.arrakis.kernels.reach import enemy_within
from dune_sim.kernel.layout import Frame, Op
from dune_sim.lang.intrinsics import popcount, u64

NOWHERE = 255


def prescience_ready(t: Tables, g: State, f: Frame, card: int) -> bool:
    """Whether every requirement of a card is met or can be carried out now (ARR-PRES-10, ARR-PRES-11)."""
    pc = t.prescience_pc[card]
    while NEED_LEGIONS <= t.code[pc].code <= OP_DEED_TOKENS:
        if not met(t, g, t.code[pc]) or not possible(t, g, f, t.code[pc]):
            return False
        pc += 1
    return True


def leader_area(g: State, leaders: int) -> int:
    """Where one of these leaders stands on the map."""
    for k in range(NAMED_END):
        if (leaders >> k) & 1 == 1 and on_map(g.leader_at[k]):
            return g.leader_at[k]
    return NOWHERE


def fits_place(t: Tables, g: State, place: int, area: int) -> bool:
    return area != NOWHERE and (place_word(t, g, ATREIDES, place, 0, area >> 6) >> (area & 63)) & 1 == 1


def need_legions(t: Tables, g: State, op: Op) -> bool:
    low = place_word(t, g, ATREIDES, op.a, 0, 0)
    high = place_word(t, g, ATREIDES, op.a, 0, 1)
    return popcount(low) + popcount(high) >= op.b


def need_leaders(t: Tables, g: State, op: Op) -> bool:
    return fits_place(t, g, op.b, leader_area(g, op.a))


def need_together(t: Tables, g: State, op: Op) -> bool:
    area = leader_area(g, op.a)
    return area == leader_area(g, op.b) and fits_place(t, g, op.c, area)


def need_count(g: State, op: Op) -> bool:
    return happened(g, op.a) >= op.b


def need_fallen(g: State, op: Op) -> bool:
    return g.named_lost >= op.a or g.generic_lost >= op.b


def happened(g: State, what: int) -> int:
    """How often something happened in this action phase."""
    if what == COUNT_HARVESTERS:
        return g.harvesters_lost
    if what == COUNT_WORM_HITS:
        return g.worm_hits
    if what == COUNT_SIETCH_HELD:
        return g.sietch_held
    return g.rode


def sector_clear(t: Tables, g: State, area: int) -> bool:
    """No Harkonnen legion shares a sector with this area."""
    found = u64(0)
    for w in range(2):
        found = found | (sectors_word(t, t.area_sectors[area], w) & g.legions[HARKONNEN][w])
    return found == 0


def hidden_sietch(g: State, area: int) -> bool:
    """Whether an area has a face-down sietch."""
    for k in range(SIETCHES):
        if g.sietch_at[k] == area and (g.sietch_known >> k) & 1 == 0:
            return on_map(area)
    return False


def can_flee(t: Tables, g: State, op: Op, area: int) -> bool:
    """Whether a threatened sietch has enough units or tokens to give."""
    if not enemy_within(t, g, ATREIDES, area, op.c):
        return False
    return units_in(g.legion[area]) >= op.a or token_count(g, area) >= op.b
