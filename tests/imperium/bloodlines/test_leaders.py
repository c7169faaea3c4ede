"""Leaders of Bloodlines with their decks and spaces (BLD-LEADER)."""

from __future__ import annotations

from typing import Any

import pytest

import dune_sim
from dune_sim.errors import UsageError
from imperium.bloodlines.board import CORE, DONE, combat, commanders, game_of, reveal, strength, table
from imperium.card_table import pass_all
from imperium.table import PLAIN, can, choose, finish, have, next_round, seat, send, settle, told, words


def start(leader: str, seed: int = 2, tech: bool = True) -> dune_sim.State:
    """A fresh game with a leader in the first seat."""
    return game_of([leader, *PLAIN[:2]], tech).new(seed)


# -- Chani -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BLD-LEADER-01")
def test_the_marker_starts_on_its_field() -> None:
    assert seat(start("chani"), 0)["tactics"] == 3


@pytest.mark.rule("BLD-LEADER-02", "BLD-LEADER-03", "BLD-LEADER-15", "BLD-EX-12")
@pytest.mark.parametrize(
    ("field", "units", "after", "spice", "water"),
    [(3, 2, 5, 0, 0), (3, 3, 6, 1, 0), (5, 3, 8, 1, 0), (10, 3, 3, 0, 1), (8, 3, 3, 0, 1), (4, 7, 3, 1, 1)],
)
def test_units_that_retreat_move_the_marker(field: int, units: int, after: int, spice: int, water: int) -> None:
    one = {"hand": ["signet_ring", "dagger"], "conflict": units, "garrison": 0, "tactics": field, "water": 0}
    state = send(table(one, leader="chani"), "Signet Ring", "Arrakeen")
    choose(state, "resolve Chani")
    if can(state, "retreat any units"):
        choose(state, "retreat any units")
    choose(state, f"retreat {units} troop")
    assert have(state, 0, "tactics", "spice", "water") == (after, spice, water)


@pytest.mark.rule("BLD-AMB-19", "BLD-CMD-12")
@pytest.mark.parametrize("counts", [True, False])
def test_troops_going_home_after_the_combat_move_it_unless_switched_off(counts: bool) -> None:
    options = {} if counts else {"cleanup_is_no_loss": True}
    one = {"conflict": 1, "commanders": {"conflict": 1}, **DONE}
    state = table(one, DONE, DONE, leader="chani", options=options, phase="combat", round=2,
                  conflict="siege_of_arrakeen")  # fmt: skip
    next_round(pass_all(state))
    assert seat(state, 0)["tactics"] == (5 if counts else 3)


def test_chani_draws_two_cards_for_water_with_influence() -> None:
    one = {"hand": ["signet_ring", "dagger"], "conflict": 1, "water": 1, "influence": {"fremen": 2}}
    state = send(table(one, leader="chani"), "Signet Ring", "Arrakeen")
    choose(state, "resolve Chani")
    choose(state, next(text for text in words(state) if "water" in text and "2 cards" in text))
    if can(state, "accept") or any(text.startswith("decline") for text in words(state)):
        choose(state, next(text for text in words(state) if not text.startswith("decline")))
    assert have(state, 0, "water") == (0,) and sum(seat(state, 0)["hand"].values()) == 3


# -- Duncan Idaho ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BLD-LEADER-11")
def test_duncan_pays_less_for_the_swordmaster() -> None:
    state = table({"hand": ["imperial_throneship", "dagger"], "solari": 6}, leader="duncan_idaho")
    choose(state, "agent turn: play Imperial Throneship", "Imperial Throneship: send an agent to Swordmaster")
    assert have(state, 0, "solari", "swordmaster") == (0, True)
    costs = state.game.tables[0]["leader"]["cost_solari"]
    leaders, spaces = state.game.names.leaders, state.game.names.spaces
    assert costs[leaders.index("duncan_idaho")][spaces.index("swordmaster")] == 6
    assert costs[leaders.index("chani")][spaces.index("swordmaster")] == 8


