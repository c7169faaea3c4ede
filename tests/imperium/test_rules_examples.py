"""Worked examples of the booklet and our own, with their numbers (IMP-EX)."""

from __future__ import annotations

from typing import Any

import pytest

from dune_sim.content import load_content
from dune_sim.games.state import State
from imperium.card_table import DONE, IDLE, pass_all, pay
from imperium.table import (
    can,
    choose,
    find,
    game_of,
    have,
    next_round,
    over,
    seat,
    send,
    strength,
    table,
    told,
    words,
)
from naive.imperium_rules import marker


def spaces(state: State) -> set[str]:
    """Spaces the card just played can send an agent to."""
    return {text.split("send an agent to ")[1].split(" for ")[0] for text in words(state)}


def fight(strengths: list[int], conflict: str = "siege_of_arrakeen", **keys: Any) -> State:
    """Combat with these strengths, one troop each and swords for the rest; nobody holds a card."""
    seats = [{"solari": 0, "conflict": 1, "swords": n - 2, **DONE} for n in strengths]
    return table(*seats, round=2, conflict=conflict, phase="combat", **keys)


@pytest.mark.rule("IMP-EX-01")
def test_one_card_with_two_icons_opens_seven_spaces_for_one_agent() -> None:
    state = table({"hand": ["sardaukar_legion"], "solari": 20, "spice": 20, "water": 20}, IDLE)
    choose(state, "agent turn: play Sardaukar Legion")
    landsraad = {"High Council", "Hall of Oratory", "Mentat", "Rally Troops", "Swordmaster"}
    assert spaces(state) == {"Conspire", "Wealth"} | landsraad
    choose(state, "send an agent to Wealth")
    assert have(state, 0, "agents", "agents_on") == (1, ["wealth"])


@pytest.mark.rule("IMP-EX-02")
def test_a_space_is_paid_with_what_is_there_before() -> None:
    poor = choose(table({"hand": ["firm_grip"], "spice": 3}), "agent turn: play Firm Grip")
    assert "Wealth" in spaces(poor) and "Conspire" not in spaces(poor)
    rich = choose(table({"hand": ["firm_grip"], "spice": 4}), "agent turn: play Firm Grip")
    assert {"Wealth", "Conspire"} <= spaces(rich)
    choose(rich, "send an agent to Conspire")
    assert seat(rich, 0)["spice"] == 0


@pytest.mark.rule("IMP-EX-03")
def test_fremen_camp_may_be_paid_or_not() -> None:
    def camp() -> State:
        state = table({"hand": ["fremen_camp"], "spice": 2, "water": 1, "solari": 0}, IDLE)
        return send(state, "Fremen Camp", "Secure Contract")

    paid = pay(camp())
    assert have(paid, 0, "spice", "garrison", "supply") == (0, 6, 6)
    kept = choose(camp(), "decline")
    assert have(kept, 0, "spice", "garrison", "supply") == (2, 3, 9)


@pytest.mark.rule("IMP-EX-04")
@pytest.mark.parametrize("bonus", [0, 1, 5])
def test_hagga_basin_yields_two_and_its_bonus(bonus: int) -> None:
    state = table({"hand": ["dune_the_desert_planet"], "spice": 0}, bonus_spice={"hagga_basin": bonus} if bonus else {})
    send(state, "Dune, the Desert Planet", "Hagga Basin")
    assert have(state, 0, "spice", "water") == (2 + bonus, 0)
    assert told(state, "bonus_spice").get("hagga_basin", 0) == 0


@pytest.mark.rule("IMP-EX-05")
def test_max_deploys_two_of_three_garrison_troops() -> None:
    state = table({"hand": ["dune_the_desert_planet"], "garrison": 3, "spice": 0})
    send(state, "Dune, the Desert Planet", "Imperial Basin")
    assert have(state, 0, "spice", "garrison") == (1, 3)
    assert can(state, "deploy 2 troops") and not can(state, "deploy 3 troops")
    choose(state, "deploy 2 troops")
    assert have(state, 0, "garrison", "conflict") == (1, 2)


def anna(garrison: int) -> State:
    """Anna sends Duncan Idaho to Carthag and pays his water."""
    mine = {"hand": ["duncan_idaho"], "garrison": garrison, "water": 1}
    state = table({"solari": 0}, mine, to_move=1, control={"carthag": 0})
    send(state, "Duncan Idaho", "Carthag")
    return pay(choose(state, "resolve Carthag: 1 intrigue"))


