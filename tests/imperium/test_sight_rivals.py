"""What a seat sees of rivals: the kernels against slow code that reads the observation."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

from dune_sim.agents.eyes import Eyes
from dune_sim.engines import cpp
from dune_sim.games.imperium.game import ImperiumGame
from dune_sim.games.imperium.kernels import opcodes
from dune_sim.games.imperium.kernels.players import sight as lean
from dune_sim.games.state import State
from dune_sim.lang import editions
from dune_sim.programs import program
from imperium.rivals import duo, solo
from naive.imperium_sight import sight

FAST = cpp.problem(program("imperium_full_players")) is None
SEEDS, EVERY = (range(4), 3) if FAST else (range(1), 25)
GAMES = {"two": duo, "solo": lambda: solo("mentat")}
SIGHT = editions.edition("full").load(lean.__name__)


@cache
def eyes_of(name: str) -> Eyes:
    return Eyes(GAMES[name]())


def paying(state: State) -> bool:
    """Whether rewards are being paid: what is still to come cannot be read from the board then."""
    code = state.game.tables[0]["code"][int(state.raw[0]["stack"]["frames"][0]["pc"])]["code"]
    return int(code) in (opcodes.OP_REWARDS, opcodes.OP_VICTOR)


def positions(name: str, seed: int) -> list[State]:
    """Positions along a random game, those between rewards left out."""
    rng = random.Random(seed)
    state, found = eyes_of(name).game.new(seed=seed), []
    while not state.is_over:
        if rng.randrange(EVERY) == 0 and not paying(state):
            found.append(state.copy())
        state.apply(rng.choice(state.legal_actions()))
    return [*found, state]


def named(name: str, row: list[int]) -> dict[str, int]:
    """Features that are not 0, by their names."""
    game = eyes_of(name).game
    assert isinstance(game, ImperiumGame)
    return {one.name: n for one, n in zip(SIGHT.FEATURES.table(game.names.subjects), row, strict=True) if n}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_features_are_what_the_observation_says(name: str, seed: int) -> None:
    eyes = eyes_of(name)
    for state in positions(name, seed):
        for seat in range(eyes.game.num_players):
            row = eyes.features([state], seat)[0].tolist()
            assert named(name, row) == sight(state.observe(seat).to_dict(), seat)
            assert (eyes.features([state.determinize(seat, seed)], seat)[0] == row).all(), "nothing hidden is seen"


@pytest.mark.parametrize("name", GAMES)
def test_features_of_rivals_keep_their_ranges(name: str) -> None:
    table = SIGHT.FEATURES.table({})
    for state in positions(name, 7):
        row = eyes_of(name).features([state], 0)[0].tolist()
        assert not [(one.name, n) for one, n in zip(table, row, strict=True) if one.within(n) != n]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_remembered_of_rivals_makes_no_difference(name: str) -> None:
    """Looking at one position after the other, House Hagal among the changes, is looking at each anew."""
    eyes, rng = eyes_of(name), np.random.default_rng(3)
    eyes.pilots["weights"]["x"][:] = rng.integers(-300, 300, eyes.pilots["weights"]["x"].shape[1:])
    states = positions(name, 5)[:-1]
    for seat in range(eyes.game.num_players):
        together = eyes.judge(states, seat)[:, 2:]
        for number, state in enumerate(states):
            row = eyes.features([state], seat)[0]
            w = eyes.pilots["weights"]["x"][0][seat, min(10, int(row[SIGHT.F_ROUND])) - 1]
            scoring = len(eyes.game.seats)
            first, own, stride = SIGHT.F_SEATS, SIGHT.F_OWN, SIGHT.STRIDE
            worth = np.array([row[first + stride * k :][:stride] @ w[first - own :] for k in range(scoring)])
            worth[0] += row[own:first] @ w[: first - own]
            chances = np.exp((worth - worth.max()) / 1024)
            assert np.roll(together[number], -seat) / 65536 == pytest.approx(chances / chances.sum(), abs=1e-3)
