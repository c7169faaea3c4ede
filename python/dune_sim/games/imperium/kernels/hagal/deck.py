"""The House Hagal deck: turned over card by card, and where a card sends an agent (HAG-DECK-02 to 05, 15)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.hagal.opcodes import HAGAL_HARVEST, HAGAL_RESHUFFLE
from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.sizes import SEATS
from dune_sim.kernel.rng import below
from dune_sim.lang.intrinsics import empty, nth, only, popcount

NOWHERE = -1


def turn_over(t: Tables, g: State) -> int:
    """The design of the next card. The last one and Reshuffle let all cards be shuffled at once (HAG-AMB-04)."""
    k = below(g.rng, popcount(g.hagal))
    card = nth(g.hagal, k)
    g.hagal -= only(card)
    g.hagal_card = card + 1
    d = t.hagal_design[card]
    if empty(g.hagal) or t.hagal[d].does == HAGAL_RESHUFFLE:
        g.hagal = t.hagal_cards
    return d


def free_spaces(t: Tables, g: State, p: int) -> int:
    """Spaces without an agent that nobody else's Voice closes, whatever they cost or need (HAG-DECK-07, HAG-AMB-05)."""
    taken = 0
    for seat in range(SEATS):
        pl = g.players[seat]
        taken |= pl.board
        if pl.voice != 0 and seat != p:
            taken |= 1 << (pl.voice - 1)
    return t.all_spaces & ~taken


def destination(t: Tables, g: State, p: int, d: int, free: int) -> int:
    """Where a design sends an agent of the rival, NOWHERE if it cannot go there (HAG-DECK-03, 15, HAG-FAQ-02, 03)."""
    card = t.hagal[d]
    if card.does == HAGAL_HARVEST:
        return richest_maker(t, g, free)
    space = card.space
    if card.other != 0 and g.players[p].influence[card.faction] >= card.level:
        space = card.other
    if space == 0 or (free >> (space - 1)) & 1 == 0:
        return NOWHERE
    return space - 1


def richest_maker(t: Tables, g: State, free: int) -> int:
    """The free maker space with most bonus spice, then with most in all; without any none (HAG-DECK-15, HAG-AMB-21)."""
    found = NOWHERE
    best = 0
    for k in range(t.makers):
        worth = g.bonus[k] * 256 + t.maker_base[k]
        if g.bonus[k] > 0 and worth > best and (free >> t.maker_space[k]) & 1 == 1:
            best = worth
            found = t.maker_space[k]
    return found


def next_destination(t: Tables, g: State, p: int) -> int:
    """Turn cards over until one has somewhere to go; NOWHERE if none of all has (HAG-DECK-02, 03, HAG-AMB-05)."""
    free = free_spaces(t, g, p)
    for _ in range(popcount(t.hagal_cards)):
        d = turn_over(t, g)
        space = destination(t, g, p, d, free)
        if space != NOWHERE:
            return space
    if not any_destination(t, g, p, free):
        return NOWHERE
    space = NOWHERE
    while space == NOWHERE:
        d = turn_over(t, g)
        space = destination(t, g, p, d, free)
    return space


def any_destination(t: Tables, g: State, p: int, free: int) -> bool:
    """Whether some card of the deck has somewhere to go."""
    for card in t.hagal_cards:
        if destination(t, g, p, t.hagal_design[card], free) != NOWHERE:
            return True
    return False
