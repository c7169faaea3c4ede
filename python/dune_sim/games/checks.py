"""Numbers that users give, checked once for every door."""

from __future__ import annotations

import operator

import numpy as np

from dune_sim.errors import UsageError


def whole(value: object) -> int | None:
    """The whole number that a value is; None for anything else, truth values included."""
    try:
        return None if isinstance(value, bool | np.bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def check_seed(seed: object) -> int:
    """A seed is any whole number from 0 to 2**64 - 1."""
    number = whole(seed)
    if number is None or not 0 <= number < 1 << 64:
        raise UsageError(f"seed must be a whole number from 0 to 2**64 - 1, not {seed!r}")
    return number


def check_count(value: object, what: str, least: int) -> int:
    """A whole number that is not too small; ``what`` is its name in the message."""
    number = whole(value)
    if number is None:
        raise UsageError(f"{what} must be a whole number, not {value!r}")
    if not least <= number < 1 << 63:
        most = "" if number < least else " and less than 2**63"
        raise UsageError(f"{what} must be at least {least}{most}, not {number}")
    return number
