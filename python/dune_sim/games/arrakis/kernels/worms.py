"""Sandworms: figures, moves, attacks, and what a new worm does (ARR-WORM, ARR-DESERT)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_AREA, ACT_DONE, ACT_LEADER, ACT_WORM, ACT_ZONE
from dune_sim.games.arrakis.kernels.arrival import lose_harvester
from dune_sim.games.arrakis.kernels.attack import hits_on
from dune_sim.games.arrakis.kernels.boards import beside, desert, offer_areas, on_map
from dune_sim.games.arrakis.kernels.dice import roll_combat
from dune_sim.games.arrakis.kernels.figures import check_limit
from dune_sim.games.arrakis.kernels.layout import AREAS, ATREIDES, HARKONNEN, Offer, State, Tables
from dune_sim.games.arrakis.kernels.leaders import in_play
from dune_sim.games.arrakis.kernels.legions import move_legion
from dune_sim.games.arrakis.kernels.mahdi.layout import MAHDI
from dune_sim.games.arrakis.kernels.opcodes import AT_ASIDE, PHASE_ACTIONS, PHASE_DESERT
from dune_sim.games.arrakis.kernels.places import fitting
from dune_sim.games.arrakis.kernels.reach import retreats
from dune_sim.games.arrakis.kernels.seats import question
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.offers import offer, offer_mask
from dune_sim.kernel.stack import push, settled
from dune_sim.lang.intrinsics import Set, empty, masked, nothing, only, popcount, u64

WILD = 15  # the Wild Maker among the leaders
WORM_DICE = 4
WILD_DICE = 6
WORM_PICK = 1
WORM_GOES = 2
WORM_OVER = 3


def worms_in_pool(t: Tables, g: State) -> int:
    """Ordinary sandworm figures off the map."""
    return t.worms - popcount(g.worms) + int(on_map(g.wild_at))


def wild_in_pool(g: State) -> bool:
    return in_play(g, WILD) and not on_map(g.wild_at)


def worm_figures(t: Tables, g: State) -> int:
    """Sandworm figures in play, on the map or off it (ARR-WORM-08)."""
    return t.worms + int(in_play(g, WILD))


def put_worm(t: Tables, g: State, area: int) -> None:
    """A sandworm must be placed here; Atreides choose the figure (ARR-WORM-07, ARR-WORM-22)."""
    push(g.stack, t.pc_worm_figure, ATREIDES)
    g.stack.frames[g.stack.depth - 1].a = area


def remove_worm(g: State, area: int) -> None:
    """A sandworm leaves the map."""
    g.worms -= only(area)
    if g.wild_at == area:
        g.wild_at = AT_ASIDE


def shift_worm(g: State, source: int, target: int) -> None:
    g.worms -= only(source)
    g.worms |= only(target)
    if g.wild_at == source:
        g.wild_at = target


def op_worm_figure(t: Tables, g: State, f: Frame) -> bool:
    """A figure from the pool, the Wild Maker included, else one from the map (ARR-WORM-07, AMB-52, AMB-57)."""
    if worms_in_pool(t, g) > 0 and not wild_in_pool(g):
        g.worms |= only(f.a)
        return True
    return question(t, g, f, ATREIDES)


def worm_figure_choices(t: Tables, g: State, q: Offer) -> None:
    if worms_in_pool(t, g) > 0:
        offer(q, ACT_WORM)
    if wild_in_pool(g):
        offer(q, ACT_LEADER + WILD)
        return
    offer_areas(q, g.worms - g.fresh)


def worm_figure_answer(g: State, f: Frame, action: int) -> None:
    settled(f)
    if action >= ACT_AREA:
        shift_worm(g, action - ACT_AREA, f.a)
        return
    g.worms |= only(f.a)
    if action == ACT_LEADER + WILD:
        g.wild_at = f.a


def roll_hits(t: Tables, g: State, area: int, dice: int) -> int:
    """Hits of a worm or storm: specials count 2 in deep desert, 1 in desert, else 0 (ARR-WORM-33, ARR-STORM-04)."""
    roll = roll_combat(t, g.rng, dice)
    special = 0
    if area in t.deep_board:
        special = 2
    elif area in desert(t, g):
        special = 1
    return (roll & 255) + special * (roll >> 16)


def worm_dice(g: State, area: int) -> int:
    return WILD_DICE if g.wild_at == area else WORM_DICE


def strike(t: Tables, g: State, area: int, dice: int) -> None:
    """A worm attacks the Harkonnen legion of an area (ARR-WORM-31 to 34)."""
    if MAHDI != 0:
        turn_up(t, g, area)
    hits = roll_hits(t, g, area, dice)
    if g.phase == PHASE_ACTIONS:
        g.worm_hits = min(200, g.worm_hits + hits)
    hits_on(t, g, HARKONNEN, area, hits)


def op_worm_under(t: Tables, g: State, f: Frame) -> bool:
    """The Harkonnen legion where a worm came up retreats, or is attacked (ARR-WORM-11, ARR-WORM-12, ARR-WORM-20)."""
    if f.a not in g.legions[HARKONNEN] or f.a not in g.worms:
        return True
    if f.stage == 0:
        return question(t, g, f, ATREIDES)
    dice = worm_dice(g, f.a)
    remove_worm(g, f.a)
    strike(t, g, f.a, dice)
    return True


def worm_under_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    offer_areas(q, retreats(t, g, HARKONNEN, f.a))


def worm_under_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    settled(f)
    area = action - ACT_AREA
    move_legion(g, HARKONNEN, f.a, area)
    follow(g, f.a, area)
    check_limit(t, g, HARKONNEN, area)
    if MAHDI != 0:
        cover(t, g, f.a)


def follow(g: State, left: int, reached: int) -> None:
    """The legion that a program speaks of was driven off: the program follows it, and so does its flight."""
    for k in range(g.stack.depth):
        if g.stack.frames[k].c == left + 1:
            g.stack.frames[k].c = reached + 1
    if g.flown == left + 1:
        g.flown = reached + 1


def rescue_zones(t: Tables, g: State, area: int) -> int:
    """Air zones whose carryall may save a harvester (ARR-WORM-14)."""
    return t.area_zones[area] & g.carryalls


def op_harvester_under(t: Tables, g: State, f: Frame) -> bool:
    """A harvester without a legion falls to the worm unless a carryall saves it (ARR-WORM-10, 13 to 15, 21, 35)."""
    if f.a not in g.harvesters or f.a in g.legions[HARKONNEN]:
        return True
    if g.phase != PHASE_DESERT or rescue_zones(t, g, f.a) == 0:
        lose_harvester(g, f.a)
        return True
    return question(t, g, f, HARKONNEN)


def harvester_under_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    offer(q, ACT_DONE)
    offer_mask(q, ACT_ZONE, u64(rescue_zones(t, g, f.a)))


def harvester_under_answer(g: State, f: Frame, action: int) -> None:
    settled(f)
    if action == ACT_DONE:
        lose_harvester(g, f.a)
    else:
        g.carryalls = g.carryalls & ~(1 << (action - ACT_ZONE))


def signs_in_pool(g: State) -> int:
    """Wormsigns that are neither on the map nor turned up."""
    return g.unseen[0] + g.unseen[1] + g.unseen[2] - popcount(g.signs)


def op_wormsigns(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Put face-down wormsigns, one in an area (ARR-DESERT-04, ARR-WORM-17, AMB-49 to 51); the stage counts them."""
    if f.stage >= op.a or signs_in_pool(g) == 0:
        return True
    return question(t, g, f, f.who)


