"""Imperium, intrigue and twisted cards of Bloodlines (BLD-COMMAND, BLD-COMBAT, BLD-CARD)."""

from __future__ import annotations

from typing import Any

import pytest

from imperium.bloodlines.board import DONE, combat, commanders, reveal, strength, table
from imperium.table import can, choose, have, seat, send, settle, told, words

ROW = ["possible_futures", "scout", "bombast", "sandwalk", "space_travel"]


def agent(card: str, space: str, *parts: str, hand: tuple[str, ...] = ("dagger",), **keys: Any) -> Any:
    """A card sent to a space, its effect resolved."""
    state = table({"hand": [card, *hand], "solari": 0, **keys})
    names = {one.id: one.name for one in state.game.facts.cards}
    send(state, names[card], space)
    return choose(state, *parts)


@pytest.mark.rule("BLD-COMMAND-01", "BLD-COMMAND-02", "BLD-COMMAND-03", "BLD-EX-08")
def test_command_counts_all_persuasion_gathered_with_the_own() -> None:
    with_six = {"hand": ["i_believe", "imperial_throneship", "convincing_argument", "diplomacy"], "garrison": 3}
    state = reveal(table(with_six, DONE, DONE))
    assert told(state, "persuasion") == 1 + 2 + 2 + 1
    choose(state, "resolve I Believe")
    assert have(state, 0, "garrison", "conflict") == (5, 0) and not can(state, "deploy")
    state = reveal(table({"hand": ["i_believe", "imperial_throneship", "diplomacy"]}, DONE, DONE))
    assert told(state, "persuasion") == 4 and not can(state, "resolve I Believe")


@pytest.mark.rule("BLD-COMBAT-01", "BLD-COMBAT-03", "BLD-EX-09")
def test_a_combat_icon_of_the_reveal_turn_lets_units_go() -> None:
    hand = ["i_believe", "imperial_throneship", "convincing_argument", "disruption_tactics"]
    state = reveal(table({"hand": hand, "garrison": 3, "commanders": {"garrison": 1}}, DONE, DONE))
    choose(state, "resolve I Believe", "resolve Disruption Tactics", "trash this card")
    assert can(state, "deploy 4 troops and end") and not can(state, "deploy 5 troops")
    choose(state, "deploy 1 commander and go on")
    assert can(state, "deploy 3 troops and end") and not can(state, "deploy 4 troops")
    assert "disruption_tactics" not in seat(state, 0)["in_play"]


@pytest.mark.rule("BLD-AMB-01")
def test_persuasion_already_spent_counts_for_command() -> None:
    one = {"hand": ["southern_faith", "convincing_argument", "disruption_tactics"], "commanders": {"garrison": 1},
           "skills": ["charismatic"], "spice": 0, "council_seat": False, "agents": 2}  # fmt: skip
    state = reveal(table({**one, "hand": [*one["hand"], "diplomacy"]}, DONE, DONE, row=ROW))
    assert told(state, "persuasion") == 5 and have(state, 0, "spice") == (0,)
    choose(state, "acquire Scout for 1 persuasion", "resolve Disruption Tactics", "trash this card")
    choose(state, "deploy 1 commander and go on")
    assert told(state, "persuasion") == 5 and have(state, 0, "spice") == (2,), "6 gathered, 1 of them spent"


@pytest.mark.rule("BLD-COMMAND-01", "BLD-AMB-22")
def test_bombast_is_compulsory_once_six_are_reached() -> None:
    state = reveal(table({"hand": ["bombast", "imperial_throneship", "convincing_argument", "diplomacy"]}, DONE, DONE))
    assert not can(state, "end the") and can(state, "resolve Bombast")
    choose(state, "resolve Bombast")
    assert have(state, 0, "solari") == (3,) and "bombast" not in seat(state, 0)["in_play"]


@pytest.mark.rule("BLD-COMMAND-01")
def test_engineered_miracle_takes_a_card_of_the_row_for_nothing() -> None:
    hand = ["engineered_miracle", "imperial_throneship", "convincing_argument", "diplomacy"]
    state = reveal(table({"hand": hand}, DONE, DONE, row=ROW))
    choose(state, "resolve Engineered Miracle", "trash this card")
    assert not can(state, "acquire Arrakis Liaison for free")
    choose(state, "acquire Possible Futures for free")
    assert seat(state, 0)["discard"] == {"possible_futures": 1} and have(state, 0, "water") == (2,)


