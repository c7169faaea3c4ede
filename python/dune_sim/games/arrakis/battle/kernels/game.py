"""A single battle as a game: setup, policies, results."""

from __future__ import annotations

from dune_sim.games.arrakis.battle.kernels.layout import Pilot, State, Tables
from dune_sim.games.arrakis.battle.kernels.policy import planned
from dune_sim.games.arrakis.battle.kernels.rows import (
    ROW_CARDS,
    ROW_DECISIONS,
    ROW_ELITE,
    ROW_GENERIC,
    ROW_NAMED,
    ROW_REASON,
    ROW_ROUNDS,
    ROW_SPECIAL,
    ROW_STANDARD,
    ROW_STRIDE,
    ROW_WIDTH,
    ROW_WINNER,
)
from dune_sim.games.arrakis.kernels.battle import (
    ATTACKER,
    DEFENDER,
    WINNER_NOBODY,
    WINNER_NONE,
)
from dune_sim.games.arrakis.kernels.battle_layout import Side
from dune_sim.kernel.driver import uniform
from dune_sim.kernel.rng import seed_stream
from dune_sim.kernel.stack import pop, push
from dune_sim.lang.intrinsics import clear, u64

POLICY_RANDOM = 0
POLICY_PLAN = 1


def setup(t: Tables, g: State, seed: u64, number: int) -> None:
    """The battle of the tables, before its first round."""
    copy_side(t.start.sides[ATTACKER], g.battle.sides[ATTACKER])
    copy_side(t.start.sides[DEFENDER], g.battle.sides[DEFENDER])
    g.battle.round = 1
    g.battle.rank = t.start.rank
    g.battle.surprise = t.start.surprise
    g.battle.can_retreat = t.start.can_retreat
    g.battle.free_continue = t.start.free_continue
    g.battle.cap = t.start.cap
    g.battle.winner = WINNER_NONE
    g.battle.reason = 0
    while g.stack.depth > 0:
        pop(g.stack)
    clear(g.stack.frames[0])
    seed_stream(g.rng, seed, number)
    push(g.stack, 0, ATTACKER)


def copy_side(source: Side, target: Side) -> None:
    target.named = source.named
    target.lost_named = 0
    target.standard = source.standard
    target.elite = source.elite
    target.special = source.special
    target.generic = source.generic
    target.faction = source.faction
    target.cards = source.cards
    target.spent = 0
    target.bonus = source.bonus
    target.pool = source.pool
    target.hits = 0
    target.shields = 0
    target.specials = 0
    target.used = 0
    target.used_generic = 0
    target.suffer = 0


def side_decides(t: Tables, g: State, side: int) -> bool:
    """The question of a side is open; always False, so that an instruction can return it."""
    return False


def bury_fallen(t: Tables, g: State, side: Side) -> None:
    """Leaders lost stay in the record of their side."""
    return


def to_move(t: Tables, g: State) -> int:
    """The side that decides, -1 once the battle is over; every instruction that asks names it first."""
    return t.code[g.stack.frames[0].pc].a if g.stack.depth > 0 else -1


def plain(t: Tables, g: State, pilot: Pilot, n: int) -> int:
    """Let the policy of the deciding side choose."""
    op = t.code[g.stack.frames[0].pc]
    if pilot.policy[op.a] == POLICY_RANDOM:
        return uniform(pilot, n)
    return planned(t, g.battle, op, op.a)


def hide(t: Tables, g: State, seat: int) -> None:
    """Nothing in a battle is hidden but the chance to come."""
    for k in range(4):
        g.rng.s[k] = 0


def redeal(t: Tables, g: State, seat: int) -> None:
    """Nothing is dealt; the driver has renewed the chance to come."""
    return


def side_fault(start: Side, side: Side) -> bool:
    """Whether figures appeared from nowhere."""
    figures = side.standard + side.elite + side.special
    before = start.standard + start.elite + start.special
    named = side.named | side.lost_named
    too_many = figures > before or side.elite > start.elite or side.special > start.special
    from_pool = side.standard + side.pool > before + start.pool
    return too_many or from_pool or side.generic > start.generic or named != start.named


def fault(t: Tables, g: State) -> int:
    """Number of a broken invariant, 0 if all is well."""
    if side_fault(t.start.sides[ATTACKER], g.battle.sides[ATTACKER]):
        return 1
    if side_fault(t.start.sides[DEFENDER], g.battle.sides[DEFENDER]):
        return 2
    if (g.battle.winner == WINNER_NONE) != (g.stack.depth > 0):
        return 3
    return 0


def write_row(t: Tables, g: State, pilot: Pilot, out: "i64[:]", at: int) -> int:
    """One row per battle; see rows.py."""
    out[at + ROW_WINNER] = g.battle.winner - 1 if g.battle.winner != WINNER_NOBODY else -1
    out[at + ROW_REASON] = g.battle.reason
    out[at + ROW_ROUNDS] = g.battle.round
    out[at + ROW_DECISIONS] = pilot.decisions
    for who in range(2):
        side = g.battle.sides[who]
        to = at + ROW_STRIDE * who
        out[to + ROW_STANDARD] = side.standard
        out[to + ROW_ELITE] = side.elite
        out[to + ROW_SPECIAL] = side.special
        out[to + ROW_GENERIC] = side.generic
        out[to + ROW_NAMED] = side.named
        out[to + ROW_CARDS] = side.cards
    return at + ROW_WIDTH
