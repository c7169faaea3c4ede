"""Phase 3, wormsigns and the worms they bring (ARR-WORM-01 to 16)."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.scene import ATREIDES, HARKONNEN, Scene, leader, to, zone
from dune_sim.games.arrakis.kernels import actions as act

SAND = {"sand": 4, "sandworm": 0, "burrowing": 0}
WORMS = {"sand": 0, "sandworm": 4, "burrowing": 0}
BURROWING = {"sand": 0, "sandworm": 0, "burrowing": 4}
LEGION = {"harkonnen": {"standard": 2}}


def desert(areas: dict[str, Any], faces: dict[str, int] = WORMS, **more: Any) -> Scene:
    return Scene({"phase": "desert", "areas": areas, "wormsigns": faces, **more})


def worms(scene: Scene) -> set[str]:
    return {name for name, held in scene.told["areas"].items() if "sandworm" in held}


def signs(scene: Scene) -> set[str]:
    return {name for name, held in scene.told["areas"].items() if "wormsign" in held}


@pytest.mark.rule("ARR-WORM-01")
def test_signs_beside_atreides_and_worms_go_back_without_being_turned_up() -> None:
    areas = {
        "north_east_5": {"wormsign": True, "atreides": {"standard": 1}},
        "north_east_8": {"wormsign": True, "sandworm": "ordinary"},
        "south_east_3": {"wormsign": True},
    }
    scene = desert(areas)
    assert worms(scene) == {"north_east_8", "south_east_3"}
    assert signs(scene) == set() and scene.units("north_east_5") == 1


@pytest.mark.rule("ARR-WORM-01")
def test_a_sign_under_a_worm_calls_no_other_one() -> None:
    """All figures are out: a worm of that sign would have to be taken from elsewhere."""
    fields = ("north_east_8", "north_east_12", "south_east_3", "south_west_3")
    areas = {name: {"sandworm": "ordinary"} for name in fields}
    scene = desert({**areas, "north_east_8": {"sandworm": "ordinary", "wormsign": True}})
    assert worms(scene) == set(fields) and signs(scene) == set() and scene.told["phase"] != "desert"


@pytest.mark.rule("ARR-WORM-02", "ARR-WORM-03", "ARR-WORM-05")
def test_prey_in_the_desert_gets_a_sign_and_old_and_new_ones_are_resolved() -> None:
    areas = {
        "north_east_5": {"harvester": True},
        "south_east_3": {"wormsign": True},
        "south_west_3": {"harvester": True, "wormsign": True},
        "arrakeen": LEGION,
        "central_north_east_7": {"harkonnen": {"standard": 1}},
        "north_west_13": {"harkonnen": {"standard": 1}},
        "north_west_8": {"harvester": True, "sandworm": "ordinary"},
    }
    scene = desert(areas)
    assert worms(scene) == {"north_east_5", "south_east_3", "south_west_3", "north_west_8"}
    assert scene.told["spice"]["reserve"] == 1, "the harvester beside the old worm is the only one left"


@pytest.mark.rule("ARR-WORM-02", "ARR-SPICE-01")
def test_an_old_worm_keeps_a_harvester_from_getting_a_sign() -> None:
    scene = desert({"north_west_8": {"harvester": True, "sandworm": "ordinary"}})
    assert worms(scene) == {"north_west_8"}
    assert scene.told["spice"]["reserve"] == 1, "no new worm came for it"


@pytest.mark.rule("ARR-WORM-02", "AMB-51")
def test_with_too_few_signs_the_atreides_say_who_gets_one() -> None:
    names = [f"north_east_{k}" for k in (2, 4, 5, 6, 7, 8, 9, 11)]
    prey: dict[str, Any] = {name: {"harkonnen": {"standard": 1}} for name in names}
    others = ["south_east_1", "south_east_2", "south_east_3", "south_east_6", "south_west_2", "south_west_3"]
    laid = [*others, "south_west_5", "north_west_4", "north_west_7"]
    prey |= {name: {"wormsign": True} for name in laid}
    scene = Scene({"phase": "desert", "areas": prey})
    assert scene.mover == ATREIDES and scene.areas == set(names), "16 - 9 signs for 8 areas"
    scene.pick(names[0])
    assert scene.areas == set(names[1:])
    assert len(signs(scene)) == 10


@pytest.mark.rule("ARR-WORM-04")
def test_sand_is_discarded() -> None:
    scene = desert({"north_east_5": {"harvester": True}, "south_east_2": {"wormsign": True}}, SAND)
    assert worms(scene) == set() and signs(scene) == set()
    assert scene.told["spice"]["unspent"] + scene.told["spice"]["reserve"] == 1, "the harvester came home"


@pytest.mark.rule("ARR-WORM-06")
def test_a_burrowing_worm_comes_up_in_deep_desert_only() -> None:
    areas = {name: {"wormsign": True} for name in ("north_east_10", "south_west_4", "north_east_5", "wind_pass")}
    assert worms(desert(areas, BURROWING)) == {"north_east_10", "south_west_4"}


@pytest.mark.rule("ARR-WORM-07", "AMB-52")
def test_without_a_figure_off_the_board_the_atreides_take_one_from_elsewhere() -> None:
    old = ("north_east_1", "north_east_2", "north_east_9", "south_east_2")
    areas: dict[str, Any] = {name: {"sandworm": "ordinary"} for name in old}
    areas |= {"south_west_4": {"wormsign": True}, "south_west_6": {"wormsign": True}}
    scene = desert(areas)
    assert scene.mover == ATREIDES and scene.areas == set(old)
    scene.pick("north_east_9")
    assert scene.areas == set(old) - {"north_east_9"}, "none that was placed in the same batch"
    scene.pick("south_east_2")
    assert worms(scene) == {"north_east_1", "north_east_2", "south_west_4", "south_west_6"}


@pytest.mark.rule("ARR-WORM-08")
@pytest.mark.parametrize(("wild", "most"), [("out", 4), ("aside", 5)])
def test_more_worms_than_figures_means_a_choice(wild: str, most: int) -> None:
    names = ["north_east_1", "north_east_10", "north_east_14", "south_east_2", "south_east_7", "south_west_4"]
    faces = {"sand": 0, "sandworm": 3, "burrowing": 3}
    scene = desert({name: {"wormsign": True} for name in names}, faces, leaders={"wild_maker": wild})
    dropped = names[: len(names) - most]
    for name in dropped:
        assert scene.mover == ATREIDES and to(name) in scene.legal
        scene.pick(name)
    rising = names[len(dropped) :]
    while scene.told["phase"] == "desert":
        if scene.areas:
            assert scene.areas == set(rising), "which worm comes up next"
            scene.pick(rising.pop(0))
        else:
            assert act.ACT_WORM in scene.legal and leader("wild_maker") in scene.legal
            scene.pick(act.ACT_WORM)
    assert worms(scene) == set(names[len(dropped) :])


@pytest.mark.rule("ARR-WORM-09", "AMB-54", "ARR-WORM-03")
def test_all_worms_are_placed_before_any_takes_effect_and_atreides_order_the_retreats() -> None:
    areas = {"north_east_8": LEGION, "north_east_9": LEGION}
    scene = desert(areas)
    assert worms(scene) == {"north_east_8", "north_east_9"}
    assert scene.mover == ATREIDES and scene.areas == {"north_east_8", "north_east_9"}
    scene.pick("north_east_9")
    assert "north_east_8" not in scene.areas, "an area with a new worm is not free"
    assert scene.areas == {"north_east_6", "north_east_10", "north_east_12", "north_east_13"}


@pytest.mark.rule("ARR-WORM-03", "AMB-54")
def test_atreides_may_take_a_harvester_before_a_legion_and_the_other_way_round() -> None:
    areas = {"north_east_8": LEGION, "north_east_13": {"harvester": True}}
    scene = desert(areas, air_zones={"air_zone_1": "carryall"})
    assert scene.mover == ATREIDES and scene.areas == {"north_east_8", "north_east_13"}
    first = scene.copy().pick("north_east_13")
    assert first.mover == HARKONNEN and first.units("north_east_8") > 0, (
        "the carryall is asked for with the legion there"
    )
    first.pick(act.ACT_DONE)
    assert first.mover == ATREIDES and "north_east_13" not in first.areas, "now the retreat"
    scene.pick("north_east_8")
    assert scene.mover == ATREIDES, "or the retreat first"


@pytest.mark.rule("ARR-WORM-03")
def test_among_harvesters_alone_no_order_is_asked_for() -> None:
    fields = {name: {"harvester": True} for name in ("north_east_5", "north_east_13")}
    scene = desert(fields, air_zones={"air_zone_1": "carryall"})
    assert scene.mover == HARKONNEN and scene.question.startswith("Does a carryall save")


@pytest.mark.rule("ARR-WORM-09", "AMB-54", "ARR-UNIT-07")
def test_the_unit_limit_holds_for_a_retreat_from_a_worm() -> None:
    areas = {"north_east_7": {"harkonnen": {"standard": 4}}, "central_north_east_6": {"harkonnen": {"elite": 4}}}
    scene = desert(areas).pick("central_north_east_6")
    assert scene.mover == HARKONNEN and set(scene.legal) == {act.ACT_CLASS, act.ACT_CLASS + 1}
    scene.pick(act.ACT_CLASS, act.ACT_CLASS)
    assert scene.at("central_north_east_6")["harkonnen"] == {"standard": 2, "elite": 4}


@pytest.mark.rule("ARR-WORM-10")
def test_a_lone_harvester_falls_to_the_worm() -> None:
    scene = desert({"north_east_5": {"harvester": True}})
    assert worms(scene) == {"north_east_5"} and "harvester" not in scene.at("north_east_5")
    assert scene.told["spice"]["unspent"] + scene.told["spice"]["reserve"] == 0
    assert int(scene.raw["harvesters"].sum()) == 0


@pytest.mark.rule("ARR-WORM-11")
def test_a_legion_must_retreat_where_the_atreides_say() -> None:
    areas = {
        "north_east_7": LEGION,
        "north_east_8": {"wormsign": True},
        "north_east_11": {"atreides": {"standard": 1}},
    }
    scene = desert(areas)
    assert worms(scene) == {"north_east_7", "north_east_8"}
    assert scene.mover == ATREIDES
    assert scene.areas == {"central_north_east_6", "north_east_5", "shield_wall_east"}, "no enemy and no worm"
    scene.pick("shield_wall_east")
    assert scene.units("shield_wall_east") == 2 and scene.units("north_east_7") == 0


def cornered(faces: dict[str, int], harvester: bool, seed: int, units: int = 4, **more: Any) -> Scene:
    """A legion at Sihaya's deep edge that cannot go anywhere."""
    wall = {"atreides": {"standard": 1}}
    areas: dict[str, Any] = {name: wall for name in ("north_east_9", "north_east_13")}
    areas["north_east_10"] = {"harkonnen": {"standard": units}, "harvester": harvester}
    return Scene({"phase": "desert", "areas": areas, "wormsigns": faces, "seed": seed, **more})


