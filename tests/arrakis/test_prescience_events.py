"""What happens in the action phase is remembered for the prescience cards that ask for it (ARR-PRES-11)."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.scene import OPTION_ATTACK, Scene, vision
from dune_sim.games.arrakis.kernels import actions as act
from dune_sim.games.arrakis.kernels import legion

DICE = {"harkonnen": {"strategy": 2, "mentat": 2}, "atreides": {"strategy": 1, "mentat": 1}}
EMPTY = {"decks": {"harkonnen": [], "atreides": []}}
FIELD, SIETCH, WORM = "central_south_west_6", "windgap", "south_east_6"
PLATEAU = "south_east_5"


def scene_of(areas: dict[str, Any], mover: str, **more: Any) -> Scene:
    return Scene({"areas": areas, "to_move": mover, "dice": DICE, **more})


def deeds(scene: Scene) -> dict[str, int]:
    """Those that are not zero."""
    return {name: many for name, many in scene.told["deeds"].items() if many}


def ceased(target: str, mover: str, attacker: str, **held: Any) -> Scene:
    """An attack that is broken off after a round in which nobody fell."""
    for seed in range(300):
        scene = scene_of(held["areas"], mover, seed=seed, **EMPTY).use("strategy").pick(OPTION_ATTACK)
        assert not scene.areas, "asked for the only legion or target"
        if legion.ACT_CEASE in scene.legal:
            return scene.pick(legion.ACT_CEASE)
    raise AssertionError("no seed leads there")


@pytest.mark.rule("ARR-PRES-11")
def test_a_sietch_that_was_held() -> None:
    defended = {FIELD: {"harkonnen": {"standard": 5}}, SIETCH: {"sietch": 3, "atreides": {"standard": 5}}}
    assert deeds(ceased(SIETCH, "harkonnen", FIELD, areas=defended)) == {"sietch_held": 1}
    open_land = {**defended, SIETCH: {"sietch": "destroyed", "atreides": {"standard": 5}}}
    assert deeds(ceased(SIETCH, "harkonnen", FIELD, areas=open_land)) == {}, "no sietch there"
    attacking = {FIELD: {"harkonnen": {"standard": 5}}, SIETCH: {"sietch": 3, "atreides": {"standard": 5}}}
    assert deeds(ceased(FIELD, "atreides", SIETCH, areas=attacking)) == {}, "the attacker won nothing"


@pytest.mark.rule("ARR-PRES-11")
@pytest.mark.parametrize(
    ("answer", "lost"), [("Bashar", {"generic_lost": 1}), ("Baron", {"named_lost": 1}), ("standard", {})]
)
def test_harkonnen_leaders_lost_in_battle(answer: str, lost: dict[str, int]) -> None:
    areas = {
        FIELD: {"harkonnen": {"standard": 4, "bashar": 1, "leaders": ["baron_harkonnen"]}},
        "central_south_east_4": {"atreides": {"standard": 6, "leaders": ["stilgar"], "naib": 1}},
    }
    for seed in range(300):
        scene = scene_of(areas, "harkonnen", seed=seed, **EMPTY)
        attack, defence = scene.rolls(4, 6)
        if attack[2] == defence[2] == 0 and defence[0] - attack[1] == 1 and attack[0] <= defence[1]:
            scene.attack("central_south_east_4")
            scene.pick(next(one for one in scene.legal if answer in scene.state.describe(one)))
            scene.pick(legion.ACT_CEASE)
            assert deeds(scene) == lost
            return
    raise AssertionError("no seed hits once")


@pytest.mark.rule("ARR-PRES-11")
@pytest.mark.parametrize(("answer", "lost"), [("Bashar", {"generic_lost": 1}), ("Baron", {"named_lost": 1})])
def test_hits_of_worms_and_the_leaders_they_take(answer: str, lost: dict[str, int]) -> None:
    areas = {
        PLATEAU: {"harkonnen": {"standard": 5, "bashar": 1, "leaders": ["baron_harkonnen"]}},
        WORM: {"sandworm": "ordinary"},
    }
    for seed in range(60):
        scene = scene_of(areas, "atreides", seed=seed).pick(act.ACT_DESERT_POWER)
        if scene.roll(4)[0] == 1:
            scene.pick(act.ACT_OPTION + 2)
            scene.pick(next(one for one in scene.legal if answer in scene.state.describe(one)))
            assert deeds(scene) == {"worm_hits": 1, **lost}
            return
    raise AssertionError("no seed hits once")


@pytest.mark.rule("ARR-PRES-11", "ARR-HARV-03", "ARR-WORM-30")
def test_harvesters_destroyed_by_a_legion_and_by_a_worm() -> None:
    areas = {"north_east_10": {"atreides": {"standard": 1}}, "north_east_13": {"harvester": True}}
    assert deeds(scene_of(areas, "atreides").march("north_east_10", "north_east_13")) == {"harvesters_lost": 1}
    worm = {"north_east_10": {"sandworm": "ordinary"}, "north_east_13": {"harvester": True}}
    scene = scene_of(worm, "atreides").pick(act.ACT_DESERT_POWER, act.ACT_OPTION + 2)
    assert deeds(scene) == {"harvesters_lost": 1}


@pytest.mark.rule("ARR-PRES-11")
@pytest.mark.parametrize(
    ("between", "leader", "rode"),
    [
        ({"sandworm": "ordinary"}, "paul_atreides", {"rode": 1}),
        ({"sandworm": "ordinary"}, "stilgar", {}),
        ({"wormsign": True}, "paul_atreides", {}),
    ],
)
def test_paul_rides_a_sandworm(between: dict[str, Any], leader: str, rode: dict[str, int]) -> None:
    areas = {
        "north_east_1": {"atreides": {"standard": 1, "leaders": [leader]}},
        "north_east_2": between,
        "sihaya_ridge": {"sietch": "destroyed"},
    }
    scene = scene_of(areas, "atreides").march("north_east_1", "sihaya_ridge", part=True)
    assert scene.units("sihaya_ridge") == 1 and deeds(scene) == rode


@pytest.mark.rule("ARR-PRES-07", "ARR-PRES-11")
def test_a_new_round_begins_with_nothing_done() -> None:
    done = {"harvesters_lost": 2, "worm_hits": 3, "sietch_held": 1, "named_lost": 1, "generic_lost": 2, "rode": 1}
    scene = scene_of({}, "harkonnen", deeds=done)
    assert deeds(scene) == done
    scene.until_phase("vehicles").until_phase("actions")
    assert scene.told["round"] == 2 and deeds(scene) == {}
    assert vision("raids_on_the_spice_fields") not in scene.legal
