"""Phase 1, and the house action of both sides (ARR-VEH, ARR-HOUSE)."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.table import CONTENT, DONE, FACES, PLAY, YES, Table, card, die, go, leader, option, split, vehicle, zone

DESERTS = {one.id for one in CONTENT.areas if one.terrain == "desert"}
SIETCHES = {one.id for one in CONTENT.areas if one.sietch}
FIELDS = sorted(DESERTS - SIETCHES)
ROWS = {1: (0, 3, 2, 1), 2: (1, 4, 2, 1), 3: (2, 5, 3, 1), 4: (3, 5, 4, 2), 5: (4, 6, 4, 2)}


def phase_one(row: int = 1, **more: Any) -> Table:
    markers = {"choam": 1, "spacing_guild": row, "landsraad": 1}
    return Table({"phase": "vehicles", "round": 2, "spice": {"markers": markers}, **more})


def place_all(table: Table) -> tuple[int, int, int]:
    """Place every vehicle somewhere; how many of each kind there were."""
    count = [0, 0, 0]
    while table.told["phase"] == "vehicles":
        words = table.state.describe(table.legal[0])
        kind = next(k for k, name in enumerate(("harvester", "ornithopter", "carryall")) if words.startswith(name))
        count[kind] += 1
        before = list(table.told["air_zones"])
        taken = {zone(int(name[-1])) for name in before}
        free = [one for one in table.legal if one not in taken]
        table.play(free[0])
    return count[0], count[1], count[2]


@pytest.mark.rule("ARR-VEH-01", "ARR-VEH-04", "ARR-VEH-05")
@pytest.mark.parametrize("row", range(1, 6))
def test_the_lowest_marker_sets_the_vehicles(row: int) -> None:
    table = phase_one(row)
    assert place_all(table) == ROWS[row][1:]
    told = table.told
    flyers = list(told["air_zones"].values())
    harvesters = sum("harvester" in held for held in told["areas"].values())
    assert (harvesters, flyers.count("ornithopter"), flyers.count("carryall")) == ROWS[row][1:]


@pytest.mark.rule("ARR-VEH-05")
def test_no_vehicle_can_be_left_out() -> None:
    assert DONE not in phase_one().legal


@pytest.mark.rule("ARR-VEH-02", "ARR-ACT-02")
@pytest.mark.parametrize("row", range(1, 6))
def test_dice_on_the_spice_board_are_not_rolled(row: int) -> None:
    table = phase_one(row)
    place_all(table)
    told = table.told["dice"]["harkonnen"]
    assert sum(told[face] for face in FACES) + told["surplus"] == 8 - ROWS[row][0]


@pytest.mark.rule("ARR-VEH-03")
def test_dice_come_back_when_the_lowest_marker_rises() -> None:
    """Eight spice hold two markers and raise the lowest from row 4 to row 3."""
    markers = {"choam": 1, "spacing_guild": 4, "landsraad": 1}
    deep = [one.id for one in CONTENT.areas if one.deep and not one.sietch]
    fields = {name: {"harvester": True} for name in deep[:4]}
    table = Table({"phase": "spice", "round": 2, "spice": {"markers": markers}, "areas": fields})
    table.play(option(1), option(2), option(1))  # the last point waits
    assert (table.told["phase"], table.told["spice"]["markers"]["spacing_guild"]) == ("vehicles", 3)
    place_all(table)
    told = table.told["dice"]["harkonnen"]
    assert ROWS[4][0] == 3
    assert sum(told[face] for face in FACES) + told["surplus"] == 8 - 2


@pytest.mark.rule("ARR-VEH-06")
def test_where_a_harvester_may_go() -> None:
    areas = {
        "north_east_1": {"atreides": {"standard": 1}},
        "north_east_2": {"sandworm": "ordinary"},
        "north_east_3": {"harvester": True},
        "north_east_5": {"harkonnen": {"standard": 1}},
        "north_east_6": {"wormsign": True},
        "windgap": {"sietch": "destroyed"},
    }
    table = phase_one(areas=areas)
    blocked = {"north_east_1", "north_east_2", "north_east_3"} | (SIETCHES - {"windgap"})
    assert table.areas == DESERTS - blocked


@pytest.mark.rule("ARR-VEH-07", "ARR-VEH-08")
def test_a_flyer_pushes_another_out_of_its_zone() -> None:
    table = phase_one().play(*(go(name) for name in FIELDS[:3]))
    assert table.zones == set(range(1, 9))
    table.play(zone(1))
    assert table.zones == set(range(2, 9))  # no second ornithopter in the zone
    table.play(zone(2))
    assert table.zones == set(range(1, 9))
    table.play(zone(2))
    assert table.told["air_zones"] == {"air_zone_1": "ornithopter", "air_zone_2": "carryall"}
    assert int(table.state.raw["ornithopters"][0]).bit_count() == 1  # the other one is in the pool again


DICE = {"harkonnen": {"house": 2, "strategy": 1}, "atreides": {"house": 1, "mentat": 1}}


def house(areas: dict[str, Any] | None = None, branch: int = 0, **more: Any) -> Table:
    held = {"arrakeen": {"harkonnen": {"standard": 3}}, "carthag": {"harkonnen": {"standard": 1, "elite": 1}}}
    scenario = {"to_move": "harkonnen", "dice": DICE, "areas": held if areas is None else areas, **more}
    return Table(scenario).play(die("house"), option(branch))


@pytest.mark.rule("ARR-HOUSE-02", "ARR-HOUSE-03")
def test_two_units_become_elite_ones_in_different_places() -> None:
    table = house()
    assert table.areas == {"arrakeen", "carthag"}
    table.play(go("arrakeen"), go("carthag"))
    assert table.legion("harkonnen", "arrakeen") == {"standard": 2, "elite": 1}
    assert table.legion("harkonnen", "carthag") == {"elite": 2}
    assert table.state.raw["pool"][0][0].tolist() == [22, 9, 8, 6]
    assert table.mover == "atreides"


@pytest.mark.rule("ARR-HOUSE-03", "AMB-12")
def test_one_unit_when_only_one_elite_figure_is_left() -> None:
    areas = {name: {"harkonnen": {"elite": 6 - k}} for k, name in enumerate(("hagga_basin", "north_pole"))}
    table = house(areas | {"arrakeen": {"harkonnen": {"standard": 3}}})
    table.play(go("arrakeen"))
    assert table.legion("harkonnen", "arrakeen") == {"standard": 2, "elite": 1}
    assert table.mover == "atreides"


@pytest.mark.rule("ARR-HOUSE-02", "ARR-HOUSE-04")
@pytest.mark.parametrize("kinds", [("harvester", "harvester"), ("carryall", "ornithopter"), ("harvester", "carryall")])
def test_two_vehicles_of_any_kind(kinds: tuple[str, str]) -> None:
    table = house(branch=1)
    spots: list[int] = []
    for k, kind in enumerate(kinds):
        assert [one for one in table.legal if one in range(vehicle("harvester"), vehicle("carryall") + 1)] == [
            vehicle(one) for one in ("harvester", "ornithopter", "carryall")
        ]
        table.play(vehicle(kind))
        spots.append(go(FIELDS[k]) if kind == "harvester" else zone(k + 1))
        table.play(spots[-1]).asked(kind in kinds[:k], YES)  # a new one, not the one that was just placed
    told = table.told
    placed = [
        "harvester" if "harvester" in told["areas"].get(FIELDS[k], {}) else told["air_zones"].get(f"air_zone_{k + 1}")
        for k in range(2)
    ]
    assert placed == list(kinds)
    assert table.mover == "atreides"


@pytest.mark.rule("ARR-HOUSE-04")
def test_placing_keeps_the_rules_of_phase_one() -> None:
    areas = {
        "north_east_1": {"atreides": {"standard": 1}},
        "north_east_3": {"harvester": True},
        "arrakeen": {"harkonnen": {"standard": 1}},
    }
    table = house(areas, branch=1, air_zones={"air_zone_1": "carryall"})
    fields = table.copy().play(vehicle("harvester")).areas
    assert fields == DESERTS - SIETCHES - {"north_east_1", "north_east_3"}
    table.play(vehicle("ornithopter"), zone(1))
    assert table.told["air_zones"] == {"air_zone_1": "ornithopter"}


@pytest.mark.rule("ARR-HOUSE-05", "ARR-DEPLOY-05", "AMB-13")
def test_a_vehicle_on_the_board_may_be_put_elsewhere() -> None:
    table = house(branch=1, air_zones={"air_zone_1": "carryall"}).play(vehicle("carryall"), zone(5), zone(1))
    assert table.told["air_zones"] == {"air_zone_5": "carryall"}


@pytest.mark.rule("ARR-HOUSE-01", "AMB-10")
def test_an_atreides_house_die_is_any_other_result() -> None:
    table = Table({"dice": DICE, "hands": {"atreides": ["thumpers"]}})
    assert PLAY in table.legal and "lady_jessica" in table.named  # a mentat die is there as well
    table.play(die("house"))
    assert table.faces == {"leadership", "strategy", "deployment", "mentat"}
    assert table.named == {"paul_atreides", "lady_jessica", "stilgar"}
    assert PLAY not in table.legal and card("atreides", "thumpers") not in table.legal
    special = table.copy().play(leader("lady_jessica"))
    assert special.told["exhausted"] == ["lady_jessica"] and special.told["dice"]["atreides"]["mentat"] == 1
    table.play(die("mentat"), split(2))
    assert len(table.told["hands"]["atreides"]) == 3
    alone = Table({"dice": {**DICE, "atreides": {"house": 1}}})
    assert alone.faces == {"house"} and alone.named == set()  # the die has no slot of its own
