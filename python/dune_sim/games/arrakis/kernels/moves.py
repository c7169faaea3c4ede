"""Moving legions, figure by figure if they are split (ARR-MOVE, ARR-RIDE, ARR-TRANS)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import (
    ACT_ALL,
    ACT_AREA,
    ACT_CLASS,
    ACT_DONE,
    ACT_LEADER,
    ACT_TOKEN,
    ACT_ZONE,
    CLASS_GENERIC,
)
from dune_sim.games.arrakis.kernels.arrival import arrive
from dune_sim.games.arrakis.kernels.boards import free, offer_areas, on_map
from dune_sim.games.arrakis.kernels.card_opcodes import BAR_MOVE
from dune_sim.games.arrakis.kernels.figures import (
    GENERIC,
    UNIT_BITS,
    check_limit,
    classes_of,
    least,
    moved_in,
    named_in,
    note_moved,
    one,
    part,
    tokens_in,
    units_in,
)
from dune_sim.games.arrakis.kernels.free import free_actions, start_free
from dune_sim.games.arrakis.kernels.layout import AREAS, ATREIDES, HARKONNEN, MOVED_GROUPS, Offer, State, Tables
from dune_sim.games.arrakis.kernels.leaders import barred, strand
from dune_sim.games.arrakis.kernels.legions import transfer
from dune_sim.games.arrakis.kernels.opcodes import MOVE_KEEP, MOVE_REPEAT
from dune_sim.games.arrakis.kernels.places import P_LED, fitting, led_areas
from dune_sim.games.arrakis.kernels.reach import can_leave, crosses_worm, leaving, reach, zones_of
from dune_sim.games.arrakis.kernels.seats import question
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.offers import offer, offer_mask
from dune_sim.lang.intrinsics import Set, empty, lowest, masked, only, popcount, u64

# stages of OP_MOVE
MOVE_SOURCE = 1
MOVE_TARGET = 2
MOVE_ZONE = 3
MOVE_FIGURES = 4
MOVE_DONE = 5

#: order in which figures are picked: units, tokens, generic leaders, named leaders
PICK_TOKEN = 3
PICK_GENERIC = PICK_TOKEN + 16
PICK_NAMED = PICK_GENERIC + 1


def clear_move(g: State) -> None:
    """Forget the move of an action, so that equal positions have equal bytes."""
    m = g.move
    for k in range(MOVED_GROUPS):
        m.moved_figures[k] = 0
        m.moved_area[k] = 0
    m.moved_tokens = 0
    m.moved_named = 0
    m.groups = 0
    m.left = 0
    m.again = 0
    clear_pick(g)


def clear_pick(g: State) -> None:
    m = g.move
    m.figures = 0
    m.tokens = 0
    m.named = 0
    m.source = 0
    m.target = 0
    m.zone = 0
    m.pick = 0


def fresh_figures(g: State, area: int) -> int:
    """Packed figures of an area that have not moved in this action (ARR-MOVE-08)."""
    if g.move.groups == 0:
        return g.legion[area]
    moved = moved_in(g, area)
    return g.legion[area] if moved == 0 else g.legion[area] - least(g.legion[area], moved)


def fresh_tokens(g: State, who: int, area: int) -> int:
    return tokens_in(g, area) & ~g.move.moved_tokens if who == ATREIDES else 0


def fresh_named(t: Tables, g: State, who: int, area: int) -> int:
    return named_in(g, who, area) & ~g.move.moved_named & ~barred(t, g, BAR_MOVE)


def fits(t: Tables, place: int, figures: int, tokens: int, named: int) -> bool:
    """Whether these figures are a legion that an instruction may move (ARR-MOVE-05, ARR-MOVE-06, ARR-MOVE-12)."""
    p = t.places[place]
    if figures & UNIT_BITS == 0 and tokens == 0:
        return False
    if p.flags & P_LED != 0 and figures >> 12 == 0 and named == 0:
        return False
    if p.unit != 0 and part(figures, p.unit - 1) == 0:
        return False
    return p.leaders == 0 or named & p.leaders != 0


def picky(t: Tables, place: int, figures: int) -> bool:
    """Whether figures with units may still fail to fit: most legions need not be searched for named leaders."""
    p = t.places[place]
    return (p.flags & P_LED != 0 and figures >> 12 == 0) or p.unit | p.leaders != 0


def can_move(t: Tables, g: State, who: int, place: int, area: int) -> bool:
    figures = fresh_figures(g, area)
    if figures & UNIT_BITS == 0 and fresh_tokens(g, who, area) == 0:
        return False
    if picky(t, place, figures) and not fits(t, place, figures, 1, fresh_named(t, g, who, area)):
        return False
    return can_leave(t, g, who, area)


def source_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    """Legions that may move next; only those with figures that moved already need a closer look."""
    m = g.move
    touched = m.groups | m.moved_tokens | m.moved_named | barred(t, g, BAR_MOVE) != 0
    found = leaving(t, g, f.who, fitting(t, g, f.who, op.b, f.c) & g.legions[f.who])
    if touched:
        for a in found & touched_areas(t, g):
            found -= masked(only(a), not can_move(t, g, f.who, op.b, a))
    if empty(found):
        return
    offer_areas(q, found)
    if m.left < op.a or op.must == 0:
        offer(q, ACT_DONE)
    offer_mask(q, 0, free_actions(t, g, f.who))


def touched_areas(t: Tables, g: State) -> Set[AREAS]:
    """Areas with figures that moved in this action or may not move at all."""
    m = g.move
    found = led_areas(g, m.moved_named | barred(t, g, BAR_MOVE))
    for k in range(m.groups):
        found |= only(m.moved_area[k])
    rest = u64(m.moved_tokens)
    while rest != 0:
        if on_map(g.token_at[lowest(rest)]):
            found |= only(g.token_at[lowest(rest)])
        rest = rest & u64(rest - 1)
    return found


def move_possible(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Whether any legion may move."""
    for a in fitting(t, g, f.who, op.b, f.c) & g.legions[f.who]:
        if can_move(t, g, f.who, op.b, a):
            return True
    return False


