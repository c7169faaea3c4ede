"""Influence, alliances, points, troops and strength (IMP-INFL, IMP-AGENT-14, IMP-REVEAL-07 to 10)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.opcodes import PLACE_GARRISON
from dune_sim.kernel.stack import push


def score(g: State, p: int, n: int) -> None:
    """Points from a card or a conflict."""
    g.players[p].vp += n
    g.players[p].scored += n


def move_alliance(t: Tables, g: State, f: int, to: int) -> None:
    """Token and its point go to seat ``to - 1``, or back to the board for 0 (IMP-INFL-07, 08, 15)."""
    old = g.alliance[f]
    if old != 0:
        g.players[old - 1].vp -= t.track[f].alliance_vp
    g.alliance[f] = to
    if to != 0:
        g.players[to - 1].vp += t.track[f].alliance_vp


def influence_up(t: Tables, g: State, p: int, f: int, n: int) -> None:
    """``n`` steps up: points, bonus, alliance on the way (IMP-INFL-01 to 09, 16, IMP-AMB-10)."""
    pl = g.players[p]
    track = t.track[f]
    before = pl.influence[f]
    after = min(track.top, before + n)
    if after == before:
        return
    pl.influence[f] = after
    if before < track.vp_level <= after:
        pl.vp += track.vp
    if before < track.bonus_level <= after and track.bonus != 0:
        push(g.stack, track.bonus, p)
    holder = g.alliance[f]
    if after >= track.alliance_level and holder != p + 1:
        if holder == 0 or after > g.players[max(0, holder - 1)].influence[f]:
            move_alliance(t, g, f, p + 1)


def influence_down(t: Tables, g: State, p: int, f: int, n: int) -> None:
    """``n`` steps down; a holder may lose the token (IMP-INFL-03, 13 to 15, IMP-AMB-09)."""
    pl = g.players[p]
    track = t.track[f]
    before = pl.influence[f]
    after = max(0, before - n)
    pl.influence[f] = after
    if after < track.vp_level <= before:
        pl.vp -= track.vp
    if g.alliance[f] == p + 1:
        test_holder(t, g, p, f)


def test_holder(t: Tables, g: State, p: int, f: int) -> None:
    """The holder lost steps: who receives the token, if it moves at all; the old holder chooses among equals."""
    level = g.players[p].influence[f]
    best = 0
    heirs = 0
    heir = 0
    for q in range(t.players):
        if q != p:
            other = g.players[q].influence[f]
            if other > best:
                best = other
                heirs = 0
            if other == best:
                heirs |= 1 << q
                heir = q
    if level >= t.track[f].alliance_level and best <= level:
        return
    if best < t.track[f].alliance_level:
        move_alliance(t, g, f, 0)
    elif heirs == 1 << heir:
        move_alliance(t, g, f, heir + 1)
    else:
        push(g.stack, t.track[f].alliance, p)
        g.stack.frames[g.stack.depth - 1].b = heirs


def is_behind(t: Tables, g: State, p: int, f: int) -> bool:
    """Whether some opponent stands higher (IMP-LEADER-03)."""
    for q in range(t.players):
        if g.players[q].influence[f] > g.players[p].influence[f]:
            return True
    return False


def recruit(g: State, p: int, n: int) -> int:
    """Supply to garrison as far as the supply lasts (IMP-AGENT-14, 15, IMP-AMB-05)."""
    pl = g.players[p]
    came = min(n, pl.supply)
    pl.supply -= came
    pl.garrison += came
    if p == g.player:
        g.recruited += came
    return came


def lose_troops(g: State, p: int, n: int, place: int) -> None:
    """Lost troops go to the supply (IMP-COMBAT-19)."""
    pl = g.players[p]
    if place == PLACE_GARRISON:
        gone = min(n, pl.garrison)
        pl.garrison -= gone
        pl.supply += gone
    else:
        fallen = min(n, pl.conflict)
        pl.conflict -= fallen
        pl.supply += fallen


def strength(t: Tables, g: State, p: int) -> int:
    """Nothing without a troop, else troops and swords (IMP-REVEAL-07 to 11, IMP-AMB-12)."""
    pl = g.players[p]
    if pl.conflict == 0:
        return 0
    return pl.conflict * t.troop_strength + pl.swords * t.sword_strength
