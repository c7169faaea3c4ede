"""The flow of effect programs and their plain gains (IMP-AGENT-11 to 13)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import ACT_ACCEPT, ACT_BRANCH, ACT_SEAT
from dune_sim.games.imperium.kernels.conditions import all_hold
from dune_sim.games.imperium.kernels.layout import Offer, State, Tables
from dune_sim.games.imperium.kernels.offers import offer_bits, offer_yes_or_no
from dune_sim.games.imperium.kernels.opcodes import ANSWERED, DECLINED
from dune_sim.games.imperium.kernels.seats import seats_of
from dune_sim.games.imperium.kernels.stock import gain, show
from dune_sim.games.imperium.kernels.zones import count_in_play
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.stack import UNASKED, jump, pop, push
from dune_sim.lang.intrinsics import popcount, u64


def op_end(g: State) -> None:
    pop(g.stack)


def op_jump(f: Frame, op: Op) -> None:
    jump(f, op.a)


def op_test(t: Tables, g: State, f: Frame, op: Op) -> None:
    jump(f, f.pc + op.b if all_hold(t, g, f.who, f.pc, op.b) else op.a)


def op_gain(g: State, f: Frame, op: Op) -> None:
    gain(g.players[f.who], op.a, op.b, op.c)


def op_pay(g: State, f: Frame, op: Op) -> None:
    pl = g.players[f.who]
    pl.spice -= op.a
    pl.solari -= op.b
    pl.water -= op.c


def op_revealed(g: State, f: Frame, op: Op) -> None:
    show(g, f.who, op.a, op.b)


def op_flag(g: State, op: Op) -> None:
    g.turn = g.turn | op.a


def op_count(t: Tables, g: State, f: Frame, op: Op) -> None:
    f.a = count_in_play(t, g, f.who, op.a) - op.b


def op_while(f: Frame, op: Op) -> None:
    if f.a <= 0:
        jump(f, op.a)
    f.a -= 1


def op_offer(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """An arrow or a "may": refusable, once, and only if it can be paid (IMP-AGENT-13, IMP-FAQ-34)."""
    if f.stage == ANSWERED:
        jump(f, f.pc + op.b)
        return True
    if f.stage == DECLINED or not all_hold(t, g, f.who, f.pc, op.b):
        jump(f, op.a)
        return True
    return False


def offer_choices(q: Offer) -> None:
    offer_yes_or_no(q)


def offer_answer(f: Frame, action: int) -> None:
    f.stage = ANSWERED if action == ACT_ACCEPT else DECLINED


def feasible(t: Tables, g: State, p: int, first: int, n: int) -> int:
    """Branches whose conditions hold, one bit each."""
    found = 0
    for k in range(n):
        branch = t.code[first + k]
        if all_hold(t, g, p, branch.c, branch.b):
            found |= 1 << k
    return found


def op_choose(t: Tables, f: Frame, op: Op) -> bool:
    """Exactly one branch that is possible; its number is in the stage."""
    if f.stage == 0:
        return False
    jump(f, op.c if f.stage == UNASKED else t.code[f.pc + f.stage - 1].a)
    return True


def choose_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    offer_bits(q, ACT_BRANCH, feasible(t, g, f.who, f.pc + 1, op.a))


def choose_answer(f: Frame, action: int) -> None:
    f.stage = 1 + action - ACT_BRANCH


def op_pick(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """One of several that are to be picked; nothing happens before the last pick (IMP-AMB-31).

    Registers: a how far the list was looked at, b what was picked, one bit each.
    """
    if f.stage == 0:
        return False
    if op.b == 1:
        picked = f.b
        f.a = 0
        f.b = 0
        for k in range(op.a):
            one = op.a - 1 - k
            if (picked >> one) & 1 == 1:
                push(g.stack, t.code[op.c + one].a, f.who)
    return True


def pick_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    offer_bits(q, ACT_BRANCH, pickable(t, g, f, op))


def pick_answer(f: Frame, action: int) -> None:
    f.stage = ANSWERED
    k = action - ACT_BRANCH
    f.a = k + 1
    f.b = f.b | (1 << k)


def pickable(t: Tables, g: State, f: Frame, op: Op) -> int:
    """Branches that may be picked next: rising, so that each set is offered once, and enough must be left."""
    found = feasible(t, g, f.who, op.c, op.a) >> f.a << f.a
    left = popcount(u64(found))
    kept = 0
    for k in range(op.a):
        if (found >> k) & 1 == 1:
            if left >= op.b or kept == 0:
                kept |= 1 << k
            left -= 1
    return kept


def op_opponents(t: Tables, g: State, f: Frame, op: Op) -> None:
    """Every opponent in turn order."""
    for k in range(1, seats_of(t)):
        push(g.stack, op.a, (f.who + seats_of(t) - k) % seats_of(t))


def op_one_opponent(f: Frame) -> bool:
    """An opponent of choice, one for whom the list is possible (IMP-FAQ-14)."""
    return f.stage != 0


def one_opponent_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    found = 0
    for p in range(seats_of(t)):
        if p != f.who and all_hold(t, g, p, op.c, op.b):
            found |= 1 << p
    offer_bits(q, ACT_SEAT, found)


def one_opponent_answer(g: State, f: Frame, op: Op, action: int) -> None:
    f.stage = ANSWERED
    push(g.stack, op.a, action - ACT_SEAT)
