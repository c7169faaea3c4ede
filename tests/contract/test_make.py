"""The door: ``dune_sim.make`` with right and wrong options."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dune_sim
from dune_sim.errors import ContentError, DuneSimError, EngineError, UsageError

WRONG: list[tuple[Any, dict[str, Any], type[DuneSimError], str]] = [
    ("arakis", {}, UsageError, "unknown game 'arakis'; did you mean arrakis"),
    ("chess", {}, UsageError, "unknown game 'chess'; choose arrakis, battle, imperium"),
    (3, {}, UsageError, "unknown game 3"),
    ([], {}, UsageError, "unknown game []"),
    ("battle", {"engine": []}, EngineError, "unknown engine []"),
    ("arrakis", {"mode": np.array(["solo", "teams"])}, UsageError, "War for Arrakis has no mode"),
    ("arrakis", {"arrakeen_wins": np.array([1, 2])}, UsageError, "arrakeen_wins must be True or False, not array"),
    ("battle", {"surprise": np.array([1, 2])}, UsageError, "surprise must be True or False, not array"),
    ("arrakis", {"content": 3}, UsageError, "content must be an overlay file or a list of them, not 3"),
    ("imperium", {"content": [3]}, UsageError, "content must be an overlay file or a list of them, not [3]"),
    ("battle", {"content": {"a": 1}}, UsageError, "content must be an overlay file or a list of them"),
    ("imperium", {"leaders": [[], 1, 2, 3]}, UsageError, "there is no leader []"),
    ("imperium", {"modules": [[]]}, UsageError, "there is no module []"),
    ("battle", {"engine": "abacus"}, EngineError, "unknown engine 'abacus'"),
    ("arrakis", {"player": 4}, UsageError, "arrakis has no option 'player'; did you mean players"),
    ("arrakis", {"arrakeen_wins": "no"}, UsageError, "arrakeen_wins must be True or False, not 'no'"),
    ("arrakis", {"optional_advance": 2}, UsageError, "optional_advance must be True or False, not 2"),
    ("arrakis", {"content": ["nowhere.toml"]}, ContentError, "nowhere.toml: cannot read this overlay"),
    ("arrakis", {"content": "nowhere.toml"}, ContentError, "nowhere.toml: cannot read this overlay"),
    ("imperium", {"content": "nowhere.toml"}, ContentError, "nowhere.toml: cannot read this overlay"),
    ("battle", {"content": Path("nowhere.toml")}, ContentError, "nowhere.toml: cannot read this overlay"),
    ("imperium", {"leaders": 5}, UsageError, "leaders must be random, draft or a list of leader ids, not 5"),
    ("imperium", {"modules": 5}, UsageError, "modules must be a list of names, not 5"),
]


@pytest.mark.parametrize(("game", "options", "kind", "said"), WRONG)
def test_a_wrong_set_up_is_refused_at_once_in_one_sentence(
    game: Any, options: dict[str, Any], kind: type[DuneSimError], said: str
) -> None:
    with pytest.raises(kind) as caught:
        dune_sim.make(game, **options)
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_no_content_and_numbers_of_numpy_are_fine() -> None:
    plain = dune_sim.make("arrakis", round_cap=5, arrakeen_wins=True)
    assert dune_sim.make("arrakis", content=None, round_cap=np.int64(5), arrakeen_wins=np.bool(True)).spec == plain.spec


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"policy": [[], []]}, "unknown policy []"),
        ({"policy": "plan,random,plan"}, "has 2 seats here, but 3 policies were given"),
        ({"engine": []}, "unknown engine []"),
    ],
)
def test_a_batch_refuses_what_is_no_policy_and_no_engine(options: dict[str, Any], said: str) -> None:
    with pytest.raises(DuneSimError) as caught:
        dune_sim.make("battle").simulate(2, **options)
    assert said in str(caught.value)


def test_policies_may_be_written_as_on_the_command_line() -> None:
    game = dune_sim.make("battle")
    listed = game.simulate(20, policy=["plan", "random"], seed=3)
    assert (game.simulate(20, policy="plan, random", seed=3).rows == listed.rows).all()


def test_no_modules_is_the_base_game() -> None:
    assert dune_sim.make("imperium", modules=None).tables_hash == dune_sim.make("imperium").tables_hash


def test_the_package_shows_its_door() -> None:
    assert set(dune_sim.__all__) <= set(dir(dune_sim))
    for name in dune_sim.__all__:
        assert getattr(dune_sim, name)
    assert issubclass(UsageError, dune_sim.DuneSimError) and issubclass(dune_sim.DuneSimError, ValueError)
    with pytest.raises(AttributeError, match="has no attribute 'mke'"):
        getattr(dune_sim, "mke")  # noqa: B009
