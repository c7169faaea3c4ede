"""Deployment, placing, mentat draws (ARR-DEPLOY, ARR-MENTAT)."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.table import CONTENT, DONE, TOKENS, YES, Table, die, fewer, go, leader, split, unit

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
        found = table("atreides", seed=seed).play(die("deployment"), YES)
        (name,) = found.told["deployment_tokens"]["drawn"]
        assert found.state.observe(1).to_dict()["deployment_tokens"]["drawn"] == [name]
        assert found.areas == SIETCHES
        drawn.add(name)
    assert drawn == set(TOKENS[8:])


@pytest.mark.rule("ARR-DEPLOY-02")
def test_token_and_leader_go_to_the_same_sietch() -> None:
    found = table("atreides", areas={"windgap": {"sietch": "destroyed"}, "gara_kulon": {"atreides": {"standard": 1}}})
    found.play(die("deployment"), YES)
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
    found = table("harkonnen", areas={"arsunt": {"settlement": "destroyed"}}).play(die("deployment"))
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
    found = table("harkonnen", areas=areas, tank=tank).play(die("deployment"), DONE)
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
    found = table("harkonnen", areas=areas, hands=hands).play_card(die("mentat"), DONE, leader("baron_harkonnen"))
    assert found.legion("harkonnen", "carthag") == {"standard": 1, "leaders": ["baron_harkonnen"]}
    assert found.legion("harkonnen", "arsunt") == {"standard": 1}
    areas["arsunt"] = {"harkonnen": {"standard": 1}}
    healing = table("harkonnen", areas=areas, hands=hands, tank={"harkonnen": [None, "baron_harkonnen"]})
    assert leader("baron_harkonnen") not in healing.play_card(die("mentat"), DONE).legal


@pytest.mark.rule("ARR-DEPLOY-06")
def test_without_tokens_a_leader_still_joins_units_in_a_sietch() -> None:
    areas = {"windgap": {"atreides": {"standard": 1}}, "north_east_10": {"atreides": {"standard": 1}}}
    tokens = {"supply": [], "gone": TOKENS}
    found = table("atreides", areas=areas, deployment_tokens=tokens).play(die("deployment"), leader("stilgar"))
    assert found.legion("atreides", "windgap") == {"standard": 1, "leaders": ["stilgar"]}


@pytest.mark.rule("ARR-MENTAT-01", "ARR-MENTAT-02")
@pytest.mark.parametrize("side", ["harkonnen", "atreides"])
@pytest.mark.parametrize("first", [0, 1, 2])
def test_two_cards_from_decks_named_beforehand(side: str, first: int) -> None:
    found = table(side).play(die("mentat"))
    assert found.legal == [DONE, split(0), split(1), split(2), fewer(0, 1), fewer(1, 0)]
    found.play(split(first))
    cards = [CONTENT.planning_cards.get(name.split("#")[0]) for name in found.told["hands"][side]]
    house = {"harkonnen": "house_harkonnen", "atreides": "house_atreides"}[side]
    assert len(cards) == 2 and sum(one.deck == house for one in cards) == first
    assert found.mover != side


@pytest.mark.rule("ARR-MENTAT-02", "AMB-07")
def test_only_splits_the_decks_can_serve() -> None:
    one_left = {"harkonnen": ["hunter_seeker", "troop_carriers", "shigawire"]}
    found = table("harkonnen", decks=one_left).play(die("mentat"))
    decks = [CONTENT.planning_cards.get(name).deck for name in one_left["harkonnen"]]
    houses = decks.count("house_harkonnen")
    assert houses == 1
    assert found.legal == [DONE, split(0), split(1), fewer(0, 1), fewer(1, 0)]


def cards_of(found: Table, side: str = "harkonnen") -> list[str]:
    return sorted(CONTENT.planning_cards.get(name.split("#")[0]).deck for name in found.told["hands"][side])


@pytest.mark.rule("ARR-ACT-14", "AMB-07")
@pytest.mark.parametrize(("first", "second", "decks"), [(1, 0, ["house_harkonnen"]), (0, 1, ["corrino_ally"])])
def test_a_draw_may_be_cut_short(first: int, second: int, decks: list[str]) -> None:
    assert cards_of(table("harkonnen").play(die("mentat"), fewer(first, second))) == decks
    assert cards_of(table("harkonnen").play(die("mentat"), DONE)) == []


@pytest.mark.rule("ARR-ACT-14", "AMB-07")
@pytest.mark.parametrize(
    ("left", "answers"),
    [
        (["hunter_seeker"], [DONE, fewer(1, 0)]),
        (["shigawire"], [DONE, fewer(0, 1)]),
        (["hunter_seeker", "shigawire"], [DONE, split(1), fewer(0, 1), fewer(1, 0)]),
    ],
)
def test_the_last_cards_may_be_left_in_the_decks(left: list[str], answers: list[int]) -> None:
    decks = [CONTENT.planning_cards.get(name).deck for name in ("hunter_seeker", "shigawire")]
    assert decks == ["house_harkonnen", "corrino_ally"]
    found = table("harkonnen", decks={"harkonnen": left}).play(die("mentat"))
    assert found.legal == answers
    assert found.copy().play(DONE).told["decks"]["harkonnen"] == left
    drawn = found.play(answers[1])
    assert drawn.told["decks"]["harkonnen"] == [] and sorted(drawn.told["hands"]["harkonnen"]) == sorted(left)


@pytest.mark.rule("ARR-ACT-14")
@pytest.mark.parametrize(("left", "most"), [(18, 3), (2, 2), (0, 0)])
def test_a_draw_from_a_deck_named_may_be_refused_or_cut_short(left: int, most: int) -> None:
    """Thufir Hawat draws three cards of House Harkonnen."""
    house = [one.id for one in CONTENT.planning_cards if one.deck == "house_harkonnen" and one.copies == 1][:left]
    corrino = ["shigawire"]
    more = {"leaders": {"thufir_hawat": "aside"}, "tracks": {"supremacy": 1}}
    decks = {} if left == 18 else {"decks": {"harkonnen": [*house, *corrino]}}
    found = table("harkonnen", **more, **decks).play(leader("thufir_hawat"))
    if most == 0:
        assert found.mover == "atreides"  # nothing to draw, nothing to ask
        return
    drawn = [fewer(k, 0) for k in range(1, 3)] + ([split(3)] if most == 3 else [])
    assert sorted(found.legal) == sorted([DONE, *drawn])
    for many, one in enumerate(drawn, start=1):
        assert cards_of(found.copy().play(one)) == ["house_harkonnen"] * many
    assert cards_of(found.play(DONE)) == []


# -- placing ---------------------------------------------------------------------------------------------------------


def place_elites(**areas: Any) -> Table:
    """Evidence of Rebellion places two elite units in one settlement."""
    held = {name: {"harkonnen": legion} for name, legion in areas.items()}
    found = table("harkonnen", areas=held, hands={"harkonnen": ["evidence_of_rebellion"]})
    return found.play_card(die("mentat"), go("carthag"))


@pytest.mark.rule("ARR-DEPLOY-05", "AMB-92")
def test_placing_takes_a_unit_from_the_pool_or_from_anywhere_on_the_board() -> None:
    found = place_elites(
        arsunt={"elite": 1, "standard": 1}, broken_land={"elite": 1, "bashar": 1}, carthag={"elite": 1}
    )
    assert found.legal == [YES, *sorted((go("arsunt"), go("broken_land")))]
    pool = found.copy().play(YES)
    assert pool.legion("harkonnen", "carthag") == {"elite": 2} and pool.legion("harkonnen", "arsunt")["elite"] == 1
    found.play(go("arsunt"))
    assert found.legion("harkonnen", "carthag") == {"elite": 2}
    assert found.legion("harkonnen", "arsunt") == {"standard": 1}
    found.play(go("carthag"), go("broken_land"))  # the Bashar is left alone
    assert found.legion("harkonnen", "carthag") == {"elite": 3} and found.legion("harkonnen", "broken_land") == {}
    assert found.state.raw["pool"][0][0].tolist() == [23, 9, 8, 6]


@pytest.mark.rule("AMB-18", "AMB-92")
def test_without_the_class_in_the_pool_a_lower_one_or_one_from_the_board_is_placed() -> None:
    full = {"elite": 6}
    areas = {"hagga_basin": {"harkonnen": full}, "north_pole": {"harkonnen": full}}
    found = table("harkonnen", areas=areas, hands={"harkonnen": ["evidence_of_rebellion"]})
    found.play_card(die("mentat"), go("carthag"))
    assert found.copy().play(YES).legion("harkonnen", "carthag") == {"standard": 1}
    assert found.play(go("north_pole")).legion("harkonnen", "carthag") == {"elite": 1}
    drained = {"arsunt": {"harkonnen": {"standard": 6}}, "imperial_basin": {"harkonnen": {"standard": 6}}}
    drained |= {"arrakeen": {"harkonnen": {"standard": 6}}, "broken_land": {"harkonnen": {"standard": 6}}}
    found = table("harkonnen", areas=areas | drained, hands={"harkonnen": ["evidence_of_rebellion"]})
    found.play_card(die("mentat"), go("carthag"))
    assert found.areas == {"hagga_basin", "north_pole"} and YES not in found.legal


@pytest.mark.rule("AMB-23", "AMB-92")
def test_a_generic_leader_is_placed_from_the_pool_or_from_the_board() -> None:
    """Polar-Cap Factories places a Bashar at the North Pole."""
    areas = {
        "north_pole": {"harkonnen": {"standard": 1}},
        "arsunt": {"harkonnen": {"standard": 1, "bashar": 2}},
    }
    hands = {"harkonnen": ["polar_cap_factories"]}
    found = table("harkonnen", areas=areas, hands=hands).play_card(die("mentat"), DONE, DONE, unit("bashar"))
    assert found.legal == [YES, go("arsunt")]
    assert found.copy().play(YES).legion("harkonnen", "arsunt")["bashar"] == 2
    found.play(go("arsunt"))
    assert found.legion("harkonnen", "north_pole") == {"standard": 1, "bashar": 1}
    assert found.legion("harkonnen", "arsunt") == {"standard": 1, "bashar": 1}
    areas["arsunt"] = {"harkonnen": {"standard": 1, "bashar": 6}}
    found = table("harkonnen", areas=areas, hands=hands).play_card(die("mentat"), DONE, DONE, unit("bashar"))
    assert found.legion("harkonnen", "north_pole") == {"standard": 1, "bashar": 1}  # the pool is empty


@pytest.mark.rule("ARR-DEPLOY-04", "AMB-23", "AMB-92")
def test_deploying_never_takes_from_the_board() -> None:
    areas = {"arsunt": {"harkonnen": {"standard": 1, "bashar": 6}}}
    found = table("harkonnen", areas=areas).play(die("deployment"), go("carthag"))
    assert YES not in found.legal and found.areas == TOWNS
    found.play(DONE)
    assert unit("bashar") not in found.legal and found.named
    assert found.legion("harkonnen", "arsunt") == {"standard": 1, "bashar": 6}
