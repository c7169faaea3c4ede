"""Parts of cards: a part is refused without the next, units come without their leader, what counts as lost."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.table import CONTENT, DONE, GUERRILLA, SCOUT, YES, Table, card, die, go, leader, unit, zone

DICE = {
    "harkonnen": {"strategy": 2, "house": 1, "deployment": 1, "mentat": 1},
    "atreides": {"strategy": 2, "mentat": 1},
}
CAMP: dict[str, Any] = {
    "arsunt": {"harkonnen": {"standard": 3}},
    "north_west_16": {"atreides": {"standard": 1}},
}


def table(side: str, areas: dict[str, Any], **more: Any) -> Table:
    return Table({"to_move": side, "dice": DICE, "areas": areas, **more})


def played(side: str, name: str, areas: dict[str, Any], **more: Any) -> Table:
    """A strategy die is spent on the only card in hand."""
    found = table(side, areas, hands={side: [name]}, **more).play_card(die("strategy"))
    assert name not in found.told["hands"][side] and card(side, name) not in found.legal
    return found


# -- one kind is refused, the others are not -------------------------------------------------------------------------


@pytest.mark.rule("ARR-ACT-14")
def test_without_the_harvester_a_carryall_still_comes() -> None:
    found = played("harkonnen", "workhorse_of_arrakis", {})
    assert found.areas and not found.zones
    found.play(DONE)
    assert found.zones and not found.areas
    found.play(zone(3))  # from the pool: no carryall is on the map
    assert found.told["air_zones"] == {"air_zone_3": "carryall"}


@pytest.mark.rule("ARR-ACT-14")
def test_aramsham_brings_standard_units_without_sardaukar() -> None:
    found = table("harkonnen", {}).play(leader("captain_aramsham"))
    assert found.copy().play(go("arsunt")).legion("harkonnen", "arsunt") == {"special_elite": 1}
    found.play(DONE, go("arsunt"), go("carthag"))
    assert found.legion("harkonnen", "arsunt") == found.legion("harkonnen", "carthag") == {"standard": 1}


# -- no leader, but his units ----------------------------------------------------------------------------------------

LED = [
    ("harkonnen", "mudir_nahya_the_demon_ruler", "beast_rabban"),
    ("atreides", "voice_from_the_outer_world", "paul_atreides"),
    ("harkonnen", "rage_overcame_shaddam_iv_a", "emperor_shaddam_iv"),
    ("harkonnen", "rage_overcame_shaddam_iv_b", "emperor_shaddam_iv"),
    ("atreides", "i_am_stilgar_the_fremen", "stilgar"),
]
LEGIONS = {"harkonnen": {"arsunt"}, "atreides": {"north_west_16"}}


@pytest.mark.rule("ARR-ACT-14", "ARR-TANK-06", "AMB-100")
@pytest.mark.parametrize("refused", [False, True])
@pytest.mark.parametrize(("side", "name", "led_by"), LED)
def test_a_card_sends_its_units_also_without_the_leader(side: str, name: str, led_by: str, refused: bool) -> None:
    """To where the card sends the leader: any legion of its own, a settlement, a free plateau."""
    more: dict[str, Any] = {"tank": {side: [led_by]}}
    if refused:
        more = {"leaders": {led_by: "aside"}} if led_by == "emperor_shaddam_iv" else {}
    found = played(side, name, CAMP, **more)
    if refused and name not in ("rage_overcame_shaddam_iv_a", "i_am_stilgar_the_fremen"):  # they name the place first
        assert led_by in found.named
        found.play(DONE)
    if name == "rage_overcame_shaddam_iv_a":
        assert found.areas == {one.id for one in CONTENT.settlements}
    elif name == "i_am_stilgar_the_fremen":
        assert {CONTENT.areas.get(one).terrain for one in found.areas} == {"plateau"}
    else:
        assert found.areas == LEGIONS[side]
    area = sorted(found.areas)[0]
    found.play(go(area))
    while found.mover == side and not any("attack" in one for one in found.words()):
        found.play(next(one for one in (YES, go(area), DONE) if one in found.legal))
    assert sum(found.legion(side, area).values()) > sum(CAMP.get(area, {}).get(side, {}).values())


@pytest.mark.rule("ARR-ACT-14", "AMB-100")
def test_chatt_brings_a_naib_without_fedaykin() -> None:
    held = {"windgap": {"atreides": {"standard": 1}}, **CAMP}
    found = played("atreides", "chatt_the_leaper", held).play(DONE, unit("naib"))
    assert found.legion("atreides", "windgap") == {"standard": 1, "naib": 1}, "the one sietch with own units"


@pytest.mark.rule("ARR-ACT-14", "ARR-LEAD-12", "AMB-100")
def test_smugglers_come_without_gurney() -> None:
    found = played("atreides", "smugglers_a", {}).play(DONE)
    area = sorted(found.areas)[0]
    found.play(go(area), go(area), go(area))
    assert found.legion("atreides", area) == {"elite": 2} and found.told["leaders"]["gurney_halleck"] == "out"


@pytest.mark.rule("AMB-100")
def test_without_the_captain_there_is_no_legion_that_could_move() -> None:
    """Where nobody was placed, a move or an attack of "that legion" has none to speak of."""
    areas = {"carthag": {"harkonnen": {"special_elite": 2}}}
    name = "i_decide_what_best_serves_his_majesty"
    assert played("harkonnen", name, areas, tank={"harkonnen": ["captain_aramsham"]}).mover == "atreides"


@pytest.mark.rule("ARR-ACT-21", "ARR-UNIT-15")
def test_paul_leaves_his_legion_before_its_units_do() -> None:
    """Were the last unit taken first, Paul would be alone, and in the tank instead of in Windgap."""
    areas = {
        "north_east_10": {"atreides": {"special_elite": 1, "leaders": ["paul_atreides"]}},
        "windgap": {"atreides": {"standard": 1}},
    }
    found = played("atreides", "voice_from_the_outer_world", areas)
    found.play(leader("paul_atreides"), go("windgap"), go("windgap"), go("north_east_10"))
    assert found.told["tank"]["atreides"] == [None, None, None]
    assert found.legion("atreides", "windgap") == {"standard": 1, "special_elite": 1, "leaders": ["paul_atreides"]}


# -- what a card takes away ------------------------------------------------------------------------------------------


@pytest.mark.rule("ARR-PRES-11", "ARR-UNIT-17")
def test_harvesters_that_a_card_takes_are_lost() -> None:
    """Two of them are enough for the raids on the spice fields."""
    areas = {"north_east_1": {"harvester": True}, "north_east_2": {"harvester": True}}
    row = {"row": ["raids_on_the_spice_fields"]}
    found = played("atreides", "dust_chasms", areas, prescience=row)
    found.play(go("north_east_1"), go("north_east_2"))
    while found.mover == "atreides" and not any(200 <= one < 216 for one in found.legal):
        found.play(DONE)
    assert found.told["deeds"]["harvesters_lost"] == 2
    assert found.mover == "atreides" and any(200 <= one < 216 for one in found.legal), "the card can be scored"


WORM, SAND = {"sand": 0, "sandworm": 4, "burrowing": 0}, {"sand": 8, "sandworm": 0, "burrowing": 0}


@pytest.mark.rule("ARR-ACT-21", "ARR-WORM-18")
def test_shigawire_needs_the_legion_it_moved() -> None:
    """The Sardaukar walk onto a wormsign with no way out; if the worm takes them, nobody throws the wire."""
    areas = {
        "north_east_2": {"harkonnen": {"special_elite": 1}, "wormsign": True},
        "north_east_5": {"atreides": {"standard": 1}},
        "north_east_6": {"atreides": {"standard": 1}},
        "north_east_1": {"wormsign": True},
        "arrakeen": {"harkonnen": {"standard": 1}},
        "north_east_3": {"atreides": {"standard": 1, "leaders": ["stilgar"]}},
        "north_east_4": {"atreides": {"standard": 1}},
        "north_west_3": {"atreides": {"standard": 1}},
    }
    fates = set()
    for seed in range(40):
        for faces in (WORM, SAND):
            found = played("harkonnen", "shigawire", areas, seed=seed, wormsigns=faces)
            found.play(go("north_east_2"))  # there is one area to go to
            while found.mover == "atreides" and found.told["turn"] == 0:
                found.play(found.legal[0])
            alive = found.legion("harkonnen", "north_east_1") != {}
            assert (found.mover == "harkonnen" and leader("stilgar") in found.legal) is alive
            fates.add((faces is WORM, alive))
    assert fates == {(True, True), (True, False), (False, True)}


# -- free actions inside actions ------------------------------------------------------------------------------------

HIDDEN = {"gara_kulon": {"sietch": 2, "atreides": {"tokens": ["atreides_start_8"], "naib": 1}}}
FLYER = {"air_zone_1": "ornithopter"}


@pytest.mark.rule("ARR-FREE-04", "AMB-98")
def test_scouting_before_a_further_card_is_chosen() -> None:
    """Mohiam draws and plays: what was drawn may be a reason to scout first."""
    leaders = {"thufir_hawat": "gone", "gaius_helen_mohiam": "aside"}
    found = table(
        "harkonnen",
        {"arrakeen": {"harkonnen": {"standard": 1}}, **HIDDEN},
        leaders=leaders,
        tracks={"supremacy": 1},
        air_zones=FLYER,
        hands={"harkonnen": ["hunter_seeker"]},
    ).play(leader("gaius_helen_mohiam"))
    while card("harkonnen", "hunter_seeker") not in found.legal:
        found.play(next(one for one in found.legal if one != DONE and one != SCOUT))
    assert SCOUT in found.legal


@pytest.mark.rule("ARR-FREE-04", "AMB-98")
def test_scouting_before_a_special_attack() -> None:
    areas = {
        "north_east_12": {"harkonnen": {"standard": 3}},
        "north_east_8": {"atreides": {"tokens": ["atreides_start_1"]}},
        **HIDDEN,
    }
    found = played("harkonnen", "explosive_artillery", areas, air_zones=FLYER)
    found.play(DONE)
    assert found.mover == "harkonnen" and "gara_kulon" in found.areas, str(found.words())
    assert SCOUT in found.legal


@pytest.mark.rule("ARR-FREE-03", "ARR-DEPLOY-01", "AMB-98")
def test_guerrilla_training_before_a_drawn_token_is_laid() -> None:
    areas = {"windgap": {"atreides": {"tokens": ["atreides_start_1"]}}}
    found = table("atreides", areas, dice={**DICE, "atreides": {"deployment": 1}})
    found.play(die("deployment"), YES)
    assert GUERRILLA in found.legal and go("windgap") in found.legal
