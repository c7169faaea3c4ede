"""One player in one seat against another in all the others: game after game, the seat going round."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dune_sim.games.base import Game
from dune_sim.games.batch import Chunk, Job, Rows, play_numbers
from dune_sim.games.result import job_for
from dune_sim.games.rollouts import Pilots

#: what is asked of the clock: a look at so many decisions of each player, for so many seconds at most
LOOKS = 200
LOOK_SECONDS = 10.0
#: a task for a thread should take about so long
TASK_SECONDS = 0.1
TASK_MOST = 512


@dataclass(frozen=True)
class Duel:
    """Game ``k`` is played with the chance of game ``k`` of the seed, the entrant in seat ``k`` modulo the seats.

    So every entrant meets the same deals in the same seats, and no two games of a duel share theirs.
    """

    game: Game
    entrant: str
    other: str
    seed: int

    @property
    def seats(self) -> int:
        return self.game.num_players

    def table(self, seat: int) -> list[str]:
        """Who sits where when the entrant has a seat."""
        return [self.entrant if one == seat else self.other for one in range(self.seats)]

    @cached_property
    def jobs(self) -> tuple[Job, ...]:
        """What to play for each seat of the entrant."""
        return tuple(job_for(self.game, self.table(seat), self.seed) for seat in range(self.seats))

    @cached_property
    def fixed(self) -> dict[str, Any]:
        """All that decides how its games go."""
        return {
            "game": self.game.name,
            "options": {key: one for key, one in self.game.spec.items() if key != "content"},
            "entrant": self.entrant,
            "other": self.other,
            "seed": self.seed,
            "tables_hash": self.game.tables_hash,
            "source_hash": self.game.program.source_hash,
            "players_hash": [job.seating.fingerprint for job in self.jobs],
        }

    @cached_property
    def key(self) -> str:
        """A short name for what is fixed."""
        return hashlib.sha256(json.dumps(self.fixed, sort_keys=True).encode()).hexdigest()[:16]

    def play(self, first: int, count: int) -> Chunk:
        """Games ``first`` to ``first + count - 1``."""
        rows: Rows = np.zeros((count, len(self.game.columns)), np.int64)
        for seat, job in enumerate(self.jobs):
            at = np.arange((seat - first) % self.seats, count, self.seats)
            if len(at):
                rows[at] = play_numbers(job, [first + int(one) for one in at])
        return Chunk(first, rows)

    def shares(self, rows: Rows, seat: int | None = None) -> NDArray[np.float64]:
        """What the entrant won of each game from the first on; a victory of several is shared.

        With a seat, what that seat won.
        """
        won = shares_of(self.game, rows)
        seats = np.arange(len(rows)) % self.seats if seat is None else np.full(len(rows), seat)
        own: NDArray[np.float64] = won[np.arange(len(rows)), seats]
        return own

    def seconds(self) -> dict[str, tuple[float, int]]:
        """For each player how long it thought, and over how many decisions: a few games, decision by decision."""
        found = {self.entrant: (0.0, 0), self.other: (0.0, 0)}
        until = time.perf_counter() + LOOK_SECONDS
        for seat in range(self.seats):
            for name, spent in self._looks(seat):
                seconds, decisions = found[name]
                found[name] = (seconds + spent, decisions + 1)
                enough = min(many for _, many in found.values()) >= LOOKS
                if enough or (time.perf_counter() > until and seat > 0):
                    return found
        return found

    def _looks(self, seat: int) -> Iterator[tuple[str, float]]:
        """Every decision of one game: whose, and how many seconds it took."""
        table = self.table(seat)
        pilots, state = Pilots(self.game, table, self.seed, seat), self.game.new(self.seed, seat)
        while not state.is_over:
            mover, then = state.to_move, time.perf_counter()
            action = pilots.choose(state)
            yield table[mover], time.perf_counter() - then
            state.apply(action)


def shares_of(game: Game, rows: Rows) -> NDArray[np.float64]:
    """What each seat won of each game: 1 for a victory, a part of it for a shared one."""
    seats = np.arange(game.num_players)
    if "winners" in game.columns:
        won = (rows[:, [game.columns.index("winners")]] >> seats) & 1
    else:
        won = game.outcomes(rows)[1][:, seats]
    shared: NDArray[np.float64] = won / np.maximum(1, won.sum(axis=1, keepdims=True))
    return shared


class Pace:
    """How many games make a task that takes about as long as it should; no result depends on it."""

    def __init__(self, seats: int) -> None:
        self.seats, self.games = seats, seats

    def tasks(self, first: int, end: int) -> Iterator[tuple[int, int]]:
        """Ranges of games, the later ones as large as the earlier ones showed to be right."""
        at = first
        while at < end:
            count = min(self.games, end - at)
            yield at, count
            at += count

    def saw(self, count: int, seconds: float) -> None:
        """A task is done."""
        right = int(count * TASK_SECONDS / max(seconds, 1e-9))
        self.games = min(TASK_MOST, max(self.seats, min(right, 2 * self.games)) // self.seats * self.seats)


def rotations(games: int, seats: int) -> int:
    """As many games, or a few more, so that every seat has as many."""
    return -(-games // seats) * seats
