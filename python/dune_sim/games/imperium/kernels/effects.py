"""Effects that ask nothing, and what a suspended effect does once it has its answer."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.agents import hire_mentat, reserve_mentat
from dune_sim.games.imperium.kernels.conditions import all_hold
from dune_sim.games.imperium.kernels.influence import influence_up, lose_troops, recruit, score
from dune_sim.games.imperium.kernels.layout import FACTIONS, State, Tables
from dune_sim.games.imperium.kernels.market import acquire_slot, offered_slot
from dune_sim.games.imperium.kernels.opcodes import (
    OP_ACQUIRE_CARD,
    OP_CONTROL,
    OP_COUNCIL,
    OP_COUNT,
    OP_DISCOUNT,
    OP_DRAW,
    OP_END,
    OP_FLAG,
    OP_GAIN,
    OP_HARVEST,
    OP_ICONS,
    OP_INFLUENCE,
    OP_INTRIGUE,
    OP_JUMP,
    OP_LOSE_TROOPS,
    OP_MASTERSTROKE,
    OP_MENTAT,
    OP_ON_REVEAL,
    OP_OPPONENTS,
    OP_PAY,
    OP_REVEALED,
    OP_SHUFFLE,
    OP_SIGNET,
    OP_SPENT,
    OP_STEAL,
    OP_SWORDMASTER,
    OP_TEST,
    OP_TRASH_SELF,
    OP_TROOPS,
    OP_VP,
    OP_WHILE,
    SEAT_COUNCIL,
    SEAT_SHOWN,
    SEAT_SWORDMASTER,
    TURN_DOUBLE_HARVEST,
    TURN_REVEAL,
)
from dune_sim.games.imperium.kernels.pool import add_item, draw_cards, open_box
from dune_sim.games.imperium.kernels.zones import (
    count_in_play,
    deck_empty,
    discard_into_deck,
    draw_intrigue,
    forget_stolen,
    forget_tops,
    held_intrigue,
    in_play_slot,
    keep_top_known,
    know_stolen,
    shuffle_discard,
    trash_card,
)
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.rng import below
from dune_sim.kernel.stack import jump, pop, push
from dune_sim.lang.intrinsics import bit, nth, popcount


def run_gain(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """The plain gains and the flow of a program; False if the instruction is none of them."""
    code = op.code
    p = f.who
    pl = g.players[p]
    if code == OP_END:
        pop(g.stack)
    elif code == OP_GAIN:
        pl.spice += op.a
        pl.solari += op.b
        pl.water += op.c
    elif code == OP_TROOPS:
        came = recruit(g, p, op.a)
        f.b = came
    elif code == OP_DRAW:
        draw_cards(t, g, p, op.a)
    elif code == OP_INTRIGUE:
        for _ in range(op.a):
            draw_intrigue(t, g, p)
    elif code == OP_INFLUENCE:
        influence_up(t, g, p, op.a, op.b)
    elif code == OP_VP:
        score(g, p, op.a)
    elif code == OP_REVEALED:
        g.persuasion += op.a
        pl.swords += op.b
    elif code == OP_TEST:
        jump(f, f.pc + op.b if all_hold(t, g, p, f.pc, op.b) else op.a)
    elif code == OP_JUMP:
        jump(f, op.a)
    elif code == OP_PAY:
        pl.spice -= op.a
        pl.solari -= op.b
        pl.water -= op.c
    else:
        return False
    return True


def end_soon(t: Tables, g: State, f: Frame) -> None:
    """Spare the step that only ends a program, unless something was started on top of it."""
    if t.code[f.pc].code == OP_END and g.stack.frames[g.stack.depth - 1].pc == f.pc:
        pop(g.stack)


def run_board(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Effects on cards, board and other players; False if the instruction is none of them."""
    code = op.code
    p = f.who
    if code == OP_TRASH_SELF:
        trash_played(t, g, p)
    elif code == OP_HARVEST:
        harvest(t, g, p, op.a)
    elif code == OP_ACQUIRE_CARD:
        take_reserve(t, g, p, op.a)
    elif code == OP_STEAL:
        steal_intrigue(t, g, p, op.a, op.b)
    elif code == OP_LOSE_TROOPS:
        lose_troops(g, p, op.a, op.b)
    elif code == OP_SPENT:
        spend_intrigue(g, p, f.c)
    elif code == OP_ON_REVEAL:
        wait_for_reveal(g, f, op)
    elif code == OP_OPPONENTS:
        for k in range(1, t.players):
            push(g.stack, op.a, (p + t.players - k) % t.players)
    elif code == OP_COUNT:
        f.a = count_in_play(t, g, p, op.a) - op.b
    elif code == OP_WHILE:
        if f.a <= 0:
            jump(f, op.a)
        f.a -= 1
    else:
        return run_standing(t, g, f, op)
    return True


