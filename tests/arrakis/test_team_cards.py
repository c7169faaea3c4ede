"""Planning cards of a shared faction: two decks, two hands, what is divided (ARR-TEAM-11 to 14)."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.scene import OPTION_ATTACK, card, die, game, leader
from arrakis.team import BOARDS, CORRINO, FREMEN, HOUSE_A, HOUSE_H, Team, member
from arrakis.test_team_turns import FIELD, SMALL, first_card, position
from dune_sim.games.arrakis.kernels import actions as act
from dune_sim.games.arrakis.kernels import legion

CONTENT: Any = game().facts  # type: ignore[attr-defined]


def deck(board: str, many: int, playable: bool = True) -> list[str]:
    """So many cards of a board's deck."""
    listed = [one.id for one in CONTENT.planning_cards if one.deck == board and one.playable == playable]
    return listed[:many]


def held(scene: Team, board: str) -> int:
    return len(scene.told["hands"][board])


@pytest.mark.rule("ARR-TEAM-11", "ARR-TEAM-12")
def test_each_draws_a_card_of_the_own_deck_and_keeps_four() -> None:
    for players, shared, who in ((4, "both", BOARDS), (3, "harkonnen", (HOUSE_H, "atreides", CORRINO))):
        scene = Team({"phase": "start"}, players=players, shared=shared)
        for name in who:
            cards = scene.told["hands"][name]
            decks = [CONTENT.planning_cards.get(one.split("#")[0]).deck for one in cards]
            assert decks == (["house_atreides", "fremen_ally"] if name == "atreides" else [name])
    over: dict[str, list[str]] = {HOUSE_H: deck(HOUSE_H, 6), CORRINO: deck(CORRINO, 4), FREMEN: deck(FREMEN, 5)}
    scene = Team({"phase": "end", "hands": over})
    asked = []
    for _ in range(40):
        if scene.told["phase"] != "end":
            break
        if scene.question == "Too many cards: which is discarded?":
            asked.append(scene.decides)
            decks = {CONTENT.planning_cards.get(one).deck for one in over[scene.decides]}
            assert decks == {scene.decides}, "nobody discards a card of the partner"
        scene.pick(act.ACT_DONE if act.ACT_DONE in scene.legal else scene.legal[0])
    assert asked == [HOUSE_H, HOUSE_H, FREMEN]
    assert [held(scene, board) for board in BOARDS] == [5, 1, 5, 5], "four kept, one drawn"


@pytest.mark.rule("ARR-TEAM-12")
def test_a_faction_of_one_person_keeps_six() -> None:
    hands = {"atreides": deck(HOUSE_A, 4) + deck(FREMEN, 3), CORRINO: deck(CORRINO, 5)}
    scene = Team({"phase": "end", "hands": hands}, players=3)
    asked = []
    for _ in range(40):
        if scene.told["phase"] != "end":
            break
        if "Too many" in scene.question:
            asked.append(scene.decides)
        scene.pick(act.ACT_DONE if act.ACT_DONE in scene.legal else scene.legal[0])
    assert asked == [CORRINO, "atreides"]


@pytest.mark.rule("ARR-TEAM-11", "AMB-75")
def test_a_mentat_action_draws_from_the_own_deck() -> None:
    for taker in (HOUSE_H, CORRINO):
        scene = Team(position("harkonnen")).taken_by(taker).pick(die("mentat"))
        first = taker == HOUSE_H
        assert act.ACT_SPLIT + (2 if first else 0) in scene.legal
        assert act.ACT_SPLIT + 1 not in scene.legal and act.ACT_SPLIT + (0 if first else 2) not in scene.legal
        scene.pick(act.ACT_SPLIT + (2 if first else 0))
        assert (held(scene, taker), held(scene, CORRINO if first else HOUSE_H)) == (2, 0)


@pytest.mark.rule("AMB-75", "ARR-TEAM-25")
def test_a_leader_who_names_a_deck_lets_its_owner_draw() -> None:
    data = position("harkonnen", exhausted=[], leaders={"gaius_helen_mohiam": "aside"})
    scene = Team(data).pick(member(CORRINO), leader("gaius_helen_mohiam"))
    while not held(scene, CORRINO):
        assert scene.decides == CORRINO
        scene.pick(max(one for one in scene.legal))
    assert held(scene, HOUSE_H) == 0


