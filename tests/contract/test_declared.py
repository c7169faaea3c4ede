"""Actions, columns and names are declared once; words and rows follow the declarations, and words compile nothing."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from contract.games_under_test import build, label, setups
from dune_sim.errors import KernelError
from dune_sim.games.arrakis.tables import build as arrakis
from dune_sim.games.base import Game
from dune_sim.games.imperium.tables import build as imperium
from dune_sim.games.registry import make
from dune_sim.lang.declare import ActionSpace, RowColumns
from dune_sim.programs import program


@pytest.fixture(params=setups(), ids=label)
def game(request: pytest.FixtureRequest) -> Game:
    return build(request.param)


def test_ranges_follow_each_other_and_may_begin_at_a_word() -> None:
    space = ActionSpace()
    assert [space.one("stop", ""), space.range("card", 3, ""), space.range("area", 2, "", "", 64)] == [0, 1, 64]
    assert space.size == 66
    table = space.table({"card": ["a", "", "c"]})
    assert [tuple(table[k]) for k in (0, 1, 2, 3, 4, 64)] == [
        (0, "stop", 0, ""), (1, "card", 0, "a"), (2, "card", 1, ""), (3, "card", 2, "c"), (4, "", 0, ""),
        (64, "area", 0, ""),
    ]  # fmt: skip
    longer = ActionSpace(space.ranges)
    assert (longer.one("go", "on"), space.size) == (66, 66), "the first ids are kept, and the first space is as it was"
    with pytest.raises(KernelError, match="there is an action 'stop' already"):
        longer.one("stop", "")


def test_columns_of_seats_follow_those_of_the_game() -> None:
    row = RowColumns()
    assert [row.one("winner", "who won", "seat"), row.seat("rank", "place"), row.seat("points", "points")] == [0, 1, 2]
    assert row.repeat("{name}_{seat}", range(2)) == 2
    assert row.names == ("winner", "rank_0", "points_0", "rank_1", "points_1") and row.width == 5
    with pytest.raises(KernelError, match="'late' belongs before"):
        row.one("late", "")


def constants(game: Game, prefix: str) -> dict[str, int]:
    modules: list[ModuleType] = list(program(game.program_name).modules)
    return {name: value for one in modules for name, value in vars(one).items() if name.startswith(prefix)}


def test_every_number_of_an_action_in_the_kernels_is_declared(game: Game) -> None:
    # actions of further modes are known to the kernels of both editions, and offered by the full one
    game = make("arrakis", mode="teams", players=4) if game.name == "arrakis" else game
    found = constants(game, "ACT_")
    assert found and all(game.actions[value].kind for value in found.values())
    starts = {one.first for one in game.space.ranges}
    assert {name for name, value in found.items() if value not in starts} <= {
        "ACT_LOSE_ELITE", "ACT_LOSE_SPECIAL", "ACT_LOSE_GENERIC", "ACT_LOSE_NAMED",
    }  # fmt: skip


def test_every_column_is_written_at_its_place(game: Game) -> None:
    assert len(set(game.columns)) == len(game.columns) == game.row.width == constants(game, "ROW_")["ROW_WIDTH"]
    result = game.simulate(20, seed=5)
    for name, known in game.codes.items():
        assert np.isin(result.column(name), range(-1, len(known))).all(), name
    assert (result.column("decisions") > 0).all() and (result.column("rounds") > 0).all()


def test_whatever_is_offered_is_declared(game: Game) -> None:
    assert [one.id for one in game.actions] == list(range(game.num_actions))
    state = game.new(3)
    for step in range(60):
        if state.is_over:
            break
        legal = state.legal_actions()
        assert all(game.actions[action].kind for action in legal), "nothing that is not declared is ever offered"
        state.apply(legal[step % len(legal)])


def test_describing_compiles_nothing(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    state = game.new(3)
    state.describe(state.legal_actions()[0])

    def refuse(*_: Any) -> None:
        raise AssertionError("compiled again")

    monkeypatch.setattr(type(game), "compile", refuse)
    for module in (arrakis, imperium):
        monkeypatch.setattr(module, "compile_game", refuse)
    monkeypatch.setattr(imperium, "write_tables", refuse)
    for step in range(60):
        if state.is_over:
            break
        legal = state.legal_actions()
        assert all(state.describe(action) for action in legal)
        assert isinstance(game.question(state) + state.render() + str(state.to_dict()), str)
        state.apply(legal[step % len(legal)])
    assert game.codes and game.actions and game.tables is game.compiled.tables and game.names is game.compiled.names
    with pytest.raises(FrozenInstanceError):
        game.compiled.tables = game.tables  # type: ignore[misc]
