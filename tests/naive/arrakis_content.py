"""Reads the War for Arrakis facts the naive oracles need straight from the content files.

API: ``load_board()`` (a fresh :class:`naive.arrakis_map.Board`), ``load_prescience_cards()``, ``load_spice_rows()``.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from .arrakis_map import Area, Board
from .arrakis_rules import Row

FOLDER = Path(__file__).parents[2] / "python" / "dune_sim" / "games" / "arrakis" / "content" / "base"


def records(file: str, table: str) -> list[dict[str, Any]]:
    """All records of one table of one content file."""
    return tomllib.loads((FOLDER / f"{file}.toml").read_text(encoding="utf-8"))[table]


def load_board() -> Board:
    """The printed map."""
    areas = {
        record["id"]: Area(
            terrain=record["terrain"],
            sectors=tuple(record["sectors"]),
            deep=record.get("deep", False),
            sheltered=record.get("storm_sheltered", False),
        )
        for record in records("areas", "areas")
    }
    borders, impassable = set(), set()
    for record in records("borders", "borders"):
        borders |= {frozenset((record["id"], other)) for other in record.get("open", [])}
        impassable |= {frozenset((record["id"], other)) for other in record.get("closed", [])}
    zones = {record["id"]: tuple(record["sectors"]) for record in records("air_zones", "air_zones")}
    atomics = {record["area"]: tuple(record["exposes"]) for record in records("atomic_strikes", "atomic_strikes")}
    return Board(areas, frozenset(borders), frozenset(impassable), zones, atomics)


def load_prescience_cards() -> list[dict[str, Any]]:
    """The 16 prescience cards."""
    return records("prescience_cards", "prescience_cards")


def load_spice_rows() -> dict[int, Row]:
    """Rows of the spice board; a row has a die slot when it sets aside one die more than the row above."""
    rows: dict[int, Row] = {}
    above = 0
    for record in sorted(records("spice", "spice_rows"), key=lambda record: record["row"]):
        slot = record["dice_set_aside"] > above
        above = record["dice_set_aside"]
        rows[record["row"]] = Row(slot, record["harvesters"], record["ornithopters"], record["carryalls"])
    return rows
