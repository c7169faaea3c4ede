"""Leaders: left abilities and signets (IMP-LEADER)."""

from __future__ import annotations

from typing import Any

import pytest

from dune_sim.games.state import State
from imperium.card_table import IDLE, cards, pay
from imperium.table import can, choose, game_of, have, seat, send, table, told, words

OTHERS = ["earl_memnon_thorvald", "count_ilban_richese"]


def led(leader: str, mine: dict[str, Any], *others: dict[str, Any], **keys: Any) -> State:
    """A position in which seat 0 has this leader and the next seat has something to decide."""
    seats = [leader, *(one for one in [*OTHERS, "glossu_rabban"] if one != leader)][:3]
    return table(mine, *(others or (IDLE,)), leaders=seats, **keys)


def signet(leader: str, mine: dict[str, Any] | None = None, *others: dict[str, Any], **keys: Any) -> State:
    """Seat 0 sends the Signet Ring to Secure Contract, where 3 solari are all there is."""
    start = {"hand": ["signet_ring", "dagger"], "solari": 0, "spice": 0, "water": 1, **(mine or {})}
    return send(led(leader, start, *others, **keys), "Signet Ring", "Secure Contract")


@pytest.mark.rule("IMP-LEADER-01")
def test_the_signet_works_in_an_agent_turn_only() -> None:
    assert seat(signet("earl_memnon_thorvald"), 0)["spice"] == 1
    shown = choose(led("earl_memnon_thorvald", {"hand": ["signet_ring", "dagger"], "spice": 0}), "reveal turn")
    assert seat(shown, 0)["spice"] == 0


@pytest.mark.rule("IMP-LEADER-02")
def test_paul_sees_his_top_card_and_draws() -> None:
    game = game_of(3, ["paul_atreides", *OTHERS])
    state = game.new(4)
    own, other = (state.observe(who).to_dict()["players"][0] for who in (0, 1))
    assert len([card for card in own["deck_top"] if card != "unknown"]) == 1
    assert all(card == "unknown" for card in other["deck_top"])
    top = own["deck_top"][0]
    state = signet("paul_atreides", {"hand": ["signet_ring"], "deck_top": [top] if top != "signet_ring" else []})
    assert cards(state, 0, "hand") == 1
    every = ["convincing_argument", "convincing_argument", "dagger", "diplomacy", "dune_the_desert_planet"]
    rest = ["dune_the_desert_planet", "reconnaissance", "seek_allies"]
    empty = led("paul_atreides", {"hand": ["signet_ring", "dagger"], "discard": every + rest})
    one = empty.observe(0).to_dict()["players"][0]
    assert (one["deck_top"], sum(one["discard"].values())) == ([], 8)


@pytest.mark.rule("IMP-LEADER-03", "IMP-AMB-27")
def test_duke_leto_pays_less_in_the_landsraad_and_catches_up() -> None:
    state = led("duke_leto_atreides", {"hand": ["dagger"], "solari": 7})
    choose(state, "agent turn: play Dagger")
    prices = {text.split("send an agent to ")[1] for text in words(state)}
    reduced = {"High Council for 4 solari", "Mentat for 1 solari", "Rally Troops for 3 solari"}
    assert prices == {*reduced, "Swordmaster for 7 solari", "Hall of Oratory"}
    choose(state, "Rally Troops")
    assert seat(state, 0)["solari"] == 4
    behind = {"influence": {"fremen": 2, "guild": 1}, **IDLE}
    state = signet("duke_leto_atreides", {"spice": 1, "influence": {"guild": 1}}, behind)
    pay(state)
    assert have(state, 0, "spice", "influence") == (0, {"emperor": 0, "guild": 1, "bene_gesserit": 0, "fremen": 1})
    level = signet("duke_leto_atreides", {"spice": 1, "influence": {"fremen": 2, "guild": 1}}, behind)
    assert not can(level, "pay 1 spice")


@pytest.mark.rule("IMP-LEADER-04")
def test_the_baron_buys_intrigue() -> None:
    state = pay(signet("baron_vladimir_harkonnen"))
    assert seat(state, 0)["solari"] == 2 and cards(state, 0, "intrigue") == 1
    kept = choose(signet("baron_vladimir_harkonnen"), "decline")
    assert seat(kept, 0)["solari"] == 3 and cards(kept, 0, "intrigue") == 0


