"""Every field of a position that the earlier turns of a round can change, set to each value it may have."""

from __future__ import annotations

from typing import Any

import pytest

from imperium.table import CONTENT, next_round, table

SPACES = [one.id for one in CONTENT.spaces]
ONCE = [one.id for one in CONTENT.spaces if one.limit == "once_per_game"]
LAID = [one.id for one in CONTENT.intrigue if any(hasattr(part, "on_reveal") for part in one.plot)]
FIELDS: list[dict[str, Any]] = [
    *({"closed_space": one} for one in SPACES),
    *({"agents_on": [one]} for one in SPACES),
    *({"visited_once": [one]} for one in ONCE),
    *({"intrigue_laid": [one]} for one in LAID),
    *({"swords": n, "revealed": True, "hand": []} for n in range(4)),
    *({key: True} for key in ("council_seat", "swordmaster")),
]


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("field", FIELDS, ids=str)
def test_what_earlier_turns_left_is_told_and_gone_after_the_round(field: dict[str, Any], number: int) -> None:
    """Of the seat to move and of another; the seat to move cannot have revealed."""
    seats: list[dict[str, Any]] = [{"hand": ["dagger"]}, {"hand": ["dagger"]}, {"hand": ["dagger"]}]
    seats[number] |= field
    if number == 0 and field.get("revealed"):
        return
    state = table(*seats)
    told = state.to_dict()["players"][number]
    for key, value in field.items():
        if key == "closed_space" and number == 0:
            assert told[key] is None, "over as the turn of its owner begins"
        elif key in ("hand", "intrigue_laid"):
            assert sum(told[key].values()) == len(value)
        else:
            assert told[key] == value
    ended = next_round(state).to_dict()
    assert ended["reveal_order"] == [] and ended["round"] == 2
    for one in ended["players"]:
        assert (one["closed_space"], one["agents_on"], one["swords"], one["intrigue_laid"]) == (None, [], 0, {})
        assert not one["revealed"]
