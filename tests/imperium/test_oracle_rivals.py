"""Turns of rivals on the kernels against slow code written from the ledger, on random positions."""

from __future__ import annotations

import random
from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from dune_sim.engines import cpp
from dune_sim.games.state import State
from dune_sim.programs import program
from imperium.rivals import LEVELS, SPENT, duo, solo
from naive.imperium_rivals import SOLO, TWO, carried_out, target, visit
from naive.imperium_rules import ALLIANCE_LEVEL, FACTIONS, MAKER_BASE

FAST = cpp.problem(program("imperium_full")) is None
#: positions compared: of every level of the solo game, and with two players; and by the slow tests
ROUNDS, MANY = (250, 2_200) if FAST else (40, 40)
RIVALS = ["duke_leto_atreides", "baron_vladimir_harkonnen", "glossu_rabban", "count_ilban_richese"]
RIVALS += ["earl_memnon_thorvald", "countess_ariana_thorvald"]
SPACES = ["conspire", "wealth", "heighliner", "foldspace", "selective_breeding", "secrets", "hardy_warriors"]
SPACES += ["stillsuits", "rally_troops", "hall_of_oratory", "carthag", "arrakeen", "the_great_flat", "hagga_basin"]
SPACES += ["imperial_basin", "research_station"]
CONFLICTS = {1: "skirmish_1", 2: "raid_stockpiles", 3: "grand_vision"}
INTRIGUE = ["ambush", "bribery"]


def troops(rng: random.Random) -> dict[str, int]:
    conflict = rng.choice([0, 0, 1, 2, 3, 5])
    garrison = rng.randint(0, min(5, 12 - conflict)) if rng.random() < 0.9 else 12 - conflict
    return {"conflict": conflict, "garrison": garrison, "supply": 12 - conflict - garrison}


def influence(rng: random.Random) -> dict[str, int]:
    return {faction: rng.choice([0, 0, 1, 1, 2, 3, 4, 5, 6]) for faction in FACTIONS}


def random_position(rng: random.Random, alone: bool) -> dict[str, Any]:
    """A position in which the rival is to move, every seat told in full."""
    level = rng.choice([1, 2, 2, 3])
    now = {1: 1, 2: rng.randint(2, 6), 3: rng.randint(7, 10)}[level]
    free = rng.sample(SPACES, len(SPACES))
    people: list[dict[str, Any]] = []
    for _ in range(1 if alone else 2):
        out = [free.pop() for _ in range(rng.randint(0, 1))]
        one = {"hand": ["diplomacy", "dagger"], "swords": 0, "agents_on": out, "agents": 2 - len(out), **troops(rng)}
        one |= {"solari": rng.randint(0, 8), "spice": rng.randint(0, 8), "water": 1, "influence": influence(rng)}
        people.append(one | {"closed_space": rng.choice(free) if rng.random() < 0.3 else None})
    rivals: list[dict[str, Any]] = []
    leaders = rng.sample(RIVALS, 2)
    for number in range(2 if alone else 1):
        third = alone and rng.random() < 0.5
        moves = number == 0
        owned = 2 + third if alone else 3
        out = [free.pop() for _ in range(rng.randint(0, owned - 1))] if moves else [*SPENT, *["high_council"] * third]
        one = {"rival": True, "influence": influence(rng), "agents_on": out, "agents": owned - len(out), **troops(rng)}
        if alone:
            goods = {"solari": rng.randint(0, 6), "spice": rng.randint(0, 6), "water": rng.randint(0, 2)}
            held = INTRIGUE[: rng.randint(0, 2)] if moves else []
            one |= goods | {"leader": leaders[number], "swordmaster": third, "intrigue": held}
        rivals.append(one | {"swords": 0})
    players = [*people, *rivals]
    cards = SOLO if alone else TWO
    deck = {name: rng.randint(0, card.copies) for name, card in cards.items() if rng.random() < rng.random()}
    deck = {name: n for name, n in deck.items() if n} or {"hagal_carthag": 1}
    bonus = {maker: rng.randint(1, 4) for maker in MAKER_BASE if rng.random() < 0.6}
    owners = range(3 if alone else 2)
    control = {space: rng.choice(owners) for space in ("arrakeen", "carthag", "imperial_basin") if rng.random() < 0.5}
    return {
        "players": players, "round": now, "conflict": CONFLICTS[level], "hagal_deck": deck, "bonus_spice": bonus,
        "control": control, "alliances": tokens(rng, players), "first_player": 0,
        "to_move": 1 if alone else 2, "seed": rng.randrange(1 << 32),
    }  # fmt: skip


