"""Card instructions about the desert: vehicles, wormsigns, sandworms, shots, Desert Power, storms, atomics."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_AREA, ACT_DO, ACT_DONE, ACT_LEADER, ACT_NUMBER, ACT_YES, ACT_ZONE
from dune_sim.games.arrakis.kernels.arrival import lose_harvester
from dune_sim.games.arrakis.kernels.attack import hits_on
from dune_sim.games.arrakis.kernels.boards import offer_areas, on_map
from dune_sim.games.arrakis.kernels.card_effects_figures import OVER, offer_some
from dune_sim.games.arrakis.kernels.card_opcodes import REMOVE_ONE_SECTOR, SHOT_FROM_ZONE
from dune_sim.games.arrakis.kernels.dice import roll_combat
from dune_sim.games.arrakis.kernels.figures import check_limit, reveal_tokens
from dune_sim.games.arrakis.kernels.free import free_actions, start_free
from dune_sim.games.arrakis.kernels.layout import AREAS, ATREIDES, HARKONNEN, SECTORS, ZONES, Offer, State, Tables
from dune_sim.games.arrakis.kernels.leaders import in_play, ready, strand
from dune_sim.games.arrakis.kernels.mahdi.layout import MAHDI
from dune_sim.games.arrakis.kernels.places import fitting, in_sectors, sectors_of
from dune_sim.games.arrakis.kernels.seats import question
from dune_sim.games.arrakis.kernels.worms import WILD, put_worm, shift_worm
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.offers import offer, offer_mask
from dune_sim.kernel.stack import push, settled
from dune_sim.lang.intrinsics import Set, bit, empty, masked, nothing, only, u64

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
    return empty(t.sector_board[sector] - t.zone_board[zone])


def sectors_within(t: Tables, areas: Set[AREAS]) -> int:
    """Sectors that lie in an area set as a whole, one bit each."""
    found = 0
    for s in range(SECTORS):
        if empty(t.sector_board[s] - areas):
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


def op_remove_vehicles(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Take vehicles off the map, which destroys none (ARR-UNIT-17, ARR-HARV-05); register b: last zone plus 1."""
    if f.stage == 0:
        f.a = op.a
        f.b = 0
        f.stage = 1
    if f.stage == 1 and f.a > 0:
        return question(t, g, f, f.who)
    f.a = 0
    if op.c & REMOVE_ONE_SECTOR != 0:
        f.b = 0
    return True


def remove_vehicles_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    areas = fitting(t, g, f.who, op.b, f.c)
    zones = flyer_zones(t, g, op.c, sectors_within(t, areas))
    areas &= masked(g.harvesters, op.c & KIND_HARVESTER != 0)
    if op.c & REMOVE_ONE_SECTOR != 0 and f.b != 0:
        areas &= in_sectors(t, f.b)
    vehicle_choices(q, zones, areas)


def vehicle_choices(q: Offer, zones: int, areas: Set[AREAS]) -> None:
    """Flyers over zones and harvesters in areas, if there are any, and to do nothing."""
    if zones != 0 or not empty(areas):
        offer_mask(q, ACT_ZONE, u64(zones))
        offer_areas(q, areas)
        offer(q, ACT_DONE)


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
    return not empty(g.harvesters & t.sector_board[sector])


def op_remove_by_roll(t: Tables, g: State, f: Frame) -> bool:
    """Name a sector with an own legion, roll, remove a vehicle there for each face that counts."""
    if f.stage == 0 or (f.stage < OVER and f.a > 0):
        return question(t, g, f, f.who)
    f.a = 0
    f.b = 0
    return True


def remove_by_roll_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    """The stage is the sector plus 1, once it is named."""
    if f.stage > 0:
        zones = flyer_zones(t, g, KIND_ORNITHOPTER | KIND_CARRYALL, 1 << (f.stage - 1))
        vehicle_choices(q, zones, g.harvesters & t.sector_board[f.stage - 1])
        return
    some = False
    held = sectors_of(t, g.legions[f.who])
    for s in range(SECTORS):
        if (held >> s) & 1 == 1 and sector_prey(t, g, s):
            offer(q, ACT_NUMBER + s)
            some = True
    if some:
        offer(q, ACT_DONE)


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
    if f.stage >= op.a:
        return True
    return question(t, g, f, f.who)


