"""The naive map on a small invented map where every answer can be read off."""

from __future__ import annotations

import pytest

from naive import arrakis_map as nm
from naive.arrakis_content import load_board
from naive.arrakis_map import ATREIDES, HARKONNEN, Area, Board, Position, Spot


def small_board() -> Board:
    """A row a-b-c-d-e-f of desert (f deep), a mountain m under c, a plateau p under d, an erg g under e.

    A wall closes the border between e and f; the sheltered plateau s touches only the mountain m.
    """
    desert = {name: Area("desert", ("west",)) for name in "abc"}
    desert |= {name: Area("desert", ("east",)) for name in "de"}
    other = {
        "f": Area("desert", ("east",), deep=True),
        "m": Area("mountain", ("west", "east")),
        "p": Area("plateau", ("east",)),
        "g": Area("minor_erg", ("east",)),
        "s": Area("plateau", ("west",), sheltered=True),
    }
    borders = ["ab", "bc", "cd", "de", "cm", "dp", "eg", "ms"]
    return Board(
        areas=desert | other,
        borders=frozenset(frozenset(pair) for pair in borders),
        impassable=frozenset([frozenset("ef")]),
        zones={"z": ("west", "north"), "y": ("east", "south")},
        atomics={"m": ("s",)},
    )


def at(**spots: Spot) -> Position:
    return Position(dict(spots))


BOARD = small_board()
HARK = {HARKONNEN: 2}
ATR = {ATREIDES: 2}


@pytest.mark.rule("ARR-MAP-07", "ARR-MAP-08", "ARR-MAP-09", "ARR-UNIT-09")
def test_free_and_empty():
    position = at(
        a=Spot(deployment_markers=1),
        b=Spot(settlement=HARKONNEN),
        c=Spot(worm=True),
        d=Spot(station=True, harvester=True, wormsign=True),
    )
    assert [nm.is_free(position, area, HARKONNEN) for area in "abcde"] == [False, True, False, True, True]
    assert [nm.is_free(position, area, ATREIDES) for area in "abcde"] == [True, False, False, True, True]
    assert [nm.is_empty(position, area) for area in "abcde"] == [False, False, False, False, True]


@pytest.mark.rule("ARR-MOVE-02", "ARR-MOVE-03", "ARR-BATTLE-02", "ARR-BATTLE-03")
def test_basic_moves_and_targets():
    position = at(c=Spot(ATR), d=Spot(HARK), b=Spot(harvester=True), e=Spot(ATR), f=Spot(HARK))
    assert nm.basic_moves(BOARD, position, "c", ATREIDES) == {"b", "m"}
    assert nm.basic_targets(BOARD, position, "c", ATREIDES) == {"d"}
    assert nm.basic_targets(BOARD, position, "e", ATREIDES) == {"d"}  # the wall keeps f out of reach


@pytest.mark.rule("ARR-RIDE-02", "ARR-RIDE-03", "ARR-RIDE-04", "ARR-RIDE-05", "ARR-RIDE-06", "ARR-RIDE-07")
def test_sandriding():
    position = at(a=Spot(ATR), b=Spot(wormsign=True), c=Spot(worm=True), d=Spot(wormsign=True), f=Spot(HARK))
    assert nm.ride_links(BOARD, position, "a") == {"b", "c", "d"}
    assert nm.ride_moves(BOARD, position, "a") == {"b", "d", "e", "m", "p"}
    position.spots["d"].units = dict(HARK)
    assert nm.ride_moves(BOARD, position, "a") == {"b", "m"}
    assert nm.ride_targets(BOARD, position, "a") == {"d"}
    position.spots["d"].worm = True
    assert nm.ride_targets(BOARD, position, "a") == set()


@pytest.mark.rule("ARR-TRANS-01", "ARR-TRANS-02", "ARR-TRANS-03", "ARR-TRANS-07")
def test_troop_transport():
    position = at(e=Spot(HARK), d=Spot(ATR, worm=False), c=Spot(settlement=ATREIDES), f=Spot(station=True))
    assert nm.transport_moves(BOARD, position, "e") == set()
    position.flyers = {"z": "ornithopter", "y": "carryall"}
    assert nm.transport_zones(BOARD, position, "e") == set()
    position.flyers = {"y": "ornithopter"}
    assert nm.transport_moves(BOARD, position, "e") == {"f", "g", "p"}
    assert nm.transport_targets(BOARD, position, "e") == {"c", "d"}
    assert nm.connected_zones(BOARD, "m") == {"z", "y"}


@pytest.mark.rule("ARR-BATTLE-32", "ARR-BATTLE-33", "ARR-BATTLE-34", "ARR-ATOM-04")
def test_retreat():
    position = at(c=Spot(HARK), b=Spot(wormsign=True), d=Spot(ATR), m=Spot(worm=True))
    assert nm.retreat_areas(BOARD, position, "c", HARKONNEN) == set()
    assert nm.displacement_areas(BOARD, position, "c", HARKONNEN) == {"b"}
    assert nm.retreat_areas(BOARD, position, "d", ATREIDES) == {"e", "p"}


