"""Battles of the Harkonnen: cards, casualties, going on (ARR-SOLO-57 to 63)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.attack import (
    battle_cards_answer,
    battle_cards_choices,
    cards_banned,
    op_battle_cards,
)
from dune_sim.games.arrakis.kernels.battle import (
    ATTACKER,
    DEFENDER,
    REASON_CEASED,
    WINNER_DEFENDER,
    battle_dice,
    casualties_answer,
    casualties_choices,
    continue_answer,
    continue_choices,
    dice_cap,
    finish,
    leave,
    op_casualties,
    op_continue,
    op_retreat,
    retreat_answer,
    retreat_choices,
)
from dune_sim.games.arrakis.kernels.battle_layout import Side
from dune_sim.games.arrakis.kernels.cards import playable
from dune_sim.games.arrakis.kernels.flow import bury_fallen, side_decides
from dune_sim.games.arrakis.kernels.layout import HARKONNEN, Offer, State, Tables
from dune_sim.games.arrakis.kernels.legion import (
    ACT_LOSE_ELITE,
    ACT_LOSE_GENERIC,
    ACT_LOSE_NAMED,
    ACT_LOSE_SPECIAL,
    ACT_LOSE_STANDARD,
    casualties_pending,
    leaders,
    take_casualty,
)
from dune_sim.games.arrakis.kernels.mahdi.cards import spend_reinforcement
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.offers import offer_mask
from dune_sim.lang.intrinsics import lowest, popcount, u64

UNDECIDED = -1


def op_mahdi_cards(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """The Harkonnen discard from the pile up to six dice (ARR-SOLO-57, ARR-SOLO-58)."""
    b = g.battle
    if b.sides[op.a].faction != HARKONNEN:
        return op_battle_cards(t, g, f, op)
    among = playable(t, g, HARKONNEN)
    while battle_dice(b, op.a) < dice_cap(b, op.a) and among != 0 and not cards_banned(t, g, HARKONNEN):
        spend_reinforcement(t, g, among)
        b.sides[op.a].spent += 1
        among = playable(t, g, HARKONNEN)
    return True


def mahdi_cards_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    battle_cards_choices(t, g, f, op, q)


def mahdi_cards_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    battle_cards_answer(t, g, f, op, action)


def next_loss(side: Side) -> int:
    """What the Harkonnen give up for the next hit; UNDECIDED among several named leaders (ARR-SOLO-62)."""
    if leaders(side) > 1:
        if side.generic > 0:
            return ACT_LOSE_GENERIC
        return UNDECIDED
    if side.elite > 0:
        return ACT_LOSE_ELITE
    if side.special > 0:
        return ACT_LOSE_SPECIAL
    if leaders(side) == 1 and side.suffer >= side.standard:
        return ACT_LOSE_GENERIC if side.generic > 0 else ACT_LOSE_NAMED + lowest(u64(side.named))
    return ACT_LOSE_STANDARD


def op_mahdi_casualties(t: Tables, g: State, op: Op) -> bool:
    """Hits on the Harkonnen by their list; the player names one of several named leaders (ARR-SOLO-62)."""
    side = g.battle.sides[op.a]
    if side.faction != HARKONNEN:
        return op_casualties(t, g, op)
    open_hits = casualties_pending(side)
    while open_hits:
        loss = next_loss(side)
        if loss == UNDECIDED:
            return side_decides(t, g, op.a)
        take_casualty(side, loss)
        open_hits = casualties_pending(side)
    bury_fallen(t, g, side)
    return True


def mahdi_casualties_choices(g: State, op: Op, q: Offer) -> None:
    side = g.battle.sides[op.a]
    if side.faction == HARKONNEN:
        offer_mask(q, ACT_LOSE_NAMED, u64(side.named))
    else:
        casualties_choices(g, op, q)


def mahdi_casualties_answer(g: State, op: Op, action: int) -> None:
    casualties_answer(g, op, action)


def fine_power(side: Side) -> int:
    """Strength of a legion in battle by its single figures (ARR-SOLO-28)."""
    units = 2 * side.standard + 3 * side.elite + 4 * side.special
    return units + side.generic + 2 * popcount(u64(side.named))


def op_mahdi_continue(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """The Harkonnen cease at half the strength of the enemy or less and pay nothing to go on (ARR-SOLO-60, 61)."""
    b = g.battle
    if b.sides[op.a].faction != HARKONNEN:
        return op_continue(t, g, op)
    if 2 * fine_power(b.sides[ATTACKER]) <= fine_power(b.sides[DEFENDER]):
        finish(b, WINNER_DEFENDER, REASON_CEASED)
        leave(f, op.b)
    return True


def mahdi_continue_choices(q: Offer) -> None:
    continue_choices(q)


def mahdi_continue_answer(g: State, f: Frame, op: Op, action: int) -> None:
    continue_answer(g, f, op, action)


def op_mahdi_retreat(t: Tables, g: State, op: Op) -> bool:
    """The Harkonnen never retreat from a battle (ARR-SOLO-59)."""
    if g.battle.sides[op.a].faction == HARKONNEN:
        return True
    return op_retreat(t, g, op)


def mahdi_retreat_choices(q: Offer) -> None:
    retreat_choices(q)


def mahdi_retreat_answer(g: State, f: Frame, op: Op, action: int) -> None:
    retreat_answer(g, f, op, action)
