"""Intrigue cards: drawing, holding, playing and stealing them (IMP-INTR)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.layout import LOST, SEATS, State, Tables
from dune_sim.games.imperium.kernels.opcodes import TURN_REVEAL
from dune_sim.games.imperium.kernels.zones import without_lowest
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.rng import below
from dune_sim.kernel.stack import jump, push
from dune_sim.lang.intrinsics import bit, lowest, nth, popcount, u64


def held_intrigue(g: State, p: int) -> u64:
    """Intrigue cards held in secret, without those lying face up."""
    return g.intrigue[p] & ~g.laid


def played_intrigue(t: Tables, g: State) -> u64:
    """The intrigue discard pile."""
    elsewhere = g.intrigue_deck
    for p in range(SEATS):
        elsewhere = elsewhere | g.intrigue[p]
    return t.intrigues & ~elsewhere


def draw_intrigue(t: Tables, g: State, p: int) -> None:
    """One intrigue card; an empty deck takes the discards back, none at all gives none (IMP-INTR-08, IMP-AMB-18)."""
    if g.intrigue_deck == 0:
        g.intrigue_deck = played_intrigue(t, g)
        forget_stolen(g, g.intrigue_deck)
    if g.intrigue_deck == 0:
        return
    k = below(g.rng, popcount(g.intrigue_deck))
    b = bit(nth(g.intrigue_deck, k))
    g.intrigue_deck = g.intrigue_deck & ~b
    g.intrigue[p] = g.intrigue[p] | b


def op_intrigue(t: Tables, g: State, f: Frame, op: Op) -> None:
    for _ in range(op.a):
        draw_intrigue(t, g, f.who)


def intrigue_card(t: Tables, g: State, p: int, d: int) -> int:
    """A held card of an intrigue design."""
    x = held_intrigue(g, p)
    while x != 0:
        k = lowest(x)
        if t.intrigue_design[k] == d:
            return k
        x = without_lowest(x)
    return 0


def lay_down(g: State, p: int, card: int, pc: int) -> None:
    """Play an intrigue card: face up until it is resolved."""
    g.laid = g.laid | bit(card)
    push(g.stack, pc, p)
    g.stack.frames[g.stack.depth - 1].c = card


def op_spent(g: State, f: Frame) -> None:
    """A resolved intrigue card goes to the discard pile, which is what lies nowhere else (IMP-INTR-07)."""
    b = bit(f.c)
    g.intrigue[f.who] = g.intrigue[f.who] & ~b
    g.laid = g.laid & ~b


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
        if popcount(held_intrigue(g, victim)) >= op.a:
            for _ in range(min(op.b, popcount(held_intrigue(g, victim)))):
                held = held_intrigue(g, victim)
                at = below(g.rng, popcount(held))
                card = nth(held, at)
                forget_stolen(g, held)
                g.intrigue[victim] = g.intrigue[victim] & ~bit(card)
                g.intrigue[f.who] = g.intrigue[f.who] | bit(card)
                know_stolen(g, victim, card)


def know_stolen(g: State, p: int, card: int) -> None:
    """The victim remembers the card, and the one before it."""
    for k in range(LOST - 1, 0, -1):
        g.players[p].lost[k] = g.players[p].lost[k - 1]
    g.players[p].lost[0] = card + 1


def forget_stolen(g: State, cards: u64) -> None:
    """Nobody can be sure any longer who holds these intrigue cards."""
    for p in range(SEATS):
        for k in range(LOST):
            card = g.players[p].lost[k]
            if card != 0 and cards & bit(card - 1) != 0:
                g.players[p].lost[k] = 0


def known_stolen(g: State, p: int, viewer: int) -> u64:
    """Intrigue cards of a seat that were stolen from the viewer."""
    cards = u64(0)
    for k in range(LOST):
        if g.players[viewer].lost[k] != 0:
            cards = cards | bit(g.players[viewer].lost[k] - 1)
    return cards & held_intrigue(g, p)
