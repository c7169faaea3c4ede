"""Numbers, truth values and lists that users give, checked once for every door."""

from __future__ import annotations

import operator
from collections.abc import Container, Sequence
from os import PathLike, fspath
from os.path import abspath
from typing import Any

import numpy as np

from dune_sim.errors import UsageError
from dune_sim.games.hosts import given_name

#: overlay files as users give them
Overlays = str | PathLike[str] | Sequence[str | PathLike[str]] | None
#: truth values are no numbers
TRUTHS = (bool, np.bool)


def whole(value: object) -> int | None:
    """The whole number that a value is; None for anything else, truth values included."""
    if type(value) is int:
        return value
    try:
        return None if isinstance(value, TRUTHS) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def is_one_of(value: object, names: Container[str]) -> bool:
    """Whether a value is one of the names; anything may be asked, lists and arrays too."""
    return isinstance(value, str) and value in names


def check_seed(seed: object) -> int:
    """A seed is any whole number from 0 to 2**64 - 1."""
    number = whole(seed)
    if number is None or not 0 <= number < 1 << 64:
        raise UsageError(f"seed must be a whole number from 0 to 2**64 - 1, not {seed!r}")
    return number


def check_count(value: object, what: str, least: int, most: int = (1 << 63) - 1) -> int:
    """A whole number that is neither too small nor too large; ``what`` is its name in the message."""
    number = whole(value)
    if number is None:
        raise UsageError(f"{what} must be a whole number, not {value!r}")
    if not least <= number <= most:
        end = "less than 2**63" if most >> 62 else f"at most {most}"
        raise UsageError(f"{what} must be at least {least}{'' if number < least else f' and {end}'}, not {value!r:.40}")
    return number


def check_seconds(value: object, what: str) -> float:
    """A time that somebody would wait for."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.001 <= value <= 3600:
        raise UsageError(f"{what} must be from 0.001 to 3600, not {value!r:.40}")
    return float(value)


def check_flag(value: object, what: str) -> bool:
    """True or False; 1 and 0 are taken for them."""
    number = int(value) if isinstance(value, bool | np.bool) else whole(value)
    if number not in (0, 1):
        raise UsageError(f"{what} must be True or False, not {value!r}")
    return number == 1


def check_overlays(content: object) -> tuple[str, ...]:
    """Overlay files as they were given: one, several, or None for none."""
    listed = (content,) if isinstance(content, str | PathLike) else () if content is None else content
    if not isinstance(listed, Sequence) or not all(isinstance(one, str | PathLike) for one in listed):
        raise UsageError(f"content must be an overlay file or a list of them, not {content!r}")
    return tuple(str(fspath(one)) for one in listed)


def overlay_option(overlays: Sequence[str]) -> dict[str, Any]:
    """How a set-up names its overlays: whole paths, because it may be read again in another directory."""
    return {"content": [abspath(one) for one in overlays]} if overlays else {}


def read_policy(policy: object) -> str | list[str]:
    """One policy as its name, several as a list, whether they were given as a list or with commas between them.

    A callable of the user's gets a name.
    """
    if isinstance(policy, str):
        listed = [one.strip() for one in policy.split(",")]
        return listed[0] if len(listed) == 1 else listed
    if callable(policy):
        return given_name(policy)
    if not isinstance(policy, Sequence):
        raise UsageError(f"policy must be a name or one name for each seat, not {policy!r}")
    return [given_name(one) if callable(one) else one for one in policy]
