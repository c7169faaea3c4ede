"""Casualties: what a hit may cost a legion (ARR-BATTLE-24 to 27)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.battle_layout import NAMED_LEADERS, Side
from dune_sim.lang.declare import ActionSpace
from dune_sim.lang.intrinsics import popcount, u64

STRIP_CLASSES = 16

#: action ids of a battle; the whole game keeps them at the same place
SPACE = ActionSpace()
ACT_PASS_CARDS = SPACE.one("pass_cards", "discard no more cards")
ACT_DISCARD = SPACE.one("discard", "discard a card for one more die (single battles)")
ACT_CONTINUE = SPACE.one("continue", "continue the attack")
ACT_CEASE = SPACE.one("cease", "cease the attack")
ACT_RETREAT = SPACE.one("retreat", "retreat")
ACT_STAY = SPACE.one("stay", "stay and fight")
ACT_LOSE_STANDARD = SPACE.range("lose", 4 + NAMED_LEADERS, "what a hit costs: a unit, a rank or a leader", "loss")
ACT_LOSE_ELITE = ACT_LOSE_STANDARD + 1
ACT_LOSE_SPECIAL = ACT_LOSE_STANDARD + 2
ACT_LOSE_GENERIC = ACT_LOSE_STANDARD + 3
ACT_LOSE_NAMED = ACT_LOSE_STANDARD + 4
ACT_CONVERT = SPACE.range("convert", STRIP_CLASSES, "what a leader makes of a special result", "roll")
BATTLE_ACTIONS = SPACE.size


def units(side: Side) -> int:
    return side.standard + side.elite + side.special


def leaders(side: Side) -> int:
    return side.generic + popcount(u64(side.named))


def casualties_open(side: Side) -> u64:
    """What this side may give up for one hit: a bit for each action from ACT_LOSE_STANDARD on."""
    units_there = int(side.standard > 0) | int(side.elite > 0) << 1 | int(side.special > 0) << 2
    return u64(units_there | int(side.generic > 0) << 3 | side.named << (ACT_LOSE_NAMED - ACT_LOSE_STANDARD))


def take_casualty(side: Side, action: int) -> None:
    """Pay one hit; with the last unit gone the leaders fall too and the remaining hits are lost."""
    side.suffer -= 1
    if action == ACT_LOSE_STANDARD:
        side.standard -= 1
        side.pool += 1
    elif action == ACT_LOSE_ELITE:
        side.elite -= 1
        step_down(side)
    elif action == ACT_LOSE_SPECIAL:
        side.special -= 1
        step_down(side)
    elif action == ACT_LOSE_GENERIC:
        side.generic -= 1
    else:
        lost = 1 << (action - ACT_LOSE_NAMED)
        side.named -= lost
        side.lost_named += lost
    if units(side) == 0:
        wipe_out(side)


def step_down(side: Side) -> None:
    """An elite becomes a standard unit, or is lost where no standard figure is left (AMB-19)."""
    if side.pool > 0:
        side.pool -= 1
        side.standard += 1


def wipe_out(side: Side) -> None:
    """Every unit and leader is eliminated; the hits left over are lost."""
    side.pool += side.standard
    side.standard = 0
    side.elite = 0
    side.special = 0
    side.generic = 0
    side.lost_named += side.named
    side.named = 0
    side.suffer = 0


def doomed(side: Side) -> bool:
    """Whether the hits exceed whatever the legion could give up in any order."""
    return side.suffer >= side.standard + 2 * (side.elite + side.special) + leaders(side)


def casualties_pending(side: Side) -> bool:
    """Whether a choice of casualties is still open; settles what leaves no choice."""
    if side.suffer == 0:
        return False
    if doomed(side):
        wipe_out(side)
        return False
    if side.elite + side.special + side.generic + side.named == 0:
        side.standard -= side.suffer
        side.pool += side.suffer
        side.suffer = 0
        return False
    return True