@pytest.mark.rule("IMP-EX-06")
def test_anna_at_carthag() -> None:
    state = anna(1)
    assert have(state, 0, "solari") == (1,)
    one = seat(state, 1)
    assert (one["water"], one["garrison"], sum(one["hand"].values()), sum(one["intrigue"].values())) == (0, 3, 1, 1)
    assert can(state, "deploy 3 troops") and not can(state, "deploy 4 troops")
    assert can(anna(2), "deploy 4 troops") and not can(anna(2), "deploy 5 troops")


@pytest.mark.rule("IMP-EX-07")
def test_frank_rallies_troops_and_deploys_none() -> None:
    state = table({}, {}, {"hand": ["bene_gesserit_initiate"], "solari": 4}, to_move=2)
    send(state, "Bene Gesserit Initiate", "Rally Troops")
    one = seat(state, 2)
    assert (one["solari"], one["garrison"], one["conflict"], sum(one["hand"].values())) == (0, 7, 0, 1)
    assert not can(state, "deploy")


@pytest.mark.rule("IMP-EX-08")
def test_max_reveals_and_buys_space_travel() -> None:
    mine = {"hand": ["imperial_spy", "smugglers_thopter", "stilgar"], "conflict": 2, "garrison": 1, "spice": 0}
    state = table(mine, IDLE, row=["space_travel", "opulence", "lady_jessica", "gurney_halleck", "kwisatz_haderach"])
    choose(state, "reveal turn")
    assert told(state, "persuasion") == 4 and seat(state, 0)["spice"] == 1
    choose(state, "acquire Space Travel for 3")
    over(state, 0)  # one persuasion is left, for which nothing may be on sale
    assert len(told(state, "row")) == 5
    assert strength(state, 0) == 8
    bought = {"imperial_spy": 1, "smugglers_thopter": 1, "stilgar": 1, "space_travel": 1}
    assert have(state, 0, "discard", "in_play") == (bought, {})
    assert told(state, "persuasion") == 0


@pytest.mark.rule("IMP-EX-09")
def test_the_siege_of_arrakeen_with_an_ambush() -> None:
    seats = [
        {"conflict": 2, "swords": 4, "intrigue": ["private_army"], "spice": 2, "solari": 0, **DONE},
        {"conflict": 2, "swords": 2, "intrigue": ["ambush", "master_tactician"], "solari": 0, **DONE},
        {"solari": 0, **DONE},
    ]
    state = table(*seats, round=2, conflict="siege_of_arrakeen", phase="combat")
    assert state.to_move == 0
    choose(state, "pass in combat")
    assert state.to_move == 1
    choose(state, "play Ambush")
    assert strength(state, 1) == 10
    if state.to_move == 1:  # she may play more cards in the same visit
        choose(state, "pass in combat")
    assert state.to_move == 0 and told(state, "phase") == "combat"
    pass_all(state)
    assert [have(state, who, "vp", "solari") for who in range(3)] == [(0, 4), (1, 0), (0, 0)]
    assert told(state, "control") == {"arrakeen": 1}


@pytest.mark.rule("IMP-EX-10")
def test_makers_leave_bonus_spice_where_nobody_stands() -> None:
    seats: list[dict[str, Any]] = [{"agents_on": ["imperial_basin"]}, DONE, DONE]
    state = table(*seats, bonus_spice={"the_great_flat": 1})
    next_round(state)
    assert told(state, "bonus_spice") == {"the_great_flat": 2, "hagga_basin": 1}


@pytest.mark.rule("IMP-EX-11")
def test_the_next_round_belongs_to_anna() -> None:
    state = table({"agents_on": ["wealth", "arrakeen"]}, DONE, DONE, mentat=0, round=3, conflict="desert_power")
    next_round(state)
    assert (told(state, "round"), told(state, "first_player"), state.to_move) == (4, 1, 1)
    assert told(state, "mentat") is None
    assert have(state, 0, "agents", "agents_on") == (2, [])


