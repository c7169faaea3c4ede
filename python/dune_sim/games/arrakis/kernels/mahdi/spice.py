"""How the Harkonnen spend spice, and which harvesters carryalls save (ARR-SOLO-19 to 21)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_IMPERIUM, ACT_ZONE
from dune_sim.games.arrakis.kernels.arrival import lose_harvester
from dune_sim.games.arrakis.kernels.layout import HARKONNEN, ROWS, ZONES, Offer, State, Tables
from dune_sim.games.arrakis.kernels.leaders import advance_supremacy
from dune_sim.games.arrakis.kernels.opcodes import PHASE_DESERT
from dune_sim.games.arrakis.kernels.seats import question, stop_if_won
from dune_sim.games.arrakis.kernels.spice import MARKERS
from dune_sim.games.arrakis.kernels.worms import rescue_zones
from dune_sim.kernel.layout import Frame
from dune_sim.kernel.offers import offer_mask
from dune_sim.kernel.stack import settled
from dune_sim.lang.intrinsics import lowest, popcount, u64

BOTTOM = ROWS - 1


def lowest_markers(g: State, among: int) -> int:
    """Those of a set of markers that stand lowest, one bit each."""
    found = 0
    deepest = -1
    for m in range(MARKERS):
        if (among >> m) & 1 == 1:
            if g.imperium[m] > deepest:
                deepest = g.imperium[m]
                found = 0
            found |= int(g.imperium[m] == deepest) << m
    return found


def to_hold(t: Tables, g: State, f: Frame) -> int:
    """Markers that would drop and are not held yet; the lowest of them, if there is spice (AMB-82)."""
    falling = 0
    for m in range(MARKERS):
        falling |= int(g.imperium[m] < BOTTOM) << m
    return lowest_markers(g, falling & ~f.a)


def raise_price(t: Tables, g: State, f: Frame, marker: int) -> int:
    """What it still costs to raise a marker: one that is held costs the difference."""
    return t.raise_cost - (t.keep_cost if (f.a >> marker) & 1 == 1 else 0)


def to_raise(t: Tables, g: State, f: Frame) -> int:
    """The lowest of the markers that can be raised."""
    able = 0
    for m in range(MARKERS):
        able |= int(g.imperium[m] > 0 and g.spice >= raise_price(t, g, f, m)) << m
    return lowest_markers(g, able & ~f.b)


def next_payment(t: Tables, g: State, f: Frame) -> int:
    """Markers of which the next one is held or raised, one bit each; register a: held ones, b: raised ones."""
    holds = to_hold(t, g, f)
    if holds != 0:
        return holds if g.spice >= t.keep_cost else 0
    return to_raise(t, g, f)


def pay_for(t: Tables, g: State, f: Frame, marker: int) -> None:
    if to_hold(t, g, f) != 0:
        g.spice -= t.keep_cost
        f.a |= 1 << marker
    else:
        g.spice -= raise_price(t, g, f, marker)
        f.b |= 1 << marker


def price_of(t: Tables, g: State, f: Frame, marker: int) -> int:
    """What the next payment costs; markers that stand equally low cost the same."""
    return t.keep_cost if to_hold(t, g, f) != 0 else raise_price(t, g, f, marker)


def op_mahdi_spend(t: Tables, g: State, f: Frame) -> bool:
    """Spice holds the lowest markers, then raises them; beyond that it is supremacy (ARR-SOLO-20, 21, AMB-82, 83).

    Among equal markers it is asked only where there is not enough for all of them.
    """
    left = next_payment(t, g, f)
    while left != 0:
        if popcount(u64(left)) * price_of(t, g, f, lowest(u64(left))) > g.spice:
            return question(t, g, f, HARKONNEN)
        pay_for(t, g, f, lowest(u64(left)))
        left = next_payment(t, g, f)
    settle_spice(t, g, f)
    return stop_if_won(g)


def settle_spice(t: Tables, g: State, f: Frame) -> None:
    """Markers move, the surplus counts or is kept."""
    top = g.imperium[0] + g.imperium[1] + g.imperium[2] == 0
    if top and f.a == (1 << MARKERS) - 1 and g.spice > 0:
        g.spice = 0
        advance_supremacy(t, g, 1)
    for m in range(MARKERS):
        if (f.b >> m) & 1 == 1:
            g.imperium[m] -= 1
        elif (f.a >> m) & 1 == 0 and g.imperium[m] < BOTTOM:
            g.imperium[m] = min(BOTTOM, g.imperium[m] + t.drop)
            g.dropped |= 1 << m
    g.reserve = min(g.spice, t.reserve_limit)
    g.spice = 0
    f.a = 0
    f.b = 0


def mahdi_spend_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    offer_mask(q, ACT_IMPERIUM, u64(next_payment(t, g, f)))


def mahdi_spend_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    pay_for(t, g, f, action - ACT_IMPERIUM)


def deep_saved(t: Tables, g: State, carryalls: int) -> int:
    """How many deep-desert harvesters under worms still to come so many carryalls can save at best.

    By the theorem of König: the least over all sets of carryalls of those outside and the harvesters under them.
    """
    threatened = g.fresh & g.harvesters & t.deep_board
    best = ZONES
    for some in range(1 << ZONES):
        if some & ~carryalls == 0:
            outside = popcount(u64(carryalls & ~some))
            best = min(best, outside + popcount(t.under_zones[some] & threatened))
    return best


def rescuers(t: Tables, g: State, area: int) -> int:
    """Zones whose carryall saves a harvester: deep desert first (ARR-SOLO-19)."""
    zones = rescue_zones(t, g, area)
    if area in t.deep_board:
        return zones
    found = 0
    now = deep_saved(t, g, g.carryalls)
    for z in range(ZONES):
        if (zones >> z) & 1 == 1 and deep_saved(t, g, g.carryalls & ~(1 << z)) == now:
            found |= 1 << z
    return found


def op_mahdi_rescue(t: Tables, g: State, f: Frame) -> bool:
    """A harvester without a legion falls to the worm unless a carryall is there for it (ARR-SOLO-19)."""
    if f.a not in g.harvesters or f.a in g.legions[HARKONNEN]:
        return True
    if g.phase != PHASE_DESERT or rescuers(t, g, f.a) == 0:
        lose_harvester(g, f.a)
        return True
    return question(t, g, f, HARKONNEN)


def mahdi_rescue_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    offer_mask(q, ACT_ZONE, u64(rescuers(t, g, f.a)))


def mahdi_rescue_answer(g: State, f: Frame, action: int) -> None:
    settled(f)
    g.carryalls = g.carryalls & ~(1 << (action - ACT_ZONE))
