"""The same seeds on every engine, compared byte by byte after every single decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from dune_sim import engines
from dune_sim.engines import Engine
from dune_sim.engines.memory import Records, as_dict, load, zeros
from dune_sim.errors import UsageError
from dune_sim.games.checks import check_count, check_seed
from dune_sim.games.seating import Seating, seating
from dune_sim.kernel import driver

if TYPE_CHECKING:
    from dune_sim.games.base import Game

SLOTS = 256
#: with players that look ahead, whose pilots are large
FEW_SLOTS = 4


@dataclass(frozen=True)
class Difference:
    """Where two engines part ways."""

    engine: str
    against: str
    game: int
    step: int
    fields: tuple[str, ...]

    def __str__(self) -> str:
        what = ", ".join(self.fields)
        return f"{self.engine} and {self.against} differ in game {self.game} after {self.step} decisions: {what}"


@dataclass(frozen=True)
class Verification:
    """What was compared and what was found."""

    game: str
    engines: tuple[str, ...]
    games: int
    steps: int
    differences: tuple[Difference, ...]

    @property
    def passed(self) -> bool:
        return not self.differences


class _Field:
    """One engine's share of the comparison: a block of games advanced together."""

    def __init__(self, game: Game, engine: Engine, seated: Seating, slots: int) -> None:
        records = engine.program.records
        self.engine, self.tables = engine, game.tables
        self.states, self.pilots = zeros(records["State"], slots), seated.pilots(slots)
        self.calls = zeros(records["Call"])
        self.moves = np.zeros(game.moves_room, np.int64)

    def enter(self, op: int, seed: int, first: int) -> int:
        self.calls[0] = (seed, first, op, 0, len(self.states), 0, 0)
        return self.engine.enter(self.calls, self.tables, self.states, self.pilots, self.moves, np.zeros(1, np.int64))


def verify(
    game: Game,
    games: int,
    seed: int = 0,
    names: Sequence[str] | None = None,
    policy: str | Sequence[str] = "random",
    progress: Callable[[int], None] | None = None,
) -> Verification:
    """Replay ``games`` seeds on every engine (all that are ready unless named) and compare each step."""
    seated, seed = seating(game, policy), check_seed(seed)
    if seated.hosts:
        raise UsageError("a policy in Python plays the same on every engine; compare the others without it")
    if seated.seconds:
        raise UsageError("a player with a clock plays otherwise every time; give a number of playouts to compare")
    chosen = engines.check_names(names or [row.engine for row in engines.status(seated.program) if row.ready])
    games, slots = check_count(games, "games", 1), FEW_SLOTS if seated.looks_ahead else SLOTS
    if len(chosen) < 2:
        raise UsageError(f"comparing takes two engines, and {', '.join(chosen) or 'none'} is only one; name another")
    loaded = [seated.engine(one) for one in chosen]
    chosen = engines.check_once([one.name for one in loaded])
    steps, found = 0, []
    for first in range(0, games, slots):
        block = [_Field(game, one, seated, min(slots, games - first)) for one in loaded]
        taken, difference = _compare_block(block, seed, first, progress)
        steps += taken
        if difference is not None:
            found.append(difference)
            break
    return Verification(game.name, chosen, games, steps, tuple(found))


def _compare_block(
    block: list[_Field], seed: int, first: int, progress: Callable[[int], None] | None
) -> tuple[int, Difference | None]:
    op, step, left = driver.CALL_NEW, 0, len(block[0].states)
    while True:
        going = [one.enter(op, seed, first) for one in block]
        if progress is not None and op == driver.CALL_STEP and going[0] < left:
            progress(left - going[0])
            left = going[0]
        taken = int(block[0].pilots["decisions"].sum())
        for other in block[1:]:
            difference = _difference(block[0], other, first, step)
            if difference is not None:
                return taken, difference
        if op == driver.CALL_STEP and going[0] == 0:
            return taken, None
        op, step = driver.CALL_STEP, step + 1


def _difference(one: _Field, other: _Field, first: int, step: int) -> Difference | None:
    if one.states.tobytes() == other.states.tobytes() and one.pilots.tobytes() == other.pilots.tobytes():
        return None
    for k in range(len(one.states)):
        fields = _differing(one, one.states, other.states, k, "State")
        fields += _differing(one, one.pilots, other.pilots, k, "Pilot")
        if fields:
            return Difference(other.engine.name, one.engine.name, first + k, step, fields)
    return Difference(other.engine.name, one.engine.name, first, step, ("padding bytes",))


def _differing(field: _Field, a: Records, b: Records, k: int, name: str) -> tuple[str, ...]:
    record = field.engine.program.records[name]
    left, right = _flat(as_dict(record, load(record, a[k]))), _flat(as_dict(record, load(record, b[k])))
    return tuple(f"{key} {right[key]} for {left[key]}" for key in left if left[key] != right[key])[:5]


def _flat(value: Any, path: str = "") -> dict[str, int]:
    if isinstance(value, dict):
        return {k: v for key, inner in value.items() for k, v in _flat(inner, f"{path}.{key}" if path else key).items()}
    if isinstance(value, list):
        return {k: v for at, inner in enumerate(value) for k, v in _flat(inner, f"{path}[{at}]").items()}
    return {path: value}
