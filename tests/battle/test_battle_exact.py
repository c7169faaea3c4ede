"""Exact odds: closed forms, properties, agreement with battles that an engine plays."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random

import numpy as np
import pytest
from naive_plans import random_legion
from statsmodels.stats.proportion import proportion_confint

import dune_sim
from dune_sim.errors import ContentError, UsageError
from dune_sim.games.arrakis.battle.policy import MEANINGS
from dune_sim.games.arrakis.battle.tables import FACETS, Legion
from dune_sim.intervals import mean, share

DOCS = Path(__file__).parents[2] / "docs" / "battle.md"
EXAMPLE = ("4 standard, 1 elite, 1 sardaukar, bashar, baron_harkonnen", "2 standard, 1 fedaykin, paul_muaddib")
SIX = (
    "2 standard, 2 elite, 2 sardaukar, 2 bashar, baron_harkonnen, feyd_rautha",
    "2 standard, 2 elite, 2 fedaykin, naib, stilgar, chani, paul_muaddib",
)


def test_one_against_one_by_hand() -> None:
    # A round changes nothing with 7/12; the rest splits 3 : 1 : 1 into both, attacker, defender.
    odds = dune_sim.battle_odds("1 standard", "1 standard")
    assert odds.outcome.both_destroyed == pytest.approx(3 / 5, abs=1e-14)
    assert odds.outcome.attacker == pytest.approx(1 / 5, abs=1e-14)
    assert odds.rounds.expected == pytest.approx(12 / 5, abs=1e-13)
    for number, chance in odds.rounds.distribution.items():
        assert chance == pytest.approx((7 / 12) ** (number - 1) * 5 / 12, abs=1e-15)
    assert odds.rounds.more == pytest.approx((7 / 12) ** len(odds.rounds.distribution), rel=1e-6)


def test_going_on_at_a_settlement_bounds_the_rounds() -> None:
    odds = dune_sim.battle_odds("3 standard", "6 elite", sietch_rank=3)
    assert list(odds.rounds.distribution) == [1, 2, 3]
    assert odds.rounds.more == 0


@pytest.mark.parametrize("seed", range(12))
def test_chances_add_up(seed: int) -> None:
    rng = Random(seed)
    attacker, defender = random_legion(rng, "harkonnen", 6, 5), random_legion(rng, "atreides", 6, 5)
    policy = {facet: rng.choice(list(ways)) for facet, ways in FACETS.items()}
    odds = dune_sim.battle_odds(attacker, defender, sietch_rank=rng.randint(0, 3), attacker_cards=2, policy=policy)
    assert math.fsum(odds.outcome.to_dict().values()) == pytest.approx(1, abs=1e-12)
    assert math.fsum(odds.reasons.values()) == pytest.approx(1, abs=1e-12)
    assert math.fsum(odds.rounds.distribution.values()) + odds.rounds.more == pytest.approx(1, abs=1e-12)
    for side in ("attacker", "defender"):
        row = odds.survivors[side]
        start = {"attacker": attacker, "defender": defender}[side]
        assert math.fsum(row.values()) == pytest.approx(1, abs=1e-12)
        assert sum(units * chance for units, chance in row.items()) == pytest.approx(
            start.units - odds.expected_losses[side].units, abs=1e-12
        )


def test_mirrored_battles_have_mirrored_odds() -> None:
    odds = dune_sim.battle_odds("3 standard, 1 elite, bashar", "3 standard, 1 elite, naib")
    assert odds.outcome.attacker == pytest.approx(odds.outcome.defender, abs=1e-13)
    assert odds.first_round.attacker_hits == pytest.approx(odds.first_round.defender_hits)


def test_the_pool_of_standard_figures_matters() -> None:
    rich, poor = (
        dune_sim.battle_odds(Legion("harkonnen", 0, 3, pool=pool), "3 standard").outcome.attacker for pool in (None, 0)
    )
    assert poor < rich


# --- policies ----------------------------------------------------------------------------------------------------


def test_one_round_ends_after_one_round() -> None:
    odds = dune_sim.battle_odds(*EXAMPLE, sietch_rank=2, policy="attack=one_round")
    assert odds.rounds.expected == pytest.approx(1)
    assert odds.reasons["ceased"] > 0.9
    assert odds.policy["attacker"]["attack"] == "one_round"
    assert "attack" not in odds.policy["defender"]


def test_a_retreat_keeps_the_legion_and_loses_the_battle() -> None:
    policy = {"defender": {"retreat": "when_weaker"}}
    legions = ("6 standard", "3 elite")
    odds = dune_sim.battle_odds(*legions, policy=policy)
    assert odds.reasons["retreated"] > 0.5
    assert odds.outcome.attacker > dune_sim.battle_odds(*legions).outcome.attacker
    assert odds.survivors["defender"][0] < dune_sim.battle_odds(*legions).survivors["defender"][0]
    stuck = dune_sim.battle_odds(*legions, policy=policy, can_retreat=False)
    assert stuck.reasons["retreated"] == 0


def test_while_stronger_ceases_when_outnumbered() -> None:
    odds = dune_sim.battle_odds("2 standard", "3 standard", sietch_rank=1, policy="attack=while_stronger")
    assert odds.reasons["ceased"] + odds.reasons["eliminated"] == pytest.approx(1)
    assert odds.rounds.expected < 2
    # cards of the last round are no strength: the attacker ceases although it rolled six dice
    helped = dune_sim.battle_odds("2 standard", "3 standard", attacker_cards=4, policy="attack=while_stronger")
    assert helped.dice["attacker"] == 6
    assert helped.reasons["ceased"] > 0


def test_casualty_policies_keep_what_they_say() -> None:
    kept = {
        way: dune_sim.battle_odds(*SIX, policy={"attacker": f"casualties={way}"}).expected_losses["attacker"]
        for way in FACETS["casualties"]
    }
    assert kept["keep_leaders"].leaders == min(one.leaders for one in kept.values())
    assert kept["keep_dice"].units <= kept["keep_leaders"].units


def test_leader_policies_shift_hits_and_shields() -> None:
    first = {
        way: dune_sim.battle_odds(*SIX, policy={"attacker": {"leaders": way}}).first_round for way in FACETS["leaders"]
    }

    def average(row: dict[int, float]) -> float:
        return sum(hits * chance for hits, chance in row.items())

    assert average(first["most_hits"].defender_hits) >= average(first["most_shields"].defender_hits)
    assert average(first["most_shields"].attacker_hits) <= average(first["most_hits"].attacker_hits)


def test_cards_are_used_or_kept() -> None:
    used = dune_sim.battle_odds("3 standard", "3 standard", attacker_cards=3)
    kept = dune_sim.battle_odds("3 standard", "3 standard", attacker_cards=3, policy={"attacker": {"cards": "none"}})
    assert (used.dice["attacker"], kept.dice["attacker"]) == (6, 3)
    assert kept.outcome == dune_sim.battle_odds("3 standard", "3 standard").outcome


def test_every_policy_is_described() -> None:
    assert set(MEANINGS) == {(facet, way) for facet, ways in FACETS.items() for way in ways}
    text = DOCS.read_text(encoding="utf-8")
    for (facet, way), meaning in MEANINGS.items():
        assert f"| `{facet}` | `{way}` | {meaning} |" in text


# --- facts -------------------------------------------------------------------------------------------------------


def test_an_overlay_changes_the_odds(tmp_path: Path) -> None:
    overlay = tmp_path / "strong.toml"
    overlay.write_text('[[leaders]]\nid = "bashar"\ncombat = { hits = 3, shields = 3 }\n', encoding="utf-8")
    plain = dune_sim.battle_odds("3 standard, bashar", "3 standard")
    strong = dune_sim.battle_odds("3 standard, bashar", "3 standard", content=[overlay])
    assert strong.outcome.attacker > plain.outcome.attacker
    assert [one.fact for one in plain.doubts] == ["faces of harkonnen_combat_die", "faces of atreides_combat_die"]


def test_doubtful_strips_are_named() -> None:
    odds = dune_sim.battle_odds("3 standard", "3 standard, alia, stilgar")
    facts = {one.fact: one.confidence for one in odds.doubts}
    assert facts["combat strip of alia"] == "medium"
    assert "combat strip of stilgar" not in facts, "only his special action is a guess"
    assert odds.confidence()["level"] == "medium"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[leaders]]\nid = "bashar"\ncombat = { hits = 4, shields = 0 }\n', "at most 3 hits"),
        ('[[settings]]\nid = "max_combat_dice"\nvalue = 7\n', "max_combat_dice"),
        (
            '[[combat_dice]]\nid = "atreides_combat_die"\n'
            'faces = ["sword", "sword", "sword", "sword", "shield", "special"]\n',
            "same faces",
        ),
    ],
)
def test_overlays_that_a_battle_cannot_use_are_refused(tmp_path: Path, text: str, message: str) -> None:
    overlay = tmp_path / "odd.toml"
    overlay.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError, match=message):
        dune_sim.battle_odds("3 standard, bashar", "3 standard", content=[overlay])


def test_a_battle_without_any_hit_never_ends(tmp_path: Path) -> None:
    overlay = tmp_path / "blunt.toml"
    dice = "".join(
        f'[[combat_dice]]\nid = "{faction}_combat_die"\nfaces = {["shield"] * 5 + ["special"]}\n'.replace("'", '"')
        for faction in ("harkonnen", "atreides")
    )
    overlay.write_text(dice, encoding="utf-8")
    with pytest.raises(UsageError, match="never ends"):
        dune_sim.battle_odds("3 standard", "3 standard", content=[overlay])


# --- exact beside sampled ----------------------------------------------------------------------------------------

BATTLES = 200_000
SETUPS = [
    ({"sietch_rank": 2}, EXAMPLE),
    ({"surprise": True, "attacker_cards": 2, "defender_cards": 3}, ("4 standard, bashar, feyd_rautha", EXAMPLE[1])),
    ({"policy": {"attacker": "attack=while_stronger,casualties=keep_leaders,leaders=most_shields"}}, SIX),
    ({"policy": {"defender": "retreat=when_weaker,casualties=keep_elites", "attacker": "leaders=most_hits"}}, SIX),
    ({"settlement_rank": 3, "attacker_cards": 4}, ("5 elite, 1 fedaykin, stilgar, chani", "3 standard, 2 bashar")),
]


@pytest.mark.parametrize(("options", "legions"), SETUPS)
def test_sampled_battles_agree_with_the_exact_odds(options: dict, legions: tuple[str, str], fast_engine: str) -> None:
    odds = dune_sim.battle_odds(*legions, **options, samples=BATTLES, seed=11, engine=fast_engine)
    found = odds.sampled
    assert found is not None and found.engine == fast_engine

    def close(exact: float, sampled: float, spread: float) -> None:
        # five standard deviations, and room for what is too rare to happen at all
        assert abs(exact - sampled) <= 5 * spread / math.sqrt(BATTLES) + 2 / BATTLES

    for key, chance in odds.outcome.to_dict().items():
        close(chance, found.outcome[key].value, math.sqrt(chance * (1 - chance)))
    for side, row in odds.survivors.items():
        for units, chance in row.items():
            close(chance, found.survivors[side][units].value, math.sqrt(chance * (1 - chance)))
        for what, expected in odds.expected_losses[side].to_dict().items():
            one = found.expected_losses[side][what]
            close(expected, one.value, (one.high - one.low) / 2 / 1.95996 * math.sqrt(BATTLES))
    one = found.rounds
    close(odds.rounds.expected, one.value, (one.high - one.low) / 2 / 1.95996 * math.sqrt(BATTLES))


def test_the_same_seed_gives_the_same_sample_on_every_engine(all_engines: list[str]) -> None:
    found = [dune_sim.battle_odds(*EXAMPLE, samples=300, seed=3, engine=one).sampled for one in all_engines]
    for one in found:
        assert (one.outcome, one.survivors, one.rounds) == (found[0].outcome, found[0].survivors, found[0].rounds)


def test_intervals_are_those_of_statsmodels() -> None:
    for total in (1, 7, 100, 200_000):
        for count in sorted({0, 1, total // 3, total - 1, total}):
            for confidence in (0.9, 0.95, 0.999):
                low, high = proportion_confint(count, total, alpha=1 - confidence, method="wilson")
                one = share(count, total, confidence)
                assert (one.low, one.high) == (pytest.approx(low, abs=1e-12), pytest.approx(high, abs=1e-12))
                assert one.low <= one.value <= one.high
    values = np.array([1, 2, 2, 5])
    one = mean(float(values.sum()), float((values**2).sum()), len(values))
    assert one.value == 2.5
    assert one.high - one.value == pytest.approx(1.959964 * values.std() / 2, rel=1e-6)
