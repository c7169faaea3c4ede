"""The policies of the kernels outside a batch: one decision at a time, games rolled out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dune_sim.engines.memory import Records, zeros
from dune_sim.errors import UsageError
from dune_sim.games.checks import check_count, check_seed
from dune_sim.games.result import Rate, rate
from dune_sim.kernel import driver

if TYPE_CHECKING:
    from dune_sim.games.base import Game, State


class Pilots:
    """Policies at ``count`` tables of one game, with their own random numbers."""

    def __init__(self, game: Game, policy: str | Sequence[str], seed: int, first: int = 0, count: int = 1) -> None:
        records = game.program.records
        numbers = game.policy_numbers(policy)
        self.game = game
        self.calls, self.pilots = zeros(records["Call"]), zeros(records["Pilot"], count)
        self.pilots["policy"][:, : len(numbers)] = numbers
        self.moves: NDArray[np.int64] = np.zeros(game.num_actions + 1, np.int64)
        self.out: NDArray[np.int64] = np.zeros(1, np.int64)
        #: the same games from their start: numbers ``first`` and on of the seed
        self.starts = zeros(records["State"], count)
        self._enter(driver.CALL_NEW, self.starts, check_seed(seed), check_count(first, "index", 0))

    def _enter(self, op: int, states: Records, seed: int = 0, first: int = 0) -> int:
        self.calls[0] = (seed, first, op, 0, len(states), 1, 0)
        return self.game.engine.enter(self.calls, self.game.tables, states, self.pilots, self.moves, self.out)

    def step(self, states: Records) -> int:
        """One decision at every table; how many games go on."""
        return self._enter(driver.CALL_STEP, states)

    def choose(self, state: State) -> int:
        """The action that the policy of the seat to move takes."""
        wanted = state.copy()
        self.step(wanted.raw)
        for action in state.legal_actions():
            tried = state.copy()
            tried.apply(action)
            if tried == wanted:
                return action
        raise AssertionError("the policy took an action that is not legal")


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
        return rate(int((self.winners == self.game.seat(seat)).sum()), len(self.winners))

    def __repr__(self) -> str:
        wins = ", ".join(f"{name} wins {self.win_rate(seat)}" for seat, name in enumerate(self.game.seats))
        return f"<{len(self.winners)} games of {self.game.name} from one position: {wins}>"


def roll_out(state: State, games: int, policy: str | Sequence[str], seed: int) -> Rollouts:
    """Play on from a position to the end, many times, each with chance of its own."""
    if state.viewer is not None:
        raise UsageError("an observation cannot be played on; deal what it hides first: determinize(player, seed)")
    game, count = state.game, check_count(games, "games", 1)
    pilots = Pilots(game, policy, seed, count=count)
    states = np.frombuffer(bytearray(state.raw.tobytes() * count), state.raw.dtype)
    states["rng"] = pilots.starts["rng"]
    while pilots.step(states):
        pass
    ends = [game.result(type(state)(game, states[k : k + 1])) for k in range(count)]
    winners = [-1 if winner is None else winner for winner, _ in ends]
    return Rollouts(game, np.array(winners, np.int64), np.array([scores for _, scores in ends], np.int64))
