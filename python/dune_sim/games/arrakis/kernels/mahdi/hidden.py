"""What the player of the solo game may not know: the pile and Harkonnen tokens (ARR-SOLO-09, ARR-SOLO-66)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.boards import draw_bit
from dune_sim.games.arrakis.kernels.layout import HARKONNEN, State, Tables
from dune_sim.games.arrakis.kernels.mahdi.tokens import COLOUR, COLOURS
from dune_sim.games.arrakis.kernels.opcodes import AT_SUPPLY
from dune_sim.lang.intrinsics import bit, lowest, popcount, u64


def deal_pile(t: Tables, g: State, by_chance: bool) -> None:
    """Cards of the pile that nobody saw, anew or as the first ones that they may be."""
    for deck in range(2):
        unseen = (g.hand[HARKONNEN] | g.deck[HARKONNEN]) & t.deck_mask[deck] & ~g.pile_seen
        many = popcount(g.hand[HARKONNEN] & t.deck_mask[deck] & ~g.pile_seen)
        kept = g.hand[HARKONNEN] & (g.pile_seen | ~t.deck_mask[deck])
        for _ in range(many):
            card = unseen & u64(-unseen)
            if by_chance:
                k = draw_bit(g.rng, unseen)
                card = bit(k)
            kept = kept | card
            unseen = unseen & ~card
        g.hand[HARKONNEN] = kept
        g.deck[HARKONNEN] = (g.deck[HARKONNEN] & ~t.deck_mask[deck]) | unseen


def could_be(g: State, token: int, laid: int) -> bool:
    """Whether a token may be the one laid at a time: not if it was seen in the supply later."""
    return g.h_token_seen[token] < laid


def deal_h_tokens(g: State, by_chance: bool) -> None:
    """Which tokens lie where, the earliest laid first: fewest tokens may be those, and each is equally likely.

    The tokens that may lie at a later place include all that may lie at an earlier one, so that every choice leaves as
    many ways to go on.
    """
    for colour in range(COLOURS):
        base = COLOUR * colour
        left = u64(((1 << COLOUR) - 1) << base)
        places = u64(0)
        for k in range(base, base + COLOUR):
            places = places | u64(int(g.h_token_at[k] != AT_SUPPLY) << k)
        deal_colour(g, left, places, by_chance)


def deal_colour(g: State, tokens: u64, places: u64, by_chance: bool) -> None:
    """Tokens of one colour change places, in the order in which they were laid."""
    left = tokens
    waiting = places
    while waiting != 0:
        k = earliest(g, waiting)
        fit = u64(0)
        for j in range(COLOUR * COLOURS):
            fit = fit | u64(int((left >> j) & 1 == 1 and could_be(g, j, g.h_token_laid[k])) << j)
        one_of = lowest(fit)
        if by_chance:
            one_of = draw_bit(g.rng, fit)
        swap_h_tokens(g, k, one_of)
        # the place moved with its number: what waited under the other number waits under this one
        if (waiting >> one_of) & 1 == 1:
            waiting = waiting & ~bit(one_of)
        else:
            waiting = waiting & ~bit(k)
        left = left & ~bit(one_of)


def earliest(g: State, places: u64) -> int:
    """The place of a set that was laid first; of two laid at once there is none."""
    found = -1
    for k in range(COLOUR * COLOURS):
        if (places >> k) & 1 == 1 and (found < 0 or g.h_token_laid[k] < g.h_token_laid[found]):
            found = k
    return found


def swap_h_tokens(g: State, k: int, j: int) -> None:
    """Two tokens change places; when they were seen stays with the tokens."""
    place = g.h_token_at[k]
    laid = g.h_token_laid[k]
    g.h_token_at[k] = g.h_token_at[j]
    g.h_token_laid[k] = g.h_token_laid[j]
    g.h_token_at[j] = place
    g.h_token_laid[j] = laid
