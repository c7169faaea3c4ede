"""``dune-sim bench``: how fast is each engine here?"""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from dune_sim.cli.setup_options import Engines, GameOrAll, Json, Leaders, Mode, Players, Policy, build


def bench(
    game: GameOrAll = None,
    engine: Engines = None,
    seconds: Annotated[float, typer.Option(help="time for one measurement", min=0.01)] = 0.5,
    repeats: Annotated[int, typer.Option(help="measurements per engine; the best counts", min=1)] = 5,
    policy: Policy = "random",
    players: Players = None,
    leaders: Leaders = None,
    mode: Mode = None,
    as_json: Json = False,
) -> None:
    """Measure throughput on one thread, start-up, two threads against one, and the signature.

    Run it on an idle machine and compare ratios inside one run. Example: dune-sim bench battle --json
    """
    from dune_sim.api import GAMES
    from dune_sim.runs.bench import bench as measure

    def told(text: str) -> None:
        print(text, file=sys.stderr)

    names = tuple(engine) if engine else None
    found = [
        measure(build(name, "auto", players, leaders, mode), names, seconds, policy, repeats, True, told)
        for name in ([game] if game else list(GAMES))
    ]
    if as_json:
        print(json.dumps(found[0] if game else found, indent=2))
        return
    for one in found:
        _show(one)


def _show(one: dict[str, Any]) -> None:
    where = one["machine"]
    table = Table(title=f"{one['game']} ({one['policy']}) on {where['cpu']}, {where['cores']} cores")
    for head in ("engine", "games/s", "ns/decision", "load", "first result", "2 threads", "signature"):
        table.add_column(head, justify="left" if head == "engine" else "right", no_wrap=True)
    further: list[str] = []
    for name, row in one.items():
        if not isinstance(row, dict) or "games_per_s" not in row:
            continue
        cells = [f"{row['games_per_s']:,.0f}", f"{row['ns_per_decision']:,.0f}", f"{row['load_s']:.2f} s"]
        cells += ["-" if row["first_result_s"] is None else f"{row['first_result_s']:.2f} s"]
        cells += ["-" if row["two_threads"] is None else f"{row['two_threads']:.2f} ×", row["signature"]]
        table.add_row(name, *cells)
        further += [f"{name}: {key.removesuffix('_per_s')} {row[key]:,.0f}/s" for key in _extra(row)]
    Console().print(table)
    for line in further:
        print(line)


def _extra(row: dict[str, Any]) -> list[str]:
    return [key for key in row if key.endswith("_per_s") and key not in ("games_per_s", "decisions_per_s")]