@pytest.mark.rule("BLD-CARD-05")
@pytest.mark.parametrize(("card", "gain"), [("engineered_miracle", ("water", 2)), ("i_believe", None)])
def test_a_hand_card_is_discarded_for_an_effect(card: str, gain: tuple[str, int] | None) -> None:
    state = table({"hand": [card, "dagger", "diplomacy"], "intrigue": ["bribery"], "water": 1})
    names = {one.id: one.name for one in state.game.facts.cards}
    send(state, names[card], "Hardy" if card == "engineered_miracle" else "Stillsuits")
    settle_one(state, names[card])
    assert seat(state, 0)["discard"] == {"dagger": 1} and seat(state, 0)["intrigue"]["bribery"] == 1
    if gain:
        assert have(state, 0, gain[0])[0] >= 1
    else:
        assert sum(seat(state, 0)["hand"].values()) == 2


def settle_one(state: Any, name: str) -> None:
    choose(state, f"resolve {name}")
    choose(state, next(text for text in words(state) if text.startswith("discard") and "decline" not in text))
    choose(state, "discard Dagger") if can(state, "discard Dagger") else None


def test_command_center_wants_influence_and_two_units() -> None:
    state = table({"hand": ["command_center", "dagger"], "influence": {"emperor": 1}, "solari": 0})
    send(state, "Command Center", "Wealth")
    choose(state, "resolve Wealth", "resolve Command Center")
    assert have(state, 0, "garrison") == (4,)
    for units, fine in ((({"conflict": 1}), False), ({"conflict": 1, "commanders": {"conflict": 1}}, True)):
        state = reveal(table({"hand": ["command_center"], **units}, DONE, DONE))
        if can(state, "resolve Command Center"):
            choose(state, "resolve Command Center")
        assert can(state, "retreat 2 units") == fine
    choose(state, "retreat 2 units")
    while can(state, "retreat"):
        choose(state, next(text for text in words(state) if text.startswith("retreat")))
    assert commanders(state, 0) == (1, 0, 0) and told(state, "persuasion") == 1 + 2


@pytest.mark.rule("BLD-CMD-12")
def test_disruption_tactics_sends_a_unit_of_an_opponent_home() -> None:
    foe = {"conflict": 1, "commanders": {"conflict": 1}, "garrison": 2}
    state = table({"hand": ["disruption_tactics", "dagger"]}, foe)
    send(state, "Disruption Tactics", "Hardy")
    choose(state, "resolve Disruption Tactics")
    if can(state, "seat 1"):
        choose(state, "seat 1")
    choose(state, "a commander retreats")
    assert commanders(state, 1) == (1, 0, 0) and have(state, 1, "conflict") == (1,)


@pytest.mark.parametrize(("card", "reward"), [("sardaukar_standard", True), ("dagger", False)])
def test_elite_forces_rewards_an_emperor_card_alone(card: str, reward: bool) -> None:
    state = table({"hand": ["elite_forces", card, "scout"], "garrison": 0, "solari": 0})
    send(state, "Elite Forces", "Foldspace")
    name = "Sardaukar Standard" if reward else "Dagger"
    choose(state, "resolve Elite Forces", f"trash {name} from hand")
    if reward:
        choose(state, "hire the commander with Canny")
    assert have(state, 0, "garrison") == (1 if reward else 0,)
    assert sum(seat(state, 0)["intrigue"].values()) == (1 if reward else 0)
    assert can(state, "deploy 1 commander") == reward


@pytest.mark.parametrize(("spice", "more"), [(0, 0), (2, 1)])
def test_fremen_war_name_and_sandwalk_look_at_spice_of_this_turn(spice: int, more: int) -> None:
    state = table({"hand": ["fremen_war_name", "dagger"], "spice": 9, "garrison": 0}, bonus_spice={"imperial_basin": 1})
    send(state, "Fremen War Name", "Imperial Basin" if spice else "Stillsuits")
    settle(state)
    assert have(state, 0, "garrison") == (more,)
    state = table({"hand": ["sandwalk", "dagger"], "spice": 9}, bonus_spice={"imperial_basin": 1})
    if spice:
        send(state, "Sandwalk", "Imperial Basin")
        if can(state, "resolve Sandwalk"):
            choose(state, "resolve Sandwalk")
        assert sum(seat(state, 0)["hand"].values()) == 2


@pytest.mark.parametrize(("units", "more"), [({"garrison": 3}, 0), ({"garrison": 3, "commanders": {"garrison": 1}}, 1)])
def test_the_throneship_counts_units_of_the_garrison(units: dict[str, Any], more: int) -> None:
    state = reveal(table({"hand": ["imperial_throneship"], "solari": 0, **units}, DONE, DONE))
    assert (told(state, "persuasion"), have(state, 0, "solari")[0]) == (2 + more, 3 * more)


