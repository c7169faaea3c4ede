"""``dune-sim experiment``: the same seeds twice, once with a change."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from dune_sim.cli.run import COLUMNS
from dune_sim.cli.setup_options import Engine, GameName, Json, Seed, Setup, with_setup
from dune_sim.cli.streams import on_terminal

Many = list[str] | None


def _many(metavar: str, text: str, *names: str) -> Any:
    return typer.Option(*names, metavar=metavar, help=text, show_default=False)


@with_setup
def experiment(
    game: GameName,
    gift: Annotated[Many, _many("CARD", "a seat starts with this card; may be repeated")] = None,
    deny: Annotated[Many, _many("CARD", "a seat may not take this card; may be repeated")] = None,
    set_: Annotated[Many, _many("TABLE.ID.KEY=VALUE", "change a fact, or options.KEY=VALUE", "--set")] = None,
    remove: Annotated[Many, _many("ID", "take a record out of the game; TABLE.ID where an id is not alone")] = None,
    swap: Annotated[Many, _many("OLD=NEW", "another copy of NEW in the place of OLD")] = None,
    every: Annotated[
        str | None,
        typer.Option(metavar="TABLE", help="card: gifts and denials of every card; a table: each record removed"),
    ] = None,
    kinds: Annotated[str, typer.Option(help="what --every card does: gift, deny or both")] = "gift,deny",
    seats: Annotated[
        str | None,
        typer.Option(help="seats that are treated, together; all in turn if left out", show_default=False),
    ] = None,
    policy: Annotated[str, typer.Option(help="who plays, or one for each seat, comma-separated")] = "greedy",
    games: Annotated[
        int | None,
        typer.Option(help="games of each arm: 10,000, with --until at most 1,000,000", min=1, show_default=False),
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="HALF-WIDTH", help="stop when the interval is so narrow, such as 0.5%")
    ] = None,
    seed: Seed = 1,
    out: Annotated[
        Path | None, typer.Option(help="also write the result, for dune-sim report: FILE.json", show_default=False)
    ] = None,
    engine: Engine = "auto",
    workers: Annotated[
        int | None, typer.Option(help="threads; all cores if left out", show_default=False, min=1)
    ] = None,
    as_json: Json = False,
    *,
    setup: Setup,
) -> None:
    """Play the same seeds with and without a change, and tell with an interval what it moves.

    With --until, looking at the width decides when to stop, and the interval holds as it is; after Ctrl-C it is one
    that holds whenever one stops. --content is the change, or with another change belongs to both arms.

    Examples: dune-sim experiment imperium --gift chani --seats 0 · dune-sim experiment imperium --set
    cards.carryall.cost=6 --until 0.5% · dune-sim experiment imperium --every card --games 4000 --out cards.json
    """
    from dune_sim.analysis.ask import experiment as ask
    from dune_sim.analysis.keep import check_place, keep

    if out is not None:
        check_place(out)
    options = dict(setup.options)
    content = options.pop("content", None)
    alone = not any((gift, deny, set_, remove, swap, every))
    if content is not None and not alone:
        options["content"] = content
    with Progress(*COLUMNS, console=Console(stderr=True), disable=as_json or not on_terminal()) as bar:
        task = bar.add_task(game, total=None, before=0)
        found = ask(
            game, gift=gift, deny=deny, set=set_, remove=remove, swap=swap, content=content if alone else None,
            every=every, kinds=[one.strip() for one in kinds.split(",")],
            progress=lambda n: bar.advance(task, n), told=lambda text: bar.update(task, description=text),
            seats=read_seats(seats), policy=policy, games=games, until=until, seed=seed, engine=engine, workers=workers,
            **options,
        ).to_dict()  # fmt: skip
    if out is not None:
        keep(found, out)
    if as_json:
        print(json.dumps(found))
    elif "experiments" in found:
        show_table(found)
    else:
        show_one(found)


def read_seats(text: str | None) -> list[int] | None:
    """Seats as they are listed on the command line."""
    from dune_sim.errors import UsageError

    if text is None:
        return None
    try:
        return [int(one) for one in text.split(",")]
    except ValueError:
        raise UsageError(f"--seats must be numbers of seats such as 0 or 0,2, not {text}") from None


def show_one(found: dict[str, Any]) -> None:
    """One experiment in words."""
    about = found.get("card", found.get("what"))
    seats = ", ".join(str(one) for one in found["seats"])
    print(f"{found['kind']} {about} in {found['game']}: {found['games']:,} games with it and without, the same seeds")
    print(
        f"  win rate of seat {seats}: {found['win_rate_before']:.2%} before, {found['win_rate_after']:.2%} after; "
        f"effect {points(found['effect'])}, 95 % interval {points(found['low'])} to {points(found['high'])}"
    )
    far = found["anytime"]
    print(f"  whenever one stops: {points(far['low'])} to {points(far['high'])}")
    for one in found["measures"]:
        moved = f"{one['effect']:+.3f} ({one['low']:+.3f} to {one['high']:+.3f})"
        print(f"  {one['measure']}: {one['before']:.3f}, {moved}")
    if found["stopped"] == "interrupted":
        print("  stopped early: the interval is the one that holds whenever one stops")


def points(value: float) -> str:
    """A difference of win rates in percentage points."""
    return f"{100 * value:+.2f} %"


def show_table(found: dict[str, Any]) -> None:
    """Many experiments, the largest effects first."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for head in ("what", "kind", "effect", "low", "high", "games", "q"):
        table.add_column(head, justify="left" if head in ("what", "kind") else "right", no_wrap=True)
    for one in found["experiments"]:
        cells = [points(one[key]) for key in ("effect", "low", "high")]
        table.add_row(one.get("card", one.get("what")), one["kind"], *cells, f"{one['games']:,}", f"{one['q']:.3f}")
    Console().print(table)
    for one in found.get("correlations", ()):
        told = f"rank correlation of {one['kinds'][0]} and {one['kinds'][1]} strength: {one['rho']:+.2f}"
        print(f"  {told} over {one['cards']} cards, p {one['p']:.3f}")
    for one in found.get("disagreements", ())[:5]:
        print(f"  {one['card']}: rank {one['rank_observed']} observed, {one['rank_gift']} as a gift")
    for what, why in found["refused"].items():
        print(f"  not tried: {what}: {why}")
