"""Effects on cards of the own deck, hand, discard pile and play area (IMP-DECK)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import ACT_BRANCH, ACT_DISCARD, ACT_HAND, ACT_IN_PLAY, ACT_PASS
from dune_sim.games.imperium.kernels.layout import Offer, State, Tables
from dune_sim.games.imperium.kernels.offers import designs_of, offer, offer_bits, offer_designs
from dune_sim.games.imperium.kernels.opcodes import ANSWERED, TRASH_DISCARD, TRASH_HAND, TRASH_IN_PLAY
from dune_sim.games.imperium.kernels.pool import draw_cards
from dune_sim.games.imperium.kernels.zones import (
    ZONE_DISCARD,
    ZONE_HAND,
    deck_empty,
    discard_into_deck,
    discard_of,
    first_slot,
    forget_tops,
    hand_of,
    in_play_slot,
    keep_top_known,
    look_at_top,
    play_of,
    pop_top,
    put,
    shuffle_discard,
    trash_card,
    unsee,
)
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.stack import jump
from dune_sim.lang.intrinsics import only

SNOOP_DRAW = 0
SNOOP_TRASH = 1


def hand_slot(t: Tables, g: State, p: int, d: int) -> int:
    """A copy of a design in the hand."""
    return first_slot(hand_of(g, p) & t.design_cards[d])


def discard_slot(t: Tables, g: State, p: int, d: int) -> int:
    return first_slot(discard_of(g, p) & t.design_cards[d])


def play_slot(t: Tables, g: State, p: int, d: int) -> int:
    """A copy in play; the card of this agent turn itself if it is of the design, for its own effects look at it."""
    if g.card != 0 and t.design[max(0, g.card - 1)] == d and in_play_slot(g, p, g.card - 1):
        return g.card - 1
    return first_slot(play_of(g, p) & t.design_cards[d])


def op_draw(t: Tables, g: State, f: Frame, op: Op) -> None:
    draw_cards(t, g, f.who, op.a)


def op_discard(f: Frame) -> bool:
    return f.stage != 0


def discard_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    offer_designs(q, ACT_HAND, designs_of(t, hand_of(g, f.who)))


def discard_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    f.stage = ANSWERED
    slot = hand_slot(t, g, f.who, action - ACT_HAND)
    put(g, slot, ZONE_DISCARD)
    unsee(g, slot)


def op_trash(f: Frame, op: Op) -> bool:
    """The trash symbol (IMP-DECK-05, 07)."""
    if f.stage == 0:
        return False
    if f.stage != ANSWERED and op.b != 0:
        jump(f, op.b)
    return True


def trash_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    """Own cards of the zones that the symbol names."""
    if op.b != 0:
        offer(q, ACT_PASS)
    if op.a & TRASH_HAND != 0:
        offer_designs(q, ACT_HAND, designs_of(t, hand_of(g, f.who)))
    if op.a & TRASH_DISCARD != 0:
        offer_designs(q, ACT_DISCARD, designs_of(t, discard_of(g, f.who)))
    if op.a & TRASH_IN_PLAY != 0:
        offer_designs(q, ACT_IN_PLAY, designs_of(t, play_of(g, f.who)))


def trash_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    """The named card leaves the game, or nothing does."""
    if action == ACT_PASS:
        jump(f, op.b)
        return
    f.stage = ANSWERED
    slot = 0
    if action >= ACT_IN_PLAY:
        slot = play_slot(t, g, f.who, action - ACT_IN_PLAY)
    elif action >= ACT_DISCARD:
        slot = discard_slot(t, g, f.who, action - ACT_DISCARD)
    else:
        slot = hand_slot(t, g, f.who, action - ACT_HAND)
    trash_card(t, g, f.who, slot)


def op_trash_self(t: Tables, g: State, f: Frame) -> None:
    """The card of this agent turn leaves play, if it is still there (IMP-FAQ-40)."""
    if g.card != 0 and in_play_slot(g, f.who, g.card - 1):
        trash_card(t, g, f.who, g.card - 1)


def op_take(f: Frame) -> bool:
    """A card of a faction from the discard pile into the hand, where everybody knows it."""
    return f.stage != 0


def take_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    offer_designs(q, ACT_DISCARD, designs_of(t, discard_of(g, f.who) & t.faction_cards[op.a]))


def take_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    f.stage = ANSWERED
    slot = discard_slot(t, g, f.who, action - ACT_DISCARD)
    put(g, slot, ZONE_HAND)
    g.seen |= only(slot)


def op_snoop(g: State, f: Frame) -> bool:
    """Look at the top card, then draw it or trash it (IMP-CARD-11, IMP-FAQ-21)."""
    if f.stage != 0:
        return True
    look_at_top(g, f.who)
    return deck_empty(g, f.who)


def snoop_choices(q: Offer) -> None:
    offer_bits(q, ACT_BRANCH, 1 << SNOOP_DRAW | 1 << SNOOP_TRASH)


def snoop_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    f.stage = ANSWERED
    if action == ACT_BRANCH + SNOOP_DRAW:
        draw_cards(t, g, f.who, 1)
    else:
        slot = pop_top(g, f.who)
        trash_card(t, g, f.who, slot)
        keep_top_known(t, g, f.who)


def op_shuffle(t: Tables, g: State, f: Frame) -> None:
    """The discard pile back into the deck (IMP-DECK-04)."""
    if deck_empty(g, f.who):
        shuffle_discard(g, f.who)
    discard_into_deck(g, f.who)
    forget_tops(g, f.who)
    keep_top_known(t, g, f.who)
