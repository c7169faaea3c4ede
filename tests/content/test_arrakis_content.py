"""War for Arrakis content: the counts of the box, agreement between tables, overlays on real cards."""

from __future__ import annotations

import re
import time
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from dune_sim.content import content_hash, load_content, summary, uncertain
from dune_sim.errors import ContentError
from dune_sim.games.arrakis.content.checks import walk
from dune_sim.games.arrakis.content.models import ArrakisContent
from dune_sim.games.arrakis.content.requirements import Requirement
from dune_sim.games.arrakis.content.steps import EnterPlay, Step
from dune_sim.games.arrakis.tables.build import compile_game

ROOT = Path(__file__).parents[2]
MARKERS = ("kwisatz_haderach", "sand_dwellers", "jihad")


@pytest.fixture(scope="module")
def content() -> ArrakisContent:
    return load_content("arrakis")


def overlay(tmp_path: Path, text: str) -> ArrakisContent:
    path = tmp_path / "my.toml"
    path.write_text(text, encoding="utf-8")
    return load_content("arrakis", [path])


# --- counts ----------------------------------------------------------------------------------------------------------
COUNTS = {
    "sectors": 8, "areas": 101, "air_zones": 8, "atomic_strikes": 3, "settlements": 6, "subfactions": 4,
    "leaders": 18, "planning_cards": 68, "prescience_cards": 16, "objectives": 6, "tactical_cards": 8,
    "deployment_tokens": 28, "sietch_tokens": 8, "testing_stations": 6, "spice_rows": 5, "bans": 3,
}  # fmt: skip


def test_record_counts(content: ArrakisContent) -> None:
    found = {row.table: row.records for row in summary(content)}
    assert COUNTS.items() <= found.items()


def test_borders(content: ArrakisContent) -> None:
    assert sum(len(row.open) for row in content.borders) == 265
    assert sum(len(row.closed) for row in content.borders) == 11


def test_terrain(content: ArrakisContent) -> None:
    terrain = Counter(area.terrain for area in content.areas)
    assert terrain == {"desert": 65, "mountain": 19, "plateau": 12, "minor_erg": 5}
    assert sum(area.deep for area in content.areas) == 23
    assert sum(area.storm_sheltered for area in content.areas) == 5


def test_north_pole_is_in_every_central_sector_and_under_every_zone(content: ArrakisContent) -> None:
    pole = content.areas.get("north_pole")
    assert set(pole.sectors) == {sector.id for sector in content.sectors if sector.ring == "central"}
    assert all(set(pole.sectors) & set(zone.sectors) for zone in content.air_zones)


def test_planning_decks_have_18_cards_each(content: ArrakisContent) -> None:
    decks: Counter[str] = Counter()
    for card in content.planning_cards:
        decks[card.deck] += card.copies
    assert decks == {"house_harkonnen": 18, "corrino_ally": 18, "house_atreides": 18, "fremen_ally": 18}


def test_prescience_cards_give_13_steps_per_marker(content: ArrakisContent) -> None:
    assert Counter(card.timing for card in content.prescience_cards) == {"action_phase": 8, "round_end": 8}
    for marker in MARKERS:
        assert sum(getattr(card.advances, marker) for card in content.prescience_cards) == 13


def test_figures_add_up_to_the_129_of_the_box(content: ArrakisContent) -> None:
    leaders = Counter[str]()
    for leader in content.leaders:
        side = content.subfactions.get(leader.subfaction).faction
        leaders["worm" if leader.kind == "sandworm" else side] += leader.figures
    assert leaders == {"harkonnen": 13, "atreides": 20, "worm": 1}
    assert sum(figure.count for figure in content.figures) + leaders.total() == 129


def test_leaders_in_play_from_the_start(content: ArrakisContent) -> None:
    starters = {leader.id for leader in content.leaders if leader.starts_in_play}
    assert starters == {
        "baron_harkonnen", "beast_rabban", "captain_aramsham", "paul_atreides", "lady_jessica", "stilgar",
    }  # fmt: skip


