"""A learned player without the library it was learned with: a file of numbers, played by numpy.

``python examples/learned.py ppo.npz`` lets it meet random players. As a policy of batches it is the function ``policy``
below: what the seats see and what they may do, in; actions, out.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import dune_sim
from dune_sim.games.base import Game
from dune_sim.games.result import Rate, rate

Batches = Callable[[NDArray[Any], NDArray[np.bool_]], NDArray[np.int64]]
#: the file of the player that ``policy`` is
FILE = os.environ.get("DUNE_SIM_LEARNED", "ppo.npz")


class Learned:
    """A network of full layers with tanh between them; the best legal action counts."""

    def __init__(self, scale: NDArray[np.float32], numbers: Sequence[NDArray[np.float32]]) -> None:
        self.scale, self.numbers = scale, list(numbers)

    def __call__(self, features: NDArray[Any], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        x = features * self.scale
        for k in range(0, len(self.numbers), 2):
            x = x @ self.numbers[k] + self.numbers[k + 1]
            x = np.tanh(x) if k + 2 < len(self.numbers) else x
        best: NDArray[np.int64] = np.where(masks, x, -np.inf).argmax(axis=1)
        return best

    def save(self, file: Path) -> None:
        np.savez(file, scale=self.scale, **{f"layer_{k}": one for k, one in enumerate(self.numbers)})

    @staticmethod
    def load(file: str | Path) -> Learned:
        with np.load(file) as found:
            return Learned(found["scale"], [found[f"layer_{k}"] for k in range(len(found) - 1)])


@cache
def _loaded(file: str) -> Learned:
    return Learned.load(file)


def policy(features: NDArray[Any], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The player of the file that ``DUNE_SIM_LEARNED`` names, else of ``ppo.npz``."""
    return _loaded(FILE)(features, masks)


def win_rate(game: Game, player: Batches, games: int, seed: int = 1, opponents: str = "random") -> Rate:
    """How often a player wins in one seat, each as often, against policies in all others; a shared victory counts."""
    many = -(-games // game.num_players) * game.num_players
    vector = game.vector(many, seed=seed, opponents=opponents, autoreset=False)
    batch = vector.reset()
    won = np.zeros(many, np.bool_)
    while (batch.seats >= 0).any():
        actions = np.where(batch.seats >= 0, player(batch.features, batch.masks), -1)
        batch = vector.step(actions)
        won |= batch.rewards > 0
    return rate(int(won.sum()), many)


if __name__ == "__main__":
    learned = Learned.load(sys.argv[1] if len(sys.argv) > 1 else FILE)
    for name in ("imperium", "arrakis"):
        if dune_sim.make(name).vector(1).width == len(learned.scale):
            print(f"{name}: wins {win_rate(dune_sim.make(name), learned, 1000)} against random players")
