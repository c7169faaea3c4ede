"""The 22 spaces of Dune: Imperium (IMP-SPACE)."""

from __future__ import annotations

from typing import Any

import pytest

from dune_sim.games.state import State
from imperium.table import (
    CONTENT,
    begun,
    can,
    choose,
    finish,
    have,
    next_round,
    reveal,
    seat,
    send,
    settle,
    table,
    told,
    until,
    words,
)

CARD = {"landsraad": "dagger", "city": "reconnaissance", "spice_trade": "dune_the_desert_planet"}
KEYS = ("solari", "spice", "water", "garrison")
CHEAP_ROW = ["scout", "dr_yueh", "scout", "missionaria_protectiva", "sardaukar_infantry"]


def visit(space: str, **keys: Any) -> State:
    """Send an agent of seat 0 with a card that gives nothing by itself; all its effects are resolved."""
    one = CONTENT.spaces.get(space)
    card = CARD.get(one.icon, "diplomacy")
    hand = [card, *keys.pop("hand", [])]
    state = table({"water": 0, "hand": hand, **keys}, {"hand": ["dagger", "diplomacy"]}, row=CHEAP_ROW)
    return settle(send(state, CONTENT.cards.get(card).name, one.name))


def goods(state: State) -> tuple[Any, ...]:
    """Solari, spice, water and garrison of seat 0."""
    return have(state, 0, *KEYS)


def influence(state: State, faction: str) -> int:
    return int(seat(state, 0)["influence"][faction])


def cards(state: State) -> int:
    return int(sum(seat(state, 0)["hand"].values()))


def intrigue(state: State) -> int:
    return int(sum(seat(state, 0)["intrigue"].values()))


def closed(space: str, **keys: Any) -> bool:
    """Whether seat 0 cannot go there, with all other spaces of that icon occupied by nobody."""
    one = CONTENT.spaces.get(space)
    card = CONTENT.cards.get(CARD.get(one.icon, "diplomacy"))
    state = choose(table({"water": 0, "hand": [card.id], **keys}), f"agent turn: play {card.name}")
    return not can(state, f"send an agent to {one.name}") and space not in seat(state, 0)["agents_on"]


@pytest.mark.rule("IMP-SPACE-01")
def test_conspire() -> None:
    state = visit("conspire", spice=4)
    assert goods(state) == (5, 0, 0, 5)
    assert (intrigue(state), influence(state, "emperor")) == (1, 1)
    assert closed("conspire", spice=3)


@pytest.mark.rule("IMP-SPACE-02")
def test_wealth() -> None:
    state = visit("wealth")
    assert goods(state) == (2, 0, 0, 3)
    assert (intrigue(state), influence(state, "emperor")) == (0, 1)


@pytest.mark.rule("IMP-SPACE-03")
def test_heighliner() -> None:
    state = visit("heighliner", spice=6)
    assert goods(state) == (0, 0, 2, 8)
    assert influence(state, "guild") == 1
    assert can(state, "deploy 7 troops")
    assert closed("heighliner", spice=5)


@pytest.mark.rule("IMP-SPACE-04")
def test_foldspace() -> None:
    state = visit("foldspace")
    assert have(state, 0, "discard") == ({"foldspace": 1},)
    assert told(state, "reserve")["foldspace"] == 5
    assert (goods(state), influence(state, "guild")) == ((0, 0, 0, 3), 1)


@pytest.mark.rule("IMP-SPACE-05")
def test_selective_breeding() -> None:
    assert closed("selective_breeding", spice=1)
    start = {"hand": ["diplomacy", "dagger"], "spice": 2}
    state = send(table(start), "Diplomacy", "Selective Breeding")
    choose(state, "resolve Selective Breeding: trash a card", "trash Dagger from hand")
    assert have(state, 0, "trashed", "spice") == ({"dagger": 1}, 0)
    assert cards(state) == 2
    assert influence(state, "bene_gesserit") == 1
    state = send(table(start), "Diplomacy", "Selective Breeding")
    choose(state, "resolve Selective Breeding: trash a card", "trash nothing")
    assert (cards(state), influence(state, "bene_gesserit"), seat(state, 0)["trashed"]) == (1, 1, {})


