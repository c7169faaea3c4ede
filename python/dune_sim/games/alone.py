"""One state, one thread: a second thread that uses the same state hears of it before anything is spoilt."""

from __future__ import annotations

import threading
from _thread import LockType
from collections.abc import Callable, Mapping
from functools import wraps
from struct import Struct
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from dune_sim.engines.guard import GRIEF, unsound
from dune_sim.engines.memory import zeros
from dune_sim.errors import ThreadsError
from dune_sim.kernel import driver

Found = TypeVar("Found")


class Room:
    """What a call needs besides the state."""

    __slots__ = ("call", "moves", "out", "pack", "pilot", "row")

    def __init__(self, records: Mapping[str, Any], moves: int) -> None:
        self.call, self.pilot = zeros(records["Call"]), zeros(records["Pilot"])
        # numpy fills a structured row slowly; these are the same bytes
        fields: Mapping[str, Any] = self.call.dtype.fields or {}
        self.pack = Struct("@" + "".join(kind.char for kind, *_ in fields.values())).pack_into
        self.row = self.call.view(np.uint8).data
        self.out: NDArray[np.int64] = np.zeros(1, np.int64)
        self.moves: NDArray[np.int64] = np.zeros(moves, np.int64)


class Scratch(threading.local):
    """Room for calls, kept for the next one; every thread has its own."""

    def __init__(self, records: Mapping[str, Any], moves: int) -> None:
        self.room = Room(records, moves)


class Alone:
    """What the kernels work on one call at a time."""

    __slots__ = ("_listed", "lock", "moved")

    #: the legal actions, once they are known; this list is never changed
    _listed: list[int] | None
    #: held while the kernels are at work here
    lock: LockType
    #: how often it was played on
    moved: int

    def _enter(self, op: int, action: int = 0, seed: int = 0, first: int = 0) -> int:
        raise TypeError(f"{type(self).__name__} must enter the kernels")

    def call(self, op: int, action: int = 0, seed: int = 0, first: int = 0) -> int:
        """One crossing into the kernels."""
        if not self.lock.acquire(False):
            raise ThreadsError
        try:
            return self._enter(op, action, seed, first)
        finally:
            self.lock.release()

    def quiet(self, before: int = -1) -> int:
        """How often it was played on; refused while the kernels are at work, or where it was played on meanwhile."""
        moved = self.moved
        if self.lock.locked() or (moved != before >= 0):
            raise ThreadsError
        return moved

    def listed(self) -> list[int]:
        """The actions that the last call left, none where there was no such call."""
        if self.lock.locked():
            raise ThreadsError
        return self._listed or []

    def take(self, action: int) -> bool:
        """Apply an action if it is listed, in one go: nobody else can play on in between."""
        if not self.lock.acquire(False):
            raise ThreadsError
        try:
            if action not in (self._listed or ()):
                return False
            self.moved += 1
            self._enter(driver.CALL_APPLY, action)
            return True
        finally:
            self.lock.release()


def careful(method: Callable[..., Found]) -> Callable[..., Found]:
    """Let a method of a game read a state: where nobody trusts its numbers, those without a meaning are told of."""

    @wraps(method)
    def reading(game: Any, state: Any, *args: Any, **options: Any) -> Found:
        try:
            return method(game, state, *args, **options)
        except GRIEF as error:
            if not state.doubtful:
                raise
            raise unsound(error) from error

    return reading


def steady(method: Callable[..., Found]) -> Callable[..., Found]:
    """Let a method of a state read; what it read while another thread played on is given to nobody."""

    @wraps(method)
    def reading(state: Any, *args: Any, **options: Any) -> Found:
        before = state.quiet()
        try:
            return method(state, *args, **options)
        except GRIEF as error:
            if not state.doubtful:
                raise
            raise unsound(error) from error
        finally:
            # also where reading failed: what was read was no position
            state.quiet(before)

    return reading
