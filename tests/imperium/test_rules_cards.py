"""Single cards that the booklet explains (IMP-CARD)."""

from __future__ import annotations

from typing import Any

import pytest

import dune_sim
from imperium.card_table import DONE, IDLE, cards, combat, pass_all
from imperium.table import PLAIN, can, choose, have, next_round, seat, send, table, told, words

ALL = ["convincing_argument", "convincing_argument", "dagger", "dagger", "diplomacy", "dune_the_desert_planet"]
STARTERS = [*ALL, "dune_the_desert_planet", "reconnaissance", "seek_allies", "signet_ring"]


@pytest.mark.rule("IMP-CARD-01", "IMP-AMB-22")
def test_bindu_suspension_opens_a_turn_or_is_not_played() -> None:
    mine = {"hand": ["diplomacy", "dagger"], "intrigue": ["bindu_suspension", "windfall"]}
    state = table(mine, IDLE)
    assert can(state, "Bindu Suspension")
    assert not can(choose(state.copy(), "play Windfall"), "Bindu Suspension")
    assert not can(choose(state.copy(), "reveal turn"), "Bindu Suspension")
    assert not can(send(state.copy(), "Diplomacy", "Secrets"), "Bindu Suspension")
    stays = choose(state.copy(), "play Bindu Suspension", "decline")
    assert cards(stays, 0, "hand") == 3
    assert can(stays, "reveal turn") and can(stays, "agent turn: play Diplomacy")


@pytest.mark.rule("IMP-CARD-01", "IMP-AMB-22")
def test_bindu_suspension_needs_an_agent_to_send() -> None:
    out = {"intrigue": ["bindu_suspension", "windfall"], "agents": 0, "agents_on": ["wealth", "conspire"]}
    assert not can(table({**out, "hand": ["diplomacy"]}, IDLE), "Bindu Suspension")
    assert can(table({**out, "hand": ["kwisatz_haderach"]}, IDLE), "Bindu Suspension"), "an agent of the board"
    assert can(table({"hand": [], "intrigue": ["bindu_suspension"]}, IDLE), "Bindu Suspension"), "before the draw"


@pytest.mark.rule("IMP-CARD-02", "IMP-AMB-22")
def test_passing_after_bindu_suspension_is_compulsory_by_an_option() -> None:
    game = dune_sim.make("imperium", players=3, leaders=PLAIN[:3], bindu_passes=True)
    mine = {"hand": ["dagger"], "intrigue": ["bindu_suspension"]}
    state = choose(game.from_dict({"players": [mine, IDLE, IDLE]}), "play Bindu Suspension")
    assert state.to_move == 1 and have(state, 0, "agents", "revealed") == (2, False) and cards(state, 0, "hand") == 2


@pytest.mark.rule("IMP-CARD-02", "IMP-AMB-22")
def test_bindu_suspension_may_end_the_turn() -> None:
    state = table({"hand": ["dagger"], "intrigue": ["bindu_suspension"]}, IDLE)
    choose(state, "play Bindu Suspension")
    choose(state, next(text for text in words(state) if "decline" not in text))
    assert state.to_move == 1
    assert have(state, 0, "agents", "revealed") == (2, False) and cards(state, 0, "hand") == 2


def voice(space: str, **others: Any) -> Any:
    """Seat 0 has closed a space with The Voice; seat 1 is next."""
    theirs = {"hand": ["reconnaissance", "kwisatz_haderach"], "water": 2, **others}
    state = table({"hand": ["the_voice", "dagger", "reconnaissance"]}, theirs, IDLE)
    send(state, "The Voice", "Secure Contract")
    if can(state, "resolve The Voice"):
        choose(state, "resolve The Voice")
    return choose(state, f"close {space} to opponents")


@pytest.mark.rule("IMP-CARD-03", "IMP-CARD-04", "IMP-CARD-05", "IMP-AMB-13")
def test_the_voice_closes_a_space_until_the_owners_next_turn() -> None:
    state = voice("Arrakeen")
    assert seat(state, 0)["closed_space"] == "arrakeen" and told(state, "control") == {}
    plain = choose(state.copy(), "agent turn: play Reconnaissance")
    assert not can(plain, "Arrakeen") and can(plain, "Carthag")
    chosen = choose(state.copy(), "agent turn: play Kwisatz Haderach")
    if can(chosen, "take an agent from the leader"):
        choose(chosen, "take an agent from the leader")
    assert not can(chosen, "send an agent to Arrakeen") and can(chosen, "send an agent to Carthag")
    choose(state, "reveal turn")
    while state.to_move == 1:
        choose(state, "end the reveal turn")
    assert state.to_move == 2
    choose(state, "reveal turn")
    assert state.to_move == 0 and seat(state, 0)["closed_space"] is None
    assert can(choose(state, "agent turn: play Reconnaissance"), "send an agent to Arrakeen")


@pytest.mark.rule("IMP-CARD-06")
def test_calculated_hire_needs_the_mentat_at_home() -> None:
    mine = {"hand": ["dagger"], "intrigue": ["calculated_hire"], "spice": 1}
    state = choose(table(mine, IDLE), "play Calculated Hire")
    assert have(state, 0, "spice", "agents") == (0, 3) and told(state, "mentat") == 0
    assert not can(table(mine, {**IDLE, "agents": 3}, mentat=1), "Calculated Hire")


