"""The deeds that prescience cards ask for when they are scored (ARR-PRES-09, ARR-PRES-10)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_AREA, ACT_CLASS, ACT_FACE, ACT_TOKEN, ACT_TOKENS, ACT_YES
from dune_sim.games.arrakis.kernels.boards import ask, offer, offer_area, on_map
from dune_sim.games.arrakis.kernels.card_effects_figures import OVER
from dune_sim.games.arrakis.kernels.card_opcodes import (
    OP_DEED_DIE,
    OP_DEED_DISCARD,
    OP_DEED_REMOVE,
    OP_DEED_SIETCH,
    OP_DEED_TANK,
    OP_DEED_TOKENS,
)
from dune_sim.games.arrakis.kernels.cards import card_of, discard_card, loose, offer_cards
from dune_sim.games.arrakis.kernels.figures import (
    NAMED_END,
    check_limit,
    drop_token,
    forget_moved,
    one,
    part,
    reveal_token,
    to_pool,
    token_count,
    tokens_in,
    units_in,
)
from dune_sim.games.arrakis.kernels.free import reveal_sietch
from dune_sim.games.arrakis.kernels.layout import ATREIDES, SIETCHES, TOKENS, State, Tables
from dune_sim.games.arrakis.kernels.leaders import enter_tank, strand
from dune_sim.games.arrakis.kernels.prescience import can_flee, leader_area
from dune_sim.games.arrakis.kernels.turns import spend_die
from dune_sim.kernel.layout import Frame, Op
from dune_sim.lang.intrinsics import lowest, u64


def op_deed(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Carry out one deed; it is part of scoring and cannot be refused any more."""
    code = op.code
    if code == OP_DEED_DIE:
        return op_deed_die(g, f, op)
    if code == OP_DEED_DISCARD:
        return op_deed_discard(t, g, f, op)
    if code == OP_DEED_TANK:
        return op_deed_tank(t, g, op)
    if code == OP_DEED_SIETCH:
        reveal_sietch(g, leader_area(g, op.a))
        return True
    if code == OP_DEED_TOKENS:
        return op_deed_tokens(t, g, f, op)
    if code == OP_DEED_REMOVE:
        return op_deed_remove(t, g, f, op)
    return True


def deed_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    code = op.code
    if code == OP_DEED_DIE:
        f.stage += 1
        spend_die(t, g, ATREIDES, action - ACT_FACE)
    elif code == OP_DEED_DISCARD:
        f.stage += 1
        discard_card(g, ATREIDES, card_of(action, ATREIDES))
    elif code == OP_DEED_TOKENS:
        f.stage += 1
        area = g.token_at[action - ACT_TOKEN]
        reveal_token(t, g, action - ACT_TOKEN)
        # the deed first: a token that must still be revealed may not be removed for the limit
        if f.stage == op.b:
            check_limit(t, g, ATREIDES, area)
            strand(t, g, ATREIDES, area)
    else:
        deed_remove_answer(t, g, f, op, action)


def op_deed_die(g: State, f: Frame, op: Op) -> bool:
    """Spend unused dice without their action (ARR-PRES-09)."""
    if f.stage >= op.a:
        return True
    for face in range(5):
        if g.dice[ATREIDES][face] > 0:
            offer(g, ACT_FACE + face)
    return ask(g, ATREIDES)


def op_deed_discard(t: Tables, g: State, f: Frame, op: Op) -> bool:
    if f.stage >= op.a:
        return True
    offer_cards(t, g, ATREIDES, loose(t, g, ATREIDES))
    return ask(g, ATREIDES)


def op_deed_tank(t: Tables, g: State, op: Op) -> bool:
    """The leader goes to the first space of the own tank (ARR-TANK-02)."""
    for k in range(NAMED_END):
        if (op.a >> k) & 1 == 1 and on_map(g.leader_at[k]):
            enter_tank(t, g, k)
    return True


def op_deed_tokens(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Reveal tokens in the leader's area."""
    if f.stage >= op.b:
        return True
    rest = u64(tokens_in(g, leader_area(g, op.a)))
    while rest != 0:
        offer(g, ACT_TOKEN + lowest(rest))
        rest = rest & u64(rest - 1)
    return ask(g, ATREIDES)


def op_deed_remove(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Take units, or tokens instead, off one threatened sietch; register a is the area, b what is still to go."""
    if f.stage == OVER:
        f.a = 0
        f.b = 0
        return True
    if f.stage == 0:
        for k in range(SIETCHES):
            if on_map(g.sietch_at[k]) and can_flee(t, g, op, g.sietch_at[k]):
                offer_area(g, g.sietch_at[k])
    elif f.stage == 1:
        if units_in(g.legion[f.a]) >= op.a:
            offer(g, ACT_YES)
        if token_count(g, f.a) >= op.b:
            offer(g, ACT_TOKENS)
    elif f.stage == 2:
        for kind in range(3):
            if part(g.legion[f.a], kind) > 0:
                offer(g, ACT_CLASS + kind)
    else:
        for k in range(TOKENS):
            if g.token_at[k] == f.a:
                offer(g, ACT_TOKEN + k)
    return ask(g, ATREIDES)


def deed_remove_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    if f.stage == 0:
        f.a = action - ACT_AREA
        f.stage = 1
        return
    if f.stage == 1:
        f.stage = 2 if action == ACT_YES else 3
        f.b = op.a if action == ACT_YES else op.b
        return
    if f.stage == 2:
        forget_moved(g, f.a, one(action - ACT_CLASS))
        to_pool(g, ATREIDES, f.a, one(action - ACT_CLASS))
    else:
        drop_token(g, action - ACT_TOKEN)
    f.b -= 1
    if f.b == 0:
        f.stage = OVER
        strand(t, g, ATREIDES, f.a)
