"""A person at the table: whose turn it is, what may be undone, what is kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dune_sim.errors import UsageError
from dune_sim.games.base import Game, State
from dune_sim.runs.pilot import Pilots
from dune_sim.runs.replay import Replay, read_replay

#: how many re-deals must agree before a decision counts as having revealed nothing
WITNESSES = 6


class Session:
    """One game between a person in ``seat`` and policies of the game."""

    def __init__(self, game: Game, seat: int, seed: int, against: str | Sequence[str] = "random") -> None:
        self.game, self.seat = game, seat
        self.others = Pilots(game, against, seed)
        self.replay = Replay(game, seed, seat=seat)
        self.state = game.new(seed)
        self.own: list[tuple[int, bool]] = []
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
        if text.isdigit():
            number = int(text)
            if not 1 <= number <= len(choices):
                raise UsageError(f"choose a number from 1 to {len(choices)}")
            return choices[number - 1][0]
        exact = [action for action, words in choices if words.lower() == text.lower()]
        found = exact or [action for action, words in choices if text.lower() in words.lower()]
        if len(found) == 1:
            return found[0]
        raise UsageError(f"{'nothing' if not found else f'{len(found)} choices'} here match {text!r}; type a number or more of the words")

    def choose(self, action: int) -> None:
        """Take the person's decision, then let the others play."""
        before = self.state.copy()
        self._apply(action)
        self.own.append((len(self.replay.actions) - 1, self._revealed(before, action)))
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

    def _revealed(self, before: State, action: int) -> bool:
        """Whether the decision showed something new: would it have looked otherwise had hidden things been otherwise?"""
        after = self.state.observe(self.seat).key()
        for seed in range(WITNESSES):
            other = before.determinize(self.seat, seed)
            if action not in other.legal_actions():
                return True
            other.apply(action)
            if other.observe(self.seat).key() != after:
                return True
        return False

    def undo(self) -> None:
        """Take back the last own decision if it revealed nothing and nobody has answered it."""
        if not self.own:
            raise UsageError("there is nothing to undo")
        at, revealed = self.own[-1]
        if revealed:
            raise UsageError("the last decision revealed something, so it stands")
        if at != len(self.replay.actions) - 1:
            raise UsageError("others have played since your last decision, so it stands")
        self.own.pop()
        self.replay.actions.pop()
        self.state = self.replay.at(at)

    def save(self, file: Path) -> None:
        """Keep the game as a replay."""
        self.replay.seat = self.seat
        self.replay.write(file)


def resume_session(
    file: Path, seat: int | str | None = None, engine: str = "auto", against: str | Sequence[str] = "random"
) -> Session:
    """Go on with a saved game, in the same seat unless another is named."""
    replay = read_replay(file, engine)
    session = Session.__new__(Session)
    session.game, session.replay = replay.game, replay
    session.seat = (replay.seat or 0) if seat is None else replay.game.seat(seat)
    session.state = replay.at(len(replay.actions))
    session.others = Pilots(replay.game, against, replay.seed, len(replay.actions))
    session.own, session.log = [], []
    session.advance()
    return session