@pytest.mark.rule("IMP-EX-12")
def test_the_bonus_of_level_four_is_paid_again() -> None:
    mine = {"hand": ["shifting_allegiances"], "influence": {"guild": 4}, "spice": 2, "solari": 0}
    state = send(table(mine), "Shifting Allegiances", "Secure Contract")
    assert seat(state, 0)["solari"] == 3
    pay(state)
    assert told(state, "alliances") == {} and seat(state, 0)["influence"]["guild"] == 3
    choose(state, "Guild +2")
    assert seat(state, 0)["influence"]["guild"] == 5
    assert seat(state, 0)["solari"] == 6


@pytest.mark.rule("IMP-EX-13")
def test_levels_of_the_conflict_deck() -> None:
    level = {one.id: one.level for one in load_content("imperium").conflicts}
    state, seen = game_of(3).new(5), []
    while not state.is_over:
        if len(seen) < told(state, "round"):
            seen.append(level[told(state, "conflict")])
        part = next((p for p in ("reveal turn", "end the", "pass in", "play no") if can(state, p)), None)
        texts = [text for text in words(state) if part and part in text]
        state.apply(find(state, texts[0]) if texts else state.legal_actions()[0])
    assert seen == [1, 2, 2, 2, 2, 2, 3, 3, 3, 3][: len(seen)]
    assert len(seen) >= 7


@pytest.mark.rule("IMP-EX-14")
def test_duncan_idaho_is_paid_once() -> None:
    state = table({"hand": ["duncan_idaho"], "water": 2})
    send(state, "Duncan Idaho", "Carthag")
    pay(choose(state, "resolve Carthag: 1 intrigue"))
    assert seat(state, 0)["water"] == 1
    assert (seat(state, 0)["garrison"], sum(seat(state, 0)["hand"].values())) == (5, 1)
    assert not can(state, "1 water")


@pytest.mark.rule("IMP-EX-15")
def test_shifting_allegiances_with_one_faction() -> None:
    mine = {"hand": ["shifting_allegiances"], "influence": {"fremen": 1}, "spice": 2}
    state = send(table(mine), "Shifting Allegiances", "Secure Contract")
    pay(state)
    assert seat(state, 0)["influence"]["fremen"] == 0
    choose(state, "Fremen +2")
    assert (seat(state, 0)["influence"]["fremen"], seat(state, 0)["vp"], seat(state, 0)["spice"]) == (2, 1, 0)
    none = send(table({"hand": ["shifting_allegiances"], "spice": 2}), "Shifting Allegiances", "Secure Contract")
    assert seat(none, 0)["spice"] == 2 and not can(none, "2 spice")


@pytest.mark.rule("IMP-EX-16")
def test_intrigue_needs_its_conditions_and_costs() -> None:
    cards = ["councilors_dispensation", "bribery"]
    without = table({"intrigue": cards, "solari": 1})
    assert not can(without, "Councilor") and not can(without, "Bribery")
    with_both = table({"intrigue": cards, "solari": 2, "council_seat": True})
    assert can(with_both, "Councilor") and can(with_both, "Bribery")


@pytest.mark.rule("IMP-EX-17")
def test_demand_respect_is_paid_with_the_spoils() -> None:
    mine = {"conflict": 1, "intrigue": ["demand_respect"], "spice": 0, **DONE}
    keys: dict[str, Any] = {"round": 2, "phase": "combat"}
    state = pass_all(table(mine, DONE, DONE, conflict="raid_stockpiles", **keys))
    assert seat(state, 0)["spice"] == 3
    choose(state, "play Demand Respect")
    choose(state, "pay 2 spice")
    choose(state, "Fremen +2")
    assert seat(state, 0)["influence"]["fremen"] == 2 and seat(state, 0)["spice"] == 1
    two = {**mine, "intrigue": ["demand_respect", "to_the_victor"]}
    state = pass_all(table(two, DONE, DONE, conflict="guild_bank_raid", **keys))
    choose(state, "play To the Victor", "play Demand Respect")
    choose(state, "pay 2 spice")
    choose(state, "Emperor +2")
    assert seat(state, 0)["influence"]["emperor"] == 2 and seat(state, 0)["spice"] == 1


@pytest.mark.rule("IMP-EX-18")
def test_effects_behind_alliances_and_levels_need_them() -> None:
    mine = {"hand": ["guild_ambassador", "worm_riders"], "spice": 3, "influence": {"fremen": 1}, "conflict": 1}
    state = choose(table(mine, IDLE), "reveal turn")
    pay(state)
    assert have(state, 0, "spice", "vp", "swords") == (3, 0, 0)
    mine["influence"] = {"guild": 4, "fremen": 2}
    state = choose(table(mine, IDLE), "reveal turn")
    pay(state)
    assert have(state, 0, "spice", "vp", "swords") == (0, 4, 4)


