"""Attacks: declaring them, the battle's legions from and to the map, retreat, advance (ARR-BATTLE)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_AREA, ACT_DONE, ACT_YES, ACT_ZONE
from dune_sim.games.arrakis.kernels.arrival import arrive
from dune_sim.games.arrakis.kernels.battle import (
    ATTACKER,
    DEFENDER,
    REASON_RETREATED,
    WINNER_ATTACKER,
    WINNER_DEFENDER,
    WINNER_NOBODY,
    WINNER_NONE,
    battle_dice,
    dice_cap,
)
from dune_sim.games.arrakis.kernels.battle_layout import Side
from dune_sim.games.arrakis.kernels.boards import bare, beside, offer_areas
from dune_sim.games.arrakis.kernels.card_opcodes import BAR_ATTACK
from dune_sim.games.arrakis.kernels.cards import card_of, discard_card, offer_cards, playable
from dune_sim.games.arrakis.kernels.figures import (
    GENERIC,
    STANDARD,
    check_limit,
    least,
    moved_in,
    named_in,
    part,
    refresh,
    reveal_tokens,
    settle_moved,
)
from dune_sim.games.arrakis.kernels.free import free_actions, reveal_area, start_free
from dune_sim.games.arrakis.kernels.layout import (
    AREAS,
    ATREIDES,
    HARKONNEN,
    SETTLEMENTS,
    SIETCHES,
    TEAMS,
    Offer,
    State,
    Tables,
)
from dune_sim.games.arrakis.kernels.leaders import (
    advance_marker,
    advance_supremacy,
    barred,
    reveal_done,
    win,
)
from dune_sim.games.arrakis.kernels.legion import ACT_PASS_CARDS
from dune_sim.games.arrakis.kernels.legions import move_legion
from dune_sim.games.arrakis.kernels.mahdi.layout import MAHDI
from dune_sim.games.arrakis.kernels.moves import clear_move, fly, needs_flight
from dune_sim.games.arrakis.kernels.opcodes import (
    AT_GONE,
    ATTACK_FREE_CONTINUE,
    ATTACK_SURPRISE,
    END_ARRAKEEN,
    PHASE_ACTIONS,
)
from dune_sim.games.arrakis.kernels.places import fitting, led_areas
from dune_sim.games.arrakis.kernels.reach import any_far, reach, retreats, striking, targets, zones_of
from dune_sim.games.arrakis.kernels.seats import question, stop_if_won
from dune_sim.games.arrakis.kernels.teams.cards import battle_cards_of_team, spare_on
from dune_sim.games.arrakis.kernels.teams.layout import ALLY
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.offers import offer, offer_mask
from dune_sim.kernel.stack import jump, push, settled
from dune_sim.lang.intrinsics import Set, bit, empty, lowest, only, popcount, u64

# stages of OP_ATTACK
STRIKE_SOURCE = 1
STRIKE_TARGET = 2
STRIKE_ZONE = 3
STRIKE_DONE = 4

# stages of OP_ADVANCE
ADVANCE_GOES = 1
ADVANCE_STAYS = 2


def attackers(t: Tables, g: State, who: int, place: int, last: int) -> Set[AREAS]:
    """Areas whose whole legion may attack something (ARR-BATTLE-05)."""
    found = striking(t, g, who, fitting(t, g, who, place, last) & g.legions[who])
    if t.places[place].leaders != 0:
        found &= led_areas(g, t.places[place].leaders)
    return found - led_areas(g, barred(t, g, BAR_ATTACK))


def attack_possible(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Whether any legion may attack; in most positions one beside a target tells."""
    if t.places[op.b].plain == 1 and barred(t, g, BAR_ATTACK) == 0:
        among = fitting(t, g, f.who, op.b, f.c) & g.legions[f.who]
        goals = targets(t, g, f.who)
        return not empty(beside(t, among) & goals) or any_far(t, g, f.who, among, goals)
    return not empty(attackers(t, g, f.who, op.b, f.c))


def op_attack(t: Tables, g: State, f: Frame) -> bool:
    """One legion attacks (ARR-BATTLE-01 to 05, ARR-RIDE-06, ARR-TRANS-02)."""
    if f.stage == 0:
        clear_move(g)
        f.stage = STRIKE_SOURCE
    if f.stage >= STRIKE_DONE:
        clear_move(g)
        return True
    return question(t, g, f, f.who)


