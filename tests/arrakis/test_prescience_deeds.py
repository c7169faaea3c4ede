"""Scoring prescience cards: deeds, steps, windows, limits."""

from __future__ import annotations

import pytest

from arrakis.cards_lab import CARDS, CONTENT, LEADERS, STANDARD, VISIONS, Lab, area, eager, once, refuse, wanting
from arrakis.scene import Scene, vision
from dune_sim.games.arrakis.kernels import actions as act
from dune_sim.games.arrakis.kernels import card_opcodes as card_op
from dune_sim.games.arrakis.kernels import opcodes as op
from dune_sim.games.arrakis.kernels.layout import ATREIDES, HARKONNEN

MARKERS = list(CONTENT.prescience_markers.ids)
ACTION = [card.id for card in CONTENT.prescience_cards if card.timing == "action_phase"]


def go(name: str) -> int:
    return act.ACT_AREA + area(name)


def show(lab: Lab, *names: str) -> None:
    """Exactly these prescience cards are revealed."""
    row = sum(1 << VISIONS.index(name) for name in names)
    everything = lab.g.row | lab.g.deck_prescience
    lab.g.row, lab.g.deck_prescience = row, everything & ~row


def fulfil(lab: Lab) -> None:
    """A position in which every card can be scored."""
    g = lab.g
    g.harvesters_lost = g.worm_hits = g.named_lost = 3
    g.sietch_held = g.rode = 1
    lab.hold(ATREIDES, *CARDS[ATREIDES][:4])
    for terrain, many in (("plateau", 3), ("mountain", 3), ("minor_erg", 2), ("desert", 4)):
        for name in lab.empty(terrain, many):
            lab.put(ATREIDES, name, 1)


def steps_of(name: str) -> list[int]:
    return [getattr(CONTENT.prescience_cards.get(name).advances, marker) for marker in MARKERS]


@pytest.mark.rule("ARR-PRES-01", "ARR-PRES-02", "ARR-PRES-03", "ARR-PRES-06")
@pytest.mark.parametrize("name", VISIONS)
def test_scoring_moves_the_markers_and_removes_the_card(name: str) -> None:
    lab = Lab(ATREIDES)
    fulfil(lab)
    show(lab, name)
    place = prepare(lab, name)
    assert lab.ready(name), place
    lab.score(name, eager)
    assert list(lab.g.marker) == steps_of(name)
    assert not lab.g.row and lab.g.scored == 1 << VISIONS.index(name)
    assert lab.g.claims == 1


def prepare(lab: Lab, name: str) -> str:
    """Paul and Jessica where the card wants them, enemies where it needs them."""
    deep = [one.id for one in CONTENT.areas if one.deep and not one.sietch]
    if name == "the_water_discipline":
        for who, place in (("paul_atreides", deep[0]), ("lady_jessica", deep[1])):
            lab.clear(place)
            lab.put(ATREIDES, place, 1)
            lab.enter(who, place)
        return deep[0]
    if name == "families_flee_to_the_southern_palmaries":
        lab.clear("north_east_2")
        lab.put(HARKONNEN, "north_east_2", 1)
        lab.put(ATREIDES, "sihaya_ridge", 2)
        return "sihaya_ridge"
    lab.enter("paul_atreides", "windgap")
    lab.enter("lady_jessica", "windgap")
    lab.put(ATREIDES, "windgap", 1)
    token = next(k for k in range(16) if lab.g.token_at[k] not in (area("windgap"), op.AT_SUPPLY))
    left = lab.g.token_at[token]
    lab.call["move_token"](lab.g, token, area("windgap"))
    lab.call["strand"](lab.t, lab.g, ATREIDES, left)
    for one in CONTENT.areas:
        shared = not set(one.sectors).isdisjoint(CONTENT.areas.get("windgap").sectors)
        if shared and area(one.id) in lab.g.legions[HARKONNEN]:
            lab.clear(one.id)
    return "windgap"


