"""Whole random games of Dune: Imperium: invariants, the same results on every engine, hidden information."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from dune_sim.content import load_content
from dune_sim.engines import cpp, load
from dune_sim.engines.memory import zeros
from dune_sim.errors import UsageError
from dune_sim.games.imperium.kernels import layout
from dune_sim.games.imperium.kernels.rows import ROW, ROW_WIDTH
from dune_sim.games.imperium.tables.build import compile_game
from dune_sim.kernel import driver
from dune_sim.programs import program

CONTENT = load_content("imperium")
FAST = "cpp" if cpp.problem(program("imperium")) is None else "python"
COUNT = 400 if FAST == "cpp" else 4


class Table:
    """One game slot with everything a call needs."""

    def __init__(self, engine: str, players: int = 4, leaders: Any = None, rows: int = 1) -> None:
        self.engine = load("imperium", engine)
        self.tables = compile_game(CONTENT, players, leaders).tables
        self.state = zeros(layout.State)
        self.pilot = zeros(layout.Pilot)
        self.call = zeros(layout.Call)
        self.moves = np.zeros(1024, np.int64)
        self.out = np.zeros(max(16, rows * ROW_WIDTH), np.int64)

    def do(self, op: int, **fields: int) -> int:
        self.call["op"], self.call["low"], self.call["high"] = op, 0, 1
        for name, value in fields.items():
            self.call[name] = value
        return self.engine.enter(self.call, self.tables, self.state, self.pilot, self.moves, self.out)


def rows(engine: str, count: int, players: int = 4, leaders: Any = None) -> NDArray[np.int64]:
    table = Table(engine, players, leaders, count)
    assert table.do(driver.CALL_PLAY, seed=11, count=count) == count
    return table.out[: count * ROW_WIDTH].reshape(count, ROW_WIDTH)


def test_state_is_small() -> None:
    assert layout.State.size <= 512


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("leaders", [None, "draft"])
def test_invariants_hold_after_every_decision(players: int, leaders: str | None) -> None:
    table = Table(FAST, players, leaders)
    played = table.do(driver.CALL_PLAY_CHECKED, seed=3, count=COUNT)
    assert played == COUNT, f"fault {table.out[0]} in game {table.out[1]} at decision {table.out[2]}"


@pytest.mark.skipif(FAST != "cpp", reason="the C++ engine is not built from these kernels")
@pytest.mark.parametrize("players", [3, 4])
def test_python_and_cpp_play_the_same_games(players: int) -> None:
    assert np.array_equal(rows("python", 6, players), rows("cpp", 6, players))


@pytest.mark.parametrize("players", [3, 4])
def test_results_are_sensible(players: int) -> None:
    table = rows(FAST, COUNT, players)
    column = {name: table[:, k] for k, name in enumerate(ROW.names)}
    assert ((column["rounds"] >= 3) & (column["rounds"] <= 10)).all()
    assert set(column["end_reason"]) <= {1, 2}
    for seat in range(4):
        absent = seat >= players
        assert ((column[f"rank_{seat}"] == -1) == absent).all()
    winner_rank = [column[f"rank_{winner}"][k] for k, winner in enumerate(column["winner"])]
    assert set(winner_rank) == {1}


def test_leaders_can_be_given_and_mistakes_are_told() -> None:
    ids = ["helena_richese", "paul_atreides", "baron_vladimir_harkonnen", "glossu_rabban"]
    table = rows(FAST, 4, 4, ids)
    for seat, name in enumerate(ids):
        assert (table[:, ROW.names.index(f"leader_{seat}")] == CONTENT.leaders.get(name).number).all()
    for players, leaders in ((5, None), (4, ["nobody"] * 4), (4, [ids[0]] * 4), (4, ids[:3]), (4, "best")):
        with pytest.raises(UsageError):
            compile_game(CONTENT, players, leaders)


def test_hiding_leaks_nothing_and_dealing_anew_keeps_what_is_seen() -> None:
    """Two deals of what a player cannot see look the same to that player."""
    table = Table(FAST)
    rng = np.random.default_rng(5)
    n = table.do(driver.CALL_NEW, seed=2, first=1)
    step = 0
    while n > 0:
        if step % 7 == 0:
            before = table.state.copy()
            for seat in range(4):
                check_views(table, before, seat)
            table.state[:] = before
            n = table.do(driver.CALL_LEGAL)
        n = table.do(driver.CALL_APPLY, action=int(table.moves[rng.integers(n)]))
        step += 1


def check_views(table: Table, before: Any, seat: int) -> None:
    views = []
    for seed in (None, 1, 2):
        table.state[:] = before
        if seed is not None:
            table.do(driver.CALL_REDEAL, action=seat, seed=seed)
            assert table.do(driver.CALL_FAULT) == 0
        table.do(driver.CALL_HIDE, action=seat)
        views.append(table.state.tobytes())
    assert views[0] == views[1] == views[2]