def test_tokens(content: ArrakisContent) -> None:
    assert Counter(token.pool for token in content.deployment_tokens) == {
        "start": 8,
        "supply": 8,
        "black": 6,
        "silver": 6,
    }
    assert Counter(token.rank for token in content.sietch_tokens) == {1: 2, 2: 4, 3: 2}
    assert Counter(station.marker for station in content.testing_stations) == dict.fromkeys(MARKERS, 2)
    assert sum(face.count for face in content.wormsigns) == 16


def test_dice_and_boards(content: ArrakisContent) -> None:
    assert {die.faction: die.count for die in content.action_dice} == {"harkonnen": 8, "atreides": 4}
    assert {die.faction: die.count for die in content.combat_dice} == {"harkonnen": 6, "atreides": 6}
    assert {board.id: board.tank_spaces for board in content.faction_boards} == {"harkonnen": 5, "atreides": 3}


def test_known_cards_read_as_printed(content: ArrakisContent) -> None:
    artillery = content.planning_cards.get("explosive_artillery")
    assert [step.do for step in artillery.effect] == ["move_legions", "special_attack"]
    paul = content.leaders.get("paul_muaddib")
    assert paul.combat is not None
    assert (paul.combat.hits, paul.combat.shields, paul.replaces) == (2, 1, "paul_atreides")
    hawat = content.planning_cards.get("hawats_scheming")
    assert (hawat.copies, hawat.playable, hawat.free_action is not None) == (3, False, True)


# --- provenance ------------------------------------------------------------------------------------------------------
def test_reconstructed_facts_are_listed_as_uncertain(content: ArrakisContent) -> None:
    rows = {(row.table, row.id, row.field): row.confidence for row in uncertain(content)}
    assert rows["objectives", "objective_1", "*"] == "low"
    assert rows["action_dice", "atreides_action_die", "*"] == "low"
    assert rows["leaders", "alia", "combat"] == "medium"
    assert rows["leaders", "chani", "special"] == "low"
    assert rows["prescience_cards", "terrible_purpose", "*"] == "low"
    assert rows["wormsigns", "sand", "*"] == "low"
    assert rows["combat_dice", "harkonnen_combat_die", "*"] == "medium"
    assert rows["faction_boards", "harkonnen", "slots"] == "medium"
    assert rows["prescience_markers", "jihad", "length"] == "low"
    assert not any(table in ("areas", "borders", "planning_cards") for table, _, _ in rows)


def test_aliases_of_the_ledger(content: ArrakisContent) -> None:
    words = {alias.id: alias.means for alias in content.aliases}
    assert words["small_erg"] == "minor_erg"
    assert words["desert_dwellers"] == "sand_dwellers"
    assert words["research_station"] == "testing_station"
    assert words["deploy"] == "deployment"
    assert words["sardaukar"] == words["fedaykin"] == "special_elite"
    assert words["wild_worm"] == "wild_maker"


def test_loading_is_fast() -> None:
    best = min(_seconds() for _ in range(3))
    assert best < 0.1


def _seconds() -> float:
    start = time.perf_counter()
    load_content("arrakis")
    return time.perf_counter() - start


# --- overlays --------------------------------------------------------------------------------------------------------
def documented_overlay() -> str:
    text = (ROOT / "docs" / "content.md").read_text(encoding="utf-8")
    found = re.search(r"<!-- the test suite loads this overlay -->\n```toml\n(.*?)```", text, re.DOTALL)
    assert found is not None
    return found[1]


def test_overlay_of_the_docs(tmp_path: Path, content: ArrakisContent) -> None:
    changed = overlay(tmp_path, documented_overlay())
    assert changed.planning_cards.get("spotter_control").name == "Spotter Control"
    assert changed.planning_cards.get("spotter_control").overlay == "my.toml"
    assert changed.planning_cards.get("thumpers").copies == 2
    assert changed.planning_cards.ids[-1] == "sand_snorkel"
    assert "sandtides" not in changed.planning_cards.ids
    assert changed.objectives.get("objective_1").targets.kwisatz_haderach == 9
    assert content_hash(changed) != content_hash(content)
    assert compile_game(changed).tables.tobytes() != compile_game(content).tables.tobytes()


