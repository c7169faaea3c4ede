"""Sandworms outside phase 3, their moves and attacks, the Wild Maker (ARR-WORM-17 to 39)."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.scene import ATREIDES, HARKONNEN, Scene, leader
from dune_sim.games.arrakis.kernels import actions as act

DICE = {"harkonnen": {"strategy": 2, "mentat": 1, "deployment": 1}, "atreides": {"strategy": 1, "mentat": 1}}
ONE_WORM = {"sand": 0, "sandworm": 1, "burrowing": 0}
SIGNS, MOVES, ATTACKS = act.ACT_OPTION, act.ACT_OPTION + 1, act.ACT_OPTION + 2


def turn(areas: dict[str, Any], mover: str = "atreides", **more: Any) -> Scene:
    return Scene({"to_move": mover, "dice": DICE, "areas": areas, **more})


def power(areas: dict[str, Any], *answers: int | str, **more: Any) -> Scene:
    """A turn of desert power."""
    return turn(areas, **more).pick(act.ACT_DESERT_POWER, *answers)


@pytest.mark.rule("ARR-WORM-17")
def test_a_sign_put_onto_a_legion_or_harvester_stays_face_down() -> None:
    areas = {"north_east_5": {"harkonnen": {"standard": 2}}, "north_east_8": {"harvester": True}}
    scene = power(areas, "north_east_5", "north_east_8", wormsigns={"sand": 0, "sandworm": 4, "burrowing": 0})
    for name in areas:
        assert scene.at(name)["wormsign"] is True and "sandworm" not in scene.at(name)
    assert scene.units("north_east_5") == 2 and scene.at("north_east_8")["harvester"] is True


@pytest.mark.rule("AMB-49")
def test_nobody_sees_the_face_of_a_sign_that_was_put_down() -> None:
    """What comes up depends on chance still to come, not on anything that a side could look at."""
    scene = power({"north_east_7": {"harkonnen": {"standard": 2}}}, "north_east_5", "north_east_8")
    for seat in (HARKONNEN, ATREIDES):
        assert scene.state.observe(seat).to_dict()["areas"]["north_east_8"] == {"wormsign": True}
    assert scene.told["wormsigns"] == {"sand": 8, "sandworm": 4, "burrowing": 4}
    came = set()
    for seed in range(40):
        other = scene.copy()
        other.state = scene.state.determinize(ATREIDES, seed)
        other.march("north_east_7", "north_east_8", part=True)
        came.add("sandworm" in other.at("north_east_8"))
    assert came == {True, False}


@pytest.mark.rule("AMB-50", "ARR-DESERT-04")
def test_signs_come_from_the_pool_and_are_never_relocated() -> None:
    laid = [f"north_east_{k}" for k in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)]
    areas = {name: {"wormsign": True} for name in laid}
    scene = power(areas)
    assert not set(laid) & scene.areas
    scene.pick("south_east_3")
    signs = {name for name, held in scene.told["areas"].items() if "wormsign" in held}
    assert signs == {*laid, "south_east_3"}, "the sixteenth was the last; the second is not taken from elsewhere"


@pytest.mark.rule("ARR-WORM-18", "ARR-WORM-20")
@pytest.mark.parametrize("face", ["sand", "sandworm"])
def test_a_harkonnen_legion_that_moves_onto_a_sign_turns_it_up(face: str) -> None:
    areas = {"north_east_7": {"harkonnen": {"standard": 2}}, "north_east_8": {"wormsign": True}}
    faces = {"sand": 0, "sandworm": 0, "burrowing": 0, face: 1}
    scene = turn(areas, "harkonnen", wormsigns=faces).march("north_east_7", "north_east_8", part=True)
    assert "wormsign" not in scene.at("north_east_8")
    if face == "sand":
        assert scene.units("north_east_8") == 2 and "sandworm" not in scene.at("north_east_8")
        return
    assert scene.at("north_east_8")["sandworm"] == "ordinary"
    assert scene.mover == ATREIDES
    assert scene.areas == {f"north_east_{k}" for k in (5, 6, 7, 9, 11, 12)}
    scene.pick("north_east_12")
    assert scene.units("north_east_12") == 2


@pytest.mark.rule("AMB-56", "ARR-WORM-18")
def test_a_sign_of_the_first_move_is_resolved_before_the_second_and_its_figures_have_moved() -> None:
    areas = {"north_east_7": {"harkonnen": {"standard": 2}}, "north_east_8": {"wormsign": True}}
    areas["pasty_mesa"] = {"harkonnen": {"standard": 1}}
    scene = turn(areas, "harkonnen", wormsigns=ONE_WORM).march("north_east_7", "north_east_8", fight=True, part=True)
    scene.pick("north_east_12")
    assert scene.mover == HARKONNEN and scene.areas == {"pasty_mesa"}


@pytest.mark.rule("ARR-WORM-19")
def test_atreides_legions_turn_up_nothing() -> None:
    areas = {"north_east_7": {"atreides": {"standard": 1}}, "north_east_8": {"wormsign": True}}
    scene = turn(areas, wormsigns=ONE_WORM).march("north_east_7", "north_east_8")
    assert scene.at("north_east_8") == {"wormsign": True, "atreides": {"standard": 1}}


@pytest.mark.rule("ARR-WORM-20")
def test_a_legion_that_cannot_leave_the_worm_is_attacked() -> None:
    wall = {"atreides": {"standard": 1}}
    areas = {"north_east_9": wall, "north_east_13": wall, "north_east_10": {"wormsign": True}}
    areas["north_east_12"] = {"harkonnen": {"standard": 6}}
    for seed in range(6):
        scene = turn(areas, "harkonnen", wormsigns=ONE_WORM, air_zones={"air_zone_1": "ornithopter"}, seed=seed)
        swords, _, specials = scene.roll(4, signs=1)
        scene.march("north_east_12", "north_east_10", fight=True, part=True)
        assert scene.units("north_east_10") == max(0, 6 - swords - 2 * specials)
        assert "sandworm" not in scene.at("north_east_10") and scene.units("north_east_12") == 0


@pytest.mark.rule("ARR-WORM-20", "ARR-WORM-13", "AMB-53")
def test_after_such_an_attack_a_harvester_falls_with_the_legion_only() -> None:
    wall = {"atreides": {"standard": 1}}
    areas = {"north_east_9": wall, "north_east_13": wall, "north_east_10": {"wormsign": True, "harvester": True}}
    fates = set()
    for seed in range(12):
        areas["north_east_12"] = {"harkonnen": {"standard": 2, "bashar": 1}}
        zones = {"air_zone_1": "ornithopter", "air_zone_2": "carryall"}
        scene = turn(areas, "harkonnen", wormsigns=ONE_WORM, air_zones=zones, seed=seed)
        scene.march("north_east_12", "north_east_10", fight=True, part=True)
        scene.until([act.ACT_DONE, *range(act.ACT_FACE, act.ACT_CLASS)])
        held = scene.at("north_east_10")
        assert "sandworm" not in held and (held.get("harvester") is True) == ("harkonnen" in held)
        fates.add("harvester" in held)
        assert scene.told["air_zones"] == {"air_zone_2": "carryall"}  # no carryall helps in the action phase
    assert fates == {True, False}


@pytest.mark.rule("ARR-WORM-14", "ARR-WORM-21")
def test_in_the_action_phase_no_carryall_helps() -> None:
    areas = {"north_east_7": {"harkonnen": {"standard": 2}}, "north_east_8": {"wormsign": True, "harvester": True}}
    zones = {"air_zone_1": "carryall"}
    scene = turn(areas, "harkonnen", wormsigns=ONE_WORM, air_zones=zones)
    scene.march("north_east_7", "north_east_8", part=True)
    scene.pick("north_east_12")
    assert "harvester" not in scene.at("north_east_8")
    assert scene.told["air_zones"] == zones and scene.told["deeds"]["harvesters_lost"] == 1
    hunted = power(
        {"north_east_8": {"harvester": True}, "north_east_7": {"sandworm": "ordinary"}}, ATTACKS, air_zones=zones
    )
    assert "sandworm" not in hunted.at("north_east_7")
    assert "harvester" not in hunted.at("north_east_8") and hunted.told["air_zones"] == zones


@pytest.mark.rule("ARR-WORM-22", "AMB-52")
def test_a_worm_of_the_action_phase_is_taken_from_the_board_if_all_are_out() -> None:
    old = ("north_east_1", "north_east_2", "south_east_2", "south_east_4")
    areas: dict[str, Any] = {name: {"sandworm": "ordinary"} for name in old}
    areas |= {"north_east_7": {"harkonnen": {"standard": 2}}, "north_east_8": {"wormsign": True}}
    scene = turn(areas, "harkonnen", wormsigns=ONE_WORM).march("north_east_7", "north_east_8", part=True)
    assert scene.mover == ATREIDES and scene.areas == set(old)
    scene.pick("south_east_2")
    assert "sandworm" in scene.at("north_east_8") and "sandworm" not in scene.at("south_east_2")


@pytest.mark.rule("ARR-WORM-23")
def test_no_legion_enters_or_attacks_a_worm_but_rides_and_transports_cross_it() -> None:
    areas = {
        "north_east_8": {"sandworm": "ordinary"},
        "north_east_7": {"atreides": {"standard": 1}},
    }
    scene = turn(areas).use("strategy")
    scene.pick("north_east_7")
    assert "north_east_8" not in scene.areas and "north_east_12" in scene.areas, "ridden across"
    areas["north_east_7"] = {"harkonnen": {"standard": 1}}
    fly = turn(areas, "harkonnen", air_zones={"air_zone_1": "ornithopter"}).use("strategy")
    fly.pick(act.ACT_OPTION, "north_east_7")
    assert "north_east_8" not in fly.areas and "north_east_9" in fly.areas, "flown across"


MOVER = "north_east_4"  # beside the impassable Rimwall West


@pytest.mark.rule("ARR-WORM-24")
def test_a_worm_moves_one_or_two_desert_areas_over_open_borders() -> None:
    scene = power({MOVER: {"sandworm": "ordinary"}}, MOVES)
    one = {"north_east_1", "north_east_2", "north_east_3", "north_east_5"}
    two = {"north_west_3", "north_west_11", "north_east_6", "north_east_7", "north_east_8"}
    assert scene.areas == one | two, "sihaya ridge holds a sietch, rimwall and broken land lie behind a wall"


@pytest.mark.rule("ARR-WORM-25", "ARR-WORM-26")
def test_a_worm_ends_where_nothing_but_a_station_is_and_passes_anything() -> None:
    areas = {
        "north_east_5": {"sandworm": "ordinary"},
        "north_east_2": {"wormsign": True},
        "north_east_6": {"harkonnen": {"standard": 1}},
        "north_east_7": {"harvester": True},
        "north_east_8": {"atreides": {"standard": 1}},
    }
    scene = power(areas, MOVES)
    assert scene.areas == {
        "north_east_4",
        "north_east_1",
        "north_east_3",
        "north_east_9",
        "north_east_11",
        "north_east_12",
    }
    assert "station" in scene.at("north_east_4")


@pytest.mark.rule("ARR-WORM-27", "ARR-WORM-28", "ARR-WORM-29", "AMB-55")
def test_what_a_worm_may_attack() -> None:
    legion = {"harkonnen": {"standard": 1}}
    areas = {
        "central_south_east_4": {"sandworm": "ordinary"},
        "false_wall_south": legion,  # plateau, one area
        "harg_pass": legion,  # minor erg, one area
        "south_east_5": legion,  # plateau behind a plateau: too far
        "false_wall_east": legion,  # mountain behind an erg and behind desert
        "central_south_west_5": {"harvester": True},
        "central_south_west_3": {**legion, "harvester": True},  # desert behind desert
        "south_west_9": legion,  # deep desert behind desert
        "central_south_west_2": legion,  # three areas away
    }
    scene = power(areas, ATTACKS)
    assert scene.areas == {
        "false_wall_south",
        "harg_pass",
        "central_south_west_5",
        "central_south_west_3",
        "south_west_9",
    }
    scene.pick("central_south_west_5")
    assert "sandworm" not in scene.at("central_south_east_4"), "it is off the board"
    wall = power({MOVER: {"sandworm": "ordinary"}, "rimwall_west": legion}, atomics={"tile": "atomic_rimwall_west"})
    assert set(wall.legal) == {SIGNS, MOVES}, "an impassable border keeps it off"


@pytest.mark.rule("ARR-WORM-30", "ARR-HARV-05")
def test_a_lone_harvester_is_destroyed_without_dice() -> None:
    areas = {"north_east_5": {"sandworm": "ordinary"}, "north_east_8": {"harvester": True}}
    scene = power(areas)
    before = scene.raw["rng"].tobytes()
    scene.pick(ATTACKS)
    assert scene.raw["rng"].tobytes() == before
    assert "harvester" not in scene.at("north_east_8") and scene.told["deeds"]["harvesters_lost"] == 1


PLACES = [("south_east_8", 2), ("north_east_8", 1), ("harg_pass", 0), ("south_east_5", 0)]
FROM = {
    "south_east_8": "south_east_6",
    "north_east_8": "north_east_5",
    "harg_pass": "central_south_east_1",
    "south_east_5": "south_east_6",
}


@pytest.mark.rule("ARR-WORM-31", "ARR-WORM-32", "ARR-WORM-33", "ARR-WORM-34", "AMB-48")
@pytest.mark.parametrize(("target", "special"), PLACES)
@pytest.mark.parametrize("kind", ["ordinary", "wild"])
def test_hits_of_a_worm_by_terrain(target: str, special: int, kind: str) -> None:
    seen = set()
    for seed in range(12):
        areas = {
            FROM[target]: {"sandworm": kind},
            target: {"harkonnen": {"standard": 6}, "harvester": special > 0},
        }
        scene = power(areas, seed=seed)
        swords, _, specials = scene.roll(4 if kind == "ordinary" else 6)
        hits = swords + special * specials
        scene.pick(ATTACKS)
        assert scene.units(target) == max(0, 6 - hits)
        assert scene.told["deeds"]["worm_hits"] == hits
        assert scene.at(target).get("harvester", False) == (special > 0 and hits < 6)
        seen.add(hits)
    assert len(seen) > 2


@pytest.mark.rule("ARR-WORM-35")
def test_a_harvester_dies_with_the_last_unit() -> None:
    areas = {
        "north_east_5": {"sandworm": "ordinary"},
        "north_east_8": {"harkonnen": {"standard": 2}, "harvester": True},
    }
    fates = set()
    for seed in range(30):
        scene = power(areas, seed=seed)
        swords, _, specials = scene.roll(4)
        scene.pick(ATTACKS)
        alive = swords + specials < 2
        assert scene.at("north_east_8").get("harvester", False) == alive
        fates.add(alive)
    assert fates == {True, False}


@pytest.mark.rule("ARR-WORM-36", "ARR-WORM-37", "ARR-WORM-38", "AMB-59")
def test_shai_hulud_brings_the_wild_maker() -> None:
    scene = turn({}, hands={"atreides": ["shai_hulud"]}).play_card("mentat").pick(act.ACT_YES)
    empty_desert = {"north_east_1", "north_east_5", "south_west_9", "wind_pass"}
    assert empty_desert <= scene.areas
    assert not {"north_east_4", "sihaya_ridge", "arrakeen", "pasty_mesa"} & scene.areas, "empty desert only"
    scene.pick("north_east_5")
    assert scene.at("north_east_5")["sandworm"] == "wild"
    assert "wild_maker" in scene.told["exhausted"]
    scene.until([act.ACT_DESERT_POWER])
    assert scene.mover == ATREIDES
    assert leader("wild_maker") not in scene.legal, "its card is exhausted"


@pytest.mark.rule("ARR-WORM-38", "AMB-57", "AMB-59")
def test_the_wild_maker_is_a_sandworm_in_every_rule() -> None:
    areas = {"north_east_5": {"sandworm": "wild"}, "north_east_7": {"atreides": {"standard": 1}}}
    ride = turn(areas).use("strategy")
    ride.pick("north_east_7")
    assert {"north_east_2", "north_east_4", "north_east_6"} <= ride.areas
    moved = turn(areas)
    assert leader("wild_maker") in moved.legal, "its special action is tied to desert power"
    many = {**DICE, "harkonnen": {"mentat": 2}}
    assert not {leader("wild_maker"), act.ACT_DESERT_POWER} & set(turn(areas, dice=many).legal), "as many dice"
    moved.pick(act.ACT_DESERT_POWER, MOVES, "north_east_1")
    assert moved.at("north_east_1")["sandworm"] == "wild"
    faces = {"phase": "desert", "areas": {"north_east_5": {"wormsign": True}}, "wormsigns": ONE_WORM}
    come = Scene({**faces, "leaders": {"wild_maker": "aside"}})
    assert set(come.legal) == {act.ACT_WORM, leader("wild_maker")}
    assert come.pick(leader("wild_maker")).at("north_east_5")["sandworm"] == "wild"


@pytest.mark.rule("ARR-WORM-39", "AMB-58")
def test_at_round_end_the_wild_maker_may_be_swapped() -> None:
    data: dict[str, Any] = {"phase": "end", "areas": {"north_east_5": {"sandworm": "wild"}}}
    scene = Scene(data)
    assert scene.mover == ATREIDES and set(scene.legal) == {act.ACT_DONE, act.ACT_YES}
    assert scene.copy().pick(act.ACT_DONE).at("north_east_5")["sandworm"] == "wild"
    scene.pick(act.ACT_YES)
    assert scene.at("north_east_5")["sandworm"] == "ordinary" and scene.where("wild_maker") == "aside"
    for name in ("north_east_1", "north_east_2", "north_east_8", "north_east_9"):
        data["areas"][name] = {"sandworm": "ordinary"}
    full = Scene(data)
    assert full.told["phase"] != "end" and full.at("north_east_5")["sandworm"] == "wild", "no figure to swap it for"
