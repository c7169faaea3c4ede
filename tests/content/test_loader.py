"""The loader on a tiny made-up game: one test per kind of mistake, and the rules of overlays."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

import pytest
from pydantic import Field, ValidationError

from dune_sim.content import canonical_json, content_hash, load_content, summary, uncertain
from dune_sim.content.loader import load_texts
from dune_sim.content.schema import Count, Fact, GameSpec, Problem, Record, Table, TableSpec, amount, ref
from dune_sim.errors import ContentError

TownId = Annotated[str, ref("towns", words=("nowhere",))]


class Pay(Fact):
    do: Literal["pay"]
    spice: Count


class Move(Fact):
    do: Literal["move"]
    to: TownId
    n: Annotated[int | str, amount("all", most=15)] = 1


class Town(Record):
    rank: int
    kind: Literal["village", "city"] = "village"
    size: float = 0
    walled: bool = False


class Road(Record):
    between: tuple[TownId, TownId]
    effect: tuple[Annotated[Pay | Move, Field(discriminator="do")], ...] = ()


@dataclass(frozen=True)
class Content:
    towns: Table[Town]
    roads: Table[Road]


def check(content: Content, shipped: bool) -> Iterator[Problem]:
    for road in content.roads:
        if road.between[0] == road.between[1]:
            yield Problem("roads", road.id, "a road leads somewhere else")
    if shipped and sum(town.rank for town in content.towns) != 4:
        yield Problem("towns", "", "the ranks must add up to 4")


SPEC = GameSpec(
    tables={"towns": TableSpec(Town, count=2, fixed=True), "roads": TableSpec(Road, count=1)},
    root=Content,
    check=check,
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
effect = [{ do = "pay", spice = 1 }, { do = "move", to = "arsunt" }]
source = "made up"
confidence = "low"
"""


def load(towns: str = TOWNS, roads: str = ROADS, *overlays: str) -> Content:
    texts = {"game/towns.toml": towns, "game/roads.toml": roads}
    named = [(f"some/where/change{n}.toml", text) for n, text in enumerate(overlays)]
    content: Content = load_texts(SPEC, texts, named)
    return content


def overlaid(*overlays: str) -> Content:
    return load(TOWNS, ROADS, *overlays)


def test_records_are_typed_and_keep_file_order() -> None:
    content = load()
    assert content.towns.ids == ("arrakeen", "arsunt")
    assert content.towns.get("arsunt").rank == 1
    assert content.roads[0].effect == (Pay(do="pay", spice=1), Move(do="move", to="arsunt", n=1))


def test_records_are_frozen_and_hashable() -> None:
    town = load().towns[0]
    with pytest.raises(ValidationError):
        town.rank = 5  # type: ignore[misc]
    assert hash(town) == hash(load().towns[0])


def test_unknown_id_in_a_table() -> None:
    with pytest.raises(KeyError):
        load().towns.get("carthag")


