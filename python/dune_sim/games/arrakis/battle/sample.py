"""Battles played by an engine, beside the exact odds."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from dune_sim.engines import load
from dune_sim.engines.memory import Records
from dune_sim.games.arrakis.battle.kernels.game import POLICY_PLAN
from dune_sim.games.arrakis.battle.kernels.rows import ROW_WIDTH
from dune_sim.games.arrakis.battle.odds import Sampled
from dune_sim.games.arrakis.battle.tables import SIDES
from dune_sim.games.arrakis.kernels.legion import BATTLE_ACTIONS
from dune_sim.games.batch import Job, play_chunk, split
from dune_sim.games.seating import plain_seating
from dune_sim.intervals import Estimate, mean, share

CHUNK = {"python": 500}
FAST_CHUNK = 1 << 16

#: columns of a row (kernels/battle/game.py): winner, reason, rounds, decisions, then six for each side
WINNERS = {"attacker": 0, "defender": 1, "both_destroyed": -1}
ROUNDS = 2
FIGURES = (4, 10)
UNITS, GENERIC, NAMED = slice(0, 3), 3, 4


class _Tally:
    """Counts and sums over all rows, so that memory stays flat."""

    def __init__(self, figures: Mapping[str, tuple[int, int]]) -> None:
        self.start = figures
        self.wins = dict.fromkeys(WINNERS, 0)
        self.survivors = {side: np.zeros(figures[side][0] + 1, np.int64) for side in SIDES}
        # side -> what -> sum and sum of squares
        self.losses = {side: {"units": [0, 0], "leaders": [0, 0]} for side in SIDES}
        self.rounds = [0, 0]

    def add(self, rows: NDArray[np.int64]) -> None:
        for name, number in WINNERS.items():
            self.wins[name] += int((rows[:, 0] == number).sum())
        _sum(self.rounds, rows[:, ROUNDS])
        for side, first in zip(SIDES, FIGURES, strict=True):
            part = rows[:, first:]
            units = part[:, UNITS].sum(axis=1)
            leaders = part[:, GENERIC] + np.bitwise_count(part[:, NAMED])
            self.survivors[side] += np.bincount(units, minlength=len(self.survivors[side]))
            _sum(self.losses[side]["units"], self.start[side][0] - units)
            _sum(self.losses[side]["leaders"], self.start[side][1] - leaders)


def _sum(into: list[int], values: NDArray[np.int64]) -> None:
    into[0] += int(values.sum())
    into[1] += int((values * values).sum())


def sample(tables: Records, figures: Mapping[str, tuple[int, int]], battles: int, seed: int, engine: str) -> Sampled:
    """Play battles and count; ``figures`` holds units and leaders of each side at the start."""
    chosen = load("battle", engine)
    job = Job(chosen, tables, ROW_WIDTH, BATTLE_ACTIONS, plain_seating("battle", (POLICY_PLAN, POLICY_PLAN)), seed)
    tally = _Tally(figures)
    for first, count in split(0, battles, CHUNK.get(chosen.name, FAST_CHUNK)):
        tally.add(play_chunk(job, first, count).rows)
    losses: dict[str, dict[str, Estimate]] = {
        side: {what: mean(sums[0], sums[1], battles) for what, sums in tally.losses[side].items()} for side in SIDES
    }
    return Sampled(
        battles,
        seed,
        chosen.name,
        {name: share(count, battles) for name, count in tally.wins.items()},
        {side: {n: share(int(c), battles) for n, c in enumerate(tally.survivors[side])} for side in SIDES},
        losses,
        mean(tally.rounds[0], tally.rounds[1], battles),
    )
