"""What an experiment does to factions of War for Arrakis: cards they start with, and actions they may not choose."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.layout import Offer, State, Tables
from dune_sim.games.arrakis.kernels.seats import to_move
from dune_sim.kernel.offers import count_offer
from dune_sim.lang.intrinsics import bit


def endow(t: Tables, g: State) -> None:
    """Planning cards in hand and prescience cards in the row from the start."""
    for who in range(2):
        g.deck[who] = g.deck[who] & ~t.gift_hand[who]
        g.hand[who] = g.hand[who] | t.gift_hand[who]
    g.deck_prescience = g.deck_prescience & ~t.gift_row
    g.row = g.row | t.gift_row


def heed(t: Tables, g: State, q: Offer) -> None:
    """Take answers away that the seat may not choose, as long as there are others."""
    if t.barred_seats == 0 or (t.barred_seats >> max(0, to_move(t, g))) & 1 == 0:
        return
    for k in range(len(t.barred)):
        action = t.barred[k] - 1
        if action >= 0 and (q.bits[max(0, action) >> 6] >> (max(0, action) & 63)) & 1 == 1 and count_offer(q) > 1:
            q.bits[action >> 6] = q.bits[action >> 6] & ~bit(action & 63)
