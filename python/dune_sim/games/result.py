"""Rows of finished games, with the few questions everybody asks of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dune_sim import engines
from dune_sim.errors import UsageError
from dune_sim.games.batch import Chunk, Job, chunk_size, play, split
from dune_sim.games.checks import check_count, check_seed
from dune_sim.games.html import html_table
from dune_sim.games.seating import seating
from dune_sim.intervals import share

if TYPE_CHECKING:
    from dune_sim.games.base import Game


@dataclass(frozen=True)
class Rate:
    """A share with its confidence interval (Wilson)."""

    share: float
    low: float
    high: float
    count: int
    total: int

    def __str__(self) -> str:
        return f"{self.share:.2%} [{self.low:.2%}, {self.high:.2%}]"


def rate(count: int, total: int, confidence: float = 0.95) -> Rate:
    """``count`` of ``total`` with a Wilson interval."""
    if total == 0:
        return Rate(float("nan"), 0.0, 1.0, 0, 0)
    one = share(count, total, confidence)
    return Rate(one.value, one.low, one.high, count, total)


def wins_table(caption: str, game: Game, won: Callable[[int], Rate]) -> str:
    """How often each seat won, for a notebook."""
    rates = ((name, won(seat)) for seat, name in enumerate(game.seats))
    rows = [(name, f"{one.share:.2%}", f"{one.low:.2%} to {one.high:.2%}") for name, one in rates]
    return html_table(caption, ("seat", "wins", "95 % interval"), rows)


@dataclass(frozen=True)
class Result:
    """One row a game."""

    game: Game
    seed: int
    rows: NDArray[np.int64]
    complete: bool

    @property
    def games(self) -> int:
        return len(self.rows)

    def column(self, name: str) -> NDArray[np.int64]:
        """One column by name (see ``game.columns``)."""
        if name not in self.game.columns:
            raise UsageError(f"no column {name!r}; there are {', '.join(self.game.columns)}")
        return self.rows[:, self.game.columns.index(name)]

    def to_dict(self) -> dict[str, NDArray[np.int64]]:
        return {name: self.rows[:, k] for k, name in enumerate(self.game.columns)}

    def win_rate(self, seat: int) -> Rate:
        """How often the seat won, unfinished games counted as not won."""
        won = self.game.wins(self.column("winner"), self.game.winner_seat(seat))
        return rate(int(won.sum()), self.games)

    def __repr__(self) -> str:
        wins = ", ".join(f"{name} wins {self.win_rate(seat)}" for seat, name in enumerate(self.game.seats))
        early = "" if self.complete else " (stopped early)"
        head = f"{self.games} games of {self.game.name}{early}, seed {self.seed}"
        return f"<{head}: {wins}, {self.unfinished} unfinished>"

    def _repr_html_(self) -> str:
        """Who won how often, in a notebook."""
        caption = f"{self.games:,} games of {self.game.name}, seed {self.seed}: {self.unfinished} unfinished"
        return wins_table(caption, self.game, self.win_rate)

    @property
    def unfinished(self) -> int:
        """Games that reached the cap on rounds."""
        return int(self.column("unfinished").sum()) if "unfinished" in self.game.columns else 0


def job_for(
    game: Game, policy: str | Sequence[str], seed: int, engine: str | None = None, record: bool = False
) -> Job:
    """The batch job of a game; one that records what happens needs the program with players."""
    if engine is not None:
        engines.check_name(engine)
    seated = seating(game, policy, record)
    chosen = seated.engine(game.engine_name if engine is None else engine)
    width = len(game.columns) + (game.recording.width if record and game.recording else 0)
    return Job(chosen, game.tables, width, game.moves_room, seated, check_seed(seed), recorded=record)


def collect(
    game: Game,
    games: int,
    policy: str | Sequence[str],
    seed: int,
    engine: str | None,
    workers: int | None,
    progress: Callable[[int], None] | None,
) -> Result:
    """Play and keep every row in memory."""
    games = check_count(games, "games", 1)
    job = job_for(game, policy, seed, engine)
    kept: list[Any] = []

    def take(chunk: Chunk) -> None:
        kept.append(chunk.rows.astype(np.int32))
        if progress is not None:
            progress(len(chunk.rows))

    complete = play(job, split(0, games, chunk_size(job)), take, workers)
    rows = np.concatenate(kept).astype(np.int64) if kept else np.zeros((0, job.width), np.int64)
    return Result(game, seed, rows, complete)
