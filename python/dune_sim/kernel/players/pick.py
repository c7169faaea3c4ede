"""Who chooses: the policies of the game itself, and players that look ahead."""

# ruff: noqa: F821  (hooks and records belong to the game)
from __future__ import annotations

from dune_sim.kernel.players.greedy import greedy
from dune_sim.kernel.players.search import search
from dune_sim.lang.intrinsics import clear

#: numbers below are policies of the game itself
POLICY_CHEAP = 16
POLICY_GREEDY = 17
POLICY_SEARCH = 18


def pick(t: Tables, g: State, pilot: Pilot, n: int) -> int:
    """The policy of whoever decides. In a new game nothing is remembered of what was seen before."""
    if pilot.decisions == 0:
        clear(pilot.sight)
    seat = to_move(t, g)
    policy = pilot.policy[seat] if seat >= 0 else POLICY_CHEAP
    if policy == POLICY_CHEAP:
        return complete(t, g, pilot.offer, pilot.rng, n)
    if policy == POLICY_GREEDY:
        return greedy(t, g, pilot, n)
    if policy == POLICY_SEARCH:
        return search(t, g, pilot, n)
    return plain(t, g, pilot, n)
