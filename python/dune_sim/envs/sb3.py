"""Many games for Stable-Baselines3 and its masked PPO: a vector environment without a Python loop over games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dune_sim.envs.common import bounds, fresh_seed
from dune_sim.envs.vector import Vector
from dune_sim.errors import UsageError
from dune_sim.games.base import Game

try:
    from gymnasium import spaces
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise UsageError("this door needs Stable-Baselines3; install it with: pip install 'dune-sim[rl]'") from error


class DuneVecEnv(VecEnv):  # type: ignore[misc]
    """``DuneVecEnv(game, 64, opponents="random")``: one seat of each game, masks for ``sb3_contrib.MaskablePPO``."""

    def __init__(
        self,
        game: Game,
        num_envs: int,
        opponents: str | Sequence[str] = "random",
        seat: int | str | None = None,
        reward: str = "win",
        seed: int | None = None,
        workers: int = 1,
    ) -> None:
        self.render_mode = None
        self.vector = Vector(
            game, num_envs, fresh_seed() if seed is None else seed, opponents, seat, True, reward, workers=workers
        )
        space = spaces.Box(*bounds(game), dtype=np.int16)
        super().__init__(num_envs, space, spaces.Discrete(game.num_actions))
        self._lengths, self._paid = np.zeros(num_envs, np.int64), np.zeros(num_envs)
        self._actions: NDArray[np.int64] = np.zeros(num_envs, np.int64)

    def reset(self) -> NDArray[np.int16]:
        seed = self._seeds[0]
        self.vector.reset(seed=seed)
        self._lengths[:], self._paid[:] = 0, 0
        self._reset_seeds()
        return self.vector.features.copy()

    def step_async(self, actions: NDArray[np.int64]) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[np.int16], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        batch = self.vector.step(self._actions)
        self._lengths += 1
        self._paid += batch.rewards
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for k in batch.dones.nonzero()[0]:
            # what the library's logs call an episode, and what was seen at its end
            told = {"r": float(self._paid[k]), "l": int(self._lengths[k]), "t": 0.0}
            infos[k] = {"episode": told, "terminal_observation": self.vector.final_features[k].copy()}
        self._lengths[batch.dones], self._paid[batch.dones] = 0, 0
        return batch.features.copy(), batch.rewards.copy(), batch.dones, infos

    def close(self) -> None:
        self.vector.close()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of all games."""
        return self.vector.masks.copy()

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks" or hasattr(self, attr_name)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **options: Any) -> list[Any]:
        if method_name != "action_masks":
            raise UsageError(f"games of a vector have no method {method_name!r}; they have action_masks")
        return list(self.action_masks()[self._indices(indices)])

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name) for _ in self._indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise UsageError("games of a vector share what they are; make another one")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._indices(indices)]

    def _indices(self, indices: Any) -> list[int]:
        return list(self._get_indices(indices))
