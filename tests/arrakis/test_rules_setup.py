"""Set-up and the shape of a round (ARR-SETUP, ARR-ROUND)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from arrakis.table import CONTENT, FACES, LEADERS, Table, the_game
from dune_sim.games.state import State

SEEDS = range(30)
TOWNS = ["arrakeen", "carthag", "arsunt", "hagga_basin", "imperial_basin", "north_pole"]
SIETCHES = [one.id for one in CONTENT.areas if one.sietch]


def told(seed: int) -> dict[str, Any]:
    return the_game().new(seed).to_dict()


def contents(name: str) -> Counter[str]:
    """Figures a deployment token shows."""
    return Counter({kind: many for kind, many in CONTENT.deployment_tokens.get(name).contents if many})


@pytest.mark.rule("ARR-SETUP-01")
def test_ranks_are_dealt_face_down_to_the_sietches() -> None:
    deals = set()
    for seed in SEEDS:
        ranks = [told(seed)["areas"][name]["sietch"] for name in SIETCHES]
        assert sorted(one["rank"] for one in ranks) == [1, 1, 2, 2, 2, 2, 3, 3]
        assert not any(one["revealed"] for one in ranks)
        deals.add(tuple(one["rank"] for one in ranks))
    assert len(deals) > 20
    state = the_game().new(1)
    own, other = (state.observe(seat).to_dict()["areas"]["windgap"]["sietch"] for seat in (1, 0))
    assert own["rank"] == state.to_dict()["areas"]["windgap"]["sietch"]["rank"]
    assert other.get("rank") not in (1, 2, 3)


@pytest.mark.rule("ARR-SETUP-02")
def test_every_sietch_gets_a_token_and_a_naib() -> None:
    deals = set()
    for seed in SEEDS:
        legions = [told(seed)["areas"][name]["atreides"] for name in SIETCHES]
        assert all(set(one) == {"naib", "tokens"} and one["naib"] == 1 for one in legions)
        dealt = tuple(token for one in legions for token in one["tokens"])
        assert sorted(dealt) == [f"atreides_start_{k}" for k in range(1, 9)]
        deals.add(dealt)
    assert len(deals) > 20


@pytest.mark.rule("ARR-SETUP-03")
def test_the_regular_tokens_are_the_supply() -> None:
    assert told(1)["deployment_tokens"]["supply"] == [f"atreides_deploy_{k}" for k in range(1, 9)]


@pytest.mark.rule("ARR-SETUP-04")
def test_harkonnen_settlements_are_open() -> None:
    seen = the_game().new(1).observe(1).to_dict()["areas"]
    assert [name for name, held in seen.items() if held.get("settlement") == "standing"] == sorted(
        TOWNS, key=list(CONTENT.areas.ids).index
    )


@pytest.mark.rule("ARR-SETUP-05")
def test_each_settlement_gets_a_light_and_a_dark_token() -> None:
    light = [contents(f"harkonnen_black_{k}") for k in range(1, 7)]
    dark = [contents(f"harkonnen_silver_{k}") for k in range(1, 7)]
    pairs = [one + other for one in light for other in dark]
    deals = set()
    for seed in SEEDS:
        areas = told(seed)["areas"]
        legions = [Counter(areas[name]["harkonnen"]) for name in TOWNS]
        assert all(one in pairs for one in legions)
        assert sum(legions, Counter()) == sum(light + dark, Counter())
        deals.add(tuple(tuple(sorted(one.items())) for one in legions))
    assert len(deals) > 20


@pytest.mark.rule("ARR-SETUP-06", "EX-01")
def test_each_symbol_is_one_figure() -> None:
    """A token of bashar, standard and special elite, beside one of two standard units."""
    shown = contents("harkonnen_silver_1")
    assert shown == {"bashar": 1, "standard": 1, "special_elite": 1}
    expected = dict(shown + contents("harkonnen_black_1"))
    legions = [told(seed)["areas"][name]["harkonnen"] for seed in SEEDS for name in TOWNS]
    assert expected in legions
    assert {kind for one in legions for kind in one} == {"standard", "elite", "special_elite", "bashar"}


@pytest.mark.rule("ARR-SETUP-07")
def test_stations_are_shuffled_and_known_to_nobody() -> None:
    places = [one.id for one in CONTENT.areas if one.station]
    assert len(places) == 6
    deals = set()
    for seed in SEEDS:
        dealt = tuple(told(seed)["areas"][name]["station"]["token"] for name in places)
        assert sorted(dealt) == sorted(CONTENT.testing_stations.ids)
        deals.add(dealt)
    assert len(deals) > 20
    state = the_game().new(1)
    for seat in (0, 1):
        seen = state.observe(seat).to_dict()["areas"]
        assert not any(seen[name]["station"].get("token") in CONTENT.testing_stations.ids for name in places)


@pytest.mark.rule("ARR-SETUP-08")
def test_markers_begin_on_zero() -> None:
    assert told(1)["tracks"] == {"supremacy": 0, "kwisatz_haderach": 0, "sand_dwellers": 0, "jihad": 0}


@pytest.mark.rule("ARR-SETUP-09", "ARR-ROUND-03")
def test_three_cards_of_a_shuffled_prescience_deck_are_turned_up() -> None:
    rows = set()
    for seed in SEEDS:
        found = told(seed)["prescience"]
        assert len(found["row"]) == 3 and len(found["deck"]) == 13
        assert sorted(found["row"] + found["deck"]) == sorted(CONTENT.prescience_cards.ids)
        rows.add(frozenset(found["row"]))
    assert len(rows) > 20


@pytest.mark.rule("ARR-SETUP-10")
def test_all_wormsigns_are_in_the_pool() -> None:
    found = told(1)
    assert found["wormsigns"] == {"sand": 8, "sandworm": 4, "burrowing": 4}
    assert not any("wormsign" in held for held in found["areas"].values())


@pytest.mark.rule("ARR-SETUP-11", "ARR-SETUP-12", "ARR-SETUP-13")
def test_leaders_of_the_start_wait_ready_and_the_others_are_out() -> None:
    found = told(1)
    starting = {
        "paul_atreides",
        "lady_jessica",
        "stilgar",
        "baron_harkonnen",
        "beast_rabban",
        "captain_aramsham",
    }
    assert {name for name, place in found["leaders"].items() if place == "aside"} == starting
    assert {name for name, place in found["leaders"].items() if place == "out"} == set(LEADERS) - starting
    assert found["exhausted"] == []


@pytest.mark.rule("ARR-SETUP-14")
def test_imperium_markers_begin_at_the_top() -> None:
    assert told(1)["spice"]["markers"] == {"choam": 1, "spacing_guild": 1, "landsraad": 1}


@pytest.mark.rule("ARR-SETUP-15", "ARR-ROUND-02")
def test_hands_come_from_the_first_round_one_card_of_each_deck() -> None:
    hands = set()
    for seed in SEEDS:
        found = told(seed)
        for side, decks in (("harkonnen", "house_harkonnen corrino_ally"), ("atreides", "house_atreides fremen_ally")):
            names = [name.split("#")[0] for name in found["hands"][side]]
            assert [CONTENT.planning_cards.get(name).deck for name in names] == decks.split()
            assert len(found["decks"][side]) == 34
            hands.add(tuple(names))
    assert len(hands) > 40


@pytest.mark.rule("ARR-SETUP-16")
def test_one_of_six_objectives_is_secret() -> None:
    drawn = Counter(name for seed in range(80) for name in told(seed)["objective"])
    assert len(drawn) == 6 and sum(drawn.values()) == 80
    state = the_game().new(1)
    (secret,) = state.to_dict()["objective"]
    assert state.observe(1).to_dict()["objective"] == [secret]
    assert state.observe(0).to_dict().get("objective") != [secret]


@pytest.mark.rule("ARR-SETUP-17")
def test_bene_gesserit_tokens_at_the_start() -> None:
    found = told(1)["bene_gesserit"]
    assert (found["atreides"]["owned"], found["harkonnen"]["owned"], found["supply"]) == (1, 0, 4)


def trail(state: State) -> list[tuple[int, str, int]]:
    """(round, phase, seat) of every decision of a random game."""
    random, found = np.random.default_rng(4), []
    while not state.is_over:
        now = state.to_dict()
        found.append((now["round"], now["phase"], state.to_move))
        state.apply(int(random.choice(state.legal_actions())))
    return found


@pytest.mark.rule("ARR-ROUND-01")
def test_phases_follow_one_another_until_somebody_has_won() -> None:
    order = {"start": 0, "vehicles": 1, "actions": 2, "desert": 3, "spice": 4, "end": 5}
    state = the_game().new(4)
    steps = trail(state)
    keys = [(number, order[phase]) for number, phase, _ in steps]
    assert keys == sorted(keys)
    assert steps[0][:2] == (1, "vehicles") and steps[-1][0] > 2
    assert {seat for _, phase, seat in steps if phase == "vehicles"} == {0}
    assert {seat for _, phase, seat in steps if phase == "actions"} == {0, 1}
    for number in range(1, steps[-1][0]):
        assert {"vehicles", "actions"} <= {phase for one, phase, _ in steps if one == number}
    assert state.winner is not None or state.raw["round"][0] == 40


@pytest.mark.rule("ARR-ROUND-02", "ARR-ROUND-03")
def test_a_new_round_brings_cards() -> None:
    found = Table({"phase": "start", "round": 2}).told
    assert found["phase"] == "vehicles"
    assert [len(found["hands"][side]) for side in ("harkonnen", "atreides")] == [2, 2]
    assert len(found["prescience"]["row"]) == 3
    assert not any(found["dice"]["harkonnen"][face] for face in FACES)
