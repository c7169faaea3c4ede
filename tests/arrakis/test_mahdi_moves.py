"""Positions by hand: how the automated Harkonnen move (ARR-SOLO-48 to 56)."""

from __future__ import annotations

import pytest

from arrakis.mahdi_lab import HARKONNEN, SIETCHES, Bench, area, names
from dune_sim.games.arrakis.kernels import opcodes as op


def lone(target: str = "gara_kulon", *others: str) -> Bench:
    """A map with the target and some other sietches."""
    made = Bench(target, "habbanya_ridge" if target != "habbanya_ridge" else "gara_kulon")
    for name in SIETCHES:
        if name not in (target, *others):
            made.destroy(name)
    return made


def held(made: Bench) -> set[str]:
    return names(made.g.legions[HARKONNEN])


@pytest.mark.rule("ARR-SOLO-48", "ARR-SOLO-49", "ARR-SOLO-26")
def test_two_legions_move_nearer_the_nearest_first() -> None:
    made = lone().h("north_east_9", standard=3).h("north_east_4", standard=5).h("north_east_3", standard=6)
    assert made.use("strategy") == ["gara_kulon"]
    assert made.pick("gara_kulon") == ["north_east_9"]
    made.pick("north_east_9", "north_east_12")
    assert made.offered() == ["north_east_4"]  # three steps before four
    made.through()
    assert held(made) >= {"north_east_12", "north_east_3"} and "north_east_4" not in held(made)


@pytest.mark.rule("ARR-SOLO-48")
def test_at_equal_distance_the_strongest_goes_first() -> None:
    made = lone().h("north_east_9", standard=3).h("north_east_7", standard=3, elite=1)
    made.use("strategy")
    assert made.pick("gara_kulon") == ["north_east_7"]


@pytest.mark.rule("ARR-SOLO-48", "ARR-SOLO-02")
def test_among_equals_the_player_names_the_first() -> None:
    made = lone().h("north_east_9", standard=3).h("north_east_7", standard=3)
    made.use("strategy")
    assert set(made.pick("gara_kulon")) == {"north_east_9", "north_east_7"}


@pytest.mark.rule("ARR-SOLO-49")
def test_the_path_leads_around_what_is_not_free() -> None:
    """Two enemy legions and a worm stand in the way: the shortest free path goes through North-East 13."""
    made = lone().h("north_east_9", standard=2)
    made.a("north_east_12", standard=3).a("north_east_8", standard=3)
    made.use("strategy")
    made.through()
    assert held(made) == {"north_east_13"}


@pytest.mark.rule("ARR-SOLO-49", "ARR-SOLO-54", "AMB-132")
def test_an_ornithopter_carries_one_legion_a_turn_where_it_gains() -> None:
    made = lone().fly(1).h("north_east_5", standard=3).h("north_east_6", standard=3)
    made.use("strategy")
    made.through("north_east_5")
    assert made.g.ornithopters == 0
    # three borders away: one flew two areas, the other walked one
    assert sorted(int(made.t.apart[a][area("gara_kulon")]) for a in made.g.legions[HARKONNEN]) == [1, 2]


@pytest.mark.rule("AMB-132")
def test_an_ornithopter_stays_where_a_walk_is_as_good() -> None:
    made = lone().fly(1).h("north_east_9", standard=3)
    assert ends(made, "north_east_9") and ends(made, "north_east_9") <= names(made.t.touch[area("north_east_9")])
    made = lone().fly(1).h("north_east_6", standard=3)
    assert not ends(made, "north_east_6") & names(made.t.touch[area("north_east_6")])


@pytest.mark.rule("ARR-SOLO-50")
def test_a_legion_that_is_not_stronger_is_passed_over() -> None:
    made = lone().a("gara_kulon", standard=3).h("north_east_9", standard=3).h("north_east_3", standard=4)
    made.use("strategy")
    made.pick("gara_kulon", "north_east_3")
    made.through()
    assert "north_east_9" in held(made) and "north_east_3" not in held(made)


@pytest.mark.rule("ARR-SOLO-51")
def test_another_sietch_stands_in_for_a_target_that_is_too_strong() -> None:
    """Sihaya Ridge and Tasmin Sink are both three areas from the target; the rank decides."""
    made = lone("gara_kulon", "sihaya_ridge", "tasmin_sink").a("gara_kulon", standard=6)
    made.rank("sihaya_ridge", 1).rank("tasmin_sink", 3).h("north_east_13", standard=2)
    assert made.use("strategy") == ["tasmin_sink"]
    made = lone("gara_kulon", "sihaya_ridge", "tasmin_sink").a("gara_kulon", standard=6)
    made.rank("sihaya_ridge", 2).rank("tasmin_sink", 2).h("north_east_13", standard=2)
    assert set(made.use("strategy")) == {"sihaya_ridge", "tasmin_sink"}


