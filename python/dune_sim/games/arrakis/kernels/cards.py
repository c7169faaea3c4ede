"""Planning cards: drawing, discarding, offering by name."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_CARD, ACT_DONE, ACT_NUMBER, ACT_SPLIT
from dune_sim.games.arrakis.kernels.boards import draw_bit
from dune_sim.games.arrakis.kernels.layout import HAND_CARDS, HARKONNEN, TEAMS, Offer, State, Tables
from dune_sim.games.arrakis.kernels.leaders import in_play
from dune_sim.games.arrakis.kernels.opcodes import AT_GONE
from dune_sim.games.arrakis.kernels.seats import ask_board, question
from dune_sim.games.arrakis.kernels.teams.layout import ALLY
from dune_sim.games.arrakis.kernels.teams.members import drawing_deck, own_cards
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.offers import offer
from dune_sim.kernel.stack import settled
from dune_sim.lang.intrinsics import bit, lowest, popcount, u64


def schemer_in_play(t: Tables, g: State) -> bool:
    """Whether the leader is in play whom a free action discards cards for: Thufir Hawat (ARR-FREE-05)."""
    return t.scheme_cards != 0 and in_play(g, t.schemer)


def deck_size(t: Tables, g: State, who: int, deck: int) -> int:
    return popcount(g.deck[who] & t.deck_mask[deck])


def draw_cards(t: Tables, g: State, who: int, deck: int, n: int) -> None:
    """Draw from one deck what is there; it is never reshuffled (ARR-ACT-20, AMB-07)."""
    for _ in range(n):
        rest = g.deck[who] & t.deck_mask[deck]
        if rest == 0:
            return
        card = draw_bit(g.rng, rest)
        g.deck[who] = g.deck[who] & ~bit(card)
        g.hand[who] = g.hand[who] | bit(card)


def discard_card(g: State, who: int, card: int) -> None:
    """A card leaves the hand, face up (ARR-ACT-11)."""
    g.hand[who] = g.hand[who] & ~bit(card)


def playable(t: Tables, g: State, who: int) -> u64:
    """Cards that may be played or spent for a combat die, of those in the hand of who decides (ARR-TEAM-32)."""
    if TEAMS != 0:
        return own_cards(t, g, who, g.hand[who] & ~t.unplayable[who])
    return g.hand[who] & ~t.unplayable[who]


def loose(t: Tables, g: State, who: int) -> u64:
    """Cards in hand that may be discarded; Hawat's Scheming stays once Hawat is gone (ARR-FREE-06, AMB-16)."""
    if who == HARKONNEN and g.leader_at[t.schemer] == AT_GONE:
        return g.hand[who] & ~t.scheme_cards
    return g.hand[who]


def offer_cards(t: Tables, q: Offer, who: int, cards: u64) -> None:
    """Offer cards by name, equal ones once."""
    rest = cards
    while rest != 0:
        k = lowest(rest)
        if cards & t.twins[who][k] == 0:
            offer(q, ACT_CARD + HAND_CARDS * who + k)
        rest = rest & u64(rest - 1)


def card_of(action: int, who: int) -> int:
    return action - ACT_CARD - HAND_CARDS * who


def draw_id(wanted: int, first: int, second: int) -> int:
    """Answer that draws so many cards of each deck; one that draws less than wanted has a number of its own."""
    return ACT_SPLIT + first if first + second == wanted else ACT_NUMBER + 4 * first + second


def op_draw(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Draw from the deck named, or split over both decks before the first card (ARR-MENTAT-01, ARR-MENTAT-02).

    As any effect it may be carried out in part or not at all; a short deck gives what it has (ARR-ACT-14, AMB-07).
    Who shares a faction draws from the own deck alone (ARR-TEAM-11, AMB-75).
    """
    if TEAMS != 0 and op.b != 0 and t.shared[f.who] != 0:
        return ask_board(t, g, f, f.who + ALLY * (op.b - 1))
    return question(t, g, f, f.who)


def draw_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    deck = drawing_deck(t, g, f.who, op.b) if TEAMS != 0 else op.b
    first = min(op.a, deck_size(t, g, f.who, 0)) if deck != 2 else 0
    second = min(op.a, deck_size(t, g, f.who, 1)) if deck != 1 else 0
    if first + second == 0:
        return
    offer(q, ACT_DONE)
    for k in range(first + 1):
        for j in range(min(second, op.a - k) + 1):
            if k + j > 0:
                offer(q, draw_id(op.a, k, j))


def draw_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    settled(f)
    if action == ACT_DONE:
        return
    few = action >= ACT_NUMBER
    first = (action - ACT_NUMBER) >> 2 if few else action - ACT_SPLIT
    second = (action - ACT_NUMBER) & 3 if few else op.a - first
    draw_cards(t, g, f.who, 0, first)
    draw_cards(t, g, f.who, 1, second)
