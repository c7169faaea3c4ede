"""Write the tables in docs/ that come from code. With --check, only say which are out of date (exit code 1)."""

from __future__ import annotations

import sys
from pathlib import Path

from dune_sim.content import load_content
from dune_sim.games.arrakis.tables.names import Names
from dune_sim.games.arrakis.words import actions as arrakis_actions
from dune_sim.games.imperium.game import ImperiumGame
from dune_sim.games.imperium.words.actions import action_table
from dune_sim.lang.link import Program
from dune_sim.programs import PROGRAMS, program

ROOT = Path(__file__).resolve().parents[1]


def layout_page(one: Program) -> str:
    """Every record of a game, as laid out in memory on all engines."""
    head = f"# Records of `{one.name}`\n\nWritten by `make docs` from the layout modules of the kernels; do not edit.\n"
    tables = [record.docs_table() for record in one.records.values()]
    return "\n\n".join([head.rstrip(), *tables]).replace("### ", "## ") + "\n"


def pages() -> dict[Path, str]:
    """Every generated page and its text."""
    found = {ROOT / "docs" / "design" / f"layout-{name}.md": layout_page(program(name)) for name in PROGRAMS}
    found[ROOT / "docs" / "actions-arrakis.md"] = arrakis_actions.page(Names(load_content("arrakis")))
    found[ROOT / "docs" / "actions-imperium.md"] = action_table(ImperiumGame().names)
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
