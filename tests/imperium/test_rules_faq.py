"""FAQ on the base game, first half (IMP-FAQ-02 to IMP-FAQ-27)."""

from __future__ import annotations

from typing import Any

import pytest

from dune_sim.games.state import State
from imperium.card_table import DONE, IDLE, cards, combat, pass_all, pay
from imperium.table import can, choose, find, have, next_round, seat, send, strength, table, told, words

SPICE = "the_spice_must_flow"


def falls(levels: list[int]) -> State:
    """Seat 0 holds the Guild alliance and pays one step of it."""
    mine = {"hand": ["shifting_allegiances"], "influence": {"guild": levels[0]}, "spice": 2}
    others = [{**IDLE, "influence": {"guild": level}} for level in levels[1:]]
    state = send(table(mine, *others, alliances={"guild": 0}), "Shifting Allegiances", "Secure Contract")
    return pay(state)


@pytest.mark.rule("IMP-FAQ-02")
def test_the_holder_names_one_of_several_who_were_level() -> None:
    state = falls([5, 5, 5])
    assert state.to_move == 0 and len(words(state)) == 2
    choose(state, "give the Guild alliance to seat 2")
    assert told(state, "alliances") == {"guild": 2}
    assert told(falls([5, 5, 4]), "alliances") == {"guild": 1}


@pytest.mark.rule("IMP-FAQ-03")
def test_a_holder_at_three_loses_the_token() -> None:
    assert told(falls([4, 4, 2]), "alliances") == {"guild": 1}
    state = falls([4, 3, 2])
    assert told(state, "alliances") == {} and [seat(state, who)["vp"] for who in range(3)] == [1, 1, 1]


@pytest.mark.rule("IMP-FAQ-04", "IMP-FAQ-21")
@pytest.mark.parametrize("card", ["poison_snooper", "refocus"])
def test_cards_drawn_in_the_reveal_turn_are_revealed_at_once(card: str) -> None:
    deck = {"deck": ["convincing_argument"], "hand": ["dagger"], "intrigue": [card]}
    state = choose(table(deck, IDLE), "reveal turn")
    assert told(state, "persuasion") == 0
    choose(state, "play Poison Snooper" if card == "poison_snooper" else "play Refocus")
    if can(state, "draw Convincing Argument"):
        choose(state, "draw Convincing Argument")
    assert seat(state, 0)["in_play"] == {"dagger": 1, "convincing_argument": 1} and cards(state, 0, "hand") == 0
    assert told(state, "persuasion") == 2


@pytest.mark.rule("IMP-FAQ-05")
def test_cards_drawn_after_it_are_kept_on_top_of_five() -> None:
    kept = {"revealed": True, "hand": ["reconnaissance"]}
    state = next_round(table(kept, {"hand": ["dagger"]}, {**DONE, "hand": []}, to_move=1))
    assert seat(state, 0)["hand"]["reconnaissance"] == 1
    assert cards(state, 0, "hand") == 6 and cards(state, 1, "hand") == 5


@pytest.mark.rule("IMP-FAQ-08")
@pytest.mark.parametrize(("space", "base"), [("The Great Flat", 3), ("Hagga Basin", 2), ("Imperial Basin", 1)])
def test_carryall_doubles_the_base_only(space: str, base: int) -> None:
    key = space.lower().replace(" ", "_")
    state = table({"hand": ["carryall"], "spice": 0, "water": 2}, IDLE, bonus_spice={key: 4})
    send(state, "Carryall", space)
    assert seat(state, 0)["spice"] == 2 * base + 4


@pytest.mark.rule("IMP-FAQ-09")
def test_any_number_may_be_none() -> None:
    state = table({"hand": ["chani"], "conflict": 3, "intrigue": ["rapid_mobilization"]}, IDLE)
    none = choose(state.copy(), "play Rapid Mobilization", "deploy 0 troops")
    assert have(none, 0, "garrison", "conflict") == (3, 3)
    choose(state, "reveal turn", "resolve Chani")
    assert [text for text in words(state) if text.startswith("retreat")] == [
        "retreat 0 troops",
        "retreat 1 troop",
        "retreat 2 troops",
        "retreat 3 troops",
    ]
    choose(state, "retreat 0 troops")
    assert have(state, 0, "garrison", "conflict") == (3, 3)


