"""How fast players that look ahead are: greedy games beside random ones, playouts of a search."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from dune_sim import engines
from dune_sim.games.batch import Chunk, Job, play, play_chunk, split
from dune_sim.games.result import job_for
from dune_sim.games.rollouts import Pilots
from dune_sim.games.seating import players_program, seating
from dune_sim.games.thinking import ENDLESS, Desk
from dune_sim.kernel.players.door import CALL_SEARCH, CALL_THINK

if TYPE_CHECKING:
    from dune_sim.games.base import Game
    from dune_sim.games.state import State

#: the engine that players are measured on
ENGINE = "cpp"
PLAYOUTS = ("random", "cheap", "greedy")
#: positions that are searched, and how many decisions of a greedy game lie between them
POSITIONS = 8
APART = 11
#: a greedy game is at most so many times a random one; playouts to the end of the round at least so many a second
AIMS: Mapping[str, Mapping[str, float]] = {
    "imperium": {"greedy_times_random": 12, "random": 100_000, "greedy": 30_000, "two_threads": 1.8},
    "arrakis": {"greedy_times_random": 15, "random": 60_000, "greedy": 6_000, "two_threads": 1.8},
}


def bench_players(game: Game, seconds: float, repeats: int) -> dict[str, Any] | None:
    """Figures of the players of a game on the C++ engine; None where it has none or the engine is not built."""
    place = players_program(game)
    if place is None or not any(one.engine == ENGINE and one.ready for one in engines.status(place)):
        return None
    random, greedy = (job_for(game, one, 1, ENGINE) for one in ("random", "greedy"))
    slow = _best(lambda: _seconds_a_game(greedy, seconds), repeats)
    return {
        "engine": ENGINE,
        "greedy_games_per_s": 1 / slow,
        "greedy_times_random": slow / _best(lambda: _seconds_a_game(random, seconds), repeats),
        "greedy_two_threads": max(_two_threads(greedy, seconds, slow) for _ in range(repeats)),
        "playouts_per_s": {
            one: max(_playouts(game, one, seconds) for _ in range(repeats)) for one in PLAYOUTS
        },
        "aims": dict(AIMS.get(game.name, {})),
    }  # fmt: skip


def _best(measured: Callable[[], float], repeats: int) -> float:
    return min(measured() for _ in range(repeats))


def _seconds_a_game(job: Job, seconds: float) -> float:
    """Of one thread's own time, so that neighbours do not count."""
    games, spent, count = 0, 0.0, 1
    while spent < seconds:
        began = time.thread_time()
        play_chunk(job, games, count)
        spent += time.thread_time() - began
        games, count = games + count, 2 * count
    return spent / games


def _two_threads(job: Job, seconds: float, one: float) -> float:
    """How much sooner two threads are done than one would be."""

    def forget(_: Chunk) -> None:
        return None

    games = max(16, int(seconds / one))
    began = time.perf_counter()
    play(job, split(0, games, max(1, games // 16)), forget, 2)
    return games * one / (time.perf_counter() - began)


def _playouts(game: Game, playout: str, seconds: float) -> float:
    """Playouts to the end of the round a second, over positions of a greedy game."""
    played, spent = 0, 0.0
    for state in _positions(game):
        seated = seating(game, f"mcts:2:playout={playout}:horizon=round")
        pilots = seated.pilots(1)
        # without an end no line is dropped: every playout is one of the same lines
        pilots["manner"]["iterations"] = ENDLESS
        pilots["rng"]["s"][0] = np.arange(1, 5)
        desk = Desk(seated.engine(ENGINE), game.tables, game.moves_room)
        raw = np.frombuffer(bytearray(state.raw.tobytes()), state.raw.dtype)
        desk.enter(CALL_SEARCH, raw, pilots, action=1)
        count, until = 64, spent + seconds / POSITIONS
        while spent < until:
            began = time.thread_time()
            took = desk.enter(CALL_THINK, raw, pilots, count=count)
            spent += time.thread_time() - began
            played += took
            if took == 0:
                break
            count *= 2
    return played / spent if played else float("nan")


def _positions(game: Game) -> list[State]:
    """Some positions of a greedy game with more than one answer."""
    found: list[State] = []
    state, pilots, step = game.new(7), Pilots(game, "greedy", 7), 0
    while not state.is_over and len(found) < POSITIONS:
        if step % APART == 0:
            found.append(state.copy())
        state.apply(pilots.choose(state))
        step += 1
    return found
