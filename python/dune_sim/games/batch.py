"""Many games in chunks over threads, the GIL released; memory stays flat because chunks are handed on at once."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dune_sim.engines import Engine
from dune_sim.engines.memory import Records, zeros
from dune_sim.games.checks import check_count
from dune_sim.games.hosted import BATCH, play_hosted
from dune_sim.games.seating import Seating
from dune_sim.games.thinking import Desk
from dune_sim.kernel import driver
from dune_sim.kernel.players.recorded import CALL_PLAY_RECORDED

Rows = NDArray[np.int64]


@dataclass(frozen=True)
class Chunk:
    """Games ``first`` to ``first + len(rows) - 1``, one row each."""

    first: int
    rows: Rows


@dataclass(frozen=True)
class Job:
    """What to play: the same numbers give the same games on every engine, thread count and machine."""

    engine: Engine
    tables: Records
    width: int
    moves: int
    seating: Seating
    seed: int
    #: the position to play on from, as bytes; whole games without it
    source: bytes | None = None
    #: whether what happens is counted: the numbers stand behind the row of each game
    recorded: bool = False

    @property
    def op(self) -> int:
        return CALL_PLAY_RECORDED if self.recorded else driver.CALL_PLAY


def play_chunk(job: Job, first: int, count: int, op: int | None = None) -> Chunk:
    """Play ``count`` games in one crossing into the kernels; in many where a clock decides how long seats think.

    ``op`` plays them in another way than the job says: checked play asks for broken invariants after every decision.
    """
    if job.seating.hosts:
        return Chunk(first, play_hosted(job, range(first, first + count)))
    if job.seating.seconds:
        return Chunk(first, _timed(job, range(first, first + count)))
    op = job.op if op is None else op
    records = job.engine.program.records
    calls, states, pilots = zeros(records["Call"]), zeros(records["State"], 2), job.seating.pilots(2)
    if job.source is not None:
        states[0] = np.frombuffer(job.source, states.dtype)[0]
        op = driver.CALL_ROLL_OUT
    calls[0] = (job.seed, first, op, 0, 2, count, 0)
    out = np.zeros(max(3, count * job.width), np.int64)
    played = job.engine.enter(calls, job.tables, states, pilots, np.zeros(job.moves, np.int64), out)
    if played != count:
        raise AssertionError(f"invariant {out[0]} broken in game {out[1]} (seed {job.seed}) after {out[2]} decisions")
    return Chunk(first, out[: count * job.width].reshape(count, job.width))


def play_numbers(job: Job, numbers: Sequence[int]) -> Rows:
    """Games by their numbers, one row each, in this order."""
    if job.seating.hosts:
        return play_hosted(job, numbers)
    if job.seating.seconds:
        return _timed(job, numbers)
    records = job.engine.program.records
    calls, states, pilots = zeros(records["Call"]), zeros(records["State"], 2), job.seating.pilots(2)
    moves, out = np.zeros(job.moves, np.int64), np.zeros(max(3, job.width), np.int64)
    rows: Rows = np.zeros((len(numbers), job.width), np.int64)
    for k, number in enumerate(numbers):
        calls[0] = (job.seed, number, job.op, 0, 2, 1, 0)
        job.engine.enter(calls, job.tables, states, pilots, moves, out)
        rows[k] = out[: job.width]
    return rows


def _timed(job: Job, numbers: Sequence[int]) -> Rows:
    """Games in which some seats think for a time, one row each."""
    desk = Desk(job.engine, job.tables, job.moves, job.width, job.recorded)
    records = job.engine.program.records
    states, pilots = zeros(records["State"], 2), job.seating.pilots(1)
    rows: Rows = np.zeros((len(numbers), job.width), np.int64)
    goes_on = job.source is not None
    for k, number in enumerate(numbers):
        if job.source is not None:
            states[1] = np.frombuffer(job.source, states.dtype)[0]
        desk.play(states, pilots, job.seating.seconds, goes_on, seed=job.seed, first=number)
        rows[k] = desk.out[: job.width]
    return rows


#: more threads than these do not help and may not start
MOST_WORKERS = 1024


def worker_count(workers: int | None) -> int:
    """Threads to use: all cores this process may run on, unless told otherwise."""
    if workers is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return check_count(workers, "workers", 1, MOST_WORKERS)


class _Interrupt:
    """Turns Ctrl-C into a wish to stop, so that no chunk is lost or handed on twice; a second Ctrl-C stops at once.

    SIGTERM is taken like Ctrl-C where the process does nothing of its own with it; it then ends the process once the
    games are handed on, unless Ctrl-C and SIGTERM are the same to the process, as they are to the commands.
    """

    def __init__(self) -> None:
        self.asked = self.ends = False
        self.before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> _Interrupt:
        if threading.current_thread() is threading.main_thread():
            self.before[signal.SIGINT] = signal.signal(signal.SIGINT, self._ask)
            if signal.getsignal(signal.SIGTERM) in (signal.SIG_DFL, signal.default_int_handler):
                self.before[signal.SIGTERM] = signal.signal(signal.SIGTERM, self._ask)
        return self

    def _ask(self, number: int, *_: object) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        self.ends = number == signal.SIGTERM and self.before.get(signal.SIGTERM) is signal.SIG_DFL

    def __exit__(self, *_: object) -> None:
        for number, handler in self.before.items():
            signal.signal(number, handler)


def play(
    job: Job,
    ranges: Iterable[tuple[int, int]],
    take: Callable[[Chunk], None],
    workers: int | None = None,
) -> bool:
    """Play every ``(first, count)`` and hand the chunks to ``take`` in their order; see ``in_order``."""
    return in_order((partial(play_chunk, job, first, count) for first, count in ranges), take, workers)


def in_order(
    tasks: Iterable[Callable[[], Chunk]], take: Callable[[Chunk], None], workers: int | None = None
) -> bool:
    """Do tasks on threads and hand what they give to ``take`` in the order of the tasks.

    Ctrl-C lets the chunks under way finish, hands them on without a gap and returns False. SIGTERM does the same.
    """
    threads = worker_count(workers)
    pending: deque[Future[Chunk]] = deque()
    with _Interrupt() as stop, ThreadPoolExecutor(threads) as pool:
        for task in tasks:
            pending.append(pool.submit(task))
            while len(pending) > 2 * threads and not stop.asked:
                take(pending.popleft().result())
            if stop.asked:
                break
        while pending and not (stop.asked and pending[0].cancel()):
            take(pending.popleft().result())
        for rest in pending:
            rest.cancel()
    if stop.ends:
        raise SystemExit(128 + signal.SIGTERM)
    return not stop.asked


#: how long one crossing into the kernels should take: long enough to hide its cost, short enough for a live bar
CHUNK_SECONDS = 0.05
CHUNK_MOST = 20_000
#: numbers of all its games together: a crossing holds 4 MB at most
CHUNK_NUMBERS = 1 << 19


def chunk_size(job: Job) -> int:
    """Games per crossing, found by playing a few. It changes no result: a game depends on its number alone."""
    if job.seating.hosts:
        return BATCH
    count, most = 1, max(1, min(CHUNK_MOST, CHUNK_NUMBERS // max(1, job.width)))
    while True:
        started = time.perf_counter()
        play_chunk(job, 0, count)
        seconds = time.perf_counter() - started
        if seconds > CHUNK_SECONDS / 10 or count >= most:
            return max(1, min(most, int(count * CHUNK_SECONDS / max(seconds, 1e-9))))
        count = min(4 * count, most)


def split(first: int, games: int, size: int) -> Iterable[tuple[int, int]]:
    """Ranges of at most ``size`` games."""
    for start in range(first, first + games, size):
        yield start, min(size, first + games - start)
