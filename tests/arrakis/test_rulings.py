"""Rulings of ours on turns, units and moves: what the rulebook leaves open (AMB-01 to AMB-40)."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.scene import Scene
from arrakis.table import (
    ALL,
    CONTENT,
    DESERT,
    DONE,
    GUERRILLA,
    TOKENS,
    YES,
    Table,
    die,
    go,
    leader,
    option,
    the_game,
    token,
    unit,
    zone,
)
from dune_sim.games.arrakis.kernels import legion

STARTERS = ["paul_atreides", "lady_jessica", "stilgar", "baron_harkonnen", "beast_rabban", "captain_aramsham"]
BARE: dict[str, Any] = {"decks": {"harkonnen": [], "atreides": []}, "exhausted": STARTERS}
ONE_WORM = {"sand": 0, "sandworm": 1, "burrowing": 0}
DESERTS = [one.id for one in CONTENT.areas if one.terrain == "desert" and not one.sietch]


# -- turns -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AMB-01")
def test_a_bene_gesserit_token_can_be_the_last_harkonnen_die() -> None:
    token_placed = {"harkonnen": {"owned": 0, "placed": 1}, "atreides": {"owned": 0}, "supply": 4}
    held = {"harkonnen": {"mentat": 1, "used": 8}, "atreides": {"mentat": 2, "house": 1}}
    table = Table({"dice": held, "bene_gesserit": token_placed, **BARE})
    assert table.mover == "atreides" and table.told["phase"] == "actions"  # the token keeps the phase open
    table.play(die("mentat"))
    assert (table.told["phase"], table.unused("atreides")) == ("spice", 2)  # and its use ends it


@pytest.mark.rule("AMB-03", "ARR-ACT-13")
@pytest.mark.parametrize("mover", ["atreides", "harkonnen"])
def test_no_turn_is_taken_without_a_harkonnen_die(mover: str) -> None:
    """All may be blocked or taken away: the test comes before each turn, that of the Atreides included."""
    table = Table({"to_move": mover, "dice": {"harkonnen": {}, "atreides": {"mentat": 2, "house": 2}}, **BARE})
    assert table.told["phase"] != "actions" and table.told["dice"]["atreides"]["used"] == 0
    one = Table({"to_move": mover, "dice": {"harkonnen": {"mentat": 1}, "atreides": {"mentat": 2, "house": 2}}})
    assert one.told["phase"] == "actions"


@pytest.mark.rule("AMB-04", "ARR-DESERT-02")
def test_dice_are_compared_anew_before_each_turn() -> None:
    areas = {
        "north_east_10": {"atreides": {"tokens": TOKENS[:1]}},
        "south_east_3": {"atreides": {"tokens": TOKENS[1:2]}},
    }
    held = {"harkonnen": {"mentat": 2, "house": 1}, "atreides": {"mentat": 2}}
    table = Table({"dice": held, "areas": areas, **BARE})
    assert DESERT in table.legal  # 2 against 3
    assert DESERT in table.copy().play(GUERRILLA, token(TOKENS[0])).legal  # a free action changes nothing
    table.play(DESERT, DONE)
    while DONE in table.legal:
        table.play(DONE)
    table.play(die("mentat"))
    assert table.mover == "atreides" and table.unused("harkonnen") == table.unused("atreides") == 2
    assert DESERT not in table.legal  # 2 against 2
    table.play(die("mentat"))
    while DONE in table.legal:
        table.play(DONE)
    table.play(die("mentat"))
    assert table.unused("harkonnen") == table.unused("atreides") == 1 and DESERT not in table.legal


@pytest.mark.rule("AMB-09", "ARR-SETUP-16")
def test_which_objectives_were_not_drawn_is_told_to_nobody_in_an_order() -> None:
    """A further objective is any of the five, whatever the Atreides know."""
    hands = {"atreides": ["tested_with_the_gom_jabbar"]}
    held = {"harkonnen": {"mentat": 2}, "atreides": {"mentat": 1, "house": 1}}
    table = Table({"dice": held, "hands": hands, "objective": ["objective_2"]})
    drawn = set()
    for seed in range(60):
        other = Table.__new__(Table)
        other.state = table.state.determinize(1, seed)
        (more,) = set(other.play_card(die("mentat"), YES).told["objective"]) - {"objective_2"}
        drawn.add(more)
    assert drawn == {f"objective_{k}" for k in (1, 3, 4, 5, 6)}


@pytest.mark.rule("AMB-14", "ARR-VEH-05")
def test_vehicles_without_a_spot_stay_in_the_pool() -> None:
    """Two deserts are left, all others hold enemies, worms or harvesters: two of three harvesters find a place."""
    free, *taken = DESERTS[:2], *DESERTS[2:]
    units = [*["standard"] * 16, *["elite"] * 8, *["special_elite"] * 6]
    fill = [{"atreides": {kind: 1}} for kind in units] + [{"atreides": {"tokens": [one]}} for one in TOKENS]
    fill += [{"sandworm": "ordinary"}] * 4 + [{"harvester": True}] * 5
    table = Table({"phase": "vehicles", "round": 2, "areas": dict(zip(taken, fill, strict=True))})
    assert table.areas == set(free)
    table.play(go(free[0]))  # the second goes to the other one, the third nowhere
    assert sum("harvester" in held for held in table.told["areas"].values()) == 5 + 2
    assert table.zones == set(range(1, 9)) and not table.areas  # on to the ornithopters


@pytest.mark.rule("AMB-15", "ARR-FREE-03")
def test_tokens_are_turned_up_in_the_own_action_turn_only() -> None:
    areas = {"north_east_10": {"atreides": {"tokens": TOKENS[:2]}}, "north_east_13": {"harkonnen": {"standard": 2}}}
    held = {"harkonnen": {"mentat": 2, "strategy": 1}, "atreides": {"mentat": 2, "strategy": 1}}
    assert GUERRILLA in Table({"dice": held, "areas": areas}).legal
    assert GUERRILLA not in Table({"dice": held, "areas": areas, "to_move": "harkonnen"}).legal
    for phase in ("desert", "end"):
        scene = Scene({"phase": phase, "round": 2, "areas": areas})
        for _ in range(30):
            assert scene.state.is_over or scene.told["phase"] == "actions" or GUERRILLA not in scene.legal
            if scene.state.is_over:
                break
            scene.pick(scene.legal[0])


# -- units -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AMB-22", "ARR-UNIT-07")
def test_deploying_past_the_limit_is_allowed_and_the_owner_removes_the_surplus() -> None:
    areas = {"arrakeen": {"harkonnen": {"elite": 5, "special_elite": 1}}}
    held = {"harkonnen": {"deployment": 2, "mentat": 1}, "atreides": {"mentat": 1}}
    table = Table({"to_move": "harkonnen", "dice": held, "areas": areas}).play(die("deployment"))
    assert go("arrakeen") in table.legal
    table.play(go("arrakeen"))
    assert table.legal == [unit("standard"), unit("elite"), unit("special_elite")]
    table.play(unit("elite"))
    assert table.legion("harkonnen", "arrakeen") == {"standard": 1, "elite": 4, "special_elite": 1}


@pytest.mark.rule("AMB-26", "ARR-SETUP-12")
@pytest.mark.parametrize(("side", "kind"), [("harkonnen", "bashar"), ("atreides", "naib")])
def test_generic_leaders_are_in_play_from_the_start(side: str, kind: str) -> None:
    state = the_game().new(3)
    assert sum(held.get(side, {}).get(kind, 0) for held in state.to_dict()["areas"].values()) > 0
    areas = {"arrakeen": {"harkonnen": {"standard": 1}}, "windgap": {"atreides": {"standard": 1}}}
    held = {"harkonnen": {"deployment": 1, "mentat": 1}, "atreides": {"deployment": 1, "mentat": 1}}
    table = Table({"to_move": side, "dice": held, "areas": areas}).play(die("deployment"), DONE)
    assert unit(kind) in table.legal


def hit(packed: dict[str, int], **areas: Any) -> Scene:
    """A worm has hit a legion once; its owner is asked."""
    for seed in range(80):
        held = {"south_east_5": {"harkonnen": packed}, "south_east_6": {"sandworm": "ordinary"}, **areas}
        dice = {"harkonnen": {"mentat": 2, "deployment": 1}, "atreides": {"mentat": 1}}
        scene = Scene({"areas": held, "to_move": "atreides", "dice": dice, "seed": seed}).pick(DESERT)
        if scene.roll(4)[0] == 1:
            return scene.pick(option(2))
    raise AssertionError("no seed hits once")


@pytest.mark.rule("AMB-20", "ARR-BATTLE-24")
@pytest.mark.parametrize("kind", ["elite", "special_elite"])
def test_a_hit_on_an_elite_leaves_a_standard_unit(kind: str) -> None:
    lose = legion.ACT_LOSE_ELITE if kind == "elite" else legion.ACT_LOSE_SPECIAL
    scene = hit({kind: 2, "standard": 1}).pick(lose)
    assert scene.at("south_east_5")["harkonnen"] == {kind: 1, "standard": 2}


@pytest.mark.rule("AMB-19")
def test_without_a_standard_figure_in_the_pool_the_elite_is_lost() -> None:
    full = {name: {"harkonnen": {"standard": 6}} for name in ("carthag", "arsunt", "arrakeen", "hagga_basin")}
    scene = hit({"elite": 2, "bashar": 1}, **full).pick(legion.ACT_LOSE_ELITE)
    assert scene.at("south_east_5")["harkonnen"] == {"elite": 1, "bashar": 1}
    assert int(scene.raw["pool"][0][1]) == 11


@pytest.mark.rule("AMB-40", "ARR-BATTLE-21")
def test_special_elites_lost_in_a_round_still_cancel_its_shields() -> None:
    """Both sides roll; shields are cut before the attacker gives up its Sardaukar."""
    areas = {
        "central_south_west_6": {"harkonnen": {"special_elite": 3}},
        "central_south_east_4": {"atreides": {"standard": 6}},
    }
    for seed in range(200):
        data = {"areas": areas, "to_move": "harkonnen", "seed": seed, **BARE}
        data["dice"] = {"harkonnen": {"strategy": 1, "mentat": 1}, "atreides": {"mentat": 1}}
        scene = Scene(data)
        attack, defence = scene.rolls(3, 6)
        suffered = max(0, attack[0] - max(0, defence[1] - 3))
        received = max(0, defence[0] - attack[1])
        if suffered > max(0, attack[0] - defence[1]) and 0 < received < 3 and suffered < 6:
            scene.attack("central_south_east_4")
            scene.asked(received == 2, legion.ACT_LOSE_SPECIAL)  # the first hit left no choice
            assert int(scene.raw["battle"]["sides"][0]["special"]) == 3 - received
            assert int(scene.raw["battle"]["sides"][1]["standard"]) == 6 - suffered
            return
    raise AssertionError("no seed shows it")


# -- moves -----------------------------------------------------------------------------------------------------------

STRATEGY = {"harkonnen": {"strategy": 2, "mentat": 1, "deployment": 1}, "atreides": {"strategy": 1, "mentat": 1}}


@pytest.mark.rule("AMB-27", "AMB-56")
def test_a_forced_retreat_is_no_move_of_the_action() -> None:
    """A legion joins another on a wormsign: both are driven off, but only those who had not moved go on."""
    areas = {
        "north_east_7": {"harkonnen": {"standard": 2, "bashar": 1}},
        "north_east_8": {"wormsign": True, "harkonnen": {"elite": 1, "standard": 1}},
    }
    scene = Scene({"to_move": "harkonnen", "dice": STRATEGY, "areas": areas, "wormsigns": ONE_WORM})
    scene.march("north_east_7", "north_east_8", part=True).pick("north_east_12")
    assert scene.at("north_east_12")["harkonnen"] == {"standard": 3, "elite": 1, "bashar": 1}
    assert scene.areas == {"north_east_12"}
    scene.pick("north_east_12", "north_east_13")
    assert scene.legal == [ALL, unit("standard"), unit("elite")]  # no Bashar among them
    scene.pick(ALL)
    assert scene.at("north_east_13")["harkonnen"] == {"standard": 1, "elite": 1}
    assert scene.at("north_east_12")["harkonnen"] == {"standard": 2, "bashar": 1}


@pytest.mark.rule("AMB-27", "AMB-56")
def test_a_figure_that_a_worm_makes_standard_has_still_moved() -> None:
    """The legion cannot retreat onto the sign beside it, but might move there."""
    areas: dict[str, Any] = {"north_east_9": {"wormsign": True}, "north_east_10": {"wormsign": True}}
    areas["north_east_13"] = {"atreides": {"standard": 1}}
    areas["north_east_12"] = {"harkonnen": {"elite": 6}}
    areas["carthag"] = {"harkonnen": {"standard": 1}}
    for seed in range(60):
        more = {"wormsigns": {**ONE_WORM, "sandworm": 2}, "air_zones": {"air_zone_1": "ornithopter"}, "seed": seed}
        scene = Scene({"to_move": "harkonnen", "dice": STRATEGY, "areas": areas, **more})
        swords, _, specials = scene.roll(4, signs=1)
        if swords + 2 * specials == 2:
            break
    scene.march("north_east_12", "north_east_10", fight=True, part=True)
    scene.pick(legion.ACT_LOSE_ELITE)  # the first hit left no choice
    assert scene.at("north_east_10")["harkonnen"] == {"standard": 2, "elite": 4}
    assert scene.areas == {"carthag"}


@pytest.mark.rule("AMB-32", "ARR-TRANS-01", "ARR-MAP-05")
@pytest.mark.parametrize("number", range(1, 9))
def test_from_the_north_pole_any_ornithopter_serves(number: int) -> None:
    areas = {"north_pole": {"harkonnen": {"standard": 2}}}
    held = {"harkonnen": {"strategy": 1, "mentat": 1}, "atreides": {"mentat": 1}}
    scenario = {"to_move": "harkonnen", "dice": held, "areas": areas, "exhausted": STARTERS}
    walking = Table(scenario).play(die("strategy"), go("north_pole")).areas
    table = Table({**scenario, "air_zones": {f"air_zone_{number}": "ornithopter"}})
    table.play(die("strategy"), go("north_pole"))
    assert table.areas > walking
    table.play(go(min(table.areas - walking)), ALL)
    assert table.told["air_zones"] == {}


@pytest.mark.rule("AMB-32", "ARR-TRANS-01")
def test_at_the_north_pole_the_ornithopter_is_chosen() -> None:
    zones = {f"air_zone_{k}": "ornithopter" for k in (2, 5, 7)}
    areas = {"north_pole": {"harkonnen": {"standard": 2}}}
    held = {"harkonnen": {"strategy": 1, "mentat": 1}, "atreides": {"mentat": 1}}
    table = Table({"to_move": "harkonnen", "dice": held, "areas": areas, "air_zones": zones, "exhausted": STARTERS})
    table.play(die("strategy"), go("north_pole"))
    far = min(table.areas - {name for name in table.areas if name.startswith("central")} or table.areas)
    table.play(go(far))
    assert table.zones == {2, 5, 7}
    table.play(zone(5), ALL)
    assert set(table.told["air_zones"]) == {"air_zone_2", "air_zone_7"}
    assert leader("baron_harkonnen") not in table.legal


@pytest.mark.rule("AMB-27", "ARR-MOVE-08", "ARR-FREE-03")
def test_units_of_a_token_that_moved_have_moved() -> None:
    areas = {
        "north_east_10": {"atreides": {"tokens": TOKENS[:1]}},
        "north_east_13": {"atreides": {"elite": 1}},
        "south_east_3": {"atreides": {"standard": 1}},
    }
    table = Table({"dice": STRATEGY, "areas": areas, "exhausted": STARTERS}).play(die("strategy"))
    table.play(go("north_east_10"), go("north_east_13"), GUERRILLA)
    assert table.legion("atreides", "north_east_13") == {"standard": 2, "elite": 1}
    assert table.areas == {"north_east_13", "south_east_3"}
    table.play(go("north_east_13"), go("north_east_12"))  # the elite unit is the only one left to move
    assert table.legion("atreides", "north_east_12") == {"elite": 1}
    assert table.legion("atreides", "north_east_13") == {"standard": 2}
