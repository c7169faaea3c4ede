"""Every rule of a single battle, on the kernels as they are written."""

from __future__ import annotations

import pytest
from battle_scene import Scene, figures

from dune_sim.games.arrakis.battle.tables import BATTLE_PROGRAM
from dune_sim.games.arrakis.kernels import battle as rules

A, D = rules.ATTACKER, rules.DEFENDER
CARDS, CASUALTIES = rules.OP_CARDS, rules.OP_CASUALTIES
END, CONTINUE, RETREAT, NEXT = rules.OP_END_IF_OVER, rules.OP_CONTINUE, rules.OP_RETREAT, rules.OP_NEXT_ROUND
EXAMPLE = ("2 standard, 2 elite, 1 sardaukar, bashar, baron_harkonnen", "2 standard, 1 fedaykin, paul_muaddib", 2)


def place(code: int, who: int) -> int:
    return [step[:2] for step in BATTLE_PROGRAM].index((code, who))


# --- step 1 and 2: cards and dice --------------------------------------------------------------------------------


@pytest.mark.rule("ARR-BATTLE-08")
def test_cards_are_discarded_attacker_first_each_for_a_die_of_this_round() -> None:
    assert place(CARDS, A) < place(CARDS, D) < place(rules.OP_ROLL, 0)
    scene = Scene("3 standard", "2 standard", cards=(2, 3))
    assert scene.do(CARDS, A, "discard", "pass") == [["pass", "discard"], ["pass", "discard"]]
    assert scene.do(CARDS, D, "pass") == [["pass", "discard"]]
    assert (scene.dice(A), scene.dice(D)) == (4, 2)
    assert (scene.attacker.cards, scene.defender.cards) == (1, 3)
    scene.do(NEXT)
    assert scene.dice(A) == 3, "the die of a card is gone after the round"
    scene.do(CARDS, A, "discard")  # the last card; there is nothing left to ask
    assert (scene.dice(A), scene.attacker.cards) == (4, 0)


@pytest.mark.rule("ARR-BATTLE-09")
def test_one_die_per_unit_and_card_none_for_leaders() -> None:
    scene = Scene("1 standard, 1 elite, 1 sardaukar, 2 bashar, baron_harkonnen", "1 fedaykin, stilgar", cards=(1, 0))
    assert (scene.dice(A), scene.dice(D)) == (3, 1)
    scene.do(CARDS, A, "discard")
    assert scene.dice(A) == 4


@pytest.mark.rule("ARR-BATTLE-10")
def test_the_defender_adds_the_rank_and_the_attacker_does_not() -> None:
    scene = Scene("2 standard", "2 standard", 3)
    assert (scene.dice(A), scene.dice(D)) == (2, 5)


@pytest.mark.rule("ARR-BATTLE-11", "AMB-38")
def test_six_dice_are_the_ceiling_whatever_they_come_from() -> None:
    scene = Scene("5 standard", "5 standard", 3, cards=(4, 4))
    assert scene.dice(D) == 6
    assert scene.do(CARDS, D) == [], "no card may be discarded at six dice (AMB-38)"
    assert scene.do(CARDS, A, "discard") == [["pass", "discard"]], "one card makes six; a second is not offered"
    assert (scene.dice(A), scene.attacker.cards) == (6, 3)
    scene.attacker.bonus = 2
    assert scene.dice(A) == 6


@pytest.mark.rule("ARR-BATTLE-12", "AMB-37")
def test_surprise_adds_one_special_to_the_attacker_in_round_one_only() -> None:
    scene = Scene("6 standard, bashar", "6 standard, naib", surprise=True)
    assert scene.dice(A) == 6, "the special is a result, not a die (AMB-37)"
    scene.lay((0, 0, 0), (0, 0, 0))
    assert (scene.attacker.specials, scene.defender.specials) == (1, 0)
    scene.do(NEXT)
    scene.lay((0, 0, 0), (0, 0, 0))
    assert scene.attacker.specials == 0


# --- the roll ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ARR-BATTLE-13")
def test_a_sword_is_a_hit_on_the_enemy() -> None:
    assert Scene("3 standard", "3 standard").fight((2, 0, 0), (1, 0, 0)) == (1, 2)


@pytest.mark.rule("ARR-BATTLE-14")
def test_a_shield_stops_a_hit_of_a_die_or_of_a_leader() -> None:
    assert Scene("3 standard", "3 standard").fight((2, 0, 0), (0, 1, 0)) == (0, 1)
    assert Scene("3 standard, bashar", "3 standard").fight((0, 0, 1), (0, 1, 0)) == (0, 0)


