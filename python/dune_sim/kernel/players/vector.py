"""Many games side by side, one decision of the host in each for one crossing.

The host writes its actions into ``out`` and finds there what it has to know of every game; each has a block of
``call.count`` words: a head (V_*), one byte for each action id (1 where it is legal), the row of the game that ended
last and what was seen at its end. Features stay where they were written, in the sight of the pilot.

``call.action`` holds VECTOR_* switches, above them how many words the bytes of the actions take; ``call.first`` is how
many games lie side by side: slot k plays the games k, k + that many, and so on.
"""

# ruff: noqa: F821  (hooks and records belong to the game)
from __future__ import annotations

from dune_sim.kernel.driver import begin, settle, step
from dune_sim.kernel.layout import Call
from dune_sim.kernel.marks import marked
from dune_sim.kernel.players.judge import judge
from dune_sim.kernel.rng import GOLDEN, splitmix
from dune_sim.kernel.stack import act
from dune_sim.lang.intrinsics import clear, i64, u64

CALL_VECTOR_BEGIN = 48
CALL_VECTOR_CHECK = 49
CALL_VECTOR_STEP = 50
CALL_VECTOR_SAMPLE = 51

#: the policy of a seat whose decisions the host makes
POLICY_HOST = 255

#: see what the seat to move sees; judge it as well; begin the next game where one has ended
VECTOR_LOOK = 1
VECTOR_JUDGE = 2
VECTOR_AGAIN = 4
VECTOR_SWITCHES = 3

#: what the host does here, or whether it wants a new game
V_ACTION = 0
#: the seat to move, NOBODY once the game is over
V_SEAT = 1
#: how many answers it has
V_MANY = 2
#: 1 if this step ended a game
V_ENDED = 3
#: number of the game
V_NUMBER = 4
#: what the seat thinks its chance is, in 1/65536
V_VALUE = 5
#: the seat that decided before
V_BEFORE = 6
#: where the bytes of the actions begin
V_MASK = 8
NOBODY = -1
#: games in which the host has nothing to decide are passed over, so many at most
PASSED_OVER = 100


def vector(call: Call, t: Tables, states: State[:], pilots: Pilot[:], out: i64[:]) -> int:
    """The calls of this file."""
    if call.op == CALL_VECTOR_CHECK:
        return vector_check(call, out)
    if call.op == CALL_VECTOR_SAMPLE:
        return vector_sample(call, pilots, out)
    ended = 0
    for k in range(call.low, call.high):
        at = call.count * k
        if call.op == CALL_VECTOR_BEGIN:
            if out[at + V_ACTION] != 0:
                vector_begin(call, t, states[k], pilots[k], out, at)
        elif out[at + V_SEAT] == NOBODY:
            out[at + V_ENDED] = 0
        else:
            over = vector_step(call, t, states[k], pilots[k], out, at)
            ended += over
    return ended


def vector_check(call: Call, out: i64[:]) -> int:
    """The first slot whose action is not legal, -1 if there is none; a finished game takes only NOBODY."""
    for k in range(call.low, call.high):
        at = call.count * k
        action = out[at + V_ACTION]
        if out[at + V_SEAT] == NOBODY:
            if action != NOBODY:
                return k
        elif action < 0 or action >= 8 * (call.action >> VECTOR_SWITCHES) or not marked(out, at + V_MASK, action):
            return k
    return -1


def vector_sample(call: Call, pilots: Pilot[:], out: i64[:]) -> int:
    """A legal action for every game, all equally likely, from numbers that belong to no game."""
    for k in range(call.low, call.high):
        at = call.count * k
        many = out[at + V_MANY]
        if many > 0:
            word = splitmix(u64(call.seed + u64(u64(k + 1) * GOLDEN)))
            out[at + V_ACTION] = offer_at(pilots[k].offer, i64(u64((word >> 32) * u64(many)) >> 32))
        else:
            out[at + V_ACTION] = NOBODY
    return 0


def vector_step(call: Call, t: Tables, g: State, pilot: Pilot, out: i64[:], at: int) -> int:
    """What the host decided, and all others until it decides again; 1 if that ended the game."""
    n = act(t, g, pilot.offer, out[at + V_ACTION])
    n = settle(t, g, pilot.offer, n)
    pilot.decisions += 1
    n = others_decide(t, g, pilot, n)
    out[at + V_BEFORE] = out[at + V_SEAT]
    if n > 0:
        out[at + V_ENDED] = 0
        vector_show(call, t, g, pilot, out, at, n)
        return 0
    vector_end(call, t, g, pilot, out, at)
    if call.action & VECTOR_AGAIN != 0:
        out[at + V_NUMBER] += call.first
        vector_begin(call, t, g, pilot, out, at)
    else:
        vector_show(call, t, g, pilot, out, at, 0)
    out[at + V_ENDED] = 1
    return 1


def others_decide(t: Tables, g: State, pilot: Pilot, n: int) -> int:
    """Policies decide until the host is asked; how many answers it has, 0 once the game is over."""
    many = n
    while many > 0:
        seat = to_move(t, g)
        if pilot.policy[seat] == POLICY_HOST:
            return many
        many = step(t, g, pilot, many)
    return 0


def vector_begin(call: Call, t: Tables, g: State, pilot: Pilot, out: i64[:], at: int) -> None:
    """A new game up to the first decision of the host."""
    n = 0
    tries = 0
    while n == 0 and tries < PASSED_OVER:
        if tries > 0:
            out[at + V_NUMBER] += call.first
        tries += 1
        # nothing is remembered of the game before
        clear(pilot.sight)
        pilot.step = 0
        n = begin(t, g, pilot, call.seed, out[at + V_NUMBER])
        n = others_decide(t, g, pilot, n)
    out[at + V_ENDED] = 0
    vector_show(call, t, g, pilot, out, at, n)


def vector_show(call: Call, t: Tables, g: State, pilot: Pilot, out: i64[:], at: int, n: int) -> None:
    """Whose decision it is, what may be answered and what it sees."""
    out[at + V_MANY] = n
    for w in range(call.action >> VECTOR_SWITCHES):
        out[at + V_MASK + w] = 0
    if n == 0:
        out[at + V_SEAT] = NOBODY
        return
    seat = to_move(t, g)
    out[at + V_SEAT] = seat
    mark_offer(pilot.offer, out, at + V_MASK)
    if call.action & VECTOR_JUDGE != 0:
        thinker = pilot.thinker
        pilot.thinker = seat
        judge(t, g, pilot, seat)
        pilot.thinker = thinker
        out[at + V_VALUE] = pilot.estimate.share[seat]
    if call.action & VECTOR_LOOK != 0:
        features(t, g, seat, pilot.sight)


def vector_end(call: Call, t: Tables, g: State, pilot: Pilot, out: i64[:], at: int) -> None:
    """The row of the game, and what the seat that decided last sees at its end, four numbers to a word."""
    to = write_row(t, g, pilot, out, at + V_MASK + (call.action >> VECTOR_SWITCHES))
    if call.action & VECTOR_LOOK != 0:
        features(t, g, out[at + V_BEFORE], pilot.sight)
        word = u64(0)
        for k in range(len(pilot.sight.x)):
            word = word | u64(u64(pilot.sight.x[k] & 65535) << (16 * (k & 3)))
            out[to + (k >> 2)] = i64(word)
            if k & 3 == 3:
                word = u64(0)
