"""Agent turns and reveal turns (IMP-TURN, IMP-AGENT, IMP-REVEAL)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import (
    ACT_BRANCH,
    ACT_FROM_LEADER,
    ACT_HAND,
    ACT_INTRIGUE,
    ACT_REVEAL,
    ACT_SPACE,
)
from dune_sim.games.imperium.kernels.agents import anywhere, enter_space, leave, open_spaces
from dune_sim.games.imperium.kernels.bloodlines.tech import space_discount
from dune_sim.games.imperium.kernels.bloodlines.turns import (
    lay_out,
    more_senders,
    more_spaces,
    openers,
    reveal_module,
    sent,
)
from dune_sim.games.imperium.kernels.cards import hand_slot
from dune_sim.games.imperium.kernels.hagal.spending import spend
from dune_sim.games.imperium.kernels.layout import Offer, State, Tables
from dune_sim.games.imperium.kernels.offers import designs_of, offer, offer_bits, offer_designs
from dune_sim.games.imperium.kernels.opcodes import (
    BOX_SEND_ANY,
    BOX_SIGNET,
    SEAT_COUNCIL,
    SEAT_ORDER,
    SEAT_REVEALED,
    TURN_COMBAT,
    TURN_PASS_ENEMIES,
    TURN_PASSED,
    TURN_REVEAL,
    TURN_SENT,
    TURN_STARTED,
    TURN_STEP_TWO,
)
from dune_sim.games.imperium.kernels.plots import any_plot, offer_plots, play_plot, plots_held
from dune_sim.games.imperium.kernels.pool import add_item, open_box
from dune_sim.games.imperium.kernels.seats import is_rival
from dune_sim.games.imperium.kernels.sizes import BLOODLINES, ICON_SETS, ICONS, RIVALS, TECH
from dune_sim.games.imperium.kernels.stock import MOST_SMALL, gain
from dune_sim.games.imperium.kernels.zones import ZONE_PLAY, hand_of, put, unsee
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.stack import become, jump, settled
from dune_sim.lang.intrinsics import empty, lowest, u64

SEND_SOURCE = 0
SEND_SPACE = 1
SEND_PRICE = 2
FROM_LEADER = 0


def op_turn(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Which kind of turn (IMP-TURN-02 to 04)."""
    if g.turn & TURN_PASSED != 0:
        jump(f, op.b)
        return True
    if g.players[f.who].agents == 0 and must_reveal(t, g, f.who):
        reveal(t, g, f.who)
        jump(f, op.a)
        return True
    return False


def must_reveal(t: Tables, g: State, p: int) -> bool:
    """Whether a player without an agent on the leader has only the reveal turn left (IMP-TURN-04, IMP-CARD-07)."""
    if BLOODLINES != 0 and not empty(openers(t, g, p)):
        return False
    return empty(hand_of(g, p) & t.send_any) and not any_plot(t, g, p)


def open_icons(t: Tables, g: State, spaces: int) -> int:
    """Icons of which a space is open, or ICON_SETS if the icons granted to any card lead to one."""
    if t.icon_spaces[g.icons] & spaces != 0:
        return ICON_SETS
    found = 0
    for k in range(ICONS):
        found |= (1 if t.spaces_of[k] & spaces != 0 else 0) << k
    return found


def turn_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    """Reveal turn, a card that can send an agent somewhere, or a plot."""
    p = f.who
    offer(q, ACT_REVEAL)
    pl = g.players[p]
    spaces = open_spaces(t, g, p) if pl.agents > 0 else 0
    able = t.icon_cards[open_icons(t, g, spaces)]
    senders = hand_of(g, p) & t.send_any
    if not empty(senders) and (pl.agents > 0 or pl.board != 0) and anywhere(t, g, p) != 0:
        able |= senders
    if BLOODLINES != 0 and t.bloodlines == 1:
        able |= openers(t, g, p) | more_senders(t, g, p, spaces)
    offer_designs(q, ACT_HAND, designs_of(t, hand_of(g, p) & able))
    plots = plots_held(t, g, p)
    if not empty(plots):
        offer_plots(t, g, q, p, plots)


