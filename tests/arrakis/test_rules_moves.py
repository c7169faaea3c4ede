"""Basic movement, splitting, two moves in an action (ARR-MOVE)."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.table import ALL, CONTENT, DONE, Table, die, go, leader, option, token, unit
from dune_sim.games.arrakis.kernels.legion import ACT_LOSE_ELITE

DICE = {
    "harkonnen": {"strategy": 1, "leadership": 1, "mentat": 1, "house": 1, "deployment": 1},
    "atreides": {"strategy": 1, "leadership": 1, "mentat": 1, "deployment": 1},
}
READY = {"exhausted": ["beast_rabban", "paul_atreides", "captain_aramsham", "baron_harkonnen"]}


def table(side: str, areas: dict[str, Any], **more: Any) -> Table:
    return Table({"to_move": side, "dice": DICE, "areas": areas, **READY, **more})


def start(found: Table, face: str = "strategy", fight: bool = False) -> Table:
    """Take a die for moving. ``fight``: attacking is possible too, so that is asked."""
    return found.play(die(face)).asked(fight, option(0))


@pytest.mark.rule("ARR-MOVE-01")
@pytest.mark.parametrize(("face", "moves"), [("leadership", True), ("strategy", True), ("house", False)])
def test_what_moves_legions(face: str, moves: bool) -> None:
    areas = {"broken_land": {"harkonnen": {"standard": 2, "bashar": 1}}}
    found = table("harkonnen", areas).play(die(face)).asked(not moves, option(0))  # another kind of action
    found.play(go("broken_land"))
    if moves:
        found.play(go("arrakeen"), ALL)
    assert (found.legion("harkonnen", "arrakeen") != {}) is moves
    played = table("harkonnen", areas, hands={"harkonnen": ["barons_personal_guard"]})
    played.play_card(die("mentat"), DONE, go("broken_land"), go("arrakeen"), ALL)  # a card that moves one legion
    assert played.legion("harkonnen", "arrakeen") == {"standard": 2, "bashar": 1}


@pytest.mark.rule("ARR-MOVE-02")
def test_one_step_into_a_free_area() -> None:
    areas = {
        "north_east_12": {"harkonnen": {"standard": 2}},
        "north_east_8": {"atreides": {"standard": 1}},
        "north_east_9": {"sandworm": "ordinary"},
    }
    found = start(table("harkonnen", areas), fight=True).play(go("north_east_12"))
    assert found.areas == {"north_east_11", "north_east_13", "north_east_14"}  # Gara Kulon is a sietch
    found.play(go("north_east_13"), ALL)
    assert found.legion("harkonnen", "north_east_13") == {"standard": 2}


@pytest.mark.rule("ARR-MOVE-03", "AMB-31")
def test_closed_borders_are_crossed_by_transport_only() -> None:
    areas = {"north_east_5": {"harkonnen": {"standard": 2}}}
    walking = start(table("harkonnen", areas)).play(go("north_east_5"))
    assert walking.areas == {"north_east_2", "north_east_4", "north_east_6", "north_east_7", "north_east_8"}
    flying = start(table("harkonnen", areas, air_zones={"air_zone_1": "ornithopter"}), fight=True)
    flying.play(go("north_east_5"))
    flying.play(go("rimwall_west"), ALL)
    assert flying.legion("harkonnen", "rimwall_west") == {"standard": 2} and flying.told["air_zones"] == {}


LEGION = {"standard": 2, "elite": 1, "bashar": 1, "leaders": ["baron_harkonnen"]}


@pytest.mark.rule("ARR-MOVE-04")
@pytest.mark.parametrize(
    ("taken", "moved", "left"),
    [
        (["standard"], {"standard": 1}, {"standard": 1, "elite": 1, "bashar": 1, "leaders": ["baron_harkonnen"]}),
        (["elite", "bashar"], {"elite": 1, "bashar": 1}, {"standard": 2, "leaders": ["baron_harkonnen"]}),
        (
            ["standard", "elite"],
            {"standard": 1, "elite": 1},
            {"standard": 1, "bashar": 1, "leaders": ["baron_harkonnen"]},
        ),
    ],
)
def test_any_part_may_move(taken: list[str], moved: dict[str, Any], left: dict[str, Any]) -> None:
    found = start(table("harkonnen", {"arrakeen": {"harkonnen": LEGION}})).play(go("arrakeen"), go("broken_land"))
    found.play(*(unit(kind) for kind in taken), DONE)
    assert found.legion("harkonnen", "broken_land") == moved
    assert found.legion("harkonnen", "arrakeen") == left


@pytest.mark.rule("ARR-MOVE-05")
def test_leaders_need_company_on_the_way() -> None:
    found = start(table("harkonnen", {"arrakeen": {"harkonnen": LEGION}})).play(go("arrakeen"), go("broken_land"))
    assert found.legal == [ALL, unit("standard"), unit("elite")]
    found.play(unit("elite"))
    assert {unit("bashar"), leader("baron_harkonnen")} <= set(found.legal)
    areas = {"north_east_10": {"atreides": {"tokens": ["atreides_start_1"], "naib": 1, "standard": 1}}}
    hidden = start(table("atreides", areas)).play(go("north_east_10"), go("north_east_13"))
    assert unit("naib") not in hidden.legal
    hidden.play(token("atreides_start_1"), unit("naib"))
    assert hidden.legion("atreides", "north_east_13") == {"tokens": ["atreides_start_1"], "naib": 1}


@pytest.mark.rule("ARR-MOVE-06")
def test_a_part_led_by_leadership_takes_a_leader() -> None:
    found = start(table("harkonnen", {"arrakeen": {"harkonnen": LEGION}}), "leadership")
    found.play(go("arrakeen"), go("broken_land"), unit("standard"))
    assert DONE not in found.legal
    found.play(unit("bashar"), DONE)
    assert found.legion("harkonnen", "broken_land") == {"standard": 1, "bashar": 1}


def split_five() -> Table:
    areas = {
        "arrakeen": {"harkonnen": {"standard": 5, "leaders": ["baron_harkonnen"]}},
        "carthag": {"harkonnen": {"elite": 1}},
    }
    return start(table("harkonnen", areas)).play(
        go("arrakeen"), go("broken_land"), unit("standard"), unit("standard"), DONE
    )


@pytest.mark.rule("ARR-MOVE-07", "EX-07")
def test_the_second_move_may_take_the_rest() -> None:
    found = split_five()
    assert found.areas == {"arrakeen", "carthag"}  # not the two that moved
    found.play(go("arrakeen"), go("rimwall_west"), ALL)
    assert found.legion("harkonnen", "rimwall_west") == {"standard": 3, "leaders": ["baron_harkonnen"]}
    assert found.legion("harkonnen", "broken_land") == {"standard": 2}
    assert found.mover == "atreides"
    other = split_five().play(go("carthag"), go("hagga_basin"))
    assert other.legion("harkonnen", "hagga_basin") == {"elite": 1}


@pytest.mark.rule("ARR-MOVE-08", "EX-08")
def test_no_figure_moves_twice() -> None:
    areas = {
        "arrakeen": {"harkonnen": {"standard": 2, "bashar": 1, "leaders": ["baron_harkonnen"]}},
        "carthag": {"harkonnen": {"standard": 1, "elite": 1}},
    }
    found = start(table("harkonnen", areas)).play(go("arrakeen"), go("carthag"), ALL)
    assert found.legion("harkonnen", "carthag") == {
        "standard": 3,
        "elite": 1,
        "bashar": 1,
        "leaders": ["baron_harkonnen"],
    }
    assert found.areas == {"carthag"}
    found.play(go("carthag"), go("hagga_basin"))
    assert found.legal == [ALL, unit("standard"), unit("elite")]
    found.play(ALL)
    assert found.legion("harkonnen", "hagga_basin") == {"standard": 1, "elite": 1}
    assert found.legion("harkonnen", "carthag") == {"standard": 2, "bashar": 1, "leaders": ["baron_harkonnen"]}


@pytest.mark.rule("ARR-MOVE-12", "AMB-28")
def test_a_leader_who_came_along_does_not_lead_again() -> None:
    areas = {
        "arrakeen": {"harkonnen": {"standard": 2, "bashar": 1}},
        "carthag": {"harkonnen": {"standard": 1}},
        "arsunt": {"harkonnen": {"elite": 1, "bashar": 1}},
    }
    found = start(table("harkonnen", areas), "leadership")
    assert found.areas == {"arrakeen", "arsunt"}
    found.play(go("arrakeen"), go("carthag"), ALL)
    assert found.areas == {"arsunt"}
    own = areas | {"carthag": {"harkonnen": {"standard": 1, "bashar": 1}}}
    led = start(table("harkonnen", own), "leadership").play(go("arrakeen"), go("carthag"), ALL)
    assert led.areas == {"arsunt", "carthag"}
    led.play(go("carthag"), go("hagga_basin"), ALL)
    assert led.legion("harkonnen", "hagga_basin") == {"standard": 1, "bashar": 1}


@pytest.mark.rule("ARR-MOVE-09", "ARR-MOVE-10", "ARR-MOVE-11")
def test_a_ride_leaves_the_areas_on_its_way_alone() -> None:
    """Through a full friendly legion and a station; only the end counts for the limit."""
    areas: dict[str, Any] = {
        "north_east_1": {"atreides": {"standard": 4}},
        "north_east_4": {"wormsign": True, "station": "station_jihad_1", "atreides": {"elite": 6}},
        "north_east_5": {"atreides": {"standard": 3}},
    }
    assert CONTENT.areas.get("north_east_4").station
    found = start(table("atreides", areas)).play(go("north_east_1"), go("north_east_5"), ALL)
    assert found.legion("atreides", "north_east_5") == {"standard": 6}  # the seventh unit was taken out
    assert found.legion("atreides", "north_east_4") == {"elite": 6}
    assert found.at("north_east_4")["station"] == {"token": "station_jihad_1"}
    assert found.told["tracks"]["jihad"] == 0


@pytest.mark.rule("AMB-101", "ARR-MOVE-04")
def test_a_legion_may_split_as_a_move_over_several_areas_begins() -> None:
    areas: dict[str, Any] = {"north_east_1": {"atreides": {"standard": 4}}, "north_east_4": {"wormsign": True}}
    found = start(table("atreides", areas)).play(go("north_east_1"), go("north_east_5"), unit("standard"))
    while "north_east_1" not in found.areas:
        found.play(DONE)
    assert found.legion("atreides", "north_east_1") == {"standard": 3}
    assert found.legion("atreides", "north_east_5") == {"standard": 1}


@pytest.mark.rule("ARR-MOVE-10")
def test_a_flight_passes_over_a_full_legion() -> None:
    areas = {
        "broken_land": {"harkonnen": {"standard": 3}},
        "arrakeen": {"harkonnen": {"elite": 6}},
    }
    found = start(table("harkonnen", areas, air_zones={"air_zone_1": "ornithopter"}))
    found.play(go("broken_land"), go("imperial_basin"), ALL)
    assert found.legion("harkonnen", "imperial_basin") == {"standard": 3}
    assert found.legion("harkonnen", "arrakeen") == {"elite": 6}


@pytest.mark.rule("ARR-MOVE-08", "AMB-27", "AMB-56")
def test_an_elite_that_a_worm_makes_standard_may_still_move() -> None:
    """A standard unit joins two elites on a wormsign; the worm takes their rank: they have not moved, it has."""
    signs = {f"north_east_{k}": {"wormsign": True} for k in (8, 9, 11, 14)}
    for seed in range(400):
        areas = signs | {
            "north_east_12": {"harkonnen": {"elite": 2}, "wormsign": True},
            "north_east_13": {"harkonnen": {"standard": 1}, "wormsign": True},
        }
        found = start(table("harkonnen", areas, seed=seed), fight=True).play(go("north_east_13"), go("north_east_12"))
        while ACT_LOSE_ELITE in found.legal and found.mover == "harkonnen":
            found.play(ACT_LOSE_ELITE)
        if found.legion("harkonnen", "north_east_12") == {"standard": 3} and found.mover == "harkonnen":
            assert found.areas == {"north_east_12"}
            found.play(go("north_east_12"))
            found.play(go(min(found.areas)))
            assert found.legal == [ALL, unit("standard")]
            found.play(ALL)
            assert found.legion("harkonnen", "north_east_12") == {"standard": 1}, "two of three may go"
            return
    raise AssertionError("no seed hits both elites")
