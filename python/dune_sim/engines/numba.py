"""The ``numba`` engine: compiled on first use, cached in a directory named by a hash of the kernel sources."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dune_sim.engines.memory import Records, zeros
from dune_sim.engines.numba_source import numba_source
from dune_sim.errors import EngineError
from dune_sim.files import cache_root
from dune_sim.lang.link import Program

OPTIONS = 'nogil=True, error_model="numpy"'
#: generated code depends on these files besides the kernels and the language
PRINTERS = ("numba_source.py", "numba_set_source.py", "numba_intrinsics.py", "numba_sets.py", "numba_link.py")
CHECKED = OPTIONS + ", boundscheck=True"


def cache_folder(program: Program, checked: bool = False) -> Path:
    """The folder of this program, these sources, this printer of them and this numba."""
    import numba

    printed = hashlib.sha256(program.source_hash.encode())
    for one in PRINTERS:
        printed.update(Path(__file__).with_name(one).read_bytes())
    tag = f"py{sys.version_info.major}{sys.version_info.minor}-numba{numba.__version__}"
    return cache_root() / f"{program.name}-{printed.hexdigest()[:16]}-{tag}{'-checked' if checked else ''}"


def is_warm(program: Program, checked: bool = False) -> bool:
    """Whether a compiled ``enter`` for these very sources lies in the cache."""
    return any(cache_folder(program, checked).glob("__pycache__/*.nbc"))


@cache
def problem() -> str | None:
    """Why numba cannot be used, or None."""
    if importlib.util.find_spec("numba") is None:
        return "numba is not installed; install it with: pip install numba"
    try:
        importlib.import_module("numba")
    except ImportError as error:  # numba refuses versions of Python and numpy that it does not know
        return f"numba cannot be loaded ({error}); install another with: pip install --upgrade numba"
    return None


def available() -> bool:
    return problem() is None


class NumbaEngine:
    """Runs one program compiled by numba."""

    name = "numba"

    def __init__(self, program: Program, checked: bool = False, notify: Callable[[str], None] | None = None) -> None:
        wrong = problem()
        if wrong is not None:
            raise EngineError(wrong)
        self.program = program
        warm = is_warm(program, checked)
        if not warm and notify is not None:
            notify(f"compiling the {program.name} kernels with numba (once; later starts take the cache)")
        started = time.perf_counter()
        module = _module(program, checked)
        self._enter: Any = module.enter
        from dune_sim.engines.numba_link import finish_only

        with finish_only("enter", _kernels(module) - {"enter"}):
            self._warm_up()
        self.load_seconds = time.perf_counter() - started
        self.compiled = not warm

    def _warm_up(self) -> None:
        # an unknown call number touches every argument type without playing
        records = self.program.records
        call = zeros(records["Call"])
        call["op"] = -1
        buffer = np.zeros(1, np.int64)
        self._enter(call, zeros(records["Tables"]), zeros(records["State"]), zeros(records["Pilot"]), buffer, buffer)

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
        return int(self._enter(calls, tables, states, pilots, moves, out))


def _module(program: Program, checked: bool) -> ModuleType:
    folder = cache_folder(program, checked)
    file = folder / f"{program.name}_kernels.py"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            _write_once(file, numba_source(program, CHECKED if checked else OPTIONS))
    except OSError as error:
        where = "set DUNE_SIM_CACHE to a folder that can be written"
        raise EngineError(f"compiled kernels cannot be kept in {folder} ({error.strerror}); {where}") from error
    name = f"dune_sim_generated_{folder.name.replace('-', '_').replace('.', '_')}"
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def _kernels(module: ModuleType) -> set[str]:
    """The kernels of a generated module by name; to ask the program would check it, which no warm start needs."""
    found = {name: getattr(one, "py_func", None) for name, one in vars(module).items()}
    return {name for name, kernel in found.items() if kernel and kernel.__module__ == module.__name__}


def _write_once(file: Path, text: str) -> None:
    # numba keys its cache by the file's time stamp: the first process writes the file whole, later ones leave it alone
    draft = file.with_suffix(f".{os.getpid()}.tmp")
    draft.write_text(text, encoding="utf-8")
    try:
        os.link(draft, file)
    except FileExistsError:
        pass
    except OSError:  # a file system without hard links
        os.replace(draft, file)
    draft.unlink(missing_ok=True)
