"""Weights come from self-play and regression: known ones are found again, steps are kept, groups cover all terms."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from dune_sim import make
from dune_sim.agents.weights import load_weights, term_names
from dune_sim.games.base import Game
from players.test_eyes import GAMES, fast
from tune.fitting import UNIT, Examples, examples, fit
from tune.learning import learn, writer
from tune.refining import groups, refine, stretched
from tune.watching import watch


def quick(name: str) -> Game:
    return make(name, engine=fast(f"{name}_players"))


@pytest.mark.parametrize("name", GAMES)
def test_known_weights_are_found_again(name: str) -> None:
    game, rng = quick(name), np.random.default_rng(3)
    names, rows = term_names(game), len(load_weights(game))
    true = np.zeros(len(names))
    known = rng.choice([k for k, one in enumerate(names) if not one.startswith(("hand_", "holds_"))], 6, replace=False)
    true[known] = [0.8, -0.6, 0.4, -0.3, 0.2, 0.0]
    terms = np.zeros((6000, len(names)))
    terms[:, known] = rng.integers(-3, 4, (6000, 6))
    won = (rng.random(6000) < 1 / (1 + np.exp(-terms @ true))).astype(np.int8)
    seen = Examples(sparse.csr_matrix(terms), won, rng.integers(0, rows, 6000).astype(np.int32), np.ones(6000))
    found = fit(game, seen, None)
    assert np.abs(found[:, known].mean(axis=0) / UNIT - true[known]).max() < 0.06
    assert not np.delete(found, known, axis=1).any(), "what was never seen is worth nothing"
    # on top of what is known already nothing is learned but noise
    again = fit(game, seen, np.tile(np.rint(true * UNIT), (rows, 1)))
    assert np.abs(again[:, known].mean(axis=0) / UNIT - true[known]).max() < 0.06


@pytest.mark.parametrize("name", GAMES)
def test_watched_games_are_those_that_are_played(name: str) -> None:
    game = quick(name)
    seen = watch(game, "greedy:leaves=2", 13, 4)
    played = game.simulate(13, policy="greedy:leaves=2", seed=4)
    winners = played.column("winner")
    assert (seen.shares[np.arange(13), winners] == seen.shares.max(axis=1)).all()
    assert set(seen.game) == set(range(13)) and set(seen.seat) == set(range(game.num_players))
    found = examples(game, seen)
    assert found.counts.sum() == pytest.approx(len(set(seen.game[seen.shares.max(axis=1)[seen.game] > 0.99])))


def test_every_difference_points_to_the_winner() -> None:
    """Points at the end of a game are more for the winner, however the difference is turned."""
    game = quick("imperium")
    found = examples(game, watch(game, "greedy:leaves=2", 30, 4))
    points = np.asarray(found.terms[:, term_names(game).index("vp")].todense()).ravel()
    late = found.row >= 6
    assert points[late & (found.won == 1)].mean() > 0.5 and points[late & (found.won == 0)].mean() < -0.5


@pytest.mark.parametrize("name", GAMES)
def test_groups_cover_all_terms_and_stretch_their_own(name: str) -> None:
    game, own = quick(name), load_weights(quick(name))
    many = int(groups(game).max()) + 1
    sides = 2 if name == "arrakis" else 1
    assert (stretched(game, own, np.zeros(many * sides)) == own).all()
    by = np.zeros(many * sides)
    by[1] = np.log(2)
    changed = (stretched(game, own, by) != own).any(axis=0)
    assert set(groups(game)[changed]) == {1}


@pytest.mark.parametrize("name", GAMES)
def test_a_step_of_learning_beats_chance_and_is_the_same_again(name: str, tmp_path: Path) -> None:
    game = quick(name)
    told: list[dict[str, Any]] = []
    for out in (tmp_path / "a", tmp_path / "b"):
        learn(game, "nothing", 1, 60, 20, 0.05, 1, out, told.append)
    assert told[0] == told[1] and told[0]["win_rate"] > 0.6
    made = [(tmp_path / one / "step-1.toml").read_bytes() for one in "ab"]
    assert made[0] == made[1]


def test_a_refinement_tries_groups_and_tells_what_it_found(tmp_path: Path) -> None:
    refine(quick("imperium"), "own", 1, 4, 8, 1, tmp_path / "r", writer(tmp_path / "r.jsonl"))
    told = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text(encoding="utf-8").splitlines()]
    assert told[0]["step"] == 1 and told[-1]["met_games"] == 8
    assert load_weights(quick("imperium"), str(tmp_path / "r" / "refined.toml")).any()
