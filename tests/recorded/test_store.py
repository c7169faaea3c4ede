"""The tables of recorded runs: on disk, in SQL, in Python; whole or not there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

import dune_sim
from dune_sim.cli.app import app
from dune_sim.errors import UsageError
from dune_sim.runs import parts
from dune_sim.runs.store import open_run

GAMES = 24


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("recorded") / "run"
    dune_sim.make("imperium").run(place, games=GAMES, seed=7)
    return place


def told(*args: str) -> Any:
    result = CliRunner().invoke(app, list(args))
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def refused(*args: str) -> str:
    result = CliRunner().invoke(app, list(args))
    assert result.exit_code == 2, result.output
    return result.stderr


def test_every_table_has_names_and_the_same_games(folder: Path) -> None:
    run = open_run(folder)
    assert run.tables == ["seats", "cards", "spaces", "rounds"]
    seats = run.table("seats")
    assert seats.num_rows == 4 * GAMES and set(seats["game"].to_pylist()) == set(range(GAMES))
    cards = run.table("cards").to_pylist()
    assert {"chani", "dagger", "ambush"} & {one["card"] for one in cards}
    keys = [(one["game"], one["seat"], one["card"]) for one in cards]
    assert len(set(keys)) == len(keys)
    assert run.table("games").num_rows == GAMES


def test_sql_sees_names_and_shares(folder: Path) -> None:
    found = told("sql", str(folder), "select sum(share) s, count(*) n from seats", "--json")
    assert found["rows"][0] == {"s": float(GAMES), "n": 4 * GAMES}
    by_hand = sum(one["acquired"] for one in open_run(folder).table("cards").to_pylist() if one["card"] == "chani")
    found = told("sql", str(folder), "select coalesce(sum(acquired), 0) n from cards where card = 'chani'", "--json")
    assert found["rows"] == [{"n": by_hand}]
    joined = "select count(*) n from leaders join games using (game) where leaders.won = 1 and rounds > 0"
    assert told("sql", str(folder), joined, "--json")["rows"][0]["n"] >= GAMES


def test_sql_answers_as_csv_and_parquet(folder: Path, tmp_path: Path) -> None:
    asked = "select seat, avg(points) as points from seats group by seat order by seat"
    result = CliRunner().invoke(app, ["sql", str(folder), asked, "--csv"])
    lines = result.stdout.splitlines()
    assert lines[0] == "seat,points" and len(lines) == 5
    file = tmp_path / "answer.parquet"
    assert CliRunner().invoke(app, ["sql", str(folder), asked, "--parquet", str(file)]).exit_code == 0
    assert pq.read_table(file).column_names == ["seat", "points"]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("selct 1", "syntax error"),
        ("select nix from cards", "nix"),
        ("select * from nowhere", "the tables are games, seats, cards, spaces, rounds, leaders"),
        ("drop view cards", "a single SELECT"),
        ("select 1; select 2", "a single SELECT"),
        ("select * from read_csv('/etc/passwd')", "Permission"),
        ("copy (select 1) to 'out.csv'", "a single SELECT"),
    ],
)
def test_sql_refuses_in_a_sentence_and_reads_nothing_else(folder: Path, query: str, said: str) -> None:
    assert said in refused("sql", str(folder), query)


def test_cards_leaders_and_balance(folder: Path) -> None:
    found = told("cards", str(folder), "--json")
    assert found["games"] == GAMES and len(found["cards"]) > 40
    for one in found["cards"]:
        for key in ("available", "acquired", "drawn", "played"):
            assert set(one[key]) == {"win_rate", "low", "high", "count"}
    assert set(found["bias"]) >= {"acquired", "drawn", "uplift"}
    some = told("cards", str(folder), "--filter", "arrakis", "--sort", "count", "--top", "2", "--json")["cards"]
    assert some[0]["card"] == "arrakis_liaison" and len(some) == 2
    leaders = told("leaders", str(folder), "--json")["leaders"]
    assert sum(one["count"] for one in leaders) == 4 * GAMES
    balance = told("balance", str(folder), "--json")
    assert {"seats", "turn_order", "leaders", "pairs", "openings", "bias"} <= set(balance)
    assert sum(one["win_rate"] for one in balance["seats"]) == pytest.approx(1, abs=1e-5)
    assert "sort by" in refused("cards", str(folder), "--sort", "upl")
    assert "say which table" in refused("balance", str(folder), "--csv")


def test_python_gives_the_same(folder: Path, tmp_path: Path) -> None:
    run = open_run(folder)
    assert run.cards(sort="card")[0]["card"] < run.cards(sort="card")[1]["card"]
    assert {one["leader"] for one in run.leaders()} == {one["leader"] for one in run.balance()["leaders"]}
    run.plot_cards(tmp_path / "cards.svg", "acquired")
    run.plot_balance(tmp_path / "balance.png")
    assert "acquired of cards" in (tmp_path / "cards.svg").read_text(encoding="utf-8")


def test_a_run_without_records_has_no_cards(tmp_path: Path) -> None:
    run = dune_sim.make("imperium").run(tmp_path / "bare", games=2, seed=7, record=False)
    assert run.tables == [] and not run.recorded
    assert "was played without records" in refused("cards", str(tmp_path / "bare"))
    with pytest.raises(UsageError, match="without records"):
        run.table("cards")
    with pytest.raises(UsageError, match="holds a run with other records"):
        dune_sim.make("imperium").run(tmp_path / "bare", games=2, seed=7)


def test_recording_changes_no_game(folder: Path, tmp_path: Path) -> None:
    bare = dune_sim.make("imperium").run(tmp_path / "bare", games=GAMES, seed=7, record=False)
    assert bare.read().equals(open_run(folder).read())


def test_a_part_without_one_of_its_tables_is_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed between two files of a part: what is there is thrown away, nothing is lost or counted twice."""
    monkeypatch.setattr(parts, "PART_RECORDED", 3)
    monkeypatch.setattr(parts, "PART_SECONDS", 0.0)
    game = dune_sim.make("imperium")
    run = game.run(tmp_path / "run", games=6, seed=7)
    whole = {name: run.table(name) for name in ("games", *run.tables)}
    first, second, *_ = sorted(file.name for file in run.folder.glob("cards-*.parquet"))
    (run.folder / first).unlink()
    (run.folder / second.replace("cards", "part")).unlink()
    (run.folder / ".seats-000000000000-3.parquet").write_bytes(b"half")
    assert open_run(run.folder).finished() < 6
    again = game.run(run.folder, games=6, seed=7)
    assert again.finished() == 6 and not list(run.folder.glob(".seats*"))
    for name, table in whole.items():
        assert again.table(name).equals(table), name
    damaged = next(run.folder.glob("spaces-*.parquet"))
    damaged.write_bytes(damaged.read_bytes()[:-9])
    with pytest.raises(UsageError, match=f"{damaged.name} is damaged; delete it"):
        game.run(run.folder, games=7, seed=7)
    damaged.unlink()
    assert game.run(run.folder, games=7, seed=7).table("seats").num_rows == 28


def test_arrakis_has_areas_and_leaders(tmp_path: Path) -> None:
    run = dune_sim.make("arrakis").run(tmp_path / "run", games=2, seed=3, policy="random")
    assert run.tables == ["seats", "cards", "leaders", "areas", "rounds"]
    found = told("balance", str(run.folder), "--json")
    assert {one["side"] for one in found["sides"]} == {"harkonnen", "atreides"}
    leaders = told("leaders", str(run.folder), "--json")["leaders"]
    assert {"baron_harkonnen", "paul_atreides"} <= {one["leader"] for one in leaders}
    cards = told("cards", str(run.folder), "--json")["cards"]
    assert {one["side"] for one in cards} == {"harkonnen", "atreides"}
    assert all("#" not in one["card"] for one in cards)
    asked = "select area, sum(attacks) n from areas group by area having n > 0"
    assert told("sql", str(run.folder), asked, "--json")["rows"]


@pytest.mark.slow
def test_a_game_takes_at_most_a_thousand_bytes(tmp_path: Path) -> None:
    run = dune_sim.make("imperium").run(tmp_path / "run", games=2_000, seed=7)
    size = sum(file.stat().st_size for file in run.folder.glob("*.parquet"))
    assert size / 2_000 <= 1_000
