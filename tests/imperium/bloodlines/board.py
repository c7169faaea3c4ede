"""Positions of Bloodlines in plain words, on top of :mod:`imperium.table`."""

from __future__ import annotations

from functools import cache
from typing import Any

import dune_sim
from dune_sim.content import load_content
from dune_sim.engines import memory
from dune_sim.engines.python import PythonEngine
from dune_sim.games.base import Game
from dune_sim.games.imperium.pictures.view import view
from dune_sim.games.state import State
from dune_sim.programs import program
from imperium.table import PLAIN, can, choose, seat

CORE, TECH = ("bloodlines",), ("bloodlines", "tech")
CONTENT = load_content("imperium", (), TECH)
#: a seat out of the way, and one that has something to decide
DONE: dict[str, Any] = {"revealed": True}
_GAMES: dict[tuple[Any, ...], Game] = {}


def game_of(leaders: list[str], tech: bool = True, **options: Any) -> Game:
    """The game with these leaders, made once."""
    key = (*leaders, tech, *options.items())
    if key not in _GAMES:
        modules = TECH if tech else CORE
        _GAMES[key] = dune_sim.make("imperium", players=len(leaders), leaders=leaders, modules=modules, **options)
    return _GAMES[key]


def table(
    *players: dict[str, Any], leader: str | None = None, tech: bool = True, options: Any = None, **keys: Any
) -> State:
    """A position of three seats; ``leader`` is that of the first. Hands that are not told hold Diplomacy."""
    leaders = [leader, *PLAIN[:2]] if leader else PLAIN[:3]
    hand = ["diplomacy"] if keys.get("phase", "turns") == "turns" else []
    told = [{"hand": hand, **one} for one in [*players, *({} for _ in range(3 - len(players)))]]
    return game_of(leaders, tech, **(options or {})).from_dict({"players": told, **keys})


def combat(*players: dict[str, Any], **keys: Any) -> State:
    """The combat phase of round 2."""
    told = [{"solari": 0, **one, **DONE} for one in players] + [DONE] * (3 - len(players))
    return table(*told, **{"round": 2, "conflict": "siege_of_arrakeen", "phase": "combat", **keys})


def commanders(state: State, number: int) -> tuple[int, int, int]:
    """Commanders of a seat in garrison, conflict and supply."""
    found = seat(state, number)["commanders"]
    return found["garrison"], found["conflict"], found["supply"]


def strength(state: State, number: int) -> int:
    """Strength by the kernels of this edition, which pictures work out anew from the position."""
    records = program("imperium_full").records
    t, g = memory.load(records["Tables"], state.game.tables[0]), memory.load(records["State"], state.raw[0])
    found = int(_kernels()["strength"](t, g, number))
    assert found == view(CONTENT, state.to_dict())["players"][number]["strength"]
    return found


@cache
def _kernels() -> dict[str, Any]:
    return PythonEngine(program("imperium_full")).functions


def reveal(state: State) -> State:
    """Take the reveal turn if it has not begun by itself."""
    return choose(state, "reveal turn: reveal the hand") if can(state, "reveal turn: reveal the hand") else state
