"""Commanders and their skills (BLD-SETUP, BLD-BASE, BLD-CMD, BLD-SKILL)."""

from __future__ import annotations

import pytest

import dune_sim
from imperium.bloodlines.board import CONTENT, DONE, combat, commanders, reveal, strength, table
from imperium.card_table import pass_all
from imperium.table import can, choose, have, next_round, seat, send, settle, told, words

HOME = ["conspire", "wealth", "foldspace", "high_council", "rally_troops"]


@pytest.mark.rule("BLD-SETUP-01", "BLD-SETUP-04", "BLD-BASE-01", "BLD-BASE-02")
@pytest.mark.parametrize(("players", "spaces"), [(3, HOME), (4, [*HOME, "hall_of_oratory"])])
def test_commanders_start_on_their_spaces_and_one_in_the_bank(players: int, spaces: list[str]) -> None:
    state = dune_sim.make("imperium", players=players, modules=["bloodlines"]).new(3)
    assert told(state, "commanders_on") == sorted(spaces, key=CONTENT.spaces.ids.index)
    assert told(state, "commander_bank") == 1
    assert all(commanders(state, p) == (0, 0, 0) for p in range(players))


@pytest.mark.rule("BLD-SETUP-06", "BLD-BASE-03")
def test_twelve_skills_of_which_four_lie_open() -> None:
    state = dune_sim.make("imperium", players=4, modules=["bloodlines"]).new(5)
    shown, stack = told(state, "skills_shown"), told(state, "skill_stack")
    assert sum(shown.values()) == 4 and sum(stack.values()) == 8
    both = {name: shown.get(name, 0) + stack.get(name, 0) for name in {*shown, *stack}}
    assert both == dict.fromkeys(["canny", "charismatic", "desperate", "driven", "hardy", "loyal"], 2)
    assert "fierce" not in CONTENT.skills.ids


@pytest.mark.rule("BLD-SETUP-09", "BLD-SETUP-10", "BLD-SETUP-11", "BLD-BASE-06", "BLD-BASE-07", "BLD-BASE-08")
def test_what_is_mixed_in_with_the_base_game() -> None:
    state = dune_sim.make("imperium", players=4, modules=["bloodlines"], leaders="draft").new(1)
    deck = {**told(state, "imperium_deck")}
    for card in told(state, "row"):
        deck[card] = deck.get(card, 0) + 1
    new = {card.id: card.copies for card in CONTENT.cards if card.set == "bloodlines" and card.id != "ixian_ambassador"}
    assert {name: n for name, n in deck.items() if name in new} == new and sum(new.values()) == 18
    assert sum(deck.values()) == 67 + 18
    drawn = sum(sum(one["intrigue"].values()) for one in state.to_dict()["players"])
    assert sum(told(state, "intrigue_deck").values()) + drawn == 40 + 10
    offered = {state.describe(action) for action in state.legal_actions()}
    assert "choose Chani" in offered and "choose Paul Atreides" in offered and len(offered) == 8 + 5
    gone = {"arrakis_observer", "eliminate_allies", "holy_war", "intelligence_training", "pointing_the_way"}
    assert not gone & {*CONTENT.cards.ids} and "grasp_arrakis" not in CONTENT.intrigue.ids


@pytest.mark.rule("BLD-BASE-04", "BLD-BASE-05", "BLD-SETUP-08")
def test_conflicts_are_those_of_the_base_game() -> None:
    assert {one.set for one in CONTENT.conflicts} == {"base"}
    assert "choam_transports" not in CONTENT.tech_tiles.ids


@pytest.mark.rule("BLD-CMD-01", "BLD-CMD-03", "BLD-CMD-04", "BLD-SETUP-05", "BLD-SKILL-01", "BLD-SKILL-03", "BLD-EX-01")
def test_hiring_brings_commander_and_skill_and_leaves_the_garrison() -> None:
    state = send(table({"hand": ["diplomacy", "dagger"], "solari": 2}, skills_shown={"driven": 2, "canny": 2}),
                 "Diplomacy", "Foldspace")  # fmt: skip
    choose(state, "resolve Sardaukar commander")
    assert set(words(state)) == {"hire no commander", "hire the commander with Canny", "hire the commander with Driven"}
    choose(state, "hire the commander with Driven")
    assert commanders(state, 0) == (1, 0, 0) and have(state, 0, "solari", "skills") == (0, ["driven"])
    assert "foldspace" not in told(state, "commanders_on") and sum(told(state, "skills_shown").values()) == 4
    assert told(state, "skills_shown")["driven"] == 1


