"""Phase 3, the hazards of the desert: wormsigns, new worms, storms (ARR-WORM, ARR-STORM)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_AREA
from dune_sim.games.arrakis.kernels.arrival import lose_harvester, turn_sign
from dune_sim.games.arrakis.kernels.attack import hits_on
from dune_sim.games.arrakis.kernels.boards import (
    clear_board,
    count,
    desert_word,
    first,
    has,
    none,
    offer_word,
    put,
    take,
)
from dune_sim.games.arrakis.kernels.layout import ATREIDES, HARKONNEN, Offer, State, Tables
from dune_sim.games.arrakis.kernels.leaders import in_play
from dune_sim.games.arrakis.kernels.opcodes import PHASE_DESERT
from dune_sim.games.arrakis.kernels.seats import question
from dune_sim.games.arrakis.kernels.worms import (
    WILD,
    put_worm,
    rescue_zones,
    roll_hits,
    wild_in_pool,
    worm_figures,
    worms_in_pool,
)
from dune_sim.kernel.layout import Frame
from dune_sim.kernel.stack import jump, push
from dune_sim.lang.intrinsics import lowest, popcount, u64

STORM_DICE = 2


def prey_word(t: Tables, g: State, w: int) -> u64:
    """Desert with a Harkonnen legion or harvester and without wormsign or worm (ARR-WORM-02)."""
    return desert_word(t, g, w) & (g.legions[HARKONNEN][w] | g.harvesters[w]) & ~(g.signs[w] | g.worms[w])


def signs_left(t: Tables, g: State) -> int:
    """Wormsigns that are not on the map."""
    return t.sign_faces[0] + t.sign_faces[1] + t.sign_faces[2] - count(g.signs)


def op_signs_out(t: Tables, g: State, f: Frame) -> bool:
    """Wormsigns beside Atreides legions and worms go, new ones are laid (ARR-WORM-01, ARR-WORM-02, AMB-51)."""
    if f.stage == 0:
        g.phase = PHASE_DESERT
        for w in range(2):
            g.signs[w] = g.signs[w] & ~(g.legions[ATREIDES][w] | g.worms[w])
        f.stage = 1
    left = signs_left(t, g)
    low = prey_word(t, g, 0)
    high = prey_word(t, g, 1)
    if popcount(low) + popcount(high) <= left:
        g.signs[0] = g.signs[0] | low
        g.signs[1] = g.signs[1] | high
        return True
    if left == 0:
        return True
    return question(t, g, f, ATREIDES)


def signs_out_choices(t: Tables, g: State, q: Offer) -> None:
    for w in range(2):
        offer_word(q, w, prey_word(t, g, w))


def signs_out_answer(g: State, action: int) -> None:
    put(g.signs, action - ACT_AREA)


def op_signs_turn(t: Tables, g: State, f: Frame) -> bool:
    """All wormsigns are turned up; with too many worms Atreides choose which come (ARR-WORM-03, ARR-WORM-08)."""
    if f.stage == 0:
        f.stage = 1
        for w in range(2):
            rest = g.signs[w]
            while rest != 0:
                area = 64 * w + lowest(rest)
                comes = turn_sign(t, g, area)
                if comes:
                    put(g.marked, area)
                rest = rest & u64(rest - 1)
    if count(g.marked) <= worm_figures(t, g):
        return True
    return question(t, g, f, ATREIDES)


def marked_choices(g: State, q: Offer) -> None:
    for w in range(2):
        offer_word(q, w, g.marked[w])


def signs_turn_choices(g: State, q: Offer) -> None:
    marked_choices(g, q)


def signs_turn_answer(g: State, action: int) -> None:
    """This worm does not come."""
    take(g.marked, action - ACT_AREA)


def op_worms_rise(t: Tables, g: State, f: Frame) -> bool:
    """Every worm of the phase is placed before any takes effect (ARR-WORM-05, ARR-WORM-09)."""
    while not none(g.marked):
        many = count(g.marked)
        # figures of the pool go first: which area gets the Wild Maker may depend on the order
        if many > 1 and in_play(g, WILD) and worms_in_pool(t, g) < many:
            return question(t, g, f, ATREIDES)
        area = first(g.marked)
        if worms_in_pool(t, g) == 0 or wild_in_pool(g):
            raise_worm(t, g, area)
            jump(f, f.pc - 1)
            return True
        take(g.marked, area)
        put(g.fresh, area)
        put(g.worms, area)
    return True


def raise_worm(t: Tables, g: State, area: int) -> None:
    """Which figure comes up is asked."""
    take(g.marked, area)
    put(g.fresh, area)
    put_worm(t, g, area)


def worms_rise_choices(g: State, q: Offer) -> None:
    marked_choices(g, q)


def worms_rise_answer(t: Tables, g: State, action: int) -> None:
    """Atreides choose the order of the wormsigns (ARR-WORM-03)."""
    raise_worm(t, g, action - ACT_AREA)


def op_worms_come(t: Tables, g: State, f: Frame) -> bool:
    """New worms take effect one after another, in the order of the Atreides (ARR-WORM-03, 09 to 13, AMB-54).

    Without a legion under any of them the order changes nothing and nobody is asked.
    """
    low = g.fresh[0] & (g.legions[HARKONNEN][0] | g.harvesters[0])
    high = g.fresh[1] & (g.legions[HARKONNEN][1] | g.harvesters[1])
    if low | high == 0:
        clear_board(g.fresh)
        signs_back(t, g)
        return True
    led = (low & g.legions[HARKONNEN][0]) | (high & g.legions[HARKONNEN][1])
    if led != 0 and popcount(low) + popcount(high) > 1:
        return question(t, g, f, ATREIDES)
    come_up(t, g, lowest(low) if low != 0 else 64 + lowest(high))
    jump(f, f.pc - 1)
    return True


def worms_come_choices(g: State, q: Offer) -> None:
    for w in range(2):
        offer_word(q, w, g.fresh[w] & (g.legions[HARKONNEN][w] | g.harvesters[w]))


def come_up(t: Tables, g: State, area: int) -> None:
    """A worm takes effect; a harvester alone that nobody can save is gone at once (ARR-WORM-10)."""
    take(g.fresh, area)
    if not has(g.legions[HARKONNEN], area) and rescue_zones(t, g, area) == 0:
        lose_harvester(g, area)
        return
    push(g.stack, t.pc_under, ATREIDES)
    g.stack.frames[g.stack.depth - 1].a = area


def worms_come_answer(t: Tables, g: State, action: int) -> None:
    come_up(t, g, action - ACT_AREA)


def signs_back(t: Tables, g: State) -> None:
    """All wormsigns are back in the pool (ARR-WORM-16)."""
    for k in range(3):
        g.unseen[k] = t.sign_faces[k]


def exposed_word(t: Tables, g: State, w: int) -> u64:
    """Land that storms reach (ARR-STORM-02, ARR-ATOM-06 to 08, AMB-61)."""
    open_land = t.terrain_board[1][w] | t.terrain_board[2][w] | desert_word(t, g, w)
    return open_land & ~(t.sheltered_board[w] & ~t.atomic_exposes[g.tile][w])


def op_storm_start(t: Tables, g: State) -> None:
    """Every exposed Harkonnen legion will be rolled for (ARR-STORM-01, ARR-STORM-03)."""
    clear_board(g.fresh)
    for w in range(2):
        g.fresh[w] = g.legions[HARKONNEN][w] & exposed_word(t, g, w)


def op_storm(t: Tables, g: State, f: Frame) -> None:
    """Two dice for one legion after another; harvesters are safe (ARR-STORM-03 to 06)."""
    while not none(g.fresh):
        area = first(g.fresh)
        take(g.fresh, area)
        hits = roll_hits(t, g, area, STORM_DICE)
        if hits > 0:
            hits_on(t, g, HARKONNEN, area, hits)
            jump(f, f.pc - 1)
            return
