"""``dune-sim arena``: which player is better, and by how much."""

from __future__ import annotations

import json
import math
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dune_sim.cli.setup_options import Engine, GameName, Json, Seed, Setup, with_setup
from dune_sim.cli.streams import on_terminal

if TYPE_CHECKING:
    from dune_sim.agents.arena import Arena, Entrant, Outcome
    from dune_sim.agents.duels import Duel


@with_setup
def arena(
    game: GameName,
    entrants: Annotated[list[str], typer.Argument(metavar="PLAYER...", help="players by name", show_default=False)],
    against: Annotated[
        str | None, typer.Option(help="who sits in all other seats; left out: everybody meets everybody")
    ] = None,
    games: Annotated[int, typer.Option(help="for each pair, rounded up to whole rounds of the seats", min=1)] = 400,
    seed: Seed = 1,
    out: Annotated[Path, typer.Option(help="directory; games that it holds already are not played again")] = Path(
        "runs/arena"
    ),
    sprt: Annotated[bool, typer.Option("--sprt", help="stop a pair as soon as a sequential test decides")] = False,
    low: Annotated[
        float | None, typer.Option(help="test: a win rate that is not enough; chance if left out", show_default=False)
    ] = None,
    high: Annotated[
        float | None, typer.Option(help="test: one that is; five points more if left out", show_default=False)
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="picture: png or svg", show_default=False)] = None,
    engine: Engine = "auto",
    workers: Annotated[
        int | None, typer.Option(help="threads; all cores if left out", show_default=False, min=1)
    ] = None,
    as_json: Json = False,
    *,
    setup: Setup,
) -> None:
    """Let players meet: one seat against all others, the seats going round, the same deals for every entrant.

    With --against each player meets that one; without it everybody meets everybody and gets a rating. Ctrl-C keeps
    what is finished; the same command goes on from there, and more games are added to those that are there.

    Example: dune-sim arena imperium greedy:leaves=4 --against greedy --games 400
    """
    from dune_sim.agents.arena import arena as meet
    from dune_sim.agents.arena_plot import SUFFIXES, save_arena_plot
    from dune_sim.files import check_target

    if plot is not None:
        check_target(plot, SUFFIXES)
    made = setup.game(game, engine)
    with _Bar(as_json) as bar:
        met = meet(made, entrants, against, games, seed, out, sprt, low, high, workers, bar.show)
    if plot is not None:
        save_arena_plot(met, plot)
    print(json.dumps(told(met, out)) if as_json else words(met, out))
    if not met.complete:
        raise typer.Exit(130)


class _Bar:
    """How far it is, for those who watch."""

    def __init__(self, silent: bool) -> None:
        self.silent = silent or not on_terminal()

    def __enter__(self) -> _Bar:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self.bar = Progress(*columns, console=Console(stderr=True), disable=self.silent)
        self.tasks: dict[str, Any] = {}
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()

    def show(self, duel: Duel, done: int, games: int) -> None:
        name = f"{duel.entrant} against {duel.other}"
        if name not in self.tasks:
            self.tasks[name] = self.bar.add_task(name, total=games)
        self.bar.update(self.tasks[name], completed=done)


def told(met: Arena, out: Path) -> dict[str, Any]:
    """An arena as plain data; with a single pair its numbers stand at the top as well."""
    duels = [_duel(one) for one in met.outcomes]
    keys = ("win_rate", "interval", "games", "ms_per_decision")
    top = {key: duels[0][key] for key in keys} if len(duels) == 1 else {}
    about = {"game": met.game.name, "seed": met.seed, "complete": met.complete, "out": str(out)}
    return {**about, **top, "entrants": [_entrant(one) for one in met.entrants], "duels": duels}


def _number(value: float, places: int) -> float | None:
    """Plain JSON has no word for what was not measured."""
    return round(value, places) if math.isfinite(value) else None


