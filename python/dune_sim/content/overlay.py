"""Raw records before validation: reading them from parsed TOML and merging overlays into them by id."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dune_sim.errors import ContentError

if TYPE_CHECKING:
    from dune_sim.content.schema import TableSpec

DEFAULT_KEYS = ("source", "confidence")
LEVELS = ("high", "medium", "low")


@dataclass
class RawRecord:
    """One record as written, with the file it came from (the overlay's, once an overlay touched it)."""

    table: str
    file: str
    data: dict[str, Any]

    @property
    def id(self) -> str:
        value = self.data.get("id")
        return value if isinstance(value, str) else ""

    @property
    def number(self) -> int | None:
        value = self.data.get("number")
        return value if isinstance(value, int) and not isinstance(value, bool) else None


@dataclass
class RawContent:
    """All records of a game in order, which file removed which record, and the first number that no shipped one has."""

    records: list[RawRecord] = field(default_factory=list)
    removed: dict[tuple[str, str], str] = field(default_factory=dict)
    shipped: dict[str, int] = field(default_factory=dict)


def near(word: str, known: Iterable[str]) -> str:
    """Return ``, did you mean "x"?`` for a close match, else an empty string."""
    match = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f', did you mean "{match[0]}"?' if match else ""


def read_tables(file: str, document: Mapping[str, Any], tables: Mapping[str, Any]) -> Iterator[RawRecord]:
    """Yield the records of a parsed file, filling `source` and `confidence` from its ``[defaults]``."""
    defaults = _defaults(file, document.get("defaults", {}))
    for table, rows in document.items():
        if table == "defaults":
            continue
        if table not in tables:
            raise ContentError(f'{file}: there is no table "{table}"{near(table, tables)}')
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise ContentError(f'{file}: write each record of "{table}" under a [[{table}]] heading')
        for row in rows:
            if "overlay" in row:
                raise ContentError(f'{file}: {table} "{row.get("id", "?")}": unknown key "overlay"')
            yield RawRecord(table, file, {**defaults, **row})


def _defaults(file: str, given: Any) -> dict[str, str]:
    """What records of a file say unless they say it themselves."""
    only = f"{file}: [defaults] may hold only source and confidence"
    if not isinstance(given, dict):
        raise ContentError(only)
    for key, value in given.items():
        if key not in DEFAULT_KEYS:
            raise ContentError(f'{only}, not "{key}"{near(key, DEFAULT_KEYS)}')
        if not isinstance(value, str) or not value:
            raise ContentError(f'{file}: [defaults]: "{key}" must be text')
        if key == "confidence" and value not in LEVELS:
            choice = ", ".join(f'"{one}"' for one in LEVELS) + near(value, LEVELS)
            raise ContentError(f'{file}: [defaults]: "{key}" is "{value}" but must be one of {choice}')
    return given


def apply_overlay(
    content: RawContent, file: str, document: Mapping[str, Any], tables: Mapping[str, TableSpec]
) -> None:
    """Merge an overlay into the content: keys given replace, ``remove = true`` deletes, a new id adds."""
    places = {(record.table, record.id): record for record in content.records}
    seen: set[tuple[str, str]] = set()
    added: list[RawRecord] = []
    for change in read_tables(file, document, tables):
        key = (change.table, change.id)
        if not change.id:
            raise ContentError(f'{file}: a record of "{change.table}" has no id')
        if key in seen:
            raise ContentError(f'{file}: {change.table} "{change.id}": this id is used twice')
        seen.add(key)
        if "remove" in change.data:
            _remove(content, change, places.get(key), places)
        elif key in places:
            _merge(places[key], change)
        else:
            change.data = {"confidence": "low", **_mark(file), **change.data}
            content.records.append(change)
            added.append(change)
    number_added(content, added, tables)


def number_added(content: RawContent, added: Iterable[RawRecord], tables: Mapping[str, TableSpec]) -> None:
    """Give records of overlays a number where they give none.

    It is the next one after all shipped ones; where the rules fix how many records there are, that of one that left.
    """
    for record in added:
        rule = tables[record.table]
        if rule.numbered and "number" not in record.data:
            taken = {one.number for one in content.records if one.table == record.table}
            first = 0 if rule.room is not None else content.shipped.get(record.table, 0)
            record.data["number"] = next(n for n in count(first) if n not in taken)


def _mark(file: str) -> dict[str, str]:
    name = Path(file).name
    return {"source": f"overlay {name}", "overlay": name}


def _merge(old: RawRecord, change: RawRecord) -> None:
    if "number" in old.data and change.data.get("number", old.data["number"]) != old.data["number"]:
        where = f'{change.file}: {change.table} "{change.id}"'
        raise ContentError(f"{where}: the number of a record stays what it is, {old.data['number']}")
    old.data = {**old.data, **_mark(change.file), **change.data}
    old.file = change.file


def _remove(
    content: RawContent,
    change: RawRecord,
    old: RawRecord | None,
    places: Mapping[tuple[str, str], RawRecord],
) -> None:
    where = f'{change.file}: {change.table} "{change.id}"'
    if change.data["remove"] is not True or set(change.data) - {"id", "remove", *DEFAULT_KEYS}:
        raise ContentError(f"{where}: to remove a record, write only its id and remove = true")
    if old is None:
        known = [record_id for table, record_id in places if table == change.table]
        raise ContentError(f"{where}: there is no such record to remove{near(change.id, known)}")
    content.records.remove(old)
    content.removed[change.table, change.id] = change.file