def test_hash_does_not_depend_on_the_place_of_the_overlay(tmp_path: Path) -> None:
    first, second = tmp_path / "a.toml", tmp_path / "b.toml"
    for path in (first, second):
        path.write_text('[[settings]]\nid = "spice_reserve"\nvalue = 2\n', encoding="utf-8")
    assert content_hash(load_content("arrakis", [first])) == content_hash(load_content("arrakis", [second]))


def test_overlay_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"none.toml: cannot read this overlay: No such file or directory"):
        load_content("arrakis", [tmp_path / "none.toml"])


MISTAKES = {
    "step": (
        "planning_cards",
        "thumpers",
        'effect = [{ do = "place_sandwrm", n = 1 }]',
        'planning_cards "thumpers": in effect #1: unknown do = "place_sandwrm", did you mean "place_sandworm"?',
    ),
    "selector": (
        "planning_cards",
        "thumpers",
        'effect = [{ do = "move_legions", n = 1, legion = { wit_leader = true } }]',
        'in effect #1 move_legions legion: unknown key "wit_leader", did you mean "with_leader"?',
    ),
    "empty selector": (
        "planning_cards",
        "thumpers",
        'effect = [{ do = "move_legions", n = 1, legion = {} }]',
        "in effect #1 move_legions legion: a legion needs a condition",
    ),
    "two conditions": (
        "planning_cards",
        "thumpers",
        'effect = [{ do = "if", test = { in_play = "alia", atomics_used = true }, then = [] }]',
        "in effect #1 if test: a condition needs exactly one of in_play,",
    ),
    "nested step": (
        "planning_cards",
        "thumpers",
        'effect = [{ do = "choose", options = [[{ do = "draw", n = 1 }], [{ do = "drw", n = 1 }]] }]',
        'in effect #1 choose options #2 #1: unknown do = "drw", did you mean "draw"?',
    ),
    "area": (
        "planning_cards",
        "thumpers",
        'effect = [{ do = "place_units", elite = 1, where = { areas = ["carthg"] } }]',
        '"effect #1 place_units where areas #1" names "carthg", which is not in areas, did you mean "carthag"?',
    ),
    "leader": (
        "leader_groups",
        "paul",
        'members = ["paul_atreides", "paul_muadib"]',
        '"members #2" names "paul_muadib", which is not in leaders, did you mean "paul_muaddib"?',
    ),
    "card": (
        "leaders",
        "wild_maker",
        'entry = [{ planning_card = "shay_hulud" }]',
        'names "shay_hulud", which is not in planning_cards, did you mean "shai_hulud"?',
    ),
    "marker": (
        "testing_stations",
        "station_jihad_1",
        'marker = "jihat"',
        '"marker" names "jihat", which is not in prescience_markers, did you mean "jihad"?',
    ),
    "requirement": (
        "prescience_cards",
        "the_desert_war",
        'requirement = [{ need = "legion_in", terrain = "desert" }]',
        'unknown need = "legion_in", did you mean "legions_in"?',
    ),
    "terrain": (
        "areas",
        "arrakeen",
        'terrain = "small_erg"',
        '"terrain" is "small_erg" but must be one of "mountain", "plateau", "minor_erg", "desert"',
    ),
    "deep mountain": ("areas", "arrakeen", "deep = true", 'areas "arrakeen": only desert can be deep, not plateau'),
    "fixed count": ("sietch_tokens", "sietch_rank_3_3", "rank = 3", "sietch_tokens: there must be 8 records, not 9"),
    "sietch places": ("areas", "arrakeen", "sietch = true", "there must be 8 areas with a sietch, not 9"),
    "border twice": (
        "borders",
        "north_east_2",
        'open = ["north_east_1"]',
        'borders "north_east_2": the border with "north_east_1" is listed twice',
    ),
    "border with itself": (
        "borders",
        "north_east_2",
        'open = ["north_east_2"]',
        'borders "north_east_2": an area has no border with itself',
    ),
    "border of no area": (
        "borders",
        "arraken",
        "open = []",
        'borders "arraken": the id is not in areas, did you mean "arrakeen"?',
    ),
    "two outer sectors": (
        "air_zones",
        "air_zone_1",
        'sectors = ["north_east", "north_west"]',
        "a zone joins two sectors, at least one of them central",
    ),
    "area in two sectors": (
        "areas",
        "carthag",
        'sectors = ["north_east", "north_west"]',
        "an area lies in one sector or in all central ones",
    ),
    "open strike": (
        "atomic_strikes",
        "atomic_rimwall_west",
        'exposes = ["carthag"]',
        '"carthag" is not a sheltered neighbour of "rimwall_west"',
    ),
    "card without leader": (
        "leaders",
        "alia",
        'entry = [{ planning_card = "thumpers" }]',
        'leaders "alia": the card "thumpers" does not bring this leader',
    ),
    "step without leader": (
        "leaders",
        "alia",
        "entry = [{ supremacy = 3 }]",
        'leaders "alia": no track step at supremacy 3 brings this leader',
    ),
    "special without slot": (
        "leaders",
        "gurney_halleck",
        'slot = "house"',
        "a leader has a slot if and only if it has a special action",
    ),
    "pool": (
        "deployment_tokens",
        "harkonnen_silver_2",
        'pool = "black"',
        "there must be 6 tokens in the black pool, not 7",
    ),
    "side of a pool": (
        "deployment_tokens",
        "harkonnen_silver_2",
        'faction = "atreides"',
        "the silver pool belongs to the harkonnen side",
    ),
    "bashar": (
        "deployment_tokens",
        "atreides_start_1",
        "contents = { bashar = 1 }",
        "only Harkonnen tokens can hold a bashar",
    ),
    "figures": ("figures", "atreides_standard", "count = 5", "starting tokens need 11 figures but there are 5"),
    "beyond the track": ("objectives", "objective_1", "targets = { jihad = 13 }", '"jihad" can reach 12 only, not 13'),
    "rows": ("spice_rows", "row_2", "row = 3", "this is row 2 from the top, not 3"),
    "alias": (
        "aliases",
        "guild",
        'means = "spacing_gild"',
        '"means" names "spacing_gild", which is not in imperium_markers, did you mean "spacing_guild"?',
    ),
    "setting": (
        "settings",
        "unit_limit",
        "value = 7",
        'settings "unit_limit": "id" is "unit_limit" but must be one of "area_unit_limit"',
    ),
}


