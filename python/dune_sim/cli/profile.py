"""``dune-sim cards``, ``leaders`` and ``balance``: what a recorded run tells."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from dune_sim.cli.setup_options import Json

if TYPE_CHECKING:
    from dune_sim.runs.store import Run

RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="directory of a recorded run", show_default=False)]
Csv = Annotated[bool, typer.Option("--csv", help="print comma-separated values instead of text")]
Top = Annotated[int | None, typer.Option(help="so many lines at most", min=1, show_default=False)]


def cards(
    run: RunFolder,
    sort: Annotated[str, typer.Option(help="measure that gives the order; adjusted with --adjusted")] = "uplift",
    filter_: Annotated[str | None, typer.Option("--filter", help="only cards with this in their id")] = None,
    least: Annotated[int, typer.Option(help="only cards that so many seats acquired or drew", min=0)] = 0,
    top: Top = None,
    adjusted: Annotated[bool, typer.Option("--adjusted", help="effects from a regression besides")] = False,
    pairs: Annotated[bool, typer.Option("--pairs", help="pairs of cards worth more or less together")] = False,
    games: Annotated[int, typer.Option(help="games of the regression at most", min=1)] = 50_000,
    as_json: Json = False,
    as_csv: Csv = False,
) -> None:
    """How strong every card of a run looks: win rates of the seats that saw, acquired, drew or played it.

    Every figure has its 95 % interval and count in --json and --csv; what each is known to get wrong stands below the
    table. Example: dune-sim cards runs/base --sort acquired --least 500 --adjusted
    """
    from dune_sim.analysis.profile import cards as profile

    found = profile(opened(run), sort, filter_, least, adjusted, pairs, games)
    found["cards"] = found["cards"][:top]
    if as_json:
        print(json.dumps(found))
    elif as_csv:
        write_csv(found["cards"])
    else:
        show_cards(found)


def leaders(run: RunFolder, top: Top = None, as_json: Json = False, as_csv: Csv = False) -> None:
    """How often each leader wins; of War for Arrakis how often its side does when it came into play.

    Example: dune-sim leaders runs/base
    """
    from dune_sim.analysis.profile import leaders as profile

    found = profile(opened(run))
    found["leaders"] = found["leaders"][:top]
    if as_json:
        print(json.dumps(found))
    elif as_csv:
        write_csv(found["leaders"])
    else:
        print(f"{found['games']:,} games of {found['game']}")
        show_rows("leader", found["leaders"])
        print(f"  bias: {found['bias']}")


def balance(
    run: RunFolder,
    part: Annotated[
        str | None, typer.Option(help="one table alone: seats, turn_order, leaders, pairs, openings, sides, objectives")
    ] = None,
    top: Annotated[int, typer.Option(help="so many lines of each table at most", min=1)] = 12,
    as_json: Json = False,
    as_csv: Csv = False,
) -> None:
    """Who wins by seat, turn order, leader, pair of leaders, opening or side.

    With --csv name the table with --part. Example: dune-sim balance runs/base --part pairs --csv
    """
    from dune_sim.analysis.profile import balance as profile
    from dune_sim.errors import UsageError

    found = profile(opened(run))
    tables = [key for key, value in found.items() if isinstance(value, list)]
    if part is not None and part not in tables:
        raise UsageError(f"{run} has no table {part!r} of its balance; choose {', '.join(tables)}")
    if as_json:
        print(json.dumps(found if part is None else {part: found[part]}))
    elif as_csv:
        if part is None:
            raise UsageError(f"say which table with --part: {', '.join(tables)}")
        write_csv(found[part])
    else:
        print(f"{found['games']:,} games of {found['game']}")
        for name in tables if part is None else [part]:
            print(f"\n{name.replace('_', ' ')}")
            show_rows(next(iter(found[name][0])) if found[name] else "", found[name][:top])
            print(f"  bias: {found['bias'][name]}")


def opened(folder: Path) -> Run:
    from dune_sim.runs.store import open_run

    return open_run(folder)


def flat(row: dict[str, Any], before: str = "") -> dict[str, Any]:
    """Figures within figures as columns: ``acquired_low``."""
    found: dict[str, Any] = {}
    for key, value in row.items():
        if isinstance(value, dict):
            found |= flat(value, f"{before}{key}_")
        elif not isinstance(value, list):
            found[f"{before}{key}"] = value
    return found


def write_csv(rows: Sequence[dict[str, Any]]) -> None:
    """Rows on the standard output."""
    listed = [flat(one) for one in rows]
    if listed:
        out = csv.DictWriter(sys.stdout, list(listed[0]), lineterminator="\n")
        out.writeheader()
        out.writerows(listed)


def percent(value: float | None, sign: str = "") -> str:
    return "" if value is None else f"{100 * value:{sign}.1f} %"


def show_cards(found: dict[str, Any]) -> None:
    """The table, then what each measure gets wrong."""
    from dune_sim.analysis.measures import MEASURES

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    rates = ("available", "acquired", "drawn", "played", "never_seen")
    effects = ("uplift", *(("adjusted",) if "adjusted_games" in found and "adjusted" in found["bias"] else ()))
    for head in ("card", "seats", "acquire rate", *(one.replace("_", " ") for one in rates), "if drawn", *effects, "±"):
        table.add_column(head, justify="left" if head == "card" else "right", no_wrap=True)
    for one in found["cards"]:
        seats = one["acquired"]["count"] or one["drawn"]["count"]
        last = one[effects[-1]]
        wide = "" if last["effect"] is None else percent((last["high"] - last["low"]) / 2)
        table.add_row(
            one["card"], f"{seats:,}", percent(one["acquire_rate"]["rate"]),
            *(percent(one[key]["win_rate"]) for key in rates), percent(one["improvement_when_drawn"]["effect"], "+"),
            *(percent(one[key]["effect"], "+") for key in effects), wide,
        )  # fmt: skip
    print(f"{found['games']:,} games of {found['game']}; win rates of seats; ± half the 95 % interval of {effects[-1]}")
    Console(width=200 if not sys.stdout.isatty() else None).print(table)
    for one in found.get("pairs", ())[:20]:
        mark = "discovered" if one["discovered"] else ""
        print(f"  {one['cards'][0]} with {one['cards'][1]}: {percent(one['effect'], '+')}, q {one['q']:.3f} {mark}")
    for key, bias in found["bias"].items():
        print(f"  {MEASURES[key].title}: {bias}")


def show_rows(key: str, rows: Sequence[dict[str, Any]]) -> None:
    """Win rates with their intervals, a line each."""
    for one in rows:
        name = f"{one[key]} beside {one['beside']}" if "beside" in one else str(one[key])
        more = f"   effect {percent(one['effect']['effect'], '+')}, q {one['q']:.3f}" if "q" in one else ""
        told = f"wins {percent(one['win_rate']):>7}   {percent(one['low'])} to {percent(one['high'])}"
        print(f"  {name:<44} {told:<34} {one['count']:>9,} seats{more}")
