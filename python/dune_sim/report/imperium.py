"""What a report tells of Dune: Imperium: leaders, openings, where points come from, the economy, spaces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dune_sim.report import charts
from dune_sim.report.overview import SHARE, Ask, counted, rate_chart, rate_table, win_rates
from dune_sim.report.parts import Cell, Column, Part, chart, pair, section, table
from dune_sim.report.strength import nice

#: kinds of points, in the order in which they are stacked
SOURCES = ("tracks", "alliances", "conflicts", "intrigue", "acquiring", "cards", "other")
#: openings and pairs of leaders that fewer seats had are left out
LEAST = 30
WHO = "case when won = 1 then 'winners' else 'others' end"


def balance(ask: Ask, seats: Sequence[dict[str, Any]], players: int) -> Part:
    fair = 1 / players
    places = win_rates(ask, "'place ' || turn_order")
    leaders = win_rates(ask, "leader", order="wins / count desc")
    charted = pair(
        rate_chart("Leaders", leaders, fair, "The dashed line is what chance would give."),
        pair(rate_chart("Seats", seats, fair), rate_chart("Turn order of the first round", places, fair)),
    )
    return section("balance", "Balance", charted, leader_pairs(ask))


def leader_pairs(ask: Ask) -> Part | None:
    """Win rate of a leader while another sits at the table."""
    rows = ask(
        f"select a.leader as one, b.leader as other, sum(a.won / greatest(a.winners, 1)) as wins, count(*) as count "
        f"from seats a join seats b on a.game = b.game and a.seat <> b.seat group by 1, 2 having count(*) >= {LEAST}"
    )
    rates = counted([{**row, "name": row["one"]} for row in rows])
    cells: list[list[Cell]] = [
        [rate["name"], nice(row["other"]), rate["count"], [round(rate[key], 5) for key in ("win_rate", "low", "high")]]
        for row, rate in zip(rows, rates, strict=True)
    ]
    columns = [Column("leader"), Column("against"), Column("games", "count"), Column("win rate", "rate")]
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


def openings(ask: Ask) -> Part | None:
    """The first two spaces of the first round."""
    both = "first_space || ' → ' || second_space"
    pairs = rate_table(
        "Openings: the first two spaces", "spaces", win_rates(ask, both, least=LEAST), "openings",
        "Spaces to which the first and the second agent of the first round went. The first player has a wider choice.",
    )  # fmt: skip
    first = rate_table("The first space", "space", win_rates(ask, "first_space", least=LEAST), "first-spaces")
    if pairs is None and first is None:
        return None
    return section("openings", "Openings", pair(first, pairs))


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
        f"select v.space as name, sum({SHARE}) as wins, count(*) as count, sum(v.visits) as visits "
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


def sections(ask: Ask, seats: Sequence[dict[str, Any]], players: int) -> list[Part]:
    """All that is told of this game alone."""
    found = [balance(ask, seats, players), points(ask), openings(ask), economy(ask)]
    return [one for one in found if one is not None]
