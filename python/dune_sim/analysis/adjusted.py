"""Adjusted strength: what a card is worth with seat, leader, round and the other cards held constant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dune_sim.analysis.design import GAMES, Design, read_design
from dune_sim.analysis.rates import z_of


@dataclass(frozen=True)
class Fit:
    """A fitted regression; effects are win probabilities."""

    design: Design
    effect: NDArray[np.float64]
    error: NDArray[np.float64]
    #: what the regression leaves unexplained
    rest: NDArray[np.float64]

    @property
    def games(self) -> int:
        return len(self.design.held)

    def of(self, name: str, confidence: float = 0.95) -> dict[str, Any] | None:
        """Effect of one column with its interval; nothing if it cannot be told from the others."""
        if name not in self.design.names:
            return None
        k = self.design.names.index(name)
        value, reach = float(self.effect[k]), z_of(confidence) * float(self.error[k])
        return {"effect": round(value, 6), "low": round(value - reach, 6), "high": round(value + reach, 6)}


def fit(design: Design) -> Fit:
    """Least squares by statsmodels; the errors know that the seats of a game hang together."""
    from statsmodels.regression.linear_model import OLS

    # there is no constant: columns and wins add up to nothing in every game
    found = OLS(design.won, design.columns, hasconst=False).fit(
        method="qr", cov_type="cluster", cov_kwds={"groups": design.game}
    )
    return Fit(design, np.asarray(found.params), np.asarray(found.bse), np.asarray(found.resid))


def adjust(source: Any, games: int = GAMES) -> Fit:
    """Read a run and fit it."""
    return fit(read_design(source, games))


def adjusted_table(found: Fit, confidence: float = 0.95) -> list[dict[str, Any]]:
    """One record a card, the strongest first."""
    design = found.design
    table = []
    for k, card in enumerate(design.cards):
        effect = found.of(f"card:{card}", confidence)
        if effect is not None:
            later = found.of(f"round:{card}", confidence)
            usual = round(float(design.usual[k]), 2) or None
            table.append({"card": card, **effect, "count": int(design.holders[k]), "round": usual, "each_round": later})
    return sorted(table, key=lambda one: -one["effect"])