@pytest.mark.rule("IMP-LEADER-05", "IMP-FAQ-06")
def test_the_baron_lays_down_two_factions_before_round_one() -> None:
    state = game_of(3, ["baron_vladimir_harkonnen", *OTHERS]).new(1)
    assert all("in secret" in text for text in words(state))
    assert all(cards(state, who, "hand") == 0 for who in range(3))
    pairs = set()
    for first in words(state):  # the two are named in the order of the tracks
        seconds = words(choose(state.copy(), first))
        pairs |= {frozenset((first, second)) for second in seconds if "in secret" in second}
    assert len(pairs) == 6 - 1, "the last pair follows from its first faction"
    choose(state, "lay down Guild in secret", "lay down Fremen in secret")
    assert set(seat(state, 0)["secret_factions"]) == {"guild", "fremen"}
    assert cards(state, 0, "hand") == 5
    assert set(state.observe(1).to_dict()["players"][0]["secret_factions"]) & {"guild", "fremen"} == set()


def masterstroke(**mine: Any) -> State:
    start = {"hand": ["reconnaissance", "dagger"], "garrison": 5, "secret_factions": ["emperor", "fremen"], **mine}
    return led("baron_vladimir_harkonnen", start)


@pytest.mark.rule("IMP-LEADER-06", "IMP-FAQ-07", "IMP-AMB-28")
def test_the_baron_shows_his_factions_once_for_four_troops() -> None:
    few = send(masterstroke(), "Reconnaissance", "Carthag")
    choose(few, "deploy 3 troops")
    assert few.to_move == 1 and seat(few, 0)["secret_shown"] is False
    state = send(masterstroke(intrigue=["rapid_mobilization"]), "Reconnaissance", "Carthag")
    choose(state, "play Rapid Mobilization", "deploy 2 troops")
    choose(state, next(text for text in words(state) if text.startswith("deploy 3 troops")))
    assert seat(state, 0)["conflict"] == 5
    while state.to_move == 0 and not seat(state, 0)["secret_shown"]:
        choose(state, next(text for text in words(state) if "decline" not in text and "end" not in text))
    assert have(state, 0, "influence") == ({"emperor": 1, "guild": 0, "bene_gesserit": 0, "fremen": 1},)
    again = send(masterstroke(intrigue=["rapid_mobilization"], secret_shown=True), "Reconnaissance", "Carthag")
    choose(again, "play Rapid Mobilization", "deploy 2 troops")
    choose(again, next(text for text in words(again) if text.startswith("deploy 3 troops")))
    assert again.to_move == 1 and seat(again, 0)["influence"]["fremen"] == 0


@pytest.mark.rule("IMP-LEADER-06", "IMP-AMB-28")
def test_the_masterstroke_may_be_declined_and_counts_a_reveal_turn() -> None:
    state = masterstroke(hand=["dagger"], intrigue=["rapid_mobilization"], garrison=4)
    choose(state, "reveal turn", "play Rapid Mobilization", "deploy 4 troops")
    assert any("Baron" in text or "Emperor" in text or "secret" in text.lower() for text in words(state)), words(state)
    choose(state, "end the reveal turn")
    assert have(state, 0, "secret_shown", "conflict") == (False, 4)


@pytest.mark.rule("IMP-LEADER-07")
def test_rabban_begins_richer_and_recruits() -> None:
    state = game_of(3, ["glossu_rabban", *OTHERS]).new(1)
    assert have(state, 0, "spice", "solari", "water") == (1, 1, 1)
    assert have(state, 1, "spice", "solari", "water") == (0, 0, 1)
    assert seat(signet("glossu_rabban"), 0)["garrison"] == 4
    assert seat(signet("glossu_rabban", {"influence": {"guild": 4}}), 0)["garrison"] == 5


@pytest.mark.rule("IMP-LEADER-08", "IMP-FAQ-18")
def test_count_ilban_draws_for_solari_paid_to_a_space() -> None:
    state = led("count_ilban_richese", {"hand": ["dagger"], "solari": 4})
    send(state, "Dagger", "Rally Troops")
    assert cards(state, 0, "hand") == 1
    free = led("count_ilban_richese", {"hand": ["dagger"], "solari": 4})
    send(free, "Dagger", "Hall of Oratory")
    assert cards(free, 0, "hand") == 0
    card = led("count_ilban_richese", {"hand": ["firm_grip"], "solari": 4})
    pay(send(card, "Firm Grip", "Hall of Oratory"))
    choose(card, "Fremen +1")
    assert seat(card, 0)["solari"] == 2 and cards(card, 0, "hand") == 0
    assert seat(signet("count_ilban_richese"), 0)["solari"] == 4


