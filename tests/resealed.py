"""Positions changed by somebody who knows how the checksum is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dune_sim.games import sealed
from dune_sim.games.base import Game


def resealed(game: Game, data: Mapping[str, Any]) -> dict[str, Any]:
    return sealed.seal(game, {key: value for key, value in data.items() if key != sealed.SAVED})
