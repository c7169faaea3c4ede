"""What a position is worth to each seat, as one of them sees it.

Hooks of the game:

- ``players_of(t) -> n``: how many seats there are;
- ``features(t, g, seat, s)``: what a seat sees, nothing of what it may not know;
- ``evaluate(t, g, seat, w, s, e)``: what it makes of that: logits, then ``split_win``; it looks itself, at what it
  needs, and ``s`` is room for that;
- ``final_shares(t, g, e)``: who won, once the game is over;
- ``clock(t, g) -> n``: rises when a round ends;
- ``chain_goes_on(t, g, seat) -> bool``: the next decision belongs to what the seat is in the middle of;
- ``complete(t, g, q, rng, n) -> action``: a cheap sensible answer to the open question, with ``n`` answers in ``q``.
"""

# ruff: noqa: F821  (hooks and records belong to the game)
from __future__ import annotations


def judge(t: Tables, g: State, pilot: Pilot, seat: int) -> None:
    """The chances of all seats in ``pilot.estimate``, judged with the eyes and weights of one; exact at the end."""
    if to_move(t, g) < 0:
        final_shares(t, g, pilot.estimate)
        return
    evaluate(t, g, seat, pilot.weights[seat], pilot.sight, pilot.estimate)
