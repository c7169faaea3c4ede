"""Two arms played from the same seeds: their differences, and intervals that stay true when one may stop early."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dune_sim.analysis.rates import z_of

#: games at which the anytime interval is narrowest compared with an ordinary one
TUNED_FOR = 10_000


@dataclass(frozen=True)
class Interval:
    """An estimate and what surrounds it."""

    effect: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2

    def to_dict(self, digits: int = 6) -> dict[str, float]:
        return {key: round(getattr(self, key), digits) for key in ("effect", "low", "high")}


class Pairs:
    """Sums of differences, one number a game for each of some measures."""

    def __init__(self, measures: int) -> None:
        self.games = 0
        self.sums = np.zeros(measures)
        self.squares = np.zeros(measures)

    def add(self, differences: NDArray[Any]) -> None:
        """Further games: one row each, one column a measure."""
        self.games += len(differences)
        self.sums += differences.sum(axis=0)
        self.squares += (differences.astype(np.float64) ** 2).sum(axis=0)

    def mean(self, measure: int = 0) -> float:
        return float(self.sums[measure]) / self.games

    def variance(self, measure: int = 0) -> float:
        """Of the differences. One part in n is added: few differences look more alike than they are.

        Chow and Robbins (1965): so one may stop when an interval is narrow enough, and it still holds.
        """
        n = self.games
        return max(0.0, float(self.squares[measure]) / n - self.mean(measure) ** 2) + 1 / n

    def interval(self, measure: int = 0, confidence: float = 0.95) -> Interval:
        """For as many games as were wanted, or for stopping when it is narrow enough; not when it looks good."""
        middle, reach = self.mean(measure), z_of(confidence) * sqrt(self.variance(measure) / self.games)
        return Interval(middle, middle - reach, middle + reach)

    def anytime(self, measure: int = 0, confidence: float = 0.95) -> Interval:
        """True at all times at once, so that one may stop whenever one likes what one sees; wider for that.

        An asymptotic confidence sequence (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024, theorem 2.2).
        """
        t, alpha = self.games, 1 - confidence
        rho2 = (-2 * log(alpha) + log(-2 * log(alpha)) + 1) / TUNED_FOR
        spread = t * rho2 + 1
        reach = sqrt(self.variance(measure) * 2 * spread / (t * t * rho2) * log(sqrt(spread) / alpha))
        middle = self.mean(measure)
        return Interval(middle, middle - reach, middle + reach)

    def p_value(self, measure: int = 0) -> float:
        """How likely so large a difference is where there is none."""
        from scipy.stats import norm

        return float(2 * norm.sf(abs(self.mean(measure)) / sqrt(self.variance(measure) / self.games)))

    def further(self, until: float, confidence: float = 0.95) -> int:
        """Games that are still missing for a half-width, as far as one can tell now."""
        z = z_of(confidence)
        return max(0, int(np.ceil(self.variance() * z * z / (until * until))) - self.games)
