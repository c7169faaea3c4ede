"""The data loop of an AlphaZero-style learner: ``python examples/selfplay.py --games 64 --out data.npz``.

All games are played side by side by one network against itself. Every decision becomes a row: what the seat saw, what
it might do, how likely each answer was meant to be, and how the game ended for that seat. Here the network is a table
of random numbers and the wanted policy is its softmax; put your network into ``Net`` and, where you search, visits
into ``improved``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import dune_sim
from dune_sim.games.base import Game


class Decision(NamedTuple):
    """One row for the learner."""

    features: NDArray[np.int16]
    mask: NDArray[np.bool_]
    policy: NDArray[np.float32]
    value: float


class Net:
    """Logits of all actions; a single layer of random numbers until somebody trains it."""

    def __init__(self, width: int, actions: int, seed: int) -> None:
        self.weights = np.random.default_rng(seed).normal(0, 0.02, (width, actions)).astype(np.float32)

    def __call__(self, features: NDArray[np.int16]) -> NDArray[np.float32]:
        logits: NDArray[np.float32] = np.tanh(features.astype(np.float32) / 8) @ self.weights
        return logits


def improved(net: Net, features: NDArray[np.int16], masks: NDArray[np.bool_]) -> NDArray[np.float32]:
    """How likely each answer should be. A search would sharpen this by visits."""
    logits = np.where(masks, net(features), -np.inf)
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    policy: NDArray[np.float32] = (odds / odds.sum(axis=1, keepdims=True)).astype(np.float32)
    return policy


def self_play(game: Game, net: Net, games: int, side_by_side: int, seed: int) -> Iterator[list[Decision]]:
    """The decisions of whole games, a list for each as it ends."""
    vector, rng = game.vector(side_by_side, seed=seed), np.random.default_rng(seed)
    batch, slots = vector.reset(), np.arange(side_by_side)
    open_rows: list[list[tuple[int, Any, Any, Any]]] = [[] for _ in slots]
    played = 0
    while played < games:
        policy = improved(net, batch.features, batch.masks)
        # one draw from each row: the logarithm of the odds plus noise of Gumbel is greatest as often as the odds say
        with np.errstate(divide="ignore"):
            actions = (np.log(policy) + rng.gumbel(size=policy.shape)).argmax(axis=1)
        for k in slots:
            open_rows[k].append((int(batch.seats[k]), batch.features[k].copy(), batch.masks[k].copy(), policy[k]))
        batch = vector.step(actions)
        for k in np.flatnonzero(batch.dones):
            rewards = batch.rewards[k]
            yield [Decision(seen, mask, wanted, float(rewards[seat])) for seat, seen, mask, wanted in open_rows[k]]
            open_rows[k], played = [], played + 1


def main() -> None:
    asked = argparse.ArgumentParser(description="Write the decisions of self-play for a learner.")
    asked.add_argument("--game", default="imperium", choices=("imperium", "arrakis"))
    asked.add_argument("--games", type=int, default=64)
    asked.add_argument("--side-by-side", type=int, default=32)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--out", type=Path, default=Path("data.npz"))
    given = asked.parse_args()
    game = dune_sim.make(given.game)
    net = Net(game.vector(1).width, game.num_actions, given.seed)
    rows = [one for game_rows in self_play(game, net, given.games, given.side_by_side, given.seed) for one in game_rows]
    columns = {name: np.stack([getattr(one, name) for one in rows]) for name in Decision._fields}
    np.savez_compressed(given.out, **columns)
    print(f"{given.games} games, {len(rows):,} decisions: wrote {given.out}")


if __name__ == "__main__":
    main()
