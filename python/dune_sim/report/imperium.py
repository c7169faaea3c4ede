"""What a report tells of Dune: Imperium: leaders, openings, where points come from, the economy, spaces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dune_sim.analysis.measures import MEASURES
from dune_sim.report import charts, strength
from dune_sim.report.overview import Ask, counted, rate_chart, rate_table, win_rates
from dune_sim.report.parts import Cell, Column, Part, chart, effect, pair, rate, section, table
from dune_sim.report.strength import nice

#: kinds of points, in the order in which they are stacked
SOURCES = ("tracks", "alliances", "conflicts", "intrigue", "acquiring", "cards", "other")
#: what fewer seats had is left out
LEAST = 30
WHO = "case when won = 1 then 'winners' else 'others' end"


def named(rows: Sequence[dict[str, Any]], key: str) -> list[dict[str, Any]]:
    """Records of the balance of a run as charts and tables take them."""
    return [{**row, "name": nice(str(row[key]))} for row in rows]


def balance(found: dict[str, Any], players: int) -> Part:
    fair = 1 / players
    seats = [{**row, "name": f"Seat {row['seat']}"} for row in found["seats"]]
    places = [{**row, "name": f"Place {row['turn_order']}"} for row in found["turn_order"]]
    told = "The dashed line is what chance would give."
    charted = pair(
        rate_chart("Leaders", named(found["leaders"], "leader"), fair, told),
        pair(
            rate_chart("Seats", by_name(seats), fair),
            rate_chart("Turn order of the first round", by_name(places), fair),
        ),
    )
    return section("balance", "Balance", charted, leader_pairs(found["pairs"]))


def by_name(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=lambda row: str(row["name"]))


def leader_pairs(pairs: Sequence[dict[str, Any]]) -> Part | None:
    """Win rate of a leader while another sits at the table, and whether that is another one than without."""
    cells: list[list[Cell]] = []
    for row in pairs:
        if row["count"] >= LEAST:
            shares = [rate(row), effect(row["effect"]), round(row["q"], 4)]
            cells.append([nice(row["leader"]), nice(row["beside"]), int(row["count"]), *shares])
    columns = [
        Column("leader"), Column("against"), Column("games", "count"), strength.column("pair"),
        Column("more than without", "effect"), Column("q", "number", "False-discovery rate of calling this different."),
    ]  # fmt: skip
    return table("Leaders against each other", columns, cells, name="leader-pairs", sort=3, count=2) if cells else None


def points(ask: Ask) -> Part:
    """Where points come from, of winners and of others, and when."""
    listed = ", ".join(f"avg(points_{one}) as {one}" for one in SOURCES)
    rows = []
    for row in ask(f"select {WHO} as who, {listed} from seats group by 1 order by 1 desc"):
        rows += [
            {"name": nice(row["who"]), "kind": one, "value": row[one], "order": k} for k, one in enumerate(SOURCES)
        ]
    spec = charts.stacked(rows, ("points of a seat", "from"), SOURCES)
    by_round = chart("Points by round", charts.lines(rounds(ask, "points"), ("round", "points of a seat")))
    return section("points", "Points", pair(chart("By source", spec), by_round))


def rounds(ask: Ask, value: str) -> list[dict[str, Any]]:
    """The mean of something at the end of each round; rounds that few games reach are left out."""
    return ask(
        f"select r.round as round, {WHO.replace('won', 's.won')} as kind, avg(r.{value}) as value "
        "from rounds r join seats s on r.game = s.game and r.seat = s.seat "
        f"group by 1, 2 having count(*) >= {LEAST} order by 1"
    )


def openings(ask: Ask, found: Sequence[dict[str, Any]]) -> Part | None:
    """The first two spaces of the first round."""
    told = MEASURES["opening"]
    pairs = rate_table(
        "The first two spaces", "spaces", named(found, "opening"), "openings", f"{told.meaning} {told.bias}"
    )
    first = rate_table("The first space", "space", win_rates(ask, "first_space", least=LEAST), "first-spaces")
    return section("openings", "Openings", pair(first, pairs)) if pairs or first else None


def economy(ask: Ask) -> Part:
    """What winners do otherwise than the others."""
    kinds = [
        *(f"{one}_{way}" for one in ("spice", "solari", "water", "persuasion") for way in ("earned", "spent")),
        "spaces", "conflicts_fought", "conflicts_won", "troops_recruited", "troops_lost", "intrigue_drawn",
        "intrigue_used", "acquired", "played", "trashed",
    ]  # fmt: skip
    listed = ", ".join(f"avg({one}) as {one}" for one in kinds)
    held = {row["who"]: row for row in ask(f"select {WHO} as who, {listed} from seats group by 1")}
    winners, others = held.get("winners", {}), held.get("others", {})
    cells: list[list[Cell]] = []
    for one in kinds:
        values = [None if row.get(one) is None else round(float(row[one]), 3) for row in (winners, others)]
        cells.append([nice(one), *values])
    columns = [Column("a seat, on average"), Column("winners", "number"), Column("others", "number")]
    return section(
        "economy", "Economy", pair(table("Winners and others", columns, cells, name="economy", sort=1), spaces(ask))
    )


def spaces(ask: Ask) -> Part | None:
    """Spaces visited, and how often those won who went there."""
    rows = ask(
        "select v.space as name, sum(s.share) as wins, count(*) as count, sum(v.visits) as visits "
        "from spaces v join seats s on v.game = s.game and v.seat = s.seat group by 1"
    )
    if not rows:
        return None
    seats = ask("select count(*) as count from seats")[0]["count"]
    cells: list[list[Cell]] = [
        [rate["name"], rate["count"], round(row["visits"] / seats, 3),
         [round(rate[key], 5) for key in ("win_rate", "low", "high")]]
        for row, rate in zip(rows, counted(rows), strict=True)
    ]  # fmt: skip
    columns = [Column("space"), Column("seats", "count"), Column("visits a seat", "number"), Column("win rate", "rate")]
    return table("Spaces", columns, cells, name="spaces", sort=2, count=1)


def sections(ask: Ask, found: dict[str, Any], players: int) -> list[Part]:
    """All that is told of this game alone."""
    listed = [balance(found, players), points(ask), openings(ask, found["openings"]), economy(ask)]
    return [one for one in listed if one is not None]
