"""What a seat sees: the kernels against slow code that reads the observation, and nothing that is hidden."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

from dune_sim import make
from dune_sim.agents.eyes import Eyes
from dune_sim.games.imperium.game import ImperiumGame
from dune_sim.games.imperium.kernels import opcodes
from dune_sim.games.imperium.kernels.players.sight import F_OWN, F_ROUND, F_SEATS, FEATURES, STRIDE
from dune_sim.games.state import State
from naive.imperium_sight import sight

EVERY = 7


@cache
def eyes_of(players: int) -> Eyes:
    return Eyes(make("imperium", players=players))


def paying(state: State) -> bool:
    """Whether rewards are being paid: what is still to come cannot be read from the board then."""
    code = state.game.tables[0]["code"][int(state.raw[0]["stack"]["frames"][0]["pc"])]["code"]
    return int(code) in (opcodes.OP_REWARDS, opcodes.OP_VICTOR)


def positions(players: int, seed: int) -> list[State]:
    """Positions along a random game, those between rewards left out."""
    rng = random.Random(seed)
    state, found = eyes_of(players).game.new(seed=seed), []
    while not state.is_over:
        if rng.randrange(EVERY) == 0 and not paying(state):
            found.append(state.copy())
        state.apply(rng.choice(state.legal_actions()))
    return [*found, state]


def told(players: int, row: list[int]) -> dict[str, int]:
    """Features that are not 0, by their names."""
    game = eyes_of(players).game
    assert isinstance(game, ImperiumGame)
    named = zip(FEATURES.table(game.names.subjects), row, strict=True)
    return {one.name: value for one, value in named if value}


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_features_are_what_the_observation_says(players: int, seed: int) -> None:
    for state in positions(players, seed):
        for seat in range(players):
            row = eyes_of(players).features([state], seat)[0].tolist()
            assert told(players, row) == sight(state.observe(seat).to_dict(), seat)


@pytest.mark.parametrize("seed", range(6))
def test_features_are_the_same_in_every_deal(seed: int) -> None:
    """What a seat sees is what it sees of its observation, and of any deal that may be."""
    eyes = eyes_of(4)
    for state in positions(4, seed):
        for seat in range(4):
            row = eyes.features([state], seat)
            assert (eyes.features([state.observe(seat)], seat) == row).all()
            assert (eyes.features([state.determinize(seat, seed + 1)], seat) == row).all()


@pytest.mark.parametrize("seed", range(6))
def test_features_keep_their_ranges(seed: int) -> None:
    table = FEATURES.table({})
    for state in positions(4, seed):
        for seat in range(4):
            row = eyes_of(4).features([state], seat)[0].tolist()
            out = [(one.name, value) for one, value in zip(table, row, strict=True) if one.within(value) != value]
            assert not out


@pytest.mark.parametrize("players", [3, 4])
def test_the_evaluation_is_weights_times_features(players: int) -> None:
    """Weights of the round, the same for every seat; what only the own seat knows counts for it alone."""
    eyes, rng = eyes_of(players), np.random.default_rng(players)
    weights = rng.integers(-300, 300, eyes.pilots["weights"]["x"].shape[1:])
    eyes.pilots["weights"]["x"][:] = weights
    states = positions(players, 5)[:-1]
    together = [eyes.judge(states, seat)[:, 2:] for seat in range(players)]
    for number, state in enumerate(states):
        for seat in range(players):
            row = eyes.features([state], seat)[0]
            shares = eyes.judge([state], seat)[0, 2:]
            w = weights[seat, min(10, int(row[F_ROUND])) - 1]
            worth = np.array([row[F_SEATS + STRIDE * k :][:STRIDE] @ w[F_SEATS - F_OWN :] for k in range(players)])
            worth[0] += row[F_OWN:F_SEATS] @ w[: F_SEATS - F_OWN]
            chances = np.exp((worth - worth.max()) / 1024)
            assert together[seat][number].tolist() == shares.tolist(), "what is remembered makes no difference"
            assert np.roll(shares, -seat) / 65536 == pytest.approx(chances / chances.sum(), abs=1e-3)