def kwisatz(**mine: Any) -> Any:
    """Kwisatz Haderach is played with all agents out."""
    start = {"hand": ["kwisatz_haderach"], "agents": 0, "agents_on": ["imperial_basin", "high_council"]}
    start |= {"council_seat": True, "solari": 9, "spice": 9, "water": 9, **mine}
    state = table(start, {"agents_on": ["arrakeen"], **IDLE}, DONE)
    return choose(state, "agent turn: play Kwisatz Haderach")


@pytest.mark.rule("IMP-CARD-07", "IMP-CARD-08", "IMP-CARD-09", "IMP-AMB-21", "IMP-AGENT-24")
def test_kwisatz_haderach_sends_an_agent_from_the_board() -> None:
    state = kwisatz()
    assert not can(state, "from the leader")
    choose(state, "take the agent on Imperial Basin")
    open_to_all = [text for text in words(state) if "send an agent to" in text]
    assert any("Arrakeen" in text for text in open_to_all), "occupied by an enemy"
    assert any("Imperial Basin" in text for text in open_to_all), "back to where it came from"
    assert not any("High Council" in text for text in open_to_all), "once per game"
    assert not any("Sietch Tabr" in text for text in open_to_all), "its requirement is not met"
    assert len(open_to_all) == 22 - 2
    back = choose(state.copy(), "send an agent to Imperial Basin")
    assert seat(back, 0)["spice"] == 10
    choose(state, "send an agent to Arrakeen")
    assert set(seat(state, 0)["agents_on"]) == {"arrakeen", "high_council"}


@pytest.mark.rule("IMP-CARD-10")
def test_a_maker_space_left_gets_its_bonus_spice() -> None:
    state = kwisatz()
    choose(state, "take the agent on Imperial Basin", "send an agent to Arrakeen")
    next_round(state)
    assert told(state, "bonus_spice")["imperial_basin"] == 1
    stays = next_round(table({"agents_on": ["imperial_basin"]}, DONE, DONE))
    assert told(stays, "bonus_spice").get("imperial_basin", 0) == 0


@pytest.mark.rule("IMP-CARD-11", "IMP-AMB-23")
def test_poison_snooper_needs_a_card_to_look_at() -> None:
    mine = {"hand": ["dagger"], "intrigue": ["poison_snooper"]}
    empty = table({**mine, "discard": [one for one in STARTERS if one != "dagger"] + ["dagger"]}, IDLE)
    assert not can(empty, "Poison Snooper") and cards(empty, 0, "discard") == 9
    state = choose(table({**mine, "deck_top": ["diplomacy"]}, IDLE), "play Poison Snooper")
    drawn = choose(state.copy(), "draw Diplomacy")
    assert seat(drawn, 0)["hand"] == {"dagger": 1, "diplomacy": 1}
    gone = choose(state, "trash Diplomacy")
    assert seat(gone, 0)["trashed"] == {"diplomacy": 1} and cards(gone, 0, "deck") == 8


def humanity(*others: dict[str, Any]) -> Any:
    """Seat 0 plays Test of Humanity."""
    mine = {"hand": ["test_of_humanity", "dagger"]}
    state = send(table(mine, *others), "Test of Humanity", "Hall of Oratory")
    if can(state, "resolve Test"):
        choose(state, "resolve Test")
    return state


@pytest.mark.rule("IMP-CARD-12", "IMP-CARD-13", "IMP-CARD-14")
def test_of_humanity_asks_the_opponents_from_the_left() -> None:
    both = {"hand": ["dagger", "diplomacy"], "conflict": 1, "garrison": 2}
    state = humanity(both, both)
    assert state.to_move == 1 and len(words(state)) == 2
    choose(state, "discard")
    assert set(words(state)) == {"discard Dagger", "discard Diplomacy"} and state.to_move == 1
    choose(state, "discard Diplomacy")
    assert seat(state, 1)["hand"] == {"dagger": 1} and state.to_move == 2
    choose(state, next(text for text in words(state) if "troop" in text))
    assert have(state, 2, "conflict", "supply", "garrison") == (0, 10, 2)


@pytest.mark.rule("IMP-CARD-13", "IMP-AMB-24")
def test_of_humanity_asks_for_what_is_possible() -> None:
    state = humanity({"hand": ["dagger"]}, {"hand": [], "conflict": 2, "garrison": 1})
    assert seat(state, 1)["discard"] == {"dagger": 1}
    assert have(state, 2, "conflict", "garrison") == (1, 1)
    spared = humanity({"hand": [], "garrison": 3}, IDLE)
    assert have(spared, 1, "garrison", "conflict", "supply") == (3, 0, 9)


@pytest.mark.rule("IMP-CARD-15")
def test_demand_respect_spends_the_spice_just_won() -> None:
    mine = {"conflict": 1, "intrigue": ["demand_respect"], "spice": 0}
    state = pass_all(combat(mine, conflict="raid_stockpiles"))
    assert seat(state, 0)["spice"] == 3
    choose(state, "play Demand Respect")
    assert can(state, "pay 2 spice")
    poor = choose(pass_all(combat(mine, conflict="guild_bank_raid")), "play Demand Respect")
    assert not can(poor, "pay 2 spice")


@pytest.mark.rule("IMP-CARD-16")
def test_to_the_victor_goes_before_demand_respect() -> None:
    mine = {"conflict": 1, "intrigue": ["demand_respect", "to_the_victor"], "spice": 0}
    state = pass_all(combat(mine, conflict="guild_bank_raid"))
    choose(state, "play To the Victor", "play Demand Respect", "pay 2 spice", "Guild +2")
    assert seat(state, 0)["influence"]["guild"] == 2 and seat(state, 0)["spice"] == 1
