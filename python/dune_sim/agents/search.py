"""Advice: what a search finds at a position, in numbers and words."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from dune_sim.agents.policies import KINDS, seat_players
from dune_sim.engines.memory import Records
from dune_sim.errors import UsageError
from dune_sim.games.batch import worker_count
from dune_sim.games.checks import check_count, check_seed
from dune_sim.games.html import html_table
from dune_sim.games.seating import players_program
from dune_sim.games.state import State
from dune_sim.games.thinking import Desk
from dune_sim.kernel.players.door import CALL_SEARCH, CALL_THINK
from dune_sim.kernel.players.fixed import WHOLE
from dune_sim.kernel.players.judge import STEP
from dune_sim.kernel.players.search import PRIOR

#: deals of different threads begin so far apart
APART = 1 << 26


@dataclass(frozen=True)
class Line:
    """Answers one after another, and what became of them in playouts."""

    actions: tuple[int, ...]
    #: the answers as they would be told; those that chance or others may change are not among them
    words: tuple[str, ...]
    #: playouts that began with it; none if one look at its end was enough to drop it
    visits: int
    #: mean share of the victory
    value: float
    #: standard error of that
    error: float

    @property
    def action(self) -> int:
        return self.actions[0]

    def __str__(self) -> str:
        return f"{self.value:6.1%} ± {self.error:.1%}  {self.visits:>6}  {', '.join(self.words)}"


@dataclass(frozen=True, repr=False)
class Found:
    """What a search found: lines, the best first."""

    state: State
    seat: int
    lines: tuple[Line, ...]
    playouts: int
    seconds: float

    @property
    def best(self) -> int:
        """The action to take."""
        return self.lines[0].action

    @property
    def visits(self) -> dict[int, int]:
        """Playouts that began with each action."""
        return {action: sum(one.visits for one in self.lines if one.action == action) for action in self.values}

    @property
    def values(self) -> dict[int, tuple[float, float]]:
        """Of each action the value of its best line with its standard error, the best action first."""
        return {one.action: (one.value, one.error) for one in self.answers}

    @property
    def answers(self) -> tuple[Line, ...]:
        """The best line of each first answer, the best answer first."""
        found: dict[int, Line] = {}
        for one in self.lines:
            found.setdefault(one.action, one)
        return tuple(found.values())

    @property
    def principal(self) -> tuple[str, ...]:
        """The best line in words."""
        return self.lines[0].words

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data."""
        lines = [
            {"action": one.action, "actions": list(one.actions), "words": list(one.words), "visits": one.visits}
            | {"value": one.value, "error": one.error}
            for one in self.lines
        ]
        return {
            "seat": self.seat, "best": self.best, "playouts": self.playouts, "seconds": self.seconds, "lines": lines,
        }  # fmt: skip

    def _repr_html_(self) -> str:
        """The answers in a notebook, the best first."""
        caption = f"{self.state.game.seats[self.seat]}, {self.playouts:,} playouts in {self.seconds:.2f} s"
        rows = [
            (", ".join(one.words), f"{one.value:.1%}", f"{one.error:.1%}", f"{one.visits:,}") for one in self.answers
        ]
        return html_table(caption, ("answers", "share of the victory", "standard error", "playouts"), rows)

    def __repr__(self) -> str:
        name = self.state.game.seats[self.seat]
        head = f"{name}, {self.playouts} playouts in {self.seconds:.2f} s: share of the victory, playouts, answers"
        return "\n".join([head, *map(str, self.answers)])


