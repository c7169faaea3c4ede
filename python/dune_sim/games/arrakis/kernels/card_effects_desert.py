"""Card instructions about the desert: vehicles, wormsigns, sandworms, shots, Desert Power, storms, atomics."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_AREA, ACT_DO, ACT_DONE, ACT_LEADER, ACT_NUMBER, ACT_YES, ACT_ZONE
from dune_sim.games.arrakis.kernels.arrival import lose_harvester
from dune_sim.games.arrakis.kernels.attack import hits_on
from dune_sim.games.arrakis.kernels.boards import (
    ask,
    clear_board,
    has,
    none,
    offer,
    offer_word,
    offers_areas,
    on_map,
    put,
    take,
)
from dune_sim.games.arrakis.kernels.card_effects_figures import OVER
from dune_sim.games.arrakis.kernels.card_opcodes import REMOVE_ONE_SECTOR, SHOT_FROM_ZONE
from dune_sim.games.arrakis.kernels.dice import roll_combat
from dune_sim.games.arrakis.kernels.figures import check_limit, reveal_tokens
from dune_sim.games.arrakis.kernels.free import offer_free
from dune_sim.games.arrakis.kernels.layout import ATREIDES, SECTORS, WORDS, ZONES, State, Tables
from dune_sim.games.arrakis.kernels.leaders import in_play, ready, strand
from dune_sim.games.arrakis.kernels.places import place_word, sectors_of, sectors_word
from dune_sim.games.arrakis.kernels.worms import WILD, put_worm, shift_worm
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.stack import push
from dune_sim.lang.intrinsics import u64

KIND_HARVESTER = 1
KIND_ORNITHOPTER = 2
KIND_CARRYALL = 4


def roll_faces(t: Tables, g: State, dice: int, faces: int) -> int:
    """Dice that show one of the faces (bits: hit, shield, special)."""
    roll = roll_combat(t, g.rng, dice)
    total = 0
    for face in range(3):
        if (faces >> face) & 1 == 1:
            total += (roll >> (8 * face)) & 255
    return total


def zone_touches(t: Tables, zone: int, sector: int) -> bool:
    """Whether an air zone is connected to a sector (ARR-MAP-02)."""
    outside = u64(0)
    for w in range(WORDS):
        outside = outside | (t.sector_board[sector][w] & ~t.zone_board[zone][w])
    return outside == 0


def sectors_within(t: Tables, low: u64, high: u64) -> int:
    """Sectors that lie in an area set as a whole, one bit each."""
    found = 0
    for s in range(SECTORS):
        if (t.sector_board[s][0] & ~low) | (t.sector_board[s][1] & ~high) == 0:
            found |= 1 << s
    return found


def flyer_zones(t: Tables, g: State, kinds: int, sectors: int) -> int:
    """Air zones connected to one of the sectors that hold a flyer of these kinds, one bit each."""
    flyers = 0
    if kinds & KIND_ORNITHOPTER != 0:
        flyers |= g.ornithopters
    if kinds & KIND_CARRYALL != 0:
        flyers |= g.carryalls
    found = 0
    for z in range(ZONES):
        if (flyers >> z) & 1 == 1:
            for s in range(SECTORS):
                if (sectors >> s) & 1 == 1 and zone_touches(t, z, s):
                    found |= 1 << z
    return found


def offer_flyers(g: State, zones: int) -> bool:
    for z in range(ZONES):
        if (zones >> z) & 1 == 1:
            offer(g, ACT_ZONE + z)
    return zones != 0


def op_remove_vehicles(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Take vehicles off the map, which destroys none (ARR-UNIT-17, ARR-HARV-05); register b: last zone plus 1."""
    if f.stage == 0:
        f.a = op.a
        f.b = 0
        f.stage = 1
    if f.stage == 1 and f.a > 0:
        low = place_word(t, g, f.who, op.b, f.c, 0)
        high = place_word(t, g, f.who, op.b, f.c, 1)
        some = offer_flyers(g, flyer_zones(t, g, op.c, sectors_within(t, low, high)))
        if op.c & KIND_HARVESTER != 0:
            picked = f.b if op.c & REMOVE_ONE_SECTOR != 0 and f.b != 0 else 255
            offer_word(g, 0, low & g.harvesters[0] & sectors_word(t, picked, 0))
            offer_word(g, 1, high & g.harvesters[1] & sectors_word(t, picked, 1))
        if some or offers_areas(g):
            offer(g, ACT_DONE)
            return ask(g, f.who)
    f.a = 0
    if op.c & REMOVE_ONE_SECTOR != 0:
        f.b = 0
    return True


def remove_vehicle(t: Tables, g: State, f: Frame, action: int) -> None:
    f.a -= 1
    if action >= ACT_AREA:
        lose_harvester(g, action - ACT_AREA)
        f.b = t.area_sectors[action - ACT_AREA]
    else:
        zone = action - ACT_ZONE
        g.ornithopters = g.ornithopters & ~(1 << zone)
        g.carryalls = g.carryalls & ~(1 << zone)
        f.b = zone + 1


def remove_vehicles_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    if action == ACT_DONE:
        f.stage = OVER
    else:
        remove_vehicle(t, g, f, action)


def sector_prey(t: Tables, g: State, sector: int) -> bool:
    """Whether a sector holds vehicles, flyers beside it included."""
    if flyer_zones(t, g, KIND_ORNITHOPTER | KIND_CARRYALL, 1 << sector) != 0:
        return True
    return (g.harvesters[0] & t.sector_board[sector][0]) | (g.harvesters[1] & t.sector_board[sector][1]) != 0