def _duel(one: Outcome) -> dict[str, Any]:
    found, duel = one.win_rate, one.duel
    rounds = one.column("rounds").mean() if one.games and "rounds" in duel.game.columns else math.nan
    test = one.verdict
    return {
        "entrant": duel.entrant,
        "against": duel.other,
        "games": one.games,
        "win_rate": _number(found.value, 6),
        "interval": [round(found.low, 6), round(found.high, 6)],
        "chance": round(1 / duel.seats, 6),
        "ms_per_decision": _number(one.milliseconds(duel.entrant), 4),
        "ms_per_decision_against": _number(one.milliseconds(duel.other), 4),
        "by_seat": {
            str(name): {"win_rate": _number(own.value, 6), "interval": [round(own.low, 6), round(own.high, 6)]}
            for name, own in ((duel.game.seats[seat], one.in_seat(seat)) for seat in range(duel.seats))
        },
        "rounds": _number(float(rounds), 3),
        "winning_score": _number(winning_score(one), 3),
        "endings": one.endings(),
        **({} if test is None else {"sprt": {**vars(test), "decided": test.accepted is not None}}),
    }


def winning_score(one: Outcome) -> float:
    """Points of the winners, where a game has points."""
    game = one.duel.game
    if not one.games or "points_0" not in game.columns:
        return math.nan
    winners, scores = game.outcomes(one.rows)
    return float(scores[winners >= 0, winners[winners >= 0]].mean())


def _entrant(one: Entrant) -> dict[str, Any]:
    found = one.win_rate
    rating = one.rating
    return {
        "name": one.name,
        "games": one.games,
        "win_rate": _number(found.value, 6),
        "interval": [round(found.low, 6), round(found.high, 6)],
        "ms_per_decision": _number(one.milliseconds, 4),
        "rating": None if rating is None else round(rating.value, 1),
        "rating_interval": None if rating is None else [round(rating.low, 1), round(rating.high, 1)],
    }


def words(met: Arena, out: Path) -> str:
    """An arena as text."""
    seats = met.game.num_players
    early = "" if met.complete else ", stopped early; the same command goes on from here"
    lines = [f"{met.game.name}, {seats} seats, seed {met.seed}: one seat wins by chance {1 / seats:.1%} ({out}){early}"]
    wide = max(len(f"{one.duel.entrant} against {one.duel.other}") for one in met.outcomes)
    for one in met.outcomes:
        lines += _duel_words(one, wide)
    if met.entrants[0].rating is not None:
        lines += ["", "  rating (400 points are odds of ten to one, the mean is 0)"]
        ranked = sorted(met.entrants, key=lambda one: -one.rating.value if one.rating else 0.0)
        wide = max(len(one.name) for one in ranked)
        for player in ranked:
            rating = player.rating
            assert rating is not None
            lines.append(
                f"  {player.name:<{wide}} {rating.value:+7.0f}   95 % interval {rating.low:+.0f} to {rating.high:+.0f}"
                f"   {player.milliseconds:.3f} ms a decision"
            )
    return "\n".join(lines)


def _endings(one: Outcome) -> dict[str, Counter[str]]:
    """Why games ended: seat by seat where there are two sides, together where seats are alike."""
    found: dict[str, Counter[str]] = {}
    for seat, ends in one.endings().items():
        found.setdefault(f"as {seat}" if one.duel.seats == 2 else "ended by", Counter()).update(ends)
    return found


def _duel_words(one: Outcome, wide: int) -> list[str]:
    found, duel = one.win_rate, one.duel
    name = f"{duel.entrant} against {duel.other}"
    own = f"{one.milliseconds(duel.entrant):.3f} ms a decision"
    lines = [
        f"  {name:<{wide}} wins {found.value:7.2%}   95 % interval {found.low:.2%} to {found.high:.2%}"
        f"   {one.games:,} games   {own}"
    ]
    by_seat = [(duel.game.seats[seat], one.in_seat(seat).value) for seat in range(duel.seats)]
    lines.append("    by seat: " + ", ".join(f"{seat} {value:.1%}" for seat, value in by_seat))
    if "rounds" in duel.game.columns and one.games:
        score = winning_score(one)
        points = f", winners have {score:.2f} points" if math.isfinite(score) else ""
        lines.append(f"    {one.column('rounds').mean():.2f} rounds on the mean{points}")
    for seat, ends in _endings(one).items():
        lines.append(f"    {seat}: " + ", ".join(f"{name} {many:,}" for name, many in ends.items()))
    if one.verdict is not None:
        lines.append(f"    sequential test: {one.verdict}")
    return lines
