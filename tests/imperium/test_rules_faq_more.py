"""FAQ on the base game, second half (IMP-FAQ-28 to IMP-FAQ-50)."""

from __future__ import annotations

from typing import Any

import pytest

from dune_sim.content import load_content
from dune_sim.games.state import State
from imperium.card_table import DONE, IDLE, cards, combat, pass_all, pay, resolve
from imperium.table import can, choose, have, next_round, over, seat, send, table, to_the_end, told, words

INTRIGUE = [one.id for one in load_content("imperium").intrigue for _ in range(one.copies)]


@pytest.mark.rule("IMP-FAQ-28")
def test_intrigue_needs_conditions_and_cost() -> None:
    held = ["councilors_dispensation", "bribery", "choam_shares", "water_of_life", "urgent_mission"]
    poor = table({"hand": ["dagger"], "intrigue": held, "solari": 1, "spice": 0})
    assert not any(text.startswith("play ") for text in words(poor))
    rich = table({"hand": ["dagger"], "intrigue": held, "solari": 7, "spice": 1, "water": 1, "council_seat": True,
                  "agents_on": ["wealth"]})  # fmt: skip
    assert sum(text.startswith("play ") for text in words(rich)) == 5


@pytest.mark.rule("IMP-FAQ-29", "IMP-TURN-07")
def test_any_number_of_plot_cards_in_one_turn() -> None:
    held = ["windfall", "water_peddlers_union", "favored_subject", "guild_authorization", "know_their_ways"]
    state = table({"hand": ["dagger"], "intrigue": held, "solari": 0}, IDLE)
    for name in ("Windfall", "Water Peddlers", "Favored Subject", "Guild Authorization", "Know Their Ways"):
        choose(state, f"play {name}")
    assert have(state, 0, "solari", "water", "intrigue") == (2, 2, {}) and state.to_move == 0


@pytest.mark.rule("IMP-FAQ-30", "IMP-REVEAL-13")
def test_charisma_lies_open_until_the_reveal_turn() -> None:
    state = table({"hand": ["dagger", "diplomacy"], "intrigue": ["charisma"]}, IDLE)
    choose(state, "play Charisma")
    assert seat(state, 0)["intrigue_laid"] == {"charisma": 1} and told(state, "intrigue_discard") == {}
    choose(state, "reveal turn")
    assert told(state, "persuasion") == 1 + 2
    assert told(state, "intrigue_discard") == {"charisma": 1} and seat(state, 0)["intrigue_laid"] == {}


@pytest.mark.rule("IMP-FAQ-31", "IMP-AMB-18")
def test_an_empty_intrigue_deck_is_rebuilt() -> None:
    held = [one for one in INTRIGUE if one != "windfall"]
    keys: dict[str, Any] = {"intrigue_discard": ["windfall"]}
    state = table({"hand": ["reconnaissance"]}, {**IDLE, "intrigue": held}, **keys)
    send(state, "Reconnaissance", "Carthag")
    assert seat(state, 0)["intrigue"] == {"windfall": 1} and told(state, "intrigue_discard") == {}
    none = send(table({"hand": ["reconnaissance"]}, {**IDLE, "intrigue": INTRIGUE}), "Reconnaissance", "Carthag")
    assert cards(none, 0, "intrigue") == 0


@pytest.mark.rule("IMP-FAQ-32")
def test_gun_thopter_takes_only_what_is_there() -> None:
    state = table({"hand": ["gun_thopter"]}, {**IDLE, "garrison": 0}, {**IDLE, "garrison": 2})
    send(state, "Gun Thopter", "Secure Contract")
    assert have(state, 1, "garrison", "supply") == (0, 12) and have(state, 2, "garrison", "supply") == (1, 11)


@pytest.mark.rule("IMP-FAQ-33")
def test_the_third_place_is_rewarded_with_four_only() -> None:
    three = pass_all(combat({"conflict": 3}, {"conflict": 2}, {"conflict": 1, "solari": 0}))
    assert [seat(three, who)["solari"] for who in range(3)] == [0, 4, 0]
    four = pass_all(combat({"conflict": 3}, {"conflict": 2}, {"conflict": 1}, {}))
    assert [seat(four, who)["solari"] for who in range(4)] == [0, 4, 2, 0]


