"""Battles on the map: declaring, revealing, retreating, advancing (ARR-BATTLE-01 to 07, 32, 33, 39)."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.cards_lab import AREAS, LEADERS
from arrakis.scene import ATREIDES, HARKONNEN, OPTION_ATTACK, Scene
from dune_sim.games.arrakis.kernels import actions as act
from dune_sim.games.arrakis.kernels import legion

DICE = {"harkonnen": {"leadership": 1, "strategy": 2}, "atreides": {"leadership": 1, "strategy": 2}}
EVERY_FACE = ("leadership", "strategy", "deployment", "mentat", "house")


def scenario(areas: dict[str, Any], mover: str = "harkonnen", **more: Any) -> dict[str, Any]:
    return {"areas": areas, "to_move": mover, "dice": DICE, **more}


def fought(data: dict[str, Any], wanted: int, *asked: str) -> Scene:
    """The first seed whose battle comes to an offer, casualties taken from the first kind."""
    for seed in range(60):
        scene = Scene({**data, "seed": seed}).attack(*asked)
        for _ in range(60):
            if scene.told["phase"] != "actions" or scene.raw["battle"]["round"] == 0:
                break
            if wanted in scene.legal:
                return scene
            scene.pick(scene.legal[0])
    raise AssertionError("no seed leads there")


def won(data: dict[str, Any], source: str, target: str) -> Scene:
    """The first seed with which the attacker wins; it goes on to the end."""
    for seed in range(60):
        scene = Scene({**data, "seed": seed}).attack(target)
        survivors = 0
        for _ in range(80):
            if scene.raw["battle"]["round"] == 0:
                break
            if scene.raw["battle"]["winner"] == 1:
                return scene
            survivors = scene.units(source)
            scene.pick(legion.ACT_CONTINUE if legion.ACT_CONTINUE in scene.legal else scene.legal[0])
        if survivors and scene.units(target) and not scene.units(source):
            return scene
    raise AssertionError("no seed wins")


OPEN_FIELD = {
    "central_south_west_6": {"harkonnen": {"standard": 4, "elite": 2, "bashar": 1, "leaders": ["baron_harkonnen"]}},
    "central_south_east_4": {"atreides": {"standard": 3, "elite": 2, "naib": 1}},
}


@pytest.mark.rule("ARR-BATTLE-01")
@pytest.mark.parametrize("face", EVERY_FACE)
def test_strategy_and_leadership_attack_and_no_other_result_does(face: str) -> None:
    scene = Scene({"areas": OPEN_FIELD, "to_move": "harkonnen", "dice": {"harkonnen": {face: 1, "strategy": 1}}})
    scene.use(face)
    words = [scene.state.describe(one) for one in scene.legal]
    assert any("attack" in one for one in words) == (face in ("leadership", "strategy"))


@pytest.mark.rule("ARR-BATTLE-01")
def test_a_card_that_grants_an_attack_works_with_any_die() -> None:
    data = {"areas": OPEN_FIELD, "to_move": "atreides", "hands": {"atreides": ["war_plan"]}}
    dice = {"harkonnen": {"mentat": 2}, "atreides": {"mentat": 1}}
    scene = Scene({**data, "dice": dice}).play_card("mentat")
    scene.pick(OPTION_ATTACK)
    assert scene.raw["battles"] == 1


@pytest.mark.rule("ARR-BATTLE-02")
def test_targets_are_adjacent_legions_and_undefended_settlements() -> None:
    areas = {**OPEN_FIELD, "hobars_gap": {"atreides": {"standard": 1}}, "central_south_west_5": {"harvester": True}}
    scene = Scene(scenario(areas)).use("strategy").pick(OPTION_ATTACK)
    assert scene.areas == {"central_south_east_4", "windgap"}, "only one legion has a target, so nobody asks which"
    assert int(scene.raw["move"]["source"]) == AREAS.index("central_south_west_6")
    other = Scene(scenario({"rimwall_west": {"atreides": {"standard": 2}}}, "atreides")).use("strategy")
    other.pick(OPTION_ATTACK)
    assert other.areas == {"arrakeen", "imperial_basin"}


@pytest.mark.rule("ARR-BATTLE-03")
def test_an_impassable_border_stops_an_attack_but_no_transport() -> None:
    areas = {
        "broken_land": {"harkonnen": {"standard": 3}},
        "north_east_3": {"atreides": {"standard": 1}},
        "north_west_16": {"atreides": {"standard": 1}},
    }
    scene = Scene(scenario(areas)).use("strategy").pick(OPTION_ATTACK)
    assert scene.units("north_east_3") == 1 and scene.raw["battles"] == 1, "the other target is the only one"
    flying = Scene(scenario(areas, air_zones={"air_zone_1": "ornithopter"})).use("strategy")
    flying.pick(OPTION_ATTACK, "broken_land")
    assert flying.areas >= {"north_east_3", "north_west_16"}
    flying.pick("north_east_3")
    assert flying.raw["ornithopters"] == 0 and flying.raw["battles"] == 1


@pytest.mark.rule("ARR-BATTLE-04", "ARR-BATTLE-05")
def test_the_whole_legion_fights_from_where_it_stands() -> None:
    legion_there = {"standard": 2, "elite": 2, "bashar": 1, "leaders": ["baron_harkonnen"]}
    areas = {**OPEN_FIELD, "central_south_west_6": {"harkonnen": legion_there}}
    scene = Scene(scenario(areas, hands={"harkonnen": ["hunter_seeker"]}))
    scene.attack("central_south_east_4")
    assert legion.ACT_PASS_CARDS in scene.legal, "the battle begins, without a question about who takes part"
    side = scene.raw["battle"]["sides"][0]
    assert [int(side[kind]) for kind in ("standard", "elite", "special", "generic")] == [2, 2, 0, 1]
    assert side["named"] == 1 << LEADERS["baron_harkonnen"]
    assert scene.at("central_south_west_6")["harkonnen"] == legion_there
    later = fought(scenario(OPEN_FIELD), legion.ACT_CEASE, "central_south_east_4")
    assert later.units("central_south_west_6") and later.where("baron_harkonnen") in ("central_south_west_6", "tank")
    later.pick(legion.ACT_CEASE)
    assert later.units("central_south_west_6") and later.units("central_south_east_4")


@pytest.mark.rule("ARR-BATTLE-06", "ARR-BATTLE-07")
def test_sietch_and_tokens_of_the_defender_are_turned_up_before_round_one() -> None:
    areas = {
        "central_south_west_6": {"harkonnen": {"standard": 4}},
        "windgap": {"sietch": 3, "atreides": {"tokens": ["atreides_start_8", "atreides_start_4"]}},
    }
    data = scenario(areas, hands={"harkonnen": ["hunter_seeker"]}, decks={"harkonnen": [], "atreides": []})
    scene = Scene(data).use("strategy").pick(OPTION_ATTACK)
    assert scene.at("windgap")["sietch"]["revealed"] is True
    assert scene.at("windgap")["atreides"] == {"standard": 2, "elite": 1, "special_elite": 1}
    assert scene.raw["battle"]["round"] == 1 and legion.ACT_PASS_CARDS in scene.legal
    assert scene.raw["battle"]["rank"] == 3


@pytest.mark.rule("ARR-BATTLE-07")
def test_tokens_of_the_attacker_are_turned_up_before_round_one() -> None:
    areas = {
        "central_south_west_6": {"harkonnen": {"standard": 4}},
        "central_south_west_5": {"atreides": {"tokens": ["atreides_start_1"], "standard": 1}},
    }
    scene = Scene(scenario(areas, "atreides", hands={"atreides": ["thumpers"]})).use("strategy")
    scene.pick(OPTION_ATTACK, "central_south_west_5")
    assert scene.at("central_south_west_5")["atreides"] == {"standard": 3}
    assert legion.ACT_PASS_CARDS in scene.legal


@pytest.mark.rule("ARR-BATTLE-32", "ARR-BATTLE-30", "AMB-36", "AMB-43")
def test_the_attacker_names_the_retreat_area_among_the_free_ones() -> None:
    areas = {
        "arrakeen": {"harkonnen": {"standard": 6}},
        "rimwall_west": {"atreides": {"standard": 6, "naib": 1, "leaders": ["stilgar"]}},
        "broken_land": {"atreides": {"standard": 1}},
    }
    scene = fought(scenario(areas), legion.ACT_CONTINUE, "rimwall_west")
    assert scene.mover == HARKONNEN
    scene.pick(legion.ACT_CONTINUE)
    assert scene.mover == ATREIDES and set(scene.legal) == {legion.ACT_RETREAT, legion.ACT_STAY}
    scene.pick(legion.ACT_RETREAT)
    assert scene.mover == HARKONNEN
    assert scene.areas == {"broken_land", "central_north_east_5"}, "no settlement, no impassable border"
    before = scene.at("rimwall_west")["atreides"]
    scene.pick("central_north_east_5")
    assert scene.at("central_north_east_5")["atreides"] == before
    assert scene.units("arrakeen") == 0 and scene.units("rimwall_west") > 0


@pytest.mark.rule("AMB-44", "ARR-BATTLE-32")
def test_a_retreat_into_friends_may_break_the_limit() -> None:
    areas = {
        "arrakeen": {"harkonnen": {"standard": 6}},
        "rimwall_west": {"atreides": {"standard": 6, "elite": 0}},
        "broken_land": {"atreides": {"elite": 6}},
    }
    scene = fought(scenario(areas), legion.ACT_CONTINUE, "rimwall_west")
    retreating = scene.raw["battle"]["sides"][1]["standard"]
    scene.pick(legion.ACT_CONTINUE, legion.ACT_RETREAT, "broken_land")
    assert scene.mover == ATREIDES and set(scene.legal) == {act.ACT_CLASS, act.ACT_CLASS + 1}
    for _ in range(int(retreating) - 1):
        scene.pick(act.ACT_CLASS + 1)
    scene.pick(act.ACT_CLASS)
    assert scene.units("broken_land") == 6


@pytest.mark.rule("ARR-BATTLE-33")
@pytest.mark.parametrize(
    ("enemy", "expected"),
    [("harkonnen", {"south_east_5", "south_east_8"}), ("atreides", {"south_east_5", "south_east_7", "south_east_8"})],
)
def test_harkonnen_do_not_retreat_onto_a_wormsign_but_atreides_do(enemy: str, expected: set[str]) -> None:
    mover = "atreides" if enemy == "harkonnen" else "harkonnen"
    areas = {
        "tasmin_sink": {"sietch": "destroyed", mover: {"standard": 6}},
        "south_east_6": {enemy: {"standard": 5}},
        "south_east_7": {"wormsign": True},
    }
    scene = fought(scenario(areas, mover), legion.ACT_CONTINUE)
    scene.pick(legion.ACT_CONTINUE, legion.ACT_RETREAT)
    assert scene.areas == expected


@pytest.mark.rule("ARR-BATTLE-39", "AMB-45")
def test_the_winner_advances_with_everything() -> None:
    areas = {**OPEN_FIELD, "central_south_east_4": {"atreides": {"standard": 1}}}
    scene = won(scenario(areas), "central_south_west_6", "central_south_east_4")
    assert "harkonnen" not in scene.at("central_south_west_6")
    assert scene.units("central_south_east_4") > 0
    assert scene.where("baron_harkonnen") in ("central_south_east_4", "tank")


@pytest.mark.rule("ARR-BATTLE-34")
def test_a_surrounded_defender_is_not_asked_to_retreat() -> None:
    ring = {"harkonnen": {"standard": 1}}
    areas = {
        "north_east_10": {"atreides": {"standard": 6}},
        "north_east_13": {"harkonnen": {"standard": 6}},
        "sihaya_ridge": {"sietch": "destroyed", **ring},
        "north_east_9": ring,
    }
    for closed in (True, False):
        data = scenario(areas if closed else {**areas, "north_east_9": {}}, decks={"harkonnen": [], "atreides": []})
        scene = fought(data, legion.ACT_CONTINUE, "north_east_13").pick(legion.ACT_CONTINUE)
        assert (legion.ACT_RETREAT in scene.legal) is not closed
        assert scene.raw["battle"]["round"] == (2 if closed else 1)


@pytest.mark.rule("AMB-35", "ARR-HARV-03", "ARR-STATION-02")
@pytest.mark.parametrize(
    ("goal", "held"), [("north_east_8", {"harvester": True}), ("north_east_4", {"station": "station_jihad_1"})]
)
def test_a_retreat_onto_a_harvester_or_station_destroys_or_takes_it(goal: str, held: dict[str, Any]) -> None:
    areas = {
        "north_east_7": {"harkonnen": {"standard": 6}},
        "north_east_5": {"atreides": {"standard": 6}},
        goal: held,
    }
    scene = fought(scenario(areas), legion.ACT_CONTINUE)
    scene.pick(legion.ACT_CONTINUE, legion.ACT_RETREAT, goal)
    assert set(scene.at(goal)) <= {"atreides", "station"} and scene.units(goal) > 0
    assert scene.markers == [0, 0, int("station" in held)]
    assert int(scene.raw["harvesters_lost"]) == int("harvester" in held)


WHOLE = {"standard": 2, "elite": 1, "special_elite": 1, "bashar": 2, "leaders": ["baron_harkonnen", "beast_rabban"]}


@pytest.mark.rule("ARR-BATTLE-39", "AMB-45")
def test_every_unit_and_leader_advances_into_an_undefended_settlement() -> None:
    areas = {"central_south_west_6": {"harkonnen": WHOLE}, "windgap": {"sietch": 2}}
    scene = Scene(scenario(areas)).use("strategy").pick(OPTION_ATTACK)
    assert scene.at("windgap")["harkonnen"] == WHOLE and scene.at("central_south_west_6") == {}


@pytest.mark.rule("ARR-BATTLE-39", "AMB-45")
def test_every_survivor_and_leader_advances_after_a_battle() -> None:
    areas = {"central_south_west_6": {"harkonnen": WHOLE}, "central_south_east_4": {"atreides": {"standard": 1}}}
    for seed in range(60):
        scene = Scene(scenario(areas, seed=seed, decks={"harkonnen": [], "atreides": []}))
        attack, defence = scene.rolls(4, 1)
        if attack[0] and not defence[0] and not defence[1] and not attack[2]:
            scene.attack("central_south_east_4")
            assert scene.at("central_south_east_4")["harkonnen"] == WHOLE and scene.at("central_south_west_6") == {}
            return
    raise AssertionError("no seed wins without a loss")


@pytest.mark.rule("AMB-45", "ARR-BATTLE-39")
@pytest.mark.parametrize(("answer", "stays"), [(act.ACT_DONE, True), (act.ACT_YES, False)])
def test_by_the_faq_the_winner_may_stay(answer: int, stays: bool) -> None:
    areas = {"central_south_west_6": {"harkonnen": {"standard": 2}}, "windgap": {"sietch": 2}}
    scene = Scene(scenario(areas), optional_advance=True).use("strategy").pick(OPTION_ATTACK)
    assert set(scene.legal) == {act.ACT_DONE, act.ACT_YES} and scene.mover == HARKONNEN
    scene.pick(answer)
    assert (scene.units("central_south_west_6") == 2) == stays
    assert (scene.at("windgap").get("sietch") != "destroyed" and scene.supremacy == 0) == stays


@pytest.mark.rule("AMB-34")
def test_an_undefended_settlement_can_be_reached_by_transport() -> None:
    areas = {"central_south_west_4": {"harkonnen": {"standard": 2}}}
    scene = Scene(scenario(areas, air_zones={"air_zone_6": "ornithopter"})).use("strategy")
    scene.pick(OPTION_ATTACK, "central_south_west_4")
    assert scene.supremacy > 0 and scene.units("windgap") == 2 and scene.raw["ornithopters"] == 0
