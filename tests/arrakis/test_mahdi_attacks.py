"""Positions by hand: what the automated Harkonnen attack and with what (ARR-SOLO-25 to 32)."""

from __future__ import annotations

import pytest

from arrakis.mahdi_lab import ATREIDES, HARKONNEN, SIETCHES, Bench, area


def bench(**ranks: int) -> Bench:
    """A map with the target and the sietches that are given a rank, and no others."""
    made = Bench()
    for name in SIETCHES:
        made.rank(name, ranks.get(name, 2))
        if name != "gara_kulon" and name not in ranks:
            made.destroy(name)
    return made


def strength(made: Bench, who: int, place: str) -> tuple[int, int]:
    return divmod(int(made.call["strength_at"](made.g, who, area(place))), 256)


def goes_for(made: Bench, face: str = "strategy") -> tuple[str, str]:
    """Source and target of the attack that a die brings; both must be without a choice."""
    made.use(face)
    return source_and_target(made)


def source_and_target(made: Bench) -> tuple[str, str]:
    assert len(made.offered()) == 1
    source = made.offered()[0]
    made.pick(source)
    assert len(made.offered()) == 1
    return source, made.offered()[0]


@pytest.mark.rule("ARR-SOLO-27", "ARR-SOLO-28", "AMB-80")
def test_strength_counts_units_leaders_and_tokens_but_no_rank() -> None:
    made = bench(gara_kulon=3).a("gara_kulon", "stilgar", standard=1, elite=1, special=1, generic=1)
    assert strength(made, ATREIDES, "gara_kulon") == (5, 2 + 3 + 4 + 1 + 2)
    made.a_token("gara_kulon", 0)
    assert strength(made, ATREIDES, "gara_kulon") == (7, 12 + 4)
    made.h("arrakeen", "beast_rabban", "baron_harkonnen", standard=2, special=1).h_token("arrakeen")
    assert strength(made, HARKONNEN, "arrakeen") == (2 + 1 + 2 + 2, 4 + 4 + 4 + 4)


@pytest.mark.rule("ARR-SOLO-29")
def test_a_sietch_is_attacked_by_a_stronger_legion_only() -> None:
    weak = bench().a("gara_kulon", standard=2).h("shield_wall_east", standard=2)
    assert weak.use("strategy") == []  # equally strong, and beside the target: it stays
    strong = bench().a("gara_kulon", standard=2).h("shield_wall_east", standard=3)
    assert goes_for(strong) == ("shield_wall_east", "gara_kulon")


@pytest.mark.rule("AMB-80")
def test_equal_legions_differ_by_their_figures() -> None:
    better = bench().a("gara_kulon", standard=2).h("shield_wall_east", standard=1, elite=1)
    assert goes_for(better) == ("shield_wall_east", "gara_kulon")


@pytest.mark.rule("AMB-88")
def test_an_undefended_sietch_falls_to_anybody() -> None:
    made = bench().h("shield_wall_east", standard=1)
    made.g.supremacy = 0
    assert goes_for(made) == ("shield_wall_east", "gara_kulon")
    rank = made.g.sietch_rank[0]
    made.pick("gara_kulon")
    assert made.g.supremacy == rank and area("gara_kulon") in made.g.legions[HARKONNEN]


@pytest.mark.rule("ARR-SOLO-30")
def test_the_highest_rank_comes_first_even_face_down() -> None:
    """One legion between two sietches: Tasmin Sink has rank 3, the target only 1; the weaker lead does not matter."""
    made = bench(gara_kulon=1, tasmin_sink=3).fly(1, 4).a("tasmin_sink", standard=4)
    made.h("north_east_15", standard=6)
    assert not made.g.sietch_known
    assert goes_for(made) == ("north_east_15", "tasmin_sink")


@pytest.mark.rule("ARR-SOLO-30", "AMB-142")
def test_then_the_largest_lead() -> None:
    made = bench(gara_kulon=2).a("gara_kulon", standard=2)
    made.h("shield_wall_east", standard=4).h("north_east_12", standard=5)
    assert goes_for(made) == ("north_east_12", "gara_kulon")


@pytest.mark.rule("ARR-SOLO-30", "ARR-SOLO-29")
def test_then_a_legion_that_needs_no_ornithopter() -> None:
    made = bench(gara_kulon=2).fly(1).a("gara_kulon", standard=2)
    made.h("north_east_8", standard=4).h("north_east_12", standard=4)
    assert goes_for(made) == ("north_east_12", "gara_kulon")
    made.pick("gara_kulon")
    assert made.g.ornithopters == 1  # it stays where it is