def discard_signs_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    offer_some(q, g.signs & fitting(t, g, f.who, op.b, f.c))


def discard_signs_answer(g: State, f: Frame, action: int) -> None:
    if action == ACT_DONE:
        settled(f)
    else:
        g.signs -= only(action - ACT_AREA)
        f.stage += 1


def op_place_worm(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Put sandworms; Atreides choose the figure unless the card names the Wild Maker (ARR-WORM-36, AMB-52, AMB-57)."""
    if f.stage == 0:
        g.fresh = nothing()
        f.a = 0 if op.c == 1 and not in_play(g, WILD) else op.a
        f.stage = 1
    if f.stage == 1 and f.a > 0:
        return question(t, g, f, f.who)
    f.a = 0
    g.fresh = nothing()
    return True


def place_worm_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    offer_some(q, fitting(t, g, f.who, op.b, f.c))


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
            g.worms |= only(area)
            g.wild_at = area
    else:
        put_worm(t, g, area)
    g.fresh |= only(area)


def op_desert_power(t: Tables, g: State, f: Frame) -> bool:
    """A Desert Power action whatever the dice say, or the Wild Maker's own (ARR-DESERT-03, AMB-59)."""
    return question(t, g, f, f.who)


def desert_power_choices(t: Tables, g: State, q: Offer) -> None:
    offer_mask(q, 0, bit(ACT_DONE) | bit(ACT_DO))
    if ready(g, WILD) and t.special_pc[WILD] != 0:
        offer(q, ACT_LEADER + WILD)


def desert_power_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    settled(f)
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
        if area in g.legions[enemy]:
            hits = roll_faces(t, g, op.a, op.c & 7)
            hits_on(t, g, enemy, area, hits)
        return True
    if f.stage == 0 and (op.c & SHOT_FROM_ZONE == 0 or f.b > 0):
        return question(t, g, f, f.who)
    f.b = 0
    return True


def special_attack_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    areas = fitting(t, g, f.who, op.b, f.c) & g.legions[1 - f.who]
    if op.c & SHOT_FROM_ZONE != 0:
        areas &= t.zone_board[f.b - 1]
    if not empty(areas):
        offer_areas(q, areas)
        offer_mask(q, 0, free_actions(t, g, f.who) | bit(ACT_DONE))


def special_attack_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    if start_free(t, g, action):
        return
    if action == ACT_DONE:
        f.stage = OVER
        return
    f.a = action - ACT_AREA
    f.stage = 1
    if MAHDI != 0 and f.who == ATREIDES:
        turn_up(t, g, f.a)
    if f.who != ATREIDES and f.a in g.tokens:
        reveal_tokens(t, g, f.a)
        check_limit(t, g, ATREIDES, f.a)
        strand(t, g, ATREIDES, f.a)


def yes_or_no(q: Offer) -> None:
    """Something is done as a whole or not at all (ARR-ACT-14)."""
    offer_mask(q, 0, bit(ACT_DONE) | bit(ACT_YES))


def op_storm_now(t: Tables, g: State, f: Frame) -> bool:
    """A Coriolis storm in the action phase, by the usual rules (ARR-STORM-02 to 06)."""
    if empty(g.legions[HARKONNEN]):
        return True
    return question(t, g, f, f.who)


def storm_now_choices(q: Offer) -> None:
    yes_or_no(q)


def storm_now_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    settled(f)
    if action == ACT_YES:
        push(g.stack, t.pc_storm, f.who)


def op_atomics_now(t: Tables, g: State, f: Frame) -> bool:
    """Family atomics before their time, still once in the game (ARR-ATOM-01, ARR-ATOM-02)."""
    if g.tile != 0:
        return True
    return question(t, g, f, f.who)


def atomics_now_choices(q: Offer) -> None:
    yes_or_no(q)


def atomics_now_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    settled(f)
    if action == ACT_YES:
        push(g.stack, t.pc_atomic, f.who)
