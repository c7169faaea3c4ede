"""Recorded runs as the analysis reads them: a part at a time, so that memory stays flat at any length."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dune_sim.analysis.blocks import BLOCK, Block, Names
from dune_sim.errors import UsageError
from dune_sim.runs.tables import codes_of, pieces

if TYPE_CHECKING:
    from dune_sim.games.base import Game
    from dune_sim.games.recording import Columns
    from dune_sim.runs.store import Run


#: one part of a run: its first game, how many there are, columns of its seats and of its cards
Part = tuple[int, int, Mapping[str, NDArray[Any]], Mapping[str, NDArray[Any]]]
#: measures of cards that say whose they are
KEY_COLUMNS = ("game", "seat", "card")


def numbers(table: Any, name: str) -> NDArray[Any]:
    """A column of one part; not through pandas, which takes long to load."""
    found = [np.from_dlpack(one) for one in table[name].chunks if len(one)]
    return np.concatenate(found) if found else np.zeros(0, np.int64)


class Parts(ABC):
    """Recorded games in parts: on disk, or as they were played."""

    #: columns of the seats and of the cards
    seat_columns: Sequence[str]
    card_columns: Sequence[str]
    #: names by number of cards, and of leaders or sides
    card_names: Sequence[str]
    holders: Sequence[str]

    @property
    @abstractmethod
    def games(self) -> int: ...

    @abstractmethod
    def parts(self, seats: Sequence[str], cards: Sequence[str]) -> Iterator[Part]:
        """The parts with these columns, in the order of the games."""

    @property
    def holder(self) -> str:
        """The column that tells leaders, or sides where seats have them."""
        return "leader" if "leader" in self.seat_columns else "side"

    @cached_property
    def names(self) -> Names:
        return Names([self.card_names[k] for k in self.kept], self.holders, self.holder == "side")

    @cached_property
    def kept(self) -> dict[int, int]:
        """Number of each card that there is -> its place in tables: further copies are counted with the first."""
        there = [k for k, one in enumerate(self.card_names) if one and not one.startswith("(") and "#" not in one]
        return {k: place for place, k in enumerate(there)}

    def blocks(self, measures: Sequence[str], games: int | None = None) -> Iterator[Block]:
        """Blocks with these measures; of no more than so many games, from the first."""
        wanted = [one for one in measures if one in self.card_columns]
        order = ["turn_order"] if "turn_order" in self.seat_columns else []
        left = self.games if games is None else games
        for part in self.parts(["won", "winners", self.holder, *order], [*KEY_COLUMNS, *wanted]):
            if left <= 0:
                return
            yield from self._part(part, min(part[1], left), measures)
            left -= part[1]

    def _part(self, part: Part, games: int, measures: Sequence[str]) -> Iterator[Block]:
        """The games of a part, some at a time."""
        first, count, seats, cards = part
        players = len(seats["won"]) // count
        share = (seats["won"] / np.maximum(seats["winners"], 1)).astype(np.float32).reshape(count, players)
        leader = seats[self.holder].astype(np.int64).reshape(count, players)
        begun = np.zeros(count, np.int64)
        if "turn_order" in seats:
            begun = (seats["turn_order"].reshape(count, players) == 1).argmax(axis=1)
        owner = cards["game"] - first
        place = self._places(cards, owner, players)
        size = players * len(self.kept)
        for at in range(0, games, BLOCK):
            end = min(games, at + BLOCK)
            low, high = np.searchsorted(owner, (at, end))
            counts = {}
            for one in measures:
                flat = np.zeros((end - at) * size, np.uint8)
                if one in cards:
                    flat[place[low:high] - at * size] = cards[one][low:high]
                counts[one] = flat.reshape(end - at, players, -1)
            yield Block(share[at:end], leader[at:end], begun[at:end], counts)

    def _places(
        self, cards: Mapping[str, NDArray[Any]], owner: NDArray[Any], players: int
    ) -> NDArray[np.int64]:
        """Where the row of each card stands in a block that holds all cards of all seats."""
        to = np.zeros(1 + max(self.kept), np.int64)
        to[list(self.kept)] = list(self.kept.values())
        row = owner * players + cards["seat"]
        found: NDArray[np.int64] = row * len(self.kept) + to[cards["card"]]
        return found


class Recorded(Parts):
    """The games of a run that was recorded."""

    def __init__(self, run: Run) -> None:
        if not run.recorded:
            raise UsageError(f"{run.folder} was played without records, so it tells nothing of seats and cards")
        if not run.parts():
            raise UsageError(f"{run.folder} holds no finished games yet")
        self.run = run
        tables = run.manifest["tables"]
        self.seat_columns, self.card_columns = tables["seats"], tables["cards"]
        self.card_names = codes_of(run, "cards")["card"]
        self.holders = codes_of(run, "seats")[self.holder]

    @property
    def games(self) -> int:
        return self.run.finished()

    def parts(self, seats: Sequence[str], cards: Sequence[str]) -> Iterator[Part]:
        both = zip(self.run.parts(), pieces(self.run, "seats", seats), pieces(self.run, "cards", cards), strict=True)
        for (first, count, _), one, other in both:
            yield first, count, {k: numbers(one, k) for k in seats}, {k: numbers(other, k) for k in cards}


class Played(Parts):
    """Games as they were played: what recorded jobs hand over, chunk by chunk."""

    def __init__(self, game: Game) -> None:
        assert game.recording is not None
        self.recording = game.recording
        tables = self.recording.tables
        self.seat_columns = [one.name for one in tables["seats"]]
        self.card_columns = [one.name for one in tables["cards"]]
        subjects = game.names.subjects
        self.card_names = subjects["any_card"]
        self.holders = subjects["leader" if self.holder == "leader" else "faction"]
        self.kept_parts: list[tuple[int, int, Columns, Columns]] = []

    def add(self, first: int, numbers_kept: NDArray[np.int64]) -> None:
        """Further games, with what was counted in them."""
        found = self.recording.split(first, numbers_kept)
        self.kept_parts.append((first, len(numbers_kept), found["seats"], found["cards"]))

    @property
    def games(self) -> int:
        return sum(count for _, count, _, _ in self.kept_parts)

    def parts(self, seats: Sequence[str], cards: Sequence[str]) -> Iterator[Part]:
        for first, count, one, other in self.kept_parts:
            yield first, count, {k: one[k] for k in seats}, {k: other[k] for k in cards}


@dataclass(frozen=True)
class Seats:
    """One value a seat of some columns; axes game, seat."""

    share: NDArray[np.float64]
    columns: dict[str, NDArray[np.int64]]
    names: dict[str, list[str]]


def read_seats(run: Run, wanted: Sequence[str]) -> Seats:
    """Columns of the seats, those that the game has."""
    source = Recorded(run)
    own = [one for one in wanted if one in run.manifest["tables"]["seats"]]
    found: dict[str, list[NDArray[Any]]] = {one: [] for one in ("won", "winners", *own)}
    for (_, count, _), part in zip(run.parts(), pieces(run, "seats", list(found)), strict=True):
        for one, listed in found.items():
            listed.append(numbers(part, one).astype(np.int16).reshape(count, -1))
    whole = {one: np.concatenate(listed) for one, listed in found.items()}
    share = whole.pop("won") / np.maximum(whole.pop("winners"), 1)
    names = {one: listed for one, listed in codes_of(source.run, "seats").items() if one in whole}
    return Seats(share, {one: values.astype(np.int64) for one, values in whole.items()}, names)