ONE_WORM = {"sand": 0, "sandworm": 1, "burrowing": 0}


def worm_roll(seed: int, dice: int) -> int:
    """Hits in deep desert of the roll that follows one sign."""
    swords, _, specials = Scene({"phase": "spice", "seed": seed, "wormsigns": ONE_WORM}).roll(dice, signs=1)
    return swords + 2 * specials


@pytest.mark.rule("ARR-WORM-12", "ARR-WORM-32", "ARR-WORM-33", "ARR-WORM-34")
def test_a_legion_that_cannot_retreat_is_attacked_at_once() -> None:
    seen = set()
    for seed in range(12):
        start = Scene({"phase": "spice", "seed": seed, "wormsigns": ONE_WORM})
        worm, storm = (swords + 2 * specials for swords, _, specials in start.rolls(4, 2, signs=1))
        scene = cornered(ONE_WORM, False, seed, units=6)
        assert worms(scene) == set(), "the worm attacked and is gone"
        left = max(0, 6 - worm)
        assert scene.units("north_east_10") == max(0, left - storm), "the storm follows"
        seen.add(worm)
    assert len(seen) > 2


@pytest.mark.rule("ARR-WORM-13", "ARR-WORM-35", "AMB-53", "ARR-STORM-06")
def test_the_harvester_shares_the_fate_of_the_legion_beside_it() -> None:
    fates = set()
    for seed in range(40):
        hits = worm_roll(seed, 4)
        scene = cornered(ONE_WORM, True, seed, units=3)
        spice = scene.told["spice"]["unspent"] + scene.told["spice"]["reserve"]
        assert spice == (2 if hits < 3 else 0), "two spice if the legion outlived the worm, whatever the storm did"
        fates.add(hits < 3)
    assert fates == {True, False}


