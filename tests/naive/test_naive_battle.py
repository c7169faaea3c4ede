"""The naive battle reproduces the rulebook's worked example and a few values small enough to check by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from naive import battle as nb
from naive.battle import Battle, Force, Legion, Roll

ATTACKER = Legion(2, 2, 1, ("bashar", "baron_harkonnen"))
DEFENDER = Legion(2, 0, 1, ("paul_muaddib",))
ONE = Legion(1)
HALF = Fraction(1, 2)


@pytest.mark.rule("ARR-BATTLE-08", "ARR-BATTLE-09", "ARR-BATTLE-10", "ARR-BATTLE-11")
def test_example_dice():  # EX-09
    assert nb.dice_count(ATTACKER.units) == 5
    assert nb.dice_count(DEFENDER.units, rank=2) == 5
    assert nb.dice_count(ATTACKER.units, cards=1) == 6
    assert nb.dice_count(6, cards=3, rank=3) == 6
    assert nb.most_cards(ATTACKER.units, hand=4) == 1


@pytest.mark.rule("ARR-BATTLE-13", "ARR-BATTLE-14", "ARR-BATTLE-15", "ARR-BATTLE-16", "ARR-BATTLE-17")
@pytest.mark.rule("ARR-BATTLE-18", "ARR-BATTLE-19", "ARR-BATTLE-21", "ARR-BATTLE-22")
def test_example_evaluation():  # EX-10
    harkonnen = Roll(hits=2, shields=1, specials=3)
    strips = nb.load_strips()
    assert nb.full_conversions(ATTACKER.leaders, 3) == {("baron_harkonnen", "bashar")}
    assert nb.full_conversions(DEFENDER.leaders, 0) == {()}
    assert nb.converted(harkonnen, ATTACKER.leaders, strips) == (3, 3)
    assert nb.evaluate(ATTACKER, DEFENDER, harkonnen, Roll(5, 0, 0), ATTACKER.leaders) == (3, 3)


@pytest.mark.rule("ARR-BATTLE-23", "ARR-BATTLE-24", "ARR-BATTLE-25", "ARR-BATTLE-26")
def test_example_casualties():  # EX-11
    attacker_left = Legion(4, 0, 1, ("bashar",))
    defender_left = Legion(1, 0, 0, ("paul_muaddib",))
    assert attacker_left in {force.legion for force in nb.casualty_results(Force(ATTACKER), 3)}
    assert defender_left in {force.legion for force in nb.casualty_results(Force(DEFENDER), 3)}
    after_extra_hit = nb.casualty_options(Force(attacker_left))["standard"].legion
    assert nb.dice_count(after_extra_hit.units) == 4
    assert nb.dice_count(defender_left.units, rank=2) == 3


@pytest.mark.rule("ARR-BATTLE-24", "ARR-UNIT-05")
def test_elite_without_a_standard_figure_is_eliminated():
    assert nb.casualty_options(Force(Legion(0, 2, 0), pool=0))["elite"].legion == Legion(0, 1, 0)
    # The standard unit lost to the first hit is back in the pool and takes the elite's place (AMB-19).
    results = {force.legion for force in nb.casualty_results(Force(Legion(1, 1, 0), pool=0), 2)}
    assert results == {Legion(1, 0, 0), Legion()}


def test_rolls_are_a_distribution():
    for dice in range(7):
        rolls = nb.all_rolls(dice)
        assert sum(rolls.values()) == 1
        assert sum(chance * roll.hits for roll, chance in rolls.items()) == dice * HALF


def test_one_against_one_first_round():
    # Each side hits with 1/2; the other's shield (1/3) stops it.
    odds = nb.first_round_distribution(ONE, ONE)
    assert odds == {
        (1, 1): Fraction(1, 4),
        (1, 0): Fraction(1, 12),
        (0, 1): Fraction(1, 12),
        (0, 0): Fraction(7, 12),
    }


@pytest.mark.rule("ARR-BATTLE-12")
def test_surprise_adds_a_special_in_round_one_only():
    sneaky = Legion(1, 0, 0, ("bashar",))
    odds = nb.first_round_distribution(sneaky, ONE, surprise=True)
    # The added special always becomes a hit; only an own special would find the Bashar busy.
    assert sum(chance for (suffered, _), chance in odds.items() if suffered == 2) == HALF * Fraction(2, 3)
    later = Battle(Force(sneaky), Force(ONE), surprise=True, first_round=False)
    assert nb.round_distribution(later, 0, 0, nb.strongest_hits) == nb.first_round_distribution(sneaky, ONE)


@pytest.mark.rule("ARR-BATTLE-35", "ARR-BATTLE-36", "ARR-BATTLE-37", "ARR-BATTLE-38")
def test_one_against_one_to_the_end():
    result = nb.outcome(Force(ONE), Force(ONE))
    assert (result["attacker"], result["defender"], result["both_destroyed"]) == (
        Fraction(1, 5),
        Fraction(1, 5),
        Fraction(3, 5),
    )
    assert result["rounds"] == Fraction(12, 5)


@pytest.mark.rule("ARR-BATTLE-28", "ARR-BATTLE-29", "ARR-BATTLE-30", "ARR-BATTLE-31")
def test_settlement_charges_a_hit_for_going_on():
    # A lone unit that continues at a settlement dies of the extra hit, so it wins only in round one.
    go_on = nb.outcome(Force(ONE), Force(ONE), rank=1)
    first = nb.first_round_distribution(ONE, ONE, rank=1)
    assert go_on["attacker"] == first[1, 0]
    assert go_on["rounds"] == 1
    cease = nb.outcome(Force(ONE), Force(ONE), rank=1, policies=nb.Policies(go_on=nb.never))
    assert {ending.reason for ending in cease["endings"]} == {"ceased", "eliminated"}
    assert cease["expected_losses"]["attacker"] < go_on["expected_losses"]["attacker"]


@pytest.mark.rule("ARR-BATTLE-30", "ARR-BATTLE-34")
def test_retreat_needs_an_area():
    shy = nb.Policies(retreat=nb.always)
    assert nb.outcome(Force(ONE), Force(ONE), can_retreat=False, policies=shy) == nb.outcome(Force(ONE), Force(ONE))
    result = nb.outcome(Force(ONE), Force(ONE), can_retreat=True, policies=shy)
    assert result["attacker"] == Fraction(1, 12) + Fraction(7, 12)


@pytest.mark.rule("ARR-BATTLE-42")
def test_undefended_settlement_falls_at_once():
    result = nb.outcome(Force(ONE), Force(Legion()), rank=3)
    assert (result["attacker"], result["rounds"]) == (1, 0)


@pytest.mark.rule("ARR-BATTLE-08")
def test_cards_last_one_round():
    one_card = nb.outcome(Force(ONE, hand=1), Force(ONE), policies=nb.Policies(cards=nb.all_cards))
    assert one_card["attacker"] > Fraction(1, 5)
    assert sum(one_card["endings"].values()) == 1


def test_bigger_battle_is_a_distribution():
    result = nb.outcome(Force(Legion(1, 1, 0, ("bashar",))), Force(Legion(1, 0, 1, ("naib",))), rank=1, surprise=True)
    assert result["attacker"] + result["defender"] + result["both_destroyed"] == 1
    assert sum(result["endings"].values()) == 1
