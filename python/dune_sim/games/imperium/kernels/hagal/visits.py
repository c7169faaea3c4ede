"""Agent turns of rivals (HAG-DECK, HAG-2P-06, HAG-SOLO-13, 14, 28, 29)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.agents import enter_space
from dune_sim.games.imperium.kernels.hagal.deck import NOWHERE, next_destination
from dune_sim.games.imperium.kernels.hagal.spending import spend
from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.opcodes import SEAT_REVEALED
from dune_sim.games.imperium.kernels.rounds import next_turn
from dune_sim.games.imperium.kernels.seats import is_rival, seats_of
from dune_sim.games.imperium.kernels.stock import gain
from dune_sim.games.imperium.kernels.troops import recruit, strength
from dune_sim.games.imperium.kernels.turns import pay_controller
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.stack import jump, push

#: steps of a rival's turn, in register a; register b: space visited, register c: troops that may follow the agent
TO_ARRIVE = 0
TO_GIVE = 1
TO_SIGN = 2
TO_LEAVE = 3


def op_rival(t: Tables, g: State, f: Frame, op: Op) -> None:
    """The turn of a rival, or what is left of it, then on to the next; a turn of a person is none of its business."""
    if f.a == TO_ARRIVE:
        p = rival_in_turn(t, g)
        if p < 0:
            jump(f, op.c)
            return
        arrive(t, g, f, p)
    pc = 0
    while pc == 0 and f.a < TO_LEAVE:
        pc = next_effect(t, g, f)
    if pc != 0:
        f.pc -= 1
        push(g.stack, pc, g.player)
        return
    if f.b != NOWHERE:
        follow(t, g, f)
    f.a = TO_ARRIVE
    f.b = 0
    f.c = 0
    end_rival_turn(t, g, f, op)


def rival_in_turn(t: Tables, g: State) -> int:
    """House Hagal once it is owed a turn, or the rival whose turn it is; -1 for none."""
    if g.owed != 0:
        return t.players
    return g.player if is_rival(t, g.player) else -1


def arrive(t: Tables, g: State, f: Frame, p: int) -> None:
    """The agent goes where the cards send it; costs and effects of the space do not count (HAG-DECK-02, 06, 12, 14)."""
    g.player = p
    space = next_destination(t, g, p)
    f.b = space
    f.a = TO_LEAVE
    if space == NOWHERE:
        g.players[p].flags = g.players[p].flags | SEAT_REVEALED
        return
    f.a = TO_GIVE
    g.players[p].agents -= 1
    enter_space(g, p, space)
    pay_controller(t, g, space)
    if t.maker[space] != 0:
        clear_bonus(t, g, p, t.maker[space] - 1)
    recruit(g, p, t.hagal[t.hagal_design[g.hagal_card - 1]].troops)
    f.c = g.recruited


def clear_bonus(t: Tables, g: State, p: int, k: int) -> None:
    """All bonus spice leaves the space: with the base to a rival that collects, else to the bank.

    HAG-DECK-16, HAG-2P-11, HAG-SOLO-14.
    """
    if p < t.players:
        gain(g.players[p], t.maker_base[k] + g.bonus[k], 0, 0)
        spend(t, g, p)
    g.bonus[k] = 0


def next_effect(t: Tables, g: State, f: Frame) -> int:
    """Program of the effects of the card, then of the signet ability (HAG-DECK-08, 11); 0 where there is none."""
    card = t.hagal[t.hagal_design[g.hagal_card - 1]]
    f.a += 1
    if f.a == TO_SIGN:
        return card.pc
    if card.signet == 0 or g.player >= t.players:
        return 0
    return t.rival_signet[g.players[g.player].leader]


def follow(t: Tables, g: State, f: Frame) -> None:
    """On a combat space recruited troops and up to two more of the garrison go into the conflict.

    HAG-DECK-12, 13, 17, HAG-AMB-03.
    """
    pl = g.players[g.player]
    if (t.combat_spaces >> f.b) & 1 == 0 or holds_back(t, g, g.player):
        return
    came = g.recruited if t.signet_deploys == 1 else f.c
    n = min(pl.garrison, came + t.garrison_deployment)
    pl.garrison -= n
    pl.conflict += n


def holds_back(t: Tables, g: State, p: int) -> bool:
    """Whether an expert rival leads by enough to deploy nothing (HAG-SOLO-28, 29, HAG-FAQ-06, HAG-AMB-13, 14)."""
    if t.expert_lead == 0 or t.round_level[g.round - 1] >= t.expert_level:
        return False
    best = 0
    for seat in range(seats_of(t)):
        if seat != p:
            best = max(best, strength(t, g, seat))
    return strength(t, g, p) >= best + t.expert_lead


def end_rival_turn(t: Tables, g: State, f: Frame, op: Op) -> None:
    """After House Hagal the player comes whose turn was put off; after another rival whoever sits next."""
    g.recruited = 0
    if g.owed != 0:
        g.owed = 0
        g.player = f.who
        g.players[f.who].voice = 0
        jump(f, op.c)
    else:
        next_turn(t, g, f, op)