def attack_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    if f.stage == STRIKE_ZONE:
        offer_mask(q, ACT_ZONE, u64(zones_of(t, g, g.move.source)))
    elif f.stage == STRIKE_TARGET:
        offer_areas(q, reach(t, g, f.who, g.move.source) & targets(t, g, f.who))
    else:
        found = attackers(t, g, f.who, op.b, f.c)
        if empty(found):
            return
        offer_areas(q, found)
        if op.must == 0:
            offer(q, ACT_DONE)
        offer_mask(q, 0, free_actions(t, g, f.who))


def attack_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    if start_free(t, g, action):
        return
    m = g.move
    if action == ACT_DONE:
        f.stage = STRIKE_DONE
    elif f.stage == STRIKE_SOURCE:
        m.source = action - ACT_AREA
        f.stage = STRIKE_TARGET
        goals = reach(t, g, f.who, m.source) & targets(t, g, f.who)
        if popcount(goals) == 1:
            strike_target(t, g, f, op, lowest(goals))
    elif f.stage == STRIKE_TARGET:
        strike_target(t, g, f, op, action - ACT_AREA)
    else:
        m.zone = action - ACT_ZONE + 1
        declare(t, g, f, op)


def strike_target(t: Tables, g: State, f: Frame, op: Op, area: int) -> None:
    """The target is known; a single ornithopter that reaches it is not asked for."""
    g.move.target = area
    if needs_flight(t, g, f.who):
        f.stage = STRIKE_ZONE
        zones = zones_of(t, g, g.move.source)
        if zones & (zones - 1) != 0:
            return
        g.move.zone = lowest(u64(zones)) + 1
    declare(t, g, f, op)


def declare(t: Tables, g: State, f: Frame, op: Op) -> None:
    """The attack begins (ARR-BATTLE-01)."""
    f.stage = STRIKE_DONE
    push(g.stack, t.pc_attack, f.who)
    top = g.stack.frames[g.stack.depth - 1]
    top.b = op.a
    top.c = op.c


def op_battle_reveal(t: Tables, g: State, f: Frame) -> None:
    """The ornithopter is spent; hidden pieces of both areas are turned up (ARR-BATTLE-06, ARR-BATTLE-07)."""
    fly(g)
    g.flown = g.move.source + 1 if g.move.zone > 0 else g.flown
    g.battles += 1
    if MAHDI != 0:
        turn_up(t, g, g.move.source if f.who == HARKONNEN else g.move.target)
    if f.who == ATREIDES:
        reveal_tokens(t, g, g.move.source)
        reveal_done(t, g, g.move.source)
    else:
        reveal_area(t, g, g.move.target)


def extra_dice(terms: int) -> int:
    """Dice that a card adds to an attack; the terms are operand c of OP_ATTACK."""
    return terms & 15


def enemy_dice_cap(terms: int) -> int:
    """Most dice of the defender in the first round, 0 for the usual number."""
    return terms >> 4


def load_side(t: Tables, g: State, side: Side, who: int, area: int) -> None:
    """A legion of the map enters the battle record."""
    packed = g.legion[area]
    side.named = named_in(g, who, area)
    side.lost_named = 0
    side.standard = packed & 15
    side.elite = (packed >> 4) & 15
    side.special = (packed >> 8) & 15
    side.generic = packed >> 12
    side.faction = who
    side.cards = 0
    side.spent = 0
    side.bonus = 0
    side.pool = g.pool[who][STANDARD]
    side.hits = 0
    side.shields = 0
    side.specials = 0
    side.used = 0
    side.used_generic = 0
    side.suffer = 0


def store_side(t: Tables, g: State, side: Side, area: int) -> None:
    """Survivors back to the map, losses to pool and tank (ARR-BATTLE-26)."""
    who = side.faction
    before = g.legion[area]
    after = side.standard + (side.elite << 4) + (side.special << 8) + (side.generic << 12)
    for kind in range(4):
        g.pool[who][kind] += part(before, kind) - part(after, kind)
    if who == HARKONNEN and g.phase == PHASE_ACTIONS:
        g.generic_lost = min(200, g.generic_lost + part(before, GENERIC) - side.generic)
    g.legion[area] = after
    refresh(g, who, area)
    clear_side(side)


