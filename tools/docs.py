"""Write the tables in docs/ that come from code. With --check, only say which are out of date (exit code 1)."""

from __future__ import annotations

import sys
from pathlib import Path

from dune_sim.content import load_content
from dune_sim.games.arrakis.kernels.players.sight import FEATURES as ARRAKIS_FEATURES
from dune_sim.games.base import Game
from dune_sim.games.imperium.kernels.players.layout import FEATURES as IMPERIUM_FEATURES
from dune_sim.games.imperium.tables.build import write_tables
from dune_sim.games.imperium.tables.code import MODULE_ITEMS as FIRST_OF_MODULES
from dune_sim.games.registry import GAMES, make
from dune_sim.lang.link import Program
from dune_sim.programs import PROGRAMS, program
from pages import action_page, feature_page, question_table

ROOT = Path(__file__).resolve().parents[1]
CONTENT = ROOT / "python" / "dune_sim" / "games" / "imperium" / "content"
ITEMS, MODULE_ITEMS = CONTENT / "base" / "items.txt", CONTENT / "bloodlines" / "items.txt"
MODULES = ("bloodlines", "tech")

ARRAKIS_NOTES = """

Steps and ranks are counted in quarters, so that a face-down sietch can have the mean of those it may be. The worth of a
legion counts what it may roll and lose: a standard unit 2, an elite 3, a special elite 4, a generic leader 1, a named
one 2; a face-down token has the mean of those it may be. An attacker reaches what it could attack now, flights and
rides included; a defending settlement adds twice its rank to the worth of its legion."""


def layout_page(one: Program) -> str:
    """Every record of a game, as laid out in memory on all engines."""
    head = f"# Records of `{one.name}`\n\nWritten by `make docs` from the layout modules of the kernels; do not edit.\n"
    tables = [record.docs_table() for record in one.records.values()]
    return "\n\n".join([head.rstrip(), *tables]).replace("### ", "## ") + "\n"


def columns(game: Game) -> str:
    """The columns of a game's rows as a table; those that mean the same share a line."""
    row = game.row
    meanings = dict.fromkeys((one.meaning, one.subject) for one in row.columns)
    lines = ["| column | meaning |", "|---|---|", "| `game` | number of the game in the run |"]
    for meaning, subject in meanings:
        named = ", ".join(f"`{one.name}`" for one in row.columns if (one.meaning, one.subject) == (meaning, subject))
        reasons = [f"`{one}`" for one in game.names.subjects["reason"] if one] if subject == "reason" else []
        lines.append(f"| {named} | {'code: ' if subject else ''}{meaning}{': ' * bool(reasons)}{', '.join(reasons)} |")
    return "\n".join(lines)


def recorded(game: Game) -> str:
    """The tables of recorded games."""
    recording = game.recording
    assert recording is not None
    about = {one.name: f"one row for every thing that something happened to: {one.meaning}" for one in
             recording.counts.tables}
    lines = []
    for table, listed in recording.tables.items():
        lines += ["", f"`{table}`: {about.get(table, 'one row a seat')}", "", "| column | meaning |", "|---|---|"]
        lines += ["| `game`, `seat` | number of the game, number of the seat |"]
        for meaning, subject in dict.fromkeys((one.meaning, one.subject) for one in listed):
            names = ", ".join(f"`{one.name}`" for one in listed if (one.meaning, one.subject) == (meaning, subject))
            lines.append(f"| {names} | {'code: ' * bool(subject and subject != 'round')}{meaning} |")
    return "\n".join(lines[1:])


def written(page: str, made: dict[str, str]) -> str:
    """A page whose parts between two marks come from code; the rest of it is written by hand."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    for mark, part in made.items():
        first, last = f"<!-- {mark}, written by make docs -->\n", f"\n<!-- end of {mark.split(' of ')[-1]} -->"
        before, rest = text.split(first)
        text = before + first + part + last + rest.split(last, 1)[1]
    return text


def runs_page() -> str:
    """The columns of every game."""
    return written("runs.md", {f"columns of {name}": columns(make(name)) for name in GAMES})


def store_page() -> str:
    """The tables of recorded games."""
    games = [make(name) for name in GAMES]
    return written("store.md", {f"tables of {one.name}": recorded(one) for one in games if one.recording is not None})


def items() -> str:
    """The numbers of the items of Imperium: what is new in the content comes last, what is there stays."""
    found = ITEMS.read_text(encoding="utf-8")
    _, code = write_tables(load_content("imperium"), 4, None)
    return found + "".join(f"{key}\n" for key in code.item_keys[1:] if f"\n{key}\n" not in found)


def module_items() -> str:
    """The same for Bloodlines, whose items have numbers of their own."""
    found = MODULE_ITEMS.read_text(encoding="utf-8")
    layout = program("imperium_full").layout
    _, code = write_tables(load_content("imperium", (), MODULES), 4, None, layout)
    return found + "".join(f"{key}\n" for key in code.item_keys[FIRST_OF_MODULES:] if f"\n{key}\n" not in found)


def pages() -> dict[Path, str]:
    """Every generated page and its text."""
    found = {ROOT / "docs" / "design" / f"layout-{name}.md": layout_page(program(name)) for name in PROGRAMS}
    teams = make("arrakis", mode="teams", players=4)
    found[ROOT / "docs" / "actions-arrakis.md"] = action_page(teams, "War for Arrakis") + question_table()
    found[ROOT / "docs" / "actions-imperium.md"] = action_page(make("imperium"), "Dune: Imperium")
    with_modules = make("imperium", modules=MODULES)
    page = ROOT / "docs" / "actions-imperium-bloodlines.md"
    found[page] = action_page(with_modules, "Dune: Imperium with Bloodlines")
    found[ROOT / "docs" / "features-imperium.md"] = feature_page(
        "imperium", "Dune: Imperium", IMPERIUM_FEATURES, "influence_fremen_own", ", clockwise from the seat that sees"
    )
    found[ROOT / "docs" / "features-arrakis.md"] = feature_page(
        "arrakis", "War for Arrakis", ARRAKIS_FEATURES, "dice_mentat_atreides", notes=ARRAKIS_NOTES
    )
    found[ROOT / "docs" / "runs.md"] = runs_page()
    found[ROOT / "docs" / "store.md"] = store_page()
    found[ITEMS] = items()
    found[MODULE_ITEMS] = module_items()
    return found


def main(arguments: list[str]) -> int:
    stale = [page for page, text in pages().items() if not page.exists() or page.read_text(encoding="utf-8") != text]
    if arguments == ["--check"]:
        for page in stale:
            print(f"{page.relative_to(ROOT)} is out of date; write it again with: make docs", file=sys.stderr)
        return 1 if stale else 0
    for page in stale:
        page.write_text(pages()[page], encoding="utf-8")
        print(f"wrote {page.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
