"""Card instructions that move whole legions, enemy legions, sietches and deployment tokens."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_ALL, ACT_AREA, ACT_DONE
from dune_sim.games.arrakis.kernels.arrival import arrive
from dune_sim.games.arrakis.kernels.boards import (
    area_bit,
    has,
    offer_area,
    offer_word,
    offers_areas,
    on_map,
    put,
    take,
)
from dune_sim.games.arrakis.kernels.card_effects_figures import OVER, after_area
from dune_sim.games.arrakis.kernels.figures import check_limit, move_token, tokens_in
from dune_sim.games.arrakis.kernels.layout import ATREIDES, SIETCHES, Offer, State, Tables
from dune_sim.games.arrakis.kernels.leaders import strand
from dune_sim.games.arrakis.kernels.legions import move_legion, transfer
from dune_sim.games.arrakis.kernels.moves import (
    clear_move,
    clear_pick,
    figure_choices,
    fits,
    fresh_figures,
    fresh_named,
    fresh_tokens,
    pick_figure,
)
from dune_sim.games.arrakis.kernels.places import place_word
from dune_sim.games.arrakis.kernels.seats import question
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.offers import offer
from dune_sim.lang.intrinsics import lowest, u64

# stages of the instructions below
PICK_SOURCE = 0
PICK_GOAL = 1
PICK_FIGURES = 2


def op_relocate(t: Tables, g: State, f: Frame) -> bool:
    """One legion, or a part of it, goes straight to a distant place (ARR-MOVE-01, ARR-MOVE-04)."""
    if f.stage == PICK_SOURCE or f.stage >= OVER:
        clear_move(g)
    if f.stage >= OVER:
        return True
    return question(t, g, f, f.who)


def relocate_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    if f.stage == PICK_FIGURES:
        figure_choices(t, g, q, f.who, op.a)
        return
    for w in range(2):
        if f.stage == PICK_GOAL:
            offer_word(q, w, goal_word(t, g, f.who, op.b, g.move.source, w))
        else:
            rest = place_word(t, g, f.who, op.a, f.c, w) & g.legions[f.who][w]
            while rest != 0:
                area = 64 * w + lowest(rest)
                if relocates(t, g, f.who, op, area):
                    offer_area(q, area)
                rest = rest & u64(rest - 1)
    if f.stage == PICK_SOURCE and offers_areas(q):
        offer(q, ACT_DONE)


def goal_word(t: Tables, g: State, who: int, place: int, source: int, w: int) -> u64:
    """Areas that fit as the goal of something that starts in ``source``."""
    return place_word(t, g, who, place, source + 1, w) & ~area_bit(source, w)


def relocates(t: Tables, g: State, who: int, op: Op, area: int) -> bool:
    if not fits(t, op.a, g.legion[area], tokens_in(g, area), fresh_named(t, g, who, area)):
        return False
    return goal_word(t, g, who, op.b, area, 0) | goal_word(t, g, who, op.b, area, 1) != 0


def relocate_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    m = g.move
    if f.stage == 0:
        f.stage = OVER if action == ACT_DONE else 1
        if action != ACT_DONE:
            m.source = action - ACT_AREA
    elif f.stage == 1:
        m.target = action - ACT_AREA
        f.stage = 2
    elif action == ACT_DONE:
        finish_relocation(t, g, f)
    elif action == ACT_ALL:
        pick_all(t, g, f.who)
        finish_relocation(t, g, f)
    else:
        pick_figure(g, action)


def finish_relocation(t: Tables, g: State, f: Frame) -> None:
    m = g.move
    source = m.source
    target = m.target
    transfer(g, f.who, source, target, m.figures, m.tokens, m.named)
    clear_pick(g)
    f.c = target + 1
    f.stage = OVER
    arrive(t, g, f.who, target)
    check_limit(t, g, f.who, target)
    strand(t, g, f.who, source)


def op_move_enemy(t: Tables, g: State, f: Frame) -> bool:
    """Push one enemy legion, all of it, next door; its harvester stays (ARR-HARV-01)."""
    if f.stage < OVER:
        return question(t, g, f, f.who)
    f.a = 0
    return True


def move_enemy_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    enemy = 1 - f.who
    for w in range(2):
        if f.stage == PICK_GOAL:
            offer_word(q, w, goal_word(t, g, enemy, op.b, f.a, w))
        else:
            rest = place_word(t, g, enemy, op.a, f.c, w) & g.legions[enemy][w]
            while rest != 0:
                area = 64 * w + lowest(rest)
                if goal_word(t, g, enemy, op.b, area, 0) | goal_word(t, g, enemy, op.b, area, 1) != 0:
                    offer_area(q, area)
                rest = rest & u64(rest - 1)
    if f.stage == PICK_SOURCE and offers_areas(q):
        offer(q, ACT_DONE)


def move_enemy_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    if action == ACT_DONE:
        f.stage = OVER
    elif f.stage == 0:
        f.a = action - ACT_AREA
        f.stage = 1
    else:
        area = action - ACT_AREA
        move_legion(g, 1 - f.who, f.a, area)
        f.stage = OVER
        arrive(t, g, 1 - f.who, area)
        check_limit(t, g, 1 - f.who, area)


def op_move_sietch(t: Tables, g: State, f: Frame) -> bool:
    """A sietch goes next door, with any of the figures and tokens of its area."""
    if f.stage == PICK_SOURCE:
        clear_move(g)
    if f.stage < OVER:
        return question(t, g, f, f.who)
    f.a = 0
    clear_move(g)
    return True


def move_sietch_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    if f.stage == PICK_FIGURES:
        if g.move.figures | g.move.tokens | g.move.named == 0:
            offer(q, ACT_DONE)
        figure_choices(t, g, q, f.who, op.b)
        return
    if f.stage == PICK_GOAL:
        for w in range(2):
            offer_word(q, w, goal_word(t, g, f.who, op.a, f.a, w))
        return
    for k in range(SIETCHES):
        area = g.sietch_at[k]
        if on_map(area) and goal_word(t, g, f.who, op.a, area, 0) | goal_word(t, g, f.who, op.a, area, 1) != 0:
            offer_area(q, area)
    if offers_areas(q):
        offer(q, ACT_DONE)


def move_sietch_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    m = g.move
    if f.stage == 0:
        f.stage = OVER if action == ACT_DONE else 1
        f.a = 0 if action == ACT_DONE else action - ACT_AREA
    elif f.stage == 1:
        m.source = f.a
        m.target = action - ACT_AREA
        f.c = m.target + 1
        f.stage = 2 if has(g.legions[f.who], f.a) else OVER
        shift_sietch(g, m.source, m.target)
    elif action == ACT_DONE or action == ACT_ALL:
        if action == ACT_ALL:
            pick_all(t, g, f.who)
        f.stage = OVER
        transfer(g, f.who, m.source, m.target, m.figures, m.tokens, m.named)
        strand(t, g, f.who, m.source)
    else:
        pick_figure(g, action)


def shift_sietch(g: State, source: int, target: int) -> None:
    for k in range(SIETCHES):
        if g.sietch_at[k] == source:
            g.sietch_at[k] = target
    take(g.sietches, source)
    put(g.sietches, target)


def pick_all(t: Tables, g: State, who: int) -> None:
    """Everything in the area that has not moved yet."""
    m = g.move
    m.figures = fresh_figures(g, m.source)
    m.tokens = fresh_tokens(g, who, m.source)
    m.named = fresh_named(t, g, who, m.source)


def op_swap_tokens(t: Tables, g: State, f: Frame) -> bool:
    """Name two sietches, the lower one first; at least one of them has tokens."""
    if f.stage < OVER:
        return question(t, g, f, f.who)
    f.a = 0
    return True


def swap_tokens_choices(g: State, f: Frame, q: Offer) -> None:
    for w in range(2):
        rest = g.sietches[w] if f.stage == PICK_SOURCE else u64(0)
        while rest != 0:
            area = 64 * w + lowest(rest)
            if swap_word(g, area, 0) | swap_word(g, area, 1) != 0:
                offer_area(q, area)
            rest = rest & u64(rest - 1)
        if f.stage == PICK_GOAL:
            offer_word(q, w, swap_word(g, f.a, w))
    if offers_areas(q):
        offer(q, ACT_DONE)


def swap_word(g: State, area: int, w: int) -> u64:
    """Sietches after this one with which a swap changes something."""
    later = g.sietches[w] & after_area(area, w)
    return later if has(g.tokens, area) else later & g.tokens[w]


def swap_tokens_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    if action == ACT_DONE:
        f.stage = OVER
        return
    if f.stage == 0:
        f.a = action - ACT_AREA
        f.stage = 1
        return
    other = action - ACT_AREA
    going = tokens_in(g, f.a)
    coming = tokens_in(g, other)
    for k in range(16):
        if (going >> k) & 1 == 1:
            move_token(g, k, other)
        elif (coming >> k) & 1 == 1:
            move_token(g, k, f.a)
    f.stage = OVER
    check_limit(t, g, ATREIDES, f.a)
    check_limit(t, g, ATREIDES, other)
    strand(t, g, ATREIDES, f.a)
    strand(t, g, ATREIDES, other)
