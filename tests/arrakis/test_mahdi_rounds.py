"""Rounds, dice and battles of the automated Harkonnen (ARR-SOLO-01 to 24, 57 to 69)."""

from __future__ import annotations

import random

import pytest

from arrakis.mahdi_lab import (
    ATREIDES,
    FACES,
    GAME,
    HARKONNEN,
    LEADERS,
    SIETCHES,
    TACTICS,
    Bench,
    area,
    begun,
    number,
    run,
)  # fmt: skip
from dune_sim.games.arrakis.kernels import opcodes as op
from dune_sim.games.arrakis.kernels.mahdi import opcodes as mahdi
from dune_sim.lang.intrinsics import bit

# -- the round --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ARR-SOLO-01", "ARR-SOLO-02")
def test_one_person_plays_the_atreides_and_answers_for_the_harkonnen() -> None:
    assert GAME.num_players == 1 and list(GAME.seats) == ["atreides", "harkonnen"]
    state, dice = GAME.new(3), random.Random(3)
    for _ in range(150):
        if state.is_over:
            break
        assert state.to_move == 0
        state.apply(dice.choice(state.legal_actions()))


@pytest.mark.rule("ARR-SOLO-04", "ARR-SOLO-05", "ARR-SOLO-09")
def test_a_round_begins_with_two_visions_and_a_card_of_each_deck_on_the_pile() -> None:
    made = begun()
    assert bin(made.g.row).count("1") == 2
    assert bin(made.g.hand[ATREIDES]).count("1") == 2
    held = made.g.hand[HARKONNEN]
    assert [bin(held & made.t.deck_mask[deck]).count("1") for deck in range(2)] == [1, 1]
    assert made.g.pile_seen == 0 and made.g.sietch_known == 0
    assert bin(made.g.tactics).count("1") <= 6


@pytest.mark.rule("ARR-SOLO-06", "ARR-SOLO-07")
def test_the_target_shows_another_sector_and_stands() -> None:
    for seed in range(40):
        made = Bench(seed=seed)
        made.destroy("windgap").destroy("sihaya_ridge")
        made.call["reshuffle_tactics"](made.g)
        made.call["draw_tactics"](made.t, made.g)
        harvest, target = made.g.harvest_card - 1, made.g.target_card - 1
        assert made.t.tactic_sectors[harvest] != made.t.tactic_sectors[target]
        assert TACTICS[target] not in ("windgap", "sihaya_ridge")
        assert not made.g.tactics >> target & 1 and not made.g.tactics >> harvest & 1


@pytest.mark.rule("ARR-SOLO-08")
def test_a_destroyed_target_is_replaced_at_once() -> None:
    made = Bench("gara_kulon", "habbanya_ridge")
    made.call["destroy_sietch"](made.t, made.g, area("gara_kulon"))
    assert made.g.target_card > 0 and TACTICS[made.g.target_card - 1] not in ("gara_kulon", "habbanya_ridge")
    kept = made.g.target_card
    other = next(name for name in SIETCHES if name not in ("gara_kulon", TACTICS[kept - 1]))
    made.call["destroy_sietch"](made.t, made.g, area(other))
    assert made.g.target_card == kept


@pytest.mark.rule("AMB-87", "ARR-SOLO-02")
def test_without_a_card_the_nearest_sietch_is_the_target() -> None:
    made = Bench("gara_kulon", "habbanya_ridge").h("south_east_2", standard=1)
    made.g.tactics = 0
    made.call["destroy_sietch"](made.t, made.g, area("gara_kulon"))
    made.call["resume"](made.t, made.g, made.q)
    assert made.offered() == ["tasmin_sink"]
    made.pick("tasmin_sink")
    assert TACTICS[made.g.target_card - 1] == "tasmin_sink"


@pytest.mark.rule("ARR-SOLO-22", "ARR-SOLO-23", "AMB-05")
def test_a_round_ends_with_a_step_of_supremacy_and_a_new_tactical_deck() -> None:
    made = run(Bench(), mahdi.OP_MAHDI_END)
    assert made.g.supremacy == 1 and made.g.tactics == 255 and made.g.target_card == made.g.harvest_card == 0
    codes = [made.t.code[k].code for k in range(made.t.pc_game, made.t.pc_game + 40)]
    assert codes.index(op.OP_VICTORY) < codes.index(mahdi.OP_MAHDI_END) < codes.index(op.OP_ROUND_END)
    last = Bench()
    last.g.supremacy = 9
    assert run(last, mahdi.OP_MAHDI_END).g.winner == HARKONNEN + 1


@pytest.mark.rule("ARR-SOLO-24")
def test_the_pile_is_kept_and_leaders_are_not_swapped() -> None:
    made = Bench()
    lines = [made.t.code[k] for k in range(made.t.pc_game, made.t.pc_game + 40)]
    for code in (op.OP_SWAP_LEADERS, op.OP_HAND_LIMIT):
        assert [one.a for one in lines if one.code == code] == [ATREIDES]


