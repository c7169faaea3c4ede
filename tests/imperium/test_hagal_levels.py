"""Harder levels of the solo game are harder for the same player."""

from __future__ import annotations

from itertools import pairwise

import pytest

from dune_sim import make
from dune_sim.engines import cpp
from dune_sim.games.result import Rate
from dune_sim.programs import program
from imperium.rivals import LEVELS


def wins(level: str, games: int) -> Rate:
    """How often the greedy player beats both rivals, on the same seeds at every level."""
    return make("imperium", players=1, difficulty=level).simulate(games, policy="greedy", seed=11).win_rate(0)


@pytest.mark.slow
@pytest.mark.skipif(cpp.problem(program("imperium_full_players")) is not None, reason="the C++ engine is not built")
@pytest.mark.rule("HAG-SOLO-01")
def test_the_greedy_player_wins_less_the_harder_the_level() -> None:
    rates = [wins(level, 600) for level in LEVELS]
    for easier, harder in pairwise(rates):
        assert easier.low > harder.high, rates
