"""Searches that the host goes on with: until a time is over, or in parts over threads."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dune_sim.engines import Engine
from dune_sim.engines.memory import Records, zeros
from dune_sim.kernel import driver
from dune_sim.kernel.players.door import CALL_BEGIN, CALL_DECIDE, CALL_ROW, CALL_SEARCH, CALL_THINK, OPEN
from dune_sim.kernel.players.recorded import (
    CALL_APPLY_RECORDED,
    CALL_BEGIN_RECORDED,
    CALL_ROW_RECORDED,
    CALL_STEP_RECORDED,
)

#: playouts of a search that only a clock ends
ENDLESS = 1 << 31
#: seconds of one crossing into the kernels: so late may a decision be
PATIENCE = 0.01

#: how a game is begun, a policy lets choose, an answer given and the row written
PLAIN = (CALL_BEGIN, driver.CALL_STEP, driver.CALL_APPLY, CALL_ROW)
RECORDED = (CALL_BEGIN_RECORDED, CALL_STEP_RECORDED, CALL_APPLY_RECORDED, CALL_ROW_RECORDED)


@dataclass
class Desk:
    """What a program is asked with: room for calls and answers."""

    engine: Engine
    tables: Records
    room: int
    width: int = 1
    recorded: bool = False
    calls: Records = field(init=False)
    moves: NDArray[np.int64] = field(init=False)
    out: NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        self.calls = zeros(self.engine.program.records["Call"])
        self.moves = np.zeros(self.room, np.int64)
        self.out = np.zeros(max(3, self.width), np.int64)

    @property
    def ops(self) -> tuple[int, int, int, int]:
        """The calls that begin a game, let a policy choose, take an answer and write the row."""
        return RECORDED if self.recorded else PLAIN

    def enter(self, op: int, states: Records, pilots: Records, **given: int) -> int:
        """One crossing about the first state."""
        seed, first, count, action = (given.get(key, 0) for key in ("seed", "first", "count", "action"))
        self.calls[0] = (seed, first, op, 0, 1, count, action)
        return self.engine.enter(self.calls, self.tables, states, pilots, self.moves, self.out)

    def think(self, states: Records, pilots: Records, seconds: float) -> int:
        """The answer found in that time; a plan that still holds needs none."""
        until = time.perf_counter() + seconds
        planned = self.enter(CALL_SEARCH, states, pilots)
        if planned != OPEN:
            return planned
        self.go_on(states, pilots, until)
        return self.enter(CALL_DECIDE, states, pilots)

    def go_on(self, states: Records, pilots: Records, until: float) -> None:
        """Think until that time, or until one line is left."""
        began = time.perf_counter()
        search: Any = pilots["search"]
        count = int(search["alive"][0])
        while self.enter(CALL_THINK, states, pilots, count=count) > 0:
            now, done = time.perf_counter(), int(search["done"][0])
            rate, left = done / (now - began), until - now
            if left <= 0:
                break
            # the halvings follow from how many playouts there will be
            search["total"] = min(ENDLESS, done + 1 + int(rate * left))
            count = max(1, int(rate * min(left, PATIENCE)))

    def play(self, states: Records, pilots: Records, seconds: tuple[float, ...], goes_on: bool, **game: int) -> None:
        """One game in which some seats think for a time; the second state is the position to go on from."""
        begin, step, apply, row = self.ops
        self.enter(begin, states, pilots, action=int(goes_on), **game)
        while (seat := self.enter(driver.CALL_TO_MOVE, states, pilots)) >= 0:
            if seconds[seat] == 0:
                self.enter(step, states, pilots)
                continue
            answer = self.think(states, pilots, seconds[seat])
            pilots["decisions"] += 1
            self.enter(apply, states, pilots, action=answer)
        self.enter(row, states, pilots)