@pytest.mark.rule("BLD-LEADER-11", "BLD-AMB-25")
@pytest.mark.parametrize(("third", "power"), [(False, 2), (True, 3)])
def test_the_agent_fights_and_comes_home_with_the_others(third: bool, power: int) -> None:
    one = {"hand": ["signet_ring", "dagger"], "swordmaster": third, "solari": 0}
    state = send(table(one, leader="duncan_idaho"), "Signet Ring", "Arrakeen")
    choose(state, "resolve Duncan Idaho", "send the agent into the conflict")
    assert have(state, 0, "agents_in_conflict", "agents_on") == (1, []) and strength(state, 0) == power
    assert not can(state, "retreat")
    next_round(settle_and_end(state))
    assert have(state, 0, "agents_in_conflict", "agents") == (0, 3 if third else 2)


def settle_and_end(state: dune_sim.State) -> dune_sim.State:
    settle(state)
    return finish(state) if told(state, "turn_of") == 0 else state


# -- Esmar Tuek ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BLD-LEADER-04", "BLD-LEADER-10")
def test_tueks_sietch_is_there_with_its_leader_alone() -> None:
    for leader, there in ("esmar_tuek", True), ("chani", False):
        state = table({"hand": ["dune_the_desert_planet", "dagger"]}, leader=leader)
        choose(state, "agent turn: play Dune, the Desert Planet")
        assert can(state, "Tuek's Sietch") == there
        later = next_round(table({}, leader=leader))
        assert told(later, "bonus_spice").get("tueks_sietch", 0) == int(there)


@pytest.mark.rule("BLD-LEADER-04", "BLD-LEADER-05")
def test_the_visitor_harvests_or_draws_and_takes_the_bonus() -> None:
    one = {"hand": ["dune_the_desert_planet", "dagger"], "solari": 0}
    state = send(table(one, leader="esmar_tuek", bonus_spice={"tueks_sietch": 2}), "Dune, the Desert", "Tuek's Sietch")
    assert have(state, 0, "solari") == (1,)
    choose(state, "resolve Tuek's Sietch", "harvest 1 spice and the bonus")
    assert have(state, 0, "spice") == (3,)
    foe = {"hand": ["dune_the_desert_planet", "dagger"]}
    state = table({}, foe, leader="esmar_tuek", bonus_spice={"tueks_sietch": 2}, turn_of=1)
    send(state, "Dune, the Desert", "Tuek's Sietch")
    choose(state, "resolve Tuek's Sietch", "harvest 0 spice and the bonus; 1 card")
    assert have(state, 1, "spice", "solari") == (2, 0) and sum(seat(state, 0)["intrigue"].values()) == 1


@pytest.mark.rule("BLD-LEADER-05", "BLD-AMB-24")
def test_tueks_signet_stores_or_takes_spice_or_nothing() -> None:
    one = {"hand": ["signet_ring", "dagger"], "solari": 0}
    for part, spice, left in (("onto Tuek's Sietch", 0, 1), ("take 1 bonus", 1, 0), ("decline", 0, 0)):
        state = send(table(one, leader="esmar_tuek", bonus_spice={"hagga_basin": 1}), "Signet Ring", "Arrakeen")
        choose(state, "resolve Esmar Tuek")
        if part == "decline":
            choose(state, next(text for text in words(state) if text.startswith("decline")))
        else:
            choose(state, next(text for text in words(state) if not text.startswith("decline")))
            choose(state, next(text for text in words(state) if part in text))
        assert have(state, 0, "spice") == (spice,)
        assert told(state, "bonus_spice").get("tueks_sietch", 0) == left


# -- Piter De Vries --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BLD-LEADER-09", "BLD-LEADER-13")
def test_a_twisted_card_each_round_for_one_leader() -> None:
    state = start("piter_de_vries")
    assert sum(told(state, "twisted_deck").values()) == 11
    assert sum(name.startswith("twisted") for name in seat(state, 0)["intrigue"]) == 1
    next_round(state)
    assert sum(told(state, "twisted_deck").values()) == 10
    assert told(start("chani"), "twisted_deck") == {}


@pytest.mark.rule("BLD-AMB-18")
def test_the_troop_of_piters_signet_stays_at_home() -> None:
    one = {"hand": ["signet_ring", "dagger"], "garrison": 1, "solari": 0}
    state = settle(send(table(one, leader="piter_de_vries"), "Signet Ring", "Arrakeen"))
    assert have(state, 0, "garrison") == (3,)
    assert can(state, "deploy 2 troops and end") and not can(state, "deploy 3 troops")


def twisted(card: str, **keys: Any) -> dune_sim.State:
    one = {"hand": ["dagger", "scout"], "intrigue": [card], "garrison": 3, "solari": 0, **keys}
    return table(one, {"influence": {"guild": 1}, "hand": ["dagger", "scout"]}, leader="piter_de_vries")


