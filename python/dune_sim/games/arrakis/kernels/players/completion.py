"""Cheap answers that make sense: they finish what was begun when a player looks ahead."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_ALL, ACT_ATOMIC, ACT_DONE, ACT_GUERRILLA
from dune_sim.games.arrakis.kernels.battle import (
    ATTACKER,
    DEFENDER,
    OP_CASUALTIES,
    OP_CONTINUE,
    OP_RETREAT,
)
from dune_sim.games.arrakis.kernels.battle_layout import Side
from dune_sim.games.arrakis.kernels.layout import Offer, State, Tables
from dune_sim.games.arrakis.kernels.legion import (
    ACT_CEASE,
    ACT_CONTINUE,
    ACT_LOSE_ELITE,
    ACT_LOSE_GENERIC,
    ACT_LOSE_STANDARD,
    ACT_PASS_CARDS,
    ACT_RETREAT,
    ACT_STAY,
    leaders,
)
from dune_sim.games.arrakis.kernels.moves import MOVE_FIGURES
from dune_sim.games.arrakis.kernels.opcodes import (
    OP_BATTLE_CARDS,
    OP_CLEAR_ROW,
    OP_MOVE,
    OP_SWAP_LEADERS,
    OP_TURN,
    OP_WILD_WORM,
)
from dune_sim.kernel.layout import Rng
from dune_sim.kernel.offers import offer_at
from dune_sim.kernel.rng import below
from dune_sim.lang.intrinsics import bit, lowest, nth, popcount, u64

#: free actions: they are no answer to what is asked
FREE = (1 << (ACT_ATOMIC + 1)) - (1 << ACT_GUERRILLA)
REFUSES = 1 << ACT_DONE


def complete(t: Tables, g: State, q: Offer, rng: Rng, n: int) -> int:
    """Nothing that helps is refused, legions stay whole, battles go on while they can be won; the rest is chance."""
    f = g.stack.frames[g.stack.depth - 1]
    code = t.code[f.pc].code
    if code <= OP_RETREAT:
        return in_battle(g, q, rng, n, code)
    if code == OP_MOVE and f.stage == MOVE_FIGURES:
        return who_moves(q, rng, n)
    if code == OP_CLEAR_ROW or code == OP_SWAP_LEADERS or code == OP_WILD_WORM:
        return ACT_DONE
    if code == OP_BATTLE_CARDS:
        more = below(rng, 2)
        if more == 0:
            return ACT_PASS_CARDS
        return any_but(q, rng, n, bit(ACT_PASS_CARDS))
    if code == OP_TURN:
        return any_but(q, rng, n, u64(FREE))
    return any_but(q, rng, n, u64(FREE | REFUSES))


def wind_up(t: Tables, g: State, q: Offer, rng: Rng, n: int) -> int:
    """Whoever has moved one legion leaves it at that, and legions stay whole."""
    f = g.stack.frames[g.stack.depth - 1]
    op = t.code[f.pc]
    if op.code == OP_MOVE and q.bits[0] & bit(ACT_ALL) != 0:
        return ACT_ALL
    if op.code == OP_MOVE and q.bits[0] & bit(ACT_DONE) != 0 and (f.stage == MOVE_FIGURES or g.move.left < op.a):
        return ACT_DONE
    return complete(t, g, q, rng, n)


def any_but(q: Offer, rng: Rng, n: int, barred: u64) -> int:
    """Any answer but some of the first word, unless there are only these."""
    first = q.bits[0] & ~barred
    kept = popcount(first)
    gone = popcount(q.bits[0]) - kept
    if gone == n:
        return lowest(q.bits[0])
    k = below(rng, n - gone)
    return nth(first, k) if k < kept else offer_at(q, k + gone)


def who_moves(q: Offer, rng: Rng, n: int) -> int:
    """Mostly the whole legion; a part is soon complete."""
    whole = q.bits[0] & u64(1 << ACT_ALL | REFUSES)
    part = below(rng, 4)
    if whole != 0 and part > 0:
        return lowest(whole)
    return any_but(q, rng, n, u64(0))


def force(side: Side) -> int:
    """What a side may still roll and lose."""
    return 2 * side.standard + 3 * side.elite + 4 * side.special + leaders(side)


def in_battle(g: State, q: Offer, rng: Rng, n: int, code: int) -> int:
    """Go on while stronger, retreat from who is stronger but not from a town, keep dice rather than ranks."""
    b = g.battle
    attack = force(b.sides[ATTACKER])
    defence = force(b.sides[DEFENDER]) + b.rank
    if code == OP_CONTINUE:
        return ACT_CONTINUE if attack >= defence else ACT_CEASE
    if code == OP_RETREAT:
        return ACT_RETREAT if attack > defence + 2 and b.rank == 0 else ACT_STAY
    if code == OP_CASUALTIES:
        return what_falls(q)
    return any_but(q, rng, n, u64(0))


def what_falls(q: Offer) -> int:
    """Elites lose their rank first, then generic leaders go, then units; named leaders last."""
    if q.bits[0] & bit(ACT_LOSE_ELITE) != 0:
        return ACT_LOSE_ELITE
    if q.bits[0] & bit(ACT_LOSE_STANDARD) == 0:
        return lowest(q.bits[0])
    return ACT_LOSE_GENERIC if q.bits[0] & bit(ACT_LOSE_GENERIC) != 0 else ACT_LOSE_STANDARD
