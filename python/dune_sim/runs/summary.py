"""The first look at a run: who won how often, how long the games were."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dune_sim.runs.result import rate
from dune_sim.runs.store import Run

if TYPE_CHECKING:
    from dune_sim.games.base import Game


def summarise(game: Game, run: Run) -> dict[str, Any]:
    """Win rates with intervals, unfinished games and means, from the columns alone."""
    wanted = ["winner", *(["unfinished"] if "unfinished" in game.columns else []), *game.mean_columns]
    table = run.read(wanted) if run.finished() else None
    games = run.finished()
    winner = table["winner"].to_numpy() if table is not None else np.zeros(0, np.int32)
    rates = {}
    for seat, name in enumerate(game.seats):
        one = rate(int((winner == seat).sum()), games)
        rates[str(name)] = {"share": one.share, "low": one.low, "high": one.high, "count": one.count}
    unfinished = int(table["unfinished"].to_numpy().sum()) if table is not None and "unfinished" in game.columns else 0
    means = {name: round(float(np.mean(table[name].to_numpy())), 3) for name in game.mean_columns} if table is not None else {}
    return {"game": game.name, "games": games, "win_rate": rates, "unfinished": unfinished, "means": means}
