"""Win rates of seats in games, with intervals that know that the seats of one game share its victory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def z_of(confidence: float) -> float:
    """How many standard errors an interval reaches to either side."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def wilson(p: Floats, size: Floats, confidence: float = 0.95) -> tuple[Floats, Floats]:
    """Wilson intervals around shares ``p`` of ``size`` draws each; a size may be infinite, or 0 for nothing known."""
    z = z_of(confidence)
    with np.errstate(divide="ignore", invalid="ignore"):
        over = np.where(size > 0, z * z / size, np.inf)
        middle = (p + over / 2) / (1 + over)
        reach = np.sqrt(over * (p * (1 - p) + over / 4)) / (1 + over)
    low = np.where(p <= 0, 0.0, middle - reach)
    high = np.where(p >= 1, 1.0, middle + reach)
    nothing = ~(size > 0)
    return np.where(nothing, 0.0, low), np.where(nothing, 1.0, high)


@dataclass(frozen=True)
class Rates:
    """Shares with their intervals; ``count`` seats went into each."""

    value: Floats
    low: Floats
    high: Floats
    count: Floats

    def at(self, *place: int) -> dict[str, Any]:
        """One of them as plain data; without a value where nothing was counted."""
        count = int(self.count[place])
        if count == 0:
            return {"win_rate": None, "low": None, "high": None, "count": 0}
        found = {"win_rate": self.value[place], "low": self.low[place], "high": self.high[place]}
        return {**{name: round(float(one), 6) for name, one in found.items()}, "count": count}


class Wins:
    """How often seats of several kinds won, summed game by game, for many things at once.

    Of a game count ``n``, its seats of a kind, and ``w``, what they won together. As the seats of a game share one
    victory they are no independent draws: an interval is Wilson's for as many draws as would be as uncertain as the
    games were (a ratio estimate with games as clusters). Sums of products of all ``n`` and ``w`` hold all of that.
    """

    def __init__(self, kinds: Sequence[str], *shape: int) -> None:
        self.kinds = tuple(kinds)
        size = 2 * len(self.kinds)
        self.totals = np.zeros((*shape, size))
        self.products = np.zeros((*shape, size, size))
        #: games that hold any seat of the kind
        self.games = np.zeros((*shape, len(self.kinds)))

    def add(self, counts: NDArray[np.float32], at: Any = ...) -> None:
        """Further games; the axes are those of the things, then ``n`` of each kind and ``w`` of each, then games."""
        self.totals[at] += counts.sum(axis=-1, dtype=np.float64)
        self.products[at] += np.matmul(counts, np.swapaxes(counts, -1, -2))
        self.games[at] += np.count_nonzero(counts[..., : len(self.kinds), :], axis=-1)

    def count(self, kind: str) -> Floats:
        """Seats of the kind."""
        found: Floats = self.totals[..., self.kinds.index(kind)]
        return found

    def share(self, kind: str) -> Floats:
        """What was won for each seat; 0 where there was none."""
        n, w = self.count(kind), self.totals[..., len(self.kinds) + self.kinds.index(kind)]
        found: Floats = np.divide(w, n, out=np.zeros_like(n), where=n > 0)
        return found

    def covariance(self, kind: str, other: str) -> Floats:
        """Of the shares of two kinds, with games as the draws."""
        i, j, k = self.kinds.index(kind), self.kinds.index(other), len(self.kinds)
        p, q, sums = self.share(kind), self.share(other), self.products
        ww, nn = sums[..., k + i, k + j], sums[..., i, j]
        scatter = ww - p * sums[..., i, k + j] - q * sums[..., k + i, j] + p * q * nn
        # what rounding leaves of games that all gave the same
        scatter = np.where(np.abs(scatter) < 1e-6 * np.maximum(ww, 1.0), 0.0, scatter)
        games = np.minimum(self.games[..., i], self.games[..., j])
        size = self.count(kind) * self.count(other)
        found: Floats = np.divide(
            scatter * games, np.maximum(games - 1, 1) * size, out=np.zeros_like(size), where=size > 0
        )
        return found

    def rates(self, kind: str, confidence: float = 0.95) -> Rates:
        """The shares with their intervals."""
        p, n, spread = self.share(kind), self.count(kind), self.covariance(kind, kind)
        alike = p * (1 - p)
        # nobody or everybody won: the draws are what they are; no scatter at all: the rules fix the share
        size = np.where(alike <= 1e-12, n, np.divide(alike, spread, out=np.full_like(n, np.inf), where=spread > 0))
        low, high = wilson(p, np.where(n > 0, size, 0.0), confidence)
        return Rates(p, low, high, n)

    def contrast(self, kind: str, other: str, *place: int, confidence: float = 0.95) -> dict[str, Any]:
        """How much more often the one kind won, as plain data; without a value where one of them is missing."""
        counts = {"count": int(self.count(kind)[place]), "count_other": int(self.count(other)[place])}
        if not all(counts.values()):
            return {"effect": None, "low": None, "high": None, **counts}
        spread = self.covariance(kind, kind) + self.covariance(other, other) - 2 * self.covariance(kind, other)
        reach = z_of(confidence) * float(np.sqrt(max(spread[place], 0.0)))
        effect = float(self.share(kind)[place] - self.share(other)[place])
        low, high = max(-1.0, effect - reach), min(1.0, effect + reach)
        return {"effect": round(effect, 6), "low": round(low, 6), "high": round(high, 6), **counts}