@pytest.mark.rule("IMP-FAQ-34")
def test_an_arrow_cost_is_paid_once() -> None:
    state = send(table({"hand": ["fremen_camp"], "spice": 6}, IDLE), "Fremen Camp", "Secure Contract")
    pay(state)
    assert state.to_move == 1 and have(state, 0, "spice", "garrison") == (4, 6)


@pytest.mark.rule("IMP-FAQ-35")
def test_liet_kynes_counts_all_fremen_in_play() -> None:
    mine = {"hand": ["liet_kynes", "stilgar", "dagger"], "in_play": ["chani"]}
    state = choose(table(mine, IDLE), "reveal turn")
    while can(state, "resolve Liet"):
        resolve(state, "Liet")
    assert told(state, "persuasion") == 2 + 3 * 2


@pytest.mark.rule("IMP-FAQ-36")
def test_assassination_mission_pays_when_another_effect_trashes_it() -> None:
    shown = choose(table({"hand": ["assassination_mission"], "solari": 0}, IDLE), "reveal turn")
    assert seat(over(shown, 0), 0)["solari"] == 1 and told(shown, "trashed") == {}
    mine = {"hand": ["guild_administrator", "assassination_mission"], "solari": 0}
    state = send(table(mine, IDLE), "Guild Administrator", "Imperial Basin")
    if can(state, "resolve Guild Administrator"):
        resolve(state, "Guild Administrator")
    choose(state, "trash Assassination Mission from hand")
    assert seat(state, 0)["solari"] == 4 and told(state, "trashed") == {"assassination_mission": 1}


@pytest.mark.rule("IMP-FAQ-37")
def test_refocus_works_with_an_empty_discard_pile() -> None:
    state = table({"hand": ["dagger"], "intrigue": ["refocus"], "deck_top": ["diplomacy"]}, IDLE)
    choose(state, "play Refocus")
    assert cards(state, 0, "hand") == 2 and cards(state, 0, "deck") == 8
    assert seat(state, 0)["deck_top"] == [], "nobody knows the order any more"


@pytest.mark.rule("IMP-FAQ-38", "IMP-AMB-04")
def test_plain_effects_are_compulsory() -> None:
    state = table({"hand": ["diplomacy"], "intrigue": ["windfall"], "supply": 9}, IDLE)
    send(state, "Diplomacy", "Hardy Warriors")
    assert seat(state, 0)["garrison"] == 5, "recruiting is compulsory"
    assert not can(state, "end the turn"), "the influence step cannot be left out"
    resolve(state, "Hardy Warriors: Fremen +1")
    assert can(state, "deploy nothing and end the turn"), "deploying is free"


@pytest.mark.rule("IMP-FAQ-39")
def test_the_cost_of_an_intrigue_card_is_no_option() -> None:
    state = table({"hand": ["dagger"], "intrigue": ["bribery"], "solari": 2}, IDLE)
    choose(state, "play Bribery")
    assert seat(state, 0)["solari"] == 0 and not can(state, "decline")


@pytest.mark.rule("IMP-FAQ-40")
def test_a_card_that_trashes_itself_has_to_go() -> None:
    state = table({"hand": ["seek_allies", "dagger"], "intrigue": ["windfall"]}, IDLE)
    send(state, "Seek Allies", "Wealth")
    for _ in range(3):
        if can(state, "resolve"):
            assert not can(state, "end the turn")
            choose(state, next(text for text in words(state) if text.startswith("resolve")))
    assert seat(state, 0)["trashed"] == {"seek_allies": 1}


def plans(*levels: int) -> int:
    """Points of Plans Within Plans at these levels, 0 if it cannot be played."""
    names = ("emperor", "guild", "bene_gesserit", "fremen")
    mine = {"influence": dict(zip(names, levels, strict=True)), "intrigue": ["plans_within_plans"]}
    state = table(mine, phase="endgame")
    before = state.scores[0]
    if can(state, "Plans Within Plans"):
        choose(state, "play Plans Within Plans")
        if not state.is_over and can(state, "2 VP"):
            choose(state, "2 VP")
    return state.scores[0] - before


@pytest.mark.rule("IMP-FAQ-41", "IMP-AMB-14")
def test_plans_within_plans_counts_tracks_at_three() -> None:
    assert [plans(3, 3, 3, 2), plans(3, 3, 3, 3), plans(3, 3, 2, 2), plans(6, 6, 6, 0)] == [1, 2, 0, 1]


