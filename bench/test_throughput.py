"""Throughput of every game on every compiled engine; each benchmark also checks what it played."""

from __future__ import annotations

from typing import Any

import pytest

from dune_sim import engines
from dune_sim.games.base import Game
from dune_sim.games.batch import play_chunk
from dune_sim.games.registry import GAMES, make
from dune_sim.games.result import job_for
from dune_sim.games.state import State
from dune_sim.runs.bench import signature

COUNTS = {"battle": 20_000, "arrakis": 200, "imperium": 500}
CASES = [(game, row.engine) for game in GAMES for row in engines.status(game) if row.ready and row.engine != "python"]


@pytest.mark.parametrize(("name", "engine"), CASES)
def test_whole_games(benchmark: Any, name: str, engine: str) -> None:
    game = make(name)
    job = job_for(game, "random", 1, engine)
    benchmark.extra_info["signature"] = signature(game, engine)
    chunk = benchmark(play_chunk, job, 0, COUNTS[name])
    assert len(chunk.rows) == COUNTS[name] and (chunk.rows[:, game.columns.index("decisions")] >= 0).all()


@pytest.mark.parametrize("name", GAMES)
def test_one_decision_through_the_python_door(benchmark: Any, name: str) -> None:
    start = make(name).new(seed=3)

    def step() -> State:
        state = start.copy()
        state.apply(state.legal_actions()[0])
        return state

    assert benchmark(step) != start


@pytest.mark.parametrize("name", GAMES)
def test_copy(benchmark: Any, name: str) -> None:
    state = make(name).new(seed=3)
    assert benchmark(state.copy) == state


@pytest.mark.parametrize("name", GAMES)
def test_hash(benchmark: Any, name: str) -> None:
    state = make(name).new(seed=3)
    assert benchmark(state.hash) == make(name).new(seed=3).hash()


@pytest.mark.parametrize("name", GAMES)
def test_tables(benchmark: Any, name: str) -> None:
    game: Game = make(name)
    assert benchmark(game.build_tables).tobytes() == game.tables.tobytes()
