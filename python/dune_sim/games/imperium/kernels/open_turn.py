"""The open part of a turn: items, purchases, plot cards, deployment, until the player ends it (IMP-AMB-01, 06, 11)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import (
    ACT_ASIDE,
    ACT_BUY,
    ACT_COUNT,
    ACT_INTRIGUE,
    ACT_ITEM,
    ACT_PASS,
    ACT_RECRUIT,
)
from dune_sim.games.imperium.kernels.bloodlines.commanders import deployable_troops
from dune_sim.games.imperium.kernels.bloodlines.turns import feed_navigator, more_to_do, offer_more, take_more
from dune_sim.games.imperium.kernels.conditions import all_hold
from dune_sim.games.imperium.kernels.layout import Item, Offer, State, Tables
from dune_sim.games.imperium.kernels.market import acquire_action, aside_price, discounted_within, price, within
from dune_sim.games.imperium.kernels.offers import add_run, offer, offer_bits, offer_counts, offer_designs
from dune_sim.games.imperium.kernels.opcodes import (
    ANSWERED,
    FROM_GARRISON,
    ITEM_DRAWS,
    ITEM_GAINS_CARD,
    ITEM_LAST,
    ITEM_OPTIONAL,
    ITEM_OTHERS,
    ITEM_PASSIVE,
    ITEM_RETURNS,
    ITEM_TESTED,
    ITEM_WAITS,
    SEAT_SHOWN,
    TURN_COMBAT,
    TURN_OFFERED,
    TURN_REVEAL,
)
from dune_sim.games.imperium.kernels.plots import any_plot, offer_plots, play_plot, plots_held
from dune_sim.games.imperium.kernels.pool import move_troops, remove_item, start_item
from dune_sim.games.imperium.kernels.rounds import end_turn
from dune_sim.games.imperium.kernels.sizes import BLOODLINES, ITEMS
from dune_sim.games.imperium.kernels.stock import MOST_SMALL
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.stack import push
from dune_sim.lang.intrinsics import Set, empty, nothing, only, word_of


def op_pool(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Do what needs no choice; ask while the player has one, then end the turn."""
    p = f.who
    if BLOODLINES != 0 and t.bloodlines == 1:
        feed_navigator(t, g, p)
    if start_waiting(t, g, p):
        f.pc -= 1
        return True
    if f.stage == 0:
        if g.items > 0:
            k = next_in_order(t, g, p)
            if k < 0 or any_plot(t, g, p) or (BLOODLINES != 0 and more_to_do(t, g, p)):
                return False
            f.pc -= 1
            start_item(t, g, p, k)
            return True
        if may_buy(t, g) if g.turn & TURN_REVEAL != 0 else may_deploy(t, g, p) > 0:
            return False
        if any_plot(t, g, p) or (BLOODLINES != 0 and more_to_do(t, g, p)):
            return False
    end_turn(t, g, f, op)
    return True


def pool_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    """End (with troops to deploy), purchases, items, plots."""
    p = f.who
    if compulsory_left(t, g, p):
        if may_show(t, g, p):
            offer_bits(q, ACT_COUNT, (1 << (may_deploy(t, g, p) + 1)) - 2)
        elif may_stir(t, g, p):
            offer_stirring(t, g, q, p)
    else:
        most = may_deploy(t, g, p)
        if most > 0:
            offer_counts(q, most)
        else:
            offer(q, ACT_PASS)
    if g.turn & TURN_REVEAL != 0:
        if aside_price(t, g, p) <= g.persuasion:
            offer(q, ACT_ASIDE)
        offer_designs(q, ACT_BUY, within(t, g, g.persuasion) | discounted_within(t, g, g.persuasion))
    if g.items > 0:
        offer_items(t, g, q, p)
    plots = plots_held(t, g, p)
    if not empty(plots):
        offer_plots(t, g, q, p, plots)
    if BLOODLINES != 0 and t.bloodlines == 1:
        offer_more(t, g, q, p)


