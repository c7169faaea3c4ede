"""The full edition of War for Arrakis: the game for two is the same game there, and there is room for more seats."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dune_sim.engines import cpp
from dune_sim.games.arrakis.game import ArrakisGame
from dune_sim.programs import program

ENGINE = "cpp" if cpp.problem(program("arrakis_full")) is None else "python"
GAMES = 300 if ENGINE == "cpp" else 1
LEAN, FULL = (program(name).layout for name in ("arrakis", "arrakis_full"))


def same_games(games: int, policy: str = "random", **options: Any) -> None:
    lean, full = (ArrakisGame(edition=one, engine=ENGINE, **options) for one in ("lean", "full"))
    a, b = (game.simulate(games, policy, seed=7, workers=1) for game in (lean, full))
    for name in lean.columns:
        assert np.array_equal(a.column(name), b.column(name)), name


@pytest.mark.parametrize("options", [{}, {"policy": "eager"}, {"all_dropped_bans": True}], ids=str)
def test_the_game_for_two_is_the_same_game(options: dict[str, Any]) -> None:
    same_games(GAMES, **options)


@pytest.mark.parametrize("policy", ["greedy:leaves=4,random", "eager,greedy:leaves=2:worlds=1:t=0.2"])
def test_players_play_the_same_game(policy: str) -> None:
    same_games(6 if ENGINE == "cpp" else 1, policy)


@pytest.mark.slow
@pytest.mark.skipif(ENGINE != "cpp", reason="the C++ engine is not built from these kernels")
def test_two_thousand_games_are_the_same() -> None:
    same_games(2000)


def test_records_stay_small_and_seats_grow() -> None:
    assert (LEAN.SEATS, FULL.SEATS) == (2, 4)
    assert LEAN.State.size <= FULL.State.size <= 1280


def test_a_game_of_the_full_edition_is_told_like_any_other() -> None:
    lean, full = (ArrakisGame(edition=one, engine=ENGINE) for one in ("lean", "full"))
    a, b = lean.new(5), full.new(5)
    for step in range(60):
        told = [(state.to_move, [state.describe(action) for action in state.legal_actions()]) for state in (a, b)]
        assert told[0] == told[1], step
        k = 7919 * (step + 1) % len(told[0][1])
        for state in (a, b):
            state.apply(state.legal_actions()[k])
    for state in (a, b):
        assert state.game.from_dict(state.to_dict()) == state


def test_another_seat_decides_for_a_faction() -> None:
    """Who decides and whose figures move are two things: with seats 2 and 3 in charge the same game is played."""
    plain, moved = (ArrakisGame(edition="full", engine=ENGINE) for _ in range(2))
    moved.tables[0]["seat"] = [2, 3, 2, 3]
    a, b = plain.new(5), moved.new(5)
    for step in range(60):
        assert (a.to_move + 2, a.legal_actions()) == (b.to_move, b.legal_actions()), step
        k = 7919 * (step + 1) % len(a.legal_actions())
        for state in (a, b):
            state.apply(state.legal_actions()[k])