def wormsigns_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    areas = fitting(t, g, f.who, op.b, f.c) - g.signs
    offer_areas(q, areas)
    if not empty(areas) and (f.stage > 0 or op.must == 0):
        offer(q, ACT_DONE)


def wormsigns_answer(g: State, f: Frame, action: int) -> None:
    if action == ACT_DONE:
        settled(f)
    else:
        g.signs |= only(action - ACT_AREA)
        f.stage += 1


def worm_path(t: Tables, g: State, area: int, steps: int) -> Set[AREAS]:
    """Areas a worm comes to in so many steps through desert; the last step may leave it (ARR-WORM-24, ARR-WORM-28)."""
    if steps == 2 and g.tile == 0:
        return t.worm_two[area]
    found = t.near[area]
    for _ in range(steps - 1):
        found |= beside(t, found & desert(t, g))
    return found - only(area)


def worm_goals(t: Tables, g: State, area: int, steps: int) -> Set[AREAS]:
    """Desert in reach without figure or marker, a station excepted (ARR-WORM-25)."""
    figures = g.legions[0] | g.legions[1] | g.worms | g.harvesters
    ends = desert(t, g) - (figures | g.signs | g.sietches | g.settlements)
    return worm_path(t, g, area, steps) & ends


def worm_prey(t: Tables, g: State, area: int, steps: int) -> Set[AREAS]:
    """Targets of a worm: Harkonnen legions outside mountains and shelter, harvesters in desert (ARR-WORM-27 to 29)."""
    legions = g.legions[HARKONNEN] & exposed(t, g)
    return worm_path(t, g, area, steps) & (legions | (g.harvesters & desert(t, g)))