def tokens(rng: random.Random, players: list[dict[str, Any]]) -> dict[str, int]:
    """Tokens with one of those who stand highest."""
    found = {}
    for faction in FACTIONS:
        levels = [one["influence"][faction] for one in players]
        if max(levels) >= ALLIANCE_LEVEL:
            found[faction] = rng.choice([k for k, level in enumerate(levels) if level == max(levels)])
    return found


def whole(given: dict[str, Any], state: State, level: str | None) -> dict[str, Any]:
    """The position before the turn as the slow code reads it; points follow from the tracks."""
    here = deepcopy(given)
    here |= {"solo": level is not None, "difficulty": level}
    here["level"] = {name: n for n, name in CONFLICTS.items()}[given["conflict"]]
    for seat, one in enumerate(here["players"]):
        one["intrigue"] = len(one.get("intrigue", []))
        if "solari" in one:
            one["vp"] = sum(n >= 2 for n in one["influence"].values())
            one["vp"] += list(given["alliances"].values()).count(seat)
    return here


def seen(position: dict[str, Any]) -> Any:
    """What both tell alike."""
    seats = []
    for one in position["players"]:
        cards = one.get("intrigue", 0)
        seats.append(
            (
                *(one.get(key, 0) for key in ("vp", "solari", "spice", "water", "garrison", "supply", "conflict")),
                *(one["influence"][faction] for faction in FACTIONS),
                one["agents"], tuple(sorted(one["agents_on"])),
                cards if isinstance(cards, int) else sum(cards.values()),
            )
        )  # fmt: skip
    shared = (sorted((k, n) for k, n in position[key].items() if n) for key in ("alliances", "control", "bonus_spice"))
    return (tuple(seats), *(tuple(one) for one in shared))


def ways(state: State) -> list[State]:
    """The position, or those that answers of a person for the rival lead to."""
    if state.raw[0]["stack"]["depth"] == 1:
        return [state]
    found = []
    for action in state.legal_actions():
        after = state.copy()
        after.apply(action)
        found += ways(after)
    return found


def compare(given: dict[str, Any], level: str | None) -> str:
    """One turn on the kernels is among those of the slow code, with all its ways; the card that was carried out."""
    seat = given["to_move"]
    leaders = tuple(one["leader"] for one in given["players"] if "leader" in one)
    game = solo(level, (leaders[0], leaders[1])) if level else duo()
    state = game.from_dict(given)
    before = whole(given, state, level)
    ends = [one.to_dict() for one in ways(state)]
    card = ends[0]["hagal_card"]
    assert target(before, seat, card) is not None, (given, card)
    left = frozenset(ends[0]["hagal_deck"].items())
    assert (card, left) in set(carried_out(before, seat, Counter(given["hagal_deck"]))), (given, card, left)
    assert {seen(one) for one in ends} == {seen(one) for one in visit(before, seat, card)}, given
    return str(card)


@pytest.mark.rule(
    "HAG-DECK-02", "HAG-DECK-03", "HAG-DECK-06", "HAG-DECK-08", "HAG-DECK-10", "HAG-DECK-11", "HAG-DECK-12",
    "HAG-DECK-13", "HAG-DECK-15", "HAG-SOLO-15", "HAG-SOLO-28", "HAG-SOLO-29", "HAG-FAQ-06",
)  # fmt: skip
@pytest.mark.parametrize("level", LEVELS)
def test_turns_of_solo_rivals_are_those_of_the_slow_code(level: str) -> None:
    compare_many(level, ROUNDS)


@pytest.mark.rule("HAG-DECK-04", "HAG-DECK-05", "HAG-2P-11", "HAG-2P-13", "HAG-2P-14")
def test_turns_of_house_hagal_are_those_of_the_slow_code() -> None:
    compare_many(None, ROUNDS)


@pytest.mark.slow
@pytest.mark.parametrize("level", [*LEVELS, None])
def test_thousands_of_turns_are_those_of_the_slow_code(level: str | None) -> None:
    compare_many(level, MANY)


def compare_many(level: str | None, positions: int) -> None:
    rng = random.Random(f"{level} {positions}")
    met = Counter(compare(random_position(rng, level is not None), level) for _ in range(positions))
    assert not FAST or set(met) == set(SOLO if level else TWO) - {"hagal_reshuffle"}
