"""Deployment, placing, mentat draws (ARR-DEPLOY, ARR-MENTAT)."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.table import CONTENT, DO, DONE, PLAY, TOKENS, YES, Table, die, go, leader, split, unit

DICE = {
    "harkonnen": {"deployment": 1, "mentat": 1, "house": 1},
    "atreides": {"deployment": 1, "mentat": 1, "leadership": 1},
}
TOWNS = {"arrakeen", "carthag", "arsunt", "hagga_basin", "imperial_basin", "north_pole"}
SIETCHES = {one.id for one in CONTENT.areas if one.sietch}


def table(side: str, **more: Any) -> Table:
    return Table({"to_move": side, "dice": DICE, **more})


@pytest.mark.rule("ARR-DEPLOY-01")
def test_a_random_token_is_seen_before_its_area_is_chosen() -> None:
    drawn = set()
    for seed in range(60):
        found = table("atreides", seed=seed).play(die("deployment"), DO, YES)
        (name,) = found.told["deployment_tokens"]["drawn"]
        assert found.state.observe(1).to_dict()["deployment_tokens"]["drawn"] == [name]
        assert found.areas == SIETCHES
        drawn.add(name)
    assert drawn == set(TOKENS[8:])


@pytest.mark.rule("ARR-DEPLOY-02")
def test_token_and_leader_go_to_the_same_sietch() -> None:
    found = table("atreides", areas={"windgap": {"sietch": "destroyed"}, "gara_kulon": {"atreides": {"standard": 1}}})
    found.play(die("deployment"), DO, YES)
    assert found.areas == SIETCHES - {"windgap"}
    found.play(go("tasmin_sink"))
    assert found.named == {"paul_atreides", "lady_jessica", "stilgar"} and unit("naib") in found.legal
    general = found.copy().play(unit("naib"))
    assert set(general.legion("atreides", "tasmin_sink")) == {"tokens", "naib"}
    found.play(leader("stilgar"))
    assert found.legion("atreides", "tasmin_sink")["leaders"] == ["stilgar"]
    assert found.legion("atreides", "gara_kulon") == {"standard": 1}


@pytest.mark.rule("ARR-DEPLOY-03")
def test_three_units_and_a_leader_spread_over_settlements() -> None:
    found = table("harkonnen", areas={"arsunt": {"settlement": "destroyed"}}).play(die("deployment"), DO)
    assert found.areas == TOWNS - {"arsunt"}
    found.play(go("arrakeen"), go("carthag"), go("carthag"))
    assert found.named == {"baron_harkonnen", "beast_rabban", "captain_aramsham"}
    found.play(leader("baron_harkonnen"))
    assert found.areas == {"arrakeen", "carthag"}
    found.play(go("arrakeen"))
    assert found.legion("harkonnen", "arrakeen") == {"standard": 1, "leaders": ["baron_harkonnen"]}
    assert found.legion("harkonnen", "carthag") == {"standard": 2}
    assert found.mover == "atreides"


@pytest.mark.rule("ARR-DEPLOY-04")
def test_leaders_in_the_tank_or_on_the_board_are_not_deployed() -> None:
    areas = {"arrakeen": {"harkonnen": {"standard": 1, "leaders": ["beast_rabban"]}}}
    tank = {"harkonnen": [None, "baron_harkonnen"]}
    found = table("harkonnen", areas=areas, tank=tank).play(die("deployment"), DO, DONE)
    assert found.named == {"captain_aramsham"}
    out = table("harkonnen", areas=areas, tank=tank, leaders={"captain_aramsham": "out"})
    assert out.play(die("deployment"), DONE).named == set()


@pytest.mark.rule("ARR-DEPLOY-05")
def test_placing_relocates_a_leader_but_not_out_of_the_tank() -> None:
    """Barons's Personal Guard places the Baron in Carthag or Arrakeen."""
    areas = {
        "arsunt": {"harkonnen": {"standard": 1, "leaders": ["baron_harkonnen"]}},
        "carthag": {"harkonnen": {"standard": 1}},
    }
    hands = {"harkonnen": ["barons_personal_guard"]}
    found = table("harkonnen", areas=areas, hands=hands).play(die("mentat"), PLAY, DONE, leader("baron_harkonnen"))
    assert found.legion("harkonnen", "carthag") == {"standard": 1, "leaders": ["baron_harkonnen"]}
    assert found.legion("harkonnen", "arsunt") == {"standard": 1}
    areas["arsunt"] = {"harkonnen": {"standard": 1}}
    healing = table("harkonnen", areas=areas, hands=hands, tank={"harkonnen": [None, "baron_harkonnen"]})
    assert leader("baron_harkonnen") not in healing.play(die("mentat"), PLAY, DONE).legal


@pytest.mark.rule("ARR-DEPLOY-06")
def test_without_tokens_a_leader_still_joins_units_in_a_sietch() -> None:
    areas = {"windgap": {"atreides": {"standard": 1}}, "north_east_10": {"atreides": {"standard": 1}}}
    tokens = {"supply": [], "gone": TOKENS}
    found = table("atreides", areas=areas, deployment_tokens=tokens).play(die("deployment"), DO, leader("stilgar"))
    assert found.legion("atreides", "windgap") == {"standard": 1, "leaders": ["stilgar"]}


@pytest.mark.rule("ARR-MENTAT-01", "ARR-MENTAT-02")
@pytest.mark.parametrize("side", ["harkonnen", "atreides"])
@pytest.mark.parametrize("first", [0, 1, 2])
def test_two_cards_from_decks_named_beforehand(side: str, first: int) -> None:
    found = table(side).play(die("mentat"))
    if DO in found.legal:
        found.play(DO)
    assert found.legal == [DONE, split(0), split(1), split(2)]
    found.play(split(first))
    cards = [CONTENT.planning_cards.get(name.split("#")[0]) for name in found.told["hands"][side]]
    house = {"harkonnen": "house_harkonnen", "atreides": "house_atreides"}[side]
    assert len(cards) == 2 and sum(one.deck == house for one in cards) == first
    assert found.mover != side


@pytest.mark.rule("ARR-MENTAT-02")
def test_only_splits_the_decks_can_serve() -> None:
    one_left = {"harkonnen": ["hunter_seeker", "troop_carriers", "shigawire"]}
    found = table("harkonnen", decks=one_left).play(die("mentat"))
    decks = [CONTENT.planning_cards.get(name).deck for name in one_left["harkonnen"]]
    houses = decks.count("house_harkonnen")
    assert houses == 1
    assert found.legal == [DONE, split(0), split(1)]
