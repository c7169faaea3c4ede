"""The tables of a run, with names in the place of numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dune_sim.content.overlay import near
from dune_sim.errors import UsageError
from dune_sim.runs.parts import part_name
from dune_sim.runs.store import read_part

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dune_sim.runs.store import Run

#: what the table with a row a game is called by those who ask for it
GAME_TABLE = "games"


def table_names(run: Run) -> list[str]:
    return [GAME_TABLE, *run.tables]


def check_table(run: Run, name: str) -> None:
    """Whether a run has such a table."""
    if name in table_names(run):
        return
    if not run.recorded and name != GAME_TABLE:
        raise UsageError(f"{run.folder} was played without records, so it has no table {name!r}")
    raise UsageError(f"{run.folder} has no table {name!r}{near(name, table_names(run))}")


def codes_of(run: Run, table: str) -> dict[str, list[str]]:
    """Names by number of the columns that have some."""
    found: dict[str, list[str]]
    found = run.manifest.get("codes", {}) if table == GAME_TABLE else run.manifest["table_codes"].get(table, {})
    # Arrow wants every name once, those that stand for nothing as well
    return {column: [one or f"({k})" for k, one in enumerate(names)] for column, names in found.items()}


def pieces(run: Run, name: str, columns: Sequence[str] | None = None) -> Iterator[Any]:
    """The parts of a table as pyarrow tables of numbers, in the order of the games."""
    check_table(run, name)
    for first, count, file in run.parts():
        if name == GAME_TABLE:
            yield read_part(file, count, columns)
        else:
            yield read_part(run.folder / part_name(name, first, count), None, columns)


def whole_table(run: Run, name: str) -> Any:
    """All rows, names instead of numbers."""
    import pyarrow as pa

    check_table(run, name)
    codes = codes_of(run, name)
    found = [named(one, codes) for one in pieces(run, name)]
    if not found:
        raise UsageError(f"{run.folder} holds no finished games yet")
    return pa.concat_tables(found)


def named(table: Any, codes: dict[str, list[str]]) -> Any:
    """Numbers of a table as the names they stand for; below 0 they stand for nothing."""
    import pyarrow as pa
    import pyarrow.compute as pc

    for column, names in codes.items():
        at = table.schema.get_field_index(column)
        numbers = table.column(at).combine_chunks().cast(pa.int32())
        known = pc.if_else(pc.less(numbers, 0), pa.scalar(None, pa.int32()), numbers)
        table = table.set_column(at, column, pa.DictionaryArray.from_arrays(known, pa.array(names)))
    return table

