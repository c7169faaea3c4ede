"""Phase 3, the hazards of the desert: wormsigns, new worms, storms (ARR-WORM, ARR-STORM)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_AREA
from dune_sim.games.arrakis.kernels.arrival import lose_harvester, turn_sign
from dune_sim.games.arrakis.kernels.attack import hits_on
from dune_sim.games.arrakis.kernels.boards import desert, offer_areas
from dune_sim.games.arrakis.kernels.layout import AREAS, ATREIDES, HARKONNEN, Offer, State, Tables
from dune_sim.games.arrakis.kernels.leaders import in_play
from dune_sim.games.arrakis.kernels.mahdi.layout import MAHDI
from dune_sim.games.arrakis.kernels.opcodes import PHASE_DESERT
from dune_sim.games.arrakis.kernels.seats import question
from dune_sim.games.arrakis.kernels.worms import (
    WILD,
    exposed,
    put_worm,
    rescue_zones,
    roll_hits,
    wild_in_pool,
    worm_figures,
    worms_in_pool,
)
from dune_sim.kernel.layout import Frame
from dune_sim.kernel.stack import jump, push
from dune_sim.lang.intrinsics import Set, empty, lowest, masked, nothing, only, popcount

STORM_DICE = 2


def prey(t: Tables, g: State) -> Set[AREAS]:
    """Desert with a Harkonnen legion or harvester and without wormsign or worm (ARR-WORM-02)."""
    return (desert(t, g) & (g.legions[HARKONNEN] | g.harvesters)) - (g.signs | g.worms)


def signs_left(t: Tables, g: State) -> int:
    """Wormsigns that are not on the map."""
    return t.sign_faces[0] + t.sign_faces[1] + t.sign_faces[2] - popcount(g.signs)


def op_signs_out(t: Tables, g: State, f: Frame) -> bool:
    """Wormsigns beside Atreides legions and worms go, new ones are laid (ARR-WORM-01, ARR-WORM-02, AMB-51)."""
    if f.stage == 0:
        g.phase = PHASE_DESERT
        g.signs -= g.legions[ATREIDES] | g.worms
        f.stage = 1
    left = signs_left(t, g)
    wanted = prey(t, g)
    if popcount(wanted) <= left:
        g.signs |= wanted
        return True
    if left == 0:
        return True
    return question(t, g, f, ATREIDES)


def signs_out_choices(t: Tables, g: State, q: Offer) -> None:
    offer_areas(q, prey(t, g))


def signs_out_answer(g: State, action: int) -> None:
    g.signs |= only(action - ACT_AREA)


def op_signs_turn(t: Tables, g: State, f: Frame) -> bool:
    """All wormsigns are turned up; with too many worms Atreides choose which come (ARR-WORM-03, ARR-WORM-08)."""
    if f.stage == 0:
        f.stage = 1
        for a in g.signs:
            comes = turn_sign(t, g, a)
            g.marked |= masked(only(a), comes)
    if popcount(g.marked) <= worm_figures(t, g):
        return True
    return question(t, g, f, ATREIDES)


def signs_turn_choices(g: State, q: Offer) -> None:
    offer_areas(q, g.marked)


def signs_turn_answer(g: State, action: int) -> None:
    """This worm does not come."""
    g.marked -= only(action - ACT_AREA)


def op_worms_rise(t: Tables, g: State, f: Frame) -> bool:
    """Every worm of the phase is placed before any takes effect (ARR-WORM-05, ARR-WORM-09)."""
    while not empty(g.marked):
        many = popcount(g.marked)
        # figures of the pool go first: which area gets the Wild Maker may depend on the order
        if many > 1 and in_play(g, WILD) and worms_in_pool(t, g) < many:
            return question(t, g, f, ATREIDES)
        area = lowest(g.marked)
        if worms_in_pool(t, g) == 0 or wild_in_pool(g):
            raise_worm(t, g, area)
            jump(f, f.pc - 1)
            return True
        g.marked -= only(area)
        g.fresh |= only(area)
        g.worms |= only(area)
    return True


def raise_worm(t: Tables, g: State, area: int) -> None:
    """Which figure comes up is asked."""
    g.marked -= only(area)
    g.fresh |= only(area)
    put_worm(t, g, area)


def worms_rise_choices(g: State, q: Offer) -> None:
    offer_areas(q, g.marked)


def worms_rise_answer(t: Tables, g: State, action: int) -> None:
    """Atreides choose the order of the wormsigns (ARR-WORM-03)."""
    raise_worm(t, g, action - ACT_AREA)


def op_worms_come(t: Tables, g: State, f: Frame) -> bool:
    """New worms take effect one after another, in the order of the Atreides (ARR-WORM-03, 09 to 13, AMB-54).

    Without a legion under any of them the order changes nothing and nobody is asked.
    """
    affected = g.fresh & (g.legions[HARKONNEN] | g.harvesters)
    if empty(affected):
        g.fresh = nothing()
        signs_back(t, g)
        return True
    if not empty(affected & g.legions[HARKONNEN]) and popcount(affected) > 1:
        return question(t, g, f, ATREIDES)
    come_up(t, g, lowest(affected))
    jump(f, f.pc - 1)
    return True


def worms_come_choices(g: State, q: Offer) -> None:
    offer_areas(q, g.fresh & (g.legions[HARKONNEN] | g.harvesters))


def come_up(t: Tables, g: State, area: int) -> None:
    """A worm takes effect; a harvester alone that nobody can save is gone at once (ARR-WORM-10)."""
    g.fresh -= only(area)
    if area not in g.legions[HARKONNEN] and rescue_zones(t, g, area) == 0:
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


def op_storm_start(t: Tables, g: State) -> None:
    """Every exposed Harkonnen legion will be rolled for (ARR-STORM-01, ARR-STORM-03)."""
    g.fresh = g.legions[HARKONNEN] & exposed(t, g)


def op_storm(t: Tables, g: State, f: Frame) -> None:
    """Two dice for one legion after another; harvesters are safe (ARR-STORM-03 to 06)."""
    while not empty(g.fresh):
        area = lowest(g.fresh)
        g.fresh -= only(area)
        if MAHDI != 0:
            turn_up(t, g, area)
        hits = roll_hits(t, g, area, STORM_DICE)
        if hits > 0:
            hits_on(t, g, HARKONNEN, area, hits)
            jump(f, f.pc - 1)
            return
