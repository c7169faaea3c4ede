"""Comparing engines must find a difference when there is one."""

from __future__ import annotations

import pytest

import dune_sim
from dune_sim import engines
from dune_sim.engines.memory import Records
from dune_sim.errors import DuneSimError
from dune_sim.runs.bench import bench, measurements
from dune_sim.runs.verify import verify


class Crooked:
    """An engine that spoils one byte of one game at its fourth call."""

    name = "crooked"

    def __init__(self, game: str) -> None:
        self.inner = engines.load(game, "python")
        self.program = self.inner.program
        self.calls = 0

    def enter(self, calls: Records, tables: Records, states: Records, *rest: object) -> int:
        result = self.inner.enter(calls, tables, states, *rest)  # type: ignore[arg-type]
        self.calls += 1
        if self.calls == 4:
            states["battle"]["sides"][2][1]["pool"] += 1
        return result


def test_a_planted_difference_is_found(monkeypatch) -> None:
    game = dune_sim.make("battle")
    crooked = Crooked("battle")
    real = engines.load
    monkeypatch.setattr(engines, "load", lambda g, e="auto": crooked if e == "numba" else real(g, e))
    found = verify(game, games=5, seed=3, names=["python", "numba"])
    assert not found.passed
    (one,) = found.differences
    assert (one.engine, one.against, one.game, one.step) == ("crooked", "python", 2, 3)
    assert "battle.sides[1].pool" in one.fields[0]


def test_progress_counts_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    steady = Crooked("battle")
    steady.calls = 1000
    real = engines.load
    monkeypatch.setattr(engines, "load", lambda g, e="auto": steady if e == "numba" else real(g, e))
    told: list[int] = []
    found = verify(dune_sim.make("battle"), games=300, names=["python", "numba"], progress=told.append)
    assert found.passed and found.steps > 20 and sum(told) == 300 and len(told) > 4


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["x"], "unknown engine 'x'; choose auto, cpp, numba, python"),
        (["python", "x"], "unknown engine 'x'"),
        (["python", "python"], "the engine python is named twice; name each once"),
        (["python"], "comparing takes two engines, and python is only one"),
    ],
)
def test_engines_are_checked_before_anything_is_played(names: list[str], said: str) -> None:
    with pytest.raises(DuneSimError, match=said):
        verify(dune_sim.make("battle"), games=5, names=names)
    if len(names) > 1 or names == ["x"]:
        with pytest.raises(DuneSimError, match=said):
            bench(dune_sim.make("battle"), tuple(names), seconds=0.01, repeats=1)


def test_auto_is_the_engine_that_it_stands_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUNE_SIM_ENGINE", "python")
    engines.load.cache_clear()
    with pytest.raises(DuneSimError, match="the engine python is named twice"):
        verify(dune_sim.make("battle"), games=5, names=["auto", "python"])
    engines.load.cache_clear()


@pytest.mark.parametrize("seconds", [float("inf"), float("nan"), -1, 0, 1e300, "1", True])
def test_a_measurement_takes_a_time_that_somebody_would_wait_for(seconds: float) -> None:
    with pytest.raises(DuneSimError, match=r"seconds must be from 0\.001 to 3600, not"):
        bench(dune_sim.make("battle"), ("python",), seconds=seconds)
    with pytest.raises(DuneSimError, match="repeats must be at least 1 and at most 1000, not 100000"):
        bench(dune_sim.make("battle"), ("python",), repeats=100_000)


def test_bench_tells_how_far_it_is() -> None:
    told: list[int] = []
    bench(dune_sim.make("battle"), ("python",), seconds=0.01, repeats=3, fresh=False, progress=told.append)
    assert sum(told) == measurements(["python"], 3, False) == 3
