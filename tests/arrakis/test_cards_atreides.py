"""What the cards of House Atreides do."""

from __future__ import annotations

import pytest

from arrakis.cards_lab import (
    AREAS,
    CARDS,
    ELITE,
    GENERIC,
    LEADERS,
    SPECIAL,
    STANDARD,
    VISIONS,
    Lab,
    area,
    eager,
    once,
    refuse,
    wanting,
)
from dune_sim.games.arrakis.kernels import actions as act
from dune_sim.games.arrakis.kernels import card_opcodes as card_op
from dune_sim.games.arrakis.kernels import opcodes as op
from dune_sim.games.arrakis.kernels.layout import ATREIDES, HARKONNEN

ANY = act.ACT_AREA
YES = wanting(act.ACT_YES)


def go(name: str) -> int:
    return act.ACT_AREA + area(name)


def leader(name: str) -> int:
    return act.ACT_LEADER + LEADERS[name]


def areas_of(legal: list[int]) -> set[str]:
    return {AREAS[one - ANY] for one in legal if one >= ANY}


def revealed(lab: Lab) -> list[int]:
    return [k for k in range(16) if lab.g.row >> k & 1]


def fight_of(lab: Lab, card: str, legion: str, target: str) -> dict[str, int]:
    """What the battle record says when the first round begins."""
    kept: dict[str, int] = {}

    def choose(bench: Lab, legal: list[int]) -> int:
        battle = bench.g.battle
        if battle.round and not kept:
            kept.update(surprise=battle.surprise, bonus=battle.sides[0].bonus, cap=battle.cap)
        for one in (act.ACT_OPTION + 1, go(legion), go(target)):
            if one in legal and bench.top() in (op.OP_CHOOSE, op.OP_ATTACK):
                return one
        return eager(bench, legal) if battle.round else refuse(bench, legal)

    lab.play(card, choose)
    return kept


@pytest.mark.rule("ARR-BATTLE-11", "ARR-BATTLE-12")
@pytest.mark.parametrize(
    ("card", "fight"),
    [
        ("war_plan", {"surprise": 0, "bonus": 1, "cap": 0}),
        ("battle_language", {"surprise": 1, "bonus": 0, "cap": 4}),
    ],
)
def test_what_cards_change_in_an_attack(card: str, fight: dict[str, int]) -> None:
    lab = Lab(ATREIDES)
    lab.put(ATREIDES, "north_east_2", 0x1003)
    lab.put(HARKONNEN, "north_east_1", 2)
    lab.renew()
    target = "north_east_1" if "north_east_1" in lab.beside("north_east_2") else lab.beside("north_east_2")[0]
    if target != "north_east_1":
        lab.put(HARKONNEN, target, 2)
    assert fight_of(lab, card, "north_east_2", target) == fight


@pytest.mark.rule("ARR-BATTLE-11")
def test_a_cap_lowers_the_defenders_dice_in_the_first_round_only() -> None:
    lab = Lab(ATREIDES)
    battle = lab.g.battle
    battle.round, battle.cap = 1, 4
    assert (lab.call["dice_cap"](battle, 0), lab.call["dice_cap"](battle, 1)) == (6, 4)
    battle.round = 2
    assert lab.call["dice_cap"](battle, 1) == 6


def test_alia_enters_only_after_the_reverend_mother() -> None:
    lab = Lab(ATREIDES)
    lab.hold(ATREIDES)
    lab.play("alia_the_abomination", YES)
    assert lab.where("alia") == op.AT_OUT
    lab.enter("reverend_mother_jessica")
    lab.play("alia_the_abomination", YES)
    assert lab.where("alia") == op.AT_ASIDE
    lab.enter("baron_harkonnen", "arrakeen")
    hand = lab.g.hand[ATREIDES].bit_count()
    lab.play("alia_the_abomination", wanting(leader("baron_harkonnen")))
    assert lab.where("baron_harkonnen") == op.AT_TANK
    assert lab.g.hand[ATREIDES].bit_count() == hand + 2
    assert lab.g.named_lost == 1


@pytest.mark.rule("ARR-LEAD-12", "ARR-LEAD-13")
@pytest.mark.parametrize("version", ["a", "b", "c"])
def test_smugglers_bring_gurney_to_the_map(version: str) -> None:
    lab = Lab(ATREIDES)
    desert = lab.empty("desert")[0]
    answers = once(act.ACT_YES, go(desert), go(desert), go(desert), leader("gurney_halleck"), go(desert))
    lab.play(f"smugglers_{version}", answers)
    assert lab.where("gurney_halleck") == desert
    assert lab.at(desert, ELITE) == 2
    assert lab.t.special_pc[LEADERS["gurney_halleck"]] == 0


