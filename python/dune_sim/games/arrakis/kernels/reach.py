"""How far a legion reaches: basic move, sandriding, troop transport."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.boards import beside, free, towns
from dune_sim.games.arrakis.kernels.layout import AREAS, ATREIDES, HARKONNEN, State, Tables
from dune_sim.lang.intrinsics import Set, empty, lowest, masked, nothing, only


def links(g: State) -> Set[AREAS]:
    """Areas a ride may cross: wormsign or sandworm, no Harkonnen legion (ARR-RIDE-03, ARR-RIDE-05)."""
    return (g.signs | g.worms) - g.legions[HARKONNEN]


def chain(t: Tables, g: State, start: Set[AREAS]) -> Set[AREAS]:
    """Everything that hangs together with a set of wormsigns and sandworms."""
    reached = start
    waiting = start
    while not empty(waiting):
        a = lowest(waiting)
        further = (t.near[a] & links(g)) - reached
        reached |= further
        waiting = (waiting - only(a)) | further
    return reached


def ride(t: Tables, g: State, area: int) -> Set[AREAS]:
    """Areas beside the chains of signs and worms that start next to an area (ARR-RIDE-02 to 04, ARR-RIDE-07)."""
    return beside(t, chain(t, g, t.near[area] & links(g))) - only(area)


def crosses_worm(t: Tables, g: State, source: int, target: int) -> bool:
    """Whether a ride between two areas can cross a sandworm."""
    for a in g.worms & links(g):
        worm: Set[AREAS] = only(a)
        crossed = chain(t, g, worm)
        if not empty(crossed & t.near[source]) and not empty(crossed & t.near[target]):
            return True
    return False


def zones_of(t: Tables, g: State, area: int) -> int:
    """Air zones whose ornithopter may carry a legion of an area (ARR-TRANS-01, AMB-32).

    A legion flies once in a turn. Within an action the figures that flew cannot move again anyway, so those they joined
    keep their own flight (ARR-TRANS-04, ARR-TRANS-05, AMB-29).
    """
    if g.flown == area + 1 and (g.move.groups == 0 or g.move.again == 1):
        return 0
    return t.area_zones[area] & g.ornithopters


def reach(t: Tables, g: State, who: int, area: int) -> Set[AREAS]:
    """Areas in reach of a legion, whatever they hold (ARR-MOVE-02, ARR-RIDE-01, ARR-TRANS-02, ARR-TRANS-03)."""
    if who == HARKONNEN:
        return t.near[area] if g.ornithopters == 0 or zones_of(t, g, area) == 0 else t.jump[area]
    return t.near[area] if empty(t.near[area] & links(g)) else t.near[area] | ride(t, g, area)


def targets(t: Tables, g: State, who: int) -> Set[AREAS]:
    """Areas that may be attacked: enemy legion or settlement, no sandworm (ARR-BATTLE-02, ARR-WORM-23, AMB-34)."""
    return (g.legions[1 - who] | towns(g, 1 - who)) - g.worms


def can_leave(t: Tables, g: State, who: int, area: int) -> bool:
    """Whether a legion has an area to move to."""
    goals = free(t, g, who)
    return not empty(t.near[area] & goals) or not empty(reach(t, g, who, area) & goals)


def any_far(t: Tables, g: State, who: int, among: Set[AREAS], goals: Set[AREAS]) -> bool:
    """Whether a ride or a flight brings a legion of one set to an area of another."""
    if who == HARKONNEN:
        return g.ornithopters != 0 and not empty(far(t, g, who, among, goals))
    return not empty(links(g)) and not empty(among & riders(t, g, goals))


def riders(t: Tables, g: State, goals: Set[AREAS]) -> Set[AREAS]:
    """Areas from which a ride leads to an area of a set: those beside a chain that touches the set."""
    return beside(t, chain(t, g, links(g) & beside(t, goals)))


def striking(t: Tables, g: State, who: int, among: Set[AREAS]) -> Set[AREAS]:
    """Those of a set of legions that have a target in reach."""
    goals = targets(t, g, who)
    found = among & beside(t, goals)
    if found == among:
        return found
    if who == ATREIDES:
        return found | (among & riders(t, g, goals))
    return found if g.ornithopters == 0 else found | far(t, g, who, among - found, goals)


def leaving(t: Tables, g: State, who: int, among: Set[AREAS]) -> Set[AREAS]:
    """Those of a set of legions that have an area to move to; hardly any needs a ride or a flight for it."""
    goals = free(t, g, who)
    shut_in: Set[AREAS] = nothing()
    for a in among:
        if empty(t.near[a] & goals):
            shut_in |= only(a)
    return among if empty(shut_in) else (among - shut_in) | far(t, g, who, shut_in, goals)


def far(t: Tables, g: State, who: int, among: Set[AREAS], goals: Set[AREAS]) -> Set[AREAS]:
    """Those of a set of legions that a ride or a flight brings to an area of another."""
    found: Set[AREAS] = nothing()
    for a in among:
        # a flight goes over two borders at most: that is quicker to see than which zones there are
        near_enough = who == ATREIDES or not empty(t.jump[a] & goals)
        if near_enough and not empty(reach(t, g, who, a) & goals):
            found |= only(a)
    return found


def retreats(t: Tables, g: State, who: int, area: int) -> Set[AREAS]:
    """Areas a legion may retreat to (ARR-BATTLE-32, ARR-BATTLE-33, AMB-36)."""
    return (t.near[area] & free(t, g, who)) - masked(g.signs, who == HARKONNEN)


def enemy_within(t: Tables, g: State, who: int, area: int, areas: int) -> bool:
    """Whether an enemy legion stands at most 1 or 2 areas away."""
    return not empty((t.near[area] if areas == 1 else t.near_two[area]) & g.legions[1 - who])
