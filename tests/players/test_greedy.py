"""The greedy player: the same on every engine, blind for what its seat may not know, and right where there is a win."""

from __future__ import annotations

import pytest

from dune_sim.games.base import State
from players.test_eyes import GAMES, fast, positions
from players.thinking import Thinker

GREEDY = 17
#: how a look ahead may go: to the end of every line, few ends, deals gone through again
MANNERS = [{"leaves": 64, "worlds": 2}, {"leaves": 1, "worlds": 0}, {"leaves": 20, "worlds": 3, "doubt": 1}]


def open_positions(name: str, seed: int, every: int, most: int) -> list[State]:
    return [one for one in positions(name, seed, every, most) if not one.is_over]


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("name", GAMES)
def test_engines_choose_alike(name: str, manner: dict[str, int]) -> None:
    states = open_positions(name, 21, 40, 4)
    slow, quick = (Thinker(states[0].game, engine, GREEDY, **manner) for engine in ("python", fast(f"{name}_players")))
    for state in states:
        (one, pilot), (other, same) = slow.think(state, 3), quick.think(state, 3)
        assert one == other and pilot["rng"].tobytes() == same["rng"].tobytes()
        assert one in state.legal_actions()


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_cannot_know_changes_no_choice(name: str, manner: dict[str, int]) -> None:
    """Another deal of the hidden part is the same to the seat, and so is other chance to come."""
    states = [one for seed in range(4) for one in open_positions(name, seed, 9, 60)]
    thinker = Thinker(states[0].game, fast(f"{name}_players"), GREEDY, **manner)
    for number, state in enumerate(states):
        chosen = thinker.choose(state, number)
        for other in range(3):
            assert thinker.choose(state.determinize(state.to_move, other), number) == chosen


@pytest.mark.parametrize("name", GAMES)
def test_temperature_brings_variety(name: str) -> None:
    states = open_positions(name, 2, 30, 12)
    thinker = Thinker(states[0].game, fast(f"{name}_players"), GREEDY, leaves=16, temperature=1024)
    assert any(len({thinker.choose(state, seed) for seed in range(12)}) > 1 for state in states)