@pytest.mark.rule("ARR-SOLO-51")
def test_the_nearest_sietch_comes_before_a_higher_rank() -> None:
    made = lone("gara_kulon", "sihaya_ridge", "hobars_gap").a("gara_kulon", standard=6)
    made.rank("sihaya_ridge", 1).rank("hobars_gap", 3).h("north_east_13", standard=2)
    assert made.use("strategy") == ["sihaya_ridge"]


@pytest.mark.rule("ARR-SOLO-51")
def test_nobody_moves_where_every_sietch_is_too_strong() -> None:
    made = lone().a("gara_kulon", standard=6).h("north_east_9", standard=2)
    assert made.use("strategy") == [] and held(made) == {"north_east_9"}


@pytest.mark.rule("ARR-SOLO-52")
def test_a_path_that_ends_with_another_legion_is_best() -> None:
    made = lone().h("north_east_6", standard=2)
    assert ends(made, "north_east_6") == {"north_east_8", "north_east_9"}
    assert ends(made.h("north_east_8", standard=2), "north_east_6") == {"north_east_8"}


@pytest.mark.rule("ARR-SOLO-52")
def test_the_strongest_units_that_fit_go_with_all_leaders() -> None:
    """Beside the target stand four units; of five that come the two best join, and both leaders."""
    made = lone().h("north_east_12", standard=4).a("gara_kulon", standard=6)
    made.h("north_east_9", "captain_aramsham", standard=3, elite=1, special=1, generic=1)
    made.use("strategy")
    made.through()
    assert made.units("north_east_12") == {"standard": 4, "elite": 1, "special": 1, "generic": 1}
    assert made.units("north_east_9") == {"standard": 3}
    assert made.g.leader_at[5] == area("north_east_12")


@pytest.mark.rule("ARR-SOLO-52")
def test_a_full_legion_is_no_end() -> None:
    made = lone().h("north_east_12", standard=6).h("north_east_9", standard=2).a("gara_kulon", standard=1, generic=1)
    ends = made.call["step_ends"](made.t, made.g, area("gara_kulon"), area("north_east_9"))
    assert "north_east_12" not in names(ends)


@pytest.mark.rule("ARR-SOLO-52")
def test_then_nearest_to_any_sietch() -> None:
    """Two ends as far from the target; the one beside Tasmin Sink is taken."""
    made = lone("gara_kulon", "tasmin_sink").h("south_east_2", standard=3)
    expected = {one: int(made.t.apart[area(one)][area("tasmin_sink")]) for one in ("south_east_1", "north_east_16")}
    assert expected == {"south_east_1": 1, "north_east_16": 2}
    made.destroy("tasmin_sink")
    assert ends(made, "south_east_2") == {"north_east_16"}


def ends(made: Bench, source: str) -> set[str]:
    return names(made.call["step_ends"](made.t, made.g, area("gara_kulon"), area(source)))


@pytest.mark.rule("ARR-SOLO-52")
def test_then_mountains_then_plateaus_and_small_ergs_then_desert_without_a_sign() -> None:
    """From North-East 7 three paths of equal length: a mountain, else desert; a sign makes the other desert better."""
    made = lone().h("north_east_7", standard=3)
    assert ends(made, "north_east_7") == {"shield_wall_east"}
    made.mark("worms", "shield_wall_east")
    assert ends(made, "north_east_7") == {"north_east_11"}
    made = lone().h("north_east_8", standard=3)
    assert ends(made, "north_east_8") == {"north_east_11", "north_east_12"}
    made.mark("signs", "north_east_12")
    assert ends(made, "north_east_8") == {"north_east_11"}
    made = lone().h("pasty_mesa", standard=3)
    assert ends(made, "pasty_mesa") == {"central_north_east_9"}  # plateau before North-East 15


@pytest.mark.rule("ARR-SOLO-53", "AMB-132")
def test_impassable_borders_count_like_others() -> None:
    """Shield Wall East is closed off from the mountain beside it; a Harkonnen legion steps over."""
    made = lone().h("central_north_east_6", standard=3)
    made.use("strategy")
    made.through()
    assert held(made) == {"shield_wall_east"}


