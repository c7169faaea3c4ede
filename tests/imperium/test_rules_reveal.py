"""Reveal turns of Dune: Imperium (IMP-REVEAL)."""

from __future__ import annotations

from typing import Any

import pytest

from imperium.table import begun, can, choose, have, next_round, reveal, seat, send, strength, table, told, until, words

DEAR_ROW = ["choam_directorship", "kwisatz_haderach", "lady_jessica", "opulence", "gurney_halleck"]
CHEAP_ROW = ["scout", "dr_yueh", "scout", "missionaria_protectiva", "sardaukar_infantry"]


def raid(*fighters: dict[str, Any]) -> list[int]:
    """Solari that a fight for 6, 4 and 2 of them brings each seat; nobody plays a card."""
    seats = [{"revealed": True, **one} for one in fighters]
    state = table(*seats, phase="combat", round=2, conflict="guild_bank_raid")
    next_round(state)
    return [seat(state, k)["solari"] for k in range(len(fighters))]


@pytest.mark.rule("IMP-REVEAL-01")
def test_reveal_then_effects_and_buying_then_strength_then_clean_up() -> None:
    state = table({"hand": ["stilgar"], "conflict": 1}, row=CHEAP_ROW)
    reveal(state)
    assert have(state, 0, "hand", "in_play", "discard") == ({}, {"stilgar": 1}, {})
    choose(state, "acquire Dr. Yueh")
    assert have(state, 0, "in_play", "discard") == ({"stilgar": 1}, {"dr_yueh": 1})
    choose(state, "end the reveal turn")
    assert strength(state, 0) == 2 + 3
    assert have(state, 0, "in_play", "discard") == ({}, {"dr_yueh": 1, "stilgar": 1})


@pytest.mark.rule("IMP-REVEAL-02", "IMP-REVEAL-03", "IMP-REVEAL-04")
def test_the_whole_hand_is_revealed_and_works_cards_of_agent_turns_do_not() -> None:
    state = table({"hand": ["dagger", "convincing_argument", "diplomacy"], "in_play": ["stilgar"]}, row=CHEAP_ROW)
    reveal(state)
    shown = {"dagger": 1, "convincing_argument": 1, "diplomacy": 1, "stilgar": 1}
    assert have(state, 0, "hand", "in_play") == ({}, shown)
    assert told(state, "persuasion") == 2 + 1
    assert have(state, 0, "swords") == (1,)


@pytest.mark.rule("IMP-REVEAL-05")
def test_reveal_effects_come_in_the_order_the_player_likes() -> None:
    start = {"hand": ["bene_gesserit_sister", "chani"], "conflict": 2, "garrison": 1}
    for order in (("Bene Gesserit Sister", "Chani"), ("Chani", "Bene Gesserit Sister")):
        state = reveal(table(start, row=DEAR_ROW))
        for card in order:
            if can(state, f"resolve {card}"):
                choose(state, f"resolve {card}")
            choose(state, "2 swords" if "Sister" in card else "retreat 1 troop")
        assert have(state, 0, "swords", "garrison", "conflict") == (2, 2, 1)


@pytest.mark.rule("IMP-REVEAL-06")
def test_buying_before_amid_and_after_effects() -> None:
    start = {"hand": ["bene_gesserit_sister", "convincing_argument", "gurney_halleck"], "solari": 3}
    state = reveal(table(start, row=[*CHEAP_ROW[:4], "chani"]))
    assert told(state, "persuasion") == 4
    choose(state, "acquire Arrakis Liaison")
    assert told(state, "persuasion") == 2
    assert not can(state, "end the reveal turn")
    choose(state, "resolve Bene Gesserit Sister", "2 persuasion", "acquire Arrakis Liaison")
    assert told(state, "persuasion") == 2
    choose(state, "resolve Gurney Halleck", "pay 3 solari")
    until(choose(state, "deploy 2 troops"), "turn_of", 0)
    choose(state, "acquire Arrakis Liaison")
    assert seat(state, 0)["discard"]["arrakis_liaison"] == 3


@pytest.mark.rule("IMP-REVEAL-07")
def test_a_troop_in_the_conflict_is_two_strength_others_none() -> None:
    assert raid({"conflict": 2, "garrison": 8}, {"conflict": 1, "swords": 1}, {}) == [6, 4, 0]
    assert raid({"conflict": 2, "garrison": 8}, {"conflict": 1, "swords": 2}, {}) == [4, 4, 0]
    assert raid({"conflict": 2, "garrison": 8}, {"conflict": 1, "swords": 3}, {}) == [4, 6, 0]
    assert raid({"conflict": 0, "garrison": 12}, {"conflict": 1}, {}) == [0, 6, 0]


@pytest.mark.rule("IMP-REVEAL-08")
def test_a_revealed_sword_is_one_strength() -> None:
    state = reveal(table({"hand": ["dagger", "dagger", "seek_allies"], "conflict": 1}))
    assert have(state, 0, "swords") == (2,)
    assert strength(state, 0) == 4
    assert raid({"conflict": 1, "swords": 2}, {"conflict": 2}, {}) == [4, 4, 0]
    assert raid({"conflict": 1, "swords": 3}, {"conflict": 2}, {}) == [6, 4, 0]


@pytest.mark.rule("IMP-REVEAL-09")
def test_without_a_troop_strength_is_zero_whatever_the_swords() -> None:
    state = reveal(table({"hand": ["stilgar"], "conflict": 0}))
    assert have(state, 0, "swords") == (3,)
    assert strength(state, 0) == 0
    assert raid({"conflict": 0, "swords": 9}, {"conflict": 1}, {}) == [0, 6, 0]


