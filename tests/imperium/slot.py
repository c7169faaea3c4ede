"""One game slot, driven call by call on the fastest engine."""

from __future__ import annotations

from typing import Any

import numpy as np

from dune_sim.content import load_content
from dune_sim.engines import cpp, load
from dune_sim.engines.memory import zeros
from dune_sim.games.imperium.kernels.rows import ROW_WIDTH
from dune_sim.games.imperium.tables.build import compile_game
from dune_sim.programs import program

CONTENT = load_content("imperium")
FAST = "cpp" if cpp.problem(program("imperium")) is None else "python"


class Slot:
    """One game slot with everything a call needs."""

    def __init__(self, engine: str, players: int = 4) -> None:
        records = program("imperium").records
        self.engine = load("imperium", engine)
        self.tables = compile_game(CONTENT, players).tables
        self.state, self.pilot, self.call = (zeros(records[name]) for name in ("State", "Pilot", "Call"))
        self.moves = np.zeros(1024, np.int64)
        self.out = np.zeros(max(16, ROW_WIDTH), np.int64)

    def do(self, op: int, **fields: Any) -> int:
        self.call["op"], self.call["low"], self.call["high"] = op, 0, 1
        for name, value in fields.items():
            self.call[name] = value
        return self.engine.enter(self.call, self.tables, self.state, self.pilot, self.moves, self.out)
