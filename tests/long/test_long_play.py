"""What takes minutes: invariants over tens of thousands of games, engines compared at every step (`make long`)."""

from __future__ import annotations

from typing import Any

import pytest

from dune_sim import engines
from dune_sim.games.base import Game
from dune_sim.games.batch import play_chunk, split
from dune_sim.games.registry import make
from dune_sim.games.result import job_for
from dune_sim.kernel import driver
from dune_sim.runs.verify import verify

pytestmark = pytest.mark.slow

CHECKED = {"arrakis": 20_000, "imperium": 50_000, "battle": 100_000}
COMPARED = {"arrakis": 2_000, "imperium": 5_000, "battle": 100_000}
SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("arrakis", {}),
    ("arrakis", {"mode": "solo"}),
    ("arrakis", {"mode": "teams", "players": 4}),
    ("arrakis", {"mode": "teams", "players": 3}),
    ("arrakis", {"mode": "teams", "players": 3, "shared": "atreides"}),
    ("arrakis", {"mode": "solo", "players": 2}),
    ("imperium", {"players": 4}),
    ("imperium", {"players": 3}),
    ("imperium", {"players": 2}),
    ("imperium", {"players": 1, "difficulty": "mercenary"}),
    ("imperium", {"players": 1, "difficulty": "kwisatz_haderach"}),
    ("battle", {}),
]


def ready(game: Game) -> list[str]:
    return [row.engine for row in engines.status(game.program_name) if row.ready]


@pytest.mark.parametrize(("name", "options"), SETUPS)
def test_no_invariant_breaks_in_many_random_games(name: str, options: dict[str, Any]) -> None:
    game = make(name, **options)
    job = job_for(game, "random", 2026, ready(game)[0])
    for first, count in split(0, CHECKED[name], 1000):
        play_chunk(job, first, count, driver.CALL_PLAY_CHECKED)


@pytest.mark.parametrize(("name", "options"), SETUPS)
def test_compiled_engines_agree_at_every_step(name: str, options: dict[str, Any]) -> None:
    game = make(name, **options)
    fast = [one for one in ready(game) if one != "python"]
    if len(fast) < 2:
        pytest.skip(f"only {', '.join(fast) or 'python'} can run here")
    found = verify(game, COMPARED[name], seed=2026, names=fast)
    assert found.passed, str(found.differences)


@pytest.mark.parametrize(("name", "options"), SETUPS)
def test_plain_python_agrees_at_every_step(name: str, options: dict[str, Any]) -> None:
    game = make(name, **options)
    found = verify(game, 200 if name == "battle" else 10, seed=2027, names=[ready(game)[0], "python"])
    assert found.passed, str(found.differences)