# -- dice -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ARR-SOLO-16", "ARR-SOLO-18")
def test_one_die_after_each_turn_of_the_player() -> None:
    made = begun()
    while made.g.phase != op.PHASE_ACTIONS:
        made.call["act"](made.t, made.g, made.q, made.legal()[0])
    unrolled = made.g.unrolled
    assert unrolled == 8 - made.g.blocked and sum(made.g.used_faces) == 0
    assert made.call["unused_dice"](made.g, HARKONNEN) == unrolled
    dice = random.Random(4)
    while made.g.turn < 2 and made.g.phase == op.PHASE_ACTIONS:
        made.call["act"](made.t, made.g, made.q, dice.choice(made.legal()))
    assert made.g.unrolled == unrolled - 1 and sum(made.g.used_faces) == 1 == made.g.used[HARKONNEN]


@pytest.mark.rule("ARR-SOLO-16")
def test_the_tank_slides_with_every_die() -> None:
    made = Bench()
    made.g.tank[HARKONNEN][0] = LEADERS["beast_rabban"] + 1
    made.g.leader_at[LEADERS["beast_rabban"]] = op.AT_TANK
    made.start(made.t.pc_mahdi_turn)
    assert made.g.tank[HARKONNEN][1] == LEADERS["beast_rabban"] + 1


@pytest.mark.rule("ARR-SOLO-17")
def test_a_result_that_three_dice_show_is_rolled_again() -> None:
    seen = set()
    for seed in range(60):
        made = Bench(seed=seed)
        made.g.used_faces = [3, 3, 0, 3, 0]
        seen.add(made.call["roll_die"](made.t, made.g))
    assert seen == {2, 4}


@pytest.mark.rule("ARR-SOLO-75", "AMB-79")
def test_truthtrance_names_the_next_result() -> None:
    made = Bench()
    made.g.used_faces = [2, 3, 2, 2, 1]
    assert [face for k, face in enumerate(FACES) if made.call["namable"](made.g, k)] == [
        "leadership",
        "mentat",
        "house",
    ]
    made.call["push"](made.g.stack, made.t.card_pc[ATREIDES][number("truthtrance", ATREIDES)], ATREIDES)
    made.call["resume"](made.t, made.g, made.q)
    legal = made.legal()
    made.call["act"](made.t, made.g, made.q, next(one for one in legal if GAME.actions[one].kind == "face"))
    assert made.g.forced_face == 1
    while made.legal():
        made.call["act"](made.t, made.g, made.q, made.legal()[0])
    made.start(made.t.pc_mahdi_turn)
    assert made.g.used_faces[0] == 3


@pytest.mark.rule("ARR-SOLO-64", "ARR-SOLO-65")
def test_a_die_of_the_spice_board_instead_of_a_bene_gesserit_token() -> None:
    made = Bench()
    made.g.unrolled, made.g.blocked = 5, 1
    made.call["gain_bene_gesserit"](made.g, HARKONNEN, 1)
    assert (made.g.unrolled, made.g.blocked, made.g.bg[HARKONNEN], made.g.supremacy) == (6, 0, 0, 0)
    made.call["gain_bene_gesserit"](made.g, HARKONNEN, 1)
    assert (made.g.unrolled, made.g.supremacy) == (6, 1)
    made.call["gain_bene_gesserit"](made.g, ATREIDES, 1)
    assert made.g.bg[ATREIDES] == 2


# -- battles ----------------------------------------------------------------------------------------------------------


def battle(made: Bench, attacker: int, rounds: int = 1) -> Bench:
    made.g.battle.round = rounds
    made.g.battle.sides[0].faction, made.g.battle.sides[1].faction = attacker, 1 - attacker
    return made


def fight_on(made: Bench, code: int, side: int) -> tuple[bool, int]:
    """One instruction of a battle; whether it was done, and where the program stands."""
    pc = next(
        k for k in range(made.t.pc_attack, made.t.pc_advance) if (made.t.code[k].code, made.t.code[k].a) == (code, side)
    )
    made.call["push"](made.g.stack, pc, HARKONNEN)
    f = made.g.stack.frames[0]
    f.pc = pc + 1
    return bool(made.call["execute"](made.t, made.g, f, made.t.code[pc])), f.pc


@pytest.mark.rule("ARR-SOLO-57", "AMB-84")
def test_cards_of_the_pile_make_up_six_dice() -> None:
    made = battle(Bench(), HARKONNEN)
    made.g.hand[HARKONNEN] = 0b111 | bit(20)
    made.g.battle.sides[0].standard = 4
    assert fight_on(made, mahdi.OP_MAHDI_CARDS, 0)[0]
    assert made.g.battle.sides[0].spent == 2 and bin(made.g.hand[HARKONNEN]).count("1") == 2
    assert made.g.last_deck in (1, 2)


@pytest.mark.rule("ARR-SOLO-57", "AMB-139")
def test_hawats_scheming_is_no_die() -> None:
    made = battle(Bench(), HARKONNEN)
    made.g.hand[HARKONNEN] = bit(number("hawats_scheming"))
    made.g.battle.sides[0].standard = 2
    assert fight_on(made, mahdi.OP_MAHDI_CARDS, 0)[0] and made.g.battle.sides[0].spent == 0


