"""Where a program goes on: jumps, choices between branches, the end of the game; what a battle asks of its game."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_DONE, ACT_OPTION
from dune_sim.games.arrakis.kernels.battle_layout import Side
from dune_sim.games.arrakis.kernels.layout import Offer, State, Tables
from dune_sim.games.arrakis.kernels.leaders import lose_named
from dune_sim.games.arrakis.kernels.seats import question, seat_of
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.offers import offer, offer_mask
from dune_sim.kernel.stack import jump
from dune_sim.lang.intrinsics import lowest, u64


def op_jump(f: Frame, op: Op) -> None:
    jump(f, op.a)


def op_choose(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Exactly one of several branches; those that could do nothing are not offered (ARR-ACT-10).

    Each branch can be refused step by step; where the branches are bound, the first one tells who wants none of them.
    While the question is open, the stage is the set of branches.
    """
    found = 0
    for k in range(op.a):
        found |= int(possible(t, g, f, t.code[t.code[f.pc + k].a])) << k
    if found == 0:
        jump(f, op.b)
        return True
    if found & (found - 1) == 0 and (op.must == 0 or found == 1):
        jump(f, t.code[f.pc + lowest(u64(found))].a)
        return True
    f.stage = found
    return question(t, g, f, f.who)


def choose_choices(f: Frame, op: Op, q: Offer) -> None:
    offer_mask(q, ACT_OPTION, u64(f.stage))
    if op.must == 1 and f.stage & 1 == 0:
        offer(q, ACT_DONE)


def choose_answer(t: Tables, f: Frame, op: Op, action: int) -> None:
    f.stage = 0
    jump(f, op.b if action == ACT_DONE else t.code[f.pc + 1 + action - ACT_OPTION].a)


def side_decides(t: Tables, g: State, side: int) -> bool:
    """The question of a side of a battle is open; always False, so that an instruction can return it."""
    g.decider = seat_of(t, g, g.battle.sides[side].faction)
    return False


def bury_fallen(t: Tables, g: State, side: Side) -> None:
    """Leaders lost at one moment enter the tank before any that fall later (ARR-BATTLE-26, ARR-TANK-02, AMB-66)."""
    lost = side.lost_named
    side.lost_named = 0
    lose_named(t, g, lost)
