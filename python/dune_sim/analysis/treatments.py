"""What is done to seats: a card given at the start, or one that may not be taken."""

from __future__ import annotations

from collections.abc import Sequence

from dune_sim.analysis.arms import Treatment
from dune_sim.analysis.change import Change
from dune_sim.errors import UsageError
from dune_sim.games.base import Game


def treatment_for(game: Game, changes: Sequence[Change], turns: Sequence[Sequence[int]]) -> Treatment:
    """How pilots are told of gifts and denials in the games of each turn."""
    raise UsageError(f"{game.name} cannot give or deny {changes[0].what} to a seat: no player of it can be told so")
