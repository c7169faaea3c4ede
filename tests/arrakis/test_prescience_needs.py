"""Needs of prescience cards against the naive reading of the rulebook, in many positions."""

from __future__ import annotations

import random
from typing import Any

import pytest

from arrakis.cards_lab import AREAS, LEADERS, VISIONS, Lab, area
from dune_sim.games.arrakis.kernels.layout import ATREIDES, HARKONNEN
from naive import arrakis_map as naive_map
from naive.arrakis_content import load_board, load_prescience_cards
from naive.arrakis_prescience import Table, meets

BOARD = load_board()
CARDS: dict[str, Any] = {card["id"]: card for card in load_prescience_cards()}
DEEP = [name for name, printed in BOARD.areas.items() if printed.deep]
NAMES = {number: name for name, number in LEADERS.items()}


def spots_of(lab: Lab) -> dict[str, naive_map.Spot]:
    """The map of the kernels in the words of the oracle."""
    found: dict[str, naive_map.Spot] = {}
    towns = {naive_map.ATREIDES: lab.spots(lab.g.sietches), naive_map.HARKONNEN: lab.spots(lab.g.settlements)}
    legions = {naive_map.HARKONNEN: lab.spots(lab.g.legions[0]), naive_map.ATREIDES: lab.spots(lab.g.legions[1])}
    for k, name in enumerate(AREAS):
        spot = naive_map.Spot()
        for faction, places in towns.items():
            if name in places:
                spot.settlement = faction
        for faction, places in legions.items():
            if name in places:
                spot.units[faction] = lab.call["units_in"](lab.g.legion[k])
        spot.deployment_markers = lab.call["token_count"](lab.g, k)
        for side, faction in enumerate((naive_map.HARKONNEN, naive_map.ATREIDES)):
            here = [NAMES[n] for n in range(15) if lab.g.leader_at[n] == k and (n >= 7) == bool(side)]
            spot.leaders[faction] = tuple(here)
        found[name] = spot
    return found


def table_of(lab: Lab) -> Table:
    hidden = {
        AREAS[place] for k, place in enumerate(lab.g.sietch_at) if place < 101 and not lab.g.sietch_known >> k & 1
    }
    atomic = AREAS[lab.t.atomic_area[lab.g.tile]] if lab.g.tile else None
    return Table(
        board=BOARD,
        position=naive_map.Position(spots=spots_of(lab), atomic=atomic),
        hidden_sietches=frozenset(hidden),
        unused_dice=sum(lab.g.dice[ATREIDES]),
        hand=lab.g.hand[ATREIDES].bit_count(),
        harvesters_destroyed=lab.g.harvesters_lost,
        sandworm_hits=lab.g.worm_hits,
        enemy_named_removed=lab.g.named_lost,
        enemy_generic_removed=lab.g.generic_lost,
        battles_won=[("defender", "sietch")] if lab.g.sietch_held else [],
        rides=[("paul_atreides", "sandworm")] if lab.g.rode else [],
    )


def stir(lab: Lab, seed: int) -> None:
    """Scatter legions and leaders so that every need is met in some positions and not in others."""
    dice = random.Random(seed)
    lab.g.harvesters_lost, lab.g.worm_hits = dice.randrange(4), dice.randrange(5)
    lab.g.named_lost, lab.g.generic_lost = dice.randrange(2), dice.randrange(4)
    lab.g.sietch_held, lab.g.rode = dice.randrange(2), dice.randrange(2)
    lab.g.sietch_known = dice.randrange(256)
    lab.g.tile = dice.randrange(4)
    lab.g.hand[ATREIDES] = dice.choice([0, 1, 0b110, 0b10110])
    for face in range(5):
        lab.g.dice[ATREIDES][face] = dice.choice([0, 0, 0, 1])
    for terrain in ("plateau", "mountain", "minor_erg", "desert"):
        for name in dice.sample(lab.empty(terrain, 99), dice.randrange(5)):
            if lab.g.pool[ATREIDES][0]:
                lab.put(ATREIDES, name, 1)
    for name in dice.sample(lab.empty("desert", 99), dice.randrange(6)):
        lab.put(HARKONNEN, name, 1)
    for name in dice.sample(DEEP, 2):
        if dice.random() < 0.5 and lab.g.pool[ATREIDES][0] and name in lab.empty("desert", 99):
            lab.put(ATREIDES, name, 1)
    homes = sorted(lab.spots(lab.g.legions[ATREIDES]))
    deep = [name for name in homes if name in DEEP] or homes
    for who in ("paul_atreides", "lady_jessica"):
        if dice.random() < 0.9:
            lab.enter(who, dice.choice(deep if dice.random() < 0.5 else homes[:3]))
    if dice.random() < 0.4:
        tokens = [k for k in range(16) if lab.g.token_at[k] < 101][:3]
        for token in tokens:
            lab.call["move_token"](lab.g, token, area(homes[0]))


@pytest.mark.rule("ARR-PRES-04", "ARR-PRES-10", "ARR-PRES-11")
def test_needs_agree_with_the_naive_reading() -> None:
    met = dict.fromkeys(VISIONS, 0)
    rounds = 120
    for seed in range(rounds):
        lab = Lab(ATREIDES)
        stir(lab, seed)
        table = table_of(lab)
        for name in VISIONS:
            wanted = meets(CARDS[name], table)
            assert lab.ready(name) == wanted, (name, seed)
            met[name] += wanted
    assert all(0 < many < rounds for many in met.values()), met