@pytest.mark.rule("ARR-PRES-09", "ARR-PRES-14", "ARR-LEAD-08", "ARR-TANK-03", "EX-12")
def test_paul_drinks_the_water_of_life() -> None:
    lab = Lab(ATREIDES)
    show(lab, "paul_drinks_the_water_of_life")
    lab.enter("paul_atreides", "sihaya_ridge")
    lab.g.tank[ATREIDES][0] = LEADERS["stilgar"] + 1
    lab.g.leader_at[LEADERS["stilgar"]] = op.AT_TANK
    dice = sum(lab.g.dice[ATREIDES])
    lab.renew()
    card = act.ACT_PRESCIENCE + VISIONS.index("paul_drinks_the_water_of_life")
    assert card in lab.legal()
    lab.call["act"](lab.t, lab.g, lab.q, card)
    lab.call["act"](lab.t, lab.g, lab.q, lab.legal()[0])
    assert sum(lab.g.dice[ATREIDES]) == dice - 1
    assert lab.g.marker[0] == 3
    assert list(lab.g.tank[ATREIDES][:2]) == [LEADERS["paul_muaddib"] + 1, LEADERS["stilgar"] + 1]
    assert lab.where("paul_muaddib") == op.AT_TANK and lab.where("paul_atreides") == op.AT_GONE
    while lab.g.active == ATREIDES:
        assert lab.top() != op.OP_TURN or act.ACT_DONE in lab.legal(), "the turn is spent"
        lab.call["act"](lab.t, lab.g, lab.q, refuse(lab, lab.legal()))
    assert lab.top() == op.OP_TURN


@pytest.mark.rule("ARR-PRES-09")
def test_a_card_that_costs_a_die_waits_for_a_turn_with_a_die() -> None:
    lab = Lab(ATREIDES)
    show(lab, "terrible_purpose")
    lab.hold(ATREIDES, *CARDS[ATREIDES][:3])
    card = act.ACT_PRESCIENCE + VISIONS.index("terrible_purpose")
    lab.renew()
    assert card in lab.legal()
    lab.g.active = HARKONNEN
    lab.renew()
    assert card not in lab.legal()
    lab.g.active = ATREIDES
    lab.g.dice[ATREIDES][:] = [0] * 5
    lab.renew()
    assert card not in lab.legal()


@pytest.mark.rule("ARR-PRES-05", "ARR-PRES-07", "ARR-PRES-12")
def test_the_window_opens_after_an_action_and_twice_a_round() -> None:
    lab = Lab(HARKONNEN)
    show(lab, "raids_on_the_spice_fields", "the_maker_strikes", "a_commander_falls")
    lab.g.harvesters_lost = lab.g.worm_hits = lab.g.named_lost = 9
    lab.run(lab.t.pc_window, ATREIDES, eager)
    assert lab.g.claims == 2 and lab.g.row.bit_count() == 1
    assert all(decider == ATREIDES for *_, decider in lab.seen)
    other = Lab(HARKONNEN)
    show(other, "raids_on_the_spice_fields")
    other.g.harvesters_lost = 2
    other.run(other.t.pc_window, ATREIDES, refuse)
    assert other.g.claims == 0 and other.seen


@pytest.mark.rule("ARR-PRES-08")
def test_round_end_cards_are_not_offered_in_the_action_phase() -> None:
    lab = Lab(HARKONNEN)
    for name in lab.empty("plateau", 3):
        lab.put(ATREIDES, name, 1)
    show(lab, "dew_collectors_for_the_planting")
    assert lab.ready("dew_collectors_for_the_planting")
    lab.run(lab.t.pc_window, ATREIDES, eager)
    assert not lab.seen
    assert len(ACTION) == 8


def test_families_give_units_or_a_token_and_a_lonely_naib_falls() -> None:
    lab = Lab(ATREIDES)
    show(lab, "families_flee_to_the_southern_palmaries")
    lab.put(HARKONNEN, "north_east_2", 1)
    naibs = lab.g.pool[ATREIDES][3]
    lab.score("families_flee_to_the_southern_palmaries", wanting(go("sihaya_ridge"), act.ACT_TOKENS))
    assert lab.call["token_count"](lab.g, area("sihaya_ridge")) == 0
    assert lab.g.pool[ATREIDES][3] == naibs + 1
    assert "sihaya_ridge" in lab.spots(lab.g.sietches)
    other = Lab(ATREIDES)
    show(other, "families_flee_to_the_southern_palmaries")
    other.put(HARKONNEN, "north_east_2", 1)
    other.put(ATREIDES, "sihaya_ridge", 3)
    other.score("families_flee_to_the_southern_palmaries", wanting(go("sihaya_ridge"), act.ACT_YES))
    assert other.at("sihaya_ridge", STANDARD) == 1


