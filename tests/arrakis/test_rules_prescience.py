"""Prescience markers and cards, played on whole positions (ARR-PRES, EX-12)."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.cards_lab import CONTENT
from arrakis.scene import ATREIDES, FACES, HARKONNEN, OPTION_ATTACK, Scene, die, vision
from dune_sim.games.arrakis.kernels import actions as act

MARKERS = ["kwisatz_haderach", "sand_dwellers", "jihad"]
DICE = {"harkonnen": {"strategy": 2, "mentat": 1}, "atreides": {"strategy": 1, "mentat": 1}}
STATION, BESIDE = "central_north_west_4", "central_north_west_3"


def onto_station(token: str, tracks: dict[str, int]) -> Scene:
    """A legion moves onto a testing station."""
    data = {
        "to_move": "atreides",
        "dice": DICE,
        "tracks": tracks,
        "areas": {BESIDE: {"atreides": {"standard": 1}}, STATION: {"station": token}},
    }
    scene = Scene(data).march(BESIDE, STATION)
    assert scene.units(STATION) == 1
    return scene


def arrakeen_falls(tracks: dict[str, int], **more: Any) -> Scene:
    """All three markers go up by three."""
    data = {"to_move": "atreides", "dice": DICE, "tracks": tracks, **more}
    data["areas"] = {"rimwall_west": {"atreides": {"standard": 1}}}
    return Scene(data).use("strategy").pick(OPTION_ATTACK).pick("arrakeen")


@pytest.mark.rule("ARR-PRES-01", "ARR-PRES-02", "ARR-STATION-01", "ARR-STATION-02")
@pytest.mark.parametrize("index", range(3))
@pytest.mark.parametrize("copy", [1, 2])
def test_a_station_raises_its_own_marker_by_one(index: int, copy: int) -> None:
    scene = onto_station(f"station_{MARKERS[index]}_{copy}", {})
    assert scene.markers == [int(k == index) for k in range(3)]
    assert scene.at(STATION)["station"]["taken"] is True


@pytest.mark.rule("ARR-STATION-01")
def test_six_stations_hide_two_of_each_symbol() -> None:
    told = Scene({}).told["areas"].values()
    tokens = [held["station"]["token"] for held in told if "station" in held]
    assert sorted(one.removeprefix("station_")[:-2] for one in tokens) == sorted(MARKERS * 2)


@pytest.mark.rule("ARR-PRES-02")
def test_a_fallen_settlement_raises_each_marker_from_where_it_stands() -> None:
    scene = arrakeen_falls({"kwisatz_haderach": 1, "sand_dwellers": 0, "jihad": 4})
    assert scene.markers == [4, 3, 7]


@pytest.mark.rule("ARR-PRES-04")
def test_eight_cards_belong_to_the_action_phase_and_eight_to_the_round_end() -> None:
    timings = [card.timing for card in CONTENT.prescience_cards]
    assert timings.count("action_phase") == timings.count("round_end") == 8


@pytest.mark.parametrize(
    ("marker", "name"),
    [
        pytest.param("jihad", "chani", marks=pytest.mark.rule("ARR-PRES-13")),
        pytest.param("kwisatz_haderach", "paul_muaddib", marks=pytest.mark.rule("ARR-PRES-14")),
        pytest.param("sand_dwellers", "reverend_mother_jessica", marks=pytest.mark.rule("ARR-PRES-15")),
    ],
)
def test_a_marker_at_three_brings_its_leader(marker: str, name: str) -> None:
    two = onto_station(f"station_{marker}_1", {marker: 1})
    assert two.where(name) == "out"
    three = onto_station(f"station_{marker}_1", {marker: 2})
    assert three.where(name) == "aside"
    others = {other: 2 for other in MARKERS if other != marker}
    assert onto_station(f"station_{marker}_1", others).where(name) == "out"


@pytest.mark.rule("ARR-PRES-16")
@pytest.mark.parametrize("marker", MARKERS)
def test_the_first_marker_at_six_brings_alia(marker: str) -> None:
    assert onto_station(f"station_{marker}_1", {marker: 4}).where("alia") == "out"
    assert onto_station(f"station_{marker}_1", {marker: 5}).where("alia") == "aside"


@pytest.mark.rule("ARR-PRES-17", "ARR-ATOM-01")
@pytest.mark.parametrize("marker", MARKERS)
def test_the_first_marker_at_eight_unlocks_one_atomic_and_no_later_one_does(marker: str) -> None:
    assert onto_station(f"station_{marker}_1", {marker: 6}).raw["atomics"] == 0
    scene = onto_station(f"station_{marker}_1", {marker: 7})
    assert scene.raw["atomics"] == 1 and act.ACT_ATOMIC in scene.legal
    other = next(one for one in MARKERS if one != marker)
    again = onto_station(f"station_{marker}_1", {marker: 7, other: 8})
    assert again.raw["atomics"] == 0


@pytest.mark.rule("ARR-PRES-18", "AMB-70")
def test_steps_jumped_over_count_as_reached() -> None:
    scene = arrakeen_falls({"kwisatz_haderach": 1, "sand_dwellers": 2, "jihad": 5})
    assert scene.markers == [4, 5, 8]
    assert [scene.where(name) for name in ("paul_muaddib", "reverend_mother_jessica")] == ["aside", "aside"]
    assert scene.where("alia") == "aside" and scene.raw["atomics"] == 1, "the jihad marker passed 6 and reached 8"


ROW = ["dew_collectors_for_the_planting", "stunted_worms", "the_desert_war"]
HOLDING = {name: {"atreides": {"standard": 1}} for name in ("pasty_mesa", "south_east_5", "false_wall_south")}
ERGS = {name: {"atreides": {"standard": 1}} for name in ("central_north_east_7", "central_south_east_2")}
SANDS = {
    name: {"atreides": {"standard": 1}} for name in ("north_east_5", "north_east_6", "north_east_8", "north_east_9")
}


@pytest.mark.rule("ARR-PRES-05", "ARR-PRES-08", "ARR-PRES-12", "ARR-END-03")
def test_at_round_end_two_cards_are_scored_at_the_most() -> None:
    data = {"phase": "end", "areas": {**HOLDING, **ERGS, **SANDS}, "prescience": {"row": ROW}}
    scene = Scene(data)
    assert scene.mover == ATREIDES
    assert set(scene.legal) == {act.ACT_DONE, *(vision(name) for name in ROW)}
    refused = scene.copy().pick(act.ACT_DONE)
    assert refused.markers == [0, 0, 0]
    scene.pick(vision("stunted_worms"), vision("the_desert_war"))
    assert scene.markers == [1, 3, 2] and scene.told["prescience"]["scored"] == ["stunted_worms", "the_desert_war"]
    assert vision("dew_collectors_for_the_planting") in scene.legal, "now it may be removed"
    removed = scene.copy().pick(vision("dew_collectors_for_the_planting"))
    assert removed.markers == [1, 3, 2] and len(removed.told["prescience"]["scored"]) == 2
    scene.pick(act.ACT_DONE)
    assert scene.markers == [1, 3, 2]


@pytest.mark.rule("ARR-PRES-05")
def test_a_card_scored_in_the_action_phase_counts_for_the_round_end() -> None:
    data = {"phase": "end", "areas": {**HOLDING, **ERGS}, "prescience": {"row": ROW[:2], "claims": 1}}
    scene = Scene(data).pick(vision(ROW[0]))
    assert scene.markers == [0, 2, 0]
    scene.until_phase("vehicles")
    assert scene.markers == [0, 2, 0], "stunted worms would have raised two markers"


@pytest.mark.rule("ARR-PRES-08")
def test_round_end_cards_wait_for_the_round_end() -> None:
    data = {"areas": HOLDING, "prescience": {"row": ROW[:1]}, "dice": DICE, "to_move": "atreides"}
    scene = Scene(data)
    turns = set()
    while scene.told["phase"] == "actions":
        turns.add(scene.mover)
        assert vision(ROW[0]) not in scene.legal
        scene.pick(act.ACT_DONE if act.ACT_DONE in scene.legal else scene.legal[0])
    assert turns == {HARKONNEN, ATREIDES}


@pytest.mark.rule("ARR-PRES-07", "ARR-PRES-12", "AMB-17")
@pytest.mark.parametrize("side", ["harkonnen", "atreides"])
def test_action_phase_cards_are_scored_in_either_turn(side: str) -> None:
    data = {
        "to_move": side,
        "dice": DICE,
        "deeds": {"harvesters_lost": 2},
        "prescience": {"row": ["raids_on_the_spice_fields"]},
        "areas": {"carthag": {"harkonnen": {"standard": 1}}},
    }
    scene = Scene(data)
    assert vision("raids_on_the_spice_fields") not in scene.legal
    scene.use("mentat").until([vision("raids_on_the_spice_fields")])
    assert scene.mover == ATREIDES and act.ACT_DONE in scene.legal
    assert scene.raw["active"] == (ATREIDES if side == "atreides" else HARKONNEN)
    scene.pick(vision("raids_on_the_spice_fields"))
    assert scene.markers == [0, 0, 2]


@pytest.mark.rule("ARR-PRES-07", "AMB-17")
def test_action_phase_cards_can_be_scored_before_the_first_turn() -> None:
    name = "families_flee_to_the_southern_palmaries"
    areas = {
        "windgap": {"atreides": {"standard": 3}},
        "central_south_west_6": {"harkonnen": {"standard": 1}},
    }
    data: dict[str, Any] = {"phase": "actions", "prescience": {"row": [name]}, "areas": areas}
    scene = Scene(data).until([vision(name)])
    assert scene.mover == ATREIDES and act.ACT_DONE in scene.legal
    assert scene.raw["turn"] == 0 and scene.raw["used"].tolist() == [0, 0]
    scene.pick(vision(name)).until([die(face) for face in FACES])
    assert scene.markers == [0, 2, 0] and scene.units("windgap") == 1
    assert scene.mover == ATREIDES and scene.raw["used"].tolist() == [0, 0], "no turn was taken"
    del areas["central_south_west_6"]
    calm = Scene(data)
    while not calm.raw["used"].any():
        assert vision(name) not in calm.legal
        calm.pick(calm.legal[0])


@pytest.mark.rule("ARR-PRES-11")
def test_conditions_must_hold_at_that_moment() -> None:
    two = dict(list(HOLDING.items())[:2])
    scene = Scene({"phase": "end", "areas": two, "prescience": {"row": ROW[:1]}})
    assert scene.markers == [0, 0, 0]
    scene.until_phase("vehicles")
    assert scene.markers == [0, 0, 0] and scene.told["round"] == 2


WATER = "paul_drinks_the_water_of_life"


def water_of_life(dice: dict[str, int], **areas: Any) -> Scene:
    places = {"sihaya_ridge": {"atreides": {"standard": 1, "leaders": ["paul_atreides"]}}, **areas}
    both = {"harkonnen": {"strategy": 2, "mentat": 1}, "atreides": dice}
    return Scene({"to_move": "atreides", "dice": both, "areas": places, "prescience": {"row": [WATER]}})


@pytest.mark.rule("EX-12", "ARR-PRES-09", "ARR-PRES-10", "AMB-66")
def test_the_water_of_life_costs_a_die_and_takes_paul_to_the_tank() -> None:
    scene = water_of_life({"mentat": 1, "house": 1})
    cards = len(scene.told["hands"]["atreides"])
    scene.pick(vision(WATER))
    assert {die("mentat"), die("house")} == set(scene.legal), "any unused die"
    scene.pick(die("mentat"))
    assert scene.markers == [3, 0, 0]
    assert scene.told["tank"]["atreides"] == ["paul_muaddib", None, None], "the die slid the tank before he entered"
    assert len(scene.told["hands"]["atreides"]) == cards and scene.mover == HARKONNEN


@pytest.mark.rule("EX-12", "ARR-PRES-11")
def test_the_water_of_life_needs_a_die_and_a_sector_without_enemies() -> None:
    assert vision(WATER) in water_of_life({"mentat": 1}).legal
    assert vision(WATER) not in water_of_life({}).legal
    near = {"north_east_16": {"harkonnen": {"standard": 1}}}
    assert vision(WATER) not in water_of_life({"mentat": 1}, **near).legal
    elsewhere = {"south_east_2": {"harkonnen": {"standard": 1}}}
    assert vision(WATER) in water_of_life({"mentat": 1}, **elsewhere).legal
