"""Planning cards of the automated Harkonnen and of who plays against them (ARR-SOLO-37 to 44, 70 to 76)."""

from __future__ import annotations

import pytest

from arrakis.mahdi_lab import (
    ATREIDES,
    CARDS,
    HARKONNEN,
    LEADERS,
    Bench,
    area,
    names,
    number,
)  # fmt: skip
from dune_sim.games.arrakis.kernels import opcodes as op
from dune_sim.games.arrakis.kernels.mahdi import opcodes as mahdi
from dune_sim.lang.intrinsics import bit


@pytest.mark.rule("ARR-SOLO-37", "AMB-84")
def test_decks_take_turns_after_the_last_discard() -> None:
    made = Bench()
    assert made.call["next_deck"](made.g) == 0
    made.g.last_deck = 1
    assert made.call["next_deck"](made.g) == 1
    made.g.last_deck = 2
    assert made.call["next_deck"](made.g) == 0
    before = [made.g.deck[HARKONNEN] & made.t.deck_mask[deck] for deck in range(2)]
    made.call["reinforce_many"](made.t, made.g, 3)
    after = [made.g.deck[HARKONNEN] & made.t.deck_mask[deck] for deck in range(2)]
    assert [bin(one ^ other).count("1") for one, other in zip(before, after, strict=True)] == [2, 1]


@pytest.mark.rule("ARR-SOLO-37", "ARR-SOLO-42")
def test_mentat_draws_a_card_of_each_deck_and_plays_it() -> None:
    made = Bench().h("arrakeen", standard=2)
    made.g.deck[HARKONNEN] = bit(number("workhorse_of_arrakis")) | bit(number("breeding_program"))
    made.g.deck[HARKONNEN] |= bit(number("polar_cap_factories"))
    made.g.unrolled, made.g.blocked = 5, 1
    made.use("mentat")
    made.through()
    assert made.g.unrolled == 6  # the Breeding Program took effect whichever came first


@pytest.mark.rule("ARR-SOLO-40", "ARR-SOLO-41")
def test_vehicles_and_draws_of_a_card() -> None:
    made = Bench("gara_kulon", "habbanya_ridge")
    held = bin(made.g.hand[HARKONNEN]).count("1")
    made.card("workhorse_of_arrakis")
    made.through()
    assert names(made.g.harvesters) <= names(made.t.sector_board[2]) and made.g.carryalls
    assert bin(made.g.hand[HARKONNEN]).count("1") == held + 2


@pytest.mark.rule("ARR-SOLO-44", "AMB-134")
def test_a_card_with_an_impossible_part_goes_on_the_pile() -> None:
    """No wormsign lies beside the North Pole: the Polar Cap Factories do nothing, and everybody saw them."""
    made = Bench()
    assert not made.whole("polar_cap_factories")
    assert made.mark("signs", "wind_pass").whole("polar_cap_factories")
    made = Bench()
    made.g.deck[HARKONNEN] = bit(number("polar_cap_factories"))
    made.g.hand[HARKONNEN] = made.t.deck_mask[0] & ~made.g.deck[HARKONNEN]
    made.special("thufir_hawat")
    made.through()
    assert made.g.pile_seen == bit(number("polar_cap_factories")) and made.units("north_pole") == {}


@pytest.mark.rule("ARR-SOLO-43")
def test_other_effects_come_as_near_to_the_target_as_possible() -> None:
    made = Bench("gara_kulon").a("gara_kulon", standard=1).a("windgap", standard=1).a_token("habbanya_ridge", 0)
    made.card("spies_all_over_arrakis")
    assert made.offered() == ["gara_kulon"]
    made = Bench("gara_kulon").mark("signs", "north_east_12", "north_east_9", "south_west_2", "north_west_1")
    made.card("spotter_control")
    made.through()
    assert names(made.g.signs) == {"north_west_1"} or names(made.g.signs) == {"south_west_2"}
    made = Bench("gara_kulon").h("arrakeen", standard=2).h("north_east_9", standard=1).h("north_pole", standard=1)
    made.card("troop_carriers")
    made.pick("arrakeen")
    assert made.offered() == ["north_east_9"]


@pytest.mark.rule("ARR-SOLO-38")
def test_cards_that_move_or_attack_follow_the_lists() -> None:
    made = Bench().a("gara_kulon", standard=1).h("shield_wall_east", special=2).h("arrakeen", standard=2)
    made.card("sardaukars_manner")
    assert made.offered() == ["shield_wall_east"]
    made.pick("shield_wall_east")
    assert made.offered() == ["gara_kulon"]


@pytest.mark.rule("ARR-SOLO-70")
def test_an_empty_deck_is_made_of_its_discards() -> None:
    made = Bench()
    made.g.deck[HARKONNEN] &= ~made.t.deck_mask[0]
    made.g.hand[HARKONNEN] = 0b11
    made.g.scheme_aside = bit(number("hawats_scheming"))
    card = made.call["draw_top"](made.t, made.g, 0)
    assert 0 <= card < 18 and card > 1 and card != number("hawats_scheming")
    assert bin(made.g.deck[HARKONNEN] & made.t.deck_mask[0]).count("1") == 18 - 2 - 1 - 1