@pytest.mark.rule("IMP-FAQ-10", "IMP-AMB-20")
def test_the_mentat_won_comes_with_the_next_round() -> None:
    state = combat({"conflict": 1}, conflict="sort_through_the_chaos", mentat=1)
    pass_all(state)
    assert told(state, "round") == 3
    assert told(state, "mentat") == 0 and have(state, 0, "agents") == (3,) and have(state, 1, "agents") == (2,)


@pytest.mark.rule("IMP-FAQ-11")
def test_the_point_of_the_spice_must_flow_stays() -> None:
    mine = {"hand": ["gene_manipulation", "dagger"], "discard": [SPICE], "vp": 1}
    state = send(table(mine, IDLE), "Gene Manipulation", "Hall of Oratory")
    choose(state, "resolve Gene Manipulation: may trash")
    choose(state, "trash The Spice Must Flow from discard pile")
    assert seat(state, 0)["vp"] == 1 and told(state, "reserve")[SPICE] == 10


def corner(own: dict[str, Any], others: list[int]) -> int:
    """Points Corner the Market gives; -1 if it cannot be played."""
    seats = [{"discard": [SPICE] * number} for number in others]
    state = table({"intrigue": ["corner_the_market"], **own}, *seats, phase="endgame")
    if not can(state, "Corner the Market"):
        return -1
    before = state.scores[0]
    return choose(state, "play Corner the Market").scores[0] - before


@pytest.mark.rule("IMP-FAQ-12", "IMP-AMB-25")
def test_corner_the_market_counts_every_copy() -> None:
    starters = ["dagger"]
    assert corner({"discard": [SPICE], "deck": [SPICE, *starters]}, [0, 0]) == 2
    assert corner({"discard": [SPICE], "hand": [SPICE]}, [0, 0]) == 2
    assert corner({"discard": [SPICE]}, [0, 0]) == 1


@pytest.mark.rule("IMP-FAQ-13")
def test_corner_the_market_compares_with_each_opponent() -> None:
    assert corner({"discard": [SPICE] * 2}, [2, 0]) == 1
    assert corner({"discard": [SPICE] * 2}, [1, 1]) == 2
    assert corner({"discard": [SPICE]}, [1, 0]) == -1, "neither half holds, so it cannot be played"


@pytest.mark.rule("IMP-FAQ-14")
def test_double_cross_needs_an_enemy_in_the_conflict() -> None:
    mine = {"hand": ["dagger"], "intrigue": ["double_cross"], "solari": 1, "conflict": 1}
    assert not can(table(mine, IDLE), "Double Cross")
    state = choose(table(mine, {**IDLE, "conflict": 2}), "play Double Cross")
    assert have(state, 1, "conflict", "supply") == (1, 8)
    assert have(state, 0, "conflict", "supply", "solari") == (2, 7, 0)


@pytest.mark.rule("IMP-FAQ-15", "IMP-AMB-05")
def test_double_cross_works_with_an_empty_supply() -> None:
    mine = {"hand": ["dagger"], "intrigue": ["double_cross"], "solari": 1, "garrison": 12}
    state = choose(table(mine, {**IDLE, "conflict": 2}), "play Double Cross")
    assert have(state, 1, "conflict") == (1,) and have(state, 0, "conflict", "garrison") == (0, 12)


@pytest.mark.rule("IMP-FAQ-16")
def test_mohiam_asks_the_opponents_from_the_left() -> None:
    mine = {"hand": ["reverend_mother_mohiam", "dagger"], "in_play": ["the_voice"]}
    three = {"hand": ["dagger", "diplomacy", "reconnaissance"]}
    state = send(table(mine, three, three), "Reverend Mother Mohiam", "Wealth")
    choose(state, "resolve Reverend")
    assert state.to_move == 1
    choose(state, "discard Dagger", "discard Diplomacy")
    assert state.to_move == 2
    choose(state, "discard Diplomacy", "discard Reconnaissance")
    assert seat(state, 1)["hand"] == {"reconnaissance": 1} and seat(state, 2)["hand"] == {"dagger": 1}