@pytest.mark.rule("BLD-CMD-13")
def test_a_space_is_not_restocked() -> None:
    start = {"commanders_on": ["wealth"], "commander_bank": 1}
    state = table({"hand": ["diplomacy", "dagger"], "solari": 2, "commanders": {"garrison": 4}}, **start)
    send(state, "Diplomacy", "Foldspace")
    assert not can(state, "commander")


@pytest.mark.rule("BLD-CMD-02")
def test_solari_of_the_same_turn_pay_for_the_commander() -> None:
    state = send(table({"hand": ["diplomacy", "dagger"], "solari": 0}), "Diplomacy", "Wealth")
    assert have(state, 0, "solari") == (2,)
    choose(state, "resolve Sardaukar commander", "hire the commander with Canny")
    assert commanders(state, 0) == (1, 0, 0)


@pytest.mark.rule("BLD-CMD-01")
def test_a_commander_that_cannot_be_paid_is_not_offered() -> None:
    state = send(table({"hand": ["diplomacy", "dagger"], "solari": 1}), "Diplomacy", "Foldspace")
    assert not can(state, "commander")


@pytest.mark.rule("BLD-SKILL-02", "BLD-EX-02")
def test_a_skill_is_taken_once() -> None:
    shown = {"driven": 1, "canny": 2, "loyal": 1}
    one = {"hand": ["diplomacy", "dagger"], "solari": 2, "skills": ["driven"], "commanders": {"garrison": 1}}
    state = send(table(one, skills_shown=shown), "Diplomacy", "Foldspace")
    choose(state, "resolve Sardaukar commander")
    assert not can(state, "with Driven")
    choose(state, "hire the commander with Canny")
    assert commanders(state, 0) == (2, 0, 0) and set(seat(state, 0)["skills"]) == {"canny", "driven"}


@pytest.mark.rule("BLD-AMB-02")
def test_without_a_new_skill_on_display_the_commander_comes_alone() -> None:
    one = {
        "hand": ["diplomacy", "dagger"], "solari": 2, "commanders": {"garrison": 2}, "skills": ["driven", "canny"],
    }  # fmt: skip
    shown = {"driven": 1, "canny": 1}
    state = table(one, skills_shown=shown, skill_stack={})
    choose(send(state, "Diplomacy", "Foldspace"), "resolve Sardaukar commander", "hire the commander without a skill")
    assert commanders(state, 0) == (3, 0, 0) and told(state, "skills_shown") == shown


@pytest.mark.rule("BLD-CMD-05", "BLD-EX-03", "BLD-CMD-06")
def test_two_commanders_of_the_garrison_and_the_recruit_go_to_the_conflict() -> None:
    one = {"hand": ["reconnaissance", "dagger"], "solari": 0, "garrison": 0, "commanders": {"garrison": 2}}
    state = settle(send(table(one), "Reconnaissance", "Arrakeen"))
    assert have(state, 0, "garrison") == (1,)
    choose(state, "deploy 2 commanders and go on", "deploy 1 troop and end the turn")
    assert commanders(state, 0) == (0, 2, 0) and have(state, 0, "conflict") == (1,)
    assert strength(state, 0) == 6


@pytest.mark.rule("BLD-CMD-05", "BLD-COMBAT-02")
def test_credit_for_recruits_is_that_of_their_kind() -> None:
    """One recruited troop and two of the garrison: never three commanders."""
    one = {"hand": ["reconnaissance", "dagger"], "garrison": 2, "commanders": {"garrison": 3}, "solari": 0}
    state = settle(send(table(one), "Reconnaissance", "Arrakeen"))
    assert can(state, "deploy 2 commanders and go on") and not can(state, "deploy 3 commanders")
    choose(state, "deploy 1 commander and go on")
    assert can(state, "deploy 2 troops and end the turn") and not can(state, "deploy 3 troops")
    choose(state, "deploy 1 commander and go on")
    assert can(state, "deploy 1 troop and end the turn") and not can(state, "deploy 2 troops")


