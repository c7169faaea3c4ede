"""Runs on a Ray cluster are the runs of one machine, also where workers die."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import dune_sim
from dune_sim.errors import UsageError
from dune_sim.runs import cluster
from dune_sim.runs.store import Run, fill, open_run, start_run

BATTLE = {"attacker": "3 standard, bashar", "defender": "3 standard"}
GAMES = 400


@pytest.fixture(scope="module")
def ray() -> Any:
    """A cluster of two workers on this machine."""
    found = pytest.importorskip("ray", reason="needs Ray: pip install 'dune-sim[cluster]'")
    found.init("local", num_cpus=2, log_to_driver=False, logging_level="error")
    yield found
    found.shutdown()


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many tasks of few games."""
    monkeypatch.setattr(cluster, "task_games", lambda job: 25)


def begun(folder: Path, name: str, **options: Any) -> tuple[Run, Any]:
    game = dune_sim.make(name, **options)
    return start_run(folder, game, GAMES, 7, "random", name != "battle"), game


def whole(run: Run) -> dict[str, Any]:
    """All tables of a run, row by row."""
    return {"games": run.read().to_pydict()} | {one: run.table(one).to_pydict() for one in run.tables}


pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(("name", "options"), [("battle", BATTLE), ("imperium", {})])
def test_a_cluster_gives_what_one_machine_gives(tmp_path: Path, ray: Any, name: str, options: dict[str, Any]) -> None:
    played = []
    here, game = begun(tmp_path / "here", name, **options)
    there, _ = begun(tmp_path / "there", name, **options)
    assert fill(here, game)
    assert cluster.fill_on_cluster(there, game, progress=played.append)
    assert sum(played) == GAMES and len(there.parts()) == GAMES // 25
    assert whole(open_run(tmp_path / "there")) == whole(here)


@pytest.mark.usefixtures("small")
def test_a_killed_worker_changes_nothing(tmp_path: Path, ray: Any) -> None:
    here, game = begun(tmp_path / "here", "imperium")
    there, _ = begun(tmp_path / "there", "imperium")
    killed: list[int] = []

    def kill() -> None:
        """Workers that have work, as soon as the first part is there."""
        while not there.parts():
            time.sleep(0.01)
        for one in working():
            os.kill(one, signal.SIGKILL)
            killed.append(one)

    killer = threading.Thread(target=kill)
    killer.start()
    assert cluster.fill_on_cluster(there, game)
    killer.join()
    assert fill(here, game)
    assert killed
    assert whole(there) == whole(here)


def working() -> list[int]:
    """Processes of this machine that play a part now."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if b"ray::play_part" in place.read_bytes():
                found.append(int(place.parent.name))
        except OSError:
            continue
    return found


@pytest.mark.usefixtures("small")
def test_a_run_goes_on_where_it_stopped(tmp_path: Path, ray: Any) -> None:
    here, game = begun(tmp_path / "here", "battle", **BATTLE)
    there, _ = begun(tmp_path / "there", "battle", **BATTLE)
    assert cluster.fill_on_cluster(there, game)
    for one in there.parts()[2:5]:
        one[2].unlink()
    played: list[int] = []
    assert cluster.fill_on_cluster(there, game, progress=played.append)
    assert sum(played) == 75
    assert fill(here, game)
    assert whole(there) == whole(here)


def test_nobody_plays_by_the_clock_on_a_cluster(tmp_path: Path, ray: Any) -> None:
    game = dune_sim.make("imperium")
    run = start_run(tmp_path / "run", game, 4, 7, "mcts:50ms,random,random,random")
    with pytest.raises(UsageError, match="nobody can play by the clock"):
        cluster.fill_on_cluster(run, game)
