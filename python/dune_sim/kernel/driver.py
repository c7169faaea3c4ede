"""The door between host and kernels: one entry for every game, many games for one crossing.

Hooks of the game, bound when a program is linked:

- ``setup(t, g, seed, number)``: a fresh game with its first program pushed; ``g`` may hold an old game;
- ``to_move(t, g) -> seat``: who decides, -1 once the game is over;
- ``plain(t, g, pilot, n) -> action``: the policies of the game itself; ``uniform`` is the random one;
- ``write_row(t, g, pilot, out, at) -> at``: one row of integers per finished game;
- ``hide(t, g, seat)``, ``redeal(t, g, seat)``: what a seat may not know, blanked and dealt anew;
- ``fault(t, g) -> number``: which invariant is broken, 0 if none.

``pick`` and ``further`` come from kernel/plain.py, in programs with players from kernel/players. So do ``endow``
and ``heed``: what an experiment gives a seat at the start, and which answers it keeps from one.

What the open question offers is in ``pilot.offer``: ``offer_at`` gives the k-th answer, ``list_offer`` lists all.
"""

# ruff: noqa: F821  (hooks and the records State, Tables, Pilot and Offer belong to the game)
from __future__ import annotations

from dune_sim.kernel.layout import Call
from dune_sim.kernel.rng import below, seed_stream
from dune_sim.kernel.stack import act, ask, resume
from dune_sim.lang.intrinsics import copy, u64

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
CALL_PICK = 10
CALL_ROLL_OUT = 11

#: numbers of play_checked besides those of the game's ``fault``
FAULT_NO_MOVER = 1001
FAULT_COUNT = 1002

#: keeps the random numbers of policies apart from the chance of the game
PILOT_SALT = 0x50494C4F54


def settle(t: Tables, g: State, q: Offer, n: int) -> int:
    """Answer every question that has one answer; how many answers the next real question has, 0 at the end."""
    many = n
    while many == 1:
        many = act(t, g, q, offer_at(q, 0))
    return many


def begin(t: Tables, g: State, pilot: Pilot, seed: u64, number: int) -> int:
    setup(t, g, seed, number)
    endow(t, g)
    seed_stream(pilot.rng, u64(seed ^ PILOT_SALT), number)
    pilot.decisions = 0
    n = resume(t, g, pilot.offer)
    return settle(t, g, pilot.offer, n)


def uniform(pilot: Pilot, n: int) -> int:
    """The random policy: every legal action is equally likely."""
    k = below(pilot.rng, n)
    return offer_at(pilot.offer, k)


def step(t: Tables, g: State, pilot: Pilot, n: int) -> int:
    """Let the policy choose once; how many answers the next question has."""
    action = pick(t, g, pilot, n)
    pilot.decisions += 1
    many = act(t, g, pilot.offer, action)
    return settle(t, g, pilot.offer, many)


def step_many(call: Call, t: Tables, states: State[:], pilots: Pilot[:]) -> int:
    """One decision in each unfinished game; how many games go on."""
    going = 0
    for k in range(call.low, call.high):
        n = ask(t, states[k], pilots[k].offer)
        if n > 0:
            n = step(t, states[k], pilots[k], n)
            if n > 0:
                going += 1
    return going


def play_many(call: Call, t: Tables, source: State, g: State, pilot: Pilot, out: i64[:]) -> int:
    """Whole games, one after another in one slot, or games from a position on; one row each; how many were played."""
    at = 0
    for k in range(call.count):
        if call.op == CALL_PLAY:
            n = begin(t, g, pilot, call.seed, call.first + k)
        else:
            n = begin_from(call, t, source, g, pilot, k)
        while n > 0:
            n = step(t, g, pilot, n)
        at = write_row(t, g, pilot, out, at)
    return call.count


def begin_from(call: Call, t: Tables, source: State, g: State, pilot: Pilot, k: int) -> int:
    """Play on from a position, with chance of its own."""
    copy(g, source)
    seed_stream(g.rng, call.seed, call.first + k)
    seed_stream(pilot.rng, u64(call.seed ^ PILOT_SALT), call.first + k)
    pilot.decisions = 0
    return ask(t, g, pilot.offer)


def any_fault(t: Tables, g: State, pilot: Pilot, n: int) -> int:
    """The position alone must offer as many answers as were found on the way, to somebody, and be sound."""
    many = ask(t, g, pilot.offer)
    if many != n:
        return FAULT_COUNT
    if n > 0 and to_move(t, g) < 0:
        return FAULT_NO_MOVER
    return fault(t, g)


def play_checked(call: Call, t: Tables, g: State, pilot: Pilot, out: i64[:]) -> int:
    """Like ``play_many``, with every invariant tested after every apply.

    Games played if all is well; otherwise -1 with the fault, the game and the decision in ``out``.
    """
    for k in range(call.count):
        n = begin(t, g, pilot, call.seed, call.first + k)
        wrong = any_fault(t, g, pilot, n)
        while n > 0 and wrong == 0:
            n = step(t, g, pilot, n)
            wrong = any_fault(t, g, pilot, n)
        if wrong != 0:
            out[0] = wrong
            out[1] = call.first + k
            out[2] = pilot.decisions
            return -1
    return call.count


def legal(t: Tables, g: State, q: Offer, moves: i64[:]) -> int:
    """The legal actions, in rising order; none once the game is over."""
    n = ask(t, g, q)
    if n > 0:
        list_offer(q, moves)
    return n


def enter_one(call: Call, t: Tables, states: State[:], pilots: Pilot[:], moves: i64[:], out: i64[:]) -> int:
    """Calls that look at or change a single game."""
    g = states[call.low]
    pilot = pilots[call.low]
    op = call.op
    if op == CALL_LEGAL:
        return legal(t, g, pilot.offer, moves)
    if op == CALL_APPLY:
        n = act(t, g, pilot.offer, call.action)
        settle(t, g, pilot.offer, n)
        return legal(t, g, pilot.offer, moves)
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
    if op == CALL_PICK:
        n = ask(t, g, pilot.offer)
        return pick(t, g, pilot, n)
    return further(call, t, states, pilots, out)


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
            begin(t, states[k], pilots[k], call.seed, call.first + k - call.low)
            n = legal(t, states[k], pilots[k].offer, moves)
        return n
    if op == CALL_STEP:
        return step_many(call, t, states, pilots)
    if op == CALL_PLAY:
        return play_many(call, t, states[call.low], states[call.low], pilots[call.low], out)
    if op == CALL_ROLL_OUT:
        return play_many(call, t, states[call.low], states[call.low + 1], pilots[call.low], out)
    if op == CALL_PLAY_CHECKED:
        return play_checked(call, t, states[call.low], pilots[call.low], out)
    return enter_one(call, t, states, pilots, moves, out)