def test_smugglers_with_gurney_in_play() -> None:
    lab = Lab(ATREIDES)
    lab.put(ATREIDES, "north_east_4", 2)
    lab.enter("gurney_halleck", "north_east_4")
    signs = len(lab.spots(lab.g.signs))
    lab.play("smugglers_a", once(*[go(name) for name in lab.empty("desert", 2)]))
    assert len(lab.spots(lab.g.signs)) == signs + 2
    lab.play("smugglers_b", eager)
    assert lab.at("north_east_4", ELITE) == 2
    lab.wipe("harvesters")
    lab.mark("harvesters", "north_east_1")
    lab.mark("harvesters", "south_west_1")
    lab.g.ornithopters, lab.g.carryalls = 0b00010001, 0b00001000
    lab.play("smugglers_c", eager)
    assert lab.spots(lab.g.harvesters) == {"south_west_1"}
    assert (lab.g.ornithopters, lab.g.carryalls) == (0b00010000, 0b00001000)
    assert lab.g.harvesters_lost == 1


def test_the_voice_costs_a_card_and_plays_one() -> None:
    lab = Lab(ATREIDES)
    lab.hold(HARKONNEN, "sandmasters", "breeding_program")
    lab.hold(ATREIDES, "thumpers")
    lab.play("the_voice", wanting(act.ACT_YES, act.ACT_CARD + 36 + CARDS[ATREIDES].index("thumpers")))
    assert lab.g.hand[HARKONNEN].bit_count() == 1
    assert lab.g.hand[ATREIDES] == 0
    assert card_op.OP_PLACE_WORM in [code for code, *_ in lab.seen]


@pytest.mark.rule("ARR-ACT-19")
def test_cards_that_play_cards_do_not_pile_up() -> None:
    lab = Lab(ATREIDES)
    chain = ["the_voice", "truthtrance", "adab_the_demanding_memory", "usul_the_base_of_the_pillar", "jubba_cloaks"]
    chain += ["our_family_atomics", "bill_of_particulars", "alia_the_abomination"]
    lab.hold(ATREIDES, *chain)
    depths = []

    def choose(bench: Lab, legal: list[int]) -> int:
        depths.append(bench.g.stack.depth)
        cards = [one for one in legal if act.ACT_CARD <= one < act.ACT_PRESCIENCE]
        if act.ACT_OPTION + 1 in legal:
            return act.ACT_OPTION + 1
        return cards[0] if cards else refuse(bench, legal)

    lab.play("the_voice", choose)
    assert lab.g.hand[ATREIDES] == 0
    assert max(depths) <= 3


def test_death_commandos_rise() -> None:
    lab = Lab(ATREIDES)
    lab.put(ATREIDES, "north_east_4", 0x20)
    lab.play("death_commandos", once(go("north_east_4"), go("north_east_4")))
    assert (lab.at("north_east_4", ELITE), lab.at("north_east_4", SPECIAL)) == (0, 2)


@pytest.mark.rule("ARR-END-02")
def test_gom_jabbar_draws_a_second_objective() -> None:
    lab = Lab(ATREIDES)
    lab.play("tested_with_the_gom_jabbar", YES)
    assert lab.g.objective.bit_count() == 2
    assert lab.g.objectives_left.bit_count() == 4
    assert lab.g.objective & lab.g.objectives_left == 0


def test_chatt_brings_fedaykin_and_a_naib() -> None:
    lab = Lab(ATREIDES)
    before = lab.at("windgap", GENERIC)
    lab.play("chatt_the_leaper", once(go("windgap"), go("windgap"), act.ACT_CLASS + 3, go("windgap")))
    assert (lab.at("windgap", SPECIAL), lab.at("windgap", GENERIC)) == (2, before + 1)


def test_truthtrance_binds_the_next_harkonnen_turn() -> None:
    lab = Lab(ATREIDES)
    lab.hold(ATREIDES)
    face = next(k for k in range(5) if lab.g.dice[HARKONNEN][k])
    lab.play("truthtrance", once(act.ACT_FACE + face))
    assert lab.g.forced_face == face + 1
    lab.g.active = HARKONNEN
    lab.renew()
    assert [one for one in lab.legal() if act.ACT_FACE <= one < act.ACT_FACE + 5] == [act.ACT_FACE + face]


@pytest.mark.rule("AMB-93")
def test_adab_replaces_any_of_the_revealed_cards() -> None:
    lab = Lab(ATREIDES)
    lab.hold(ATREIDES)
    first, second, third = revealed(lab)
    lab.g.kept_card = third + 1
    deck = lab.g.deck_prescience
    lab.play("adab_the_demanding_memory", eager)
    assert lab.g.row.bit_count() == 3 and lab.g.row >> third & 1
    fresh = lab.g.row & ~(1 << third)
    assert fresh & deck == fresh
    assert not (lab.g.deck_prescience | lab.g.scored) & (1 << first | 1 << second), "they left the game"
    assert lab.g.deck_prescience == deck & ~fresh


