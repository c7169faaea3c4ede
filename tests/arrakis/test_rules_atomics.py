"""Family atomics (ARR-ATOM, EX-13)."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.scene import ATREIDES, HARKONNEN, Scene, die, leader
from dune_sim.games.arrakis.kernels import actions as act

DICE = {"harkonnen": {"mentat": 2, "strategy": 1}, "atreides": {"mentat": 1, "strategy": 1}}
TILES = {"splintered_rock", "hole_in_the_rock", "rimwall_west"}


def armed(areas: dict[str, Any] | None = None, **more: Any) -> Scene:
    data = {"to_move": "atreides", "dice": DICE, "areas": areas or {}, "atomics": {"uses": 1}, **more}
    return Scene(data)


@pytest.mark.rule("ARR-ATOM-01", "ARR-ATOM-02")
def test_one_tile_once_in_the_game_as_a_free_action_of_an_own_turn() -> None:
    scene = armed()
    assert act.ACT_ATOMIC in scene.legal
    assert act.ACT_ATOMIC not in Scene({"to_move": "atreides", "dice": DICE}).legal
    assert act.ACT_ATOMIC not in armed(to_move="harkonnen").legal
    turn = scene.legal
    scene.pick(act.ACT_ATOMIC)
    assert scene.areas == TILES
    scene.pick("splintered_rock")
    assert scene.told["atomics"] == {"uses": 0, "tile": "atomic_splintered_rock"}
    assert scene.mover == ATREIDES and set(scene.legal) == set(turn) - {act.ACT_ATOMIC}, "the turn goes on"


@pytest.mark.rule("ARR-ATOM-02")
def test_the_tile_lies_for_the_rest_of_the_game() -> None:
    scene = armed().pick(act.ACT_ATOMIC, "rimwall_west").until_phase("vehicles")
    assert scene.told["round"] == 2 and scene.told["atomics"]["tile"] == "atomic_rimwall_west"


@pytest.mark.rule("ARR-ATOM-03")
@pytest.mark.parametrize("area", sorted(TILES))
def test_the_area_becomes_desert_for_wormsigns(area: str) -> None:
    before = armed().pick(act.ACT_DESERT_POWER)
    assert area not in before.areas
    scene = armed().pick(act.ACT_ATOMIC, area, act.ACT_DESERT_POWER)
    assert scene.areas == before.areas | {area}


@pytest.mark.rule("ARR-ATOM-03")
def test_the_area_becomes_desert_for_sandworms() -> None:
    areas = {"wind_pass": {"sandworm": "ordinary"}}
    before = armed(areas).pick(act.ACT_DESERT_POWER, act.ACT_OPTION + 1)
    scene = armed(areas).pick(act.ACT_ATOMIC, "splintered_rock", act.ACT_DESERT_POWER, act.ACT_OPTION + 1)
    assert scene.areas == before.areas | {"splintered_rock"}


def storm(area: str, tile: str | None, seed: int) -> tuple[Scene, int]:
    """The storm over one legion of five, and the swords it rolled."""
    data = {"phase": "spice", "areas": {area: {"harkonnen": {"standard": 5}}}, "seed": seed}
    swords = Scene(data).roll(2)[0]
    if tile is not None:
        data["atomics"] = {"tile": f"atomic_{tile}"}
    return Scene({**data, "phase": "desert"}), swords


OPENED = [
    ("splintered_rock", {"hagga_basin"}),
    ("hole_in_the_rock", {"imperial_basin"}),
    ("rimwall_west", {"imperial_basin", "arrakeen"}),
]
CENTRAL = ("arrakeen", "carthag", "arsunt", "hagga_basin", "imperial_basin")


@pytest.mark.rule("ARR-ATOM-06", "ARR-ATOM-07", "ARR-ATOM-08", "AMB-61", "ARR-STORM-02")
@pytest.mark.parametrize(("tile", "opened"), OPENED)
def test_storms_reach_just_the_plateaus_that_a_tile_opens(tile: str, opened: set[str]) -> None:
    hit = set()
    for seed in range(12):
        for area in CENTRAL:
            scene, swords = storm(area, tile, seed)
            if scene.units(area) == 5 - swords < 5:
                hit.add(area)
            else:
                assert scene.units(area) == 5 and (swords == 0 or area not in opened)
    assert hit == opened


@pytest.mark.rule("ARR-ATOM-06", "ARR-ATOM-07", "ARR-ATOM-08", "AMB-61")
@pytest.mark.parametrize(("tile", "opened"), OPENED)
def test_worms_reach_the_plateaus_that_a_tile_opens(tile: str, opened: set[str]) -> None:
    areas: dict[str, Any] = {name: {"harkonnen": {"standard": 2}} for name in CENTRAL}
    areas[tile] = {"sandworm": "ordinary"}
    scene = armed(areas, atomics={"tile": f"atomic_{tile}"}).pick(act.ACT_DESERT_POWER, act.ACT_OPTION + 2)
    if len(opened) > 1:
        assert scene.areas == opened
    else:
        assert scene.raw["worms"].tolist() == [0, 0], "the only target needs no answer"
    closed = {**areas, tile: {}, "wind_pass": {"sandworm": "ordinary"}, "central_north_east_3": {}}
    away = armed(closed).pick(act.ACT_DESERT_POWER)
    assert act.ACT_OPTION + 2 not in away.legal


@pytest.mark.rule("ARR-ATOM-03")
def test_storms_reach_the_area_of_the_tile() -> None:
    for seed in range(6):
        data = {"areas": {"rimwall_west": {"harkonnen": {"standard": 5}}}, "seed": seed}
        data["wormsigns"] = {"sand": 1, "sandworm": 0, "burrowing": 0}
        swords, _, specials = Scene({**data, "phase": "spice"}).roll(2, signs=1)
        calm = Scene({**data, "phase": "desert"})
        assert calm.units("rimwall_west") == 5
        scene = Scene({**data, "phase": "desert", "atomics": {"tile": "atomic_rimwall_west"}})
        assert scene.units("rimwall_west") == 5 - swords - specials


@pytest.mark.rule("ARR-ATOM-04", "EX-13")
def test_an_atreides_legion_under_the_tile_goes_where_the_harkonnen_say() -> None:
    legion = {"standard": 2, "naib": 1, "leaders": ["stilgar"]}
    areas = {
        "hole_in_the_rock": {"atreides": legion},
        "central_north_east_1": {"harkonnen": {"standard": 1}},
        "central_north_east_3": {"sandworm": "ordinary"},
    }
    scene = armed(areas).pick(act.ACT_ATOMIC, "hole_in_the_rock")
    assert scene.mover == HARKONNEN
    assert scene.areas == {"central_north_east_2", "central_north_east_4"}, "no enemy, no worm, no settlement"
    scene.pick("central_north_east_2")
    assert scene.at("central_north_east_2")["atreides"] == legion
    assert scene.mover == ATREIDES and die("mentat") in scene.legal


@pytest.mark.rule("AMB-35")
def test_a_legion_driven_onto_a_station_takes_it() -> None:
    areas = {"hole_in_the_rock": {"atreides": {"standard": 2}}, "central_north_east_2": {"station": "station_jihad_1"}}
    scene = armed(areas).pick(act.ACT_ATOMIC, "hole_in_the_rock", "central_north_east_2")
    assert scene.markers == [0, 0, 1]


@pytest.mark.rule("ARR-ATOM-04", "AMB-60")
def test_a_harkonnen_legion_goes_where_the_atreides_say_even_onto_a_wormsign() -> None:
    areas = {
        "hole_in_the_rock": {"harkonnen": {"standard": 3, "bashar": 1}},
        "central_north_east_3": {"wormsign": True},
    }
    faces = {"sand": 0, "sandworm": 1, "burrowing": 0}
    scene = armed(areas, wormsigns=faces).pick(act.ACT_ATOMIC, "hole_in_the_rock")
    assert scene.mover == ATREIDES and "central_north_east_3" in scene.areas
    scene.pick("central_north_east_3")
    assert "sandworm" in scene.at("central_north_east_3"), "the sign was turned up"
    assert "wormsign" not in scene.at("central_north_east_3")


@pytest.mark.rule("ARR-ATOM-05", "EX-13")
def test_a_legion_without_a_free_area_is_eliminated() -> None:
    wall = {"harkonnen": {"standard": 1}}
    areas = {
        "splintered_rock": {"atreides": {"standard": 2, "tokens": ["atreides_start_1"], "leaders": ["stilgar"]}},
        "central_north_east_2": wall,
        "central_north_west_2": wall,
        "wind_pass": wall,
    }
    scene = armed(areas).pick(act.ACT_ATOMIC, "splintered_rock")
    assert "atreides" not in scene.at("splintered_rock")
    assert scene.told["tank"]["atreides"] == ["stilgar", None, None]
    assert int(scene.raw["pool"][ATREIDES][0]) == 16, "both units are in the pool"
    assert scene.told["deployment_tokens"]["lost"] == ["atreides_start_1"]


@pytest.mark.rule("ARR-ATOM-05", "AMB-66")
def test_leaders_of_a_legion_lost_under_the_tile_enter_the_tank_in_their_owners_order() -> None:
    wall = {"atreides": {"standard": 1}}
    areas = {
        "splintered_rock": {"harkonnen": {"elite": 2, "bashar": 2, "leaders": ["baron_harkonnen", "beast_rabban"]}},
        "central_north_east_2": wall,
        "central_north_west_2": wall,
        "wind_pass": {"sandworm": "ordinary"},
        "hagga_basin": {"settlement": "destroyed", "atreides": {"standard": 1}},
    }
    scene = armed(areas).pick(act.ACT_ATOMIC, "splintered_rock")
    assert scene.mover == HARKONNEN and set(scene.legal) == {leader("baron_harkonnen"), leader("beast_rabban")}
    scene.pick(leader("baron_harkonnen"))
    assert scene.told["tank"]["harkonnen"][:3] == ["beast_rabban", "baron_harkonnen", None]
    assert "harkonnen" not in scene.at("splintered_rock")
    assert scene.raw["pool"][HARKONNEN].tolist() == [24, 12, 8, 6]
    assert scene.mover == ATREIDES and die("mentat") in scene.legal


@pytest.mark.rule("AMB-60", "ARR-UNIT-07")
def test_the_unit_limit_holds_where_a_legion_is_driven_to() -> None:
    areas = {
        "hole_in_the_rock": {"atreides": {"standard": 4}},
        "central_north_east_2": {"atreides": {"elite": 4}},
    }
    scene = armed(areas).pick(act.ACT_ATOMIC, "hole_in_the_rock", "central_north_east_2")
    assert scene.mover == ATREIDES and set(scene.legal) == {act.ACT_CLASS, act.ACT_CLASS + 1}
    scene.pick(act.ACT_CLASS, act.ACT_CLASS + 1)
    assert scene.at("central_north_east_2")["atreides"] == {"standard": 3, "elite": 3}


@pytest.mark.rule("ARR-MAP-08")
def test_an_area_with_a_tile_is_desert_but_not_empty() -> None:
    """Harkonnen Patrols places units in empty deserts."""
    more = {"hands": {"harkonnen": ["harkonnen_patrols"]}, "to_move": "harkonnen"}
    plain = armed(**more).play_card("mentat").areas
    scene = armed(atomics={"tile": "atomic_splintered_rock"}, **more).play_card("mentat")
    assert scene.areas == plain and "splintered_rock" not in plain
