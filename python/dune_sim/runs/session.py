"""A person at the table: whose turn it is, what may be undone, what is kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from dune_sim.errors import UsageError
from dune_sim.games.base import Game
from dune_sim.games.rollouts import Pilots
from dune_sim.games.state import State
from dune_sim.runs.replay import Replay, read_replay

#: re-deals that must agree before a decision counts as having revealed nothing: what slips through was almost certain
#: anyway, because a thing seen in nine deals of ten agrees in all of them once in a thousand times
WITNESSES = 64

#: what is to be done before another seat decides: who it is, and for how many seconds it will think
Waits = Callable[[str, float], None]


class Session:
    """One game between a person in ``seat`` and policies of the game, from its start or from a position."""

    def __init__(
        self,
        game: Game,
        seat: int,
        seed: int,
        against: str | Sequence[str] = "random",
        position: Mapping[str, Any] | None = None,
        waits: Waits | None = None,
    ) -> None:
        self._sit_down(Replay(game, seed, seat=seat, position=position), seat, against, waits)

    def _sit_down(self, replay: Replay, seat: int, against: str | Sequence[str], waits: Waits | None = None) -> None:
        self.game, self.seat, self.replay = replay.game, seat, replay
        self.others = Pilots(replay.game, against, replay.seed, len(replay.actions))
        self.state = replay.at(len(replay.actions))
        #: own decisions that could be taken back: their number in the replay, and the position before
        self.own: list[tuple[int, State]] = []
        #: what the others did, in words
        self.log: list[str] = []
        #: why each of the others did what it did last, where it knows
        self.reasons: dict[str, str] = {}
        self.waits = waits
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
        if found:
            raise UsageError(f"{len(found)} choices here match {text!r}; type a number or more of the words")
        raise UsageError(f"nothing here matches {text!r}{nearest(text, choices)}; type a number or part of the words")

    def why(self, text: str, choices: Sequence[tuple[int, str]]) -> list[str]:
        """What is known of a choice, or of what is asked if none is named."""
        from dune_sim.runs.why import why

        asked = next((name for name in self.game.seats if name == text.lower()), None)
        if asked in self.reasons:
            return [f"{asked}: {self.reasons[asked]}"]
        if not text:
            question = self.game.question(self.state)
            return [question, *why(self.game, question, self.state)] if question else ["why needs a choice: why 1"]
        action = self.find(text, choices)
        words = dict(choices)[action]
        return [words, *why(self.game, words, self.state)]

    def choose(self, action: int) -> None:
        """Take the person's decision, then let the others play."""
        before = self.state.copy()
        self._apply(action)
        self.own.append((len(self.replay.actions) - 1, before))
        self.advance()

    def advance(self) -> None:
        """The others decide until the person must."""
        while not self.state.is_over and self.state.to_move != self.seat:
            mover = self.state.to_move
            if self.waits is not None:
                self.waits(self.game.seats[mover], self.others.seconds(mover))
            action = self.others.choose(self.state)
            told = self.state.told(action, self.seat)
            self.log.append(f"{self.game.seats[mover]}: {told}")
            self._note(mover, told)
            self._apply(action)

    def _note(self, mover: int, told: str) -> None:
        """Keep why another seat did what it did, where it searched for it."""
        words = self.others.reason()
        if words:
            self.reasons[self.game.seats[mover]] = f"{told}: {words}"

    def _apply(self, action: int) -> None:
        before = self.state.copy()
        self.state.apply(action)
        self.log += self.game.meanwhile(before, self.state)
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


#: what may be typed at the table besides a choice
COMMANDS = ("board", "more", "why", "undo", "save", "picture", "help", "quit")


def nearest(text: str, choices: Sequence[tuple[int, str]]) -> str:
    """The command or the choice that was probably meant, as the end of a sentence."""
    known = {one: one for one in COMMANDS}
    for _, words in reversed(choices):
        known |= {word.lower(): words for word in (words, *re.findall(r"[\w'-]{4,}", words))}
    said = text.strip().lower()
    near = get_close_matches(said, known, 1) or get_close_matches(said.split(" ")[0], COMMANDS, 1)
    return f"; did you mean {known[near[0]]!r}" if near else ""


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
    return resumed(replay, (replay.seat or 0) if seat is None else replay.game.seat(seat), against)


def resumed(replay: Replay, seat: int, against: str | Sequence[str] = "random", waits: Waits | None = None) -> Session:
    """Go on with a game that was read already."""
    session = Session.__new__(Session)
    session._sit_down(replay, seat, against, waits)
    return session