@pytest.mark.rule("ARR-WORM-13")
def test_the_harvester_of_a_retreating_legion_falls() -> None:
    scene = desert({"north_east_5": {**LEGION, "harvester": True}}, ONE_WORM)
    assert "harvester" in scene.at("north_east_5")
    scene.pick("north_east_8")
    assert "harvester" not in scene.at("north_east_5") and int(scene.raw["harvesters"].sum()) == 0


@pytest.mark.rule("ARR-WORM-14", "ARR-WORM-15")
def test_a_carryall_of_a_connected_zone_saves_a_harvester() -> None:
    zones = {"air_zone_1": "carryall", "air_zone_3": "carryall"}
    scene = desert({"north_east_5": {"harvester": True}}, air_zones=zones)
    assert scene.mover == HARKONNEN and set(scene.legal) == {act.ACT_DONE, zone(1)}
    lost = scene.copy().pick(act.ACT_DONE)
    assert lost.told["air_zones"] == zones and lost.told["spice"]["reserve"] == 0
    scene.pick(zone(1))
    assert scene.told["air_zones"] == {"air_zone_3": "carryall"}
    assert worms(scene) == {"north_east_5"}, "the worm stays"
    assert scene.told["spice"]["reserve"] == 1, "and so did the harvester until the harvest"


