"""How a tally is kept: columns of seats and counts of things."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.players.layout import Tally
from dune_sim.games.arrakis.kernels.record.columns import SEAT_WIDTH, WORDS
from dune_sim.kernel.players.recorded import count_in, more, with_count


def count(y: Tally, p: int, word: int, shift: int, n: int) -> None:
    """It happened to a thing so many times more."""
    y.counts[WORDS * p + word] = more(y.counts[WORDS * p + word], shift, n)


def set_count(y: Tally, p: int, word: int, shift: int, n: int) -> None:
    y.counts[WORDS * p + word] = with_count(y.counts[WORDS * p + word], shift, n)


def note_round(y: Tally, p: int, word: int, shift: int, n: int) -> None:
    """The round in which it happened for the first time."""
    if count_in(y.counts[WORDS * p + word], shift) == 0:
        set_count(y, p, word, shift, n)


def seat_count(y: Tally, p: int, column: int, n: int) -> None:
    y.seats[SEAT_WIDTH * p + column] += n


def set_seat(y: Tally, p: int, column: int, n: int) -> None:
    y.seats[SEAT_WIDTH * p + column] = n


def seat_value(y: Tally, p: int, column: int) -> int:
    return y.seats[SEAT_WIDTH * p + column]
