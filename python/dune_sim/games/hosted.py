"""Games in which policies of users sit: many side by side, so that each call of a policy has a batch to answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dune_sim.engines.memory import Records, zeros
from dune_sim.games.hosts import Host
from dune_sim.games.thinking import Desk
from dune_sim.kernel import driver
from dune_sim.kernel.players.door import CALL_FEATURES

if TYPE_CHECKING:
    from dune_sim.games.batch import Job

Rows = NDArray[np.int64]
#: games side by side
BATCH = 256


class Tables:
    """Some games side by side."""

    def __init__(self, job: Job, numbers: Sequence[int]) -> None:
        records, many = job.engine.program.records, len(numbers)
        self.job, self.numbers = job, numbers
        self.desk = Desk(job.engine, job.tables, job.moves, job.width, job.recorded)
        self.begin, self.step, self.apply, self.row = self.desk.ops
        self.states, self.pilots = zeros(records["State"], many), job.seating.pilots(many)
        width = int(self.pilots.dtype["sight"]["x"].shape[0])
        self.seen: NDArray[np.int64] = np.zeros((many, width), np.int64)
        self.legal: NDArray[np.bool_] = np.zeros((many, job.moves), np.bool_)
        self.rows: Rows = np.zeros((many, job.width), np.int64)
        self.seats = np.full(many, -1)

    def play(self) -> Rows:
        """All games to their ends, one row each."""
        for k in range(len(self.numbers)):
            self._begin(k)
            self._advance(k)
        while (self.seats >= 0).any():
            for host in dict.fromkeys(one for one in self.job.seating.hosts if one is not None):
                self._ask(host)
        return self.rows

    def _slot(self, k: int) -> tuple[Records, Records]:
        return self.states[k : k + 1], self.pilots[k : k + 1]

    def _begin(self, k: int) -> None:
        """Game k up to its first decision."""
        source, number = self.job.source, self.numbers[k]
        states, pilots = self._slot(k)
        if source is None:
            self.desk.enter(self.begin, states, pilots, seed=self.job.seed, first=number)
            return
        pair = zeros(self.job.engine.program.records["State"], 2)
        pair[1] = np.frombuffer(source, pair.dtype)[0]
        self.desk.enter(self.begin, pair, pilots, seed=self.job.seed, first=number, action=1)
        states.view(np.uint8)[:] = pair[:1].view(np.uint8)

    def _advance(self, k: int) -> None:
        """All others decide until a policy of the user is asked; then what it sees, or the row of a finished game."""
        states, pilots = self._slot(k)
        while (seat := self.desk.enter(driver.CALL_TO_MOVE, states, pilots)) >= 0:
            if self.job.seating.hosts[seat] is not None:
                look(self.desk, states, pilots, self.seen[k], self.legal[k])
                break
            seconds = self.job.seating.seconds[seat] if self.job.seating.seconds else 0
            if seconds:
                self._take(k, self.desk.think(states, pilots, seconds))
            else:
                self.desk.enter(self.step, states, pilots)
        else:
            self.desk.enter(self.row, states, pilots)
            self.rows[k] = self.desk.out[: self.job.width]
        self.seats[k] = seat

    def _ask(self, host: Host) -> None:
        """One batch for a policy: every game that waits for it."""
        own = np.array([one is host for one in self.job.seating.hosts] + [False])
        waiting = np.flatnonzero(own[self.seats])
        if not len(waiting):
            return
        masks = self.legal[waiting, : self.job.seating.actions]

        def describe(row: int, action: int) -> str:
            return why_not(action, masks[row], f" in game {self.numbers[waiting[row]]}")

        answers = host.answers(self.seen[waiting].astype(np.int16), masks, describe)
        for k, action in zip(waiting, answers, strict=True):
            self._take(int(k), int(action))
            self._advance(int(k))

    def _take(self, k: int, action: int) -> None:
        states, pilots = self._slot(k)
        pilots["decisions"] += 1
        self.desk.enter(self.apply, states, pilots, action=action)


def look(desk: Desk, states: Records, pilots: Records, seen: NDArray[np.int64], legal: NDArray[np.bool_]) -> None:
    """What the seat to move sees, and which actions are legal."""
    many = desk.enter(driver.CALL_LEGAL, states, pilots)
    legal[:] = False
    legal[desk.moves[:many]] = True
    own, desk.out = desk.out, seen
    desk.enter(CALL_FEATURES, states, pilots, action=-1)
    desk.out = own


def why_not(action: int, legal: NDArray[np.bool_], where: str) -> str:
    """Why an action is none of the answers."""
    if not 0 <= action < len(legal):
        return f"but there are the actions 0 to {len(legal) - 1}"
    answers = np.flatnonzero(legal)
    named = ", ".join(str(one) for one in answers[:12])
    return f"which is not legal{where}; {named}{' …' if len(answers) > 12 else ''} would be"


def play_hosted(job: Job, numbers: Sequence[int]) -> Rows:
    """Games by their numbers, one row each, in this order."""
    parts: list[Any] = [
        Tables(job, numbers[at : at + BATCH]).play() for at in range(0, len(numbers), BATCH)
    ]
    rows: Rows = np.concatenate(parts) if parts else np.zeros((0, job.width), np.int64)
    return rows


def choose_hosted(host: Host, desk: Desk, states: Records, pilots: Records, actions: int) -> int:
    """The answer of a policy of the user at one table."""
    seen: NDArray[np.int64] = np.zeros(int(pilots.dtype["sight"]["x"].shape[0]), np.int64)
    legal: NDArray[np.bool_] = np.zeros(len(desk.moves), np.bool_)
    look(desk, states, pilots, seen, legal)
    mask = legal[:actions]
    answers = host.answers(seen[None].astype(np.int16), mask[None], lambda _, action: why_not(action, mask, " there"))
    return int(answers[0])
