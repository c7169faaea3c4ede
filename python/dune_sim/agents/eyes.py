"""What players see and how they judge it, for many positions at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dune_sim import engines
from dune_sim.engines.guard import guarded
from dune_sim.engines.memory import Records, zeros
from dune_sim.errors import UsageError
from dune_sim.games.base import Game
from dune_sim.games.state import State
from dune_sim.kernel.players.door import CALL_FEATURES, CALL_JUDGE, CALL_ROW, CALL_WATCH, WATCH_HEAD
from dune_sim.programs import PROGRAMS, program

Rows = NDArray[np.int64]


class Eyes:
    """The program of a game that has players, asked for what they see."""

    def __init__(self, game: Game, engine: str | None = None) -> None:
        name = f"{game.program_name}_players"
        if name not in PROGRAMS:
            raise UsageError(f"{game.program_name} has no players that look ahead")
        self.game, self.program = game, program(name)
        self.engine = engines.load(name, game.engine_name if engine is None else engine)
        self.pilots = zeros(self.program.records["Pilot"])

    @property
    def width(self) -> int:
        """How many features there are."""
        return int(self.pilots["sight"]["x"].shape[1])

    def features(self, states: Sequence[State], seat: int = -1) -> Rows:
        """One row of features for each position, as a seat sees it; below 0 as the seat to move does."""
        out: Rows = np.zeros((len(states), self.width), np.int64)
        self._enter(CALL_FEATURES, _raws(states), out, action=seat, doubtful=_doubtful(states))
        return out

    def judge(self, states: Sequence[State], seat: int) -> Rows:
        """For each position the clock, whether the chain of the seat goes on, and the chances of all in 1/65536."""
        out: Rows = np.zeros((len(states), 2 + len(self.game.seats)), np.int64)
        self._enter(CALL_JUDGE, _raws(states), out, action=seat, doubtful=_doubtful(states))
        return out

    def row(self, state: State) -> Rows:
        """The row of a finished game; see ``game.columns``. How it came about is not in a position: no decisions."""
        out: Rows = np.zeros((1, len(self.game.columns)), np.int64)
        self._enter(CALL_ROW, _raws([state]), out, doubtful=state.doubtful)
        return out

    def watch(self, games: int, seed: int, policies: Sequence[int], room: int, first: int = 0) -> Rows:
        """Whole games: rows ``game, clock, seat, what, features``, what being one of WATCH_*.

        One for each seat whenever a round has begun, for the mover at the end of some chains, and for each seat at the
        end of a game, with its final share in 1/65536 as the first feature.
        """
        self.pilots["policy"][0][: len(policies)] = policies
        out: Rows = np.zeros((room, WATCH_HEAD + self.width), np.int64)
        state = zeros(self.program.records["State"])
        return out[: self._enter(CALL_WATCH, state, out, seed, first, games, room)]

    def _enter(
        self,
        op: int,
        raws: Records,
        out: Rows,
        seed: int = 0,
        first: int = 0,
        count: int = 0,
        action: int = 0,
        doubtful: bool = False,
    ) -> int:
        calls = zeros(self.program.records["Call"])
        calls[0] = (seed, first, op, 0, len(raws), count, action)
        # the python engine keeps a pilot for every slot
        pilots: Any = self.pilots if len(raws) == 1 else np.resize(self.pilots, len(raws))
        moves: Rows = np.zeros(self.game.moves_room, np.int64)
        flat = out.reshape(-1)
        engine = guarded(self.program.name, self.engine.name == "python") if doubtful else self.engine
        return engine.enter(calls, self.game.tables, raws, pilots, moves, flat)


def _doubtful(states: Sequence[State]) -> bool:
    return any(one.doubtful for one in states)


def _raws(states: Sequence[State]) -> Records:
    return np.concatenate([one.raw for one in states])
