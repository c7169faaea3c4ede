"""How far a legion reaches: basic move, sandriding, troop transport."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.boards import area_bit, either, free_word
from dune_sim.games.arrakis.kernels.layout import ATREIDES, HARKONNEN, State, Tables
from dune_sim.lang.intrinsics import bit, lowest, u64


def link_word(g: State, w: int) -> u64:
    """Areas a ride may cross: wormsign or sandworm, no Harkonnen legion (ARR-RIDE-03, ARR-RIDE-05)."""
    return (g.signs[w] | g.worms[w]) & ~g.legions[HARKONNEN][w]


def ride_word(t: Tables, g: State, area: int, w: int) -> u64:
    """Areas beside the chains of signs and worms that start next to an area (ARR-RIDE-02 to 04, ARR-RIDE-07)."""
    low_links = link_word(g, 0)
    high_links = link_word(g, 1)
    low = t.near[area][0] & low_links
    high = t.near[area][1] & high_links
    found = u64(0)
    low_open = low
    high_open = high
    while low_open | high_open != 0:
        k = lowest(low_open) if low_open != 0 else 64 + lowest(high_open)
        low_open = low_open & ~area_bit(k, 0)
        high_open = high_open & ~area_bit(k, 1)
        found = found | t.near[k][w]
        low_open = low_open | (t.near[k][0] & low_links & ~low)
        high_open = high_open | (t.near[k][1] & high_links & ~high)
        low = low | low_open
        high = high | high_open
    return found & ~area_bit(area, w)


def chain_word(t: Tables, g: State, area: int, w: int) -> u64:
    """The chain of wormsigns and sandworms that an area belongs to."""
    low_links = link_word(g, 0)
    high_links = link_word(g, 1)
    low = area_bit(area, 0)
    high = area_bit(area, 1)
    low_open = low
    high_open = high
    while low_open | high_open != 0:
        k = lowest(low_open) if low_open != 0 else 64 + lowest(high_open)
        low_open = (low_open & ~area_bit(k, 0)) | (t.near[k][0] & low_links & ~low)
        high_open = (high_open & ~area_bit(k, 1)) | (t.near[k][1] & high_links & ~high)
        low = low | low_open
        high = high | high_open
    return low if w == 0 else high


def crosses_worm(t: Tables, g: State, source: int, target: int) -> bool:
    """Whether a ride between two areas can cross a sandworm."""
    for w in range(2):
        rest = g.worms[w] & link_word(g, w)
        while rest != 0:
            worm = 64 * w + lowest(rest)
            low = chain_word(t, g, worm, 0)
            high = chain_word(t, g, worm, 1)
            starts = (low & t.near[source][0]) | (high & t.near[source][1]) != 0
            ends = (low & t.near[target][0]) | (high & t.near[target][1]) != 0
            if starts and ends:
                return True
            rest = rest & u64(rest - 1)
    return False


def zones_of(t: Tables, g: State, area: int) -> int:
    """Air zones whose ornithopter may carry a legion of an area (ARR-TRANS-01, AMB-32).

    A legion flies once in a turn. Within an action the figures that flew cannot move again anyway, so those they joined
    keep their own flight (ARR-TRANS-04, ARR-TRANS-05, AMB-29).
    """
    if g.flown == area + 1 and (g.move.groups == 0 or g.move.again == 1):
        return 0
    return t.area_zones[area] & g.ornithopters


def range_word(t: Tables, g: State, who: int, area: int, w: int) -> u64:
    """Areas in reach of a legion, whatever they hold (ARR-MOVE-02, ARR-RIDE-01, ARR-TRANS-02, ARR-TRANS-03)."""
    if who == ATREIDES:
        near = t.near[area][w]
        if (t.near[area][0] & link_word(g, 0)) | (t.near[area][1] & link_word(g, 1)) == 0:
            return near
        return near | ride_word(t, g, area, w)
    return t.near[area][w] if g.ornithopters == 0 or zones_of(t, g, area) == 0 else t.jump[area][w]


def target_word(t: Tables, g: State, who: int, w: int) -> u64:
    """Areas that may be attacked: enemy legion or settlement, no sandworm (ARR-BATTLE-02, ARR-WORM-23, AMB-34)."""
    towns = either(g.sietches[w], g.settlements[w], who)
    return (g.legions[1 - who][w] | towns) & ~g.worms[w]


def can_leave(t: Tables, g: State, who: int, area: int) -> bool:
    """Whether a legion has an area to move to."""
    low_free = free_word(t, g, who, 0)
    high_free = free_word(t, g, who, 1)
    if (t.near[area][0] & low_free) | (t.near[area][1] & high_free) != 0:
        return True
    low = range_word(t, g, who, area, 0) & low_free
    high = range_word(t, g, who, area, 1) & high_free
    return low | high != 0


def beside_word(t: Tables, among: u64, low: u64, high: u64, w: int) -> u64:
    """Those of a word of areas that have a neighbour in a set."""
    found = u64(0)
    rest = among
    while rest != 0:
        k = lowest(rest)
        beside = (t.near[64 * w + k][0] & low) | (t.near[64 * w + k][1] & high) != 0
        found = found | (bit(k) if beside else u64(0))
        rest = rest & u64(rest - 1)
    return found


def any_beside(t: Tables, low: u64, high: u64, low_goals: u64, high_goals: u64) -> bool:
    """Whether an area of one set has a neighbour in another."""
    found = u64(0)
    rest = low
    while rest != 0:
        k = lowest(rest)
        found = found | (t.near[k][0] & low_goals) | (t.near[k][1] & high_goals)
        rest = rest & u64(rest - 1)
    rest = high
    while rest != 0:
        k = 64 + lowest(rest)
        found = found | (t.near[k][0] & low_goals) | (t.near[k][1] & high_goals)
        rest = rest & u64(rest - 1)
    return found != 0


def any_far(t: Tables, g: State, who: int, low: u64, high: u64, low_goals: u64, high_goals: u64) -> bool:
    """Whether a ride or a flight brings a legion of one set to an area of another."""
    if who == HARKONNEN:
        if g.ornithopters == 0:
            return False
        found = far_word(t, g, who, low, low_goals, high_goals, 0)
        return found | far_word(t, g, who, high, low_goals, high_goals, 1) != 0
    if link_word(g, 0) | link_word(g, 1) == 0:
        return False
    found = low & riders_word(t, g, low_goals, high_goals, 0)
    return found | (high & riders_word(t, g, low_goals, high_goals, 1)) != 0


def riders_word(t: Tables, g: State, low: u64, high: u64, w: int) -> u64:
    """Areas from which a ride leads to an area of a set: those beside a chain that touches the set."""
    low_links = link_word(g, 0)
    high_links = link_word(g, 1)
    found = u64(0)
    low_open = beside_word(t, low_links, low, high, 0)
    high_open = beside_word(t, high_links, low, high, 1)
    while low_open | high_open != 0:
        k = lowest(low_open) if low_open != 0 else 64 + lowest(high_open)
        found = found | t.near[k][w]
        low_links = low_links & ~area_bit(k, 0)
        high_links = high_links & ~area_bit(k, 1)
        low_open = (low_open | t.near[k][0]) & low_links
        high_open = (high_open | t.near[k][1]) & high_links
    return found


def striking_word(t: Tables, g: State, who: int, among: u64, w: int) -> u64:
    """Those of a word of legions that have a target in reach."""
    low = target_word(t, g, who, 0)
    high = target_word(t, g, who, 1)
    found = beside_word(t, among, low, high, w)
    if found == among:
        return found
    if who == ATREIDES:
        return found | (among & riders_word(t, g, low, high, w))
    return found if g.ornithopters == 0 else found | far_word(t, g, who, among & ~found, low, high, w)


def leaving_word(t: Tables, g: State, who: int, among: u64, w: int) -> u64:
    """Those of a word of legions that have an area to move to; hardly any needs a ride or a flight for it."""
    low = free_word(t, g, who, 0)
    high = free_word(t, g, who, 1)
    found = beside_word(t, among, low, high, w)
    return found if found == among else found | far_word(t, g, who, among & ~found, low, high, w)


def far_word(t: Tables, g: State, who: int, among: u64, low: u64, high: u64, w: int) -> u64:
    """Those of a word of legions that a ride or a flight brings to an area of a set."""
    found = u64(0)
    rest = among
    while rest != 0:
        k = lowest(rest)
        if reaches_far(t, g, who, 64 * w + k, low, high):
            found = found | bit(k)
        rest = rest & u64(rest - 1)
    return found


def reaches_far(t: Tables, g: State, who: int, area: int, low: u64, high: u64) -> bool:
    """Whether a ride or a flight brings a legion to an area of a set."""
    if who == HARKONNEN and (t.jump[area][0] & low) | (t.jump[area][1] & high) == 0:
        return False
    return (range_word(t, g, who, area, 0) & low) | (range_word(t, g, who, area, 1) & high) != 0


def retreat_word(t: Tables, g: State, who: int, area: int, w: int) -> u64:
    """Areas a legion may retreat to (ARR-BATTLE-32, ARR-BATTLE-33, AMB-36)."""
    found = t.near[area][w] & free_word(t, g, who, w)
    return found & ~g.signs[w] if who == HARKONNEN else found


def can_retreat(t: Tables, g: State, who: int, area: int) -> bool:
    return retreat_word(t, g, who, area, 0) | retreat_word(t, g, who, area, 1) != 0


def enemy_within(t: Tables, g: State, who: int, area: int, areas: int) -> bool:
    """Whether an enemy legion stands at most 1 or 2 areas away."""
    if areas == 1:
        return (t.near[area][0] & g.legions[1 - who][0]) | (t.near[area][1] & g.legions[1 - who][1]) != 0
    return (t.near_two[area][0] & g.legions[1 - who][0]) | (t.near_two[area][1] & g.legions[1 - who][1]) != 0
