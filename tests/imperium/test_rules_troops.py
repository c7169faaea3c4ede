"""Recruiting and deploying in agent turns of Dune: Imperium (IMP-AGENT-14 to 21)."""

from __future__ import annotations

import pytest

from dune_sim.games.state import State
from imperium.table import CONTENT, can, choose, finish, have, next_round, quick, send, table, told, until, words

RICH = {"spice": 20, "solari": 20, "water": 20, "influence": {"fremen": 2}}
COMBAT_SPACES = {
    "heighliner",
    "hardy_warriors",
    "stillsuits",
    "arrakeen",
    "carthag",
    "research_station",
    "sietch_tabr",
    "the_great_flat",
    "hagga_basin",
    "imperial_basin",
}


def most(state: State) -> int:
    """Most troops that can be deployed now; every smaller number must be offered as well."""
    offers = [text for text in words(state) if text.startswith("deploy")]
    numbers = [0 if "nothing" in text else int(text.split()[1]) for text in offers]
    assert numbers == list(range(len(numbers)))
    return numbers[-1]


@pytest.mark.rule("IMP-AGENT-14")
def test_a_troop_symbol_moves_a_troop_from_supply_to_garrison() -> None:
    state = send(table({"hand": ["dagger"], "solari": 4}), "Dagger", "Rally Troops")
    assert have(state, 0, "garrison", "supply", "conflict") == (7, 5, 0)


@pytest.mark.rule("IMP-AGENT-15")
def test_an_empty_supply_recruits_nothing_and_owes_nothing() -> None:
    start = {"hand": ["dagger"], "solari": 4, "garrison": 8, "conflict": 3, "supply": 1}
    state = send(table(start), "Dagger", "Rally Troops")
    assert have(state, 0, "garrison", "supply", "conflict") == (9, 0, 3)
    next_round(state)
    assert have(state, 0, "garrison", "supply", "conflict") == (9, 3, 0)


@pytest.mark.rule("IMP-AGENT-16")
@pytest.mark.parametrize("space", CONTENT.spaces.ids)
def test_troops_are_deployed_from_combat_spaces_and_no_others(space: str) -> None:
    state = send(table({**RICH, "hand": ["foldspace"]}), "Foldspace", CONTENT.spaces.get(space).name)
    asked = False
    for _ in range(12):
        if state.to_move == 0 and told(state, "turn_of") == 0:
            asked = asked or can(state, "deploy nothing")
            quick(state)
    assert asked == (space in COMBAT_SPACES)


@pytest.mark.rule("IMP-AGENT-17")
def test_all_troops_recruited_this_turn_may_be_deployed() -> None:
    start = {"hand": ["diplomacy"], "spice": 6, "garrison": 0}
    state = send(table(start), "Diplomacy", "Heighliner")
    assert most(state) == 5
    choose(state, "deploy 5 troops")
    assert have(state, 0, "garrison", "supply", "conflict") == (0, 7, 5)


@pytest.mark.rule("IMP-AGENT-17")
def test_troops_recruited_by_the_card_count_too() -> None:
    state = send(table({"hand": ["gurney_halleck"], "garrison": 0}), "Gurney Halleck", "Carthag")
    if can(state, "Gurney Halleck: 1 card"):
        choose(state, "Gurney Halleck: 1 card")
    assert have(state, 0, "garrison") == (3,)
    assert most(state) == 3


@pytest.mark.rule("IMP-AGENT-18")
@pytest.mark.parametrize("garrison, allowed", [(0, 2), (1, 3), (2, 4), (3, 4), (9, 4)])
def test_two_more_may_come_from_the_garrison(garrison: int, allowed: int) -> None:
    state = send(table({"hand": ["diplomacy"], "garrison": garrison}), "Diplomacy", "Hardy Warriors")
    assert most(state) == allowed


@pytest.mark.rule("IMP-AGENT-18")
def test_without_recruits_it_is_two_of_the_garrison() -> None:
    state = send(table({"hand": ["dune_the_desert_planet"]}), "Dune", "Imperial Basin")
    assert most(state) == 2
    choose(state, "deploy 2 troops")
    assert have(state, 0, "garrison", "conflict") == (1, 2)


@pytest.mark.rule("IMP-AGENT-19")
def test_recruits_left_behind_are_garrison_troops_later() -> None:
    start = {"hand": ["diplomacy", "dune_the_desert_planet"], "spice": 6, "garrison": 0}
    state = choose(send(table(start), "Diplomacy", "Heighliner"), "deploy nothing")
    until(state, "turn_of", 0)
    send(state, "Dune", "Imperial Basin")
    assert have(state, 0, "garrison") == (5,)
    assert most(state) == 2


@pytest.mark.rule("IMP-AGENT-20")
def test_elsewhere_only_an_effect_deploys() -> None:
    state = send(table({"hand": ["dagger"], "solari": 4}), "Dagger", "Rally Troops")
    assert (told(state, "turn_of"), *have(state, 0, "garrison", "conflict")) == (1, 7, 0)
    effect = {"hand": ["dagger"], "solari": 4, "intrigue": ["rapid_mobilization"]}
    state = send(table(effect), "Dagger", "Rally Troops")
    assert not can(state, "deploy nothing")
    choose(state, "play Rapid Mobilization", "deploy 6 troops")
    assert have(state, 0, "garrison", "conflict") == (1, 6)


@pytest.mark.rule("IMP-AGENT-21")
def test_deploying_none_is_fine() -> None:
    state = finish(send(table({"hand": ["diplomacy"]}), "Diplomacy", "Hardy Warriors"))
    assert told(state, "turn_of") == 1
    assert have(state, 0, "garrison", "conflict") == (5, 0)
