"""A page about games that nobody played."""

from __future__ import annotations

from pathlib import Path

from analysis.synthetic import Invented, World
from dune_sim.analysis.adjusted import adjust, adjusted_table
from dune_sim.analysis.observed import card_table, observe
from dune_sim.analysis.synergy import synergies
from dune_sim.report.overview import endings, headline, seat_rates
from dune_sim.report.page import write_page
from dune_sim.report.parts import Part, section
from dune_sim.report.strength import Strength

SHARES = {"share": 0.25, "low": 0.24, "high": 0.26, "count": 250, "games": 1000}
SUMMARY = {
    "games": 1000,
    "means": {"rounds": 8.5},
    "win_rate": {str(seat): SHARES for seat in range(4)},
    "unfinished": 0,
    "endings": {"reason": {"points": 900, "conflicts": 100}},
}


def experiments(kind: str, cards: int) -> list[dict[str, object]]:
    return [
        {"kind": kind, "card": f"card_{k:02}", "effect": 0.01 * k, "low": 0.01 * k - 0.02, "high": 0.01 * k + 0.02}
        for k in range(cards)
    ]


def strength(cards: int = 12, games: int = 4_000) -> Strength:
    """Cards of which the last are the strongest."""
    source = Invented(World(effects=tuple(0.004 * k for k in range(cards)), pairs={(0, 1): 0.05}), games)
    fit = adjust(source)
    caused = [*experiments("gift", cards), *experiments("deny", cards)]
    return Strength(card_table(observe(source)), adjusted_table(fit), synergies(fit), caused, ["card_03"])


def sections() -> list[Part]:
    short = headline(SUMMARY, lambda query: [], False)
    return [short, section("ends", "Ends", endings(SUMMARY)), *strength().sections()]


def write(folder: Path) -> Path:
    file = folder / "report.html"
    assert seat_rates(SUMMARY)[0]["name"] == "Seat 0"
    write_page(file, "Games <nobody> played", "Nobody & everybody.", sections(), "made by hand")
    return file
