"""The kernels against slow, obvious code written from the rulebook: desert, spice, tank, dice."""

from __future__ import annotations

import itertools
import random
from copy import deepcopy
from functools import cache
from inspect import signature
from types import SimpleNamespace
from typing import Any

import pytest

from arrakis.cards_lab import AREAS, LEADERS, Lab, machine
from arrakis.scene import ATREIDES, FACES, HARKONNEN, IMPERIUM, Scene, game, zone
from dune_sim.engines.memory import load
from dune_sim.games.arrakis.kernels import actions as act
from dune_sim.lang.intrinsics import Bits
from naive import arrakis_map as naive_map
from naive import arrakis_rules as naive
from naive.arrakis_content import load_board, load_spice_rows

SIDES = ("harkonnen", "atreides")
BOARD = load_board()


@cache
def positions() -> list[tuple[Any, naive_map.Position]]:
    """Kernel state and naive position, from everywhere in random games."""
    found = []
    for seed in range(4):
        state, dice, step = game().new(seed), random.Random(seed), 0
        while not state.is_over:
            if step % 13 == 5:
                record = state.game.state_record
                found.append((load(record, state.raw[0]), describe(state.game.position(state))))  # type: ignore[attr-defined]
            state.apply(dice.choice(state.legal_actions()))
            step += 1
    return found


def describe(told: dict[str, Any]) -> naive_map.Position:
    """A readable position in the words of the oracle."""
    position = naive_map.Position(flyers=dict(told["air_zones"]))
    tile = told["atomics"]["tile"]
    position.atomic = tile.removeprefix("atomic_") if tile else None
    for name, held in told["areas"].items():
        spot = naive_map.Spot(
            wormsign=bool(held.get("wormsign")), worm="sandworm" in held, harvester=bool(held.get("harvester"))
        )
        for side in SIDES:
            figures = held.get(side, {})
            spot.units[side] = sum(figures.get(kind, 0) for kind in ("standard", "elite", "special_elite"))
            generic = figures.get("bashar", 0) + figures.get("naib", 0)
            spot.leaders[side] = (*figures.get("leaders", []), *["generic"] * generic)
            spot.deployment_markers += len(figures.get("tokens", []))
        if "sietch" in held:
            spot.settlement = "atreides"
        if held.get("settlement") == "standing":
            spot.settlement = "harkonnen"
        spot.station = "station" in held and not held["station"].get("taken")
        position.spots[name] = spot
    return position


def areas(found: Bits) -> set[str]:
    """Names of an area set."""
    return {AREAS[a] for a in found}


def asked(name: str, *arguments: Any) -> set[str]:
    """The area set that a kernel gives."""
    return areas(machine()[2][name](*arguments))


def test_the_sample_shows_what_is_compared() -> None:
    places = [position for _, position in positions()]
    assert len(places) > 100
    assert sum(any(spot.worm for spot in place.spots.values()) for place in places) > 30
    assert sum(any(spot.wormsign for spot in place.spots.values()) for place in places) > 30
    assert sum(any(spot.harvester for spot in place.spots.values()) for place in places) > 30


def test_exposed_areas_and_prey_of_the_desert() -> None:
    _, t, _ = machine()
    for g, position in positions():
        storm = asked("exposed", t, g) & areas(g.legions[HARKONNEN])
        assert storm == naive_map.storm_areas(BOARD, position)
        assert asked("prey", t, g) == naive_map.signs_put_on(BOARD, position)
        off = areas(g.signs) & (areas(g.legions[ATREIDES]) | areas(g.worms))
        assert off == naive_map.signs_taken_off(BOARD, position)
        assert asked("harvester_spots", t, g) == naive_map.harvester_areas(BOARD, position)


def test_reach_of_worms() -> None:
    _, t, _ = machine()
    many = 0
    for g, position in positions():
        for name in areas(g.worms):
            start = AREAS.index(name)
            assert asked("worm_goals", t, g, start, 2) == naive_map.worm_moves(BOARD, position, name)
            assert asked("worm_prey", t, g, start, 2) == naive_map.worm_targets(BOARD, position, name)
            many += 1
    assert many > 50


def test_reach_of_worms_from_every_desert_area() -> None:
    """A worm could come up anywhere, atomic tiles included."""
    _, t, call = machine()
    dice = random.Random(3)
    for g, position in dice.sample(positions(), 12):
        for tile in range(4):
            g, position = deepcopy(g), deepcopy(position)
            g.tile = tile
            position.atomic = AREAS[t.atomic_area[tile]] if tile else None
            for start, name in enumerate(AREAS):
                if start in call["desert"](t, g):
                    assert asked("worm_goals", t, g, start, 2) == naive_map.worm_moves(BOARD, position, name)
                    assert asked("worm_prey", t, g, start, 2) == naive_map.worm_targets(BOARD, position, name)


def test_retreats_and_displacements() -> None:
    _, t, call = machine()
    for g, position in positions():
        for who, side in enumerate(SIDES):
            for name in areas(g.legions[who]):
                number = AREAS.index(name)
                assert asked("retreats", t, g, who, number) == naive_map.retreat_areas(BOARD, position, name, side)
                free = areas(t.near[number] & call["free"](t, g, who))
                assert free == naive_map.displacement_areas(BOARD, position, name, side)