@pytest.mark.rule("BLD-AMB-04")
def test_twisted_cards_that_lose_units() -> None:
    state = choose(twisted("twisted_ambitious", commanders={"garrison": 1}), "play Ambitious")
    choose(state, "lose a commander in the garrison")
    assert commanders(state, 0) == (0, 0, 1) and have(state, 0, "garrison", "supply") == (1, 11)
    assert seat(state, 0)["influence"]["guild"] == 1
    state = choose(twisted("twisted_sadistic"), "play Sadistic")
    assert have(state, 0, "garrison") == (2,) and sum(seat(state, 0)["hand"].values()) == 3


def test_twisted_plot_cards() -> None:
    state = choose(twisted("twisted_calculating", conflict=2, commanders={"conflict": 1}), "play Calculating")
    assert have(state, 0, "solari") == (2,)
    state = choose(twisted("twisted_devious", commanders={"garrison": 1}), "play Devious")
    choose(state, "deploy up to 2 units from the garrison", "deploy 1 commander", "deploy 1 troop")
    assert commanders(state, 0) == (0, 1, 0) and have(state, 0, "conflict", "garrison") == (1, 2)
    state = choose(twisted("twisted_devious"), "play Devious", "trash a card", "trash Dagger")
    assert seat(state, 0)["hand"] == {"scout": 1}
    state = choose(twisted("twisted_discerning"), "play Discerning", "discard Dagger")
    assert sum(seat(state, 0)["hand"].values()) == 2
    state = choose(twisted("twisted_resourceful"), "play Resourceful", "agent turn: play Dagger")
    assert can(state, "send an agent to Arrakeen") and can(state, "send an agent to Imperial Basin")
    state = choose(twisted("twisted_withdrawn"), "play Withdrawn")
    assert told(state, "turn_of") == 1 and have(state, 0, "agents") == (2,)


@pytest.mark.parametrize(("branch", "hand", "solari"), [("leave", 2, 1), ("discard", 2, 1), ("draw", 3, 0)])
def test_controlled_looks_at_the_top_card(branch: str, hand: int, solari: int) -> None:
    state = choose(twisted("twisted_controlled", solari=1), "play Controlled")
    choose(state, next(text for text in words(state) if text.startswith(branch)))
    assert sum(seat(state, 0)["hand"].values()) == hand and have(state, 0, "solari") == (solari,)
    assert sum(seat(state, 0)["discard"].values()) == int(branch == "discard")


@pytest.mark.rule("BLD-CARD-04")
@pytest.mark.parametrize(("other", "more"), [("bribery", 1), ("twisted_sadistic", 0)])
def test_an_ordinary_card_given_or_trashed_is_worth_more(other: str, more: int) -> None:
    state = twisted("twisted_insidious")
    state = table({"hand": ["dagger", "scout"], "intrigue": ["twisted_insidious", other], "solari": 0},
                  leader="piter_de_vries")  # fmt: skip
    choose(state, "play Insidious")
    choose(state, "seat 1")
    assert have(state, 0, "spice") == (1 + more,) and seat(state, 1)["intrigue"] == {other: 1}
    state = table({"hand": ["dagger", "scout"], "intrigue": ["twisted_unnatural", other], "solari": 0},
                  leader="piter_de_vries")  # fmt: skip
    choose(state, "play Unnatural")
    assert have(state, 0, "garrison") == (3 + more,) and told(state, "trashed_intrigue") == {other: 1}
    alone = table({"hand": ["dagger"], "intrigue": ["twisted_unnatural"]}, leader="piter_de_vries")
    assert not can(alone, "play Unnatural"), "the card does not pay for itself"


def test_twisted_combat_cards() -> None:
    for card, name, after in (("twisted_shrewd", "Shrewd", (0, 1, 0)), ("twisted_sinister", "Sinister", (1, 0, 1))):
        one = {"conflict": 2, "garrison": 1, "solari": 0, "intrigue": [card], **DONE}
        state = table(one, {"conflict": 1, "intrigue": ["ambush"], **DONE}, DONE, leader="piter_de_vries",
                      phase="combat", round=2, conflict="siege_of_arrakeen")  # fmt: skip
        choose(state, f"play {name}")
        while can(state, "lose a troop in the conflict"):
            choose(state, "lose a troop in the conflict")
        got = seat(state, 0)
        assert (sum(got["intrigue"].values()), got["spice"], got["solari"]) == after