def test_the_litany_is_laid_out_and_passes_the_turn() -> None:
    state = table({"hand": ["litany_against_fear", "dagger"]}, {"hand": ["dagger", "scout"]})
    choose(state, "lay out Litany Against Fear and pass this turn")
    assert told(state, "turn_of") == 1 and have(state, 0, "agents") == (2,)
    one = seat(state, 0)
    assert one["in_play"] == {"litany_against_fear": 1} and sum(one["hand"].values()) == 2


def test_the_litany_saves_a_player_without_agents_from_revealing() -> None:
    one = {"hand": ["litany_against_fear"], "agents_on": ["foldspace", "secrets"]}
    state = table(one, {"hand": ["dagger", "scout"]})
    choose(state, "lay out Litany Against Fear and pass this turn")
    assert told(state, "turn_of") == 1 and not seat(state, 0)["revealed"]


@pytest.mark.parametrize("other", [False, True])
def test_possible_futures_gives_both_with_another_card_of_the_sisters(other: bool) -> None:
    play = ["test_of_humanity"] if other else []
    one = {"hand": ["possible_futures", "dagger"], "in_play": play, "garrison": 0}
    state = send(table(one), "Possible Futures", "Imperial Basin")
    if not other:
        choose(state, "2 troops")
    else:
        choose(state, "Guild +1")
    assert have(state, 0, "garrison", "influence") == (2, {**dict.fromkeys(seat(state, 0)["influence"], 0),
                                                          "guild": int(other)})  # fmt: skip


@pytest.mark.parametrize("fighting", [0, 1])
def test_quash_rebellion_persuades_with_a_commander_in_the_conflict(fighting: int) -> None:
    one = {"hand": ["quash_rebellion"], "commanders": {"conflict": fighting, "garrison": 1 - fighting}}
    assert told(reveal(table(one, DONE, DONE)), "persuasion") == 2 * fighting
    state = agent("quash_rebellion", "Foldspace")
    assert have(state, 0, "solari") == (2,)


def test_southern_faith_draws_or_steps() -> None:
    one = {"hand": ["southern_faith", "dagger"], "in_play": ["test_of_humanity"]}
    state = send(table(one), "Southern Faith", "Stillsuits")
    choose(state, "resolve Southern Faith", "Bene Gesserit +1")
    assert seat(state, 0)["influence"]["bene_gesserit"] == 1
    state = send(table({"hand": ["southern_faith", "dagger"]}), "Southern Faith", "Stillsuits")
    choose(state, "resolve Southern Faith")
    assert sum(seat(state, 0)["hand"].values()) == 2


def test_urgent_shigawire_opens_every_space_to_the_next_card_of_the_sisters() -> None:
    one = {"hand": ["urgent_shigawire", "test_of_humanity", "dagger"], "agents": 2}
    state = send(table(one, {"hand": ["dagger"]}), "Urgent Shigawire", "Secrets")
    settle(state)
    assert seat(state, 0)["boosted"]
    saved = state.to_dict()
    state = table({**one, "boosted": True, "hand": ["test_of_humanity", "dagger"]})
    assert saved["players"][0]["boosted"]
    send(state, "Test of Humanity", "Foldspace")
    assert not seat(state, 0)["boosted"] and can(state, "resolve Urgent Shigawire")


def test_the_ambassador_of_ix_steps_with_two_tiles() -> None:
    for tiles, fine in (["glowglobes"], False), (["glowglobes", "planetary_array"], True):
        state = reveal(table({"hand": ["ixian_ambassador"], "tech_tiles": tiles}, DONE, DONE))
        assert can(state, "resolve Ixian Ambassador") == fine


# -- intrigue --------------------------------------------------------------------------------------------------------


def plot(card: str, **keys: Any) -> Any:
    """A position in which a plot card can be played."""
    return table({"hand": ["dagger", "scout"], "intrigue": [card], **keys})


@pytest.mark.rule("BLD-COMBAT-01", "BLD-AMB-06")
def test_adaptive_tactics_recruits_and_opens_the_conflict() -> None:
    one = {"hand": ["diplomacy", "dagger"], "intrigue": ["adaptive_tactics"], "spice": 1, "garrison": 3}
    state = send(table(one), "Diplomacy", "Foldspace")
    choose(state, "play Adaptive Tactics")
    settle(state)
    assert have(state, 0, "spice", "garrison") == (0, 4)
    assert can(state, "deploy 3 troops and end") and not can(state, "deploy 4 troops")


