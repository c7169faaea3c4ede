"""The regeneration tank (ARR-TANK)."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.cards_lab import LEADERS
from arrakis.scene import HARKONNEN, Scene, die, leader, vision
from dune_sim.games.arrakis.kernels import actions as act
from dune_sim.games.arrakis.kernels.legion import ACT_CEASE, ACT_CONTINUE, ACT_LOSE_NAMED, ACT_STAY, BATTLE_ACTIONS
from dune_sim.games.arrakis.kernels.legion import ACT_LOSE_STANDARD as LOSE_STANDARD

MENTAT = {"harkonnen": {"mentat": 2, "deployment": 1}, "atreides": {"mentat": 1}}
#: one unit with leaders that no shelter protects, beside a worm
LONE = "south_east_5"


def tank(scene: Scene, side: str) -> list[str | None]:
    return list(scene.told["tank"][side])


def eaten(legion: dict[str, Any], **more: Any) -> Scene:
    """A worm kills the only unit of a legion on the plateau."""
    areas = {LONE: {"harkonnen": legion}, "south_east_6": {"sandworm": "ordinary"}}
    for seed in range(60):
        scene = Scene({"areas": areas, "to_move": "atreides", "dice": MENTAT, "seed": seed, **more})
        scene.pick(act.ACT_DESERT_POWER)
        hits, _, _ = scene.roll(4)
        if hits > 0:
            scene.pick(act.ACT_OPTION + 2)
            return scene.asked(hits < 1 + len(legion["leaders"]), LOSE_STANDARD)  # nobody asks when all fall
    raise AssertionError("no seed hits")


@pytest.mark.rule("ARR-TANK-01")
@pytest.mark.parametrize(("side", "name", "spaces"), [("atreides", "stilgar", 3), ("harkonnen", "baron_harkonnen", 5)])
def test_a_leader_leaves_after_as_many_dice_as_there_are_spaces(side: str, name: str, spaces: int) -> None:
    dice = {"harkonnen": {"mentat": 3, "deployment": 3, "house": 2}, "atreides": {"mentat": 2, "deployment": 2}}
    scene = Scene({"to_move": side, "dice": dice, "tank": {side: [name]}})
    assert len(tank(scene, side)) == spaces
    faces = [die("mentat"), die("deployment"), die("house")]
    seat = ("harkonnen", "atreides").index(side)
    for spent in range(1, spaces + 1):
        scene.until(faces)
        while scene.mover != seat:
            scene.pick(next(one for one in faces if one in scene.legal)).until(faces)
        scene.pick(next(one for one in faces if one in scene.legal))
        expected = [name if k == spent else None for k in range(spaces)]
        assert tank(scene, side) == expected
    assert scene.where(name) == "later"


@pytest.mark.rule("ARR-TANK-02")
def test_a_leader_left_alone_enters_at_the_left_end() -> None:
    scene = eaten({"standard": 1, "leaders": ["baron_harkonnen"]})
    assert scene.units(LONE) == 0
    assert tank(scene, "harkonnen") == ["baron_harkonnen", None, None, None, None]


@pytest.mark.rule("ARR-TANK-02")
def test_a_leader_given_up_as_a_casualty_enters_at_the_left_end() -> None:
    for seed in range(60):
        areas = {
            LONE: {"harkonnen": {"standard": 5, "leaders": ["baron_harkonnen"]}},
            "south_east_6": {"sandworm": "ordinary"},
        }
        scene = Scene({"areas": areas, "to_move": "atreides", "dice": MENTAT, "seed": seed})
        scene.pick(act.ACT_DESERT_POWER)
        if scene.roll(4)[0] == 1:
            break
    scene.pick(act.ACT_OPTION + 2)
    assert scene.mover == HARKONNEN
    baron = next(one for one in scene.legal if "Baron" in scene.state.describe(one))
    scene.pick(baron)
    assert scene.units(LONE) == 5 and tank(scene, "harkonnen")[0] == "baron_harkonnen"


@pytest.mark.rule("ARR-TANK-03", "AMB-66")
def test_a_spent_die_slides_the_own_tank_at_once() -> None:
    tanks = {"harkonnen": [None, "beast_rabban"], "atreides": ["stilgar"]}
    scene = Scene({"to_move": "harkonnen", "dice": MENTAT, "tank": tanks})
    scene.use("deployment")
    assert tank(scene, "harkonnen") == [None, None, "beast_rabban", None, None]
    assert tank(scene, "atreides") == ["stilgar", None, None]
    assert scene.mover == HARKONNEN and scene.areas, "the action of the die is still to come"


@pytest.mark.rule("ARR-TANK-03", "ARR-BG-04")
def test_a_bene_gesserit_token_slides_the_tank_like_a_die() -> None:
    data = {
        "to_move": "atreides",
        "dice": {"harkonnen": {"mentat": 2}, "atreides": {"deployment": 1}},
        "bene_gesserit": {"atreides": {"owned": 0, "placed": 1}},
        "tank": {"atreides": ["stilgar"]},
    }
    scene = Scene(data)
    assert act.ACT_DESERT_POWER in scene.legal
    scene.pick(die("deployment"))
    assert tank(scene, "atreides") == [None, "stilgar", None]


@pytest.mark.rule("ARR-TANK-04")
def test_desert_power_slides_nothing() -> None:
    scene = Scene({"to_move": "atreides", "dice": MENTAT, "tank": {"atreides": ["stilgar"]}})
    scene.pick(act.ACT_DESERT_POWER).until([die("mentat")])
    assert scene.told["turn"] >= 1 and tank(scene, "atreides") == ["stilgar", None, None]


@pytest.mark.rule("ARR-TANK-05", "AMB-68")
def test_a_leader_out_of_the_tank_can_be_deployed_from_the_next_round() -> None:
    data = {
        "to_move": "harkonnen",
        "dice": {"harkonnen": {"deployment": 1}},
        "tank": {"harkonnen": [None, None, None, None, "beast_rabban"]},
        "areas": {"carthag": {"harkonnen": {"standard": 1}}},
    }
    scene = Scene(data)
    scene.pick(die("deployment"))
    assert scene.where("beast_rabban") == "later"
    seen = set()
    for _ in range(40):
        if scene.told["round"] != 1 or scene.told["phase"] != "actions":
            break
        seen |= set(scene.legal)
        scene.pick(next(one for one in scene.legal if one != act.ACT_DONE) if len(seen) < 30 else scene.legal[0])
    assert leader("baron_harkonnen") in seen and leader("beast_rabban") not in seen
    while scene.told["round"] == 1:
        scene.pick(scene.legal[0])
    assert scene.where("beast_rabban") == "aside"


@pytest.mark.rule("ARR-TANK-06")
def test_a_leader_in_the_tank_acts_in_no_way_and_its_card_stays_as_it_was() -> None:
    data: dict[str, Any] = {
        "to_move": "harkonnen",
        "dice": {"harkonnen": {"leadership": 2, "strategy": 1}},
        "areas": {"carthag": {"harkonnen": {"standard": 2, "bashar": 1}}},
    }
    assert leader("beast_rabban") in Scene(data).legal
    held = Scene({**data, "tank": {"harkonnen": ["beast_rabban"]}})
    assert leader("beast_rabban") not in held.legal
    worn = Scene({**data, "tank": {"harkonnen": ["beast_rabban"]}, "exhausted": ["beast_rabban"]})
    worn.pick(die("leadership"))
    assert worn.told["exhausted"] == ["beast_rabban"] and leader("beast_rabban") not in worn.legal


@pytest.mark.rule("ARR-TANK-07")
def test_an_arrival_pushes_only_as_far_as_it_must() -> None:
    legion = {"standard": 1, "leaders": ["baron_harkonnen"]}
    line = {"harkonnen": ["beast_rabban", None, "captain_aramsham"]}
    assert tank(eaten(legion, tank=line), "harkonnen") == [
        "baron_harkonnen",
        "beast_rabban",
        "captain_aramsham",
        None,
        None,
    ]
    line = {"harkonnen": [None, "beast_rabban"]}
    assert tank(eaten(legion, tank=line), "harkonnen")[:2] == ["baron_harkonnen", "beast_rabban"]


@pytest.mark.rule("ARR-TANK-07", "AMB-67")
def test_an_arrival_in_a_full_tank_pushes_the_last_one_out() -> None:
    scene = Scene(
        {
            "to_move": "atreides",
            "dice": {"harkonnen": {"mentat": 2}, "atreides": {"mentat": 1}},
            "areas": {"sihaya_ridge": {"atreides": {"standard": 1, "leaders": ["paul_atreides"]}}},
            "tank": {"atreides": ["stilgar", "lady_jessica", "chani"]},
            "prescience": {"row": ["paul_drinks_the_water_of_life"]},
        }
    )
    scene.pick(vision("paul_drinks_the_water_of_life"))
    assert scene.where("chani") == "later", "the die slid her out before Paul came"
    assert tank(scene, "atreides") == ["paul_muaddib", "stilgar", "lady_jessica"]
    full = eaten(
        {"standard": 1, "leaders": ["baron_harkonnen"]},
        tank={
            "harkonnen": ["beast_rabban", "captain_aramsham", "feyd_rautha", "gaius_helen_mohiam", "emperor_shaddam_iv"]
        },
    )
    assert tank(full, "harkonnen")[0] == "baron_harkonnen" and tank(full, "harkonnen")[4] == "gaius_helen_mohiam"
    assert full.where("emperor_shaddam_iv") == "later"


@pytest.mark.rule("AMB-66", "ARR-TANK-07")
def test_three_leaders_enter_one_after_another_and_push_those_inside() -> None:
    names = ["baron_harkonnen", "beast_rabban", "captain_aramsham"]
    line = {"harkonnen": ["thufir_hawat", None, "emperor_shaddam_iv"]}
    scene = eaten({"standard": 1, "leaders": names}, tank=line)
    assert set(scene.legal) == {leader(name) for name in names}
    scene.pick(leader("captain_aramsham"))
    assert set(scene.legal) == {leader("baron_harkonnen"), leader("beast_rabban")}
    scene.pick(leader("baron_harkonnen"))
    order = ["beast_rabban", "baron_harkonnen", "captain_aramsham", "thufir_hawat", "emperor_shaddam_iv"]
    assert tank(scene, "harkonnen") == order and LONE not in scene.told["areas"]


@pytest.mark.rule("AMB-66")
def test_leaders_lost_together_enter_in_the_order_of_their_owner() -> None:
    scene = eaten({"standard": 1, "leaders": ["baron_harkonnen", "beast_rabban"]})
    assert scene.mover == HARKONNEN
    assert set(scene.legal) == {leader("baron_harkonnen"), leader("beast_rabban")}
    scene.pick(leader("beast_rabban"))
    assert tank(scene, "harkonnen")[:2] == ["baron_harkonnen", "beast_rabban"]


@pytest.mark.rule("ARR-TANK-02", "ARR-BATTLE-26", "AMB-66")
@pytest.mark.parametrize("order", [("baron_harkonnen", "beast_rabban"), ("beast_rabban", "baron_harkonnen")])
def test_leaders_lost_in_different_combat_rounds_enter_as_they_fall(order: tuple[str, str]) -> None:
    """Nobody asks for the order: the first is in the tank before the second round is fought."""
    first, second = order
    for seed in range(300):
        scene = Scene({**LONG_BATTLE, "seed": seed}).attack()
        if lose_leader(scene, first) and ACT_CONTINUE in scene.legal:
            assert tank(scene, "harkonnen")[0] == first
            scene.pick(ACT_CONTINUE)
            if lose_leader(scene, second) and ACT_CEASE in scene.legal:
                scene.pick(ACT_CEASE)
                assert tank(scene, "harkonnen")[:2] == [second, first] and leader(first) not in scene.legal
                return
    raise AssertionError("no seed takes two leaders")


LONG_BATTLE: dict[str, Any] = {
    "to_move": "harkonnen",
    "areas": {
        "arrakeen": {"harkonnen": {"standard": 6, "leaders": ["baron_harkonnen", "beast_rabban"]}},
        "imperial_basin": {"settlement": "destroyed", "atreides": {"special_elite": 4, "elite": 2}},
    },
    "dice": {"harkonnen": {"strategy": 2}, "atreides": {"leadership": 1}},
}


def lose_leader(scene: Scene, name: str) -> bool:
    """One combat round in which this leader takes the first hit; whether there was one."""
    lost = False
    wanted = ACT_LOSE_NAMED + LEADERS[name]
    for _ in range(30):
        if scene.state.is_over or {ACT_CONTINUE, ACT_CEASE} & set(scene.legal) or scene.legal[0] >= BATTLE_ACTIONS:
            break
        take = scene.mover == HARKONNEN and not lost and wanted in scene.legal
        scene.pick(wanted if take else ACT_STAY if ACT_STAY in scene.legal else scene.legal[0])
        lost = lost or take
    return lost
