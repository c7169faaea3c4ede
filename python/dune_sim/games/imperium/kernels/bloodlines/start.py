"""What leaders of Bloodlines do before the first round (BLD-LEADER-07, 14)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import ACT_COURSE, ACT_FACTION
from dune_sim.games.imperium.kernels.influence import influence_up
from dune_sim.games.imperium.kernels.layout import Offer, State, Tables
from dune_sim.games.imperium.kernels.offers import offer_bits
from dune_sim.games.imperium.kernels.opcodes import ANSWERED, BOX_SIGNET
from dune_sim.games.imperium.kernels.sizes import FACTIONS
from dune_sim.games.imperium.kernels.zones import ZONE_OUT, put
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.rng import below
from dune_sim.lang.intrinsics import nth, only, popcount, u64


def op_strange_form(t: Tables, g: State, f: Frame) -> None:
    """No signet ring in the deck, and no water (BLD-LEADER-14)."""
    pl = g.players[f.who]
    pl.water = max(0, pl.water - t.start_water)
    for slot in g.own[f.who]:
        if t.agent[t.design[slot]].flags & BOX_SIGNET != 0:
            g.own[f.who] -= only(slot)
            put(g, slot, ZONE_OUT)


def op_plot_course(t: Tables, g: State, f: Frame) -> bool:
    """Some cards are drawn; all but one are laid down face down, the first to be played first (BLD-LEADER-14)."""
    if f.stage == 0:
        left = t.courses
        for _ in range(min(t.navigation_drawn, popcount(u64(t.courses)))):
            k = below(g.rng, popcount(u64(left)))
            card = nth(u64(left), k)
            left = left & ~(1 << card)
            g.courses = g.courses | (1 << card)
        f.stage = ANSWERED
    if g.course[t.navigation_kept - 1] != 0 or g.courses == 0:
        g.courses = 0
        return True
    return False


def plot_course_choices(g: State, q: Offer) -> None:
    offer_bits(q, ACT_COURSE, g.courses)


def plot_course_answer(g: State, action: int) -> None:
    card = action - ACT_COURSE
    g.courses = g.courses & ~(1 << card)
    k = 0
    while g.course[k] != 0:
        k += 1
    g.course[k] = card + 1


def op_influence_other(f: Frame) -> bool:
    """A step with another faction than the one that let the card be played, where there is 2 influence already."""
    return f.stage != 0


def influence_other_choices(g: State, f: Frame, q: Offer) -> None:
    found = 0
    for k in range(FACTIONS):
        if k != g.course_faction and g.players[f.who].influence[k] >= 2:
            found |= 1 << k
    offer_bits(q, ACT_FACTION, found)


def influence_other_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    f.stage = ANSWERED
    influence_up(t, g, f.who, action - ACT_FACTION, op.a)
