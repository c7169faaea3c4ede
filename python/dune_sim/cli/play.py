"""``dune-sim play``, ``show`` and ``replay``: looking at games and playing them in a terminal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from dune_sim.cli.setup_options import Content, Engine, GameName, Json, Leaders, Mode, Players, Seed, build
from dune_sim.errors import DuneSimError, UsageError
from dune_sim.games.base import Game, State
from dune_sim.runs.session import Session, resume_session

HELP = "a number or words choose; undo · save FILE · board · help · quit"


def play(
    game: GameName,
    seat: Annotated[
        str | None,
        typer.Option("--as", help="your seat: its number or name; the first if left out", show_default=False),
    ] = None,
    against: Annotated[str, typer.Option(help="who the others are")] = "random",
    seed: Seed = 1,
    load: Annotated[Path | None, typer.Option(help="go on with a saved game", show_default=False)] = None,
    engine: Engine = "auto",
    players: Players = None,
    leaders: Leaders = None,
    mode: Mode = None,
    content: Content = None,
) -> None:
    """Play in the terminal against random opponents.

    Example: dune-sim play arrakis --as atreides --against random
    """
    if against != "random":
        raise UsageError(f"no opponent {against!r} yet; choose random")
    made = build(game, engine, players, leaders, mode, content)
    own = seat_number(made, seat)
    session = resume_session(load, own) if load else Session(made, own, seed)
    print(HELP)
    show_board = True
    while not session.over:
        show_board = _turn(session, show_board)
    print(session.state.render())
    print(_verdict(session.game, session.state))


def _turn(session: Session, show_board: bool) -> bool:
    """One question to the person; whether the board should be shown again."""
    if show_board:
        print(session.state.observe(session.seat).render())
        for line in session.log[-8:]:
            print("  ", line)
        session.log.clear()
    choices = session.choices()
    for number, (_, words) in enumerate(choices, 1):
        print(f"{number:>4}  {words}")
    try:
        text = input("> ").strip()
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
            print(f"saved to {rest}; go on with --load {rest}")
            return False
        elif word in ("help", "?"):
            print(HELP)
            return False
        elif word and word != "board":
            session.choose(session.find(text, choices))
    except DuneSimError as error:
        print(error)
        return False
    return True


def seat_number(game: Game, text: str | None) -> int:
    """A seat by number or name."""
    if text is None:
        return 0
    names = [str(one).lower() for one in game.seats]
    if text.lower() in names:
        return names.index(text.lower())
    if text.isdigit() and int(text) < game.num_players:
        return int(text)
    raise UsageError(f"{game.name} has no seat {text!r}; choose {', '.join(names)} or 0 to {game.num_players - 1}")


def _verdict(game: Game, state: State) -> str:
    winner = state.winner
    return "nobody won" if winner is None else f"{game.seats[winner]} won; scores {state.scores}"


def show(
    game: GameName,
    seed: Seed = 1,
    step: Annotated[int, typer.Option(help="random decisions to play first", min=0)] = 0,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="write an SVG picture instead of text", show_default=False)
    ] = None,
    seat: Annotated[
        str | None, typer.Option("--as", help="show only what this seat may know", show_default=False)
    ] = None,
    engine: Engine = "auto",
    players: Players = None,
    leaders: Leaders = None,
    mode: Mode = None,
    content: Content = None,
    as_json: Json = False,
) -> None:
    """Show a position of a random game, as text or as a picture.

    Example: dune-sim show arrakis --seed 7 --step 200 -o board.svg
    """
    made = build(game, engine, players, leaders, mode, content)
    state, reached = random_position(made, seed, step)
    if seat is not None:
        state = state.observe(seat_number(made, seat))
    if output is not None:
        write_picture(state, output)
    if as_json:
        print(json.dumps({"game": game, "seed": seed, "step": reached, "state": state.to_dict()}))
    elif output is None:
        print(state.render())
    else:
        print(f"wrote {output} ({game}, seed {seed}, after {reached} decisions)")


def random_position(game: Game, seed: int, step: int) -> tuple[State, int]:
    """The position after ``step`` random decisions, or at the end if the game is shorter."""
    state = game.new(seed)
    random = np.random.default_rng([seed, 0x5057])
    for reached in range(step):
        legal = state.legal_actions()
        if not legal:
            return state, reached
        state.apply(int(legal[int(random.integers(len(legal)))]))
    return state, step


def write_picture(state: State, file: Path) -> None:
    """Write the SVG of a position."""
    if file.suffix != ".svg":
        raise UsageError(f"the picture is an SVG; name it {file.with_suffix('.svg')} instead of {file}")
    if not file.parent.exists():
        raise UsageError(f"there is no directory {file.parent}")
    file.write_text(state.svg(), encoding="utf-8")


def replay(
    file: Annotated[Path, typer.Argument(help="a saved game (JSON lines)")],
    step: Annotated[
        int | None, typer.Option(help="show only the position after this many decisions", show_default=False)
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="write the position as SVG", show_default=False)
    ] = None,
    engine: Engine = "auto",
    as_json: Json = False,
) -> None:
    """Show a saved game step by step.

    Example: dune-sim replay game.jsonl --step 40
    """
    from dune_sim.runs.replay import read_replay

    held = read_replay(file, engine)
    if step is not None or output is not None:
        state = held.at(len(held.actions) if step is None else step)
        if output is not None:
            write_picture(state, output)
        print(json.dumps(state.to_dict()) if as_json else state.render())
        return
    before: State | None = None
    for number, state in held.states():
        if before is not None:
            action = held.actions[number - 1]
            line = {"step": number, "seat": before.to_move, "action": action, "text": before.describe(action)}
            line["hash"] = f"{state.hash():016x}"
            print(json.dumps(line) if as_json else f"{number:>5}  {held.game.seats[before.to_move]:<12} {line['text']}")
        before = state
    if before is not None and not as_json:
        print(before.render())
