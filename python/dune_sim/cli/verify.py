"""``dune-sim verify``: do all engines play the same games?"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from dune_sim.cli.setup_options import Engines, GameOrAll, Json, Policy, Seed, Setup, with_setup
from dune_sim.cli.streams import on_terminal
from dune_sim.games.checks import read_policy

#: what a bar shows: what is done, how much of it, the time left
COLUMNS = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())


@with_setup
def verify(
    game: GameOrAll = None,
    games: Annotated[int, typer.Option(help="games to replay", min=1)] = 100,
    seed: Seed = 1,
    engine: Engines = None,
    policy: Policy = "random",
    as_json: Json = False,
    *,
    setup: Setup,
) -> None:
    """Replay the same seeds on every engine and compare every byte after every decision.

    Exit code 0 if all agree, 1 if two engines differ. Example: dune-sim verify battle --games 1000
    """
    from dune_sim.runs.verify import verify as compare

    found = []
    with Progress(*COLUMNS, console=Console(stderr=True), transient=True, disable=as_json or not on_terminal()) as bar:
        for made in [setup.game(name) for name in setup.names(game)]:
            task = bar.add_task(f"comparing {made.name}", total=games)
            told = lambda n, task=task: bar.advance(task, n)  # noqa: E731
            found.append(compare(made, games, seed, engine or None, read_policy(policy), told))
    if as_json:
        rows = [{**asdict(one), "passed": one.passed} for one in found]
        print(json.dumps(rows[0] if game else rows))
    else:
        for one in found:
            verdict = "identical" if one.passed else f"DIFFERENT: {one.differences[0]}"
            print(f"{one.game}: {one.games:,} games, {one.steps:,} decisions on {', '.join(one.engines)}: {verdict}")
    if not all(one.passed for one in found):
        raise typer.Exit(1)
