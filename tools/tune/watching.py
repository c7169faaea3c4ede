"""Games that players play against themselves, watched: what seats saw, and who won in the end."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dune_sim.agents.eyes import Eyes
from dune_sim.games.base import Game
from dune_sim.games.batch import worker_count
from dune_sim.games.seating import seating
from dune_sim.kernel.players.door import WATCH_END, WATCH_HEAD
from dune_sim.kernel.players.fixed import WHOLE

#: games that one crossing into the kernels plays, and rows there is room for in each
BATCH = 10
ROOM = 400


@dataclass(frozen=True)
class Watched:
    """One row for each look of a seat."""

    #: game, clock, seat that sees
    game: NDArray[np.int32]
    clock: NDArray[np.int32]
    seat: NDArray[np.int8]
    #: what it sees
    seen: NDArray[np.int16]
    #: share of each seat in the victory, by game
    shares: NDArray[np.float64]


def watch(game: Game, policy: str, games: int, seed: int, engine: str = "auto") -> Watched:
    """Play games in which every seat has the same policy; the same on any number of threads."""
    starts = range(0, games, BATCH)
    with ThreadPoolExecutor(worker_count(None)) as pool:
        parts = list(pool.map(lambda first: _watch(game, policy, min(BATCH, games - first), seed, first), starts))
    heads = np.concatenate([head for head, _, _ in parts])
    shares = np.zeros((games, game.num_players))
    for _, _, ends in parts:
        shares[ends[:, 0], ends[:, 2]] = ends[:, WATCH_HEAD] / WHOLE
    return Watched(
        heads[:, 0].astype(np.int32),
        heads[:, 1].astype(np.int32),
        heads[:, 2].astype(np.int8),
        np.concatenate([seen for _, seen, _ in parts]),
        shares,
    )


def _watch(
    game: Game, policy: str, games: int, seed: int, first: int
) -> tuple[NDArray[np.int64], NDArray[np.int16], NDArray[np.int64]]:
    """Heads and sights of some games, and their ends."""
    eyes = Eyes(game)
    seated = seating(game, [f"{policy}"] * game.num_players)
    if seated.looks_ahead:
        eyes.pilots = seated.pilots(1)
    rows = eyes.watch(games, seed, seated.pilot["policy"][0][: game.num_players], games * ROOM, first)
    over = rows[:, 3] == WATCH_END
    return rows[~over, :WATCH_HEAD], rows[~over, WATCH_HEAD:].astype(np.int16), rows[over]
