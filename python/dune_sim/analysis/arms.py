"""An arm of an experiment: games of one set-up from given seeds, with what is compared of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dune_sim.analysis.recorded import Played
from dune_sim.games.base import Game
from dune_sim.games.batch import Chunk, Job, chunk_size, play, split
from dune_sim.games.result import job_for

#: games after which the treatment moves on to the next seat
TURN = 250
#: what an arm does to the games of a turn, in which some seats are treated
Treatment = Callable[[Job, int], Job]


@dataclass(frozen=True)
class Outcomes:
    """What is compared of some games, in their order."""

    #: what each seat won; axes game, seat
    share: NDArray[np.float64]
    #: points of each seat where the game has them; axes game, seat
    points: NDArray[np.float64] | None
    #: means such as rounds, by name
    means: dict[str, NDArray[np.float64]]

    def __len__(self) -> int:
        return len(self.share)


class Arm:
    """Games of one set-up; they are played as far as somebody asks, once."""

    def __init__(
        self,
        game: Game,
        policy: str | Sequence[str],
        seed: int,
        engine: str | None = None,
        workers: int | None = None,
        treatment: Treatment | None = None,
        treated: Sequence[int] = (),
        record: bool = False,
    ) -> None:
        self.game, self.workers, self.treatment = game, workers, treatment
        self.treated = list(treated)
        self.job: Job = job_for(game, policy, seed, engine)
        if treatment is not None:
            # only programs with players treat seats
            self.job = replace(job_for(game, policy, seed, engine, record=True), width=self.job.width, recorded=False)
        #: what happened in the games, if that is looked at as well
        self.played: Played | None = None
        if record:
            self.job = job_for(game, policy, seed, engine, record=True)
            self.played = Played(game)
        self.rows = np.zeros((0, len(game.columns)), np.int32)
        self.size: int | None = None

    def upto(self, games: int, progress: Callable[[int], None] | None = None) -> bool:
        """Play on until there are so many games; False if Ctrl-C stopped it."""
        while len(self.rows) < games:
            first = len(self.rows)
            until = min(games, (first // self.window + 1) * self.window) if self.treatment else games
            if not self._play(first, until, progress):
                return False
        return True

    @property
    def window(self) -> int:
        """Games in which every seat is treated a few times."""
        return 4 * TURN * len(self.treated)

    def _play(self, first: int, until: int, progress: Callable[[int], None] | None) -> bool:
        """Play these games, turn by turn, and keep those before the first that is missing."""
        kept: dict[int, Any] = {}

        def take(chunk: Chunk) -> None:
            kept[chunk.first] = chunk.rows
            if progress is not None:
                progress(len(chunk.rows))

        complete = True
        for job, ranges in self._pieces(first, until):
            self.size = self.size or max(1, min(chunk_size(job), TURN // 2))
            pieces = [one for start, count in ranges for one in split(start, count, self.size)]
            complete = complete and play(job, pieces, take, self.workers)
        found = [self.rows]
        at = first
        wide = len(self.game.columns)
        while at in kept:
            rows = kept.pop(at)
            if self.played is not None:
                self.played.add(at, rows[:, wide:])
            found.append(rows[:, :wide].astype(np.int32))
            at += len(rows)
        self.rows = np.concatenate(found)
        return complete

    def _pieces(self, first: int, until: int) -> list[tuple[Job, list[tuple[int, int]]]]:
        """Ranges of games with the pilots that play them: a treatment goes round the seats."""
        if self.treatment is None:
            return [(self.job, [(first, until - first)])]
        ranges: dict[int, list[tuple[int, int]]] = {}
        at = first
        while at < until:
            end = min(until, (at // TURN + 1) * TURN)
            ranges.setdefault(at // TURN % len(self.treated), []).append((at, end - at))
            at = end
        return [(self._treated_job(self.treated[turn]), some) for turn, some in ranges.items()]

    def _treated_job(self, seat: int) -> Job:
        assert self.treatment is not None
        return self.treatment(self.job, seat)

    def outcomes(self, games: int) -> Outcomes:
        """Of the first so many games."""
        game, rows = self.game, self.rows[:games]
        names = game.columns

        def column(name: str) -> NDArray[np.float64]:
            return rows[:, names.index(name)].astype(np.float64)

        seats = np.arange(game.num_players)
        if "winners" in names:
            won = (rows[:, names.index("winners"), None] >> seats) & 1
        else:
            won = game.outcomes(rows.astype(np.int64))[1][:, seats]
        share = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
        points = None
        if "points_0" in names:
            points = np.stack([column(f"points_{seat}") for seat in seats], axis=1)
        return Outcomes(share, points, {name: column(name) for name in game.mean_columns if name != "decisions"})
