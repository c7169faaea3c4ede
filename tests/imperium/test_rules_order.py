"""The player orders effects wherever the order can matter; what comes at once cannot."""

from __future__ import annotations

from typing import Any

import pytest

from dune_sim.games.state import State
from imperium.card_table import IDLE, cards, combat, pass_all, resolve
from imperium.table import can, choose, finish, have, reveal, seat, send, settle, table, told, words

#: an opponent with a troop in the conflict, as Double Cross wants one
FIGHTER = {"hand": ["dagger"], "conflict": 1, "garrison": 3}
#: one troop left in the supply
SHORT = {"garrison": 8, "conflict": 3, "hand": ["diplomacy"]}


def conspire(**mine: Any) -> State:
    """An agent on Conspire: 5 solari, 2 troops, 1 intrigue card and a step with the Emperor."""
    return send(table({**SHORT, "spice": 4, **mine}, FIGHTER), "Diplomacy", "Conspire")


@pytest.mark.rule("IMP-AGENT-11", "IMP-AMB-05")
def test_the_last_troop_of_the_supply_goes_where_the_player_sends_it_first() -> None:
    state = conspire(intrigue=["double_cross"])
    assert have(state, 0, "solari", "supply", "garrison") == (5, 1, 8)
    crossed = choose(state.copy(), "play Double Cross")
    assert have(settle(crossed), 0, "supply", "garrison", "conflict") == (0, 8, 4)
    recruited = resolve(state.copy(), "Conspire: 2 troops")
    assert have(recruited, 0, "supply", "garrison") == (0, 9)
    choose(recruited, "play Double Cross")
    assert have(settle(recruited), 0, "supply", "garrison", "conflict") == (0, 9, 3)


@pytest.mark.rule("IMP-AGENT-11", "IMP-AMB-05")
@pytest.mark.parametrize("supply", [0, 3])
def test_with_no_troop_or_enough_of_them_recruits_come_at_once(supply: int) -> None:
    state = conspire(intrigue=["double_cross"], garrison=9 - supply)
    assert not can(state, "2 troops")
    assert have(state, 0, "supply", "garrison") == ((0, 9) if supply == 0 else (1, 8))


@pytest.mark.rule("IMP-AGENT-11")
def test_intrigue_is_drawn_before_recruits_empty_the_supply() -> None:
    deck = {"intrigue_deck": ["double_cross"]}
    everything = {one: n for one, n in told(table(), "intrigue_deck").items() if one != "double_cross"}
    state = send(table({**SHORT, "spice": 4}, FIGHTER, intrigue_discard=everything, **deck), "Diplomacy", "Conspire")
    assert can(state, "play Double Cross") and can(state, "resolve Conspire: 2 troops")


@pytest.mark.rule("IMP-AGENT-11", "IMP-BUY-12")
def test_foldspace_may_come_back_before_or_after_the_space_gives_one() -> None:
    others = {"discard": ["foldspace"] * 5, "hand": ["dagger"]}
    state = send(table({"hand": ["foldspace"], "deck": ["dagger"]}, others), "Foldspace", "Foldspace")
    assert told(state, "reserve")["foldspace"] == 0
    first = resolve(state.copy(), "Foldspace: trash")
    assert cards(settle(first), 0, "discard") == 1 and told(first, "reserve")["foldspace"] == 0
    late = resolve(state.copy(), "Foldspace: acquire Foldspace")
    assert cards(settle(late), 0, "discard") == 0 and told(late, "reserve")["foldspace"] == 1


@pytest.mark.rule("IMP-AGENT-11", "IMP-AGENT-26")
def test_a_trashed_card_no_longer_counts_for_what_comes_after() -> None:
    mine = {"hand": ["gene_manipulation", "dagger"], "in_play": ["the_voice"], "spice": 0}
    state = send(table(mine, IDLE), "Gene Manipulation", "Hall of Oratory")
    first = resolve(state.copy(), "Gene Manipulation: 1 other Bene Gesserit in play")
    choose(first, "trash The Voice from play")
    assert seat(first, 0)["spice"] == 2
    choose(state, "resolve Gene Manipulation: may trash", "trash The Voice from play")
    assert seat(state, 0)["spice"] == 0


