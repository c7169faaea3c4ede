"""Raw records before validation: reading them from parsed TOML and merging overlays into them by id."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dune_sim.errors import ContentError

DEFAULT_KEYS = ("source", "confidence")


@dataclass
class RawRecord:
    """One record as written, with the file it came from (an overlay's, once an overlay touched it)."""

    table: str
    file: str
    data: dict[str, Any]

    @property
    def id(self) -> str:
        value = self.data.get("id")
        return value if isinstance(value, str) else ""


def near(word: str, known: Mapping[str, Any] | list[str] | tuple[str, ...]) -> str:
    """Return ``, did you mean "x"?`` for a close match, else an empty string."""
    match = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f', did you mean "{match[0]}"?' if match else ""


def read_tables(file: str, document: dict[str, Any], tables: Mapping[str, Any]) -> Iterator[RawRecord]:
    """Yield the records of a parsed file, filling `source` and `confidence` from its ``[defaults]``."""
    defaults = document.pop("defaults", {})
    for key in defaults:
        if key not in DEFAULT_KEYS:
            raise ContentError(f'{file}: [defaults] may hold only source and confidence, not "{key}"')
    yield from _records(file, document, tables, defaults)


def _records(
    file: str, document: dict[str, Any], tables: Mapping[str, Any], defaults: dict[str, Any]
) -> Iterator[RawRecord]:
    for table, rows in document.items():
        if table not in tables:
            raise ContentError(f'{file}: there is no table "{table}"{near(table, tuple(tables))}')
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise ContentError(f'{file}: write each record of "{table}" under a [[{table}]] heading')
        for row in rows:
            if "overlay" in row:
                raise ContentError(f'{file}: {table} "{row.get("id", "?")}": the key "overlay" is set by the program')
            yield RawRecord(table, file, {**defaults, **row})


def apply_overlay(
    records: list[RawRecord], file: str, document: dict[str, Any], tables: Mapping[str, Any]
) -> None:
    """Merge an overlay into the records: keys given replace, ``remove = true`` deletes, a new id adds."""
    name = Path(file).name
    places = {(record.table, record.id): record for record in records}
    for change in read_tables(file, document, tables):
        key = (change.table, change.id)
        if not change.id:
            raise ContentError(f'{file}: a record of "{change.table}" has no id')
        old = places.get(key)
        if change.data.pop("remove", False):
            if old is None:
                raise ContentError(f'{file}: {change.table} "{change.id}": there is no such record to remove')
            records.remove(places.pop(key))
            continue
        mark = {"source": f"overlay {name}", "overlay": name}
        if old is None:
            change.data = {"confidence": "low", **mark, **change.data}
            records.append(change)
            places[key] = change
        else:
            old.data = {**old.data, **mark, **change.data}
            old.file = file
