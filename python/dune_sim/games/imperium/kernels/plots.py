"""Plot cards: intrigue cards for the own turn (IMP-INTR-02)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.conditions import playable_cards
from dune_sim.games.imperium.kernels.intrigue import held_intrigue, intrigue_card, lay_down
from dune_sim.games.imperium.kernels.layout import Offer, State, Tables
from dune_sim.games.imperium.kernels.offers import offer_intrigue
from dune_sim.games.imperium.kernels.opcodes import TURN_STARTED
from dune_sim.games.imperium.kernels.sizes import COST_STEPS, INTRIGUES
from dune_sim.games.imperium.kernels.zones import hand_of
from dune_sim.lang.intrinsics import Set, empty, masked


def plots_held(t: Tables, g: State, p: int) -> Set[INTRIGUES]:
    """Plot cards of the hand that fit this moment of the own turn (IMP-INTR-02, IMP-CARD-01, IMP-AMB-02)."""
    cards = held_intrigue(g, p) & t.plots
    return cards - masked(t.first_acts, g.turn & TURN_STARTED != 0 or not has_agent(t, g, p))


def has_agent(t: Tables, g: State, p: int) -> bool:
    """Whether there is an agent for an agent turn, on the leader or for a card that takes one from the board."""
    pl = g.players[p]
    return pl.agents > 0 or (pl.board != 0 and not empty(hand_of(g, p) & t.send_any))


def playable_plots(t: Tables, g: State, p: int, cards: Set[INTRIGUES]) -> Set[INTRIGUES]:
    """One copy of each design among held plot cards that can be played now."""
    pl = g.players[p]
    top = COST_STEPS - 1
    good = cards & t.plot_spice[min(top, pl.spice)] & t.plot_solari[min(top, pl.solari)]
    good = good & t.plot_water[min(top, pl.water)]
    rest = cards & ~t.bought_plots
    return good if empty(rest) else good | playable_cards(t, g, p, rest, t.plot)


def any_plot(t: Tables, g: State, p: int) -> bool:
    """Whether one of them can be played now."""
    cards = plots_held(t, g, p)
    return not empty(cards) and not empty(playable_plots(t, g, p, cards))


def offer_plots(t: Tables, g: State, q: Offer, p: int, cards: Set[INTRIGUES]) -> None:
    """Those of the plot cards held that can be played now."""
    offer_intrigue(t, q, playable_plots(t, g, p, cards))


def play_plot(t: Tables, g: State, p: int, d: int) -> None:
    g.turn = g.turn | TURN_STARTED
    card = intrigue_card(t, g, p, d)
    lay_down(g, p, card, t.plot[d].pc)