@pytest.mark.rule("ARR-BATTLE-15")
def test_a_special_is_worth_nothing_without_a_leader() -> None:
    assert Scene("3 standard", "3 standard").fight((0, 0, 3), (0, 0, 3)) == (0, 0)


@pytest.mark.rule("ARR-BATTLE-16")
def test_a_leader_converts_one_special_a_round() -> None:
    scene = Scene("4 standard, bashar", "4 standard")
    assert scene.fight((0, 0, 4), (0, 0, 0)) == (0, 1)
    scene.do(CASUALTIES, D)
    scene.do(NEXT)
    assert scene.fight((0, 0, 4), (0, 0, 0)) == (0, 1), "and again in the next round"


@pytest.mark.rule("ARR-BATTLE-21")
def test_special_elites_remove_enemy_shields_after_conversions() -> None:
    # the Baron's two converted shields fall to two Fedaykin as rolled ones would
    assert Scene("3 standard, baron_harkonnen", "1 standard, 2 fedaykin").fight((0, 0, 1), (2, 0, 0)) == (2, 0)
    assert Scene("1 standard, 2 sardaukar", "3 standard").fight((3, 0, 0), (0, 3, 0)) == (0, 2)
    assert Scene("3 sardaukar", "3 standard").fight((1, 0, 0), (0, 1, 0)) == (0, 1), "shields do not go below none"


@pytest.mark.rule("ARR-BATTLE-22")
@pytest.mark.parametrize(
    ("attack", "defence", "suffered"),
    [((3, 0, 0), (1, 2, 0), (1, 1)), ((1, 3, 0), (2, 2, 0), (0, 0)), ((4, 1, 0), (2, 0, 0), (1, 4))],
)
def test_hits_minus_shields_and_never_below_zero(
    attack: tuple[int, int, int], defence: tuple[int, int, int], suffered: tuple[int, int]
) -> None:
    assert Scene("6 standard", "6 standard").fight(attack, defence) == suffered


# --- step 3: casualties ------------------------------------------------------------------------------------------


@pytest.mark.rule("ARR-BATTLE-23")
def test_attacker_first_then_defender_each_in_full_even_if_it_dies() -> None:
    assert place(CASUALTIES, A) < place(CASUALTIES, D) < place(END, 0)
    scene = Scene("1 standard", "1 standard")
    assert scene.fight((1, 0, 0), (1, 0, 0)) == (1, 1)
    scene.do(CASUALTIES, A)
    assert scene.attacker.standard == 0
    assert scene.defender.suffer == 1, "the dead attacker's hit still counts"
    scene.do(CASUALTIES, D)
    assert scene.defender.standard == 0


@pytest.mark.rule("ARR-BATTLE-24", "AMB-20")
def test_a_hit_costs_a_standard_unit_a_rank_or_a_leader_as_the_owner_likes() -> None:
    text = "1 standard, 1 elite, 1 sardaukar, bashar, baron_harkonnen"
    options = ["standard", "elite", "special", "generic", "baron_harkonnen"]
    left = {
        "standard": (0, 1, 1, 1, ("baron_harkonnen",)),
        "elite": (2, 0, 1, 1, ("baron_harkonnen",)),
        "special": (2, 1, 0, 1, ("baron_harkonnen",)),
        "generic": (1, 1, 1, 0, ("baron_harkonnen",)),
        "baron_harkonnen": (1, 1, 1, 1, ()),
    }
    for choice in options:
        scene = Scene(text, "1 standard")
        scene.attacker.suffer = 1
        assert scene.do(CASUALTIES, A, choice) == [options]
        assert figures(scene.attacker) == left[choice]


@pytest.mark.rule("ARR-BATTLE-24", "AMB-19")
def test_an_elite_without_a_standard_figure_is_eliminated_unless_hits_made_room() -> None:
    scene = Scene("1 standard, 2 elite", "1 standard")
    scene.attacker.pool = 0
    scene.attacker.suffer = 2
    scene.do(CASUALTIES, A, "elite", "elite")
    assert figures(scene.attacker)[:3] == (1, 0, 0)
    scene = Scene("1 standard, 2 elite", "1 standard")
    scene.attacker.pool = 0
    scene.attacker.suffer = 2
    scene.do(CASUALTIES, A, "standard")  # then an elite, the only choice left
    assert figures(scene.attacker)[:3] == (1, 1, 0), "the figure lost first takes the elite's place (AMB-19)"


