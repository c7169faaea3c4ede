"""Special actions of the named leaders and of the Wild Maker."""

from __future__ import annotations

import pytest

from arrakis.cards_lab import (
    AREAS,
    CONTENT,
    ELITE,
    GENERIC,
    LEADERS,
    SPECIAL,
    STANDARD,
    Lab,
    area,
    eager,
    once,
    wanting,
)
from dune_sim.games.arrakis.kernels import actions as act
from dune_sim.games.arrakis.kernels import opcodes as op
from dune_sim.games.arrakis.kernels.layout import ATREIDES, HARKONNEN

FACES = ("leadership", "strategy", "deployment", "mentat", "house", "desert_power")


def go(name: str) -> int:
    return act.ACT_AREA + area(name)


def leader(name: str) -> int:
    return act.ACT_LEADER + LEADERS[name]


def hand(lab: Lab, who: int, deck: int) -> int:
    return int((lab.g.hand[who] & lab.t.deck_mask[deck]).bit_count())


@pytest.mark.rule("ARR-LEAD-01", "ARR-LEAD-04", "ARR-LEAD-05", "ARR-LEAD-06", "EX-19")
@pytest.mark.parametrize("name", [one.id for one in CONTENT.leaders if one.special and one.kind == "named"])
def test_a_special_action_comes_with_its_die_and_exhausts_the_card(name: str) -> None:
    who = HARKONNEN if LEADERS[name] < 7 else ATREIDES
    lab = Lab(who)
    lab.enter(name)
    face = FACES.index(CONTENT.leaders.get(name).slot)
    lab.g.dice[who][:] = [0] * 5
    lab.g.dice[who][face] = 2
    lab.renew()
    assert leader(name) in lab.legal() and act.ACT_FACE + face in lab.legal()
    lab.call["act"](lab.t, lab.g, lab.q, leader(name))
    assert lab.g.spent >> LEADERS[name] & 1 and lab.g.dice[who][face] == 1
    other = Lab(who)
    other.enter(name)
    other.g.spent |= 1 << LEADERS[name]
    other.g.dice[who][face] = 2
    other.renew()
    assert leader(name) not in other.legal() and act.ACT_FACE + face in other.legal()


def test_baron_and_emperor_train_units() -> None:
    lab = Lab(HARKONNEN)
    before = lab.units(HARKONNEN, STANDARD), lab.units(HARKONNEN, ELITE)
    lab.special("baron_harkonnen", eager)
    assert (lab.units(HARKONNEN, STANDARD), lab.units(HARKONNEN, ELITE)) == (before[0] - 3, before[1] + 3)
    special = lab.units(HARKONNEN, SPECIAL)
    lab.special("emperor_shaddam_iv", eager)
    assert lab.units(HARKONNEN, SPECIAL) == special + 3


def test_rabban_moves_twice_with_his_legion() -> None:
    lab = Lab(HARKONNEN)
    lab.enter("beast_rabban", "arsunt")
    steps = once(
        go("arsunt"), go("shield_wall_west"), act.ACT_ALL, go("shield_wall_west"), go("hagga_basin"), act.ACT_ALL
    )
    lab.special("beast_rabban", steps)
    assert lab.where("beast_rabban") == "hagga_basin"


@pytest.mark.rule("AMB-91")
def test_only_those_who_came_with_rabban_move_on_with_him() -> None:
    lab = Lab(HARKONNEN)
    for name in ("arsunt", "shield_wall_west", "hagga_basin"):
        lab.clear(name)
    lab.put(HARKONNEN, "arsunt", 0x1012)  # two standard units, an elite one and a Bashar
    lab.put(HARKONNEN, "shield_wall_west", 0x1021)
    lab.enter("beast_rabban", "arsunt")
    lab.enter("baron_harkonnen", "shield_wall_west")
    offered: list[list[int]] = []

    def note(lab: Lab, legal: list[int]) -> int:
        offered.append(legal)
        return act.ACT_ALL

    first = (
        go("arsunt"),
        go("shield_wall_west"),
        act.ACT_CLASS + STANDARD,
        act.ACT_CLASS + ELITE,
        leader("beast_rabban"),
    )
    lab.special(
        "beast_rabban",
        once(*first, act.ACT_DONE, go("shield_wall_west"), go("hagga_basin"), then=note),
    )
    taken = [act.ACT_ALL, act.ACT_CLASS + STANDARD, act.ACT_CLASS + ELITE]
    assert offered == [taken]
    assert (lab.at("hagga_basin", STANDARD), lab.at("hagga_basin", ELITE)) == (1, 1)
    assert lab.where("beast_rabban") == "hagga_basin" and lab.where("baron_harkonnen") == "shield_wall_west"
    assert lab.g.legion[area("shield_wall_west")] == 0x1021
    assert lab.g.move.groups == 0 and lab.g.move.again == 0


@pytest.mark.rule("AMB-91")
def test_without_a_first_move_there_is_no_second() -> None:
    lab = Lab(HARKONNEN)
    lab.enter("beast_rabban", "arsunt")
    lab.special("beast_rabban", once(act.ACT_DONE))
    assert lab.where("beast_rabban") == "arsunt" and len(lab.seen) == 1


def test_feyd_moves_and_attacks() -> None:
    lab = Lab(HARKONNEN)
    lab.put(HARKONNEN, "north_east_1", 0x203)
    lab.enter("feyd_rautha", "north_east_1")
    goal = next(name for name in lab.beside("north_east_1") if name in lab.beside("sihaya_ridge"))
    battles = lab.g.battles
    answers = once(go("north_east_1"), go(goal), act.ACT_ALL, go(goal), then=eager)
    lab.special("feyd_rautha", answers)
    assert lab.g.battles == battles + 1


