"""The map of the kernels against the slow search of tests/naive/arrakis_map.py, on positions of random games."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from arrakis.cards_lab import machine
from arrakis.table import AREAS, the_game
from dune_sim.engines.memory import load
from dune_sim.games.state import State
from naive import arrakis_map as slow
from naive.arrakis_content import load_board, records

BOARD = load_board()
UNITS = ("standard", "elite", "special_elite")
SEATS = ("harkonnen", "atreides")
GAMES, EVERY = 10, 89


def position(told: dict[str, Any]) -> slow.Position:
    """A readable scenario in the oracle's words."""
    spots = {}
    for name, held in told["areas"].items():
        spot = slow.Spot()
        for side in SEATS:
            legion = held.get(side, {})
            if units := sum(legion.get(kind, 0) for kind in UNITS):
                spot.units[side] = units
            generic = legion.get("bashar", 0) + legion.get("naib", 0)
            if leaders := (*legion.get("leaders", []), *["generic"] * generic):
                spot.leaders[side] = leaders
        spot.deployment_markers = len(held.get("atreides", {}).get("tokens", []))
        spot.wormsign = held.get("wormsign", False)
        spot.worm = "sandworm" in held
        spot.harvester = held.get("harvester", False)
        spot.station = "station" in held and not held["station"].get("taken", False)
        if held.get("settlement") == "standing":
            spot.settlement = "harkonnen"
        if "sietch" in held:
            spot.settlement = "atreides"
        spots[name] = spot
    tiles = {record["id"]: record["area"] for record in records("atomic_strikes", "atomic_strikes")}
    tile = told["atomics"]["tile"]
    return slow.Position(spots, dict(told["air_zones"]), tiles.get(tile, tile))


@cache
def positions() -> list[State]:
    """Positions of random games, none of them inside a move or an attack."""
    found = []
    for seed in range(GAMES):
        state, random, step = the_game().new(seed), np.random.default_rng(seed), 0
        while not state.is_over:
            step += 1
            if step % EVERY == 0 and state.raw["move"]["groups"][0] == 0 and state.raw["flown"][0] == 0:
                found.append(state.copy())
            state.apply(int(random.choice(state.legal_actions())))
    return found


class Fast:
    """The functions of the kernels on one position."""

    def __init__(self, state: State) -> None:
        program, self.t, self.call = machine()
        self.g = load(program.records["State"], state.raw[0])

    def areas(self, name: str, *arguments: Any) -> set[str]:
        """The area set that a kernel gives."""
        return {AREAS[a] for a in self.call[name](self.t, self.g, *arguments)}


@cache
def pairs() -> list[tuple[slow.Position, Fast]]:
    return [(position(state.to_dict()), Fast(state)) for state in positions()]


def legions(now: slow.Position, side: str) -> list[str]:
    return [name for name in now.spots if slow.has_units(now, name, side)]


def test_there_are_hundreds_of_positions() -> None:
    assert len(positions()) >= 200
    worlds = [now for now, _ in pairs()]
    assert sum(any(spot.worm for spot in one.spots.values()) for one in worlds) > 5
    assert sum(any(spot.wormsign for spot in one.spots.values()) for one in worlds) > 5
    assert sum("ornithopter" in one.flyers.values() for one in worlds) > 100


@pytest.mark.rule("ARR-MAP-07", "ARR-MAP-09")
def test_free_areas() -> None:
    for now, fast in pairs():
        for who, side in enumerate(SEATS):
            assert fast.areas("free", who) == {one for one in AREAS if slow.is_free(now, one, side)}


@pytest.mark.rule("ARR-MAP-08")
def test_empty_areas() -> None:
    for now, fast in pairs():
        assert fast.areas("bare") == {one for one in AREAS if slow.is_empty(now, one)}


@pytest.mark.rule("ARR-MOVE-02", "ARR-MOVE-03", "ARR-RIDE-02", "ARR-RIDE-03", "ARR-RIDE-04", "ARR-TRANS-03")
@pytest.mark.parametrize("who", [0, 1])
def test_where_legions_may_move(who: int) -> None:
    far = 0
    for now, fast in pairs():
        free = fast.areas("free", who)
        for start in legions(now, SEATS[who]):
            found = (fast.areas("reach", who, AREAS.index(start)) & free) - {start}
            assert found == slow.all_moves(BOARD, now, start, SEATS[who])
            far += bool(found - slow.basic_moves(BOARD, now, start, SEATS[who]))
    assert far > 100  # rides and flights, not steps only


@pytest.mark.rule("ARR-RIDE-06", "ARR-TRANS-02", "ARR-TRANS-03")
@pytest.mark.parametrize("who", [0, 1])
def test_what_legions_may_attack(who: int) -> None:
    far = 0
    for now, fast in pairs():
        targets = fast.areas("targets", who)
        for start in legions(now, SEATS[who]):
            found = fast.areas("reach", who, AREAS.index(start)) & targets
            assert found == slow.all_targets(BOARD, now, start, SEATS[who])
            far += bool(found - slow.basic_targets(BOARD, now, start, SEATS[who]))
    assert far > 20


@pytest.mark.rule("ARR-MOVE-02", "ARR-BATTLE-05", "ARR-RIDE-06", "ARR-TRANS-02")
@pytest.mark.parametrize("who", [0, 1])
def test_which_legions_may_move_or_attack_at_all(who: int) -> None:
    """All legions of a side at once, which is how they are offered."""
    some = 0
    for now, fast in pairs():
        own = legions(now, SEATS[who])
        for name, goals in (("leaving", slow.all_moves), ("striking", slow.all_targets)):
            found = fast.areas(name, who, fast.g.legions[who])
            assert found == {start for start in own if goals(BOARD, now, start, SEATS[who])}
            some += 0 < len(found) < len(own)
    assert some > 50


@pytest.mark.rule("ARR-TRANS-01", "ARR-MAP-05")
def test_zones_that_carry_a_legion() -> None:
    seen = 0
    for now, fast in pairs():
        for start in legions(now, "harkonnen"):
            mask = fast.call["zones_of"](fast.t, fast.g, AREAS.index(start))
            found = {f"air_zone_{z + 1}" for z in range(8) if mask >> z & 1}
            assert found == slow.transport_zones(BOARD, now, start)
            seen += len(found)
    assert seen > 200


@pytest.mark.rule("ARR-BATTLE-32", "ARR-BATTLE-33")
@pytest.mark.parametrize("who", [0, 1])
def test_where_legions_may_retreat(who: int) -> None:
    signs = 0
    for now, fast in pairs():
        for start in legions(now, SEATS[who]):
            found = fast.areas("retreats", who, AREAS.index(start))
            assert found == slow.retreat_areas(BOARD, now, start, SEATS[who])
            signs += found != slow.basic_moves(BOARD, now, start, SEATS[who])
    assert signs > 5 if who == 0 else signs == 0


@pytest.mark.rule("ARR-VEH-06")
def test_where_harvesters_may_go() -> None:
    for now, fast in pairs():
        assert fast.areas("harvester_spots") == slow.harvester_areas(BOARD, now)
