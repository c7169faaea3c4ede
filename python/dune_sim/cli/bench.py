"""``dune-sim bench``: how fast is each engine here?"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from dune_sim.cli.setup_options import Engines, GameOrAll, Json, Policy, Setup, with_setup
from dune_sim.cli.streams import on_terminal
from dune_sim.cli.verify import COLUMNS
from dune_sim.games.checks import check_count, check_seconds, read_policy

if TYPE_CHECKING:
    from dune_sim.games.base import Game


@with_setup
def bench(
    game: GameOrAll = None,
    engine: Engines = None,
    seconds: Annotated[float, typer.Option(help="time for one measurement", min=0.01)] = 0.5,
    repeats: Annotated[int, typer.Option(help="measurements per engine; the best counts", min=1)] = 9,
    policy: Policy = "random",
    doors: Annotated[bool, typer.Option(help="measure the doors for learners too (docs/learning.md)")] = True,
    as_json: Json = False,
    *,
    setup: Setup,
) -> None:
    """Measure throughput on one thread, start-up, two threads against one, the signature, and the doors for learners.

    Run it on an idle machine and compare ratios inside one run. Example: dune-sim bench battle --json
    """
    from dune_sim.runs.bench import bench as measure
    from dune_sim.runs.bench import chosen_engines, measurements

    names, plays = tuple(engine) if engine else None, read_policy(policy)
    check_seconds(seconds, "--seconds")
    check_count(repeats, "--repeats", 1, 1000)
    games = [setup.game(name) for name in setup.names(game)]
    total = sum(measurements(chosen_engines(made, names), repeats, True) for made in games)
    watched = on_terminal()
    with Progress(*COLUMNS, console=Console(stderr=True), transient=True, disable=not watched) as bar:
        task = bar.add_task("measuring", total=total)

        def told(text: str) -> None:
            if watched:
                bar.update(task, description=text)
            else:
                print(text, file=sys.stderr)

        step = partial(bar.advance, task)
        found = [measure(made, names, seconds, plays, repeats, True, told, step) for made in games]
        for made, one in zip(games, found, strict=True):
            if doors:
                one["doors"] = _doors(made, one["compared"]["fastest"], seconds, told)
    if as_json:
        print(json.dumps(found[0] if game else found, indent=2))
        return
    for one in found:
        _show(one)


def _doors(game: Game, engine: str, seconds: float, told: Callable[[str], None]) -> dict[str, float]:
    """The doors on the fastest engine; plain Python is not what anybody would learn with."""
    from dune_sim.envs.bench import bench_doors
    from dune_sim.games.registry import remake

    if engine == "python":
        return {}
    return bench_doors(remake(game.name, game.spec, engine), seconds, 3, told)


def _show(one: dict[str, Any]) -> None:
    where = one["machine"]
    plays = one["policy"] if isinstance(one["policy"], str) else ", ".join(one["policy"])
    print(f"{one['game']} ({plays}) on {where['cpu']}, {where['cores']} cores")
    # seven columns in the 80 of a plain terminal: no lines, two blanks between
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for head in ("engine", "games/s", "ns/decision", "load", "first result", "2 threads", "signature"):
        table.add_column(head, justify="left" if head == "engine" else "right", no_wrap=True)
    rows = {name: row for name, row in one.items() if isinstance(row, dict) and "games_per_s" in row}
    for name, row in rows.items():
        cells = [f"{row['games_per_s']:,.0f}", f"{row['ns_per_decision']:,.0f}", f"{row['load_s']:.2f} s"]
        cells += ["-" if row["first_result_s"] is None else f"{row['first_result_s']:.2f} s"]
        cells += ["-" if row["two_threads"] is None else f"{row['two_threads']:.2f} ×", row["signature"]]
        table.add_row(name, *cells)
    Console().print(table)
    further = [*_players(one.get("players")), *_through_doors(one.get("doors", {}))]
    for line in [*_compared(rows, one["compared"]), *_further(rows), *further]:
        print(f"  {line}")
    print()


def _through_doors(doors: dict[str, float]) -> Iterator[str]:
    from dune_sim.envs.bench import AIMS

    for name, figure in doors.items():
        if name in AIMS:
            aim = f" (aim: {AIMS[name]:,.0f} or {'less' if name.endswith('_us') else 'more'})"
        else:
            aim = ""
        words = name.removesuffix("_per_s").replace("_", " ")
        if name.endswith("_us"):
            yield f"{words.removesuffix(' us').replace(' ', ' + ')}: {figure:.2f} µs{aim}"
        else:
            yield f"{words}: {figure:,.0f} a second{aim}"


def _compared(rows: dict[str, Any], told: dict[str, Any]) -> Iterator[str]:
    best = told["fastest"]
    aims = told["aims"]
    if aims:
        row = rows[best]
        yield (
            f"{best}: {row['games_per_s']:,.0f} games/s (aim: {aims['games_per_s']:,.0f} or more), "
            f"{row['ns_per_decision']:,.0f} ns a decision (aim: {aims['ns_per_decision']:,.0f} or less)"
        )
    for name, times in told["slower_by"].items():
        aim = " (aim: 1.5 or less)" if {name, best} == {"cpp", "numba"} else ""
        yield f"{best} is {times:,.2f} × as fast as {name}{aim}"
    if "times_public_engine" in told:
        yield (
            f"{best} plays {told['times_public_engine']:,.0f} × the {told['public_engine_games_per_s']:,.0f} games/s "
            "of the strongest public Python engine"
        )


def _players(told: dict[str, Any] | None) -> Iterator[str]:
    """What players that look ahead cost."""
    if told is None:
        return
    aims = told["aims"]

    def aim(key: str, words: str) -> str:
        return f" (aim: {aims[key]:,g} or {words})" if key in aims else ""

    yield (
        f"players: {told['greedy_games_per_s']:,.0f} greedy games/s, each as long as {told['greedy_times_random']:.1f} "
        f"random ones{aim('greedy_times_random', 'less')}; two threads {told['greedy_two_threads']:.2f} ×"
        f"{aim('two_threads', 'more')}"
    )
    for name, rate in told["playouts_per_s"].items():
        yield f"players: {rate:,.0f} playouts to the end of the round a second with {name} answers{aim(name, 'more')}"


def _further(rows: dict[str, Any]) -> Iterator[str]:
    for name, row in rows.items():
        for key in row:
            if key.endswith("_per_s") and key not in ("games_per_s", "decisions_per_s"):
                yield f"{name}: {row[key]:,.0f} {key.removesuffix('_per_s')}/s"