@pytest.mark.parametrize("dice", [2, 4, 6])
def test_hits_of_storms_and_worms_by_terrain(dice: int) -> None:
    _, t, call = machine()
    g, position = deepcopy(positions()[-1])
    for number, name in enumerate(AREAS):
        ground = naive_map.terrain(BOARD, position, name)
        if ground == "mountain":
            continue
        for _ in range(6):
            packed = call["roll_combat"](t, deepcopy(g.rng), dice)
            faces = ["hit"] * (packed & 255) + ["shield"] * ((packed >> 8) & 255) + ["special"] * (packed >> 16)
            assert len(faces) <= dice
            expected = naive.desert_hits(faces, ground, naive_map.is_deep(BOARD, position, name))
            assert call["roll_hits"](t, g, number, dice) == expected


# --- spice board ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("levels", [(1, 1, 1), (1, 2, 1), (3, 2, 1), (1, 1, 4), (5, 1, 3), (5, 5, 5)])
def test_vehicles_and_dice_of_the_active_row(levels: tuple[int, int, int]) -> None:
    markers = dict(zip(IMPERIUM, levels, strict=True))
    scene = Scene({"phase": "vehicles", "spice": {"markers": markers}, "bene_gesserit": {"atreides": {"owned": 0}}})
    while scene.told["phase"] == "vehicles" and scene.mover == HARKONNEN:
        taken = {zone(int(name[-1])) for name in scene.told["air_zones"]}
        scene.pick(next(one for one in scene.legal if one not in taken))
        if sum(scene.told["dice"]["harkonnen"].values()):
            break
    told = scene.told
    flyers = list(told["air_zones"].values())
    placed = {
        "harvester": sum(bool(held.get("harvester")) for held in told["areas"].values()),
        "ornithopter": flyers.count("ornithopter"),
        "carryall": flyers.count("carryall"),
    }
    rows = load_spice_rows()
    assert placed == naive.vehicles(levels, rows)
    dice = told["dice"]["harkonnen"]
    assert sum(dice[face] for face in FACES) + dice["surplus"] == naive.harkonnen_dice(levels, rows)


# --- tank -----------------------------------------------------------------------------------------------------------


def names_of(tank: Any, spaces: int) -> tuple[str | None, ...]:
    by_number = {number: name for name, number in LEADERS.items()}
    return tuple(by_number[one - 1] if one else None for one in tank[:spaces])


@pytest.mark.parametrize("who", [HARKONNEN, ATREIDES])
def test_the_tank_slides_and_fills(who: int) -> None:
    lab = Lab(who)
    spaces = naive.TANK_SPACES[SIDES[who]]
    own = [name for name, number in LEADERS.items() if (number < 7) == (who == HARKONNEN)]
    dice = random.Random(who)
    for _ in range(300):
        line = dice.sample([*own[:-1], *[None] * spaces], spaces)
        lab.g.tank[who][:] = [LEADERS[one] + 1 if one else 0 for one in line] + [0] * (5 - spaces)
        for name in own:
            lab.g.leader_at[LEADERS[name]] = 202 if name in line else 201
        if dice.random() < 0.5:
            lab.call["slide_tank"](lab.t, lab.g, who)
            after, left = naive.slide_tank(tuple(line))
        else:
            lab.call["enter_tank"](lab.t, lab.g, LEADERS[own[-1]])
            after, left = naive.enter_tank(tuple(line), own[-1])
        assert names_of(lab.g.tank[who], spaces) == after
        assert {name for name in own if lab.g.leader_at[LEADERS[name]] == 203} == set(left)


# --- dice -----------------------------------------------------------------------------------------------------------


def offered(lab: Lab, instruction: str, who: int) -> set[int]:
    """Faces that an instruction about dice offers."""
    kernel = lab.call[f"{instruction}_choices"]
    given = {"t": lab.t, "g": lab.g, "f": SimpleNamespace(stage=0, a=0, b=0, c=0, pc=0, who=who), "q": lab.q}
    given["op"] = SimpleNamespace(a=who, b=0, c=0, code=0)
    lab.call["clear_offer"](lab.q)
    kernel(*(given[name] for name in signature(kernel).parameters))
    moves = [0] * act.ACTIONS
    lab.call["list_offer"](lab.q, moves)
    found = moves[: lab.call["count_offer"](lab.q)]
    return {one - act.ACT_FACE for one in found if act.ACT_FACE <= one < act.ACT_FACE + len(FACES)}


def rolls(dice: int) -> list[tuple[int, ...]]:
    return [one for one in itertools.product(range(dice + 1), repeat=len(FACES)) if sum(one) == dice]


@pytest.mark.parametrize(("who", "dice"), [(ATREIDES, 4), (HARKONNEN, 5), (HARKONNEN, 8)])
def test_surplus_dice_are_turned(who: int, dice: int) -> None:
    lab = Lab(who)
    slots = naive.SLOTS[SIDES[who]]
    for rolled in random.Random(1).sample(rolls(dice), min(60, len(rolls(dice)))):
        start = tuple(min(many, slots) for many in rolled)
        reached = {start}
        for _ in range(dice - sum(start)):
            following = set()
            for counts in reached:
                lab.g.dice[who][:], lab.g.surplus[who] = list(counts), 1
                faces = offered(lab, "turn_dice", who)
                assert faces == naive.legal_turns(counts, slots)
                following |= {tuple(many + (k == face) for k, many in enumerate(counts)) for face in faces}
            reached = following
        assert reached == naive.dice_placements(rolled, slots)


@pytest.mark.parametrize("who", [HARKONNEN, ATREIDES])
def test_bene_gesserit_tokens_go_where_the_fewest_dice_are(who: int) -> None:
    lab = Lab(who)
    slots = naive.SLOTS[SIDES[who]]
    lab.g.bg[who] = 1
    for counts in itertools.product(range(slots + 1), repeat=len(FACES)):
        lab.g.dice[who][:] = list(counts)
        assert {FACES[k] for k in offered(lab, "place_bg", who)} == naive.bg_areas(counts, slots)
