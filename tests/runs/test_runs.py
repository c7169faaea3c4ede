"""Batches, runs on disk, resuming."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import dune_sim
from dune_sim.errors import UsageError
from dune_sim.games.base import Game
from dune_sim.games.batch import Chunk, play, split, worker_count
from dune_sim.games.result import job_for, rate
from dune_sim.runs import parts, store
from dune_sim.runs.store import fill, open_run, start_run
from dune_sim.runs.summary import summarise


@pytest.fixture(scope="module")
def game() -> Game:
    return dune_sim.make("battle", attacker="3 standard, bashar", defender="3 standard")


def test_chunks_arrive_in_order_whatever_the_threads(game: Game) -> None:
    firsts: list[int] = []
    assert play(job_for(game, "random", 1), split(0, 1000, 13), lambda c: firsts.append(c.first), workers=4)
    assert firsts == list(range(0, 1000, 13))


def test_interrupt_keeps_finished_chunks_without_gaps(game: Game) -> None:
    got: list[Chunk] = []

    def take(chunk: Chunk) -> None:
        got.append(chunk)
        if len(got) == 5:
            os.kill(os.getpid(), signal.SIGINT)

    assert not play(job_for(game, "random", 1), split(0, 100_000, 10), take, workers=2)
    assert [c.first for c in got] == list(range(0, 10 * len(got), 10))
    assert 5 <= len(got) < 100


def test_an_interrupted_result_says_so(game: Game) -> None:
    def stop(_: int, asked: list[int] = []) -> None:  # noqa: B006
        if not asked:
            asked.append(1)
            os.kill(os.getpid(), signal.SIGINT)

    result = game.simulate(10_000_000, seed=1, workers=1, progress=stop)
    assert not result.complete and 0 < result.games < 10_000_000 and "(stopped early)" in repr(result)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="cores cannot be chosen here")
def test_threads_keep_to_the_cores_of_the_process() -> None:
    before = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(before)})
        assert worker_count(None) == 1
    finally:
        os.sched_setaffinity(0, before)


def test_run_writes_every_game_once_and_resumes(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "PART", 100)
    whole = start_run(tmp_path / "whole", game, 2000, 7, "random")
    assert fill(whole, game)
    part = start_run(tmp_path / "part", game, 2000, 7, "random")
    seen = 0

    def stop_midway(n: int) -> None:
        nonlocal seen
        seen += n
        if seen - n < 220 <= seen:  # once: a second Ctrl-C stops at once
            os.kill(os.getpid(), signal.SIGINT)

    assert not fill(part, game, progress=stop_midway, workers=1)
    assert 0 < part.finished() < 2000
    again = start_run(tmp_path / "part", game, 2000, 7, "random")
    assert fill(again, game)
    assert again.read().equals(whole.read())
    assert again.read()["game"].to_pylist() == list(range(2000))


def test_a_run_from_python_is_the_run_of_the_command(game: Game, tmp_path: Path) -> None:
    run = game.run(str(tmp_path / "run"), games=60, seed=7)
    assert run.finished() == 60 and dune_sim.open_run(tmp_path / "run").read().equals(run.read())
    assert run.read()["winner"].to_pylist() == game.simulate(60, seed=7).column("winner").tolist()
    assert game.run(tmp_path / "run", games=80, seed=7).finished() == 80
    with pytest.raises(dune_sim.DuneSimError, match="holds a run with other seed"):
        game.run(tmp_path / "run", games=80, seed=8)


def test_parts_are_also_written_by_the_clock(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of a slow engine or policy must not be lost for want of 50,000 of them."""
    monkeypatch.setattr(store, "chunk_size", lambda job: 10)
    monkeypatch.setattr(parts, "PART_SECONDS", 0.0)
    run = start_run(tmp_path / "run", game, 50, 7, "random")
    assert fill(run, game)
    assert [(first, count) for first, count, _ in run.parts()] == [(k, 10) for k in range(0, 50, 10)]