@pytest.mark.rule("IMP-SPACE-06")
def test_secrets() -> None:
    four = {"intrigue": ["windfall", "bribery", "charisma", "tiebreaker"]}
    state = settle(send(table({"hand": ["diplomacy"]}, four, {"intrigue": ["ambush"]}), "Diplomacy", "Secrets"))
    assert intrigue(state) == 2
    assert sum(seat(state, 1)["intrigue"].values()) == 3
    assert seat(state, 2)["intrigue"] == {"ambush": 1}
    assert influence(state, "bene_gesserit") == 1


@pytest.mark.rule("IMP-SPACE-07")
def test_hardy_warriors() -> None:
    state = visit("hardy_warriors", water=1)
    assert goods(state) == (0, 0, 0, 5)
    assert influence(state, "fremen") == 1
    assert can(state, "deploy 4 troops")
    assert closed("hardy_warriors", water=0)


@pytest.mark.rule("IMP-SPACE-08")
def test_stillsuits() -> None:
    state = visit("stillsuits")
    assert goods(state) == (0, 0, 1, 3)
    assert influence(state, "fremen") == 1
    assert can(state, "deploy 2 troops") and not can(state, "deploy 3 troops")


@pytest.mark.rule("IMP-SPACE-09")
def test_high_council_is_worth_two_persuasion_in_every_reveal_turn() -> None:
    assert closed("high_council", solari=4)
    state = visit("high_council", solari=5)
    assert (goods(state), seat(state, 0)["council_seat"]) == ((0, 0, 0, 3), True)
    for _ in range(2):
        until(state, "turn_of", 0)
        hand = seat(state, 0)["hand"]
        value = {"convincing_argument": 2, "dagger": 0, "seek_allies": 0}
        expected = 2 + sum(value.get(card, 1) * n for card, n in hand.items())
        assert told(reveal(state) if hand else begun(state), "persuasion") == expected
        next_round(state)
    seated = table({"hand": [], "council_seat": True}, row=CHEAP_ROW)
    assert told(reveal(seated), "persuasion") == 2


@pytest.mark.rule("IMP-SPACE-10")
def test_hall_of_oratory_adds_persuasion_while_the_agent_stands_there() -> None:
    state = visit("hall_of_oratory", hand=["convincing_argument"])
    assert goods(state) == (0, 0, 0, 4)
    until(state, "turn_of", 0)
    assert told(begun(state), "persuasion") == 2 + 1
    gone = visit("hall_of_oratory", hand=["convincing_argument"], intrigue=["urgent_mission"])
    finish(gone)
    until(gone, "turn_of", 0)
    assert told(begun(choose(gone, "play Urgent Mission")), "persuasion") == 2


@pytest.mark.rule("IMP-SPACE-11")
def test_mentat_gives_a_card_and_the_mentat() -> None:
    assert closed("mentat", solari=1)
    state = visit("mentat", solari=2)
    assert (goods(state), cards(state)) == ((0, 0, 0, 3), 1)
    assert (told(state, "mentat"), seat(state, 0)["agents"]) == (0, 2)


@pytest.mark.rule("IMP-SPACE-12")
def test_rally_troops() -> None:
    assert goods(visit("rally_troops", solari=4)) == (0, 0, 0, 7)
    assert closed("rally_troops", solari=3)


@pytest.mark.rule("IMP-SPACE-13")
def test_swordmaster_is_ready_this_round() -> None:
    assert closed("swordmaster", solari=7)
    state = visit("swordmaster", solari=8, agents=1, agents_on=["wealth"], hand=["diplomacy"], intrigue=["windfall"])
    assert (goods(state), *have(state, 0, "agents", "swordmaster")) == ((0, 0, 0, 3), 1, True)
    until(finish(state), "turn_of", 0)
    settle(send(state, "Diplomacy", "Secrets"))
    assert have(state, 0, "agents", "agents_on") == (0, ["wealth", "secrets", "swordmaster"])


@pytest.mark.rule("IMP-SPACE-14")
def test_secure_contract() -> None:
    assert goods(visit("secure_contract")) == (3, 0, 0, 3)


