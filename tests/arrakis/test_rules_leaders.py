"""Named leaders: entry, special actions, replacement (ARR-LEAD)."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.table import ALL, CONTENT, DONE, FACES, HAWAT, YES, Table, die, go, leader, option

DICE = {
    "harkonnen": {"leadership": 1, "mentat": 2, "house": 1, "deployment": 1},
    "atreides": {"leadership": 1, "mentat": 1, "strategy": 1},
}
DEED = "the_sietch_stands"


def table(side: str, areas: dict[str, Any] | None = None, **more: Any) -> Table:
    return Table({"to_move": side, "dice": DICE, "areas": areas or {}, **more})


def strip(name: str) -> tuple[int, int]:
    """Hits and shields a leader makes of a special result."""
    combat = CONTENT.leaders.get(name).combat
    return combat.hits, combat.shields


@pytest.mark.rule("ARR-LEAD-01")
def test_cards_of_generic_and_named_leaders() -> None:
    generic = {one.id for one in CONTENT.leaders if one.kind == "generic"}
    assert generic == {"bashar", "naib"}
    for one in CONTENT.leaders:
        if one.kind != "sandworm":
            assert one.combat.hits + one.combat.shields > 0
        assert bool(one.special) is (one.kind != "generic" and one.id != "gurney_halleck")
    found = table("harkonnen", {"arrakeen": {"harkonnen": {"standard": 1, "bashar": 1}}})
    assert found.named == {"baron_harkonnen", "beast_rabban", "captain_aramsham"}  # no bashar


@pytest.mark.rule("ARR-LEAD-02", "ARR-LEAD-03", "ARR-LEAD-14")
@pytest.mark.parametrize(("start", "entered"), [(0, {"thufir_hawat"}), (5, {"feyd_rautha"})])
def test_supremacy_brings_leaders_in(start: int, entered: set[str]) -> None:
    """A rank 1 sietch falls without a fight; the card is ready at once, the figure waits."""
    areas = {"north_east_10": {"harkonnen": {"standard": 1}}, "sihaya_ridge": {"sietch": 1}}
    leaders = {"thufir_hawat": "aside"} if start else {}
    held = {"harkonnen": {"strategy": 1, "leadership": 1, "mentat": 1}, "atreides": {"mentat": 1, "strategy": 1}}
    found = Table(
        {
            "to_move": "harkonnen",
            "dice": held,
            "areas": areas,
            "tracks": {"supremacy": start},
            "leaders": leaders,
            "decks": {"atreides": []},
        }
    )
    found.play(die("strategy"), option(1))
    assert found.told["tracks"]["supremacy"] == start + 1
    assert {name for name in ("thufir_hawat", "feyd_rautha") if found.told["leaders"].get(name) == "aside"} >= entered
    assert not entered & set(found.told["exhausted"])


@pytest.mark.rule("ARR-LEAD-14")
def test_a_step_that_is_passed_counts_as_reached() -> None:
    areas = {"north_east_10": {"harkonnen": {"standard": 1}}, "sihaya_ridge": {"sietch": 3}}
    held = {"harkonnen": {"strategy": 1, "mentat": 1}, "atreides": {"mentat": 1, "strategy": 1}}
    found = Table({"to_move": "harkonnen", "dice": held, "areas": areas})
    found.play(die("strategy"), option(1))
    assert found.told["tracks"]["supremacy"] == 3 and found.told["leaders"]["thufir_hawat"] == "aside"


ENTRIES = {
    "chani": ("jihad", "north_east_4"),
    "paul_muaddib": ("kwisatz_haderach", "north_east_4"),
    "reverend_mother_jessica": ("sand_dwellers", "north_east_4"),
}


def take_station(marker: str, *, areas: dict[str, Any] | None = None, **more: Any) -> Table:
    """An Atreides legion takes a station that lifts a marker from 2 to 3."""
    held: dict[str, Any] = {
        "north_east_2": {"atreides": {"standard": 1}},
        "north_east_4": {"station": f"station_{marker}_1"},
        **(areas or {}),
    }
    found = Table({"dice": DICE, "areas": held, "tracks": {marker: 2}, **more}).play(die("strategy"))
    found.play(go("north_east_2"), go("north_east_4"))
    assert found.told["tracks"][marker] == 3
    return found


@pytest.mark.rule("ARR-LEAD-02", "ARR-LEAD-03")
def test_chani_enters_with_the_jihad() -> None:
    found = take_station("jihad")
    assert found.told["leaders"]["chani"] == "aside" and "chani" not in found.told["exhausted"]
    assert found.legion("atreides", "north_east_4") == {"standard": 1}


REPLACED = [
    ("sand_dwellers", "lady_jessica", "reverend_mother_jessica"),
    ("kwisatz_haderach", "paul_atreides", "paul_muaddib"),
]


@pytest.mark.rule("ARR-LEAD-07", "ARR-LEAD-08")
@pytest.mark.parametrize(("marker", "young", "grown"), REPLACED)
@pytest.mark.parametrize("where", ["board", "tank", "aside"])
@pytest.mark.parametrize("tired", [False, True])
def test_the_grown_leader_takes_over(marker: str, young: str, grown: str, where: str, tired: bool) -> None:
    more: dict[str, Any] = {"exhausted": [young] if tired else []}
    areas = {}
    if where == "board":
        areas = {"windgap": {"atreides": {"elite": 1, "leaders": [young]}}}
    elif where == "tank":
        more["tank"] = {"atreides": [young]}
    found = take_station(marker, areas=areas, **more)
    told = found.told
    assert told["leaders"][young] == "gone"
    assert (grown in told["exhausted"]) is tired and young not in told["exhausted"]
    if where == "board":
        assert found.legion("atreides", "windgap") == {"elite": 1, "leaders": [grown]}
    elif where == "tank":
        assert told["tank"]["atreides"][1] == grown  # the die spent moved the tank on
    else:
        assert told["leaders"][grown] == "aside"


@pytest.mark.rule("ARR-LEAD-04", "AMB-11")
def test_a_special_action_needs_its_die_and_a_ready_card() -> None:
    on_map = {"windgap": {"atreides": {"standard": 1, "leaders": ["paul_atreides"]}}}
    assert table("atreides").named == {"paul_atreides", "lady_jessica"}  # off the board; Stilgar has no die
    assert table("atreides", on_map).named == {"paul_atreides", "lady_jessica"}
    another_result = {**DICE, "atreides": {"strategy": 1, "mentat": 1}}
    assert table("atreides", on_map, dice=another_result).named == {"lady_jessica"}
    assert table("atreides", exhausted=["paul_atreides"]).named == {"lady_jessica"}
    assert table("atreides", tank={"atreides": ["paul_atreides"]}).named == {"lady_jessica"}
    assert table("atreides", leaders={"paul_atreides": "later"}).named == {"lady_jessica"}
    used = table("atreides").play(leader("paul_atreides"))
    assert used.told["dice"]["atreides"]["leadership"] == 0 and used.told["exhausted"] == ["paul_atreides"]


@pytest.mark.rule("ARR-LEAD-05", "ARR-LEAD-06")
def test_the_special_action_replaces_the_normal_one_and_exhausts() -> None:
    areas = {"arrakeen": {"harkonnen": {"standard": 5}}}
    found = table("harkonnen", areas)
    assert {die("house"), leader("baron_harkonnen")} <= set(found.legal)
    normal = found.copy().play(die("house"), option(0), go("arrakeen"), go("arrakeen"))
    assert normal.legion("harkonnen", "arrakeen") == {"standard": 3, "elite": 2}
    assert normal.told["exhausted"] == [] and normal.mover == "atreides"
    found.play(leader("baron_harkonnen"), go("arrakeen"), go("arrakeen"), go("arrakeen"))
    assert found.legion("harkonnen", "arrakeen") == {"standard": 2, "elite": 3}
    assert found.told["dice"]["harkonnen"]["house"] == 0
    assert found.told["exhausted"] == ["baron_harkonnen"] and found.mover == "atreides"


@pytest.mark.rule("ARR-LEAD-06")
def test_an_exhausted_card_is_ready_again_in_the_next_round() -> None:
    found = Table({"phase": "end", "round": 2, "exhausted": ["baron_harkonnen", "paul_atreides"]})
    while found.told["round"] == 2:
        found.play(DONE if DONE in found.legal else found.legal[0])
    assert found.told["exhausted"] == []


@pytest.mark.rule("ARR-LEAD-09")
@pytest.mark.parametrize("paul", ["paul_atreides", "paul_muaddib"])
def test_paul_means_either_paul(paul: str) -> None:
    """A prescience card that asks for Paul in a sector without Harkonnen legions takes both."""
    leaders = {"paul_atreides": "gone"} if paul == "paul_muaddib" else {}
    areas = {"windgap": {"atreides": {"standard": 1, "leaders": [paul]}}}
    row = {"row": ["paul_drinks_the_water_of_life"]}
    found = table("atreides", areas, prescience=row, leaders=leaders)
    scoring = [one for one in found.legal if 200 <= one < 216]
    assert len(scoring) == 1
    found.play(scoring[0])
    while found.mover == "atreides":
        found.play(found.legal[0])
    assert found.legion("atreides", "windgap") == {"standard": 1}
    # three steps of Kwisatz Haderach make the younger Paul grow up on the way
    assert found.told["tank"]["atreides"][0] == "paul_muaddib"
    assert found.told["leaders"]["paul_atreides"] == "gone"


@pytest.mark.rule("ARR-LEAD-10", "ARR-FREE-05", "ARR-FREE-07")
@pytest.mark.parametrize("many", [2, 3])
def test_hawat_leaves_and_mohiam_enters(many: int) -> None:
    hand = ["hawats_scheming", "hawats_scheming#2", "hawats_scheming#3"]
    leaders = {"thufir_hawat": "aside"}
    found = table("harkonnen", hands={"harkonnen": hand}, leaders=leaders, tracks={"supremacy": 1})
    found.play(HAWAT + many - 2)
    told = found.told
    assert told["leaders"]["thufir_hawat"] == "gone" and told["leaders"]["gaius_helen_mohiam"] == "aside"
    assert len(told["hands"]["harkonnen"]) == 3 - many
    assert found.mover == "harkonnen" and found.unused("harkonnen") == 5


@pytest.mark.rule("ARR-LEAD-11")
@pytest.mark.parametrize("where", ["board", "tank"])
def test_feyd_removes_rabban(where: str) -> None:
    areas: dict[str, Any] = {"north_east_10": {"harkonnen": {"standard": 1}}, "sihaya_ridge": {"sietch": 1}}
    more: dict[str, Any] = {"tank": {"harkonnen": ["beast_rabban"]}} if where == "tank" else {}
    if where == "board":
        areas["arrakeen"] = {"harkonnen": {"standard": 2, "leaders": ["beast_rabban"]}}
    held = {"harkonnen": {"strategy": 1, "mentat": 1}, "atreides": {"mentat": 1, "strategy": 1}}
    leaders = {"thufir_hawat": "aside"}
    found = Table(
        {"to_move": "harkonnen", "dice": held, "areas": areas, "tracks": {"supremacy": 5}, "leaders": leaders, **more}
    )
    found.play(die("strategy"), option(1))
    told = found.told
    assert told["leaders"]["beast_rabban"] == "gone" and told["leaders"]["feyd_rautha"] == "aside"
    assert "beast_rabban" not in told["tank"]["harkonnen"]
    assert found.legion("harkonnen", "arrakeen") == ({"standard": 2} if where == "board" else {})


@pytest.mark.rule("ARR-LEAD-12", "ARR-LEAD-13")
def test_gurney_comes_straight_to_the_board_and_has_no_special_action() -> None:
    found = table("atreides", hands={"atreides": ["smugglers_a"]}).play_card(die("mentat"), YES)
    found.play(go("north_east_10"), go("north_east_10"), go("north_east_10"), leader("gurney_halleck"))
    assert found.legion("atreides", "north_east_10") == {"elite": 2, "leaders": ["gurney_halleck"]}
    for face in FACES:
        held = {"harkonnen": {"mentat": 2}, "atreides": {face: 1}}
        areas = {"north_east_10": {"atreides": {"standard": 1, "leaders": ["gurney_halleck"]}}}
        found = Table({"dice": held, "areas": areas})
        assert "gurney_halleck" not in found.named
        assert face != "house" or "gurney_halleck" not in found.play(die(face)).named


@pytest.mark.rule("ARR-LEAD-15", "EX-19")
def test_paul_joins_any_legion_and_two_led_legions_move() -> None:
    areas = {
        "north_east_10": {"atreides": {"standard": 2}},
        "windgap": {"atreides": {"standard": 1, "naib": 1}},
        "tasmin_sink": {"atreides": {"elite": 1}},
    }
    held = {"harkonnen": {"mentat": 2}, "atreides": {"leadership": 1, "mentat": 2}}
    found = Table({"dice": held, "areas": areas})
    assert found.legal == [die("leadership"), die("mentat"), leader("paul_atreides"), leader("lady_jessica")]
    assert found.copy().play(die("leadership")).areas == {"windgap"}  # two moves with leaders; nobody to attack
    found.play(leader("paul_atreides"), leader("paul_atreides"))
    assert found.areas == {"north_east_10", "windgap", "tasmin_sink"}
    found.play(go("north_east_10"))
    assert found.legion("atreides", "north_east_10") == {"standard": 2, "leaders": ["paul_atreides"]}
    assert found.areas == {"north_east_10", "windgap"}
    found.play(go("north_east_10"), go("north_east_13"), ALL, go("windgap"), go("false_wall_west"), ALL)
    assert found.legion("atreides", "north_east_13") == {"standard": 2, "leaders": ["paul_atreides"]}
    assert found.told["exhausted"] == ["paul_atreides"] and found.mover == "harkonnen"


@pytest.mark.rule("ARR-LEAD-16")
def test_strips_of_the_battle_example() -> None:
    assert strip("baron_harkonnen") == (0, 2)
    assert strip("paul_muaddib") == (2, 1)
