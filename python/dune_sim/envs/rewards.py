"""What the end of a game is worth to each seat, from the rows that the kernels write."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dune_sim.agents.duels import shares_of
from dune_sim.errors import UsageError
from dune_sim.games.checks import is_one_of

if TYPE_CHECKING:
    from dune_sim.games.base import Game

Rewards = NDArray[np.float64]
#: what a reward may count
KINDS = ("win", "rank", "margin", "shaped")
#: points ahead or behind that count as much as a victory
FULL_MARGIN = 10


def check_reward(kind: object, game: Game) -> str:
    """A reward by its name."""
    if not isinstance(kind, str) or not is_one_of(kind, KINDS):
        raise UsageError(f"unknown reward {kind!r}; choose {', '.join(KINDS)}")
    if kind in ("rank", "margin") and not {"rank_0", "points_0"} <= set(game.columns):
        raise UsageError(f"{game.name} has no points, so that its reward cannot be {kind}; choose win or shaped")
    return kind


def final_rewards(game: Game, rows: NDArray[np.int64], kind: str) -> Rewards:
    """One row a game, one column for each player.

    - ``win``: 1 for a victory, a part of it where it is shared; what the winners have is lost by the others evenly;
      nobody's game is worth nothing;
    - ``rank``: from 1 for the first place to -1 for the last, those who are level share theirs;
    - ``margin``: points ahead of the best other seat, a tenth of a victory each, at most one whole;
    - ``shaped``: the share of the victory, from 0 to 1, which evaluations on the way add up to.
    """
    if kind == "rank":
        return _ranks(game, rows)
    if kind == "margin":
        return _margins(game, rows)
    shares = shares_of(game, rows)
    if kind == "shaped":
        return shares
    sides = max(2, len(game.seats))
    somebody = game.outcomes(rows)[0][:, None] >= 0
    won: Rewards = np.where(somebody, (shares * sides - 1) / (sides - 1), 0)
    return won


def _ranks(game: Game, rows: NDArray[np.int64]) -> Rewards:
    sides = len(game.seats)
    rank = rows[:, [game.columns.index(f"rank_{seat}") for seat in range(sides)]]
    level = (rank[:, None, :] == rank[:, :, None]).sum(axis=2) - 1
    found: Rewards = 1 - 2 * (rank - 1 + level / 2) / max(1, sides - 1)
    return found[:, : game.num_players]


def _margins(game: Game, rows: NDArray[np.int64]) -> Rewards:
    points = game.outcomes(rows)[1]
    sides = points.shape[1]
    found = np.zeros(points.shape)
    for seat in range(sides):
        others = points[:, [one for one in range(sides) if one != seat]]
        found[:, seat] = (points[:, seat] - others.max(axis=1)) / FULL_MARGIN if others.size else 0
    return np.clip(found, -1, 1)[:, : game.num_players]
