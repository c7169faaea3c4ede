"""Testing stations, harvesters and Bene Gesserit tokens (ARR-STATION, ARR-HARV, ARR-BG, EX-14, EX-17)."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.cards_lab import Lab
from arrakis.scene import ATREIDES, FACES, HARKONNEN, Scene, die
from dune_sim.games.arrakis.kernels import actions as act
from dune_sim.games.arrakis.kernels import legion
from dune_sim.games.arrakis.kernels import opcodes as op

DICE = {"harkonnen": {"strategy": 2, "mentat": 1}, "atreides": {"strategy": 1, "mentat": 1}}


def turn(areas: dict[str, Any], mover: str = "atreides", **more: Any) -> Scene:
    return Scene({"to_move": mover, "dice": DICE, "areas": areas, **more})


@pytest.mark.rule("ARR-STATION-03")
def test_a_harkonnen_legion_leaves_a_station_face_down() -> None:
    scene = turn({"central_north_west_3": {"harkonnen": {"standard": 1}}}, "harkonnen")
    before = scene.at("central_north_west_4")["station"]
    scene.march("central_north_west_3", "central_north_west_4", fight=True)
    assert scene.units("central_north_west_4") == 1
    assert scene.at("central_north_west_4")["station"] == before and not before.get("taken")
    assert scene.markers == [0, 0, 0]


@pytest.mark.rule("AMB-35", "ARR-STATION-02")
def test_a_station_passed_by_is_not_taken() -> None:
    areas = {"north_east_3": {"atreides": {"standard": 1}}, "north_east_4": {"sandworm": "ordinary"}}
    scene = turn(areas).march("north_east_3", "north_east_5")
    assert scene.units("north_east_5") == 1 and scene.markers == [0, 0, 0]
    assert not scene.at("north_east_4")["station"].get("taken")


@pytest.mark.rule("ARR-HARV-01")
def test_a_harvester_stays_when_its_legion_leaves() -> None:
    scene = turn({"north_east_5": {"harkonnen": {"standard": 1}, "harvester": True}}, "harkonnen")
    scene.march("north_east_5", "north_east_7")
    assert scene.at("north_east_5") == {"harvester": True}


@pytest.mark.rule("ARR-HARV-01", "ARR-HARV-04")
def test_a_harvester_stays_when_its_legion_retreats_and_falls_to_the_advance() -> None:
    areas = {
        "north_east_5": {"harkonnen": {"standard": 5}, "harvester": True},
        "north_east_8": {"atreides": {"standard": 6}},
    }
    for seed in range(40):
        scene = turn(areas, seed=seed).attack()
        if legion.ACT_CONTINUE in scene.legal:
            break
    scene.pick(legion.ACT_CONTINUE, legion.ACT_RETREAT)
    assert scene.at("north_east_5")["harvester"] is True
    scene.pick("north_east_2")
    assert "harvester" not in scene.at("north_east_5") and "harvester" not in scene.at("north_east_2")
    assert scene.units("north_east_5") > 0 and scene.told["deeds"]["harvesters_lost"] == 1


@pytest.mark.rule("ARR-HARV-02")
def test_harvesters_matter_neither_to_moves_nor_to_battles() -> None:
    def ends(harvester: bool) -> set[str]:
        areas: dict[str, Any] = {"north_east_8": {"harkonnen": {"standard": 2}}}
        areas |= {name: {"harvester": harvester} for name in ("north_east_5", "north_east_9")}
        scene = turn(areas, "harkonnen").use("strategy")
        return scene.pick("north_east_8").areas

    assert ends(True) == ends(False)
    dice = []
    for harvester in (True, False):
        areas = {
            "north_east_5": {"harkonnen": {"standard": 3}, "harvester": harvester},
            "north_east_8": {"atreides": {"standard": 3}},
        }
        scene = turn(areas, hands={"atreides": ["thumpers"]}).attack()
        dice.append(scene.raw["battle"]["sides"].tobytes())
        assert scene.raw["battle"]["rank"] == 0
    assert dice[0] == dice[1]


@pytest.mark.rule("ARR-HARV-03", "EX-17")
def test_a_face_down_token_that_moves_onto_a_lone_harvester_destroys_it() -> None:
    areas = {"north_east_5": {"atreides": {"tokens": ["atreides_start_8"]}}, "north_east_8": {"harvester": True}}
    scene = turn(areas).march("north_east_5", "north_east_8")
    assert scene.at("north_east_8") == {"atreides": {"tokens": ["atreides_start_8"]}}
    assert scene.raw["battles"] == 0 and scene.told["deeds"]["harvesters_lost"] == 1


@pytest.mark.rule("ARR-HARV-05")
def test_a_destroyed_harvester_is_back_in_the_pool() -> None:
    others = (
        "north_east_9",
        "north_east_12",
        "north_east_6",
        "south_east_1",
        "south_east_3",
        "wind_pass",
        "north_west_4",
    )
    areas: dict[str, Any] = {name: {"harvester": True} for name in (*others, "north_east_8")}
    areas["north_east_5"] = {"atreides": {"standard": 1}}
    data = {"areas": areas, "to_move": "atreides", "dice": {**DICE, "harkonnen": {"house": 2}}}
    before = Scene({**data, "to_move": "harkonnen"})
    assert int(sum(int(word).bit_count() for word in before.raw["harvesters"])) == 8, "all that there are"
    scene = Scene(data).march("north_east_5", "north_east_8").until([die("house")])
    scene.use("house").pick(act.ACT_OPTION + 1, act.ACT_VEHICLE, "south_east_6")
    assert act.ACT_YES in scene.legal, "from the pool"


@pytest.mark.rule("ARR-HARV-05")
def test_a_lost_battle_or_a_storm_leaves_the_harvester() -> None:
    areas = {
        "north_east_5": {"harkonnen": {"standard": 6, "bashar": 1}, "harvester": True},
        "north_east_8": {"atreides": {"standard": 1}},
    }
    scene = turn(areas).attack().until([die("mentat")])
    assert scene.at("north_east_5")["harvester"] is True


# --- Bene Gesserit --------------------------------------------------------------------------------------------------


def after_the_roll(seed: int, **tokens: Any) -> Scene:
    """The start of the action phase; surplus dice are turned to the first result offered."""
    scene = Scene({"seed": seed, "bene_gesserit": {side: {"owned": n} for side, n in tokens.items()}})
    while scene.question.startswith("To what") or "surplus" in scene.question.lower():
        scene.pick(scene.legal[0])
    return scene


def placing(scene: Scene) -> bool:
    return act.ACT_DONE in scene.legal and "Bene Gesserit" in scene.state.describe(act.ACT_DONE)


def until_placing(scene: Scene, who: int) -> Scene:
    for _ in range(20):
        if placing(scene) and scene.mover == who:
            return scene
        scene.pick(scene.legal[0])
    raise AssertionError("no token is placed")


def counts(scene: Scene, side: str) -> list[int]:
    return [scene.told["dice"][side][face] for face in FACES]


@pytest.mark.rule("ARR-BG-01")
def test_harkonnen_then_atreides_may_place_one_token_each() -> None:
    scene = until_placing(after_the_roll(1, harkonnen=2, atreides=2), HARKONNEN)
    before = sum(counts(scene, "harkonnen"))
    scene.pick(next(one for one in scene.legal if one != act.ACT_DONE))
    assert sum(counts(scene, "harkonnen")) == before + 1
    assert placing(scene) and scene.mover == ATREIDES, "not a second one"
    scene.pick(act.ACT_DONE)
    assert not placing(scene) and sum(counts(scene, "atreides")) == 4
    assert scene.told["bene_gesserit"]["atreides"] == {"owned": 2, "placed": 0}
    assert scene.told["bene_gesserit"]["harkonnen"] == {"owned": 1, "placed": 1}


@pytest.mark.rule("ARR-BG-02", "EX-14")
@pytest.mark.parametrize(
    ("rolled", "open_to"),
    [
        ([2, 1, 1, 0, 0], {"mentat", "house"}),
        ([1, 1, 1, 1, 0], {"house"}),
        ([2, 2, 0, 0, 0], {"deployment", "mentat", "house"}),
    ],
)
def test_the_slot_is_in_an_area_with_the_fewest_dice(rolled: list[int], open_to: set[str]) -> None:
    lab = Lab(ATREIDES)
    place = next(k for k, one in enumerate(lab.t.code) if one.code == op.OP_PLACE_BG and one.a == ATREIDES)
    lab.g.stack.frames[0].pc, lab.g.stack.frames[0].stage = place, 0
    lab.g.dice[ATREIDES][:] = rolled
    lab.g.bg[ATREIDES] = 1
    lab.renew()
    assert lab.g.decider == ATREIDES
    assert set(lab.legal()) == {act.ACT_DONE, *(die(face) for face in open_to)}


@pytest.mark.rule("ARR-BG-03", "ARR-BG-04", "ARR-DESERT-02")
def test_a_placed_token_is_a_die() -> None:
    scene = until_placing(after_the_roll(1, atreides=1), ATREIDES)
    face = scene.legal[1]
    scene.pick(face)
    assert face in scene.legal, "it can be spent in the first turn"
    assert sum(counts(scene, "atreides")) == 5
    gate = {"to_move": "atreides", "bene_gesserit": {"atreides": {"owned": 0, "placed": 1}}}
    fewer = Scene({**gate, "dice": {"harkonnen": {"mentat": 3}, "atreides": {"mentat": 1, "house": 1}}})
    assert act.ACT_DESERT_POWER in fewer.legal
    equal = Scene({**gate, "dice": {"harkonnen": {"mentat": 2}, "atreides": {"mentat": 1, "house": 1}}})
    assert act.ACT_DESERT_POWER not in equal.legal, "the token counts as a die"


@pytest.mark.rule("ARR-BG-05", "AMB-70")
def test_atreides_tokens_of_the_supremacy_track() -> None:
    assert Scene({}).told["bene_gesserit"]["atreides"]["owned"] == 1
    for before, rank, gained in ((0, 3, 0), (2, 2, 1), (3, 3, 1), (5, 3, 1), (4, 3, 1), (6, 1, 1)):
        areas = {"central_south_west_6": {"harkonnen": {"standard": 1}}, "windgap": {"sietch": rank}}
        scene = turn(areas, "harkonnen", tracks={"supremacy": before})
        owned = scene.told["bene_gesserit"]["atreides"]["owned"]
        scene.attack()
        assert scene.supremacy == before + rank
        assert scene.told["bene_gesserit"]["atreides"]["owned"] == owned + gained, (before, rank)


@pytest.mark.rule("ARR-BG-06")
def test_harkonnen_tokens_come_with_mohiam() -> None:
    assert Scene({}).told["bene_gesserit"]["harkonnen"]["owned"] == 0
    data = {
        "to_move": "harkonnen",
        "dice": DICE,
        "leaders": {"thufir_hawat": "aside"},
        "tracks": {"supremacy": 1},
        "hands": {"harkonnen": ["hawats_scheming", "hawats_scheming#2"]},
    }
    scene = Scene(data).pick(act.ACT_HAWAT)
    assert scene.where("gaius_helen_mohiam") == "aside"
    assert scene.told["bene_gesserit"]["harkonnen"]["owned"] == 1


@pytest.mark.rule("ARR-BG-07")
def test_a_token_gained_now_waits_for_a_later_round() -> None:
    areas = {"central_south_west_6": {"harkonnen": {"standard": 1}}, "windgap": {"sietch": 2}}
    start = turn(areas, "harkonnen", tracks={"supremacy": 2}, bene_gesserit={"atreides": {"owned": 0}, "supply": 5})
    scene = start.attack()
    assert scene.told["bene_gesserit"]["atreides"] == {"owned": 1, "placed": 0}
    while scene.told["round"] == 1:
        assert not placing(scene)
        scene.pick(act.ACT_DONE if act.ACT_DONE in scene.legal else scene.legal[0])
    until_placing(scene, ATREIDES)
    assert scene.told["round"] == 2


@pytest.mark.rule("ARR-BG-08", "AMB-69")
def test_a_placed_token_is_gone_after_the_round() -> None:
    scene = until_placing(after_the_roll(1, atreides=1), ATREIDES)
    supply = scene.told["bene_gesserit"]["supply"]
    scene.pick(scene.legal[1])
    while scene.told["round"] == 1:
        scene.pick(act.ACT_DESERT_POWER if act.ACT_DESERT_POWER in scene.legal else scene.legal[0])
    told = scene.told["bene_gesserit"]
    assert told["atreides"] == {"owned": 0, "placed": 0} and told["supply"] == supply