@pytest.mark.rule("ARR-WORM-24", "ARR-WORM-25", "ARR-WORM-26")
def test_worm_moves():
    position = at(c=Spot(worm=True), b=Spot(ATR), d=Spot(station=True))
    assert nm.worm_moves(BOARD, position, "c") == {"a", "d", "e"}
    position.spots["a"] = Spot(wormsign=True)
    position.atomic = "m"
    assert nm.worm_moves(BOARD, position, "c") == {"d", "e", "m"}
    position.spots["e"] = Spot(worm=True)
    assert nm.worm_moves(BOARD, position, "e") == {"d"}


@pytest.mark.rule("ARR-WORM-27", "ARR-WORM-28", "ARR-WORM-29", "ARR-ATOM-06")
def test_worm_targets():
    position = at(c=Spot(worm=True), m=Spot(HARK), p=Spot(HARK), s=Spot(HARK), e=Spot(harvester=True))
    assert nm.worm_targets(BOARD, position, "c") == {"e", "p"}
    position.atomic = "m"
    assert nm.worm_targets(BOARD, position, "c") == {"e", "p", "m", "s"}
    lone_harvester = at(d=Spot(worm=True), g=Spot(harvester=True))
    assert nm.worm_targets(BOARD, lone_harvester, "d") == set()


@pytest.mark.rule("ARR-STORM-02", "ARR-STORM-03", "ARR-ATOM-03", "ARR-ATOM-08")
def test_storms():
    position = Position({area: Spot(dict(HARK)) for area in BOARD.areas})
    assert nm.storm_areas(BOARD, position) == set("abcdefpg")
    position.atomic = "m"
    assert nm.storm_areas(BOARD, position) == set("abcdefpg") | {"m", "s"}


@pytest.mark.rule("ARR-DESERT-04", "ARR-WORM-01", "ARR-WORM-02", "ARR-VEH-06")
def test_wormsigns_and_harvesters():
    position = at(
        a=Spot(ATR, wormsign=True),
        b=Spot(HARK),
        c=Spot(harvester=True, worm=True),
        d=Spot(harvester=True),
        e=Spot(settlement=ATREIDES),
        m=Spot(HARK),
    )
    assert nm.wormsign_areas(BOARD, position) == {"b", "d", "f"}
    assert nm.signs_taken_off(BOARD, position) == {"a"}
    assert nm.signs_put_on(BOARD, position) == {"b", "d"}
    assert nm.harvester_areas(BOARD, position) == {"b", "f"}


@pytest.mark.rule("ARR-FREE-04", "ARR-MAP-02", "ARR-MAP-05")
def test_scouting_covers_both_sectors():
    assert nm.scout_areas(BOARD, "z") == set("abcms")


@pytest.mark.rule("ARR-MAP-01", "ARR-MAP-02", "ARR-MAP-03", "ARR-MAP-05", "ARR-MAP-06")
def test_printed_map():
    board = load_board()
    assert (len(board.areas), len(board.borders), len(board.impassable), len(board.zones)) == (101, 265, 11, 8)
    assert len({sector for area in board.areas.values() for sector in area.sectors}) == 8
    assert {area.terrain for area in board.areas.values()} == {"mountain", "plateau", "minor_erg", "desert"}
    assert len(board.areas["north_pole"].sectors) == 4
    assert nm.connected_zones(board, "north_pole") == set(board.zones)
    assert not nm.basic_moves(board, Position(), "broken_land", HARKONNEN) & {"north_east_3", "north_east_4"}


@pytest.mark.rule("ARR-STORM-02", "ARR-ATOM-06", "ARR-ATOM-07", "ARR-ATOM-08")
def test_sheltered_plateaus():
    board = load_board()
    everywhere = Position({area: Spot(dict(HARK)) for area in board.areas})
    sheltered = {"arrakeen", "carthag", "arsunt", "hagga_basin", "imperial_basin"}
    mountains = {name for name, area in board.areas.items() if area.terrain == "mountain"}
    assert set(board.areas) - nm.storm_areas(board, everywhere) == sheltered | mountains
    for strike, exposed in board.atomics.items():
        after = Position(dict(everywhere.spots), atomic=strike)
        assert nm.storm_areas(board, after) - nm.storm_areas(board, everywhere) == {strike, *exposed}
        # A worm on the new desert reaches exactly the plateaus that the tile names.
        after.spots[strike] = Spot(worm=True)
        near = nm.worm_targets(board, after, strike)
        assert near & sheltered == set(exposed)


@pytest.mark.rule("ARR-WORM-29")
def test_no_worm_reaches_a_sheltered_plateau_before_an_atomic():
    board = load_board()
    position = Position({area: Spot(dict(HARK)) for area in board.areas})
    deserts = [name for name, area in board.areas.items() if area.terrain == "desert"]
    hit = {target for area in deserts for target in nm.worm_targets(board, position, area)}
    assert not any(board.areas[target].sheltered for target in hit)