def run_standing(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Rare effects: agents, control, discounts and the mechanics of single cards."""
    code = op.code
    p = f.who
    if code == OP_MENTAT:
        if op.a == 0:
            hire_mentat(g, p)
        else:
            reserve_mentat(g, p)
    elif code == OP_CONTROL:
        g.control[op.a] = p + 1
    elif code == OP_SWORDMASTER:
        third_agent(g, p)
    elif code == OP_COUNCIL:
        take_seat(t, g, p)
    elif code == OP_DISCOUNT:
        g.discounted = op.a + 1
        g.discount += op.b
    elif code == OP_ICONS:
        g.icons = g.icons | op.a
    elif code == OP_FLAG:
        g.turn = g.turn | op.a
    elif code == OP_SIGNET:
        open_box(t, g, p, t.leader[g.players[p].leader].signet)
    elif code == OP_MASTERSTROKE:
        show_tokens(t, g, p)
    elif code == OP_SHUFFLE:
        if deck_empty(g, p):
            shuffle_discard(g, p)
        discard_into_deck(g, p)
        forget_tops(g, p)
        keep_top_known(t, g, p)
    else:
        return False
    return True


def trash_played(t: Tables, g: State, p: int) -> None:
    """The card of this agent turn leaves play, if it is still there (IMP-FAQ-40)."""
    if g.card != 0 and in_play_slot(g, p, g.card - 1):
        trash_card(t, g, p, g.card - 1)


def harvest(t: Tables, g: State, p: int, base: int) -> None:
    """Base once or twice, all bonus spice, less what the leader loses (IMP-MAKER-05, IMP-FAQ-08, 19, 20)."""
    leader = t.leader[g.players[p].leader]
    total = base
    if g.turn & TURN_DOUBLE_HARVEST != 0:
        total += base
    if g.space != 0 and t.maker[max(0, g.space - 1)] != 0:
        k = t.maker[g.space - 1] - 1
        total += g.bonus[k]
        g.bonus[k] = 0
    g.players[p].spice += max(0, total - leader.harvest_less)


def take_reserve(t: Tables, g: State, p: int, d: int) -> None:
    """The named reserve card, if the pile has one (IMP-BUY-03, 12, IMP-AMB-18)."""
    slot = offered_slot(t, g, d)
    if slot >= 0:
        acquire_slot(t, g, p, slot, False)


def steal_intrigue(t: Tables, g: State, p: int, least: int, n: int) -> None:
    """Every opponent who holds enough hands over random cards, seen by both (IMP-AGENT-28).

    Earlier victims can then no longer be sure what the opponent still holds.
    """
    for k in range(1, t.players):
        q = (p + k) % t.players
        if popcount(held_intrigue(g, q)) >= least:
            for _ in range(min(n, popcount(held_intrigue(g, q)))):
                held = held_intrigue(g, q)
                at = below(g.rng, popcount(held))
                card = nth(held, at)
                forget_stolen(g, held)
                g.intrigue[q] = g.intrigue[q] & ~bit(card)
                g.intrigue[p] = g.intrigue[p] | bit(card)
                know_stolen(g, q, card)


def spend_intrigue(g: State, p: int, card: int) -> None:
    """A resolved intrigue card goes to the discard pile, which is what lies nowhere else (IMP-INTR-07)."""
    b = bit(card)
    g.intrigue[p] = g.intrigue[p] & ~b
    g.laid = g.laid & ~b


def wait_for_reveal(g: State, f: Frame, op: Op) -> None:
    """In the own reveal turn at once, else kept; a card stays face up (IMP-REVEAL-13, IMP-FAQ-30)."""
    if g.turn & TURN_REVEAL != 0 and g.player == f.who:
        return
    if op.b != 0:
        g.players[f.who].delayed = g.players[f.who].delayed | (1 << op.b)
    jump(f, op.a)


def third_agent(g: State, p: int) -> None:
    """Usable in this very round (IMP-SPACE-13, IMP-AGENT-25)."""
    pl = g.players[p]
    if pl.flags & SEAT_SWORDMASTER == 0:
        pl.flags = pl.flags | SEAT_SWORDMASTER
        pl.agents += 1


def take_seat(t: Tables, g: State, p: int) -> None:
    """A seat in the High Council and what it means to the leader (IMP-SPACE-09, IMP-LEADER-11)."""
    pl = g.players[p]
    if pl.flags & SEAT_COUNCIL != 0:
        return
    pl.flags = pl.flags | SEAT_COUNCIL
    item = t.leader[pl.leader].seated
    if item != 0:
        add_item(t, g, p, item)


def show_tokens(t: Tables, g: State, p: int) -> None:
    """One influence with each faction laid down in secret, once per game (IMP-LEADER-06)."""
    pl = g.players[p]
    if pl.flags & SEAT_SHOWN != 0:
        return
    pl.flags = pl.flags | SEAT_SHOWN
    for k in range(FACTIONS):
        if (g.tokens >> k) & 1 == 1:
            influence_up(t, g, p, k, 1)