@pytest.mark.rule("ARR-WORM-14", "ARR-WORM-35")
def test_a_carryall_saves_the_harvester_of_a_legion_that_retreats_or_dies() -> None:
    zones = {"air_zone_1": "carryall"}
    scene = desert({"north_east_5": {**LEGION, "harvester": True}}, ONE_WORM, air_zones=zones).pick("north_east_8")
    assert set(scene.legal) == {act.ACT_DONE, zone(1)}
    seed = next(seed for seed in range(60) if worm_roll(seed, 4) >= 2)
    dead = cornered(ONE_WORM, True, seed, units=2, air_zones=zones)
    assert set(dead.legal) == {act.ACT_DONE, zone(1)} and dead.units("north_east_10") == 0


@pytest.mark.rule("ARR-WORM-16")
def test_after_the_phase_every_sign_is_in_the_pool_again() -> None:
    areas = {name: {"wormsign": True} for name in ("north_east_10", "south_west_4", "wind_pass")}
    scene = Scene({"phase": "desert", "areas": areas})
    assert signs(scene) == set()
    assert sum(scene.told["wormsigns"].values()) == 16


@pytest.mark.rule("ARR-WORM-03", "ARR-WORM-05", "AMB-57", "AMB-97")
def test_where_the_wild_maker_comes_up_depends_on_an_order_that_atreides_choose() -> None:
    """One ordinary figure and the Wild Maker for two worms: whoever comes first may take the ordinary one."""
    out = ("north_west_1", "north_west_2", "north_west_3")
    areas: dict[str, Any] = {name: {"sandworm": "ordinary"} for name in out}
    areas |= {"north_east_8": {"harvester": True}, "south_west_1": {"harkonnen": {"standard": 5, "elite": 1}}}
    new = {"north_east_8", "south_west_1"}
    for first in sorted(new):
        scene = desert(areas, leaders={"wild_maker": "aside"})
        assert scene.mover == ATREIDES and scene.areas == new
        scene.pick(first)
        assert set(scene.legal) == {act.ACT_WORM, leader("wild_maker")}
        scene.pick(act.ACT_WORM)
        (last,) = new - {first}
        assert scene.at(first)["sandworm"] == "ordinary" and scene.at(last)["sandworm"] == "wild"


@pytest.mark.rule("AMB-97", "AMB-95")
@pytest.mark.parametrize(("wild", "old"), [("out", 3), ("aside", 2)])
def test_otherwise_the_order_of_rising_worms_is_not_asked(wild: str, old: int) -> None:
    """Without the Wild Maker, or with ordinary figures for all, every order leads to the same choices."""
    areas: dict[str, Any] = {f"north_west_{k}": {"sandworm": "ordinary"} for k in range(1, old + 1)}
    areas |= {"north_east_8": {"harvester": True}, "south_west_1": {"harkonnen": {"standard": 2}}}
    scene = desert(areas, leaders={"wild_maker": wild})
    assert "come up" not in scene.question
