"""A person at the table: whose turn it is, what may be undone, what is kept."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dune_sim.errors import UsageError
from dune_sim.games.base import Game, State
from dune_sim.games.rollouts import Pilots
from dune_sim.runs.replay import Replay, read_replay

#: re-deals that must agree before a decision counts as having revealed nothing: what slips through was almost certain
#: anyway, because a thing seen in nine deals of ten agrees in all of them once in a thousand times
WITNESSES = 64


class Session:
    """One game between a person in ``seat`` and policies of the game, from its start or from a position."""

    def __init__(
        self,
        game: Game,
        seat: int,
        seed: int,
        against: str | Sequence[str] = "random",
        position: Mapping[str, Any] | None = None,
    ) -> None:
        self._sit_down(Replay(game, seed, seat=seat, position=position), seat, against)

    def _sit_down(self, replay: Replay, seat: int, against: str | Sequence[str]) -> None:
        self.game, self.seat, self.replay = replay.game, seat, replay
        self.others = Pilots(replay.game, against, replay.seed, len(replay.actions))
        self.state = replay.at(len(replay.actions))
        #: own decisions that could be taken back: their number in the replay, and the position before
        self.own: list[tuple[int, State]] = []
        #: what the others did, in words
        self.log: list[str] = []
        self.advance()

    @property
    def over(self) -> bool:
        return self.state.is_over

    def choices(self) -> list[tuple[int, str]]:
        """Legal actions with their words."""
        return [(action, self.state.describe(action)) for action in self.state.legal_actions()]

    def find(self, text: str, choices: Sequence[tuple[int, str]]) -> int:
        """The action meant by a number of the list or by a part of its words."""
        if text.isdecimal():
            number = int(text) if len(text) < 10 else 0
            if not 1 <= number <= len(choices):
                raise UsageError(f"choose a number from 1 to {len(choices)}")
            return choices[number - 1][0]
        found = matching(text, choices)
        if len(found) == 1:
            return found[0]
        many = f"{len(found)} choices" if found else "nothing"
        raise UsageError(f"{many} here match {text!r}; type a number or more of the words")

    def choose(self, action: int) -> None:
        """Take the person's decision, then let the others play."""
        before = self.state.copy()
        self._apply(action)
        self.own.append((len(self.replay.actions) - 1, before))
        self.advance()

    def advance(self) -> None:
        """The others decide until the person must."""
        while not self.state.is_over and self.state.to_move != self.seat:
            action = self.others.choose(self.state)
            self.log.append(f"{self.game.seats[self.state.to_move]}: {self.state.told(action, self.seat)}")
            self._apply(action)

    def _apply(self, action: int) -> None:
        self.state.apply(action)
        self.replay.actions.append(action)

    def undo(self) -> None:
        """Take back the last own decision if it revealed nothing and nobody has answered it."""
        if not self.own:
            raise UsageError("there is nothing to undo")
        at, before = self.own[-1]
        if at != len(self.replay.actions) - 1:
            raise UsageError("others have played since your last decision, so it stands")
        if revealed(before, self.replay.actions[at], self.seat):
            raise UsageError("the last decision revealed something, so it stands")
        self.own.pop()
        self.replay.actions.pop()
        self.state = before.copy()

    def save(self, file: Path) -> None:
        """Keep the game as a replay."""
        self.replay.seat = self.seat
        self.replay.write(file)


def matching(text: str, choices: Sequence[tuple[int, str]]) -> list[int]:
    """Actions whose words are the text; else those that end in it, that have it as whole words, that have it at all."""
    said = re.escape(text.strip())
    for pattern in (rf"^{said}$", rf"(?<!\w){said}$", rf"(?<!\w){said}(?!\w)", said):
        found = [action for action, words in choices if re.search(pattern, words, re.IGNORECASE)]
        if found:
            return found
    return []


def revealed(before: State, action: int, seat: int) -> bool:
    """Whether a decision showed something new: chance fell, or it would have looked otherwise in another deal."""
    after = before.copy()
    after.apply(action)
    if after.raw["rng"].tobytes() != before.raw["rng"].tobytes():
        return True
    seen = after.observe(seat).key()
    for seed in range(WITNESSES):
        other = before.determinize(seat, seed)
        if action not in other.legal_actions():
            return True
        other.apply(action)
        if other.observe(seat).key() != seen:
            return True
    return False


def resume_session(
    file: Path, seat: int | str | None = None, engine: str = "auto", against: str | Sequence[str] = "random"
) -> Session:
    """Go on with a saved game, in the same seat unless another is named."""
    replay = read_replay(file, engine)
    session = Session.__new__(Session)
    session._sit_down(replay, (replay.seat or 0) if seat is None else replay.game.seat(seat), against)
    return session
