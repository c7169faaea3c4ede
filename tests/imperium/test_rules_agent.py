"""Agent turns of Dune: Imperium: cards, agents, spaces, effects (IMP-AGENT-01 to 13 and 22 to 30)."""

from __future__ import annotations

from typing import Any

import pytest

from dune_sim.games.state import State
from imperium.table import CONTENT, can, choose, finish, have, next_round, seat, send, settle, table, told, until, words

ICONS = {"emperor", "guild", "bene_gesserit", "fremen", "landsraad", "city", "spice_trade"}
RICH = {"spice": 20, "solari": 20, "water": 20, "influence": {"fremen": 2}}
SPACE_OF = {one.name: one.id for one in CONTENT.spaces}
FACTION_SPACES = {one.id: one.faction for one in CONTENT.spaces if one.faction}


def destinations(state: State) -> set[str]:
    """Spaces an agent can be sent to now."""
    told_of = [text.split("send an agent to ")[1].split(" for ")[0] for text in words(state) if "send an agent" in text]
    return {SPACE_OF[name] for name in told_of}


def reachable(card: str, *others: dict[str, Any], **seat_keys: Any) -> set[str]:
    """Where a rich player can go with one card."""
    state = table({**RICH, "hand": [card], **seat_keys}, *others)
    name = CONTENT.cards.get(card).name
    return destinations(choose(state, f"agent turn: play {name}")) if can(state, f"play {name}") else set()


@pytest.mark.rule("IMP-AGENT-01")
def test_one_card_into_play_and_one_agent_onto_a_space() -> None:
    state = send(table({"hand": ["dagger", "diplomacy"]}), "Dagger", "Hall of Oratory")
    assert have(state, 0, "hand", "in_play") == ({"diplomacy": 1}, {"dagger": 1})
    assert have(state, 0, "agents", "agents_on") == (1, ["hall_of_oratory"])
    assert told(state.observe(1), "players")[0]["in_play"] == {"dagger": 1}


@pytest.mark.rule("IMP-AGENT-02")
@pytest.mark.parametrize("card", [one.id for one in CONTENT.cards if one.icons])
def test_a_card_leads_to_the_spaces_of_its_icons(card: str) -> None:
    icons = CONTENT.cards.get(card).icons
    assert reachable(card) == {one.id for one in CONTENT.spaces if one.icon in icons}


@pytest.mark.rule("IMP-AGENT-03")
def test_several_icons_send_one_agent() -> None:
    state = send(table({**RICH, "hand": ["lady_jessica", "dagger"]}), "Lady Jessica", "Secrets")
    finish(settle(state))
    assert have(state, 0, "agents", "agents_on") == (1, ["secrets"])
    assert told(state, "turn_of") == 1


@pytest.mark.rule("IMP-AGENT-04")
def test_there_are_seven_icons() -> None:
    assert {one.icon for one in CONTENT.spaces} == ICONS
    assert {icon for one in CONTENT.cards for icon in one.icons} == ICONS
    assert reachable("foldspace") == set(CONTENT.spaces.ids)


@pytest.mark.rule("IMP-AGENT-05")
def test_cards_without_icons_serve_in_reveal_turns_only() -> None:
    without = [one.id for one in CONTENT.cards if not one.icons]
    assert len(without) == 6
    state = table({**RICH, "hand": without})
    assert words(state) == ["reveal turn: reveal the hand", "agent turn: play Kwisatz Haderach"]


@pytest.mark.rule("IMP-AGENT-06")
def test_occupied_spaces_are_closed_the_home_of_the_mentat_is_not() -> None:
    free = reachable("diplomacy")
    assert reachable("diplomacy", {"agents_on": ["wealth"]}) == free - {"wealth"}
    assert reachable("diplomacy", agents_on=["secrets"]) == free - {"secrets"}
    assert "mentat" in reachable("dagger")
    assert reachable("dagger", {"agents_on": ["mentat"]}) == reachable("dagger") - {"mentat"}


@pytest.mark.rule("IMP-AGENT-06")
def test_the_mentat_sent_somewhere_occupies_that_space() -> None:
    hired = {"hand": ["dagger", "reconnaissance"], "solari": 2, "agents_on": ["wealth"], "agents": 1}
    state = send(table(hired, {"hand": ["reconnaissance"]}), "Dagger", "Mentat")
    until(state, "turn_of", 1)
    choose(state, "reveal turn")
    until(state, "turn_of", 0)
    send(state, "Reconnaissance", "Carthag")
    finish(state)
    assert have(state, 0, "agents", "agents_on") == (0, ["wealth", "mentat", "carthag"])
    blocked = table({"hand": ["reconnaissance"]}, {"agents_on": ["wealth", "mentat", "carthag"]}, mentat=1)
    send(blocked, "Reconnaissance", "Arrakeen")  # the one city left that is free of cost and requirement