@pytest.mark.rule("ARR-SOLO-71", "AMB-138")
def test_nothing_is_revealed_under_an_ornithopter() -> None:
    made = Bench().a_token("gara_kulon", 0).a_token("windgap", 1)
    made.g.active = ATREIDES
    free = made.call["free_actions"](made.t, made.g, ATREIDES)
    assert free
    made.fly(1)
    made.call["push"](made.g.stack, made.t.pc_guerrilla, ATREIDES)
    made.call["resume"](made.t, made.g, made.q)
    assert len(made.legal()) == 1  # only the token in Windgap
    made.fly(8, 6, 7)
    assert made.call["free_actions"](made.t, made.g, ATREIDES) == 0


@pytest.mark.rule("ARR-SOLO-72", "AMB-138")
def test_a_reveal_of_ones_own_will_brings_the_enemy_a_card() -> None:
    for bans, more in ((0, 1), (2, 0), (4, 1)):
        made = Bench().a_token("gara_kulon", 0)
        made.g.bans = bans
        made.call["push"](made.g.stack, made.t.pc_guerrilla, ATREIDES)
        made.call["resume"](made.t, made.g, made.q)
        made.call["act"](made.t, made.g, made.q, made.legal()[0])
        assert bin(made.g.hand[HARKONNEN]).count("1") == more


@pytest.mark.rule("ARR-SOLO-73", "ARR-SOLO-74")
@pytest.mark.parametrize(("leader", "deck"), [("thufir_hawat", 0), ("gaius_helen_mohiam", 1)])
def test_hawat_and_mohiam_draw_three_cards_of_their_own_deck(leader: str, deck: int) -> None:
    made = Bench()
    pc = made.t.mahdi_special_pc[LEADERS[leader]]
    assert (made.t.code[pc].code, made.t.code[pc].a, made.t.code[pc].b) == (mahdi.OP_MAHDI_PLAY, 3, deck + 1)
    other = made.g.deck[HARKONNEN] & made.t.deck_mask[1 - deck]
    unplayable = [k for k in range(36) if not made.t.deck_mask[deck] >> k & 1]
    assert unplayable and other
    made.special(leader)
    made.through()
    gone = made.t.deck_mask[deck] & ~made.g.deck[HARKONNEN]
    assert bin(gone).count("1") >= 3


@pytest.mark.rule("ARR-SOLO-76")
def test_the_second_hawats_scheming_takes_effect() -> None:
    made = Bench()
    made.g.leader_at[LEADERS["thufir_hawat"]] = op.AT_ASIDE
    schemes = [k for k, name in enumerate(CARDS[HARKONNEN]) if name == "hawats_scheming"]
    for k in schemes[1:]:
        made.g.hand[HARKONNEN] = 0
        made.g.deck[HARKONNEN] = bit(k)
        made.call["push"](made.g.stack, made.t.mahdi_special_pc[LEADERS["thufir_hawat"]], HARKONNEN)
        f = made.g.stack.frames[0]
        card = made.call["draw_top"](made.t, made.g, 0)
        made.call["start_card"](made.t, made.g, f, card, False)
        while made.g.stack.depth > 1:
            top = made.g.stack.frames[made.g.stack.depth - 1]
            at = top.pc
            top.pc = at + 1
            made.call["execute"](made.t, made.g, top, made.t.code[at])
        made.call["pop"](made.g.stack)
        if k == schemes[1]:
            assert made.g.scheme_aside == bit(k) and made.g.leader_at[LEADERS["thufir_hawat"]] == op.AT_ASIDE
    assert made.g.scheme_aside == 0 and made.g.leader_at[LEADERS["thufir_hawat"]] == op.AT_GONE
    assert made.g.leader_at[LEADERS["gaius_helen_mohiam"]] == op.AT_ASIDE


@pytest.mark.rule("AMB-90")
def test_the_pile_is_the_hand_that_cards_of_the_player_reach() -> None:
    made = Bench()
    made.g.hand[HARKONNEN] = 0b111
    made.call["lose_reinforcements"](made.t, made.g, 1)
    assert bin(made.g.hand[HARKONNEN]).count("1") == 2


@pytest.mark.rule("AMB-78")
def test_a_worm_drives_a_legion_off_all_the_same() -> None:
    made = Bench().h("north_east_9", standard=2)
    made.mark("worms", "north_east_9")
    made.call["push"](made.g.stack, made.t.pc_under, ATREIDES)
    made.g.stack.frames[0].a = area("north_east_9")
    made.call["resume"](made.t, made.g, made.q)
    assert "north_east_12" in made.offered()
