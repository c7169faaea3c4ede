"""A person at the table."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import dune_sim
from dune_sim.errors import UsageError
from dune_sim.runs.replay import Replay, read_replay, record
from dune_sim.runs.session import Session, matching, resume_session, revealed


def session(seed: int = 3) -> Session:
    legions = {"attacker": "3 standard, 2 elite, bashar, baron_harkonnen", "defender": "4 standard, 2 naib"}
    game = dune_sim.make("battle", can_retreat=False, **legions)
    return Session(game, 0, seed)


def test_choices_by_number_and_by_words() -> None:
    table = session()
    choices = table.choices()
    assert table.find("1", choices) == choices[0][0]
    assert table.find(choices[1][1], choices) == choices[1][0]
    with pytest.raises(UsageError, match="choose a number from 1 to"):
        table.find("99", choices)
    with pytest.raises(UsageError, match="nothing here match"):
        table.find("sing a song", choices)


def test_a_number_is_what_python_reads_as_one() -> None:
    table = session()
    for text in ("²", "①", "9" * 5000):
        with pytest.raises(UsageError, match=r"nothing here match|choose a number from 1 to"):
            table.find(text, table.choices())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("harvester to North-East 1", [1]),
        ("north-east 1", [1]),
        ("East 10", [2]),
        ("west", [3, 4]),
        ("1", [1]),
        ("Cave of the West", [3]),
        ("h-E", [1, 2]),
        ("(", []),
    ],
)
def test_words_that_fit_best_come_first(text: str, found: list[int]) -> None:
    harvesters = ["harvester to North-East 1", "harvester to North-East 10"]
    choices = list(enumerate([*harvesters, "to the Cave of the West now", "to the West of the Rim"], 1))
    assert matching(text, choices) == found


@pytest.mark.parametrize("seat", [0, 1])
def test_undo_shows_nothing_that_another_deal_would_hide(seat: int) -> None:
    """Decisions that may be taken back look the same in every deal, also in deals that undo itself did not look at."""
    game = dune_sim.make("arrakis", round_cap=4)
    table, random, quiet = Session(game, seat, 2), Random(2), 0
    for _ in range(150):
        if table.over:
            break
        before, action = table.state.copy(), random.choice(table.state.legal_actions())
        table.choose(action)
        if table.own[-1][0] != len(table.replay.actions) - 1 or revealed(before, action, seat):
            continue
        quiet += 1
        seen = table.state.observe(seat).key()
        for seed in range(1000, 1040):
            other = before.determinize(seat, seed)
            other.apply(action)
            assert other.observe(seat).key() == seen
    assert quiet > 30


def test_a_game_can_begin_with_a_position(tmp_path: Path) -> None:
    game = dune_sim.make("arrakis", round_cap=5)
    start = {"round": 3, "areas": {"arrakeen": {"harkonnen": {"standard": 4}}}, "tracks": {"supremacy": 2}}
    table = Session(game, 0, 5, position=start)
    assert table.replay.at(0) == game.from_dict(start)
    for _ in range(6):
        table.choose(table.choices()[0][0])
    table.save(tmp_path / "g.jsonl")
    assert resume_session(tmp_path / "g.jsonl").state == table.state


@pytest.mark.parametrize("seed", range(6))
def test_undo_takes_back_what_revealed_nothing_and_only_that(seed: int) -> None:
    table = session(seed)
    while not table.over:
        before, rng = table.state.copy(), table.state.raw["rng"].tobytes()
        choice = table.choices()[0][0]
        table.choose(choice)
        assert table.own[-1][1] == before
        quiet = table.state.raw["rng"].tobytes() == rng and table.own[-1][0] == len(table.replay.actions) - 1
        if quiet:
            table.undo()
            assert table.state == before
            table.choose(choice)
        else:
            with pytest.raises(UsageError, match="so it stands"):
                table.undo()


def test_there_is_something_to_undo_and_something_that_stands() -> None:
    told = []
    for seed in range(6):
        table = session(seed)
        while not table.over:
            table.choose(table.choices()[0][0])
            at, before = table.own[-1]
            told.append(revealed(before, table.replay.actions[at], table.seat))
    assert True in told and False in told


@pytest.mark.parametrize(("game", "policies"), [("battle", ["plan", "random"]), ("arrakis", ["eager", "random"])])
def test_a_game_of_a_run_can_be_seen_again(game: str, policies: list[str]) -> None:
    made = dune_sim.make(game, **({"round_cap": 2} if game == "arrakis" else {}))
    rows = made.simulate(4, policy=policies, seed=9)
    for index in range(4):
        held = record(made, policies, 9, index)
        end = held.at(len(held.actions))
        assert end.is_over and (-1 if end.winner is None else end.winner) == rows.column("winner")[index]
        assert len(held.actions) == rows.column("decisions")[index]


def test_rollouts_start_here_and_have_chance_of_their_own() -> None:
    game = dune_sim.make("battle", attacker="5 standard, bashar", defender="3 standard, naib", can_retreat=False)
    state = game.new(seed=5)
    assert not state.is_over
    kept = state.copy()
    found = state.rollouts(games=400, seed=3)
    assert state == kept and len(found.winners) == 400 and found.scores.shape == (400, 2)
    assert 0 < found.win_rate(0).share < 1
    assert "400 games of battle from one position" in repr(found)
    again = state.rollouts(games=400, seed=3)
    assert (again.winners == found.winners).all() and (state.rollouts(400, seed=4).winners != found.winners).any()
    with pytest.raises(UsageError, match="an observation cannot be played on"):
        state.observe(0).rollouts()
    with pytest.raises(UsageError, match="games must be at least 1"):
        state.rollouts(games=0)


@pytest.mark.parametrize("name", ["arrakis", "imperium"])
def test_rollouts_of_whole_games_agree_with_batches(name: str) -> None:
    """From the start, rolled-out games are games: their results are those of a batch, within chance."""
    game = dune_sim.make(name, **({"round_cap": 10} if name == "arrakis" else {}))
    found, batch = game.new(2).rollouts(games=300, seed=1), game.simulate(300, seed=1)
    for seat in range(game.num_players):
        one, other = found.win_rate(seat), batch.win_rate(seat)
        assert one.low - 0.05 <= other.high and other.low - 0.05 <= one.high
    end = game.new(2)
    while not end.is_over:
        end.apply(end.legal_actions()[0])
    assert set(end.rollouts(games=5).winners) == {-1 if end.winner is None else end.winner}


def test_the_others_play_by_the_policy_that_was_asked_for() -> None:
    """A planned attack goes on to the end, which random attackers do not."""
    ceased = {"plan": 0, "random": 0}
    for policy in ceased:
        for seed in range(12):
            table = Session(dune_sim.make("battle", can_retreat=False), 1, seed, policy)
            while not table.over:
                table.choose(table.choices()[0][0])
            ceased[policy] += "cease" in "".join(table.log)
    assert ceased["plan"] == 0 < ceased["random"]


def test_save_and_load(tmp_path: Path) -> None:
    table = session(5)
    for _ in range(3):
        if not table.over:
            table.choose(table.choices()[-1][0])
    file = tmp_path / "game.jsonl"
    table.save(file)
    again = resume_session(file, 0)
    assert again.state == table.state
    assert [p.name for p in tmp_path.iterdir()] == ["game.jsonl"]


def test_replay_shows_every_step(tmp_path: Path) -> None:
    game = dune_sim.make("battle")
    state, actions = game.new(4), []
    while not state.is_over:
        actions.append(state.legal_actions()[-1])
        state.apply(actions[-1])
    Replay(game, 4, 0, actions).write(tmp_path / "r.jsonl")
    held = read_replay(tmp_path / "r.jsonl")
    *_, (number, last) = held.states()
    assert number == len(actions) and last == state
    assert held.at(0) == game.new(4)
    with pytest.raises(UsageError, match="is outside"):
        held.at(10_000)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is no replay"),
        ("{}", "is no replay"),
        ("not json", "line 1 is no JSON"),
        ("[1]", "line 1 is no replay line"),
        ('{"format": "dune_sim replay 1"}', "lacks 'game'"),
        ("[" * 100_000, "line 1 is no JSON"),
        ("9" * 5000, "line 1 is no JSON"),
    ],
)
def test_damaged_replays_are_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text(text)
    with pytest.raises(UsageError, match=message):
        read_replay(file)


def test_missing_replay() -> None:
    with pytest.raises(UsageError, match="there is no replay"):
        read_replay(Path("nowhere.jsonl"))
