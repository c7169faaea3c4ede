"""Players meet: the games are those of `simulate`, none is lost or doubled, and numbers of known truth come out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import ceil, log
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from dune_sim import make
from dune_sim.agents.arena import Arena, arena
from dune_sim.agents.arena_plot import save_arena_plot
from dune_sim.agents.arena_store import HEAD
from dune_sim.agents.duels import Duel, shares_of
from dune_sim.agents.ratings import Meeting, rate_players
from dune_sim.agents.sequential import ERROR, TwoRates, sequential
from dune_sim.cli.app import app
from dune_sim.errors import UsageError
from dune_sim.games.base import Game
from players.test_eyes import GAMES, fast


def quick(name: str) -> Game:
    return make(name, engine=fast(f"{name}_players"))


def rows_of(met: Arena) -> list[np.ndarray]:
    return [one.rows for one in met.outcomes]


@pytest.mark.parametrize("name", GAMES)
def test_a_duel_is_the_games_of_simulate_with_the_seats_going_round(name: str) -> None:
    game = quick(name)
    duel = Duel(game, "greedy:leaves=2", "random", 5)
    rows = duel.play(0, 8).rows
    for number in range(8):
        table = ["random"] * game.num_players
        table[number % game.num_players] = "greedy:leaves=2"
        assert (game.simulate(8, policy=table, seed=5, workers=1).rows[number] == rows[number]).all()
    later = duel.play(3, 4)
    assert later.first == 3 and (later.rows == rows[3:7]).all()


def test_a_shared_victory_counts_in_part() -> None:
    game = quick("imperium")
    rows = np.zeros((3, len(game.columns)), np.int64)
    rows[:, game.columns.index("winners")] = [0b0001, 0b1010, 0b1111]
    assert shares_of(game, rows).tolist() == [[1, 0, 0, 0], [0, 0.5, 0, 0.5], [0.25] * 4]
    arrakis = quick("arrakis")
    rows = np.zeros((3, len(arrakis.columns)), np.int64)
    rows[:, arrakis.columns.index("winner")] = [0, 1, -1]
    assert shares_of(arrakis, rows).tolist() == [[1, 0], [0, 1], [0, 0]]


@pytest.mark.parametrize("name", GAMES)
def test_mirror_matches_bracket_the_null(name: str) -> None:
    game = quick(name)
    for player, games in (("random", 2000), ("greedy:leaves=2", 160)):
        found = arena(game, [player], against=player, games=games, seed=8).outcomes[0].win_rate
        assert found.low < 1 / game.num_players < found.high


def test_an_arena_is_the_same_on_any_number_of_threads() -> None:
    game = quick("imperium")
    one, two = (arena(game, ["random", "greedy:leaves=2"], games=24, workers=many) for many in (1, 2))
    assert all((a == b).all() for a, b in zip(rows_of(one), rows_of(two), strict=True))
    assert [entrant.rating for entrant in one.entrants] == [entrant.rating for entrant in two.entrants]


class Killed(Exception):
    """What ends a process in the middle."""


def test_a_killed_arena_goes_on_and_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    game, names = quick("imperium"), ["random", "greedy:leaves=2"]
    whole = arena(game, names, games=40)

    def kill(duel: Duel, done: int, games: int) -> None:
        if done >= 12:
            raise Killed

    for _ in range(2):
        with pytest.raises(Killed):
            arena(game, names, games=40, out=tmp_path / "a", progress=kill, workers=1)
    seen: list[int] = []
    after = arena(game, names, games=40, out=tmp_path / "a", progress=lambda duel, done, games: seen.append(done))
    assert all((a == b).all() for a, b in zip(rows_of(after), rows_of(whole), strict=True))
    assert min(seen[:1]) > 12, "what was there is not played again"
    again: list[int] = []
    arena(game, names, games=40, out=tmp_path / "a", progress=lambda duel, done, games: again.append(done))
    assert not again
    grown = arena(game, names, games=48, out=tmp_path / "a")
    assert (grown.outcomes[0].rows[:40] == whole.outcomes[0].rows).all() and grown.outcomes[0].games == 48
    fewer = arena(game, names, games=16, out=tmp_path / "a")
    assert (fewer.outcomes[0].rows == whole.outcomes[0].rows[:16]).all()


def test_games_are_rounded_up_to_whole_rounds_of_the_seats() -> None:
    assert arena(quick("imperium"), ["random"], against="random", games=5).outcomes[0].games == 8
    assert arena(quick("arrakis"), ["random"], against="random", games=5).outcomes[0].games == 6


def test_what_is_kept_is_checked(tmp_path: Path) -> None:
    game = quick("arrakis")
    arena(game, ["random"], against="eager", games=4, out=tmp_path / "a")
    (part,) = (tmp_path / "a").glob("*.parquet")
    part.write_bytes(part.read_bytes()[:-9])
    with pytest.raises(UsageError, match="is damaged; delete it"):
        arena(game, ["random"], against="eager", games=4, out=tmp_path / "a")
    (tmp_path / "a" / HEAD).write_text("[]", encoding="utf-8")
    with pytest.raises(UsageError, match=r"arena\.json is damaged"):
        arena(game, ["random"], against="eager", games=4, out=tmp_path / "a")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "letter.txt").write_text("dear aunt", encoding="utf-8")
    with pytest.raises(UsageError, match="exists and is no arena"):
        arena(game, ["random"], against="eager", games=4, out=tmp_path / "b")


def test_duels_of_other_players_lie_beside_each_other(tmp_path: Path) -> None:
    game = quick("arrakis")
    for name in ("random", "eager"):
        arena(game, [name], against="random", games=4, out=tmp_path / "a")
    assert len(list((tmp_path / "a").glob("*.parquet"))) == 2


# -- the sequential test -----------------------------------------------------------------------------------------------


def test_a_sequential_test_stops_at_its_bound() -> None:
    test = TwoRates(0.5, 0.55)
    needed = ceil(log((1 - ERROR) / ERROR) / log(1.1))
    assert test.look(np.ones(needed - 1)).accepted is None
    verdict = test.look(np.ones(needed + 50))
    assert verdict.accepted == 0.55 and verdict.games == needed
    assert test.look(np.zeros(200)).accepted == 0.5
    assert test.look(np.zeros(0)).games == 0


@pytest.mark.parametrize("truth", ["low", "high"])
def test_a_sequential_test_errs_as_rarely_as_it_says(truth: str) -> None:
    test, rng = sequential(4), np.random.default_rng(11)
    assert (test.low, test.high) == (0.25, 0.3)
    found = [test.look((rng.random(6000) < getattr(test, truth)).astype(float)) for _ in range(400)]
    wrong = sum(one.accepted not in (None, getattr(test, truth)) for one in found)
    assert all(one.accepted is not None for one in found)
    assert wrong <= 400 * ERROR + 3 * (400 * ERROR) ** 0.5


def test_an_arena_stops_when_the_test_decides(tmp_path: Path) -> None:
    game = quick("imperium")
    met = arena(game, ["greedy:leaves=2"], against="random", games=400, sprt=True, out=tmp_path / "a")
    verdict = met.outcomes[0].verdict
    assert verdict is not None and verdict.accepted == 0.3 and verdict.games == met.outcomes[0].games < 60
    assert met.complete
    same = arena(game, ["greedy:leaves=2"], against="random", games=400, sprt=True, workers=1)
    assert same.outcomes[0].verdict == verdict
    assert arena(game, ["greedy:leaves=2"], against="random", games=80, out=tmp_path / "a").outcomes[0].games == 80


@pytest.mark.parametrize(("low", "high"), [(0.5, 0.4), (0.0, 0.5), (0.5, 1.0)])
def test_rates_of_a_test_are_in_order(low: float, high: float) -> None:
    with pytest.raises(UsageError, match="0 < low < high < 1"):
        arena(quick("imperium"), ["random"], against="random", low=low, high=high)


# -- ratings -----------------------------------------------------------------------------------------------------------


def test_ten_to_one_is_400_points_whatever_the_seats() -> None:
    for seats in (2, 4):
        chance = 10 / (10 + seats - 1)
        met = [Meeting(0, 1, seats, chance * 1e6, 10**6), Meeting(1, 0, seats, 0.1 / (0.1 + seats - 1) * 1e6, 10**6)]
        one, other = rate_players(2, met)
        assert one.value == pytest.approx(200, abs=0.5) and other.value == pytest.approx(-200, abs=0.5)


def test_intervals_of_ratings_hold_the_truth_as_often_as_they_say() -> None:
    rng, truth = np.random.default_rng(2), np.array([0.5, 0.1, -0.6])
    hits = 0
    for _ in range(150):
        met = []
        for one in range(3):
            for other in range(3):
                if one != other:
                    chance = 1 / (1 + 3 * np.exp(truth[other] - truth[one]))
                    met.append(Meeting(one, other, 4, rng.binomial(200, chance), 200))
        found = rate_players(3, met)
        scale = 400 / log(10)
        hits += sum(one.low <= scale * true <= one.high for one, true in zip(found, truth, strict=True))
    assert 0.92 <= hits / 450 <= 0.98


def test_who_won_all_has_a_rating() -> None:
    best, worst = rate_players(2, [Meeting(0, 1, 2, 40, 40)])
    assert np.isfinite([best.value, best.low, best.high]).all() and best.value > 200 and worst.value < -200


# -- the command -------------------------------------------------------------------------------------------------------


def invoke(words: Sequence[str]) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["arena", *words])
    return done.exit_code, done.stdout, done.stderr


def test_the_command_tells_in_json(tmp_path: Path) -> None:
    words = ["imperium", "greedy:leaves=2", "--against", "random", "--games", "20", "--out", str(tmp_path / "a")]
    code, said, _ = invoke([*words, "--json"])
    told = json.loads(said)
    assert code == 0 and told["games"] == 20 and told["ms_per_decision"] > 0
    assert told["interval"][0] <= told["win_rate"] <= told["interval"][1]
    assert set(told["duels"][0]["by_seat"]) == {"seat0", "seat1", "seat2", "seat3"}
    assert sum(sum(one.values()) for one in told["duels"][0]["endings"].values()) == 20
    same = json.loads(invoke([*words, "--json"])[1])
    assert same == told, "what is kept, times included, is not measured again"


def test_everybody_against_everybody_gives_ratings_and_a_picture(tmp_path: Path) -> None:
    picture = tmp_path / "a.svg"
    words = ["arrakis", "random", "eager", "greedy:leaves=1", "--games", "8", "--out", str(tmp_path / "a")]
    code, said, _ = invoke([*words, "--plot", str(picture)])
    assert code == 0 and "rating" in said and "as harkonnen" in said
    first = picture.read_bytes()
    assert b"greedy:leaves=1" in first
    told = json.loads(invoke([*words, "--plot", str(picture), "--json"])[1])
    assert picture.read_bytes() == first
    assert len(told["duels"]) == 3 and "win_rate" not in told
    assert sum(one["rating"] for one in told["entrants"]) == pytest.approx(0, abs=0.2)
    assert {one["name"]: one["games"] for one in told["entrants"]} == dict.fromkeys(["random", "eager", words[3]], 16)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["imperium", "random"], "an arena needs two players"),
        (["imperium", "random", "random"], "every entrant is named once"),
        (["imperium", "randon", "--against", "random"], "did you mean random"),
        (["imperium", "random", "--against", "greedi"], "did you mean greedy"),
        (["imperium", "random", "--against", "random", "--games", "0"], "games"),
        (["imperium", "random", "--against", "random", "--plot", "a.doc"], "must end in"),
        (["imperium", "random", "--against", "random", "--high", "0.2"], "0 < low < high < 1"),
    ],
)
def test_wrong_usage_is_one_sentence_and_nothing_is_played(words: list[str], said: str, tmp_path: Path) -> None:
    code, out, err = invoke([*words, "--out", str(tmp_path / "a")])
    assert code == 2 and said in err and out == "" and len(err.splitlines()) == 1
    assert not (tmp_path / "a").exists()


def test_a_picture_is_whole_or_absent(tmp_path: Path) -> None:
    met = arena(quick("arrakis"), ["random", "eager"], games=4)
    save_arena_plot(met, tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(UsageError):
        save_arena_plot(met, tmp_path / "nowhere" / "a.png")


def test_a_game_for_one_has_no_arena() -> None:
    with pytest.raises(UsageError, match="a game for one has one seat"):
        arena(make("imperium", players=1), ["greedy"], against="random", games=2)
