"""The loader on a tiny made-up game: one test per kind of mistake, and the rules of overlays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import pytest

from dune_sim.errors import ContentError
from dune_sim.tables.loader import load_content, load_texts
from dune_sim.tables.schema import GameSpec, Record, Table, TableSpec, ref

TownId = Annotated[str, ref("towns")]


class Town(Record):
    rank: int
    kind: Literal["village", "city"] = "village"


class Road(Record):
    between: tuple[TownId, TownId]


@dataclass(frozen=True)
class Content:
    towns: Table[Town]
    roads: Table[Road]


SPEC = GameSpec(
    tables={"towns": TableSpec(Town, count=2, fixed=True), "roads": TableSpec(Road, count=1)},
    root=Content,
    check=lambda content, shipped: (),
)
TOWNS = """
[defaults]
source = "made up"
confidence = "high"

[[towns]]
id = "arrakeen"
rank = 3
kind = "city"

[[towns]]
id = "arsunt"
rank = 1
"""
ROADS = """
[[roads]]
id = "north_road"
between = ["arrakeen", "arsunt"]
source = "made up"
confidence = "low"
"""


def load(towns: str = TOWNS, roads: str = ROADS, *overlays: str) -> Content:
    texts = {"game/towns.toml": towns, "game/roads.toml": roads}
    content: Content = load_texts(SPEC, texts, [(f"some/{n}.toml", text) for n, text in enumerate(overlays)])
    return content


def test_records_are_typed_and_keep_file_order():
    content = load()
    assert content.towns.ids == ("arrakeen", "arsunt")
    assert content.towns.get("arsunt").rank == 1
    assert content.roads[0].between == ("arrakeen", "arsunt")


def test_unknown_game_is_named():
    with pytest.raises(ContentError, match='no game "chess"; games: arrakis, imperium'):
        load_content("chess")
