"""Games whose course is counted: every instruction of the real game is compared with the position before it.

Nothing of this lies in the rules, and nothing is counted while somebody looks ahead. Hooks of the game:

- ``quiet(code) -> bool``: an instruction that never changes anything that is counted, by itself or by an answer;
- ``note_start(t, g, y)``: what is there before the first instruction;
- ``note_change(t, g, b, y, at, who, action)``: what came of the instruction at ``at`` of the program of ``who``, or
  of an answer to it; ``b`` is the position before;
- ``note_end(t, g, y)``: what the position at the end tells.
"""

# ruff: noqa: F821  (hooks and records belong to the game)
from __future__ import annotations

from dune_sim.kernel.driver import PILOT_SALT
from dune_sim.kernel.layout import Call
from dune_sim.kernel.rng import seed_stream
from dune_sim.kernel.stack import NO_ACTION, UNASKED, ask
from dune_sim.lang.intrinsics import clear, copy, i64, u64

CALL_PLAY_RECORDED = 64
#: the same in parts: a game begun, a decision of a policy, one of the host, the row of the game
CALL_BEGIN_RECORDED = 65
CALL_STEP_RECORDED = 66
CALL_APPLY_RECORDED = 67
CALL_ROW_RECORDED = 68


def record_calls(call: Call, t: Tables, states: State[:], pilot: Pilot, out: i64[:]) -> int:
    """Calls about recorded games."""
    g = states[call.low]
    if call.op == CALL_PLAY_RECORDED:
        return play_recorded(call, t, g, pilot, out)
    if call.op == CALL_BEGIN_RECORDED:
        return begin_recorded(t, g, pilot, call.seed, call.first)
    if call.op == CALL_STEP_RECORDED:
        n = ask(t, g, pilot.offer)
        return step_recorded(t, g, pilot, n)
    if call.op == CALL_APPLY_RECORDED:
        n = act_recorded(t, g, pilot, call.action)
        return settle_recorded(t, g, pilot, n)
    if call.op == CALL_ROW_RECORDED:
        return write_recorded(t, g, pilot, out, 0)
    return -1


def play_recorded(call: Call, t: Tables, g: State, pilot: Pilot, out: i64[:]) -> int:
    """Whole games, one row each, with what was counted behind it; how many were played."""
    at = 0
    for k in range(call.count):
        n = begin_recorded(t, g, pilot, call.seed, call.first + k)
        while n > 0:
            n = step_recorded(t, g, pilot, n)
        at = write_recorded(t, g, pilot, out, at)
    return call.count


def begin_recorded(t: Tables, g: State, pilot: Pilot, seed: u64, number: int) -> int:
    """A game up to its first question; how many answers that has."""
    setup(t, g, seed, number)
    endow(t, g)
    seed_stream(pilot.rng, u64(seed ^ PILOT_SALT), number)
    pilot.decisions = 0
    clear(pilot.tally)
    note_start(t, g, pilot.tally)
    n = act_recorded(t, g, pilot, NO_ACTION)
    return settle_recorded(t, g, pilot, n)


def step_recorded(t: Tables, g: State, pilot: Pilot, n: int) -> int:
    """Let the policy choose once; how many answers the next question has."""
    action = pick(t, g, pilot, n)
    pilot.decisions += 1
    many = act_recorded(t, g, pilot, action)
    return settle_recorded(t, g, pilot, many)


def settle_recorded(t: Tables, g: State, pilot: Pilot, n: int) -> int:
    """Answer every question that has one answer; how many the next real question has, 0 at the end."""
    many = n
    while many == 1:
        many = act_recorded(t, g, pilot, offer_at(pilot.offer, 0))
    return many


def act_recorded(t: Tables, g: State, pilot: Pilot, action: int) -> int:
    """``act`` of kernel/stack.py, with a look at what every instruction and every answer changed."""
    if action != NO_ACTION:
        asked = g.stack.frames[g.stack.depth - 1]
        at = asked.pc
        who = asked.who
        loud = not quiet(t.code[at].code)
        if loud:
            copy(pilot.before, g)
        answer(t, g, asked, t.code[at], action)
        if loud:
            note_change(t, g, pilot.before, pilot.tally, at, who, action)
    n = 0
    while n == 0 and g.stack.depth > 0:
        n = run_recorded(t, g, pilot)
    return n


def run_recorded(t: Tables, g: State, pilot: Pilot) -> int:
    """One instruction; how many answers its question has, 0 where it asks none."""
    f = g.stack.frames[g.stack.depth - 1]
    at = f.pc
    who = f.who
    loud = not quiet(t.code[at].code)
    if loud:
        copy(pilot.before, g)
    f.pc = at + 1
    done = execute(t, g, f, t.code[at])
    n = 0
    if done:
        f.stage = 0
    else:
        f.pc = at
        n = ask(t, g, pilot.offer)
        if n == 0:
            f.stage = f.stage | UNASKED
    if loud:
        note_change(t, g, pilot.before, pilot.tally, at, who, NO_ACTION)
    return n


def write_recorded(t: Tables, g: State, pilot: Pilot, out: i64[:], at: int) -> int:
    """The row of the game, the columns of every seat, the counts of every seat."""
    y = pilot.tally
    note_end(t, g, y)
    to = write_row(t, g, pilot, out, at)
    for k in range(len(y.seats)):
        out[to + k] = y.seats[k]
    to += len(y.seats)
    for k in range(len(y.counts)):
        out[to + k] = i64(y.counts[k])
    return to + len(y.counts)


def more(word: u64, shift: int, n: int) -> u64:
    """A word with one of its eight counts raised, to 255 at most."""
    came = min(255 - i64((word >> shift) & 255), n)
    return u64(word + u64(u64(came) << shift))


def with_count(word: u64, shift: int, n: int) -> u64:
    """A word with one of its eight counts set."""
    return (word & ~u64(u64(255) << shift)) | u64(u64(min(255, n)) << shift)


def count_in(word: u64, shift: int) -> int:
    """One of the eight counts of a word."""
    return i64((word >> shift) & 255)