def turn_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    """A reveal turn, a plot card, or the card of an agent turn, whose space is asked next."""
    if action == ACT_REVEAL:
        reveal(t, g, f.who)
        jump(f, op.a)
    elif action >= ACT_INTRIGUE:
        play_plot(t, g, f.who, action - ACT_INTRIGUE)
    else:
        slot = hand_slot(t, g, f.who, action - ACT_HAND)
        if BLOODLINES != 0 and slot in openers(t, g, f.who):
            lay_out(t, g, f.who, slot)
            return
        g.turn = g.turn | TURN_STARTED
        g.card = slot + 1
        settled(f)


def card_design(t: Tables, g: State) -> int:
    """Design of the card played in this agent turn."""
    return t.design[g.card - 1]


def goes_anywhere(t: Tables, g: State) -> bool:
    return t.agent[card_design(t, g)].flags & BOX_SEND_ANY != 0


def destinations(t: Tables, g: State, p: int) -> int:
    """Spaces the chosen card can send an agent to (IMP-AGENT-02, 03)."""
    if goes_anywhere(t, g):
        return anywhere(t, g, p)
    spaces = t.card_spaces[card_design(t, g)] | t.icon_spaces[g.icons]
    if BLOODLINES != 0 and t.bloodlines == 1:
        spaces |= more_spaces(t, g, p, g.card - 1)
    return spaces & open_spaces(t, g, p)


def op_send(t: Tables, g: State, f: Frame) -> bool:
    """Agent, space and price are asked for in turn; the last answer sends the agent.

    Registers: a source, b space, c price.
    """
    if f.stage == SEND_SOURCE and not goes_anywhere(t, g):
        f.stage = SEND_SPACE
    return False


def send_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    """Source, space or price, whichever is asked."""
    pl = g.players[f.who]
    if f.stage == SEND_SPACE:
        offer_bits(q, ACT_SPACE, destinations(t, g, f.who))
    elif f.stage == SEND_SOURCE:
        if pl.agents > 0:
            offer(q, ACT_FROM_LEADER)
        offer_bits(q, ACT_SPACE, pl.board)
    else:
        found = 0
        for k in range(t.options[f.b]):
            if price_payable(t, g, f.who, t.first_option[f.b] + k):
                found |= 1 << k
        offer_bits(q, ACT_BRANCH, found)


def send_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    if f.stage == SEND_SOURCE:
        f.a = 0 if action == ACT_FROM_LEADER else action - ACT_SPACE + 1
        f.stage = SEND_SPACE
        return
    if f.stage == SEND_SPACE:
        f.b = action - ACT_SPACE
        if t.options[f.b] != 0:
            f.stage = SEND_PRICE
            return
    else:
        f.c = action - ACT_BRANCH
    send(t, g, f.who, f.a, f.b, f.c)
    become(f, f.pc + 1)


def price_payable(t: Tables, g: State, p: int, k: int) -> bool:
    one = t.option[k]
    pl = g.players[p]
    return pl.spice >= one.spice and pl.solari >= one.solari and pl.water >= one.water


def pay_space(t: Tables, g: State, p: int, space: int, option: int) -> None:
    """The whole cost before any effect; solari paid may stir the leader (IMP-AGENT-07, IMP-LEADER-08, IMP-AMB-27)."""
    pl = g.players[p]
    leader = t.leader[pl.leader]
    solari = leader.cost_solari[space]
    spice = t.cost_spice[space]
    if TECH != 0 and t.tech == 1:
        less = space_discount(t, g, p)
        solari = max(0, solari - (less if spice == 0 else 0))
        spice = max(0, spice - less)
    pl.spice -= spice
    pl.water -= t.cost_water[space]
    if t.options[space] != 0:
        one = t.option[t.first_option[space] + option]
        pl.spice -= one.spice
        pl.water -= one.water
        solari += one.solari
    pl.solari -= solari
    if solari > 0 and leader.paid != 0:
        add_item(t, g, p, leader.paid)


