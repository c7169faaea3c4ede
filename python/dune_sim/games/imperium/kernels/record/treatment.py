"""What an experiment does to seats of Dune: Imperium: cards they start with, and actions they may not choose."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.game import to_move
from dune_sim.games.imperium.kernels.intrigue import draw_intrigue
from dune_sim.games.imperium.kernels.layout import Offer, State, Tables
from dune_sim.games.imperium.kernels.sizes import SEATS
from dune_sim.lang.intrinsics import bit, empty, only


def endow(t: Tables, g: State) -> None:
    """Intrigue cards that a seat starts with; whoever drew one of them before draws another."""
    for p in range(SEATS):
        if not empty(t.gift_intrigue[p]):
            for card in t.gift_intrigue[p]:
                g.intrigue_deck -= only(card)
                for other in range(SEATS):
                    if card in g.intrigue[other]:
                        g.intrigue[other] -= only(card)
                        draw_intrigue(t, g, other)
                g.intrigue[p] |= only(card)


def heed(t: Tables, g: State, q: Offer) -> None:
    """Take answers away that the seat may not choose, as long as there are others."""
    if t.barred_seats == 0 or (t.barred_seats >> max(0, to_move(t, g))) & 1 == 0:
        return
    for k in range(len(t.barred)):
        if t.barred[k] != 0:
            strike(q, t.barred[k] - 1)


def strike(q: Offer, action: int) -> None:
    """An action is no answer any more, unless it is the only one."""
    for k in range(q.runs):
        at = action - q.bases[k]
        if 0 <= at < 64 and q.many > 1 and (q.masks[k] >> max(0, min(63, at))) & 1 == 1:
            q.masks[k] = q.masks[k] & ~bit(at)
            q.many -= 1