@pytest.mark.rule("IMP-FAQ-17")
def test_foldspace_comes_from_its_space_only() -> None:
    shown = choose(table({"hand": ["lady_jessica", *["convincing_argument"] * 2]}, IDLE), "reveal turn")
    assert told(shown, "persuasion") == 7 and not can(shown, "acquire Foldspace")
    state = table({"hand": ["diplomacy"], "intrigue": ["bypass_protocol"]}, IDLE)
    assert not can(choose(state.copy(), "play Bypass Protocol"), "acquire Foldspace for free")
    send(state, "Diplomacy", "Foldspace")
    while state.to_move == 0 and can(state, "resolve"):
        choose(state, next(text for text in words(state) if text.startswith("resolve")))
    assert seat(state, 0)["discard"] == {"foldspace": 1} and told(state, "reserve")["foldspace"] == 5


@pytest.mark.rule("IMP-FAQ-22")
def test_guild_bankers_cheapen_every_copy() -> None:
    mine = {"hand": ["guild_bankers", "stilgar", "lady_jessica", "piter_de_vries", *["convincing_argument"] * 2]}
    state = choose(table(mine, IDLE), "reveal turn")
    assert told(state, "persuasion") == 12
    while can(state, "resolve"):
        choose(state, next(text for text in words(state) if text.startswith("resolve")))
    choose(state, "acquire The Spice Must Flow for 6", "acquire The Spice Must Flow for 6")
    assert seat(state, 0)["vp"] == 2
    after = choose(table({"hand": ["convincing_argument"] * 2 + ["gurney_halleck", "opulence"]}, IDLE), "reveal turn")
    assert told(after, "persuasion") == 7 and not can(after, "The Spice Must Flow")


@pytest.mark.rule("IMP-FAQ-24")
def test_bypass_protocol_takes_helenas_card_without_reduction() -> None:
    leaders = ["helena_richese", "glossu_rabban", "earl_memnon_thorvald"]
    keys: dict[str, Any] = {"leaders": leaders, "set_aside": {"card": "guild_bankers", "seat": 0}}
    mine = {"hand": ["dagger"], "intrigue": ["bypass_protocol"], "spice": 0}
    state = choose(table(mine, IDLE, **keys), "play Bypass Protocol")
    choose(state, find_text(state, "set aside"))
    assert seat(state, 0)["discard"] == {"guild_bankers": 1}
    dear = {**keys, "set_aside": {"card": "duncan_idaho", "seat": 0}}
    assert not can(choose(table(mine, IDLE, **dear), "play Bypass Protocol"), "set aside"), "4 is above 3"
    other = choose(table({}, mine, to_move=1, **keys), "play Bypass Protocol")
    assert not can(other, "Guild Bankers")


def find_text(state: State, part: str) -> str:
    return state.describe(find(state, part))


@pytest.mark.rule("IMP-FAQ-26")
def test_imperial_spy_draws_only_by_its_own_effect() -> None:
    own = pay(send(table({"hand": ["imperial_spy", "dagger"]}, IDLE), "Imperial Spy", "Wealth"), "Imperial Spy")
    if can(own, "decline"):
        choose(own, next(text for text in words(own) if "decline" not in text))
    assert cards(own, 0, "intrigue") == 1 and told(own, "trashed") == {"imperial_spy": 1}
    mine = {"hand": ["gene_manipulation", "imperial_spy"]}
    other = send(table(mine, IDLE), "Gene Manipulation", "Hall of Oratory")
    choose(other, "resolve Gene Manipulation: may trash")
    choose(other, "trash Imperial Spy from hand")
    assert cards(other, 0, "intrigue") == 0 and told(other, "trashed") == {"imperial_spy": 1}


@pytest.mark.rule("IMP-FAQ-27", "IMP-AMB-12", "IMP-AMB-15")
def test_staged_incident_lowers_strength_at_once() -> None:
    mine = {"conflict": 4, "swords": 1, "intrigue": ["staged_incident", "ambush"]}
    state = combat(mine, {"conflict": 1, "intrigue": ["tiebreaker"]})
    assert strength(state, 0) == 9
    choose(state, "play Staged Incident")
    assert strength(state, 0) == 3 and have(state, 0, "vp", "conflict", "supply") == (1, 1, 8)
    last = combat({**mine, "conflict": 3}, {"conflict": 1, "intrigue": ["tiebreaker"]})
    choose(last, "play Staged Incident")
    assert strength(last, 0) == 0 and last.to_move == 1, "without troops one drops out, Ambush or not"
