"""Runs on many machines: Ray tasks of about a second, each of which writes its own part of the run.

A game depends on the seed and its number alone, and the name of a part on the games in it. So a task that is done
twice, because its worker died or its machine was lost, writes the same bytes under the same name.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dune_sim.errors import UsageError
from dune_sim.files import cache_root
from dune_sim.games.batch import Job, chunk_size, play_chunk, split
from dune_sim.games.result import job_for
from dune_sim.runs.parts import PART_RECORDED, Parts
from dune_sim.runs.store import Run, claim, game_of, open_run

if TYPE_CHECKING:
    from dune_sim.games.base import Game

try:
    import fcntl
except ImportError:  # Windows, where every worker compiles for itself
    fcntl = None  # type: ignore[assignment]

#: how long a task should take, and how many wait for a free core for each that works
TASK_SECONDS, QUEUE = 1.0, 3
#: how often a task is begun again after its worker died
RETRIES = 20
#: games of one crossing into the kernels
CROSSING = 1_000


def fill_on_cluster(
    run: Run, game: Game, engine: str | None = None, progress: Callable[[int], None] | None = None, address: str = ""
) -> bool:
    """Play what is missing on a Ray cluster that shares the directory; False if Ctrl-C stopped it.

    Without an address a cluster of the cores of this machine is started, and ended at the end.
    """
    ray = _ray()
    job = job_for(game, run.manifest["policy"], int(run.manifest["seed"]), engine, run.recorded)
    if job.seating.seconds:
        raise UsageError("on a cluster nobody can play by the clock: name a number of playouts, such as mcts:500")
    with claim(run):
        run.check()
        missing = list(run.missing())
        if not missing:
            return True
        with _cluster(ray, address):
            size = task_games(job)
            ranges = (piece for first, games in missing for piece in split(first, games, size))
            return _spread(ray, run, engine, ranges, progress)


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise UsageError("a run on a cluster needs Ray: pip install 'dune-sim[cluster]'") from None
    return ray


@contextmanager
def _cluster(ray: Any, address: str) -> Iterator[None]:
    """Ray as it runs already, or for this run alone."""
    if ray.is_initialized():
        yield
        return
    try:
        ray.init(address=address or "local", log_to_driver=False, logging_level="error")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise UsageError(f"no Ray cluster answers at {address}: {str(error).splitlines()[0]}") from None
    try:
        yield
    finally:
        ray.shutdown()


def task_games(job: Job) -> int:
    """Games of a task."""
    size = chunk_size(job)
    started = time.perf_counter()
    play_chunk(job, 0, size)
    seconds = time.perf_counter() - started
    return max(1, min(PART_RECORDED, int(size * TASK_SECONDS / max(seconds, 1e-6))))


def _spread(
    ray: Any, run: Run, engine: str | None, ranges: Iterator[tuple[int, int]], progress: Callable[[int], None] | None
) -> bool:
    """Hand ranges to the cluster, a few more than it can play at once, until all are played."""
    task = ray.remote(num_cpus=1, max_retries=RETRIES)(play_part)
    at_once = QUEUE * max(1, int(ray.cluster_resources().get("CPU", 1)))
    folder = str(run.folder.resolve())
    pending: set[Any] = set()
    try:
        for first, count in ranges:
            pending.add(task.remote(folder, engine, first, count))
            while len(pending) >= at_once:
                pending = _collect(ray, pending, progress)
        while pending:
            pending = _collect(ray, pending, progress)
    except KeyboardInterrupt:
        # parts are whole or absent, whenever their tasks end
        for one in pending:
            ray.cancel(one, force=True)
        return False
    return True


def _collect(ray: Any, pending: set[Any], progress: Callable[[int], None] | None) -> set[Any]:
    done, rest = ray.wait(list(pending), num_returns=1)
    for games in ray.get(done):
        if progress is not None:
            progress(games)
    return set(rest)


def play_part(folder: str, engine: str | None, first: int, count: int) -> int:
    """One task: the games of one part. One that is there already, whole, was written by an earlier try."""
    run, game, job = _opened(folder, engine)
    if any(there[:2] == (first, count) for there in run.parts()):
        return count
    parts = Parts(run.folder, game.columns, game.recording if run.recorded else None, seconds=math.inf)
    for start, games in split(first, count, CROSSING):
        parts.add(play_chunk(job, start, games))
    parts.write()
    return count


@cache
def _opened(folder: str, engine: str | None) -> tuple[Run, Game, Job]:
    """A run with its game and engine, once for each worker; the first worker of a machine compiles for all."""
    with _alone(cache_root() / ".cluster.lock"):
        run = open_run(Path(folder))
        game = game_of(run, engine or "auto")
        job = job_for(game, run.manifest["policy"], int(run.manifest["seed"]), engine, run.recorded)
        play_chunk(job, 0, 1)
    return run, game, job


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """One process of a machine at a time; the others wait."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(file, os.O_CREAT | os.O_RDWR)
    try:
        if fcntl is not None:
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
