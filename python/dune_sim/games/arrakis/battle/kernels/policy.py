"""Named ways to fight a battle, the same for sampled and exact odds. docs/battle.md describes them."""

from __future__ import annotations

from dune_sim.games.arrakis.battle.kernels.layout import Plan, Tables
from dune_sim.games.arrakis.kernels.battle import (
    ATTACKER,
    DEFENDER,
    OP_CARDS,
    OP_CASUALTIES,
    OP_CONTINUE,
    OP_CONVERT,
    dice_with,
    strip_count,
    strip_counts,
)
from dune_sim.games.arrakis.kernels.battle_layout import NAMED_LEADERS, Battle, Side
from dune_sim.games.arrakis.kernels.legion import (
    ACT_CEASE,
    ACT_CONTINUE,
    ACT_CONVERT,
    ACT_DISCARD,
    ACT_LOSE_ELITE,
    ACT_LOSE_GENERIC,
    ACT_LOSE_NAMED,
    ACT_LOSE_SPECIAL,
    ACT_LOSE_STANDARD,
    ACT_PASS_CARDS,
    ACT_RETREAT,
    ACT_STAY,
    STRIP_CLASSES,
    units,
)
from dune_sim.kernel.layout import Op
from dune_sim.lang.intrinsics import u64

CASUALTIES_KEEP_DICE = 0
CASUALTIES_KEEP_LEADERS = 1
CASUALTIES_KEEP_ELITES = 2
LEADERS_MOST_EFFECT = 0
LEADERS_MOST_HITS = 1
LEADERS_MOST_SHIELDS = 2
ATTACK_TO_THE_END = 0
ATTACK_ONE_ROUND = 1
ATTACK_WHILE_STRONGER = 2
RETREAT_NEVER = 0
RETREAT_WHEN_WEAKER = 1
CARDS_ALL = 0
CARDS_NONE = 1


def strip_score(strip: int, rule: int) -> int:
    """How much a plan values a leader's strip; different strips never tie."""
    hits = strip // 4
    shields = strip % 4
    if rule == LEADERS_MOST_HITS:
        return hits * 4 + shields
    if rule == LEADERS_MOST_SHIELDS:
        return shields * 4 + hits
    return (hits + shields) * 4 + hits


def lose_leader(t: Tables, side: Side) -> int:
    """The leader worth least: a generic one, else the named one whose strip makes least."""
    if side.generic > 0:
        return ACT_LOSE_GENERIC
    weakest = -1
    least = 1000
    for k in range(NAMED_LEADERS):
        if (side.named >> k) & 1 == 1:
            worth = strip_score(t.strip[k], LEADERS_MOST_EFFECT)
            if worth < least:
                least = worth
                weakest = k
    return ACT_LOSE_NAMED + weakest


def has_leader(side: Side) -> bool:
    return side.generic > 0 or side.named != 0


def lose_rank(side: Side) -> int:
    """An elite before a special elite; 0 when there is neither."""
    if side.elite > 0:
        return ACT_LOSE_ELITE
    if side.special > 0:
        return ACT_LOSE_SPECIAL
    return 0


def keep_dice(t: Tables, side: Side) -> int:
    """Ranks first, then leaders, units last: no die is lost while anything else can be given."""
    if lose_rank(side) != 0 and side.pool > 0:
        return lose_rank(side)
    if has_leader(side):
        return lose_leader(t, side)
    return ACT_LOSE_STANDARD if side.standard > 0 else lose_rank(side)


def keep_leaders(t: Tables, side: Side) -> int:
    """Ranks, then units down to the last one, then leaders."""
    if lose_rank(side) != 0 and side.pool > 0:
        return lose_rank(side)
    if units(side) > 1 or not has_leader(side):
        return ACT_LOSE_STANDARD if side.standard > 0 else lose_rank(side)
    return lose_leader(t, side)


def keep_elites(t: Tables, side: Side) -> int:
    """Leaders, then standard units, ranks last."""
    if has_leader(side):
        return lose_leader(t, side)
    return ACT_LOSE_STANDARD if side.standard > 0 else lose_rank(side)


def plan_casualty(t: Tables, side: Side, plan: Plan) -> int:
    if plan.casualties == CASUALTIES_KEEP_LEADERS:
        return keep_leaders(t, side)
    if plan.casualties == CASUALTIES_KEEP_ELITES:
        return keep_elites(t, side)
    return keep_dice(t, side)


def best_strip(counts: u64, below_score: int, rule: int) -> int:
    """The available strip of highest score below ``below_score``."""
    best = 0
    score = -1
    for strip in range(STRIP_CLASSES):
        worth = strip_score(strip, rule)
        if strip_count(counts, strip) > 0 and score < worth < below_score:
            best = strip
            score = worth
    return best


def plan_conversion(t: Tables, side: Side, plan: Plan) -> int:
    """The lowest strip among the best ones: sets are built in rising order."""
    counts = strip_counts(t, side)
    needed = side.specials
    lowest_strip = STRIP_CLASSES
    limit = 1000
    while needed > 0:
        strip = best_strip(counts, limit, plan.leaders)
        limit = strip_score(strip, plan.leaders)
        needed -= strip_count(counts, strip)
        lowest_strip = min(lowest_strip, strip)
    return ACT_CONVERT + lowest_strip


def plan_attack(b: Battle, plan: Plan) -> int:
    """Strength is dice before cards: those spent in the last round will not come back."""
    if plan.attack == ATTACK_ONE_ROUND:
        return ACT_CEASE
    if plan.attack == ATTACK_WHILE_STRONGER and dice_with(b, ATTACKER, 0) < dice_with(b, DEFENDER, 0):
        return ACT_CEASE
    return ACT_CONTINUE


def plan_retreat(b: Battle, plan: Plan) -> int:
    if plan.retreat == RETREAT_WHEN_WEAKER and units(b.sides[DEFENDER]) < units(b.sides[ATTACKER]):
        return ACT_RETREAT
    return ACT_STAY


def planned(t: Tables, b: Battle, op: Op, who: int) -> int:
    """What the side's plan answers."""
    plan = t.plans[who]
    if op.code == OP_CASUALTIES:
        return plan_casualty(t, b.sides[who], plan)
    if op.code == OP_CONVERT:
        return plan_conversion(t, b.sides[who], plan)
    if op.code == OP_CARDS:
        return ACT_PASS_CARDS if plan.cards == CARDS_NONE else ACT_DISCARD
    if op.code == OP_CONTINUE:
        return plan_attack(b, plan)
    return plan_retreat(b, plan)
