"""Units, legions, deployment tokens, limits (ARR-UNIT)."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.table import (
    ALL,
    CONTENT,
    DONE,
    GUERRILLA,
    SCOUT,
    TOKENS,
    YES,
    Table,
    die,
    go,
    leader,
    option,
    token,
    unit,
    vehicle,
)

DICE = {
    "harkonnen": {"strategy": 1, "deployment": 1, "house": 1, "leadership": 1},
    "atreides": {"strategy": 1, "deployment": 1, "leadership": 1},
}


def table(side: str, areas: dict[str, Any], **more: Any) -> Table:
    return Table({"to_move": side, "dice": DICE, "areas": areas, **more})


def march(found: Table, start: str, goal: str, *figures: int, fight: bool = False) -> Table:
    """A strategy die moves the figures named; a single figure moves at once. ``fight``: attacking is possible too."""
    return found.play(die("strategy")).asked(fight, option(0)).play(go(start), go(goal), *figures)


@pytest.mark.rule("ARR-UNIT-01")
def test_a_legion_is_everything_of_a_faction_in_an_area() -> None:
    legion = {"standard": 1, "elite": 2, "special_elite": 1, "bashar": 2, "leaders": ["baron_harkonnen"]}
    found = march(table("harkonnen", {"arrakeen": {"harkonnen": legion}}), "arrakeen", "broken_land", ALL)
    assert found.legion("harkonnen", "broken_land") == legion
    assert found.legion("harkonnen", "arrakeen") == {}


@pytest.mark.rule("ARR-UNIT-02", "ARR-UNIT-05", "AMB-18")
def test_a_missing_class_is_replaced_by_the_next_lower_one() -> None:
    special = {"imperial_basin": {"harkonnen": {"special_elite": 6}}, "carthag": {"harkonnen": {"special_elite": 2}}}
    elite = {"hagga_basin": {"harkonnen": {"elite": 6}}, "north_pole": {"harkonnen": {"elite": 6}}}
    for areas, expected in ((special, "elite"), (special | elite, "standard")):
        found = table("harkonnen", areas).play(leader("captain_aramsham"), go("arrakeen"))
        assert found.legion("harkonnen", "arrakeen") == {expected: 1}


@pytest.mark.rule("ARR-UNIT-05")
def test_a_token_brings_lower_classes_when_figures_lack() -> None:
    areas = {
        "windgap": {"atreides": {"special_elite": 6}},
        "gara_kulon": {"atreides": {"elite": 6}},
        "tasmin_sink": {"atreides": {"elite": 1}},
        "north_east_10": {"atreides": {"tokens": ["atreides_deploy_7"]}},
    }
    found = table("atreides", areas).play(GUERRILLA)
    assert found.legion("atreides", "north_east_10") == {"standard": 1, "elite": 1}


FULL = {name: {"harkonnen": {"standard": 6}} for name in ("carthag", "hagga_basin", "arsunt", "north_pole")}


@pytest.mark.rule("ARR-UNIT-04")
def test_no_more_figures_than_the_box_holds() -> None:
    found = table("harkonnen", FULL).play(die("deployment"))
    assert found.named and not found.areas  # all 24 are out: straight to the leader


@pytest.mark.rule("ARR-UNIT-03")
def test_an_eliminated_unit_comes_back() -> None:
    found = table("harkonnen", FULL)
    march(found, "hagga_basin", "arsunt", unit("standard"), DONE)  # a seventh unit in Arsunt: one is removed
    assert found.legion("harkonnen", "arsunt") == {"standard": 6}
    assert found.legion("harkonnen", "hagga_basin") == {"standard": 5}
    found.play(DONE)
    scenario = found.told
    del scenario["running"]
    scenario["to_move"] = "harkonnen"
    again = Table(scenario).play(die("deployment"), go("imperial_basin"))
    assert again.legion("harkonnen", "imperial_basin") == {"standard": 1}
    assert again.state.raw["pool"][0][0][0] == 0


def crowd(**more: Any) -> Table:
    areas = {
        "broken_land": {"harkonnen": {"standard": 2, "bashar": 1}},
        "arrakeen": {"harkonnen": {"standard": 1, "elite": 3, "special_elite": 1, "bashar": 2}},
    }
    return march(table("harkonnen", areas, **more), "broken_land", "arrakeen", ALL)


@pytest.mark.rule("ARR-UNIT-06", "ARR-UNIT-07", "AMB-22")
def test_at_most_six_units_and_the_owner_says_which_go() -> None:
    found = crowd()
    assert found.mover == "harkonnen"
    assert found.legal == [unit("standard"), unit("elite"), unit("special_elite")]
    found.play(unit("special_elite"))
    assert found.legion("harkonnen", "arrakeen") == {"standard": 3, "elite": 3, "bashar": 3}


@pytest.mark.rule("ARR-UNIT-06")
def test_five_units_under_the_choam_ban() -> None:
    found = crowd(spice={"bans": ["choam"]}).play(unit("special_elite"), unit("elite"))
    assert found.legion("harkonnen", "arrakeen") == {"standard": 3, "elite": 2, "bashar": 3}


@pytest.mark.rule("ARR-UNIT-08")
def test_leaders_do_not_count() -> None:
    areas = {
        "broken_land": {"harkonnen": {"standard": 1, "bashar": 2, "leaders": ["baron_harkonnen"]}},
        "arrakeen": {"harkonnen": {"standard": 5, "bashar": 4, "leaders": ["beast_rabban"]}},
    }
    found = march(table("harkonnen", areas), "broken_land", "arrakeen", ALL)
    assert found.legion("harkonnen", "arrakeen") == {
        "standard": 6,
        "bashar": 6,
        "leaders": ["baron_harkonnen", "beast_rabban"],
    }


@pytest.mark.rule("ARR-UNIT-09", "EX-02", "AMB-21")
def test_a_token_counts_as_one_unit() -> None:
    def full(goal: int) -> Table:
        areas = {
            "north_east_10": {"atreides": {"tokens": ["atreides_start_8"], "standard": 1}},
            "north_east_13": {"atreides": {"elite": goal, "tokens": ["atreides_start_1", "atreides_start_2"]}},
        }
        return march(table("atreides", areas), "north_east_10", "north_east_13", token("atreides_start_8"))

    room = full(3)
    assert room.legion("atreides", "north_east_13")["tokens"] == [
        "atreides_start_1",
        "atreides_start_2",
        "atreides_start_8",
    ]
    assert unit("elite") not in room.legal
    crowded = full(4)
    assert crowded.legal == [unit("elite"), *(token(f"atreides_start_{k}") for k in (1, 2, 8))]
    crowded.play(token("atreides_start_1"))
    assert crowded.told["deployment_tokens"]["lost"] == ["atreides_start_1"]
    assert crowded.legion("atreides", "north_east_13")["elite"] == 4


@pytest.mark.rule("ARR-UNIT-09")
def test_a_token_blocks_the_way_and_defends_its_sietch() -> None:
    areas = {
        "north_east_10": {"harkonnen": {"standard": 3}},
        "sihaya_ridge": {"sietch": 1, "atreides": {"tokens": ["atreides_start_1"]}},
        "north_east_9": {"atreides": {"tokens": ["atreides_start_2"]}},
    }
    found = table("harkonnen", areas).play(die("strategy"))
    moving = found.copy().play(option(0), go("north_east_10"))
    assert moving.play(ALL).legion("harkonnen", "north_east_13") == {"standard": 3}  # the only way left
    found.play(option(1), go("sihaya_ridge"))
    assert found.told["battles"] == 1
    assert found.told["destroyed_sietches"] == {}  # it has to be fought for


@pytest.mark.rule("ARR-UNIT-10", "ARR-DEPLOY-01", "ARR-DEPLOY-02")
def test_units_come_as_tokens_only_their_owner_knows() -> None:
    found = table("atreides", {}).play(die("deployment"), YES)
    (drawn,) = found.told["deployment_tokens"]["drawn"]
    assert found.areas == {one.id for one in CONTENT.areas if one.sietch}
    found.play(go("windgap"))
    assert found.legion("atreides", "windgap") == {"tokens": [drawn]}
    assert found.state.observe(1).to_dict()["areas"]["windgap"]["atreides"]["tokens"] == [drawn]
    assert drawn not in str(found.state.observe(0).to_dict()["areas"]["windgap"])


@pytest.mark.rule("ARR-UNIT-11", "ARR-UNIT-13")
@pytest.mark.parametrize("name", TOKENS)
def test_a_token_stands_for_the_units_it_lists(name: str) -> None:
    found = table("atreides", {"north_east_10": {"atreides": {"tokens": [name]}}}).play(GUERRILLA)
    listed = CONTENT.deployment_tokens.get(name).contents
    assert found.legion("atreides", "north_east_10") == {kind: many for kind, many in listed if many}
    assert name in found.told["deployment_tokens"]["gone"]


@pytest.mark.rule("ARR-UNIT-12")
def test_an_attack_and_scouting_turn_all_tokens_up() -> None:
    areas = {
        "north_east_10": {"harkonnen": {"standard": 3}},
        "north_east_13": {"atreides": {"tokens": ["atreides_start_1", "atreides_start_8"]}},
        "gara_kulon": {"sietch": {"revealed": True, "rank": 1}},
        "sihaya_ridge": {"sietch": {"revealed": True, "rank": 1}},
        "north_east_14": {"atreides": {"tokens": ["atreides_start_2"]}},
    }
    flyer = {"air_zone_1": "ornithopter"}
    hands = {"harkonnen": ["hunter_seeker"]}  # so that the battle stops before its first roll
    attack = table("harkonnen", areas, hands=hands).play(die("strategy"), option(1))
    attack.play(go("north_east_13"))
    assert attack.legion("atreides", "north_east_13") == {"standard": 3, "special_elite": 1}
    scouted = table("harkonnen", areas, air_zones=flyer).play(SCOUT, go("north_east_13"))
    for found in (attack, scouted):
        assert {"atreides_start_1", "atreides_start_8"} <= set(found.told["deployment_tokens"]["gone"])
        assert found.legion("atreides", "north_east_14") == {"tokens": ["atreides_start_2"]}  # beside it nothing turns
    assert scouted.legion("atreides", "north_east_13") == {"standard": 3, "special_elite": 1}


@pytest.mark.rule("EX-03", "ARR-UNIT-07", "ARR-UNIT-13")
def test_four_tokens_with_eight_units() -> None:
    names = [f"atreides_start_{k}" for k in (1, 4, 7, 8)]
    areas = {
        "north_east_10": {"atreides": {"tokens": names}},
        "gara_kulon": {"sietch": {"revealed": True, "rank": 1}},
        "sihaya_ridge": {"sietch": {"revealed": True, "rank": 1}},
    }
    found = table("harkonnen", areas, air_zones={"air_zone_1": "ornithopter"}).play(SCOUT)
    assert found.mover == "atreides"
    assert found.legal == [unit("standard"), unit("elite"), unit("special_elite")]
    found.play(unit("standard"), unit("elite"))
    assert found.legion("atreides", "north_east_10") == {"standard": 4, "elite": 1, "special_elite": 1}
    assert found.mover == "harkonnen"


@pytest.mark.rule("ARR-UNIT-14")
def test_an_empty_supply_gives_no_token() -> None:
    gone = {"supply": [], "gone": TOKENS}
    areas = {"windgap": {"atreides": {"standard": 1}}}
    found = table("atreides", areas, deployment_tokens=gone).play(die("deployment"))
    assert YES not in found.legal and found.named  # only the leader is left to deploy


@pytest.mark.rule("ARR-UNIT-15")
def test_leaders_left_alone_are_eliminated() -> None:
    areas = {"arrakeen": {"harkonnen": {"standard": 2, "bashar": 1, "leaders": ["baron_harkonnen"]}}}
    found = march(table("harkonnen", areas), "arrakeen", "broken_land", unit("standard"), unit("standard"), DONE)
    assert found.legion("harkonnen", "arrakeen") == {}
    assert found.told["tank"]["harkonnen"][0] == "baron_harkonnen"
    assert found.state.raw["pool"][0][0][3] == 6


@pytest.mark.rule("ARR-UNIT-15")
def test_a_token_is_company_enough() -> None:
    legion = {"standard": 2, "naib": 1, "leaders": ["stilgar"], "tokens": ["atreides_start_1"]}
    found = table("atreides", {"north_east_10": {"atreides": legion}})
    march(found, "north_east_10", "north_east_13", unit("standard"), unit("standard"), DONE)
    assert found.legion("atreides", "north_east_10") == {
        "naib": 1,
        "leaders": ["stilgar"],
        "tokens": ["atreides_start_1"],
    }


@pytest.mark.rule("ARR-UNIT-16")
def test_a_harvester_is_no_unit_and_stays_where_it_is() -> None:
    areas = {"north_east_10": {"harvester": True, "harkonnen": {"standard": 6}}}
    found = march(table("harkonnen", areas), "north_east_10", "north_east_13", ALL, fight=True)
    assert found.at("north_east_10") == {"harvester": True}
    assert found.at("north_east_13") == {"harkonnen": {"standard": 6}}
    placing = table("harkonnen", areas).play(die("house"), option(1))
    assert placing.copy().play(vehicle("ornithopter")).areas == set()
    terrains = {CONTENT.areas.get(name).terrain for name in placing.play(vehicle("harvester")).areas}
    assert terrains == {"desert"}


@pytest.mark.rule("ARR-UNIT-17")
def test_a_destroyed_harvester_can_be_placed_again() -> None:
    fields = [f"north_west_{k}" for k in range(1, 8)]
    areas = {name: {"harvester": True} for name in fields} | {
        "north_east_10": {"harvester": True},
        "north_east_13": {"atreides": {"standard": 1}},
    }

    def from_pool(found: Table) -> bool:
        found.play(die("house"), option(1), vehicle("harvester"), go("south_east_3"))
        return YES in found.legal

    before = table("harkonnen", areas | {"arrakeen": {"harkonnen": {"standard": 1}}})
    assert not from_pool(before)
    moved = march(
        table("atreides", areas | {"arrakeen": {"harkonnen": {"standard": 1}}}), "north_east_13", "north_east_10"
    )
    assert "harvester" not in moved.at("north_east_10")
    assert from_pool(moved)


@pytest.mark.rule("ARR-UNIT-18")
def test_a_sandworm_is_no_part_of_a_legion() -> None:
    areas = {"north_east_10": {"sandworm": "ordinary"}, "north_east_13": {"atreides": {"standard": 6}}}
    there = table("atreides", areas).play(die("strategy"))
    assert there.areas == {"north_east_13"}, "the worm is no legion that could move"
    found = march(table("atreides", areas), "north_east_13", "north_east_12", ALL)
    assert found.at("north_east_10") == {"sandworm": "ordinary"}, "it does not go with the legion beside it"
    assert found.at("north_east_12") == {"atreides": {"standard": 6}}
