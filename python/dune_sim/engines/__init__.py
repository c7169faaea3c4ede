"""Three ways to run the same kernels: ``python``, ``numba`` and ``cpp``; results are identical."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from dune_sim.engines.memory import Records
from dune_sim.errors import EngineError
from dune_sim.lang.link import Program
from dune_sim.programs import program

ENGINES = ("cpp", "numba", "python")


class Engine(Protocol):
    """What every engine offers: one door into the kernels."""

    name: str
    program: Program

    def enter(
        self,
        calls: Records,
        tables: Records,
        states: Records,
        pilots: Records,
        moves: NDArray[np.int64],
        out: NDArray[np.int64],
    ) -> int: ...


@dataclass(frozen=True)
class Status:
    """One row of ``dune-sim engines``."""

    game: str
    engine: str
    ready: bool
    version: str
    note: str


def tell(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


def check_name(engine: object) -> None:
    """Whether there is such an engine at all; whether it runs here is seen when it is loaded."""
    if not isinstance(engine, str) or engine not in ("auto", *ENGINES):
        raise EngineError(f"unknown engine {engine!r}; choose auto, {', '.join(ENGINES)}")


def check_names(names: Sequence[str]) -> tuple[str, ...]:
    """Several engines, each named once."""
    for one in names:
        check_name(one)
    return check_once(names)


def check_once(names: Sequence[str]) -> tuple[str, ...]:
    for at, one in enumerate(names):
        if one in names[:at]:
            raise EngineError(f"the engine {one} is named twice; name each once")
    return tuple(names)


def meant(engine: str) -> str:
    """The name of an engine; the environment may say which one ``auto`` is."""
    wanted = os.environ.get("DUNE_SIM_ENGINE", "auto") if engine == "auto" else engine
    check_name(wanted)
    return wanted


@cache
def load(game: str, engine: str = "auto", notify: Callable[[str], None] | None = tell) -> Engine:
    """The engine for a game. ``auto`` takes the fastest that is ready now, else numba with a notice.

    The environment variable ``DUNE_SIM_ENGINE`` names the engine that ``auto`` means.
    """
    wanted = meant(engine)
    one = program(game)
    name = _fastest(one) if wanted == "auto" else wanted
    if name == "python":
        from dune_sim.engines.python import PythonEngine

        return PythonEngine(one)
    if name == "numba":
        from dune_sim.engines.numba import NumbaEngine

        return NumbaEngine(one, notify=notify)
    from dune_sim.engines.cpp import CppEngine

    return CppEngine(one)


def _fastest(one: Program) -> str:
    # Measured with `dune-sim bench`: the emitted C++ is never slower than numba and starts at once.
    from dune_sim.engines import cpp

    if cpp.problem(one) is None:
        return "cpp"
    from dune_sim.engines import numba as jit

    if jit.available():
        return "numba"
    return "python"


def status(game: str) -> list[Status]:
    """Which engines can run a game now, their versions and cache state."""
    from dune_sim.engines import cpp
    from dune_sim.engines import numba as jit

    one = program(game)
    wrong = cpp.problem(one)
    core = cpp.core()
    compiler = str(getattr(core, "compiler", "-"))
    build = "built from these kernel sources" + (", for newer processors" if getattr(core, "fast", False) else "")
    rows = [Status(game, "cpp", wrong is None, compiler, wrong or build)]
    missing = jit.problem()
    if missing is None:
        warm = jit.is_warm(one)
        note = f"cache {'warm' if warm else 'cold: the first use compiles'} in {jit.cache_folder(one)}"
        rows.append(Status(game, "numba", True, _version("numba"), note))
    else:
        rows.append(Status(game, "numba", False, "-", missing))
    rows.append(Status(game, "python", True, sys.version.split()[0], "the kernels as written: slow, for debugging"))
    return rows


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "-"
