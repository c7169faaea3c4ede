"""Positions by hand: deployments, trades, cards that place figures, tokens (ARR-SOLO-33 to 46, 56, 66 to 69)."""

from __future__ import annotations

import pytest

from arrakis.mahdi_lab import HARKONNEN, LEADERS, SIETCHES, TOWNS, Bench, area, names
from dune_sim.games.arrakis.kernels import opcodes as op
from dune_sim.lang.intrinsics import only


def sound(made: Bench) -> bool:
    return not made.call["mahdi_fault"](made.t, made.g) and not made.call["first_faults"](made.t, made.g)


@pytest.mark.rule("ARR-SOLO-33", "ARR-SOLO-34")
def test_units_and_a_leader_go_to_the_strongest_settlement() -> None:
    made = Bench().h("arrakeen", standard=2).h("north_pole", standard=1, special=1)
    assert made.use("deployment") == ["north_pole"]  # as many units, but finer ones
    made.through()
    assert made.units("north_pole") == {"standard": 4, "special": 1}
    assert made.g.leader_at[LEADERS["beast_rabban"]] == area("north_pole")  # before Baron and Aramsham


@pytest.mark.rule("ARR-SOLO-33", "ARR-SOLO-02")
def test_among_other_named_leaders_the_player_chooses_and_without_any_a_bashar_comes() -> None:
    made = Bench().h("arrakeen", "beast_rabban", standard=1)
    made.use("deployment")
    made.pick("arrakeen")
    assert set(made.offered()) == {"baron_harkonnen", "captain_aramsham"}
    made.pick("captain_aramsham")
    assert made.g.leader_at[LEADERS["captain_aramsham"]] == area("arrakeen")
    made = Bench().h("arrakeen", "beast_rabban", "baron_harkonnen", "captain_aramsham", standard=1)
    made.use("deployment")
    made.through()
    assert made.units("arrakeen") == {"standard": 4, "generic": 1}


@pytest.mark.rule("ARR-SOLO-34")
def test_then_the_settlement_nearest_to_the_target() -> None:
    made = Bench("gara_kulon")  # four borders from the Imperial Basin, five and more from the others
    assert made.use("deployment") == ["imperial_basin"]


@pytest.mark.rule("ARR-SOLO-35")
def test_units_over_the_limit_go_to_the_next_settlement() -> None:
    made = Bench().h("arrakeen", standard=5).h("carthag", standard=2)
    made.use("deployment")
    made.through()
    assert made.units("arrakeen") == {"standard": 6} and made.units("carthag") == {"standard": 4}
    assert made.g.leader_at[LEADERS["beast_rabban"]] == area("arrakeen")
    assert sound(made)


@pytest.mark.rule("ARR-SOLO-35")
def test_a_full_settlement_is_passed_over() -> None:
    made = Bench().h("arrakeen", standard=6).h("carthag", standard=2)
    assert made.use("deployment") == ["carthag"]


@pytest.mark.rule("ARR-SOLO-36", "AMB-140")
def test_a_missing_class_is_replaced_by_the_next_higher_else_the_next_lower() -> None:
    made = Bench()
    made.g.pool[HARKONNEN] = [0, 2, 1, 0]
    supply = made.call["h_supply"]
    assert [supply(made.g, kind) for kind in range(3)] == [1, 1, 2]
    made.g.pool[HARKONNEN] = [3, 0, 1, 0]
    assert [supply(made.g, kind) for kind in range(3)] == [0, 2, 2]
    made.g.pool[HARKONNEN] = [3, 0, 0, 0]
    assert [supply(made.g, kind) for kind in range(3)] == [0, 0, 0]
    made.g.pool[HARKONNEN] = [0, 0, 0, 5]
    assert supply(made.g, 2) == -1


@pytest.mark.rule("ARR-SOLO-46", "ARR-SOLO-45")
def test_units_get_better_nearest_to_a_sietch_first() -> None:
    made = Bench().h("north_east_9", standard=1).h("arrakeen", standard=3)
    made.use("house")
    made.through()
    assert made.units("north_east_9") == {"elite": 1} and made.units("arrakeen") == {"standard": 2, "elite": 1}


@pytest.mark.rule("ARR-SOLO-46")
def test_then_where_the_lead_over_a_sietch_is_largest() -> None:
    made = Bench().a("gara_kulon", standard=3).a("sihaya_ridge", standard=1)
    made.h("north_east_12", standard=4).h("north_east_2", standard=3)
    made.use("house")
    made.through()
    assert made.units("north_east_2") == {"standard": 1, "elite": 2}


@pytest.mark.rule("ARR-SOLO-46")
def test_then_nearest_to_the_target() -> None:
    """Equal leads beside two sietches: the one at the target sietch."""
    made = Bench("gara_kulon").a("gara_kulon", standard=1).a("habbanya_ridge", standard=1)
    made.h("north_east_12", standard=3).h("south_west_1", standard=3)
    made.use("house")
    made.through()
    assert made.units("north_east_12") == {"standard": 1, "elite": 2}


@pytest.mark.rule("ARR-SOLO-39", "ARR-SOLO-46")
def test_cards_place_units_by_the_same_list() -> None:
    made = Bench("gara_kulon")
    made.card("evidence_of_rebellion")
    nearest = min(TOWNS, key=lambda name: min(int(made.t.apart[area(name)][area(one)]) for one in SIETCHES))
    assert made.offered() == [nearest]
    made.through()
    assert made.units(nearest) == {"elite": 2}


