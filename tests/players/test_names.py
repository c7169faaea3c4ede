"""Players are named, with parameters; what is wrong with a name or a file of weights is said in one sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dune_sim import make
from dune_sim.agents.policies import KINDS, parse
from dune_sim.agents.weights import load_weights, term_names, weights_text
from dune_sim.errors import UsageError
from dune_sim.games.rollouts import Pilots
from dune_sim.games.seating import seating
from players.test_eyes import GAMES, fast


def weighed(folder: Path, name: str, seed: int = 1) -> str:
    """A file of weights that are nowhere the same."""
    game = make(name)
    many = len(term_names(game))
    rows = seating_rows(name)
    file = folder / f"{name}.toml"
    weights = np.random.default_rng(seed).integers(-200, 200, (rows, many))
    file.write_text(weights_text(game, weights, "made up for a test"), encoding="utf-8")
    return str(file)


def seating_rows(name: str) -> int:
    from dune_sim.programs import program

    return int(program(f"{name}_players").layout.ROWS)


@pytest.mark.parametrize("name", GAMES)
def test_a_file_of_weights_says_what_was_written(name: str, tmp_path: Path) -> None:
    game, file = make(name), weighed(tmp_path, name)
    found = load_weights(game, file)
    assert found.shape == (seating_rows(name), len(term_names(game))) and found.any(axis=0).all()
    seated = seating(game, f"greedy:weights={file}:leaves=3:t=0.5")
    assert (seated.pilot["weights"]["x"][0, : game.num_players] == found).all()
    assert (seated.pilot["manner"]["leaves"][0, : game.num_players] == 3).all()
    assert (seated.pilot["manner"]["temperature"][0, : game.num_players] == 512).all()


WRONG = [
    ("greedi", "did you mean greedy"),
    ("genius", "choose random"),
    ("greedy:tt=1", "did you mean t=…"),
    ("greedy:depth=1", "it takes t=…"),
    ("greedy:t", "has no parameter 't'"),
    ("greedy:t=much", "must be a number from 0 to 60, not 'much'"),
    ("greedy:t=nan", "must be a number from 0 to 60, not 'nan'"),
    ("greedy:leaves=0", "must be a whole number from 1 to 10000, not '0'"),
    ("greedy:leaves=2.5", "must be a whole number"),
    ("greedy:leaves=2:leaves=3", "says leaves twice"),
    ("mcts:0", "iterations of mcts must be a whole number from 1 to 100000000, not '0'"),
    ("mcts:10:20", "mcts has no parameter '20'"),
    ("mcts:10:playout=best", "playout of mcts must be random, cheap or greedy, not 'best'"),
    ("mcts:10:horizon=0", "horizon of mcts must be turn, round, game or a whole number from 1 to 200, not '0'"),
    ("mcts:10:world=3", "did you mean worlds=…"),
    ("mtcs:100", "did you mean mcts"),
    ("greedy:weights=", "has no parameter 'weights='"),
    ("greedy:weights=nowhere.toml", "nowhere.toml"),
    ("", "unknown policy ''"),
]


@pytest.mark.parametrize(("policy", "said"), WRONG)
def test_a_wrong_name_is_refused_in_one_sentence(policy: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        make("imperium").simulate(1, policy=policy)
    assert said in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[weights]\nspicee_own = 3", "weighs 'spicee_own', which nobody sees"),
        ("weights = 3", "has no table [weights]"),
        ("[weights", "is no TOML"),
    ],
)
def test_a_wrong_file_of_weights_is_refused_in_one_sentence(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "w.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        make("imperium").simulate(1, policy=f"greedy:weights={file}")
    assert said in str(caught.value) and str(file) in str(caught.value)


@pytest.mark.parametrize("values", ["3", "[1]", "[1.5]", "[70000]", '["a"]'])
def test_weights_are_rows_of_whole_numbers(values: str, tmp_path: Path) -> None:
    game, file = make("arrakis"), tmp_path / "w.toml"
    if values == "[70000]":
        values = str([70000] * seating_rows("arrakis"))
    file.write_text(f"[weights]\n{term_names(game)[0]} = {values}\n", encoding="utf-8")
    with pytest.raises(UsageError, match=term_names(game)[0]):
        load_weights(game, str(file))


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_every_parameter_is_taken_over_its_whole_range(kind: str, data: st.DataObject) -> None:
    parameters = KINDS[kind].parameters
    chosen = data.draw(st.dictionaries(st.sampled_from(list(parameters)), st.floats(0, 1)))
    said, meant = [kind], {}
    for key, part in chosen.items():
        one = parameters[key]
        if one.low > one.high:
            word = list(one.words)[round(part * (len(one.words) - 1))]
            said.append(f"{key}={word}")
            meant[one.field] = one.words[word]
            continue
        number = one.low + part * (one.high - one.low)
        number = number if one.scale > 1 else round(number)
        said.append(f"{key}={number}")
        meant[one.field] = round(number * one.scale)
    player = parse(make("imperium"), ":".join(said))
    assert {key: player.manner[key] for key in meant} == meant


@settings(max_examples=200, deadline=None)
@given(text=st.text(alphabet="greedymcts:=0.5,t ", max_size=20))
def test_no_text_does_anything_but_name_a_player_or_say_what_is_wrong(text: str) -> None:
    try:
        parse(make("imperium"), text)
    except UsageError as error:
        assert "\n" not in str(error)


@pytest.mark.parametrize("name", GAMES)
def test_games_of_players_are_the_same_on_every_engine_and_decision_by_decision(name: str, tmp_path: Path) -> None:
    """A game played in one go is the one that is played by asking for each decision."""
    engine = fast(f"{name}_players")
    game = make(name, engine=engine)
    policy = ["greedy:leaves=4:t=0.2:weights=" + weighed(tmp_path, name)] + ["random"] * (game.num_players - 1)
    rows = game.simulate(2, policy=policy, seed=9, workers=1).rows
    pilots, state = Pilots(game, policy, 9, 1), game.new(9, 1)
    decisions = 0
    while not state.is_over:
        state.apply(pilots.choose(state))
        decisions += 1
    assert decisions == rows[1, game.columns.index("decisions")]
    assert game.result(state)[0] == (w if (w := int(rows[1, game.columns.index("winner")])) >= 0 else None)
    assert (game.simulate(2, policy=policy, seed=9, workers=2).rows == rows).all()
