"""The policies of the kernels outside a batch: one decision at a time, games rolled out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dune_sim.engines import Engine
from dune_sim.engines.memory import Records, zeros
from dune_sim.errors import UsageError
from dune_sim.games.batch import Chunk, chunk_size, play, split
from dune_sim.games.checks import check_count, check_seed
from dune_sim.games.result import Rate, job_for, rate
from dune_sim.games.seating import seating
from dune_sim.kernel import driver

if TYPE_CHECKING:
    from dune_sim.games.base import Game
    from dune_sim.games.state import State


class Pilots:
    """Policies at one table, with their own random numbers: those of game ``first`` of the seed."""

    def __init__(self, game: Game, policy: str | Sequence[str], seed: int, first: int = 0) -> None:
        self.game, self.seated = game, seating(game, policy)
        self.calls, self.pilots = zeros(game.program.records["Call"]), self.seated.pilots(1)
        self.moves: NDArray[np.int64] = np.zeros(game.moves_room, np.int64)
        self.out: NDArray[np.int64] = np.zeros(1, np.int64)
        # playing the game's beginning seeds the policies
        first = check_count(first, "index", 0)
        engine = self.seated.engine(game.engine_name)
        self._enter(engine, driver.CALL_NEW, zeros(game.state_record), check_seed(seed), first)

    def _enter(self, engine: Engine, op: int, states: Records, seed: int = 0, first: int = 0) -> int:
        self.calls[0] = (seed, first, op, 0, 1, 1, 0)
        return engine.enter(self.calls, self.game.tables, states, self.pilots, self.moves, self.out)

    def choose(self, state: State) -> int:
        """The action that the policy of the seat to move takes."""
        engine = self.seated.engine(self.game.engine_name, state.doubtful)
        action = self._enter(engine, driver.CALL_PICK, state.raw)
        # players that look ahead tell by this whether a plan of theirs goes on
        self.pilots["decisions"] += 1
        return action


@dataclass(frozen=True, repr=False)
class Rollouts:
    """How games ended that were played on from one position."""

    game: Game
    #: winning seat of each game, -1 where nobody won
    winners: NDArray[np.int64]
    #: one row a game, one column a seat
    scores: NDArray[np.int64]

    def win_rate(self, seat: int) -> Rate:
        """How often the seat won."""
        return rate(int((self.winners == self.game.winner_seat(seat)).sum()), len(self.winners))

    def __repr__(self) -> str:
        wins = ", ".join(f"{name} wins {self.win_rate(seat)}" for seat, name in enumerate(self.game.seats))
        return f"<{len(self.winners)} games of {self.game.name} from one position: {wins}>"


def roll_out(state: State, games: int, policy: str | Sequence[str], seed: int, workers: int | None = None) -> Rollouts:
    """Play on from a position to the end, many times, each with chance of its own."""
    if state.viewer is not None:
        raise UsageError("an observation cannot be played on; deal what it hides first: determinize(player, seed)")
    game, count = state.game, check_count(games, "games", 1)
    before = state.quiet()
    source = state.raw.tobytes()
    state.quiet(before)
    job = job_for(game, policy, seed)
    job = replace(job, source=source, engine=job.seating.engine(game.engine_name, state.doubtful))
    winners, scores = np.zeros(count, np.int64), np.zeros((count, len(game.seats)), np.int64)

    def take(chunk: Chunk) -> None:
        those = slice(chunk.first, chunk.first + len(chunk.rows))
        winners[those], scores[those] = game.outcomes(chunk.rows)

    if not play(job, split(0, count, chunk_size(job)), take, workers):
        raise KeyboardInterrupt
    return Rollouts(game, winners, scores)
