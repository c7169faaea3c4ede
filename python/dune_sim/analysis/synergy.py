"""Pairs of cards that are worth more, or less, together than one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dune_sim.analysis.adjusted import Fit
from dune_sim.analysis.design import Design
from dune_sim.analysis.rates import z_of

#: pairs that fewer seats held together are left out
LEAST_TOGETHER = 50
#: false discoveries among those called different
FALSE_DISCOVERIES = 0.05
#: pairs worked on at once
CHUNK = 64


def synergies(found: Fit, confidence: float = 0.95, least: int = LEAST_TOGETHER) -> list[dict[str, Any]]:
    """Every pair that enough seats held together, the surest first; ``q`` is the false-discovery rate.

    The product of two cards joins the regression by itself: what it explains of the rest, once everything that the
    other columns say of it is taken off (Frisch, Waugh and Lovell). Errors have games as clusters.
    """
    from scipy.stats import false_discovery_control, norm

    design = found.design
    flat = design.held.reshape(-1, len(design.cards))
    together = flat.T.astype(np.float32) @ flat.astype(np.float32)
    pairs = [(a, b) for a, b in combinations(range(len(design.cards)), 2) if together[a, b] >= least]
    if not pairs:
        return []
    effect, error = (np.concatenate(one) for one in zip(*_effects(design, found.rest, pairs), strict=True))
    sure = error > 0
    p = np.where(sure, 2 * norm.sf(np.abs(effect) / np.where(sure, error, 1.0)), 1.0)
    q = false_discovery_control(p)
    z = z_of(confidence)
    table = [
        {
            "cards": [design.cards[a], design.cards[b]],
            "effect": round(float(effect[k]), 6),
            "low": round(float(effect[k] - z * error[k]), 6),
            "high": round(float(effect[k] + z * error[k]), 6),
            "count": int(together[a, b]),
            "q": float(q[k]),
            "discovered": bool(q[k] <= FALSE_DISCOVERIES),
        }
        for k, (a, b) in enumerate(pairs)
    ]
    return sorted(table, key=lambda one: (one["q"], -abs(one["effect"])))


def _effects(
    design: Design, rest: NDArray[np.float64], pairs: list[tuple[int, int]]
) -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Effects and standard errors of pairs, some at a time.

    Columns and rest add up to nothing in every game. So a product of two cards, which is rare, need not be held against
    the other seats where it only meets them: that is a factor, and few rows are touched.
    """
    from scipy.sparse import csc_array

    games, players, _ = design.held.shape
    against = players / (players - 1)
    gram = design.columns.T @ design.columns
    #: what each game says of each column
    scores = (design.columns * rest[:, None]).reshape(games, players, -1).sum(axis=1)
    for at in range(0, len(pairs), CHUNK):
        some = pairs[at : at + CHUNK]
        both = np.stack([design.held[:, :, a] & design.held[:, :, b] for a, b in some], axis=2)
        sparse = csc_array(both.reshape(games * players, -1).astype(np.float64))
        along = against * (sparse.T @ design.columns).T
        weights = np.linalg.solve(gram, along)
        per_game = both.sum(axis=1)
        own = against**2 * (per_game.sum(axis=0) - (per_game * per_game).sum(axis=0) / players)
        size = own - (along * weights).sum(axis=0)
        # a pair that follows from the single cards says nothing of its own
        fine = size > 1e-6 * own
        size = np.where(fine, size, 1.0)
        scatter = against * (sparse * rest[:, None]).toarray().reshape(games, players, -1).sum(axis=1)
        effect = np.where(fine, scatter.sum(axis=0) / size, 0.0)
        scatter -= scores @ weights
        error = np.sqrt((scatter * scatter).sum(axis=0)) / size
        yield effect, np.where(fine, error, 0.0)
