"""Whole legions: going from area to area, falling, being pushed away."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_AREA, ACT_CLASS, ACT_LEADER, ACT_TOKEN
from dune_sim.games.arrakis.kernels.arrival import arrive
from dune_sim.games.arrakis.kernels.boards import free, offer_areas
from dune_sim.games.arrakis.kernels.figures import (
    check_limit,
    classes_of,
    drop_token,
    forget_moved,
    moved_in,
    named_in,
    note_moved,
    one,
    refresh,
    refresh_tokens,
    refresh_units,
    to_pool,
    tokens_in,
    unit_count,
    unit_limit,
)
from dune_sim.games.arrakis.kernels.layout import ATREIDES, HARKONNEN, Offer, State, Tables
from dune_sim.games.arrakis.kernels.leaders import enter_tank, lose_named
from dune_sim.games.arrakis.kernels.mahdi.layout import MAHDI
from dune_sim.games.arrakis.kernels.seats import question
from dune_sim.kernel.layout import Frame
from dune_sim.kernel.offers import offer_mask
from dune_sim.kernel.stack import push, settled
from dune_sim.lang.intrinsics import lowest, masked, only, popcount, u64


def transfer(g: State, who: int, source: int, target: int, figures: int, tokens: int, named: int) -> None:
    """Figures go from one area to another."""
    g.legion[source] -= figures
    g.legion[target] += figures
    g.led[who] |= masked(only(target), figures >> 12 | named != 0)
    rest = u64(named)
    while rest != 0:
        g.leader_at[lowest(rest)] = target
        rest = rest & u64(rest - 1)
    if tokens != 0:
        rest = u64(tokens)
        while rest != 0:
            g.token_at[lowest(rest)] = target
            rest = rest & u64(rest - 1)
        refresh_tokens(g, source)
        refresh_tokens(g, target)
    refresh_units(g, who, target)
    if figures >> 12 | named == 0:
        refresh_units(g, who, source)
    else:
        refresh(g, who, source)


def move_legion(g: State, who: int, source: int, target: int) -> None:
    """The whole legion of an area goes to another; figures that moved in this action stay marked."""
    moved = moved_in(g, source)
    tokens = tokens_in(g, source) if who == ATREIDES else 0
    if MAHDI != 0 and who == HARKONNEN:
        shift_h_tokens(g, source, target)
    transfer(g, who, source, target, g.legion[source], tokens, named_in(g, who, source))
    for k in range(g.move.groups):
        if g.move.moved_area[k] == source:
            g.move.moved_figures[k] = 0
    note_moved(g, target, moved)


def eliminate_legion(t: Tables, g: State, who: int, area: int) -> None:
    """Every figure of a legion is gone; tokens leave the game unseen (ARR-ATOM-05)."""
    named = named_in(g, who, area)
    rest = u64(tokens_in(g, area) if who == ATREIDES else 0)
    while rest != 0:
        drop_token(g, lowest(rest))
        rest = rest & u64(rest - 1)
    if MAHDI != 0 and who == HARKONNEN:
        lose_h_tokens(g, area)
    to_pool(g, who, area, g.legion[area])
    lose_named(t, g, named)


def displace(t: Tables, g: State, who: int, area: int) -> None:
    """The opponent names the area a legion is moved to (ARR-ATOM-04)."""
    push(g.stack, t.pc_displace, who)
    g.stack.frames[g.stack.depth - 1].a = area


def op_displace(t: Tables, g: State, f: Frame) -> bool:
    """The legion of ``f.who`` in area ``f.a`` goes where its opponent says; without a place it falls (ARR-ATOM-05)."""
    if f.stage == 0:
        return question(t, g, f, 1 - f.who)
    eliminate_legion(t, g, f.who, f.a)
    return True


def displace_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    offer_areas(q, t.near[f.a] & free(t, g, f.who))


def displace_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    settled(f)
    area = action - ACT_AREA
    move_legion(g, f.who, f.a, area)
    arrive(t, g, f.who, area)
    check_limit(t, g, f.who, area)
    if MAHDI != 0 and f.who == HARKONNEN:
        cover(t, g, f.a)


def op_limit(t: Tables, g: State, f: Frame) -> bool:
    """Units of area ``f.a`` above the limit are removed, as their owner likes (ARR-UNIT-07, AMB-21)."""
    if unit_count(g, f.a) <= unit_limit(t, g, f.who):
        return True
    return question(t, g, f, f.who)


def limit_choices(g: State, f: Frame, q: Offer) -> None:
    offer_mask(q, ACT_CLASS, classes_of(g.legion[f.a]))
    if f.who == ATREIDES:
        offer_mask(q, ACT_TOKEN, u64(tokens_in(g, f.a)))


def limit_answer(g: State, f: Frame, action: int) -> None:
    if action >= ACT_TOKEN:
        drop_token(g, action - ACT_TOKEN)
    else:
        forget_moved(g, f.a, one(action - ACT_CLASS))
        to_pool(g, f.who, f.a, one(action - ACT_CLASS))


def limit_everywhere(t: Tables, g: State) -> None:
    """A ban may lower the limit of every Harkonnen area (ARR-SPICE-13)."""
    if unit_limit(t, g, HARKONNEN) == t.unit_limit:
        return
    for a in g.legions[HARKONNEN]:
        check_limit(t, g, HARKONNEN, a)


def op_tank(t: Tables, g: State, f: Frame) -> bool:
    """Leaders lost at the same moment enter the tank in the order of their owner (AMB-66)."""
    if popcount(u64(f.a)) <= 1:
        if f.a != 0:
            enter_tank(t, g, lowest(u64(f.a)))
        return True
    return question(t, g, f, f.who)


def tank_choices(f: Frame, q: Offer) -> None:
    offer_mask(q, ACT_LEADER, u64(f.a))


def tank_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    f.a = f.a & ~(1 << (action - ACT_LEADER))
    enter_tank(t, g, action - ACT_LEADER)
