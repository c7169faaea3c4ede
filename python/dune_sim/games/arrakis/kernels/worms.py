"""Sandworms: figures, moves, attacks, and what a new worm does (ARR-WORM, ARR-DESERT)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_AREA, ACT_DONE, ACT_LEADER, ACT_WORM, ACT_ZONE
from dune_sim.games.arrakis.kernels.arrival import lose_harvester
from dune_sim.games.arrakis.kernels.attack import hits_on
from dune_sim.games.arrakis.kernels.boards import (
    area_bit,
    clear_board,
    count,
    desert_word,
    has,
    is_desert,
    near_word,
    offer_area,
    offer_word,
    offers_areas,
    on_map,
    put,
    take,
)
from dune_sim.games.arrakis.kernels.dice import roll_combat
from dune_sim.games.arrakis.kernels.figures import check_limit
from dune_sim.games.arrakis.kernels.layout import ATREIDES, HARKONNEN, Offer, State, Tables
from dune_sim.games.arrakis.kernels.leaders import in_play
from dune_sim.games.arrakis.kernels.legions import move_legion
from dune_sim.games.arrakis.kernels.opcodes import AT_ASIDE, PHASE_ACTIONS, PHASE_DESERT
from dune_sim.games.arrakis.kernels.places import place_word
from dune_sim.games.arrakis.kernels.reach import retreat_word
from dune_sim.games.arrakis.kernels.seats import question
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.offers import offer, offer_mask
from dune_sim.kernel.stack import push, settled
from dune_sim.lang.intrinsics import lowest, u64

WILD = 15  # the Wild Maker among the leaders
WORM_DICE = 4
WILD_DICE = 6
WORM_PICK = 1
WORM_GOES = 2
WORM_OVER = 3


def worms_in_pool(t: Tables, g: State) -> int:
    """Ordinary sandworm figures off the map."""
    return t.worms - count(g.worms) + int(on_map(g.wild_at))


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
    take(g.worms, area)
    if g.wild_at == area:
        g.wild_at = AT_ASIDE


def shift_worm(g: State, source: int, target: int) -> None:
    take(g.worms, source)
    put(g.worms, target)
    if g.wild_at == source:
        g.wild_at = target


def op_worm_figure(t: Tables, g: State, f: Frame) -> bool:
    """A figure from the pool, the Wild Maker included, else one from the map (ARR-WORM-07, AMB-52, AMB-57)."""
    if worms_in_pool(t, g) > 0 and not wild_in_pool(g):
        put(g.worms, f.a)
        return True
    return question(t, g, f, ATREIDES)


def worm_figure_choices(t: Tables, g: State, q: Offer) -> None:
    if worms_in_pool(t, g) > 0:
        offer(q, ACT_WORM)
    if wild_in_pool(g):
        offer(q, ACT_LEADER + WILD)
        return
    for w in range(2):
        offer_word(q, w, g.worms[w] & ~g.fresh[w])


def worm_figure_answer(g: State, f: Frame, action: int) -> None:
    settled(f)
    if action >= ACT_AREA:
        shift_worm(g, action - ACT_AREA, f.a)
        return
    put(g.worms, f.a)
    if action == ACT_LEADER + WILD:
        g.wild_at = f.a


def roll_hits(t: Tables, g: State, area: int, dice: int) -> int:
    """Hits of a worm or storm: specials count 2 in deep desert, 1 in desert, else 0 (ARR-WORM-33, ARR-STORM-04)."""
    roll = roll_combat(t, g.rng, dice)
    special = 0
    if has(t.deep_board, area):
        special = 2
    elif is_desert(t, g, area):
        special = 1
    return (roll & 255) + special * (roll >> 16)


def worm_dice(g: State, area: int) -> int:
    return WILD_DICE if g.wild_at == area else WORM_DICE


def strike(t: Tables, g: State, area: int, dice: int) -> None:
    """A worm attacks the Harkonnen legion of an area (ARR-WORM-31 to 34)."""
    hits = roll_hits(t, g, area, dice)
    if g.phase == PHASE_ACTIONS:
        g.worm_hits = min(200, g.worm_hits + hits)
    hits_on(t, g, HARKONNEN, area, hits)


def op_worm_under(t: Tables, g: State, f: Frame) -> bool:
    """The Harkonnen legion where a worm came up retreats, or is attacked (ARR-WORM-11, ARR-WORM-12, ARR-WORM-20)."""
    if not has(g.legions[HARKONNEN], f.a) or not has(g.worms, f.a):
        return True
    if f.stage == 0:
        return question(t, g, f, ATREIDES)
    dice = worm_dice(g, f.a)
    remove_worm(g, f.a)
    strike(t, g, f.a, dice)
    return True


def worm_under_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    for w in range(2):
        offer_word(q, w, retreat_word(t, g, HARKONNEN, f.a, w))


def worm_under_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    settled(f)
    area = action - ACT_AREA
    move_legion(g, HARKONNEN, f.a, area)
    follow(g, f.a, area)
    check_limit(t, g, HARKONNEN, area)


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
    if not has(g.harvesters, f.a) or has(g.legions[HARKONNEN], f.a):
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
    return g.unseen[0] + g.unseen[1] + g.unseen[2] - count(g.signs)


def op_wormsigns(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Put face-down wormsigns, one in an area (ARR-DESERT-04, ARR-WORM-17, AMB-49 to 51); the stage counts them."""
    if f.stage >= op.a or signs_in_pool(g) == 0:
        return True
    return question(t, g, f, f.who)


