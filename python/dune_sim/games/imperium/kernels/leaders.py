"""What leaders bring before the first round, and the factions one of them lays down in secret (IMP-LEADER)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import ACT_FACTION, ACT_LEADER
from dune_sim.games.imperium.kernels.agents import seat_after
from dune_sim.games.imperium.kernels.bloodlines.leaders import leaders_known
from dune_sim.games.imperium.kernels.hagal.setup import pass_given_rivals
from dune_sim.games.imperium.kernels.influence import influence_up
from dune_sim.games.imperium.kernels.layout import Offer, State, Tables
from dune_sim.games.imperium.kernels.offers import offer_bits
from dune_sim.games.imperium.kernels.opcodes import LEADERS_DRAFT, SEAT_SHOWN
from dune_sim.games.imperium.kernels.seats import is_rival
from dune_sim.games.imperium.kernels.sizes import BLOODLINES, FACTIONS, RIVALS
from dune_sim.games.imperium.kernels.zones import keep_top_known
from dune_sim.kernel.layout import Frame
from dune_sim.kernel.stack import push
from dune_sim.lang.intrinsics import popcount, u64


def op_leaders(t: Tables, g: State, f: Frame) -> bool:
    """Leaders by choice, clockwise from the first player (IMP-SETUP-09); then known top cards are set up.

    A person chooses for rivals as well (HAG-SOLO-02, 25).
    """
    if t.leader_mode == LEADERS_DRAFT:
        if RIVALS != 0:
            pass_given_rivals(t, g, f)
        if f.a < t.players:
            f.who = seat_after(t, g.first, f.a)
            return False
    f.a = 0
    for p in range(t.players):
        keep_top_known(t, g, p)
    if BLOODLINES != 0:
        leaders_known(t, g)
    return True


def leaders_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    """Leaders nobody has taken yet."""
    free = t.rival_leaders if RIVALS != 0 and is_rival(t, f.who) else t.leaders
    for k in range(f.a):
        free &= ~(1 << g.players[seat_after(t, g.first, k)].leader)
    offer_bits(q, ACT_LEADER, free)


def leaders_answer(g: State, f: Frame, action: int) -> None:
    g.players[f.who].leader = action - ACT_LEADER
    f.a += 1


def op_starts(t: Tables, g: State, f: Frame) -> bool:
    """What leaders give before round 1, clockwise from the first player (IMP-LEADER-05, 07); to rivals nothing."""
    while f.a < t.players:
        p = seat_after(t, g.first, f.a)
        f.a += 1
        pc = t.leader[g.players[p].leader].start
        if pc != 0 and (RIVALS == 0 or not is_rival(t, p)):
            f.pc -= 1
            push(g.stack, pc, p)
            return True
    f.a = 0
    return True


def op_tokens(g: State) -> bool:
    """Two factions are laid down in secret, the lower one first (IMP-LEADER-06)."""
    return popcount(u64(g.tokens)) == 2


def tokens_choices(g: State, q: Offer) -> None:
    found = 0
    for k in range(FACTIONS):
        if g.tokens >> k == 0 and (k < FACTIONS - 1 or g.tokens != 0):
            found |= 1 << k
    offer_bits(q, ACT_FACTION, found)


def tokens_answer(g: State, action: int) -> None:
    g.tokens = g.tokens | (1 << (action - ACT_FACTION))


def op_masterstroke(t: Tables, g: State, f: Frame) -> None:
    """One influence with each faction laid down in secret, once per game (IMP-LEADER-06)."""
    pl = g.players[f.who]
    if pl.flags & SEAT_SHOWN != 0:
        return
    pl.flags = pl.flags | SEAT_SHOWN
    for k in range(FACTIONS):
        if (g.tokens >> k) & 1 == 1:
            influence_up(t, g, f.who, k, 1)