MISTAKES = {
    "syntax": (
        "rank = 3\nkind",
        "rank = \nkind",
        "game/towns.toml: not valid TOML: Invalid value (at line 8, column 8)",
    ),
    "unknown table": ("[[towns]]", "[[twons]]", 'game/towns.toml: there is no table "twons", did you mean "towns"?'),
    "wrong count": (
        "[[towns]]",
        '[[towns]]\nid = "new"\nrank = 0\n[[towns]]',
        "game/towns.toml: towns: there must be 2 records, not 3",
    ),
    "defaults": (
        "[defaults]",
        "[defaults]\nrank = 1",
        "game/towns.toml: [defaults] may hold only source and confidence",
    ),
    "unknown key": (
        "rank = 1",
        "rnak = 1\nrank = 1",
        'game/towns.toml:12: towns "arsunt": unknown key "rnak", did you mean "rank"?',
    ),
    "reserved key": ("rank = 1", "rank = 1\noverlay = 'x'", 'game/towns.toml: towns "arsunt": unknown key "overlay"'),
    "missing key": ("rank = 1", "", 'game/towns.toml:12: towns "arsunt": the key "rank" is missing'),
    "missing id": ('id = "arsunt"', "", 'game/towns.toml: a record of "towns": the key "id" is missing'),
    "missing source": ('source = "made up"', "", 'game/towns.toml:7: towns "arrakeen": the key "source" is missing'),
    "text for number": ("rank = 1", 'rank = "one"', 'towns "arsunt": "rank" must be a whole number, not "one"'),
    "fraction for number": ("rank = 1", "rank = 1.5", '"rank" must be a whole number, not 1.5'),
    "number for text": ('id = "arsunt"', 'id = "arsunt"\nnote = 3', '"note" must be text, not 3'),
    "text for truth": ("rank = 1", 'rank = 1\nwalled = "yes"', '"walled" must be true or false, not "yes"'),
    "text for share": ("rank = 1", 'rank = 1\nsize = "big"', '"size" must be a number, not "big"'),
    "unknown word": (
        'kind = "city"',
        'kind = "citty"',
        '"kind" is "citty" but must be one of "village", "city", did you mean "city"?',
    ),
    "bad mark": (
        'confidence = "high"',
        'confidence = "sure"',
        '"confidence" is "sure" but must be one of "high", "medium", "low"',
    ),
    "duplicate id": (
        'id = "arsunt"',
        'id = "arrakeen"',
        'game/towns.toml: towns "arrakeen": this id is used twice (first in game/towns.toml)',
    ),
    "detail of no key": (
        "rank = 1",
        'rank = 1\nconfidence_detail = { rnk = "low" }',
        'confidence_detail names "rnk", which is not a key of this record',
    ),
    "mark too high": (
        "rank = 1",
        'rank = 1\nconfidence_detail = { rank = "low" }',
        'confidence is "high" although "rank" is only "low"',
    ),
    "check of a table": ("rank = 1", "rank = 2", "game/towns.toml: towns: the ranks must add up to 4"),
}


@pytest.mark.parametrize("old, new, message", MISTAKES.values(), ids=MISTAKES.keys())
def test_mistake_in_a_town(old: str, new: str, message: str) -> None:
    assert old in TOWNS
    with pytest.raises(ContentError) as error:
        load(TOWNS.replace(old, new, 1))
    assert message in str(error.value)


NESTED = {
    "dangling": (
        '"arsunt"]',
        '"arsund"]',
        'roads "north_road": "between #2" names "arsund", which is not in towns, did you mean "arsunt"?',
    ),
    "unknown step": ('"move"', '"mvoe"', 'roads "north_road": in effect #2: unknown do = "mvoe", did you mean "move"?'),
    "step without kind": ('do = "pay", ', "", 'in effect #1: the key "do" is missing'),
    "unknown step key": (
        "spice = 1",
        "spicy = 1, spice = 1",
        'in effect #1 pay: unknown key "spicy", did you mean "spice"?',
    ),
    "missing step key": (", spice = 1", "", 'in effect #1 pay: the key "spice" is missing'),
    "too small": ("spice = 1", "spice = -1", '"effect #1 pay spice" must be at least 0, not -1'),
    "bad amount": (
        'to = "arsunt"',
        'to = "arsunt", n = "most"',
        '"effect #2 move n" is "most": must be a whole number from 1 to 15 or "all"',
    ),
    "dangling in a step": (
        'to = "arsunt"',
        'to = "nowher"',
        '"effect #2 move to" names "nowher", which is not in towns, did you mean "nowhere"?',
    ),
    "too many": ('"arsunt"]', '"arsunt", "arsunt"]', '"between" must have at most 2 items, not 3'),
    "too few": (', "arsunt"]', "]", '"between #2" is missing from the list'),
    "no list": ('["arrakeen", "arsunt"]', '"arrakeen"', '"between" must be a list, not "arrakeen"'),
    "no table": ('{ do = "pay", spice = 1 }', "3", '"effect #1" must be a table { … }, not 3'),
    "check of a record": (
        '"arrakeen", "arsunt"]',
        '"arsunt", "arsunt"]',
        'game/roads.toml:3: roads "north_road": a road leads somewhere else',
    ),
    "not records": ("[[roads]]", "[roads]", 'game/roads.toml: write each record of "roads" under a [[roads]] heading'),
}


