"""Planning cards of a shared faction: two hands that nobody shows the other (ARR-TEAM-11 to 14)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_MEMBER
from dune_sim.games.arrakis.kernels.battle import battle_dice, dice_cap
from dune_sim.games.arrakis.kernels.cards import loose, offer_cards
from dune_sim.games.arrakis.kernels.layout import Offer, State, Tables
from dune_sim.games.arrakis.kernels.seats import ask_board
from dune_sim.games.arrakis.kernels.teams.layout import ALLY
from dune_sim.games.arrakis.kernels.teams.members import deck_of_board, held_on, partner_of
from dune_sim.kernel.layout import Frame
from dune_sim.kernel.offers import offer
from dune_sim.lang.intrinsics import popcount, u64

#: mark of a stage: the partner of who decides chooses the next card to discard
PARTNER = 64


def loose_on(t: Tables, g: State, board: int) -> u64:
    """Cards that one person of a shared faction may discard."""
    return loose(t, g, board & 1) & t.deck_mask[deck_of_board(board)]


def spare_on(t: Tables, g: State, board: int) -> u64:
    """Cards that one person of a shared faction may spend for a combat die."""
    return held_on(t, g, board) & ~t.unplayable[board & 1]


def battle_cards_of_team(t: Tables, g: State, f: Frame, side: int) -> bool:
    """Both may discard for dice: the House, then its ally; after a card of the ally the House again (ARR-TEAM-13)."""
    b = g.battle
    who = b.sides[side].faction
    if battle_dice(b, side) >= dice_cap(b, side):
        return True
    while f.stage < 2:
        if spare_on(t, g, who + ALLY * f.stage) != 0:
            return ask_board(t, g, f, who + ALLY * f.stage)
        f.stage += 1
    return True


def asked_to_discard(t: Tables, g: State, f: Frame, board: int) -> int:
    """Who names the next card to go: the one asked first, its partner once the choice is left to it (ARR-TEAM-14)."""
    if f.stage & PARTNER != 0 or loose_on(t, g, board) == 0:
        return partner_of(board)
    return board


def divided_choices(t: Tables, g: State, f: Frame, q: Offer, board: int) -> None:
    """Own cards by name, or that the partner discards one: nobody sees the other's hand."""
    asked = asked_to_discard(t, g, f, board)
    offer_cards(t, q, board & 1, loose_on(t, g, asked))
    other = partner_of(board)
    if asked == board and loose_on(t, g, other) != 0:
        offer(q, ACT_MEMBER + other)


def over_limit(t: Tables, g: State, who: int) -> int:
    """The board of a faction whose owner holds too many cards and can discard some; the first without (ARR-TEAM-12)."""
    for board in range(who, who + 2 * ALLY, ALLY):
        if popcount(held_on(t, g, board)) > t.member_limit and loose_on(t, g, board) != 0:
            return board
    return who + 2 * ALLY


def too_many_cards(t: Tables, g: State, who: int) -> bool:
    """Whether somebody of a faction holds more cards than the round end allows (ARR-END-08, ARR-TEAM-12)."""
    if t.shared[who] != 0:
        return over_limit(t, g, who) < 2 * ALLY
    return popcount(g.hand[who]) > t.hand_limit
