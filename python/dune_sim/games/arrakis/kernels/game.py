"""The hooks of War for Arrakis: legal actions, apply, policy, result."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_AREA, ACT_DONE, AREA_WORD
from dune_sim.games.arrakis.kernels.answers import answer
from dune_sim.games.arrakis.kernels.battle import battle_choices
from dune_sim.games.arrakis.kernels.boards import clear_offer, count, count_offer
from dune_sim.games.arrakis.kernels.flow import BATTLE_END
from dune_sim.games.arrakis.kernels.free import is_free_action, start_free
from dune_sim.games.arrakis.kernels.layout import OFFER_WORDS, SETTLEMENTS, SIETCHES, State, Tables
from dune_sim.games.arrakis.kernels.moves import MOVE_FIGURES, MOVE_TARGET, move_answer, op_move
from dune_sim.games.arrakis.kernels.opcodes import OP_MOVE, OP_ROW_VEHICLES, WINNER_UNFINISHED
from dune_sim.games.arrakis.kernels.rows import (
    ROW_BATTLES,
    ROW_DECISIONS,
    ROW_MARKERS,
    ROW_OBJECTIVE,
    ROW_REASON,
    ROW_ROUNDS,
    ROW_SETTLEMENTS,
    ROW_SIETCHES,
    ROW_SUPREMACY,
    ROW_UNFINISHED,
    ROW_WIDTH,
    ROW_WINNER,
)
from dune_sim.games.arrakis.kernels.vehicles import op_row_vehicles, row_vehicles_answer
from dune_sim.kernel.driver import uniform
from dune_sim.kernel.layout import Frame, Op, Pilot
from dune_sim.kernel.rng import below
from dune_sim.kernel.stack import resume, settled
from dune_sim.lang.intrinsics import lowest, nth, popcount, u64

POLICY_RANDOM = 0
POLICY_EAGER = 1

REFUSAL = 1 << ACT_DONE  # the refusal as a bit of the first word of the offer


def legal(t: Tables, g: State, moves: "i64[:]") -> int:
    """The legal actions, in rising order; none once the game is over."""
    if g.stack.depth == 0:
        return 0
    f = g.stack.frames[g.stack.depth - 1]
    op = t.code[f.pc]
    if op.code < BATTLE_END:
        return battle_choices(t, g.battle, f, op, moves)
    n = list_word(g.offer[0], 0, moves, 0)
    n = list_word(g.offer[1], 64, moves, n)
    if g.offer[2] | g.offer[3] != 0:
        n = list_word(g.offer[2], 128, moves, n)
        n = list_word(g.offer[3], 192, moves, n)
    n = list_word(g.offer[AREA_WORD], ACT_AREA, moves, n)
    return list_word(g.offer[AREA_WORD + 1], ACT_AREA + 64, moves, n)


def list_word(word: u64, base: int, moves: "i64[:]", n: int) -> int:
    """Append the actions of one word of the offer; how many there are now."""
    rest = word
    many = n
    while rest != 0:
        moves[many] = base + lowest(rest)
        many += 1
        rest = rest & u64(rest - 1)
    return many


def count_legal(t: Tables, g: State, moves: "i64[:]") -> int:
    """How many actions are legal; those of a battle are listed, because they are not offered."""
    many = count_offer(g)
    if many > 0:
        return many
    return legal(t, g, moves)


def legal_at(t: Tables, g: State, moves: "i64[:]", k: int) -> int:
    """The k-th legal action in rising order: the word that holds it is found without a branch nobody could guess."""
    word = 0
    before = 0
    many = 0
    for w in range(OFFER_WORDS - 1):
        many += popcount(g.offer[w])
        word += int(k >= many)
        before = many if k >= many else before
    if many == 0 and g.offer[OFFER_WORDS - 1] == 0:
        return moves[k]
    return 64 * word + nth(g.offer[word], k - before)


def act(t: Tables, g: State, action: int) -> None:
    """Apply a legal action and run on to the next choice."""
    f = g.stack.frames[g.stack.depth - 1]
    op = t.code[f.pc]
    clear_offer(g)
    if is_free_action(action):
        start_free(t, g, action)
    else:
        asked = ask_on(t, g, f, op, action)
        if asked:
            return
    resume(t, g)


def ask_on(t: Tables, g: State, f: Frame, op: Op, action: int) -> bool:
    """Hand an answer on; whether the instruction asked its next question at once.

    Vehicles and moves take several answers each and make up half of all: for them the way through ``resume`` is saved.
    """
    if op.code == OP_ROW_VEHICLES:
        row_vehicles_answer(t, g, f, op, action)
        done = op_row_vehicles(t, g, f, op)
        if done:
            settled(f)
        return not done
    if op.code == OP_MOVE:
        move_answer(t, g, f, op, action)
        if not MOVE_TARGET <= f.stage <= MOVE_FIGURES:
            return False
        op_move(t, g, f, op)
        return True
    answer(t, g, f, op, action)
    return False


def to_move(t: Tables, g: State) -> int:
    """The faction that decides; -1 once the game is over."""
    return g.decider if g.stack.depth > 0 else -1


def may_refuse(t: Tables, g: State) -> bool:
    """Whether the open question can be refused; figures picked for a move are complete, not refused, when done."""
    f = g.stack.frames[g.stack.depth - 1]
    return g.offer[0] & REFUSAL != 0 and not (t.code[f.pc].code == OP_MOVE and f.stage == MOVE_FIGURES)


def pick(t: Tables, g: State, pilot: Pilot, moves: "i64[:]", n: int) -> int:
    """Random play: every legal action is equally likely, but the eager policy never refuses what it could do."""
    if pilot.policy[g.decider] != POLICY_EAGER or not may_refuse(t, g):
        return uniform(t, g, pilot, moves, n)
    refusal = popcount(g.offer[0] & u64(REFUSAL - 1))
    k = below(pilot.rng, n - 1)
    return legal_at(t, g, moves, k if k < refusal else k + 1)


def write_row(t: Tables, g: State, pilot: Pilot, out: "i64[:]", at: int) -> int:
    """One row per game; see rows.py."""
    unfinished = g.winner == WINNER_UNFINISHED
    out[at + ROW_WINNER] = -1 if unfinished else g.winner - 1
    out[at + ROW_UNFINISHED] = int(unfinished)
    out[at + ROW_ROUNDS] = g.round
    out[at + ROW_REASON] = g.reason
    out[at + ROW_SUPREMACY] = g.supremacy
    for m in range(3):
        out[at + ROW_MARKERS + m] = g.marker[m]
    out[at + ROW_OBJECTIVE] = lowest(u64(g.objective))
    out[at + ROW_BATTLES] = g.battles
    out[at + ROW_SIETCHES] = SIETCHES - count(g.sietches)
    out[at + ROW_SETTLEMENTS] = SETTLEMENTS - count(g.settlements)
    out[at + ROW_DECISIONS] = pilot.decisions
    return at + ROW_WIDTH