@pytest.mark.parametrize("old, new, message", NESTED.values(), ids=NESTED.keys())
def test_mistake_in_a_road(old: str, new: str, message: str) -> None:
    assert old in ROADS
    with pytest.raises(ContentError) as error:
        load(TOWNS, ROADS.replace(old, new, 1))
    assert message in str(error.value)


def test_only_the_first_few_problems_are_listed() -> None:
    wrong = "".join(f'[[roads]]\nid = "r{n}"\n' for n in range(9))
    with pytest.raises(ContentError) as error:
        load(TOWNS, wrong)
    lines = str(error.value).splitlines()
    assert len(lines) == 6
    assert lines[-1] == "… and 22 more"


def test_overlay_changes_only_the_keys_given() -> None:
    content = overlaid('[[towns]]\nid = "arsunt"\nkind = "city"')
    town = content.towns.get("arsunt")
    assert (town.kind, town.rank) == ("city", 1)
    assert (town.source, town.confidence, town.overlay) == ("overlay change0.toml", "high", "change0.toml")
    assert content.towns.ids == ("arrakeen", "arsunt")
    assert content.towns.get("arrakeen").overlay == ""


def test_overlay_adds_a_record_at_the_end_and_calls_it_uncertain() -> None:
    content = overlaid('[[roads]]\nid = "by_road"\nbetween = ["arsunt", "arrakeen"]')
    assert content.roads.ids == ("north_road", "by_road")
    assert (content.roads[1].source, content.roads[1].confidence) == ("overlay change0.toml", "low")


def test_overlay_may_name_its_own_source() -> None:
    content = overlaid('[defaults]\nsource = "house rule"\n[[towns]]\nid = "arsunt"\nrank = 2')
    assert content.towns.get("arsunt").source == "house rule"


def test_overlay_removes_a_record_where_the_count_is_free() -> None:
    assert overlaid('[[roads]]\nid = "north_road"\nremove = true').roads == ()


def test_later_overlays_win() -> None:
    first, second = '[[towns]]\nid = "arsunt"\nrank = 2', '[[towns]]\nid = "arsunt"\nrank = 3'
    town = overlaid(first, second).towns.get("arsunt")
    assert (town.rank, town.overlay) == (3, "change1.toml")


OVERLAY = "some/where/change0.toml"
BAD_OVERLAYS = {
    "unknown table": ('[[rods]]\nid = "x"', f'{OVERLAY}: there is no table "rods", did you mean "roads"?'),
    "no id": ("[[towns]]\nrank = 2", f'{OVERLAY}: a record of "towns" has no id'),
    "unknown key": (
        '[[towns]]\nid = "arsunt"\nrnk = 2',
        f'{OVERLAY}:2: towns "arsunt": unknown key "rnk", did you mean "rank"?',
    ),
    "dangling": (
        '[[roads]]\nid = "north_road"\nbetween = ["arsunt", "sietch"]',
        f'{OVERLAY}:2: roads "north_road": "between #2" names "sietch", which is not in towns',
    ),
    "twice": (
        '[[towns]]\nid = "arsunt"\n[[towns]]\nid = "arsunt"',
        f'{OVERLAY}: towns "arsunt": this id is used twice',
    ),
    "remove and change": (
        '[[roads]]\nid = "north_road"\nremove = true\nnote = "x"',
        f'{OVERLAY}: roads "north_road": to remove a record, write only its id and remove = true',
    ),
    "remove false": ('[[roads]]\nid = "north_road"\nremove = false', "write only its id and remove = true"),
    "remove unknown": (
        '[[roads]]\nid = "nort_road"\nremove = true',
        f'{OVERLAY}: roads "nort_road": there is no such record to remove, did you mean "north_road"?',
    ),
    "removed but named": (
        '[[towns]]\nid = "arsunt"\nremove = true',
        'game/roads.toml:3: roads "north_road": "between #2" names "arsunt", which change0.toml removes from towns',
    ),
    "fixed count": ('[[towns]]\nid = "new"\nrank = 1', f"{OVERLAY}: towns: there must be 2 records, not 3"),
    "incomplete": ('[[roads]]\nid = "new"', f'{OVERLAY}:2: roads "new": the key "between" is missing'),
    "syntax": ("[[towns", f"{OVERLAY}: not valid TOML:"),
}


