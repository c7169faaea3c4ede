"""Comparing engines must find a difference when there is one."""

from __future__ import annotations

import dune_sim
from dune_sim import engines
from dune_sim.engines.memory import Records
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
    monkeypatch.setattr(engines, "load", lambda g, e="auto": crooked if e == "crooked" else real(g, e))
    found = verify(game, games=5, seed=3, names=["python", "crooked"])
    assert not found.passed
    (one,) = found.differences
    assert (one.engine, one.against, one.game, one.step) == ("crooked", "python", 2, 3)
    assert "battle.sides[1].pool" in one.fields[0]


def test_the_same_engine_agrees_with_itself() -> None:
    found = verify(dune_sim.make("battle"), games=5, names=["python", "python"])
    assert found.passed and found.steps > 20