def op_move(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Up to ``op.a`` legions move one after another (ARR-ACT-17, ARR-ACT-18, ARR-MOVE-01, ARR-MOVE-07)."""
    m = g.move
    if f.stage == 0:
        if op.c & MOVE_REPEAT != 0:
            move_again(g, f.who, f.c - 1)
        else:
            clear_move(g)
        m.left = op.a
        f.stage = MOVE_SOURCE
    if f.stage >= MOVE_DONE or m.left == 0:
        # another move of the same legion has to know who moved
        if op.c & MOVE_KEEP == 0:
            clear_move(g)
        return True
    return question(t, g, f, f.who)


def move_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    m = g.move
    if f.stage == MOVE_SOURCE:
        source_choices(t, g, f, op, q)
    elif f.stage == MOVE_TARGET:
        offer_areas(q, (reach(t, g, f.who, m.source) & free(t, g, f.who)) - only(m.source))
    elif f.stage == MOVE_ZONE:
        offer_mask(q, ACT_ZONE, u64(zones_of(t, g, m.source)))
    else:
        figure_choices(t, g, q, f.who, op.b)


def move_again(g: State, who: int, area: int) -> None:
    """Only figures that just moved move again: those they met here are taken for moved instead (AMB-110)."""
    m = g.move
    stay = 0
    tokens = 0
    named = 0
    if area >= 0:
        stay = fresh_figures(g, area)
        tokens = fresh_tokens(g, who, area)
        named = named_in(g, who, area) & ~m.moved_named
    clear_move(g)
    note_moved(g, max(area, 0), stay)
    m.moved_tokens = tokens
    m.moved_named = named
    m.again = 1


def staying(t: Tables, g: State, who: int) -> int:
    """Figures that could go along and are not picked."""
    m = g.move
    figures = fresh_figures(g, m.source) - m.figures
    tokens = fresh_tokens(g, who, m.source) & ~m.tokens
    named = fresh_named(t, g, who, m.source) & ~m.named
    return units_in(figures) + (figures >> 12) + popcount(u64(tokens | named << 16))


def figure_choices(t: Tables, g: State, q: Offer, who: int, place: int) -> None:
    """The whole legion, or one more figure of a part of it, each part in one order only (ARR-MOVE-04)."""
    m = g.move
    picked = m.figures | m.tokens | m.named != 0
    if not picked:
        offer(q, ACT_ALL)
    elif fits(t, place, m.figures, m.tokens, m.named):
        offer(q, ACT_DONE)
    p = t.places[place]
    figures = fresh_figures(g, m.source) - m.figures
    lacking = p.unit != 0 and part(m.figures, p.unit - 1) == 0
    classes = classes_of(figures) & from_bit(m.pick)
    # the class that is asked for must still come
    offer_mask(q, ACT_CLASS, classes & u64((1 << p.unit) - 1) if lacking else classes)
    if lacking:
        return
    tokens = fresh_tokens(g, who, m.source) & ~m.tokens
    offer_mask(q, ACT_TOKEN, u64(tokens) & from_bit(m.pick - PICK_TOKEN))
    if m.figures & UNIT_BITS != 0 or m.tokens != 0:
        leader_choices(t, g, q, who, place, figures)


def leader_choices(t: Tables, g: State, q: Offer, who: int, place: int, figures: int) -> None:
    """Leaders join a part that has units."""
    m = g.move
    if part(figures, GENERIC) > 0 and m.pick <= PICK_GENERIC:
        offer(q, ACT_CLASS + CLASS_GENERIC)
    named = u64(fresh_named(t, g, who, m.source) & ~m.named) & from_bit(m.pick - PICK_NAMED)
    wanted = u64(t.places[place].leaders)
    if wanted != 0 and u64(m.named) & wanted == 0:
        named = named & up_to_highest(named & wanted)
    offer_mask(q, ACT_LEADER, named)


def from_bit(k: int) -> u64:
    """A mask of all bits from k on."""
    return u64(-1 << max(k, 0))


def up_to_highest(mask: u64) -> u64:
    """A mask of all bits up to the highest one of another, which has 16 bits at most."""
    wide = mask | (mask >> 1)
    wide = wide | (wide >> 2)
    wide = wide | (wide >> 4)
    return wide | (wide >> 8)


def move_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    if start_free(t, g, action):
        return
    m = g.move
    if f.stage == MOVE_SOURCE:
        if action == ACT_DONE:
            f.stage = MOVE_DONE
        else:
            m.source = action - ACT_AREA
            f.stage = MOVE_TARGET
    elif f.stage == MOVE_TARGET:
        m.target = action - ACT_AREA
        if needs_flight(t, g, f.who):
            f.stage = MOVE_ZONE
            zones = zones_of(t, g, m.source)
            if zones & (zones - 1) != 0:
                return
            m.zone = lowest(u64(zones)) + 1
        way_chosen(t, g, f, op)
    elif f.stage == MOVE_ZONE:
        m.zone = action - ACT_ZONE + 1
        way_chosen(t, g, f, op)
    else:
        who_goes(t, g, f, op, action)


def way_chosen(t: Tables, g: State, f: Frame, op: Op) -> None:
    """A single figure moves at once, otherwise the next question is who goes."""
    f.stage = MOVE_FIGURES
    if staying(t, g, f.who) == 1:
        move_all(t, g, f, op)


def who_goes(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    """Who goes; a part that could only grow to the whole legion is complete."""
    m = g.move
    if action == ACT_ALL:
        move_all(t, g, f, op)
        return
    if action != ACT_DONE:
        pick_figure(g, action)
        if staying(t, g, f.who) > 1 or not fits(t, op.b, m.figures, m.tokens, m.named):
            return
    finish_move(t, g, f, op)


def move_all(t: Tables, g: State, f: Frame, op: Op) -> None:
    m = g.move
    m.figures = fresh_figures(g, m.source)
    m.tokens = fresh_tokens(g, f.who, m.source)
    m.named = fresh_named(t, g, f.who, m.source)
    finish_move(t, g, f, op)


def needs_flight(t: Tables, g: State, who: int) -> bool:
    """Whether only a troop transport gets there; otherwise no ornithopter is spent (ARR-TRANS-02, AMB-31)."""
    return who == HARKONNEN and g.move.target not in t.near[g.move.source]


def pick_figure(g: State, action: int) -> None:
    m = g.move
    if action >= ACT_TOKEN:
        m.tokens |= 1 << (action - ACT_TOKEN)
        m.pick = PICK_TOKEN + action - ACT_TOKEN + 1
    elif action >= ACT_LEADER:
        m.named |= 1 << (action - ACT_LEADER)
        m.pick = PICK_NAMED + action - ACT_LEADER + 1
    elif action == ACT_CLASS + CLASS_GENERIC:
        m.figures += one(GENERIC)
        m.pick = PICK_GENERIC
    else:
        m.figures += one(action - ACT_CLASS)
        m.pick = action - ACT_CLASS


def fly(g: State) -> None:
    """The ornithopter that carries the legion leaves the map (ARR-TRANS-01, ARR-TRANS-04)."""
    if g.move.zone > 0:
        g.ornithopters = g.ornithopters & ~(1 << (g.move.zone - 1))
        g.flown = g.move.target + 1


def finish_move(t: Tables, g: State, f: Frame, op: Op) -> None:
    """The picked figures go; then what their arrival brings (ARR-MOVE-08, ARR-MOVE-10)."""
    m = g.move
    source = m.source
    target = m.target
    if m.named & t.paul != 0 and crosses_worm(t, g, source, target):
        g.rode = 1
    fly(g)
    transfer(g, f.who, source, target, m.figures, m.tokens, m.named)
    m.moved_tokens |= m.tokens
    m.moved_named |= m.named
    note_moved(g, target, m.figures)
    m.left -= 1
    clear_pick(g)
    f.c = target + 1
    f.stage = MOVE_SOURCE
    arrive(t, g, f.who, target)
    check_limit(t, g, f.who, target)
    strand(t, g, f.who, source)