@pytest.mark.rule("ARR-TEAM-32")
def test_nobody_plays_a_card_of_the_partner() -> None:
    hands = {HOUSE_H: deck(HOUSE_H, 2), CORRINO: deck(CORRINO, 3)}
    for taker in (HOUSE_H, CORRINO):
        scene = Team(position("harkonnen", hands=hands)).pick(member(taker), act.ACT_PLAY)
        if scene.question == "Which die pays for the card?":
            scene.pick(scene.legal[0])
        assert set(scene.legal) == {card(one) for one in hands[taker]}
    empty = Team(position("harkonnen", hands={CORRINO: hands[CORRINO]})).pick(member(HOUSE_H))
    assert act.ACT_PLAY not in empty.legal


@pytest.mark.rule("ARR-TEAM-13", "AMB-112")
def test_both_may_discard_for_dice_in_any_order() -> None:
    hands = {HOUSE_H: [first_card(HOUSE_H)], CORRINO: [first_card(CORRINO)], FREMEN: [first_card(FREMEN)]}
    data = position("harkonnen", hands=hands, areas={**FIELD, **SMALL})
    start = Team(data).pick(member(HOUSE_H), die("leadership"))
    start = Team({**data, "areas": {**FIELD, **SMALL}}).pick(member(CORRINO), die("strategy"), OPTION_ATTACK)
    start.pick("central_south_east_4")
    house, ally = card(hands[HOUSE_H][0]), card(hands[CORRINO][0])
    for answers, deciders in (
        ((house, ally), (HOUSE_H, CORRINO)),
        ((legion.ACT_PASS_CARDS, ally, house), (HOUSE_H, CORRINO, HOUSE_H)),
        ((legion.ACT_PASS_CARDS, legion.ACT_PASS_CARDS), (HOUSE_H, CORRINO)),
        ((house, legion.ACT_PASS_CARDS), (HOUSE_H, CORRINO)),
    ):
        scene = start.copy()
        for answer, decider in zip(answers, deciders, strict=True):
            assert scene.told["decides"] == decider
            assert (house in scene.legal, ally in scene.legal) == (decider == HOUSE_H, decider == CORRINO)
            scene.pick(answer)
        spent = int(scene.raw["battle"]["sides"][0]["spent"])
        assert spent == len([one for one in answers if one != legion.ACT_PASS_CARDS])
        assert scene.told["decides"] == FREMEN, "then the defenders: the House holds none, its ally does"


@pytest.mark.rule("EX-15", "ARR-TEAM-14", "AMB-113")
def test_a_forced_discard_is_divided() -> None:
    """Two cards of shared Atreides: the House both, each one, or the ally both."""
    hands = {CORRINO: ["manipulation_of_others"], HOUSE_A: deck(HOUSE_A, 2), FREMEN: deck(FREMEN, 2)}
    start = Team(position("harkonnen", hands=hands)).pick(member(CORRINO), act.ACT_PLAY)
    if start.question == "Which die pays for the card?":
        start.pick(start.legal[0])
    while act.ACT_YES not in start.legal:
        start.pick(start.legal[0])
    start.pick(act.ACT_YES)
    own, other = (card(hands[board][0]) for board in (HOUSE_A, FREMEN))
    second = card(hands[HOUSE_A][1])
    ways = {
        (own, second): (0, 2), (own, member(FREMEN), other): (1, 1), (member(FREMEN), other, own): (1, 1),
        (member(FREMEN), other, member(FREMEN), card(hands[FREMEN][1])): (2, 0),
    }  # fmt: skip
    for answers, left in ways.items():
        scene = start.copy()
        for answer in answers:
            asked = FREMEN if answer in (other, card(hands[FREMEN][1])) else HOUSE_A
            if answer not in scene.legal and asked == FREMEN:
                continue  # the last card of a hand needs no question
            assert scene.told["decides"] == asked
            shown = {one for one in scene.legal if act.ACT_CARD <= one < act.ACT_PRESCIENCE}
            assert shown <= {card(one) for one in hands[asked]}, "nobody sees the hand of the partner"
            scene.pick(answer)
        found = scene.told["hands"]
        assert (len(found[HOUSE_A]), len(found[FREMEN])) == left, answers


@pytest.mark.rule("AMB-117")
def test_only_house_harkonnen_discards_hawats_scheming() -> None:
    many = {HOUSE_H: ["hawats_scheming"] * 2}
    data = position("harkonnen", hands=many, leaders={"thufir_hawat": "aside"})
    house, ally = (Team(data).pick(member(name)) for name in (HOUSE_H, CORRINO))
    assert act.ACT_HAWAT in house.legal and act.ACT_HAWAT not in ally.legal
