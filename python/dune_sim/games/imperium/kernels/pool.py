"""What a turn has opened: gains at once, items in the order the player likes (IMP-AGENT-11, IMP-AMB-01)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.conditions import all_hold
from dune_sim.games.imperium.kernels.influence import recruit, score
from dune_sim.games.imperium.kernels.layout import BOX_ITEMS, POOL, Box, Item, State, Tables
from dune_sim.games.imperium.kernels.opcodes import (
    BOX_MORE,
    BOX_TURN_FLAGS,
    ITEM_DRAWS,
    ITEM_GAINS_CARD,
    ITEM_LAST,
    ITEM_LATE,
    ITEM_OPTIONAL,
    ITEM_PASSIVE,
    ITEM_RETURNS,
    ITEM_TWIN,
    ITEM_WAITS,
    SEAT_SHOWN,
    TURN_COMBAT,
    TURN_OFFERED,
    TURN_REVEAL,
)
from dune_sim.games.imperium.kernels.zones import ZONE_OF_PLAY, draw_slot, put, unsee
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
    g.players[p].swords += box.swords
    g.persuasion += box.persuasion
    if box.flags & BOX_MORE != 0:
        open_rest(t, g, p, box)


def open_rest(t: Tables, g: State, p: int, box: Box) -> None:
    """What only some boxes give: resources, troops, points, marks, items."""
    pl = g.players[p]
    pl.spice += box.spice
    pl.solari += box.solari
    pl.water += box.water
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
    put(g, slot, ZONE_OF_PLAY)
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
    pl = g.players[p]
    pl.conflict += n
    if g.player != p:
        return
    g.deployed += n
    leader = t.leader[pl.leader]
    if leader.deployed == 0 or g.deployed < leader.deployed_min:
        return
    if pl.flags & SEAT_SHOWN == 0 and g.turn & TURN_OFFERED == 0:
        g.turn = g.turn | TURN_OFFERED
        add_item(t, g, p, leader.deployed)


def run_waiting(t: Tables, g: State, p: int) -> bool:
    """Start the first waiting item whose conditions hold, behind their test with which its program begins."""
    for k in range(g.items):
        one = t.item[g.pool[k]]
        if one.kind & ITEM_WAITS != 0:
            if item_holds(t, g, p, one):
                remove_item(g, k)
                push(g.stack, one.pc + 1 + t.code[one.pc].b, p)
                return True
            if one.kind & ITEM_TWIN != 0:
                g.pool[k] += 1
    return False


def item_holds(t: Tables, g: State, p: int, item: Item) -> bool:
    """Whether the test with which an item begins comes out well."""
    return all_hold(t, g, p, item.pc + 1, t.code[item.pc].b)


def open_item(t: Tables, g: State, p: int, item: Item) -> bool:
    """Whether an item can be resolved now: one that waits cannot, its late twin only while its conditions hold."""
    if item.kind & (ITEM_WAITS | ITEM_LATE) == 0:
        return True
    return item.kind & ITEM_LATE != 0 and item_holds(t, g, p, item)


def may_buy(t: Tables, g: State) -> bool:
    """Whether a purchase may be possible in this reveal turn."""
    return g.persuasion >= t.cheapest or g.discount != 0 or g.aside != 0


def may_wake(t: Tables, g: State, p: int) -> bool:
    """Whether deploying now, before the rest of the turn, can wake the leader (IMP-AMB-06, IMP-LEADER-06)."""
    leader = t.leader[g.players[p].leader]
    if leader.deployed == 0 or g.turn & (TURN_COMBAT | TURN_OFFERED) != TURN_COMBAT:
        return False
    return g.players[p].flags & SEAT_SHOWN == 0 and g.deployed + may_deploy(t, g, p) >= leader.deployed_min


def may_deploy(t: Tables, g: State, p: int) -> int:
    """Troops a combat space lets into the conflict: recruits of the turn and a few more (IMP-AGENT-17 to 21)."""
    if g.turn & TURN_COMBAT == 0:
        return 0
    return min(g.players[p].garrison, g.recruited + t.garrison_deployment - g.placed)


def compulsory_left(t: Tables, g: State) -> bool:
    """Whether an item forbids to end the turn (IMP-FAQ-38, IMP-AMB-11)."""
    for k in range(g.items):
        if t.item[g.pool[k]].kind & (ITEM_WAITS | ITEM_OPTIONAL) == 0:
            return True
    return False


def next_in_order(t: Tables, g: State, p: int) -> int:
    """Place of the item to be resolved next if no other order could lead elsewhere, else -1 (IMP-AGENT-11).

    An item alone comes next, unless the turn still holds something else that could come before it. Several do if all
    are plain and none feeds another: first what can bring plot cards or the means for them, then cards, and last what
    plot cards may want to come before.
    """
    place = -1
    best = 3
    asking = 0
    n = 0
    kinds = 0
    for k in range(g.items):
        one = t.item[g.pool[k]]
        if open_item(t, g, p, one):
            n += 1
            kinds |= one.kind
            asking += 1 if one.kind & ITEM_PASSIVE == 0 else 0
            rank = 2 if one.kind & ITEM_LAST != 0 else 1 if one.kind & (ITEM_DRAWS | ITEM_GAINS_CARD) != 0 else 0
            if rank < best:
                best = rank
                place = k
    if n == 0 or may_wake(t, g, p):
        return -1
    if asking == 0:
        feeds = kinds & ITEM_GAINS_CARD != 0 and kinds & (ITEM_DRAWS | ITEM_RETURNS) != 0
        return -1 if feeds else place
    if n > 1:
        return -1
    if g.turn & TURN_REVEAL != 0:
        return -1 if kinds & ITEM_OPTIONAL != 0 or may_buy(t, g) else place
    return -1 if kinds & ITEM_OPTIONAL != 0 and g.turn & TURN_OFFERED != 0 else place