def op_remove_by_roll(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Name a sector with an own legion, roll, remove a vehicle there for each face that counts."""
    if f.stage == 0:
        some = False
        held = sectors_of(t, g.legions[f.who][0], g.legions[f.who][1])
        for s in range(SECTORS):
            if (held >> s) & 1 == 1 and sector_prey(t, g, s):
                offer(g, ACT_NUMBER + s)
                some = True
        if some:
            offer(g, ACT_DONE)
            return ask(g, f.who)
    elif f.stage < OVER and f.a > 0:
        sector = f.stage - 1
        some = offer_flyers(g, flyer_zones(t, g, KIND_ORNITHOPTER | KIND_CARRYALL, 1 << sector))
        for w in range(WORDS):
            offer_word(g, w, g.harvesters[w] & t.sector_board[sector][w])
        if some or offers_areas(g):
            offer(g, ACT_DONE)
            return ask(g, f.who)
    f.a = 0
    f.b = 0
    return True


def remove_by_roll_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    if action == ACT_DONE:
        f.stage = OVER
    elif f.stage == 0:
        f.stage = 1 + action - ACT_NUMBER
        hits = roll_faces(t, g, op.a, op.b)
        f.a = hits
    else:
        remove_vehicle(t, g, f, action)


def op_discard_signs(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Wormsigns go back to the pool unseen."""
    if f.stage < op.a:
        for w in range(WORDS):
            offer_word(g, w, g.signs[w] & place_word(t, g, f.who, op.b, f.c, w))
        if offers_areas(g):
            offer(g, ACT_DONE)
            return ask(g, f.who)
    return True


def discard_signs_answer(g: State, f: Frame, op: Op, action: int) -> None:
    if action == ACT_DONE:
        f.stage = op.a
    else:
        take(g.signs, action - ACT_AREA)
        f.stage += 1


def op_place_worm(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Put sandworms; Atreides choose the figure unless the card names the Wild Maker (ARR-WORM-36, AMB-52, AMB-57)."""
    if f.stage == 0:
        clear_board(g.fresh)
        f.a = 0 if op.c == 1 and not in_play(g, WILD) else op.a
        f.stage = 1
    if f.stage == 1 and f.a > 0:
        for w in range(WORDS):
            offer_word(g, w, place_word(t, g, f.who, op.b, f.c, w))
        if offers_areas(g):
            offer(g, ACT_DONE)
            return ask(g, f.who)
    f.a = 0
    clear_board(g.fresh)
    return True


def place_worm_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    if action == ACT_DONE:
        f.stage = OVER
        return
    area = action - ACT_AREA
    f.a -= 1
    if op.c == 1:
        if on_map(g.wild_at):
            shift_worm(g, g.wild_at, area)
        else:
            put(g.worms, area)
            g.wild_at = area
    else:
        put_worm(t, g, area)
    put(g.fresh, area)


def op_desert_power(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """A Desert Power action whatever the dice say, or the Wild Maker's own (ARR-DESERT-03, AMB-59)."""
    if f.stage == OVER:
        return True
    offer(g, ACT_DONE)
    offer(g, ACT_DO)
    if ready(g, WILD) and t.special_pc[WILD] != 0:
        offer(g, ACT_LEADER + WILD)
    return ask(g, f.who)


def desert_power_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    f.stage = OVER
    if action == ACT_DO:
        push(g.stack, t.action_pc[ATREIDES][5], ATREIDES)
    elif action == ACT_LEADER + WILD:
        g.spent |= 1 << WILD
        push(g.stack, t.special_pc[WILD], ATREIDES)


def op_special_attack(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Roll at an enemy legion; it cannot answer, and a settlement stands (ARR-UNIT-12, ARR-BATTLE-41)."""
    enemy = 1 - f.who
    if f.stage == 1:
        area = f.a
        f.a = 0
        f.b = 0
        if has(g.legions[enemy], area):
            hits = roll_faces(t, g, op.a, op.c & 7)
            hits_on(t, g, enemy, area, hits)
        return True
    if f.stage == 0 and (op.c & SHOT_FROM_ZONE == 0 or f.b > 0):
        for w in range(WORDS):
            areas = place_word(t, g, f.who, op.b, f.c, w) & g.legions[enemy][w]
            offer_word(g, w, areas & t.zone_board[f.b - 1][w] if op.c & SHOT_FROM_ZONE != 0 else areas)
        if offers_areas(g):
            offer(g, ACT_DONE)
            offer_free(t, g, f.who)
            return ask(g, f.who)
    f.b = 0
    return True


def special_attack_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    if action == ACT_DONE:
        f.stage = OVER
        return
    f.a = action - ACT_AREA
    f.stage = 1
    if f.who != ATREIDES and has(g.tokens, f.a):
        reveal_tokens(t, g, f.a)
        check_limit(t, g, ATREIDES, f.a)
        strand(t, g, ATREIDES, f.a)


def op_program_now(t: Tables, g: State, f: Frame, possible: bool) -> bool:
    """Offer to run a program of the rules at once."""
    if f.stage == OVER or not possible:
        return True
    offer(g, ACT_DONE)
    offer(g, ACT_YES)
    return ask(g, f.who)


def program_now_answer(g: State, f: Frame, pc: int, action: int) -> None:
    f.stage = OVER
    if action == ACT_YES:
        push(g.stack, pc, f.who)


def op_storm_now(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """A Coriolis storm in the action phase, by the usual rules (ARR-STORM-02 to 06)."""
    return op_program_now(t, g, f, not none(g.legions[1 - ATREIDES]))


def op_atomics_now(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Family atomics before their time, still once in the game (ARR-ATOM-01, ARR-ATOM-02)."""
    return op_program_now(t, g, f, g.tile == 0)
