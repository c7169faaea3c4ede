"""Caused strength: the same seeds played twice, once with a change, and what the change moved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dune_sim._version import __version__
from dune_sim.analysis.arms import TURN, Arm, Outcomes
from dune_sim.analysis.change import Change, changed_options
from dune_sim.analysis.paired import Interval, Pairs
from dune_sim.analysis.treatments import owners, treatment_for
from dune_sim.errors import UsageError
from dune_sim.games.base import Game
from dune_sim.games.checks import check_count, check_seed, read_policy
from dune_sim.games.html import html_table
from dune_sim.games.registry import make

#: games of each arm that are played before an interval is looked at, and between looks
FIRST_LOOK = 1_000
#: games of each arm unless a half-width is wanted, and at most if one is
GAMES, MOST_GAMES = 10_000, 1_000_000
#: heads of a table of experiments
HEADS = ("change", "win rate moved by", "95 % interval", "before", "after", "games")


@dataclass(frozen=True)
class Plan:
    """How an experiment is played."""

    seats: Sequence[int] | None = None
    policy: str | Sequence[str] = "greedy"
    games: int | None = None
    until: float | None = None
    seed: int = 1
    engine: str = "auto"
    workers: int | None = None
    confidence: float = 0.95
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def most(self) -> int:
        return self.games or (GAMES if self.until is None else MOST_GAMES)


@dataclass(frozen=True)
class Experiment:
    """What a change moved: the win rate of the treated seats, and further measures."""

    game: str
    kind: str
    what: str
    seats: list[int]
    games: int
    main: Interval
    anytime: Interval
    before: float
    after: float
    #: until, games or interrupted
    stopped: str
    p: float
    measures: list[dict[str, Any]]
    how: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        about = {"card": self.what} if self.kind in ("gift", "deny") else {"what": self.what}
        return {
            "game": self.game, "kind": self.kind, **about, "seats": self.seats, **self.main.to_dict(),
            "games": self.games, "win_rate_before": round(self.before, 6), "win_rate_after": round(self.after, 6),
            "anytime": self.anytime.to_dict(), "stopped": self.stopped, "p": self.p, "measures": self.measures,
            **self.how,
        }  # fmt: skip

    def _repr_html_(self) -> str:
        """What the change moved, in a notebook."""
        return html_table(f"{self.game}: {self.games:,} games with and without", HEADS, [self.cells()])

    def cells(self) -> tuple[str, ...]:
        """A line of a table: what was changed and what that moved."""
        moved = f"{self.main.effect:+.2%}", f"{self.main.low:+.2%} to {self.main.high:+.2%}"
        return (f"{self.kind} {self.what}", *moved, f"{self.before:.2%}", f"{self.after:.2%}", f"{self.games:,}")


class Bench:
    """A game without the change, whose games serve every experiment on it."""

    def __init__(self, name: str, plan: Plan, record: bool = False) -> None:
        self.name, self.plan = name, plan
        self.game = make(name, engine=plan.engine, **plan.options)
        check_seed(plan.seed)
        check_count(plan.most, "games", 1)
        if plan.until is not None and not 0 < plan.until < 1:
            raise UsageError(f"until must be a half-width such as 0.5% or 0.005, not {plan.until!r}")
        self.seats = [self.game.seat(one) for one in plan.seats] if plan.seats is not None else None
        if self.seats is not None and (not self.seats or len(set(self.seats)) < len(self.seats)):
            raise UsageError("seats must be one or more different seats")
        self.before = self._arm(self.game, record=record)

    def _arm(self, game: Game, **more: Any) -> Arm:
        return Arm(game, self.plan.policy, self.plan.seed, None, self.plan.workers, **more)

    def compare(self, changes: Sequence[Change], progress: Callable[[int], None] | None = None) -> Experiment:
        """Play both arms until enough is known."""
        with ExitStack() as stack:
            after, treated = self._second_arm(stack, changes)
            pairs, stopped = self._play(after, treated, progress)
        games = pairs.games
        first, second = self.before.outcomes(games), after.outcomes(games)
        mask = treated_mask(treated, games, self.game.num_players)
        anytime = pairs.anytime(0, self.plan.confidence)
        main = anytime if stopped == "interrupted" else pairs.interval(0, self.plan.confidence)
        return Experiment(
            self.name, changes[0].kind if len(changes) == 1 else "change", ", ".join(one.what for one in changes),
            sorted({seat for some in treated for seat in some}), games, main, anytime,
            mean_of(first.share, mask), mean_of(second.share, mask), stopped, pairs.p_value(),
            self._measures(pairs, first), self.how(),
        )  # fmt: skip

    def _second_arm(self, stack: ExitStack, changes: Sequence[Change]) -> tuple[Arm, list[list[int]]]:
        """The changed arm, and the seats whose win rate is looked at, turn by turn."""
        options = changed_options(stack, self.plan.options, changes)
        game = make(self.name, engine=self.plan.engine, **options)
        if game.num_players != self.game.num_players:
            raise UsageError("both arms must have as many seats")
        for_seats = [one for one in changes if one.for_seats]
        if not for_seats:
            return self._arm(game), [self.seats or [0]]
        everyone = list(range(self.game.num_players))
        # named seats are treated together, all seats one after the other
        named = owners(game, for_seats, self.seats)
        turns = [named] if named is not None else [[seat] for seat in everyone]
        treatment = treatment_for(game, for_seats, turns)
        return self._arm(game, treatment=treatment, treated=range(len(turns))), turns

    def _play(
        self, after: Arm, treated: list[list[int]], progress: Callable[[int], None] | None
    ) -> tuple[Pairs, str]:
        """Play and look, play and look; what is looked at is the width alone, so looking spoils nothing."""
        plan = self.plan
        pairs = Pairs(len(self._names()))
        goal = plan.most if plan.until is None else min(plan.most, self._round(FIRST_LOOK, treated))
        while True:
            complete = after.upto(goal, progress) and self.before.upto(goal, progress)
            there = min(len(after.rows), len(self.before.rows), goal)
            if there > pairs.games:
                pairs.add(self._differences(after, treated, pairs.games, there))
            if not complete:
                if not pairs.games:
                    raise KeyboardInterrupt
                return pairs, "interrupted"
            if plan.until is not None and pairs.interval(0, plan.confidence).half_width <= plan.until:
                return pairs, "until"
            if pairs.games >= plan.most:
                return pairs, "games"
            assert plan.until is not None
            step = max(FIRST_LOOK, min(pairs.further(plan.until, plan.confidence), pairs.games))
            goal = min(plan.most, pairs.games + self._round(step, treated))

    @staticmethod
    def _round(games: int, treated: list[list[int]]) -> int:
        """So many games, or a few more, that every seat is treated as often."""
        circle = TURN * len(treated)
        return -(-games // circle) * circle

    def _names(self) -> list[str]:
        points = ["points"] if "points_0" in self.game.columns else []
        means = [name for name in self.game.mean_columns if name != "decisions"]
        return ["win_rate", *points, *means, *(f"win_rate of seat {seat}" for seat in range(self.game.num_players))]

    def _differences(self, after: Arm, treated: list[list[int]], first: int, end: int) -> NDArray[np.float64]:
        """One row a game, one column a measure."""
        mask = treated_mask(treated, end, self.game.num_players)[first:]
        one, other = self.before.outcomes(end), after.outcomes(end)
        columns = [_seats((other.share - one.share)[first:], mask)]
        if one.points is not None and other.points is not None:
            columns.append(_seats((other.points - one.points)[first:], mask))
        columns += [(other.means[name] - one.means[name])[first:] for name in one.means]
        columns += list((other.share - one.share)[first:].T)
        return np.stack(columns, axis=1)

    def _measures(self, pairs: Pairs, before: Outcomes) -> list[dict[str, Any]]:
        """What else moved, with its mean before; of the first measure everything is told elsewhere."""
        names = self._names()
        found = []
        for k in range(1, len(names)):
            name = names[k]
            if name == "points" and before.points is not None:
                mean = float(before.points.mean())
            elif name in before.means:
                mean = float(before.means[name].mean())
            else:
                mean = float(before.share[:, int(name.rsplit(" ", 1)[1])].mean())
            interval = pairs.interval(k, self.plan.confidence).to_dict()
            found.append({"measure": name, "before": round(mean, 6), **interval, "p": pairs.p_value(k)})
        return found

    def how(self) -> dict[str, Any]:
        """What is needed to play it again."""
        plan, game = self.plan, self.game
        return {
            "policy": read_policy(plan.policy), "seed": plan.seed, "until": plan.until, "confidence": plan.confidence,
            "options": game.spec, "version": __version__, "rules_version": game.rules_version,
            "tables_hash": game.tables_hash, "source_hash": game.program.source_hash,
        }  # fmt: skip


def treated_mask(treated: list[list[int]], games: int, players: int) -> NDArray[np.bool_]:
    """Which seats count in which game."""
    turns = np.zeros((len(treated), players), bool)
    for k, some in enumerate(treated):
        turns[k, some] = True
    found: NDArray[np.bool_] = turns[np.arange(games) // TURN % len(treated)]
    return found


def _seats(values: NDArray[np.float64], mask: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The mean over the seats that count, of each game."""
    found: NDArray[np.float64] = (values * mask).sum(axis=1) / mask.sum(axis=1)
    return found


def mean_of(values: NDArray[np.float64], mask: NDArray[np.bool_]) -> float:
    return float(_seats(values, mask).mean())
