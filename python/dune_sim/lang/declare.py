"""What kernels count and others name, declared once: actions, columns of rows and records, what seats see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from dune_sim.errors import KernelError

#: names by number of each kind of thing: the numbers that stand for nothing have an empty one
Subjects = Mapping[str, Sequence[str]]

#: a feature has 16 bits
LEAST, MOST = -(1 << 15), (1 << 15) - 1


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


@dataclass(frozen=True)
class Feature:
    """One number that a seat sees: its range is kept, and ``subject`` tells what ``number`` counts, if anything."""

    name: str
    meaning: str
    low: int
    high: int
    subject: str = ""
    number: int = 0
    #: whose number it is, in the words of `Features.repeat`; empty for what belongs to the game or the seat that sees
    seat: str = ""

    def within(self, value: int) -> int:
        """The value, or the end of the range it lies beyond."""
        return min(max(value, self.low), self.high)


class Features:
    """What a seat sees as small integers: each declaration gives the place of its number, or of the first of several.

    Features of a seat are declared once, for the first seat; `repeat` gives them to all.
    """

    def __init__(self) -> None:
        self.features: list[Feature] = []
        self._seat: list[Feature] = []
        self._pattern = "{name}_{seat}"

    def one(self, name: str, meaning: str, low: int, high: int) -> int:
        """A feature of the game or of the seat that sees; all of them come before those of the seats."""
        return self._add(self.features, (Feature(name, meaning, low, high),))

    def each(self, name: str, size: int, subject: str, meaning: str, low: int, high: int) -> int:
        """So many features, one for each number of a subject; names of the subject tell them apart."""
        return self._add(self.features, (Feature(name, meaning, low, high, subject, k) for k in range(size)))

    def seat(self, name: str, meaning: str, low: int, high: int) -> int:
        """A feature of each seat."""
        return self._add(self._seat, (Feature(name, meaning, low, high),))

    def seat_each(self, name: str, size: int, subject: str, meaning: str, low: int, high: int) -> int:
        """So many features of each seat, one for each number of a subject."""
        return self._add(self._seat, (Feature(name, meaning, low, high, subject, k) for k in range(size)))

    def repeat(self, pattern: str, seats: Iterable[object]) -> int:
        """Name the features of all seats, such as ``"{name}_{seat}"``; how many features each of them has."""
        self._pattern = pattern
        self.features += [replace(one, seat=str(seat)) for seat in seats for one in self._seat]
        return len(self._seat)

    @property
    def width(self) -> int:
        return len(self.features)

    def table(self, subjects: Subjects) -> tuple[Feature, ...]:
        """Every feature by its place, under its full name; numbers that stand for nothing are named by themselves."""
        return tuple(replace(one, name=self._full_name(one, subjects)) for one in self.features)

    def terms(self, subjects: Subjects, first: int, many: int) -> tuple[str, ...]:
        """Names of what weights belong to: the features from a place on, those of a seat whosoever they are."""
        return tuple(self._full_name(replace(one, seat=""), subjects) for one in self.features[first : first + many])

    def _full_name(self, one: Feature, subjects: Subjects) -> str:
        name = one.name
        if one.subject:
            known = subjects.get(one.subject, ())
            name += f"_{(known[one.number] if one.number < len(known) else '') or one.number}"
        return self._pattern.format(name=name, seat=one.seat) if one.seat else name

    def _add(self, into: list[Feature], fresh: Iterable[Feature]) -> int:
        first = len(self.features) + (len(self._seat) if into is self._seat else 0)
        for one in fresh:
            if into is self.features and (self._seat or one.seat):
                raise KernelError(f"the feature {one.name!r} belongs before those of the seats")
            if not LEAST <= one.low <= one.high <= MOST:
                raise KernelError(f"the feature {one.name!r} cannot go from {one.low} to {one.high}: it has 16 bits")
            if any((old.name, old.number) == (one.name, one.number) for old in (*self.features, *self._seat)):
                raise KernelError(f"there is a feature {one.name!r} already")
            into.append(one)
        return first


#: what a count of a recorded game can be: eight of them share a word
COUNT_MOST = 255


@dataclass(frozen=True)
class CountTable:
    """A table with a row for every number of a subject that something happened to, at each seat of a recorded game."""

    name: str
    #: word of the first number, and how many numbers there are
    first: int
    size: int
    subject: str
    meaning: str
    columns: tuple[Column, ...] = ()


class Counts:
    """What is counted in recorded games: tables of words, one for each number of a subject, eight counts in each.

    A table's declaration gives its first word, a column's the place of its count in the words of the table before it.
    """

    def __init__(self) -> None:
        self.tables: list[CountTable] = []
        self.size = 0

    def table(self, name: str, size: int, subject: str, meaning: str) -> int:
        """A table; its columns follow."""
        if any(one.name == name for one in self.tables):
            raise KernelError(f"there is a table {name!r} already")
        first = self.size
        self.tables.append(CountTable(name, first, size, subject, meaning))
        self.size += size
        return first

    def column(self, name: str, meaning: str, subject: str = "") -> int:
        """A count from 0 to 255, or a code of a subject."""
        if not self.tables:
            raise KernelError(f"the column {name!r} needs a table")
        last = self.tables[-1]
        if len(last.columns) == 8:
            raise KernelError(f"the table {last.name!r} has room for eight columns, not for {name!r}")
        self.tables[-1] = replace(last, columns=(*last.columns, Column(name, meaning, subject)))
        return 8 * len(last.columns)
