"""The door between host and kernels: one entry for every game, many games for one crossing.

Hooks of the game, bound when a program is linked: ``setup(t, g, seed, number)``, ``legal(t, g, moves) -> n``,
``act(t, g, action)``, ``pick(t, g, pilot, moves, n) -> action`` and ``write_row(t, g, pilot, out, at) -> at``.
"""

# ruff: noqa: F821  (hooks and the records State and Tables belong to the game)
from __future__ import annotations

from dune_sim.kernels.common.layout import Call, Pilot
from dune_sim.kernels.common.rng import below, seed_stream
from dune_sim.lang.intrinsics import u64

CALL_NEW = 0
CALL_LEGAL = 1
CALL_APPLY = 2
CALL_STEP = 3
CALL_PLAY = 4

#: keeps the random numbers of policies apart from the chance of the game
PILOT_SALT = 0x50494C4F54


def settle(t: Tables, g: State, moves: "i64[:]") -> int:
    """Answer every question that has one answer; how many answers the next real question has, 0 at the end."""
    n = legal(t, g, moves)
    while n == 1:
        act(t, g, moves[0])
        n = legal(t, g, moves)
    return n


def begin(t: Tables, g: State, pilot: Pilot, seed: u64, number: int, moves: "i64[:]") -> int:
    setup(t, g, seed, number)
    seed_stream(pilot.rng, u64(seed ^ PILOT_SALT), number)
    pilot.decisions = 0
    return settle(t, g, moves)


def uniform(pilot: Pilot, moves: "i64[:]", n: int) -> int:
    """The random policy: every legal action is equally likely."""
    k = below(pilot.rng, n)
    return moves[k]


def step(t: Tables, g: State, pilot: Pilot, moves: "i64[:]", n: int) -> int:
    """Let the policy choose once; how many answers the next question has."""
    action = pick(t, g, pilot, moves, n)
    act(t, g, action)
    pilot.decisions += 1
    return settle(t, g, moves)


def step_many(call: Call, t: Tables, states: "State[:]", pilots: "Pilot[:]", moves: "i64[:]") -> int:
    """One decision in each unfinished game; how many games go on."""
    going = 0
    for k in range(call.low, call.high):
        n = legal(t, states[k], moves)
        if n > 0:
            n = step(t, states[k], pilots[k], moves, n)
            if n > 0:
                going += 1
    return going


def play_many(call: Call, t: Tables, g: State, pilot: Pilot, moves: "i64[:]", out: "i64[:]") -> int:
    """Whole games, one after another in one slot; one row each into ``out``; how many were played."""
    at = 0
    for k in range(call.count):
        n = begin(t, g, pilot, call.seed, call.first + k, moves)
        while n > 0:
            n = step(t, g, pilot, moves, n)
        at = write_row(t, g, pilot, out, at)
    return call.count


def enter(
    calls: "Call[:]", tables: "Tables[:]", states: "State[:]", pilots: "Pilot[:]", moves: "i64[:]", out: "i64[:]"
) -> int:
    """Carry out ``calls[0]``."""
    call = calls[0]
    t = tables[0]
    op = call.op
    if op == CALL_NEW:
        n = 0
        for k in range(call.low, call.high):
            n = begin(t, states[k], pilots[k], call.seed, call.first + k - call.low, moves)
        return n
    if op == CALL_LEGAL:
        return legal(t, states[call.low], moves)
    if op == CALL_APPLY:
        act(t, states[call.low], call.action)
        return settle(t, states[call.low], moves)
    if op == CALL_STEP:
        return step_many(call, t, states, pilots, moves)
    if op == CALL_PLAY:
        return play_many(call, t, states[call.low], pilots[call.low], moves, out)
    return 0 - 1
