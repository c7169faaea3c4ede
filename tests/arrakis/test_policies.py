"""The policies that the kernels play by themselves."""

from __future__ import annotations

import numpy as np
import pytest

from dune_sim import make
from dune_sim.engines.memory import zeros
from dune_sim.games.arrakis.kernels.actions import ACT_DONE
from dune_sim.games.seating import seating
from dune_sim.kernel import driver

SEATS = 2
CHOICES = 120


def choices_of(policy: str, seed: int) -> list[tuple[list[int], int]]:
    """(legal actions, the one taken) at every decision of the start of a game."""
    game = make("arrakis")
    records = game.program.records
    pilots = seating(game, policy).pilots(1)
    state = game.new(seed=seed)
    pilots["rng"]["s"][0] = np.arange(1, 5, dtype=np.uint64) * np.uint64(seed + 1)
    calls, moves, out = zeros(records["Call"]), np.zeros(game.num_actions + 1, np.int64), np.zeros(1, np.int64)
    calls[0] = (0, 0, driver.CALL_STEP, 0, 1, 0, 0)
    taken = []
    for _ in range(CHOICES):
        before = state.copy()
        game.engine.enter(calls, game.tables, state.raw, pilots, moves, out)
        state.refresh()
        for action in before.legal_actions():
            after = before.copy()
            after.apply(action)
            if after.raw.tobytes() == state.raw.tobytes():
                taken.append((before.legal_actions(), action))
                break
    return taken


@pytest.mark.parametrize("seed", range(3))
def test_a_policy_takes_legal_actions_only(seed: int) -> None:
    assert len(choices_of("random", seed)) > CHOICES // 2
    assert len(choices_of("eager", seed)) > CHOICES // 2


def test_random_play_refuses_and_eager_play_does_not() -> None:
    """Refusals of the random policy show that the eager one had the chance."""

    def refusals(policy: str) -> int:
        taken = [one for seed in range(6) for one in choices_of(policy, seed)]
        return sum(action == ACT_DONE and len(legal) > 1 for legal, action in taken)

    assert refusals("random") > 5 * max(1, refusals("eager"))


def test_eager_games_end_sooner() -> None:
    """More is done in each round, so fewer of them are needed."""
    game = make("arrakis")
    plain, eager = (game.simulate(games=600, policy=one, seed=3) for one in ("random", "eager"))
    assert eager.column("rounds").mean() < 0.96 * plain.column("rounds").mean()
    battles = [(one.column("battles") / one.column("rounds")).mean() for one in (plain, eager)]
    assert battles[1] > 1.05 * battles[0]


def test_seats_may_follow_different_policies() -> None:
    game = make("arrakis")
    mixed = game.simulate(games=20, policy=["random", "eager"], seed=3)
    assert mixed.games == 20