@pytest.mark.rule("IMP-SPACE-15")
@pytest.mark.parametrize("spice, solari", [(2, 6), (3, 8), (4, 10), (5, 12)])
def test_sell_melange_has_four_prices(spice: int, solari: int) -> None:
    state = send(table({"hand": ["dune_the_desert_planet"], "spice": 5}), "Dune", "Sell Melange")
    assert words(state) == [f"pay {n} spice → {m} solari" for n, m in ((2, 6), (3, 8), (4, 10), (5, 12))]
    choose(state, f"pay {spice} spice")
    assert have(state, 0, "spice", "solari") == (5 - spice, solari)


@pytest.mark.rule("IMP-SPACE-15")
def test_sell_melange_needs_two_spice() -> None:
    assert closed("sell_melange", spice=1)
    state = send(table({"hand": ["dune_the_desert_planet"], "spice": 3}), "Dune", "Sell Melange")
    assert words(state) == ["pay 2 spice → 6 solari", "pay 3 spice → 8 solari"]


@pytest.mark.rule("IMP-SPACE-16", "IMP-SPACE-17")
@pytest.mark.parametrize("space", ["arrakeen", "carthag"])
def test_the_two_cities_with_a_flag(space: str) -> None:
    card = CONTENT.spaces.get(space).name
    state = table({"hand": ["reconnaissance"]}, control={space: 2})
    settle(send(state, "Reconnaissance", card))
    assert have(state, 0, "garrison", "solari") == (4, 0)
    assert (cards(state), intrigue(state)) == ((1, 0) if space == "arrakeen" else (0, 1))
    assert have(state, 2, "solari", "spice") == (1, 0)
    assert can(state, "deploy 3 troops")


@pytest.mark.rule("IMP-SPACE-18")
def test_research_station() -> None:
    state = visit("research_station", water=2)
    assert (goods(state), cards(state)) == ((0, 0, 0, 3), 3)
    assert can(state, "deploy 2 troops")
    assert closed("research_station", water=1)


@pytest.mark.rule("IMP-SPACE-19")
def test_sietch_tabr() -> None:
    state = visit("sietch_tabr", influence={"fremen": 2})
    assert goods(state) == (0, 0, 1, 4)
    assert influence(state, "fremen") == 2
    assert can(state, "deploy 3 troops")
    assert closed("sietch_tabr", influence={"fremen": 1})


@pytest.mark.rule("IMP-SPACE-20", "IMP-SPACE-21", "IMP-SPACE-22")
@pytest.mark.parametrize(
    "space, water, spice", [("the_great_flat", 2, 3), ("hagga_basin", 1, 2), ("imperial_basin", 0, 1)]
)
def test_the_maker_spaces(space: str, water: int, spice: int) -> None:
    state = visit(space, water=water)
    assert goods(state) == (0, spice, 0, 3)
    assert can(state, "deploy 2 troops")
    if water:
        assert closed(space, water=water - 1)


@pytest.mark.rule("IMP-SPACE-22")
def test_control_of_imperial_basin_pays_spice() -> None:
    state = send(table({"hand": ["dune_the_desert_planet"]}, control={"imperial_basin": 1}), "Dune", "Imperial Basin")
    assert have(state, 1, "spice", "solari") == (1, 0)
    assert have(state, 0, "spice") == (1,)


@pytest.mark.rule("IMP-SPACE-23")
def test_every_faction_has_a_free_space_and_one_with_a_cost() -> None:
    poor = choose(table({"hand": ["diplomacy"], "water": 0}), "play Diplomacy")
    free = {"Wealth", "Foldspace", "Secrets", "Stillsuits"}
    assert {text.split("agent to ")[1] for text in words(poor)} == free
    rich = choose(table({"hand": ["diplomacy"], "spice": 6, "water": 1}), "play Diplomacy")
    costly = {"Conspire for 4 spice", "Heighliner for 6 spice", "Selective Breeding for 2 spice"}
    assert {text.split("agent to ")[1] for text in words(rich)} == free | costly | {"Hardy Warriors for 1 water"}
