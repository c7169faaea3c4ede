"""Fields of records as plain data and back: what a readable scenario cannot say, kept number by number."""

from __future__ import annotations

from typing import Any

import numpy as np

from dune_sim.errors import ScenarioError


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
        else:
            into[k] = _number(one)


def _number(value: Any) -> int:
    return int(value, 16) if isinstance(value, str) else int(value)
