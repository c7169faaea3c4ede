"""Many games in chunks over threads, the GIL released; memory stays flat because chunks are handed on at once."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dune_sim.engines import Engine
from dune_sim.engines.memory import Records, zeros
from dune_sim.errors import UsageError
from dune_sim.kernels.common import driver

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
    policies: Sequence[int]
    seed: int


def play_chunk(job: Job, first: int, count: int, op: int = driver.CALL_PLAY) -> Chunk:
    """Play ``count`` games in one crossing into the kernels."""
    records = job.engine.program.records
    calls, states, pilots = zeros(records["Call"]), zeros(records["State"]), zeros(records["Pilot"])
    calls[0] = (job.seed, first, op, 0, 1, count, 0)
    pilots["policy"][0][: len(job.policies)] = job.policies
    out = np.zeros(max(3, count * job.width), np.int64)
    played = job.engine.enter(calls, job.tables, states, pilots, np.zeros(job.moves, np.int64), out)
    if played != count:
        raise AssertionError(f"invariant {out[0]} broken in game {out[1]} (seed {job.seed}) after {out[2]} decisions")
    return Chunk(first, out[: count * job.width].reshape(count, job.width))


def worker_count(workers: int | None) -> int:
    """Threads to use: all cores unless told otherwise."""
    if workers is None:
        return os.cpu_count() or 1
    if workers < 1:
        raise UsageError(f"workers must be at least 1, not {workers}")
    return workers


def play(
    job: Job,
    ranges: Iterable[tuple[int, int]],
    take: Callable[[Chunk], None],
    workers: int | None = None,
) -> bool:
    """Play every ``(first, count)`` and hand the chunks to ``take`` in their order.

    Ctrl-C lets the chunks under way finish, hands them on and returns False.
    """
    threads = worker_count(workers)
    pending: deque[Future[Chunk]] = deque()
    todo = iter(ranges)
    with ThreadPoolExecutor(threads) as pool:
        try:
            for first, count in todo:
                pending.append(pool.submit(play_chunk, job, first, count))
                if len(pending) > 2 * threads:
                    take(pending[0].result())
                    pending.popleft()
            while pending:
                take(pending[0].result())
                pending.popleft()
        except KeyboardInterrupt:
            _drain(pending, take)
            return False
    return True


def _drain(pending: deque[Future[Chunk]], take: Callable[[Chunk], None]) -> None:
    # a chunk that never started is dropped, and so are those behind it: what is kept has no gap
    while pending and not pending[0].cancel():
        take(pending.popleft().result())
    for rest in pending:
        rest.cancel()


def split(first: int, games: int, size: int) -> Iterable[tuple[int, int]]:
    """Ranges of at most ``size`` games."""
    for start in range(first, first + games, size):
        yield start, min(size, first + games - start)
