"""``dune-sim content``: what is known, and how surely."""

from __future__ import annotations

import json
from dataclasses import asdict
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Annotated, Any

import typer


def content(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="arrakis or imperium; both if left out", show_default=False),
    ] = None,
    doubtful: Annotated[bool, typer.Option("--uncertain", help="list every fact that is not certain")] = False,
    overlay: Annotated[
        list[Path] | None,
        typer.Option("--content", help="overlay file that changes or adds facts; may be repeated", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON object instead of tables")] = False,
) -> None:
    """Count the facts of a game by how sure they are, list the doubtful ones, and check overlays.

    Examples: dune-sim content · dune-sim content arrakis --uncertain · dune-sim content arrakis --content my.toml
    """
    from dune_sim.content import content_hash, games, load_content, summary, uncertain
    from dune_sim.errors import UsageError
    from dune_sim.games.registry import make

    if overlay and game is None:
        raise UsageError("say which game the overlay is for: dune-sim content GAME --content FILE")
    found: dict[str, Any] = {}
    for name in [game] if game else games():
        facts = load_content(name, overlay or ())
        if overlay:
            # an overlay is fine only if a game can be played with it
            make(name, content=overlay).tables  # noqa: B018
        found[name] = {
            "hash": content_hash(facts),
            "tables": [asdict(row) for row in summary(facts)],
            "uncertain": [asdict(row) for row in uncertain(facts)],
        }
    if as_json:
        if not doubtful:
            found = {name: {k: v for k, v in one.items() if k != "uncertain"} for name, one in found.items()}
        print(json.dumps(found, indent=2))
        return
    for name, one in found.items():
        _print(name, one, doubtful)


def _print(name: str, found: dict[str, Any], doubtful: bool) -> None:
    if doubtful:
        _list(name, found["uncertain"])
    else:
        _count(name, found["tables"])
    print(f"content {found['hash'][:16]}")


def _list(name: str, rows: list[dict[str, Any]]) -> None:
    """What is not certain, grouped by why; a table would cut the ids in a narrow terminal."""
    print(f"{name}: {len(rows)} facts that are not certain")
    for (table, confidence, source), group in groupby(rows, itemgetter("table", "confidence", "source")):
        print(f"{table}, {confidence} confidence: {source}")
        for record, facts in groupby(group, itemgetter("id")):
            listed = list(facts)
            fields = ", ".join(row["field"] for row in listed if row["field"] != "*") or "everything"
            overlay = f" (overlay {listed[0]['overlay']})" if listed[0]["overlay"] else ""
            print(f"  {record}: {fields}{overlay}")


def _count(name: str, rows: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table

    shown = [key for key in (rows[0] if rows else ()) if any(row[key] not in ("", 0) for row in rows)]
    title = f"{name}: facts by how sure they are"
    table = Table(*shown, title=title, title_justify="left", header_style="bold")
    for key, column in zip(shown, table.columns, strict=True):
        if isinstance(rows[0][key], int):
            column.justify = "right"
    for row in rows:
        table.add_row(*(str(row[key]) for key in shown))
    Console().print(table)
