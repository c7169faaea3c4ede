"""Scenarios of War for Arrakis that no game reaches: each is refused with one sentence that says why."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from arrakis.scene import ENGINE
from dune_sim import make
from dune_sim.errors import IllegalActionError, ScenarioError
from dune_sim.games.base import Game
from resealed import resealed

HUGE = 10**30
VISION = "the_water_discipline"


@pytest.fixture(scope="module")
def game() -> Game:
    return make("arrakis", engine=ENGINE)


def area(name: str, **held: Any) -> dict[str, Any]:
    return {"areas": {name: held}}


def saved(**changes: Any) -> dict[str, Any]:
    """A saved position in which something was changed although its running part is still there."""
    game = make("arrakis", engine=ENGINE)
    return resealed(game, game.new(1).to_dict() | changes)


def refusal(game: Game, data: dict[str, Any]) -> str:
    with pytest.raises(ScenarioError) as error:
        game.from_dict(data)
    said = str(error.value)
    assert "\n" not in said
    return said


TOO_LARGE: list[tuple[dict[str, Any], str]] = [
    ({"tracks": {"supremacy": 300}}, "the supremacy track ends at 10, not 300"),
    ({"tracks": {"jihad": 300}}, "the jihad marker ends at 12, not 300"),
    ({"tracks": {"supremacy": HUGE}}, "the supremacy track ends at 10"),
    ({"round": 70_000}, "round 70000 is never played: this game ends after round 200"),
    ({"round": 201}, "this game ends after round 200"),
    ({"round": HUGE}, "this game ends after round 200"),
    ({"turn": 70_000}, '"turn" must be at most 65535, not 70000'),
    ({"battles": HUGE}, '"battles" must be at most 65535'),
    ({"deeds": {"worm_hits": 300}}, '"deeds worm_hits" must be at most 255, not 300'),
    ({"dice": {"harkonnen": {"strategy": 300}}}, "300 harkonnen action dice, but 8 are in use this round"),
    ({"dice": {"atreides": {"used": HUGE}}}, "but 4 are in use this round"),
    ({"bene_gesserit": {"harkonnen": {"owned": 300}}}, "301 Bene Gesserit tokens, but the box holds 5"),
    ({"bene_gesserit": {"harkonnen": {"owned": 1, "placed": 300}}}, "a round allows 1"),
    ({"atomics": {"uses": 300}}, "300 uses of family atomics; the tracks give 1"),
    ({"prescience": {"row": [VISION], "bonus": {"card": VISION, "steps": 300}}}, "must be at most 63, not 300"),
    ({"seed": 1 << 64}, '"seed" must be at most 18446744073709551615'),
    (saved(**area("arrakeen", harkonnen={"standard": 300})), "300 figures of one kind"),
]
CONTRADICTIONS: list[tuple[dict[str, Any], str]] = [
    (area("north_pole", sietch={"printed": "gara_kulon"}), "cannot have moved to north_pole, a Harkonnen settlement"),
    (area("broken_land", sietch={"printed": "gara_kulon"}), "a sietch moved from gara_kulon needs desert"),
    (area("windgap", sietch={"printed": "gara_kulon"}), "two sietches stand in windgap"),
    (
        area("carthag", harkonnen={"special_elite": 1, "sardaukar": 3}),
        "special_elite and sardaukar are the same figures",
    ),
    (area("carthag", harkonnen={"fedaykin": 2}), "fedaykin are figures of the atreides, not of the harkonnen"),
    (area("windgap", atreides={"sardaukar": 2}), "sardaukar are figures of the harkonnen, not of the atreides"),
    (
        {**area("south_east_3", sandworm="wild"), "leaders": {"wild_maker": "out"}},
        "the Wild Maker is there twice: in south_east_3 and as out",
    ),
    ({"leaders": {"wild_maker": "gone"}}, "the Wild Maker is out, aside or on the map"),
    ({"leaders": {"wild_maker": "tank"}}, "the Wild Maker is out, aside or on the map"),
    (
        area("windgap", atreides={"standard": 1, "leaders": ["paul_atreides", "paul_muaddib"]}),
        "paul_atreides and paul_muaddib are both in play, but they are one person",
    ),
    (
        {"leaders": {"lady_jessica": "later"}, "tank": {"atreides": ["reverend_mother_jessica"]}},
        "lady_jessica and reverend_mother_jessica are both in play",
    ),
    (
        {"bene_gesserit": {"atreides": {"owned": 1, "placed": 2}}},
        "2 Bene Gesserit tokens of the atreides among the dice",
    ),
    ({"bene_gesserit": {"atreides": {"owned": 1, "placed": 1}}}, "is placed, but no dice are rolled yet"),
    (area("south_east_3", sandworm="ordinary", wormsign=True), "holds a sandworm and a wormsign"),
    (area("south_east_3", sandworm="ordinary", harkonnen={"standard": 1}), "a sandworm and a legion of the harkonnen"),
    (area("south_east_3", sandworm="wild", atreides={"standard": 1}), "a sandworm and a legion of the atreides"),
    (area("south_east_3", harvester=True, atreides={"standard": 1}), "a harvester and an atreides legion"),
    (area("gara_kulon", harvester=True), "gara_kulon holds a harvester and a standing sietch"),
    ({"prescience": {"kept": VISION}}, f"prescience card {VISION} is kept, but it does not lie in the row"),
    ({"prescience": {"bonus": {"card": VISION, "steps": 1}}}, "is given a bonus, but it does not lie in the row"),
    ({"dice": {"harkonnen": {"leadership": 4}}}, "4 harkonnen dice on leadership, but the area has 3 slots"),
    ({"dice": {"atreides": {"strategy": 1, "used": 1}}}, "2 atreides action dice, but 4 are in use"),
    ({"winner": "harkonnen", "reason": "objective"}, "winner harkonnen and reason objective contradict each other"),
    ({"winner": "harkonnen", "tracks": {"supremacy": 3}}, "contradicts a supremacy of 3"),
    ({"winner": "atreides", "tracks": {"supremacy": 10}}, "contradicts a supremacy of 10"),
    ({"winner": "nobody", "reason": "supremacy"}, "winner nobody and reason supremacy contradict each other"),
    ({"winner": "atreides", "reason": "arrakeen"}, "only with the option arrakeen_wins"),
    ({"reason": "objective"}, "a game that ended by objective needs its winner"),
    ({"exhausted": ["stilgar", "stilgar"]}, "exhausted leader stilgar is named twice"),
    ({"exhausted": ["alia"]}, "alia is exhausted, but out"),
    ({"leaders": {"stilgar": "gone"}, "exhausted": ["stilgar"]}, "stilgar is exhausted, but gone"),
    ({"leaders": {"beast_rabban": "tank"}}, "beast_rabban is in the tank, but no space of it holds"),
    ({"wormsigns": {"sand": 0, "sandworm": 0, "burrowing": 0}}, "no wormsign is face down or in the pool"),
    ({"winner": "x"}, '"winner" is "x" but must be one of "harkonnen", "atreides", "nobody"'),
    ({3: 4}, "a key must be text, not 3"),  # type: ignore[dict-item]
    ({"areas": {3: {}}}, "a key must be text, not 3"),
]


@pytest.mark.parametrize(("data", "said"), TOO_LARGE, ids=[said for _, said in TOO_LARGE])
def test_numbers_that_no_game_reaches(game: Game, data: dict[str, Any], said: str) -> None:
    assert said in refusal(game, data)


@pytest.mark.parametrize(("data", "said"), CONTRADICTIONS, ids=[said for _, said in CONTRADICTIONS])
def test_what_contradicts_itself_or_the_rules(game: Game, data: dict[str, Any], said: str) -> None:
    assert said in refusal(game, data)


def test_whole_numbers_of_numpy_are_whole_numbers(game: Game) -> None:
    data = area("arrakeen", harkonnen={"standard": np.int64(3)}) | {"round": np.uint8(4)}
    assert game.from_dict(data) == game.from_dict({"round": 4} | area("arrakeen", harkonnen={"standard": 3}))
    assert "whole number" in refusal(game, {"round": np.bool(True)})


def test_a_legion_of_nobody_is_no_legion(game: Game) -> None:
    for one, other in (("harkonnen", "atreides"), ("atreides", "harkonnen")):
        held = game.from_dict(area("south_east_3", **{one: {}, other: {"standard": 2}})).to_dict()["areas"]
        assert held["south_east_3"] == {other: {"standard": 2}}


def test_a_grown_leader_has_taken_the_place_of_the_young_one(game: Game) -> None:
    told = game.from_dict(area("windgap", atreides={"standard": 1, "leaders": ["paul_muaddib"]})).to_dict()
    assert told["leaders"]["paul_atreides"] == "gone" and told["leaders"]["lady_jessica"] == "aside"


def test_a_sietch_may_have_moved_into_the_desert(game: Game) -> None:
    told = game.from_dict(area("south_east_3", sietch={"printed": "gara_kulon", "rank": 2})).to_dict()["areas"]
    assert told["south_east_3"]["sietch"]["printed"] == "gara_kulon" and "gara_kulon" not in told


def test_a_harvester_that_a_carryall_saved_stays_with_the_worm(game: Game) -> None:
    assert game.from_dict(area("south_east_3", sandworm="ordinary", harvester=True)).legal_actions()


def test_a_text_is_no_action(game: Game) -> None:
    state = game.new(1)
    with pytest.raises(IllegalActionError, match=r"^action '1' is not legal here"):
        state.apply("1")  # type: ignore[arg-type]
    with pytest.raises(IllegalActionError, match=r"^action 379 is not legal here"):
        state.apply(np.int64(379))  # type: ignore[arg-type]
