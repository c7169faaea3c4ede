"""Typed validation of raw records into the content object of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from dune_sim.content.overlay import RawContent, RawRecord
from dune_sim.content.schema import GameSpec, Numbered, Problem, Record, Table
from dune_sim.content.sentences import say
from dune_sim.errors import ContentError

SHOWN = 5


def validate(spec: GameSpec, raw: RawContent, *, shipped: bool, texts: Mapping[str, str]) -> Any:
    """Return the frozen content object, or raise one ContentError that lists the first few problems."""
    records = raw.records
    ids = {table: {record.id for record in records if record.table == table} for table in spec.tables}
    typed: dict[str, list[Record]] = {table: [] for table in spec.tables}
    problems = [*_duplicates(records), *_numbers(spec, records, texts)]
    for record in records:
        model = spec.tables[record.table].model
        try:
            typed[record.table].append(model.model_validate(freeze(record.data), context=ids))
        except ValidationError as error:
            where = _where(record, texts)
            problems += [f"{where}: {say(detail, model, ids, raw.removed)}" for detail in error.errors()]
    _refuse(problems)
    _refuse([_place(problem, raw, texts) for problem in _counts(spec, typed, shipped)])
    content = spec.root(**{table: Table(_in_order(rows)) for table, rows in typed.items()})
    _refuse([_place(problem, raw, texts) for problem in spec.check(content, shipped)])
    return content


def freeze(value: Any) -> Any:
    """Turn lists into tuples all the way down, so that the models hold nothing that can change."""
    if isinstance(value, list):
        return tuple(freeze(item) for item in value)
    if isinstance(value, dict):
        return {key: freeze(item) for key, item in value.items()}
    return value


def _in_order(rows: Sequence[Record]) -> Sequence[Record]:
    return sorted(rows, key=lambda one: one.number if isinstance(one, Numbered) else 0)


def _refuse(problems: Sequence[str]) -> None:
    if not problems:
        return
    more = f"\n… and {len(problems) - SHOWN} more" if len(problems) > SHOWN else ""
    raise ContentError("\n".join(problems[:SHOWN]) + more)


def _duplicates(records: Sequence[RawRecord]) -> Iterator[str]:
    seen: dict[tuple[str, str], RawRecord] = {}
    for record in records:
        first = seen.setdefault((record.table, record.id), record)
        if first is not record and record.id:
            yield f'{record.file}: {record.table} "{record.id}": this id is used twice (first in {first.file})'


def _numbers(spec: GameSpec, records: Sequence[RawRecord], texts: Mapping[str, str]) -> Iterator[str]:
    """Numbers given twice, or beyond those that a table of fixed size has."""
    seen: dict[tuple[str, int], RawRecord] = {}
    for record in records:
        if not spec.tables[record.table].numbered or record.number is None:
            continue
        first, room = seen.setdefault((record.table, record.number), record), spec.tables[record.table].room
        if first is not record:
            yield f'{_where(record, texts)}: the number {record.number} is that of "{first.id}"'
        elif room is not None and record.number >= room >= sum(one.table == record.table for one in records):
            yield f"{_where(record, texts)}: the number {record.number} is too high: they go from 0 to {room - 1}"


def _counts(spec: GameSpec, typed: Mapping[str, Sequence[Record]], shipped: bool) -> Iterator[Problem]:
    for table, rule in spec.tables.items():
        if rule.count is not None and (rule.fixed or shipped) and len(typed[table]) != rule.count:
            yield Problem(table, "", f"there must be {rule.count} records, not {len(typed[table])}")


def _place(problem: Problem, raw: RawContent, texts: Mapping[str, str]) -> str:
    for record in raw.records:
        if (record.table, record.id) == (problem.table, problem.record):
            return f"{_where(record, texts)}: {problem.message}"
    touched = {record.file for record in raw.records if record.table == problem.table}
    touched |= {file for (table, _), file in raw.removed.items() if table == problem.table}
    # overlays come last in texts: where one touched the table, it is what went wrong
    file = next((file for file in reversed(list(texts)) if file in touched), f"{problem.table}.toml")
    return f"{file}: {problem.table}: {problem.message}"


def _where(record: RawRecord, texts: Mapping[str, str]) -> str:
    if not record.id:
        return f'{record.file}: a record of "{record.table}"'
    line = _line(texts.get(record.file, ""), record.table, record.id)
    place = f"{record.file}:{line}" if line else record.file
    return f'{place}: {record.table} "{record.id}"'


def _line(text: str, table: str, record_id: str) -> int:
    """Return the line of a record's id, or 0 if it is written in a way that this search does not know."""
    heading = ""
    for number, line in enumerate(text.splitlines(), 1):
        words = line.replace(" ", "")
        if words.startswith("[["):
            heading = words[2 : words.find("]]")]
        elif heading == table and words.startswith(f'id="{record_id}"'):
            return number
    return 0