def test_two_processes_do_not_fill_one_run(game: Game, tmp_path: Path) -> None:
    run = start_run(tmp_path / "run", game, 500, 7, "random")
    (run.folder / ".part-000000000000.123.parquet").write_text("what a killed process left")
    refused: list[str] = []

    def meanwhile(_: int) -> None:
        with pytest.raises(UsageError, match="another process is filling") as caught:
            fill(run, game)
        refused.append(str(caught.value))

    assert fill(run, game, progress=meanwhile) and refused
    assert run.read()["game"].to_pylist() == list(range(500))
    left = sorted(one.name for one in run.folder.iterdir())
    assert left == [".lock", "manifest.json", "part-000000000000-500.parquet"]


def test_finished_games_survive_an_error(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "chunk_size", lambda job: 10)
    run = start_run(tmp_path / "run", game, 100, 7, "random")

    def fail_at_the_third(_: int, seen: list[int] = []) -> None:  # noqa: B006
        seen.append(1)
        if len(seen) == 3:
            raise RuntimeError("the disk is on fire")

    with pytest.raises(RuntimeError):
        fill(run, game, progress=fail_at_the_third, workers=1)
    assert run.finished() == 30 and list(run.missing()) == [(30, 70)]


def test_killed_run_resumes(tmp_path: Path, game: Game) -> None:
    out = tmp_path / "killed"
    command = [
        sys.executable,
        "-m",
        "dune_sim",
        "run",
        "battle",
        "--games",
        "3000000",
        "--seed",
        "3",
        "--out",
        str(out),
        "--json",
    ]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not list(out.glob("part-*.parquet")) and time.monotonic() < deadline:
        time.sleep(0.05)
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    held = open_run(out)
    done = held.finished()
    assert 0 < done < 3_000_000
    _shrink(out, done + 500)
    resumed = open_run(out)
    assert fill(resumed, dune_sim.make("battle"))
    table = resumed.read(["game", "winner"])
    assert table["game"].to_pylist() == list(range(done + 500))
    straight = dune_sim.make("battle").simulate(500, seed=3)
    assert table["winner"].to_pylist()[:500] == straight.column("winner").tolist()


def _shrink(out: Path, games: int) -> None:
    manifest = json.loads((out / "manifest.json").read_text())
    (out / "manifest.json").write_text(json.dumps({**manifest, "games": games}))


def test_a_run_directory_is_not_mixed_up(game: Game, tmp_path: Path) -> None:
    fill(start_run(tmp_path / "run", game, 50, 7, "random"), game)
    with pytest.raises(UsageError, match="holds a run with other seed; choose"):
        start_run(tmp_path / "run", game, 50, 8, "random")
    with pytest.raises(UsageError, match="can only grow"):
        start_run(tmp_path / "run", game, 20, 7, "random")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("mine")
    with pytest.raises(UsageError, match="exists and is no run"):
        start_run(tmp_path / "other", game, 50, 7, "random")
    with pytest.raises(UsageError, match="has no manifest"):
        open_run(tmp_path / "nowhere")


def test_summary_counts_what_the_rows_say(game: Game, tmp_path: Path) -> None:
    run = start_run(tmp_path / "run", game, 400, 7, "random")
    fill(run, game)
    found = summarise(game, run)
    rows = game.simulate(400, seed=7)
    for seat, name in enumerate(game.seats):
        assert found["win_rate"][name]["count"] == int((rows.column("winner") == seat).sum())
    assert found["games"] == 400 and found["unfinished"] == 0


def test_rate_is_a_wilson_interval() -> None:
    one = rate(8, 10)
    assert (round(one.low, 4), round(one.high, 4)) == (0.4902, 0.9433)
    assert np.isnan(rate(0, 0).share)


def test_a_game_of_a_run_is_played_again_from_python(tmp_path: Path) -> None:
    game = dune_sim.make("battle")
    run = game.run(tmp_path / "r", games=6, seed=9, policy=["plan", "random"])
    rows = run.read()
    for number in (0, 5):
        held = run.replay(number)
        assert len(held.actions) == rows["decisions"][number].as_py()
        assert held.start() == run.game(number) == game.new(9, number)
        held.write(tmp_path / "g.jsonl")
    for wrong in (6, -1, "x", None):
        with pytest.raises(UsageError, match=r"has the games 0 to 5, but no game 6|game must be"):
            run.replay(wrong)
