"""Intrigue cards: drawing, holding, playing and stealing them (IMP-INTR)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.bloodlines.tech import meet_intrigue, theft_level
from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.opcodes import TURN_REVEAL
from dune_sim.games.imperium.kernels.sizes import BLOODLINES, INTRIGUES, LOST, SEATS, TECH
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.rng import below
from dune_sim.kernel.stack import jump, push
from dune_sim.lang.intrinsics import Set, empty, nothing, nth, only, popcount


def held_intrigue(g: State, p: int) -> Set[INTRIGUES]:
    """Intrigue cards held in secret, without those lying face up."""
    return g.intrigue[p] & ~g.laid


def played_intrigue(t: Tables, g: State) -> Set[INTRIGUES]:
    """The intrigue discard pile."""
    elsewhere = g.intrigue_deck
    for p in range(SEATS):
        elsewhere |= g.intrigue[p]
    if BLOODLINES != 0:
        elsewhere |= g.trashed_intrigue
    return t.intrigues & ~elsewhere


def draw_intrigue(t: Tables, g: State, p: int) -> None:
    """One intrigue card; an empty deck takes the discards back, none at all gives none (IMP-INTR-08, IMP-AMB-18)."""
    if empty(g.intrigue_deck):
        g.intrigue_deck = played_intrigue(t, g)
        forget_stolen(g, g.intrigue_deck)
    if empty(g.intrigue_deck):
        return
    k = below(g.rng, popcount(g.intrigue_deck))
    card = nth(g.intrigue_deck, k)
    g.intrigue_deck -= only(card)
    g.intrigue[p] |= only(card)


def op_intrigue(t: Tables, g: State, f: Frame, op: Op) -> None:
    for _ in range(op.a):
        draw_intrigue(t, g, f.who)
        if TECH != 0 and t.tech == 1:
            meet_intrigue(t, g, f.who)


def intrigue_card(t: Tables, g: State, p: int, d: int) -> int:
    """A held card of an intrigue design."""
    for card in held_intrigue(g, p):
        if t.intrigue_design[card] == d:
            return card
    return 0


def lay_down(g: State, p: int, card: int, pc: int) -> None:
    """Play an intrigue card: face up until it is resolved."""
    g.laid |= only(card)
    push(g.stack, pc, p)
    g.stack.frames[g.stack.depth - 1].c = card


def op_spent(g: State, f: Frame) -> None:
    """A resolved intrigue card goes to the discard pile, which is what lies nowhere else (IMP-INTR-07)."""
    g.intrigue[f.who] -= only(f.c)
    g.laid -= only(f.c)


def op_on_reveal(g: State, f: Frame, op: Op) -> None:
    """In the own reveal turn at once, else kept; a card stays face up (IMP-REVEAL-13, IMP-FAQ-30)."""
    if g.turn & TURN_REVEAL != 0 and g.player == f.who:
        return
    if op.b != 0:
        g.players[f.who].delayed = g.players[f.who].delayed | (1 << op.b)
    jump(f, op.a)


def op_steal(t: Tables, g: State, f: Frame, op: Op) -> None:
    """Every opponent who holds enough hands over random cards, seen by both (IMP-AGENT-28).

    Earlier victims can then no longer be sure what the opponent still holds.
    """
    for k in range(1, t.players):
        victim = (f.who + k) % t.players
        level = op.a if TECH == 0 else theft_level(t, g, victim, op.a)
        if popcount(held_intrigue(g, victim)) >= level:
            for _ in range(min(op.b, popcount(held_intrigue(g, victim)))):
                held = held_intrigue(g, victim)
                at = below(g.rng, popcount(held))
                card = nth(held, at)
                forget_stolen(g, held)
                g.intrigue[victim] -= only(card)
                g.intrigue[f.who] |= only(card)
                know_stolen(g, victim, card)
                if TECH != 0 and t.tech == 1:
                    meet_intrigue(t, g, f.who)


def know_stolen(g: State, p: int, card: int) -> None:
    """The victim remembers the card, and the one before it."""
    for k in range(LOST - 1, 0, -1):
        g.players[p].lost[k] = g.players[p].lost[k - 1]
    g.players[p].lost[0] = card + 1


def forget_stolen(g: State, cards: Set[INTRIGUES]) -> None:
    """Nobody can be sure any longer who holds these intrigue cards."""
    for p in range(SEATS):
        for k in range(LOST):
            card = g.players[p].lost[k]
            if card != 0 and card - 1 in cards:
                g.players[p].lost[k] = 0


def known_stolen(g: State, p: int, viewer: int) -> Set[INTRIGUES]:
    """Intrigue cards of a seat that were stolen from the viewer."""
    cards: Set[INTRIGUES] = nothing()
    for k in range(LOST):
        if g.players[viewer].lost[k] != 0:
            cards |= only(g.players[viewer].lost[k] - 1)
    return cards & held_intrigue(g, p)
