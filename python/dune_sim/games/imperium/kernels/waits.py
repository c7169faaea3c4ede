"""Effects that need a choice: whether they still wait. After an answer the stage says how to go on."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.conditions import (
    all_hold,
    behind_anywhere,
    can_lose_influence,
    has_discarded,
    trashable,
)
from dune_sim.games.imperium.kernels.influence import influence_down
from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.market import any_offer
from dune_sim.games.imperium.kernels.opcodes import (
    ANY_FACTION,
    FROM_RECRUITED,
    FROM_SUPPLY,
    OP_ACQUIRE,
    OP_CHOOSE,
    OP_DEPLOY,
    OP_DISCARD,
    OP_INFLUENCE_ANY,
    OP_LOSE_INFLUENCE,
    OP_MANIPULATE,
    OP_OFFER,
    OP_ONE_OPPONENT,
    OP_PICK,
    OP_RECALL,
    OP_RETREAT,
    OP_SNOOP,
    OP_TAKE,
    OP_TOKENS,
    OP_TRASH,
)
from dune_sim.games.imperium.kernels.pool import deploy
from dune_sim.games.imperium.kernels.zones import deck_empty, hand_empty, look_at_top, row_word
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.stack import jump
from dune_sim.lang.intrinsics import popcount, u64

ANSWERED = 1
DECLINED = 2


def run_choice(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """One instruction that may wait; False while its choice is missing."""
    code = op.code
    if code == OP_OFFER:
        return offer(t, g, f, op)
    if code == OP_TRASH:
        return wait_trash(g, f, op)
    if code == OP_CHOOSE:
        return choose(t, g, f, op)
    if f.stage == ANSWERED:
        return True
    if code == OP_INFLUENCE_ANY:
        return op.b == 1 and not behind_anywhere(t, g, f.who)
    if code == OP_DISCARD:
        return hand_empty(g, f.who)
    if code == OP_RETREAT:
        return g.players[f.who].conflict == 0
    if code == OP_DEPLOY:
        return deploy_now(t, g, f, op)
    return run_rare_choice(t, g, f, op)


def run_rare_choice(t: Tables, g: State, f: Frame, op: Op) -> bool:
    code = op.code
    if code == OP_LOSE_INFLUENCE:
        return lose_influence(t, g, f, op)
    if code == OP_PICK:
        return pickable(t, g, f, op) == 0
    if code == OP_ONE_OPPONENT:
        return opponents_for(t, g, f, op) == 0
    if code == OP_ACQUIRE:
        return not any_offer(t, g, f.who, op.a)
    if code == OP_TAKE:
        return not has_discarded(t, g, f.who, op.a)
    if code == OP_RECALL:
        return g.players[f.who].board == 0
    if code == OP_TOKENS:
        return popcount(u64(g.tokens)) == 2
    if code == OP_MANIPULATE:
        return row_word(t, g, 0) | row_word(t, g, 1) | row_word(t, g, 2) == 0
    if code == OP_SNOOP:
        look_at_top(g, f.who)
        return deck_empty(g, f.who)
    return False


def offer(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """An arrow or a "may": refusable, once, and only if it can be paid (IMP-AGENT-13, IMP-FAQ-34)."""
    if f.stage == ANSWERED:
        jump(f, f.pc + op.b)
        return True
    if f.stage == DECLINED or not all_hold(t, g, f.who, f.pc, op.b):
        jump(f, op.a)
        return True
    return False


def wait_trash(g: State, f: Frame, op: Op) -> bool:
    """The trash symbol (IMP-DECK-05, 07)."""
    if f.stage == ANSWERED:
        return True
    if f.stage == DECLINED or not trashable(g, f.who, op.a):
        if op.b != 0:
            jump(f, op.b)
        return True
    return False


def feasible(t: Tables, g: State, p: int, first: int, n: int) -> int:
    """Branches whose conditions hold, one bit each."""
    found = 0
    for k in range(n):
        branch = t.code[first + k]
        if all_hold(t, g, p, branch.c, branch.b):
            found |= 1 << k
    return found


def choose(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Exactly one branch that is possible."""
    if f.stage > 0:
        jump(f, t.code[f.pc + f.stage - 1].a)
        return True
    if feasible(t, g, f.who, f.pc, op.a) == 0:
        jump(f, op.c)
        return True
    return False


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


def opponents_for(t: Tables, g: State, f: Frame, op: Op) -> int:
    """Opponents for whom the list is possible, one bit each (IMP-FAQ-14)."""
    found = 0
    for q in range(t.players):
        if q != f.who and all_hold(t, g, q, op.c, op.b):
            found |= 1 << q
    return found


def lose_influence(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """A named faction at once, a free one by choice (IMP-INFL-12)."""
    if op.a < ANY_FACTION:
        influence_down(t, g, f.who, op.a, op.b)
        return True
    return not can_lose_influence(g, f.who, op.a, op.b)


def deployable(g: State, f: Frame, op: Op) -> int:
    """How many troops an effect may put into the conflict."""
    pl = g.players[f.who]
    if op.b == FROM_SUPPLY:
        return min(op.a, pl.supply)
    if op.b == FROM_RECRUITED:
        return min(min(op.a, f.b), pl.garrison)
    return min(op.a, pl.garrison)


def move_troops(t: Tables, g: State, p: int, n: int, origin: int) -> None:
    """Troops into the conflict from the supply or the garrison."""
    pl = g.players[p]
    if origin == FROM_SUPPLY:
        pl.supply -= n
    else:
        pl.garrison -= n
    deploy(t, g, p, n)


def deploy_now(t: Tables, g: State, f: Frame, op: Op) -> bool:
    n = deployable(g, f, op)
    if n == 0:
        return True
    if op.c == 0:
        return False
    move_troops(t, g, f.who, n, op.b)
    return True
