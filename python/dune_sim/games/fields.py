"""Fields of records as plain data and back: what a readable scenario cannot say, kept number by number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from dune_sim.engines.memory import Records
from dune_sim.errors import ScenarioError
from dune_sim.games.checks import whole


def fill(reader: Callable[[Mapping[str, Any], Records], None], data: Mapping[str, Any], raw: Records) -> None:
    """Let a game read plain data into a cleared state; what is no table, or holds a number beyond it, is refused."""
    if not isinstance(data, Mapping):
        raise ScenarioError(f"the position must be a table of keys and values, not {data!r}")
    try:
        reader(data, raw)
    except OverflowError as error:
        raise ScenarioError(f"the position holds a number that no game reaches ({error})") from error


def plain(value: Any) -> Any:
    """A field as plain data; 64-bit words as hexadecimal text, which every JSON reader keeps.

    Cleared records at the end of a list are left out.
    """
    if isinstance(value, np.void):
        return {name: plain(value[name]) for name in value.dtype.names or ()}
    if isinstance(value, np.ndarray):
        items = [plain(one) for one in value]
        while value.dtype.names and items and not any(value[len(items) - 1].tobytes()):
            items.pop()
        return items
    return hex(int(value)) if isinstance(value, np.uint64) else int(value)


def restore(record: Any, field: str, value: Any) -> None:
    """Store plain data of one field; anything that does not fit is refused."""
    try:
        _restore(record, field, value)
    except (KeyError, IndexError, TypeError, ValueError, OverflowError) as error:
        raise ScenarioError(f"running: {field} does not hold what a saved position holds ({error})") from error


def _restore(record: Any, field: str, value: Any) -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            _restore(record[field], key, inner)
    elif isinstance(value, list | tuple):
        _restore_list(record[field], value)
    elif record.dtype[field].names or record.dtype[field].shape:
        raise TypeError(f"{value!r} is no table or list")
    else:
        record[field] = _number(value)


def _restore_list(into: Any, items: Any) -> None:
    for k, one in enumerate(items):
        if isinstance(one, dict):
            for key, inner in one.items():
                _restore(into[k], key, inner)
        elif isinstance(one, list | tuple):
            _restore_list(into[k], one)
        elif into.dtype.names or into.ndim > 1:
            raise TypeError(f"{one!r} is no table or list")
        else:
            into[k] = _number(one)


def _number(value: Any) -> int:
    number = int(value, 16) if isinstance(value, str) else whole(value)
    if number is None:
        raise TypeError(f"{value!r} is no whole number")
    return number


def check_chance(state: Any) -> None:
    """A generator whose words are all zero would draw zeros for ever."""
    if not any(state["rng"]["s"]):
        raise ScenarioError("running: the chance to come (rng) is missing or all zero; without running a seed gives it")
