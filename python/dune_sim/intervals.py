"""Confidence intervals of sampled shares and means."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist


@dataclass(frozen=True)
class Estimate:
    """A sampled value and the interval around it."""

    value: float
    low: float
    high: float

    def to_dict(self) -> dict[str, float]:
        return {"value": self.value, "low": self.low, "high": self.high}


def share(count: float, total: int, confidence: float = 0.95) -> Estimate:
    """``count`` of ``total`` with its Wilson score interval.

    statsmodels' ``proportion_confint(method="wilson")`` gives the same numbers (a test holds the two together);
    importing it takes longer than everything else that a battle needs.
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    p = count / total
    middle = (p + z * z / (2 * total)) / (1 + z * z / total)
    reach = z * sqrt(p * (1 - p) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    # at 0 and at all of them the bound is the share itself, whatever rounding says
    return Estimate(p, 0.0 if count == 0 else middle - reach, 1.0 if count == total else middle + reach)


def mean(total: float, squares: float, count: int, confidence: float = 0.95) -> Estimate:
    """Mean of ``count`` values, given their sum and the sum of their squares, with the normal interval."""
    value = total / count
    variance = max(0.0, squares / count - value * value)
    reach = NormalDist().inv_cdf((1 + confidence) / 2) * sqrt(variance / count)
    return Estimate(value, value - reach, value + reach)
