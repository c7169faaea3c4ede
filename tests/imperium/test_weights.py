"""The weights that come with the game belong to what players see."""

from __future__ import annotations

import tomllib
from importlib import resources

from dune_sim import make
from dune_sim.games.imperium.game import ImperiumGame
from dune_sim.games.imperium.kernels.players.sight import FEATURES, FIRST_TERM, ROWS, TERMS


def test_every_weight_belongs_to_a_term_and_has_a_number_for_each_round() -> None:
    game = make("imperium")
    assert isinstance(game, ImperiumGame)
    file = resources.files("dune_sim.games") / "imperium" / "players" / "weights.toml"
    weights = tomllib.loads(file.read_text(encoding="utf-8"))["weights"]
    terms = FEATURES.terms(game.names.subjects, FIRST_TERM, TERMS)
    assert len(set(terms)) == TERMS
    assert len(weights) > 150 and set(weights) <= set(terms)
    assert all(len(row) == ROWS for row in weights.values())
    assert all(weight > 0 for weight in weights["vp"]), "points are worth having"
