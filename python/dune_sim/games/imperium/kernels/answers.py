"""Answers to effects that wait."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import (
    ACT_ACCEPT,
    ACT_BRANCH,
    ACT_BUY,
    ACT_COUNT,
    ACT_DISCARD,
    ACT_FACTION,
    ACT_HAND,
    ACT_IN_PLAY,
    ACT_PASS,
    ACT_SEAT,
    ACT_SPACE,
)
from dune_sim.games.imperium.kernels.agents import recall_agent
from dune_sim.games.imperium.kernels.influence import influence_down, influence_up, move_alliance
from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.market import acquire_action, offered_slot, refill
from dune_sim.games.imperium.kernels.opcodes import (
    OP_ACQUIRE,
    OP_ALLIANCE,
    OP_BLOCK,
    OP_CHOOSE,
    OP_DEPLOY,
    OP_DISCARD,
    OP_INFLUENCE_ANY,
    OP_LOSE_INFLUENCE,
    OP_MANIPULATE,
    OP_OFFER,
    OP_ONE_OPPONENT,
    OP_PICK,
    OP_PLACE,
    OP_RECALL,
    OP_RETREAT,
    OP_SNOOP,
    OP_TAKE,
    OP_TOKENS,
    OP_TRASH,
)
from dune_sim.games.imperium.kernels.pool import draw_cards
from dune_sim.games.imperium.kernels.waits import ANSWERED, DECLINED, move_troops
from dune_sim.games.imperium.kernels.zones import (
    ZONE_ASIDE,
    ZONE_OF_DISCARD,
    ZONE_OF_HAND,
    ZONE_OUT,
    discard_word,
    first_slot,
    hand_word,
    keep_top_known,
    play_word,
    pop_top,
    put,
    put_on_top,
    trash_card,
    unsee,
)
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.stack import push
from dune_sim.lang.intrinsics import bit


def hand_slot(t: Tables, g: State, p: int, d: int) -> int:
    """A copy of a design in the hand."""
    m = t.design_cards[d]
    return first_slot(hand_word(g, p, 0) & m[0], hand_word(g, p, 1) & m[1], hand_word(g, p, 2) & m[2])


def discard_slot(t: Tables, g: State, p: int, d: int) -> int:
    m = t.design_cards[d]
    return first_slot(discard_word(g, p, 0) & m[0], discard_word(g, p, 1) & m[1], discard_word(g, p, 2) & m[2])


def play_slot(t: Tables, g: State, p: int, d: int) -> int:
    """A copy in play; the card of this agent turn itself if it is of the design, for its own effects look at it."""
    if g.card != 0 and t.design[max(0, g.card - 1)] == d:
        w = (g.card - 1) >> 6
        if (play_word(g, p, w) >> ((g.card - 1) & 63)) & 1 == 1:
            return g.card - 1
    m = t.design_cards[d]
    return first_slot(play_word(g, p, 0) & m[0], play_word(g, p, 1) & m[1], play_word(g, p, 2) & m[2])


def answer_trash(t: Tables, g: State, f: Frame, action: int) -> None:
    """The named card leaves the game, or nothing does."""
    if action == ACT_PASS:
        f.stage = DECLINED
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


def answer_pick(t: Tables, g: State, f: Frame, op: Op, k: int) -> None:
    f.a = 0 if op.b == 1 else k + 1
    push(g.stack, t.code[op.c + k].a, f.who)


def answer_snoop(t: Tables, g: State, p: int, k: int) -> None:
    """Draw the card looked at, or trash it (IMP-CARD-11, IMP-FAQ-21)."""
    if k == 0:
        draw_cards(t, g, p, 1)
    else:
        slot = pop_top(g, p)
        trash_card(t, g, p, slot)
        keep_top_known(t, g, p)


def answer_manipulate(t: Tables, g: State, p: int, d: int) -> None:
    """Set a row card aside and refill the row (IMP-LEADER-10, IMP-FAQ-23)."""
    if g.aside != 0:
        put(g, g.aside - 1, ZONE_OUT)
    slot = offered_slot(t, g, d)
    put(g, slot, ZONE_ASIDE)
    g.aside = slot + 1
    g.aside_seat = p
    refill(t, g)


def answer_place(t: Tables, g: State, f: Frame, action: int) -> None:
    """An acquired card goes to its place; only then comes the new card of the row (IMP-FAQ-49, IMP-AMB-11)."""
    if action == ACT_ACCEPT:
        put_on_top(g, f.who, f.c)
    if f.a == 1:
        refill(t, g)


def retreat(g: State, p: int, n: int) -> None:
    """Conflict to garrison (IMP-COMBAT-19)."""
    g.players[p].conflict -= n
    g.players[p].garrison += n


def answer_effect(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    """Take in the choice of a waiting effect and do what it says."""
    code = op.code
    p = f.who
    if code == OP_OFFER:
        f.stage = ANSWERED if action == ACT_ACCEPT else DECLINED
        return
    if code == OP_TRASH:
        answer_trash(t, g, f, action)
        return
    if code == OP_CHOOSE:
        f.stage = 1 + action - ACT_BRANCH
        return
    f.stage = ANSWERED
    if code == OP_INFLUENCE_ANY:
        influence_up(t, g, p, action - ACT_FACTION, op.a)
    elif code == OP_DISCARD:
        slot = hand_slot(t, g, p, action - ACT_HAND)
        put(g, slot, ZONE_OF_DISCARD)
        unsee(g, slot)
    elif code == OP_RETREAT:
        retreat(g, p, action - ACT_COUNT)
    elif code == OP_DEPLOY:
        move_troops(t, g, p, action - ACT_COUNT, op.b)
    elif code == OP_LOSE_INFLUENCE:
        influence_down(t, g, p, action - ACT_FACTION, op.b)
    elif code == OP_PICK:
        answer_pick(t, g, f, op, action - ACT_BRANCH)
    else:
        answer_rare(t, g, f, op, action)


def answer_rare(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    code = op.code
    p = f.who
    if code == OP_ACQUIRE:
        acquire_action(t, g, p, action, op.b == 1)
    elif code == OP_ONE_OPPONENT:
        push(g.stack, op.a, action - ACT_SEAT)
    elif code == OP_ALLIANCE:
        move_alliance(t, g, op.a, action - ACT_SEAT + 1)
    elif code == OP_TAKE:
        slot = discard_slot(t, g, p, action - ACT_DISCARD)
        put(g, slot, ZONE_OF_HAND)
        g.seen[slot >> 6] = g.seen[slot >> 6] | bit(slot & 63)
    elif code == OP_RECALL:
        recall_agent(g, p, action - ACT_SPACE)
    elif code == OP_BLOCK:
        g.players[p].voice = action - ACT_SPACE + 1
    elif code == OP_TOKENS:
        g.tokens = g.tokens | (1 << (action - ACT_FACTION))
        f.stage = 0
    elif code == OP_MANIPULATE:
        answer_manipulate(t, g, p, action - ACT_BUY)
    elif code == OP_SNOOP:
        answer_snoop(t, g, p, action - ACT_BRANCH)
    elif code == OP_PLACE:
        answer_place(t, g, f, action)
