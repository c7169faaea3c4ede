"""The examples run, and what is learned wins."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dune_sim

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def example(name: str) -> Any:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def run(name: str, *words: str, folder: Path) -> str:
    """What an example prints, run as a user does."""
    command = [sys.executable, "-W", "error::DeprecationWarning:dune_sim", str(EXAMPLES / f"{name}.py"), *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_tree_search_finds_what_wins() -> None:
    found = example("mcts")
    text = (EXAMPLES / "mcts.py").read_text(encoding="utf-8")
    body = text[text.index("def search") : text.index("def worth")].splitlines()
    assert len([line for line in body if line.strip()]) <= 26, "twenty lines and the head"
    game = dune_sim.make("battle", attacker="4 standard, 2 elite", defender="3 standard")
    state = game.new(seed=1)
    action = found.search(state, iterations=60)
    assert action in state.legal_actions() and action == found.search(state, iterations=60)
    position = dune_sim.make("imperium", players=3).new(seed=7)
    assert found.search(position, iterations=10) in position.legal_actions()


def test_self_play_writes_rows_that_fit_each_other(tmp_path: Path) -> None:
    said = run("selfplay", "--games", "3", "--side-by-side", "2", folder=tmp_path)
    with np.load(tmp_path / "data.npz") as rows:
        features, mask, policy, value = (rows[name] for name in ("features", "mask", "policy", "value"))
    assert said.startswith(f"3 games, {len(value):,} decisions")
    assert len(features) == len(mask) == len(policy) == len(value) > 300
    assert np.allclose(policy.sum(axis=1), 1, atol=1e-4) and not policy[~mask].any()
    assert set(np.round(value, 3)) <= {1.0, -0.333, 0.333}


def test_a_learned_player_is_a_file_of_numbers(tmp_path: Path) -> None:
    learned = example("learned")
    game = dune_sim.make("imperium", players=3)
    vector, rng = game.vector(8, seed=1), np.random.default_rng(1)
    shapes = [(vector.width, 8), (8,), (8, game.num_actions), (game.num_actions,)]
    made = learned.Learned(np.ones(vector.width, np.float32), [rng.normal(size=one).astype("f4") for one in shapes])
    made.save(tmp_path / "made.npz")
    again, batch = learned.Learned.load(tmp_path / "made.npz"), vector.reset()
    actions = again(batch.features, batch.masks)
    assert (actions == made(batch.features, batch.masks)).all() and batch.masks[np.arange(8), actions].all()
    assert learned.win_rate(game, made, 30).total == 30


@pytest.mark.parametrize("name", ["imperium"])
def test_the_recipe_learns(name: str, tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib", reason="sb3-contrib and torch come with the extra [rl], which tests go without")
    words = ["--game", name, "--steps", "2048", "--envs", "32", "--games", "8", "--out", "few.npz"]
    lines = run("train_ppo", *words, folder=tmp_path).splitlines()
    assert lines[0].startswith("  0.") and "wins" in lines[0] and lines[-1] == "wrote few.npz"
    assert example("learned").Learned.load(tmp_path / "few.npz").numbers[0].shape[1] == 128


@pytest.mark.slow
def test_the_recipe_beats_random_players(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib", reason="sb3-contrib and torch come with the extra [rl], which tests go without")
    run("train_ppo", "--steps", "160000", "--games", "8", "--out", "many.npz", folder=tmp_path)
    learned = example("learned")
    rate = learned.win_rate(dune_sim.make("imperium"), learned.Learned.load(tmp_path / "many.npz"), 400)
    assert rate.low > 0.6, rate
