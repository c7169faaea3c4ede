"""Rounds, whose turn it is, recall (IMP-ROUND, IMP-TURN, IMP-RECALL)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import ACT_ACCEPT
from dune_sim.games.imperium.kernels.agents import own_agents, seat_after
from dune_sim.games.imperium.kernels.bloodlines.rounds import begin_round, end_round
from dune_sim.games.imperium.kernels.bloodlines.turns import begin_turn, forget_turn
from dune_sim.games.imperium.kernels.bloodlines.units import units_go_home
from dune_sim.games.imperium.kernels.bloodlines.who import missing_space
from dune_sim.games.imperium.kernels.hagal.rounds import bring_third_agents, owe_turn
from dune_sim.games.imperium.kernels.layout import Offer, State, Tables
from dune_sim.games.imperium.kernels.offers import offer_yes_or_no
from dune_sim.games.imperium.kernels.opcodes import (
    REASON_CONFLICTS,
    REASON_POINTS,
    SEAT_ORDERS,
    SEAT_REVEALED,
    TURN_REVEAL,
)
from dune_sim.games.imperium.kernels.pool import clear_pool
from dune_sim.games.imperium.kernels.seats import is_rival, plays_on, seats_of
from dune_sim.games.imperium.kernels.sizes import BLOODLINES, RIVALS
from dune_sim.games.imperium.kernels.stock import MOST_SMALL
from dune_sim.games.imperium.kernels.zones import ZONE_OUT, draw_hand, play_of, put
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.rng import below
from dune_sim.kernel.stack import jump
from dune_sim.lang.intrinsics import nth, popcount, u64

ROUND_ASKS = 1
ROUND_ANSWERED = 2


def op_round(t: Tables, g: State, f: Frame) -> bool:
    """Mentat to last round's winner, conflict card, defensive bonus (IMP-ROUND-02, 05, IMP-CTRL-06, IMP-AMB-20)."""
    if f.stage != 0:
        return f.stage == ROUND_ANSWERED
    g.round += 1
    if g.mentat_next != 0:
        g.mentat = g.mentat_next
        g.players[g.mentat_next - 1].agents += 1
        g.mentat_next = 0
    cards = g.conflicts & t.level_conflicts[t.round_level[g.round - 1]]
    k = below(g.rng, popcount(u64(cards)))
    card = nth(u64(cards), k)
    g.conflicts = g.conflicts & ~(1 << card)
    g.conflict = card + 1
    if RIVALS != 0:
        bring_third_agents(t, g)
    if BLOODLINES != 0 and t.bloodlines == 1:
        begin_round(t, g)
    space = t.conflict_space[card]
    if space != 0:
        holder = g.control[space - 1]
        if RIVALS != 0 and holder != 0 and is_rival(t, holder - 1):
            defend(t, g, holder - 1)
        elif holder != 0 and g.players[max(0, holder - 1)].supply > 0 and t.defensive_troops > 0:
            f.who = holder - 1
            f.stage = ROUND_ASKS
            return False
    return True


def round_choices(q: Offer) -> None:
    """Whether the defensive bonus is taken."""
    offer_yes_or_no(q)


def round_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    """Taken or not."""
    f.stage = ROUND_ANSWERED
    if action == ACT_ACCEPT:
        defend(t, g, f.who)


def defend(t: Tables, g: State, p: int) -> None:
    """From the supply into the conflict, in nobody's turn (IMP-CTRL-06, IMP-AMB-28, HAG-SOLO-22)."""
    pl = g.players[p]
    n = min(t.defensive_troops, pl.supply)
    pl.supply -= n
    pl.conflict += n


def op_hands(t: Tables, g: State) -> None:
    """Five cards each, whatever is still in hand (IMP-ROUND-03, 04); rivals have none."""
    for k in range(t.players):
        if RIVALS == 0 or not is_rival(t, seat_after(t, g.first, k)):
            draw_hand(t, g, seat_after(t, g.first, k), t.hand_size)
    g.player = seat_after(t, g.first, t.players - 1)


def op_turn_end(t: Tables, g: State, f: Frame, op: Op) -> None:
    end_turn(t, g, f, op)


def end_turn(t: Tables, g: State, f: Frame, op: Op) -> None:
    """Forget the turn; after a reveal turn clean up (IMP-REVEAL-12, IMP-BUY-07, IMP-FAQ-25). Then the next one."""
    if g.turn & TURN_REVEAL != 0:
        g.za -= play_of(g, f.who)
        if g.aside != 0 and g.aside_seat == f.who:
            put(g, g.aside - 1, ZONE_OUT)
            g.aside = 0
            g.aside_seat = 0
    clear_pool(g)
    if RIVALS != 0:
        owe_turn(t, g)
    g.turn = 0
    g.persuasion = 0
    g.card = 0
    g.space = 0
    g.icons = 0
    g.discounted = 0
    g.discount = 0
    if BLOODLINES != 0:
        forget_turn(t, g)
    next_turn(t, g, f, op)


def op_next_turn(t: Tables, g: State, f: Frame, op: Op) -> None:
    next_turn(t, g, f, op)


def next_turn(t: Tables, g: State, f: Frame, op: Op) -> None:
    """Clockwise to the next player without a reveal turn; the phase ends when there is none (IMP-TURN-01, 05, 06).

    The Voice lasts up to the own next turn, which a turn owed to House Hagal comes before.
    """
    for k in range(1, t.players + 1):
        p = seat_after(t, g.player, k)
        waits = plays_on(t, g, p) if RIVALS != 0 else g.players[p].flags & SEAT_REVEALED == 0
        if waits:
            g.player = p
            f.who = p
            g.recruited = 0
            g.deployed = 0
            g.placed = 0
            if RIVALS == 0 or g.owed == 0:
                g.players[p].voice = 0
            if BLOODLINES != 0:
                begin_turn(g, p)
            jump(f, op.b)
            return
    jump(f, op.a)


def op_recall_phase(t: Tables, g: State, f: Frame, op: Op) -> None:
    """Troops home, makers, end of the game or the next round (IMP-COMBAT-15, 16, IMP-MAKER, IMP-RECALL)."""
    board = 0
    done = 0
    for p in range(seats_of(t)):
        pl = g.players[p]
        if BLOODLINES != 0:
            units_go_home(t, g, p)
        pl.supply += pl.conflict
        pl.conflict = 0
        pl.swords = 0
        board |= pl.board
        if pl.vp >= t.end_vp:
            done = REASON_POINTS
    for k in range(t.makers):
        left = t.maker_bonus * (1 - ((board >> t.maker_space[k]) & 1))
        if BLOODLINES != 0 and (missing_space(t, g) >> t.maker_space[k]) & 1 == 1:
            left = 0
        g.bonus[k] = min(MOST_SMALL, g.bonus[k] + left)
    g.won = 0
    if done == 0 and g.round == t.rounds:
        done = REASON_CONFLICTS
    g.reason = done
    if done == 0:
        recall_agents(t, g)
        jump(f, op.a)


def recall_agents(t: Tables, g: State) -> None:
    """Mentat and agents home, the marker one seat on (IMP-RECALL-03 to 05)."""
    g.mentat = 0
    for p in range(seats_of(t)):
        pl = g.players[p]
        pl.board = 0
        pl.stacked = 0
        if BLOODLINES != 0:
            end_round(g, p)
        pl.agents = own_agents(t, g, p)
        pl.flags = pl.flags & ~(SEAT_REVEALED | SEAT_ORDERS)
        pl.voice = 0
    g.first = seat_after(t, g.first, 1)
