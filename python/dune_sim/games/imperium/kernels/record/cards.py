"""What happens to cards: who had them before his eyes, acquired, drew, played, revealed and trashed them."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.market import within
from dune_sim.games.imperium.kernels.opcodes import OP_SEND, OP_TAKE, UNPRICED
from dune_sim.games.imperium.kernels.players.layout import Tally
from dune_sim.games.imperium.kernels.record.columns import (
    CARD_ACQUIRED,
    CARD_AVAILABLE,
    CARD_DRAWN,
    CARD_PLAYED,
    CARD_REVEALED,
    CARD_ROUND,
    CARD_TRASHED,
    CARDS,
    COL_INTRIGUE_DRAWN,
    COL_INTRIGUE_USED,
    COL_TRASHED,
)
from dune_sim.games.imperium.kernels.record.counts import count, note_round, seat_count
from dune_sim.games.imperium.kernels.sizes import DESIGNS, SEATS, SLOTS
from dune_sim.games.imperium.kernels.zones import hand_of, play_of
from dune_sim.lang.intrinsics import Set, empty


def note_available(t: Tables, g: State, y: Tally, p: int) -> None:
    """A turn begins: what lies in the row, on the reserve piles and aside for this seat."""
    for d in within(t, g, UNPRICED):
        count(y, p, CARDS + d, CARD_AVAILABLE, 1)
    if g.aside != 0 and g.aside_seat == p:
        count(y, p, CARDS + t.design[max(0, g.aside - 1)], CARD_AVAILABLE, 1)


def note_cards(t: Tables, g: State, b: State, y: Tally, code: int) -> None:
    """Cards of all seats that moved."""
    for p in range(SEATS):
        moved = (g.own[p] ^ b.own[p]) | (g.own[p] & ((g.za ^ b.za) | (g.zb ^ b.zb)))
        if not empty(moved):
            note_moved(t, g, b, y, p, moved, code)


def note_moved(t: Tables, g: State, b: State, y: Tally, p: int, moved: Set[SLOTS], code: int) -> None:
    """Cards of one seat that moved. What was revealed as it was drawn lies in play at once (IMP-FAQ-04)."""
    for slot in moved - g.own[p]:
        count(y, p, CARDS + t.design[slot], CARD_TRASHED, 1)
        seat_count(y, p, COL_TRASHED, 1)
    for slot in moved - b.own[p]:
        count(y, p, CARDS + t.design[slot], CARD_ACQUIRED, 1)
        note_round(y, p, CARDS + t.design[slot], CARD_ROUND, g.round)
    kept = moved & b.own[p]
    seen = hand_of(b, p) | play_of(b, p)
    if code != OP_TAKE:
        for slot in (kept & (hand_of(g, p) | play_of(g, p))) - seen:
            count(y, p, CARDS + t.design[slot], CARD_DRAWN, 1)
    for slot in kept & play_of(g, p):
        if code == OP_SEND:
            count(y, p, CARDS + t.design[slot], CARD_PLAYED, 1)
        else:
            count(y, p, CARDS + t.design[slot], CARD_REVEALED, 1)


def note_intrigue(t: Tables, g: State, b: State, y: Tally) -> None:
    """Intrigue cards that came, were laid down, or went to somebody else."""
    for p in range(SEATS):
        for card in g.intrigue[p] - b.intrigue[p]:
            count(y, p, CARDS + DESIGNS + t.intrigue_design[card], CARD_DRAWN, 1)
            seat_count(y, p, COL_INTRIGUE_DRAWN, 1)
        for card in g.intrigue[p] & (g.laid - b.laid):
            count(y, p, CARDS + DESIGNS + t.intrigue_design[card], CARD_PLAYED, 1)
            seat_count(y, p, COL_INTRIGUE_USED, 1)
        for card in b.intrigue[p] - (g.intrigue[p] | b.laid):
            count(y, p, CARDS + DESIGNS + t.intrigue_design[card], CARD_TRASHED, 1)
