"""What recorded games keep of every seat: the tables, and how their rows come out of the numbers of the kernels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dune_sim.lang.declare import Column, Counts, CountTable, RowColumns, Subjects

#: the table with a row a seat
SEATS = "seats"
#: columns that every table begins with
KEYS = ("game", "seat")

Columns = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Recording:
    """The tables of recorded games; the number of a thing stands in the column named after its table's subject."""

    seats: RowColumns
    counts: Counts
    #: seats there is room for, and those that play
    room: int
    playing: int

    @property
    def width(self) -> int:
        """Numbers of a game besides its row."""
        return self.room * (self.seats.width + self.counts.size)

    @cached_property
    def tables(self) -> dict[str, tuple[Column, ...]]:
        """Table -> its columns without the keys; of tables of things the first tells which it is."""
        found = {SEATS: tuple(self.seats.columns)}
        for one in self.counts.tables:
            found[one.name] = (Column(THING.get(one.name, one.subject), one.meaning, one.subject), *one.columns)
        return found

    def codes(self, subjects: Subjects) -> dict[str, dict[str, list[str]]]:
        """Table -> column -> names by number."""
        found = {}
        for table, columns in self.tables.items():
            named = {one.name: list(subjects[one.subject]) for one in columns if one.subject in subjects}
            found[table] = named
        return found

    def split(self, first: int, numbers: NDArray[np.int64]) -> dict[str, Columns]:
        """The rows of all tables, from what the kernels wrote for the games ``first`` and on."""
        games = len(numbers)
        own = self.room * self.seats.width
        seats = numbers[:, :own].reshape(games, self.room, -1)[:, : self.playing]
        words = numbers[:, own:].reshape(games, self.room, -1)[:, : self.playing]
        game, seat = np.indices((games, self.playing)).reshape(2, -1)
        found: dict[str, Columns] = {SEATS: {"game": first + game, "seat": seat.astype(np.int8)}}
        for k, one in enumerate(self.seats.columns):
            found[SEATS][one.name] = seats[:, :, k].reshape(-1).astype(np.int32)
        for table in self.counts.tables:
            found[table.name] = _things(table, first, words[:, :, table.first : table.first + table.size])
        return found


#: what tables call the thing that a row is about, where it is not the subject
THING: Mapping[str, str] = {"cards": "card"}


def _things(table: CountTable, first: int, words: NDArray[np.int64]) -> Columns:
    """One row for every thing that something happened to; rounds are counted from 1."""
    game, seat, thing = np.nonzero(words)
    # little-endian whatever the machine: the first count is in the lowest byte
    there = words[game, seat, thing].astype("<i8")
    counts = there.view(np.uint8).reshape(len(there), 8)
    number = thing + (1 if table.subject == "round" else 0)
    found: Columns = {"game": first + game, "seat": seat.astype(np.int8)}
    found[THING.get(table.name, table.subject)] = number.astype(np.int16)
    for k, one in enumerate(table.columns):
        found[one.name] = np.ascontiguousarray(counts[:, k])
    return found