@pytest.mark.rule("IMP-AGENT-11", "IMP-CARD-06")
def test_calculated_hire_may_come_before_the_mentat_space_gives_him() -> None:
    mine = {"hand": ["dagger"], "solari": 2, "spice": 1, "intrigue": ["calculated_hire"], "deck": ["dagger"]}
    state = send(table(mine, IDLE), "Dagger", "Mentat")
    hired = choose(state.copy(), "play Calculated Hire")
    assert have(settle(hired), 0, "spice", "agents") == (0, 2)
    taken = resolve(state, "Mentat: Mentat")
    assert seat(taken, 0)["agents"] == 2 and not can(taken, "play Calculated Hire")


@pytest.mark.rule("IMP-REVEAL-05", "IMP-REVEAL-06")
def test_buying_may_come_before_the_only_effect_that_asks() -> None:
    state = reveal(table({"hand": ["bene_gesserit_sister", "convincing_argument"]}, IDLE))
    assert can(state, "acquire Arrakis Liaison") and can(state, "resolve Bene Gesserit Sister")
    choose(state, "acquire Arrakis Liaison")
    assert not can(state, "acquire"), "no persuasion is left, so nothing can come before the choice"
    assert have(choose(state, "2 swords"), 0, "swords") == (2,)


@pytest.mark.rule("IMP-AMB-32", "IMP-REVEAL-05", "IMP-AGENT-27", "IMP-REVEAL-14")
def test_a_bond_that_comes_late_counts_as_it_comes() -> None:
    mine = {"hand": ["fedaykin_death_commando"], "deck": ["stilgar"], "intrigue": ["poison_snooper"]}
    state = reveal(table(mine, IDLE))
    assert not can(state, "resolve Fedaykin") and seat(state, 0)["swords"] == 0
    choose(state, "play Poison Snooper", "draw")
    assert seat(state, 0)["swords"] == 3 + 3
    assert can(state, "end the reveal turn") and not can(state, "resolve Fedaykin")


@pytest.mark.rule("IMP-REVEAL-05", "IMP-AGENT-26")
def test_late_persuasion_comes_at_once_since_nobody_must_spend_it() -> None:
    mine = {"hand": ["firm_grip"], "intrigue": ["favored_subject"], "influence": {"emperor": 3}}
    state = choose(reveal(table(mine, IDLE)), "play Favored Subject")
    assert told(state, "persuasion") == 4 and not can(state, "resolve")


BARON = ["baron_vladimir_harkonnen", "glossu_rabban", "paul_atreides"]


def scheme(**mine: Any) -> State:
    """The Baron on Imperial Basin with Smuggler's Thopter: his tokens can bring the influence it asks for."""
    start = {"hand": ["smugglers_thopter"], "influence": {"guild": 1}, "garrison": 6, "deck": ["dagger"] * 2}
    state = table({**start, "secret_factions": ["guild", "emperor"], **mine}, IDLE, leaders=BARON)
    return send(state, "Smuggler's Thopter", "Imperial Basin")


@pytest.mark.rule("IMP-AMB-06", "IMP-LEADER-06", "IMP-AGENT-11")
def test_the_baron_may_deploy_before_the_other_effects() -> None:
    few = scheme(garrison=6)
    assert not can(few, "deploy 4"), "two of the garrison are too few to wake him"
    state = scheme(intrigue=["reinforcements", "windfall"], solari=3)
    choose(state, "play Reinforcements")
    assert can(state, "deploy 4") and can(state, "deploy 5") and not can(state, "deploy 3")
    assert can(state, "resolve Smuggler's Thopter")
    choose(state, "deploy 4 troops and wake the leader")
    resolve(state, "Baron")
    assert seat(state, 0)["influence"]["guild"] == 2
    resolve(state, "Smuggler's Thopter")
    assert cards(state, 0, "hand") == 2
    assert can(state, "deploy 1 troop and end the turn") and not can(state, "deploy 2"), "of five allowed one is left"
    finish(state)


