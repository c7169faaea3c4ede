"""``dune-sim play``: a person (or a program) at the table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from dune_sim.cli.setup_options import Engine, GameName, JsonLines, Seed, Setup, flag, policies, with_setup
from dune_sim.cli.show import seat_of, write_picture
from dune_sim.errors import DuneSimError, UsageError
from dune_sim.runs.files import check_target
from dune_sim.runs.session import Session, resume_session

HELP = "a number or words choose; undo · save FILE · picture FILE.svg · board · help · quit"
#: how many decisions of the others are shown between two own ones
LOG_LINES = 30


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
    engine: Engine = "auto",
    as_json: JsonLines = False,
    *,
    setup: Setup,
) -> None:
    """Play in the terminal against policies of the game.

    Choices are made by number or by words; undo takes back a decision that revealed nothing, save FILE keeps the game,
    picture FILE.svg draws the board as you see it.
    Example: dune-sim play arrakis --as atreides --against random
    """
    own = seat_of(seat)
    if load is not None:
        session = loaded(load, game, own, engine, policies(against), setup)
    else:
        made = setup.game(game, engine)
        session = Session(made, made.seat(own or 0), seed, policies(against))
    table = JsonTable() if as_json else Table()
    table.say("help", HELP)
    show_board = True
    while not session.over:
        show_board = _turn(session, table, show_board)
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


class Table:
    """What a person reads."""

    prompt = "> "

    def say(self, kind: str, text: str) -> None:
        print(text)

    def board(self, session: Session) -> None:
        print(session.state.observe(session.seat).render())
        if len(session.log) > LOG_LINES:
            print(f"   … {len(session.log) - LOG_LINES} decisions before these")
        for line in session.log[-LOG_LINES:]:
            print("  ", line)

    def choices(self, choices: Sequence[tuple[int, str]]) -> None:
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

    def choices(self, choices: Sequence[tuple[int, str]]) -> None:
        listed = [{"number": k, "action": action, "text": text} for k, (action, text) in enumerate(choices, 1)]
        self._line(choices=listed)

    def end(self, session: Session) -> None:
        self._line(winner=session.state.winner, scores=session.state.scores)


def _turn(session: Session, table: Table, show_board: bool) -> bool:
    """One question to the person; whether the board should be shown again."""
    if show_board:
        table.board(session)
        session.log.clear()
    choices = session.choices()
    table.choices(choices)
    try:
        text = input(table.prompt).strip()
    except EOFError:
        raise typer.Exit(0) from None
    word, _, rest = text.partition(" ")
    try:
        if word == "quit":
            raise typer.Exit(0)
        if word == "undo":
            session.undo()
        elif word == "save":
            if not rest:
                raise UsageError("save needs a file name: save game.jsonl")
            session.save(Path(rest))
            table.say("saved", f"saved to {rest}; go on with --load {rest}")
            return False
        elif word == "picture":
            check_target(Path(rest), (".svg",))
            write_picture(session.state.observe(session.seat), Path(rest))
            table.say("picture", f"wrote {rest}")
            return False
        elif word in ("help", "?"):
            table.say("help", HELP)
            return False
        elif word and word != "board":
            session.choose(session.find(text, choices))
    except DuneSimError as error:
        table.say("error", str(error))
        return False
    return True
