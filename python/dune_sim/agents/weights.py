"""What players think things are worth: TOML files that people can read and change."""

from __future__ import annotations

import json
import re
import tomllib
from difflib import get_close_matches
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dune_sim.errors import UsageError
from dune_sim.files import read_text
from dune_sim.games.base import Game
from dune_sim.programs import program

Weights = NDArray[np.int16]
#: keys that TOML takes without quotes
BARE = re.compile(r"[A-Za-z0-9_-]+")


def term_names(game: Game) -> tuple[str, ...]:
    """Names of what weights belong to, in the order of the kernels."""
    layout = program(f"{game.program_name}_players").layout
    seen, subjects = layout.FEATURES, game.names.subjects
    if not hasattr(layout, "FIRST_TERM"):
        return tuple(one.name for one in seen.table(subjects))
    names: tuple[str, ...] = seen.terms(subjects, layout.FIRST_TERM, layout.TERMS)
    return names


def load_weights(game: Game, file: str | None = None) -> Weights:
    """The weights of a file, or those that come with the game: one row for each part of a game."""
    if file is not None:
        return read_weights(game, read_text(Path(file)), file)
    own = resources.files("dune_sim.games") / game.name / "players" / "weights.toml"
    if not own.is_file():
        raise UsageError(f"{game.name} comes without weights for its players; name a file: greedy:weights=FILE")
    return read_weights(game, own.read_text(encoding="utf-8"), str(own))


def read_weights(game: Game, text: str, file: str) -> Weights:
    """A table ``[weights]`` with a list of whole numbers for each term; what is not named is worth nothing."""
    try:
        found = tomllib.loads(text).get("weights")
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{file} is no TOML: {error}") from None
    if not isinstance(found, dict):
        raise UsageError(f"{file} has no table [weights]")
    rows = int(program(f"{game.program_name}_players").layout.ROWS)
    places = {name: k for k, name in enumerate(term_names(game))}
    made = np.zeros((rows, len(places)), np.int16)
    for name, values in found.items():
        if name not in places:
            near = get_close_matches(name, places, 1)
            hint = f"; did you mean {near[0]}" if near else f"; {game.name} has {len(places)} such names"
            raise UsageError(f"{file} weighs {name!r}, which nobody sees{hint}")
        made[:, places[name]] = _checked(values, rows, f"{file}, {name}")
    return made


def _checked(values: Any, rows: int, where: str) -> list[int]:
    if not isinstance(values, list) or len(values) != rows or not all(type(one) is int for one in values):
        raise UsageError(f"{where}: give a list of {rows} whole numbers, one for each part of the game")
    wrong = next((one for one in values if not -32768 <= one <= 32767), None)
    if wrong is not None:
        raise UsageError(f"{where}: {wrong} is too large for a weight; they go from -32768 to 32767")
    return values


def weights_text(game: Game, weights: NDArray[Any], about: str) -> str:
    """The file for some weights; terms that are worth nothing are left out."""
    lines = [*(f"# {one}".rstrip() for one in about.splitlines()), "", "[weights]"]
    for name, column in zip(term_names(game), np.asarray(weights).T, strict=True):
        if column.any():
            key = name if BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)
            lines.append(f"{key} = [{', '.join(str(int(one)) for one in column)}]")
    return "\n".join(lines) + "\n"
