"""Throughput of every engine in one run, its start-up, and the signature of fixed-seed games."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from dune_sim import engines
from dune_sim.games.batch import Chunk, Job, play, play_chunk, split
from dune_sim.games.checks import check_count, check_seconds
from dune_sim.games.result import job_for
from dune_sim.games.seating import seating
from dune_sim.runs.bench_players import ENGINE as PLAYERS_ENGINE
from dune_sim.runs.bench_players import bench_players

if TYPE_CHECKING:
    from dune_sim.games.base import Game

#: games behind a signature: few enough for the python engine, many enough to meet most rules
SIGNATURE_GAMES = {"battle": 400, "arrakis": 20, "imperium": 40}
SIGNATURE_SEED = 20211022


@dataclass(frozen=True)
class Measurement:
    """One engine's figures; times are the best of several repeats."""

    games_per_s: float
    decisions_per_s: float
    ns_per_decision: float
    load_s: float
    first_result_s: float | None
    two_threads: float | None
    signature: str
    extra: Mapping[str, float] = field(default_factory=dict)


def signature(game: Game, engine: str, policy: str | Sequence[str] = "random") -> str:
    """Hash of the rows of fixed games; it changes exactly when behaviour does."""
    job = job_for(game, policy, SIGNATURE_SEED, engine)
    rows = play_chunk(job, 0, SIGNATURE_GAMES.get(game.name, 20)).rows
    return hashlib.sha256(rows.astype("<i8").tobytes()).hexdigest()[:12]


def measure(
    game: Game,
    engine: str,
    seconds: float,
    policy: str | Sequence[str],
    repeats: int,
    fresh: bool,
    progress: Callable[[int], None],
) -> Measurement:
    """Time one engine on one game."""
    started = time.perf_counter()
    loaded = seating(game, policy).engine(engine)
    load_s = time.perf_counter() - started
    job = job_for(game, policy, 1, engine)
    count = _games_for(job, seconds)
    best, rows = _best(job, count, repeats, progress)
    decisions = int(rows[:, game.columns.index("decisions")].sum())
    extra = {f"{name}_per_s": float(rows[:, game.columns.index(name)].sum() / best) for name in game.bench_columns}
    two = None if engine == "python" else _two_threads(job, count, best, repeats, progress)
    first = first_result(game, engine) if fresh else None
    progress(int(fresh))
    return Measurement(
        games_per_s=count / best,
        decisions_per_s=decisions / best,
        ns_per_decision=best / max(decisions, 1) * 1e9,
        load_s=getattr(loaded, "load_seconds", load_s),
        first_result_s=first,
        two_threads=two,
        signature=signature(game, engine, policy),
        extra=extra,
    )


def _games_for(job: Job, seconds: float) -> int:
    count, spent = 1, 0.0
    while spent < seconds / 8:
        count *= 2
        started = time.perf_counter()
        play_chunk(job, 0, count)
        spent = time.perf_counter() - started
    return max(1, int(count * seconds / spent))


def _nobody(_: int) -> None:
    return None


def _best(job: Job, count: int, repeats: int, progress: Callable[[int], None]) -> tuple[float, Any]:
    best, rows = float("inf"), np.zeros((0, job.width), np.int64)
    for _ in range(repeats):
        started = time.perf_counter()
        rows = play_chunk(job, 0, count).rows
        best = min(best, time.perf_counter() - started)
        progress(1)
    return best, rows


def _two_threads(job: Job, count: int, one: float, repeats: int, progress: Callable[[int], None]) -> float:
    best = float("inf")

    def forget(_: Chunk) -> None:
        return None

    size = max(1, count // 16)
    for _ in range(repeats):
        started = time.perf_counter()
        play(job, split(0, 2 * count, size), forget, 2)
        best = min(best, time.perf_counter() - started)
        progress(1)
    return 2 * one / best


def first_result(game: Game, engine: str) -> float:
    """Seconds from a fresh interpreter to the first finished game."""
    code = (
        "import json, sys, dune_sim\n"
        "spec = json.loads(sys.argv[1])\n"
        "game = dune_sim.make(spec['game'], engine=spec['engine'], **spec['options'])\n"
        "game.simulate(games=1, seed=1, workers=1)\n"
    )
    spec = json.dumps({"game": game.name, "engine": engine, "options": game.spec})
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", code, spec], check=True, capture_output=True)
    return time.perf_counter() - started


def chosen_engines(game: Game, names: Sequence[str] | None) -> tuple[str, ...]:
    """The engines to measure: all that are ready unless named."""
    return engines.check_names(names or [row.engine for row in engines.status(game.name) if row.ready])


def measurements(names: Sequence[str], repeats: int, fresh: bool) -> int:
    """How often ``bench`` reports progress."""
    return sum(repeats * (1 if one == "python" else 2) + fresh for one in names)


def bench(
    game: Game,
    names: tuple[str, ...] | None = None,
    seconds: float = 0.5,
    policy: str | Sequence[str] = "random",
    repeats: int = 3,
    fresh: bool = True,
    told: Callable[[str], None] | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Measure every ready engine: figures under the engine's name, what they are held against under ``compared``."""
    chosen = chosen_engines(game, names)
    seconds, repeats = check_seconds(seconds, "seconds"), check_count(repeats, "repeats", 1, 1000)
    found: dict[str, Any] = {}
    for one in chosen:
        if told is not None:
            told(f"measuring {game.name} on {one}")
        figures = asdict(measure(game, one, seconds, policy, repeats, fresh, progress or _nobody))
        found[one] = {**figures.pop("extra"), **figures}
    head = {"game": game.name, "policy": policy, "machine": machine(), "tables_hash": game.tables_hash}
    told_of = {"players": _players(game, chosen, seconds, min(repeats, 3), told)}
    return {**head, **found, "compared": compared(game, found), **{key: one for key, one in told_of.items() if one}}


def _players(
    game: Game, chosen: Sequence[str], seconds: float, repeats: int, told: Callable[[str], None] | None
) -> dict[str, Any] | None:
    """Figures of the players, if their engine is among those that are measured."""
    if PLAYERS_ENGINE not in chosen:
        return None
    if told is not None:
        told(f"measuring players of {game.name}")
    return bench_players(game, seconds, repeats)


def compared(game: Game, found: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The engines against each other, against the aims and against the best public engine."""
    best = max(found, key=lambda one: float(found[one]["games_per_s"]))
    told: dict[str, Any] = {"fastest": best, "aims": dict(game.aims)}
    told["slower_by"] = {
        one: float(found[best]["games_per_s"]) / float(row["games_per_s"]) for one, row in found.items() if one != best
    }
    if game.public_engine is not None:
        told["public_engine_games_per_s"] = game.public_engine
        told["times_public_engine"] = float(found[best]["games_per_s"]) / game.public_engine
    return told


def machine() -> dict[str, Any]:
    """Where the figures come from."""
    return {"cpu": _cpu(), "cores": os.cpu_count(), "python": platform.python_version(), "system": platform.system()}


def _cpu() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
