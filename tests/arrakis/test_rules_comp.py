"""What is in the box: no position holds more than that (ARR-COMP)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from arrakis.table import CARDS, CONTENT, FACES, Table, the_game
from dune_sim.errors import ScenarioError

DESERTS = [one.id for one in CONTENT.areas if one.terrain == "desert" and not one.sietch]
FIGURES = {"harkonnen": (24, 12, 8), "atreides": (16, 8, 6)}
KINDS = ("standard", "elite", "special_elite")
QUIET = {"dice": {"harkonnen": {"mentat": 1}, "atreides": {"mentat": 1}}}


def spread(side: str, counts: tuple[int, int, int]) -> dict[str, Any]:
    """These units, six to an area."""
    units = [kind for kind, many in zip(KINDS, counts, strict=True) for _ in range(many)]
    return {
        "areas": {DESERTS[k // 6]: {side: dict(Counter(units[k : k + 6]))} for k in range(0, len(units), 6)},
        **QUIET,
    }


def refused(scenario: dict[str, Any], match: str) -> None:
    with pytest.raises(ScenarioError, match=match):
        Table(scenario)


def check_units(side: str, seat: int) -> None:
    full = Table(spread(side, FIGURES[side]))
    assert full.state.raw["pool"][0][seat][:3].tolist() == [0, 0, 0]
    for k, kind in enumerate(KINDS):
        more = list(FIGURES[side])
        more[k] += 1
        refused(spread(side, (more[0], more[1], more[2])), f"{more[k]} {side} figures of {kind}")


@pytest.mark.rule("ARR-COMP-01", "AMB-24")
def test_44_harkonnen_units() -> None:
    check_units("harkonnen", 0)
    assert sum(FIGURES["harkonnen"]) == 44


@pytest.mark.rule("ARR-COMP-02", "AMB-24")
def test_30_atreides_units() -> None:
    check_units("atreides", 1)
    assert sum(FIGURES["atreides"]) == 30


def generics(side: str, kind: str, many: int) -> dict[str, Any]:
    return {"areas": {DESERTS[0]: {side: {"standard": 1, kind: many}}}, **QUIET}


def named(faction: str) -> set[str]:
    decks = {one.id for one in CONTENT.subfactions if one.faction == faction}
    return {one.id for one in CONTENT.leaders if one.kind == "named" and one.subfaction in decks}


@pytest.mark.rule("ARR-COMP-03")
def test_harkonnen_leaders() -> None:
    assert named("harkonnen") == {
        "baron_harkonnen",
        "beast_rabban",
        "feyd_rautha",
        "captain_aramsham",
        "gaius_helen_mohiam",
        "emperor_shaddam_iv",
        "thufir_hawat",
    }
    assert Table(generics("harkonnen", "bashar", 6)).state.raw["pool"][0][0][3] == 0
    refused(generics("harkonnen", "bashar", 7), "box holds 6")


@pytest.mark.rule("ARR-COMP-04")
def test_atreides_leaders() -> None:
    assert named("atreides") == {
        "paul_atreides",
        "paul_muaddib",
        "lady_jessica",
        "reverend_mother_jessica",
        "stilgar",
        "chani",
        "gurney_halleck",
        "alia",
    }
    assert Table(generics("atreides", "naib", 12)).state.raw["pool"][0][1][3] == 0
    refused(generics("atreides", "naib", 13), "box holds 12")


def zones(kind: str, many: int) -> dict[str, Any]:
    return {"air_zones": {f"air_zone_{k + 1}": kind for k in range(many)}, **QUIET}


@pytest.mark.rule("ARR-COMP-05")
@pytest.mark.parametrize(("kind", "most"), [("ornithopter", 6), ("carryall", 3)])
def test_flyers(kind: str, most: int) -> None:
    assert len(Table(zones(kind, most)).told["air_zones"]) == most
    refused(zones(kind, most + 1), f"{most + 1} .*{most}")


@pytest.mark.rule("ARR-COMP-05")
def test_eight_harvesters() -> None:
    def harvesters(many: int) -> dict[str, Any]:
        return {"areas": {name: {"harvester": True} for name in DESERTS[:many]}, **QUIET}

    assert sum("harvester" in held for held in Table(harvesters(8)).told["areas"].values()) == 8
    refused(harvesters(9), "9 .*8")


@pytest.mark.rule("ARR-COMP-06")
def test_four_sandworms_and_the_wild_maker() -> None:
    def worms(many: int) -> dict[str, Any]:
        areas: dict[str, Any] = {name: {"sandworm": "ordinary"} for name in DESERTS[:many]}
        areas[DESERTS[20]] = {"sandworm": "wild"}
        return {"areas": areas, **QUIET}

    told = Table(worms(4)).told["areas"]
    assert Counter(held["sandworm"] for held in told.values() if "sandworm" in held) == {"ordinary": 4, "wild": 1}
    refused(worms(5), "5 .*4")


@pytest.mark.rule("ARR-COMP-07")
def test_deployment_tokens() -> None:
    pools = Counter((one.faction, one.pool) for one in CONTENT.deployment_tokens)
    assert pools == {
        ("atreides", "start"): 8,
        ("atreides", "supply"): 8,
        ("harkonnen", "black"): 6,
        ("harkonnen", "silver"): 6,
    }
    told = the_game().new(3).to_dict()
    on_map = [one for held in told["areas"].values() for one in held.get("atreides", {}).get("tokens", [])]
    assert len(set(on_map)) == 8 and len(told["deployment_tokens"]["supply"]) == 8


@pytest.mark.rule("ARR-COMP-08")
def test_counters() -> None:
    told = the_game().new(3).to_dict()
    held = Counter(key for area in told["areas"].values() for key in area)
    assert (held["station"], held["sietch"], held["settlement"]) == (6, 8, 6)
    assert sum(told["wormsigns"].values()) == 16
    tokens = told["bene_gesserit"]
    assert tokens["supply"] + tokens["atreides"]["owned"] + tokens["harkonnen"]["owned"] == 5
    assert len(CONTENT.atomic_strikes) == 3
    assert set(told["tracks"]) == {"supremacy", "kwisatz_haderach", "sand_dwellers", "jihad"}
    assert set(told["spice"]["markers"]) == {"choam", "spacing_guild", "landsraad"}
    refused({"bene_gesserit": {"atreides": {"owned": 3}, "harkonnen": {"owned": 3}, "supply": 0}}, "6|Bene Gesserit")


@pytest.mark.rule("ARR-COMP-09")
@pytest.mark.parametrize(("side", "many"), [("harkonnen", 8), ("atreides", 4)])
def test_dice(side: str, many: int) -> None:
    told = Table({"phase": "actions", "to_move": "harkonnen"}).told["dice"][side]
    assert sum(told[face] for face in FACES) + told["surplus"] == many
    slots = 3 if side == "harkonnen" else 2
    full = {face: slots for face in FACES[: many // slots + 1]}
    refused({"dice": {side: full}}, f"{sum(full.values())} .*{many}")
    assert {one.count for one in CONTENT.combat_dice if one.faction == side} == {6}


@pytest.mark.rule("ARR-COMP-10", "AMB-25")
@pytest.mark.parametrize(
    ("side", "decks"),
    [("harkonnen", ["house_harkonnen", "corrino_ally"]), ("atreides", ["house_atreides", "fremen_ally"])],
)
def test_two_decks_of_18(side: str, decks: list[str]) -> None:
    told = the_game().new(3).to_dict()
    assert len(told["hands"][side]) + len(told["decks"][side]) == 36
    assert [CONTENT.planning_cards.get(name).deck for name in CARDS[side]] == [decks[0]] * 18 + [decks[1]] * 18


@pytest.mark.rule("ARR-COMP-11")
def test_further_cards() -> None:
    told = the_game().new(3).to_dict()
    assert len(told["prescience"]["row"]) + len(told["prescience"]["deck"]) == 16
    assert len(told["objective"]) + len(told["objectives_left"]) == 6
    assert sorted(one.marker for one in CONTENT.bans) == ["choam", "landsraad", "spacing_guild"]
    refused({"objective": ["objective_1"], "objectives_left": ["objective_1"]}, "both drawn and left over")


@pytest.mark.rule("ARR-COMP-12")
@pytest.mark.parametrize(
    ("deck", "cards"),
    [
        ("house_atreides", "paul_atreides lady_jessica reverend_mother_jessica gurney_halleck alia"),
        ("fremen_ally", "naib paul_muaddib stilgar chani wild_maker"),
        ("house_harkonnen", "beast_rabban thufir_hawat baron_harkonnen feyd_rautha"),
        ("corrino_ally", "emperor_shaddam_iv gaius_helen_mohiam captain_aramsham bashar"),
    ],
)
def test_leader_cards(deck: str, cards: str) -> None:
    assert {one.id for one in CONTENT.leaders if one.subfaction == deck} == set(cards.split())
    sides = ("atreides", "harkonnen") if deck in ("house_atreides", "fremen_ally") else ("harkonnen", "atreides")
    for name in cards.split():
        if CONTENT.leaders.get(name).kind != "named":
            continue
        own, enemy = ({"areas": {DESERTS[0]: {side: {"standard": 1, "leaders": [name]}}}, **QUIET} for side in sides)
        assert Table(own).legion(sides[0], DESERTS[0])["leaders"] == [name]
        refused(enemy, name)
