"""What hosts ask of players besides games: what a seat sees, what it makes of that, whole games watched."""

# ruff: noqa: F821  (hooks and records belong to the game)
from __future__ import annotations

from dune_sim.kernel.driver import begin, begin_from, step
from dune_sim.kernel.layout import Call
from dune_sim.kernel.players.greedy import planned_answer
from dune_sim.kernel.players.judge import judge
from dune_sim.kernel.players.recorded import record_calls
from dune_sim.kernel.players.search import begin_search, end_search, think
from dune_sim.kernel.players.vector import CALL_VECTOR_BEGIN, CALL_VECTOR_SAMPLE, vector
from dune_sim.kernel.stack import ask
from dune_sim.lang.intrinsics import clear

CALL_FEATURES = 32
CALL_JUDGE = 33
CALL_WATCH = 34
#: a search that the host goes on with as long as it likes, and a game whose decisions it waits for
CALL_SEARCH = 35
CALL_THINK = 36
CALL_DECIDE = 37
CALL_BEGIN = 38
CALL_ROW = 39

#: a search has begun: no plan says what to do
OPEN = -1

#: columns of a watched row before the features: game, clock, seat, what it is
WATCH_HEAD = 4
#: a round has begun; a seat has ended what it was in the middle of; the game is over
WATCH_BEGAN = 0
WATCH_CHAIN = 1
WATCH_END = 2
#: of the chains that end, one in so many is watched: a number that no count of turns has a part in
WATCH_EVERY = 7


def further(call: Call, t: Tables, states: State[:], pilots: Pilot[:], out: i64[:]) -> int:
    """Calls that only programs with players know."""
    pilot = pilots[call.low]
    if call.op == CALL_FEATURES:
        return look_many(call, t, states, pilot, out)
    if call.op == CALL_JUDGE:
        return judge_many(call, t, states, pilot, out)
    if call.op == CALL_WATCH:
        return watch_many(call, t, states[call.low], pilot, out)
    if call.op == CALL_SEARCH:
        return open_search(call, t, states[call.low], pilot)
    if call.op == CALL_THINK:
        return think(t, pilot, pilot.thinker, call.count)
    if call.op == CALL_DECIDE:
        return end_search(pilot)
    if call.op == CALL_BEGIN:
        return begin_one(call, t, states, pilot)
    if call.op == CALL_ROW:
        return write_row(t, states[call.low], pilot, out, 0)
    if call.op >= CALL_VECTOR_BEGIN and call.op <= CALL_VECTOR_SAMPLE:
        return vector(call, t, states, pilots, out)
    return record_calls(call, t, states, pilot, out)


def open_search(call: Call, t: Tables, g: State, pilot: Pilot) -> int:
    """Begin to think for whoever is to move: the answer if a plan has it, else OPEN. ``call.action``: plan anew."""
    seat = to_move(t, g)
    n = ask(t, g, pilot.offer)
    if call.action == 0:
        planned = planned_answer(g, pilot, seat, n)
        if planned >= 0:
            return planned
    begin_search(t, g, pilot, seat)
    return OPEN


def begin_one(call: Call, t: Tables, states: State[:], pilot: Pilot) -> int:
    """The game ``call.first`` up to its first decision; one that goes on from a position if ``call.action`` says so."""
    if call.action == 0:
        return begin(t, states[call.low], pilot, call.seed, call.first)
    return begin_from(call, t, states[call.low + 1], states[call.low], pilot, 0)


def look_many(call: Call, t: Tables, states: State[:], pilot: Pilot, out: i64[:]) -> int:
    """What the seat ``call.action``, below 0 the one to move, sees of many positions; how many numbers were written."""
    at = 0
    for k in range(call.low, call.high):
        seat = call.action if call.action >= 0 else max(to_move(t, states[k]), 0)
        features(t, states[k], seat, pilot.sight)
        at = write_sight(pilot.sight, out, at)
    return at


def judge_many(call: Call, t: Tables, states: State[:], pilot: Pilot, out: i64[:]) -> int:
    """The clock of many positions, whether the chain of the seat ``call.action`` goes on, and what it thinks."""
    at = 0
    clear(pilot.sight)
    pilot.thinker = call.action
    for k in range(call.low, call.high):
        out[at] = clock(t, states[k])
        out[at + 1] = int(chain_goes_on(t, states[k], call.action))
        judge(t, states[k], pilot, call.action)
        for p in range(players_of(t)):
            out[at + 2 + p] = pilot.estimate.share[p]
        at += 2 + players_of(t)
    return at


def watch_many(call: Call, t: Tables, g: State, pilot: Pilot, out: i64[:]) -> int:
    """Games with a row for every seat whenever the clock has risen, one for every few chains that end, and the ends.

    ``call.action`` is how many rows there is room for; how many were written.
    """
    rows = 0
    ended = 0
    for k in range(call.count):
        n = begin(t, g, pilot, call.seed, call.first + k)
        then = clock(t, g)
        while n > 0:
            mover = to_move(t, g)
            n = step(t, g, pilot, n)
            if n > 0 and rows + 2 * players_of(t) <= call.action:
                if clock(t, g) > then:
                    then = clock(t, g)
                    for p in range(players_of(t)):
                        rows = watch_row(t, g, pilot, out, rows, call.first + k, p, WATCH_BEGAN)
                elif not chain_goes_on(t, g, mover):
                    ended += 1
                    if ended % WATCH_EVERY == 0:
                        rows = watch_row(t, g, pilot, out, rows, call.first + k, mover, WATCH_CHAIN)
        rows = watch_end(call, t, g, pilot, out, rows, call.first + k)
    return rows


def watch_row(t: Tables, g: State, pilot: Pilot, out: i64[:], rows: int, number: int, p: int, kind: int) -> int:
    """What a seat sees now; how many rows there are then."""
    at = (WATCH_HEAD + len(pilot.sight.x)) * rows
    features(t, g, p, pilot.sight)
    watch_head(out, at, number, clock(t, g), p, kind)
    write_sight(pilot.sight, out, at + WATCH_HEAD)
    return rows + 1


def watch_end(call: Call, t: Tables, g: State, pilot: Pilot, out: i64[:], rows: int, number: int) -> int:
    """How a watched game ended; room for it was kept."""
    width = WATCH_HEAD + len(pilot.sight.x)
    if rows + players_of(t) > call.action:
        return rows
    final_shares(t, g, pilot.estimate)
    for p in range(players_of(t)):
        watch_head(out, width * (rows + p), number, clock(t, g), p, WATCH_END)
        out[width * (rows + p) + WATCH_HEAD] = pilot.estimate.share[p]
    return rows + players_of(t)


def watch_head(out: i64[:], at: int, number: int, then: int, p: int, kind: int) -> None:
    out[at] = number
    out[at + 1] = then
    out[at + 2] = p
    out[at + 3] = kind


def write_sight(s: Sight, out: i64[:], at: int) -> int:
    for k in range(len(s.x)):
        out[at + k] = s.x[k]
    return at + len(s.x)
