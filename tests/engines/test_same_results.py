"""One program, several engines: the same rows, the same bytes; the emitted C++ compiles without a warning."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dune_sim
from dune_sim import engines
from dune_sim.engines.memory import zeros
from dune_sim.engines.numba import NumbaEngine
from dune_sim.games.base import Game
from dune_sim.games.batch import Job, play_chunk
from dune_sim.games.seating import seating
from dune_sim.kernel import driver
from dune_sim.programs import PROGRAMS, program
from lang.lab import COMPILER, compile_cpp, emitter

READY = [row.engine for row in engines.status("battle") if row.ready]
WARNINGS = ("-Wall", "-Wextra", "-Wconversion", "-Werror")


@pytest.fixture(scope="module")
def game() -> Game:
    return dune_sim.make("battle")


def rows(game: Game, engine: Any, count: int = 20, op: int = driver.CALL_PLAY) -> Any:
    job = Job(engine, game.tables, len(game.columns), game.num_actions, seating(game, "random"), seed=11)
    return play_chunk(job, 3, count, op).rows


@pytest.mark.parametrize("engine", [one for one in READY if one != "python"])
def test_rows_are_those_of_python(game: Game, engine: str) -> None:
    expected = rows(game, engines.load("battle", "python"))
    assert np.array_equal(rows(game, engines.load("battle", engine)), expected)


def test_checked_numba_plays_the_same(game: Game) -> None:
    checked = NumbaEngine(program("battle"), checked=True)
    assert np.array_equal(rows(game, checked), rows(game, engines.load("battle", "python")))
    rows(game, checked, op=driver.CALL_PLAY_CHECKED)


@pytest.mark.parametrize("engine", READY)
def test_new_games_fill_the_slots_they_were_given(game: Game, engine: str) -> None:
    """Calls touch slots ``low`` to ``high`` only, and a used slot is as good as a fresh one."""
    records = program("battle").records
    calls, states, pilots = zeros(records["Call"]), zeros(records["State"], 6), zeros(records["Pilot"], 6)
    moves, out = np.zeros(game.num_actions, np.int64), np.zeros(3, np.int64)
    for first in (500, 7):
        calls[0] = (99, first, driver.CALL_NEW, 1, 4, 0, 0)
        engines.load("battle", engine).enter(calls, game.tables, states, pilots, moves, out)
    untouched = [k for k in range(6) if not np.any(states[k : k + 1].view(np.uint8))]
    assert untouched == [0, 4, 5]
    for k in range(3):
        assert states[1 + k : 2 + k].tobytes() == game.new(seed=99, index=7 + k).raw.tobytes()


if COMPILER:

    @pytest.mark.parametrize("name", PROGRAMS)
    def test_emitted_cpp_compiles_without_a_warning(name: str, tmp_path: Path) -> None:
        source = tmp_path / f"rules_{name}.cpp"
        source.write_text(emitter().emit(program(name)), encoding="utf-8")
        compile_cpp(source, *WARNINGS, "-fsyntax-only")

    def test_the_optimiser_has_no_warning_either(tmp_path: Path) -> None:
        source = tmp_path / "rules_battle.cpp"
        source.write_text(emitter().emit(program("battle")), encoding="utf-8")
        compile_cpp(source, *WARNINGS, "-O2", "-DDUNE_CHECKED")


def test_emitting_twice_leaves_the_files_alone(tmp_path: Path) -> None:
    emitter().main(str(tmp_path))
    made = {one.name: one.stat().st_mtime_ns for one in tmp_path.iterdir()}
    assert set(made) == {"games.h", *(f"rules_{name}.cpp" for name in PROGRAMS)}
    emitter().main(str(tmp_path))
    assert {one.name: one.stat().st_mtime_ns for one in tmp_path.iterdir()} == made
    header = (tmp_path / "games.h").read_text(encoding="utf-8")
    assert all(program(name).source_hash in header for name in PROGRAMS)
