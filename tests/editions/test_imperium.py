"""The full edition of Dune: Imperium: the base game is the same game there, and there is room for more."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dune_sim.engines import cpp
from dune_sim.engines.memory import zeros
from dune_sim.games.imperium.game import ImperiumGame
from dune_sim.kernel import driver
from dune_sim.programs import program

ENGINE = "cpp" if cpp.problem(program("imperium_full")) is None else "python"
GAMES = 300 if ENGINE == "cpp" else 3
LEAN, FULL = (program(name).layout for name in ("imperium", "imperium_full"))


def same_games(games: int, **options: Any) -> None:
    """Every column of the lean rows is in the full ones; the seats that only those have are absent."""
    lean, full = (ImperiumGame(edition=one, engine=ENGINE, **options) for one in ("lean", "full"))
    a, b = (game.simulate(games, seed=7, workers=1) for game in (lean, full))
    for name in lean.columns:
        assert np.array_equal(a.column(name), b.column(name)), name
    more = [name for name in full.columns if name not in lean.columns]
    assert len(more) == 2 * 5 and all((b.column(name) == -1).all() for name in more)


@pytest.mark.parametrize("options", [{}, {"players": 3}, {"leaders": "draft"}], ids=str)
def test_the_base_game_is_the_same_game(options: dict[str, Any]) -> None:
    same_games(GAMES, **options)


def test_players_play_the_same_game() -> None:
    lean, full = (ImperiumGame(edition=one, engine=ENGINE) for one in ("lean", "full"))
    policy = ["greedy:leaves=4", "random", "greedy:leaves=2:worlds=1:t=0.2", "random"]
    games = 6 if ENGINE == "cpp" else 1
    a, b = (game.simulate(games, policy=policy, seed=3, workers=1) for game in (lean, full))
    for name in lean.columns:
        assert np.array_equal(a.column(name), b.column(name)), name


@pytest.mark.slow
@pytest.mark.skipif(ENGINE != "cpp", reason="the C++ engine is not built from these kernels")
@pytest.mark.parametrize("players", [3, 4])
def test_ten_thousand_base_games_are_the_same(players: int) -> None:
    same_games(10_000, players=players)


def test_records_stay_small() -> None:
    assert LEAN.State.size <= 512 and FULL.State.size <= 1344


def test_a_game_of_the_full_edition_is_told_like_any_other() -> None:
    lean, full = (ImperiumGame(edition=one, engine=ENGINE) for one in ("lean", "full"))
    a, b = lean.new(5), full.new(5)
    for step in range(60):
        told = [[state.describe(action) for action in state.legal_actions()] for state in (a, b)]
        assert told[0] == told[1], step
        k = 7919 * (step + 1) % len(told[0])
        a.apply(a.legal_actions()[k])
        b.apply(b.legal_actions()[k])
    for state in (a, b):
        assert state.game.from_dict(state.to_dict()) == state


def six_seats() -> tuple[Any, Any, Any]:
    """A game of six seats; the fifth and the sixth hold ten cards of one starter design in the last slots."""
    full = ImperiumGame(edition="full", engine=ENGINE)
    tables = full.tables.copy()
    t = tables[0]
    t["players"] = t["humans"] = t["seated"] = FULL.SEATS
    design = int(t["design"][full.names.starter_slots[0][0]])
    for k in range(20):
        slot = FULL.SLOTS - 20 + k
        t["design"][slot] = design
        for words in (t["own_start"][4 + k // 10], t["cards"], t["design_cards"][design]):
            words[slot // 64] |= np.uint64(1 << slot % 64)
    return full, tables, zeros(full.state_record)


def test_six_seats_and_all_slots_are_set_up_and_played() -> None:
    full, tables, state = six_seats()
    records = full.program.records
    call, pilot = zeros(records["Call"]), zeros(records["Pilot"])
    moves, out = np.zeros(full.num_actions + 1, np.int64), np.zeros(64 * len(full.columns), np.int64)
    call["op"], call["high"], call["count"], call["seed"] = driver.CALL_PLAY_CHECKED, 1, 20 if ENGINE == "cpp" else 1, 3
    played = full.engine.enter(call, tables, state, pilot, moves, out)
    assert played == int(call["count"][0]), out[:3]
