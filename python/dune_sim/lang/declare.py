"""What kernels count and others name, declared once: the action space of a game and the columns of its rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dune_sim.errors import KernelError

#: names by number of each kind of thing: the numbers that stand for nothing have an empty one
Subjects = Mapping[str, Sequence[str]]


class Action(NamedTuple):
    """An action id, what kind of answer it is, and what it names: a number of its kind, and the id or name of that."""

    id: int
    kind: str
    number: int
    name: str


@dataclass(frozen=True)
class Range:
    """Action ids of one kind; ``subject`` tells what their numbers count, empty where there is nothing to name."""

    kind: str
    first: int
    size: int
    meaning: str
    subject: str


class ActionSpace:
    """The action ids of a game, declared from 0 upwards: each declaration gives the first id of its range."""

    def __init__(self, shared: Iterable[Range] = ()) -> None:
        self.ranges: list[Range] = list(shared)
        self.size = max((one.first + one.size for one in self.ranges), default=0)

    def one(self, kind: str, meaning: str) -> int:
        """An action that names nothing."""
        return self._add(kind, 1, meaning, "", 1)

    def range(self, kind: str, size: int, meaning: str, subject: str | None = None, align: int = 1) -> int:
        """So many actions, one for each number; ``align`` starts them at a multiple, such as a word of an offer."""
        return self._add(kind, size, meaning, kind if subject is None else subject, align)

    def _add(self, kind: str, size: int, meaning: str, subject: str, align: int) -> int:
        if any(one.kind == kind for one in self.ranges):
            raise KernelError(f"there is an action {kind!r} already")
        first = -(-self.size // align) * align
        self.ranges.append(Range(kind, first, size, meaning, subject))
        self.size = first + size
        return first

    def table(self, subjects: Subjects) -> tuple[Action, ...]:
        """Every action by its id; ids between two ranges are of no kind."""
        found = [Action(action, "", 0, "") for action in range(self.size)]
        for one in self.ranges:
            names = subjects.get(one.subject, ())
            for k in range(one.size):
                found[one.first + k] = Action(one.first + k, one.kind, k, names[k] if k < len(names) else "")
        return tuple(found)


@dataclass(frozen=True)
class Column:
    """A column of the rows; ``subject`` tells what its numbers stand for, empty where they are only numbers."""

    name: str
    meaning: str
    subject: str = ""


class RowColumns:
    """The integers that a game writes for each finished game: each declaration gives the place of its column.

    Columns of a seat are declared once, for the first seat; `repeat` gives them to all.
    """

    def __init__(self) -> None:
        self.columns: list[Column] = []
        self._seat: list[Column] = []

    def one(self, name: str, meaning: str, subject: str = "") -> int:
        """A column of the game; all of them come before those of the seats."""
        if self._seat:
            raise KernelError(f"the column {name!r} belongs before those of the seats")
        self.columns.append(Column(name, meaning, subject))
        return len(self.columns) - 1

    def seat(self, name: str, meaning: str, subject: str = "") -> int:
        """A column of each seat."""
        self._seat.append(Column(name, meaning, subject))
        return len(self.columns) + len(self._seat) - 1

    def repeat(self, pattern: str, seats: Iterable[object]) -> int:
        """Name the columns of all seats, such as ``"{name}_{seat}"``; how many columns each of them has."""
        for seat in seats:
            for one in self._seat:
                self.columns.append(Column(pattern.format(name=one.name, seat=seat), one.meaning, one.subject))
        return len(self._seat)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(one.name for one in self.columns)

    @property
    def width(self) -> int:
        return len(self.columns)
