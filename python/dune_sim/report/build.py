"""The report of a run: everything read once, worked out, and written as one page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dune_sim._version import __version__
from dune_sim.analysis.adjusted import adjust, adjusted_table
from dune_sim.analysis.keep import read_kept
from dune_sim.analysis.observed import card_table, observe
from dune_sim.analysis.synergy import synergies
from dune_sim.errors import UsageError
from dune_sim.files import check_target
from dune_sim.report import arrakis, imperium
from dune_sim.report.compare import compare
from dune_sim.report.overview import Ask, headline, lengths, seat_rates
from dune_sim.report.page import write_page
from dune_sim.report.parts import Part, code, section
from dune_sim.report.strength import Strength
from dune_sim.runs.store import MANIFEST, Run, game_of, open_run
from dune_sim.runs.summary import summarise

if TYPE_CHECKING:
    from dune_sim.games.base import Game

TITLES = {"imperium": "Dune: Imperium", "arrakis": "War for Arrakis"}


def asker(run: Run) -> Ask:
    import duckdb

    con = duckdb.connect()
    for name in ("seats", "cards", "rounds", "spaces", "areas", "leaders"):
        if name in run.tables:
            con.register(name, run.table(name))
    games = run.read()
    con.register("games", games)

    def ask(query: str) -> list[dict[str, Any]]:
        found = con.execute(query).to_arrow_table()
        from decimal import Decimal
        return [{key: float(one) if isinstance(one, Decimal) else one for key, one in row.items()} for row in found.to_pylist()]

    return ask


def source_of(run: Run) -> Any:
    from dune_sim.analysis.blocks import Tables
    import pyarrow as pa
    seats = run.table("seats")
    import numpy as np
    g = seats
    import pyarrow.compute as pc
    share = pc.divide(pc.cast(g["won"], pa.float64()), pc.cast(pc.max_element_wise(g["winners"], 1), pa.float64()))
    g = g.append_column("share", share)
    g = g.append_column("first", pc.cast(pc.equal(g["turn_order"], 1), pa.int8()))
    c = run.table("cards")
    c = c.set_column(c.schema.get_field_index("card"), "card", pc.cast(c["card"], pa.string()))
    g = g.set_column(g.schema.get_field_index("leader"), "leader", pc.cast(g["leader"], pa.string()))
    return Tables(g, c)


class Read:
    """A run with its game and what is asked of its tables."""

    def __init__(self, folder: Path) -> None:
        self.run: Run = open_run(folder)
        if self.run.manifest["game"] not in TITLES or not self.run.recorded:
            raise UsageError(f"{folder} has no records of its seats and cards; play it without --no-record for a report")
        self.game: Game = game_of(self.run)
        self.summary: dict[str, Any] = summarise(self.game, self.run)
        if not self.summary["games"]:
            raise UsageError(f"{folder} holds no finished games yet")
        self.ask: Ask = asker(self.run)
        self.name = folder.resolve().name

    def cards(self) -> list[dict[str, Any]]:
        return card_table(observe(source_of(self.run)))

    def unsure(self) -> list[str]:
        """Cards whose facts are reconstructed."""
        facts: Any = self.game.facts
        tables = [getattr(facts, name, ()) for name in ("cards", "intrigue", "planning_cards", "prescience_cards")]
        return [one.id for listed in tables for one in listed if getattr(one, "confidence", "") == "low"]


def build(
    folder: Path, further: Sequence[Path], out: Path | None, regression: int, told: Callable[[str], object]
) -> dict[str, Any]:
    """Write the page, and tell what is in it."""
    file = out or folder / "report.html"
    read = Read(folder)
    check_target(file, (".html", ".htm"))
    others = [Read(one) for one in further if (one / MANIFEST).is_file()]
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
    write_page(file, title, lead(read), sections, f"Made by dune_sim {__version__}. Intervals are 95 % unless told otherwise.")
    return {"file": str(file), "bytes": file.stat().st_size, "sections": [one["id"] for one in sections]}


def _strength(
    read: Read, cards: Sequence[dict[str, Any]], experiments: Sequence[dict[str, Any]], regression: int,
    told: Callable[[str], object],
) -> Strength:  # fmt: skip
    adjusted: list[dict[str, Any]] = []
    pairs: list[dict[str, Any]] = []
    if regression:
        told("holding everything else constant")
        found = adjust(source_of(read.run), regression)
        adjusted, pairs = adjusted_table(found), synergies(found)
    return Strength(cards, adjusted, pairs, experiments, read.unsure())


def _sections(read: Read, strength: Strength) -> list[Part]:
    game = read.run.manifest["game"]
    seats = seat_rates(read.summary)
    scored = game == "imperium"
    if game == "imperium":
        own = imperium.sections(read.ask, seats, read.game.num_players)
    else:
        own = arrakis.sections(read.ask, seats, read.game.facts)
    first, *rest = own
    return [headline(read.summary, read.ask, scored), first, *strength.sections(), *rest,
            lengths(read.summary, read.ask, scored)]  # fmt: skip


def lead(read: Read) -> str:
    """Who played, in one sentence."""
    policy = read.run.manifest["policy"]
    who = policy if isinstance(policy, str) else ", ".join(policy)
    everybody = "every seat" if isinstance(policy, str) else "the seats in order"
    return f"Played by {who} ({everybody}), seed {read.run.manifest['seed']}. What holds for these players need not hold for others."


def made(reads: Sequence[Read], further: Sequence[Path], file: Path) -> Part:
    """How everything can be done again."""
    lines = []
    for read in reads:
        held = read.run.manifest
        policy = held["policy"] if isinstance(held["policy"], str) else ",".join(held["policy"])
        options = " ".join(_flag(key, value) for key, value in held["options"].items() if _given(value))
        head = f"dune-sim run {held['game']} --games {held['games']} --seed {held['seed']} --policy {policy}"
        lines.append(f"{head} {options} --out {read.name}".replace("  ", " "))
        lines.append(f"# dune_sim {held.get('version')}, rules {held.get('rules_version')}, content {held.get('tables_hash')}")
    places = " ".join(one.name for one in further)
    lines.append(f"dune-sim report {reads[0].name} {places} --out {file.name}".replace("  ", " "))
    return section("made", "How it was made", code("", "\n".join(lines)), short="Made", note=(
        "The same commands give the same games on every machine. Facts marked * are reconstructed: dune-sim content tells more."
    ))  # fmt: skip


def _given(value: Any) -> bool:
    return value not in (None, False, [], (), {})


def _flag(key: str, value: Any) -> str:
    name = "--" + key.replace("_", "-")
    if value is True:
        return name
    return f"{name} {','.join(map(str, value)) if isinstance(value, list | tuple) else value}"

