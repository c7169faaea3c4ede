"""Two runs side by side: what is different, and how surely."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

from dune_sim.report import charts
from dune_sim.report.overview import Ask, seat_rates, win_rates
from dune_sim.report.parts import Cell, Column, Part, chart, pair, section, table
from dune_sim.report.strength import nice

Record = Mapping[str, Any]
DIFFERENCE = (
    "The second run minus the first, with a 95 % interval. The runs are taken as independent, also where they share "
    "seeds."
)


def compare(
    names: tuple[str, str], summaries: tuple[Record, Record], asks: tuple[Ask, Ask], cards: tuple[Any, Any]
) -> Part:
    """The section on a second run of the same game."""
    seats = [seat_rates(one) for one in summaries]
    parts: list[Part | None] = [means(names, summaries), pair(rates("Seats", names, seats))]
    leaders = [win_rates(ask, "leader", order="wins / count desc") if has_leaders(ask) else [] for ask in asks]
    if all(leaders):
        parts[1] = pair(rates("Seats", names, seats), rates("Leaders", names, leaders))
    parts.append(card_differences(cards))
    return section("compare", f"{names[0]} and {names[1]}", *parts, short="Compare")


def has_leaders(ask: Ask) -> bool:
    return any(row["column_name"] == "leader" for row in ask("describe seats"))


def rates(title: str, names: tuple[str, str], both: Sequence[Sequence[Record]]) -> Part:
    """Win rates in both runs beside each other."""
    rows = [{**one, "run": name} for name, listed in zip(names, both, strict=True) for one in listed]
    return chart(title, charts.grouped(rows, "win_rate", "win rate", "run"))


def means(names: tuple[str, str], summaries: tuple[Record, Record]) -> Part:
    """Games, lengths and the like."""
    cells: list[list[Cell]] = [["Games", *(float(one["games"]) for one in summaries)]]
    for name in summaries[0]["means"]:
        cells.append([nice(name), *(float(one["means"].get(name, 0)) for one in summaries)])
    columns = [Column("on average"), *(Column(name, "number") for name in names)]
    return table("", columns, cells, name="means", sort=0, down=False)


def card_differences(cards: tuple[Sequence[Record], Sequence[Record]]) -> Part | None:
    """Cards by how their observed uplift differs."""
    before = {one["card"]: one for one in cards[0]}
    rows: list[list[Cell]] = []
    for one in cards[1]:
        first, second = before.get(one["card"], {}).get("uplift"), one["uplift"]
        if not first or first["effect"] is None or second["effect"] is None:
            continue
        value = second["effect"] - first["effect"]
        reach = sqrt(sum(((held["high"] - held["low"]) / 2) ** 2 for held in (first, second)))
        effects = [[held["effect"], held["low"], held["high"]] for held in (first, second)]
        rows.append([nice(one["card"]), *effects, [value, value - reach, value + reach]])
    if not rows:
        return None
    columns = [
        Column("card"), Column("uplift in the first", "effect"), Column("in the second", "effect"),
        Column("difference", "effect", DIFFERENCE),
    ]  # fmt: skip
    return table("Cards", columns, rows, name="compared-cards", sort=3)