def offer_items(t: Tables, g: State, q: Offer, p: int) -> None:
    found: Set[ITEMS] = nothing()
    for k in range(g.items):
        if open_item(t, g, p, t.item[g.pool[k]]):
            found |= only(g.pool[k])
    for w in range((ITEMS + 63) // 64):
        add_run(q, ACT_ITEM + 64 * w, word_of(found, w))


def offer_stirring(t: Tables, g: State, q: Offer, p: int) -> None:
    """Numbers of troops that stir the leader at once, with the rest of the turn still to come."""
    most = may_deploy(t, g, p)
    least = t.leader[g.players[p].leader].deployed_min - g.deployed
    offer_bits(q, ACT_COUNT, (1 << (most + 1)) - (1 << least))


def pool_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    """Take in one step of the turn."""
    p = f.who
    if BLOODLINES != 0 and action >= ACT_RECRUIT:
        take_more(t, g, p, action)
    elif action >= ACT_INTRIGUE:
        play_plot(t, g, p, action - ACT_INTRIGUE)
    elif action >= ACT_ITEM:
        resolve_item(t, g, p, action - ACT_ITEM)
    elif action >= ACT_BUY or action == ACT_ASIDE:
        buy(t, g, p, action)
    else:
        before = g.turn & TURN_OFFERED
        shown = action > ACT_COUNT and may_show(t, g, p)
        if action != ACT_PASS:
            g.placed = min(MOST_SMALL, g.placed + action - ACT_COUNT)
            move_troops(t, g, p, action - ACT_COUNT, FROM_GARRISON)
        if g.turn & TURN_OFFERED == before and not shown:
            close_turn(t, g, f, op)


def close_turn(t: Tables, g: State, f: Frame, op: Op) -> None:
    """Nothing is left to do, unless items wait whose conditions may hold by now."""
    if g.items == 0:
        end_turn(t, g, f, op)
    else:
        f.stage = ANSWERED


def resolve_item(t: Tables, g: State, p: int, item: int) -> None:
    for k in range(g.items):
        if g.pool[k] == item:
            start_item(t, g, p, k)
            return


def buy(t: Tables, g: State, p: int, action: int) -> None:
    """Persuasion for a card of row, reserve or set aside (IMP-BUY-01 to 06)."""
    cost = aside_price(t, g, p) if action == ACT_ASIDE else price(t, g, action - ACT_BUY)
    g.persuasion -= cost
    acquire_action(t, g, p, action, False)


def start_waiting(t: Tables, g: State, p: int) -> bool:
    """Start the first waiting item whose conditions hold, behind their test with which its program begins."""
    for k in range(g.items):
        one = t.item[g.pool[k]]
        if one.kind & ITEM_WAITS != 0:
            if item_holds(t, g, p, one):
                remove_item(g, k)
                push(g.stack, one.pc + 1 + t.code[one.pc].b, p)
                return True
    return False


def item_holds(t: Tables, g: State, p: int, item: Item) -> bool:
    """Whether the test with which an item begins comes out well."""
    return all_hold(t, g, p, item.pc + 1, t.code[item.pc].b)


def open_item(t: Tables, g: State, p: int, item: Item) -> bool:
    """Whether an item can be resolved now: one that waits comes by itself, a tested one once its condition holds."""
    if item.kind & (ITEM_WAITS | ITEM_TESTED) == 0:
        return True
    return item.kind & ITEM_TESTED != 0 and item_holds(t, g, p, item)


def may_buy(t: Tables, g: State) -> bool:
    """Whether a purchase may be possible in this reveal turn."""
    return g.persuasion >= t.cheapest or g.discount != 0 or g.aside != 0


def may_stir(t: Tables, g: State, p: int) -> bool:
    """Whether deploying now, before the rest of the turn, can stir the leader (IMP-AMB-06, IMP-LEADER-06)."""
    leader = t.leader[g.players[p].leader]
    if leader.deployed == 0 or g.turn & (TURN_COMBAT | TURN_OFFERED) != TURN_COMBAT:
        return False
    return g.players[p].flags & SEAT_SHOWN == 0 and g.deployed + may_deploy(t, g, p) >= leader.deployed_min


def may_show(t: Tables, g: State, p: int) -> bool:
    """Whether the opponents will be asked and could see a deployment before that (IMP-AMB-06); one is enough."""
    if g.placed != 0 or may_deploy(t, g, p) == 0:
        return False
    for k in range(g.items):
        if t.item[g.pool[k]].kind & ITEM_OTHERS != 0:
            return True
    return False


def may_deploy(t: Tables, g: State, p: int) -> int:
    """Troops a combat space lets into the conflict: recruits of the turn and a few more (IMP-AGENT-17 to 21)."""
    if g.turn & TURN_COMBAT == 0:
        return 0
    if BLOODLINES != 0 and t.bloodlines == 1:
        return deployable_troops(t, g, p)
    return min(g.players[p].garrison, g.recruited + t.garrison_deployment - g.placed)


def compulsory_left(t: Tables, g: State, p: int) -> bool:
    """Whether an item forbids to end the turn (IMP-FAQ-38, IMP-AMB-11, 32)."""
    for k in range(g.items):
        one = t.item[g.pool[k]]
        if one.kind & (ITEM_WAITS | ITEM_OPTIONAL) == 0 and open_item(t, g, p, one):
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
    if n == 0 or may_stir(t, g, p) or may_show(t, g, p):
        return -1
    if asking == 0:
        feeds = kinds & ITEM_GAINS_CARD != 0 and kinds & (ITEM_DRAWS | ITEM_RETURNS) != 0
        return -1 if feeds else place
    if n > 1:
        return -1
    if g.turn & TURN_REVEAL != 0:
        return -1 if kinds & ITEM_OPTIONAL != 0 or may_buy(t, g) else place
    return -1 if kinds & ITEM_OPTIONAL != 0 and g.turn & TURN_OFFERED != 0 else place
