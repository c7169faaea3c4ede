"""The odds of a battle for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dune_sim.games.arrakis.battle.odds import BattleOdds
from dune_sim.intervals import Estimate

COLOURS = {"attacker": "red", "defender": "cyan", "both_destroyed": "yellow"}
WORDS = {"attacker": "attacker wins", "defender": "defender wins", "both_destroyed": "both destroyed"}
REASONS = {"eliminated": "eliminated", "ceased": "attack ceased", "retreated": "defender retreated"}
BAR = 20
SHOWN_ENDINGS = 5


def battle_tables(odds: BattleOdds) -> Iterator[RenderableType]:
    """Everything worth seeing, in the order of interest."""
    yield _heading(odds)
    yield _outcome(odds)
    yield _distributions(odds)
    yield _losses(odds)
    yield _endings(odds)
    yield _notes(odds)


def _heading(odds: BattleOdds) -> RenderableType:
    setup = odds.setup
    lines = []
    for side in ("attacker", "defender"):
        extra = f", {setup.cards[side]} to discard" if setup.cards[side] else ""
        if side == "defender" and setup.holds:
            extra += f", in a {setup.holds} of rank {setup.rank}"
        if side == "attacker" and setup.surprise:
            extra += ", by surprise"
        line = Text()
        line.append(f"{side} ", style=f"bold {COLOURS[side]}")
        dice = "1 die" if odds.dice[side] == 1 else f"{odds.dice[side]} dice"
        line.append(f"{setup.factions[side].title()}, {dice}: ", style="bold")
        line.append(f"{figures(setup.figures[side])}{extra}")
        lines.append(line)
    return Group(*lines, Text())


def figures(counts: Mapping[str, int]) -> str:
    """Figures of a legion in words, the way they are given on the command line."""
    listed = (f"{many} {name}" if many > 1 or name in _UNITS else name for name, many in counts.items())
    return ", ".join(listed) or "nothing"


_UNITS = ("standard", "elite", "sardaukar", "fedaykin")


def _outcome(odds: BattleOdds) -> Table:
    table = Table("outcome", title_justify="left", header_style="bold", show_edge=False, pad_edge=False)
    table.add_column("exact", justify="right")
    table.add_column("", min_width=BAR, no_wrap=True)
    if odds.sampled:
        table.add_column(f"{odds.sampled.battles:,} battles", justify="right")
        table.add_column("95 % interval", no_wrap=True)
    for key, chance in odds.outcome.to_dict().items():
        row: list[RenderableType] = [WORDS[key], f"{chance:.2%}", Text("█" * round(chance * BAR), style=COLOURS[key])]
        if odds.sampled:
            row += _interval(odds.sampled.outcome[key])
        table.add_row(*row)
    return table


def _interval(one: Estimate) -> list[str]:
    return [f"{one.value:.2%}", f"{one.low:.2%} – {one.high:.2%}"]


def _distributions(odds: BattleOdds) -> RenderableType:
    """Hits of the first round and surviving units, one line per number."""
    first = odds.first_round
    columns = (
        ("attacker", first.attacker_hits),
        ("defender", first.defender_hits),
        ("attacker", odds.survivors["attacker"]),
        ("defender", odds.survivors["defender"]),
    )
    table = Table(header_style="bold", show_edge=False, pad_edge=False)
    table.add_column("", justify="right")
    for place, (side, _) in enumerate(columns):
        what = "hits on" if place < 2 else "units left"
        table.add_column(f"{what}\n{side}", justify="right", style=COLOURS[side])
    for number in range(max(max(row) for _, row in columns) + 1):
        table.add_row(str(number), *(f"{row[number]:.2%}" if number in row else "" for _, row in columns))
    return Group(Text("\nfirst round, and after the battle", style="bold"), table)


def _losses(odds: BattleOdds) -> Text:
    parts = [
        f"{side} loses {one.units:.2f} units and {one.leaders:.2f} leaders"
        for side, one in odds.expected_losses.items()
    ]
    ends = ", ".join(f"{REASONS[key]} {chance:.1%}" for key, chance in odds.reasons.items() if chance > 0)
    text = f"\non average: {'; '.join(parts)}; {odds.rounds.expected:.2f} rounds\nends: {ends}"
    return Text(text)


def _endings(odds: BattleOdds) -> RenderableType:
    table = Table(header_style="bold", show_edge=False, pad_edge=False)
    table.add_column("chance", justify="right")
    for name in ("winner", "attacker left", "defender left"):
        table.add_column(name)
    for one in odds.endings[:SHOWN_ENDINGS]:
        style = COLOURS.get(one.winner, COLOURS["both_destroyed"])
        table.add_row(f"{one.chance:.2%}", Text(one.winner, style=style), figures(one.attacker), figures(one.defender))
    return Group(Text(f"\nlikeliest of {len(odds.endings)} ends", style="bold"), table)


def _notes(odds: BattleOdds) -> RenderableType:
    lines = []
    for side, ways in odds.policy.items():
        chosen = ", ".join(f"{facet} {way}" for facet, way in ways.items())
        lines.append(Text(f"{side} plays: {chosen}", style="dim"))
    if odds.doubts:
        doubts = "; ".join(f"{one.fact} ({one.confidence})" for one in odds.doubts)
        lines.append(Text(f"not certain: {doubts}", style="dim"))
    return Group(Text(), *lines)
