"""Positions saved in the middle of a turn: whatever numbers they hold, playing on neither crashes nor hangs."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import dune_sim
from contract.games_under_test import build, label, setups
from dune_sim.engines.counted import CountedPython
from dune_sim.engines.guard import Guarded, guarded
from dune_sim.errors import SavedError, UnsoundError
from dune_sim.games.arrakis.kernels import opcodes as arrakis
from dune_sim.games.base import Game
from dune_sim.games.batch import play_chunk
from dune_sim.games.imperium.kernels import opcodes as imperium
from dune_sim.games.result import job_for
from dune_sim.games.state import State
from resealed import resealed

every = pytest.mark.parametrize("setup", setups(), ids=label)
PYTHON = pytest.mark.parametrize("engine", ["auto", "python"])
JUMPS = {"arrakis": arrakis.OP_JUMP, "imperium": imperium.OP_JUMP}


def midway(game: Game, seed: int = 4, steps: int = 9) -> State:
    """A position in the middle of a turn that came out of a file."""
    state = game.new(seed)
    for _ in range(steps):
        if not state.is_over:
            state.apply(state.legal_actions()[-1])
    return game.from_dict(json.loads(json.dumps(state.to_dict())))


def trapped(name: str, engine: str) -> State:
    """A position whose pending program jumps to itself for ever."""
    game = dune_sim.make(name, engine=engine)
    state = midway(game)
    tables = np.frombuffer(bytearray(game.tables.tobytes()), game.tables.dtype)
    for pc, op in enumerate(tables[0]["code"]):
        if op["code"] == JUMPS[name]:
            op["a"] = pc
            stack = state.raw[0]["stack"]
            stack["frames"][stack["depth"]]["pc"] = pc
    state.raw[0]["stack"]["depth"] += 1
    game.tables = tables
    return state


@every
def test_the_guarded_engines_play_the_same_games(setup: tuple[str, dict[str, Any]]) -> None:
    game = build(setup)
    job = job_for(game, "random", 11)
    usual = play_chunk(job, 0, 60).rows
    assert np.array_equal(usual, play_chunk(replace(job, engine=game.guard), 0, 60).rows)
    slow = Guarded(CountedPython(game.program))
    assert np.array_equal(usual[:1], play_chunk(replace(job, engine=slow), 0, 1).rows)


@every
def test_a_saved_turn_is_played_within_bounds_and_is_the_same_game(setup: tuple[str, dict[str, Any]]) -> None:
    game = build(setup)
    state = midway(game)
    trusted = game.new(0)
    trusted.raw[:] = state.raw
    trusted.refresh()
    assert state.doubtful and not trusted.doubtful and state.engine is game.guard is not trusted.engine
    dealt = state.determinize(0, 5)
    for one in (state.copy(), pickle.loads(pickle.dumps(state)), state.observe(game.num_players - 1), dealt):
        assert one.doubtful and pickle.loads(pickle.dumps(one)).viewer == one.viewer
    assert dealt == trusted.determinize(0, 5) and state.legal_actions() == trusted.legal_actions()
    assert np.array_equal(state.rollouts(40, seed=2).winners, trusted.rollouts(40, seed=2).winners)
    while not state.is_over:
        action = state.legal_actions()[0]
        state.apply(action)
        trusted.apply(action)
    assert state == trusted


@pytest.mark.parametrize("name", ["imperium", "arrakis"])
def test_games_and_fresh_phases_lose_no_speed(name: str) -> None:
    game = dune_sim.make(name)
    fresh = game.new(1).to_dict()
    del fresh["running"], fresh["saved"]
    fresh["phase"] = {"imperium": "turns", "arrakis": fresh["phase"]}[name]
    for state in (game.new(1), pickle.loads(pickle.dumps(game.new(1))), game.from_dict({"seed": 3})):
        assert not state.doubtful and state.engine is game.engine


@PYTHON
@pytest.mark.parametrize("name", sorted(JUMPS))
def test_a_program_that_never_ends_is_given_up(name: str, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dune_sim.engines.counted.TURNS", 20_000)
    state = trapped(name, engine)
    before = state.raw.tobytes()
    with pytest.raises(UnsoundError, match="a loop of the kernels does not end") as caught:
        state.apply(state.legal_actions()[0])
    assert "\n" not in str(caught.value) and state.raw.tobytes() == before
    with pytest.raises(UnsoundError):
        play_chunk(replace(job_for(state.game, "random", 1), engine=state.engine), 0, 2)
    assert pickle.loads(pickle.dumps(caught.value)).args == caught.value.args


@PYTHON
@pytest.mark.parametrize("name", sorted(JUMPS))
def test_numbers_beyond_every_array_are_given_up(name: str, engine: str) -> None:
    state = midway(dune_sim.make(name, engine=engine))
    stack = state.raw[0]["stack"]
    for depth, pc in ((1, 65_535), (255, 1)):
        stack["depth"], stack["frames"][0]["pc"] = depth, pc
        before = state.raw.tobytes()
        for what in (state.refresh, lambda: state.determinize(1, 1).rollouts(1), lambda: state.rollouts(3)):
            with pytest.raises(UnsoundError, match="cannot be used further"):
                what()
        assert state.raw.tobytes() == before


@pytest.mark.parametrize("name", sorted(JUMPS))
def test_words_and_pictures_of_such_numbers_end_in_one_sentence(name: str) -> None:
    state = midway(dune_sim.make(name))
    state.raw.view(np.uint8)[:] = 255
    for what in (state.render, state.svg, state.to_dict, lambda: state.describe(1), lambda: state.observe(0)):
        try:
            what()
        except UnsoundError as error:
            assert "\n" not in str(error)


@pytest.mark.parametrize("name", sorted(JUMPS))
def test_a_running_part_needs_its_seal(name: str) -> None:
    game = dune_sim.make(name)
    told = game.new(2).to_dict()
    del told["saved"]
    with pytest.raises(SavedError, match="holds only beside the key saved"):
        game.from_dict(told)
    assert game.from_dict(resealed(game, told)) == game.new(2)


def test_a_guard_is_made_once() -> None:
    assert guarded("battle", False) is dune_sim.make("battle").guard is not guarded("battle", True)
