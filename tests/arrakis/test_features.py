"""What players of War for Arrakis see, against the slow look of naive/arrakis_sight.py; nobody sees what is hidden."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from arrakis.table import AREAS, the_game
from arrakis.test_oracle_map import position
from dune_sim import engines
from dune_sim.agents.eyes import Eyes
from dune_sim.games.arrakis.kernels.players.sight import FEATURES
from dune_sim.games.base import State
from naive.arrakis_sight import sight

SEATS = 2


@cache
def eyes() -> Eyes:
    ready = any(one.engine == "cpp" and one.ready for one in engines.status("arrakis_players"))
    return Eyes(the_game(), "cpp" if ready else "python")


@cache
def names() -> tuple[str, ...]:
    return tuple(one.name for one in FEATURES.table(the_game().names.subjects))


def walked(seed: int, every: int) -> list[State]:
    """Positions along a random game, wherever it stops: within moves and battles as well."""
    state, found, random = the_game().new(seed=seed), [], np.random.default_rng(seed)
    while not state.is_over:
        for _ in range(every):
            if not state.is_over:
                state.apply(int(random.choice(state.legal_actions())))
        found.append(state.copy())
    return found


def backs(state: State) -> dict[str, list[str]]:
    """What the backs of the face-down tokens on the map show; the readable form leaves that out."""
    found: dict[str, list[str]] = {}
    for k, at in enumerate(state.raw["token_at"][0]):
        if at < len(AREAS):
            found.setdefault(AREAS[at], []).append("start" if k < 8 else "supply")
    return found


def slowly(state: State, seat: int) -> dict[str, int]:
    told: dict[str, Any] = {**state.observe(seat).to_dict(), "token_backs": backs(state)}
    return sight(told, position(told))


@pytest.mark.parametrize("seed", range(6))
def test_features_are_what_the_observation_tells(seed: int) -> None:
    states = walked(seed, 61)
    for seat in range(SEATS):
        for state, row in zip(states, eyes().features(states, seat), strict=True):
            seen = dict(zip(names(), map(int, row), strict=True))
            slow = slowly(state, seat)
            assert not set(slow) - set(seen)
            wrong = {name: (n, slow.get(name)) for name, n in seen.items() if n != slow.get(name, 0)}
            assert not wrong, f"round {seen['round']}, seat {seat}: (kernel, slow) {wrong}"
            assert all(name in slow or name.startswith("hand_") for name in seen)


def test_every_feature_stays_in_its_range_and_most_of_them_vary() -> None:
    states = [state for seed in range(40, 60) for state in walked(seed, 17)]
    rows = np.concatenate([eyes().features(states, seat) for seat in range(SEATS)])
    for one, least, most in zip(FEATURES.features, rows.min(axis=0), rows.max(axis=0), strict=True):
        assert one.low <= least and most <= one.high, (one.name, one.number, least, most)
    still = {name for name, column in zip(names(), rows.T, strict=True) if column.min() == column.max()}
    assert len(still) < 20, sorted(still)


@pytest.mark.parametrize("seat", range(SEATS))
def test_nothing_hidden_is_seen(seat: int) -> None:
    """Dealing anew whatever the seat does not know changes no feature."""
    states = [state for seed in range(80, 90) for state in walked(seed, 23) if not state.is_over]
    dealt = [state.determinize(seat, seed) for seed, state in enumerate(states)]
    assert any(a.raw.tobytes() != b.raw.tobytes() for a, b in zip(states, dealt, strict=True))
    assert (eyes().features(states, seat) == eyes().features(dealt, seat)).all()
