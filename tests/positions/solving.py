"""Positions with a right answer, and whether a player finds it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from dune_sim import engines, make
from dune_sim.games.base import Game, State
from dune_sim.games.rollouts import Pilots

FOLDER = Path(__file__).parent
#: decisions after which a position that has not ended is not solved
PATIENCE = 300


@dataclass(frozen=True)
class Position:
    """One position, what it is about, and what must be true after the own part of it."""

    game: Game
    id: str
    theme: str
    #: the argument for the answer
    why: str
    seat: int
    until: str
    want: Mapping[str, Any]
    data: Mapping[str, Any]
    #: one way there, in parts of the words of decisions, where chance hardly finds one
    line: Sequence[str] = ()

    def state(self) -> State:
        return self.game.from_dict(self.data)


@cache
def games(name: str, leaders: tuple[str, ...]) -> Game:
    ready = any(one.engine == "cpp" and one.ready for one in engines.status(f"{name}_players"))
    options: dict[str, Any] = {"leaders": list(leaders), "players": len(leaders)} if leaders else {}
    return make(name, engine="cpp" if ready else "python", **options)


def positions(name: str) -> list[Position]:
    """All positions of a game."""
    told = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    found = []
    for one in told["position"]:
        full = {**told["defaults"], **one}
        game = games(name, tuple(full.get("leaders", ())))
        seat = game.seat(full["seat"])
        data = {"imperium": filled, "arrakis": guarded}[name](full["state"])
        about = (full["id"], full["theme"], full["why"], seat, full["until"], full["want"])
        found.append(Position(game, *about, data, full.get("line", ())))
    return found


def filled(state: dict[str, Any]) -> dict[str, Any]:
    """Seats of which nothing else is said have revealed and hold nothing."""
    made = deepcopy(state)
    for number, player in enumerate(made["players"]):
        if number > 0:
            player.setdefault("revealed", True)
            player.setdefault("hand", [])
            player.setdefault("agents_on", [])
    return made


#: what stands in settlements and sietches of which nothing else is said
GARRISON = {"standard": 1, "elite": 1}


def guarded(state: dict[str, Any]) -> dict[str, Any]:
    """Settlements and sietches of which nothing else is said are guarded, stations of which nothing is said taken."""
    made, usual = deepcopy(state), games("arrakis", ()).new().to_dict()["areas"]
    for area, there in usual.items():
        if area in made["areas"]:
            continue
        if "sietch" in there:
            made["areas"][area] = {"atreides": dict(GARRISON)}
        elif "settlement" in there:
            made["areas"][area] = {"harkonnen": dict(GARRISON)}
        elif "station" in there:
            made["areas"][area] = {"station": "taken"}
    return made


def part(state: State, until: str) -> tuple[Any, ...]:
    """What stays the same as long as the own part of a position lasts."""
    told = state.to_dict()
    return tuple(told.get(key) for key in {"round": ("round",), "turn": ("round", "phase", "turn", "turn_of")}[until])


def played(position: Position, policy: str, seed: int) -> State:
    """The position after the player has done its part; the other seats answer at random."""
    game, state = position.game, position.state()
    names = [policy if seat == position.seat else "random" for seat in range(game.num_players)]
    pilots, begun = Pilots(game, names, seed), part(state, position.until)
    for _ in range(PATIENCE):
        if state.is_over or part(state, position.until) != begun:
            break
        state.apply(pilots.choose(state))
    return state


def value(state: State, path: str) -> Any:
    """What stands at a path of the plain data; nothing there is 0, as counts leave zeros out."""
    if path == "winner":
        return "nobody" if not state.is_over or state.winner is None else state.winner
    here: Any = state.to_dict()
    for key in path.split("."):
        here = here[int(key)] if isinstance(here, list) else here.get(key, 0) if isinstance(here, dict) else 0
    return here


def fits(found: Any, wanted: Any) -> bool:
    """Whether a value is the wanted one: a number between two, names in any order, or just this."""
    if isinstance(wanted, list) and isinstance(wanted[0], int):
        return isinstance(found, int) and wanted[0] <= found <= wanted[1]
    if isinstance(wanted, list):
        return isinstance(found, list) and sorted(found) == sorted(wanted)
    return bool(found == wanted)


def solves(position: Position, policy: str, seed: int = 1) -> bool:
    """Whether a player finds the answer."""
    return solved(position, played(position, policy, seed))


def solved(position: Position, state: State) -> bool:
    """Whether all that is wanted is true."""
    return all(fits(value(state, path), wanted) for path, wanted in position.want.items())
