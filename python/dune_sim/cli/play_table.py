"""What a player at the table is shown: a person reads the board once and then what changed, a program reads JSON."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any

from dune_sim.cli.streams import on_terminal
from dune_sim.runs.session import Session

#: a line of a board that begins with a name, such as that of an area, and then tells of it
NAMED = re.compile(r" {1,4}[A-Za-z][\w' -]*?\s{2,}\S")
#: rows that what happened may take from the choices, where there are too many of both
NEWS_ROWS = 8


class Table:
    """What a person reads: what happened, the question, the choices, in as many rows as the terminal has."""

    prompt = "> "
    #: whether the question is asked again after every answer
    always = False

    def __init__(self) -> None:
        #: the board as the person saw it last
        self.seen = ""
        #: the number of the last choice that was shown
        self.shown = 0
        #: whether a line says that somebody is thinking
        self.busy = False

    def say(self, kind: str, text: str) -> None:
        # names of files and commands are for copying: they stay in one piece
        if kind == "why":
            self._print(text.splitlines())
        else:
            print(text)

    def welcome(self, text: str) -> None:
        self.say("help", "b shows the board, help tells what else can be typed.")

    def thinking(self, who: str, seconds: float) -> None:
        """Say who is thinking, where that takes a while and somebody watches; what is printed next takes its place."""
        if seconds and on_terminal():
            self.busy = True
            print(f"\r\033[K{who} is thinking …", end="", file=sys.stderr, flush=True)

    def ready(self) -> None:
        """Nobody is thinking any more."""
        if self.busy:
            self.busy = False
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def _print(self, lines: Sequence[str]) -> None:
        wide = columns()
        for row in [row for line in lines for row in folded(line, wide)]:
            print(row)

    def board(self, session: Session, word: str = "") -> None:
        """The whole board, or the lines with a word under their headings."""
        self.seen = session.state.observe(session.seat).render()
        if word:
            self._print(list(with_word(self.seen, word)) or [f"nothing on the board matches {word!r}"])
        else:
            self._print(self.seen.splitlines())

    def ask(self, session: Session, choices: Sequence[tuple[int, str]], news: bool) -> None:
        """What happened since the last own decision, then the question, then the choices."""
        self.ready()
        before, self.seen = self.seen, session.state.observe(session.seat).render()
        wide, question = columns(), session.game.question(session.state)
        status = status_of(self.seen)
        told = list(grouped(session.log)) if news else []
        if news and before:
            told += [line for line in changes(before, self.seen) if line != question and line not in status]
        told = [part for line in told for part in folded(line, wide)]
        asked = [part for line in filter(None, [question]) for part in folded(line, wide)]
        rows = height() - 2 - len(asked) - (not before)  # above the first question stands the welcome
        left = rows - min(len(told), NEWS_ROWS)
        listed, self.shown = page(choices, 0, left, wide)
        spare = max(0, rows - len(listed))
        if len(told) > spare:
            told = [*told[: spare - 1], f"  … {len(told) - spare + 1} more lines; b shows the board"] if spare else []
        short = re.sub(r"\s+(· )?as (the|seat) \w+ sees? it$", "", " ".join(status))
        for line in [short[:wide], *told, *asked, *listed]:
            print(line)

    def more(self, choices: Sequence[tuple[int, str]]) -> None:
        """The choices that did not fit."""
        start = self.shown if self.shown < len(choices) else 0
        listed, self.shown = page(choices, start, height() - 2, columns())
        print("\n".join(listed))

    def found(self, text: str, choices: Sequence[tuple[int, str]], actions: Sequence[int]) -> None:
        """The choices that what was typed fits, with their numbers."""
        rows = [(number, words) for number, (action, words) in enumerate(choices, 1) if action in set(actions)]
        print(f"{len(rows)} choices match {text!r}; type a number or more of the words")
        room = height() - 3
        self._print([f"{number:>4}  {words}" for number, words in rows[:room]])
        if len(rows) > room:
            print(f"      … {len(rows) - room} more")

    def end(self, session: Session) -> None:
        self.ready()
        self._print(list(grouped(session.log)))
        self._print(session.state.render().splitlines())
        winner = session.state.winner
        won = "nobody won" if winner is None else f"{session.game.seats[winner]} won"
        print(f"{won}; scores {', '.join(map(str, session.state.scores))}")


class JsonTable(Table):
    """The same for a program: one object a line, answers as a person gives them."""

    prompt = ""
    always = True

    def thinking(self, who: str, seconds: float) -> None:
        return None

    def _line(self, **data: Any) -> None:
        print(json.dumps(data), flush=True)

    def say(self, kind: str, text: str) -> None:
        self._line(**{kind: text})

    def welcome(self, text: str) -> None:
        self.say("help", text)

    def board(self, session: Session, word: str = "") -> None:
        self._line(position=session.state.observe(session.seat).to_dict(), log=session.log)

    def ask(self, session: Session, choices: Sequence[tuple[int, str]], news: bool) -> None:
        if news:
            self.board(session)
        listed = [{"number": k, "action": action, "text": text} for k, (action, text) in enumerate(choices, 1)]
        self._line(question=session.game.question(session.state), choices=listed)

    def more(self, choices: Sequence[tuple[int, str]]) -> None:
        return None

    def end(self, session: Session) -> None:
        self._line(winner=session.state.winner, scores=session.state.scores)


# -- what fits ---------------------------------------------------------------------------------------------------------


def columns() -> int:
    return max(40, get_terminal_size((80, 24)).columns)


def height() -> int:
    return max(12, get_terminal_size((80, 24)).lines)


def folded(line: str, wide: int) -> list[str]:
    """A line in rows of a width; a rule across the page is cut instead."""
    if len(line) <= wide or line.endswith("──"):
        return [line[:wide]]
    indent = len(line) - len(line.lstrip()) + 4
    return wrap(line, wide, subsequent_indent=" " * min(indent, wide // 2), break_on_hyphens=False) or [""]


def status_of(board: str) -> list[str]:
    """The first line of a board, which says what goes on; a narrow terminal has it in two rows."""
    lines = board.splitlines()
    return lines[: 2 if len(lines) > 1 and lines[1].endswith("see it") else 1]


def with_word(board: str, word: str) -> Iterator[str]:
    """Lines of a board with a word under their headings; a heading with it brings all that is under it."""
    last = ""
    for _, heading, line in _lines(board):
        if word.lower() in heading.lower() or word.lower() in line.lower():
            if heading not in (last, line):
                yield heading
            yield line
            last = heading


def grouped(log: Sequence[str]) -> Iterator[str]:
    """What the others did, the decisions of one player after another in one line."""
    held: list[str] = []
    for one in log:
        who, _, did = one.partition(": ")
        if held and held[0] == who:
            held.append(did)
            continue
        if held:
            yield f"  {held[0]}: {'; '.join(held[1:])}"
        held = [who, did]
    if held:
        yield f"  {held[0]}: {'; '.join(held[1:])}"


def page(choices: Sequence[tuple[int, str]], start: int, rows: int, wide: int) -> tuple[list[str], int]:
    """The choices from one on that fit, a last row that says how many do not, and the number of the last that does."""
    lines: list[str] = []
    for number, (_, words) in enumerate(choices[start:], start + 1):
        one = folded(f"{number:>4}  {words}", wide)
        room = rows if number == len(choices) else rows - 1
        if lines and len(lines) + len(one) > room:
            rest = len(choices) - number + 1
            return [*lines, f"      … {rest} more: type more, or a part of the words"], number - 1
        lines += one
    return lines, len(choices)


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