@pytest.mark.rule("IMP-AGENT-07")
def test_the_cost_is_paid_in_full_and_first() -> None:
    assert "conspire" not in reachable("diplomacy", spice=3)
    state = send(table({"hand": ["diplomacy"], "spice": 5}), "Diplomacy", "Conspire")
    assert have(state, 0, "spice", "solari") == (1, 5)
    # what card or space would give cannot pay for the way there
    assert "hagga_basin" not in reachable("stilgar", water=0)
    assert "sell_melange" not in reachable("worm_riders", spice=1)
    assert "sell_melange" in reachable("worm_riders", spice=2)


@pytest.mark.rule("IMP-AGENT-08")
def test_a_requirement_is_tested_and_spends_nothing() -> None:
    assert "sietch_tabr" not in reachable("reconnaissance", influence={"fremen": 1})
    state = send(table({"hand": ["reconnaissance"], "influence": {"fremen": 2}}), "Reconnaissance", "Sietch Tabr")
    assert seat(state, 0)["influence"]["fremen"] == 2


@pytest.mark.rule("IMP-AGENT-09")
def test_space_and_agent_box_both_work() -> None:
    state = send(table({"hand": ["stilgar"], "water": 0}), "Stilgar", "Carthag")
    assert have(state, 0, "water", "garrison") == (1, 4)
    assert sum(seat(state, 0)["intrigue"].values()) == 1


@pytest.mark.rule("IMP-AGENT-10")
@pytest.mark.parametrize("space", FACTION_SPACES)
def test_a_space_of_a_faction_gives_one_influence_there(space: str) -> None:
    start = {**RICH, "influence": {"emperor": 1, "guild": 1, "bene_gesserit": 1, "fremen": 1}}
    state = table({**start, "hand": ["diplomacy"]})
    choose(state, "play Diplomacy", f"send an agent to {CONTENT.spaces.get(space).name}")
    if can(state, "resolve"):
        choose(state, f"{FACTION_NAMES[FACTION_SPACES[space]]} +1")
    assert seat(state, 0)["influence"] == {**start["influence"], FACTION_SPACES[space]: 2}


FACTION_NAMES = {"emperor": "Emperor", "guild": "Guild", "bene_gesserit": "Bene Gesserit", "fremen": "Fremen"}


@pytest.mark.rule("IMP-AGENT-11")
def test_the_player_orders_the_effects() -> None:
    start = {"hand": ["guild_administrator", "dagger"]}
    first = send(table(start), "Guild Administrator", "Foldspace")
    choose(first, "Guild Administrator: may trash a card")
    assert not can(first, "trash Foldspace")
    second = send(table(start), "Guild Administrator", "Foldspace")
    choose(second, "Foldspace: acquire Foldspace", "Guild Administrator: may trash a card")
    assert can(second, "trash Foldspace from discard pile")
    third = send(table(start), "Guild Administrator", "Foldspace")
    choose(third, "Foldspace: Guild +1")
    assert seat(third, 0)["influence"]["guild"] == 1
    assert can(third, "Guild Administrator: may trash a card") and can(third, "Foldspace: acquire Foldspace")


@pytest.mark.rule("IMP-AGENT-12")
def test_the_reveal_box_does_nothing_in_an_agent_turn() -> None:
    state = send(table({"hand": ["stilgar"]}), "Stilgar", "Arrakeen")
    assert have(state, 0, "swords") == (0,)
    assert told(state, "persuasion") == 0


@pytest.mark.rule("IMP-AGENT-13")
def test_an_arrow_cost_buys_what_follows_if_the_player_likes() -> None:
    start = {"hand": ["fremen_camp"], "spice": 2}
    paid = choose(send(table(start), "Fremen Camp", "Secure Contract"), "pay 2 spice")
    assert have(paid, 0, "spice", "garrison") == (0, 6)
    kept = choose(send(table(start), "Fremen Camp", "Secure Contract"), "decline: pay 2 spice")
    assert have(kept, 0, "spice", "garrison") == (2, 3)
    poor = send(table({**start, "spice": 1}), "Fremen Camp", "Secure Contract")
    assert (told(poor, "turn_of"), *have(poor, 0, "spice", "garrison")) == (1, 1, 3)


@pytest.mark.rule("IMP-AGENT-22")
def test_an_agent_stays_until_recall() -> None:
    state = send(table({"hand": ["dagger", "diplomacy"]}), "Dagger", "Hall of Oratory")
    until(state, "turn_of", 0)
    assert seat(state, 0)["agents_on"] == ["hall_of_oratory"]
    next_round(state)
    assert have(state, 0, "agents_on", "agents") == ([], 2)


@pytest.mark.rule("IMP-AGENT-23")
def test_an_agent_recalled_by_an_effect_can_be_sent_again() -> None:
    start = {"hand": ["dagger"], "agents_on": ["wealth", "carthag"], "intrigue": ["urgent_mission", "windfall"]}
    state = choose(table(start), "play Urgent Mission", "recall the agent on Wealth")
    assert have(state, 0, "agents", "agents_on") == (1, ["carthag"])
    send(state, "Dagger", "Hall of Oratory")
    assert have(state, 0, "agents", "agents_on") == (0, ["hall_of_oratory", "carthag"])


