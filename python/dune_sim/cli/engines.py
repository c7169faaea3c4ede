"""``dune-sim engines``: which engines are ready here?"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer


def engines(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="one game; all of them if left out", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON object instead of a table")] = False,
) -> None:
    """Show which engines can play which game now, their versions and the state of caches.

    Examples: dune-sim engines · dune-sim engines battle --json
    """
    from dune_sim.content.overlay import near
    from dune_sim.engines import status
    from dune_sim.errors import UsageError
    from dune_sim.programs import PROGRAMS

    if game is not None and game not in PROGRAMS:
        raise UsageError(f'there is no game "{game}"{near(game, PROGRAMS) or "; games: " + ", ".join(PROGRAMS)}')
    rows = [row for name in ([game] if game else PROGRAMS) for row in status(name)]
    if as_json:
        print(json.dumps({"engines": [asdict(row) for row in rows]}, indent=2))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "engine", "ready", "version", header_style="bold")
    table.add_column("note", overflow="fold")
    for row in rows:
        ready = "[green]yes[/]" if row.ready else "[red]no[/]"
        table.add_row(row.game, row.engine, ready, row.version, row.note)
    Console().print(table)