@pytest.mark.rule("IMP-EX-19")
def test_strength_twenty_three_shows_the_other_side() -> None:
    state = table({"conflict": 9, "garrison": 1, "swords": 5})
    assert strength(state, 0) == 23
    assert "= 23" in state.render()
    assert marker(23) == (True, 3)


@pytest.mark.rule("IMP-EX-20")
def test_plans_within_plans_with_three_tracks() -> None:
    levels = {"emperor": 3, "guild": 3, "bene_gesserit": 3, "fremen": 2}
    state = table({"influence": levels, "intrigue": ["plans_within_plans"], "vp": 4}, phase="endgame")
    choose(state, "play Plans Within Plans")
    assert state.is_over and state.scores[0] == 5


@pytest.mark.rule("IMP-EX-21")
def test_two_tied_first_of_three() -> None:
    state = pass_all(fight([8, 8, 5], control={"arrakeen": 2}))
    assert [have(state, who, "solari", "vp") for who in range(3)] == [(4, 0), (4, 0), (0, 0)]
    assert told(state, "control") == {"arrakeen": 2}


@pytest.mark.rule("IMP-EX-22")
def test_two_tied_second_of_three() -> None:
    state = pass_all(fight([6, 8, 6]))
    assert [have(state, who, "solari", "vp") for who in range(3)] == [(2, 0), (0, 1), (2, 0)]
    assert told(state, "control") == {"arrakeen": 1}


@pytest.mark.rule("IMP-EX-23")
@pytest.mark.parametrize(
    ("strengths", "solari", "winner"),
    [([8, 8, 5, 3], [4, 4, 2, 0], None), ([8, 8, 5, 5], [4, 4, 0, 0], None), ([9, 6, 6, 2], [0, 2, 2, 0], 0)],
)
def test_ties_of_four(strengths: list[int], solari: list[int], winner: int | None) -> None:
    state = pass_all(fight(strengths))
    assert [seat(state, who)["solari"] for who in range(4)] == solari
    assert [seat(state, who)["vp"] - 1 for who in range(4)] == [int(who == winner) for who in range(4)]
    assert told(state, "control") == ({} if winner is None else {"arrakeen": winner})


def loses(levels: list[int], steps: int) -> State:
    """Seat 0 holds the Fremen alliance and loses steps, each by Shifting Allegiances."""
    cards = ["shifting_allegiances"] * steps
    mine = {"hand": cards, "influence": {"fremen": levels[0]}, "spice": 2 * steps, "agents": 2}
    others = [{"influence": {"fremen": level}, **DONE} for level in levels[1:]]
    state = table(mine, *others, alliances={"fremen": 0})
    for space in ["Secure Contract", "Hall of Oratory"][:steps]:
        send(state, "Shifting Allegiances", space)
        pay(state)
        if can(state, "Fremen -1"):  # Emperor influence came with the first card
            choose(state, "Fremen -1")
        if can(state, "give the Fremen alliance"):
            return state
        if can(state, "Emperor +2"):
            choose(state, "Emperor +2")
    return state


@pytest.mark.rule("IMP-EX-24")
def test_a_holder_who_falls_below_others_names_the_next() -> None:
    once = loses([5, 4, 4], 1)
    assert told(once, "alliances").get("fremen") == 0
    twice = loses([5, 4, 4], 2)
    choose(twice, "give the Fremen alliance to seat 2")
    assert told(twice, "alliances")["fremen"] == 2
    assert [seat(twice, who)["vp"] for who in range(3)] == [2, 1, 2], "the first lost one, the third won one"


@pytest.mark.rule("IMP-EX-25")
def test_a_holder_at_three_gives_the_token_away_or_back() -> None:
    given = loses([4, 4, 3], 1)
    assert told(given, "alliances").get("fremen") == 1
    assert [seat(given, who)["vp"] for who in (1, 2)] == [2, 1]
    back = loses([4, 3, 3], 1)
    assert "fremen" not in told(back, "alliances")
    assert [seat(back, who)["vp"] for who in (1, 2)] == [1, 1]
