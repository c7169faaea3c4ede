"""Ratings of players that met each other: one number each, from which the chance of every meeting follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: points of a rating for a factor e of odds: 400 for ten to one, as in chess
POINTS = 400 / log(10)
#: a win and a loss of half a game that every pair is given, so that who won all is not infinitely good
PRIOR = 0.5


@dataclass(frozen=True)
class Rating:
    """Points above or below the mean of all that took part, with a 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Meeting:
    """How often one player in one seat won against another in all the others."""

    one: int
    other: int
    seats: int
    won: float
    games: int


def rate_players(count: int, meetings: Sequence[Meeting]) -> list[Rating]:
    """A player in one seat wins with odds of ``exp(own - other) / (seats - 1)``: a binomial regression on the pairs.

    statsmodels fits it; the ratings add up to 0.
    """
    from statsmodels.genmod.families import Binomial
    from statsmodels.genmod.generalized_linear_model import GLM

    design: NDArray[np.float64] = np.zeros((len(meetings), count - 1))
    for k, met in enumerate(meetings):
        for player, sign in ((met.one, 1), (met.other, -1)):
            if player < count - 1:
                design[k, player] += sign
            else:
                design[k] -= sign
    # each pair twice: as often as it was won, and as often as it was not
    won, weights = [1, 0] * len(meetings), [one + PRIOR for met in meetings for one in (met.won, met.games - met.won)]
    odds = [-log(met.seats - 1) for met in meetings for _ in range(2)]
    fitted: Any = GLM(won, np.repeat(design, 2, axis=0), Binomial(), offset=odds, freq_weights=weights).fit()
    # the last one is what the others leave
    whole = np.vstack([np.eye(count - 1), -np.ones(count - 1)])
    values = whole @ fitted.params
    reach = NormalDist().inv_cdf(0.975) * np.sqrt(np.diag(whole @ fitted.cov_params() @ whole.T))
    return [
        Rating(POINTS * value, POINTS * (value - one), POINTS * (value + one))
        for value, one in zip(values, reach, strict=True)
    ]