@pytest.mark.rule("ARR-BATTLE-25")
def test_leaders_fall_with_the_last_unit() -> None:
    scene = Scene("1 standard, 2 bashar, baron_harkonnen", "1 standard")
    scene.attacker.suffer = 1
    scene.do(CASUALTIES, A, "standard")
    assert figures(scene.attacker) == (0, 0, 0, 0, ())


@pytest.mark.rule("ARR-BATTLE-26")
def test_named_leaders_are_marked_for_the_tank_and_units_return_to_the_pool() -> None:
    scene = Scene("2 standard, 1 elite, bashar, baron_harkonnen", "1 standard")
    baron, pool = scene.attacker.named, scene.attacker.pool
    scene.attacker.suffer = 4
    scene.do(CASUALTIES, A, "standard", "generic", "baron_harkonnen", "elite")
    assert scene.attacker.lost_named == baron
    assert scene.attacker.generic == 0
    assert scene.attacker.pool == pool, "one standard figure came back, one took the elite's place"
    scene.attacker.suffer = 1
    scene.do(CASUALTIES, A)
    assert scene.attacker.pool == pool + 1


@pytest.mark.rule("ARR-BATTLE-27")
def test_hits_beyond_what_a_legion_can_pay_are_lost() -> None:
    scene = Scene("1 standard, 1 elite, bashar", "1 standard")
    scene.attacker.suffer = 9
    assert scene.do(CASUALTIES, A) == []
    assert figures(scene.attacker) == (0, 0, 0, 0, ())
    assert scene.attacker.suffer == 0
    scene = Scene("2 standard", "1 standard")
    scene.attacker.suffer = 2
    assert scene.do(CASUALTIES, A) == [], "nothing is asked when all is lost anyway"
    assert scene.attacker.suffer == 0


# --- step 4: on or off -------------------------------------------------------------------------------------------


@pytest.mark.rule("ARR-BATTLE-28")
def test_after_casualties_the_attacker_goes_on_or_ceases() -> None:
    assert place(CASUALTIES, D) < place(CONTINUE, A) < place(RETREAT, D)
    scene = Scene("2 standard", "2 standard")
    assert scene.do(CONTINUE, A, "continue") == [["continue", "cease"]]
    assert scene.b.winner == rules.WINNER_NONE


@pytest.mark.rule("ARR-BATTLE-29", "AMB-41")
def test_going_on_against_a_settlement_costs_a_hit_at_once() -> None:
    scene = Scene("2 standard, bashar", "2 standard", 1)
    scene.do(CONTINUE, A, "continue")
    assert scene.attacker.suffer == 1
    assert BATTLE_PROGRAM[place(CONTINUE, A) + 1][:2] == (CASUALTIES, A), "it is paid before anything else"
    assert scene.do(CASUALTIES, A, "generic") == [["standard", "generic"]]
    assert scene.attacker.suffer == 0
    free = Scene("2 standard", "2 standard")
    free.do(CONTINUE, A, "continue")
    assert free.attacker.suffer == 0
    spared = Scene("2 standard", "2 standard", 1)
    spared.b.free_continue = 1
    spared.do(CONTINUE, A, "continue")
    assert spared.attacker.suffer == 0


@pytest.mark.rule("ARR-BATTLE-29", "AMB-41")
def test_an_attacker_that_dies_of_going_on_has_lost() -> None:
    scene = Scene("1 standard", "1 standard", 1)
    scene.do(CONTINUE, A, "continue")
    scene.do(CASUALTIES, A)
    assert BATTLE_PROGRAM[place(CONTINUE, A) + 2][:2] == (END, 0)
    scene.do(END)
    assert scene.b.winner == rules.WINNER_DEFENDER, "and the defender is not asked to retreat (AMB-41)"


@pytest.mark.rule("ARR-BATTLE-30")
def test_the_defender_may_retreat_only_once_the_attacker_goes_on() -> None:
    assert place(CONTINUE, A) < place(RETREAT, D)
    scene = Scene("2 standard", "2 standard")
    assert scene.do(RETREAT, D, "stay") == [["retreat", "stay"]]
    assert scene.b.winner == rules.WINNER_NONE
    assert BATTLE_PROGRAM[place(RETREAT, D) + 1][:2] == (NEXT, 0)
    scene.do(NEXT)
    assert scene.b.round == 2


@pytest.mark.rule("ARR-BATTLE-31")
def test_ceasing_ends_the_battle_and_everybody_stays() -> None:
    scene = Scene("2 standard, bashar", "1 elite, naib", 2)
    scene.do(CONTINUE, A, "cease")
    assert scene.b.reason == rules.REASON_CEASED
    assert figures(scene.attacker) == (2, 0, 0, 1, ())
    assert figures(scene.defender) == (0, 1, 0, 1, ())
    assert scene.attacker.suffer == 0, "only going on costs a hit"


