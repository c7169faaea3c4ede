"""The engine for positions that nobody trusts: it reads and writes within its arrays, and no call of it runs for ever.

A saved turn may hold any numbers under a checksum that fits. Whether they are sound cannot be told without playing them
on, so they are played where nothing can go wrong: by the C++ that was built with bounds, else by plain Python.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from dune_sim.engines import Engine, cpp
from dune_sim.engines.memory import Records
from dune_sim.errors import DuneSimError, UnsoundError
from dune_sim.programs import program

#: what the kernels and what reads their records come to grief with; anything else is a mistake of this program
GRIEF = (LookupError, ValueError, ArithmeticError, TypeError, AssertionError)


class Guarded:
    """Another engine whose failures are told in one sentence."""

    def __init__(self, inner: Engine) -> None:
        self.inner, self.name, self.program = inner, inner.name, inner.program

    def enter(
        self,
        calls: Records,
        tables: Records,
        states: Records,
        pilots: Records,
        moves: NDArray[np.int64],
        out: NDArray[np.int64],
    ) -> int:
        """Carry out ``calls[0]``; where that is impossible the records hold anything."""
        try:
            return self.inner.enter(calls, tables, states, pilots, moves, out)
        except GRIEF as error:
            raise unsound(error) from error


def unsound(error: Exception) -> DuneSimError:
    """What is said of a position that cannot be played on; mistakes of the caller stay what they are."""
    return error if isinstance(error, DuneSimError) else UnsoundError(str(error))


@cache
def guarded(name: str, python: bool) -> Engine:
    """The guarded engine of a program; plain Python where that is wanted or where there is no C++ with bounds."""
    one = program(name)
    if not python and cpp.problem(one) is None and cpp.keeps_bounds():
        return Guarded(cpp.CppEngine(one, guarded=True))
    from dune_sim.engines.counted import CountedPython

    return Guarded(CountedPython(one))
