"""``dune-sim sql``: questions to a run in SQL."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from dune_sim.cli.profile import Csv, RunFolder
from dune_sim.cli.setup_options import Json

#: rows that are shown as text
SHOWN = 200


def sql(
    run: RunFolder,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="a SELECT over the views", show_default=False)],
    as_json: Json = False,
    as_csv: Csv = False,
    parquet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="write the answer as a Parquet file", show_default=False)
    ] = None,
) -> None:
    """Ask a run with DuckDB: views games, seats, cards, leaders and others, names in the place of numbers.

    Example: dune-sim sql runs/base "select leader, avg(share) from seats group by leader order by 2 desc"
    """
    from dune_sim.files import check_target, write_whole
    from dune_sim.runs.sql import ask
    from dune_sim.runs.store import open_run

    if parquet is not None:
        check_target(parquet, (".parquet",))
    with ask(open_run(run), query) as database:
        if parquet is not None:
            write_whole(parquet, lambda draft: write_parquet(database.sql(query), draft))
            return
        answer = database.execute(query)
        names = [one[0] for one in answer.description]
        if as_csv:
            out = csv.writer(sys.stdout, lineterminator="\n")
            out.writerow(names)
            while rows := answer.fetchmany(10_000):
                out.writerows(rows)
        elif as_json:
            rows = [dict(zip(names, one, strict=True)) for one in answer.fetchall()]
            print(json.dumps({"columns": names, "rows": rows}, default=str))
        else:
            show(names, answer.fetchmany(SHOWN + 1))


def write_parquet(answer: Any, file: Path) -> None:
    """The answer piece by piece, however long it is."""
    import pyarrow.parquet as pq

    read = getattr(answer, "to_arrow_reader", None) or answer.fetch_record_batch
    batches = read(100_000)
    with pq.ParquetWriter(file, batches.schema, compression="zstd") as out:
        for batch in batches:
            out.write_batch(batch)


def show(names: list[str], rows: list[tuple[object, ...]]) -> None:
    """The first rows as a table."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for name in names:
        table.add_column(name, no_wrap=True)
    for one in rows[:SHOWN]:
        table.add_row(*("" if value is None else str(value) for value in one))
    Console(width=200 if not sys.stdout.isatty() else None).print(table)
    if len(rows) > SHOWN:
        print(f"… only the first {SHOWN} rows; --csv gives all of them")
