"""A sequential test: two win rates, and games are played until they tell which of the two is true (Wald 1945)."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from dune_sim.errors import UsageError

#: how often each of the two decisions may be wrong
ERROR = 0.05
#: how much better than chance is better, unless told otherwise
STEP = 0.05


@dataclass(frozen=True)
class Verdict:
    """What the test says after some games."""

    low: float
    high: float
    #: log of how much likelier the games are with the higher rate
    ratio: float
    #: games until it stopped, or all there are
    games: int
    #: the rate that it decided for, None while it is open
    accepted: float | None

    def __str__(self) -> str:
        if self.accepted is None:
            return f"open between {self.low:.1%} and {self.high:.1%} (log ratio {self.ratio:+.2f} of ±{bound():.2f})"
        side = "at least" if self.accepted == self.high else "at most"
        return f"decided after {self.games} games: {side} {self.accepted:.1%}, not {self._other():.1%}"

    def _other(self) -> float:
        return self.low if self.accepted == self.high else self.high


def bound() -> float:
    """Where the log ratio ends the test."""
    return log((1 - ERROR) / ERROR)


@dataclass(frozen=True)
class TwoRates:
    """Games go on until one of two win rates is clearly likelier than the other."""

    low: float
    high: float

    def __post_init__(self) -> None:
        if not 0 < self.low < self.high < 1:
            raise UsageError(f"a sequential test needs 0 < low < high < 1, not {self.low:g} and {self.high:g}")

    def look(self, shares: NDArray[np.float64]) -> Verdict:
        """What the games say, in their order: those after its end do not count."""
        steps = shares * log(self.high / self.low) + (1 - shares) * log((1 - self.high) / (1 - self.low))
        ratios = np.cumsum(steps)
        ends = np.flatnonzero(np.abs(ratios) >= bound())
        if not len(ends):
            return Verdict(self.low, self.high, float(ratios[-1]) if len(ratios) else 0.0, len(shares), None)
        ratio = float(ratios[ends[0]])
        return Verdict(self.low, self.high, ratio, int(ends[0]) + 1, self.high if ratio > 0 else self.low)


def sequential(seats: int, low: float | None = None, high: float | None = None) -> TwoRates:
    """The usual test: chance against five points more."""
    low = 1 / seats if low is None else low
    return TwoRates(low, min(low + STEP, (1 + low) / 2) if high is None else high)