def wormsigns_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    for w in range(2):
        offer_word(q, w, place_word(t, g, f.who, op.b, f.c, w) & ~g.signs[w])
    if offers_areas(q) and (f.stage > 0 or op.must == 0):
        offer(q, ACT_DONE)


def wormsigns_answer(g: State, f: Frame, action: int) -> None:
    if action == ACT_DONE:
        settled(f)
    else:
        put(g.signs, action - ACT_AREA)
        f.stage += 1


def worm_end_word(t: Tables, g: State, w: int) -> u64:
    """Desert without figure or marker, a station excepted (ARR-WORM-25)."""
    figures = g.legions[0][w] | g.legions[1][w] | g.worms[w] | g.harvesters[w]
    markers = g.signs[w] | g.sietches[w] | g.settlements[w]
    return desert_word(t, g, w) & ~(figures | markers)


def worm_path_word(t: Tables, g: State, area: int, areas: int, w: int) -> u64:
    """Areas a worm comes to in so many steps through desert; the last step may leave it (ARR-WORM-24, ARR-WORM-28)."""
    if areas == 2 and g.tile == 0:
        return t.worm_two[area][w]
    low = t.near[area][0]
    high = t.near[area][1]
    for _ in range(areas - 1):
        through_low = low & desert_word(t, g, 0)
        through_high = high & desert_word(t, g, 1)
        low = low | near_word(t, through_low, through_high, 0)
        high = high | near_word(t, through_low, through_high, 1)
    return (low if w == 0 else high) & ~area_bit(area, w)


def worm_goals(t: Tables, g: State, area: int, areas: int, w: int) -> u64:
    return worm_path_word(t, g, area, areas, w) & worm_end_word(t, g, w)


def worm_prey(t: Tables, g: State, area: int, areas: int, w: int) -> u64:
    """Targets of a worm: Harkonnen legions outside mountains and shelter, harvesters in desert (ARR-WORM-27 to 29)."""
    sheltered = t.sheltered_board[w] & ~t.atomic_exposes[g.tile][w]
    open_land = t.terrain_board[1][w] | t.terrain_board[2][w] | desert_word(t, g, w)
    legions = g.legions[HARKONNEN][w] & open_land & ~sheltered
    return worm_path_word(t, g, area, areas, w) & (legions | (g.harvesters[w] & desert_word(t, g, w)))


def worm_able(t: Tables, g: State, op: Op, area: int, hunting: bool) -> bool:
    """Whether the worm of an area may be used and could move, or attack something."""
    if op.c != 0 and g.wild_at != area:
        return False
    if hunting:
        return worm_prey(t, g, area, op.b, 0) | worm_prey(t, g, area, op.b, 1) != 0
    return worm_goals(t, g, area, op.b, 0) | worm_goals(t, g, area, op.b, 1) != 0


def worms_act(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Up to ``op.a`` different worms move or attack (ARR-DESERT-05, ARR-DESERT-06)."""
    if f.stage == 0:
        clear_board(g.fresh)
        g.move.left = op.a
        f.stage = WORM_PICK
    if f.stage < WORM_OVER and g.move.left > 0:
        return question(t, g, f, f.who)
    clear_board(g.fresh)
    g.move.left = 0
    return True


def worms_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer, hunting: bool) -> None:
    """Worms that may still act, then where the chosen one goes."""
    if f.stage == WORM_GOES:
        for w in range(2):
            offer_word(q, w, worm_prey(t, g, f.a, op.b, w) if hunting else worm_goals(t, g, f.a, op.b, w))
        return
    for w in range(2):
        rest = g.worms[w] & ~g.fresh[w]
        while rest != 0:
            if worm_able(t, g, op, 64 * w + lowest(rest), hunting):
                offer_area(q, 64 * w + lowest(rest))
            rest = rest & u64(rest - 1)
    if offers_areas(q) and (g.move.left < op.a or op.must == 0):
        offer(q, ACT_DONE)


def worms_possible(t: Tables, g: State, op: Op, hunting: bool) -> bool:
    """Whether any worm could act."""
    for w in range(2):
        rest = g.worms[w]
        while rest != 0:
            if worm_able(t, g, op, 64 * w + lowest(rest), hunting):
                return True
            rest = rest & u64(rest - 1)
    return False


def op_worm_move(t: Tables, g: State, f: Frame, op: Op) -> bool:
    return worms_act(t, g, f, op)


def worm_move_possible(t: Tables, g: State, op: Op) -> bool:
    return worms_possible(t, g, op, False)


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
        put(g.fresh, action - ACT_AREA)
        g.move.left -= 1
        f.stage = WORM_PICK


def op_worm_attack(t: Tables, g: State, f: Frame, op: Op) -> bool:
    return worms_act(t, g, f, op)


def worm_attack_possible(t: Tables, g: State, op: Op) -> bool:
    return worms_possible(t, g, op, True)


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
    if has(g.legions[HARKONNEN], target):
        push(g.stack, t.pc_harvester, ATREIDES)
        g.stack.frames[g.stack.depth - 1].a = target
        strike(t, g, target, dice)
    else:
        lose_harvester(g, target)
