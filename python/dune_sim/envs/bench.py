"""How fast the doors are, on one thread, beside games of the libraries themselves where these are installed."""

from __future__ import annotations

import random
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np

from dune_sim.errors import UsageError
from dune_sim.games.base import Game
from dune_sim.games.seating import players_program

#: games side by side while a vector is measured
SIDE_BY_SIDE = 256
#: what a door is held against: its figure must be at least so high, at most so high for times
AIMS = {"vector_steps_per_s": 1_000_000.0, "pettingzoo_turns_per_s": 20_000.0, "copy_apply_legal_us": 3.0}

Told = Callable[[str], None]


def per_second(many: Callable[[], int], seconds: float, repeats: int) -> float:
    """How many things are done in a second; the best of some measurements."""
    many()
    best = 0.0
    for _ in range(repeats):
        done, began = 0, time.perf_counter()
        while (spent := time.perf_counter() - began) < seconds:
            done += many()
        best = max(best, done / spent)
    return best


def bench_doors(game: Game, seconds: float, repeats: int, told: Told | None = None) -> dict[str, float]:
    """Figures by name; doors of libraries that are not installed are left out."""
    doors: dict[str, Callable[[], Callable[[], int]]] = {"copy_apply_legal_us": lambda: _copies(game)}
    if players_program(game) is not None:
        doors |= {
            "vector_steps_per_s": lambda: _vector(game, True),
            "vector_without_features_steps_per_s": lambda: _vector(game, False),
            "pettingzoo_turns_per_s": lambda: _pettingzoo(game),
            "pettingzoo_connect_four_turns_per_s": _connect_four,
            "gymnasium_steps_per_s": lambda: _gymnasium(game),
            "gymnasium_vector_steps_per_s": lambda: _gymnasium_vector(game),
            "gymnasium_cart_pole_steps_per_s": _cart_pole,
            "openspiel_decisions_per_s": lambda: _openspiel(f"dune_sim_{game.name}"),
            "openspiel_python_tic_tac_toe_decisions_per_s": lambda: _openspiel("python_tic_tac_toe"),
        }
    found = {}
    for name, make in doors.items():
        if told is not None:
            told(f"measuring {name.removesuffix('_per_s').replace('_', ' ')} of {game.name}")
        with suppress(ImportError, UsageError):
            rate = per_second(make(), seconds, repeats)
            found[name] = 1e6 / rate if name.endswith("_us") else rate
    return found


def _copies(game: Game) -> Callable[[], int]:
    """A copy, an action, the answers after it: what a search in Python does."""
    start = game.new(seed=3)
    action = start.legal_actions()[0]

    def many() -> int:
        for _ in range(100):
            state = start.copy()
            state.apply(action)
            state.legal_actions()
        return 100

    return many


def _vector(game: Game, features: bool) -> Callable[[], int]:
    vector = game.vector(SIDE_BY_SIDE, seed=1, features=features)
    vector.reset()

    def many() -> int:
        for _ in range(8):
            vector.step(vector.sample())
        return 8 * SIDE_BY_SIDE

    return many


def _agents(env: Any) -> Callable[[], int]:
    """The loop of the library's own benchmark."""
    env.reset(seed=1)

    def many() -> int:
        turns = 0
        for agent in env.agent_iter(100):
            seen, _, over, cut, _ = env.last()
            done = over or cut
            env.step(None if done else random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            turns += 1
            del agent
            if all(env.terminations.values()):
                env.reset()
        return turns

    return many


def _pettingzoo(game: Game) -> Callable[[], int]:
    from dune_sim.envs.pettingzoo import env

    return _agents(env(game))


def _connect_four() -> Callable[[], int]:
    with warnings.catch_warnings():
        # the library warns of how its own module is imported
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic import connect_four_v3

    return _agents(connect_four_v3.env())


def _steps(env: Any, action: Callable[[], Any], games: int = 1) -> Callable[[], int]:
    env.reset(seed=1)

    def many() -> int:
        for _ in range(20):
            _, _, over, cut, _ = env.step(action())
            if games == 1 and (over or cut):
                env.reset()
        return 20 * games

    return many


def _gymnasium(game: Game) -> Callable[[], int]:
    from dune_sim.envs.gymnasium import DuneEnv

    env = DuneEnv(game, opponents=next(iter(game.policies)))
    return _steps(env, env.action_space.sample)


def _gymnasium_vector(game: Game) -> Callable[[], int]:
    from dune_sim.envs.gymnasium import DuneVectorEnv

    env = DuneVectorEnv(SIDE_BY_SIDE, game, opponents=next(iter(game.policies)))
    return _steps(env, env.vector.sample, SIDE_BY_SIDE)


def _cart_pole() -> Callable[[], int]:
    import gymnasium

    env = gymnasium.make("CartPole-v1").unwrapped
    return _steps(env, env.action_space.sample)


def _openspiel(name: str) -> Callable[[], int]:
    import pyspiel
    from open_spiel.python.games import tic_tac_toe

    from dune_sim.envs import openspiel

    del tic_tac_toe, openspiel  # both are registered by being imported
    game = pyspiel.load_game(name)

    def many() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
        return decisions

    return many
