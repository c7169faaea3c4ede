"""Observed, adjusted and caused strength of cards side by side, and how far they agree."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from dune_sim.analysis.adjusted import adjust, adjusted_table
from dune_sim.analysis.blocks import Source
from dune_sim.analysis.observed import card_table, observe
from dune_sim.errors import UsageError

#: kinds of strength; a denial takes a card away, so it stands with its sign turned
KINDS = ("observed", "adjusted", "gift", "deny")
#: cards that two kinds must both know for a rank correlation
LEAST_CARDS = 5


def compare(source: Source, experiments: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """One record a card with every kind of strength that is known, and the rank correlations of the kinds."""
    found: dict[str, dict[str, Any]] = {}
    for row in card_table(observe(source)):
        if row["uplift"]["effect"] is not None:
            found.setdefault(row["card"], {})["observed"] = interval(row["uplift"])
    try:
        for row in adjusted_table(adjust(source)):
            found.setdefault(row["card"], {})["adjusted"] = interval(row)
    except UsageError:
        pass
    for one in experiments:
        if one["kind"] in KINDS:
            found.setdefault(one["card"], {})[one["kind"]] = interval(one)
    cards: list[dict[str, Any]]
    cards = [{"card": card, **{kind: kinds.get(kind) for kind in KINDS}} for card, kinds in found.items()]
    cards.sort(key=lambda one: -float((one["gift"] or one["observed"] or {"effect": -1.0})["effect"]))
    return {"cards": cards, "correlations": correlations(cards), "disagreements": disagreements(cards)}


def interval(row: dict[str, Any]) -> dict[str, float]:
    return {key: row[key] for key in ("effect", "low", "high")}


def strength(card: dict[str, Any], kind: str) -> float | None:
    """What a kind says the card is worth to its holder."""
    if card[kind] is None:
        return None
    effect = float(card[kind]["effect"])
    return -effect if kind == "deny" else effect


def correlations(cards: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Spearman's rank correlation of every two kinds, over the cards that both know."""
    from scipy.stats import spearmanr

    found = []
    for one, other in combinations(KINDS, 2):
        pairs = [(strength(card, one), strength(card, other)) for card in cards]
        both = [(a, b) for a, b in pairs if a is not None and b is not None]
        if len(both) >= LEAST_CARDS and len({a for a, _ in both}) > 1 and len({b for _, b in both}) > 1:
            rho = spearmanr(*zip(*both, strict=True))
            told = {"rho": round(float(rho.statistic), 4), "p": float(rho.pvalue), "cards": len(both)}
            found.append({"kinds": [one, other], **told})
    return found


def disagreements(cards: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Cards whose ranks by observed strength and by a gift are farthest apart."""
    both = [one for one in cards if one["observed"] is not None and one["gift"] is not None]
    ranks = {
        kind: {one["card"]: k for k, one in enumerate(sorted(both, key=lambda one: -(strength(one, kind) or 0.0)), 1)}
        for kind in ("observed", "gift")
    }
    found = [
        {"card": one["card"], "rank_observed": ranks["observed"][one["card"]], "rank_gift": ranks["gift"][one["card"]]}
        for one in both
    ]
    return sorted(found, key=lambda one: -abs(one["rank_observed"] - one["rank_gift"]))
