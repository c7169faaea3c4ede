"""The ``python`` engine: the kernels as they are written. Slow, exact, easy to debug, visible to coverage."""

from __future__ import annotations

import types
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dune_sim.engines.memory import Records, load, store
from dune_sim.lang.link import Program


def bind(program: Program) -> dict[str, Any]:
    """The program's functions in one namespace, so that hooks resolve to the game's kernels."""
    spaces = {module.__name__: {**vars(module)} for module in program.modules}
    bound: dict[str, Any] = {}
    for name, function in program.functions.items():
        code = getattr(_module(program, function.module), name).__code__
        bound[name] = types.FunctionType(code, spaces[function.module], name)
    for space in spaces.values():
        space.update(bound)
    return bound


def _module(program: Program, name: str) -> types.ModuleType:
    return next(one for one in program.modules if one.__name__ == name)


class PythonEngine:
    """Runs one program in plain Python."""

    name = "python"

    def __init__(self, program: Program) -> None:
        self.program = program
        self.functions = bind(program)
        self._tables: tuple[Records, Any] | None = None

    def tables(self, raw: Records) -> Any:
        if self._tables is None or self._tables[0] is not raw:
            self._tables = (raw, load(self.program.records["Tables"], raw[0]))
        return self._tables[1]

    def enter(
        self,
        calls: Records,
        tables: Records,
        states: Records,
        pilots: Records,
        moves: NDArray[np.int64],
        out: NDArray[np.int64],
    ) -> int:
        """Carry out ``calls[0]`` (see kernel/driver.py)."""
        records = self.program.records
        call = load(records["Call"], calls[0])
        slots = range(call.low, max(call.high, call.low + 1))
        made_states: list[Any] = [None] * len(states)
        made_pilots: list[Any] = [None] * len(pilots)
        for k in slots:
            made_states[k] = load(records["State"], states[k])
            made_pilots[k] = load(records["Pilot"], pilots[k])
        found: list[Any] = moves.tolist()
        rows: list[Any] = out.tolist()
        result = self.functions["enter"]([call], [self.tables(tables)], made_states, made_pilots, found, rows)
        for k in slots:
            store(records["State"], made_states[k], states, k)
            store(records["Pilot"], made_pilots[k], pilots, k)
        moves[:] = found
        out[:] = rows
        return int(result)