@pytest.mark.rule("ARR-SOLO-55")
def test_a_legion_beside_the_target_stays() -> None:
    made = lone().a("gara_kulon", standard=4).h("north_east_12", standard=3).h("north_east_3", standard=2)
    assert made.use("strategy") == []


@pytest.mark.rule("ARR-SOLO-55", "AMB-144")
def test_it_joins_another_whatever_their_strength() -> None:
    """Neither could attack; together they are as strong as possible in one area beside the target."""
    made = lone().a("gara_kulon", standard=4, generic=1).h("north_east_12", standard=3).h("north_east_9", elite=2)
    made.aim("gara_kulon", "habbanya_ridge")
    made.g.sietch_rank[0] = 2
    made.h("north_east_1", standard=6)  # far away, but strong enough for the target
    made.use("strategy")
    made.pick("gara_kulon", "north_east_9")
    made.through()
    assert made.units("north_east_12") == {"standard": 3, "elite": 2}


@pytest.mark.rule("ARR-SOLO-55")
def test_the_stronger_of_two_mergers_is_chosen() -> None:
    """Both stand beside the target: five of the weaker join one Sardaukar and an elite, or the other way round."""
    made = lone().a("gara_kulon", standard=6, generic=3)
    made.h("north_east_12", standard=5).h("north_east_11", elite=1, special=2).h("north_east_1", standard=6, generic=4)
    joining = made.call["joiners"](made.t, made.g, made.g.legions[HARKONNEN], area("gara_kulon"))
    # three standard units join the better legion: all six then stand together with three that are more than standard;
    # the other way one Sardaukar alone would find room
    assert names(joining) == {"north_east_12"}


@pytest.mark.rule("ARR-SOLO-55")
def test_a_merger_that_strengthens_nobody_is_left_out() -> None:
    made = lone().a("gara_kulon", standard=6, generic=3).h("north_east_12", standard=6).h("north_east_11", standard=6)
    joining = made.call["joiners"](made.t, made.g, made.g.legions[HARKONNEN], area("gara_kulon"))
    assert names(joining) == set()


@pytest.mark.rule("ARR-SOLO-25", "AMB-133")
def test_rabban_moves_his_legion_twice_unless_it_joins_another() -> None:
    made = lone().h("imperial_basin", "beast_rabban", standard=3)
    made.special("beast_rabban")
    made.through()
    assert int(made.t.apart[made.g.leader_at[1]][area("imperial_basin")]) == 2
    made = lone().h("imperial_basin", "beast_rabban", standard=3)
    first = lone().h("imperial_basin", "beast_rabban", standard=3)
    for end in names(made.call["ends_of"](made.t, made.g, area("imperial_basin"), 3 * 256)):
        first.h(end, standard=1)
    first.special("beast_rabban")
    first.through()
    assert int(first.t.apart[first.g.leader_at[1]][area("imperial_basin")]) == 1


@pytest.mark.rule("ARR-SOLO-56", "ARR-SOLO-66", "AMB-85")
def test_who_leaves_a_settlement_leaves_two_tokens() -> None:
    made = lone().h("imperial_basin", standard=3)
    made.use("strategy")
    made.through()
    here = area("imperial_basin")
    assert [k // 6 for k in range(12) if made.g.h_token_at[k] == here] == [0, 1]
    assert here in made.g.legions[HARKONNEN] and made.g.legion[here] == 0
    assert made.call["mahdi_fault"](made.t, made.g) == 0 and not made.call["boards_fault"](made.g)


@pytest.mark.rule("AMB-85")
def test_a_part_that_stays_needs_no_tokens() -> None:
    made = lone().h("arrakeen", standard=3).h("imperial_basin", standard=4)
    made.a("gara_kulon", standard=4, elite=1)
    made.call["relocate_part"](made.t, made.g, area("arrakeen"), area("imperial_basin"))
    assert made.units("arrakeen") == {"standard": 1} and area("arrakeen") not in made.g.h_tokens


@pytest.mark.rule("ARR-SOLO-66", "AMB-137")
def test_tokens_move_like_units() -> None:
    made = lone().h_token("imperial_basin", 0).h_token("imperial_basin", 1)
    made.use("strategy")
    made.through()
    placed = [made.g.h_token_at[k] for k in range(12) if made.g.h_token_at[k] != op.AT_SUPPLY]
    assert sorted(placed).count(area("imperial_basin")) == 2 and len(placed) == 4
    assert made.call["unit_count"](made.g, area("imperial_basin")) == 2
    assert made.call["mahdi_fault"](made.t, made.g) == 0 and not made.call["boards_fault"](made.g)
