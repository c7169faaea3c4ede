"""A recorded run as tables: cards, leaders, balance; what `dune-sim cards` and the methods of a run give."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from dune_sim.analysis.adjusted import adjust, adjusted_table
from dune_sim.analysis.balance import balance_table, leader_table
from dune_sim.analysis.design import GAMES
from dune_sim.analysis.measures import MEASURES
from dune_sim.analysis.observed import SORTS, card_table, observe
from dune_sim.analysis.recorded import Recorded
from dune_sim.analysis.synergy import synergies
from dune_sim.content.overlay import near
from dune_sim.errors import UsageError

if TYPE_CHECKING:
    from dune_sim.runs.store import Run

#: where the adjusted effect stands, if it was asked for
ADJUSTED = "adjusted"
SORTED: dict[str, Sequence[str]] = {**SORTS, ADJUSTED: ("adjusted", "effect")}
#: measures of the table of cards, each with its bias
CARD_MEASURES = (
    "available", "acquire_rate", "acquired", "drawn", "played", "never_seen", "improvement_when_drawn", "uplift",
    "by_round",
)  # fmt: skip


def cards(
    run: Run,
    sort: str = "uplift",
    card: str | None = None,
    least: int = 0,
    adjusted: bool = False,
    pairs: bool = False,
    games: int = GAMES,
    progress: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """How strong every card of a run looks.

    Parameters
    ----------
    sort : str
        The measure that decides about the order; the highest first, names in their own order.
    card : str
        Only cards with this text in their id.
    least : int
        Only cards that so many seats acquired, or, of those that nobody acquires, drew.
    adjusted, pairs : bool
        The regression on the first ``games`` games besides, and the pairs of cards it finds.
    """
    if sort not in SORTED:
        raise UsageError(f"there is no measure {sort!r} to sort by{near(sort, SORTED) or '; ' + ', '.join(SORTED)}")
    if sort == ADJUSTED and not adjusted:
        raise UsageError("sorting by adjusted needs the adjusted effects: ask for them")
    source = Recorded(run)
    rows = card_table(observe(source, progress))
    found: dict[str, Any] = {"game": run.manifest["game"], "games": source.games, "sort": sort}
    bias = {one: MEASURES[one].bias for one in CARD_MEASURES}
    if adjusted or pairs:
        fitted = adjust(source, games)
        told = {one["card"]: one for one in adjusted_table(fitted)}
        empty = {"effect": None, "low": None, "high": None, "count": 0}
        for one in rows if adjusted else ():
            mine = told.get(one["card"], empty)
            one["adjusted"] = {key: mine[key] for key in empty}
        found["adjusted_games"] = fitted.games
        if pairs:
            found["pairs"], bias["synergy"] = synergies(fitted), MEASURES["synergy"].bias
        if adjusted:
            bias["adjusted"] = MEASURES["adjusted"].bias
    found["cards"] = arranged(rows, sort, card, least)
    return {**found, "bias": bias}


def arranged(rows: list[dict[str, Any]], sort: str, card: str | None, least: int) -> list[dict[str, Any]]:
    """Those that were asked for, in the order that was; cards without a value come last."""
    kept = [one for one in rows if card is None or card in one["card"]]
    kept = [one for one in kept if (one["acquired"]["count"] or one["drawn"]["count"]) >= least]

    def place(one: dict[str, Any]) -> tuple[Any, ...]:
        value: Any = one
        for key in SORTED[sort]:
            value = value[key]
        if isinstance(value, str):
            return (False, value)
        return (value is None, -(value or 0.0))

    return sorted(kept, key=place)


def leaders(run: Run) -> dict[str, Any]:
    """How often each leader wins."""
    return {"game": run.manifest["game"], "games": run.finished(), **leader_table(run)}


def balance(run: Run) -> dict[str, Any]:
    """Who wins by seat, turn order, leader, pair of leaders, opening or side."""
    return balance_table(run)
