"""``dune-sim run``: many games, streamed to disk."""

from __future__ import annotations

import json
import time
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from dune_sim.cli.setup_options import Engine, GameName, Json, Policy, Seed, Setup, with_setup
from dune_sim.cli.streams import on_terminal
from dune_sim.errors import UsageError
from dune_sim.games.checks import read_policy


class _GamesPerSecond(ProgressColumn):
    def render(self, task: Task) -> Text:
        played, seconds = task.completed - task.fields["before"], task.elapsed
        return Text(f"{played / seconds:,.0f} games/s" if played and seconds else "… games/s")


COLUMNS = (
    TextColumn("{task.description}"),
    BarColumn(),
    MofNCompleteColumn(),
    _GamesPerSecond(),
    TimeRemainingColumn(),
)


@with_setup
def run(
    game: GameName,
    games: Annotated[int, typer.Option(help="how many games", min=1)] = 10_000,
    seed: Seed = 1,
    out: Annotated[Path, typer.Option(help="directory; one that holds the same run is resumed")] = Path("runs/latest"),
    policy: Policy = "random",
    engine: Engine = "auto",
    workers: Annotated[
        int | None, typer.Option(help="threads; all cores if left out", show_default=False, min=1)
    ] = None,
    record: Annotated[
        bool, typer.Option("--record/--no-record", help="keep what happened to every seat and card besides")
    ] = True,
    cluster: Annotated[
        bool, typer.Option("--cluster", help="play on a Ray cluster that shares the directory (extra [cluster])")
    ] = False,
    address: Annotated[
        str, typer.Option(help="with --cluster: where Ray runs, auto for this machine's; one is started if left out")
    ] = "",
    as_json: Json = False,
    *,
    setup: Setup,
) -> None:
    """Play games on all cores and keep one row each in Parquet files, and what happened to every seat and card.

    Ctrl-C and SIGTERM keep what is finished; the same command goes on from there.
    Example: dune-sim run arrakis --games 100000 --seed 7 --out runs/first
    """
    from dune_sim.runs.store import fill, start_run
    from dune_sim.runs.summary import summarise

    if address and not cluster:
        raise UsageError("--address says where a cluster is: give --cluster as well")
    made = setup.game(game, engine)
    engine_used = made.engine.name
    held = start_run(out, made, games, seed, read_policy(policy), record)
    before = held.finished()
    started = time.perf_counter()
    with Progress(*COLUMNS, console=Console(stderr=True), disable=as_json or not on_terminal()) as bar:
        task = bar.add_task(f"{game} on {engine_used}", total=games, completed=before, before=before)
        step = partial(bar.advance, task)
        if cluster:
            from dune_sim.runs.cluster import fill_on_cluster

            complete = fill_on_cluster(held, made, engine, step, address)
        else:
            complete = fill(held, made, engine, workers, step)
    report: dict[str, Any] = summarise(made, held)
    report |= {"out": str(out), "engine": engine_used, "seconds": round(time.perf_counter() - started, 3)}
    report |= {"resumed_from": before, "complete": complete}
    print(json.dumps(report) if as_json else _words(report))
    if not complete:
        raise typer.Exit(130)


def _words(report: dict[str, Any]) -> str:
    level = report["options"].get("difficulty")
    head = f"{report['games']:,} games of {report['game']}{f' at {level}' if level else ''} in {report['out']}"
    if report["resumed_from"]:
        head += f" ({report['resumed_from']:,} were there already)"
    lines = [head if report["complete"] else head + ", stopped early; the same command goes on from here"]
    lines += _rates(report["win_rate"])
    for what, rates in report["win_rate_by"].items():
        lines += [f"  by {what}:", *_rates(rates)]
    lines.append(f"  unfinished (cap on rounds reached): {report['unfinished']:,}")
    lines.append("  means: " + ", ".join(f"{name} {value:,.2f}" for name, value in report["means"].items()))
    lines += [f"  {column}: " + ", ".join(_counts(counts)) for column, counts in report["endings"].items()]
    return "\n".join(lines)


def _rates(rates: dict[str, dict[str, float]]) -> list[str]:
    wide = max((12, *map(len, rates)))
    return [
        f"  {name:<{wide}} wins {one['share']:7.2%}   95 % interval {one['low']:.2%} to {one['high']:.2%}"
        for name, one in rates.items()
    ]


def _counts(counts: dict[str, int]) -> list[str]:
    return [f"{name} {count:,}" for name, count in sorted(counts.items(), key=lambda item: -item[1])]
