"""Intrigue cards: when they are played, who sees them, where they go (IMP-INTR)."""

from __future__ import annotations

import pytest

from dune_sim.content import load_content
from imperium.card_table import DONE, IDLE, cards, combat, pass_all, resolve
from imperium.table import can, choose, have, over, seat, send, table, told, until, words

INTRIGUE = load_content("imperium").intrigue


@pytest.mark.rule("IMP-INTR-01", "IMP-INTR-03", "IMP-INTR-04")
def test_each_type_has_its_phase() -> None:
    held = {"intrigue": ["windfall", "ambush", "corner_the_market"], "conflict": 1, "hand": ["dagger"]}
    mine = {**held, "discard": ["the_spice_must_flow", "the_spice_must_flow"]}
    turn = table(mine)
    assert [text for text in words(turn) if text.startswith("play")] == ["play Windfall (2 solari)"]
    fight = combat(mine)
    assert [text for text in words(fight) if text.startswith("play")] == ["play Ambush (4 swords)"]
    finale = table({**mine, "vp": 2}, phase="endgame")
    assert sum(text.startswith("play Corner the Market") for text in words(finale)) == 1
    assert not can(finale, "Windfall") and not can(finale, "Ambush")
    assert {kind for one in INTRIGUE for kind in one.types} == {"plot", "combat", "endgame"}


@pytest.mark.rule("IMP-INTR-02", "IMP-AMB-02")
def test_plot_cards_between_all_steps_of_the_own_turns_only() -> None:
    mine = {"hand": ["diplomacy", "dagger"], "intrigue": ["windfall"]}
    theirs = {**IDLE, "intrigue": ["water_peddlers_union"]}
    state = table(mine, theirs)
    assert can(state, "play Windfall") and not can(state, "Water Peddlers")
    send(state, "Diplomacy", "Secrets")
    assert can(state, "play Windfall"), "before the effects"
    resolve(state, "Secrets: Bene Gesserit +1")
    assert can(state, "play Windfall"), "between effects"
    for text in ("resolve Secrets: 1 intrigue", "resolve Secrets: steal"):
        if can(state, text):
            choose(state, text)
    assert can(state, "play Windfall") and can(state, "end the turn"), "after the last effect"
    choose(state, "end the turn")
    assert state.to_move == 1 and can(state, "Water Peddlers") and not can(state, "Windfall")
    reveal = choose(table(mine), "reveal turn")
    assert can(reveal, "play Windfall"), "in the reveal turn until its end"


@pytest.mark.rule("IMP-INTR-02", "IMP-AMB-30")
@pytest.mark.parametrize("title", ["Infiltrate", "Dispatch an Envoy"])
def test_a_plot_card_without_a_condition_fits_any_moment_of_an_own_turn(title: str) -> None:
    card = title.lower().replace(" ", "_")
    state = table({"hand": ["diplomacy", "dagger"], "intrigue": [card]}, IDLE)
    assert can(state, f"play {title}")
    sent = send(state.copy(), "Diplomacy", "Secrets")
    assert can(sent, f"play {title}"), "after sending"
    assert card not in seat(choose(sent, f"play {title}"), 0)["intrigue"]
    shown = choose(state, "reveal turn")
    assert can(shown, f"play {title}"), "in the reveal turn"
    over(choose(shown, f"play {title}"), 0)
    assert state.to_move == 1 and told(state, "intrigue_discard") == {card: 1}


@pytest.mark.rule("IMP-INTR-02", "IMP-AMB-30")
def test_infiltrate_after_sending_opens_nothing_in_a_later_turn() -> None:
    state = table({"hand": ["diplomacy", "dagger"], "intrigue": ["infiltrate"]}, {"agents_on": ["arrakeen"]}, {})
    send(state, "Diplomacy", "Wealth")
    over(choose(state, "play Infiltrate"), 0)
    until(state, "turn_of", 0)
    assert not can(state, "Infiltrate") and not can(choose(state, "agent turn: play Dagger"), "Arrakeen")