@pytest.mark.parametrize("text, message", BAD_OVERLAYS.values(), ids=BAD_OVERLAYS.keys())
def test_mistake_in_an_overlay(text: str, message: str) -> None:
    with pytest.raises(ContentError) as error:
        overlaid(text)
    assert message in str(error.value)


def test_removing_from_a_fixed_table_names_the_overlay() -> None:
    lonely = ROADS.replace("arsunt", "nowhere")
    with pytest.raises(ContentError, match=r"change0.toml: towns: there must be 2 records, not 1"):
        load(TOWNS, lonely, '[[towns]]\nid = "arsunt"\nremove = true')


CANONICAL = (
    '{"roads":[{"between":["arrakeen","arsunt"],'
    '"effect":[{"do":"pay","spice":1},{"do":"move","n":1,"to":"arsunt"}],"id":"north_road"}],'
    '"towns":[{"id":"arrakeen","kind":"city","rank":3,"size":0.0,"walled":false},'
    '{"id":"arsunt","kind":"village","rank":1,"size":0.0,"walled":false}]}'
)


def test_canonical_json_holds_the_facts_in_table_order() -> None:
    assert canonical_json(load()) == CANONICAL


def test_hash_depends_on_facts_and_not_on_where_they_were_read() -> None:
    plain = content_hash(load())
    assert plain == hashlib.sha256(CANONICAL.encode()).hexdigest()
    assert content_hash(overlaid('[[towns]]\nid = "arsunt"\nnote = "seen"\nconfidence = "low"')) == plain
    assert content_hash(overlaid('[[towns]]\nid = "arsunt"\nrank = 2')) != plain
    assert content_hash(load(TOWNS.replace("made up", "elsewhere"))) == plain


def test_uncertain_names_fields_where_it_can() -> None:
    detail = '[[towns]]\nid = "arsunt"\nconfidence = "low"\nconfidence_detail = { rank = "low", kind = "high" }'
    rows = [(row.table, row.id, row.field, row.confidence, row.source) for row in uncertain(overlaid(detail))]
    assert rows == [
        ("towns", "arsunt", "rank", "low", "overlay change0.toml"),
        ("roads", "north_road", "*", "low", "made up"),
    ]


def test_summary_counts_by_confidence() -> None:
    towns, roads = summary(overlaid('[[towns]]\nid = "arsunt"\nrank = 2'))
    assert (towns.table, towns.records, towns.high, towns.medium, towns.low, towns.overlaid) == ("towns", 2, 2, 0, 0, 1)
    assert (roads.table, roads.records, roads.low, roads.overlaid) == ("roads", 1, 1, 0)


def test_unknown_game_is_named() -> None:
    with pytest.raises(ContentError, match='no game "chess"; games: arrakis, imperium'):
        load_content("chess")


def test_importing_the_tables_does_not_load_pydantic() -> None:
    code = "import sys, dune_sim.content; sys.exit('pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
