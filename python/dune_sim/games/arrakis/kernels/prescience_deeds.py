"""The deeds that prescience cards ask for when they are scored (ARR-PRES-09, ARR-PRES-10)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.action_dice import FACES
from dune_sim.games.arrakis.kernels.actions import (
    ACT_AREA,
    ACT_CLASS,
    ACT_FACE,
    ACT_MEMBER,
    ACT_TOKEN,
    ACT_TOKENS,
    ACT_YES,
)
from dune_sim.games.arrakis.kernels.boards import on_map
from dune_sim.games.arrakis.kernels.card_effects_figures import OVER
from dune_sim.games.arrakis.kernels.cards import card_of, discard_card, loose, offer_cards
from dune_sim.games.arrakis.kernels.figures import (
    NAMED_END,
    check_limit,
    classes_of,
    drop_token,
    forget_moved,
    one,
    reveal_token,
    to_pool,
    token_count,
    tokens_in,
    units_in,
)
from dune_sim.games.arrakis.kernels.free import overflown, reveal_sietch
from dune_sim.games.arrakis.kernels.layout import ATREIDES, SIETCHES, TEAMS, Offer, State, Tables
from dune_sim.games.arrakis.kernels.leaders import enter_tank, strand
from dune_sim.games.arrakis.kernels.mahdi.layout import MAHDI
from dune_sim.games.arrakis.kernels.prescience import NOWHERE, can_flee, hidden_sietch, leader_area, sector_clear
from dune_sim.games.arrakis.kernels.seats import ask_board, question
from dune_sim.games.arrakis.kernels.teams.cards import PARTNER, asked_to_discard, divided_choices
from dune_sim.games.arrakis.kernels.teams.members import member_of
from dune_sim.games.arrakis.kernels.turns import own_dice, spend_die
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.offers import offer, offer_mask
from dune_sim.lang.intrinsics import popcount, u64

# stages of OP_DEED_REMOVE
REMOVE_WHERE = 0
REMOVE_WHAT = 1
REMOVE_UNITS = 2
REMOVE_TOKENS = 3


def deed_die_possible(t: Tables, g: State, op: Op) -> bool:
    return own_dice(t, g, ATREIDES) >= op.a


def op_deed_die(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Spend unused dice without their action (ARR-PRES-09)."""
    if f.stage >= op.a:
        return True
    return question(t, g, f, ATREIDES)


def deed_die_choices(t: Tables, g: State, q: Offer) -> None:
    board = member_of(t, g, ATREIDES) if TEAMS != 0 else ATREIDES
    for face in range(FACES):
        if g.dice[board][face] > 0:
            offer(q, ACT_FACE + face)


def deed_die_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    f.stage += 1
    spend_die(t, g, ATREIDES, action - ACT_FACE)


def deed_discard_possible(t: Tables, g: State, op: Op) -> bool:
    return popcount(loose(t, g, ATREIDES)) >= op.a


def op_deed_discard(t: Tables, g: State, f: Frame, op: Op) -> bool:
    if TEAMS != 0 and t.shared[ATREIDES] != 0:
        if f.stage & ~PARTNER >= op.a:
            return True
        return ask_board(t, g, f, asked_to_discard(t, g, f, member_of(t, g, ATREIDES)))
    if f.stage >= op.a:
        return True
    return question(t, g, f, ATREIDES)


def deed_discard_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    if TEAMS != 0 and t.shared[ATREIDES] != 0:
        divided_choices(t, g, f, q, member_of(t, g, ATREIDES))
        return
    offer_cards(t, q, ATREIDES, loose(t, g, ATREIDES))


def deed_discard_answer(g: State, f: Frame, action: int) -> None:
    if TEAMS != 0 and action >= ACT_MEMBER:
        f.stage += PARTNER
        return
    if TEAMS != 0:
        f.stage = f.stage & ~PARTNER
    f.stage += 1
    discard_card(g, ATREIDES, card_of(action, ATREIDES))


