"""OpenSpiel's own tests, its searching bot, and that no resampled position tells what the player cannot know."""

from __future__ import annotations

import copy
import itertools
import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import dune_sim.envs.openspiel
from dune_sim.errors import IllegalActionError, UsageError
from dune_sim.games.state import State
from envs.setups import FEW, IDS, SETUPS


def load(name: str, options: dict[str, Any], **further: Any) -> Any:
    told = ",".join(f"{key}={value}" for key, value in {**options, **further}.items())
    return pyspiel.load_game(f"dune_sim_{name}({told})")


def dealt(game: Any, *digits: int) -> Any:
    """The state after a deal."""
    state = game.new_initial_state()
    for digit in (0,) * (dune_sim.envs.openspiel.DIGITS - len(digits)) + digits:
        assert state.is_chance_node() and sum(p for _, p in state.chance_outcomes()) == pytest.approx(1)
        state.apply_action(digit)
    return state


@pytest.mark.parametrize(("name", "options"), SETUPS, ids=IDS)
def test_the_library_finds_nothing_wrong(name: str, options: dict[str, Any]) -> None:
    pyspiel.random_sim_test(load(name, options), 1, serialize=True, verbose=False)


@pytest.mark.parametrize("reward", ["win", "rank", "margin"])
def test_a_game_is_the_game_of_its_seed(reward: str) -> None:
    game = load("imperium", {"players": 3}, reward=reward)
    state, alone, rng = dealt(game, 1, 7), game.game.new(seed=256 + 7), np.random.default_rng(3)
    while not state.is_terminal():
        assert state.current_player() == alone.to_move and state.legal_actions() == alone.legal_actions()
        assert state.returns() == [0, 0, 0]
        action = int(rng.choice(state.legal_actions()))
        assert state.action_to_string(action) == f"{action} {alone.describe(action)}"
        state.apply_action(action)
        alone.apply(action)
    assert alone.is_over and int(np.argmax(state.returns())) == alone.winner
    if reward != "margin":
        assert sum(state.returns()) == pytest.approx(0, abs=1e-6)
        assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM


@pytest.mark.parametrize(("name", "options"), FEW.values(), ids=FEW)
def test_its_searching_bot_plays(name: str, options: dict[str, Any]) -> None:
    game = load(name, options)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    state = dealt(game, 9)
    for strict in (True, False):
        bot = ismcts.ISMCTSBot(
            game, evaluator, 1.4, 12, random_state=np.random.RandomState(2), allow_inconsistent_action_sets=not strict
        )
        for _ in range(2):
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)


def positions(name: str, options: dict[str, Any], games: int) -> Iterator[Any]:
    """Every position of some random games."""
    game, rng = load(name, options), np.random.default_rng(5)
    for number in range(games):
        state = dealt(game, number // 256, number % 256)
        while not state.is_terminal():
            yield state
            state.apply_action(int(rng.choice(state.legal_actions())))


def leaks(state: Any, player: int, number: int) -> list[str]:
    """What differs between positions that must look the same to a player.

    Two worlds that a player cannot tell apart must be dealt anew to the same worlds: then nothing in these comes from
    the true one.
    """
    found = []
    other = state.resample_from_infostate(player, lambda: (number % 997 + 0.5) / 1000)
    if state.information_state_string(player) != other.information_state_string(player):
        found.append("what it knows")
    if state.observation_tensor(player) != other.observation_tensor(player):
        found.append("what it sees")
    if state.current_player() != other.current_player() or state.legal_actions(player) != other.legal_actions(player):
        found.append("what it may do")
    again, same = (one.resample_from_infostate(player, lambda: 0.25) for one in (state, other))
    if str(again) != str(same):
        found.append("what is dealt")
    for seat in range(state.num_players()):
        if again.information_state_string(seat) != same.information_state_string(seat):
            found.append(f"what seat {seat} is thought to know")
    if other.history():
        found.append("the history")
    return found


def search_for_leaks(name: str, options: dict[str, Any], wanted: int) -> int:
    """How many positions were looked at, each as one of the players."""
    looked = 0
    for state in positions(name, options, 1 << 16):
        player = looked % state.num_players()
        assert not leaks(state, player, looked), f"{name} {options}: position {looked}, player {player}"
        looked += 1
        if looked == wanted:
            break
    return looked


@pytest.mark.parametrize(("name", "options"), SETUPS, ids=IDS)
def test_nothing_hidden_leaks(name: str, options: dict[str, Any]) -> None:
    assert search_for_leaks(name, options, 400) == 400


@pytest.mark.slow
def test_nothing_hidden_leaks_in_a_hundred_thousand_positions() -> None:
    each = -(-100_000 // len(SETUPS))
    assert sum(search_for_leaks(name, options, each) for name, options in SETUPS) >= 100_000


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    *_, state = itertools.islice(positions("imperium", {"players": 3}, 1), 60)
    honest = State.determinize
    assert not leaks(state, 0, 1)
    monkeypatch.setattr(State, "determinize", lambda self, seat, seed: honest(self, seat, (seed ^ self.hash()) >> 1))
    assert "what is dealt" in leaks(state, 0, 1)
    monkeypatch.setattr(State, "observe", lambda self, seat: self.copy())
    assert "what it knows" in leaks(state, 0, 1)


def test_memories_grow_apart_and_stay_with_copies() -> None:
    game = load("imperium", {"players": 3})
    state = dealt(game, 4)
    for _ in range(6):
        state.apply_action(state.legal_actions()[0])
    twin = state.clone()
    assert str(twin) == str(state) and twin.history() == state.history()
    assert all(twin.information_state_string(p) == state.information_state_string(p) for p in range(3))
    again = pickle.loads(pickle.dumps(state._table))
    assert [again.memory(p) for p in range(3)] == [state._table.memory(p) for p in range(3)]
    mover = twin.current_player()
    twin.apply_action(twin.legal_actions()[0])
    state.apply_action(state.legal_actions()[-1])
    assert twin.information_state_string(mover) != state.information_state_string(mover)
    assert str(copy.deepcopy(state._table).state) == str(state.state)


def test_mistakes_are_told_in_one_sentence() -> None:
    for wrong, says in (
        ("imperium(players=9)", "9"),
        ("imperium(leaders=paul)", "did you mean paul_atreides"),
        ("imperium(reward=shaped)", "pays at the end"),
        ("arrakis(reward=rank)", "has no points"),
        ("arrakis(mode=duel)", "no mode 'duel'"),
    ):
        with pytest.raises(UsageError, match=says):
            pyspiel.load_game(f"dune_sim_{wrong}")
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter"):
        pyspiel.load_game("dune_sim_imperium(seats=3)")
    game = load("imperium", {"players": 3})
    state = game.new_initial_state()
    with pytest.raises(UsageError, match="the deal is not chosen yet"):
        state.resample_from_infostate(0)
    with pytest.raises(IllegalActionError, match="legal: 0 to 255"):
        state.apply_action(256)
    state = dealt(game, 1)
    with pytest.raises(IllegalActionError, match=r"is not legal here; legal: \d+ \("):
        state.apply_action(540)


def test_lists_are_named_with_a_plus() -> None:
    leaders = "paul_atreides+baron_vladimir_harkonnen+glossu_rabban"
    assert load("imperium", {"players": 3}, leaders=leaders).game.leaders == leaders.split("+")
