"""Small programs for tests: kernels written as text, linked like a game, run on every engine of this machine."""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
import itertools
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from dune_sim.engines.memory import dtype_of, load, store
from dune_sim.engines.numba import OPTIONS
from dune_sim.engines.numba_source import numba_source
from dune_sim.engines.python import bind
from dune_sim.lang import ir
from dune_sim.lang.link import Program, link
from dune_sim.lang.records import SCALARS, Record, SetType

ROOT = Path(__file__).resolve().parents[2]
COMPILER = next(filter(None, map(shutil.which, (os.environ.get("CXX", "c++"), "g++", "clang++"))), None)
#: the engines that this machine can try
ENGINES = ("python", "numba", "cpp") if COMPILER else ("python", "numba")

NAMES = "Set, bit, clear, copy, empty, i64, lowest, masked, nothing, nth, only, popcount, u64, word_of"
HEADER = f"from __future__ import annotations\nfrom dune_sim.lang.intrinsics import {NAMES}\n"
LAYOUT = "from dune_sim.lang.records import Record, Set\n"
_numbers = itertools.count()


def write(folder: Path, layout: str = "", **files: str) -> tuple[str, str, tuple[str, ...]]:
    """Kernel files in a package of their own; what ``link`` takes."""
    package = f"lab{next(_numbers)}"
    home = folder / package
    home.mkdir()
    (home / "layout.py").write_text(LAYOUT + layout, encoding="utf-8")
    for name, text in files.items():
        (home / f"{name}.py").write_text(text.replace("PACKAGE", package), encoding="utf-8")
    return package, f"{package}.layout", tuple(f"{package}.{name}" for name in files)


def linked(folder: Path, layout: str = "", common: tuple[str, ...] = (), **files: str) -> Program:
    """The program of some kernel files; ``common`` names kernel files of the package to link with them."""
    name, layout_module, modules = write(folder, layout, **files)
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        return link(name, layout_module, (*common, *modules))
    finally:
        sys.path.remove(str(folder))


def emitter() -> ModuleType:
    """``core/emit_cpp.py``, which is a script of the build and no part of the package."""
    if "emit_cpp" not in sys.modules:
        spec = importlib.util.spec_from_file_location("emit_cpp", ROOT / "core" / "emit_cpp.py")
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules["emit_cpp"] = module
        spec.loader.exec_module(module)
    return sys.modules["emit_cpp"]


def compile_cpp(source: Path, *flags: str) -> Path:
    """A shared library; the compiler's words are the failure."""
    assert COMPILER is not None
    library = source.with_suffix(".so")
    command = [COMPILER, "-std=c++20", "-fPIC", "-shared", f"-I{ROOT / 'core' / 'include'}", *flags]
    done = subprocess.run([*command, str(source), "-o", str(library)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:4000]
    return library


class Lab:
    """One program on every engine: ``lab.run(engine, kernel, *arguments)``; arrays are changed in place."""

    def __init__(self, program: Program, folder: Path, flags: tuple[str, ...] = ("-O1",)) -> None:
        self.program, self.folder, self.flags = program, folder, flags
        self._python: dict[str, Any] | None = None
        self._numba: dict[str, Any] | None = None
        self._cpp: ctypes.CDLL | None = None

    def run(self, engine: str, kernel: str, *arguments: Any) -> Any:
        one = self.program.functions[kernel]
        runner = {"python": self.run_python, "numba": self.run_numba, "cpp": self.run_cpp}[engine]
        return runner(one, arguments)

    def run_python(self, one: ir.Function, arguments: tuple[Any, ...]) -> Any:
        if self._python is None:
            self._python = bind(self.program)
        given = [_objects(kind, value) for (_, kind), value in zip(one.params, arguments, strict=True)]
        result = self._python[one.name](*given)
        for (_, kind), value, made in zip(one.params, arguments, given, strict=True):
            if isinstance(kind, ir.ArrayType):
                for k, item in enumerate(made):
                    if isinstance(kind.item, Record):
                        store(kind.item, item, value, k)
                    else:
                        value[k] = item
        return result

    def run_numba(self, one: ir.Function, arguments: tuple[Any, ...]) -> Any:
        if self._numba is None:
            self._numba = {}
            exec(compile(numba_source(self.program, OPTIONS, inner=""), self.program.name, "exec"), self._numba)
        # numba would compile once for signed and again for unsigned numbers
        words = {"i64": np.int64, "u64": np.uint64}
        given = [words.get(str(k), lambda v: v)(v) for (_, k), v in zip(one.params, arguments, strict=True)]
        return self._numba[one.name](*given)

    def run_cpp(self, one: ir.Function, arguments: tuple[Any, ...]) -> Any:
        if self._cpp is None:
            source = self.folder / f"{self.program.name}.cpp"
            source.write_text(emitter().kernels(self.program) + _doors(self.program), encoding="utf-8")
            self._cpp = ctypes.CDLL(str(compile_cpp(source, *self.flags)))
        door = getattr(self._cpp, f"door_{one.name}")
        door.argtypes = [CTYPE.get(str(kind), ctypes.c_void_p) for _, kind in one.params]
        door.restype = CTYPE.get(str(one.result))
        return door(*(value.ctypes.data if isinstance(value, np.ndarray) else value for value in arguments))


CTYPE = {"i64": ctypes.c_int64, "u64": ctypes.c_uint64, "bool": ctypes.c_bool}
WORDS = {"i64": "std::int64_t", "u64": "std::uint64_t", "bool": "bool", "none": "void"}


def _objects(kind: ir.Type, value: Any) -> Any:
    if isinstance(kind, ir.ArrayType):
        item = kind.item
        return [load(item, raw) for raw in value] if isinstance(item, Record) else value.tolist()
    return value


def _doors(program: Program) -> str:
    """Kernels that numbers and arrays can reach, as C functions."""
    lines = []
    for one in program.functions.values():
        if any(isinstance(kind, Record | SetType) for _, kind in one.params) or not isinstance(one.result, str):
            continue
        takes, gives = [], []
        for name, kind in one.params:
            if isinstance(kind, ir.ArrayType):
                item = emitter().stored_as(kind.item)
                item = f"dune::{program.name}::{item}" if isinstance(kind.item, Record) else item
                takes.append(f"void* {name}")
                gives.append(f"static_cast<{item}*>({name})")
            else:
                takes.append(f"{WORDS[str(kind)]} {name}")
                gives.append(name)
        call = f"return dune::{program.name}::{one.name}({', '.join(gives)});"
        lines.append(f'extern "C" {WORDS[one.result]} door_{one.name}({", ".join(takes)}) {{ {call} }}')
    return "\n".join(lines) + "\n"


def array(kind: str | Record, values: Any) -> Any:
    """A numpy array of a scalar of the kernel language, or that many cleared records."""
    if isinstance(kind, Record):
        return np.zeros(values, dtype_of(kind))
    size, signed = SCALARS[kind]
    return np.array(values, dtype=f"{'i' if signed else 'u'}{size}")
