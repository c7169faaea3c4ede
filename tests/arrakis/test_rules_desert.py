"""Desert power, and what wormsigns, harvesters and spice do in the worked examples (ARR-DESERT)."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.table import ALL, CONTENT, DESERT, DO, DONE, Table, die, go, option, token

DICE = {"harkonnen": {"strategy": 2, "mentat": 2}, "atreides": {"strategy": 1, "mentat": 1}}
DESERTS = {one.id for one in CONTENT.areas if one.terrain == "desert"}
SIETCHES = {one.id for one in CONTENT.areas if one.sietch}


def table(areas: dict[str, Any], side: str = "atreides", **more: Any) -> Table:
    return Table({"to_move": side, "dice": DICE, "areas": areas, **more})


@pytest.mark.rule("ARR-DESERT-01")
def test_desert_power_takes_the_turn_but_no_die() -> None:
    found = table({}).play(DESERT, DONE)
    assert found.mover == "harkonnen" and found.unused("atreides") == 2
    assert DESERT not in found.legal  # the Harkonnen have none
    found.play(die("mentat"), DONE)
    assert found.mover == "atreides" and DESERT in found.legal  # three dice against two: it may be used again


@pytest.mark.rule("ARR-DESERT-02")
def test_bene_gesserit_tokens_on_slots_count() -> None:
    held = {"harkonnen": {"strategy": 1, "mentat": 1}, "atreides": {"strategy": 1, "mentat": 1}}
    tokens = {"harkonnen": {"owned": 0, "placed": 1}, "atreides": {"owned": 1}, "supply": 3}
    dice_only = {"harkonnen": {"strategy": 1, "mentat": 1, "used": 7}, "atreides": {"strategy": 1}}
    with_token = Table({"dice": dice_only, "bene_gesserit": tokens})
    assert DESERT in with_token.legal  # a die and a token against one die
    assert DESERT not in Table({"dice": held, "bene_gesserit": tokens}).legal


@pytest.mark.rule("ARR-DESERT-03")
@pytest.mark.parametrize("granting", ["dust_chasms", "sandtides"])
def test_a_card_grants_it_without_comparing_dice(granting: str) -> None:
    more = {"harkonnen": {"mentat": 1, "strategy": 1}, "atreides": {"mentat": 2, "strategy": 2}}
    found = Table({"dice": more, "hands": {"atreides": [granting]}})
    assert DESERT not in found.legal
    found.play_card(die("mentat"), DO)
    assert found.areas == DESERTS - SIETCHES
    found.play(go("north_east_1"), DONE)
    assert found.at("north_east_1") == {"wormsign": True}


@pytest.mark.rule("ARR-DESERT-04")
def test_two_wormsigns_in_desert_without_sign_worm_and_sietch() -> None:
    areas = {
        "north_east_1": {"wormsign": True},
        "north_east_2": {"sandworm": "ordinary"},
        "north_east_3": {"harvester": True, "harkonnen": {"standard": 1}},
        "north_east_5": {"atreides": {"standard": 1}},
        "windgap": {"sietch": "destroyed"},
    }
    found = table(areas).play(DESERT, option(0))
    assert found.areas == DESERTS - (SIETCHES - {"windgap"}) - {"north_east_1", "north_east_2"}
    found.play(go("north_east_3"))
    assert "north_east_3" not in found.areas
    found.play(go("windgap"))
    assert found.mover == "harkonnen"
    assert found.at("north_east_3")["wormsign"] and found.at("windgap")["wormsign"]


WORMS = {
    "north_east_10": {"sandworm": "ordinary"},
    "south_east_2": {"sandworm": "ordinary"},
    "south_west_6": {"sandworm": "ordinary"},
    "north_east_14": {"harkonnen": {"standard": 3}},
}


@pytest.mark.rule("ARR-DESERT-05")
def test_two_different_sandworms_move_once_each() -> None:
    found = table(WORMS).play(DESERT)
    assert found.legal == [option(0), option(1), option(2)]
    found.play(option(1))
    assert found.areas == {"north_east_10", "south_east_2", "south_west_6"}
    found.play(go("north_east_10"), go("north_east_12"))
    assert found.areas == {"south_east_2", "south_west_6"}
    found.play(go("south_west_6"), go("south_west_7"))
    assert found.mover == "harkonnen"
    worms = {name for name, held in found.told["areas"].items() if "sandworm" in held}
    assert worms == {"north_east_12", "south_east_2", "south_west_7"}


@pytest.mark.rule("ARR-DESERT-06")
def test_one_sandworm_attacks() -> None:
    found = table(WORMS).play(DESERT, option(2))
    assert found.areas == {"north_east_10", "south_east_2"}  # the third has nothing in reach
    found.play(go("north_east_10"))
    if "north_east_14" in found.areas:
        found.play(go("north_east_14"))
    assert found.mover == "harkonnen"
    hits = found.told["deeds"]["worm_hits"]
    assert hits > 0 and found.legion("harkonnen", "north_east_14").get("standard", 0) == max(0, 3 - hits)


@pytest.mark.rule("EX-22")
def test_a_sign_on_a_legion_waits_but_a_legion_on_a_sign_does_not() -> None:
    areas = {"north_east_10": {"harkonnen": {"standard": 2}}, "north_east_14": {"harkonnen": {"standard": 2}}}
    found = table(areas).play(DESERT, go("north_east_10"), go("north_east_13"))
    assert found.at("north_east_10") == {"wormsign": True, "harkonnen": {"standard": 2}}
    found.play(die("strategy"), option(0), go("north_east_14"), go("north_east_13"), ALL)
    assert "wormsign" not in found.at("north_east_13")
    assert found.at("north_east_10")["wormsign"]


@pytest.mark.rule("EX-17")
def test_a_face_down_token_destroys_a_harvester() -> None:
    areas = {
        "north_east_10": {"harvester": True},
        "north_east_13": {"atreides": {"tokens": ["atreides_start_1"], "standard": 1}},
    }
    found = table(areas).play(die("strategy"), go("north_east_13"), go("north_east_10"), token("atreides_start_1"))
    assert found.at("north_east_10") == {"atreides": {"tokens": ["atreides_start_1"]}}
    assert "atreides_start_1" not in found.told["deployment_tokens"]["gone"]


@pytest.mark.rule("EX-06")
def test_four_spice_hold_two_markers() -> None:
    deep = [one.id for one in CONTENT.areas if one.deep and not one.sietch]
    found = Table({"phase": "spice", "round": 2, "areas": {name: {"harvester": True} for name in deep[:2]}})
    assert found.told["spice"]["unspent"] == 4
    found.play(option(1), option(1))
    told = found.told["spice"]
    assert told["markers"] == {"choam": 1, "spacing_guild": 1, "landsraad": 2}
    assert told["bans"] == ["landsraad"] and (told["unspent"], told["reserve"]) == (0, 0)