@pytest.mark.rule("IMP-REVEAL-10")
def test_with_the_last_troop_gone_strength_stays_zero() -> None:
    fighters = [
        {"conflict": 3, "swords": 5, "intrigue": ["staged_incident", "ambush"], "revealed": True},
        {"conflict": 1, "intrigue": ["tiebreaker"], "revealed": True},
    ]
    state = table(*fighters, {"revealed": True}, phase="combat", round=2, conflict="guild_bank_raid")
    assert strength(state, 0) == 11
    choose(state, "play Staged Incident")
    assert (state.to_move, strength(state, 0)) == (1, 0)
    choose(state, "play Tiebreaker")
    assert [seat(state, k)["solari"] for k in range(3)] == [0, 6, 0]
    assert seat(state, 0)["intrigue"] == {"ambush": 1}


@pytest.mark.rule("IMP-REVEAL-11")
def test_strength_is_public_and_goes_on_past_twenty() -> None:
    state = table({"conflict": 8, "swords": 7, "revealed": True}, {"conflict": 10, "swords": 2}, {}, to_move=1)
    for viewer in range(3):
        seen = state.observe(viewer)
        assert (strength(seen, 0), strength(seen, 1)) == (23, 22)
        assert "8 troops + 7 swords = 23" in seen.render()
    assert raid({"conflict": 8, "swords": 7}, {"conflict": 10, "swords": 2}, {"conflict": 1}) == [6, 4, 0]


@pytest.mark.rule("IMP-REVEAL-12")
def test_clean_up_discards_cards_of_agent_turns_and_reveal_turn() -> None:
    state = table({"hand": ["convincing_argument"], "in_play": ["stilgar", "dagger"]}, row=DEAR_ROW)
    choose(reveal(state), "end the reveal turn")
    cards = {"convincing_argument": 1, "stilgar": 1, "dagger": 1}
    assert have(state, 0, "in_play", "hand", "discard") == ({}, {}, cards)


@pytest.mark.rule("IMP-REVEAL-13")
def test_persuasion_from_earlier_in_the_round_is_added() -> None:
    start = {"hand": ["dagger", "convincing_argument"], "intrigue": ["charisma"]}
    state = send(choose(table(start, row=CHEAP_ROW), "play Charisma"), "Dagger", "Hall of Oratory")
    assert told(state, "turn_of") == 1
    assert told(state, "persuasion") == 0
    until(state, "turn_of", 0)
    assert told(begun(state), "persuasion") == 2 + 2 + 1


@pytest.mark.rule("IMP-REVEAL-14")
def test_a_card_drawn_in_the_reveal_turn_is_used_at_once() -> None:
    deck = ["convincing_argument", "dagger", "dagger"]
    start = {"hand": ["diplomacy"], "deck": deck, "spice": 1, "water": 1, "intrigue": ["water_of_life"]}
    state = reveal(table(start, row=CHEAP_ROW))
    assert told(state, "persuasion") == 1
    choose(state, "play Water of Life")
    assert told(state, "persuasion") == 1 + 2
    assert have(state, 0, "swords", "hand", "deck") == (2, {}, {})
    assert seat(state, 0)["in_play"] == {"diplomacy": 1, "convincing_argument": 1, "dagger": 2}


@pytest.mark.rule("IMP-REVEAL-15")
def test_a_card_drawn_after_it_is_kept() -> None:
    kept = {"revealed": True, "hand": ["stilgar"], "deck": {"diplomacy": 1, "dagger": 2, "reconnaissance": 1}}
    state = next_round(table({}, {**kept, "discard": ["signet_ring"]}, {}))
    hand = {"stilgar": 1, "diplomacy": 1, "dagger": 2, "reconnaissance": 1, "signet_ring": 1}
    assert have(state, 1, "hand", "deck", "discard") == (hand, {}, {})


@pytest.mark.rule("IMP-REVEAL-16")
def test_troops_recruited_in_a_reveal_turn_stay_in_the_garrison() -> None:
    start = {"hand": ["convincing_argument"] * 2 + ["diplomacy"], "influence": {"emperor": 3}, "conflict": 1}
    state = reveal(table(start, row=["liet_kynes", *DEAR_ROW[1:]]))
    choose(state, "acquire Liet Kynes")
    assert have(state, 0, "garrison", "conflict") == (5, 1)
    assert not any("deploy" in text for text in words(state))


@pytest.mark.rule("IMP-REVEAL-16")
def test_an_effect_may_say_otherwise() -> None:
    start = {"hand": ["gurney_halleck"], "solari": 3, "conflict": 1, "garrison": 3}
    state = reveal(table(start, row=[*DEAR_ROW[:4], "firm_grip"]))
    choose(state, "resolve Gurney Halleck" if can(state, "resolve Gurney") else "pay 3 solari")
    if can(state, "pay 3 solari"):
        choose(state, "pay 3 solari")
    assert [text for text in words(state) if "deploy" in text] == [
        "deploy 0 troops",
        "deploy 1 troop",
        "deploy 2 troops",
    ]
    choose(state, "deploy 2 troops")
    assert have(state, 0, "garrison", "conflict") == (3, 3)


@pytest.mark.rule("IMP-REVEAL-17")
def test_an_empty_hand_can_be_revealed() -> None:
    start = {"hand": [], "council_seat": True, "conflict": 2, "swords": 0, "intrigue": ["charisma"]}
    state = choose(table(start, row=CHEAP_ROW), "play Charisma")
    assert told(begun(state), "persuasion") == 2 + 2
    choose(state, "end the reveal turn")
    assert (seat(state, 0)["revealed"], strength(state, 0)) == (True, 4)
