"""What a turn has opened: gains at once, items in the order the player likes (IMP-AGENT-11, IMP-AMB-01)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import ACT_COUNT
from dune_sim.games.imperium.kernels.layout import Box, Offer, State, Tables
from dune_sim.games.imperium.kernels.offers import offer_counts
from dune_sim.games.imperium.kernels.opcodes import (
    ANSWERED,
    BOX_MORE,
    BOX_TURN_FLAGS,
    FROM_RECRUITED,
    FROM_SUPPLY,
    SEAT_SHOWN,
    TURN_OFFERED,
    TURN_REVEAL,
)
from dune_sim.games.imperium.kernels.sizes import BOX_ITEMS, POOL
from dune_sim.games.imperium.kernels.stock import MOST_SMALL, gain, show
from dune_sim.games.imperium.kernels.troops import recruit, score
from dune_sim.games.imperium.kernels.zones import ZONE_PLAY, draw_slot, put, unsee
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.stack import push


def add_item(t: Tables, g: State, p: int, item: int) -> None:
    """Keep the pool rising; should it be full, the item is resolved at once."""
    if g.items == POOL:
        push(g.stack, t.item[item].pc, p)
        return
    k = g.items
    while k > 0 and g.pool[max(0, k - 1)] > item:
        g.pool[k] = g.pool[k - 1]
        k -= 1
    g.pool[k] = item
    g.items += 1


def remove_item(g: State, k: int) -> None:
    for j in range(k + 1, g.items):
        g.pool[j - 1] = g.pool[j]
    g.items -= 1
    g.pool[g.items] = 0


def start_item(t: Tables, g: State, p: int, k: int) -> None:
    """Resolve the item at place ``k`` of the pool."""
    item = g.pool[k]
    remove_item(g, k)
    push(g.stack, t.item[item].pc, p)


def clear_pool(g: State) -> None:
    for k in range(g.items):
        g.pool[k] = 0
    g.items = 0


def open_box(t: Tables, g: State, p: int, box: Box) -> None:
    """Gains that cannot be better later come now, the rest waits for the player."""
    show(g, p, box.persuasion, box.swords)
    if box.flags & BOX_MORE != 0:
        open_rest(t, g, p, box)


def open_rest(t: Tables, g: State, p: int, box: Box) -> None:
    """What only some boxes give: resources, troops, points, marks, items."""
    gain(g.players[p], box.spice, box.solari, box.water)
    if box.troops > 0:
        open_troops(t, g, p, box)
    if box.vp > 0:
        score(g, p, box.vp)
    g.turn = g.turn | (box.flags & BOX_TURN_FLAGS)
    for k in range(BOX_ITEMS):
        if box.items[k] == 0:
            return
        add_item(t, g, p, box.items[k])


def open_troops(t: Tables, g: State, p: int, box: Box) -> None:
    """Recruits come now unless the supply is so short that it matters who draws on it first (IMP-AMB-05)."""
    supply = g.players[p].supply
    if supply <= box.troops:
        if (t.supply_spent == 1 and supply > 0) or (t.supply_filled == 1 and supply < box.troops):
            add_item(t, g, p, box.recruits)
            return
    recruit(g, p, box.troops)


def reveal_slot(t: Tables, g: State, p: int, slot: int) -> None:
    """A revealed card is in play and its reveal box works (IMP-REVEAL-02, 03, 14)."""
    put(g, slot, ZONE_PLAY)
    unsee(g, slot)
    open_box(t, g, p, t.reveal[t.design[slot]])


def draw_cards(t: Tables, g: State, p: int, n: int) -> None:
    """Cards drawn in the own reveal turn are revealed at once (IMP-FAQ-04)."""
    for _ in range(n):
        slot = draw_slot(t, g, p)
        if slot < 0:
            return
        if g.turn & TURN_REVEAL != 0 and g.player == p:
            reveal_slot(t, g, p, slot)


def deploy(t: Tables, g: State, p: int, n: int) -> None:
    """Count troops just put into the conflict; enough of them wake a leader (IMP-LEADER-06, IMP-AMB-28)."""
    g.players[p].conflict += n
    count_deployed(t, g, p, n)


def count_deployed(t: Tables, g: State, p: int, n: int) -> None:
    """Units that came into the conflict in the own turn may wake a leader."""
    if g.player != p:
        return
    pl = g.players[p]
    g.deployed = min(MOST_SMALL, g.deployed + n)
    leader = t.leader[pl.leader]
    if leader.deployed == 0 or g.deployed < leader.deployed_min:
        return
    if pl.flags & SEAT_SHOWN == 0 and g.turn & TURN_OFFERED == 0:
        g.turn = g.turn | TURN_OFFERED
        add_item(t, g, p, leader.deployed)


def op_signet(t: Tables, g: State, f: Frame) -> None:
    """What the Signet Ring gives, its leader says."""
    open_box(t, g, f.who, t.leader[g.players[f.who].leader].signet)


def deployable(g: State, f: Frame, op: Op) -> int:
    """How many troops an effect may put into the conflict."""
    pl = g.players[f.who]
    if op.b == FROM_SUPPLY:
        return min(op.a, pl.supply)
    if op.b == FROM_RECRUITED:
        return min(min(op.a, f.b), pl.garrison)
    return min(op.a, pl.garrison)


def move_troops(t: Tables, g: State, p: int, n: int, origin: int) -> None:
    """Troops into the conflict from the supply or the garrison."""
    pl = g.players[p]
    if origin == FROM_SUPPLY:
        pl.supply -= n
    else:
        pl.garrison -= n
    deploy(t, g, p, n)


def op_deploy(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """As many troops as the player likes, or all that the effect allows (IMP-AGENT-16)."""
    n = deployable(g, f, op)
    if f.stage != 0 or n == 0:
        return True
    if op.c == 1:
        move_troops(t, g, f.who, n, op.b)
    return op.c == 1


def deploy_choices(g: State, f: Frame, op: Op, q: Offer) -> None:
    offer_counts(q, deployable(g, f, op))


def deploy_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    f.stage = ANSWERED
    move_troops(t, g, f.who, action - ACT_COUNT, op.b)