def clear_side(side: Side) -> None:
    """Forget a legion, so that equal positions have equal bytes."""
    side.named = 0
    side.lost_named = 0
    side.standard = 0
    side.elite = 0
    side.special = 0
    side.generic = 0
    side.faction = 0
    side.spent = 0
    side.bonus = 0
    side.pool = 0
    side.hits = 0
    side.shields = 0
    side.specials = 0
    side.used = 0
    side.used_generic = 0
    side.suffer = 0


def rank_at(t: Tables, g: State, area: int) -> int:
    """Rank of the settlement in an area, 0 without one (ARR-MAP-11)."""
    if area in g.sietches:
        for k in range(SIETCHES):
            if g.sietch_at[k] == area:
                return g.sietch_rank[k]
    if area in g.settlements:
        for k in range(SETTLEMENTS):
            if t.settlement_area[k] == area:
                return t.settlement_rank[k]
    return 0


def op_battle_open(t: Tables, g: State, f: Frame) -> None:
    """Both legions take their places; an undefended settlement falls at once (ARR-BATTLE-42)."""
    b = g.battle
    target = g.move.target
    enemy = 1 - f.who
    b.round = 1
    if g.move.source not in g.legions[f.who] or target not in g.legions[enemy]:
        b.winner = WINNER_ATTACKER if g.move.source in g.legions[f.who] else WINNER_NOBODY
        jump(f, t.pc_advance)
        return
    load_side(t, g, b.sides[ATTACKER], f.who, g.move.source)
    load_side(t, g, b.sides[DEFENDER], enemy, target)
    b.rank = rank_at(t, g, target)
    b.surprise = f.b & ATTACK_SURPRISE
    b.free_continue = int(f.b & ATTACK_FREE_CONTINUE != 0)
    b.sides[ATTACKER].bonus = extra_dice(f.c)
    b.cap = enemy_dice_cap(f.c)
    b.can_retreat = int(not empty(retreats(t, g, enemy, target)))


def cards_banned(t: Tables, g: State, who: int) -> bool:
    """An Imperial ban may keep the Harkonnen from discarding cards for dice (ARR-SPICE-13)."""
    return who == HARKONNEN and g.bans & t.ban_discard != 0


