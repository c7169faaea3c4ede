"""The report of a run: everything read once, worked out, and written as one page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from dune_sim._version import __version__
from dune_sim.analysis.adjusted import adjust, adjusted_table
from dune_sim.analysis.balance import balance_table
from dune_sim.analysis.keep import read_kept
from dune_sim.analysis.observed import card_table, observe
from dune_sim.analysis.recorded import Recorded
from dune_sim.analysis.synergy import synergies
from dune_sim.errors import UsageError
from dune_sim.files import check_target
from dune_sim.games.registry import remake
from dune_sim.report import arrakis, imperium
from dune_sim.report.compare import compare
from dune_sim.report.overview import headline, lengths, seat_rates
from dune_sim.report.page import write_page
from dune_sim.report.parts import Part, code, section
from dune_sim.report.strength import Strength
from dune_sim.runs.sql import connect
from dune_sim.runs.store import MANIFEST, Run, open_run, own_overlays
from dune_sim.runs.summary import summarise

if TYPE_CHECKING:
    from dune_sim.games.base import Game

TITLES = {"imperium": "Dune: Imperium", "arrakis": "War for Arrakis"}


class Read:
    """A run with its game and what is asked of its tables."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.run: Run = open_run(folder)
        if self.run.manifest["game"] not in TITLES or not self.run.recorded:
            raise UsageError(f"{folder} keeps no records of seats and cards; play it without --no-record")
        self.game: Game = named_game(self.run)
        self.facts: Any = cast(Any, self.game).facts
        self.summary: dict[str, Any] = summarise(self.game, self.run)
        if not self.summary["games"]:
            raise UsageError(f"{folder} holds no finished games yet")
        self.database = stack.enter_context(connect(self.run))
        self.name = folder.resolve().name

    def ask(self, query: str) -> list[dict[str, Any]]:
        """Rows by name; DuckDB's exact sums are floats from here on."""
        found = self.database.execute(query)
        names = [one[0] for one in found.description]
        return [
            {name: float(one) if isinstance(one, Decimal) else one for name, one in zip(names, row, strict=True)}
            for row in found.fetchall()
        ]

    def cards(self) -> list[dict[str, Any]]:
        return card_table(observe(Recorded(self.run)))

    def unsure(self) -> list[str]:
        """Cards whose facts are reconstructed."""
        facts = self.facts
        tables = [getattr(facts, name, ()) for name in ("cards", "intrigue", "planning_cards", "prescience_cards")]
        return [one.id for listed in tables for one in listed if getattr(one, "confidence", "") == "low"]


def named_game(run: Run) -> Game:
    """The game of a run for its names and its board; nothing is played, so the rules may be later ones."""
    game = remake(run.manifest["game"], own_overlays(run.folder, run.manifest["options"]), "auto")
    if list(game.columns) != run.manifest["columns"]:
        raise UsageError(f"{run.folder} was recorded by another version of dune_sim, whose columns were others")
    return game


def build(
    folder: Path, further: Sequence[Path], out: Path | None, regression: int, told: Callable[[str], object]
) -> dict[str, Any]:
    """Write the page, and tell what is in it."""
    file = out or folder / "report.html"
    with ExitStack() as stack:
        return _build(stack, folder, further, file, regression, told)


