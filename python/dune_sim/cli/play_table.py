"""What a player at the table is shown: a person reads the board once and then what changed, a program reads JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from dune_sim.runs.session import Session

#: how many decisions of the others are shown between two own ones
LOG_LINES = 30
#: a line of a board that begins with a name, such as that of an area, and then tells of it
NAMED = re.compile(r" {1,4}[A-Za-z][\w' -]*?\s{2,}\S")


class Table:
    """What a person reads."""

    prompt = "> "

    def __init__(self) -> None:
        #: the board as the person saw it last
        self.seen = ""

    def say(self, kind: str, text: str) -> None:
        print(text)

    def board(self, session: Session) -> None:
        """The whole board, and what the others did since the last own decision."""
        self._look(session)
        print(self.seen)
        self._log(session)

    def news(self, session: Session) -> None:
        """What happened since the last own decision: what the others did, and the lines of the board that changed."""
        before = self.seen
        self._look(session)
        self._log(session)
        question = session.game.question(session.state)
        for line in changes(before, self.seen):
            if line != question:
                print(line)
        if question:
            print(question)

    def _look(self, session: Session) -> None:
        self.seen = session.state.observe(session.seat).render()

    def _log(self, session: Session) -> None:
        if len(session.log) > LOG_LINES:
            print(f"   … {len(session.log) - LOG_LINES} decisions before these")
        for line in session.log[-LOG_LINES:]:
            print("  ", line)

    def choices(self, session: Session, choices: Sequence[tuple[int, str]], anew: bool) -> None:
        """The answers; not again where nothing has changed, so that what was said last stays in sight."""
        if anew:
            for number, (_, words) in enumerate(choices, 1):
                print(f"{number:>4}  {words}")

    def end(self, session: Session) -> None:
        print(session.state.render())
        winner = session.state.winner
        won = "nobody won" if winner is None else f"{session.game.seats[winner]} won"
        print(f"{won}; scores {', '.join(map(str, session.state.scores))}")


class JsonTable(Table):
    """The same for a program: one object a line, answers as a person gives them."""

    prompt = ""

    def _line(self, **data: Any) -> None:
        print(json.dumps(data), flush=True)

    def say(self, kind: str, text: str) -> None:
        self._line(**{kind: text})

    def board(self, session: Session) -> None:
        self._line(position=session.state.observe(session.seat).to_dict(), log=session.log)

    def news(self, session: Session) -> None:
        self.board(session)

    def choices(self, session: Session, choices: Sequence[tuple[int, str]], anew: bool) -> None:
        listed = [{"number": k, "action": action, "text": text} for k, (action, text) in enumerate(choices, 1)]
        self._line(question=session.game.question(session.state), choices=listed)

    def end(self, session: Session) -> None:
        self._line(winner=session.state.winner, scores=session.state.scores)


def changes(before: str, after: str) -> Iterator[str]:
    """Lines of a board that were not there before, under their headings, and what has nothing to show any more."""
    old, new = list(_lines(before)), list(_lines(after))
    known = {(part, line) for part, _, line in old}
    labels = {(part, _label(line)) for part, _, line in new}
    shown = ""
    for part, heading, line in new:
        if (part, line) not in known:
            if line != heading != shown:
                yield heading
            yield line
            shown = heading
    for part, _, line in old:
        if NAMED.match(line) and (part, _label(line)) not in labels:
            yield f"{_label(line)}: nothing any more ({part})"


def _lines(text: str) -> Iterator[tuple[str, str, str]]:
    """Lines that are not empty, with the heading they stand under and the part of it that stays the same."""
    part = heading = ""
    for line in text.splitlines():
        if not line.startswith(" "):
            heading = line
            part = " ".join(re.findall(r"[\w-]+", line)[:2])
        if line.strip():
            yield part, heading, line


def _label(line: str) -> str:
    """What a line of the board is about: its words up to the first gap."""
    return re.split(r"\s{2,}", line.strip())[0]