@pytest.mark.rule("ARR-SOLO-58")
def test_the_landsraad_ban_keeps_the_pile() -> None:
    made = battle(Bench(), HARKONNEN)
    made.g.hand[HARKONNEN], made.g.bans = 7, 4
    made.g.battle.sides[0].standard = 2
    assert fight_on(made, mahdi.OP_MAHDI_CARDS, 0)[0] and made.g.battle.sides[0].spent == 0


@pytest.mark.rule("ARR-SOLO-59")
def test_the_harkonnen_never_retreat_from_a_battle() -> None:
    made = battle(Bench(), ATREIDES)
    made.g.battle.can_retreat = 1
    assert fight_on(made, mahdi.OP_MAHDI_RETREAT, 1)[0]


@pytest.mark.rule("ARR-SOLO-60", "ARR-SOLO-28", "AMB-81")
@pytest.mark.parametrize(("own", "enemy", "goes_on"), [((3, 0, 0), (0, 4, 0), False), ((3, 1, 0), (0, 4, 0), True)])
def test_they_cease_at_half_the_strength_of_the_enemy(
    own: tuple[int, ...], enemy: tuple[int, ...], goes_on: bool
) -> None:
    """Six against twelve ceases, nine against twelve goes on."""
    made = battle(Bench(), HARKONNEN)
    for side, figures in zip(made.g.battle.sides, (own, enemy), strict=True):
        side.standard, side.elite, side.special = figures
    done, pc = fight_on(made, mahdi.OP_MAHDI_CONTINUE, 0)
    assert done and (pc != made.t.pc_close) == goes_on
    assert bool(made.g.battle.winner) != goes_on


@pytest.mark.rule("ARR-SOLO-61")
def test_going_on_against_a_sietch_costs_them_nothing() -> None:
    made = battle(Bench(), HARKONNEN)
    made.g.battle.rank = 3
    made.g.battle.sides[0].standard = made.g.battle.sides[1].standard = 3
    assert fight_on(made, mahdi.OP_MAHDI_CONTINUE, 0)[0] and made.g.battle.sides[0].suffer == 0


def wounded(
    hits: int, standard: int = 0, elite: int = 0, special: int = 0, generic: int = 0, named: int = 0
) -> tuple[int, ...]:
    side = battle(Bench(), HARKONNEN).g.battle.sides[0]
    call = Bench().call
    side.standard, side.elite, side.special, side.generic, side.named = standard, elite, special, generic, named
    side.suffer, side.pool = hits, 20
    while call["casualties_pending"](side):
        loss = call["next_loss"](side)
        if loss < 0:
            return (-1,)
        call["take_casualty"](side, loss)
    return side.standard, side.elite, side.special, side.generic, side.named


@pytest.mark.rule("ARR-SOLO-19", "ARR-SOLO-62")
def test_hits_of_storms_and_worms_are_taken_like_those_of_a_battle() -> None:
    made = Bench().h("north_east_1", standard=2, generic=2)
    made.call["hits_on"](made.t, made.g, HARKONNEN, area("north_east_1"), 2)
    made.call["resume"](made.t, made.g, made.q)
    assert made.units("north_east_1") == {"standard": 1, "generic": 1}  # a Bashar, then a unit


@pytest.mark.rule("ARR-SOLO-62")
def test_hits_take_leaders_ranks_then_units() -> None:
    assert wounded(2, 3, 1, 1, 2, 1) == (3, 1, 1, 0, 1)  # Bashars first, the named leader stays
    assert wounded(3, 3, 1, 1, 2, 1) == (4, 0, 1, 0, 1)  # then an elite loses its rank
    assert wounded(4, 3, 1, 1, 2, 1) == (5, 0, 0, 0, 1)  # then a Sardaukar
    assert wounded(6, 3, 1, 1, 2, 1) == (3, 0, 0, 0, 1)  # then standard units
    assert wounded(2, 2, 0, 0, 1) == (1, 0, 0, 0, 0)  # two hits would take both units: the leader first
    assert wounded(1, 2, 0, 0, 1) == (1, 0, 0, 1, 0)
    assert wounded(1, 2, named=3) == (-1,)  # which of two named leaders: the player


@pytest.mark.rule("ARR-SOLO-63")
def test_a_retreat_goes_to_an_empty_area_if_there_is_one() -> None:
    made = Bench().a("north_east_12", standard=1).h("north_east_9", standard=4)
    for place in ("north_east_8", "north_east_11"):
        made.mark("signs", place)
    made.g.move.target, made.g.move.source = area("north_east_12"), area("north_east_9")
    made.g.battle.reason = 3
    pc = next(k for k in range(made.t.pc_attack, made.t.pc_advance) if made.t.code[k].code == op.OP_RETREAT_AREA)
    made.call["push"](made.g.stack, pc, HARKONNEN)
    made.call["resume"](made.t, made.g, made.q)
    assert set(made.offered()) == {"north_east_13", "north_east_14"}
    assert made.g.decider == 0
