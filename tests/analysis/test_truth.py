"""Statistics on games whose truth is known: intervals cover it as often as they say; nothing is found in nothing."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.synthetic import Invented, World
from dune_sim.analysis.adjusted import adjust, adjusted_table
from dune_sim.analysis.observed import CardCounts, card_table, observe
from dune_sim.analysis.paired import Pairs
from dune_sim.analysis.synergy import synergies

REPEATS = 1_000
#: what 95 % intervals have to cover, from so many repeats
FINE = (0.94, 0.96)


def covered(found: list[bool]) -> float:
    assert len(found) >= REPEATS
    return float(np.mean(found))


def test_observed_win_rates_cover_the_truth() -> None:
    world = World(effects=(0.06, -0.04, 0.03, 0.0, 0.0, 0.0), held=0.2)
    # others hold the card as well, which takes from its holder what it gives
    truth = {f"card_{k:02}": 0.25 + one * (1 - world.held) for k, one in enumerate(world.effects)}
    found = []
    for seed in range(REPEATS):
        counts = CardCounts(world.names)
        counts.add(world.block(400, seed))
        for row in card_table(counts):
            one = row["acquired"]
            found.append(one["low"] <= truth[row["card"]] <= one["high"])
    assert FINE[0] <= covered(found) <= FINE[1]


def test_improvement_when_drawn_covers_the_truth() -> None:
    """In these worlds owning counts, not drawing: the truth is no improvement at all."""
    world = World(effects=(0.06, -0.04, 0.03, 0.0), held=0.3)
    found = []
    for seed in range(REPEATS):
        counts = CardCounts(world.names)
        counts.add(world.block(400, seed))
        for row in card_table(counts):
            one = row["improvement_when_drawn"]
            found.append(one["low"] <= 0.0 <= one["high"])
    assert FINE[0] <= covered(found) <= FINE[1]


@pytest.mark.slow
def test_adjusted_effects_cover_the_truth() -> None:
    world = World(
        effects=(0.05, -0.03, 0.0, 0.0), leaders=(0.0, 0.04, -0.02),
        follows={2: ("card", 0, 0.5), 3: ("leader", 1, 0.4)},
    )  # fmt: skip
    found = []
    for seed in range(REPEATS):
        for row in adjusted_table(adjust(Invented(world, 500, seed))):
            truth = world.effects[int(row["card"].removeprefix("card_"))]
            found.append(row["low"] <= truth <= row["high"])
    assert FINE[0] <= covered(found) <= FINE[1]


def test_adjusted_strength_finds_what_observed_strength_gets_wrong_by_plan() -> None:
    """Two cards are worth nothing but go with what is; one that is worth something goes with a bad leader."""
    world = World(
        effects=(0.07, 0.0, 0.0, 0.02, 0.0), leaders=(0.0, 0.07, -0.08, 0.0),
        follows={1: ("card", 0, 0.7), 2: ("leader", 1, 0.7), 3: ("leader", 2, 0.8)},
    )  # fmt: skip
    source = Invented(world, 40_000, 5)
    observed = {row["card"]: row["uplift"] for row in card_table(observe(source))}
    assert observed["card_01"]["low"] > 0.01 and observed["card_02"]["low"] > 0.01
    assert observed["card_03"]["high"] < 0
    for row in adjusted_table(adjust(source)):
        truth = world.effects[int(row["card"].removeprefix("card_"))]
        assert abs(row["effect"] - truth) < 0.012, row
        assert row["high"] - row["low"] < 0.024


def test_pairs_that_are_worth_more_together_are_discovered_and_others_are_not() -> None:
    world = World(effects=(0.02, 0.0, -0.02, 0.0, 0.01, 0.0), held=0.3, pairs={(0, 3): 0.06, (1, 2): -0.05})
    table = synergies(adjust(Invented(world, 30_000, 4)))
    assert len(table) == 15
    discovered = {tuple(row["cards"]): row for row in table if row["discovered"]}
    assert {("card_00", "card_03"), ("card_01", "card_02")} <= set(discovered) and len(discovered) <= 3


def test_effects_of_pairs_cover_the_truth() -> None:
    world = World(effects=(0.02, 0.0, -0.02, 0.0), held=0.3, pairs={(0, 3): 0.06, (1, 2): -0.05})
    found = []
    for seed in range(200):
        for row in synergies(adjust(Invented(world, 800, seed))):
            one, other = (int(card.removeprefix("card_")) for card in row["cards"])
            found.append(row["low"] <= world.pairs.get((one, other), 0.0) <= row["high"])
    assert 0.935 <= covered(found) <= 0.965


@pytest.mark.slow
def test_where_nothing_is_worth_anything_few_pairs_and_cards_are_called_so() -> None:
    world = World(effects=(0.0,) * 6, held=0.3)
    cards, pairs = [], []
    for seed in range(250):
        fit = adjust(Invented(world, 500, seed))
        cards += [not row["low"] <= 0 <= row["high"] for row in adjusted_table(fit)]
        pairs.append(any(row["discovered"] for row in synergies(fit)))
    assert 0.035 <= covered(cards) <= 0.065
    assert np.mean(pairs) <= 0.09


def drift(rng: np.random.Generator, games: int, effect: float) -> np.ndarray:
    """Differences of two arms: mostly none, else a win more or a win less."""
    up, down = 0.1 + effect / 2, 0.1 - effect / 2
    return rng.choice([1.0, -1.0, 0.0], size=games, p=[up, down, 1 - up - down])


@pytest.mark.parametrize("effect", [0.0, 0.03])
def test_paired_differences_cover_the_truth_for_a_fixed_number_of_games(effect: float) -> None:
    rng = np.random.default_rng(3)
    found = []
    for _ in range(4 * REPEATS):
        pairs = Pairs(1)
        pairs.add(drift(rng, 1_000, effect)[:, None])
        interval = pairs.interval()
        found.append(interval.low <= effect <= interval.high)
    assert FINE[0] <= covered(found) <= FINE[1]


@pytest.mark.parametrize("effect", [0.0, 0.03])
def test_stopping_at_a_half_width_spoils_nothing(effect: float) -> None:
    rng = np.random.default_rng(4)
    found, lengths = [], set()
    for _ in range(4 * REPEATS):
        pairs = Pairs(1)
        while not pairs.games or pairs.interval().half_width > 0.02:
            pairs.add(drift(rng, 50, effect)[:, None])
        lengths.add(pairs.games)
        interval = pairs.interval()
        found.append(interval.low <= effect <= interval.high)
    assert len(lengths) > 3, "it is chance when to stop"
    assert FINE[0] <= covered(found) <= FINE[1]


def test_looking_until_it_looks_good_fools_ordinary_intervals_and_not_the_anytime_one() -> None:
    rng = np.random.default_rng(5)
    fooled, held = [], []
    for _ in range(REPEATS):
        pairs = Pairs(1)
        wrong = anytime = False
        for _ in range(100):
            pairs.add(drift(rng, 100, 0.0)[:, None])
            wrong |= not pairs.interval().low <= 0 <= pairs.interval().high
            anytime |= not pairs.anytime().low <= 0 <= pairs.anytime().high
        fooled.append(wrong)
        held.append(not anytime)
    assert np.mean(fooled) > 0.2
    assert covered(held) >= 0.95


def test_few_differences_never_make_an_interval_of_no_width() -> None:
    pairs = Pairs(1)
    pairs.add(np.zeros((1_000, 1)))
    assert pairs.interval().half_width == pytest.approx(1.96 / 1_000, rel=1e-3)
    assert pairs.p_value() == 1.0


def test_an_absurd_card_comes_first_in_every_table() -> None:
    world = World(effects=(0.0, 0.01, 0.2, -0.01, 0.0), held=0.1)
    source = Invented(world, 5_000, 1)
    assert card_table(observe(source))[0]["card"] == "card_02"
    assert adjusted_table(adjust(source))[0]["card"] == "card_02"
