"""The first look at a run: who won how often, how long the games were, how they ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dune_sim.games.result import rate
from dune_sim.runs.store import Run

if TYPE_CHECKING:
    from dune_sim.games.base import Game


def summarise(game: Game, run: Run) -> dict[str, Any]:
    """Win rates with intervals, unfinished games, means and endings, from the columns alone."""
    games = run.finished()
    endings = [name for name in ("end_reason", "reason") if name in game.columns]
    wanted = ["winner", *(["unfinished"] if "unfinished" in game.columns else []), *game.mean_columns, *endings]
    wanted += [column for columns in game.rated.values() for column in columns]
    empty = np.zeros(0, np.int32)
    columns = dict.fromkeys(wanted, empty)
    if games:
        table = run.read(wanted)
        # piece by piece as memory: to_numpy of the whole would load pandas
        columns = {name: np.concatenate([np.from_dlpack(one) for one in table[name].chunks]) for name in wanted}
    wins = [game.wins(columns["winner"], seat) for seat in range(len(game.seats))]
    return {
        "game": game.name,
        "options": game.spec,
        "games": games,
        "win_rate": {str(name): _rate(wins[seat].sum(), games) for seat, name in enumerate(game.seats)},
        "win_rate_by": {
            name: _rates_by([columns[one] for one in listed], wins, game.codes[listed[0]])
            for name, listed in game.rated.items()
        },
        "unfinished": int(columns.get("unfinished", empty).sum()),
        "means": {name: round(float(columns[name].mean()), 3) for name in game.mean_columns} if games else {},
        "endings": {name: _named(columns[name], game.codes[name]) for name in endings},
    }


def _rate(count: Any, total: Any) -> dict[str, float]:
    one = rate(int(count), int(total))
    return {"share": one.share, "low": one.low, "high": one.high, "count": one.count, "games": one.total}


def _rates_by(held: list[Any], wins: list[Any], names: list[str]) -> dict[str, dict[str, float]]:
    """How often the seats won that held a thing, by its name; the best first, things nobody held left out."""
    things, won = np.concatenate(held), np.concatenate(wins[: len(held)])
    found = {
        name: _rate(won[things == number].sum(), (things == number).sum())
        for number, name in enumerate(names)
        if (things == number).any()
    }
    return dict(sorted(found.items(), key=lambda item: -item[1]["share"]))


def _named(column: Any, names: list[str]) -> dict[str, int]:
    """How often each name stands in a column of codes; names that do not are left out."""
    counts = np.bincount(column, minlength=len(names))
    return {name: int(count) for name, count in zip(names, counts, strict=True) if count}
