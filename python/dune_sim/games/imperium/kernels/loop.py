"""The open part of a turn: items, purchases, plot cards, deployment, until the player ends it (IMP-AMB-01, 06, 11)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import (
    ACT_ASIDE,
    ACT_BUY,
    ACT_COUNT,
    ACT_INTRIGUE,
    ACT_ITEM,
    ACT_PASS,
    ACT_SPACE,
)
from dune_sim.games.imperium.kernels.choices import list_counts
from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.market import acquire_action, aside_price, keep_offers, price
from dune_sim.games.imperium.kernels.offers import keep_none
from dune_sim.games.imperium.kernels.opcodes import (
    FROM_GARRISON,
    TURN_OFFERED,
    TURN_REVEAL,
)
from dune_sim.games.imperium.kernels.pool import (
    compulsory_left,
    may_buy,
    may_deploy,
    may_wake,
    next_in_order,
    open_item,
    run_waiting,
    start_item,
)
from dune_sim.games.imperium.kernels.turns import any_plot, list_plots, play_plot
from dune_sim.games.imperium.kernels.waits import ANSWERED, move_troops
from dune_sim.kernel.layout import Frame


def run_pool(t: Tables, g: State, f: Frame) -> bool:
    """Do what needs no choice; False while the player has one."""
    p = f.who
    if run_waiting(t, g, p):
        f.pc -= 1
        return True
    if f.stage == ANSWERED:
        return True
    if g.items > 0:
        k = next_in_order(t, g, p)
        if k >= 0 and not any_plot(t, g, p):
            f.pc -= 1
            start_item(t, g, p, k)
            return True
        return False
    if g.turn & TURN_REVEAL != 0:
        if may_buy(t, g):
            return False
    elif may_deploy(t, g, p) > 0:
        return False
    return not any_plot(t, g, p)


def list_items(t: Tables, g: State, p: int, out: "i64[:]", start: int) -> int:
    n = start
    last = 0
    for k in range(g.items):
        item = g.pool[k]
        if item != last and open_item(t, g, p, t.item[item]):
            out[n] = ACT_ITEM + item
            n += 1
        last = item
    return n


def list_waking(t: Tables, g: State, p: int, out: "i64[:]") -> int:
    """Numbers of troops that wake the leader at once, with the rest of the turn still to come."""
    most = may_deploy(t, g, p)
    n = 0
    for k in range(t.leader[g.players[p].leader].deployed_min - g.deployed, most + 1):
        out[n] = ACT_COUNT + k
        n += 1
    return n


def list_pool(t: Tables, g: State, p: int, out: "i64[:]") -> int:
    """End (with troops to deploy), purchases, items, plots."""
    n = 0
    kept = keep_none(out)
    if compulsory_left(t, g):
        if may_wake(t, g, p):
            n = list_waking(t, g, p, out)
    else:
        most = may_deploy(t, g, p)
        if most > 0:
            n = list_counts(most, out, 0)
        else:
            out[0] = ACT_PASS
            n = 1
    if g.turn & TURN_REVEAL != 0:
        if aside_price(t, g, p) <= g.persuasion:
            out[n] = ACT_ASIDE
            n += 1
        kept = keep_offers(t, g, g.persuasion, True, out, n)
    n = list_items(t, g, p, out, n)
    n = list_plots(t, g, p, out, n)
    return n + kept


def buy(t: Tables, g: State, p: int, action: int) -> None:
    """Persuasion for a card of row, reserve or set aside (IMP-BUY-01 to 06)."""
    cost = aside_price(t, g, p) if action == ACT_ASIDE else price(t, g, action - ACT_BUY)
    g.persuasion -= cost
    acquire_action(t, g, p, action, False)


def answer_pool(t: Tables, g: State, f: Frame, action: int) -> None:
    """Take in one step of the turn."""
    p = f.who
    if action >= ACT_INTRIGUE:
        play_plot(t, g, p, action - ACT_INTRIGUE)
    elif action >= ACT_ITEM:
        for k in range(g.items):
            if g.pool[k] == action - ACT_ITEM:
                start_item(t, g, p, k)
                return
    elif action >= ACT_BUY or action == ACT_ASIDE:
        buy(t, g, p, action)
    elif ACT_COUNT <= action < ACT_SPACE:
        before = g.turn & TURN_OFFERED
        g.placed += action - ACT_COUNT
        move_troops(t, g, p, action - ACT_COUNT, FROM_GARRISON)
        if g.turn & TURN_OFFERED == before:
            f.stage = ANSWERED
    else:
        f.stage = ANSWERED
