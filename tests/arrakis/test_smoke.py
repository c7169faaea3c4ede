"""Whole random games of War for Arrakis: invariants, engines step by step, hidden information."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from dune_sim.content.loader import load_content
from dune_sim.engines import cpp, load
from dune_sim.engines.memory import zeros
from dune_sim.games.arrakis.kernels.rows import ROW_WIDTH
from dune_sim.games.arrakis.tables.build import compile_game
from dune_sim.kernel import driver
from dune_sim.programs import program

SEED = 2026


@cache
def tables():
    return compile_game(load_content("arrakis")).tables


class Table:
    """One game on one engine, driven call by call."""

    def __init__(self, name: str) -> None:
        records = program("arrakis").records
        self.engine = load("arrakis", name)
        self.call, self.states = zeros(records["Call"]), zeros(records["State"])
        self.pilots = zeros(records["Pilot"])
        self.moves, self.out = np.zeros(512, np.int64), np.zeros(64 * ROW_WIDTH, np.int64)
        self.bytes = self.states.view(np.uint8)  # padding included
        self.call["high"] = 1

    def run(self, op: int, **fields: int) -> int:
        self.call["op"] = op
        for name, value in fields.items():
            self.call[name] = value
        return self.engine.enter(self.call, tables(), self.states, self.pilots, self.moves, self.out)


def engine_names() -> list[str]:
    return ["python"] + (["cpp"] if cpp.problem(program("arrakis")) is None else [])


@pytest.mark.parametrize("name", engine_names())
def test_random_games_keep_every_invariant(name: str) -> None:
    many = 2 if name == "python" else 500
    table = Table(name)
    played = table.run(driver.CALL_PLAY_CHECKED, seed=SEED, first=0, count=many)
    assert played == many, f"fault, game, decision: {table.out[:3].tolist()}"


def test_state_fits_one_kibibyte() -> None:
    assert program("arrakis").records["State"].size <= 1024


@pytest.mark.skipif("cpp" not in engine_names(), reason="the C++ engine is not built from these sources")
def test_engines_agree_byte_for_byte() -> None:
    slow, fast = Table("python"), Table("cpp")
    for index in range(2):
        n = slow.run(driver.CALL_NEW, seed=SEED, first=index)
        assert n == fast.run(driver.CALL_NEW, seed=SEED, first=index)
        chance = np.random.default_rng(index)
        while n:
            assert slow.moves[:n].tolist() == fast.moves[:n].tolist()
            assert slow.states.tobytes() == fast.states.tobytes()
            action = int(chance.choice(slow.moves[:n]))
            n = slow.run(driver.CALL_APPLY, action=action)
            assert n == fast.run(driver.CALL_APPLY, action=action)


@pytest.mark.parametrize("player", [0, 1])
def test_redealing_changes_nothing_a_side_can_see(player: int) -> None:
    table = Table(engine_names()[-1])
    n = table.run(driver.CALL_NEW, seed=SEED, first=3)
    chance = np.random.default_rng(player)
    for step in range(400):
        if n == 0:
            break
        kept, legal = table.bytes.copy(), table.moves[:n].tolist()
        table.run(driver.CALL_HIDE, action=player)
        seen = table.bytes.copy()
        table.bytes[:] = kept
        table.run(driver.CALL_REDEAL, action=player, seed=step, first=step)
        assert table.run(driver.CALL_FAULT) == 0
        again = table.run(driver.CALL_LEGAL)
        mover = table.run(driver.CALL_TO_MOVE)
        if mover == player:
            assert table.moves[:again].tolist() == legal
        table.run(driver.CALL_HIDE, action=player)
        assert table.states.tobytes() == seen.tobytes(), step
        table.bytes[:] = kept
        n = table.run(driver.CALL_APPLY, action=int(chance.choice(legal)))
