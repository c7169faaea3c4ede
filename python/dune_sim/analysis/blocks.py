"""Runs as the analysis reads them: whole games at a time, each a row of seats, each seat a row of cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from dune_sim.errors import UsageError

#: what is counted of a card at a seat; the round is that in which it was first acquired, 0 for never
MEASURES = ("available", "acquired", "round", "drawn", "played", "revealed", "trashed")
#: games in a block: enough to be fast, few enough to stay small
BLOCK = 10_000


@dataclass(frozen=True)
class Block:
    """Some whole games. Arrays have the axes game, seat and, of cards, card."""

    #: what each seat won: 1, or its part of a shared victory
    share: NDArray[np.float32]
    #: number of the leader or side of each seat
    leader: NDArray[np.int64]
    #: seat that began each game
    first: NDArray[np.int64]
    #: measure -> counts
    cards: dict[str, NDArray[np.uint8]]

    @property
    def games(self) -> int:
        return len(self.share)


@dataclass(frozen=True)
class Names:
    """What the numbers in blocks stand for."""

    cards: Sequence[str]
    leaders: Sequence[str]
    #: whether seats have sides of their own, such as Harkonnen and Atreides, instead of equal chances
    sided: bool = False


class Source(Protocol):
    """Something that gives the games of a run, block by block."""

    @property
    def names(self) -> Names: ...

    @property
    def games(self) -> int: ...

    def blocks(self, measures: Sequence[str], games: int | None = None) -> Iterator[Block]:
        """Blocks with these measures; of no more than so many games, from the first."""
        ...


@dataclass(frozen=True)
class Tables:
    """A run whose tables are in memory: a row a game and seat, and a row a game, seat and card with any count."""

    seats: Any
    cards: Any
    sided: bool = False
    names: Names = field(init=False)

    def __post_init__(self) -> None:
        names = Names(distinct(self.cards["card"]), distinct(self.seats["leader"]), self.sided)
        object.__setattr__(self, "names", names)

    @property
    def games(self) -> int:
        return len(self.seats) // self.players

    @property
    def players(self) -> int:
        return 1 + int(column(self.seats, "seat").max()) if len(self.seats) else 0

    def blocks(self, measures: Sequence[str], games: int | None = None) -> Iterator[Block]:
        order = self.seats.sort_by([("game", "ascending"), ("seat", "ascending")])
        numbers = column(order, "game")[:: self.players]
        owner = column(self.cards, "game")
        row = np.argsort(owner, kind="stable")
        owner = owner[row]
        for at in range(0, min(len(numbers), games or len(numbers)), BLOCK):
            some = numbers[at : at + min(BLOCK, (games or len(numbers)) - at)]
            part = order.slice(at * self.players, len(some) * self.players)
            low, high = np.searchsorted(owner, (some[0], some[-1] + 1))
            yield block(part, self.cards.take(row[low:high]), some, self.names, measures)


def block(seats: Any, cards: Any, numbers: NDArray[Any], names: Names, measures: Sequence[str]) -> Block:
    """The games with these numbers, from their rows: those of seats in order, those of cards in any."""
    games, players = len(numbers), len(seats) // len(numbers)
    if len(seats) != games * players:
        raise UsageError("the table of seats must have as many rows for every game")
    size = (games, players, len(names.cards))
    place = np.searchsorted(numbers, column(cards, "game")) * players + column(cards, "seat")
    place = place * len(names.cards) + coded(cards["card"], names.cards)
    counts = {}
    for one in measures:
        flat = np.zeros(games * players * len(names.cards), np.uint8)
        flat[place] = np.minimum(column(cards, one), 255)
        counts[one] = flat.reshape(size)
    share = column(seats, "share").astype(np.float32).reshape(size[:2])
    leader = coded(seats["leader"], names.leaders).reshape(size[:2])
    first = column(seats, "first").reshape(size[:2]).argmax(axis=1)
    return Block(share, leader, first, counts)


def column(table: Any, name: str) -> NDArray[Any]:
    """A column of an Arrow table as numbers; not through pandas, which takes long to load."""
    pieces = [np.from_dlpack(one) if len(one) else np.zeros(0) for one in table[name].chunks]
    return np.concatenate(pieces) if pieces else np.zeros(0)


def distinct(values: Any) -> list[str]:
    """The texts in a column, in alphabetical order."""
    return sorted(str(one) for one in values.unique().to_pylist())


def coded(values: Any, names: Sequence[str]) -> NDArray[np.int64]:
    """Texts of a column as their numbers in a list."""
    number = {name: k for k, name in enumerate(names)}
    found = []
    for piece in values.chunks:
        encoded = piece if hasattr(piece, "indices") else piece.dictionary_encode()
        known = np.array([number[one] for one in encoded.dictionary.to_pylist()], np.int64)
        found.append(known[np.from_dlpack(encoded.indices)] if len(encoded) else np.zeros(0, np.int64))
    return np.concatenate(found) if found else np.zeros(0, np.int64)