@pytest.mark.rule("IMP-INTR-05", "IMP-AMB-19")
def test_others_know_only_how_many_cards_are_held() -> None:
    state = table({"hand": ["dagger"], "intrigue": ["windfall", "ambush"], "spice": 3, "discard": ["diplomacy"]}, IDLE)
    own, other = (state.observe(who).to_dict()["players"][0] for who in (0, 1))
    assert own["intrigue"] == {"windfall": 1, "ambush": 1}
    assert other["intrigue"] == {"unknown": 2}
    assert other["hand"] == {"unknown": 1} and other["deck"] == {"unknown": 8}
    public = ("spice", "solari", "water", "garrison", "supply", "conflict", "influence", "discard", "in_play")
    assert [other[key] for key in public] == [own[key] for key in public]
    choose(state, "play Windfall")
    assert state.observe(1).to_dict()["intrigue_discard"] == {"windfall": 1}


@pytest.mark.rule("IMP-INTR-06", "IMP-FAQ-01")
def test_intrigue_is_neither_revealed_nor_discarded_with_the_hand() -> None:
    state = choose(table({"hand": ["dagger"], "intrigue": ["windfall"]}, IDLE), "reveal turn")
    assert have(state, 0, "intrigue") == ({"windfall": 1},)
    mine = {"hand": ["reverend_mother_mohiam"], "in_play": ["the_voice"]}
    theirs = {"hand": ["dagger", "diplomacy", "dagger"], "intrigue": ["windfall"]}
    state = send(table(mine, theirs, DONE), "Reverend Mother Mohiam", "Wealth")
    if can(state, "resolve Reverend"):
        choose(state, next(text for text in words(state) if "resolve Reverend" in text))
    assert state.to_move == 1 and {text.split(" ")[0] for text in words(state)} == {"discard"}
    choose(state, "discard Dagger", "discard Diplomacy")
    assert have(state, 1, "hand", "intrigue") == ({"dagger": 1}, {"windfall": 1})


@pytest.mark.rule("IMP-INTR-07")
def test_a_resolved_card_lies_on_the_discard_pile() -> None:
    state = choose(table({"hand": ["dagger"], "intrigue": ["windfall"], "solari": 0}, IDLE), "play Windfall")
    assert told(state, "intrigue_discard") == {"windfall": 1}
    assert have(state, 0, "solari", "intrigue") == (2, {})


@pytest.mark.rule("IMP-INTR-08")
def test_an_intrigue_symbol_draws_one_unseen_card() -> None:
    state = send(table({"hand": ["reconnaissance"]}, IDLE), "Reconnaissance", "Carthag")
    assert cards(state, 0, "intrigue") == 1 and sum(told(state, "intrigue_deck").values()) == 39
    assert state.observe(1).to_dict()["players"][0]["intrigue"] == {"unknown": 1}


@pytest.mark.rule("IMP-INTR-09")
def test_a_card_of_two_types_is_used_once() -> None:
    state = combat({"conflict": 1, "intrigue": ["tiebreaker"], "spice": 0})
    choose(state, "play Tiebreaker")
    assert have(state, 0, "swords", "spice", "intrigue")[1:] == (0, {})
    assert told(state, "intrigue_discard") == {"tiebreaker": 1}
    final = choose(table({"intrigue": ["tiebreaker"], "spice": 0}, phase="endgame"), "play Tiebreaker")
    assert have(final, 0, "swords", "spice", "intrigue") == (0, 10, {})


@pytest.mark.rule("IMP-INTR-10")
@pytest.mark.parametrize(("held", "stolen"), [(3, 0), (4, 1), (8, 1)])
def test_any_number_is_held_but_four_invite_theft(held: int, stolen: int) -> None:
    names = [one.id for one in INTRIGUE][:held]
    state = send(table({"hand": ["diplomacy"]}, {**IDLE, "intrigue": names}), "Diplomacy", "Secrets")
    until(state, "turn_of", 1)
    assert cards(state, 1, "intrigue") == held - stolen
    assert cards(state, 0, "intrigue") == 1 + stolen


@pytest.mark.rule("IMP-INTR-11")
def test_cards_for_winning_are_played_after_the_rewards_before_the_next_phase() -> None:
    state = combat({"conflict": 1, "intrigue": ["to_the_victor"], "spice": 0}, bonus_spice={"hagga_basin": 1})
    pass_all(state)
    assert can(state, "play To the Victor") and can(state, "play no card for the victory")
    assert seat(state, 0)["vp"] == 1 and seat(state, 0)["conflict"] == 1
    assert told(state, "bonus_spice") == {"hagga_basin": 1}
    choose(state, "play To the Victor")
    assert seat(state, 0)["spice"] == 3
