"""Fights with rivals and what they win (HAG-COMBAT, HAG-SOLO-17 to 31), hand-made positions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from imperium.rivals import ASKED, RIVALS, SPENT, duo, fought, have, ids, overlay, seat, solo, told
from imperium.table import can, choose, send, settle, strength, until, words

#: a person who can play a combat card, and so is asked
FIGHTER: dict[str, Any] = {"conflict": 1, "intrigue": ["ambush"]}
SWORDS = {card.id: card.swords for card in solo().facts.hagal_cards}


def fight(*players: dict[str, Any], **keys: Any) -> Any:
    """A solo fight has begun and the person is asked for combat cards."""
    return solo().from_dict({"phase": "combat", "players": list(players), **keys})


@pytest.mark.rule("HAG-COMBAT-01", "HAG-COMBAT-04", "HAG-COMBAT-05", "HAG-COMBAT-07")
@pytest.mark.parametrize("card", [card for card in SWORDS if card not in ("hagal_reshuffle", "hagal_arrakeen_two")])
def test_a_card_adds_its_swords_before_people_play(card: str) -> None:
    state = fight(FIGHTER, {"conflict": 3}, {}, hagal_deck={card: 1})
    assert have(state, 1, "swords", "conflict") == (SWORDS[card], 3) and strength(state, 1) == 6 + SWORDS[card]
    assert can(state, "play Ambush") and told(state, "phase") == "combat"
    assert have(state, 1, "garrison", "influence", "spice") == (0, dict.fromkeys(seat(state, 1)["influence"], 0), 0)


@pytest.mark.rule("HAG-COMBAT-02")
@pytest.mark.parametrize(("first", "order"), [(0, (1, 2)), (1, (1, 2)), (2, (2, 1))])
def test_rivals_turn_over_cards_in_turn_order(first: int, order: tuple[int, int]) -> None:
    """The only card left goes to the one who comes first, for the other all cards are shuffled."""
    others = set()
    for seed in range(12):
        rivals = {"conflict": 1}
        deck = {"hagal_heighliner": 1}
        state = fight(FIGHTER, rivals, rivals, first_player=first, hagal_deck=deck, seed=seed)
        assert have(state, order[0], "swords") == (6,)
        others.add(have(state, order[1], "swords"))
        assert sum(told(state, "hagal_deck").values()) == 26
    assert len(others) > 2


@pytest.mark.rule("HAG-COMBAT-03", "HAG-EX-05")
def test_reshuffle_gives_way_to_another_card() -> None:
    found = set()
    for seed in range(12):
        people = [{"conflict": 1, "intrigue": ["ambush"]}, {}]
        known = {"phase": "combat", "hagal_deck": {"hagal_reshuffle": 1}, "seed": seed}
        state = duo().from_dict({"players": [*people, {"conflict": 2}], **known})
        last = told(state, "hagal_card")
        assert last != "hagal_reshuffle" or have(state, 2, "swords") != (0,), "another one is turned over"
        assert have(state, 2, "swords") == (SWORDS[last],)
        assert sum(told(state, "hagal_deck").values()) in (27, 26)
        found.add(last)
    assert len(found) > 4


@pytest.mark.rule("HAG-COMBAT-06")
def test_without_a_troop_no_card_and_no_strength() -> None:
    state = fight(FIGHTER, {}, {"conflict": 1}, hagal_deck={"hagal_conspire": 1, "hagal_wealth": 1})
    assert have(state, 1, "swords", "conflict") == (0, 0) and strength(state, 1) == 0
    assert have(state, 2, "swords")[0] in (3, 4) and sum(told(state, "hagal_deck").values()) == 1


@pytest.mark.rule("HAG-COMBAT-08")
def test_rivals_play_no_intrigue_cards() -> None:
    held = {"conflict": 1, "intrigue": {"ambush": 1, "dispatch_an_envoy": 1}, "swords": 0}
    asked = []
    state = fight({"conflict": 1, "intrigue": ["ambush", "private_army"], "spice": 2}, held, {}, round=1)
    while not state.is_over and told(state, "round") == 1:
        asked.append(state.to_move)
        assert told(state, "phase") != "combat" or not can(state, "Envoy")
        choose(state, "pass in combat") if can(state, "pass in combat") else state.apply(state.legal_actions()[0])
        if len(asked) > 3:
            break
    assert sum(seat(state, 1)["intrigue"].values()) >= 2 and asked.count(0) == len(asked)
    assert asked and asked[0] == 0, "the person passes once and the fight is over"


@pytest.mark.rule("HAG-COMBAT-09", "HAG-FAQ-07", "HAG-SOLO-17")
def test_first_and_second_place_are_rewarded_the_third_is_not() -> None:
    """Guild Bank Raid: 6 and 4 solari, 2 for a third place that nobody takes."""
    state = fought("guild_bank_raid", {"conflict": 1}, {"conflict": 3, "swords": 0}, {"conflict": 2, "swords": 0})
    assert [have(state, k, "solari")[0] for k in range(3)] == [1, 6, 4]
    state = fought("guild_bank_raid", {"conflict": 3}, {"conflict": 1, "swords": 0}, {"conflict": 2, "swords": 0})
    assert [have(state, k, "solari")[0] for k in range(3)] == [7, 0, 4]


@pytest.mark.rule("HAG-AMB-10")
def test_rivals_are_ranked_like_players_and_take_no_third_reward() -> None:
    level = {"conflict": 2, "swords": 0}
    first = fought("guild_bank_raid", {"conflict": 2}, level, {"conflict": 1, "swords": 0})
    assert [have(first, k, "solari")[0] for k in range(3)] == [5, 4, 0], "tied for first: the second reward each"
    second = fought("guild_bank_raid", {"conflict": 2}, level, {"conflict": 3, "swords": 0})
    assert [have(second, k, "solari")[0] for k in range(3)] == [3, 0, 6], "tied for second: the third one for people"
    both = fought("guild_bank_raid", {"conflict": 3}, level, level)
    assert [have(both, k, "solari")[0] for k in range(3)] == [7, 0, 0]
    house = {"conflict": 2, "swords": 0}
    two = fought("guild_bank_raid", {"conflict": 2}, {"conflict": 1}, house, game=duo())
    assert [have(two, k, "solari")[0] for k in range(2)] == [4, 0], "the share of House Hagal is lost"


@pytest.mark.rule("HAG-SOLO-17", "HAG-SOLO-18", "HAG-SOLO-19", "HAG-SOLO-31")
@pytest.mark.parametrize(
    ("conflict", "first", "second"),
    [
        ("skirmish_3", {"vp": 1}, {"water": 2}),
        ("skirmish_4", {"vp": 1}, {"intrigue": 1, "solari": 2}),
        ("desert_power", {"vp": 1, "water": 2}, {"water": 2, "spice": 1}),
        ("raid_stockpiles", {"intrigue": 1, "spice": 3}, {"spice": 2}),
        ("terrible_purpose", {"vp": 1}, {"water": 2, "spice": 1}),
        ("battle_for_imperial_basin", {"vp": 2}, {"spice": 5}),
        ("battle_for_carthag", {"vp": 2}, {"intrigue": 1, "spice": 3}),
    ],
)
def test_rivals_keep_what_they_win(conflict: str, first: dict[str, int], second: dict[str, int]) -> None:
    """They begin with one water; trashing a card lapses."""
    state = fought(conflict, {}, {"conflict": 3, "swords": 0}, {"conflict": 2, "swords": 0})
    for number, won in ((1, first), (2, second)):
        one = seat(state, number)
        assert {k: one[k] for k in ("vp", "solari", "spice", "water")} == {
            "vp": 0, "solari": 0, "spice": 0, "water": 1, **{k: n for k, n in won.items() if k != "intrigue"}
        }  # fmt: skip
        assert sum(one["intrigue"].values()) == won.get("intrigue", 0)


@pytest.mark.rule("HAG-SOLO-15", "HAG-SOLO-19", "HAG-AMB-11")
@pytest.mark.parametrize(
    ("held", "conflict", "left", "points"),
    [
        ({"solari": 1}, "guild_bank_raid", {"solari": 0}, 1),
        ({"solari": 0}, "guild_bank_raid", {"solari": 6}, 0),
        ({"water": 2}, "desert_power", {"water": 0}, 2),
        ({"spice": 4}, "raid_stockpiles", {"spice": 0}, 1),
        ({"spice": 6}, "raid_stockpiles", {"spice": 2}, 1),
        ({"solari": 6, "intrigue": {"ambush": 2}}, "sort_through_the_chaos", {"solari": 1}, 2),
    ],
)
def test_a_set_is_spent_for_a_point_at_once(
    held: dict[str, Any], conflict: str, left: dict[str, int], points: int
) -> None:
    state = fought(conflict, {}, {"conflict": 2, "swords": 0, **held}, {})
    one = seat(state, 1)
    assert {key: one[key] for key in left} == left and one["vp"] == points
    if "intrigue" in held:
        assert not one["intrigue"] and sum(told(state, "intrigue_discard").values()) == 3


@pytest.mark.rule("HAG-SOLO-15", "HAG-AMB-11")
def test_control_of_a_space_can_complete_a_set_in_the_turn_of_another() -> None:
    rival = {"solari": 6, "agents_on": ["high_council"]}
    deck = {"hagal_carthag": 1}
    seats = [ASKED, {"agents_on": ["secure_contract", "sell_melange"], "solari": 6}, rival]
    state = solo().from_dict({"players": seats, "to_move": 2, "control": {"carthag": 1}, "hagal_deck": deck})
    assert have(state, 1, "solari", "vp") == (0, 1) and have(state, 2, "solari", "vp") == (6, 0)


@pytest.mark.rule("HAG-SOLO-20", "HAG-SOLO-21")
def test_a_rival_takes_control_and_its_bonus() -> None:
    won = fought("siege_of_carthag", {"vp": 10}, {"conflict": 2, "swords": 0}, {}, control={"carthag": 0})
    assert told(won, "control") == {"carthag": 1} and have(won, 1, "vp") == (1,)
    state = solo().from_dict({"players": [{"hand": ["reconnaissance"]}, {}, {}], "control": {"carthag": 2}})
    choose(state, "agent turn: play Reconnaissance", "send an agent to Carthag")
    assert have(state, 2, "solari") == (1,), "paid for an agent of the person"
    seats = [ASKED, {"agents_on": ["high_council"]}, {"agents_on": ["secure_contract", "sell_melange"]}]
    deck = {"hagal_carthag": 1}
    state = solo().from_dict({"players": seats, "to_move": 1, "control": {"carthag": 1}, "hagal_deck": deck})
    assert have(state, 1, "solari") == (1,), "and for its own"


@pytest.mark.rule("HAG-SOLO-22", "HAG-AMB-17")
def test_a_rival_in_control_always_gets_its_defensive_troop() -> None:
    """All conflicts to come are about a space that the rival controls."""
    facts = solo().facts.conflicts
    last = [one.id for one in facts if one.level == 3 and one.controls]
    left_out = [one.id for one in facts if one.level == 1][:3] + [one.id for one in facts if one.level == 2][:5]
    for holder in (1, 2):
        control = {"arrakeen": holder, "carthag": holder, "imperial_basin": holder}
        known = {"round": 7, "conflict": "grand_vision", "phase": "combat", "control": control, "first_player": 2}
        state = solo().from_dict({"players": [ASKED, {}, {}], **known, "unseen_conflicts": [*left_out, *last]})
        until(state, "round", 8)
        assert told(state, "conflict") in last and not can(state, "defend")
        assert told(state, "first_player") == 0, "nobody has had a turn yet"
        assert [have(state, k, "conflict")[0] for k in range(3)] == [0, int(holder == 1), int(holder == 2)]


@pytest.mark.rule("HAG-SOLO-23")
def test_a_mentat_won_is_one_more_agent_in_the_next_round() -> None:
    state = fought("sort_through_the_chaos", {"vp": 0}, {"conflict": 2, "swords": 0}, {}, ends=False)
    until(state, "round", 3)
    agents = [one["agents"] + len(one["agents_on"]) for one in told(state, "players")]
    assert told(state, "mentat") == 1 and agents == [2, 3, 2]


@pytest.mark.rule("HAG-SOLO-24", "HAG-SOLO-25", "HAG-AMB-20")
def test_influence_goes_to_the_lowest_faction_and_ties_are_for_the_person() -> None:
    alone = {"influence": {"emperor": 2, "guild": 1, "bene_gesserit": 1}}
    state = fought("skirmish_1", {"vp": 10}, {"conflict": 2, "swords": 0, **alone}, {})
    assert seat(state, 1)["influence"] == {"emperor": 2, "guild": 1, "bene_gesserit": 1, "fremen": 1}
    tied = {"influence": {"emperor": 2, "guild": 1}}
    state = fought("skirmish_1", {"vp": 10}, {"conflict": 2, "swords": 0, **tied}, {}, ends=False)
    choose(state, "pass in combat") if can(state, "pass in combat") else None
    assert state.to_move == 0 and words(state) == ["Bene Gesserit +1", "Fremen +1"]
    said = state.game.question(state)
    assert said.startswith("Seat 0 for rival 1, Skirmish, reward 1: with which"), said
    choose(state, "Fremen")
    assert seat(state, 1)["influence"] == {"emperor": 2, "guild": 1, "bene_gesserit": 0, "fremen": 1}


@pytest.mark.rule("HAG-SOLO-24")
def test_two_factions_of_a_reward_are_different_ones() -> None:
    rival = {"conflict": 2, "swords": 0, "influence": {"emperor": 0, "guild": 2, "bene_gesserit": 2, "fremen": 1}}
    state = fought("machinations", {"vp": 10}, rival, {})
    assert seat(state, 1)["influence"] == {"emperor": 1, "guild": 2, "bene_gesserit": 2, "fremen": 2}


@pytest.mark.rule("HAG-SOLO-25", "HAG-AMB-20")
def test_choices_that_are_not_about_influence_are_for_the_person() -> None:
    state = fought("battle_for_arrakeen", {"vp": 10, "conflict": 2}, {"conflict": 1, "swords": 0}, {}, ends=False)
    choose(state, "pass in combat") if can(state, "pass in combat") else None
    assert words(state) == ["1 intrigue", "2 spice"] and state.to_move == 0
    assert "Seat 0 for rival 1, Battle for Arrakeen, reward 2: which effect does it take" in state.game.question(state)
    choose(state, "2 spice")
    assert have(state, 1, "spice", "solari") == (2, 3), "the only other one left is taken with it"


@pytest.mark.rule("HAG-SOLO-26", "HAG-EX-06")
@pytest.mark.parametrize(("copies", "points"), [(1, 0), (2, 1), (3, 2)])
def test_corner_the_market_against_rivals(copies: int, points: int) -> None:
    discard = {"the_spice_must_flow": copies}
    person = {"discard": discard, "intrigue": ["corner_the_market"], "vp": 10}
    state = solo().from_dict({"phase": "endgame", "round": 10, "players": [person, {}, {}]})
    if points:
        choose(state, "play Corner the Market")
    assert have(state, 0, "vp") == (10 + points,)


@pytest.mark.rule("HAG-SOLO-27")
@pytest.mark.parametrize(("points", "ends"), [(9, False), (10, True)])
def test_a_rival_with_ten_points_ends_the_game(points: int, ends: bool) -> None:
    level = {"conflict": 1, "swords": 0}
    state = fought("skirmish_3", {"conflict": 1}, level, {**level, "vp": points}, ends=False)
    while not state.is_over and told(state, "round") == 1:
        state.apply(state.legal_actions()[0])
    assert state.is_over == ends and (not ends or state.winner == 2)


@pytest.mark.rule("HAG-SOLO-28", "HAG-FAQ-06", "HAG-EX-10", "HAG-AMB-13")
@pytest.mark.parametrize("level", ["mentat", "kwisatz_haderach", "sardaukar"])
@pytest.mark.parametrize(
    ("own", "person", "swords", "other", "holds"),
    [
        (4, 2, 0, 0, True),
        (4, 2, 1, 0, False),
        (4, 0, 0, 2, True),
        (4, 0, 0, 3, False),
        (2, 0, 0, 0, True),
        (1, 0, 0, 0, False),
    ],
)
def test_an_expert_rival_that_leads_by_four_deploys_nothing(
    level: str, own: int, person: int, swords: int, other: int, holds: bool
) -> None:
    """Arrakeen with a recruit: 8 against 4 holds back, 8 against 5 does not; a sardaukar never does."""
    game = solo(level)
    seats = [
        {**ASKED, "conflict": person, "garrison": 0, "swords": swords, "revealed": False},
        {"conflict": own, "garrison": 3, "agents_on": ["high_council"]},
        {"conflict": other, "garrison": 0, "agents_on": ["secure_contract", "sell_melange"]},
    ]
    known = {"round": 2, "conflict": "raid_stockpiles", "hagal_deck": {"hagal_carthag": 1}}
    state = game.from_dict({"players": seats, "to_move": 1, **known})
    came = (4, own) if holds and level != "sardaukar" else (1, own + 3)
    assert have(state, 1, "garrison", "conflict") == came


@pytest.mark.rule("HAG-SOLO-29", "HAG-AMB-14")
@pytest.mark.parametrize("level", ["mentat", "kwisatz_haderach"])
def test_in_a_last_conflict_an_expert_rival_deploys_all_it_may(level: str) -> None:
    seats = [ASKED, {"conflict": 6, "garrison": 5, "agents_on": ["high_council", "wealth"]}, {}]
    seats[2] = {"agents_on": ["secure_contract", "sell_melange", "secrets"]}
    known = {"round": 7, "conflict": "grand_vision", "hagal_deck": {"hagal_carthag": 1}}
    state = solo(level).from_dict({"players": seats, "to_move": 1, **known})
    assert have(state, 1, "garrison", "conflict") == (3, 9), "one recruited and two of the garrison, not all of it"


@pytest.mark.rule("HAG-AMB-12")
def test_tiebreakers_count_what_rivals_have_left() -> None:
    def end(**rival: int) -> Any:
        seats = [{"vp": 10, "spice": 2, "solari": 1, "garrison": 0}, {"vp": 10, "spice": 2, **rival}, {}]
        state = solo().from_dict({"phase": "endgame", "round": 10, "players": seats})
        return state if state.is_over else choose(state, "play no")

    assert end(solari=2).winner == 1 and end(solari=0).winner == 0
    assert end(solari=1, water=2).winner == 1 and end(solari=1, water=1, garrison=1).winner == 1
    assert told(end(solari=1, water=1, garrison=0), "winners") == [0, 1]


@pytest.mark.rule("HAG-AMB-15")
def test_a_rival_that_loses_influence_loses_points_and_the_token(tmp_path: Path) -> None:
    """No shipped card takes influence from others; one that does asks for the rival."""
    loss = "{pay = {influence = {faction = 'guild', n = 1}}, then = [{gain = {troops = 1}}]}"
    content = overlay(tmp_path, f'[[cards]]\nid = "scout"\nagent = [{{opponents = [{loss}]}}]\n')
    game = solo(content=content)
    for level, points, token in ((5, 2, {"guild": 1}), (4, 1, {}), (2, 0, {})):
        held = {"influence": {"guild": level}, "agents_on": SPENT}
        seats = [{"hand": ["scout", "dagger"]}, held, {"agents_on": ["high_council", "mentat"]}]
        state = game.from_dict({"players": seats})
        settle(send(state, "Scout", "Arrakeen"))
        choose(state, "Guild -1")
        assert have(state, 1, "vp") == (points,) and told(state, "alliances") == token


def test_leaders_of_rivals_are_those_asked_for() -> None:
    state = solo().new(3)
    assert [one["leader"] for one in told(state, "players")][1:] == list(RIVALS)
    assert not ids(state, "leader")
