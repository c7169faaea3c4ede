"""Searches at a position: what they tell, that they end in time, what they refuse."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dune_sim import make
from dune_sim.cli.app import app
from dune_sim.errors import UsageError
from dune_sim.games.seating import seating
from dune_sim.games.state import State
from dune_sim.runs.session import Session
from dune_sim.runs.verify import verify
from players.test_eyes import GAMES, fast
from players.test_greedy import open_positions

#: a search of a few milliseconds
SMALL = "mcts:leaves=12:lines=6:reach=2"


def position(name: str, seed: int = 3, k: int = 2) -> State:
    """A position on an engine that is there."""
    return open_positions(name, seed, 25, k + 1)[k]


@pytest.mark.parametrize("name", GAMES)
def test_a_search_tells_visits_values_and_words(name: str) -> None:
    state = position(name)
    before = state.raw.tobytes()
    found = state.search(iterations=90, seed=4, policy=SMALL)
    assert state.raw.tobytes() == before, "searching changes nothing"
    assert found.playouts == sum(found.visits.values()) == sum(one.visits for one in found.lines) <= 90
    assert found.best == found.lines[0].action and found.principal == found.lines[0].words
    assert set(found.visits) == set(found.values) <= set(state.legal_actions())
    for one in found.lines:
        assert 0 <= one.value <= 1 and 0 <= one.error < 1 and one.visits >= 0
        assert one.words[0] == state.describe(one.action)
    assert found.to_dict()["lines"][0]["words"] == list(found.principal)
    assert json.loads(json.dumps(found.to_dict()))["best"] == found.best
    assert found.principal[0] in repr(found)


@pytest.mark.parametrize("name", GAMES)
def test_an_observation_is_all_that_a_search_needs(name: str) -> None:
    """What a seat cannot know has no part in any number."""
    state = position(name)
    seen = state.observe(state.to_move)
    dealt = state.determinize(state.to_move, 99)
    first, *others = (one.search(iterations=60, seed=1, policy=SMALL) for one in (state, seen, dealt))
    assert all(one.lines == first.lines for one in others)
    assert state.search(iterations=60, seed=2, policy=SMALL).lines != first.lines


@pytest.mark.parametrize("name", GAMES)
def test_threads_share_the_playouts_and_repeat_themselves(name: str) -> None:
    state = position(name)
    found = [state.search(iterations=101, seed=6, workers=2, policy=SMALL) for _ in range(2)]
    assert found[0].lines == found[1].lines
    assert found[0].playouts <= 101
    alone = state.search(iterations=101, seed=6, policy=SMALL)
    assert {one.actions for one in found[0].lines} <= {one.actions for one in alone.lines}


def test_a_win_in_one_is_worth_all() -> None:
    """Two points before the end with a line that scores them: whoever looks finds it, and no playout doubts it."""
    found = None
    for seed in range(60):
        for state in open_positions("imperium", seed, 11, 30)[-2:]:
            looked = state.search(iterations=60, policy=SMALL)
            if looked.lines[0].value == 1.0 and looked.lines[0].visits > 1:
                found = looked
    assert found is not None and found.lines[0].error == 0


@pytest.mark.parametrize("name", GAMES)
def test_a_clock_ends_a_search(name: str) -> None:
    state = position(name)
    started = time.perf_counter()
    found = state.search(policy="mcts:60ms:reach=1:lines=4:leaves=8")
    # generous: other processes may want the processor, too
    assert found.playouts > 0 and time.perf_counter() - started < 5
    game = make(name, engine=fast(f"{name}_players"))
    table = ["mcts:1ms:lines=2:leaves=4:reach=1"] + ["random"] * (game.num_players - 1)
    assert seating(game, table).seconds == (0.001, *[0.0] * (game.num_players - 1))
    rows = game.simulate(2, policy=table, seed=3, workers=1)
    assert rows.games == 2 and (rows.column("decisions") > 20).all()
    assert state.rollouts(2, policy=table).winners.shape == (2,)


@pytest.mark.parametrize(
    ("policy", "options", "said"),
    [
        ("greedy", {}, "does not search"),
        ("mcts:5ms", {"iterations": 5}, "not both"),
        ("mcts:0ms", {}, "the time of mcts must be a whole number from 1 to 3600000"),
        ("mcts", {"iterations": 0}, "iterations"),
        ("mcts:world=2", {}, "did you mean worlds"),
    ],
)
def test_a_wrong_search_is_refused_in_one_sentence(policy: str, options: dict[str, int], said: str) -> None:
    with pytest.raises(UsageError) as caught:
        position("imperium").search(policy=policy, **options)
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_there_is_something_to_search_and_somebody_to_search_for() -> None:
    state = position("imperium")
    with pytest.raises(UsageError, match="is to move"):
        state.observe((state.to_move + 1) % 4).search(iterations=4)
    while not state.is_over:
        state.apply(state.legal_actions()[0])
    with pytest.raises(UsageError, match="the game is over"):
        state.search(iterations=4)
    with pytest.raises(UsageError, match="no players that look ahead"):
        make("battle", attacker="3 standard", defender="3 standard").new(1).search(iterations=4)
    with pytest.raises(UsageError, match="a clock"):
        verify(make("imperium"), 1, policy="mcts:5ms")


@pytest.mark.parametrize("name", GAMES)
def test_advice_is_given_on_saved_positions_best_first(name: str, tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    # a position between turns needs no engine with bounds
    file.write_text(json.dumps(position(name).to_dict()), encoding="utf-8")
    given = ["advise", str(file), "--iterations", "30", "--policy", SMALL]
    told = CliRunner().invoke(app, [*given, "--json"])
    assert told.exit_code == 0, told.output
    data = json.loads(told.output)
    assert data["game"] == name and data["best"] == data["lines"][0]["action"] and data["question"]
    text = CliRunner().invoke(app, given).output
    assert data["lines"][0]["words"][0] in text and "playouts" in text


def test_players_at_the_table_say_that_they_think_and_what_they_expected() -> None:
    waited: list[tuple[str, float]] = []
    game = make("imperium", engine=fast("imperium_players"))
    against = ["mcts:2ms:lines=2:leaves=4", "mcts:8:lines=2:leaves=4", "random", "random"]
    session = Session(game, 2, 5, against, waits=lambda who, seconds: waited.append((who, seconds)))
    for _ in range(12):
        if not session.over:
            session.choose(session.choices()[0][0])
    assert ("seat0", 0.002) in waited and ("seat1", 0.0) in waited
    for name in ("seat0", "seat1"):
        (told,) = session.why(name, session.choices())
        assert any(words in told for words in ("of the victory after", "as planned", "looked worse"))
    assert "seat3" not in session.reasons
