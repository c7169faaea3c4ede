"""Round end and victory (ARR-END)."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.scene import ATREIDES, HARKONNEN, OPTION_ATTACK, Scene, card, leader, vision
from dune_sim.games.arrakis.kernels import actions as act

DICE = {"harkonnen": {"strategy": 2, "mentat": 1}, "atreides": {"strategy": 1, "mentat": 1}}
GOAL = {"kwisatz_haderach": 7, "sand_dwellers": 6, "jihad": 5}


def storm_the_sietch(rank: int, supremacy: int, **tracks: int) -> Scene:
    areas = {"central_south_west_6": {"harkonnen": {"standard": 1}}, "windgap": {"sietch": rank}}
    data = {"to_move": "harkonnen", "dice": DICE, "areas": areas, "tracks": {"supremacy": supremacy, **tracks}}
    return Scene(data).use("strategy").pick(OPTION_ATTACK)


@pytest.mark.rule("ARR-END-01", "AMB-05")
@pytest.mark.parametrize(("before", "rank", "over"), [(7, 2, False), (7, 3, True), (9, 3, True)])
def test_the_harkonnen_win_the_moment_supremacy_is_ten(before: int, rank: int, over: bool) -> None:
    scene = storm_the_sietch(rank, before, **GOAL)
    assert scene.state.is_over == over
    assert scene.state.winner == (HARKONNEN if over else None)
    assert scene.supremacy == min(10, before + rank)


@pytest.mark.rule("ARR-END-01", "ARR-SPICE-08", "ARR-END-11")
def test_hoarding_raises_supremacy() -> None:
    areas = {name: {"harvester": True} for name in ("north_east_5", "north_east_6", "north_east_8")}
    scene = Scene({"phase": "spice", "areas": areas}).pick(act.ACT_OPTION, act.ACT_OPTION, act.ACT_OPTION)
    assert scene.supremacy == 1


@pytest.mark.rule("ARR-END-11")
def test_nothing_else_in_a_round_moves_the_supremacy_marker() -> None:
    """Won battles, eaten legions, destroyed harvesters and lost leaders are worth nothing."""
    areas = {
        "arrakeen": {"harkonnen": {"standard": 6, "leaders": ["baron_harkonnen"]}},
        "rimwall_west": {"atreides": {"standard": 1, "leaders": ["stilgar"]}},
    }
    for seed in range(5):
        scene = Scene({"to_move": "harkonnen", "dice": DICE, "areas": areas, "seed": seed})
        scene.attack().until_phase("spice")
        assert scene.raw["battles"] == 1 and scene.supremacy == 0


@pytest.mark.rule("ARR-END-02", "ARR-END-04")
@pytest.mark.parametrize(
    ("tracks", "wins"),
    [
        (GOAL, True),
        ({"kwisatz_haderach": 12, "sand_dwellers": 12, "jihad": 12}, True),
        ({**GOAL, "jihad": 4}, False),
        ({**GOAL, "kwisatz_haderach": 6}, False),
        ({**GOAL, "sand_dwellers": 5}, False),
    ],
)
def test_the_atreides_win_at_round_end_with_all_markers_at_their_objective(tracks: dict[str, int], wins: bool) -> None:
    scene = Scene({"phase": "end", "tracks": tracks, "objective": ["objective_1"]})
    assert scene.state.winner == (ATREIDES if wins else None)
    assert Scene({"tracks": tracks, "objective": ["objective_1"]}).state.winner is None, "not before the round end"


@pytest.mark.rule("ARR-END-02")
def test_another_objective_asks_for_other_values() -> None:
    assert not Scene({"phase": "end", "tracks": GOAL, "objective": ["objective_6"]}).state.is_over


@pytest.mark.rule("ARR-END-03", "ARR-END-04")
def test_cards_scored_at_round_end_count_for_the_victory() -> None:
    plateaus = ("pasty_mesa", "south_east_5", "false_wall_south")
    data = {
        "phase": "end",
        "tracks": {**GOAL, "sand_dwellers": 5},
        "objective": ["objective_1"],
        "areas": {name: {"atreides": {"standard": 1}} for name in plateaus},
        "prescience": {"row": ["dew_collectors_for_the_planting"]},
    }
    scene = Scene(data)
    assert scene.copy().pick(act.ACT_DONE).state.winner is None
    assert scene.pick(vision("dew_collectors_for_the_planting")).state.winner == ATREIDES


@pytest.mark.rule("ARR-END-05")
def test_flyers_go_home() -> None:
    zones = {"air_zone_1": "ornithopter", "air_zone_2": "carryall", "air_zone_5": "ornithopter"}
    scene = Scene({"phase": "end", "air_zones": zones})
    assert scene.told["air_zones"] == {} and scene.told["round"] == 2


LED = {
    "arrakeen": {"harkonnen": {"standard": 2, "leaders": ["baron_harkonnen", "beast_rabban"]}},
    "windgap": {"sietch": 2, "atreides": {"standard": 2, "leaders": ["stilgar"]}},
}


@pytest.mark.rule("ARR-END-06")
def test_named_leaders_may_be_swapped_first_by_harkonnen_then_by_atreides() -> None:
    scene = Scene({"phase": "end", "areas": LED})
    assert scene.mover == HARKONNEN
    assert set(scene.legal) == {act.ACT_DONE, leader("baron_harkonnen"), leader("beast_rabban")}
    scene.pick(leader("baron_harkonnen"))
    assert scene.at("arrakeen")["harkonnen"] == {"standard": 2, "bashar": 1, "leaders": ["beast_rabban"]}
    assert scene.where("baron_harkonnen") == "aside"
    scene.pick(act.ACT_DONE)
    assert scene.mover == ATREIDES and set(scene.legal) == {act.ACT_DONE, leader("stilgar")}
    scene.pick(leader("stilgar"))
    assert scene.at("windgap")["atreides"] == {"standard": 2, "naib": 1} and scene.where("stilgar") == "aside"


@pytest.mark.rule("ARR-END-06", "AMB-23")
def test_without_a_generic_figure_there_is_no_swap() -> None:
    camps = ("carthag", "arsunt", "hagga_basin", "imperial_basin", "north_pole", "broken_land")
    areas: dict[str, Any] = {**LED, **{name: {"harkonnen": {"standard": 1, "bashar": 1}} for name in camps}}
    scene = Scene({"phase": "end", "areas": areas})
    assert scene.mover == ATREIDES, "all six bashars are on the map"


@pytest.mark.rule("ARR-END-07", "AMB-68")
def test_exhausted_cards_turn_up_also_in_the_tank() -> None:
    data = {
        "phase": "end",
        "exhausted": ["baron_harkonnen", "beast_rabban", "stilgar"],
        "tank": {"harkonnen": [None, "beast_rabban"]},
        "leaders": {"lady_jessica": "later"},
    }
    scene = Scene(data)
    assert scene.told["exhausted"] == []
    assert scene.where("beast_rabban") == "tank", "face up, but off the board"
    assert scene.where("baron_harkonnen") == "aside" and scene.where("lady_jessica") == "aside"


HARKONNEN_CARDS = [
    "forced_recruitment",
    "harkonnen_patrols",
    "arsunt_legion",
    "barons_personal_guard",
    "hunter_seeker",
    "troop_carriers",
    "shigawire",
    "breeding_program",
]
ATREIDES_CARDS = ["war_plan", "the_voice", "thumpers", "stillsuits", "hieregs", "crysknife", "jubba_cloaks"]


@pytest.mark.rule("ARR-END-08", "AMB-06")
def test_hands_are_cut_to_six_harkonnen_first() -> None:
    scene = Scene({"phase": "end", "hands": {"harkonnen": HARKONNEN_CARDS, "atreides": ATREIDES_CARDS}})
    assert scene.mover == HARKONNEN
    assert set(scene.legal) == {card(name) for name in HARKONNEN_CARDS}
    scene.pick(card("shigawire"), card("hunter_seeker"))
    assert len(scene.told["hands"]["harkonnen"]) == 6
    assert scene.mover == ATREIDES and set(scene.legal) == {card(name) for name in ATREIDES_CARDS}
    scene.pick(card("the_voice"))
    kept = set(scene.told["hands"]["atreides"])
    assert kept >= set(ATREIDES_CARDS) - {"the_voice"} and "the_voice" not in kept
    assert len(kept) == 8, "two of the new round came after that"


@pytest.mark.rule("ARR-END-08", "AMB-06")
def test_at_other_times_hands_have_no_limit() -> None:
    scene = Scene({"to_move": "harkonnen", "dice": DICE, "hands": {"harkonnen": HARKONNEN_CARDS}})
    scene.use("mentat").pick(act.ACT_SPLIT + 1)
    assert len(scene.told["hands"]["harkonnen"]) == 10


@pytest.mark.rule("AMB-16")
def test_hawats_scheming_after_his_removal_is_not_discarded_for_the_limit() -> None:
    hand = [*HARKONNEN_CARDS[:6], "hawats_scheming"]
    data = {
        "phase": "end",
        "hands": {"harkonnen": hand},
        "leaders": {"thufir_hawat": "gone"},
        "tracks": {"supremacy": 1},
    }
    scene = Scene(data)
    assert scene.mover == HARKONNEN and set(scene.legal) == {card(name) for name in HARKONNEN_CARDS[:6]}


@pytest.mark.rule("ARR-END-09")
def test_unscored_prescience_cards_are_removed_or_shuffled_back() -> None:
    row = ["the_sietch_stands", "the_maker_strikes", "terrible_purpose"]
    others = ["stunted_worms"]
    scene = Scene({"phase": "end", "prescience": {"row": row, "deck": others}})
    assert scene.mover == ATREIDES
    assert set(scene.legal) == {act.ACT_DONE, *(vision(name) for name in row)}
    everything = scene.copy().pick(*(vision(name) for name in row))
    assert everything.told["prescience"]["row"] == others, "only what was in the deck is left to turn up"
    scene.pick(vision("the_maker_strikes"))
    assert vision("the_maker_strikes") not in scene.legal
    scene.pick(act.ACT_DONE)
    told = scene.told["prescience"]
    assert set(told["row"]) | set(told["deck"]) == {"the_sietch_stands", "terrible_purpose", "stunted_worms"}
    assert len(told["row"]) == 3 and told["scored"] == []


@pytest.mark.rule("ARR-END-10")
def test_dice_come_back_and_the_next_round_starts() -> None:
    scene = Scene({"to_move": "harkonnen", "dice": {"harkonnen": {"mentat": 1}, "atreides": {"house": 2}}})
    hands = {side: len(cards) for side, cards in scene.told["hands"].items()}
    scene.until_phase("desert", "spice", "end", "vehicles").until_phase("vehicles")
    assert scene.told["round"] == 2 and scene.raw["used"].tolist() == [0, 0]
    assert all(scene.told["dice"][side]["house"] == 0 for side in hands)
    scene.until_phase("actions")
    told = scene.told["dice"]["atreides"]
    assert sum(told[face] for face in ("leadership", "strategy", "deployment", "mentat", "house", "surplus")) == 4


def test_a_game_that_reaches_the_cap_is_reported_as_unfinished() -> None:
    scene = Scene({"phase": "end", "round": 3}, round_cap=3)
    assert scene.state.is_over and scene.state.winner is None and scene.raw["winner"] == 3


KEPT = ["stunted_worms", "the_desert_war", "the_water_discipline"]


@pytest.mark.rule("ARR-END-09", "ARR-ACT-21")
def test_a_kept_card_can_not_be_removed_and_lies_beside_the_next_three() -> None:
    scene = Scene({"phase": "end", "round": 2, "prescience": {"row": KEPT, "kept": KEPT[0]}})
    scene.until([vision(name) for name in KEPT])
    assert set(scene.legal) == {act.ACT_DONE, vision(KEPT[1]), vision(KEPT[2])}
    scene.pick(vision(KEPT[1])).until_phase("vehicles")
    told = scene.told["prescience"]
    assert scene.told["round"] == 3 and KEPT[0] in told["row"] and len(told["row"]) == 4
    assert KEPT[1] not in told["row"] + told["deck"], "the other one left the game"


@pytest.mark.rule("ARR-END-10", "ARR-ACT-21")
def test_a_bonus_laid_on_a_card_ends_with_the_round() -> None:
    row = {"row": KEPT, "kept": KEPT[0], "bonus": {"card": KEPT[0], "steps": 2}}
    scene = Scene({"phase": "end", "round": 2, "prescience": row})
    assert scene.raw["bonus_card"] > 0
    scene.until_phase("vehicles")
    assert scene.told["round"] == 3 and scene.raw["bonus_card"] == scene.raw["bonus_steps"] == 0