@pytest.mark.rule("IMP-AMB-06", "IMP-AGENT-18")
def test_others_deploy_when_nothing_compulsory_is_left() -> None:
    mine = {"hand": ["smugglers_thopter"], "garrison": 6, "intrigue": ["windfall"], "deck": ["dagger"] * 2}
    state = send(table(mine, IDLE), "Smuggler's Thopter", "Imperial Basin")
    assert not any("deploy" in text for text in words(state))
    resolve(state, "Smuggler's Thopter")
    assert can(state, "deploy 2")


@pytest.mark.rule("IMP-AMB-06", "IMP-LEADER-06")
def test_the_baron_is_asked_before_effects_that_would_come_by_themselves() -> None:
    mine = {"hand": ["gurney_halleck"], "deck": ["dagger", "diplomacy"], "secret_factions": ["guild", "emperor"]}
    state = send(table(mine, IDLE, leaders=BARON), "Gurney Halleck", "Carthag")
    assert can(state, "resolve Gurney Halleck: 1 card") and can(state, "resolve Carthag: 1 intrigue")
    choose(state, "deploy 5 troops and wake the leader")
    assert seat(state, 0)["conflict"] == 5 and cards(state, 0, "hand") == 0


@pytest.mark.rule("IMP-REVEAL-16", "IMP-AGENT-15")
def test_only_troops_that_really_came_may_be_deployed_as_recruits() -> None:
    mine = {"hand": ["dagger"], "garrison": 8, "conflict": 3, "solari": 3, "intrigue": ["reinforcements"]}
    state = choose(reveal(table(mine, IDLE)), "play Reinforcements")
    assert have(state, 0, "supply", "garrison") == (0, 9)
    assert can(state, "1 troop") and not can(state, "2 troops")


@pytest.mark.rule("IMP-AMB-06", "IMP-AGENT-11")
@pytest.mark.parametrize("card", ["Test of Humanity", "Reverend Mother Mohiam"])
def test_troops_may_be_deployed_before_or_after_the_opponents_are_asked(card: str) -> None:
    mine = {"hand": [card.lower().replace(" ", "_"), "dagger"], "in_play": ["bene_gesserit_sister"], "garrison": 4}
    mine |= {"intrigue": ["dispatch_an_envoy"], "water": 1}
    theirs = {"hand": ["dagger", "diplomacy", "signet_ring"], "conflict": 1, "garrison": 2}
    state = choose(table(mine, theirs, theirs), "play Dispatch an Envoy")
    send(state, card, "Hardy Warriors")
    assert can(state, f"resolve {card}") and can(state, "deploy 2 troops and go on")
    shown = choose(state.copy(), "deploy 2 troops and go on")
    assert have(shown, 0, "conflict") == (2,) and told(shown, "turn_of") == 0
    resolve(shown, card)
    assert shown.to_move == 1 and seat(shown, 0)["conflict"] == 2
    late = resolve(state, card)
    assert late.to_move == 1 and seat(late, 0)["conflict"] == 0


@pytest.mark.rule("IMP-AMB-31")
def test_both_rewards_are_chosen_before_anything_is_drawn() -> None:
    seats = [{"conflict": 3, "intrigue": []}, {"conflict": 1}, {}]
    state = pass_all(combat(*seats, conflict="battle_for_arrakeen", round=7))
    assert state.to_move == 1 and can(state, "intrigue")
    choose(state, next(text for text in words(state) if "intrigue" in text))
    assert seat(state, 1)["intrigue"] == {}, "nothing is drawn before the second choice"
    choose(state, next(text for text in words(state) if "spice" in text))
    assert sum(seat(state, 1)["intrigue"].values()) == 1 and seat(state, 1)["spice"] == 2
