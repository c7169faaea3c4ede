"""``dune-sim show`` and ``replay``: looking at positions and at games that were kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import numpy as np
import typer

from dune_sim.cli.positions import begin, is_position, position_as_replay
from dune_sim.cli.setup_options import Engine, GameName, Json, JsonLines, Seed, Setup, with_setup
from dune_sim.errors import UsageError
from dune_sim.files import check_target, write_whole
from dune_sim.games.checks import check_seed
from dune_sim.games.state import State

if TYPE_CHECKING:
    from dune_sim.runs.replay import Replay

Picture = Annotated[
    Path | None, typer.Option("-o", "--output", help="write the position as an SVG picture", show_default=False)
]
Seat = Annotated[
    str | None, typer.Option("--as", help="show only what this seat may know: number or name", show_default=False)
]
Position = Annotated[
    Path | None,
    typer.Option(
        "--from", help="begin with this position (JSON, as to_dict or show --json write it) or saved game",
        show_default=False,
    ),
]


@with_setup
def show(
    game: GameName,
    seed: Seed = 1,
    step: Annotated[int, typer.Option(help="random decisions to play first", min=0)] = 0,
    start: Position = None,
    output: Picture = None,
    seat: Seat = None,
    engine: Engine = "auto",
    as_json: Json = False,
    *,
    setup: Setup,
) -> None:
    """Show a position of a random game, or one from a file, as text or as a picture.

    Examples: dune-sim show arrakis --seed 7 --step 200 -o board.svg · dune-sim show arrakis --from position.json
    """
    if output is not None:
        check_target(output, (".svg",))
    begun = begin(game, setup, engine, start)
    made = begun.game
    state, reached = random_position(begun.state(seed), check_seed(seed), step)
    if seat is not None:
        state = state.observe(made.seat(seat_of(seat)))
    if output is not None:
        write_picture(state, output)
    if as_json:
        print(json.dumps({"game": game, "seed": seed, "step": reached, "state": state.to_dict()}))
    elif output is None:
        print(state.render())
    else:
        source = f"seed {seed}" if start is None else str(start)
        print(f"wrote {output} ({game}, {source}, after {reached} decisions)")


def seat_of(text: str | None) -> int | str | None:
    """A seat as it was typed: its number or its name."""
    return text if text is None else int(text) if text.isdecimal() and len(text) < 20 else text.lower()


def random_position(state: State, seed: int, step: int) -> tuple[State, int]:
    """The position after ``step`` random decisions, or at the end if the game is shorter."""
    random = np.random.default_rng([seed, 0x5057])
    for reached in range(step):
        legal = state.legal_actions()
        if not legal:
            return state, reached
        state.apply(int(legal[int(random.integers(len(legal)))]))
    return state, step


def write_picture(state: State, file: Path) -> None:
    """Write the SVG of a position."""
    text = state.svg()
    write_whole(file, lambda draft: draft.write_text(text, encoding="utf-8"))


def _kept(file: Path, game: int | None, engine: str) -> Replay:
    """The game behind the arguments of ``replay``."""
    from dune_sim.runs.replay import read_replay
    from dune_sim.runs.store import open_run

    if not file.is_dir():
        if game is not None:
            raise UsageError(f"--game is for runs, but {file} is no directory")
        return position_as_replay(file, engine) if is_position(file) else read_replay(file, engine)
    run = open_run(file)
    if game is None or game >= run.games:
        raise UsageError(f"say which game of {file}: --game 0 to {run.games - 1}")
    return run.replay(game, engine)


def replay(
    file: Annotated[Path, typer.Argument(help="a saved game or position, or a run", show_default=False)],
    game: Annotated[int | None, typer.Option(help="of a run: which game", show_default=False, min=0)] = None,
    step: Annotated[
        int | None, typer.Option(help="show only the position after this many decisions", show_default=False)
    ] = None,
    output: Picture = None,
    seat: Seat = None,
    save: Annotated[Path | None, typer.Option(help="also keep the game in this file", show_default=False)] = None,
    engine: Engine = "auto",
    as_json: JsonLines = False,
) -> None:
    """Show a saved game, or a game of a run, step by step, or one position of it.

    Examples: dune-sim replay game.jsonl --step 40 · dune-sim replay runs/first --game 12 --save game.jsonl
    """
    if output is not None:
        check_target(output, (".svg",))
    held = _kept(file, game, engine)
    if save is not None:
        held.write(save)
    viewer = None if seat is None else held.game.seat(seat_of(seat))
    if step is not None or output is not None:
        at = len(held.actions) if step is None else step
        state = held.at(at) if viewer is None else held.at(at).observe(viewer)
        if output is not None:
            write_picture(state, output)
        if as_json:
            print(json.dumps(state.to_dict()))
        else:
            print(state.render() if output is None else f"wrote {output} ({file}, after {at} decisions)")
        return
    _tell(held, viewer, as_json)


def _tell(held: Replay, viewer: int | None, as_json: bool) -> None:
    """Every decision of a game in words, then its last position."""
    before: State | None = None
    for number, state in held.states():
        if before is not None:
            action = held.actions[number - 1]
            text = before.told(action, viewer)
            if as_json:
                line = {"step": number, "seat": before.to_move, "action": action, "text": text}
                print(json.dumps(line | {"hash": f"{state.hash():016x}"}))
            else:
                print(f"{number:>5}  {held.game.seats[before.to_move]:<12} {text}")
        before = state
    if before is not None and not as_json:
        print((before if viewer is None else before.observe(viewer)).render())
