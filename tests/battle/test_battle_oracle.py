"""The kernels and the exact odds against slow code written from the rulebook alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from battle_scene import ACTIONS, FACTS, NAMES, STRIP
from naive_plans import GENERIC, as_force, as_naive, converts, plans, random_legion

import dune_sim
from dune_sim.engines.memory import load
from dune_sim.engines.python import bind
from dune_sim.games.arrakis.battle.tables import FACETS, compile_battle
from dune_sim.games.arrakis.kernels.legion import ACT_LOSE_STANDARD
from dune_sim.programs import program
from naive import battle as naive

FACTIONS = ("harkonnen", "atreides")


def test_the_oracle_reads_the_same_strips_and_faces() -> None:
    assert {name: tuple(strip) for name, strip in naive.load_strips().items()} == STRIP
    words = {"sword": "hit", "shield": "shield", "special": "special"}
    for die in FACTS.combat_dice:
        assert sorted(words[face] for face in die.faces) == sorted(naive.FACES)


@pytest.mark.parametrize("seed", range(60))
def test_first_round_is_the_same(seed: int) -> None:
    rng = Random(seed)
    attacking = rng.randrange(2)
    attacker = random_legion(rng, FACTIONS[attacking], 6, 4)
    defender = random_legion(rng, FACTIONS[1 - attacking], 6, 4)
    rank, surprise = rng.randint(0, 3), rng.random() < 0.5
    cards = (rng.randint(0, 3), rng.randint(0, 3))
    way = rng.choice(list(FACETS["leaders"]))
    odds = dune_sim.battle_odds(
        attacker,
        defender,
        **{("settlement_rank" if attacking else "sietch_rank"): rank},
        surprise=surprise,
        attacker_cards=cards[0],
        defender_cards=cards[1],
        policy={"leaders": way},
    )
    spent = (naive.most_cards(attacker.units, cards[0]), naive.most_cards(defender.units, cards[1], rank))
    slow = naive.first_round_distribution(as_naive(attacker), as_naive(defender), rank, surprise, *spent, converts(way))
    fast = {(d, a): chance for d, a, chance in odds.first_round.joint}
    assert fast.keys() == {pair for pair, chance in slow.items() if chance}
    for pair, chance in fast.items():
        assert chance == pytest.approx(float(slow[pair]), abs=1e-12)
    assert sum(odds.first_round.defender_hits.values()) == pytest.approx(1, abs=1e-12)
    for hits, chance in odds.first_round.attacker_hits.items():
        assert chance == pytest.approx(sum(p for _, a, p in odds.first_round.joint if a == hits), abs=1e-12)


def small_battle(seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """A random battle small enough for exact fractions: arguments of ours, and the odds of the oracle."""
    rng = Random(1000 + seed)
    attacking = rng.randrange(2)
    pools = [rng.choice((None, 0, 1)) for _ in range(2)]
    attacker = random_legion(rng, FACTIONS[attacking], 3, 2, pools[0])
    defender = random_legion(rng, FACTIONS[1 - attacking], 3, 2, pools[1])
    rank, surprise, can_retreat = rng.randint(0, 2), rng.random() < 0.3, rng.random() < 0.7
    cards = (rng.choice((0, 0, 1, 2)), rng.choice((0, 0, 1)))
    ways = {facet: rng.choice(list(choices)) for facet, choices in FACETS.items()}
    ours = {
        "attacker": attacker, "defender": defender, "settlement_rank" if attacking else "sietch_rank": rank,
        "surprise": surprise, "attacker_cards": cards[0], "defender_cards": cards[1], "policy": ways,
        "can_retreat": can_retreat,
    }  # fmt: skip
    forces = as_force(attacker, cards[0]), as_force(defender, cards[1])
    return ours, naive.outcome(*forces, rank, surprise, can_retreat, plans(**ways))


@pytest.mark.parametrize("seed", range(60))
def test_small_battles_end_the_same(seed: int) -> None:
    ours, slow = small_battle(seed)
    odds = dune_sim.battle_odds(**ours)
    for key, chance in odds.outcome.to_dict().items():
        assert chance == pytest.approx(float(slow[key]), abs=1e-12)
    for side, losses in odds.expected_losses.items():
        assert losses.units == pytest.approx(float(slow["expected_losses"][side]), abs=1e-11)
    assert odds.rounds.expected == pytest.approx(float(slow["rounds"]), abs=1e-10)
    found: dict[Any, float] = {}
    for ending, chance in slow["endings"].items():
        key = (ending.winner, ending.reason, _left(ending.attacker.legion), _left(ending.defender.legion))
        found[key] = found.get(key, 0.0) + float(chance)
    mine = {(one.winner, one.reason, _counts(one.attacker), _counts(one.defender)): one.chance for one in odds.endings}
    assert mine.keys() == found.keys()
    assert all(chance == pytest.approx(found[key], abs=1e-12) for key, chance in mine.items())


def _left(legion: naive.Legion) -> frozenset[tuple[str, int]]:
    figures = {"standard": legion.standard, "elite": legion.elite, "special": legion.special}
    figures |= {leader: legion.leaders.count(leader) for leader in legion.leaders}
    return frozenset((name, many) for name, many in figures.items() if many)


def _counts(figures: Any) -> frozenset[tuple[str, int]]:
    special = ("sardaukar", "fedaykin")
    return frozenset(("special" if name in special else name, many) for name, many in figures.items())


def test_casualties_offered_and_taken_are_the_same() -> None:
    rng = Random(5)
    functions, side_record = bind(program("battle")), program("battle").records["Side"]
    for _ in range(300):
        faction = rng.choice(FACTIONS)
        legion = random_legion(rng, faction, 6, 5, rng.choice((None, 0, 1)))
        force = as_force(legion)
        options = naive.casualty_options(force)
        other = random_legion(rng, FACTIONS[1 - FACTIONS.index(faction)], 1, 0)
        raw = compile_battle(FACTS, legion, other)["start"]["sides"][0][0]
        side = load(side_record, raw)
        offered = [NAMES[ACT_LOSE_STANDARD + k] for k in range(20) if functions["casualties_open"](side) >> k & 1]
        words = {"generic": GENERIC[faction]}
        assert sorted(words.get(one, one) for one in offered) == sorted(options)
        for name in offered:
            side = load(side_record, raw)
            side.suffer = 1
            functions["take_casualty"](side, ACTIONS[name])
            after = options[words.get(name, name)]
            assert (side.standard, side.elite, side.special) == (
                after.legion.standard, after.legion.elite, after.legion.special,
            )  # fmt: skip
            assert side.generic + side.named.bit_count() == len(after.legion.leaders)
            assert side.pool == after.pool
