"""``dune-sim play``: a person (or a program) at the table."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import Annotated, Literal

import typer

from dune_sim.cli.play_table import JsonTable, Table
from dune_sim.cli.positions import Begin, begin
from dune_sim.cli.setup_options import Engine, GameName, JsonLines, Seed, Setup, with_setup
from dune_sim.cli.show import Position, seat_of, write_picture
from dune_sim.errors import DuneSimError, UsageError
from dune_sim.files import check_target
from dune_sim.games.checks import check_seed, read_policy
from dune_sim.runs.session import Session, Waits, matching, resumed

HELP = """\
a number           takes that choice; so does a part of its words
b, board [WORD]    the whole board, or its lines with a word
more               more of the choices; Enter asks again
why [CHOICE]       what is known of a choice: cards, leaders, places
why SEAT           what a searching player expected of its last decision
undo               takes back a decision that revealed nothing
save FILE.jsonl    keeps the game
picture FILE.svg   draws the board as you see it
help, quit"""
#: short forms
SHORT = {"b": "board", "m": "more", "w": "why", "u": "undo", "h": "help", "?": "help", "q": "quit", "exit": "quit"}
#: what a player sees before the next prompt: the question with what led to it, the question alone, or nothing new
Show = Literal["news", "question", "nothing"]


@with_setup
def play(
    game: GameName,
    seat: Annotated[
        str | None,
        typer.Option("--as", help="your seat: its number or name; the first if left out", show_default=False),
    ] = None,
    against: Annotated[
        str, typer.Option(help="who the others are: a policy such as greedy or mcts:300ms, or one for each seat")
    ] = "random",
    seed: Seed = 1,
    load: Annotated[Path | None, typer.Option(help="go on with a saved game or position", show_default=False)] = None,
    start: Position = None,
    engine: Engine = "auto",
    as_json: JsonLines = False,
    *,
    setup: Setup,
) -> None:
    """Play in the terminal against policies of the game.

    You see what happened since your last decision, the question and the choices; a number or a part of the words
    chooses, b shows the board, help tells the rest. Undo takes back a decision that revealed nothing.
    Example: dune-sim play arrakis --as atreides --against random
    """
    if load is not None and start is not None:
        raise UsageError("a game goes on with --load or begins with --from, not both")
    table = JsonTable() if as_json else Table()
    others = (read_policy(against), table.thinking)
    session = seated(begin(game, setup, engine, load or start), seat, seed, others, load is not None)
    table.welcome(HELP)
    read_answers()
    show: Show = "news"
    while not session.over:
        show = _turn(session, table, show)
    table.end(session)


def seated(
    begun: Begin, seat: str | None, seed: int, others: tuple[str | list[str], Waits], goes_on: bool
) -> Session:
    """A person at the table: a saved game goes on in its seat, or gives the position of a new game."""
    own, replay, (against, waits) = seat_of(seat), begun.replay, others
    if replay is None:
        return Session(begun.game, begun.game.seat(own or 0), check_seed(seed), against, begun.position, waits)
    kept = replay.seat or 0 if own is None else begun.game.seat(own)
    if goes_on:
        return resumed(replay, kept, against, waits)
    return Session(begun.game, kept, check_seed(seed), against, begun.state(seed).to_dict(), waits)


def read_answers() -> None:
    """Take whatever is typed: bytes that are no text match nothing, but they must not stop the game."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _turn(session: Session, table: Table, show: Show) -> Show:
    """One question to the person; what to show before the next."""
    choices = session.choices()
    if show != "nothing":
        table.ask(session, choices, news=show == "news")
    if show == "news":
        session.log.clear()
    try:
        text = input(table.prompt).strip()
    except EOFError:
        raise typer.Exit(0) from None
    try:
        return _answer(session, table, text, choices)
    except DuneSimError as error:
        table.say("error", str(error))
        return "question" if table.always else "nothing"


def _answer(session: Session, table: Table, text: str, choices: Sequence[tuple[int, str]]) -> Show:
    """Do what was typed: a word of the table, or a choice."""
    word, _, rest = text.partition(" ")
    word, rest = SHORT.get(word.lower(), word.lower()), rest.strip()
    if not text:
        return "question"
    if word in ("quit", "undo", "more", "help") and not rest:
        return _order(session, table, word, choices)
    if word == "board":
        table.board(session, rest)
    elif word == "why":
        told = session.why(rest, choices)
        table.say("why", "\n".join(told))
    elif word in ("save", "picture"):
        _keep(session, table, word, rest)
    else:
        return _choose(session, table, text, choices)
    return "question" if table.always or (word == "board" and not rest) else "nothing"


def _order(session: Session, table: Table, word: str, choices: Sequence[tuple[int, str]]) -> Show:
    """A word that stands alone."""
    if word == "quit":
        raise typer.Exit(0)
    if word == "undo":
        session.undo()
        table.say("undone", "taken back")
        return "question"
    if word == "more":
        table.more(choices)
    else:
        table.say("help", HELP)
    return "question" if table.always else "nothing"


def _keep(session: Session, table: Table, word: str, rest: str) -> None:
    """Write the game or its picture into a file."""
    file = Path(rest)
    if word == "picture":
        check_target(file, (".svg",))
        write_picture(session.state.observe(session.seat), file)
        table.say("picture", f"wrote {rest}")
        return
    if not rest:
        raise UsageError("save needs a file name: save game.jsonl")
    session.save(file)
    table.say("saved", f"saved to {rest}; go on with:\n  dune-sim play {session.game.name} --load {quote(rest)}")


def _choose(session: Session, table: Table, text: str, choices: Sequence[tuple[int, str]]) -> Show:
    """Take a choice, or show those that a part of their words fits."""
    found = [] if text.isdecimal() else matching(text, choices)
    if len(found) > 1 and not table.always:
        table.found(text, choices, found)
        return "nothing"
    session.choose(session.find(text, choices))
    return "news"
