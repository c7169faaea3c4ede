"""Free actions: guerrilla training, scouting, Hawat's scheming (ARR-FREE)."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.table import CONTENT, DONE, GUERRILLA, HAWAT, SCOUT, Table, card, die, go, option, token, zone

DICE = {
    "harkonnen": {"strategy": 1, "mentat": 2, "leadership": 1},
    "atreides": {"strategy": 1, "mentat": 1, "leadership": 1},
}
HIDDEN: dict[str, Any] = {
    "north_east_10": {"atreides": {"tokens": ["atreides_start_1", "atreides_start_8"]}},
    "north_east_13": {"atreides": {"tokens": ["atreides_start_4"]}},
}
FLYERS = {"air_zone_1": "ornithopter", "air_zone_5": "ornithopter", "air_zone_3": "carryall"}
HAND = ["hawats_scheming", "hawats_scheming#2", "hawats_scheming#3"]


def table(side: str, areas: dict[str, Any] | None = None, **more: Any) -> Table:
    return Table({"to_move": side, "dice": DICE, "areas": HIDDEN if areas is None else areas, **more})


@pytest.mark.rule("ARR-FREE-01", "ARR-FREE-02")
def test_free_actions_are_repeated_on_top_of_the_turn() -> None:
    found = table("atreides").play(GUERRILLA, token("atreides_start_1"), GUERRILLA, token("atreides_start_4"))
    assert found.mover == "atreides" and found.unused("atreides") == 3 and found.told["turn"] == 0
    assert {"leadership", "strategy", "mentat"} == found.faces
    found.play(die("mentat"), DONE)  # the action of the turn ...
    assert found.mover == "atreides" and found.legal == [DONE, GUERRILLA]  # ... and still a free one after it
    found.play(GUERRILLA)
    assert found.mover == "harkonnen" and found.unused("atreides") == 2


@pytest.mark.rule("ARR-FREE-03")
def test_guerrilla_training_turns_up_any_own_token() -> None:
    found = table("atreides").play(GUERRILLA)
    assert found.legal == [token("atreides_start_1"), token("atreides_start_4"), token("atreides_start_8")]
    found.play(token("atreides_start_8"))
    assert found.legion("atreides", "north_east_10") == {
        "standard": 1,
        "special_elite": 1,
        "tokens": ["atreides_start_1"],
    }
    assert "atreides_start_8" in found.told["deployment_tokens"]["gone"]
    assert GUERRILLA not in table("harkonnen").legal


@pytest.mark.rule("ARR-FREE-03")
def test_guerrilla_training_between_two_moves() -> None:
    areas = {**HIDDEN, "north_east_1": {"atreides": {"standard": 1}}, "north_east_14": {"atreides": {"standard": 1}}}
    found = table("atreides", areas).play(die("strategy"))
    assert GUERRILLA in found.legal and go("north_east_1") in found.legal
    found.play(GUERRILLA, token("atreides_start_4"))
    assert found.legion("atreides", "north_east_13") == {"standard": 1, "elite": 1}
    assert go("north_east_1") in found.legal and found.unused("atreides") == 2


@pytest.mark.rule("ARR-FREE-04")
def test_scouting_turns_up_one_area_and_costs_the_ornithopter() -> None:
    areas = {
        **HIDDEN,
        "sihaya_ridge": {"sietch": 3, "atreides": {"tokens": ["atreides_start_5"], "naib": 1}},
    }
    found = table("harkonnen", areas, air_zones=FLYERS).play(SCOUT)
    assert found.zones == {1, 5}  # a carryall does not scout
    found.play(zone(1))
    assert found.areas == {"north_east_10", "north_east_13", "sihaya_ridge", "gara_kulon"}
    assert found.told["air_zones"] == {"air_zone_5": "ornithopter", "air_zone_3": "carryall"}
    found.play(go("sihaya_ridge"))
    assert found.at("sihaya_ridge") == {
        "sietch": {"rank": 3, "revealed": True},
        "atreides": {"standard": 1, "elite": 1, "naib": 1},
    }
    assert found.legion("atreides", "north_east_13") == {"tokens": ["atreides_start_4"]}
    assert found.mover == "harkonnen" and found.unused("harkonnen") == 4
    assert SCOUT in found.legal  # again, with the other one


@pytest.mark.rule("ARR-FREE-04")
def test_only_in_an_own_turn_and_not_under_the_guild_ban() -> None:
    assert SCOUT not in table("atreides", air_zones=FLYERS).legal
    banned = table("harkonnen", air_zones=FLYERS, spice={"bans": ["spacing_guild"]})
    assert SCOUT not in banned.legal


@pytest.mark.rule("ARR-FREE-05", "ARR-FREE-07")
def test_hawats_scheming_needs_two_cards_and_hawat() -> None:
    hawat = {"thufir_hawat": "aside"}
    for many in range(4):
        found = table("harkonnen", hands={"harkonnen": HAND[:many]}, leaders=hawat, tracks={"supremacy": 1})
        assert (HAWAT in found.legal, HAWAT + 1 in found.legal) == (many >= 2, many >= 3)
    assert HAWAT not in table("harkonnen", hands={"harkonnen": HAND}).legal


@pytest.mark.rule("ARR-FREE-06")
@pytest.mark.parametrize("gone", [False, True])
def test_without_hawat_his_scheming_cannot_be_discarded(gone: bool) -> None:
    """At the hand limit of round end."""
    leaders = {"thufir_hawat": "gone", "gaius_helen_mohiam": "aside"} if gone else {"thufir_hawat": "aside"}
    deck = [name for name in CONTENT.planning_cards.ids if CONTENT.planning_cards.get(name).deck == "corrino_ally"]
    hand = [*HAND, *deck[:6]]
    found = Table(
        {"phase": "end", "round": 2, "hands": {"harkonnen": hand}, "leaders": leaders, "tracks": {"supremacy": 1}}
    )
    while card("harkonnen", deck[0]) not in found.legal:
        found.play(DONE)
    assert (card("harkonnen", "hawats_scheming") in found.legal) is not gone


@pytest.mark.rule("ARR-FREE-06")
def test_nor_spent_for_a_battle_die() -> None:
    areas = {"north_east_10": {"harkonnen": {"standard": 3}}, "north_east_13": {"atreides": {"standard": 3}}}
    hands = {"harkonnen": [HAND[0], "hunter_seeker"]}
    leaders = {"thufir_hawat": "gone", "gaius_helen_mohiam": "aside"}
    found = table("harkonnen", areas, hands=hands, leaders=leaders, tracks={"supremacy": 1})
    found.play(die("strategy"), option(1), go("north_east_13"))
    assert card("harkonnen", "hunter_seeker") in found.legal
    assert card("harkonnen", "hawats_scheming") not in found.legal


@pytest.mark.rule("ARR-FREE-07")
def test_only_one_card_brings_a_free_action() -> None:
    assert [one.id for one in CONTENT.planning_cards if one.free_action] == ["hawats_scheming"]
