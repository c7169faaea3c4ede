"""``dune-sim advise``: what a search would do at a position, best first, in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dune_sim.cli.positions import Begin, begin, is_position, position_as_replay, read_position, saved_setup
from dune_sim.cli.setup_options import Engine, Json, Setup, with_setup
from dune_sim.errors import UsageError
from dune_sim.runs.replay import is_replay, read_replay

if TYPE_CHECKING:
    from dune_sim.agents.search import Found


@with_setup
def advise(
    file: Annotated[Path, typer.Argument(help="a position (JSON) or a saved game", show_default=False)],
    game: Annotated[
        str | None, typer.Option(help="which game a position written by hand belongs to", show_default=False)
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(help="playouts; 2000 unless the policy has a time", min=1, show_default=False)
    ] = None,
    policy: Annotated[str, typer.Option(help="how to search: mcts with parameters, or a time: mcts:300ms")] = "mcts",
    step: Annotated[
        int | None, typer.Option(help="of a saved game: after this many decisions", min=0, show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option(help="fixes the deals that are tried")] = 1,
    workers: Annotated[int, typer.Option(help="threads that search side by side", min=1)] = 1,
    engine: Engine = "auto",
    as_json: Json = False,
    *,
    setup: Setup,
) -> None:
    """Search a position for whoever is to move, from what that seat knows, and tell its answers, best first.

    Each answer comes with the share of the victory it is worth, its standard error, the playouts it took and how the
    best line goes on. Examples: dune-sim advise position.json · dune-sim advise game.jsonl --step 40 --json
    """
    begun = _begun(file, game, setup, engine)
    if step is not None and begun.replay is None:
        raise UsageError(f"--step is for saved games, but {file} is a position")
    at = len(begun.replay.actions) if begun.replay is not None and step is None else step
    state = begun.replay.at(at or 0) if begun.replay is not None else begun.state(seed)
    timed = policy.endswith("ms") or "ms:" in policy
    found = state.search(2000 if iterations is None and not timed else iterations, seed, workers, policy)
    if as_json:
        head = {"game": begun.game.name, "seat_name": begun.game.seats[found.seat], "policy": policy}
        print(json.dumps({**head, "question": begun.game.question(state), **found.to_dict()}))
        return
    _show(found)


def _begun(file: Path, name: str | None, setup: Setup, engine: str) -> Begin:
    """The game of a file: what it says of itself, or what the flags say."""
    if name is not None:
        return begin(name, setup, engine, file)
    if is_replay(file):
        return begin(read_replay(file, engine).game.name, setup, engine, file)
    kept = saved_setup(read_position(file)) if is_position(file) else None
    if kept is not None:
        return begin(kept[0], setup, engine, file)
    replay = position_as_replay(file, engine)
    return Begin(replay.game, replay.position)


def _show(found: Found) -> None:
    game = found.state.game
    question = game.question(found.state)
    print(f"{game.seats[found.seat]} decides{': ' + question if question else ''}")
    print(f"{found.playouts:,} playouts in {found.seconds:.2f} s; share of the victory ± standard error, playouts\n")
    for number, line in enumerate(found.answers, 1):
        first, *rest = line.words
        print(f"{number:>3}  {line.value:6.1%} ± {line.error:.1%}  {found.visits[line.action]:>7,}  {first}")
        if rest:
            print(f"{'':>30}then {', '.join(rest)}")
