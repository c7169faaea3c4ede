"""PettingZoo's own tests, and what its users expect of mistakes."""

from __future__ import annotations

import copy
import pickle
import sys
import warnings
from functools import partial
from typing import Any

import numpy as np
import pytest

from dune_sim.envs.pettingzoo import env, raw_env
from dune_sim.errors import IllegalActionError, UsageError
from envs.setups import FEW, IDS, SETUPS

with warnings.catch_warnings():
    # where pygame is installed its tests import a game of its own in a way that it warns of
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

CHECKS = sys.modules["pettingzoo.test.api_test"]


@pytest.fixture(autouse=True)
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library warns of observations that are dicts, and of masks of agents that are done, unless it knows the game.

    Its own games with masks stand in these lists; every other warning is an error here.
    """
    names = [f"dune_sim_{name}_v0" for name in FEW]
    for one in ("env_obs_dicts", "env_obs_space", "env_all_zeros_obs"):
        monkeypatch.setattr(CHECKS, one, [*getattr(CHECKS, one), *names])


@pytest.mark.parametrize(("name", "options"), SETUPS, ids=IDS)
def test_the_library_finds_nothing_wrong(name: str, options: dict[str, Any]) -> None:
    api_test(env(name, **options), num_cycles=200)
    seed_test(partial(env, name, **options), num_cycles=60)


@pytest.mark.parametrize(("name", "options"), FEW.values(), ids=FEW)
def test_every_render_mode_gives_what_it_should(name: str, options: dict[str, Any]) -> None:
    told = {"svg": lambda found: found.startswith("<svg")}
    render_test(lambda render_mode: env(name, render_mode=render_mode, **options), told)


@pytest.mark.parametrize("reward", ["win", "shaped"])
def test_a_whole_game_pays_what_the_state_says(reward: str) -> None:
    game = env("imperium", players=3, reward=reward)
    game.reset(seed=5)
    state, total, rng = game.unwrapped.game.new(seed=5), dict.fromkeys(game.agents, 0.0), np.random.default_rng(1)
    for agent in game.agent_iter():
        observation, paid, over, cut, info = game.last()
        total[agent] += paid
        assert not cut and info["action_mask"] is observation["action_mask"]
        others = set(game.agents) - {agent}
        assert not any(game.observe(one)["action_mask"].any() for one in others)
        if over:
            assert not observation["action_mask"].any()
            game.step(None)
            continue
        assert agent == f"player_{state.to_move}"
        legal = np.flatnonzero(observation["action_mask"])
        assert list(legal) == state.legal_actions()
        action = rng.choice(legal)
        state.apply(action)
        game.step(action)
    assert state.is_over and not game.agents
    best, worst = (1, -0.5) if reward == "win" else (2 / 3, -1 / 3)
    assert [total[f"player_{seat}"] for seat in range(3)] == pytest.approx(
        [best if seat == state.winner else worst for seat in range(3)]
    )


def test_mistakes_are_told_in_one_sentence() -> None:
    game = env("imperium", players=3)
    with pytest.raises(AssertionError, match="reset"):
        game.step(0)
    game.reset(seed=1)
    mask = game.last()[0]["action_mask"]
    with pytest.raises(IllegalActionError, match="is not legal in game 0; legal:"):
        game.step(int(np.flatnonzero(mask == 0)[0]))
    for wrong in (None, 1.5, "no", True):
        with pytest.raises(UsageError, match="must be a whole number"):
            game.step(wrong)
    assert (game.last()[0]["action_mask"] == mask).all()
    for options, says in (
        ({"render_mode": "ascii"}, "choose human, ansi"),
        ({"players": 9}, "for 3 or 4 players|players must be|1 to 4"),
        ({"reward": "gold"}, "unknown reward"),
    ):
        with pytest.raises(UsageError, match=says):
            env("imperium", **options)
    with pytest.raises(UsageError, match="did you mean imperium"):
        env("imperum")
    with pytest.raises(UsageError, match="battle has no players that look ahead"):
        env("battle")


def test_copies_begin_anew() -> None:
    first = raw_env("imperium", players=3)
    for again in (pickle.loads(pickle.dumps(first)), copy.deepcopy(first)):
        first.reset(seed=3)
        again.reset(seed=3)
        assert (again.last()[0]["observation"] == first.last()[0]["observation"]).all()
    again.reset()
    assert again.vector.numbers[0] == 1, "without a seed the next game of the last one follows"
