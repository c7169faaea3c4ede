"""Files that a game begins with: scenarios, saved positions and saved games, the same for every command."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Any

from dune_sim.cli.setup_options import Setup, flag
from dune_sim.errors import ScenarioError, UsageError
from dune_sim.files import read_json, read_text
from dune_sim.games.base import Game
from dune_sim.games.registry import GAMES, remake
from dune_sim.games.sealed import SAVED
from dune_sim.games.state import State
from dune_sim.runs.replay import Replay, is_replay, read_replay


@dataclass(frozen=True)
class Begin:
    """A game, and where it begins: with a position, at the end of what was kept of a game, or with its usual set-up."""

    game: Game
    position: Mapping[str, Any] | None = None
    replay: Replay | None = None

    def state(self, seed: int) -> State:
        if self.replay is not None:
            return self.replay.at(len(self.replay.actions))
        return self.game.new(seed) if self.position is None else self.game.from_dict(self.position)


def begin(name: str, setup: Setup, engine: str, file: Path | None) -> Begin:
    """What a command begins with. A saved position or game brings its own set-up, unless flags name another."""
    if file is None:
        return Begin(setup.game(name, engine))
    if is_replay(file):
        if setup.options:
            raise UsageError(f"a saved game brings its own set-up; leave {flag(next(iter(setup.options)))} out")
        replay = read_replay(file, engine)
        if replay.game.name != name:
            raise UsageError(f"{file} is a game of {replay.game.name}, not of {name}")
        return Begin(replay.game, replay=replay)
    data = read_position(file)
    kept = saved_setup(data)
    own = kept is not None and kept[0] == name and not setup.options
    game = _again(file, kept, engine) if kept is not None and own else setup.game(name, engine)
    return Begin(game, _checked(game, file, data))


def read_position(file: Path) -> Any:
    """Plain data of a position: what ``to_dict`` or ``show --json`` wrote, or a scenario written by hand."""
    data = read_json(read_text(file), str(file))
    return data["state"] if isinstance(data, dict) and isinstance(data.get("state"), dict) else data


def is_position(file: Path) -> bool:
    """Whether a file is one table of JSON, and no saved game."""
    if not file.is_file() or is_replay(file):
        return False
    try:
        data = json.loads(read_text(file))
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and bool(data)


def saved_setup(data: Any) -> tuple[str, dict[str, Any]] | None:
    """The game and the options that a saved position names."""
    told = data.get(SAVED) if isinstance(data, dict) else None
    if not isinstance(told, dict) or told.get("game") not in GAMES or not isinstance(told.get("options"), dict):
        return None
    return told["game"], told["options"]


def _again(file: Path, kept: tuple[str, dict[str, Any]], engine: str) -> Game:
    try:
        return remake(*kept, engine)
    except UsageError as error:
        raise UsageError(f"{file} is damaged: {error}") from None


def _checked(game: Game, file: Path, data: Any) -> Mapping[str, Any]:
    try:
        game.from_dict(data)
    except ScenarioError as error:
        raise ScenarioError(f"{file}: {error}") from None
    checked: Mapping[str, Any] = data
    return checked


def position_as_replay(file: Path, engine: str) -> Replay:
    """A saved position as a game of no decisions."""
    data = read_position(file)
    kept = saved_setup(data)
    if kept is None:
        name = data.get("game") if isinstance(data, dict) else None
        shown = name if isinstance(name, str) and name in GAMES else "GAME"
        how = f"dune-sim show {shown} --from {quote(str(file))}"
        raise UsageError(f"{file} does not say which set-up it belongs to; see it with: {how}")
    game = _again(file, kept, engine)
    return Replay(game, 0, position=_checked(game, file, data))
