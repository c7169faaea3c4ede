"""Effects on cards of the own deck, hand, discard pile and play area (IMP-DECK)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import ACT_BRANCH, ACT_DISCARD, ACT_HAND, ACT_IN_PLAY, ACT_PASS
from dune_sim.games.imperium.kernels.layout import WORDS, Frame, Offer, Op, State, Tables
from dune_sim.games.imperium.kernels.offers import (
    add_run,
    designs_in,
    offer,
    offer_bits,
    offer_discard,
    offer_hand,
    offer_in_play,
)
from dune_sim.games.imperium.kernels.opcodes import ANSWERED, TRASH_DISCARD, TRASH_HAND, TRASH_IN_PLAY
from dune_sim.games.imperium.kernels.pool import draw_cards
from dune_sim.games.imperium.kernels.zones import (
    ZONE_DISCARD,
    ZONE_HAND,
    deck_empty,
    discard_into_deck,
    discard_word,
    first_slot,
    forget_tops,
    hand_word,
    in_play_slot,
    keep_top_known,
    look_at_top,
    play_word,
    pop_top,
    put,
    shuffle_discard,
    trash_card,
    unsee,
)
from dune_sim.kernel.stack import jump
from dune_sim.lang.intrinsics import bit, u64

SNOOP_DRAW = 0
SNOOP_TRASH = 1


def hand_slot(t: Tables, g: State, p: int, d: int) -> int:
    """A copy of a design in the hand."""
    m = t.design_cards[d]
    return first_slot(hand_word(g, p, 0) & m[0], hand_word(g, p, 1) & m[1], hand_word(g, p, 2) & m[2])


def discard_slot(t: Tables, g: State, p: int, d: int) -> int:
    m = t.design_cards[d]
    return first_slot(discard_word(g, p, 0) & m[0], discard_word(g, p, 1) & m[1], discard_word(g, p, 2) & m[2])


def play_slot(t: Tables, g: State, p: int, d: int) -> int:
    """A copy in play; the card of this agent turn itself if it is of the design, for its own effects look at it."""
    if g.card != 0 and t.design[max(0, g.card - 1)] == d and in_play_slot(g, p, g.card - 1):
        return g.card - 1
    m = t.design_cards[d]
    return first_slot(play_word(g, p, 0) & m[0], play_word(g, p, 1) & m[1], play_word(g, p, 2) & m[2])


def op_draw(t: Tables, g: State, f: Frame, op: Op) -> None:
    draw_cards(t, g, f.who, op.a)


def op_discard(f: Frame) -> bool:
    return f.stage != 0


def discard_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    offer_hand(t, g, q, f.who)


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
        offer_hand(t, g, q, f.who)
    if op.a & TRASH_DISCARD != 0:
        offer_discard(t, g, q, f.who)
    if op.a & TRASH_IN_PLAY != 0:
        offer_in_play(t, g, q, f.who)


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
    designs = u64(0)
    for w in range(WORDS):
        designs = designs | designs_in(t, w, discard_word(g, f.who, w) & t.faction_cards[op.a][w])
    add_run(q, ACT_DISCARD, designs)


def take_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    f.stage = ANSWERED
    slot = discard_slot(t, g, f.who, action - ACT_DISCARD)
    put(g, slot, ZONE_HAND)
    g.seen[slot >> 6] = g.seen[slot >> 6] | bit(slot & 63)


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
