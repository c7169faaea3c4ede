"""Storms, harvest, Imperium markers and bans (ARR-STORM, ARR-SPICE, EX-06)."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.scene import HARKONNEN, IMPERIUM, OPTION_ATTACK, Scene
from dune_sim.games.arrakis.kernels import actions as act
from dune_sim.games.arrakis.kernels import legion

DROP, HOLD, RAISE = act.ACT_OPTION, act.ACT_OPTION + 1, act.ACT_OPTION + 2
NO, YES = act.ACT_DONE, act.ACT_YES
DESERTS = (
    "north_east_5",
    "north_east_6",
    "north_east_8",
    "north_east_9",
    "north_east_11",
    "north_east_12",
    "wind_pass",
)
DEEP = ("north_east_10", "north_east_13")

# --- storms ---------------------------------------------------------------------------------------------------------

#: area -> what a special is worth; None for shelter
LANDS: dict[str, int | None] = {
    "pasty_mesa": 0,
    "false_wall_west": 0,
    "harg_pass": 0,
    "north_east_5": 1,
    "north_east_10": 2,
    "arrakeen": None,
    "carthag": None,
    "arsunt": None,
    "hagga_basin": None,
    "imperial_basin": None,
    "rimwall_west": None,
    "north_pole": None,
}
ONE_SAND = {"sand": 1, "sandworm": 0, "burrowing": 0}


@pytest.mark.rule("ARR-STORM-02", "ARR-STORM-03", "ARR-STORM-04", "ARR-STORM-05", "AMB-48")
@pytest.mark.parametrize("area", sorted(LANDS))
def test_hits_of_a_storm_by_terrain(area: str) -> None:
    special = LANDS[area]
    seen = set()
    for seed in range(12):
        data = {"areas": {area: {"harkonnen": {"standard": 6}}}, "seed": seed, "wormsigns": ONE_SAND}
        signs = int(special is not None and special > 0)
        swords, _, specials = Scene({**data, "phase": "spice"}).roll(2, signs=signs)
        hits = 0 if special is None else swords + special * specials
        scene = Scene({**data, "phase": "desert"})
        assert scene.units(area) == 6 - hits
        seen.add(hits)
    assert len(seen) > 1 or special is None


@pytest.mark.rule("ARR-STORM-03")
def test_atreides_legions_are_safe_from_storms() -> None:
    for seed in range(8):
        areas = {name: {"atreides": {"standard": 3}} for name in ("pasty_mesa", "north_east_10", "harg_pass")}
        scene = Scene({"phase": "desert", "areas": areas, "seed": seed})
        assert [scene.units(name) for name in areas] == [3, 3, 3]


@pytest.mark.rule("ARR-STORM-03", "ARR-STORM-05")
def test_every_legion_is_rolled_for_and_its_owner_picks_the_casualties() -> None:
    areas = {name: {"harkonnen": {"standard": 2, "elite": 2}} for name in ("pasty_mesa", "false_wall_west")}
    for seed in range(60):
        (first, _, _), (second, _, _) = Scene({"phase": "spice", "seed": seed}).rolls(2, 2)
        if (first, second) == (1, 1):
            break
    scene = Scene({"phase": "desert", "areas": areas, "seed": seed})
    for name in ("pasty_mesa", "false_wall_west"):
        assert scene.mover == HARKONNEN
        assert set(scene.legal) == {legion.ACT_LOSE_STANDARD, legion.ACT_LOSE_ELITE}
        scene.pick(legion.ACT_LOSE_ELITE)
        assert scene.at(name)["harkonnen"] == {"standard": 3, "elite": 1}


@pytest.mark.rule("ARR-STORM-01")
def test_storms_come_after_the_worms() -> None:
    """The legion is stormed where the worm drove it, not where it stood."""
    worm = {"sand": 0, "sandworm": 1, "burrowing": 0}
    areas = {"north_east_7": {"harkonnen": {"standard": 6}}}
    for seed in range(6):
        scene = Scene({"phase": "desert", "areas": areas, "seed": seed, "wormsigns": worm})
        safe = scene.copy().pick("shield_wall_east")
        assert safe.units("shield_wall_east") == 6
        swords, _, specials = scene.roll(2)
        assert scene.pick("north_east_8").units("north_east_8") == 6 - swords - specials


@pytest.mark.rule("ARR-STORM-06")
def test_harvesters_survive_storms() -> None:
    for seed in range(12):
        data = {"seed": seed, "wormsigns": ONE_SAND}
        data["areas"] = {"north_east_5": {"harkonnen": {"standard": 1}, "harvester": True}}
        swords, _, specials = Scene({**data, "phase": "spice"}).roll(2, signs=1)
        scene = Scene({**data, "phase": "desert"})
        assert scene.units("north_east_5") == int(swords + specials == 0)
        assert scene.told["phase"] == "spice" and scene.told["spice"]["reserve"] == 1, "it brought its spice home"


# --- harvest and markers --------------------------------------------------------------------------------------------


def harvest(earned: int, rows: tuple[int, int, int] = (2, 2, 2), **more: Any) -> Scene:
    """Phase 4 with so much spice from harvesters in the desert."""
    areas = {name: {"harvester": True} for name in DESERTS[:earned]}
    markers = dict(zip(IMPERIUM, rows, strict=True))
    extra = more.pop("spice", {})
    return Scene({"phase": "spice", "areas": areas, "spice": {"markers": markers, **extra}, **more})


def rows(scene: Scene) -> tuple[int, ...]:
    return tuple(scene.told["spice"]["markers"][name] for name in IMPERIUM)


def bans(scene: Scene) -> set[str]:
    return set(scene.told["spice"]["bans"])


@pytest.mark.rule("ARR-SPICE-01", "ARR-HARV-05")
def test_harvesters_come_home_with_one_or_two_spice() -> None:
    areas = {name: {"harvester": True} for name in ("north_east_5", *DEEP)}
    scene = Scene({"phase": "spice", "areas": areas})
    assert scene.told["spice"]["unspent"] == 1 + 2 + 2
    assert int(scene.raw["harvesters"].sum()) == 0


@pytest.mark.rule("ARR-SPICE-02", "AMB-96")
def test_what_would_waste_spice_is_not_offered() -> None:
    """Where supremacy is too high to hoard, the markers have to take what the reserve does not hold."""
    high = {"supremacy": 6}
    seven = harvest(7, tracks=high)
    assert set(seven.legal) == {DROP, HOLD, RAISE}
    assert rows(seven.pick(DROP)) == (3, 1, 1), "the other two take three points each, unasked"
    assert seven.told["spice"]["reserve"] == 1
    assert set(harvest(7).pick(DROP).legal) == {DROP, HOLD, RAISE}, "hoarding could still take three"
    five = harvest(5, tracks=high)
    assert set(five.copy().pick(DROP).legal) == {HOLD, RAISE}, "one marker alone takes three, and one point waits"
    assert set(five.copy().pick(HOLD).legal) == {DROP, HOLD, RAISE}


@pytest.mark.rule("ARR-SPICE-02", "ARR-SPICE-08")
def test_hoarding_is_a_duty_where_nothing_else_takes_the_spice() -> None:
    """Ten points: three markers at the top are held for six, so hoarding takes three and one waits."""
    areas = {name: {"harvester": True} for name in (*DESERTS[:6], *DEEP)}
    scene = Scene({"phase": "spice", "areas": areas})
    assert scene.told["phase"] == "vehicles", "nobody was asked"
    assert rows(scene) == (1, 1, 1) and scene.supremacy == 1 and scene.told["spice"]["reserve"] == 1


@pytest.mark.rule("ARR-SPICE-02")
def test_spice_that_nothing_can_take_is_lost() -> None:
    areas = {name: {"harvester": True} for name in (*DESERTS[:6], *DEEP)}
    scene = Scene({"phase": "spice", "areas": areas, "tracks": {"supremacy": 6}})
    # ten points: three markers at the top are held for six, one point waits
    assert scene.told["phase"] == "vehicles", "nobody was asked"
    assert rows(scene) == (1, 1, 1) and scene.supremacy == 6
    assert scene.told["spice"]["unspent"] == 0 and scene.told["spice"]["reserve"] == 1


@pytest.mark.rule("ARR-SPICE-03", "ARR-SPICE-04", "ARR-SPICE-05")
def test_two_hold_three_lift_and_nothing_sinks() -> None:
    scene = harvest(5, (3, 3, 3))
    assert set(scene.legal) == {DROP, HOLD, RAISE}
    scene.pick(HOLD)
    assert scene.told["spice"]["unspent"] == 3
    scene.pick(RAISE)
    assert rows(scene) == (3, 2, 4)
    assert scene.told["spice"]["unspent"] == 0, "the third had nothing left"


@pytest.mark.rule("EX-06", "ARR-SPICE-12")
def test_four_spice_hold_two_markers_and_the_third_brings_its_ban() -> None:
    scene = harvest(4).pick(HOLD, HOLD)
    assert rows(scene) == (2, 2, 3) and bans(scene) == {"landsraad"}
    assert scene.told["spice"]["reserve"] == 0


@pytest.mark.rule("ARR-SPICE-06", "ARR-SPICE-07", "AMB-63")
def test_the_ends_of_the_track() -> None:
    scene = harvest(6, (1, 5, 5))
    assert set(scene.legal) == {DROP, HOLD}, "nothing above the top"
    sunk = scene.copy().pick(DROP, HOLD, RAISE)
    assert rows(sunk)[0] == 2, "at the top it needs its spice as well"
    scene.pick(HOLD, DROP, DROP)
    assert rows(scene) == (1, 5, 5), "nothing below the bottom"
    assert scene.supremacy == 1 and scene.told["spice"]["reserve"] == 1, "what is left is hoarded and kept"
    assert bans(scene) == {"spacing_guild", "landsraad"}


@pytest.mark.rule("ARR-SPICE-08")
@pytest.mark.parametrize(("supremacy", "offered"), [(0, True), (5, True), (6, False)])
def test_hoarding_buys_one_point_once_and_up_to_five(supremacy: int, offered: bool) -> None:
    scene = harvest(3, tracks={"supremacy": supremacy})
    if not offered:
        assert scene.pick(DROP, DROP).supremacy == supremacy and rows(scene)[2] < 3, "a marker has to take it"
        return
    scene.pick(DROP, DROP, DROP)
    assert rows(scene) == (3, 3, 3) and scene.supremacy == supremacy + 1 and scene.told["spice"]["reserve"] == 0
    more = harvest(7, tracks={"supremacy": supremacy}).pick(DROP, RAISE, DROP)
    assert more.supremacy == supremacy + 1 and more.told["spice"]["reserve"] == 1, "only once"


@pytest.mark.rule("ARR-SPICE-08")
def test_two_spice_are_too_few_to_hoard() -> None:
    scene = harvest(2).pick(DROP, DROP)
    assert scene.supremacy == 0 and rows(scene) == (3, 3, 2), "the last marker takes them"
    tops = (1, 1, 1)
    assert harvest(8, tops, tracks={"supremacy": 3}).supremacy == 3, "six for the markers leave two"


@pytest.mark.rule("ARR-SPICE-09", "AMB-65")
def test_one_spice_may_be_kept_for_the_next_harvest() -> None:
    scene = harvest(1)
    assert rows(scene) == (3, 3, 3) and scene.told["spice"]["reserve"] == 1, "it buys nothing, so it is kept"
    later = harvest(1, spice={"reserve": 1})
    assert later.told["spice"] == {**later.told["spice"], "unspent": 2, "reserve": 0}
    assert HOLD in later.legal


@pytest.mark.rule("ARR-SPICE-10", "AMB-62")
def test_bans_end_with_the_next_spice_phase_except_at_the_bottom() -> None:
    active = {"bans": ["choam", "landsraad"]}
    scene = harvest(6, (3, 2, 5), spice=active)
    assert bans(scene) == {"landsraad"}
    scene.pick(HOLD, HOLD)
    assert rows(scene) == (3, 2, 5) and bans(scene) == {"landsraad"}
    lifted = harvest(7, (3, 2, 5), spice=active).pick(HOLD, HOLD, RAISE)
    assert rows(lifted) == (3, 2, 4) and bans(lifted) == set()


@pytest.mark.rule("ARR-SPICE-11", "AMB-64")
def test_a_marker_at_the_bottom_has_its_ban_and_counts_as_the_one_that_sank() -> None:
    scene = harvest(4, (2, 2, 4)).pick(HOLD, HOLD)
    assert rows(scene) == (2, 2, 5) and bans(scene) == {"landsraad"}


@pytest.mark.rule("ARR-SPICE-12")
def test_of_several_that_sank_the_harkonnen_pick_one() -> None:
    scene = harvest(0)
    assert scene.mover == HARKONNEN and rows(scene) == (3, 3, 3)
    assert set(scene.legal) == {act.ACT_IMPERIUM, act.ACT_IMPERIUM + 1, act.ACT_IMPERIUM + 2}
    assert bans(scene.pick(act.ACT_IMPERIUM + 1)) == {"spacing_guild"}
    mixed = harvest(0, (4, 2, 2))
    assert set(mixed.legal) == {act.ACT_IMPERIUM + 1, act.ACT_IMPERIUM + 2}
    assert bans(mixed.pick(act.ACT_IMPERIUM + 2)) == {"choam", "landsraad"}


@pytest.mark.rule("AMB-62")
def test_by_the_faq_every_marker_that_sank_brings_its_ban() -> None:
    scene = Scene({"phase": "spice"}, all_dropped_bans=True)
    assert bans(scene) == set(IMPERIUM) and rows(scene) == (2, 2, 2)


@pytest.mark.rule("ARR-SPICE-13", "ARR-UNIT-06")
def test_the_ban_of_choam_lowers_the_limit_at_once() -> None:
    crowd = {
        "arrakeen": {"harkonnen": {"standard": 5, "elite": 1}},
        **{one: {"harvester": True} for one in DESERTS[:4]},
    }
    scene = Scene({"phase": "spice", "areas": crowd, "spice": {"markers": dict.fromkeys(IMPERIUM, 2)}})
    scene.pick(DROP, HOLD)
    assert bans(scene) == {"choam"} and scene.mover == HARKONNEN
    assert set(scene.legal) == {act.ACT_CLASS, act.ACT_CLASS + 1}
    scene.pick(act.ACT_CLASS)
    assert scene.at("arrakeen")["harkonnen"] == {"standard": 4, "elite": 1}


@pytest.mark.rule("ARR-SPICE-13")
def test_the_ban_of_the_guild_forbids_scouting() -> None:
    data: dict[str, Any] = {
        "to_move": "harkonnen",
        "dice": {"harkonnen": {"mentat": 1, "strategy": 1}},
        "areas": {"north_east_5": {"atreides": {"tokens": ["atreides_start_1"]}}},
        "air_zones": {"air_zone_1": "ornithopter"},
    }
    assert act.ACT_SCOUT in Scene(data).legal
    assert act.ACT_SCOUT not in Scene({**data, "spice": {"bans": ["spacing_guild"]}}).legal


@pytest.mark.rule("ARR-SPICE-13")
def test_the_ban_of_the_landsraad_forbids_cards_for_dice() -> None:
    data: dict[str, Any] = {
        "to_move": "harkonnen",
        "dice": {"harkonnen": {"mentat": 1, "strategy": 1}},
        "areas": {"arrakeen": {"harkonnen": {"standard": 3}}, "rimwall_west": {"atreides": {"standard": 3}}},
        "hands": {"harkonnen": ["hunter_seeker"]},
    }
    for banned in (False, True):
        scene = Scene({**data, "spice": {"bans": ["landsraad"] if banned else []}}).use("strategy")
        scene.pick(OPTION_ATTACK)
        assert scene.raw["battles"] == 1 and (legion.ACT_PASS_CARDS in scene.legal) != banned