def op_battle_cards(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Discard planning cards, by name, for one die each (ARR-BATTLE-08, ARR-BATTLE-11, AMB-38).

    In any order: a fixed one would be shorter, but whether the next card is asked for would tell which ones are left.
    """
    b = g.battle
    who = b.sides[op.a].faction
    if TEAMS != 0 and t.shared[who] != 0 and not cards_banned(t, g, who):
        return battle_cards_of_team(t, g, f, op.a)
    if battle_dice(b, op.a) >= dice_cap(b, op.a) or cards_banned(t, g, who) or playable(t, g, who) == 0:
        return True
    return question(t, g, f, who)


def battle_cards_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    who = g.battle.sides[op.a].faction
    if TEAMS != 0 and t.shared[who] != 0:
        offer_cards(t, q, who, spare_on(t, g, who + ALLY * f.stage))
    else:
        offer_cards(t, q, who, playable(t, g, who))
    offer(q, ACT_PASS_CARDS)


def battle_cards_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    side = g.battle.sides[op.a]
    if TEAMS != 0 and t.shared[side.faction] != 0:
        f.stage = f.stage + 1 if action == ACT_PASS_CARDS else 0
        if action == ACT_PASS_CARDS:
            return
    if action == ACT_PASS_CARDS:
        settled(f)
        return
    card = card_of(action, side.faction)
    discard_card(g, side.faction, card)
    side.spent += 1


def op_battle_close(t: Tables, g: State, f: Frame) -> None:
    """Both legions go back to the map with their losses (ARR-BATTLE-26, ARR-BATTLE-31)."""
    b = g.battle
    if b.winner == WINNER_DEFENDER and f.who == HARKONNEN and g.move.target in g.sietches:
        g.sietch_held = 1
    store_side(t, g, b.sides[DEFENDER], g.move.target)
    store_side(t, g, b.sides[ATTACKER], g.move.source)


def op_retreat_area(t: Tables, g: State, f: Frame) -> bool:
    """The attacker names the area the defender retreats to (ARR-BATTLE-32 to 34, AMB-43)."""
    if g.battle.reason != REASON_RETREATED:
        return True
    return question(t, g, f, f.who)


def retreat_area_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    areas = retreats(t, g, 1 - f.who, g.move.target)
    if MAHDI != 0 and g.mahdi == 1 and not empty(areas & bare(t, g)):
        areas &= bare(t, g)  # ARR-SOLO-63
    offer_areas(q, areas)


def retreat_area_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    settled(f)
    area = action - ACT_AREA
    move_legion(g, 1 - f.who, g.move.target, area)
    arrive(t, g, 1 - f.who, area)
    check_limit(t, g, 1 - f.who, area)


def op_advance(t: Tables, g: State, f: Frame) -> bool:
    """The winning attacker moves in with all it has (ARR-BATTLE-39, AMB-45); an option lets it stay."""
    won = g.battle.winner == WINNER_ATTACKER
    if f.stage == 0 and won and t.optional_advance == 1:
        return question(t, g, f, f.who)
    if won and f.stage != ADVANCE_STAYS:
        advance(t, g, f.who, g.move.source, g.move.target)
    clear_battle(g)
    return stop_if_won(g)


def advance_choices(q: Offer) -> None:
    offer_mask(q, 0, bit(ACT_DONE) | bit(ACT_YES))


def advance_answer(f: Frame, action: int) -> None:
    f.stage = ADVANCE_GOES if action == ACT_YES else ADVANCE_STAYS


def clear_battle(g: State) -> None:
    b = g.battle
    clear_side(b.sides[ATTACKER])
    clear_side(b.sides[DEFENDER])
    b.round = 0
    b.rank = 0
    b.surprise = 0
    b.can_retreat = 0
    b.free_continue = 0
    b.cap = 0
    b.winner = WINNER_NONE
    b.reason = 0


def advance(t: Tables, g: State, who: int, source: int, target: int) -> None:
    """Move in, destroy the settlement, then what lies there (ARR-BATTLE-40, ARR-HARV-04, AMB-47)."""
    move_legion(g, who, source, target)
    if who == HARKONNEN and target in g.sietches:
        destroy_sietch(t, g, target)
    if who == ATREIDES and target in g.settlements:
        destroy_settlement(t, g, target)
    arrive(t, g, who, target)
    check_limit(t, g, who, target)
    if MAHDI != 0 and who == HARKONNEN:
        cover(t, g, source)


def destroy_sietch(t: Tables, g: State, area: int) -> None:
    """Supremacy by its rank; the token leaves the map (ARR-BATTLE-43, ARR-BATTLE-45, AMB-46)."""
    g.sietches -= only(area)
    for k in range(SIETCHES):
        if g.sietch_at[k] == area:
            g.sietch_at[k] = AT_GONE
            g.sietch_known |= 1 << k
            advance_supremacy(t, g, g.sietch_rank[k])
    if MAHDI != 0:
        retarget(t, g)


def destroy_settlement(t: Tables, g: State, area: int) -> None:
    """All three prescience markers by its rank (ARR-BATTLE-44); an option lets the fall of Arrakeen win."""
    g.settlements -= only(area)
    for k in range(SETTLEMENTS):
        if t.settlement_area[k] == area:
            for m in range(3):
                advance_marker(t, g, m, t.settlement_rank[k])
            if k == t.arrakeen and t.arrakeen_wins == 1:
                win(g, ATREIDES, END_ARRAKEEN)


def hits_on(t: Tables, g: State, who: int, area: int, hits: int) -> None:
    """A legion takes hits outside battle; its owner chooses the casualties at once (ARR-WORM-34, ARR-STORM-05)."""
    if hits == 0:
        return
    load_side(t, g, g.battle.sides[DEFENDER], who, area)
    g.battle.sides[DEFENDER].suffer = hits
    push(g.stack, t.pc_hits, who)
    g.stack.frames[g.stack.depth - 1].a = area


def op_after_hits(t: Tables, g: State, f: Frame) -> None:
    """Casualties outside battle are over."""
    unmoved = g.legion[f.a] - least(g.legion[f.a], moved_in(g, f.a))
    store_side(t, g, g.battle.sides[DEFENDER], f.a)
    settle_moved(g, f.a, unmoved)