@pytest.mark.rule("ARR-SOLO-38", "ARR-SOLO-44", "AMB-134")
def test_a_card_puts_its_figures_where_all_of_it_can_be_done() -> None:
    """Rabban, an elite and a surprise attack: the legion nearest to a sietch is too weak, another one is not."""
    made = Bench().a("gara_kulon", standard=5).a("sihaya_ridge", standard=1)
    made.h("north_east_12", standard=1).h("north_east_2", standard=2)
    assert made.whole("mudir_nahya_the_demon_ruler")
    made.card("mudir_nahya_the_demon_ruler")
    assert made.offered() == ["north_east_2"]
    made = Bench().a("gara_kulon", standard=5).h("north_east_12", standard=1)
    assert not made.whole("mudir_nahya_the_demon_ruler")


# -- tokens -----------------------------------------------------------------------------------------------------------


def show(made: Bench, token: int, place: str) -> Bench:
    """A certain token on the map."""
    made.g.h_token_time += 1
    made.g.h_token_laid[token] = made.g.h_token_time
    made.g.h_token_at[token] = area(place)
    made.call["refresh_h_tokens"](made.g, area(place))
    return made


@pytest.mark.rule("EX-01", "ARR-SOLO-66", "ARR-SOLO-67")
def test_the_token_of_the_example_brings_its_three_figures() -> None:
    """One Bashar, one standard unit, one Sardaukar (silver 1)."""
    made = show(Bench(), 6, "arrakeen")
    assert made.call["unit_count"](made.g, area("arrakeen")) == 1
    made.call["turn_up"](made.t, made.g, area("arrakeen"))
    assert made.units("arrakeen") == {"generic": 1, "standard": 1, "special": 1}
    assert made.g.h_token_at[6] == op.AT_SUPPLY and made.g.h_token_seen[6] == made.g.h_token_time


@pytest.mark.rule("ARR-SOLO-68", "AMB-131")
def test_the_weakest_units_above_the_limit_go() -> None:
    made = show(Bench().h("arrakeen", standard=3, special=2), 6, "arrakeen")
    made.call["turn_up"](made.t, made.g, area("arrakeen"))
    assert made.units("arrakeen") == {"generic": 1, "standard": 3, "special": 3}
    made = show(show(Bench().h("arrakeen", standard=4), 6, "arrakeen"), 0, "arrakeen")
    made.call["turn_up"](made.t, made.g, area("arrakeen"))
    assert made.units("arrakeen") == {"generic": 1, "standard": 5, "special": 1}


@pytest.mark.rule("ARR-SOLO-67", "AMB-86")
def test_tokens_are_turned_up_by_attacks_storms_and_worms() -> None:
    made = show(Bench().a("gara_kulon", standard=1), 0, "shield_wall_east").h("shield_wall_east", standard=2)
    made.use("strategy")
    made.pick("shield_wall_east", "gara_kulon")
    assert made.g.h_token_at[0] == op.AT_SUPPLY
    made = show(Bench(), 0, "north_east_1")
    made.call["push"](made.g.stack, made.t.pc_storm, 1)
    made.call["resume"](made.t, made.g, made.q)
    assert made.g.h_token_at[0] == op.AT_SUPPLY
    made = show(Bench(), 0, "north_east_1")
    made.call["strike"](made.t, made.g, area("north_east_1"), 4)
    assert made.g.h_token_at[0] == op.AT_SUPPLY


@pytest.mark.rule("ARR-SOLO-67")
def test_a_trade_turns_tokens_up_where_it_needs_a_unit() -> None:
    made = show(Bench(), 0, "north_east_9")  # two standard units
    made.use("house")
    made.through()
    assert made.units("north_east_9") == {"elite": 2} and not made.g.h_tokens & made.g.legions[HARKONNEN]


@pytest.mark.rule("ARR-SOLO-69", "ARR-SOLO-02")
def test_an_empty_supply_turns_up_a_token_of_the_players_choice() -> None:
    made = Bench()
    for k, place in enumerate(("north_east_1", "north_east_3", "north_east_5", "north_east_6", "north_east_8")):
        show(made, k, place)
    show(made, 5, "north_east_8")
    made.h("arrakeen", standard=2)
    made.call["relocate_part"](made.t, made.g, area("arrakeen"), area("rimwall_west"))
    made.call["resume"](made.t, made.g, made.q)
    assert set(made.offered()) == {"north_east_1", "north_east_3", "north_east_5", "north_east_6", "north_east_8"}
    made.pick("north_east_1")
    assert made.units("north_east_1") == {"standard": 2}
    assert made.g.h_token_at[0] == area("arrakeen")
    assert made.call["h_token_count"](made.g, area("arrakeen")) == 2
    assert sound(made)


@pytest.mark.rule("ARR-SOLO-66")
def test_tokens_of_a_legion_that_falls_go_back_unseen() -> None:
    made = show(Bench().h("north_east_1", standard=1), 0, "north_east_1")
    made.call["eliminate_legion"](made.t, made.g, HARKONNEN, area("north_east_1"))
    assert made.g.h_token_at[0] == op.AT_SUPPLY and made.g.h_token_seen[0] == 0
    assert names(made.g.legions[HARKONNEN]) == set()


@pytest.mark.rule("ARR-SOLO-56")
def test_an_advance_out_of_a_settlement_leaves_tokens() -> None:
    made = Bench().h("north_pole", standard=4)
    made.g.sietch_at[0] = area("central_north_east_3")
    made.g.sietches |= only(area("central_north_east_3"))
    made.use("strategy")
    made.through()
    assert made.call["h_token_count"](made.g, area("north_pole")) == 2
    assert area("central_north_east_3") in made.g.legions[HARKONNEN]
