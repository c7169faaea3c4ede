"""The board: sectors, zones, terrain, free and empty areas, settlements (ARR-MAP)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from arrakis.table import CONTENT, DESERT, SCOUT, YES, Table, die, go, option, the_game

SIETCHES = {one.id: one for one in CONTENT.areas if one.sietch}
TOWNS = {"arrakeen", "carthag", "arsunt", "hagga_basin", "imperial_basin", "north_pole"}
STRATEGY = {"harkonnen": {"strategy": 1, "mentat": 1}, "atreides": {"strategy": 1, "mentat": 1}}


def marching(
    side: str, start: str, areas: dict[str, Any] | None = None, fight: bool = False, **more: Any
) -> Table:
    """A legion of three that is asked where it moves. ``fight``: attacking is possible too, so that is asked."""
    held = {start: {side: {"standard": 3}}, **(areas or {})}
    table = Table({"to_move": side, "dice": STRATEGY, "areas": held, **more}).play(die("strategy"))
    return table.asked(fight, option(0)).play(go(start))


@pytest.mark.rule("ARR-MAP-01")
def test_eight_sectors() -> None:
    sectors = {sector for one in CONTENT.areas for sector in one.sectors}
    central = {sector for sector in sectors if sector.startswith("central_")}
    assert len(sectors) == 8 and len(central) == 4
    assert {one.id for one in CONTENT.areas if len(one.sectors) > 1} == {"north_pole"}
    assert set(CONTENT.areas.get("north_pole").sectors) == central
    tables = the_game().tables[0]
    boards = [int(low) | int(high) << 64 for low, high in tables["sector_board"]]
    names, pole = list(CONTENT.areas.ids), CONTENT.areas.ids.index("north_pole")
    near = int(tables["near"][pole][0]) | int(tables["near"][pole][1]) << 64
    for name, board in zip(CONTENT.sectors.ids, boards, strict=True):
        assert {one for k, one in enumerate(names) if board >> k & 1} == {
            one.id for one in CONTENT.areas if name in one.sectors
        }
        # only the central ones reach the pole and its neighbours, and they share nothing else
        assert bool(board & near) == bool(board >> pole & 1) == (name in central)
        assert all(board & other in (0, 1 << pole) for other in boards if other is not board)
    assert sum(board.bit_count() for board in boards) == 101 + 3


@pytest.mark.rule("ARR-MAP-02")
@pytest.mark.parametrize("number", range(1, 9))
def test_a_zone_serves_both_its_sectors(number: int) -> None:
    plain = [one for one in CONTENT.areas if not one.sietch and one.id not in TOWNS]
    hidden = {sector: next(one.id for one in plain if sector in one.sectors) for sector in CONTENT.sectors.ids}
    tokens = {name: {"atreides": {"tokens": [f"atreides_start_{k + 1}"]}} for k, name in enumerate(hidden.values())}
    flyer = {f"air_zone_{number}": "ornithopter"}
    table = Table({"to_move": "harkonnen", "dice": STRATEGY, "areas": tokens, "air_zones": flyer}).play(SCOUT)
    sectors = set(CONTENT.air_zones.get(f"air_zone_{number}").sectors)
    assert len(sectors) == 2
    expected = {name for name, one in SIETCHES.items() if sectors & set(one.sectors)}
    assert table.areas == expected | {hidden[sector] for sector in sectors}


@pytest.mark.rule("ARR-MAP-03")
def test_one_terrain_each() -> None:
    terrains = Counter(one.terrain for one in CONTENT.areas)
    assert set(terrains) == {"mountain", "plateau", "minor_erg", "desert"}
    assert sum(terrains.values()) == 101
    raw = the_game().tables["terrain_board"][0]
    boards = [int(low) | int(high) << 64 for low, high in raw]
    assert sum(board.bit_count() for board in boards) == 101
    assert (boards[0] | boards[1] | boards[2] | boards[3]) == (1 << 101) - 1


@pytest.mark.rule("ARR-MAP-04")
def test_deep_desert_is_desert() -> None:
    deep = {one.id for one in CONTENT.areas if one.deep}
    assert deep and all(CONTENT.areas.get(name).terrain == "desert" for name in deep)
    signs = Table({"dice": STRATEGY | {"atreides": {"mentat": 1}}}).play(DESERT)
    assert signs.areas >= deep - set(SIETCHES)
    assert Table({"phase": "vehicles"}).areas >= deep - set(SIETCHES)


@pytest.mark.rule("ARR-MAP-05")
@pytest.mark.parametrize("numbers", [range(1, 7), range(3, 9)])
def test_every_zone_reaches_the_north_pole(numbers: range) -> None:
    assert CONTENT.areas.get("north_pole").terrain == "mountain"
    table = marching("harkonnen", "north_pole", air_zones={f"air_zone_{k}": "ornithopter" for k in numbers})
    table.play(go("central_north_east_2"))
    assert table.zones == set(numbers)


@pytest.mark.rule("ARR-MAP-06", "ARR-MOVE-03")
def test_an_impassable_border_parts_its_areas() -> None:
    table = marching("harkonnen", "broken_land")
    assert table.areas == {"arrakeen", "arsunt", "carthag", "north_west_16", "rimwall_west"}
    flying = marching("harkonnen", "broken_land", air_zones={"air_zone_1": "ornithopter"})
    assert flying.areas >= {"north_east_3", "north_east_4", "north_west_11"}


@pytest.mark.rule("ARR-MAP-07")
def test_free_for_the_harkonnen() -> None:
    blocked = {
        "north_east_11": {"atreides": {"standard": 1}},
        "north_east_14": {"sandworm": "ordinary"},
        "north_east_15": {"harkonnen": {"standard": 6}},
        "gara_kulon": {"sietch": "destroyed"},
    }
    table = marching("harkonnen", "north_east_12", blocked, fight=True)
    assert table.areas == {"gara_kulon", "north_east_13", "north_east_8", "north_east_9"}
    standing = {name: held for name, held in blocked.items() if name != "gara_kulon"}
    assert "gara_kulon" not in marching("harkonnen", "north_east_12", standing, fight=True).areas


@pytest.mark.rule("ARR-MAP-07")
def test_free_for_the_atreides() -> None:
    table = marching(
        "atreides",
        "hagga_basin",
        {
            "shield_wall_west": {"harkonnen": {"elite": 1}},
            "hagga_basin": {"settlement": "destroyed", "atreides": {"standard": 3}},
        },
        fight=True,
    )
    assert table.areas == {
        "central_north_east_1",
        "central_north_east_2",
        "central_north_west_2",
        "splintered_rock",
    }


@pytest.mark.rule("ARR-MAP-08")
def test_empty_means_nothing_at_all() -> None:
    things: dict[str, Any] = {
        "north_east_1": {"harvester": True},
        "north_east_2": {"wormsign": True},
        "north_east_3": {"sandworm": "ordinary"},
        "north_east_5": {"harkonnen": {"standard": 1}},
        "north_east_6": {"atreides": {"standard": 1}},
        "north_east_7": {"atreides": {"tokens": ["atreides_start_1"]}},
    }
    table = Table({"dice": STRATEGY, "areas": things, "hands": {"atreides": ["smugglers_a"]}})
    table.play_card(die("mentat"))
    table.play(YES)
    with_station = {one.id for one in CONTENT.areas if one.station}
    deserts = {one.id for one in CONTENT.areas if one.terrain == "desert"}
    assert table.areas == deserts - set(things) - with_station - set(SIETCHES)


@pytest.mark.rule("ARR-MAP-09")
@pytest.mark.parametrize("side", ["harkonnen", "atreides"])
def test_station_harvester_and_wormsign_do_not_block(side: str) -> None:
    things = {"north_east_2": {"harvester": True}, "north_east_1": {"wormsign": True}}
    table = marching(side, "north_east_5", things)
    assert {"north_east_2", "north_east_4"} <= table.areas  # a station stands in north_east_4
    assert "north_east_1" in marching(side, "north_east_4", things).areas


@pytest.mark.rule("ARR-MAP-10", "ARR-SETUP-04")
def test_settlements_stand_where_they_are_printed() -> None:
    told = the_game().new(5).to_dict()["areas"]
    assert {name for name, held in told.items() if held.get("settlement") == "standing"} == TOWNS
    assert {name for name, held in told.items() if "sietch" in held} == set(SIETCHES)
    assert len(SIETCHES) == 8


@pytest.mark.rule("ARR-MAP-11")
@pytest.mark.parametrize(
    ("town", "start", "rank"),
    [
        ("arrakeen", "broken_land", 3),
        ("carthag", "broken_land", 2),
        ("arsunt", "broken_land", 1),
        ("hagga_basin", "splintered_rock", 1),
        ("imperial_basin", "rimwall_west", 1),
        ("north_pole", "wind_pass", 1),
    ],
)
def test_ranks_of_settlements(town: str, start: str, rank: int) -> None:
    """A settlement destroyed without a fight raises each prescience marker by its rank."""
    table = Table({"dice": STRATEGY, "areas": {start: {"atreides": {"standard": 1}}}})
    near_several = {"broken_land", "rimwall_west"}
    table.play(die("strategy"), option(1)).asked(start in near_several, go(town))
    assert table.at(town).get("settlement") != "standing"
    assert [table.told["tracks"][one] for one in ("kwisatz_haderach", "sand_dwellers", "jihad")] == [rank] * 3


@pytest.mark.rule("ARR-MAP-11")
@pytest.mark.parametrize("rank", [1, 2, 3])
def test_ranks_of_sietches(rank: int) -> None:
    areas = {"north_east_10": {"harkonnen": {"standard": 1}}, "sihaya_ridge": {"sietch": rank}}
    table = Table({"to_move": "harkonnen", "dice": STRATEGY, "areas": areas})
    table.play(die("strategy"), option(1))
    assert table.told["tracks"]["supremacy"] == rank
    assert table.told["destroyed_sietches"] == {"sihaya_ridge": rank}