@pytest.mark.rule("BLD-CMD-09", "BLD-CMD-10", "BLD-CMD-11", "BLD-EX-04", "BLD-AMB-07")
def test_hiring_and_recruiting_from_the_supply_in_one_turn() -> None:
    one = {"hand": ["diplomacy", "dagger"], "solari": 6, "commanders": {"supply": 2}}
    state = send(table(one), "Diplomacy", "Foldspace")
    choose(state, "recruit a commander from the own supply")
    assert commanders(state, 0) == (1, 0, 1) and have(state, 0, "solari", "skills") == (4, [])
    assert not can(state, "recruit a commander")
    choose(state, "resolve Sardaukar commander", "hire the commander with Canny")
    assert commanders(state, 0) == (2, 0, 1) and have(state, 0, "solari", "skills") == (2, ["canny"])
    assert not can(state, "recruit a commander")


@pytest.mark.rule("BLD-CMD-04", "BLD-CMD-09")
def test_a_commander_recruited_on_a_combat_turn_goes_into_the_conflict() -> None:
    one = {"hand": ["reconnaissance", "dagger"], "solari": 2, "garrison": 0, "commanders": {"supply": 1}}
    state = settle(send(table(one), "Reconnaissance", "Arrakeen"))
    choose(state, "recruit a commander", "deploy 1 commander and go on", "deploy 1 troop and end the turn")
    assert commanders(state, 0) == (0, 1, 0)


@pytest.mark.rule("BLD-CMD-08")
def test_recruits_bring_no_commander() -> None:
    one = {"hand": ["diplomacy", "dagger"], "spice": 4, "solari": 0, "commanders": {"supply": 2}, "garrison": 0}
    state = send(table(one), "Diplomacy", "Conspire")
    assert commanders(state, 0) == (0, 0, 2) and have(state, 0, "garrison") == (2,)


@pytest.mark.rule("BLD-CMD-07", "BLD-SKILL-08")
def test_after_the_combat_commanders_rest_and_skills_stay() -> None:
    state = combat({"conflict": 1, "commanders": {"conflict": 2}, "skills": ["canny"]})
    next_round(pass_all(state))
    assert commanders(state, 0) == (0, 0, 2) and seat(state, 0)["skills"] == ["canny"]


@pytest.mark.rule("BLD-CMD-12", "BLD-AMB-05", "BLD-AMB-04", "BLD-SKILL-07", "BLD-EX-06")
def test_commanders_retreat_like_troops_and_take_the_strength_of_skills_along() -> None:
    one = {"agents_on": ["high_council"], "council_seat": True, "skills": ["canny"], "conflict": 0,
           "intrigue": ["withdrawal_agreement"], "commanders": {"conflict": 4}}  # fmt: skip
    fighter = {"conflict": 1, "intrigue": ["ambush"]}
    state = combat(one, fighter, skills_shown={"canny": 1, "driven": 2, "loyal": 1})
    assert strength(state, 0) == 4 * 2 + 2
    choose(state, "play Withdrawal Agreement", "Emperor +1")
    assert commanders(state, 0) == (3, 1, 0) and strength(state, 0) == 2 + 2
    one["commanders"] = {"conflict": 3}
    state = combat({**one, "conflict": 1}, fighter)
    choose(state, "play Withdrawal Agreement")
    assert {text for text in words(state)} == {"retreat 2 commanders", "retreat 3 commanders"}
    choose(state, "retreat 3 commanders", "Emperor +1")
    assert strength(state, 0) == 2, "one troop, and no skill without a commander"


