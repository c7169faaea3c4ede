"""Leaders of Bloodlines: an agent that fights, a space of one's own, a deck of twisted intrigue cards (BLD-LEADER)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import ACT_ACCEPT, ACT_SPACE
from dune_sim.games.imperium.kernels.agents import leave
from dune_sim.games.imperium.kernels.bloodlines.conditions import if_sent
from dune_sim.games.imperium.kernels.bloodlines.opcodes import LEADER_SPACE, LEADER_TACTICS, LEADER_TWISTED
from dune_sim.games.imperium.kernels.bloodlines.who import seat_that
from dune_sim.games.imperium.kernels.intrigue import draw_intrigue
from dune_sim.games.imperium.kernels.layout import Offer, State, Tables
from dune_sim.games.imperium.kernels.offers import offer_bits, offer_yes_or_no
from dune_sim.games.imperium.kernels.opcodes import ANSWERED
from dune_sim.games.imperium.kernels.pool import count_deployed, open_box
from dune_sim.games.imperium.kernels.sizes import BOX_ITEMS
from dune_sim.games.imperium.kernels.stock import MOST_SMALL, gain
from dune_sim.games.imperium.kernels.troops import recruit
from dune_sim.kernel.layout import Frame
from dune_sim.kernel.rng import below
from dune_sim.kernel.stack import push
from dune_sim.lang.intrinsics import empty, nth, only, popcount


def leaders_known(t: Tables, g: State) -> None:
    """What comes into play with a leader (BLD-LEADER-01, 09, 10, 13)."""
    if seat_that(t, g, LEADER_TACTICS) >= 0:
        g.tactics = t.tactics_start
    if seat_that(t, g, LEADER_TWISTED) >= 0:
        g.twisted_deck = t.twisted


def draw_twisted(t: Tables, g: State) -> None:
    """At the start of a round their owner draws one; they are intrigue cards from then on (BLD-LEADER-13)."""
    p = seat_that(t, g, LEADER_TWISTED)
    if p < 0 or empty(g.twisted_deck):
        return
    k = below(g.rng, popcount(g.twisted_deck))
    card = nth(g.twisted_deck, k)
    g.twisted_deck -= only(card)
    g.intrigue[p] |= only(card)


def visit_leader_space(t: Tables, g: State, p: int) -> None:
    """Whoever sends an agent there: the owner gains a solari, or an intrigue card for an opponent's visit."""
    owner = seat_that(t, g, LEADER_SPACE)
    if owner == p:
        gain(g.players[p], 0, 1, 0)
    elif owner >= 0:
        draw_intrigue(t, g, owner)


def op_agent_fights(g: State, f: Frame) -> bool:
    """The agent just sent may leave its space for the conflict, a unit that never retreats (BLD-LEADER-11)."""
    return f.stage != 0 or not if_sent(g, f.who)


def agent_fights_choices(q: Offer) -> None:
    offer_yes_or_no(q)


def agent_fights_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    f.stage = ANSWERED
    if action == ACT_ACCEPT:
        leave(g, f.who, g.space - 1)
        g.players[f.who].agents_fighting += 1
        count_deployed(t, g, f.who, 1)


def op_store_spice(t: Tables, g: State) -> None:
    """A bonus spice onto the leader's space (BLD-LEADER-05)."""
    if t.leader_space != 0:
        k = t.maker[t.leader_space - 1] - 1
        g.bonus[k] = min(MOST_SMALL, g.bonus[k] + 1)


def op_take_bonus(f: Frame) -> bool:
    """A bonus spice off a maker space of choice."""
    return f.stage != 0


def take_bonus_choices(t: Tables, g: State, q: Offer) -> None:
    found = 0
    for k in range(t.makers):
        if g.bonus[k] > 0:
            found |= 1 << t.maker_space[k]
    offer_bits(q, ACT_SPACE, found)


def take_bonus_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    f.stage = ANSWERED
    k = t.maker[action - ACT_SPACE] - 1
    g.bonus[k] -= 1
    gain(g.players[f.who], 1, 0, 0)


def op_signet_now(t: Tables, g: State, f: Frame) -> None:
    """The signet ability once; outside of an own turn there is no order to choose, and it comes at once."""
    box = t.leader[g.players[f.who].leader].signet
    if g.turn != 0 and g.player == f.who:
        open_box(t, g, f.who, box)
        return
    gain(g.players[f.who], box.spice, box.solari, box.water)
    recruit(g, f.who, box.troops)
    for k in range(BOX_ITEMS):
        if box.items[k] != 0:
            push(g.stack, t.item[box.items[k]].pc, f.who)


def op_staying(t: Tables, g: State, f: Frame) -> None:
    """A recruit that stays in the garrison this turn: no credit for deploying, and held back (BLD-AMB-18)."""
    came = recruit(g, f.who, 1)
    if f.who == g.player:
        g.recruited -= came
        g.staying = min(MOST_SMALL, g.staying + came)


def op_every_reveal(g: State) -> None:
    g.every_reveal = min(MOST_SMALL, g.every_reveal + 1)
