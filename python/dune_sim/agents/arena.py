"""Players meet: one against another in all other seats, or everybody against everybody."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from dune_sim.agents.arena_store import Kept, kept, open_arena
from dune_sim.agents.duels import Duel, Pace, rotations
from dune_sim.agents.ratings import Meeting, Rating, rate_players
from dune_sim.agents.sequential import TwoRates, Verdict, sequential
from dune_sim.errors import UsageError
from dune_sim.files import claimed
from dune_sim.games.base import Game
from dune_sim.games.batch import Chunk, Rows, in_order, worker_count
from dune_sim.games.checks import check_count, check_seed
from dune_sim.games.hosts import Choose, given_name
from dune_sim.games.html import html_table
from dune_sim.intervals import Estimate, share


@dataclass(frozen=True)
class Outcome:
    """How a duel ended."""

    duel: Duel
    rows: Rows
    seconds: dict[str, tuple[float, int]]
    verdict: Verdict | None

    @property
    def games(self) -> int:
        return len(self.rows)

    @property
    def won(self) -> float:
        """Victories of the entrant; shared ones count in part."""
        return float(self.duel.shares(self.rows).sum())

    @property
    def win_rate(self) -> Estimate:
        return rate(self.won, self.games)

    def in_seat(self, seat: int) -> Estimate:
        """The win rate of the entrant in one seat."""
        there = self.rows[seat :: self.duel.seats]
        return rate(float(self.duel.shares(there, seat).sum()), len(there))

    def others_won(self) -> float:
        """Victories of the other player."""
        return float(sum(self.duel.shares(self.rows, seat).sum() for seat in range(self.duel.seats))) - self.won

    def milliseconds(self, name: str) -> float:
        """Of a player for each decision."""
        spent, many = self.seconds.get(name, (0.0, 0))
        return 1000 * spent / many if many else float("nan")

    def column(self, name: str) -> Any:
        return self.rows[:, self.duel.game.columns.index(name)]

    def endings(self) -> dict[str, dict[str, int]]:
        """Why games ended, with the entrant in each seat."""
        game = self.duel.game
        if "end_reason" not in game.columns:
            return {}
        names, reasons = game.codes["end_reason"], self.column("end_reason")
        found = {}
        for seat in range(self.duel.seats):
            counts = np.bincount(reasons[seat :: self.duel.seats], minlength=len(names))
            found[str(game.seats[seat])] = {
                name: int(many) for name, many in zip(names, counts, strict=True) if many
            }
        return found


@dataclass(frozen=True)
class Entrant:
    """One player and how it did in its own seat against all that it met."""

    name: str
    games: int
    win_rate: Estimate
    milliseconds: float
    rating: Rating | None


@dataclass(frozen=True)
class Arena:
    """All duels of an arena."""

    game: Game
    seed: int
    entrants: tuple[Entrant, ...]
    outcomes: tuple[Outcome, ...]
    complete: bool

    def _repr_html_(self) -> str:
        """How the players did, in a notebook."""
        rows = []
        for one in self.entrants:
            rates = f"{one.win_rate.value:.1%}", f"{one.win_rate.low:.1%} to {one.win_rate.high:.1%}"
            rows.append((one.name, f"{one.games:,}", *rates, f"{one.milliseconds:.2f}"))
        caption = f"{self.game.name}, seed {self.seed}{'' if self.complete else ', stopped early'}"
        return html_table(caption, ("player", "games", "wins", "95 % interval", "ms a decision"), rows)


def rate(won: float, games: int) -> Estimate:
    """A win rate with its Wilson interval."""
    return share(won, games) if games else Estimate(float("nan"), 0.0, 1.0)


def pairings(names: Sequence[str], against: str | None, seats: int) -> Iterator[tuple[str, str]]:
    """Who meets whom: in games of two both ways are the same."""
    if against is not None:
        yield from ((name, against) for name in names)
    elif seats == 2:
        yield from itertools.combinations(names, 2)
    else:
        yield from itertools.permutations(names, 2)


def arena(
    game: Game,
    entrants: Sequence[str | Choose],
    against: str | Choose | None = None,
    games: int = 400,
    seed: int = 1,
    out: str | PathLike[str] | None = None,
    sprt: bool = False,
    low: float | None = None,
    high: float | None = None,
    workers: int | None = None,
    progress: Callable[[Duel, int, int], None] | None = None,
) -> Arena:
    """Let players meet: each of them in one seat with ``against`` in all others, or everybody with everybody.

    ``games`` for each pair, rounded up so that every seat comes as often; ``sprt`` stops a pair as soon as a sequential
    test decides between the win rates ``low`` (chance, unless told otherwise) and ``high`` (five points more).

    Examples
    --------
    >>> import dune_sim
    >>> from dune_sim.agents.arena import arena
    >>> met = arena(dune_sim.make("imperium"), ["greedy"], against="random", games=8)
    >>> met.outcomes[0].games
    8
    """
    names = [given_name(one) if callable(one) else one for one in entrants]
    against = given_name(against) if callable(against) else against
    if len(set(names)) != len(names):
        raise UsageError("every entrant is named once; for a mirror match say the same player after --against")
    if not names or (against is None and len(names) < 2):
        raise UsageError("an arena needs two players, or one and --against another")
    if game.num_players < 2:
        raise UsageError("a game for one has one seat, so nobody meets anybody; dune-sim run plays it")
    seed, count = check_seed(seed), rotations(check_count(games, "games", 1), game.num_players)
    test = sequential(game.num_players, low, high) if sprt or low is not None or high is not None else None
    threads = worker_count(workers)
    duels = [Duel(game, one, other, seed) for one, other in pairings(names, against, game.num_players)]
    for duel in duels:
        _ = duel.key  # a wrong name is found before anything is played
    folder = None if out is None else open_arena(Path(out))
    outcomes, complete = [], True
    with nullcontext() if folder is None else claimed(folder):
        for duel in duels:
            held = kept(duel, folder)
            complete = complete and _fill(held, count, test, threads, progress)
            outcomes.append(_outcome(held, count, test))
    return Arena(game, seed, _entrants(names, outcomes, against is None), tuple(outcomes), complete)


def _fill(
    held: Kept, count: int, test: TwoRates | None, workers: int, progress: Callable[[Duel, int, int], None] | None
) -> bool:
    """Play what is missing of a duel; False if Ctrl-C stopped it."""
    duel = held.duel
    if not held.seconds:
        held.seconds = duel.seconds()
    pace = Pace(duel.seats)

    def decided() -> bool:
        return test is not None and test.look(duel.shares(held.all_rows()[:count])).accepted is not None

    def played(first: int, games: int) -> Chunk:
        then = time.perf_counter()
        chunk = duel.play(first, games)
        pace.saw(games, time.perf_counter() - then)
        return chunk

    def tasks() -> Iterator[Callable[[], Chunk]]:
        for first, games in pace.tasks(held.games, count):
            if decided():
                return
            yield lambda first=first, games=games: played(first, games)  # type: ignore[misc]

    def take(chunk: Chunk) -> None:
        held.add(chunk)
        if progress is not None:
            progress(duel, min(held.games, count), count)

    try:
        complete = in_order(tasks(), take, workers)
    finally:
        held.write()
    return complete


def _outcome(held: Kept, count: int, test: TwoRates | None) -> Outcome:
    """The games that count: as many as were asked for, none after the test has decided."""
    rows = held.all_rows()[:count]
    verdict = None if test is None else test.look(held.duel.shares(rows))
    return Outcome(held.duel, rows if verdict is None else rows[: verdict.games], held.seconds, verdict)


def _entrants(names: Sequence[str], outcomes: Sequence[Outcome], rated: bool) -> tuple[Entrant, ...]:
    """What each player reached, with ratings where everybody met everybody."""
    ratings: list[Rating | None] = [None] * len(names)
    if rated and all(one.games for one in outcomes):
        where = {name: k for k, name in enumerate(names)}
        met = [
            Meeting(where[one.duel.entrant], where[one.duel.other], one.duel.seats, one.won, one.games)
            for one in outcomes
        ]
        ratings = list(rate_players(len(names), met))
    found = [replace(_entrant(name, outcomes), rating=own) for name, own in zip(names, ratings, strict=True)]
    return tuple(found)


def _entrant(name: str, outcomes: Sequence[Outcome]) -> Entrant:
    """Over all its duels; in games of two, those too in which it sat across the table."""
    won, games = 0.0, 0
    spent, many = 0.0, 0
    for one in outcomes:
        if one.duel.entrant == name:
            won, games = won + one.won, games + one.games
        elif one.duel.other == name and one.duel.seats == 2:
            won, games = won + one.others_won(), games + one.games
        if name in one.seconds:
            spent, many = spent + one.seconds[name][0], many + one.seconds[name][1]
    return Entrant(name, games, rate(won, games), 1000 * spent / many if many else float("nan"), None)
