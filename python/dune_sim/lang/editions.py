"""Editions: one source of rules, several programs.

A capacity or a switch is written once with its value in each edition: ``SEATS = sized(lean=4, full=6)``. Whoever
imports a kernel file as Python does gets the lean edition. The linker loads the files of another edition a second
time, as modules of their own that know only each other, so that every number made from a capacity is that edition's.
"""

from __future__ import annotations

import builtins
import importlib
import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

EDITIONS = ("lean", "full")
LEAN = "lean"

_loading = [LEAN]


def sized(lean: int, full: int) -> int:
    """A link-time constant: its value in the edition whose files are being loaded."""
    return full if _loading[-1] == "full" else lean


@contextmanager
def _while_loading(edition: str) -> Iterator[None]:
    _loading.append(edition)
    try:
        yield
    finally:
        _loading.pop()


class Edition:
    """The kernel files of one edition. Lean ones are the modules that everybody imports."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._loaded: dict[str, ModuleType] = {}

    def load(self, name: str) -> ModuleType:
        """A kernel file as this edition sees it."""
        if self.name == LEAN or not in_kernels(name):
            return importlib.import_module(name)
        if name not in self._loaded:
            self._loaded[name] = self._load(name)
        return self._loaded[name]

    def _load(self, name: str) -> ModuleType:
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError(f"No module named {name!r}")
        module = ModuleType(name)
        module.__file__, module.__package__ = spec.origin, spec.parent
        vars(module)["__builtins__"] = {**vars(builtins), "__import__": self._import}
        code = compile(Path(spec.origin).read_bytes(), spec.origin, "exec")
        with _while_loading(self.name):
            exec(code, vars(module))
        return module

    def _import(self, name: str, space: Any = None, local: Any = None, wanted: Any = (), level: int = 0) -> Any:
        if level == 0 and wanted and in_kernels(name):
            return self.load(name)
        return builtins.__import__(name, space, local, wanted, level)


@cache
def edition(name: str) -> Edition:
    return Edition(name)


def in_kernels(name: str) -> bool:
    """Whether a module is a kernel file: it lies in a room called ``kernels``, or is one that all games share."""
    parts = name.split(".")
    return "kernels" in parts[:-1] or "kernel" in parts[:-1]
