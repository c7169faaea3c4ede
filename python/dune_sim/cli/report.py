"""``dune-sim report``: one page about runs and experiments."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from dune_sim.cli.setup_options import Json


def report(
    run: Annotated[Path, typer.Argument(help="directory of a run", show_default=False)],
    further: Annotated[
        list[Path] | None,
        typer.Argument(help="a second run, results of experiment --out or directories of them", show_default=False),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="FILE.html; report.html in the run if left out", show_default=False),
    ] = None,
    regression: Annotated[
        int, typer.Option(help="games that go into the regression for adjusted strength; 0 leaves it out", min=0)
    ] = 20_000,
    as_json: Json = False,
) -> None:
    """Write a page about a run: who wins and why, every card, pairs, points, lengths, the map.

    It is one file that needs nothing else, not even a network: charts, tables that sort and search, the data as CSV.

    Examples: dune-sim report runs/base · dune-sim report runs/base runs/other experiments/cards.json -o page.html
    """
    from dune_sim.report.build import build

    with Console(stderr=True).status("reading the run") as status:
        found = build(run, further or [], out, regression, status.update)
    print(json.dumps(found) if as_json else f"{found['file']}: {found['bytes'] / 1e6:.1f} MB; open it in a browser")
