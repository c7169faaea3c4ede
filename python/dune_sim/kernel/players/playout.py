"""What may follow: a deal is played on by everybody to the horizon."""

# ruff: noqa: F821  (hooks and records belong to the game)
from __future__ import annotations

from dune_sim.kernel.players.greedy import look_ahead
from dune_sim.kernel.players.layout import (
    HORIZON_GAME,
    HORIZON_TURN,
    KEEPS_ONE,
    PLAYOUT_GREEDY,
    PLAYOUT_RANDOM,
)
from dune_sim.kernel.players.lines import asked_here, in_chain, is_answer, take
from dune_sim.kernel.rng import below, next_word
from dune_sim.kernel.stack import ask
from dune_sim.lang.intrinsics import copy


def play_on(t: Tables, pilot: Pilot, seat: int, n: int) -> None:
    """Everybody plays on in the deal of the search, to the horizon of the seat that thinks."""
    w = pilot.search.world
    q = pilot.search.asked
    manner = pilot.manner[seat]
    many = n
    if manner.horizon == HORIZON_TURN:
        while many > 0 and in_chain(t, w, pilot, seat):
            action = wind_up(t, w, q, pilot.rng, many)
            many = take(t, w, q, action)
        return
    last = clock(t, w) + manner.horizon
    while many > 0 and (clock(t, w) < last or manner.horizon == HORIZON_GAME):
        if manner.playout == PLAYOUT_GREEDY:
            many = turn_looked_through(t, pilot, manner.reach)
        elif manner.playout == PLAYOUT_RANDOM:
            k = below(pilot.rng, many)
            action = offer_at(q, k)
            many = take(t, w, q, action)
        else:
            action = complete(t, w, q, pilot.rng, many)
            many = take(t, w, q, action)


def turn_looked_through(t: Tables, pilot: Pilot, leaves: int) -> int:
    """Whoever is to move takes the best of some ends of its turn; how many answers the next question has.

    It does not see what chance will bring: its look ahead has random numbers of its own. Where these had a part in the
    end that it found, its answers are given as far as they still fit what is asked, and it looks again.
    """
    w = pilot.search.world
    q = pilot.search.asked
    first = pilot.levels[0].world
    mover = to_move(t, w)
    copy(first, w)
    for k in range(4):
        word = next_word(pilot.rng)
        first.rng.s[k] = word
    pilot.keeps = KEEPS_ONE
    pilot.kept = 0
    pilot.path.seat = mover
    look_ahead(t, pilot, mover, leaves)
    plan = pilot.plan
    if plan.firm == plan.length and plan.chance == 0:
        for k in range(4):
            pilot.search.end.rng.s[k] = w.rng.s[k]
        copy(w, pilot.search.end)
        return ask(t, w, q)
    n = take(t, w, q, plan.actions[0])
    k = 1
    while n > 0 and k < plan.length and plan.asked[k] == asked_here(w, n) and is_answer(q, n, plan.actions[k]):
        if to_move(t, w) != mover:
            return n
        n = take(t, w, q, plan.actions[k])
        k += 1
    return n
