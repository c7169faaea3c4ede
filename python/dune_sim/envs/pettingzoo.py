"""The games as turn-based environments of PettingZoo (AEC): ``env("imperium", players=4)``."""

from __future__ import annotations

from typing import Any

import numpy as np

from dune_sim.envs.common import MODES, bounds, check_mode, chosen_seed, fresh_seed, named_game, shown
from dune_sim.envs.vector import Vector
from dune_sim.errors import UsageError
from dune_sim.games.base import Game

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise UsageError("this door needs PettingZoo; install it with: pip install 'dune-sim[rl]'") from error

#: what a whole number may be
WHOLE = (int, np.integer)


def env(game: str | Game = "imperium", render_mode: str | None = None, reward: str = "win", **options: Any) -> Any:
    """A game for PettingZoo, refusing calls in the wrong order.

    ``reward`` is win, rank, margin or shaped (docs/learning.md); all other options are those of ``dune_sim.make``.
    """
    return wrappers.OrderEnforcingWrapper(raw_env(game, render_mode, reward, **options))


class raw_env(AECEnv):  # type: ignore[misc]
    """The environment without a wrapper around it."""

    def __init__(
        self, game: str | Game = "imperium", render_mode: str | None = None, reward: str = "win", **options: Any
    ) -> None:
        super().__init__()
        self._made = (game, render_mode, reward, options)
        self.game = named_game(game, options)
        self.render_mode = check_mode(render_mode)
        self.metadata = {
            "name": f"dune_sim_{self.game.name}_v0",
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.vector = Vector(self.game, 1, reward=reward, autoreset=False)
        # "player_0" and not the name of a seat: this is what the library asks for
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players)]
        self.agents: list[str] = []
        self.agent_selection: str = self.possible_agents[0]
        low, high = bounds(self.game)
        self._spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.int16),
                    "action_mask": spaces.Box(0, 1, (self.game.num_actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._choices = {agent: spaces.Discrete(self.game.num_actions) for agent in self.possible_agents}
        self._closed = np.zeros(self.game.num_actions, np.int8)
        self._closed.flags.writeable = False
        self._seeded = False

    def observation_space(self, agent: str) -> Any:
        return self._spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._choices[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: game 0 of a seed, without one the next game of the last seed, or of one that chance chose."""
        if seed is not None or not self._seeded:
            self.vector.reset(seed=fresh_seed() if seed is None else chosen_seed(seed))
            self._seeded = True
        else:
            self.vector.reset()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"action_mask": self._closed} for agent in self.agents}
        self._show()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now, and what it may do."""
        seat, vector = self.possible_agents.index(agent), self.vector
        sees = vector.features[0].copy() if vector.seats[0] == seat else vector.observe(0, seat)
        return {"observation": sees, "action_mask": self.infos.get(agent, {}).get("action_mask", self._closed)}

    def step(self, action: int | None) -> None:
        """The decision of the agent that is selected."""
        mover = self.agent_selection
        if self.terminations[mover] or self.truncations[mover]:
            self._was_dead_step(action)
            return
        if isinstance(action, bool) or not isinstance(action, WHOLE):
            raise UsageError(f"an action must be a whole number, not {action!r}")
        batch = self.vector.step([int(action)])
        self._cumulative_rewards[mover] = 0.0
        self.infos[mover] = {"action_mask": self._closed}
        if batch.dones[0] or self.vector.reward == "shaped":
            self.rewards = {agent: float(batch.rewards[0, self._seat(agent)]) for agent in self.agents}
            self._accumulate_rewards()
        if batch.dones[0]:
            self.terminations = dict.fromkeys(self.agents, True)
            self._skip_agent_selection = None
            self.agent_selection = self.agents[0]
        self._show()

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def _show(self) -> None:
        """Select whoever is to move and tell it what it may do."""
        seat = int(self.vector.seats[0])
        if seat >= 0:
            self.agent_selection = self.possible_agents[seat]
            mask = self.vector.masks[0].view(np.int8).copy()
            mask.flags.writeable = False
            self.infos[self.agent_selection] = {"action_mask": mask}
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        return shown(self.vector.state(0), self.render_mode)

    def close(self) -> None:
        self.vector.close()

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def __reduce__(self) -> Any:
        # like the games of the library, a copy begins anew
        game, render_mode, reward, options = self._made
        return (_again, (game, render_mode, reward, options))


def _again(game: Any, render_mode: str | None, reward: str, options: dict[str, Any]) -> raw_env:
    return raw_env(game, render_mode, reward, **options)
