"""The policies of the kernels outside a batch: one decision at a time, games rolled out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dune_sim.engines.memory import Records, zeros
from dune_sim.errors import UsageError
from dune_sim.games.batch import Chunk, chunk_size, play, split
from dune_sim.games.checks import check_count, check_seed
from dune_sim.games.hosted import choose_hosted
from dune_sim.games.result import Rate, job_for, rate, wins_table
from dune_sim.games.seating import seating
from dune_sim.games.thinking import Desk
from dune_sim.kernel import driver
from dune_sim.kernel.players.fixed import WHOLE
from dune_sim.kernel.players.judge import STEP
from dune_sim.kernel.players.pick import POLICY_SEARCH

if TYPE_CHECKING:
    from dune_sim.games.base import Game
    from dune_sim.games.state import State


class Pilots:
    """Policies at one table, with their own random numbers: those of game ``first`` of the seed."""

    def __init__(self, game: Game, policy: str | Sequence[str], seed: int, first: int = 0) -> None:
        self.game, self.seated = game, seating(game, policy)
        self.pilots = self.seated.pilots(1)
        #: the lines that the last choice came from, where it came from a search
        self.searched: Records | None = None
        # playing the game's beginning seeds the policies
        first = check_count(first, "index", 0)
        blank = zeros(game.state_record)
        self._desk(False).enter(driver.CALL_NEW, blank, self.pilots, seed=check_seed(seed), first=first)

    def _desk(self, doubtful: bool) -> Desk:
        return Desk(self.seated.engine(self.game.engine_name, doubtful), self.game.tables, self.game.moves_room)

    def _thoughts(self) -> int:
        """A number that changes with every search."""
        return int(self.pilots["search"]["base"][0]) if self.seated.looks_ahead else 0

    def _found(self, state: State, before: int) -> Records | None:
        """The lines that the last search compared longest; none where a plan went on, None where nobody searched."""
        if not self.seated.looks_ahead or self.pilots["policy"][0, max(state.to_move, 0)] != POLICY_SEARCH:
            return None
        search = self.pilots["search"][0]
        fresh = self._thoughts() != before
        lines: Records = search["lines"][: int(search["many"]) if fresh else 0]
        return lines

    def seconds(self, seat: int) -> float:
        """How long a seat thinks about a decision, 0 where no clock decides."""
        return self.seated.seconds[seat] if self.seated.seconds else 0.0

    def reason(self) -> str:
        """Why the last choice was made, as far as everybody may hear: no answer that was not given is named."""
        if self.searched is None:
            return ""
        lines = self.searched
        if not len(lines):
            return "as planned before"
        values = [(int(one["worth"]) / STEP / WHOLE / max(1, int(one["deals"])), int(one["deals"])) for one in lines]
        if values[0][1] == 0:
            return "every other line looked worse at once"
        told = f"expects {values[0][0]:.0%} of the victory after {sum(deals for _, deals in values):,} playouts"
        others = [value for value, _ in values[1:2]]
        return f"{told}; the next best line brings {others[0]:.0%}" if others else told

    def choose(self, state: State) -> int:
        """The action that the policy of the seat to move takes."""
        desk, seconds = self._desk(state.doubtful), self.seconds(max(state.to_move, 0))
        before = self._thoughts()
        host = self.seated.hosts[max(state.to_move, 0)] if self.seated.hosts else None
        if host is not None:
            action = choose_hosted(host, desk, state.raw, self.pilots, self.game.num_actions)
        elif seconds:
            action = desk.think(state.raw, self.pilots, seconds)
        else:
            action = desk.enter(driver.CALL_PICK, state.raw, self.pilots)
        self.searched = self._found(state, before)
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
        """How often the seat won, or its partner with it."""
        won = np.isin(self.winners, self.game.partners(self.game.winner_seat(seat)))
        return rate(int(won.sum()), len(self.winners))

    def _repr_html_(self) -> str:
        """Who won how often, in a notebook."""
        caption = f"{len(self.winners):,} games of {self.game.name} from one position"
        return wins_table(caption, self.game, self.win_rate)

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
