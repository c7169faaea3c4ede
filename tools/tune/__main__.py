"""``python -m tune``: make weights for players. Run it with PYTHONPATH=tools; docs/players.md says more."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dune_sim.games.registry import make
from tune.learning import learn as learn_weights
from tune.learning import writer
from tune.refining import refine as refine_weights

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, help=__doc__)
GameName = Annotated[str, typer.Argument(help="imperium or arrakis")]
Start = Annotated[str, typer.Option(help="weights to begin with: a file, own (the game's) or nothing")]


@app.command()
def learn(
    game: GameName,
    start: Start = "own",
    steps: Annotated[int, typer.Option(help="steps at most; a clearly worse one is the last")] = 4,
    games: Annotated[int, typer.Option(help="games that are watched for a step")] = 3000,
    met: Annotated[int, typer.Option(help="games against the weights before")] = 1200,
    t: Annotated[float, typer.Option(help="temperature of the games that are watched")] = 0.05,
    seed: int = 1,
    out: Path = Path("runs/tune"),
) -> None:
    """Self-play, regression, arena, again."""
    learn_weights(make(game), start, steps, games, met, t, seed, out, writer(out.with_suffix(".jsonl")))


@app.command()
def refine(
    game: GameName,
    start: Start = "own",
    steps: Annotated[int, typer.Option(help="generations of CMA-ES")] = 20,
    games: Annotated[int, typer.Option(help="games of each candidate")] = 200,
    check: Annotated[int, typer.Option(help="games of what was found, on deals of its own")] = 2000,
    seed: int = 1,
    out: Path = Path("runs/tune"),
) -> None:
    """CMA-ES over groups of weights."""
    refine_weights(make(game), start, steps, games, check, seed, out, writer(out.with_suffix(".jsonl")))


app()
