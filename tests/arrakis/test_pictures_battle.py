"""What people see of a battle in progress: position, question, answers, terminal text and picture."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dune_sim import make
from dune_sim.games.arrakis.kernels import legion
from dune_sim.games.arrakis.pictures.legions import pool_words, standing
from dune_sim.games.arrakis.tables.names import roll_words
from dune_sim.games.arrakis.words.describe import WHY
from dune_sim.games.arrakis.words.phrases import counted, with_article
from dune_sim.games.base import Game
from dune_sim.games.state import State
from resealed import resealed

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def game() -> Game:
    return make("arrakis")


def seek(game: Game, wanted: Callable[[State], bool], games: int = 60) -> State:
    """The first position of random games that is wanted."""
    for seed in range(games):
        state, random = game.new(seed), np.random.default_rng(seed)
        while not state.is_over:
            if wanted(state):
                return state
            state.apply(int(random.choice(state.legal_actions())))
    raise AssertionError("no such position in these games")


def asked(game: Game, *words: str) -> Callable[[State], bool]:
    return lambda state: all(word in game.question(state) for word in words)


def battle_of(state: State) -> dict[str, Any]:
    told: dict[str, Any] = state.to_dict()["battle"]
    return told


@pytest.mark.parametrize(("cause", "word"), [(cause, word) for cause, word in WHY.items() if cause != "card"])
def test_a_casualty_names_area_hits_and_cause(game: Game, cause: str, word: str) -> None:
    state = seek(game, asked(game, "Take a casualty", word))
    battle = battle_of(state)
    assert battle["cause"] == ("battle" if cause == "continue" else cause)
    own = next(one for one in ("attacker", "defender") if battle.get(one, {}).get("to_take"))
    if cause == "battle":
        own = next(one for one in ("attacker", "defender") if battle[one]["faction"] == game.seats[state.to_move])
    area = game.names.area_text[battle["source" if own == "attacker" else "target"]]
    assert game.question(state) == f"Take a casualty in {area}: {counted(battle[own]['to_take'], 'hit')} left {word}"
    assert battle[own]["faction"] == game.seats[state.to_move]


def test_hits_are_counted_down_and_figures_leave_the_table(game: Game) -> None:
    """Two hits, the first of which costs a standard unit and leaves the second to be asked for."""

    def after_one(state: State) -> State | None:
        if "Take a casualty" not in game.question(state) or battle_of(state)["defender"]["to_take"] != 2:
            return None
        if legion.ACT_LOSE_STANDARD not in state.legal_actions():
            return None
        then = state.copy()
        then.apply(legion.ACT_LOSE_STANDARD)
        return then if then.to_dict().get("battle", {}).get("defender", {}).get("to_take") == 1 else None

    state = seek(game, lambda one: after_one(one) is not None)
    before, then = battle_of(state)["defender"], after_one(state)
    assert then is not None
    told, after = then.to_dict(), battle_of(then)["defender"]
    assert before.get("standard", 0) - after.get("standard", 0) == 1
    lain, table = (areas[battle_of(then)["target"]][after["faction"]] for areas in (told["areas"], standing(told)))
    assert lain["standard"] - table.get("standard", 0) == 1


def test_going_on_is_asked_with_the_last_roll(game: Game) -> None:
    state = seek(game, asked(game, "Continue the attack"))
    battle = battle_of(state)
    assert battle["rolled"] == battle["round"]
    rolls = [roll_words(battle[one]["hits"], battle[one]["shields"]) for one in ("attacker", "defender")]
    target = game.names.area_text[battle["target"]]
    assert game.question(state) == f"Continue the attack on {target}? You rolled {rolls[0]}, the enemy {rolls[1]}."


def test_before_the_roll_of_a_later_round_the_old_roll_is_called_so(game: Game) -> None:
    first = seek(game, asked(game, "Discard planning cards", "combat round 1 "))
    assert battle_of(first)["rolled"] == 0 and "hits" not in battle_of(first)["attacker"]
    assert "rolled" not in first.render()
    second = seek(game, asked(game, "Discard planning cards", "combat round 2 "))
    assert battle_of(second)["rolled"] == 1 and "hits" in battle_of(second)["attacker"]
    assert "last rolled" in second.render()


def test_conversions_name_leaders_who_can(game: Game) -> None:
    state = seek(game, asked(game, "Which leader converts"))
    battle = battle_of(state)
    own = next(one for one in ("attacker", "defender") if battle[one]["faction"] == game.seats[state.to_move])
    named = [game.names.leader_text[one] for one in battle[own].get("leaders", ())]
    said = [state.describe(one) for one in state.legal_actions()]
    able = [one for line in said for one in line.split(":")[0].split(" or ")]
    assert set(able) <= {*named, "a Bashar", "a Naib"} and len(able) == len(set(able))
    for line, action in zip(said, state.legal_actions(), strict=True):
        strip = action - legion.ACT_CONVERT
        assert line.endswith(f": {roll_words(strip // 4, strip % 4)}")
    assert battle[own]["specials"] > 0


@pytest.mark.parametrize("word", ["Take a casualty", "Continue the attack", "Where does the enemy in"])
def test_text_and_picture_tell_of_the_battle(game: Game, word: str) -> None:
    state = seek(game, asked(game, word))
    target = game.names.area_text[battle_of(state)["target"]]
    for seen in (state, state.observe(0), state.observe(1)):
        lines = seen.render().splitlines()
        assert any(line.startswith(("battle  ", "hits  ")) and target in line for line in lines)
        root = ET.fromstring(seen.svg())
        assert any(one.text in ("Battle", "Hits") for one in root.iter(f"{SVG}text"))
        assert any(one.get("id") == "battle" for one in root.iter(f"{SVG}g"))


def test_without_a_battle_nothing_is_told_of_one(game: Game) -> None:
    state = game.new(3)
    assert "battle" not in state.to_dict()
    assert not any(one.get("id") == "battle" for one in ET.fromstring(state.svg()).iter(f"{SVG}g"))


def test_the_battle_is_for_readers_and_survives_reading(game: Game) -> None:
    state = seek(game, asked(game, "Continue the attack"))
    told = state.to_dict()
    assert game.from_dict(told).to_dict() == told
    del told["battle"]
    assert game.from_dict(resealed(game, told)).to_dict() == state.to_dict(), "what is running says it all"
    assert state.observe(0).to_dict()["battle"] == state.observe(1).to_dict()["battle"] == battle_of(state)


def test_the_pool_of_the_table_agrees_with_the_kernels(game: Game) -> None:
    """Outside battles the pool shown is the pool counted."""
    for steps in (0, 150, 700):
        state, random = game.new(4), np.random.default_rng(4)
        for _ in range(steps):
            state.apply(int(random.choice(state.legal_actions())))
        while "battle" in state.to_dict():
            state.apply(int(random.choice(state.legal_actions())))
        for who in range(2):
            shown = [int(part.split()[0]) for part in pool_words(game.facts, state.to_dict(), who).split(", ")[:4]]
            assert shown == state.raw["pool"][0][who].tolist()
            assert f"  pool        {shown[0]} standard" in state.render()


def test_words_count_as_people_do() -> None:
    assert [counted(n, "hit") for n in range(3)] == ["0 hits", "1 hit", "2 hits"]
    assert [with_article(one) for one in ("elite unit", "ornithopter", "Bashar")] == [
        "an elite unit",
        "an ornithopter",
        "a Bashar",
    ]
    assert [roll_words(*one) for one in ((1, 0), (0, 2), (2, 1), (0, 0))] == [
        "1 hit",
        "2 shields",
        "2 hits, 1 shield",
        "nothing",
    ]
