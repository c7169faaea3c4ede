"""The ``cpp`` engine: the kernels emitted as C++ and built with the package."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Callable
from functools import cache, partial
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from dune_sim.engines.memory import Records
from dune_sim.errors import EngineError
from dune_sim.lang.link import Program

HOW = "build it with a C++ compiler present: make engine (in a checkout) or pip install --force-reinstall dune_sim"


@cache
def core() -> ModuleType | None:
    """The extension module, or None where it was not built. ``DUNE_SIM_CORE`` names another build of it."""
    given = os.environ.get("DUNE_SIM_CORE")
    if not given:
        try:
            return importlib.import_module("dune_sim._core")
        except ImportError:
            return None
    spec = importlib.util.spec_from_file_location("dune_sim._core", given)
    try:
        if spec is None or spec.loader is None:
            raise ImportError("unknown kind of file")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    except ImportError as error:
        raise EngineError(f"DUNE_SIM_CORE names {given}, which is no extension module ({error})") from error
    sys.modules["dune_sim._core"] = module
    return module


def problem(program: Program) -> str | None:
    """Why the engine cannot run this program, or None."""
    module = core()
    if module is None:
        return f"the C++ engine is not built; {HOW}"
    built = module.games().get(program.name)
    if built is None:
        return f"the C++ engine was built without {program.name}; {HOW}"
    if built != program.source_hash:
        return f"the C++ engine was built from other kernel sources of {program.name}; {HOW}"
    return None


def keeps_bounds() -> bool:
    """Whether the rules were also built to keep within bounds; a quick build leaves that out."""
    return bool(getattr(core(), "guarded", False))


class CppEngine:
    """Runs one program of the extension module; guarded, it keeps within bounds whatever a position says."""

    name = "cpp"
    #: carry out ``calls[0]`` (see kernel/driver.py): the module itself, since half of a call from Python is Python
    enter: Callable[[Records, Records, Records, Records, NDArray[np.int64], NDArray[np.int64]], int]

    def __init__(self, program: Program, guarded: bool = False) -> None:
        wrong = problem(program)
        module = core()
        if wrong is not None or module is None:
            raise EngineError(wrong or HOW)
        self.program = program
        index: int = module.index_of(program.name)
        self.enter = partial(module.enter, index, guarded=True) if guarded else partial(module.enter, index)