@pytest.mark.rule("IMP-FAQ-42")
def test_recruits_come_from_the_supply_only() -> None:
    mine = {"hand": ["reconnaissance"], "garrison": 10, "conflict": 2}
    state = send(table(mine, IDLE), "Reconnaissance", "Arrakeen")
    assert seat(state, 0)["garrison"] == 10
    assert can(state, "deploy 2 troops") and not can(state, "deploy 3 troops")


@pytest.mark.rule("IMP-FAQ-43", "IMP-AMB-06")
def test_recruits_of_any_effect_may_be_deployed() -> None:
    mine = {"hand": ["reconnaissance"], "intrigue": ["reinforcements"], "solari": 3, "garrison": 3}
    state = choose(table(mine, IDLE), "play Reinforcements")
    send(state, "Reconnaissance", "Arrakeen")
    assert can(state, "deploy 6 troops") and not can(state, "deploy 7 troops")
    mine |= {"intrigue": ["rapid_mobilization"], "garrison": 5}
    other = send(table(mine, IDLE), "Reconnaissance", "Arrakeen")
    choose(other, "play Rapid Mobilization", "deploy 2 troops")
    assert can(other, "deploy 3 troops"), "one recruit and two more, besides those of the card"
    assert not can(other, "deploy 4 troops")


@pytest.mark.rule("IMP-FAQ-44", "IMP-FAQ-45")
def test_shifting_allegiances_with_one_and_with_no_faction() -> None:
    def shifting(levels: dict[str, int]) -> State:
        mine = {"hand": ["shifting_allegiances"], "influence": levels, "spice": 2}
        return send(table(mine, IDLE), "Shifting Allegiances", "Secure Contract")

    state = choose(pay(shifting({"fremen": 1})), "Fremen +2")
    assert seat(state, 0)["influence"]["fremen"] == 2
    none = shifting({})
    assert none.to_move == 1 and seat(none, 0)["spice"] == 2


@pytest.mark.rule("IMP-FAQ-46")
def test_a_shared_first_place_is_no_victory() -> None:
    mine = {"conflict": 2, "intrigue": ["to_the_victor"]}
    state = pass_all(combat(mine, {"conflict": 2}, conflict="guild_bank_raid"))
    assert not can(state, "To the Victor") and seat(state, 0)["intrigue"] == {"to_the_victor": 1}


@pytest.mark.rule("IMP-FAQ-47")
def test_intrigue_of_the_reward_may_be_played_at_once() -> None:
    held = [one for one in INTRIGUE if one != "to_the_victor"]
    state = combat({"conflict": 1, "spice": 0}, intrigue_discard=held, conflict="raid_stockpiles")
    pass_all(state)
    assert seat(state, 0)["intrigue"] == {"to_the_victor": 1}
    choose(state, "play To the Victor")
    assert seat(state, 0)["spice"] == 6


ROW = ["stilgar", "opulence", "lady_jessica", "gurney_halleck", "spice_hunter"]


@pytest.mark.rule("IMP-FAQ-48", "IMP-FAQ-49", "IMP-AMB-11")
def test_recruitment_mission_puts_bought_cards_on_the_deck() -> None:
    mine = {"hand": ["diplomacy", "convincing_argument", "the_voice"], "intrigue": ["recruitment_mission"]}
    state = choose(table(mine, IDLE, row=ROW), "play Recruitment Mission")
    space = send(state.copy(), "Diplomacy", "Foldspace")
    while space.to_move == 0 and can(space, "resolve"):
        choose(space, next(text for text in words(space) if text.startswith("resolve")))
    assert seat(space, 0)["discard"] == {"foldspace": 1}, "agent turns are not concerned"
    choose(state, "reveal turn")
    assert told(state, "persuasion") == 1 + 5
    choose(state, "acquire Spice Hunter")
    assert len(told(state, "row")) == 4, "the new card comes when the place is chosen"
    choose(state, "put Spice Hunter on top of the deck")
    assert len(told(state, "row")) == 5
    choose(state, "acquire Arrakis Liaison", "put Arrakis Liaison on the discard pile")
    assert seat(state, 0)["deck_top"] == ["spice_hunter"]
    assert seat(state, 0)["discard"].get("arrakis_liaison") == 1


@pytest.mark.rule("IMP-FAQ-50")
def test_more_than_twelve_points() -> None:
    state = table({"vp": 14, "hand": []}, {**DONE, "vp": 13}, {**DONE, "hand": []})
    assert to_the_end(next_round(state)).scores[0] == 14
