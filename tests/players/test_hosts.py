"""Policies of users: a callable on batches of features and masks plays wherever a named policy does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner

from dune_sim import make
from dune_sim.agents.arena import arena
from dune_sim.agents.eyes import Eyes
from dune_sim.cli.app import app
from dune_sim.errors import UsageError
from dune_sim.games.base import Game
from dune_sim.games.hosted import BATCH
from dune_sim.games.rollouts import Pilots
from dune_sim.runs.replay import record
from dune_sim.runs.store import start_run
from players.test_eyes import GAMES, fast

FILE = """
import numpy as np

def first(features, masks):
    return masks.argmax(axis=1)

def wrong(features, masks):
    return np.full(len(masks), masks.shape[1])

def odd(features, masks):
    return features[:, 0] / 2

unable = 3
"""


def first(features: NDArray[np.int16], masks: NDArray[np.bool_]) -> Any:
    """The action with the lowest number."""
    return masks.argmax(axis=1)


def fair(features: NDArray[np.int16], masks: NDArray[np.bool_]) -> Any:
    """One of the legal actions by what is seen: a function of the position alone."""
    many = masks.sum(axis=1)
    chosen = (features.astype(np.int64) * np.arange(1, features.shape[1] + 1)).sum(axis=1) % many
    return (masks.cumsum(axis=1) > chosen[:, None]).argmax(axis=1)


def game_of(name: str) -> Game:
    return make(name, engine=fast(f"{name}_players"))


def seats(game: Game, policy: Any) -> list[Any]:
    return [policy, *["random"] * (game.num_players - 1)]


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_holds_what_the_seat_sees_and_may_do(name: str) -> None:
    """Every batch is a batch of positions: features and masks of the games that wait."""
    game, calls = game_of(name), []

    def watch(features: NDArray[np.int16], masks: NDArray[np.bool_]) -> Any:
        calls.append((len(features), features.shape[1], masks.shape[1], int(masks.sum(axis=1).min())))
        assert features.dtype == np.int16 and masks.dtype == np.bool_
        return first(features, masks)

    game.simulate(8, policy=seats(game, watch), seed=3, workers=1)
    width = Eyes(game).width
    assert calls[0][0] > 6, "many games are asked about at once"
    assert all(one[1:3] == (width, game.num_actions) and one[3] >= 2 for one in calls)


@pytest.mark.parametrize("name", GAMES)
def test_it_plays_as_if_it_were_asked_at_one_table(name: str) -> None:
    """Side by side or alone, decision by decision: the same games, and what it is shown is what a state tells."""
    game = game_of(name)
    rows = game.simulate(6, policy=seats(game, fair), seed=5, workers=1).rows
    again = game.simulate(6, policy=seats(game, fair), seed=5, workers=2).rows
    assert (rows == again).all()
    eyes = Eyes(game)
    for number in range(2):
        state, pilots = game.new(5, number), Pilots(game, seats(game, fair), 5, number)
        while not state.is_over:
            chosen = pilots.choose(state)
            if state.to_move == 0:
                mask = np.zeros((1, game.num_actions), np.bool_)
                mask[0, state.legal_actions()] = True
                assert chosen == fair(eyes.features([state]).astype(np.int16), mask)[0]
            state.apply(chosen)
        winner, scores = game.outcomes(rows[number : number + 1])
        assert (state.winner if state.winner is not None else -1) == winner[0]
        assert state.scores == scores[0].tolist()[: len(state.scores)]


@pytest.mark.slow
def test_every_engine_plays_the_same(tmp_path: Path) -> None:
    games = [make("imperium", engine=one) for one in {"python", fast("imperium_players")}]
    rows = [one.simulate(2, policy=seats(one, fair), seed=8, workers=1).rows for one in games]
    assert all((one == rows[0]).all() for one in rows)


def test_it_sits_beside_players_that_look_ahead() -> None:
    game = game_of("imperium")
    result = game.simulate(20, policy=[first, "greedy:leaves=4:worlds=0", "random", fair], seed=2)
    assert result.complete and result.win_rate(1).count > 10
    alone = game.new(1).rollouts(3, policy=[first, "random", "random", "random"], seed=4)
    assert len(alone.winners) == 3


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "mine.py"
    made.write_text(FILE, encoding="utf-8")
    return made


def test_a_file_names_it_and_a_run_remembers_its_text(file: Path, tmp_path: Path) -> None:
    game = game_of("imperium")
    policy = f"python:{file}:first,random,random,random"
    run = game.run(tmp_path / "run", games=8, policy=policy, seed=1)
    assert run.manifest["policy"] == policy.split(",") and run.finished() == 8
    assert (run.read().to_pandas()["winner"] == game.simulate(8, seats(game, first), seed=1).column("winner")).all()
    assert start_run(tmp_path / "run", game, 8, 1, policy).manifest == run.manifest
    assert run.replay(3).actions == record(game, policy, 1, 3).actions
    file.write_text(FILE.replace("argmax(axis=1)", "argmax(axis=1) + 0"), encoding="utf-8")
    with pytest.raises(UsageError, match="other players"):
        game.run(tmp_path / "run", games=9, policy=policy, seed=1)


def test_it_plays_in_the_arena(file: Path, tmp_path: Path) -> None:
    game = game_of("imperium")
    met = arena(game, [first, "greedy:leaves=2:worlds=0"], against="random", games=BATCH // 8, seed=3)
    assert met.outcomes[0].win_rate.value < 0.25 < met.outcomes[1].win_rate.value
    given = ["arena", "imperium", f"python:{file}:first", "--against", "random", "--games", "32", "--seed", "3"]
    done = CliRunner().invoke(app, [*given, "--out", str(tmp_path / "arena"), "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["win_rate"] == pytest.approx(met.outcomes[0].win_rate.value)


WRONG = [
    ("python:{file}:wrong", "chose action .*, but there are the actions 0 to"),
    ("python:{file}:odd", "must give 4 whole numbers, one action a row, but gave float64"),
    ("python:{file}:none", "has no function none"),
    ("python:{file}:unable", "has no function unable"),
    ("python:{file}", "write python:FILE.py:FUNCTION or python:MODULE:FUNCTION"),
    ("python:nowhere.py:first", "there is no file nowhere.py"),
    ("python:no.such.module:first", "no.such.module cannot be loaded: ModuleNotFoundError"),
    ("python", "unknown policy"),
]


@pytest.mark.parametrize(("policy", "told"), WRONG)
def test_what_is_wrong_is_one_sentence(policy: str, told: str, file: Path) -> None:
    game = game_of("imperium")
    with pytest.raises(UsageError, match=told) as wrong:
        game.simulate(4, policy=policy.format(file=file), workers=1)
    assert "\n" not in str(wrong.value)


def test_a_file_that_breaks_is_told(tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("1 / 0", encoding="utf-8")
    with pytest.raises(UsageError, match=r"broken\.py cannot be loaded: ZeroDivisionError"):
        game_of("imperium").simulate(1, policy=f"python:{broken}:first")


def test_an_illegal_answer_names_what_would_be_legal() -> None:
    def stubborn(features: NDArray[np.int16], masks: NDArray[np.bool_]) -> Any:
        return masks.argmin(axis=1)

    with pytest.raises(UsageError, match=r"chose action \d+, which is not legal in game 0; .* would be"):
        game_of("arrakis").simulate(3, policy=[stubborn, "random"], workers=1)


def test_engines_are_not_compared_by_it(file: Path) -> None:
    from dune_sim.runs.verify import verify

    with pytest.raises(UsageError, match="policy in Python"):
        verify(make("imperium"), 2, policy=f"python:{file}:first")


def test_games_without_players_have_no_features(file: Path) -> None:
    battle = make("battle", attacker="3 standard", defender="3 standard")
    with pytest.raises(UsageError, match="unknown policy"):
        battle.simulate(2, policy=f"python:{file}:first")
