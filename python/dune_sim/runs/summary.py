"""The first look at a run: who won how often, how long the games were, how they ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dune_sim.runs.result import rate
from dune_sim.runs.store import Run

if TYPE_CHECKING:
    from dune_sim.games.base import Game


def summarise(game: Game, run: Run) -> dict[str, Any]:
    """Win rates with intervals, unfinished games, means and endings, from the columns alone."""
    games = run.finished()
    endings = [name for name in ("end_reason", "reason") if name in game.columns]
    wanted = ["winner", *(["unfinished"] if "unfinished" in game.columns else []), *game.mean_columns, *endings]
    empty = np.zeros(0, np.int32)
    columns = dict.fromkeys(wanted, empty)
    if games:
        table = run.read(wanted)
        columns = {name: table[name].to_numpy() for name in wanted}
    rates = {}
    for seat, name in enumerate(game.seats):
        one = rate(int((columns["winner"] == seat).sum()), games)
        rates[str(name)] = {"share": one.share, "low": one.low, "high": one.high, "count": one.count}
    return {
        "game": game.name,
        "games": games,
        "win_rate": rates,
        "unfinished": int(columns.get("unfinished", empty).sum()),
        "means": {name: round(float(columns[name].mean()), 3) for name in game.mean_columns} if games else {},
        "endings": {name: _named(columns[name], game.codes[name]) for name in endings},
    }


def _named(column: Any, names: list[str]) -> dict[str, int]:
    """How often each name stands in a column of codes; names that do not are left out."""
    counts = np.bincount(column, minlength=len(names))
    return {name: int(count) for name, count in zip(names, counts, strict=True) if count}