# -- Steersman Y'rkoon -----------------------------------------------------------------------------------------------


def step(state: dune_sim.State) -> dune_sim.State:
    """The influence step of the space, if it does not come by itself."""
    return choose(state, "resolve Foldspace: Guild +1") if can(state, "resolve Foldspace: Guild +1") else state


def steersman(*cards: str, **keys: Any) -> dune_sim.State:
    laid = [f"navigation_{one}" for one in cards]
    return table({"hand": ["diplomacy", "dagger"], "solari": 0, "navigation": laid, **keys},
                 leader="steersman_y_rkoon", tech=False)  # fmt: skip


@pytest.mark.rule("BLD-LEADER-14", "BLD-LEADER-07", "BLD-BASE-09")
def test_the_steersman_begins_without_ring_and_water_and_lays_four_cards() -> None:
    state = start("steersman_y_rkoon", tech=False)
    drawn = [text for text in words(state) if text.startswith("lay down")]
    assert len(drawn) == 5 and not any(text.endswith("card 2") for text in drawn)
    for text in drawn[:4]:
        choose(state, text)
    one = seat(state, 0)
    names = {card.id: card.name for card in state.game.facts.navigation}
    assert [f"lay down {names[card]}" for card in one["navigation"]] == drawn[:4]
    assert one["water"] == 0 and sum(one["hand"].values()) + sum(one["deck"].values()) == 9
    assert one["trashed"] == {"signet_ring": 1}
    seen = state.observe(1).to_dict()["players"][0]["navigation"]
    assert seen == ["unknown"] * 4
    assert state.observe(0).to_dict()["players"][0]["navigation"] == one["navigation"]


@pytest.mark.rule("BLD-LEADER-08")
def test_reaching_two_plays_the_next_card_each_time_again() -> None:
    state = steersman("8", "7", "3", "9", influence={"guild": 1})
    send(state, "Diplomacy", "Foldspace")
    settle(state)
    assert have(state, 0, "water", "spice", "navigation_played") == (2, 1, 1), "water, and spice for the Guild"
    state = steersman("10", "8", "3", "9", influence={"guild": 1, "fremen": 1})
    send(state, "Diplomacy", "Foldspace")
    step(state)
    choose(state, next(text for text in words(state) if not text.startswith("decline")))
    choose(state, "Guild -1", "Fremen +1")
    assert have(state, 0, "navigation_played", "water") == (2, 2) and have(state, 0, "spice") == (0,)
    again = steersman("10", "8", "3", "9", influence={"guild": 1}, navigation_played=1)
    settle(send(again, "Diplomacy", "Foldspace"))
    assert have(again, 0, "navigation_played") == (2,)


NAVIGATION = {
    "1": ("1 spice", {"spice": 1}), "3": (None, {"solari": 2}), "4": ("1 spice", {"spice": 1}),
    "6": ("1 troop", {"garrison": 4}), "7": (None, {"spice": 1}), "9": (None, {}),
}  # fmt: skip


@pytest.mark.parametrize("card", NAVIGATION)
def test_every_navigation_card_pays(card: str) -> None:
    part, gains = NAVIGATION[card]
    rest = [one for one in ("3", "7", "8", "9", "1") if one != card][:3]
    state = steersman(card, *rest, influence={"guild": 1}, solari=0)
    send(state, "Diplomacy", "Foldspace")
    step(state)
    if part and can(state, part):
        choose(state, part)
    assert have(state, 0, *gains) == tuple(gains.values()) and have(state, 0, "navigation_played") == (1,)
    if card == "9":
        assert sum(seat(state, 0)["hand"].values()) == 2


def test_places_of_navigation_cards_matter() -> None:
    state = steersman("1", "7", "8", "3", influence={"guild": 1}, navigation_played=3)
    settle(send(state, "Diplomacy", "Foldspace"))
    assert have(state, 0, "persuasion_every_reveal") == (1,)
    state = steersman("4", "7", "8", "3", influence={"guild": 1}, water=1)
    send(state, "Diplomacy", "Foldspace")
    step(state)
    choose(state, next(text for text in words(state) if "The Spice Must Flow" in text))
    assert "the_spice_must_flow" in seat(state, 0)["discard"] and have(state, 0, "water") == (0,)
    one = reveal(steersman("1", "7", "8", "3", hand=["convincing_argument"], persuasion_every_reveal=1))
    assert told(one, "persuasion") == 3


