"""Which questions are asked: one for a turn, one refusal for a choice, none with a single answer (AMB-95, AMB-98)."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.table import (
    ALL,
    DESERT,
    DONE,
    GUERRILLA,
    PLAY,
    SCOUT,
    Table,
    card,
    die,
    go,
    leader,
    option,
    token,
    unit,
    vehicle,
)
from dune_sim.games.arrakis.kernels import legion

DICE = {
    "harkonnen": {"strategy": 2, "house": 1, "mentat": 1},
    "atreides": {"strategy": 2, "leadership": 1},
}
STARTERS = ["paul_atreides", "lady_jessica", "stilgar", "baron_harkonnen", "beast_rabban", "captain_aramsham"]
GONE = {"gara_kulon": {"sietch": "destroyed"}, "sihaya_ridge": {"sietch": "destroyed"}}


def table(side: str, areas: dict[str, Any], **more: Any) -> Table:
    return Table({"to_move": side, "dice": DICE, "areas": GONE | areas, "exhausted": STARTERS, **more})


# -- a turn is one question ------------------------------------------------------------------------------------------


@pytest.mark.rule("ARR-ACT-07", "ARR-ACT-08", "ARR-ACT-09", "ARR-LEAD-05")
def test_a_turn_asks_once_what_it_is_spent_on() -> None:
    hands = {"atreides": ["thumpers"]}
    found = table("atreides", {}, hands=hands, exhausted=["lady_jessica", "stilgar"])
    assert found.legal == [DESERT, PLAY, die("leadership"), die("strategy"), leader("paul_atreides")]
    paid = found.copy().play(PLAY)
    assert paid.legal == [die("leadership"), die("strategy")]
    paid.play(die("leadership"))
    assert paid.told["dice"]["atreides"]["leadership"] == 0 and paid.told["hands"]["atreides"] == []
    special = found.copy().play(leader("paul_atreides"))
    assert special.told["dice"]["atreides"] == {**special.told["dice"]["atreides"], "leadership": 0, "strategy": 2}
    alone = table("atreides", {}, hands=hands, dice={**DICE, "atreides": {"strategy": 2}})
    alone.play(PLAY)
    assert alone.told["dice"]["atreides"]["strategy"] == 1, "dice of one result: nobody asks which"


# -- a choice is refused once ----------------------------------------------------------------------------------------

FIELD = {"north_east_10": {"harkonnen": {"standard": 2}}, "north_east_13": {"atreides": {"standard": 2}}}


@pytest.mark.rule("ARR-ACT-10", "ARR-ACT-14", "AMB-95")
def test_only_the_first_of_two_branches_is_refused() -> None:
    areas = FIELD | {"north_east_9": {"harkonnen": {"standard": 2}}, "north_east_12": {"harkonnen": {"elite": 2}}}
    found = table("harkonnen", areas).play(die("strategy"))
    assert found.legal == [option(0), option(1)]
    assert DONE in found.copy().play(option(0)).legal
    attack = found.copy().play(option(1))
    assert DONE not in attack.legal and len(attack.areas) > 1
    assert found.play(option(0), DONE).mover == "atreides", "a die spent for nothing"


@pytest.mark.rule("ARR-ACT-10", "ARR-ACT-14", "AMB-95")
def test_where_the_first_branch_is_closed_the_choice_itself_is_refused() -> None:
    """Nobody to train: vehicles or nothing."""
    found = table("harkonnen", {}).play(die("house"))
    assert found.legal == [DONE, option(1)]
    assert found.copy().play(DONE).mover == "atreides"
    placing = found.play(option(1))
    assert DONE not in placing.legal and vehicle("harvester") in placing.legal
    placing.play(vehicle("harvester"), go("north_east_5"))
    assert DONE in placing.legal, "the second vehicle may be left out"


@pytest.mark.rule("ARR-ACT-10", "AMB-95")
def test_a_choice_with_one_open_branch_is_not_asked() -> None:
    found = table("harkonnen", {"north_east_10": {"harkonnen": {"standard": 2}}}).play(die("strategy"))
    assert found.areas == {"north_east_10"} and DONE in found.legal, "nobody to attack: which legion moves"


@pytest.mark.rule("ARR-ACT-14", "AMB-95")
def test_worms_are_refused_where_signs_are() -> None:
    worms = {"north_east_8": {"sandworm": "ordinary"}, "south_east_3": {"sandworm": "ordinary"}}
    found = table("atreides", worms | {"north_east_9": {"harvester": True}, "south_east_2": {"harvester": True}})
    found.play(DESERT)
    assert found.legal == [option(0), option(1), option(2)]
    assert DONE in found.copy().play(option(0)).legal
    for branch in (1, 2):
        chosen = found.copy().play(option(branch))
        assert DONE not in chosen.legal and {"north_east_8", "south_east_3"} == chosen.areas
    moved = found.play(option(1), go("north_east_8"), go("north_east_5"))
    assert DONE in moved.legal, "one of two moves is enough"


# -- who goes --------------------------------------------------------------------------------------------------------


def marching(legion_here: dict[str, Any], face: str = "strategy") -> Table:
    """Where does it go? Nobody else is on the map."""
    found = table("atreides", {"north_east_10": {"atreides": legion_here}}).play(die(face))
    return found.play(go("north_east_10"))


@pytest.mark.rule("ARR-MOVE-04", "AMB-95")
@pytest.mark.parametrize("single", [{"standard": 1}, {"elite": 1}, {"tokens": ["atreides_start_1"]}])
def test_a_single_figure_moves_without_a_question(single: dict[str, Any]) -> None:
    found = marching(single).play(go("north_east_13"))
    assert found.legion("atreides", "north_east_13") == single and found.legion("atreides", "north_east_10") == {}


@pytest.mark.rule("ARR-MOVE-04", "AMB-95")
def test_picking_ends_when_one_figure_would_stay() -> None:
    found = marching({"standard": 3}).play(go("north_east_13"))
    assert found.legal == [ALL, unit("standard")]
    one = found.copy().play(unit("standard"))
    assert one.legal == [DONE, unit("standard")]
    two = one.play(unit("standard"))
    assert two.legion("atreides", "north_east_13") == {"standard": 2}, "the third would make it the whole legion"
    assert two.legion("atreides", "north_east_10") == {"standard": 1}
    assert found.play(ALL).legion("atreides", "north_east_13") == {"standard": 3}


@pytest.mark.rule("ARR-MOVE-04", "ARR-MOVE-06")
def test_picking_goes_on_while_the_part_does_not_fit() -> None:
    """A part that moves by leadership needs its leader."""
    found = marching({"standard": 1, "elite": 1, "naib": 1}, "leadership").play(go("north_east_13"))
    found.play(unit("standard"), unit("elite"))  # without the leader they cannot go, so it comes along
    assert found.legion("atreides", "north_east_13") == {"standard": 1, "elite": 1, "naib": 1}
    led = marching({"standard": 1, "elite": 1, "naib": 1}, "leadership").play(go("north_east_13"))
    led.play(unit("elite"))  # figures are named from low to high: only the leader may follow
    assert led.legion("atreides", "north_east_13") == {"elite": 1, "naib": 1}
    assert led.legion("atreides", "north_east_10") == {"standard": 1}


# -- battle cards ----------------------------------------------------------------------------------------------------


def defending(hand: list[str]) -> Table:
    """The Harkonnen attack; the Atreides may discard cards for dice."""
    areas = {
        "arrakeen": {"harkonnen": {"standard": 3}},
        "imperial_basin": {"settlement": "destroyed", "atreides": {"elite": 2}},
    }
    return table("harkonnen", areas, hands={"atreides": hand}).play(die("strategy"), option(1))


@pytest.mark.rule("ARR-BATTLE-08", "ARR-BATTLE-11")
@pytest.mark.parametrize("hand", [["thumpers", "war_plan"], ["thumpers", "kitab_al_ibar"]])
def test_battle_cards_are_discarded_in_any_order(hand: list[str]) -> None:
    """After the first card the other one is offered, whichever stands first in the deck."""
    for first, second in (hand, hand[::-1]):
        found = defending(hand)
        assert found.mover == "atreides" and found.legal[0] == legion.ACT_PASS_CARDS
        assert set(found.legal) == {legion.ACT_PASS_CARDS, *(card("atreides", one) for one in hand)}
        found.play(card("atreides", first))
        assert set(found.legal) == {legion.ACT_PASS_CARDS, card("atreides", second)}


@pytest.mark.rule("AMB-16", "AMB-95")
def test_who_holds_nothing_but_hawats_scheming_is_not_asked_for_battle_cards() -> None:
    """It cannot be discarded, so there is one answer; the enemy may notice."""

    def attacked(name: str) -> Table:
        return table("atreides", FIELD, hands={"harkonnen": [name]}).play(die("strategy"), option(1))

    asked = attacked("hunter_seeker")
    assert asked.told["battles"] == 1
    assert asked.mover == "harkonnen" and card("harkonnen", "hunter_seeker") in asked.legal
    settled = attacked("hawats_scheming")
    assert settled.told["battles"] == 1 and legion.ACT_PASS_CARDS not in settled.legal


# -- free actions ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ARR-FREE-02", "AMB-98")
def test_free_actions_are_offered_where_something_has_changed() -> None:
    """When the turn begins, before each move, and as it ends; not while a legion picks its way."""
    areas = {
        "north_east_10": {"harkonnen": {"standard": 2}},
        "south_east_3": {"atreides": {"tokens": ["atreides_start_1"]}},
    }
    zones = {"air_zone_5": "ornithopter", "air_zone_6": "ornithopter"}
    found = table("harkonnen", areas | {"arrakeen": {"harkonnen": {"standard": 1}}}, air_zones=zones)
    assert SCOUT in found.legal
    found.play(die("strategy"))
    assert SCOUT in found.legal
    found.play(go("north_east_10"))
    assert SCOUT not in found.legal
    found.play(go("north_east_9"), ALL)
    assert SCOUT in found.legal and DONE in found.legal
    found.play(DONE)
    assert found.mover == "harkonnen" and SCOUT in found.legal, "a last one"


@pytest.mark.rule("ARR-FREE-03", "ARR-MOVE-08")
def test_guerrilla_training_tells_tokens_apart_by_back_and_by_having_moved() -> None:
    backs = {"north_east_10": {"atreides": {"tokens": ["atreides_start_1", "atreides_deploy_1"]}}}
    found = table("atreides", backs | {"north_east_13": {"atreides": {"tokens": ["atreides_start_4"]}}})
    found.play(GUERRILLA)
    assert {token("atreides_start_1"), token("atreides_deploy_1")} <= set(found.legal)
    moved = {
        "north_east_10": {"atreides": {"tokens": ["atreides_start_1"]}},
        "north_east_13": {"atreides": {"tokens": ["atreides_start_2", "atreides_start_8"]}},
    }
    found = table("atreides", moved).play(die("strategy"))
    found.play(go("north_east_10"), go("north_east_13"), GUERRILLA)
    assert {token("atreides_start_1"), token("atreides_start_2")} <= set(found.legal)
    found.play(token("atreides_start_1"), go("north_east_13"), go("north_east_12"))
    assert unit("standard") not in found.legal, "its units have moved"


# -- phase 1 ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ARR-VEH-08", "AMB-99")
def test_a_flyer_does_not_take_the_zone_of_its_own_kind() -> None:
    areas = {"arrakeen": {"harkonnen": {"standard": 1}}}
    zones = {"air_zone_1": "ornithopter", "air_zone_2": "carryall"}
    found = table("harkonnen", areas, air_zones=zones).play(die("house"), option(1))
    assert found.copy().play(vehicle("ornithopter")).zones == {2, 3, 4, 5, 6, 7, 8}
    assert found.play(vehicle("carryall")).zones == {1, 3, 4, 5, 6, 7, 8}
    first = Table({"phase": "vehicles", "round": 2, "areas": {}})
    while first.areas:
        first.play(first.legal[0])
    kept = set(range(1, 9))
    for number in (4, 7):
        assert first.zones == kept
        first.play(first.legal[sorted(kept).index(number)])
        kept.discard(number)
    assert first.zones == set(range(1, 9)), "the carryall may push an ornithopter out"
