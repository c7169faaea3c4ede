"""Agent turns and reveal turns (IMP-TURN, IMP-AGENT, IMP-REVEAL)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import ACT_HAND, ACT_REVEAL
from dune_sim.games.imperium.kernels.agents import anywhere, enter_space, leave, open_spaces
from dune_sim.games.imperium.kernels.choices import list_intrigue
from dune_sim.games.imperium.kernels.conditions import playable_cards
from dune_sim.games.imperium.kernels.layout import COST_STEPS, ICON_SETS, ICONS, WORDS, State, Tables
from dune_sim.games.imperium.kernels.offers import keep_set
from dune_sim.games.imperium.kernels.opcodes import (
    BOX_SEND_ANY,
    BOX_SIGNET,
    SEAT_COUNCIL,
    SEAT_REVEALED,
    TURN_COMBAT,
    TURN_PASS_ENEMIES,
    TURN_PASSED,
    TURN_REVEAL,
    TURN_SENT,
    TURN_STARTED,
    TURN_STEP_TWO,
)
from dune_sim.games.imperium.kernels.pool import add_item, clear_pool, open_box
from dune_sim.games.imperium.kernels.zones import (
    ZONE_OF_PLAY,
    ZONE_OUT,
    hand_word,
    play_word,
    put,
    unsee,
    without_lowest,
)
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.stack import jump, push
from dune_sim.lang.intrinsics import bit, lowest, u64

SEND_SOURCE = 0
SEND_SPACE = 1
SEND_PRICE = 2
FROM_LEADER = 0


def plots_held(t: Tables, g: State, p: int) -> u64:
    """Plot cards of the hand that fit this moment of the own turn (IMP-INTR-02, IMP-CARD-01, IMP-AMB-02)."""
    cards = g.intrigue[p] & t.plots & ~g.laid
    return cards & ~t.first_acts if g.turn & TURN_STARTED != 0 else cards


def playable_plots(t: Tables, g: State, p: int, cards: u64) -> u64:
    """One copy of each design among held plot cards that can be played now."""
    pl = g.players[p]
    top = COST_STEPS - 1
    good = cards & t.plot_spice[min(top, pl.spice)] & t.plot_solari[min(top, pl.solari)]
    good = good & t.plot_water[min(top, pl.water)]
    rest = cards & ~t.bought_plots
    return good if rest == 0 else good | playable_cards(t, g, p, rest, t.plot)


def any_plot(t: Tables, g: State, p: int) -> bool:
    """Whether one of them can be played now."""
    cards = plots_held(t, g, p)
    return cards != 0 and playable_plots(t, g, p, cards) != 0


def list_plots(t: Tables, g: State, p: int, out: "i64[:]", start: int) -> int:
    """Those that can be played now."""
    cards = plots_held(t, g, p)
    if cards == 0:
        return start
    return list_playable(t, g, p, cards, out, start)


def list_playable(t: Tables, g: State, p: int, cards: u64, out: "i64[:]", start: int) -> int:
    return list_intrigue(t, playable_plots(t, g, p, cards), out, start)


def lay_down(g: State, p: int, card: int, pc: int) -> None:
    """Play an intrigue card: face up until it is resolved."""
    g.laid = g.laid | bit(card)
    push(g.stack, pc, p)
    g.stack.frames[g.stack.depth - 1].c = card


def intrigue_card(t: Tables, g: State, p: int, d: int) -> int:
    """A held card of an intrigue design."""
    x = g.intrigue[p] & ~g.laid
    while x != 0:
        k = lowest(x)
        if t.intrigue_design[k] == d:
            return k
        x = without_lowest(x)
    return 0


def play_plot(t: Tables, g: State, p: int, d: int) -> None:
    g.turn = g.turn | TURN_STARTED
    card = intrigue_card(t, g, p, d)
    lay_down(g, p, card, t.plot[d].pc)


def run_turn(t: Tables, g: State, f: Frame, op: Op) -> bool:
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
    for w in range(WORDS):
        if hand_word(g, p, w) & t.send_any[w] != 0:
            return False
    return not any_plot(t, g, p)


def open_icons(t: Tables, g: State, spaces: int) -> int:
    """Icons of which a space is open, or ICON_SETS if the icons granted to any card lead to one."""
    if t.icon_spaces[g.icons] & spaces != 0:
        return ICON_SETS
    found = 0
    for k in range(ICONS):
        found |= (1 if t.spaces_of[k] & spaces != 0 else 0) << k
    return found


def offer_turn(t: Tables, g: State, p: int, out: "i64[:]") -> int:
    """Reveal turn, a card that can send an agent somewhere, or a plot."""
    out[0] = ACT_REVEAL
    pl = g.players[p]
    spaces = open_spaces(t, g, p) if pl.agents > 0 else 0
    able = t.icon_cards[open_icons(t, g, spaces)]
    x0 = hand_word(g, p, 0)
    x1 = hand_word(g, p, 1)
    x2 = hand_word(g, p, 2)
    y0 = x0 & able[0]
    y1 = x1 & able[1]
    y2 = x2 & able[2]
    if (x0 & t.send_any[0]) | (x1 & t.send_any[1]) | (x2 & t.send_any[2]) != 0:
        if (pl.agents > 0 or pl.board != 0) and anywhere(t, g, p) != 0:
            y0 = y0 | (x0 & t.send_any[0])
            y1 = y1 | (x1 & t.send_any[1])
            y2 = y2 | (x2 & t.send_any[2])
    size = keep_set(t, out, 1, ACT_HAND, y0, y1, y2)
    n = list_plots(t, g, p, out, 1)
    return n + size


def card_design(t: Tables, g: State) -> int:
    """Design of the card played in this agent turn."""
    return t.design[g.card - 1]


def goes_anywhere(t: Tables, g: State) -> bool:
    return t.agent[card_design(t, g)].flags & BOX_SEND_ANY != 0


def destinations(t: Tables, g: State, p: int) -> int:
    """Spaces the chosen card can send an agent to (IMP-AGENT-02, 03)."""
    if goes_anywhere(t, g):
        return anywhere(t, g, p)
    return (t.card_spaces[card_design(t, g)] | t.icon_spaces[g.icons]) & open_spaces(t, g, p)


def run_send(t: Tables, g: State, f: Frame) -> bool:
    """Agent, space and price are asked for in turn; the last answer sends the agent."""
    if f.stage == SEND_SOURCE and not goes_anywhere(t, g):
        f.stage = SEND_SPACE
    return False


def depart(t: Tables, g: State, f: Frame) -> None:
    """All is chosen: the agent goes, the program goes on; registers: a source, b space, c price."""
    send(t, g, f.who, f.a, f.b, f.c)
    f.a = 0
    f.b = 0
    f.c = 0
    f.stage = 0
    jump(f, f.pc + 1)


def price_payable(t: Tables, g: State, p: int, k: int) -> bool:
    one = t.option[k]
    pl = g.players[p]
    return pl.spice >= one.spice and pl.solari >= one.solari and pl.water >= one.water


def pay_space(t: Tables, g: State, p: int, space: int, option: int) -> None:
    """The whole cost before any effect; solari paid may wake the leader (IMP-AGENT-07, IMP-LEADER-08, IMP-AMB-27)."""
    pl = g.players[p]
    leader = t.leader[pl.leader]
    solari = leader.cost_solari[space]
    pl.spice -= t.cost_spice[space]
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
    """Whoever sends an agent, the controller gains (IMP-CTRL-04, 05)."""
    k = t.control[space]
    if k == 0:
        return
    holder = g.control[k - 1]
    if holder != 0:
        g.players[holder - 1].spice += t.control_spice[k - 1]
        g.players[holder - 1].solari += t.control_solari[k - 1]
        g.players[holder - 1].water += t.control_water[k - 1]


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
    put(g, g.card - 1, ZONE_OF_PLAY)
    unsee(g, g.card - 1)
    pl.played += 1
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


def open_later(t: Tables, g: State, p: int) -> None:
    """What waited for this reveal turn (IMP-REVEAL-13, IMP-FAQ-30)."""
    pl = g.players[p]
    x = u64(pl.delayed)
    pl.delayed = 0
    while x != 0:
        open_box(t, g, p, t.later[lowest(x)])
        x = without_lowest(x)
    cards = g.intrigue[p] & g.laid
    g.intrigue[p] = g.intrigue[p] & ~cards
    g.laid = g.laid & ~cards
    while cards != 0:
        open_box(t, g, p, t.later[t.intrigue_later[t.intrigue_design[lowest(cards)]]])
        cards = without_lowest(cards)


def reveal(t: Tables, g: State, p: int) -> None:
    """All hand cards into play, the council seat, what waited (IMP-REVEAL-01 to 04, 17, IMP-SPACE-09)."""
    pl = g.players[p]
    pl.flags = pl.flags | SEAT_REVEALED
    g.turn = g.turn | TURN_REVEAL | TURN_STARTED
    g.icons = 0
    g.persuasion = 0
    if pl.flags & SEAT_COUNCIL != 0:
        g.persuasion += t.council_persuasion
    for w in range(WORDS):
        x = hand_word(g, p, w)
        g.zb[w] = g.zb[w] | x
        g.seen[w] = g.seen[w] & ~x
        while x != 0:
            open_box(t, g, p, t.reveal[t.design[64 * w + lowest(x)]])
            x = without_lowest(x)
    if pl.delayed != 0 or g.laid != 0:
        open_later(t, g, p)


def end_turn(t: Tables, g: State, p: int) -> None:
    """Forget the turn; after a reveal turn clean up (IMP-REVEAL-12, IMP-BUY-07, IMP-FAQ-25)."""
    if g.turn & TURN_REVEAL != 0:
        for w in range(WORDS):
            g.za[w] = g.za[w] & ~play_word(g, p, w)
        if g.aside != 0 and g.aside_seat == p:
            put(g, g.aside - 1, ZONE_OUT)
            g.aside = 0
            g.aside_seat = 0
    clear_pool(g)
    g.turn = 0
    g.persuasion = 0
    g.card = 0
    g.space = 0
    g.icons = 0
    g.discounted = 0
    g.discount = 0
