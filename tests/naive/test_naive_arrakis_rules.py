"""The naive bookkeeping of War for Arrakis against the rulebook's worked examples."""

from __future__ import annotations

from fractions import Fraction

import pytest

from naive import arrakis_prescience as npr
from naive import arrakis_rules as nr
from naive.arrakis_content import load_board, load_prescience_cards, load_spice_rows
from naive.arrakis_map import ATREIDES, HARKONNEN, Area, Board, Position, Spot


@pytest.mark.rule("ARR-STORM-04", "ARR-WORM-33")
def test_desert_hits():
    faces = ("hit", "special", "shield", "special")
    assert [nr.desert_hits(faces, *ground) for ground in (("desert", True), ("desert",), ("plateau",))] == [
        5,
        3,
        1,
    ]
    odds = nr.desert_hit_odds(nr.STORM_DICE, "plateau")
    assert odds == {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    with pytest.raises(ValueError, match="mountain"):
        nr.desert_hits(["special"], "mountain")


@pytest.mark.rule("ARR-SPICE-01")
def test_harvest():
    assert nr.harvest([False, True, True]) == 5


@pytest.mark.rule("ARR-SPICE-03", "ARR-SPICE-05", "ARR-SPICE-12")
def test_example_four_spice():  # EX-06
    before = (1, 1, 1)
    plans = [p for p in nr.spice_plans(4, before, 6) if p.choices == ("hold", "hold", "drop")]
    assert [(p.levels, p.lost, p.reserve) for p in plans] == [((1, 1, 2), 0, 0)]
    assert nr.ban_choices(before, plans[0].levels) == {frozenset(["landsraad"])}


@pytest.mark.rule("ARR-SPICE-02")
def test_spice_is_not_wasted():
    """Five spice raise one marker and hold another, or hold two and leave one point; nothing may drop for nothing."""
    plans = nr.spice_plans(5, (2, 2, 2), 9)
    assert {tuple(sorted(plan.choices)) for plan in plans} == {("drop", "hold", "raise"), ("drop", "hold", "hold")}
    assert {plan.lost for plan in plans} == {0}
    assert nr.spice_answers(plans, ()) == {"drop", "hold", "raise"}
    assert nr.spice_answers(plans, ("drop",)) == {"hold", "raise"}
    assert nr.spice_answers(plans, ("drop", "raise")) == {"hold"}
    assert nr.spice_answers(plans, ("drop", "raise", "hold")) == {"skip"}
    # more than all markers, the hoard and the reserve can take
    assert {plan.lost for plan in nr.spice_plans(12, (1, 1, 1), 0)} == {2}


@pytest.mark.rule("ARR-SPICE-04", "ARR-SPICE-06", "ARR-SPICE-07", "ARR-SPICE-08", "ARR-SPICE-09")
def test_spice_limits():
    assert nr.spice_plans(0, (1, 3, 5), 0) == {
        nr.SpicePlan(("drop", "drop", "drop"), False, 0, 0, (2, 4, 5), (True, True, False))
    }
    assert any(plan.hoard for plan in nr.spice_plans(3, (1, 1, 1), 5))
    assert not any(plan.hoard for plan in nr.spice_plans(3, (1, 1, 1), 6))
    assert {plan.reserve for plan in nr.allocations(9, (1, 1, 1), 0)} == {0, 1}
    assert {plan.reserve for plan in nr.spice_plans(1, (1, 1, 1), 0)} == {1}
    raised = {plan.levels for plan in nr.spice_plans(9, (5, 3, 1), 0)}
    assert (4, 2, 1) in raised and min(level for levels in raised for level in levels) == 1


@pytest.mark.rule("ARR-SPICE-10", "ARR-SPICE-11", "ARR-SPICE-12")
def test_bans():
    assert nr.ban_choices((4, 1, 1), (5, 1, 1)) == {frozenset(["choam"])}  # AMB-64
    assert nr.ban_choices((5, 1, 1), (5, 1, 1)) == {frozenset(["choam"])}  # AMB-63
    assert nr.ban_choices((5, 1, 1), (5, 2, 2)) == {
        frozenset(["choam", "spacing_guild"]),
        frozenset(["choam", "landsraad"]),
    }
    assert nr.ban_choices((5, 1, 1), (4, 1, 1)) == {frozenset()}
    assert nr.ban_choices((5, 1, 1), (5, 2, 2), all_dropped=True) == {frozenset(nr.MARKERS)}


@pytest.mark.rule("ARR-VEH-01", "ARR-VEH-02", "ARR-VEH-03", "ARR-VEH-04", "ARR-ACT-02")
def test_spice_board():
    assert nr.active_row((1, 4, 2)) == 4
    assert [nr.harkonnen_dice((row, 1, 1)) for row in range(1, 6)] == [8, 7, 6, 5, 4]
    assert nr.vehicles((1, 1, 3)) == {"harvester": 5, "ornithopter": 3, "carryall": 1}


@pytest.mark.rule("ARR-TANK-02", "ARR-TANK-03", "ARR-TANK-05", "ARR-TANK-07")
def test_tank():
    assert nr.slide_tank(("a", None, "b")) == ((None, "a", None), ("b",))
    assert nr.enter_tank(("a", None, "b"), "c") == (("c", "a", "b"), ())
    assert nr.enter_tank(("a", "b", "c"), "d") == (("d", "a", "b"), ("c",))
    assert nr.enter_tank((None, "b", None), "a") == (("a", "b", None), ())
    orders = nr.enter_orders((None, None, None), ("a", "b"))
    assert orders == {(("a", "b", None), frozenset()), (("b", "a", None), frozenset())}


@pytest.mark.rule("ARR-ACT-03", "ARR-ACT-04", "ARR-ACT-05")
def test_surplus_dice():
    # Four equal Atreides dice: two stay, the other two go to two different results with two empty slots each.
    placements = nr.dice_placements((4, 0, 0, 0, 0), 2)
    assert len(placements) == 6
    assert all(counts[0] == 2 and sorted(counts[1:]) == [0, 0, 1, 1] for counts in placements)
    assert nr.dice_placements((1, 1, 1, 1, 0), 2) == {(1, 1, 1, 1, 0)}


@pytest.mark.rule("ARR-BG-02")
def test_example_bg_token():  # EX-14
    assert nr.bg_areas((2, 1, 1, 0, 0), 2) == {"mentat", "house"}


@pytest.mark.rule("ARR-PRES-18")
def test_levels_passed():
    assert nr.reached(2, 4, 3) and not nr.reached(3, 4, 3) and not nr.reached(0, 2, 3)


BOARD = Board(
    areas={
        "a": Area("desert", ("west",), deep=True),
        "b": Area("desert", ("west",)),
        "c": Area("plateau", ("east",)),
        "d": Area("mountain", ("east",)),
    },
    borders=frozenset(frozenset(pair) for pair in ("ab", "bc", "cd")),
)
WATER_OF_LIFE = {
    "id": "paul_drinks_the_water_of_life",
    "timing": "action_phase",
    "requirement": [
        {"need": "spend_action_die", "n": 1},
        {"need": "to_own_tank", "who": "paul", "no_enemy_in_sector": True},
    ],
    "advances": {"kwisatz_haderach": 3},
}


def table(**spots: Spot) -> npr.Table:
    return npr.Table(BOARD, Position(dict(spots)), unused_dice=1)


def with_leaders(*leaders: str, **more: object) -> Spot:
    return Spot(units={ATREIDES: 2}, leaders={ATREIDES: leaders}, **more)


@pytest.mark.rule("ARR-PRES-07", "ARR-PRES-09", "ARR-PRES-10", "ARR-PRES-05", "ARR-LEAD-09")
def test_example_water_of_life():  # EX-12
    clear = table(a=with_leaders("paul_muaddib"), c=Spot({HARKONNEN: 3}))
    assert npr.ways(WATER_OF_LIFE, clear) == [(("die",), ("tank", "paul_muaddib"))]
    assert npr.may_score(WATER_OF_LIFE, clear, "action_phase", scored=1, atreides_turn=True)
    assert not npr.may_score(WATER_OF_LIFE, clear, "action_phase", scored=2, atreides_turn=True)
    assert not npr.may_score(WATER_OF_LIFE, clear, "action_phase", scored=0, atreides_turn=False)
    assert not npr.may_score(WATER_OF_LIFE, clear, "round_end", scored=0, atreides_turn=True)
    assert not npr.meets(WATER_OF_LIFE, table(a=with_leaders("paul_atreides"), b=Spot({HARKONNEN: 1})))
    clear.unused_dice = 0
    assert not npr.meets(WATER_OF_LIFE, clear)
    assert npr.advanced(WATER_OF_LIFE, {"kwisatz_haderach": 4, "jihad": 1}) == {
        "kwisatz_haderach": 7,
        "jihad": 1,
    }


@pytest.mark.rule("ARR-PRES-11")
def test_requirements_on_the_map():
    here = table(
        a=with_leaders("paul_atreides", "lady_jessica", settlement=ATREIDES),
        b=Spot(deployment_markers=2),
        c=Spot({HARKONNEN: 1}),
    )
    deserts = {"requirement": [{"need": "legions_in", "terrain": "desert", "min_areas": 2}]}
    no_sietch = {"requirement": [{**deserts["requirement"][0], "without_sietch": True}]}
    together = {"requirement": [{"need": "leaders_together", "who": ["paul", "jessica"], "place": "sietch"}]}
    flee = {"requirement": [{"need": "remove_own", "units": 2, "or_tokens": 1, "place": "sietch", "enemy_within": 2}]}
    assert [npr.meets(card, here) for card in (deserts, no_sietch, together)] == [True, False, True]
    assert npr.ways(flee, here) == [(("remove_units", "a", 2),)]
    here.position.spots["c"] = Spot()
    here.position.spots["d"] = Spot({HARKONNEN: 1})
    assert not npr.meets(flee, here)


@pytest.mark.rule("ARR-PRES-04", "ARR-COMP-11")
def test_every_card_of_the_box_can_be_checked():
    cards = load_prescience_cards()
    assert sorted(card["timing"] for card in cards) == ["action_phase"] * 8 + ["round_end"] * 8
    empty = npr.Table(load_board(), Position())
    assert not any(npr.meets(card, empty) for card in cards)
    totals = {marker: 0 for marker in ("kwisatz_haderach", "sand_dwellers", "jihad")}
    for card in cards:
        totals = npr.advanced(card, totals)
    assert set(totals.values()) == {13}


@pytest.mark.rule("ARR-VEH-04")
def test_rows_of_the_spice_board_are_those_of_the_content():
    assert load_spice_rows() == nr.SPICE_ROWS
