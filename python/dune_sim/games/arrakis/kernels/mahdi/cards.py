"""Harkonnen planning cards: drawn and played at once, or put on the reinforcement pile (ARR-SOLO-37 to 44, 70, 76)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.boards import draw_bit
from dune_sim.games.arrakis.kernels.card_effects_flow import card_test, ends_after
from dune_sim.games.arrakis.kernels.card_opcodes import OP_IF
from dune_sim.games.arrakis.kernels.cards import loose, schemer_in_play
from dune_sim.games.arrakis.kernels.layout import HARKONNEN, State, Tables
from dune_sim.games.arrakis.kernels.mahdi.opcodes import OP_MAHDI_IF_STRIKE, OP_MAHDI_MOVE
from dune_sim.games.arrakis.kernels.opcodes import MOVE_REPEAT, OP_END, OP_JUMP
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.stack import become, jump, push
from dune_sim.lang.intrinsics import bit, u64

DECKS = 2
NO_CARD = -1


def next_deck(g: State) -> int:
    """The deck that is drawn from: the other one than that of the last discard (ARR-SOLO-37, AMB-84)."""
    return 1 if g.last_deck == 1 else 0


def refill(t: Tables, g: State, deck: int) -> None:
    """An empty deck is made anew of its discards (ARR-SOLO-70)."""
    if g.deck[HARKONNEN] & t.deck_mask[deck] == 0:
        g.deck[HARKONNEN] = g.deck[HARKONNEN] | (t.deck_mask[deck] & ~(g.hand[HARKONNEN] | g.scheme_aside))


def drawable(t: Tables, g: State, deck: int) -> bool:
    """Whether a deck or its discards hold a card."""
    return t.deck_mask[deck] & ~(g.hand[HARKONNEN] | g.scheme_aside) != 0


def draw_top(t: Tables, g: State, deck: int) -> int:
    """The next card of a deck; NO_CARD if all of them are elsewhere."""
    refill(t, g, deck)
    rest = g.deck[HARKONNEN] & t.deck_mask[deck]
    if rest == 0:
        return NO_CARD
    card = draw_bit(g.rng, rest)
    g.deck[HARKONNEN] = g.deck[HARKONNEN] & ~bit(card)
    return card


def reinforce(t: Tables, g: State, deck: int) -> None:
    """A card goes on the reinforcement pile unseen (ARR-SOLO-09, ARR-SOLO-41)."""
    card = draw_top(t, g, deck)
    if card != NO_CARD:
        g.hand[HARKONNEN] = g.hand[HARKONNEN] | bit(card)


def reinforce_many(t: Tables, g: State, many: int) -> None:
    """Cards of both decks in turn."""
    deck = next_deck(g)
    for _ in range(many):
        reinforce(t, g, deck)
        deck = 1 - deck


def voluntary(t: Tables, g: State) -> None:
    """The player revealed a sietch or token of its own will (ARR-SOLO-72)."""
    if g.mahdi == 1 and g.bans & t.ban_reinforce == 0:
        reinforce_many(t, g, 1)


def spend_reinforcement(t: Tables, g: State, among: u64) -> None:
    """A card of the pile, by chance as the pile is face down, is discarded (ARR-SOLO-57, AMB-84)."""
    card = draw_bit(g.rng, among)
    g.hand[HARKONNEN] = g.hand[HARKONNEN] & ~bit(card)
    g.pile_seen = g.pile_seen & ~bit(card)
    g.last_deck = deck_of(t, card) + 1


def lose_reinforcements(t: Tables, g: State, many: int) -> None:
    """A card of the player makes the Harkonnen discard: the pile is their hand, chance chooses (AMB-90)."""
    for _ in range(many):
        if loose(t, g, HARKONNEN) != 0:
            spend_reinforcement(t, g, loose(t, g, HARKONNEN))


def deck_of(t: Tables, card: int) -> int:
    return int(t.deck_mask[1] & bit(card) != 0)


def whole_card(t: Tables, g: State, f: Frame, pc: int) -> bool:
    """Whether every part of a program can be carried out as things stand (ARR-SOLO-44, AMB-134)."""
    at = pc
    while t.code[at].code != OP_END:
        op = t.code[at]
        at += 1
        if op.code == OP_JUMP:
            at = op.a
        elif op.code == OP_IF:
            at = at if card_test(t, g, HARKONNEN, op.a, op.b) else op.c
        elif not possible(t, g, f, op):
            return False
        elif op.code == OP_MAHDI_IF_STRIKE:
            at = op.c
    return True


def any_part(t: Tables, g: State, f: Frame, pc: int) -> bool:
    """Whether a program would do anything: a special action is used if it does (ARR-SOLO-25, AMB-136)."""
    at = pc
    while t.code[at].code != OP_END:
        again = t.code[at].code == OP_MAHDI_MOVE and t.code[at].c & MOVE_REPEAT != 0
        if not again and possible(t, g, f, t.code[at]):
            return True
        at += 1
    return False


def left_to_draw(f: Frame) -> int:
    """Register a of OP_MAHDI_PLAY: cards left, 16 once it began; register b is the deck of the next one."""
    return f.a & 15


def mahdi_play_possible(t: Tables, g: State, op: Op) -> bool:
    return drawable(t, g, op.b - 1 if op.b > 0 else next_deck(g))


def op_mahdi_play(t: Tables, g: State, f: Frame, op: Op) -> None:
    """Cards are drawn one after another and each is played at once (ARR-SOLO-37, 42, 73, 74)."""
    if f.a == 0:
        f.a = 16 + op.a
        f.b = op.b - 1 if op.b > 0 else next_deck(g)
    if left_to_draw(f) == 0:
        f.a = 0
        f.b = 0
        return
    f.a -= 1
    deck = f.b
    f.b = deck if op.b > 0 else 1 - deck
    f.c = 0
    last = left_to_draw(f) == 0 and ends_after(t, f.pc - 1)
    jump(f, f.pc - 1)
    card = draw_top(t, g, deck)
    if card == NO_CARD:
        return
    if not whole_card(t, g, f, t.mahdi_card_pc[card]):
        g.hand[HARKONNEN] = g.hand[HARKONNEN] | bit(card)
        g.pile_seen = g.pile_seen | bit(card)
        return
    start_card(t, g, f, card, last)


def start_card(t: Tables, g: State, f: Frame, card: int, last: bool) -> None:
    """A card takes effect and is discarded; as the last thing of another it takes its frame."""
    scheme = bit(card) & t.scheme_cards != 0
    if not scheme or g.scheme_aside != 0:
        g.last_deck = deck_of(t, card) + 1
    if last:
        become(f, t.mahdi_card_pc[card])
    else:
        push(g.stack, t.mahdi_card_pc[card], HARKONNEN)
    if scheme:
        g.stack.frames[g.stack.depth - 1].a = card


def mahdi_draw_possible(t: Tables, g: State) -> bool:
    return drawable(t, g, next_deck(g))


def op_mahdi_draw(t: Tables, g: State, op: Op) -> None:
    """Cards that the Harkonnen may draw go on the pile (ARR-SOLO-41)."""
    reinforce_many(t, g, op.a)


def mahdi_scheme_possible(t: Tables, g: State) -> bool:
    return g.scheme_aside == 0 or schemer_in_play(t, g)


def op_mahdi_scheme(g: State, f: Frame, op: Op) -> None:
    """The first Hawat's Scheming lies beside the map, with the second both take effect (ARR-SOLO-76)."""
    card = f.a
    f.a = 0
    if g.scheme_aside == 0:
        g.scheme_aside = bit(card)
        jump(f, op.b)
    else:
        g.scheme_aside = u64(0)
