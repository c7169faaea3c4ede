"""What a report begins with: the main figures, who wins, how long games are and how they end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dune_sim.intervals import share
from dune_sim.report import charts
from dune_sim.report.parts import Cell, Column, Part, chart, pair, section, table, tiles
from dune_sim.report.strength import nice

#: asks the tables of a run: SQL in, records out
Ask = Callable[[str], list[dict[str, Any]]]
#: values of a histogram that are shown one by one
MOST_BARS = 40


def counted(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Records with ``name``, ``wins`` and ``count`` as rates with Wilson intervals."""
    found = []
    for row in rows:
        count = int(row["count"])
        one = share(float(row["wins"]), count).to_dict() if count else {"value": 0.0, "low": 0.0, "high": 1.0}
        found.append({"name": nice(str(row["name"])), "win_rate": one["value"], "low": one["low"],
                      "high": one["high"], "count": count})  # fmt: skip
    return found


def win_rates(ask: Ask, what: str, where: str = "true", order: str = "name", least: int = 1) -> list[dict[str, Any]]:
    """Of seats, by a column or an expression of the table of seats."""
    query = f"select {what} as name, sum(share) as wins, count(*) as count from seats where {where} group by 1"
    return counted(ask(f"select * from ({query}) where name is not null and count >= {least} order by {order}"))


def rate_table(title: str, what: str, rows: Sequence[Mapping[str, Any]], name: str, note: str = "") -> Part | None:
    """Win rates by a thing, as a table."""
    if not rows:
        return None
    columns = [Column(what), Column("seats", "count"), Column("win rate", "rate")]
    cells: list[list[Cell]] = [
        [one["name"], one["count"], [round(one[key], 5) for key in ("win_rate", "low", "high")]] for one in rows
    ]
    return table(title, columns, cells, name=name, sort=2, count=1, note=note)


def rate_chart(title: str, rows: Sequence[Mapping[str, Any]], fair: float | None, note: str = "") -> Part | None:
    """Win rates by a thing, as a picture."""
    return chart(title, charts.intervals(rows, "win_rate", "win rate", fair), note) if rows else None


def headline(summary: Mapping[str, Any], ask: Ask, points: bool) -> Part:
    """The figures to read first."""
    means = summary["means"]
    listed = [(f"{summary['games']:,}", "games", "")]
    for name, value in means.items():
        listed.append((f"{value:,.1f}", f"{nice(name).lower()} a game on average", ""))
    if points:
        won = ask("select avg(points) as mean from seats where won = 1")[0]["mean"]
        listed.append((f"{won or 0:.1f}", "points of a winner on average", ""))
    best = max(summary["win_rate"].items(), key=lambda one: one[1]["share"])
    told = f"95 % interval {best[1]['low']:.1%} to {best[1]['high']:.1%}"
    listed.append((f"{best[1]['share']:.1%}", f"{nice(seat_name(best[0]))} wins, the most of all seats", told))
    if summary["unfinished"]:
        listed.append((f"{summary['unfinished']:,}", "games without an end (cap on rounds)", ""))
    return section("short", "In short", tiles(*listed), short="Short")


def seat_name(name: Any) -> str:
    """Seats are numbers in one game and sides in the other."""
    return f"seat {name}" if str(name).isdigit() else str(name)


def seat_rates(summary: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Win rates of the seats, as the summary of the run has them."""
    return [
        {"name": nice(seat_name(name)), "win_rate": one["share"], "low": one["low"], "high": one["high"],
         "count": one["games"]}
        for name, one in summary["win_rate"].items()
    ]  # fmt: skip


def histogram(ask: Ask, query: str, title: str, axis: str) -> Part | None:
    """Shares of games by a whole number, from a query for ``value`` and ``count``."""
    rows = ask(f"select value, count(*) as count from ({query}) where value is not null group by 1 order by 1")
    total = sum(row["count"] for row in rows)
    if not rows or len(rows) > MOST_BARS:
        return None
    values = [{"value": int(row["value"]), "share": row["count"] / total} for row in rows]
    return chart(title, charts.histogram(values, "value", axis))


def endings(summary: Mapping[str, Any]) -> Part | None:
    """How games ended."""
    rows = []
    for counts in summary["endings"].values():
        total = sum(counts.values())
        rows += counted([{"name": name, "wins": n, "count": total} for name, n in counts.items() if n])
    if len(rows) < 2:
        return None
    return chart("How games end", charts.intervals(rows, "win_rate", "share of games"))


def lengths(summary: Mapping[str, Any], ask: Ask, points: bool) -> Part:
    """How long games are, what the winner has, how they end."""
    rounds = histogram(ask, "select rounds as value from games", "Rounds", "rounds of a game")
    scores = None
    if points:
        best = "select max(points) as value from seats group by game"
        scores = histogram(ask, best, "Scores", "points of the winner")
    charted = pair(rounds, scores, endings(summary))
    return section("lengths", "Lengths and ends", charted, short="Lengths")
