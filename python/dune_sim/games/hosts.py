"""Policies that users bring: callables on batches of features and masks."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dune_sim.errors import UsageError
from dune_sim.files import check_name

#: how the name of such a policy begins: python:FILE.py:FUNCTION or python:MODULE:FUNCTION
PREFIX = "python"

#: a row for each position: int16 features of the seat to move, bool masks of the legal actions -> an action for each
Choose = Callable[[NDArray[np.int16], NDArray[np.bool_]], Any]
#: who plays: one for all seats, or one for each
Policies = str | Choose | Sequence[str | Choose]

#: callables that were given as such, by the names they got
_GIVEN: dict[str, Choose] = {}
#: files that were loaded, until their text changes
_FILES: dict[str, Any] = {}
#: user code is asked by one thread at a time
_TURN = threading.RLock()


@dataclass(frozen=True, eq=False)
class Host:
    """A policy of the user."""

    name: str
    choose: Choose
    #: changes with its code, as far as that can be seen
    fingerprint: str

    def answers(
        self, features: NDArray[np.int16], masks: NDArray[np.bool_], describe: Callable[[int, int], str]
    ) -> NDArray[np.int64]:
        """One legal action for each row; ``describe`` tells what an illegal one would be."""
        with _TURN:
            found = np.asarray(self.choose(features, masks))
        if found.shape != (len(features),) or found.dtype.kind not in "iu":
            given = f"{found.dtype} of shape {found.shape}"
            raise UsageError(f"{self.name} must give {len(features)} whole numbers, one action a row, but gave {given}")
        known = (found >= 0) & (found < masks.shape[1])
        wrong = np.flatnonzero(~(known & masks[np.arange(len(found)), np.where(known, found, 0)]))
        if len(wrong):
            row = int(wrong[0])
            raise UsageError(f"{self.name} chose action {int(found[row])}, {describe(row, int(found[row]))}")
        actions: NDArray[np.int64] = found.astype(np.int64)
        return actions


def is_host(name: object) -> bool:
    """Whether a policy is one of the user's."""
    return isinstance(name, str) and name.startswith(f"{PREFIX}:")


def given_name(choose: Choose) -> str:
    """The name by which a callable that was handed over is known in this process."""
    base = f"{PREFIX}:{getattr(choose, '__module__', '')}:{getattr(choose, '__qualname__', type(choose).__name__)}"
    name, number = base, 1
    while _GIVEN.setdefault(name, choose) is not choose:
        number += 1
        name = f"{base}#{number}"
    return name


def host(name: str) -> Host:
    """The policy behind a name."""
    if name in _GIVEN:
        given = _GIVEN[name]
        return Host(name, given, _mark(repr(_code_of(given)).encode()))
    _, _, rest = name.partition(":")
    where, _, function = rest.rpartition(":")
    if not where or not function.isidentifier():
        raise UsageError(f"{name!r} names no policy; write python:FILE.py:FUNCTION or python:MODULE:FUNCTION")
    module, text = _from_file(Path(where)) if where.endswith(".py") else _from_module(where)
    chosen: Any = getattr(module, function, None)
    if not callable(chosen):
        raise UsageError(f"{where} has no function {function}")
    return Host(name, chosen, _mark(text))


def _mark(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()[:16]


def _code_of(choose: Any) -> tuple[Any, ...]:
    """What a callable does, as far as it can be told without its surroundings."""
    code = getattr(choose, "__code__", None) or getattr(type(choose).__dict__.get("__call__"), "__code__", None)
    return () if code is None else _parts(code)


def _parts(code: CodeType) -> tuple[Any, ...]:
    """Instructions and constants, those of functions within too; no addresses, which differ from run to run."""
    constants = tuple(_parts(one) if isinstance(one, CodeType) else repr(one) for one in code.co_consts)
    return (code.co_code, code.co_names, constants)


def _from_file(file: Path) -> tuple[Any, bytes]:
    """A module from a file, and its text."""
    check_name(file)
    if not file.is_file():
        raise UsageError(f"there is no file {file}")
    text = file.read_bytes()
    name = f"_policy_{_mark(str(file.resolve()).encode() + text)}"
    if name not in _FILES:
        spec = importlib.util.spec_from_file_location(name, file)
        assert spec is not None and spec.loader is not None, "it ends in .py"
        module, run = importlib.util.module_from_spec(spec), spec.loader.exec_module
        _loaded(lambda: run(module), str(file))
        _FILES[name] = module
    return _FILES[name], text


def _from_module(where: str) -> tuple[Any, bytes]:
    """A module by its name, and the text of its file."""
    module = _loaded(lambda: importlib.import_module(where), where)
    file = getattr(module, "__file__", None)
    return module, Path(file).read_bytes() if file else where.encode()


def _loaded(load: Callable[[], Any], where: str) -> Any:
    """What loading gives; whatever stops it is told in one sentence."""
    try:
        with _TURN:
            return load()
    except Exception as error:  # the code of the user may raise anything
        raise UsageError(f"{where} cannot be loaded: {type(error).__name__}: {error}") from error


def hosts_of(names: Sequence[str]) -> tuple[Host | None, ...]:
    """The policies of the user among those of all seats; nothing if there is none."""
    if not any(is_host(one) for one in names):
        return ()
    found = {one: host(one) for one in dict.fromkeys(names) if is_host(one)}
    return tuple(found.get(one) for one in names)
