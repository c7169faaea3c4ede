"""Influence and alliances (IMP-INFL)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import ACT_FACTION, ACT_SEAT
from dune_sim.games.imperium.kernels.bloodlines.course import sail
from dune_sim.games.imperium.kernels.layout import Offer, State, Tables
from dune_sim.games.imperium.kernels.offers import offer_bits
from dune_sim.games.imperium.kernels.opcodes import ANSWERED, ANY_FACTION
from dune_sim.games.imperium.kernels.seats import is_rival, scores, seats_of
from dune_sim.games.imperium.kernels.sizes import BLOODLINES, FACTIONS, RIVALS
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.stack import push


def move_alliance(t: Tables, g: State, faction: int, to: int) -> None:
    """Token and its point go to seat ``to - 1``, or back to the board for 0 (IMP-INFL-07, 08, 15, HAG-2P-13)."""
    old = g.alliance[faction]
    if old != 0 and (RIVALS == 0 or scores(t, old - 1)):
        g.players[old - 1].vp -= t.track[faction].alliance_vp
    g.alliance[faction] = to
    if to != 0 and (RIVALS == 0 or scores(t, to - 1)):
        g.players[to - 1].vp += t.track[faction].alliance_vp


def influence_up(t: Tables, g: State, p: int, faction: int, n: int) -> None:
    """``n`` steps up: points, bonus, alliance on the way (IMP-INFL-01 to 09, 16, IMP-AMB-10).

    A rival gets no bonus, House Hagal no points either (HAG-DECK-08 to 10, HAG-FAQ-04, 05).
    """
    pl = g.players[p]
    track = t.track[faction]
    before = pl.influence[faction]
    after = min(track.top, before + n)
    if after == before:
        return
    pl.influence[faction] = after
    if before < track.vp_level <= after and (RIVALS == 0 or scores(t, p)):
        pl.vp += track.vp
    if before < track.bonus_level <= after and track.bonus != 0 and (RIVALS == 0 or not is_rival(t, p)):
        push(g.stack, track.bonus, p)
    holder = g.alliance[faction]
    if after >= track.alliance_level and holder != p + 1:
        if holder == 0 or after > g.players[max(0, holder - 1)].influence[faction]:
            move_alliance(t, g, faction, p + 1)
    if BLOODLINES != 0:
        sail(t, g, p, faction, before, after)


def influence_down(t: Tables, g: State, p: int, faction: int, n: int) -> None:
    """``n`` steps down; a holder may lose the token (IMP-INFL-03, 13 to 15, IMP-AMB-09)."""
    pl = g.players[p]
    track = t.track[faction]
    before = pl.influence[faction]
    after = max(0, before - n)
    pl.influence[faction] = after
    if after < track.vp_level <= before and (RIVALS == 0 or scores(t, p)):
        pl.vp -= track.vp
    if g.alliance[faction] == p + 1:
        test_holder(t, g, p, faction)


def test_holder(t: Tables, g: State, p: int, faction: int) -> None:
    """The holder lost steps: who receives the token, if it moves at all; the old holder chooses among equals."""
    level = g.players[p].influence[faction]
    best = 0
    heirs = 0
    heir = 0
    for seat in range(seats_of(t)):
        if seat != p:
            other = g.players[seat].influence[faction]
            if other > best:
                best = other
                heirs = 0
            if other == best:
                heirs |= 1 << seat
                heir = seat
    if level >= t.track[faction].alliance_level and best <= level:
        return
    if best < t.track[faction].alliance_level:
        move_alliance(t, g, faction, 0)
    elif heirs == 1 << heir:
        move_alliance(t, g, faction, heir + 1)
    else:
        push(g.stack, t.track[faction].alliance, p)
        g.stack.frames[g.stack.depth - 1].b = heirs


def is_behind(t: Tables, g: State, p: int, faction: int) -> bool:
    """Whether some opponent stands higher (IMP-LEADER-03)."""
    for seat in range(seats_of(t)):
        if g.players[seat].influence[faction] > g.players[p].influence[faction]:
            return True
    return False


def op_influence(t: Tables, g: State, f: Frame, op: Op) -> None:
    influence_up(t, g, f.who, op.a, op.b)


def op_influence_any(f: Frame) -> bool:
    """Steps with a faction of choice, for some effects one where an opponent is ahead (IMP-INFL-10, IMP-LEADER-03)."""
    return f.stage != 0


def influence_any_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    found = 0
    for k in range(FACTIONS):
        if op.b == 0 or is_behind(t, g, f.who, k):
            found |= 1 << k
    offer_bits(q, ACT_FACTION, found)


def influence_any_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    f.stage = ANSWERED
    influence_up(t, g, f.who, action - ACT_FACTION, op.a)


def op_lose_influence(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """A named faction at once, a free one by choice (IMP-INFL-12)."""
    if op.a < ANY_FACTION:
        influence_down(t, g, f.who, op.a, op.b)
        return True
    return f.stage != 0


def lose_influence_choices(g: State, f: Frame, op: Op, q: Offer) -> None:
    """A step that does not exist cannot be lost (IMP-INFL-17)."""
    found = 0
    for k in range(FACTIONS):
        if g.players[f.who].influence[k] >= op.b:
            found |= 1 << k
    offer_bits(q, ACT_FACTION, found)


def lose_influence_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    f.stage = ANSWERED
    influence_down(t, g, f.who, action - ACT_FACTION, op.b)


def op_alliance(f: Frame) -> bool:
    """The old holder names who receives the token (IMP-INFL-15); register b: among whom."""
    return f.stage != 0


def alliance_choices(f: Frame, q: Offer) -> None:
    offer_bits(q, ACT_SEAT, f.b)


def alliance_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    f.stage = ANSWERED
    move_alliance(t, g, op.a, action - ACT_SEAT + 1)
