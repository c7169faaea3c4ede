"""The door between host and kernels: one entry for every game, many games for one crossing.

Hooks of the game, bound when a program is linked: ``setup(t, g, seed, number)``, ``legal(t, g, moves) -> n``,
``act(t, g, action)``, ``to_move(t, g) -> player``, ``pick(t, g, pilot, moves, n) -> action``,
``write_row(t, g, pilot, out, at) -> at``, ``hide(t, g, player)``, ``redeal(t, g, player)``, ``fault(t, g) -> number``.
Whole games need no list of the legal actions: ``count_legal(t, g, moves) -> n`` tells how many there are and
``legal_at(t, g, moves, k) -> action`` the k-th of them; they use ``moves`` only where listing is the way to count.
"""

# ruff: noqa: F821  (hooks and the records State and Tables belong to the game)
from __future__ import annotations

from dune_sim.kernel.layout import Call, Pilot
from dune_sim.kernel.rng import GOLDEN, below, seed_stream
from dune_sim.lang.intrinsics import u64

CALL_NEW = 0
CALL_LEGAL = 1
CALL_APPLY = 2
CALL_STEP = 3
CALL_PLAY = 4
CALL_TO_MOVE = 5
CALL_HIDE = 6
CALL_REDEAL = 7
CALL_FAULT = 8
CALL_PLAY_CHECKED = 9

#: numbers of play_checked besides those of the game's ``fault``
FAULT_ORDER = 1000
FAULT_NO_MOVER = 1001
FAULT_COUNT = 1002

#: keeps the random numbers of policies apart from the chance of the game
PILOT_SALT = 0x50494C4F54


def settle(t: Tables, g: State, moves: i64[:]) -> int:
    """Answer every question that has one answer; how many answers the next real question has, 0 at the end."""
    n = count_legal(t, g, moves)
    while n == 1:
        act(t, g, legal_at(t, g, moves, 0))
        n = count_legal(t, g, moves)
    return n


def begin(t: Tables, g: State, pilot: Pilot, seed: u64, number: int, moves: i64[:]) -> int:
    setup(t, g, seed, number)
    seed_stream(pilot.rng, u64(seed ^ PILOT_SALT), number)
    pilot.decisions = 0
    return settle(t, g, moves)


def uniform(t: Tables, g: State, pilot: Pilot, moves: i64[:], n: int) -> int:
    """The random policy: every legal action is equally likely."""
    k = below(pilot.rng, n)
    return legal_at(t, g, moves, k)


def step(t: Tables, g: State, pilot: Pilot, moves: i64[:], n: int) -> int:
    """Let the policy choose once; how many answers the next question has."""
    action = pick(t, g, pilot, moves, n)
    act(t, g, action)
    pilot.decisions += 1
    return settle(t, g, moves)


def step_many(call: Call, t: Tables, states: State[:], pilots: Pilot[:], moves: i64[:]) -> int:
    """One decision in each unfinished game; how many games go on."""
    going = 0
    for k in range(call.low, call.high):
        n = count_legal(t, states[k], moves)
        if n > 0:
            n = step(t, states[k], pilots[k], moves, n)
            if n > 0:
                going += 1
    return going


def play_many(call: Call, t: Tables, g: State, pilot: Pilot, moves: i64[:], out: i64[:]) -> int:
    """Whole games, one after another in one slot; one row each into ``out``; how many were played."""
    at = 0
    for k in range(call.count):
        n = begin(t, g, pilot, call.seed, call.first + k, moves)
        while n > 0:
            n = step(t, g, pilot, moves, n)
        at = write_row(t, g, pilot, out, at)
    return call.count


def any_fault(t: Tables, g: State, moves: i64[:], n: int) -> int:
    """Legal actions must be those counted and rise, somebody must own them, and the game be sound."""
    counted = u64(0)
    for k in range(n):
        counted = u64(counted * GOLDEN + u64(legal_at(t, g, moves, k)))
    many = legal(t, g, moves)
    listed = u64(0)
    for k in range(many):
        listed = u64(listed * GOLDEN + u64(moves[k]))
    if many != n or listed != counted:
        return FAULT_COUNT
    for k in range(1, n):
        if moves[k - 1] >= moves[k]:
            return FAULT_ORDER
    if n > 0 and to_move(t, g) < 0:
        return FAULT_NO_MOVER
    return fault(t, g)


def play_checked(call: Call, t: Tables, g: State, pilot: Pilot, moves: i64[:], out: i64[:]) -> int:
    """Like ``play_many``, with every invariant tested after every apply.

    Games played if all is well; otherwise -1 with the fault, the game and the decision in ``out``.
    """
    for k in range(call.count):
        n = begin(t, g, pilot, call.seed, call.first + k, moves)
        wrong = any_fault(t, g, moves, n)
        while n > 0 and wrong == 0:
            n = step(t, g, pilot, moves, n)
            wrong = any_fault(t, g, moves, n)
        if wrong != 0:
            out[0] = wrong
            out[1] = call.first + k
            out[2] = pilot.decisions
            return -1
    return call.count


def enter_one(call: Call, t: Tables, g: State, moves: i64[:]) -> int:
    """Calls that look at or change a single game."""
    op = call.op
    if op == CALL_LEGAL:
        return legal(t, g, moves)
    if op == CALL_APPLY:
        act(t, g, call.action)
        settle(t, g, moves)
        return legal(t, g, moves)
    if op == CALL_TO_MOVE:
        return to_move(t, g)
    if op == CALL_HIDE:
        hide(t, g, call.action)
        return 0
    if op == CALL_REDEAL:
        seed_stream(g.rng, call.seed, call.first)
        redeal(t, g, call.action)
        return 0
    if op == CALL_FAULT:
        return fault(t, g)
    return -1


def enter(
    calls: Call[:], tables: Tables[:], states: State[:], pilots: Pilot[:], moves: i64[:], out: i64[:]
) -> int:
    """Carry out ``calls[0]``."""
    call = calls[0]
    t = tables[0]
    op = call.op
    if op == CALL_NEW:
        n = 0
        for k in range(call.low, call.high):
            begin(t, states[k], pilots[k], call.seed, call.first + k - call.low, moves)
            n = legal(t, states[k], moves)
        return n
    if op == CALL_STEP:
        return step_many(call, t, states, pilots, moves)
    if op == CALL_PLAY:
        return play_many(call, t, states[call.low], pilots[call.low], moves, out)
    if op == CALL_PLAY_CHECKED:
        return play_checked(call, t, states[call.low], pilots[call.low], moves, out)
    return enter_one(call, t, states[call.low], moves)
