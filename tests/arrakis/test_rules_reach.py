"""Sandriding and troop transport (ARR-RIDE, ARR-TRANS)."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.table import ALL, AREAS, CONTENT, DONE, Table, die, go, leader, option, unit, zone
from dune_sim.games.arrakis.tables.map import neighbours

DICE = {
    "harkonnen": {"strategy": 1, "leadership": 1, "mentat": 1, "house": 1, "deployment": 1},
    "atreides": {"strategy": 1, "leadership": 1, "mentat": 1, "deployment": 1},
}
READY = {"exhausted": ["paul_atreides", "captain_aramsham", "baron_harkonnen"]}
SIGN = {"wormsign": True}
WORM = {"sandworm": "ordinary"}
ONE = {"air_zone_1": "ornithopter"}


def table(side: str, areas: dict[str, Any], **more: Any) -> Table:
    """Enemy settlements near the legions are out of the way."""
    gone = {"gara_kulon": {"sietch": "destroyed"}, "sihaya_ridge": {"sietch": "destroyed"}}
    return Table({"to_move": side, "dice": DICE, "areas": gone | areas, **READY, **more})


def take(found: Table, branch: int, face: str = "strategy", fight: bool = False) -> Table:
    """Use a die for moving (0) or attacking (1). ``fight``: attacking is possible, so that is asked."""
    return found.play(die(face)).asked(fight, option(branch))


def rider(areas: dict[str, Any], fight: bool = False) -> Table:
    held = {"north_east_1": {"atreides": {"standard": 2, "naib": 1}}} | areas
    return take(table("atreides", held), 0, fight=fight).play(go("north_east_1"))


STEP = {"north_east_2", "north_east_3", "north_east_4", "north_west_3"}  # beside north_east_1


@pytest.mark.rule("ARR-RIDE-01")
@pytest.mark.parametrize("face", ["strategy", "leadership"])
def test_every_move_may_be_a_ride(face: str) -> None:
    held = {"north_east_1": {"atreides": {"standard": 2, "naib": 1}}, "north_east_2": SIGN}
    found = take(table("atreides", held), 0, face).play(go("north_east_1"))
    assert found.areas == STEP | {"north_east_5", "north_east_6", "sihaya_ridge"}
    found.play(go("sihaya_ridge"), ALL)
    assert found.legion("atreides", "sihaya_ridge") == {"standard": 2, "naib": 1}
    played = table("atreides", held, hands={"atreides": ["war_plan"]})
    played.play_card(die("mentat"), go("north_east_1"))
    assert "sihaya_ridge" in played.areas


@pytest.mark.rule("ARR-RIDE-02", "AMB-33")
def test_a_ride_begins_beside_a_sign_or_worm() -> None:
    assert rider({"north_east_6": SIGN}).areas == STEP  # two areas away
    assert rider({"north_east_1": {"wormsign": True, "atreides": {"standard": 2, "naib": 1}}}).areas == STEP
    far = {"north_east_5", "north_east_6", "sihaya_ridge"}
    assert rider({"north_east_2": SIGN}).areas == STEP | far
    assert rider({"north_east_2": WORM}).areas == (STEP | far) - {"north_east_2"}


@pytest.mark.rule("ARR-RIDE-03")
def test_a_ride_goes_through_any_number_of_signs_and_worms() -> None:
    chain = {"north_east_2": SIGN, "north_east_6": WORM, "north_east_9": SIGN, "north_east_13": SIGN}
    found = rider(chain)
    assert {"north_east_10", "north_east_14", "north_east_12"} <= found.areas
    found.play(go("north_east_14"), ALL)
    assert found.legion("atreides", "north_east_14") == {"standard": 2, "naib": 1}
    broken = {name: held for name, held in chain.items() if name != "north_east_6"}
    assert "north_east_14" not in rider(broken).areas


@pytest.mark.rule("ARR-RIDE-04")
def test_a_ride_ends_beside_the_chain_in_a_free_area() -> None:
    areas = {
        "north_east_2": SIGN,
        "north_east_6": SIGN,
        "north_east_5": {"harkonnen": {"standard": 1}},
        "north_east_8": WORM,
        "north_east_9": {"atreides": {"standard": 1}},
    }
    found = rider(areas, fight=True)
    # onto a sign, beside one, not onto a worm or an enemy; the worm carries the ride on
    assert found.areas == STEP | {
        "north_east_6",
        "sihaya_ridge",
        "north_east_9",
        "north_east_7",
        "north_east_11",
        "north_east_12",
    }


@pytest.mark.rule("ARR-RIDE-05")
def test_an_enemy_legion_stops_a_ride_but_a_harvester_does_not() -> None:
    harvested = {"north_east_2": {"wormsign": True, "harvester": True}}
    assert "sihaya_ridge" in rider(harvested).areas
    guarded = {"north_east_2": {"wormsign": True, "harkonnen": {"standard": 1}}}
    assert rider(guarded, fight=True).areas == STEP - {"north_east_2"}


@pytest.mark.rule("ARR-RIDE-06")
def test_an_attack_in_reach_of_a_ride() -> None:
    areas = {
        "north_east_1": {"atreides": {"standard": 4, "naib": 1}},
        "north_east_2": SIGN,
        "sihaya_ridge": {"sietch": "destroyed", "harkonnen": {"standard": 3}},
        "north_east_10": {"harkonnen": {"standard": 3}},
    }
    hands = {"atreides": ["thumpers"]}  # so that the battle stops before its first roll
    found = take(table("atreides", areas, hands=hands), 1, fight=True)
    assert found.told["battles"] == 1 and int(found.state.raw["move"]["source"][0]) == AREAS.index("north_east_1")
    assert int(found.state.raw["move"]["target"][0]) == 1  # Sihaya Ridge, the only one in reach
    assert found.legion("atreides", "north_east_1") == {"standard": 4, "naib": 1}  # still at home


@pytest.mark.rule("ARR-RIDE-06")
def test_a_ride_reaches_an_undefended_settlement() -> None:
    areas = {"central_south_west_3": {"atreides": {"standard": 1}}, "central_south_west_4": SIGN}
    found = take(table("atreides", areas), 1, fight=True)
    assert found.at("north_pole") == {"atreides": {"standard": 1}, "settlement": "destroyed"}


@pytest.mark.rule("ARR-RIDE-07")
def test_no_ride_over_a_closed_border() -> None:
    found = rider({"north_east_4": SIGN, "north_east_5": SIGN})
    assert not {"broken_land", "rimwall_west", "central_north_east_5"} & found.areas
    assert "north_east_7" in found.areas


@pytest.mark.rule("ARR-RIDE-08")
def test_signs_stay_face_down_under_a_ride() -> None:
    chain = {"north_east_2": SIGN, "north_east_6": SIGN, "sihaya_ridge": {"sietch": "destroyed", "wormsign": True}}
    found = rider(chain).play(go("sihaya_ridge"), ALL)
    assert all(found.at(name)["wormsign"] for name in chain)
    assert found.told["wormsigns"] == {"sand": 8, "sandworm": 4, "burrowing": 4}


# -- troop transport -------------------------------------------------------------------------------------------------


def flyer(
    areas: dict[str, Any], begin: str, zones: dict[str, str], branch: int = 0, fight: bool = False, **more: Any
) -> Table:
    held = {begin: {"harkonnen": {"standard": 2, "bashar": 1}}} | areas
    return take(table("harkonnen", held, air_zones=zones, **more), branch, fight=fight).asked(branch == 0, go(begin))


@pytest.mark.rule("ARR-TRANS-01")
def test_an_ornithopter_of_a_zone_at_the_sector() -> None:
    near, far = {"north_east_13", "north_east_9", "sihaya_ridge"}, "north_east_12"
    assert flyer({}, "north_east_10", {}).areas == near
    assert far in flyer({}, "north_east_10", ONE).areas
    assert flyer({}, "north_east_10", {"air_zone_1": "carryall"}).areas == near
    assert flyer({}, "north_east_10", {f"air_zone_{k}": "ornithopter" for k in range(2, 8)}).areas == near
    both = {"air_zone_1": "ornithopter", "air_zone_2": "ornithopter", "air_zone_5": "ornithopter"}
    found = flyer({}, "broken_land", both).play(go("imperial_basin"))
    assert found.zones == {1, 2}
    found.play(zone(2), ALL)
    assert found.told["air_zones"] == {"air_zone_1": "ornithopter", "air_zone_5": "ornithopter"}
    assert found.legion("harkonnen", "imperial_basin") == {"standard": 2, "bashar": 1}


@pytest.mark.rule("ARR-TRANS-02")
def test_up_to_two_areas_ending_in_a_free_one() -> None:
    areas = {"north_east_12": {"atreides": {"standard": 1}}, "north_east_6": WORM}
    found = flyer(areas, "north_east_10", ONE, fight=True)
    assert found.areas == {"north_east_13", "north_east_9", "sihaya_ridge"} | {
        "north_east_2",
        "north_east_8",
        "north_east_14",
    }
    found.play(go("north_east_9"), ALL)
    assert found.told["air_zones"] == ONE  # one step needs no ornithopter


@pytest.mark.rule("ARR-TRANS-02")
def test_an_attack_from_two_areas_away() -> None:
    areas = {"north_east_12": {"atreides": {"standard": 3}}}
    hands = {"harkonnen": ["hunter_seeker"]}
    found = flyer(areas, "north_east_10", ONE, branch=1, fight=True, hands=hands)
    assert found.told["battles"] == 1 and found.told["air_zones"] == {}
    assert found.legion("harkonnen", "north_east_10") == {"standard": 2, "bashar": 1}


@pytest.mark.rule("ARR-TRANS-03", "ARR-TRANS-07")
@pytest.mark.parametrize(
    "between",
    [
        {"atreides": {"standard": 6}},
        {"sandworm": "ordinary"},
        {"atreides": {"tokens": ["atreides_start_1"]}},
    ],
)
def test_nothing_on_the_way_stops_a_flight(between: dict[str, Any]) -> None:
    """From south_east_4 to north_east_16 there is only the way over south_east_2."""
    areas = {"south_east_2": between}
    found = flyer(areas, "south_east_4", {"air_zone_5": "ornithopter"}, fight=True)
    assert "south_east_2" not in found.areas and "north_east_16" in found.areas
    found.play(go("north_east_16"), ALL)
    assert found.legion("harkonnen", "north_east_16") == {"standard": 2, "bashar": 1}


@pytest.mark.rule("ARR-TRANS-03", "ARR-TRANS-07")
def test_flights_cross_closed_borders_and_enemy_settlements() -> None:
    found = flyer({}, "central_north_west_1", {"air_zone_3": "ornithopter"}, fight=True)
    assert {"central_north_west_2", "shield_wall_west", "hagga_basin"} <= found.areas
    over = flyer({"gara_kulon": {"sietch": 3}}, "north_east_14", ONE, fight=True)  # a sietch stands in the way
    assert "gara_kulon" not in over.areas and "shield_wall_east" in over.areas


@pytest.mark.rule("ARR-TRANS-04")
def test_one_transport_for_a_legion_and_turn() -> None:
    """Beast Rabban moves twice with his legion."""
    areas = {"broken_land": {"harkonnen": {"standard": 2, "leaders": ["beast_rabban"]}}}
    zones = {"air_zone_1": "ornithopter", "air_zone_2": "ornithopter"}
    found = table("harkonnen", areas, air_zones=zones)
    found.play(leader("beast_rabban"), go("broken_land"), go("imperial_basin"), zone(1), ALL)
    found.play(go("imperial_basin"))
    assert found.areas == {
        "arrakeen",
        "rimwall_west",
        "hole_in_the_rock",
        "central_north_east_1",
        "central_north_east_4",
        "central_north_east_5",
    }


@pytest.mark.rule("ARR-TRANS-04")
def test_in_its_next_turn_a_legion_that_flew_may_fly_again() -> None:
    areas = {"broken_land": {"harkonnen": {"standard": 2, "bashar": 1}}}
    zones = {"air_zone_1": "ornithopter", "air_zone_2": "ornithopter"}
    found = take(table("harkonnen", areas, air_zones=zones), 0)
    found.play(go("broken_land"), go("imperial_basin"), zone(1), ALL)
    assert found.mover == "atreides"
    found.play(die("mentat"), DONE)
    assert found.mover == "harkonnen"
    take(found, 0, "leadership").play(go("imperial_basin"))
    assert {"carthag", "arrakeen"} <= found.areas


@pytest.mark.rule("ARR-TRANS-04", "AMB-91")
def test_nor_a_second_one_because_of_those_it_joined() -> None:
    areas = {
        "broken_land": {"harkonnen": {"standard": 2, "leaders": ["beast_rabban"]}},
        "imperial_basin": {"harkonnen": {"elite": 1}},
    }
    zones = {"air_zone_1": "ornithopter", "air_zone_2": "ornithopter"}
    found = table("harkonnen", areas, air_zones=zones)
    found.play(leader("beast_rabban"), go("broken_land"), go("imperial_basin"), zone(1), ALL)
    found.play(go("imperial_basin"))
    assert "carthag" not in found.areas and "arrakeen" in found.areas
    found.play(go("arrakeen"))
    assert found.legal == [ALL, unit("standard")]  # the elite unit stays


@pytest.mark.rule("ARR-TRANS-05", "AMB-29")
def test_two_legions_of_an_action_fly_once_each() -> None:
    areas = {
        "broken_land": {"harkonnen": {"standard": 2}},
        "carthag": {"harkonnen": {"elite": 1}},
    }
    zones = {"air_zone_1": "ornithopter", "air_zone_2": "ornithopter"}
    found = take(table("harkonnen", areas, air_zones=zones), 0)
    found.play(go("broken_land"), go("imperial_basin"), zone(1), ALL)
    found.play(go("carthag"), go("rimwall_west"))
    assert found.legion("harkonnen", "imperial_basin") == {"standard": 2}
    assert found.legion("harkonnen", "rimwall_west") == {"elite": 1}
    assert found.told["air_zones"] == {}


@pytest.mark.rule("ARR-TRANS-05")
def test_a_legion_joined_by_a_flown_one_still_has_its_own_flight() -> None:
    areas = {
        "broken_land": {"harkonnen": {"standard": 2}},
        "imperial_basin": {"harkonnen": {"elite": 1}},
    }
    zones = {"air_zone_1": "ornithopter", "air_zone_2": "ornithopter"}
    found = take(table("harkonnen", areas, air_zones=zones), 0)
    found.play(go("broken_land"), go("imperial_basin"), zone(1), ALL)
    found.play(go("imperial_basin"), go("carthag"))  # the elite unit: the others moved
    assert found.legion("harkonnen", "carthag") == {"elite": 1}
    assert found.legion("harkonnen", "imperial_basin") == {"standard": 2}


@pytest.mark.rule("ARR-TRANS-06", "AMB-30")
def test_only_the_sign_of_the_end_area_is_turned() -> None:
    areas = {"south_east_2": SIGN, "north_east_16": SIGN}
    found = flyer(areas, "south_east_4", {"air_zone_5": "ornithopter"}, fight=True).play(go("north_east_16"), ALL)
    assert found.at("south_east_2") == SIGN
    assert "wormsign" not in found.at("north_east_16")


@pytest.mark.rule("ARR-TRANS-04")
def test_a_legion_that_a_worm_drives_off_has_had_its_flight() -> None:
    """Rabban flies onto a wormsign, the worm drives him on: his second move is on foot."""
    areas = {"central_north_east_9": {"harkonnen": {"standard": 3, "leaders": ["beast_rabban"]}}}
    signs = {"north_east_12": SIGN}
    zones = {"air_zone_1": "ornithopter", "air_zone_2": "ornithopter"}
    more: dict[str, Any] = {"air_zones": zones, "wormsigns": {"sand": 0, "sandworm": 1, "burrowing": 0}}
    found = table("harkonnen", areas | signs, **more).play(leader("beast_rabban"))
    found.play(go("central_north_east_9"), go("north_east_12"), zone(2), ALL)
    assert found.mover == "atreides" and "north_east_8" in found.areas
    found.play(go("north_east_8"), go("north_east_8"))
    assert found.legion("harkonnen", "north_east_8") == {"standard": 3, "leaders": ["beast_rabban"]}
    assert found.mover == "harkonnen" and found.areas <= beside("north_east_8")


def beside(area: str) -> set[str]:
    """Areas across an open border."""
    return {AREAS[one] for one in neighbours(CONTENT)[0][AREAS.index(area)]}
