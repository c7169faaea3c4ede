"""Overlays that push numbers of the shipped content as far as they go."""

from __future__ import annotations

import json
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from importlib import resources
from typing import Any

#: tried from the largest: beyond every field, the ends of the fields, what lies between
NUMBERS = (10**18, 32_767, 255, 99, 23, 15, 12, 7, 6, 4, 3, 2)

Path = tuple[str | int, ...]
#: a number in the content: its table, its record, and where in the record it stands
Place = tuple[str, dict[str, Any], Path]


def places(game: str) -> dict[str, list[Place]]:
    """Every number of the content, those that mean the same together: ``cards.reveal.gain.water``."""
    found: dict[str, list[Place]] = defaultdict(list)
    folder = resources.files("dune_sim") / "games" / game / "content" / "base"
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        if file.name.endswith(".toml"):
            for table, rows in tomllib.loads(file.read_text(encoding="utf-8")).items():
                for row in rows if table != "defaults" else ():
                    for path in _numbers({key: value for key, value in row.items() if key != "number"}):
                        keys = (one for one in path if isinstance(one, str))
                        found[".".join((table, *keys))].append((table, row, path))
    return found


def _numbers(value: Any, path: Path = ()) -> Iterator[Path]:
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _numbers(inner, (*path, key))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path


def overlay(pushed: list[Place], number: int) -> str:
    """An overlay that gives all these places the number."""
    records: dict[tuple[str, str], dict[str, Any]] = {}
    for table, record, path in pushed:
        key = str(path[0])
        changed = records.setdefault((table, record["id"]), {})
        changed[key] = _with(changed.get(key, record[key]), path[1:], number)
    return "".join(
        f"[[{table}]]\nid = {json.dumps(name)}\n" + "".join(f"{key} = {_toml(value)}\n" for key, value in keys.items())
        for (table, name), keys in records.items()
    )


def _with(value: Any, path: Path, number: int) -> Any:
    if not path:
        return number
    if isinstance(value, dict):
        return {key: _with(inner, path[1:], number) if key == path[0] else inner for key, inner in value.items()}
    return [_with(inner, path[1:], number) if at == path[0] else inner for at, inner in enumerate(value)]


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(inner)}" for key, inner in value.items()) + " }"
    return f"[{', '.join(map(_toml, value))}]" if isinstance(value, list) else json.dumps(value)