@pytest.mark.rule("ARR-MENTAT-01")
def test_mentats_draw() -> None:
    lab = Lab(HARKONNEN)
    first, second = hand(lab, HARKONNEN, 0), hand(lab, HARKONNEN, 1)
    lab.special("thufir_hawat", wanting(act.ACT_SPLIT + 3))
    assert (hand(lab, HARKONNEN, 0), hand(lab, HARKONNEN, 1)) == (first + 3, second)
    lab.special("gaius_helen_mohiam", once(act.ACT_SPLIT))
    assert hand(lab, HARKONNEN, 1) == second + 2
    lab = Lab(ATREIDES)
    before = lab.g.hand[ATREIDES].bit_count()
    lab.special("lady_jessica", wanting(act.ACT_SPLIT + 2))
    assert lab.g.hand[ATREIDES].bit_count() == before + 3
    lab.special("reverend_mother_jessica", once(act.ACT_SPLIT + 1))
    assert lab.g.hand[ATREIDES].bit_count() == before + 5


@pytest.mark.rule("ARR-DEPLOY-03", "ARR-DEPLOY-04")
def test_aramsham_deploys_sardaukar() -> None:
    lab = Lab(HARKONNEN)
    before = [lab.units(HARKONNEN, kind) for kind in range(4)]
    answers = once(go("carthag"), go("imperial_basin"), go("carthag"), act.ACT_CLASS + 3, go("imperial_basin"))
    lab.special("captain_aramsham", answers)
    after = [lab.units(HARKONNEN, kind) for kind in range(4)]
    assert [new - old for new, old in zip(after, before, strict=True)] == [2, 0, 1, 1]


def test_stilgar_brings_two_tokens() -> None:
    lab = Lab(ATREIDES)
    supply = sum(place == op.AT_SUPPLY for place in lab.g.token_at)
    answers = once(act.ACT_YES, go("windgap"), act.ACT_YES, go("hobars_gap"), leader("stilgar"), go("hobars_gap"))
    lab.special("stilgar", answers)
    assert sum(place == op.AT_SUPPLY for place in lab.g.token_at) == supply - 2
    assert lab.where("stilgar") == "hobars_gap"


@pytest.mark.rule("ARR-LEAD-15")
def test_paul_is_placed_and_legions_with_leaders_move() -> None:
    lab = Lab(ATREIDES)
    lab.put(ATREIDES, "north_east_2", 2)
    goal = next(name for name in lab.beside("north_east_2") if name in lab.empty("desert", 200))
    answers = once(leader("paul_atreides"), go("north_east_2"), go("north_east_2"), go(goal), act.ACT_ALL)
    lab.special("paul_atreides", answers)
    assert lab.where("paul_atreides") == goal


def test_chani_moves_three_or_surprises() -> None:
    lab = Lab(ATREIDES)
    lab.special("chani", eager)
    goals = {action for code, _, action, _ in lab.seen if code == op.OP_MOVE and action == act.ACT_ALL}
    assert goals
    assert sum(1 for code, _, action, _ in lab.seen if code == op.OP_MOVE and action == act.ACT_ALL) == 3


def test_muaddib_may_attack_with_his_legion() -> None:
    lab = Lab(ATREIDES)
    lab.enter("paul_muaddib")
    lab.put(ATREIDES, "north_east_2", 0x203)
    target = next(name for name in lab.beside("north_east_2") if name in lab.empty("desert", 200))
    lab.put(HARKONNEN, target, 1)
    battles = lab.g.battles
    here = go("north_east_2")
    answers = once(leader("paul_muaddib"), here, act.ACT_OPTION + 1, here, then=eager)  # there is one target
    lab.special("paul_muaddib", answers)
    assert lab.g.battles == battles + 1


@pytest.mark.rule("ARR-HOUSE-01")
def test_alia_uses_any_face_and_draws() -> None:
    lab = Lab(ATREIDES)
    before = lab.g.hand[ATREIDES].bit_count()
    lab.special("alia", once(act.ACT_FACE + 3, act.ACT_SPLIT + 1, act.ACT_SPLIT))
    assert lab.g.hand[ATREIDES].bit_count() == before + 3


def test_the_wild_maker_answers_desert_power() -> None:
    lab = Lab(ATREIDES)
    lab.enter("wild_maker")
    lab.g.wild_at = area("north_east_2")
    lab.mark("worms", "north_east_2")
    lab.g.dice[ATREIDES][:] = [0] * 5
    lab.renew()
    assert {leader("wild_maker"), act.ACT_DESERT_POWER} <= set(lab.legal())
    lab.call["act"](lab.t, lab.g, lab.q, leader("wild_maker"))
    assert go("north_east_2") in lab.legal()
    lab.call["act"](lab.t, lab.g, lab.q, go("north_east_2"))
    goal = lab.legal()[0]
    lab.call["act"](lab.t, lab.g, lab.q, goal)
    assert AREAS[lab.g.wild_at] == AREAS[goal - act.ACT_AREA]
    assert lab.g.spent >> LEADERS["wild_maker"] & 1


def test_a_generic_leader_will_do() -> None:
    lab = Lab(HARKONNEN)
    generic = lab.units(HARKONNEN, GENERIC)
    lab.play("forced_recruitment", wanting(act.ACT_CLASS + 3))
    assert lab.units(HARKONNEN, GENERIC) == generic + 1
