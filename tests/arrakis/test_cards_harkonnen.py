"""What the cards of House Harkonnen and its Corrino ally do."""

from __future__ import annotations

import pytest

from arrakis.cards_lab import (
    AREAS,
    CARDS,
    CONTENT,
    ELITE,
    GENERIC,
    LEADERS,
    SPECIAL,
    STANDARD,
    Chooser,
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
from dune_sim.games.arrakis.kernels.battle import OP_CASUALTIES
from dune_sim.games.arrakis.kernels.layout import ATREIDES, HARKONNEN
from dune_sim.lang.intrinsics import only

VILLAGES = [one.id for one in CONTENT.settlements if one.kind == "village"]
SIETCHES = [one.id for one in CONTENT.areas if one.sietch]
ANY = act.ACT_AREA


def go(name: str) -> int:
    return act.ACT_AREA + area(name)


def leader(name: str) -> int:
    return act.ACT_LEADER + LEADERS[name]


def small() -> Lab:
    """Single standard units in the Harkonnen settlements."""
    lab = Lab(HARKONNEN)
    for town in CONTENT.settlements:
        lab.clear(town.id)
        lab.put(HARKONNEN, town.id, 1)
    lab.renew()
    return lab


def test_hard_times_fills_every_settlement_that_stands() -> None:
    lab = small()
    lab.clear("arsunt")
    lab.g.settlements -= only(area("arsunt"))
    lab.play("hard_times_and_oppression", eager)
    assert [lab.at(name, STANDARD) for name in VILLAGES] == [0 if name == "arsunt" else 2 for name in VILLAGES]
    assert lab.at("carthag", ELITE) == lab.at("arrakeen", ELITE) == 1


@pytest.mark.rule("ARR-LEAD-02", "ARR-LEAD-11")
def test_feyd_enters_and_rabban_leaves() -> None:
    lab = small()
    lab.enter("beast_rabban", "carthag")
    lab.hold(HARKONNEN, "spotter_control")
    lab.play("beloved_feyd_rautha", refuse)
    assert lab.where("feyd_rautha") == op.AT_OUT and lab.where("beast_rabban") == "carthag"
    lab.play("beloved_feyd_rautha", wanting(act.ACT_YES))
    assert lab.where("feyd_rautha") == op.AT_ASIDE
    assert lab.where("beast_rabban") == op.AT_GONE
    assert lab.g.hand[HARKONNEN] >> CARDS[HARKONNEN].index("spotter_control") & 1 == 0


def test_feyd_in_play_gets_elites() -> None:
    lab = small()
    lab.enter("feyd_rautha", "arsunt")
    lab.play("beloved_feyd_rautha", eager)
    assert lab.at("arsunt", ELITE) == 2


@pytest.mark.rule("ARR-MAP-08")
def test_patrols_go_one_by_one_to_empty_desert() -> None:
    lab = small()
    lab.mark("harvesters", lab.empty("desert")[0])
    before = set(lab.empty("desert", 200))
    lab.play("harkonnen_patrols", eager)
    taken = before - set(lab.empty("desert", 200))
    assert len(taken) == 3
    assert all(lab.at(name, STANDARD) == 1 for name in taken)


@pytest.mark.rule("ARR-UNIT-15", "ARR-DEPLOY-05")
def test_arsunt_legion_comes_with_its_leader_and_moves() -> None:
    lab = small()
    lab.clear("arsunt")
    lab.renew()
    option = act.ACT_OPTION
    lab.play("arsunt_legion", wanting(act.ACT_CLASS + 3, option, go("arsunt"), go("broken_land"), act.ACT_ALL))
    assert lab.at("broken_land", GENERIC) == lab.at("broken_land", ELITE) == lab.at("broken_land", STANDARD) == 1
    assert lab.g.legion[area("arsunt")] == 0


def test_a_leader_is_never_placed_alone() -> None:
    lab = small()
    lab.clear("arsunt")
    lab.renew()

    def only_leaders(bench: Lab, legal: list[int]) -> int:
        return refuse(bench, legal) if bench.top() == card_op.OP_PLACE_UNITS else eager(bench, legal)

    lab.play("arsunt_legion", only_leaders)
    assert lab.g.legion[area("arsunt")] == 0


def test_baron_is_relocated() -> None:
    lab = small()
    lab.enter("baron_harkonnen", "arsunt")
    lab.play("barons_personal_guard", once(go("carthag"), go("carthag"), leader("baron_harkonnen"), go("carthag")))
    assert lab.where("baron_harkonnen") == "carthag"
    assert lab.at("carthag", ELITE) == 2


@pytest.mark.rule("ARR-FREE-05", "ARR-FREE-06", "ARR-LEAD-10", "ARR-BG-06")
@pytest.mark.parametrize("many", [2, 3])
def test_hawats_scheming_is_a_free_action(many: int) -> None:
    lab = Lab(HARKONNEN)
    first = CARDS[HARKONNEN].index("hawats_scheming")
    lab.g.hand[HARKONNEN] = ((1 << many) - 1) << first
    lab.renew()
    assert act.ACT_HAWAT not in lab.legal()
    lab.enter("thufir_hawat")
    lab.renew()
    assert act.ACT_HAWAT in lab.legal()
    assert (act.ACT_HAWAT + 1 in lab.legal()) == (many == 3)
    tokens = lab.g.bg[HARKONNEN]
    lab.call["act"](lab.t, lab.g, lab.q, act.ACT_HAWAT)
    assert lab.where("thufir_hawat") == op.AT_GONE
    assert lab.where("gaius_helen_mohiam") == op.AT_ASIDE
    assert lab.g.bg[HARKONNEN] == tokens + 1
    assert lab.g.hand[HARKONNEN].bit_count() == many - 2
    assert lab.call["loose"](lab.t, lab.g, HARKONNEN) == 0
    assert act.ACT_HAWAT not in lab.legal()


def test_polar_factories_clear_the_pole() -> None:
    lab = small()
    beside, far = lab.beside("north_pole"), lab.empty("desert", 60)[-1]
    for name in (*beside, far):
        lab.mark("signs", name)
    lab.play("polar_cap_factories", eager)
    assert lab.spots(lab.g.signs) == {far}
    assert (lab.at("north_pole", STANDARD), lab.at("north_pole", ELITE), lab.at("north_pole", GENERIC)) == (3, 1, 1)


def test_vehicles_and_cards() -> None:
    lab = small()
    hand, harvesters = lab.g.hand[HARKONNEN].bit_count(), len(lab.spots(lab.g.harvesters))
    lab.g.carryalls = 0
    lab.g.ornithopters = 0
    lab.play("workhorse_of_arrakis", wanting(act.ACT_YES))
    assert len(lab.spots(lab.g.harvesters)) == harvesters + 1
    assert lab.g.carryalls.bit_count() == 1
    assert lab.g.hand[HARKONNEN].bit_count() == hand + 2
    lab.play("full_control_of_the_air", once(act.ACT_ZONE + 2, act.ACT_YES, act.ACT_ZONE + 3, act.ACT_YES))
    assert lab.g.ornithopters.bit_count() == 2


def test_spotters_discard_three_wormsigns() -> None:
    lab = small()
    for name in lab.empty("desert", 4):
        lab.mark("signs", name)
    lab.play("spotter_control", eager)
    assert len(lab.spots(lab.g.signs)) == 1


@pytest.mark.rule("ARR-UNIT-12", "ARR-BATTLE-41")
def test_artillery_hits_a_neighbour_without_answer() -> None:
    asked = set()
    for seed in range(1, 9):
        lab = Lab(HARKONNEN, seed)
        lab.put(HARKONNEN, "north_east_2", 1)
        lab.renew()
        lab.play("explosive_artillery", shooting("sihaya_ridge"))
        assert area("sihaya_ridge") not in lab.g.tokens
        assert "sihaya_ridge" in lab.spots(lab.g.sietches)
        assert lab.at("north_east_2", STANDARD) == 1
        asked |= {who for code, _, _, who in lab.seen if code == OP_CASUALTIES}
    assert asked == {ATREIDES}, "in some of these games there is a choice of casualties"


def shooting(target: str) -> Chooser:
    """Refuse the move, shoot, take casualties as they come."""

    def choose(lab: Lab, legal: list[int]) -> int:
        if lab.top() == card_op.OP_SPECIAL_ATTACK:
            assert go(target) in legal
            return go(target)
        return refuse(lab, legal)

    return choose


@pytest.mark.rule("ARR-TANK-02")
def test_hunter_seeker_needs_a_legion_in_the_sector() -> None:
    lab = small()
    lab.enter("paul_atreides", "sihaya_ridge")
    lab.play("hunter_seeker", eager)
    assert lab.where("paul_atreides") == "sihaya_ridge"
    lab.put(HARKONNEN, "north_east_4", 1)
    lab.play("hunter_seeker", eager)
    assert lab.where("paul_atreides") == op.AT_TANK
    assert lab.g.tank[ATREIDES][0] == LEADERS["paul_atreides"] + 1


def test_demon_ruler_with_and_without_rabban() -> None:
    lab = small()
    lab.play("mudir_nahya_the_demon_ruler", once(leader("beast_rabban"), go("arsunt"), go("arsunt")))
    assert lab.where("beast_rabban") == "arsunt" and lab.at("arsunt", ELITE) == 1
    lab.call["remove_from_game"](lab.t, lab.g, LEADERS["beast_rabban"])
    answers = once(act.ACT_CLASS + 3, go("carthag"), go("carthag"), go("carthag"))
    lab.play("mudir_nahya_the_demon_ruler", answers)
    assert lab.at("carthag", ELITE) == 2 and lab.at("carthag", GENERIC) == 1


@pytest.mark.parametrize("version", ["a", "b", "c"])
def test_the_emperor_enters_by_his_rage(version: str) -> None:
    lab = small()
    lab.hold(HARKONNEN)
    lab.play(f"rage_overcame_shaddam_iv_{version}", wanting(act.ACT_YES))
    assert lab.where("emperor_shaddam_iv") == op.AT_ASIDE


def test_the_emperor_in_play() -> None:
    lab = small()
    lab.enter("emperor_shaddam_iv")
    emperor = leader("emperor_shaddam_iv")
    here = go("arsunt")
    lab.play("rage_overcame_shaddam_iv_a", once(here, here, here, here, here, emperor, here))
    assert (lab.where("emperor_shaddam_iv"), lab.at("arsunt", STANDARD)) == ("arsunt", 5)
    here = go("carthag")
    lab.play("rage_overcame_shaddam_iv_b", once(emperor, here, here, here))
    assert (lab.where("emperor_shaddam_iv"), lab.at("carthag", SPECIAL)) == ("carthag", 2)
    lab.put(HARKONNEN, "imperial_basin", 256)
    here, there = go("imperial_basin"), go("hole_in_the_rock")
    lab.play("rage_overcame_shaddam_iv_c", once(emperor, here, here, there, act.ACT_ALL))
    assert lab.where("emperor_shaddam_iv") == "hole_in_the_rock"


def test_manipulation_lets_the_opponent_choose() -> None:
    lab = small()
    lab.hold(ATREIDES, "war_plan", "the_voice", "thumpers")
    lab.play("manipulation_of_others", wanting(act.ACT_YES))
    assert lab.g.hand[ATREIDES].bit_count() == 1
    deciders = [who for code, _, action, who in lab.seen if code == card_op.OP_ENEMY_DISCARDS and action != act.ACT_YES]
    assert deciders == [ATREIDES, ATREIDES]


@pytest.mark.rule("ARR-BG-06")
def test_breeding_program_gives_a_token() -> None:
    lab = small()
    lab.hold(HARKONNEN)
    tokens, supply = lab.g.bg[HARKONNEN], lab.g.bg_supply
    lab.play("breeding_program", wanting(act.ACT_YES))
    assert (lab.g.bg[HARKONNEN], lab.g.bg_supply) == (tokens + 1, supply - 1)


@pytest.mark.rule("ARR-MOVE-04", "ARR-UNIT-07")
def test_troop_carriers_fly_far() -> None:
    lab = small()
    lab.put(HARKONNEN, "arrakeen", 0x1013)
    lab.put(HARKONNEN, "south_west_1", 3)
    lab.play("troop_carriers", once(go("arrakeen"), go("south_west_1"), act.ACT_ALL, act.ACT_CLASS, then=eager))
    assert lab.g.legion[area("arrakeen")] == 0
    assert lab.call["unit_count"](lab.g, area("south_west_1")) == 6
    assert lab.at("south_west_1", GENERIC) == 1


def test_troop_carriers_need_a_settlement_and_a_legion() -> None:
    lab = small()
    lab.put(HARKONNEN, "south_west_1", 3)
    lab.play("troop_carriers", refuse)
    (_, legal, _, _), *_ = lab.seen
    starts = {AREAS[one - ANY] for one in legal if one >= ANY}
    assert starts == {one.id for one in CONTENT.settlements}


def test_shigawire_strikes_beside_the_moved_legion() -> None:
    lab = small()
    lab.enter("paul_atreides", "sihaya_ridge")
    lab.put(HARKONNEN, "north_east_1", 256)
    lab.renew()
    goal = next(name for name in lab.beside("north_east_1") if name in lab.beside("sihaya_ridge"))
    lab.play("shigawire", once(go("north_east_1"), go(goal), leader("paul_atreides")))
    assert lab.where("paul_atreides") == op.AT_TANK


def test_hope_clouds_spares_the_kept_card() -> None:
    lab = small()
    row = [k for k in range(16) if lab.g.row >> k & 1]
    lab.g.kept_card = row[0] + 1
    lab.play("hope_clouds_observation", eager)
    (_, legal, action, _), *_ = lab.seen
    assert legal == [act.ACT_DONE, *(act.ACT_PRESCIENCE + k for k in row[1:])]
    assert not lab.g.row >> row[1] & 1 and lab.g.deck_prescience >> row[1] & 1
    assert action == act.ACT_PRESCIENCE + row[1]


def test_reports_of_traitors_take_a_house_die() -> None:
    lab = small()
    lab.g.dice[ATREIDES][:] = [1, 1, 0, 1, 2]
    lab.play("reports_of_traitors", wanting(act.ACT_YES))
    assert (lab.g.dice[ATREIDES][4], lab.g.lost_dice[ATREIDES]) == (1, 1)


def test_pogrom_moves_only_sardaukar_legions() -> None:
    lab = small()
    lab.put(HARKONNEN, "arsunt", 256)
    lab.play("sardaukar_pogrom", once(go("arsunt"), go("broken_land"), act.ACT_CLASS + 2))
    (_, legal, _, _), *_ = lab.seen
    assert [one for one in legal if one >= ANY] == [go("arsunt")]
    assert lab.at("broken_land", SPECIAL) == 1 and lab.at("arsunt", STANDARD) == 1


def fight_of(card: str, lab: Lab, legion: str, target: str) -> dict[str, int]:
    """What the battle record says when the first round begins."""
    kept: dict[str, int] = {}

    def choose(bench: Lab, legal: list[int]) -> int:
        battle = bench.g.battle
        if battle.round and not kept:
            kept.update(
                surprise=battle.surprise, free=battle.free_continue, bonus=battle.sides[0].bonus, cap=battle.cap
            )
        for one in (act.ACT_OPTION + 1, go(legion), go(target)):
            if one in legal and bench.top() in (op.OP_CHOOSE, op.OP_ATTACK):
                return one
        return eager(bench, legal) if battle.round else refuse(bench, legal)

    lab.play(card, choose)
    return kept


@pytest.mark.parametrize(
    ("card", "fight"),
    [
        ("killers_without_mercy", {"surprise": 0, "free": 1, "bonus": 0, "cap": 0}),
        ("sardaukars_manner", {"surprise": 1, "free": 0, "bonus": 0, "cap": 0}),
    ],
)
@pytest.mark.rule("ARR-BATTLE-12", "ARR-BATTLE-29")
def test_what_cards_change_in_an_attack(card: str, fight: dict[str, int]) -> None:
    lab = small()
    lab.put(HARKONNEN, "north_east_2", 0x203)
    lab.renew()
    assert fight_of(card, lab, "north_east_2", "sihaya_ridge") == fight


def test_spies_turn_up_one_area() -> None:
    lab = small()
    lab.play("spies_all_over_arrakis", once(go("windgap")))
    assert area("windgap") not in lab.g.tokens
    assert lab.g.sietch_known.bit_count() == 1
    (_, legal, _, _), *_ = lab.seen
    assert {AREAS[one - ANY] for one in legal if one >= ANY} == set(SIETCHES)


def test_battle_group_lands_in_free_mountains() -> None:
    lab = small()
    lab.play(
        "moving_the_battle_group",
        once(go("broken_land"), *[go("broken_land")] * 2, act.ACT_CLASS + 3, go("broken_land")),
    )
    (_, legal, _, _), *_ = lab.seen
    assert {CONTENT.areas.get(AREAS[one - ANY]).terrain for one in legal if one >= ANY} == {"mountain"}
    assert (lab.at("broken_land", ELITE), lab.at("broken_land", GENERIC)) == (2, 1)


def test_sardaukar_disguised() -> None:
    lab = small()
    lab.put(HARKONNEN, "carthag", 3 * 16)
    lab.play("sardaukar_disguised", once(go("carthag"), go("carthag")))
    assert (lab.at("carthag", ELITE), lab.at("carthag", SPECIAL)) == (1, 2)


def test_aramsham_leads_sardaukar() -> None:
    lab = small()
    lab.put(HARKONNEN, "carthag", 256)
    captain, there = leader("captain_aramsham"), go("broken_land")
    answers = once(captain, go("carthag"), go("carthag"), there, act.ACT_ALL)
    lab.play("i_decide_what_best_serves_his_majesty", answers)
    assert lab.where("captain_aramsham") == "broken_land"
