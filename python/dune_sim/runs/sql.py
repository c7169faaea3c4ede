"""A run as a DuckDB database: a view for every table, names joined to their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from dune_sim.errors import UsageError
from dune_sim.runs.parts import GAMES, part_name
from dune_sim.runs.tables import GAME_TABLE, codes_of, table_names

if TYPE_CHECKING:
    from dune_sim.runs.store import Run


@contextmanager
def ask(run: Run, query: str) -> Iterator[Any]:
    """A database that a question fits: a single SELECT, which may look at the run and at nothing else."""
    import duckdb

    with connect(run) as database:
        try:
            statements = database.extract_statements(query)
            if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
                raise UsageError("ask one question: a single SELECT")
            yield database
        except duckdb.Error as error:
            first = str(error).strip().splitlines()[0]
            tables = ", ".join(views(run))
            raise UsageError(f"{first}; the tables are {tables}") from None


@contextmanager
def connect(run: Run) -> Iterator[Any]:
    """A database in memory with the views of a run."""
    import duckdb

    if not run.parts():
        raise UsageError(f"{run.folder} holds no finished games yet")
    with duckdb.connect(":memory:") as database:
        for table in table_names(run):
            database.execute(view_of(run, database, table))
        if "leaders" not in table_names(run) and "seats" in run.tables:
            columns = "game, seat, leader, won, share, rank, points, turn_order"
            database.execute(f"CREATE VIEW leaders AS SELECT {columns} FROM seats")
        files = [str(file.resolve()) for file in run.folder.glob("*.parquet")]
        # nothing but the parts may be read from now on
        database.execute(f"SET allowed_paths = [{', '.join(map(quoted, files))}]")
        database.execute("SET enable_external_access = false")
        database.execute("SET lock_configuration = true")
        yield database


def views(run: Run) -> list[str]:
    """The tables one can ask for."""
    own = table_names(run)
    return [*own, *(["leaders"] if "leaders" not in own and "seats" in own else [])]


def view_of(run: Run, database: Any, table: str) -> str:
    """The statement that makes a view; the names are tables of their own."""
    kind = GAMES if table == GAME_TABLE else table
    files = [str((run.folder / part_name(kind, first, count)).resolve()) for first, count, _ in run.parts()]
    picked, joins = [], []
    columns = run.manifest["columns"] if table == GAME_TABLE else run.manifest["tables"][table]
    codes = codes_of(run, table)
    for column in (["game"] if table == GAME_TABLE else ["game", "seat"]) + list(columns):
        if column not in codes:
            picked.append(f"t.{column}")
            continue
        names = f"names_of_{table}_{column}"
        database.execute(f"CREATE TABLE {names} (number INTEGER, name VARCHAR)")
        database.executemany(f"INSERT INTO {names} VALUES (?, ?)", list(enumerate(codes[column])))
        picked.append(f"{names}.name AS {column}")
        joins.append(f"LEFT JOIN {names} ON t.{column} = {names}.number")
    if table == "seats":
        picked.append("t.won / greatest(t.winners, 1)::DOUBLE AS share")
    source = f"read_parquet([{', '.join(map(quoted, files))}]) t"
    return f"CREATE VIEW {table} AS SELECT {', '.join(picked)} FROM {source} {' '.join(joins)}"


def quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