@pytest.mark.rule("IMP-LEADER-09", "IMP-AMB-29")
def test_helena_passes_enemy_agents_but_not_her_own() -> None:
    theirs = {"agents_on": ["arrakeen", "hall_of_oratory"], **IDLE}
    third = {"agents_on": ["imperial_basin"]}
    mine = {"hand": ["signet_ring", "dagger"], "agents_on": ["carthag"], "agents": 1}
    state = choose(led("helena_richese", mine, theirs, third), "agent turn: play Signet Ring")
    assert can(state, "send an agent to Arrakeen") and can(state, "send an agent to Hall of Oratory")
    assert not can(state, "send an agent to Carthag"), "her own agent"
    assert not can(state, "send an agent to Imperial Basin"), "neither city nor Landsraad"
    closed = {**theirs, "closed_space": "arrakeen"}
    barred = choose(led("helena_richese", mine, closed, third), "agent turn: play Signet Ring")
    assert not can(barred, "send an agent to Arrakeen")


ROW = ["stilgar", "opulence", "lady_jessica", "gurney_halleck", "kwisatz_haderach"]


@pytest.mark.rule("IMP-LEADER-10", "IMP-FAQ-23", "IMP-FAQ-25")
def test_helena_sets_a_card_aside() -> None:
    state = signet("helena_richese", {"hand": ["signet_ring", *["convincing_argument"] * 2]}, row=ROW)
    choose(state, "set Stilgar of the row aside")
    assert told(state, "set_aside") == {"card": "stilgar", "seat": 0}
    assert len(told(state, "row")) == 5 and "stilgar" not in told(state, "row")
    other = {"hand": ["convincing_argument"] * 2 + ["the_voice"], "council_seat": True}
    mine = {"hand": ["convincing_argument"] * 2, "agents_on": ["secure_contract"], "agents": 1}
    keys: dict[str, Any] = {"row": [*ROW[1:], "power_play"], "set_aside": {"card": "stilgar", "seat": 0}}
    theirs = choose(led("helena_richese", mine, other, to_move=1, **keys), "reveal turn")
    assert told(theirs, "persuasion") == 8 and not can(theirs, "Stilgar")
    bought = choose(led("helena_richese", mine, other, **keys), "reveal turn", "acquire Stilgar (set aside) for 4")
    assert seat(bought, 0)["discard"]["stilgar"] == 1
    lost = choose(led("helena_richese", mine, other, **keys), "reveal turn", "end the reveal turn")
    assert told(lost, "set_aside") is None and told(lost, "trashed") == {"stilgar": 1}


@pytest.mark.rule("IMP-LEADER-11")
def test_earl_memnon_makes_friends_in_the_council() -> None:
    state = led("earl_memnon_thorvald", {"hand": ["dagger"], "solari": 5})
    send(state, "Dagger", "High Council")
    if can(state, "resolve"):
        choose(state, "resolve")
    choose(state, "Fremen +1")
    assert have(state, 0, "council_seat", "solari") == (True, 0)
    assert seat(state, 0)["influence"]["fremen"] == 1
    assert seat(signet("earl_memnon_thorvald"), 0)["spice"] == 1


@pytest.mark.rule("IMP-LEADER-12", "IMP-FAQ-19", "IMP-FAQ-20")
def test_countess_ariana_harvests_less_and_draws() -> None:
    mine = {"hand": ["dune_the_desert_planet"], "spice": 0, "water": 2}
    state = led("countess_ariana_thorvald", mine, bonus_spice={"the_great_flat": 2})
    send(state, "Dune, the Desert Planet", "The Great Flat")
    assert not can(state, "decline")
    assert seat(state, 0)["spice"] == 4 and cards(state, 0, "hand") == 1
    none = send(led("countess_ariana_thorvald", mine), "Dune, the Desert Planet", "Imperial Basin")
    assert seat(none, 0)["spice"] == 0
    shown = choose(led("countess_ariana_thorvald", {"hand": ["carryall", "dagger"], "spice": 0}), "reveal turn")
    assert seat(shown, 0)["spice"] == 1, "spice that no agent harvests is not reduced"
    assert seat(signet("countess_ariana_thorvald"), 0)["water"] == 2
