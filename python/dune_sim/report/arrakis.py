"""What a report tells of War for Arrakis: sides and objectives, the race, battles on the map, leaders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dune_sim.games.arrakis.pictures.heat import heat_map
from dune_sim.report import charts
from dune_sim.report.overview import Ask, counted, rate_chart, win_rates
from dune_sim.report.parts import Cell, Column, Part, chart, drawing, pair, section, table
from dune_sim.report.strength import nice

MARKERS = ("supremacy", "kwisatz_haderach", "sand_dwellers", "jihad")
#: charts by round: heading, axis, columns
RACES = (
    ("Markers", "place of the marker", MARKERS),
    ("Harvest and war", "a side and round", ("spice", "harvesters", "attacks")),
)
#: rounds that fewer seats reached are left out
LEAST = 30
#: heat views: heading, column of the areas, and what a pointer is told
VIEWS = (
    ("Battles", "attacks", "{:,.2f} battles in 100 games"),
    ("Units lost", "units_lost", "{:,.2f} units lost in 100 games"),
    ("Sietches and settlements fallen", "fell", "fell in {:.1f} of 100 games"),
)


def balance(ask: Ask, seats: Sequence[dict[str, Any]]) -> Part:
    objectives = win_rates(ask, "objective", "side = 'harkonnen'")
    return section(
        "balance", "Balance",
        pair(
            rate_chart("Sides", seats, 0.5),
            rate_chart("Harkonnen by the secret objective of the game", objectives, None),
        ),
    )  # fmt: skip


def race(ask: Ask) -> Part:
    """Where the markers stand, and what the harvest brings, round by round."""
    parts = []
    for title, axis, columns in RACES:
        rows = []
        for one in columns:
            means = f"select round, seat, avg({one}) as mean from rounds group by 1, 2 having count(*) >= {LEAST}"
            rows += ask(f"select round, '{nice(one)}' as kind, max(mean) as value from ({means}) group by 1 order by 1")
        parts.append(chart(title, charts.lines(rows, ("round", axis))))
    note = "Means over games that reached the round, of the side that has the marker or fights more."
    return section("race", "The race", pair(*parts), note=note)


def battles(ask: Ask, content: Any) -> Part | None:
    """The map as a heat view, and the figures behind it."""
    games = ask("select count(distinct game) as count from seats")[0]["count"]
    rows = ask(
        "select area, sum(attacks) as attacks, sum(won) as won, sum(units_lost) as units_lost, "
        "sum(case when fallen > 0 then 1 else 0 end) as fell from areas group by 1"
    )
    if not rows or not games:
        return None
    parts = []
    for title, column, words in VIEWS:
        values = {row["area"]: 100 * float(row[column]) / games for row in rows}
        told = {area: words.format(value) for area, value in values.items()}
        parts.append(drawing(title, heat_map(content, values, told)))
    names = {area.id: area.name for area in content.areas}
    cells: list[list[Cell]] = []
    for row in rows:
        won = counted([{"name": row["area"], "wins": row["won"], "count": row["attacks"]}])[0]
        rate = [round(won[key], 5) for key in ("win_rate", "low", "high")] if row["attacks"] else None
        each = [round(100 * float(row[key]) / games, 2) for key in ("attacks", "units_lost", "fell")]
        cells.append([names.get(row["area"], row["area"]), int(row["attacks"]), *each, rate])
    columns = [
        Column("area"), Column("battles", "count"), Column("battles in 100 games", "number"),
        Column("units lost in 100 games", "number"), Column("fell in 100 games", "number"),
        Column("attacker wins", "rate", "Share of the battles here that whoever began them won."),
    ]  # fmt: skip
    return section("map", "The map", *parts, table("Areas", columns, cells, name="areas", sort=1, count=1))


def leaders(ask: Ask) -> Part | None:
    """Named leaders: how often they come, work and fall, and who wins then."""
    rows = ask(
        "select l.leader as name, s.side as side, count(*) as count, sum(s.won) as wins, avg(l.used) as used, "
        "avg(l.lost) as lost from leaders l join seats s on l.game = s.game and l.seat = s.seat "
        "where l.entered > 0 group by 1, 2"
    )
    if not rows:
        return None
    cells: list[list[Cell]] = []
    for row, rate in zip(rows, counted(rows), strict=True):
        shares = [round(rate[key], 5) for key in ("win_rate", "low", "high")]
        means = [round(row[key], 3) for key in ("used", "lost")]
        cells.append([rate["name"], nice(row["side"]), rate["count"], *means, shares])
    columns = [
        Column("leader"), Column("side", choose=True), Column("games", "count"), Column("special actions", "number"),
        Column("times in the tank", "number"), Column("win rate when in play", "rate"),
    ]  # fmt: skip
    return section("leaders", "Leaders", table("", columns, cells, name="leaders", sort=2, count=2))


def losses(ask: Ask) -> Part:
    """What each side does and loses."""
    kinds = (
        "attacks", "attacks_won", "units_lost", "settlements_lost", "leaders_entered", "leaders_used", "leaders_lost",
        "harvesters_placed", "harvesters_lost", "spice", "prescience_scored", "prescience_discarded", "cards_drawn",
        "cards_played", "cards_spent", "cards_discarded",
    )  # fmt: skip
    listed = ", ".join(f"avg({one}) as {one}" for one in kinds)
    held = {row["side"]: row for row in ask(f"select side, {listed} from seats group by 1")}
    sides = sorted(held)
    cells: list[list[Cell]] = [[nice(one), *(round(float(held[side][one]), 3) for side in sides)] for one in kinds]
    columns = [Column("a game, on average"), *(Column(nice(side), "number") for side in sides)]
    return section("sides", "Sides", table("", columns, cells, name="sides", sort=1))


def sections(ask: Ask, seats: Sequence[dict[str, Any]], content: Any) -> list[Part]:
    """All that is told of this game alone."""
    found = [balance(ask, seats), race(ask), battles(ask, content), leaders(ask), losses(ask)]
    return [one for one in found if one is not None]