@pytest.mark.rule("ARR-BATTLE-34")
def test_no_retreat_without_an_area() -> None:
    scene = Scene("2 standard", "2 standard", can_retreat=False)
    assert scene.do(RETREAT, D) == []
    assert scene.b.winner == rules.WINNER_NONE


# --- the end -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ARR-BATTLE-35")
def test_a_battle_ends_by_ceasing_by_retreat_or_by_elimination_and_not_otherwise() -> None:
    reasons = set()
    for name, who, answer in ((CONTINUE, A, "cease"), (RETREAT, D, "retreat")):
        scene = Scene("1 standard", "1 standard")
        scene.do(name, who, answer)
        reasons.add(scene.b.reason)
    scene = Scene("1 standard", "1 standard")
    scene.do(END)
    assert scene.b.winner == rules.WINNER_NONE
    scene.defender.suffer = 1
    scene.do(CASUALTIES, D)
    scene.do(END)
    reasons.add(scene.b.reason)
    assert reasons == {rules.REASON_CEASED, rules.REASON_RETREATED, rules.REASON_ELIMINATED}


@pytest.mark.rule("ARR-BATTLE-36")
def test_the_attacker_wins_when_the_defender_retreats_or_is_wiped_out() -> None:
    scene = Scene("1 standard", "1 standard")
    scene.do(RETREAT, D, "retreat")
    assert scene.b.winner == rules.WINNER_ATTACKER
    scene = Scene("1 standard", "1 standard, naib")
    scene.defender.suffer = 2
    scene.do(CASUALTIES, D)
    scene.do(END)
    assert scene.b.winner == rules.WINNER_ATTACKER


@pytest.mark.rule("ARR-BATTLE-37")
def test_the_defender_wins_when_the_attacker_ceases_or_is_wiped_out() -> None:
    scene = Scene("1 standard", "1 standard")
    scene.do(CONTINUE, A, "cease")
    assert scene.b.winner == rules.WINNER_DEFENDER
    scene = Scene("1 standard", "1 standard")
    scene.attacker.suffer = 1
    scene.do(CASUALTIES, A)
    scene.do(END)
    assert scene.b.winner == rules.WINNER_DEFENDER


@pytest.mark.rule("ARR-BATTLE-38")
def test_nobody_wins_when_both_are_wiped_out() -> None:
    scene = Scene("1 standard", "1 standard")
    scene.fight((1, 0, 0), (1, 0, 0))
    scene.do(CASUALTIES, A)
    scene.do(CASUALTIES, D)
    scene.do(END)
    assert (scene.b.winner, scene.b.reason) == (rules.WINNER_NOBODY, rules.REASON_ELIMINATED)


# --- the rulebook's example --------------------------------------------------------------------------------------


@pytest.mark.rule("EX-09")
def test_example_dice() -> None:
    scene = Scene(*EXAMPLE, cards=(3, 0))
    assert (scene.dice(A), scene.dice(D)) == (5, 5)
    assert scene.do(CARDS, A, "discard") == [["pass", "discard"]], "one card makes six, the maximum"
    assert (scene.dice(A), scene.attacker.cards) == (6, 2)


@pytest.mark.rule("EX-10")
def test_example_roll() -> None:
    scene = Scene(*EXAMPLE)
    assert scene.fight((2, 1, 3), (5, 0, 0)) == (3, 3)
    assert (scene.attacker.hits, scene.attacker.shields, scene.attacker.specials) == (3, 3, 1)
    assert (scene.defender.hits, scene.defender.shields) == (5, 0)
    assert scene.defender.used == 0, "Paul has nothing to convert"


@pytest.mark.rule("EX-11")
def test_example_casualties_and_the_price_of_going_on() -> None:
    scene = Scene(*EXAMPLE)
    baron = scene.attacker.named
    scene.fight((2, 1, 3), (5, 0, 0))
    scene.do(CASUALTIES, A, "elite", "elite", "baron_harkonnen")
    scene.do(CASUALTIES, D, "special", "standard", "standard")
    assert figures(scene.attacker) == (4, 0, 1, 1, ())
    assert scene.attacker.lost_named == baron
    assert figures(scene.defender) == (1, 0, 0, 0, ("paul_muaddib",))
    scene.do(CONTINUE, A, "continue")
    scene.do(CASUALTIES, A, "standard")
    assert (scene.dice(A), scene.dice(D)) == (4, 3)
