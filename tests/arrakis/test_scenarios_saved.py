"""Saved positions of War for Arrakis: every one of a game can be read and edited, a damaged one is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from arrakis.scene import ENGINE
from dune_sim import make
from dune_sim.errors import ScenarioError
from dune_sim.games.arrakis.kernels import actions as act
from dune_sim.games.base import Game
from dune_sim.games.state import State
from resealed import resealed

#: the one question that stands in an overfull area: what was saved is half done and cannot begin anew
HALF_DONE = "Too many units"


@cache
def game() -> Game:
    return make("arrakis", engine=ENGINE)


def positions(seed: int, every: int, eager: bool) -> Iterator[State]:
    """Positions of a random game, its end included; an eager player hardly ever declines."""
    state, random, step = game().new(seed), np.random.default_rng(seed), 0
    while legal := state.legal_actions():
        if step % every == 0:
            yield state
        if eager and legal[0] == act.ACT_DONE and random.random() < 0.9:
            legal = legal[1:]
        state.apply(int(random.choice(legal)))
        step += 1
    yield state


def question(state: State) -> str:
    return str(state.game.question(state))  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", range(6))
def test_every_position_can_be_read_and_with_running_left_out_begun_anew(seed: int) -> None:
    phases = set()
    for state in positions(seed, 13, eager=seed % 2 == 0):
        told = json.loads(json.dumps(state.to_dict()))
        again = game().from_dict(told)
        assert again == state and again.legal_actions() == state.legal_actions()
        del told["running"]
        if HALF_DONE in question(state):
            continue
        anew = game().from_dict(told)
        assert anew.is_over == state.is_over or told["phase"] == "end"
        phases.add(told["phase"])
    assert phases == {"vehicles", "actions", "desert", "spice", "end"}


def test_a_desert_phase_that_begins_anew_has_its_wormsigns_back() -> None:
    """Those turned up before the position was saved would be too few for the harvesters on the map."""
    fields = {f"north_east_{k}": {"harvester": True} for k in (1, 2, 3, 5)}
    none = {"sand": 0, "sandworm": 0, "burrowing": 0}
    full = game().from_dict({"phase": "desert", "areas": fields})
    assert game().from_dict({"phase": "desert", "areas": fields, "wormsigns": none}) == full


def test_a_marker_may_drop_after_the_dice_were_rolled() -> None:
    dice = {"harkonnen": {"mentat": 1, "used": 7}, "atreides": {"used": 4}}
    for phase in ("desert", "spice", "end"):
        data = {"phase": phase, "dice": dice, "spice": {"markers": {"choam": 5}}}
        assert not game().from_dict(data).is_over
    with pytest.raises(ScenarioError, match="9 harkonnen action dice, but 8 are in use"):
        game().from_dict({"phase": "spice", "dice": {"harkonnen": {"mentat": 1, "used": 8}}})


def damage_decider(told: dict[str, Any]) -> None:
    told["running"]["decider"] = 1 - told["running"]["decider"]


def damage_program(told: dict[str, Any]) -> None:
    told["running"]["stack"]["frames"][0]["pc"] = 60_000


def damage_depth(told: dict[str, Any]) -> None:
    told["running"]["stack"]["depth"] = 13


def damage_frame(told: dict[str, Any]) -> None:
    told["running"]["stack"]["frames"][0] = 7


def damage_number(told: dict[str, Any]) -> None:
    told["running"]["stack"]["frames"][0]["stage"] = 1.5


def damage_move(told: dict[str, Any]) -> None:
    told["running"]["move"] = {"target": 255}


def damage_chance(told: dict[str, Any]) -> None:
    told["running"]["rng"] = {"s": ["0x0"] * 4}


def lose_chance(told: dict[str, Any]) -> None:
    del told["running"]["rng"]


def damage_decides(told: dict[str, Any]) -> None:
    told["decides"] = "atreides" if told["decides"] == "harkonnen" else "harkonnen"


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (damage_decider, "the open question is not one that would be asked here"),
        (damage_program, "pending programs"),
        (damage_depth, "pending programs"),
        (damage_frame, "7 is no table or list"),
        (damage_number, "1.5 is no whole number"),
        (damage_move, "an area beyond the 101 of the map"),
        (damage_chance, "the chance to come"),
        (lose_chance, "the chance to come"),
        (damage_decides, "but the running part waits for the"),
    ],
)
def test_damage_is_refused_with_one_sentence(damage: Callable[[dict[str, Any]], None], said: str) -> None:
    told = game().new(1).to_dict()
    damage(told)
    with pytest.raises(ScenarioError) as error:
        game().from_dict(resealed(game(), told))
    assert said in str(error.value) and "\n" not in str(error.value)


def test_nobody_decides_once_the_game_is_over() -> None:
    told = game().from_dict({"winner": "atreides"}).to_dict()
    with pytest.raises(ScenarioError, match="but the game is over"):
        game().from_dict(resealed(game(), told | {"decides": "atreides"}))
