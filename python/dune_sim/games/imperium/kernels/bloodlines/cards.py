"""What cards of Bloodlines do to other cards: intrigue given or trashed, the top card, costly cards (BLD-CARD)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import (
    ACT_BRANCH,
    ACT_BUY,
    ACT_DISCARD,
    ACT_HAND,
    ACT_IN_PLAY,
    ACT_INTRIGUE,
    ACT_SEAT,
)
from dune_sim.games.imperium.kernels.bloodlines.conditions import costly
from dune_sim.games.imperium.kernels.bloodlines.opcodes import TOP_BUY, TOP_DISCARD, TOP_LEAVE
from dune_sim.games.imperium.kernels.cards import discard_slot, hand_slot, play_slot
from dune_sim.games.imperium.kernels.intrigue import forget_stolen, held_intrigue, intrigue_card, know_stolen
from dune_sim.games.imperium.kernels.layout import Offer, State, Tables
from dune_sim.games.imperium.kernels.market import acquire_action
from dune_sim.games.imperium.kernels.offers import designs_of, offer_bits, offer_designs, offer_intrigue
from dune_sim.games.imperium.kernels.opcodes import ANSWERED, TRASH_DISCARD, TRASH_HAND, TRASH_IN_PLAY
from dune_sim.games.imperium.kernels.pool import draw_cards
from dune_sim.games.imperium.kernels.zones import (
    ZONE_DISCARD,
    deck_empty,
    discard_of,
    hand_of,
    keep_top_known,
    look_at_top,
    play_of,
    pop_top,
    put,
    row_of,
    trash_card,
)
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.stack import UNASKED
from dune_sim.lang.intrinsics import only

#: stage of a card chosen: which one is in register a
CHOSEN = 2


def op_boost(g: State, f: Frame) -> None:
    """The next Bene Gesserit card of an agent turn this round has every icon and draws a card."""
    g.players[f.who].boost = 1


def op_trash_design(t: Tables, g: State, f: Frame, op: Op) -> None:
    """A revealed card removes itself, if it is still in play (IMP-FAQ-40)."""
    slot = play_slot(t, g, f.who, op.a)
    if slot >= 0:
        trash_card(t, g, f.who, slot)


def op_trash_cost(f: Frame) -> bool:
    """A card of some zones that costs enough."""
    return f.stage != 0


def trash_cost_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    if op.a & TRASH_HAND != 0:
        offer_designs(q, ACT_HAND, designs_of(t, costly(t, hand_of(g, f.who), op.b)))
    if op.a & TRASH_DISCARD != 0:
        offer_designs(q, ACT_DISCARD, designs_of(t, costly(t, discard_of(g, f.who), op.b)))
    if op.a & TRASH_IN_PLAY != 0:
        offer_designs(q, ACT_IN_PLAY, designs_of(t, costly(t, play_of(g, f.who), op.b)))


def trash_cost_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    f.stage = ANSWERED
    slot = 0
    if action >= ACT_IN_PLAY:
        slot = play_slot(t, g, f.who, action - ACT_IN_PLAY)
    elif action >= ACT_DISCARD:
        slot = discard_slot(t, g, f.who, action - ACT_DISCARD)
    else:
        slot = hand_slot(t, g, f.who, action - ACT_HAND)
    trash_card(t, g, f.who, slot)


def op_acquire_row(f: Frame) -> bool:
    """Any card of the row for nothing, its purchase bonus included."""
    return f.stage != 0


def acquire_row_choices(t: Tables, g: State, q: Offer) -> None:
    offer_designs(q, ACT_BUY, designs_of(t, row_of(t, g)))


def acquire_row_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    f.stage = ANSWERED
    acquire_action(t, g, f.who, action, False)


def op_trash_intrigue(f: Frame) -> bool:
    """An intrigue card of the own hand leaves the game (BLD-CARD-04)."""
    return f.stage != 0


def trash_intrigue_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    offer_intrigue(t, q, held_intrigue(g, f.who))


def trash_intrigue_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    f.stage = ANSWERED
    card = intrigue_card(t, g, f.who, action - ACT_INTRIGUE)
    g.intrigue[f.who] -= only(card)
    g.trashed_intrigue |= only(card)
    g.ordinary = 0 if card in t.twisted else 1


def op_give_intrigue(f: Frame) -> bool:
    """An intrigue card of choice to an opponent of choice, who alone sees which; register a: the card + 1."""
    return f.stage == ANSWERED or f.stage & UNASKED != 0


def give_intrigue_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    if f.stage == 0:
        offer_intrigue(t, q, held_intrigue(g, f.who))
    else:
        offer_bits(q, ACT_SEAT, ((1 << t.players) - 1) & ~(1 << f.who))


def give_intrigue_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    if f.stage == 0:
        f.a = intrigue_card(t, g, f.who, action - ACT_INTRIGUE) + 1
        f.stage = CHOSEN
        return
    card = f.a - 1
    f.a = 0
    f.stage = ANSWERED
    g.intrigue[f.who] -= only(card)
    g.intrigue[action - ACT_SEAT] |= only(card)
    forget_stolen(g, only(card))
    know_stolen(g, f.who, card)
    g.ordinary = 0 if card in t.twisted else 1


def op_controlled(g: State, f: Frame) -> bool:
    """Look at the own top card: leave it, discard it, or draw it for a solari."""
    if f.stage != 0:
        return True
    look_at_top(g, f.who)
    return deck_empty(g, f.who)


def controlled_choices(g: State, f: Frame, q: Offer) -> None:
    buy = 1 << TOP_BUY if g.players[f.who].solari >= 1 else 0
    offer_bits(q, ACT_BRANCH, (1 << TOP_LEAVE) | (1 << TOP_DISCARD) | buy)


def controlled_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    f.stage = ANSWERED
    if action == ACT_BRANCH + TOP_DISCARD:
        slot = pop_top(g, f.who)
        put(g, slot, ZONE_DISCARD)
        keep_top_known(t, g, f.who)
    elif action == ACT_BRANCH + TOP_BUY:
        g.players[f.who].solari -= 1
        draw_cards(t, g, f.who, 1)
