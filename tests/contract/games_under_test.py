"""Every game that passes the shared suite, with a set-up that plays quickly."""

from __future__ import annotations

from typing import Any

from dune_sim import engines
from dune_sim.games.base import Game
from dune_sim.games.registry import GAMES, make

SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("battle", {}),
    (
        "battle",
        {"attacker": "3 standard, 2 fedaykin, chani, 2 naib", "defender": "4 elite, bashar", "settlement_rank": 3},
    ),
    ("arrakis", {}),
    ("arrakis", {"mode": "solo"}),
    ("arrakis", {"mode": "teams", "players": 4}),
    ("arrakis", {"mode": "teams", "players": 3}),
    ("arrakis", {"mode": "teams", "players": 3, "shared": "atreides"}),
    ("arrakis", {"mode": "solo", "players": 2}),
    ("imperium", {"players": 4}),
    ("imperium", {"players": 3}),
    ("imperium", {"players": 4, "leaders": "draft"}),
    ("imperium", {"players": 4, "modules": ["bloodlines", "tech"]}),
    ("imperium", {"players": 2}),
    ("imperium", {"players": 1, "difficulty": "mentat"}),
    ("imperium", {"players": 1, "leaders": "draft"}),
]


def setups() -> list[tuple[str, dict[str, Any]]]:
    """The set-ups of the games that exist."""
    return [one for one in SETUPS if one[0] in GAMES]


def label(setup: tuple[str, dict[str, Any]]) -> str:
    return f"{setup[0]}-{'-'.join(str(v) for v in setup[1].values())}".rstrip("-")[:40]


def build(setup: tuple[str, dict[str, Any]], engine: str = "auto") -> Game:
    return make(setup[0], engine=engine, **setup[1])


def fast_engines(game: str) -> list[str]:
    """The compiled engines that can run here."""
    return [row.engine for row in engines.status(game) if row.ready and row.engine != "python"]
