"""Positions by hand: vehicles of the automated Harkonnen, carryalls in the desert phase, spice (ARR-SOLO-10 to 21)."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.mahdi_lab import HARKONNEN, Bench, area, names
from dune_sim.games.arrakis.kernels import opcodes as op
from dune_sim.games.arrakis.kernels.mahdi import opcodes as mahdi
from dune_sim.lang.intrinsics import only


def row(made: Bench) -> int:
    """Where the vehicles of the active row are placed."""
    return next(k for k in range(len(made.t.code)) if made.t.code[k].code == mahdi.OP_MAHDI_VEHICLES)


def bare(target: str, harvest: str) -> Bench:
    made = Bench(target, harvest)
    made.g.signs = made.g.stations = made.g.marked
    return made


def place(made: Bench, harvesters: int = 0, ornithopters: int = 0, carryalls: int = 0) -> Bench:
    """Place so many vehicles, what is asked by the first answer."""
    pc = row(made)
    level = made.g.imperium
    level[0], level[1], level[2] = 0, 0, 0
    kept = list(made.t.row_vehicles[0])
    made.t.row_vehicles[0][0], made.t.row_vehicles[0][1], made.t.row_vehicles[0][2] = (
        harvesters,
        ornithopters,
        carryalls,
    )
    try:
        made.call["push"](made.g.stack, pc, HARKONNEN)
        made.call["resume"](made.t, made.g, made.q)
        while made.g.stack.depth and made.t.code[made.g.stack.frames[0].pc].code == mahdi.OP_MAHDI_VEHICLES:
            made.call["act"](made.t, made.g, made.q, made.legal()[0])
            if made.g.phase != op.PHASE_VEHICLES:
                break
    finally:
        for k in range(3):
            made.t.row_vehicles[0][k] = kept[k]
    return made


def asked(made: Bench, **many: int) -> list[str]:
    """The first question about vehicles."""
    pc = row(made)
    kept = list(made.t.row_vehicles[0])
    wanted = [many.get("harvesters", 0), many.get("ornithopters", 0), many.get("carryalls", 0)]
    made.g.imperium[0] = made.g.imperium[1] = made.g.imperium[2] = 0
    for k in range(3):
        made.t.row_vehicles[0][k] = wanted[k]
    try:
        return made.start(pc)
    finally:
        for k in range(3):
            made.t.row_vehicles[0][k] = kept[k]


@pytest.mark.rule("ARR-SOLO-11", "ARR-SOLO-10")
def test_harvesters_begin_in_safe_deep_desert() -> None:
    """South-West has one deep-desert area that no sietch touches; the next are desert, then those beside the sietch."""
    made = bare("gara_kulon", "habbanya_ridge")
    safe_deep = {"south_west_7", "south_west_9"} - {
        one for one in ("south_west_7", "south_west_9") if made.t.near[area(one)] & made.g.sietches
    }
    assert safe_deep == {"south_west_7"}
    assert asked(made, harvesters=1) != [] and names(made.g.harvesters) == {"south_west_7"}


@pytest.mark.rule("ARR-SOLO-11")
def test_the_four_levels_in_order() -> None:
    """North-East with an Atreides legion on North-East 9: deep and safe, desert and safe, the other deep, the other."""
    made = bare("tasmin_sink", "gara_kulon").a("north_east_9", standard=1)
    call, t, g = made.call, made.t, made.g
    seen: list[set[str]] = []
    while True:
        spots = call["harvest_spots"](t, g, t.sector_board[0])
        if not spots:
            break
        seen.append(names(spots))
        g.harvesters |= spots
    assert seen[0] == {"north_east_1"}  # every other deep area touches a sietch or the legion
    assert "north_east_4" in seen[1] and "north_east_8" not in seen[1]
    assert seen[2] == {"north_east_2", "north_east_10", "north_east_13", "north_east_14", "north_east_16"}
    assert "north_east_8" in seen[3] and len(seen) == 4
    assert not g.harvesters & (g.sietches | g.legions[1])


@pytest.mark.rule("ARR-SOLO-11")
def test_empty_means_no_piece_at_all() -> None:
    made = bare("gara_kulon", "habbanya_ridge").mark("signs", "south_west_7")
    first = names(made.call["harvest_spots"](made.t, made.g, made.t.sector_board[2]))
    assert "south_west_1" in first  # no better than deep desert beside the sietch
    made = bare("gara_kulon", "habbanya_ridge").h("south_west_7", standard=1)
    assert "south_west_1" in names(made.call["harvest_spots"](made.t, made.g, made.t.sector_board[2]))
    made = bare("gara_kulon", "habbanya_ridge")
    assert names(made.call["harvest_spots"](made.t, made.g, made.t.sector_board[2])) == {"south_west_7"}


@pytest.mark.rule("ARR-SOLO-02", "ARR-SOLO-11")
def test_too_many_equal_spots_are_picked_one_at_a_time_in_rising_order() -> None:
    made = bare("tasmin_sink", "gara_kulon")
    made.mark("harvesters", *names(made.call["harvest_spots"](made.t, made.g, made.t.sector_board[0])))
    level = names(made.call["harvest_spots"](made.t, made.g, made.t.sector_board[0]))
    in_order = sorted(level, key=area)
    assert asked(made, harvesters=2) == in_order[:-1]
    made.pick(in_order[2])
    assert made.offered() == in_order[3:]


@pytest.mark.rule("ARR-SOLO-12")
def test_the_rest_goes_to_one_adjacent_sector_but_never_to_that_of_the_target() -> None:
    made = bare("gara_kulon", "tasmin_sink")
    made.g.harvesters |= made.call["harvester_spots"](made.t, made.g) & made.t.sector_board[1]
    offered = asked(made, harvesters=1)
    assert "north_east" not in offered and "south_east" not in offered
    assert set(offered) == {"central_north_east", "central_south_east"}


@pytest.mark.rule("ARR-SOLO-12", "ARR-SOLO-03")
def test_a_central_target_closes_all_central_sectors() -> None:
    made = bare("hobars_gap", "tasmin_sink")
    made.g.harvesters |= made.call["harvester_spots"](made.t, made.g) & made.t.sector_board[1]
    assert set(asked(made, harvesters=1)) == {"north_east"}


@pytest.mark.rule("ARR-SOLO-03", "EX-20")
def test_the_card_of_the_example_names_sector_and_sietch() -> None:
    """Sector North-East, Gara Kulon: harvest sector if drawn first, target if drawn second."""
    made = Bench("gara_kulon", "tasmin_sink")
    assert made.call["target_sectors"](made.t, made.g) == 1
    assert made.call["target_area"](made.t, made.g) == area("gara_kulon")
    made.aim("tasmin_sink", "gara_kulon")
    assert made.call["harvest_sectors"](made.t, made.g) == 1
    made.aim("gara_kulon", "windgap")
    assert made.call["harvest_sectors"](made.t, made.g) == 0b11110000


@pytest.mark.rule("ARR-SOLO-13")
def test_carryalls_guard_the_most_harvesters() -> None:
    made = bare("gara_kulon", "habbanya_ridge").mark("harvesters", "south_west_1", "south_west_2", "south_east_1")
    place(made, carryalls=1)
    assert made.g.carryalls == 1 << 7  # the zone between South-West and the centre
    place(made, carryalls=1)
    assert made.g.carryalls == 1 << 7 | 1 << 4


@pytest.mark.rule("ARR-SOLO-14")
def test_ornithopters_first_watch_legions_two_areas_from_their_prey() -> None:
    """A legion two areas from Sihaya Ridge that would win: the zone over its sector, though the target is elsewhere."""
    made = bare("habbanya_ridge", "gara_kulon").h("north_east_5", standard=3)
    zones = made.call["ornithopter_zones"](made.t, made.g)
    assert zones == 1
    made.a("sihaya_ridge", standard=3)
    assert made.call["ornithopter_zones"](made.t, made.g) == 1 << 7  # now the target's sector


@pytest.mark.rule("ARR-SOLO-14", "AMB-135")
def test_then_the_sector_of_the_target_then_its_neighbours_the_centre_first() -> None:
    made = bare("habbanya_ridge", "gara_kulon")
    assert made.call["ornithopter_zones"](made.t, made.g) == 1 << 7
    made.g.ornithopters = 1 << 7
    found = made.call["ornithopter_zones"](made.t, made.g)
    assert found and found & ~made.t.central_zones == 0
    made.g.ornithopters |= made.t.central_zones
    assert made.call["ornithopter_zones"](made.t, made.g) & made.t.central_zones == 0


@pytest.mark.rule("AMB-135", "ARR-SOLO-03")
def test_a_central_target_lies_under_every_zone() -> None:
    made = bare("windgap", "gara_kulon")
    assert made.call["ornithopter_zones"](made.t, made.g) == 255


@pytest.mark.rule("ARR-SOLO-10")
def test_harvesters_then_carryalls_then_ornithopters() -> None:
    made = bare("gara_kulon", "habbanya_ridge")
    place(made, harvesters=3, ornithopters=1, carryalls=1)
    assert bin(made.g.carryalls).count("1") == 1 and bin(made.g.ornithopters).count("1") == 1
    # the carryall went where the harvesters were already, the ornithopter to the target
    assert made.g.carryalls == 1 << 7 and made.g.ornithopters == 1


@pytest.mark.rule("ARR-SOLO-15")
def test_nobody_scouts() -> None:
    made = bare("gara_kulon", "habbanya_ridge").fly(1, 2, 3).a_token("gara_kulon", 0)
    made.g.active = HARKONNEN
    assert made.call["free_actions"](made.t, made.g, HARKONNEN) == 0


@pytest.mark.rule("ARR-SOLO-47", "ARR-SOLO-45")
def test_the_house_action_trades_two_units_then_places_a_harvester_and_an_ornithopter() -> None:
    made = bare("gara_kulon", "habbanya_ridge").h("north_east_3", standard=4)
    made.use("house")
    made.through()
    assert made.units("north_east_3") == {"standard": 2, "elite": 2}
    assert names(made.g.harvesters) == {"south_west_7"} and made.g.ornithopters == 1


# -- worms and carryalls ----------------------------------------------------------------------------------------------


def under_worm(made: Bench, struck: str, *others: str) -> int:
    made.g.phase = op.PHASE_DESERT
    made.g.fresh = made.g.marked
    for one in others:
        made.g.fresh |= only(area(one))
    return int(made.call["rescuers"](made.t, made.g, area(struck)))


@pytest.mark.rule("ARR-SOLO-19")
def test_deep_desert_is_saved_first() -> None:
    made = bare("gara_kulon", "habbanya_ridge").mark("harvesters", "south_west_1", "south_west_2")
    made.g.carryalls = 1 << 7
    assert under_worm(made, "south_west_2", "south_west_1") == 0  # kept for the deep desert
    assert under_worm(made, "south_west_2") == 1 << 7
    assert under_worm(made, "south_west_1", "south_west_2") == 1 << 7


# -- spice ------------------------------------------------------------------------------------------------------------


def spent(rows: list[int], spice: int, *choices: str) -> tuple[list[int], int, int]:
    made = Bench()
    made.g.imperium = rows
    made.g.spice, made.g.phase = spice, op.PHASE_SPICE
    pc = next(k for k in range(len(made.t.code)) if made.t.code[k].code == mahdi.OP_MAHDI_SPEND)
    made.call["push"](made.g.stack, pc, HARKONNEN)
    f = made.g.stack.frames[0]
    wanted = list(choices)
    while not made.call["op_mahdi_spend"](made.t, made.g, f):
        offered: dict[str, Any] = dict(zip(made.offered(), made.legal(), strict=True))
        made.call["mahdi_spend_answer"](made.t, made.g, f, offered[wanted.pop(0)])
    assert not wanted
    return list(made.g.imperium), int(made.g.supremacy), int(made.g.reserve)


@pytest.mark.rule("EX-21", "ARR-SOLO-20", "AMB-83")
def test_seven_spice_with_all_markers_at_the_top() -> None:
    assert spent([0, 0, 0], 6) == ([0, 0, 0], 0, 0)
    assert spent([0, 0, 0], 7) == ([0, 0, 0], 1, 0)
    assert spent([0, 0, 0], 9) == ([0, 0, 0], 1, 0)


@pytest.mark.rule("ARR-SOLO-20", "AMB-82")
def test_the_lowest_marker_is_held_first_and_raised_first() -> None:
    assert spent([0, 1, 2], 2) == ([1, 2, 2], 0, 0)
    assert spent([0, 1, 2], 7) == ([0, 1, 1], 0, 0)
    assert spent([0, 1, 2], 8) == ([0, 0, 1], 0, 0)
    assert spent([4, 1, 2], 4) == ([4, 1, 2], 0, 0)  # one at the bottom cannot drop
    assert spent([4, 1, 2], 7) == ([3, 1, 2], 0, 0)  # and costs three to raise


@pytest.mark.rule("ARR-SOLO-02", "AMB-82")
def test_among_equal_markers_the_player_chooses() -> None:
    assert spent([1, 1, 0], 2, "spacing_guild") == ([2, 1, 1], 0, 0)


@pytest.mark.rule("ARR-SOLO-21")
def test_nothing_is_hoarded_and_one_spice_may_be_left() -> None:
    assert spent([0, 0, 0], 3, "landsraad") == ([1, 1, 0], 0, 1)
    assert spent([0, 0, 0], 5, "choam", "landsraad") == ([0, 1, 0], 0, 1)
    assert spent([4, 4, 4], 2) == ([4, 4, 4], 0, 1)
    made = Bench()
    assert all(made.t.code[k].code != op.OP_HOARD for k in range(made.t.pc_game, made.t.pc_game + 40))
