"""Deploying units, tokens and leaders, and trading units for better ones (ARR-DEPLOY, ARR-HOUSE)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_AREA, ACT_CLASS, ACT_DONE, ACT_LEADER, ACT_YES, CLASS_GENERIC
from dune_sim.games.arrakis.kernels.boards import area_bit, draw_bit, offer_word, offers_areas
from dune_sim.games.arrakis.kernels.figures import (
    GENERIC,
    add_unit,
    check_limit,
    from_pool,
    move_named,
    move_token,
    one,
    part,
    supply_class,
    to_pool,
)
from dune_sim.games.arrakis.kernels.free import free_actions, start_free
from dune_sim.games.arrakis.kernels.layout import TOKENS, Offer, State, Tables
from dune_sim.games.arrakis.kernels.leaders import available
from dune_sim.games.arrakis.kernels.opcodes import AT_DRAWN, AT_SUPPLY, DEPLOY_HERE, DEPLOY_SPLIT, DEPLOY_TOKENS
from dune_sim.games.arrakis.kernels.places import class_word, place_word
from dune_sim.games.arrakis.kernels.seats import question
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.offers import offer, offer_mask
from dune_sim.kernel.stack import settled
from dune_sim.lang.intrinsics import bit, u64

# stages of OP_DEPLOY
DEPLOY_NEXT = 1
DEPLOY_DRAWN = 2


def tokens_in_supply(g: State) -> u64:
    """Regular deployment tokens still to be drawn (ARR-UNIT-14)."""
    found = u64(0)
    for k in range(TOKENS):
        if g.token_at[k] == AT_SUPPLY:
            found = found | bit(k)
    return found


def draw_token(g: State) -> int:
    """Take a random token from the supply; its owner looks at it (ARR-DEPLOY-01)."""
    token = draw_bit(g.rng, tokens_in_supply(g))
    g.token_at[token] = AT_DRAWN
    return token


def drawn_token(g: State) -> int:
    """The token that was drawn and not yet placed; -1 if there is none."""
    for k in range(TOKENS):
        if g.token_at[k] == AT_DRAWN:
            return k
    return -1


def op_deploy(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Units one by one, or tokens one by one, into areas that fit (ARR-DEPLOY-01 to 04)."""
    if f.stage == 0:
        f.a = op.a
        f.c = 0 if op.c & DEPLOY_HERE == 0 else f.c
        f.stage = DEPLOY_NEXT
    if op.c & DEPLOY_TOKENS == 0:
        while f.a != 0 and supply_class(g, f.who, next_class(f.a)) < 0:
            f.a -= one(next_class(f.a))
    if f.a == 0:
        return True
    return question(t, g, f, f.who)


def deploy_word(t: Tables, g: State, f: Frame, op: Op, w: int) -> u64:
    """Areas that fit; all units go to one unless they may be split."""
    areas = place_word(t, g, f.who, op.b, f.c, w)
    return areas & area_bit(f.c - 1, w) if f.c > 0 and op.c & DEPLOY_SPLIT == 0 else areas


def deploy_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    """A token is drawn or not; once drawn, its area is chosen, as that of units is at once (ARR-DEPLOY-02)."""
    low = deploy_word(t, g, f, op, 0)
    high = deploy_word(t, g, f, op, 1)
    if low | high == 0:
        return
    if op.c & DEPLOY_TOKENS != 0 and f.stage == DEPLOY_NEXT:
        if tokens_in_supply(g) != 0:
            offer_mask(q, 0, bit(ACT_DONE) | bit(ACT_YES))
        return
    offer_word(q, 0, low)
    offer_word(q, 1, high)
    offer_mask(q, 0, free_actions(t, g, f.who) if f.stage == DEPLOY_DRAWN else bit(ACT_DONE))


def next_class(packed: int) -> int:
    """The highest class still to be deployed."""
    kind = 2
    while kind > 0 and part(packed, kind) == 0:
        kind -= 1
    return kind


def deploy_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    if start_free(t, g, action):
        return
    if action == ACT_DONE:
        # no more of this class; others may still come (ARR-ACT-14)
        f.a = 0 if op.c & DEPLOY_TOKENS != 0 else f.a & ~(15 << (4 * next_class(f.a)))
        return
    if action == ACT_YES:
        draw_token(g)
        f.stage = DEPLOY_DRAWN
        return
    area = action - ACT_AREA
    f.c = area + 1
    if f.stage == DEPLOY_DRAWN:
        token = drawn_token(g)
        if token >= 0:
            move_token(g, token, area)
        f.a -= 1
        f.stage = DEPLOY_NEXT
    else:
        kind = next_class(f.a)
        add_unit(g, f.who, area, kind)
        f.a -= one(kind)
    check_limit(t, g, f.who, area)


def op_deploy_leader(t: Tables, g: State, f: Frame) -> bool:
    """One leader joins units in an area that fits, or the token just placed (ARR-DEPLOY-02, 03, 06, AMB-23)."""
    return question(t, g, f, f.who)


def deploy_leader_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    """Which leader, then where."""
    low = place_word(t, g, f.who, op.b, f.c, 0) & g.legions[f.who][0]
    high = place_word(t, g, f.who, op.b, f.c, 1) & g.legions[f.who][1]
    if low | high == 0:
        return
    if f.stage == 0:
        offer(q, ACT_DONE)
        if g.pool[f.who][GENERIC] > 0:
            offer(q, ACT_CLASS + CLASS_GENERIC)
        offer_mask(q, ACT_LEADER, u64(available(t, g, f.who) if op.a == 0 else available(t, g, f.who) & op.a))
        return
    here = (low & area_bit(f.c - 1, 0)) | (high & area_bit(f.c - 1, 1)) != 0 if op.c == 1 and f.c > 0 else False
    offer_word(q, 0, low & area_bit(f.c - 1, 0) if here else low)
    offer_word(q, 1, high & area_bit(f.c - 1, 1) if here else high)


def deploy_leader_answer(g: State, f: Frame, action: int) -> None:
    if action == ACT_DONE:
        settled(f)
    elif f.stage == 0:
        f.b = action
        f.stage = 1
    else:
        settled(f)
        area = action - ACT_AREA
        if f.b == ACT_CLASS + CLASS_GENERIC:
            from_pool(g, f.who, area, one(GENERIC))
        else:
            move_named(g, f.b - ACT_LEADER, area)
        f.c = area + 1


def op_replace(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Trade up to ``op.a`` units of one class for another, anywhere on the map (ARR-HOUSE-02, ARR-HOUSE-03, AMB-12)."""
    if f.stage >= op.a or g.pool[f.who][op.c] == 0:
        return True
    return question(t, g, f, f.who)


def replace_possible(g: State, f: Frame, op: Op) -> bool:
    """Whether there is a unit to trade and one to trade it for."""
    return g.pool[f.who][op.c] > 0 and class_word(g, f.who, op.b, 0) | class_word(g, f.who, op.b, 1) != 0


def replace_choices(g: State, f: Frame, op: Op, q: Offer) -> None:
    for w in range(2):
        offer_word(q, w, class_word(g, f.who, op.b, w))
    if offers_areas(q) and (f.stage > 0 or op.must == 0):
        offer(q, ACT_DONE)


def replace_answer(g: State, f: Frame, op: Op, action: int) -> None:
    if action == ACT_DONE:
        settled(f)
        return
    area = action - ACT_AREA
    from_pool(g, f.who, area, one(op.c))
    to_pool(g, f.who, area, one(op.b))
    f.stage += 1
    f.c = area + 1