def test_desert_support_and_return_the_favor_give_swords() -> None:
    state = combat({"conflict": 1, "water": 1, "intrigue": ["desert_support", "return_the_favor"],
                    "influence": {"fremen": 2, "guild": 3}}, {"conflict": 1})  # fmt: skip
    choose(state, "play Desert Support")
    assert have(state, 0, "water", "swords") == (0, 5)
    state = combat({"conflict": 1, "intrigue": ["return_the_favor", "desert_support"], "water": 1,
                    "influence": {"fremen": 2, "guild": 3}}, {"conflict": 1})  # fmt: skip
    choose(state, "play Return the Favor")
    assert have(state, 0, "swords") == (3,)


def test_emperors_invitation_gives_an_icon_or_a_card() -> None:
    state = choose(plot("emperors_invitation"), "play Emperor's Invitation")
    choose(state, next(text for text in words(state) if "icons" in text))
    choose(state, "agent turn: play Scout")
    assert can(state, "send an agent to Wealth")


def test_sacred_pools_discards_for_water_and_scores_at_the_end() -> None:
    state = choose(plot("sacred_pools", water=0), "play Sacred Pools", "discard Dagger")
    assert have(state, 0, "water") == (1,)
    one = {"intrigue": ["sacred_pools"], "water": 3}
    state = table(one, phase="endgame", round=10)
    choose(state, "play Sacred Pools")
    assert have(state, 0, "vp", "water") == (1, 3)


@pytest.mark.parametrize("fighting", [0, 1])
def test_seize_production(fighting: int) -> None:
    state = plot("seize_production", solari=0, commanders={"conflict": fighting})
    choose(state, "play Seize Production")
    if fighting:
        assert can(state, "2 spice")
        choose(state, "commander in the conflict: 2 spice")
        assert have(state, 0, "spice") == (2,)
    else:
        assert have(state, 0, "solari") == (2,)


def test_tenuous_bond_moves_influence_or_trashes_a_bought_card() -> None:
    state = choose(plot("tenuous_bond", influence={"guild": 1}), "play Tenuous Bond")
    choose(state, "Fremen +1")
    assert seat(state, 0)["influence"]["guild"] == 0 and seat(state, 0)["influence"]["fremen"] == 1
    one = {"conflict": 1, "intrigue": ["tenuous_bond"], "discard": ["dagger", "scout", "crysknife"]}
    state = combat(one, {"conflict": 1, "intrigue": ["ambush"]})
    choose(state, "play Tenuous Bond")
    assert not can(state, "trash Dagger")
    choose(state, "trash Scout")
    assert have(state, 0, "swords") == (4,) and "scout" not in seat(state, 0)["discard"]


def test_the_strong_survive_retreats_to_trash() -> None:
    one = {"conflict": 2, "garrison": 1, "intrigue": ["the_strong_survive"], "discard": ["dagger"]}
    state = combat(one, {"conflict": 1, "intrigue": ["ambush"]})
    choose(state, "play The Strong Survive")
    choose(state, next(text for text in words(state) if "retreat" in text))
    choose(state, "trash Dagger")
    assert have(state, 0, "conflict", "garrison") == (1, 2) and strength(state, 0) == 2


@pytest.mark.parametrize("tiles", [2, 3])
def test_battlefield_research_buys_cheaper_or_scores(tiles: int) -> None:
    owned = ["glowglobes", "planetary_array", "training_depot"][:tiles]
    one = {"conflict": 2, "garrison": 1, "spice": 2, "intrigue": ["battlefield_research"]}
    state = combat(one, {"conflict": 1, "intrigue": ["ambush"]}, tech_shown=["delivery_bay", "servo_receivers", None],
                   tech_left=[5, 5, 0])  # fmt: skip
    choose(state, "play Battlefield Research", "retreat 1 troop", "acquire Delivery Bay for 2 spice")
    assert seat(state, 0)["tech_tiles"] == ["delivery_bay"] and sum(seat(state, 0)["hand"].values()) == 1
    state = table({"intrigue": ["battlefield_research"], "tech_tiles": owned}, phase="endgame", round=10)
    assert can(state, "play Battlefield Research") == (tiles == 3)


def test_rapid_engineering_discards_for_a_tile_or_steps_twice() -> None:
    state = choose(plot("rapid_engineering", spice=9), "play Rapid Engineering", "discard Dagger")
    choose(state, "acquire Gene-Locked Vault for 1 spice")
    tiles = ["glowglobes", "planetary_array", "training_depot"]
    state = choose(plot("rapid_engineering", tech_tiles=tiles), "play Rapid Engineering")
    choose(state, next(text for text in words(state) if "2 of" in text))
    choose(state, "Emperor +1", "Fremen +1")
    assert seat(state, 0)["influence"] == {"emperor": 1, "guild": 0, "bene_gesserit": 0, "fremen": 1}
