"""Gymnasium's own checker, its vectors, and what its users expect of mistakes."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import dune_sim.envs.gymnasium
from dune_sim.errors import IllegalActionError, UsageError
from envs.setups import IDS, SETUPS


def title(name: str) -> str:
    return f"dune_sim/{name.capitalize()}-v0"


@pytest.mark.parametrize(("name", "options"), SETUPS, ids=IDS)
def test_the_library_finds_nothing_wrong(name: str, options: dict[str, Any]) -> None:
    opponents = "random" if options.get("players") == 1 else "greedy:leaves=2:worlds=0"
    check_env(gymnasium.make(title(name), opponents=opponents, **options).unwrapped, skip_render_check=True)


def test_every_render_mode_passes_the_checks_too() -> None:
    check_env(gymnasium.make(title("imperium"), players=3).unwrapped)


def test_one_seat_plays_whole_games_and_the_seat_goes_round() -> None:
    env = gymnasium.make(title("imperium"), players=3, opponents="random")
    seats, paid = [], []
    sees, info = env.reset(seed=4)
    while len(paid) < 3:
        assert sees in env.observation_space and info["action_mask"].dtype == np.int8
        assert (env.unwrapped.action_masks() == info["action_mask"].astype(bool)).all()
        sees, reward, over, cut, info = env.step(env.unwrapped.action_space.sample())
        assert not cut and (over or reward == 0)
        if over:
            assert not info["action_mask"].any()
            seats.append(info["seat"])
            paid.append(reward)
            with pytest.raises(UsageError, match="is over"):
                env.step(0)
            sees, info = env.reset()
    assert seats == [0, 1, 2] and set(paid) <= {1.0, -0.5}


@pytest.mark.parametrize("mode", ["SameStep", AutoresetMode.DISABLED])
def test_a_vector_environment_is_a_vector(mode: Any) -> None:
    how = {"vectorization_mode": "vector_entry_point", "opponents": "random", "players": 3, "autoreset_mode": mode}
    env = RecordEpisodeStatistics(gymnasium.make_vec(title("imperium"), num_envs=5, **how))
    assert env.metadata["autoreset_mode"] == AutoresetMode(mode) and env.action_space.shape == (5,)
    env.action_space.seed(1)
    vector = env.unwrapped.vector
    sees, infos = env.reset(seed=2)
    kept, lengths = sees.copy(), []
    for _ in range(400):
        assert sees in env.observation_space and infos["action_mask"].shape == (5, vector.game.num_actions)
        sees, rewards, over, cut, infos = env.step(env.unwrapped.action_space.sample())
        assert not cut.any() and (rewards[~over] == 0).all() and (rewards[over] != 0).all()
        if over.any():
            lengths += list(infos["episode"]["l"][over])
            last = infos["final_obs"] if mode == "SameStep" else sees
            assert all((last[k] == vector.final_features[k]).all() for k in np.flatnonzero(over))
        if over.any() and mode != "SameStep":
            sees, infos = env.reset(options={"reset_mask": over})
    assert len(lengths) > 5 and min(lengths) > 5
    assert (env.reset(seed=2)[0] == kept).all()
    env.close()


def test_only_a_sample_from_before_the_game_is_replaced() -> None:
    env = gymnasium.make(title("imperium"), opponents="random", seat=0).unwrapped
    env.reset(seed=2)
    first = env.action_masks()
    env.reset(seed=1)
    while first[stale := int(env.action_space.sample())]:
        env.step(stale)
    for _ in range(2):
        env.reset(seed=2)
        sees = env.step(stale)[0]
        again = int(np.flatnonzero(~env.action_masks())[0])
        with pytest.raises(IllegalActionError):
            env.step(again)
    env.reset(seed=2)
    assert (env.step(np.flatnonzero(first)[stale % first.sum()])[0] == sees).all()


def test_spaces_travel_without_their_environment() -> None:
    env = gymnasium.make(title("arrakis")).unwrapped
    env.reset(seed=1)
    for again in (pickle.loads(pickle.dumps(env.action_space)), copy.deepcopy(env.action_space)):
        assert again == env.action_space and type(again) is gymnasium.spaces.Discrete


def test_mistakes_are_told_in_one_sentence() -> None:
    env = gymnasium.make(title("imperium"), opponents="random")
    env.reset(seed=1)
    wrong = int(np.flatnonzero(~env.unwrapped.action_masks())[0])
    for kind in (IllegalActionError, gymnasium.error.InvalidAction):
        with pytest.raises(kind, match="is not legal in game 0; legal:"):
            env.step(wrong)
    with pytest.raises(UsageError, match="must be a whole number"):
        env.unwrapped.step(1.5)
    with pytest.raises(UsageError, match="must be 1 whole numbers"):
        env.unwrapped.step(np.array(1.5))
    with pytest.raises(UsageError, match="did you mean greedy"):
        gymnasium.make(title("imperium"), opponents="gredy")
    for mode in ("NextStep", None, []):
        with pytest.raises(UsageError, match="autoreset_mode must be SameStep or Disabled"):
            dune_sim.envs.gymnasium.DuneVectorEnv(2, autoreset_mode=mode)
    with pytest.raises(UsageError, match="has its options already"):
        dune_sim.envs.gymnasium.DuneEnv(dune_sim.make("imperium"), players=3)
