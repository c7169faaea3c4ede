"""What pydantic found wrong, told as one sentence that names the key and, where one is close, the right word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from dune_sim.content.overlay import near

_KINDS = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "string_type": "text",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "model_type": "a table { … }",
    "dict_type": "a table { … }",
    "model_attributes_type": "a table { … }",
}


def say(
    detail: ErrorDetails,
    model: type[BaseModel],
    ids: Mapping[str, set[str]],
    removed: Mapping[tuple[str, str], str],
) -> str:
    """Tell one pydantic error of a record as a sentence."""
    kind, loc, context = detail["type"], detail["loc"], detail.get("ctx", {})
    inside = f"in {_path(loc[:-1])}: " if len(loc) > 1 else ""
    if kind == "extra_forbidden":
        return f'{inside}unknown key "{loc[-1]}"{near(str(loc[-1]), _keys(model, loc[:-1]))}'
    if kind == "missing" and isinstance(loc[-1], str):
        return f'{inside}the key "{loc[-1]}" is missing'
    if kind == "union_tag_not_found":
        key = context["discriminator"].strip("'")
        return f'in {_path(loc)}: the key "{key}" is missing'
    if kind == "union_tag_invalid":
        tag = str(context["tag"])
        key = context["discriminator"].strip("'")
        return f'in {_path(loc)}: unknown {key} = "{tag}"{near(tag, _quoted(context["expected_tags"]))}'
    if kind == "wrong":
        return (f"in {_path(loc)}: " if loc else "") + str(context["message"])
    if kind == "dangling":
        return f'"{_path(loc)}" {_dangling(context, ids, removed)}'
    return f'"{_path(loc)}" {_value_problem(detail)}'


def _dangling(context: Mapping[str, Any], ids: Mapping[str, set[str]], removed: Mapping[tuple[str, str], str]) -> str:
    tables, value = context["tables"], context["value"]
    for table in tables:
        if (table, value) in removed:
            return f'names "{value}", which {Path(removed[table, value]).name} removes from {table}'
    known = sorted({*context["words"], *(record_id for table in tables for record_id in ids[table])})
    return f'names "{value}", which is not in {" or ".join(tables)}{near(value, known)}'


def _value_problem(detail: ErrorDetails) -> str:
    kind, context, value = detail["type"], detail.get("ctx", {}), detail["input"]
    shown = _shown(value)
    if kind == "literal_error":
        words = _quoted(context["expected"])
        choice = ", ".join(f'"{word}"' for word in words) or context["expected"]
        hint = near(value, words) if isinstance(value, str) else ""
        return f"is {shown} but must be one of {choice}{hint}"
    if kind in _KINDS:
        return f"must be {_KINDS[kind]}, not {shown}"
    if kind == "greater_than_equal":
        return f"must be at least {context['ge']}, not {shown}"
    if kind == "less_than_equal":
        return f"must be at most {context['le']}, not {shown}"
    if kind == "string_too_short":
        return "must not be empty"
    if kind == "too_short":
        return f"must have at least {context['min_length']} items, not {context['actual_length']}"
    if kind == "too_long":
        return f"must have at most {context['max_length']} items, not {context['actual_length']}"
    if kind == "missing":
        return "is missing from the list"
    return f"is {shown}: {detail['msg'][0].lower()}{detail['msg'][1:]}"


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "a list"
    return "a table" if isinstance(value, dict) else str(value)


def _quoted(text: str) -> list[str]:
    return re.findall(r"'([^']*)'", text)


def _path(loc: Sequence[int | str]) -> str:
    # A form told by its key is reported twice by pydantic: once as the tag, once as the key.
    once = [part for place, part in enumerate(loc) if place == 0 or part != loc[place - 1] or isinstance(part, int)]
    return " ".join(f"#{part + 1}" if isinstance(part, int) else part for part in once)


def _keys(model: type[BaseModel], loc: Sequence[int | str]) -> list[str]:
    """Return the keys known at a place inside a record, so that a misspelt one can be matched."""
    places: list[Any] = [model]
    for part in loc:
        places = [inner for place in places for inner in _step_into(place, part)]
    return [key for place in places for key in place.model_fields]


def _step_into(model: type[BaseModel], part: int | str) -> Iterator[type[BaseModel]]:
    if isinstance(part, int):
        yield model
    elif part in model.model_fields:
        yield from _models(model.model_fields[part].annotation)
    elif any(part in get_args(field.annotation) for field in model.model_fields.values()):
        yield model  # the part is the tag that pydantic chose this model by


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    origin = get_origin(annotation)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    elif origin is Annotated:
        yield from _models(get_args(annotation)[0])
    elif origin in (Union, UnionType, tuple):
        for inner in get_args(annotation):
            yield from _models(inner)
