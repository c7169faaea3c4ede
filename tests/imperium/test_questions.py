"""Every decision of Dune: Imperium says what is asked, of whom, and by what."""

from __future__ import annotations

from typing import Any

import pytest

import dune_sim
from dune_sim.games.base import Game
from dune_sim.games.imperium.game import ImperiumGame
from dune_sim.games.imperium.kernels import opcodes as ops
from dune_sim.games.imperium.words.questions import QUESTIONS
from dune_sim.games.state import State
from imperium.table import choose, positions, send, table

#: what random games hardly ever ask
RARE = {"OP_ALLIANCE"}


def code_of(game: Game, state: State) -> int:
    """The instruction that asks."""
    assert isinstance(game, ImperiumGame)
    stack = state.raw[0]["stack"]
    return game.describer.programs.op(int(stack["frames"][int(stack["depth"]) - 1]["pc"]))[0]


@pytest.fixture(scope="module")
def told() -> dict[int, set[str]]:
    """Questions of 200 random games by the instruction that asks; each is looked at where it is asked."""
    found: dict[int, set[str]] = {}
    setups: list[dict[str, Any]] = [{"players": 3}, {"players": 4}, {"players": 4, "leaders": "draft"}]
    setups += [{"players": 2}, {"players": 1, "leaders": "draft"}]
    for setup, games in zip(setups, (60, 70, 70, 15, 20), strict=True):
        game = dune_sim.make("imperium", **setup)
        for state in positions(game, range(games), ends=False):
            said = game.question(state)
            assert said.startswith(f"Seat {state.to_move}") and said.endswith(("?", "to pick")), said
            assert "_" not in said and "{" not in said and "later " not in said, said
            assert len(said) <= 150, said
            found.setdefault(code_of(game, state), set()).add(said)
    return found


def test_no_question_of_a_played_position_is_empty(told: dict[int, set[str]]) -> None:
    rare = {getattr(ops, name) for name in RARE}
    assert set(QUESTIONS) - set(told) <= rare, "a question that no game asks"
    assert all(said for said in told.values())


def test_effects_name_the_card_space_or_reward_that_asks(told: dict[int, set[str]]) -> None:
    heads = {code: {one.split(":")[0].partition(", ")[2] for one in said} for code, said in told.items()}
    for code in (ops.OP_OFFER, ops.OP_TRASH, ops.OP_DISCARD, ops.OP_ACQUIRE, ops.OP_DEPLOY, ops.OP_INFLUENCE_ANY):
        assert "" not in heads[code], told[code]
    assert {"Selective Breeding", "Guild Administrator"} <= heads[ops.OP_TRASH]
    assert "Test of Humanity" in heads[ops.OP_DISCARD] and "The Voice" in heads[ops.OP_BLOCK]
    assert any(one.endswith("reward 1") for one in heads[ops.OP_INFLUENCE_ANY])
    for code in (ops.OP_TURN, ops.OP_POOL, ops.OP_COMBAT, ops.OP_SEND):
        assert heads[code] == {""}


def test_the_old_holder_is_asked_who_gets_an_alliance() -> None:
    level = {"influence": {"fremen": 5}}
    giver = {**level, "hand": ["shifting_allegiances"], "spice": 2}
    state = send(table(giver, level, level, alliances={"fremen": 0}), "Shifting Allegiances", "Secure Contract")
    choose(state, "pay 2 spice")
    assert state.game.question(state) == "Seat 0: who of the players ahead receives the Fremen alliance?"


def test_pages_and_pictures_show_the_question() -> None:
    game = dune_sim.make("imperium", players=4)
    for state in positions(game, range(1), 30, ends=False):
        said = game.question(state)
        assert said in " ".join(state.render().split())
        assert said.replace("&", "&amp;") in state.svg()
        for seat in range(4):
            assert game.question(state.observe(seat)) == said


def test_a_finished_game_asks_nothing() -> None:
    game = dune_sim.make("imperium", players=3)
    *_, end = positions(game, range(1), 1000)
    assert end.is_over and game.question(end) == ""