def search_state(
    state: State, iterations: int | None = None, seed: int = 0, workers: int = 1, policy: str = "mcts"
) -> Found:
    """Search a position for the seat to move."""
    game, seat = state.game, _mover(state)
    if players_program(game) is None:
        raise UsageError(f"{game.name} has no players that look ahead")
    if policy.split(":")[0] != "mcts":
        raise UsageError(f"{policy!r} does not search; name mcts, with parameters as in mcts:horizon=game")
    seated = seat_players(game, [policy] * game.num_players)
    seconds = seated.seconds[seat] if seated.seconds else 0.0
    if iterations is not None:
        if seconds:
            raise UsageError(f"give iterations or a time, not both: {policy}")
        most = KINDS["mcts"].parameters["iterations"].high
        seated.pilot["manner"]["iterations"][0, seat] = check_count(iterations, "iterations", 1, most)
    before = state.quiet()
    raw = np.frombuffer(bytearray(state.raw.tobytes()), state.raw.dtype)
    state.quiet(before)
    began = time.perf_counter()
    pilots = seated.pilots(1)
    pilots["rng"]["s"][0] = np.random.default_rng([check_seed(seed), 0x53]).integers(1, 1 << 63, 4)
    engine = seated.engine(game.engine_name, state.doubtful)

    def desk() -> Desk:
        return Desk(engine, game.tables, game.moves_room)

    desk().enter(CALL_SEARCH, raw, pilots, action=1)
    parts = _think(desk, raw, pilots, seconds, worker_count(workers))
    lines = _lines(state, seat, parts, seed)
    return Found(state, seat, lines, sum(one.visits for one in lines), time.perf_counter() - began)


def _mover(state: State) -> int:
    seat = state.to_move
    if seat < 0:
        raise UsageError("the game is over; there is nothing to search")
    if state.viewer not in (None, seat):
        raise UsageError(f"this is what seat {state.viewer} sees, but seat {seat} is to move")
    return seat


def _think(desk: Any, raw: Records, pilots: Records, seconds: float, workers: int) -> list[Records]:
    """Think in several threads, each in deals of its own; the pilots after that."""
    total = int(pilots["search"]["total"][0])
    shares = [total // workers + (k < total % workers) for k in range(workers)]
    parts = []
    for k in range(workers):
        part = np.frombuffer(bytearray(pilots.tobytes()), pilots.dtype)
        part["search"]["deal"], part["search"]["total"] = APART * k, max(1, shares[k])
        parts.append(part)
    until = time.perf_counter() + seconds

    def work(part: Records) -> None:
        if seconds:
            desk().go_on(raw, part, until)
        else:
            desk().enter(CALL_THINK, raw, part, count=max(1, int(part["search"]["total"][0])))

    if workers == 1:
        work(parts[0])
    else:
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(work, parts))
    return parts


def _lines(state: State, seat: int, parts: Sequence[Records], seed: int) -> tuple[Line, ...]:
    """What all threads found of each line, the best of those tried most first."""
    sums: dict[tuple[int, ...], list[int]] = {}
    for part in parts:
        search = part["search"][0]
        for one in search["lines"][: int(search["many"])]:
            actions = tuple(int(action) for action in one["actions"][: int(one["length"])])
            found = sums.setdefault(actions, [0, 0, 0, int(one["firm"]), int(one["guess"])])
            for k, key in enumerate(("deals", "worth", "squares")):
                found[k] += int(one[key])
    # lines that were dropped early were lucky or unlucky in few deals: they come after those that were kept
    order = sorted(sums, key=lambda one: (-sums[one][0].bit_length(), -prospect(sums[one])))
    return tuple(_line(state, seat, actions, sums[actions], seed) for actions in order)


def mean_worth(found: Sequence[int]) -> float:
    """How good a line was in its playouts; without any, how good its end looked."""
    deals, worth, _, _, guess = found
    return worth / deals if deals else guess


def prospect(found: Sequence[int]) -> float:
    """How good the player thinks a line is: its playouts, and how good its end looked."""
    deals, worth, _, _, guess = found
    return (worth + PRIOR * guess) / (deals + PRIOR)


def _line(state: State, seat: int, actions: tuple[int, ...], found: Sequence[int], seed: int) -> Line:
    deals, _, squares, firm, _ = found
    mean = max(0.0, mean_worth(found) / STEP / WHOLE)
    spread = max(0.0, squares / WHOLE**2 / max(1, deals) - mean * mean) if deals > 1 else 0.0
    words = line_words(state, seat, actions[: max(1, firm)], seed)
    return Line(actions, words, deals, mean, math.sqrt(spread / max(1, deals - 1)))


def line_words(state: State, seat: int, actions: Sequence[int], seed: int) -> tuple[str, ...]:
    """Answers in words, each where it would be given: in a deal of what the seat cannot know."""
    told = []
    dealt = state.determinize(seat, seed)
    for action in actions:
        if dealt.is_over or dealt.to_move != seat or action not in dealt.legal_actions():
            break
        told.append(dealt.describe(action))
        dealt.apply(action)
    return tuple(told)
