"""The order in which the steps of a card are carried out, where it is not the printed one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dune_sim.content.schema import Fact


def speaks_of_last(step: Any) -> bool:
    """Whether a step, or one inside it, speaks of the legion that the steps before it touched."""
    if isinstance(step, tuple):
        return any(map(speaks_of_last, step))
    if not isinstance(step, Fact):
        return False
    return getattr(step, "last", False) is True or speaks_of_last(tuple(vars(step).values()))


def arranged(steps: Sequence[Any]) -> list[Any]:
    """The steps in the order they are carried out.

    A leader may stand only with own units (ARR-UNIT-15): where a card puts a leader first, not into a legion, and units
    into the same place after it, the place is named first, then the units come, then the leader. Whoever is replaced
    leaves with the entry.
    """
    result: list[Any] = []
    rest = list(steps)
    while rest:
        first, *rest = rest
        follower = rest[0] if rest else None
        if first.do == "place_leader" and follower is not None and follower.do == "place_units":
            here = follower.where.legion is not None and follower.where.legion.last
            if here and first.where.legion is None:
                result += [Select(first.where), follower, first.model_copy(update={"where": follower.where})]
                rest = rest[1:]
                continue
            if follower.where == first.where:
                result += [follower, first]
                rest = rest[1:]
                continue
        if first.do == "enter_play" and follower is not None and follower.do == "remove_from_game":
            result.append(Entry(first, follower))
            rest = rest[1:]
            continue
        result.append(first)
    return result


class Select:
    """The place that the following steps speak of."""

    do = "select"

    def __init__(self, where: Any) -> None:
        self.where = where


class Entry:
    """A leader enters and another leaves, or neither."""

    do = "enter_and_remove"

    def __init__(self, entry: Any, removal: Any) -> None:
        self.entry, self.removal = entry, removal