def exposed(t: Tables, g: State) -> Set[AREAS]:
    """Land that worms and storms reach (ARR-STORM-02, ARR-ATOM-06 to 08, AMB-61)."""
    open_land = t.terrain_board[1] | t.terrain_board[2] | desert(t, g)
    return open_land - (t.sheltered_board - t.atomic_exposes[g.tile])


def able_worms(t: Tables, g: State, op: Op, among: Set[AREAS], hunting: bool) -> Set[AREAS]:
    """Those of a set of worms that may be used and could move, or attack something."""
    found: Set[AREAS] = nothing()
    for a in among:
        if op.c == 0 or g.wild_at == a:
            goals = worm_prey(t, g, a, op.b) if hunting else worm_goals(t, g, a, op.b)
            found |= masked(only(a), not empty(goals))
    return found


def worms_act(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Up to ``op.a`` different worms move or attack (ARR-DESERT-05, ARR-DESERT-06)."""
    if f.stage == 0:
        g.fresh = nothing()
        g.move.left = op.a
        f.stage = WORM_PICK
    if f.stage < WORM_OVER and g.move.left > 0:
        return question(t, g, f, f.who)
    g.fresh = nothing()
    g.move.left = 0
    return True


def worms_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer, hunting: bool) -> None:
    """Worms that may still act, then where the chosen one goes."""
    if f.stage == WORM_GOES:
        offer_areas(q, worm_prey(t, g, f.a, op.b) if hunting else worm_goals(t, g, f.a, op.b))
        return
    able = able_worms(t, g, op, g.worms - g.fresh, hunting)
    offer_areas(q, able)
    if not empty(able) and (g.move.left < op.a or op.must == 0):
        offer(q, ACT_DONE)


def op_worm_move(t: Tables, g: State, f: Frame, op: Op) -> bool:
    return worms_act(t, g, f, op)


def worm_move_possible(t: Tables, g: State, op: Op) -> bool:
    return not empty(able_worms(t, g, op, g.worms, False))


def worm_move_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    worms_choices(t, g, f, op, q, False)


def worm_move_answer(g: State, f: Frame, action: int) -> None:
    if action == ACT_DONE:
        f.stage = WORM_OVER
    elif f.stage == WORM_PICK:
        f.a = action - ACT_AREA
        f.stage = WORM_GOES
    else:
        shift_worm(g, f.a, action - ACT_AREA)
        g.fresh |= only(action - ACT_AREA)
        g.move.left -= 1
        f.stage = WORM_PICK


def op_worm_attack(t: Tables, g: State, f: Frame, op: Op) -> bool:
    return worms_act(t, g, f, op)


def worm_attack_possible(t: Tables, g: State, op: Op) -> bool:
    return not empty(able_worms(t, g, op, g.worms, True))


def worm_attack_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    worms_choices(t, g, f, op, q, True)


def worm_attack_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    """The worm is taken off the map and strikes (ARR-WORM-27, ARR-WORM-30)."""
    if action == ACT_DONE:
        f.stage = WORM_OVER
        return
    if f.stage == WORM_PICK:
        f.a = action - ACT_AREA
        f.stage = WORM_GOES
        return
    target = action - ACT_AREA
    dice = worm_dice(g, f.a)
    remove_worm(g, f.a)
    g.move.left -= 1
    f.stage = WORM_PICK
    if target in g.legions[HARKONNEN]:
        push(g.stack, t.pc_harvester, ATREIDES)
        g.stack.frames[g.stack.depth - 1].a = target
        strike(t, g, target, dice)
    else:
        lose_harvester(g, target)
