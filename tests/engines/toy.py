"""A game of three files whose only rule is a sum: small enough to compile again and again."""

from __future__ import annotations

from pathlib import Path

LAYOUT = """
from dune_sim.kernel.layout import Call, offer_record, pilot_record
from dune_sim.lang.records import Record
Tables = Record("Tables", "", (("x", "i64", ""),))
State = Record("State", "", (("x", "i64", 4, ""),))
Pilot = pilot_record(offer_record(3), 2)
"""
NUMBERS = "FAR = 1000\n"
LEAF = """
from __future__ import annotations
from PACKAGE.numbers_of_toy import FAR
NEAR = 10

def leaf(x: int) -> int:
    return x + NEAR + FAR

def reach(s: State, k: int) -> int:
    return s.x[k]
"""
TRUNK = """
from __future__ import annotations

def enter(
    calls: "Call[:]", tables: "Tables[:]", states: "State[:]", pilots: "Pilot[:]", moves: "i64[:]", out: "i64[:]"
) -> int:
    if calls[0].op < 0:
        return -1
    states[0].x[1] += 1
    return leaf(calls[0].action) + reach(states[0], calls[0].low)
"""


def write(folder: Path, package: str = "toy") -> Path:
    """The files of the game as a package; its folder."""
    home = folder / package
    home.mkdir()
    files = {"layout": LAYOUT, "numbers_of_toy": NUMBERS, "leaf": LEAF, "trunk": TRUNK}
    for name, text in files.items():
        (home / f"{name}.py").write_text(text.replace("PACKAGE", package), encoding="utf-8")
    return home