def test_navigation_five_trashes_for_spice_and_one_moves_another_track() -> None:
    state = steersman("5", "7", "8", "3", influence={"guild": 1}, hand=["diplomacy", "scout", "dagger"])
    send(state, "Diplomacy", "Foldspace")
    choose(step(state), "trash Scout from hand")
    assert have(state, 0, "spice") == (2,)
    state = steersman("1", "7", "8", "3", influence={"guild": 1, "fremen": 2}, solari=2)
    send(state, "Diplomacy", "Foldspace")
    step(state)
    choose(state, next(text for text in words(state) if "another faction" in text))
    assert seat(state, 0)["influence"]["fremen"] == 3 and have(state, 0, "solari") == (0,)


@pytest.mark.rule("BLD-LEADER-14")
@pytest.mark.parametrize(("bonus", "drawn"), [(1, 0), (2, 1)])
def test_three_spice_gained_in_a_turn_draw_one_card(bonus: int, drawn: int) -> None:
    one = {"hand": ["dune_the_desert_planet", "dagger"], "agents": 2}
    state = table(one, leader="steersman_y_rkoon", tech=False, bonus_spice={"imperial_basin": bonus})
    settle(send(state, "Dune, the Desert", "Imperial Basin"))
    assert have(state, 0, "spice") == (1 + bonus,) and sum(seat(state, 0)["hand"].values()) == 1 + drawn


# -- Kota Odax -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BLD-LEADER-12", "BLD-TECH-05")
def test_the_secret_project_is_hidden_and_cheaper() -> None:
    state = start("kota_odax_of_ix")
    offered = words(state)
    assert len(offered) == 3 and all(text.startswith("keep ") for text in offered)
    before = told(state, "tech_left")
    choose(state, offered[0])
    kept = seat(state, 0)["secret_project"]
    assert sorted(told(state, "tech_left")) == sorted([before[0] - 1, before[0], before[0]])
    assert sum(one is not None for one in told(state, "tech_bottom")) == 2
    assert state.observe(1).to_dict()["players"][0]["secret_project"] == "unknown"
    assert kept in state.observe(1).to_dict()["tech_deck"] and kept not in told(state, "tech_deck")
    with pytest.raises(UsageError, match="no leader"):
        dune_sim.make("imperium", players=3, leaders=["kota_odax_of_ix", *PLAIN[:2]], modules=CORE)
    one = {"hand": ["imperial_throneship", "dagger"], "secret_project": "rapid_dropships", "spice": 3, "solari": 5}
    state = table(one, leader="kota_odax_of_ix", tech_shown=["glowglobes", "delivery_bay", "navigation_chamber"])
    send_landsraad(state)
    assert can(state, "acquire Rapid Dropships for 3 spice") and not can(state, "acquire Navigation Chamber")
    choose(state, "acquire Rapid Dropships for 3 spice")
    assert have(state, 0, "secret_project", "tech_tiles") == (None, ["rapid_dropships"])


def send_landsraad(state: dune_sim.State) -> None:
    choose(state, next(text for text in words(state) if text.startswith("agent turn: play Imperial")))
    choose(state, next(text for text in words(state) if "Mentat" in text or "Hall of Oratory" in text))
    choose(state, "resolve Ixian Embassy") if can(state, "resolve Ixian Embassy") else None


def test_kotas_signet_takes_spice_or_trades_a_tile() -> None:
    one = {"hand": ["signet_ring", "dagger"], "tech_tiles": ["glowglobes"], "solari": 0}
    state = send(table(one, leader="kota_odax_of_ix"), "Signet Ring", "Arrakeen")
    choose(state, "resolve Kota Odax", "1 spice")
    assert have(state, 0, "spice") == (1,)
    state = send(table(one, leader="kota_odax_of_ix"), "Signet Ring", "Arrakeen")
    choose(state, "resolve Kota Odax", next(text for text in ["trash a tech tile"]))
    assert have(state, 0, "tech_tiles") == ([],) and sum(seat(state, 0)["intrigue"].values()) == 1


def test_a_combat_position_of_a_leader_is_fair() -> None:
    state = combat({"conflict": 1, "intrigue": ["ambush"]}, {"conflict": 1})
    assert state.determinize(1, 4).to_move == state.to_move
