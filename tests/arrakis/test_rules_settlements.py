"""Settlements and what their fall is worth (ARR-BATTLE-40 to 45, EX-18)."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.scene import ATREIDES, HARKONNEN, OPTION_ATTACK, Scene
from dune_sim.games.arrakis.kernels import actions as act
from dune_sim.games.arrakis.kernels import legion

DICE = {
    "harkonnen": {"strategy": 2, "deployment": 1},
    "atreides": {"strategy": 1, "deployment": 1},
}


def scenario(areas: dict[str, Any], mover: str, **more: Any) -> dict[str, Any]:
    return {"areas": areas, "to_move": mover, "dice": DICE, **more}


def stormed(areas: dict[str, Any], mover: str, target: str) -> Scene:
    """The first seed with which the attackers move in; the losses of both are the first kind offered."""
    for seed in range(80):
        scene = Scene(scenario(areas, mover, seed=seed)).attack()
        while scene.raw["battle"]["round"] and not scene.state.is_over:
            scene.pick(legion.ACT_CONTINUE if legion.ACT_CONTINUE in scene.legal else scene.legal[0])
        if scene.units(target) and mover in scene.at(target):
            return scene
    raise AssertionError("no seed wins")


@pytest.mark.rule("ARR-BATTLE-40", "ARR-BATTLE-43")
@pytest.mark.parametrize("rank", [1, 2, 3])
def test_a_stormed_sietch_is_worth_its_rank(rank: int) -> None:
    areas = {
        "central_south_west_6": {"harkonnen": {"standard": 3, "special_elite": 3, "bashar": 2}},
        "windgap": {"sietch": rank, "atreides": {"standard": 1}},
    }
    scene = stormed(areas, "harkonnen", "windgap")
    assert scene.supremacy == rank
    assert "sietch" not in scene.at("windgap") and scene.told["destroyed_sietches"] == {"windgap": rank}


@pytest.mark.rule("ARR-BATTLE-40", "ARR-HARV-04", "ARR-STATION-02")
def test_an_advance_takes_station_and_harvester_too() -> None:
    areas = {
        "central_north_west_3": {"atreides": {"standard": 4, "special_elite": 2, "naib": 2}},
        "central_north_west_4": {
            "station": "station_jihad_1",
            "harvester": True,
            "harkonnen": {"standard": 1},
        },
    }
    scene = stormed(areas, "atreides", "central_north_west_4")
    held = scene.at("central_north_west_4")
    assert "harvester" not in held and held["station"]["taken"] is True
    assert scene.markers == [0, 0, 1]


@pytest.mark.rule("ARR-BATTLE-40", "ARR-WORM-18", "AMB-47")
def test_the_sietch_falls_before_the_wormsign_on_it_is_resolved() -> None:
    areas = {"central_south_west_6": {"harkonnen": {"standard": 3}}, "windgap": {"sietch": 2, "wormsign": True}}
    faces = {"sand": 0, "sandworm": 1, "burrowing": 0}
    scene = Scene(scenario(areas, "harkonnen", wormsigns=faces)).use("strategy")
    scene.pick(OPTION_ATTACK)  # with the only legion that has a target
    assert scene.supremacy == 2 and "sandworm" in scene.at("windgap")
    assert scene.mover == ATREIDES and "central_south_west_6" in scene.areas, "the worm drives the legion off"
    scene.pick("central_south_west_6")
    assert scene.units("central_south_west_6") == 3 and scene.units("windgap") == 0
    assert scene.supremacy == 2 and scene.told["destroyed_sietches"] == {"windgap": 2}


@pytest.mark.rule("ARR-BATTLE-41")
def test_a_worm_that_kills_the_garrison_leaves_the_settlement() -> None:
    areas = {"arrakeen": {"harkonnen": {"standard": 1}}, "rimwall_west": {"sandworm": "ordinary"}}
    for seed in range(40):
        data = {
            "areas": areas,
            "to_move": "atreides",
            "dice": {"harkonnen": {"mentat": 2}, "atreides": {"mentat": 1}},
            "atomics": {"tile": "atomic_rimwall_west"},
        }
        scene = Scene({**data, "seed": seed}).pick(act.ACT_DESERT_POWER, act.ACT_OPTION + 2)
        assert "sandworm" not in scene.at("rimwall_west"), "it attacked"
        if scene.units("arrakeen") == 0:
            assert scene.at("arrakeen")["settlement"] == "standing"
            assert scene.markers == [0, 0, 0]
            return
    raise AssertionError("no worm ever hits")


@pytest.mark.rule("ARR-BATTLE-42", "AMB-46")
def test_an_undefended_settlement_falls_without_dice() -> None:
    areas = {"central_south_west_6": {"harkonnen": {"standard": 1}}, "windgap": {"sietch": 3}}
    scene = Scene(scenario(areas, "harkonnen")).use("strategy")
    before = scene.raw["rng"].tobytes()
    scene.pick(OPTION_ATTACK)
    assert scene.raw["rng"].tobytes() == before
    assert scene.units("windgap") == 1 and scene.supremacy == 3
    assert scene.told["destroyed_sietches"] == {"windgap": 3}, "its rank is shown"


@pytest.mark.rule("AMB-42", "ARR-BATTLE-38")
def test_with_both_legions_gone_nobody_advances_and_everything_stays() -> None:
    areas = {
        "central_north_west_3": {"atreides": {"standard": 1}},
        "central_north_west_4": {"harvester": True, "harkonnen": {"standard": 1}},
    }
    for seed in range(200):
        scene = Scene(scenario(areas, "atreides", seed=seed)).attack()
        if not scene.units("central_north_west_3") and not scene.units("central_north_west_4"):
            break
    else:
        raise AssertionError("no seed kills both")
    held = scene.at("central_north_west_4")
    assert held["harvester"] is True and not held["station"].get("taken")
    assert scene.markers == [0, 0, 0]


FALLS = [("rimwall_west", "arrakeen", 3), ("broken_land", "carthag", 2), ("shield_wall_west", "arsunt", 1)]
VILLAGES = [("splintered_rock", "hagga_basin", 1), ("hole_in_the_rock", "imperial_basin", 1)]
POLE = [("wind_pass", "north_pole", 1)]


@pytest.mark.rule("ARR-BATTLE-44", "EX-18")
@pytest.mark.parametrize(("source", "target", "rank"), [*FALLS, *VILLAGES, *POLE])
def test_a_fallen_harkonnen_settlement_raises_all_three_markers(source: str, target: str, rank: int) -> None:
    scene = Scene(scenario({source: {"atreides": {"standard": 2}}}, "atreides")).use("strategy")
    near_several = {"rimwall_west", "broken_land", "shield_wall_west"}
    scene.pick(OPTION_ATTACK).asked(source in near_several, target)
    assert scene.markers == [rank] * 3 and scene.supremacy == 0
    assert scene.at(target)["settlement"] == "destroyed" and scene.units(target) == 2


@pytest.mark.rule("ARR-BATTLE-45")
def test_a_destroyed_settlement_is_no_place_to_deploy() -> None:
    areas = {"rimwall_west": {"atreides": {"standard": 1}}, "broken_land": {"harkonnen": {"standard": 6}}}
    scene = Scene(scenario(areas, "atreides")).use("strategy").pick(OPTION_ATTACK).pick("arrakeen")
    scene.until([act.ACT_FACE + 2])
    assert scene.mover == HARKONNEN
    scene.use("deployment")
    assert scene.areas == {"carthag", "arsunt", "hagga_basin", "imperial_basin", "north_pole"}


@pytest.mark.rule("ARR-BATTLE-45")
def test_a_defender_of_rubble_has_no_dice_of_a_settlement() -> None:
    areas = {
        "rimwall_west": {"atreides": {"standard": 1}},
        "arrakeen": {"settlement": "destroyed", "harkonnen": {"standard": 1}},
    }
    scene = Scene(scenario(areas, "atreides", hands={"atreides": ["thumpers"]})).use("strategy")
    scene.pick(OPTION_ATTACK).pick("arrakeen")
    assert scene.raw["battle"]["rank"] == 0 and scene.raw["battle"]["round"] == 1


@pytest.mark.rule("AMB-05")
@pytest.mark.parametrize("option", [False, True])
def test_by_the_faq_the_atreides_win_when_arrakeen_falls(option: bool) -> None:
    data = scenario({"rimwall_west": {"atreides": {"standard": 1}}}, "atreides")
    scene = Scene(data, arrakeen_wins=option).use("strategy").pick(OPTION_ATTACK).pick("arrakeen")
    assert scene.state.is_over == option
    assert scene.state.winner == (ATREIDES if option else None)