@pytest.mark.rule("ARR-SOLO-30")
def test_then_the_target_sietch() -> None:
    """Two areas from both, with the same rank and lead: the target is taken."""
    made = bench(gara_kulon=2, tasmin_sink=2).fly(1, 4).h("central_north_east_9", standard=5)
    made.a("gara_kulon", standard=1).a("tasmin_sink", standard=1)
    made.g.ornithopters = 255
    made.h("pasty_mesa", standard=5)  # beside Tasmin Sink, two from Gara Kulon
    for name in ("central_north_east_9", "pasty_mesa"):
        assert area(name) in made.g.legions[HARKONNEN]
    assert goes_for(made) == ("central_north_east_9", "gara_kulon")


@pytest.mark.rule("ARR-SOLO-02", "ARR-SOLO-30", "AMB-141")
def test_among_equals_the_player_chooses() -> None:
    made = bench().a("gara_kulon", standard=1)
    made.h("shield_wall_east", standard=3).h("north_east_12", standard=3)
    assert made.use("strategy") == sorted(["shield_wall_east", "north_east_12"], key=area)
    assert made.g.decider == 0  # the one person at the table


@pytest.mark.rule("ARR-SOLO-29", "ARR-SOLO-54")
def test_an_ornithopter_is_used_if_needed_and_leaves() -> None:
    made = bench().fly(1).a("gara_kulon", standard=1).h("north_east_8", standard=4)
    assert goes_for(made) == ("north_east_8", "gara_kulon")
    made.pick("gara_kulon")
    assert made.g.ornithopters == 0


@pytest.mark.rule("ARR-SOLO-53", "ARR-SOLO-29", "AMB-143")
def test_impassable_borders_do_not_stop_an_attack() -> None:
    """Shield Wall East and the mountain next to it are closed off from each other."""
    made = bench().h("central_north_east_6", standard=4).a("shield_wall_east", standard=1)
    assert goes_for(made) == ("central_north_east_6", "shield_wall_east")


@pytest.mark.rule("ARR-SOLO-26", "ARR-SOLO-31")
def test_without_a_sietch_a_legion_next_door_is_attacked() -> None:
    made = bench().a("gara_kulon", standard=4, generic=2).a("north_east_11", standard=1)
    made.h("shield_wall_east", standard=4)
    assert goes_for(made) == ("shield_wall_east", "north_east_11")


@pytest.mark.rule("ARR-SOLO-31")
def test_no_ornithopter_flies_against_a_legion_in_the_open() -> None:
    made = bench().fly(1).a("north_east_8", standard=1).a("gara_kulon", standard=6)
    made.h("shield_wall_east", standard=5)
    made.use("strategy")
    assert made.g.battles == 0 and made.offered() == []


@pytest.mark.rule("ARR-SOLO-32")
def test_the_strongest_legion_that_is_weaker_comes_first() -> None:
    made = bench().a("gara_kulon", standard=6).h("shield_wall_east", standard=5)
    made.a("north_east_11", standard=1).a("north_east_7", standard=2)
    assert goes_for(made) == ("shield_wall_east", "north_east_7")


@pytest.mark.rule("ARR-SOLO-32")
def test_then_one_with_a_named_leader() -> None:
    """Both are worth 2 basic and 4 fine points: two standard units, or one and Chani."""
    made = bench().a("gara_kulon", standard=6).h("shield_wall_east", standard=5)
    made.a("north_east_11", "chani", standard=1).a("north_east_7", standard=2)
    assert goes_for(made) == ("shield_wall_east", "north_east_11")


@pytest.mark.rule("AMB-89", "ARR-SOLO-26")
def test_leadership_needs_a_leader_and_surprises() -> None:
    made = bench().a("gara_kulon", standard=1).h("shield_wall_east", standard=5)
    assert made.use("leadership") == []
    made = bench().a("gara_kulon", standard=1).h("shield_wall_east", standard=4, generic=1)
    assert goes_for(made, "leadership") == ("shield_wall_east", "gara_kulon")
    flags = made.t.code[made.g.stack.frames[0].pc].a
    assert flags & 1 == 1


@pytest.mark.rule("ARR-SOLO-25", "AMB-136")
def test_a_special_action_is_used_whenever_it_does_anything() -> None:
    """Rabban on the map, able to move: his own action instead of the normal one, and his card is exhausted."""
    made = bench().h("imperial_basin", "beast_rabban", standard=4)
    made.g.forced_face = 1
    made.start(made.t.pc_mahdi_turn)
    made.through()
    assert made.g.spent >> 1 & 1 == 1 and made.units("imperial_basin") == {}
    aside = bench().h("imperial_basin", standard=4, generic=1)
    aside.g.forced_face = 1
    aside.start(aside.t.pc_mahdi_turn)
    aside.through()
    assert aside.g.spent == 0


@pytest.mark.rule("ARR-SOLO-25")
def test_the_baron_trades_three_units_instead_of_the_house_action() -> None:
    made = bench().h("imperial_basin", standard=4)
    made.g.forced_face = 5
    made.start(made.t.pc_mahdi_turn)
    made.through()
    assert made.units("imperial_basin") == {"standard": 1, "elite": 3} and made.g.spent & 1
    assert made.g.harvesters == made.g.marked  # no vehicle besides
