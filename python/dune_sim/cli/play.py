"""``dune-sim play``: a person (or a program) at the table."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import typer

from dune_sim.cli.play_table import JsonTable, Table
from dune_sim.cli.setup_options import Engine, GameName, JsonLines, Seed, Setup, flag, with_setup
from dune_sim.cli.show import Position, read_position, seat_of, write_picture
from dune_sim.errors import DuneSimError, UsageError
from dune_sim.files import check_target
from dune_sim.games.checks import check_seed, read_policy
from dune_sim.runs.session import Session, resume_session

HELP = "a number or words choose; undo · save FILE · picture FILE.svg · board · help · quit"
#: what a player sees before the next question: the whole board, what changed, or nothing because nothing did
Show = Literal["board", "news", "nothing"]


@with_setup
def play(
    game: GameName,
    seat: Annotated[
        str | None,
        typer.Option("--as", help="your seat: its number or name; the first if left out", show_default=False),
    ] = None,
    against: Annotated[
        str, typer.Option(help="who the others are: a policy of the game such as random, or one per seat")
    ] = "random",
    seed: Seed = 1,
    load: Annotated[Path | None, typer.Option(help="go on with a saved game", show_default=False)] = None,
    start: Position = None,
    engine: Engine = "auto",
    as_json: JsonLines = False,
    *,
    setup: Setup,
) -> None:
    """Play in the terminal against policies of the game.

    Choices are made by number or by words; undo takes back a decision that revealed nothing, save FILE keeps the game,
    picture FILE.svg draws the board as you see it, board prints it whole; else only what changed is printed.
    Example: dune-sim play arrakis --as atreides --against random
    """
    own = seat_of(seat)
    if load is not None and start is not None:
        raise UsageError("a game goes on with --load or begins with --from, not both")
    if load is not None:
        session = loaded(load, game, own, engine, read_policy(against), setup)
    else:
        made = setup.game(game, engine)
        position = None if start is None else read_position(made, start)
        session = Session(made, made.seat(own or 0), check_seed(seed), read_policy(against), position)
    table = JsonTable() if as_json else Table()
    table.say("help", HELP)
    read_answers()
    show: Show = "board"
    while not session.over:
        show = _turn(session, table, show)
    table.end(session)


def loaded(
    file: Path, game: str, seat: int | str | None, engine: str, against: str | list[str], setup: Setup
) -> Session:
    """A saved game, which brings its own set-up and seat."""
    if setup.options:
        raise UsageError(f"a saved game brings its own set-up; leave {flag(next(iter(setup.options)))} out")
    session = resume_session(file, seat, engine, against)
    if session.game.name != game:
        raise UsageError(f"{file} is a game of {session.game.name}, not of {game}")
    return session


def read_answers() -> None:
    """Take whatever is typed: bytes that are no text match nothing, but they must not stop the game."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _turn(session: Session, table: Table, show: Show) -> Show:
    """One question to the person; what to show before the next."""
    if show == "board":
        table.board(session)
    elif show == "news":
        table.news(session)
    if show != "nothing":
        session.log.clear()
    choices = session.choices()
    table.choices(session, choices, show != "nothing")
    try:
        text = input(table.prompt).strip()
    except EOFError:
        raise typer.Exit(0) from None
    try:
        return _answer(session, table, text, choices)
    except DuneSimError as error:
        table.say("error", str(error))
        return "nothing"


def _answer(session: Session, table: Table, text: str, choices: Sequence[tuple[int, str]]) -> Show:
    """Do what was typed: a word of the table, or a choice."""
    word, _, rest = text.partition(" ")
    file = Path(rest)
    if word == "quit":
        raise typer.Exit(0)
    if not word:
        return "news"
    if word == "board":
        return "board"
    if word == "undo":
        session.undo()
        return "board"
    if word == "save":
        if not rest:
            raise UsageError("save needs a file name: save game.jsonl")
        session.save(file)
        table.say("saved", f"saved to {rest}; go on with --load {rest}")
    elif word == "picture":
        check_target(file, (".svg",))
        write_picture(session.state.observe(session.seat), file)
        table.say("picture", f"wrote {rest}")
    elif word in ("help", "?"):
        table.say("help", HELP)
    else:
        session.choose(session.find(text, choices))
        return "news"
    return "nothing"