@pytest.mark.parametrize("table, record, keys, message", MISTAKES.values(), ids=MISTAKES.keys())
def test_mistake_in_an_overlay(tmp_path: Path, table: str, record: str, keys: str, message: str) -> None:
    with pytest.raises(ContentError) as error:
        overlay(tmp_path, f'[[{table}]]\nid = "{record}"\n{keys}')
    assert message in str(error.value)


# --- docs ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("union, key", [(Step, "do"), (Requirement, "need")])
def test_docs_name_every_kind_of_step_with_its_keys(union: object, key: str) -> None:
    text = (ROOT / "docs" / "content.md").read_text(encoding="utf-8")
    words = set(re.findall(r"\w+", text))
    for model in get_args(get_args(union)[0]):
        kinds = get_args(model.model_fields[key].annotation)
        assert words.issuperset(kinds), kinds
        if key == "do":
            assert words.issuperset(model.model_fields), model


def test_every_leader_who_enters_later_is_brought_by_something(content: ArrakisContent) -> None:
    brought = {
        step.leader
        for card in content.planning_cards
        for step in walk(card.effect + (card.free_action.effect if card.free_action else ()))
        if isinstance(step, EnterPlay)
    }
    brought |= {step.effect.leader for step in content.track_steps if step.effect.do == "enter_play"}
    late = {leader.id for leader in content.leaders if leader.kind != "generic" and not leader.starts_in_play}
    assert late == brought
