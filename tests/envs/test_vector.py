"""Games side by side are the games that states play one by one, on every engine and number of threads."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dune_sim
from dune_sim.agents.eyes import Eyes
from dune_sim.envs.vector import Batch, Vector, features_of
from dune_sim.errors import DuneSimError, IllegalActionError, UsageError
from dune_sim.games.base import Game
from dune_sim.games.rollouts import Pilots
from envs.setups import FEW, IDS, SETUPS


def rotating(batch: Batch, step: int) -> np.ndarray[Any, Any]:
    """An action for each game that depends on nothing but the answers there are; -1 where it is over."""
    picked = [np.flatnonzero(mask) for mask in batch.masks]
    return np.array([one[(7 * step + k) % len(one)] if len(one) else -1 for k, one in enumerate(picked)])


@pytest.mark.parametrize(("name", "options"), SETUPS, ids=IDS)
def test_a_vector_plays_what_states_play(name: str, options: dict[str, Any]) -> None:
    game = dune_sim.make(name, **options)
    vector, eyes = game.vector(3, seed=5, autoreset=False), Eyes(game)
    batch, states = vector.reset(), [game.new(seed=5, index=k) for k in range(3)]
    ended, step = set(), 0
    while (batch.seats >= 0).any():
        for k, state in enumerate(states):
            assert state.to_move == batch.seats[k]
            assert state.legal_actions() == list(np.flatnonzero(batch.masks[k]))
            if not state.is_over:
                assert (eyes.features([state])[0] == batch.features[k]).all()
        actions = rotating(batch, step)
        movers = [state.to_move for state in states]
        for state, action in zip(states, actions, strict=True):
            if action >= 0:
                state.apply(int(action))
        batch, step = vector.step(actions), step + 1
        for k, state in enumerate(states):
            assert batch.dones[k] == (state.is_over and k not in ended)
            if batch.dones[k]:
                ended.add(k)
                assert (vector.final_features[k] == eyes.features([state], movers[k])[0]).all()
                winner = int(game.outcomes(vector.rows)[0][k])
                assert winner == (-1 if state.winner is None else state.winner)
            else:
                assert not batch.rewards[k].any()
    assert ended == {0, 1, 2} and step > 20


@pytest.mark.parametrize(("name", "options"), FEW.values(), ids=FEW)
@pytest.mark.parametrize("opponents", ["random", "greedy:leaves=4:worlds=0"])
def test_opponents_play_what_they_play_elsewhere(name: str, options: dict[str, Any], opponents: str) -> None:
    game = dune_sim.make(name, **options)
    vector = game.vector(2, seed=9, opponents=opponents)
    batch = vector.reset()
    states = [game.new(seed=9, index=k) for k in range(2)]
    pilots = [Pilots(game, opponents, 9, k) for k in range(2)]
    for step in range(40 if opponents == "random" else 12):
        for k, state in enumerate(states):
            while state.to_move != k % game.num_players:
                state.apply(pilots[k].choose(state))
        assert [one.to_move for one in states] == list(batch.seats) == [0, 1]
        assert [one.legal_actions() for one in states] == [list(np.flatnonzero(one)) for one in batch.masks]
        actions = rotating(batch, step)
        for state, action in zip(states, actions, strict=True):
            state.apply(int(action))
        batch = vector.step(actions)
        assert batch.rewards.shape == (2,)
        if batch.dones.any():
            break


def played(vector: Vector, steps: int) -> list[bytes]:
    """All that a vector tells on its way."""
    batch = vector.reset()
    told = []
    for step in range(steps):
        told.append(b"".join(np.ascontiguousarray(one).tobytes() for one in batch))
        batch = vector.step(rotating(batch, step))
    return [*told, vector.sample().tobytes()]


@pytest.mark.parametrize(("name", "reward"), [("imperium", "shaped"), ("arrakis", "win")])
def test_plain_python_plays_the_same(name: str, reward: str) -> None:
    found = []
    for engine in ("auto", "python"):
        game = dune_sim.make(name, engine=engine)
        found.append(played(game.vector(2, seed=3, reward=reward), 5))
        found.append(played(game.vector(1, seed=3, opponents="random"), 3))
    assert found[0] == found[2] and found[1] == found[3]


def test_threads_change_nothing() -> None:
    game = dune_sim.make("imperium", players=3)
    one, many = (game.vector(7, seed=3, opponents="random", workers=workers) for workers in (1, 3))
    assert played(one, 150) == played(many, 150)
    many.close()


def test_the_next_games_follow_by_their_numbers() -> None:
    game = dune_sim.make("imperium", players=3)
    vector = game.vector(2, seed=4)
    batch, ends = vector.reset(), 0
    while ends < 3:
        before = vector.numbers.copy()
        batch = vector.step(vector.sample())
        for k in np.flatnonzero(batch.dones):
            ends += 1
            assert vector.numbers[k] == before[k] + 2
            fresh = game.new(seed=4, index=int(vector.numbers[k]))
            assert vector.state(int(k)) == fresh and batch.seats[k] == fresh.to_move
    again = vector.reset(seed=11)
    assert list(vector.numbers) == [0, 1] and vector.state(1) == game.new(seed=11, index=1)
    before = again.features.copy()
    batch = vector.reset(which=np.array([False, True]))
    assert list(vector.numbers) == [0, 3] and (batch.features[0] == before[0]).all()


def whole_games(game: Game, reward: str, opponents: str | None = None) -> tuple[Any, Any]:
    """The sums of the rewards of some games, and their rows."""
    vector = game.vector(6, seed=2, reward=reward, autoreset=False, opponents=opponents)
    batch = vector.reset()
    total = np.zeros_like(batch.rewards)
    while (batch.seats >= 0).any():
        batch = vector.step(vector.sample())
        total += batch.rewards
    return total, vector.rows.copy()


def test_rewards_say_who_won_and_how() -> None:
    game = dune_sim.make("imperium")
    won, rows = whole_games(game, "win")
    names = game.columns
    winners, points = rows[:, names.index("winner")], game.outcomes(rows)[1]
    alone = rows[:, names.index("winners")] == 1 << winners
    assert np.allclose(won.sum(axis=1), 0, atol=1e-6) and (won[alone, winners[alone]] == 1).all()
    ranks, _ = whole_games(game, "rank")
    told = rows[:, [names.index(f"rank_{seat}") for seat in range(4)]]
    assert (np.argsort(-ranks, axis=1, kind="stable") == np.argsort(told, axis=1, kind="stable")).all()
    assert np.allclose(ranks.sum(axis=1), 0, atol=1e-6) and (np.abs(ranks) <= 1).all()
    margins, _ = whole_games(game, "margin")
    for k in range(6):
        for seat in range(4):
            best = max(points[k, other] for other in range(4) if other != seat)
            assert margins[k, seat] == pytest.approx(np.clip((points[k, seat] - best) / 10, -1, 1))


@pytest.mark.parametrize("opponents", [None, "random"])
def test_shaped_rewards_add_up_to_the_share_of_the_victory(opponents: str | None) -> None:
    game = dune_sim.make("imperium")
    total, rows = whole_games(game, "shaped", opponents)
    shares = (rows[:, [game.columns.index("winners")]] >> np.arange(4)) & 1
    shares = shares / shares.sum(axis=1, keepdims=True)
    expected = shares - 0.25 if opponents is None else shares[np.arange(6), np.arange(6) % 4] - 0.25
    assert np.allclose(total, expected, atol=1e-5)


def test_an_unfinished_game_is_nobodys() -> None:
    won, rows = whole_games(dune_sim.make("arrakis", round_cap=1), "win")
    assert (rows[:, 0] == -1).all() and not won.any()


def test_features_stay_in_their_declared_ranges() -> None:
    for name in ("imperium", "arrakis"):
        game = dune_sim.make(name)
        vector, table = game.vector(16, seed=1), features_of(game)
        low, high = (np.array([getattr(one, end) for one in table]) for end in ("low", "high"))
        batch = vector.reset()
        assert batch.features.dtype == np.int16 and batch.features.shape == (16, len(table)) == (16, vector.width)
        assert batch.masks.dtype == np.bool_ and batch.masks.shape == (16, game.num_actions)
        for _ in range(300):
            assert (batch.features >= low).all() and (batch.features <= high).all()
            batch = vector.step(vector.sample())


def test_every_seat_can_be_asked_what_it_sees() -> None:
    game = dune_sim.make("imperium")
    vector = game.vector(3, seed=1)
    vector.reset()
    for _ in range(50):
        vector.step(vector.sample())
    for k in range(3):
        assert (vector.observe(k, int(vector.seats[k])) == vector.features[k]).all()
        for seat in range(4):
            assert (vector.observe(k, seat) == Eyes(game).features([vector.state(k)], seat)[0]).all()


def test_wrong_input_ends_in_a_sentence_and_changes_nothing() -> None:
    game = dune_sim.make("imperium")
    vector = game.vector(2, seed=1, autoreset=False)
    with pytest.raises(UsageError, match="call reset"):
        vector.step([0, 0])
    batch = vector.reset()
    legal = rotating(batch, 0)
    before = vector.states.tobytes()
    wrong = next(a for a in range(game.num_actions) if not batch.masks[1, a])
    with pytest.raises(IllegalActionError, match=rf"action {wrong} is not legal in game 1; legal: \d+ \("):
        vector.step([legal[0], wrong])
    for action in (-1, -(1 << 40), game.num_actions, 1 << 40):
        with pytest.raises(IllegalActionError):
            vector.step([legal[0], action])
    for shape in ([legal[0]], [[0, 0]], [0.5, 0.5], "no", None):
        with pytest.raises(UsageError, match="must be 2 whole numbers"):
            vector.step(shape)  # type: ignore[arg-type]
    assert vector.states.tobytes() == before
    with pytest.raises(ValueError, match="read-only"):
        batch.masks[:] = True
    while (batch.seats >= 0).all():
        batch = vector.step(vector.sample())
    over = int(np.flatnonzero(batch.seats < 0)[0])
    actions = np.where(batch.seats < 0, 3, rotating(batch, 0))
    with pytest.raises(UsageError, match=f"game {over} is over"):
        vector.step(actions)
    assert vector.step(np.where(batch.seats < 0, -1, actions)).seats[over] == -1


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"n": 0}, "n must be at least 1"),
        ({"opponents": "gready"}, "did you mean greedy"),
        ({"opponents": ["random"]}, "3 other seats here, but 1 opponents"),
        ({"opponents": "mcts:50ms"}, "not by the clock"),
        ({"seat": 1}, "without opponents every seat is yours"),
        ({"opponents": "random", "seat": 7}, "no player 7"),
        ({"reward": "money"}, "choose win, rank, margin, shaped"),
        ({"workers": 0}, "workers must be at least 1"),
        ({"seed": -1}, "seed must be"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], says: str) -> None:
    with pytest.raises(DuneSimError, match=says):
        dune_sim.make("imperium").vector(**{"n": 2, **options})


def test_games_without_features_and_points_say_so() -> None:
    with pytest.raises(UsageError, match="battle has no players that look ahead"):
        dune_sim.make("battle").vector(2)
    with pytest.raises(UsageError, match="arrakis has no points"):
        dune_sim.make("arrakis").vector(2, reward="rank")


def test_opponents_may_differ_and_sit_clockwise() -> None:
    game = dune_sim.make("imperium")
    vector = game.vector(4, seed=1, opponents=["random", "greedy", "random"])
    policies = vector.pilots["policy"]
    assert [list(one) for one in policies] == [list(np.roll(policies[0], k)) for k in range(4)]
    assert len(set(policies[0])) == 3
    fixed = game.vector(2, seed=1, opponents="random", seat=3)
    assert list(fixed.reset().seats) == [3, 3]