@pytest.mark.rule("AMB-93", "AMB-07")
def test_adab_reveals_what_a_short_deck_has() -> None:
    lab = Lab(ATREIDES)
    lab.hold(ATREIDES)
    last = lab.g.deck_prescience & -lab.g.deck_prescience
    lab.g.deck_prescience = last
    lab.play("adab_the_demanding_memory", eager)
    assert lab.g.row == last and lab.g.deck_prescience == 0


def test_alam_shifts_steps_and_counts_them_as_reached() -> None:
    lab = Lab(ATREIDES)
    lab.g.marker[:] = [2, 2, 0]
    lab.play("alam_al_mithal", once(act.ACT_MARKER, act.ACT_MARKER + 1, act.ACT_NUMBER + 1))
    assert list(lab.g.marker) == [1, 3, 0]
    assert lab.where("reverend_mother_jessica") == op.AT_ASIDE


@pytest.mark.rule("ARR-DESERT-03")
def test_usul_grants_desert_power_whatever_the_dice() -> None:
    lab = Lab(ATREIDES)
    lab.hold(ATREIDES)
    signs = len(lab.spots(lab.g.signs))
    lab.play("usul_the_base_of_the_pillar", wanting(act.ACT_DO, act.ACT_OPTION))
    assert len(lab.spots(lab.g.signs)) == signs + 2


@pytest.mark.rule("ARR-LEAD-09")
@pytest.mark.parametrize("paul", ["paul_atreides", "paul_muaddib"])
def test_voice_from_the_outer_world_names_both_pauls(paul: str) -> None:
    lab = Lab(ATREIDES)
    lab.put(ATREIDES, "north_east_4", 1)
    lab.enter(paul)
    here = go("north_east_4")
    lab.play("voice_from_the_outer_world", once(leader(paul), here, here))
    assert lab.where(paul) == "north_east_4"
    assert lab.at("north_east_4", SPECIAL) == 1


@pytest.mark.rule("ARR-ATOM-01", "ARR-ATOM-02")
def test_family_atomics_before_their_time() -> None:
    lab = Lab(ATREIDES)
    lab.hold(ATREIDES)
    lab.play("our_family_atomics", YES)
    assert lab.g.tile == 0
    lab.g.marker[2] = 4
    lab.play("our_family_atomics", YES)
    assert lab.g.tile != 0
    lab.seen.clear()
    lab.play("our_family_atomics", refuse)
    assert [code for code, *_ in lab.seen] == [card_op.OP_DESERT_POWER] * 2


def test_bill_of_particulars_lowers_a_marker_without_its_ban() -> None:
    lab = Lab(ATREIDES)
    lab.hold(ATREIDES)
    row = lab.g.imperium[1]
    lab.play("bill_of_particulars", once(act.ACT_IMPERIUM + 1))
    assert (lab.g.imperium[1], lab.g.bans) == (row + 1, 0)
    lab.g.imperium[1] = 4
    lab.seen.clear()
    lab.play("bill_of_particulars", refuse)
    assert act.ACT_IMPERIUM + 1 not in lab.seen[0][1]


@pytest.mark.rule("ARR-PRES-03")
def test_fear_adds_steps_to_a_card_scored_this_round() -> None:
    lab = Lab(ATREIDES)
    lab.g.row |= 1 << VISIONS.index("raids_on_the_spice_fields")
    lab.g.deck_prescience &= ~lab.g.row
    card = VISIONS.index("raids_on_the_spice_fields")
    lab.play("fear_is_the_mind_killer", once(act.ACT_PRESCIENCE + card))
    assert (lab.g.bonus_card, lab.g.bonus_steps & 15) == (card + 1, 2)
    lab.score("raids_on_the_spice_fields", once(act.ACT_MARKER + 1))
    assert list(lab.g.marker) == [0, 2, 2]
    assert lab.g.bonus_card == 0


def test_a_standard_stands_in_for_a_missing_class() -> None:
    lab = Lab(ATREIDES)
    lab.put(ATREIDES, "north_east_4", 1)
    lab.call["from_pool"](lab.g, ATREIDES, area("north_east_6"), 0x600 + 0x0)
    lab.call["from_pool"](lab.g, ATREIDES, area("north_east_2"), 0x60)
    lab.call["from_pool"](lab.g, ATREIDES, area("north_east_5"), 0x20)
    lab.play("chatt_the_leaper", once(go("windgap"), go("windgap")))
    assert lab.at("windgap", STANDARD) == 2
