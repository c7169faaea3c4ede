"""Typed validation of raw records, and its problems told in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from dune_sim.errors import ContentError
from dune_sim.tables.overlay import RawRecord, near
from dune_sim.tables.schema import GameSpec, Problem, Record, Table

SHOWN = 5


def validate(spec: GameSpec, records: Sequence[RawRecord], *, shipped: bool, texts: Mapping[str, str]) -> Any:
    """Return the frozen content object, or raise one ContentError that lists the first few problems."""
    ids = {table: {raw.id for raw in records if raw.table == table} for table in spec.tables}
    typed: dict[str, list[Record]] = {table: [] for table in spec.tables}
    problems = list(_duplicates(records))
    for raw in records:
        model = spec.tables[raw.table].model
        try:
            typed[raw.table].append(model.model_validate(freeze(raw.data), context=ids))
        except ValidationError as error:
            known = model.model_fields
            problems += [f"{_where(raw, texts)}: {say(detail, known, ids)}" for detail in error.errors()]
    _refuse(problems)
    problems += [f"{_table_file(records, table)}: {text}" for table, text in _counts(spec, typed, shipped)]
    _refuse(problems)
    content = spec.root(**{table: Table(rows) for table, rows in typed.items()})
    raws = {(raw.table, raw.id): raw for raw in records}
    _refuse([_place(problem, raws, records, texts) for problem in spec.check(content, shipped)])
    return content


def freeze(value: Any) -> Any:
    """Turn lists into tuples all the way down, so that the models hold nothing that can change."""
    if isinstance(value, list):
        return tuple(freeze(item) for item in value)
    if isinstance(value, dict):
        return {key: freeze(item) for key, item in value.items()}
    return value


def _refuse(problems: Sequence[str]) -> None:
    if not problems:
        return
    more = f"\n… and {len(problems) - SHOWN} more" if len(problems) > SHOWN else ""
    raise ContentError("\n".join(problems[:SHOWN]) + more)


def _duplicates(records: Sequence[RawRecord]) -> Iterator[str]:
    seen: dict[tuple[str, str], RawRecord] = {}
    for raw in records:
        first = seen.setdefault((raw.table, raw.id), raw)
        if first is not raw and raw.id:
            yield f'{raw.file}: {raw.table} "{raw.id}": this id is used twice (first in {first.file})'


def _counts(spec: GameSpec, typed: Mapping[str, Sequence[Record]], shipped: bool) -> Iterator[tuple[str, str]]:
    for table, rule in spec.tables.items():
        if rule.count is not None and (rule.fixed or shipped) and len(typed[table]) != rule.count:
            yield table, f'table "{table}" must have {rule.count} records, not {len(typed[table])}'


def _table_file(records: Sequence[RawRecord], table: str) -> str:
    files = Counter(raw.file for raw in records if raw.table == table)
    return files.most_common(1)[0][0] if files else f"{table}.toml"


def _place(
    problem: Problem,
    raws: Mapping[tuple[str, str], RawRecord],
    records: Sequence[RawRecord],
    texts: Mapping[str, str],
) -> str:
    raw = raws.get((problem.table, problem.record))
    where = _where(raw, texts) if raw else _table_file(records, problem.table)
    return f"{where}: {problem.message}"


def _where(raw: RawRecord, texts: Mapping[str, str]) -> str:
    lines = texts.get(raw.file, "").splitlines()
    wanted = f'id = "{raw.id}"'
    line = next((number for number, text in enumerate(lines, 1) if text.strip().startswith(wanted)), 0)
    place = f"{raw.file}:{line}" if line else raw.file
    return f'{place}: {raw.table} "{raw.id}"' if raw.id else f'{place}: a record of "{raw.table}" without id'


def say(detail: ErrorDetails, fields: Mapping[str, Any], ids: Mapping[str, set[str]]) -> str:
    """Tell one pydantic error as a sentence that names the key."""
    loc = [str(part) for part in detail["loc"]]
    key = ".".join(loc)
    context = detail.get("ctx", {})
    kind = detail["type"]
    if kind == "extra_forbidden":
        known = tuple(fields) if len(loc) == 1 else ()
        return f'unknown key "{key}"{near(loc[-1], known)}'
    if kind == "missing":
        return f'the key "{key}" is missing'
    if kind == "dangling":
        tables = context["tables"]
        known = tuple(sorted(set().union(*(ids[table] for table in tables))))
        return f'"{key}" names "{context["value"]}", which is not in {" or ".join(tables)}{near(context["value"], known)}'
    if kind == "union_tag_invalid":
        tags = tuple(tag.strip("'") for tag in context["expected_tags"].split(", "))
        return f'"{key}": unknown kind "{context["tag"]}"{near(str(context["tag"]), tags)}'
    if kind == "literal_error":
        shown = context["expected"].replace("'", '"')
        return f'"{key}" is {detail["input"]!r} but must be {shown}'
    message = detail["msg"][0].lower() + detail["msg"][1:]
    return f'"{key}": {message}'
