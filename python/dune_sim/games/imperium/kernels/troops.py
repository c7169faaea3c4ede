"""Points, troops and strength (IMP-AGENT-14, IMP-REVEAL-07 to 10, IMP-COMBAT-19)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import ACT_COUNT
from dune_sim.games.imperium.kernels.bloodlines.strength import module_strength
from dune_sim.games.imperium.kernels.bloodlines.units import units_fighting
from dune_sim.games.imperium.kernels.layout import Offer, State, Tables
from dune_sim.games.imperium.kernels.offers import offer_counts
from dune_sim.games.imperium.kernels.opcodes import ANSWERED, PLACE_GARRISON
from dune_sim.games.imperium.kernels.sizes import BLOODLINES
from dune_sim.games.imperium.kernels.stock import MOST_SCORED, MOST_SMALL
from dune_sim.kernel.layout import Frame, Op


def score(g: State, p: int, n: int) -> None:
    """Points from a card or a conflict (IMP-AMB-33)."""
    came = min(n, MOST_SCORED - g.players[p].scored)
    g.players[p].vp += came
    g.players[p].scored += came


def op_vp(g: State, f: Frame, op: Op) -> None:
    score(g, f.who, op.a)


def recruit(g: State, p: int, n: int) -> int:
    """Supply to garrison as far as the supply lasts (IMP-AGENT-14, 15, IMP-AMB-05)."""
    pl = g.players[p]
    came = min(n, pl.supply)
    pl.supply -= came
    pl.garrison += came
    if p == g.player:
        g.recruited = min(MOST_SMALL, g.recruited + came)
    return came


def op_troops(g: State, f: Frame, op: Op) -> None:
    came = recruit(g, f.who, op.a)
    f.b = came


def op_lose_troops(g: State, f: Frame, op: Op) -> None:
    """Lost troops go to the supply (IMP-COMBAT-19)."""
    pl = g.players[f.who]
    if op.b == PLACE_GARRISON:
        gone = min(op.a, pl.garrison)
        pl.garrison -= gone
        pl.supply += gone
    else:
        fallen = min(op.a, pl.conflict)
        pl.conflict -= fallen
        pl.supply += fallen


def op_retreat(g: State, f: Frame) -> bool:
    """Conflict to garrison (IMP-COMBAT-19)."""
    return f.stage != 0 or g.players[f.who].conflict == 0


def retreat_choices(g: State, f: Frame, op: Op, q: Offer) -> None:
    offer_counts(q, min(op.a, g.players[f.who].conflict))


def retreat_answer(g: State, f: Frame, action: int) -> None:
    f.stage = ANSWERED
    pl = g.players[f.who]
    pl.conflict -= action - ACT_COUNT
    pl.garrison += action - ACT_COUNT


def strength(t: Tables, g: State, p: int) -> int:
    """Nothing without a troop, else troops and swords (IMP-REVEAL-07 to 11, IMP-AMB-12)."""
    pl = g.players[p]
    if not fights_on(g, p):
        return 0
    n = pl.conflict * t.troop_strength + pl.swords * t.sword_strength
    if BLOODLINES != 0:
        n += module_strength(t, g, p)
    return n


def fights_on(g: State, p: int) -> bool:
    """Whether a seat has a unit in the conflict (IMP-REVEAL-08, BLD-CMD-06)."""
    if BLOODLINES != 0:
        return units_fighting(g, p) > 0
    return g.players[p].conflict > 0
