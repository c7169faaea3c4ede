"""Reading plain data with one clear sentence for whatever is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import numpy as np

from dune_sim.errors import ScenarioError
from dune_sim.games.imperium.tables.names import UNKNOWN, Names


def check_keys(data: Any, known: Iterable[str], where: str) -> Mapping[str, Any]:
    """A table with known keys only."""
    if not isinstance(data, Mapping):
        raise ScenarioError(f"{where} must be a table of keys and values, not {data!r}")
    names = list(known)
    for key in data:
        if key not in names:
            near = get_close_matches(str(key), names, 1)
            raise ScenarioError(f"{where} has no key {key!r}" + (f"; did you mean {near[0]}" if near else ""))
    return data


def whole(value: Any, low: int, high: int, where: str) -> int:
    """A whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not low <= int(value) <= high:
        raise ScenarioError(f"{where} must be a whole number from {low} to {high}, not {value!r}")
    return int(value)


def truth(value: Any, where: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise ScenarioError(f"{where} must be true or false, not {value!r}")
    return value


def seat_number(value: Any, seats: int, where: str) -> int:
    """One seat."""
    if isinstance(value, list | tuple | set):
        raise ScenarioError(f"{where} belongs to one seat, not to {len(value)}")
    return whole(value, 0, seats - 1, where)


def maybe_seat(value: Any, seats: int, where: str) -> int | None:
    """One seat or nobody."""
    return None if value is None else seat_number(value, seats, where)


def listed(value: Any, where: str) -> Sequence[Any]:
    """A list."""
    if isinstance(value, str) or not isinstance(value, list | tuple):
        raise ScenarioError(f"{where} must be a list, not {value!r}")
    return value


def card_list(names: Names, what: str, value: Any, where: str) -> list[str]:
    """Cards as single ids, given as a list of ids or as counts by id."""
    if isinstance(value, Mapping):
        for name, n in value.items():
            whole(n, 0, 99, f"{where}: {name}")
        value = [name for name, n in value.items() for _ in range(int(n))]
    cards = listed(value, where)
    if UNKNOWN in cards:
        raise ScenarioError(
            f"{where} is unknown: what one seat sees is no full position; deal the rest with determinize first"
        )
    for name in cards:
        names.find(what, name, where)
    return list(cards)
