"""Learn to play with masked PPO of sb3-contrib: ``python examples/train_ppo.py``. See docs/learning.md.

It prints how often it wins against random players, and writes a file of numbers that numpy alone plays with:

    python examples/train_ppo.py --game imperium --minutes 12 --out ppo.npz
    python examples/learned.py ppo.npz
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from learned import Learned, win_rate
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.preprocessing import get_flattened_obs_dim
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

import dune_sim
from dune_sim.envs.common import bounds
from dune_sim.envs.sb3 import DuneVecEnv


class Scaled(BaseFeaturesExtractor):
    """Features as numbers of about one: each divided by the square root of how large it can become."""

    def __init__(self, space, scale) -> None:  # type: ignore[no-untyped-def]
        super().__init__(space, get_flattened_obs_dim(space))
        self.register_buffer("scale", torch.as_tensor(scale))

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        return seen.float() * self.scale


class Curve(BaseCallback):
    """Print the curve, and stop when the time is over."""

    def __init__(self, game: dune_sim.games.base.Game, minutes: float, games: int) -> None:
        super().__init__()
        self.game, self.games = game, games
        self.began, self.until = time.monotonic(), time.monotonic() + 60 * minutes
        self.looks = 0

    def _on_step(self) -> bool:
        return time.monotonic() < self.until

    def _on_rollout_end(self) -> None:
        self.looks += 1
        if self.looks % 8 == 1:
            self.tell()

    def tell(self) -> None:
        rate = win_rate(self.game, player_of(self.model), self.games, seed=10)
        fair = 1 / self.game.num_players
        bar = "#" * round(40 * rate.share)
        minutes = (time.monotonic() - self.began) / 60
        print(f"{minutes:5.1f} min {self.num_timesteps:>9,} steps  wins {rate} (chance {fair:.0%}) {bar}", flush=True)


def player_of(model: MaskablePPO) -> Learned:
    """The policy network as plain arrays."""
    policy = model.policy
    layers = [*policy.mlp_extractor.policy_net, policy.action_net]
    numbers = [one for layer in layers if isinstance(layer, torch.nn.Linear) for one in (layer.weight.T, layer.bias)]
    scale = policy.features_extractor.scale
    return Learned(scale.numpy(), [one.detach().numpy().copy() for one in numbers])


def learn(game: dune_sim.games.base.Game, minutes: float, steps: int, envs: int, games: int, seed: int) -> MaskablePPO:
    """Play with ``envs`` games side by side, the seat going round, until the time or the steps are over."""
    torch.set_num_threads(1)  # nets as small as these are slower on more
    low, high = bounds(game)
    scale = 1 / np.sqrt(np.maximum(1, np.maximum(high, -low.astype(np.int64)))).astype(np.float32)
    env = DuneVecEnv(game, envs, opponents="random", reward="shaped", seed=seed)
    model = MaskablePPO(
        MaskableActorCriticPolicy,
        env,
        learning_rate=7e-4,
        n_steps=64,
        batch_size=1024,
        n_epochs=3,
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=0.005,
        policy_kwargs={
            "features_extractor_class": Scaled,
            "features_extractor_kwargs": {"scale": scale},
            "net_arch": {"pi": [128], "vf": [128]},
        },
        seed=seed,
    )
    curve = Curve(game, minutes, games)
    model.learn(steps, callback=curve)
    curve.model = model
    curve.tell()
    return model


def main() -> None:
    asked = argparse.ArgumentParser(description="Learn to play with masked PPO.")
    asked.add_argument("--game", default="imperium", choices=("imperium", "arrakis"))
    asked.add_argument("--minutes", type=float, default=12, help="stop after so many minutes")
    asked.add_argument("--steps", type=int, default=10**9, help="stop after so many decisions")
    asked.add_argument("--envs", type=int, default=128, help="games side by side")
    asked.add_argument("--games", type=int, default=400, help="games for each point of the curve")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--out", type=Path, default=Path("ppo.npz"), help="where the player is written")
    given = asked.parse_args()
    model = learn(dune_sim.make(given.game), given.minutes, given.steps, given.envs, given.games, given.seed)
    player_of(model).save(given.out)
    print(f"wrote {given.out}")


if __name__ == "__main__":
    main()
