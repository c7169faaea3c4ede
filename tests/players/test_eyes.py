"""Players see and judge alike on every engine, and a watched game is the game that is played."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

from dune_sim import engines, make
from dune_sim.agents.eyes import Eyes
from dune_sim.games.state import State
from dune_sim.kernel.players.door import WATCH_BEGAN, WATCH_CHAIN, WATCH_END, WATCH_HEAD
from dune_sim.kernel.players.fixed import HOPELESS, WHOLE, exp_below
from dune_sim.programs import program

GAMES = ("imperium", "arrakis")


def fast(name: str) -> str:
    """A compiled engine where there is one."""
    return "cpp" if any(one.engine == "cpp" and one.ready for one in engines.status(name)) else "python"


def positions(name: str, seed: int, every: int, most: int) -> list[State]:
    """Positions along a random game."""
    state, found = make(name).new(seed=seed), []
    rng = np.random.default_rng(seed)
    while not state.is_over and len(found) < most:
        for _ in range(every):
            if not state.is_over:
                state.apply(int(rng.choice(state.legal_actions())))
        found.append(state.copy())
    return found


def test_exponentials_are_close_and_never_rise() -> None:
    found = [exp_below(x) for x in range(HOPELESS + 2)]
    assert found[0] == WHOLE and found[-1] == 0
    assert all(a >= b for a, b in itertools.pairwise(found))
    assert all(abs(y / WHOLE - math.exp(-x / 1024)) < 4e-5 for x, y in enumerate(found))


@pytest.mark.parametrize("name", GAMES)
def test_engines_see_and_judge_alike(name: str) -> None:
    states = positions(name, 3, 25, 4)
    slow, quick = (Eyes(states[0].game, engine) for engine in ("python", fast(f"{name}_players")))
    for one in (slow, quick):
        one.pilots["weights"]["x"] = 100
    for seat in range(states[0].game.num_players):
        assert (slow.features(states, seat) == quick.features(states, seat)).all()
        judged = quick.judge(states, seat)
        assert (slow.judge(states, seat) == judged).all()
        assert (judged[:, 2:].sum(axis=1) == WHOLE).all() and (judged[:, 2:] >= 0).all()
    movers = [max(one.to_move, 0) for one in states]
    one_by_one = np.concatenate([quick.features([one], mover) for one, mover in zip(states, movers, strict=True)])
    assert (quick.features(states) == one_by_one).all()


@pytest.mark.parametrize("name", GAMES)
def test_a_watched_game_is_the_game_that_is_played(name: str) -> None:
    game = make(name)
    eyes = Eyes(game, fast(f"{name}_players"))
    rows = eyes.watch(6, 11, [0] * game.num_players, 2000)
    played = game.simulate(6, seed=11, workers=1)
    ends, began = rows[rows[:, 3] == WATCH_END], rows[rows[:, 3] == WATCH_BEGAN]
    chains = rows[rows[:, 3] == WATCH_CHAIN]
    assert set(chains[:, 2]) == set(range(game.num_players))
    assert len(ends) == 6 * game.num_players
    for number in range(6):
        shares = ends[ends[:, 0] == number][:, WATCH_HEAD]
        winner = int(played.rows[number, game.columns.index("winner")])
        assert shares[winner] == shares.max() if winner >= 0 else shares.max() < WHOLE
        clocks = began[(began[:, 0] == number) & (began[:, 2] == 0)][:, 1]
        assert list(clocks) == list(range(clocks[0], clocks[0] + len(clocks))), "no round is left out"
        assert len(clocks) <= played.rows[number, game.columns.index("rounds")]


@pytest.mark.parametrize("name", GAMES)
def test_states_travel_between_both_programs(name: str) -> None:
    plain, players = program(name).records, program(f"{name}_players").records
    for record in ("State", "Tables", "Call"):
        assert plain[record] == players[record], record
    for field in plain["Pilot"].fields:
        assert replace(players["Pilot"][field.name], doc=field.doc) == field
