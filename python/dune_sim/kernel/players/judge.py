"""What a position is worth to each seat, as one of them sees it.

Hooks of the game:

- ``players_of(t) -> n``: how many seats there are;
- ``against(t, seat, p) -> bool``: whether another seat is an opponent, not a partner;
- ``features(t, g, seat, s)``: what a seat sees, nothing of what it may not know;
- ``evaluate(t, g, seat, w, s, e)``: what it makes of that: logits, then ``split_win``; it looks itself, at what it
  needs, and ``s`` is room for that;
- ``final_shares(t, g, e)``: who won, once the game is over;
- ``clock(t, g) -> n``: rises when a round ends;
- ``chain_goes_on(t, g, seat) -> bool``: the next decision belongs to what the seat is in the middle of;
- ``turn_number(t, g) -> n``: which turn runs, 0 between turns: what one is in the middle of ends when another begins,
  even if nobody is asked anything then;
- ``complete(t, g, q, rng, n) -> action``: a cheap sensible answer to the open question, with ``n`` answers in ``q``;
- ``wind_up(t, g, q, rng, n) -> action``: likewise, for who wants to see what was done so far and nothing more.
"""

# ruff: noqa: F821  (hooks and records belong to the game)
from __future__ import annotations

from dune_sim.kernel.rng import seed_stream
from dune_sim.lang.intrinsics import copy, u64

#: a share in a worth is this many steps; the logits tell positions apart whose shares are the same
STEP = 1 << 20
FAR = 1 << 19


def know(t: Tables, g: State, pilot: Pilot, seat: int) -> None:
    """All that a seat knows of a position."""
    copy(pilot.known, g)
    hide(t, pilot.known, seat)


def deal(t: Tables, pilot: Pilot, w: State, seat: int, seed: u64) -> None:
    """One way in which the rest may be: the truth has no part in it."""
    copy(w, pilot.known)
    seed_stream(w.rng, seed, 0)
    redeal(t, w, seat)


def judge(t: Tables, g: State, pilot: Pilot, seat: int) -> None:
    """The chances of all seats in ``pilot.estimate``, judged with the eyes and weights of one; exact at the end."""
    if to_move(t, g) < 0:
        final_shares(t, g, pilot.estimate)
        return
    evaluate(t, g, seat, pilot.weights[pilot.thinker], pilot.sight, pilot.estimate)


def worth(t: Tables, g: State, pilot: Pilot, seat: int) -> int:
    """How good a position is for a seat: its share, and among equal ones how far it is ahead of the best other.

    A paranoid thinker takes it that nothing is good for others but what is bad for it.
    """
    if pilot.manner[pilot.thinker].paranoid != 0 and against(t, pilot.thinker, seat):
        value = own_worth(t, g, pilot, pilot.thinker)
        return -value
    return own_worth(t, g, pilot, seat)


def own_worth(t: Tables, g: State, pilot: Pilot, seat: int) -> int:
    judge(t, g, pilot, seat)
    e = pilot.estimate
    if to_move(t, g) < 0:
        # a loss is worse than any hope
        return e.share[seat] * STEP if e.share[seat] > 0 else -FAR
    ahead = FAR - 1
    for p in range(players_of(t)):
        if against(t, seat, p):
            ahead = min(ahead, e.value[seat] - e.value[p])
    return e.share[seat] * STEP + max(ahead, 1 - FAR)