def test_the_mahdi_shows_his_sietch_and_the_lisan_al_gaib_his_people() -> None:
    lab = Lab(ATREIDES)
    show(lab, "the_fremen_call_paul_the_mahdi", "the_lisan_al_gaib")
    lab.enter("paul_atreides", "windgap")
    assert not lab.ready("the_lisan_al_gaib")
    token = next(k for k in range(16) if lab.g.token_at[k] == area("sihaya_ridge"))
    lab.call["move_token"](lab.g, token, area("windgap"))
    lab.call["strand"](lab.t, lab.g, ATREIDES, area("sihaya_ridge"))
    lab.score("the_fremen_call_paul_the_mahdi", eager)
    assert lab.g.sietch_known.bit_count() == 1
    assert not lab.ready("the_fremen_call_paul_the_mahdi")
    lab.score("the_lisan_al_gaib", eager)
    assert lab.call["token_count"](lab.g, area("windgap")) == 0
    assert lab.where("paul_atreides") == "windgap"


def test_terrible_purpose_costs_two_cards() -> None:
    lab = Lab(ATREIDES)
    show(lab, "terrible_purpose")
    lab.hold(ATREIDES, *CARDS[ATREIDES][:3])
    lab.score("terrible_purpose", eager)
    assert lab.g.hand[ATREIDES].bit_count() == 1


def test_a_bonus_that_was_laid_on_another_card_stays() -> None:
    lab = Lab(ATREIDES)
    show(lab, "raids_on_the_spice_fields", "the_maker_strikes")
    lab.g.bonus_card, lab.g.bonus_steps = VISIONS.index("the_maker_strikes") + 1, 2 + 16 * 3
    lab.score("raids_on_the_spice_fields", once())
    assert lab.g.bonus_card == VISIONS.index("the_maker_strikes") + 1
    assert card_op.OP_BONUS_STEPS not in [code for code, *_ in lab.seen]


@pytest.mark.rule("ARR-PRES-10", "ARR-UNIT-07")
def test_the_lisan_al_gaib_applies_the_limit_after_its_last_token() -> None:
    """Four units and two tokens of two: the second token is still there to be revealed."""
    tokens = ["atreides_start_1", "atreides_start_2"]
    sietch = {"standard": 4, "tokens": tokens, "leaders": ["paul_atreides"]}
    areas = {"gara_kulon": {"sietch": {"rank": 2, "revealed": True}, "atreides": sietch}}
    scene = Scene({"round": 3, "phase": "end", "areas": areas, "prescience": {"row": ["the_lisan_al_gaib"]}})
    scene.pick(vision("the_lisan_al_gaib"))
    scene.pick(act.ACT_TOKEN)  # and then the other
    assert set(tokens) <= set(scene.told["deployment_tokens"]["gone"])
    while act.ACT_CLASS in scene.legal and scene.units("gara_kulon") > 6:
        scene.pick(act.ACT_CLASS)
    assert scene.units("gara_kulon") == 6 and not scene.state.is_over
    assert scene.told["prescience"]["scored"] == ["the_lisan_al_gaib"]


@pytest.mark.rule("ARR-PRES-10", "ARR-MOVE-08")
def test_families_that_flee_take_their_move_along() -> None:
    """Two units join two others in a sietch; two leave the board, and those who moved go first: the others may move."""
    areas = {
        "gara_kulon": {"sietch": {"rank": 2, "revealed": True}, "atreides": {"standard": 2}},
        "north_east_14": {"atreides": {"standard": 2}},
        "north_east_8": {"harkonnen": {"standard": 3}},
        "windgap": {"sietch": {"rank": 2, "revealed": True}, "atreides": {"tokens": ["atreides_start_1"]}},
    }
    dice = {"harkonnen": {"strategy": 2}, "atreides": {"strategy": 1}}
    row = {"row": ["families_flee_to_the_southern_palmaries"]}
    scene = Scene({"round": 3, "to_move": "atreides", "areas": areas, "dice": dice, "prescience": row})
    scene.march("north_east_14", "gara_kulon", part=True).pick(act.ACT_GUERRILLA)
    scene.pick(vision("families_flee_to_the_southern_palmaries"))
    assert scene.units("gara_kulon") == 2 and "gara_kulon" in scene.areas
    scene.pick("gara_kulon", "north_east_14", act.ACT_ALL)
    assert scene.units("north_east_14") == 2 and scene.units("gara_kulon") == 0