@pytest.mark.rule("IMP-AGENT-24")
@pytest.mark.parametrize("space, mark", [("high_council", "council_seat"), ("swordmaster", "swordmaster")])
def test_council_and_swordmaster_are_open_once_to_each_player(space: str, mark: str) -> None:
    start = {**RICH, "hand": ["dagger"], "discard": ["dagger"], "deck": []}
    state = send(table(start, {**RICH, "hand": ["dagger"]}), "Dagger", CONTENT.spaces.get(space).name)
    assert seat(state, 0)[mark] is True
    next_round(state)
    assert told(state, "first_player") == 1
    assert space in reachable("dagger", {mark: True})
    until(state, "turn_of", 0)
    choose(state, "play Dagger")
    assert destinations(state) == reachable("dagger") - {space}


@pytest.mark.rule("IMP-AGENT-25")
def test_the_third_agent_stays() -> None:
    state = send(table({"hand": ["dagger"], "solari": 8}), "Dagger", "Swordmaster")
    assert have(state, 0, "agents", "swordmaster") == (2, True)
    for _ in range(4):
        next_round(state)
        assert have(state, 0, "agents", "swordmaster") == (3, True)


@pytest.mark.rule("IMP-AGENT-26")
def test_levels_and_tokens_unlock_effects() -> None:
    for level, cards in ((1, 0), (2, 2), (3, 2)):
        state = table({"hand": ["smugglers_thopter"], "influence": {"guild": level}})
        send(state, "Smuggler's Thopter", "Secure Contract")
        assert sum(seat(state, 0)["hand"].values()) == cards
    levels = [{"hand": ["firm_grip"], "influence": {"emperor": 4}}, {"influence": {"emperor": 4}}]
    holder = choose(table(*levels, alliances={"emperor": 0}), "reveal turn")
    assert told(holder, "persuasion") == 4
    other = choose(table(*levels, alliances={"emperor": 1}), "reveal turn")
    assert told(other, "turn_of") == 1


@pytest.mark.rule("IMP-AGENT-27")
def test_a_fremen_bond_needs_another_fremen_card_in_play() -> None:
    alone = settle(choose(table({"hand": ["crysknife"]}), "reveal turn"))
    assert (seat(alone, 0)["influence"]["fremen"], seat(alone, 0)["swords"]) == (0, 1)
    both = settle(choose(table({"hand": ["crysknife", "fedaykin_death_commando"]}), "reveal turn"))
    assert (seat(both, 0)["influence"]["fremen"], seat(both, 0)["swords"]) == (1, 1 + 3)
    earlier = settle(choose(table({"hand": ["crysknife"], "in_play": ["stilgar"]}), "reveal turn"))
    assert seat(earlier, 0)["influence"]["fremen"] == 1
    discarded = settle(choose(table({"hand": ["crysknife"], "discard": ["stilgar"]}), "reveal turn"))
    assert seat(discarded, 0)["influence"]["fremen"] == 0


@pytest.mark.rule("IMP-AGENT-28")
def test_stealing_takes_a_random_card_from_each_who_has_four() -> None:
    four = ["windfall", "bribery", "charisma", "tiebreaker"]
    five = ["choam_shares", "favored_subject", "infiltrate", "refocus", "know_their_ways"]
    stolen = set()
    for seed in range(30):
        players = [{"hand": ["diplomacy"]}, {"intrigue": four}, {"intrigue": ["ambush"] * 2 + ["to_the_victor"]}]
        state = table(*players, {"intrigue": five}, seed=seed)
        settle(send(state, "Diplomacy", "Secrets"))
        assert [sum(seat(state, k)["intrigue"].values()) for k in range(4)] == [3, 3, 3, 4]
        stolen |= set(seat(state, 0)["intrigue"]) & set(four)
    assert stolen == set(four)


@pytest.mark.rule("IMP-AGENT-29")
@pytest.mark.parametrize(
    "leader, gain",
    [
        ("glossu_rabban", {"garrison": 4}),
        ("earl_memnon_thorvald", {"spice": 1}),
        ("count_ilban_richese", {"solari": 4}),
        ("countess_ariana_thorvald", {"water": 1}),
    ],
)
def test_the_signet_ring_uses_the_ability_of_the_leader(leader: str, gain: dict[str, int]) -> None:
    start = {"hand": ["signet_ring"], "water": 0, "leader": leader}
    others = ["paul_atreides", "duke_leto_atreides"]
    state = send(table(start, leaders=[leader, *others]), "Signet Ring", "Secure Contract")
    usual = {"garrison": 3, "spice": 0, "solari": 3, "water": 0}
    assert {key: seat(state, 0)[key] for key in usual} == {**usual, **gain}


@pytest.mark.rule("IMP-AGENT-30")
def test_payments_go_to_the_bank_and_nobody_pays_more_than_there_is() -> None:
    assert "rally_troops" not in reachable("dagger", solari=3)
    state = send(table({"hand": ["dagger"], "solari": 4}), "Dagger", "Rally Troops")
    assert [seat(state, k)["solari"] for k in range(3)] == [0, 0, 0]
    state = send(table({"hand": ["dune_the_desert_planet"]}), "Dune", "Secure Contract")
    assert [seat(state, k)["solari"] for k in range(3)] == [3, 0, 0]