@pytest.mark.rule("BLD-SKILL-04", "BLD-AMB-20")
def test_strength_of_skills_is_tested_when_it_is_asked_for() -> None:
    one = {"skills": ["canny", "loyal"], "commanders": {"conflict": 1}, "influence": {"emperor": 3}}
    assert strength(combat({**one, "agents_on": ["high_council"]}), 0) == 2 + 2 + 2
    assert strength(combat({**one, "agents_on": ["arrakeen"]}), 0) == 2 + 2
    assert strength(combat({**one, "influence": {"emperor": 2}}), 0) == 2
    assert strength(combat({**one, "commanders": {"garrison": 1}, "conflict": 1}), 0) == 2


@pytest.mark.rule("BLD-SKILL-05", "BLD-SKILL-06", "BLD-EX-05")
def test_a_skill_works_once_in_the_reveal_turn() -> None:
    state = reveal(table({"hand": ["dagger"], "skills": ["driven", "charismatic"], "commanders": {"conflict": 2}}))
    assert have(state, 0, "spice") == (1,) and told(state, "persuasion") == 1


@pytest.mark.rule("BLD-SKILL-04")
def test_without_a_commander_in_the_conflict_no_skill_works() -> None:
    state = table({"hand": ["dagger"], "skills": ["driven", "hardy"], "commanders": {"garrison": 2}, "solari": 0}, DONE)
    reveal(state)
    assert have(state, 0, "spice", "garrison") == (0, 3)


@pytest.mark.rule("BLD-SKILL-05")
def test_hardy_recruits_and_desperate_is_given_up_for_swords() -> None:
    state = reveal(table({"hand": ["dagger"], "skills": ["desperate", "hardy"], "commanders": {"conflict": 1}}))
    choose(state, "resolve Hardy", "resolve Desperate", "trash this skill")
    assert have(state, 0, "garrison", "swords", "skills") == (4, 1 + 3, ["hardy"])


@pytest.mark.rule("BLD-AMB-09", "BLD-CMD-09")
def test_a_skill_wakes_up_when_the_commander_comes_in_the_reveal_turn() -> None:
    one = {"hand": ["disruption_tactics"], "skills": ["driven"], "commanders": {"garrison": 1}, "solari": 0}
    state = reveal(table(one))
    assert have(state, 0, "spice") == (0,)
    choose(state, "resolve Disruption Tactics", "trash this card", "deploy 1 commander and go on")
    assert have(state, 0, "spice") == (1,)


@pytest.mark.rule("BLD-AMB-03", "BLD-SETUP-04")
def test_the_standard_brings_the_commander_of_the_bank() -> None:
    one = {"hand": ["elite_forces", "sardaukar_standard", "dagger"], "solari": 0, "garrison": 0}
    state = send(table(one), "Elite Forces", "Foldspace")
    choose(state, "resolve Elite Forces", "trash Sardaukar Standard from hand", "hire the commander with Canny")
    assert commanders(state, 0) == (1, 0, 0) and told(state, "commander_bank") == 0
    assert have(state, 0, "solari", "skills") == (0, ["canny"])


@pytest.mark.rule("BLD-AMB-25")
def test_discounts_on_commanders_add_up() -> None:
    one = {"hand": ["diplomacy", "dagger"], "solari": 0, "intrigue": ["honor_guard"],
           "tech_tiles": ["sardaukar_high_command"]}  # fmt: skip
    state = table(one)
    choose(state, "play Honor Guard")
    send(state, "Diplomacy", "Foldspace")
    choose(state, "resolve Sardaukar commander", "hire the commander with Canny")
    assert commanders(state, 0) == (1, 0, 0) and have(state, 0, "solari") == (0,)


@pytest.mark.rule("BLD-AMB-08")
def test_kwisatz_haderach_hires_as_well() -> None:
    one = {"hand": ["kwisatz_haderach", "dagger"], "solari": 2}
    state = table(one, {"agents_on": ["foldspace"]})
    choose(state, "agent turn: play Kwisatz Haderach")
    if can(state, "take an agent from the leader"):
        choose(state, "Kwisatz Haderach: take an agent from the leader")
    choose(state, "Kwisatz Haderach: send an agent to Foldspace")
    choose(state, "resolve Sardaukar commander", "hire the commander with Canny")
    assert commanders(state, 0) == (1, 0, 0)