def _build(
    stack: ExitStack, folder: Path, further: Sequence[Path], file: Path, regression: int,
    told: Callable[[str], object],
) -> dict[str, Any]:  # fmt: skip
    read = Read(folder, stack)
    check_target(file, (".html", ".htm"))
    others = [Read(one, stack) for one in further if (one / MANIFEST).is_file()]
    experiments = [one for place in further if not (place / MANIFEST).is_file() for one in read_kept(place)]
    for other in others:
        if other.run.manifest["game"] != read.run.manifest["game"]:
            raise UsageError(f"{other.run.folder} is a run of another game than {folder}")
    wrong = [one["game"] for one in experiments if one["game"] != read.run.manifest["game"]]
    if wrong:
        raise UsageError(f"an experiment is about {wrong[0]}, the run about {read.run.manifest['game']}")
    told("counting cards")
    cards = read.cards()
    strength = _strength(read, cards, experiments, regression, told)
    sections = _sections(read, strength)
    for other in others:
        told(f"comparing with {other.run.folder}")
        sections.append(compare(
            (read.name, other.name), (read.summary, other.summary), (read.ask, other.ask), (cards, other.cards())
        ))  # fmt: skip
    sections.append(made([read, *others], further, file))
    title = f"{TITLES[read.run.manifest['game']]}: {read.summary['games']:,} games"
    told("drawing")
    foot = f"Made by dune_sim {__version__}. Intervals are 95 % unless told otherwise."
    write_page(file, title, lead(read), sections, foot)
    return {"file": str(file), "bytes": file.stat().st_size, "sections": [one["id"] for one in sections]}


def _strength(
    read: Read, cards: Sequence[dict[str, Any]], experiments: Sequence[dict[str, Any]], regression: int,
    told: Callable[[str], object],
) -> Strength:  # fmt: skip
    adjusted: list[dict[str, Any]] = []
    pairs: list[dict[str, Any]] = []
    if regression:
        told("holding everything else constant")
        found = adjust(Recorded(read.run), regression)
        # in few games no card has holders enough
        if found.design.cards:
            adjusted, pairs = adjusted_table(found), synergies(found)
    return Strength(cards, adjusted, pairs, experiments, read.unsure())


def _sections(read: Read, strength: Strength) -> list[Part]:
    game = read.run.manifest["game"]
    seats = seat_rates(read.summary)
    scored = game == "imperium"
    if game == "imperium":
        own = imperium.sections(read.ask, balance_table(read.run), read.game.num_players)
    else:
        own = arrakis.sections(read.ask, seats, read.facts)
    first, *rest = own
    return [headline(read.summary, read.ask, scored), first, *strength.sections(), *rest,
            lengths(read.summary, read.ask, scored)]  # fmt: skip


def lead(read: Read) -> str:
    """Who played, in one sentence."""
    policy = read.run.manifest["policy"]
    who = policy if isinstance(policy, str) else ", ".join(policy)
    everybody = "every seat" if isinstance(policy, str) else "the seats in order"
    seed = read.run.manifest["seed"]
    return f"Played by {who} ({everybody}), seed {seed}. What holds for these players need not hold for others."


def made(reads: Sequence[Read], further: Sequence[Path], file: Path) -> Part:
    """How everything can be done again."""
    lines = []
    for read in reads:
        held = read.run.manifest
        policy = held["policy"] if isinstance(held["policy"], str) else ",".join(held["policy"])
        options = " ".join(_flag(key, value) for key, value in held["options"].items() if _given(value))
        head = f"dune-sim run {held['game']} --games {held['games']} --seed {held['seed']} --policy {policy}"
        lines.append(f"{head} {options} --out {read.name}".replace("  ", " "))
        made_by = (held.get(key) for key in ("version", "rules_version", "tables_hash"))
        lines.append("# dune_sim {}, rules {}, content {}".format(*made_by))
    places = " ".join(one.name for one in further)
    lines.append(f"dune-sim report {reads[0].name} {places} --out {file.name}".replace("  ", " "))
    return section("made", "How it was made", code("", "\n".join(lines)), short="Made", note=(
        "The same commands give the same games on every machine. Cards marked * are reconstructed; "
        "dune-sim content tells more."
    ))  # fmt: skip


def _given(value: Any) -> bool:
    return value not in (None, False, [], (), {})


def _flag(key: str, value: Any) -> str:
    name = "--" + key.replace("_", "-")
    if value is True:
        return name
    return f"{name} {','.join(map(str, value)) if isinstance(value, list | tuple) else value}"

