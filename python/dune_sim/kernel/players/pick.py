"""Who chooses: the policies of the game itself, and players that look ahead."""

# ruff: noqa: F821  (hooks and records belong to the game)
from __future__ import annotations

#: numbers below are policies of the game itself
POLICY_CHEAP = 16


def pick(t: Tables, g: State, pilot: Pilot, n: int) -> int:
    """The policy of whoever decides."""
    policy = pilot.policy[to_move(t, g)]
    if policy == POLICY_CHEAP:
        return complete(t, g, pilot.offer, pilot.rng, n)
    return plain(t, g, pilot, n)
