"""What the doors of several libraries share: seeds, pictures, what a seat sees as a box."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dune_sim.envs.vector import features_of
from dune_sim.errors import UsageError
from dune_sim.games.base import Game
from dune_sim.games.checks import check_seed, is_one_of
from dune_sim.games.registry import make
from dune_sim.games.state import State

#: how a position can be shown: printed, as text, as SVG, as a picture of red, green and blue
MODES = ("human", "ansi", "svg", "rgb_array")


def named_game(game: object, options: Mapping[str, Any]) -> Game:
    """A game by its name and options, or as it is."""
    if isinstance(game, Game):
        if options:
            raise UsageError(f"{game!r} has its options already; leave out {', '.join(options)}")
        return game
    return make(game, **options)  # type: ignore[arg-type]


def bounds(game: Game) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Least and greatest value of every feature; seats that are not there stay 0 within these."""
    table = features_of(game)
    return np.array([one.low for one in table], np.int16), np.array([one.high for one in table], np.int16)


def fresh_seed() -> int:
    """A seed that nobody chose, as libraries have it where no seed is given."""
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0])


def chosen_seed(seed: object) -> int:
    return check_seed(seed)


def check_mode(mode: object, modes: Sequence[str] = MODES) -> str | None:
    """How positions are shown; None for not at all."""
    if mode is not None and not is_one_of(mode, modes):
        raise UsageError(f"unknown render_mode {mode!r}; choose {', '.join(modes)}")
    return mode if isinstance(mode, str) else None


def shown(state: State, mode: str | None) -> str | NDArray[np.uint8] | None:
    """A position as a render mode has it: the whole truth, for people and never for players."""
    if mode == "human":
        print(state.render())
        return None
    if mode == "ansi":
        return state.render()
    if mode == "svg":
        return state.svg()
    return None if mode is None else pixels(state.svg())


def pixels(svg: str) -> NDArray[np.uint8]:
    """A picture as an array of height, width and three colours."""
    import vl_convert
    from PIL import Image

    with Image.open(io.BytesIO(vl_convert.svg_to_png(svg))) as picture:
        return np.asarray(picture.convert("RGB"))
