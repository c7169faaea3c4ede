"""Every game and mode that a door must open."""

from __future__ import annotations

from typing import Any

import dune_sim
from dune_sim.errors import UsageError

ALL: list[tuple[str, dict[str, Any]]] = [
    ("imperium", {"players": 4}),
    ("imperium", {"players": 3, "leaders": "draft"}),
    ("imperium", {"players": 2}),
    ("imperium", {"players": 1}),
    ("arrakis", {"round_cap": 3}),
    ("arrakis", {"players": 3, "mode": "teams", "round_cap": 3}),
    ("arrakis", {"players": 4, "mode": "teams", "round_cap": 3}),
    ("arrakis", {"players": 1, "mode": "solo", "round_cap": 3}),
]


def there(name: str, options: dict[str, Any]) -> bool:
    """Whether a mode is there; those that are not yet say so."""
    try:
        dune_sim.make(name, **options)
    except UsageError as error:
        assert "not there yet" in str(error)
        return False
    return True


SETUPS = [one for one in ALL if there(*one)]
IDS = [f"{name}-{next(iter(options.values()))}" for name, options in SETUPS]
#: one set-up of each game
FEW = {name: (name, options) for name, options in reversed(SETUPS)}