def deed_tank_possible(t: Tables, g: State, op: Op) -> bool:
    area = leader_area(g, op.a)
    return area != NOWHERE and (op.b == 0 or sector_clear(t, g, area))


def op_deed_tank(t: Tables, g: State, op: Op) -> None:
    """The leader goes to the first space of the own tank (ARR-TANK-02)."""
    for k in range(NAMED_END):
        if (op.a >> k) & 1 == 1 and on_map(g.leader_at[k]):
            enter_tank(t, g, k)


def deed_sietch_possible(t: Tables, g: State, op: Op) -> bool:
    if MAHDI != 0 and leader_area(g, op.a) in overflown(t, g):
        return False
    return hidden_sietch(g, leader_area(g, op.a))


def op_deed_sietch(t: Tables, g: State, op: Op) -> None:
    reveal_sietch(g, leader_area(g, op.a))
    if MAHDI != 0:
        voluntary(t, g)


def deed_tokens_possible(t: Tables, g: State, op: Op) -> bool:
    area = leader_area(g, op.a)
    if MAHDI != 0 and area in overflown(t, g):
        return False
    return area != NOWHERE and token_count(g, area) >= op.b


def op_deed_tokens(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Reveal tokens in the leader's area."""
    if f.stage >= op.b:
        return True
    return question(t, g, f, ATREIDES)


def deed_tokens_choices(g: State, op: Op, q: Offer) -> None:
    offer_mask(q, ACT_TOKEN, u64(tokens_in(g, leader_area(g, op.a))))


def deed_tokens_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    f.stage += 1
    area = g.token_at[action - ACT_TOKEN]
    reveal_token(t, g, action - ACT_TOKEN)
    if MAHDI != 0:
        voluntary(t, g)
    # the deed first: a token that must still be revealed may not be removed for the limit
    if f.stage == op.b:
        check_limit(t, g, ATREIDES, area)
        strand(t, g, ATREIDES, area)


def deed_remove_possible(t: Tables, g: State, op: Op) -> bool:
    for k in range(SIETCHES):
        if on_map(g.sietch_at[k]) and can_flee(t, g, op, g.sietch_at[k]):
            return True
    return False


def op_deed_remove(t: Tables, g: State, f: Frame) -> bool:
    """Take units, or tokens instead, off one threatened sietch; register a is the area, b what is still to go."""
    if f.stage < OVER:
        return question(t, g, f, ATREIDES)
    f.a = 0
    f.b = 0
    return True


def deed_remove_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    if f.stage == REMOVE_WHERE:
        for k in range(SIETCHES):
            if on_map(g.sietch_at[k]) and can_flee(t, g, op, g.sietch_at[k]):
                offer(q, ACT_AREA + g.sietch_at[k])
    elif f.stage == REMOVE_WHAT:
        if units_in(g.legion[f.a]) >= op.a:
            offer(q, ACT_YES)
        if token_count(g, f.a) >= op.b:
            offer(q, ACT_TOKENS)
    elif f.stage == REMOVE_UNITS:
        offer_mask(q, ACT_CLASS, classes_of(g.legion[f.a]))
    else:
        offer_mask(q, ACT_TOKEN, u64(tokens_in(g, f.a)))


def deed_remove_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    if f.stage == REMOVE_WHERE:
        f.a = action - ACT_AREA
        f.stage = REMOVE_WHAT
        return
    if f.stage == REMOVE_WHAT:
        f.stage = REMOVE_UNITS if action == ACT_YES else REMOVE_TOKENS
        f.b = op.a if action == ACT_YES else op.b
        return
    if f.stage == REMOVE_UNITS:
        forget_moved(g, f.a, one(action - ACT_CLASS))
        to_pool(g, ATREIDES, f.a, one(action - ACT_CLASS))
    else:
        drop_token(g, action - ACT_TOKEN)
    f.b -= 1
    if f.b == 0:
        f.stage = OVER
        strand(t, g, ATREIDES, f.a)