def pay_controller(t: Tables, g: State, space: int) -> None:
    """Whoever sends an agent, the controller gains (IMP-CTRL-04, 05, HAG-SOLO-21, HAG-AMB-01)."""
    k = t.control[space]
    if k == 0:
        return
    holder = g.control[k - 1]
    if holder != 0:
        gain(g.players[holder - 1], t.control_spice[k - 1], t.control_solari[k - 1], t.control_water[k - 1])
        if RIVALS != 0 and is_rival(t, holder - 1):
            spend(t, g, holder - 1)


def open_space(t: Tables, g: State, p: int, space: int) -> None:
    """Effects of the space; its faction step may be doubled (IMP-AGENT-10)."""
    open_box(t, g, p, t.space[space])
    step = t.step_one[space]
    if step != 0:
        add_item(t, g, p, t.step_two[space] if g.turn & TURN_STEP_TWO != 0 else step)
    harvested = t.leader[g.players[p].leader].harvested
    if t.maker[space] != 0 and harvested != 0:
        add_item(t, g, p, harvested)


def send(t: Tables, g: State, p: int, source: int, space: int, option: int) -> None:
    """Card into play, agent to the space, cost, control bonus, then everything the turn gives (IMP-AMB-01)."""
    pl = g.players[p]
    put(g, g.card - 1, ZONE_PLAY)
    unsee(g, g.card - 1)
    pl.played = min(MOST_SMALL, pl.played + 1)
    if source == FROM_LEADER:
        pl.agents -= 1
    else:
        leave(g, p, source - 1)
    enter_space(g, p, space)
    g.space = space + 1
    g.icons = 0
    g.turn = (g.turn & ~TURN_PASS_ENEMIES) | TURN_SENT
    if (t.combat_spaces >> space) & 1 == 1:
        g.turn = g.turn | TURN_COMBAT
    if t.once[space] != 0:
        pl.visited = pl.visited | (1 << (t.once[space] - 1))
    pay_space(t, g, p, space, option)
    pay_controller(t, g, space)
    box = t.agent[card_design(t, g)]
    open_box(t, g, p, box)
    if box.flags & BOX_SIGNET != 0:
        open_box(t, g, p, t.leader[pl.leader].signet)
    open_space(t, g, p, space)
    if t.options[space] != 0:
        open_box(t, g, p, t.option[t.first_option[space] + option].box)
    if BLOODLINES != 0 and t.bloodlines == 1:
        sent(t, g, p, space)


def open_later(t: Tables, g: State, p: int) -> None:
    """What waited for this reveal turn (IMP-REVEAL-13, IMP-FAQ-30)."""
    pl = g.players[p]
    x = u64(pl.delayed)
    pl.delayed = 0
    while x != 0:
        open_box(t, g, p, t.later[lowest(x)])
        x = x & u64(x - 1)
    cards = g.intrigue[p] & g.laid
    g.intrigue[p] -= cards
    g.laid -= cards
    for card in cards:
        open_box(t, g, p, t.later[t.intrigue_later[t.intrigue_design[card]]])


def reveal(t: Tables, g: State, p: int) -> None:
    """All hand cards into play, the council seat, what waited (IMP-REVEAL-01 to 04, 17, IMP-SPACE-09)."""
    pl = g.players[p]
    pl.flags = pl.flags | SEAT_REVEALED
    for seat in range(t.players if RIVALS == 0 else t.humans):
        pl.flags += SEAT_ORDER if g.players[seat].flags & SEAT_REVEALED != 0 else 0
    g.turn = g.turn | TURN_REVEAL | TURN_STARTED
    g.icons = 0
    g.persuasion = 0
    if pl.flags & SEAT_COUNCIL != 0:
        g.persuasion = t.council_persuasion
    if BLOODLINES != 0 and t.bloodlines == 1:
        g.gathered = g.persuasion
    cards = hand_of(g, p)
    g.zb |= cards
    g.seen -= cards
    for slot in cards:
        open_box(t, g, p, t.reveal[t.design[slot]])
    if pl.delayed != 0 or not empty(g.laid):
        open_later(t, g, p)
    if BLOODLINES != 0 and t.bloodlines == 1:
        reveal_module(t, g, p)
