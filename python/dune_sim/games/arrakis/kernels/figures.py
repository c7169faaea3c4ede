"""Figures on the map: packed legions, pools, unit limit, leaders left alone.

A legion is packed as standard + elite * 16 + special elite * 256 + generic leaders * 4096. An area never holds figures
of both factions, so one number for each area is enough.
"""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.boards import on_map
from dune_sim.games.arrakis.kernels.layout import ATREIDES, HARKONNEN, TOKENS, State, Tables
from dune_sim.games.arrakis.kernels.mahdi.layout import MAHDI
from dune_sim.games.arrakis.kernels.opcodes import AT_GONE, AT_LOST, PHASE_ACTIONS
from dune_sim.kernel.stack import push
from dune_sim.lang.intrinsics import lowest, masked, only, u64

STANDARD = 0
ELITE = 1
SPECIAL = 2
GENERIC = 3
UNIT_BITS = 0xFFF
LEADER_FROM = 7  # named leaders 0 to 6 are Harkonnen, 7 to 14 Atreides
NAMED_END = 15


def one(kind: int) -> int:
    """One figure of a class, packed."""
    return 1 << (4 * kind)


def part(packed: int, kind: int) -> int:
    return (packed >> (4 * kind)) & 15


def units_in(packed: int) -> int:
    return (packed & 15) + ((packed >> 4) & 15) + ((packed >> 8) & 15)


def classes_of(packed: int) -> u64:
    """Classes of unit in a packed legion, one bit each."""
    return u64(int(packed & 15 > 0) | int(packed & 0xF0 > 0) << 1 | int(packed & 0xF00 > 0) << 2)


def least(a: int, b: int) -> int:
    """Class by class the smaller of two packed legions."""
    total = 0
    for kind in range(4):
        total += min(part(a, kind), part(b, kind)) << (4 * kind)
    return total


def tokens_in(g: State, area: int) -> int:
    """Deployment tokens in an area, one bit each."""
    mask = 0
    if area in g.tokens:
        for k in range(TOKENS):
            mask |= int(g.token_at[k] == area) << k
    return mask


def token_count(g: State, area: int) -> int:
    many = 0
    if area in g.tokens:
        for k in range(TOKENS):
            many += int(g.token_at[k] == area)
    return many


def unit_count(g: State, area: int) -> int:
    """Units for the limit; a deployment token counts as one (ARR-UNIT-06, ARR-UNIT-09)."""
    if MAHDI != 0 and area in g.h_tokens:
        return units_in(g.legion[area]) + h_token_count(g, area)
    return units_in(g.legion[area]) + token_count(g, area)


def side_of(leader: int) -> int:
    return HARKONNEN if leader < LEADER_FROM else ATREIDES


def named_in(g: State, who: int, area: int) -> int:
    """Named leaders of a faction in an area, one bit each."""
    mask = 0
    if area in g.led[who]:
        low = 0 if who == HARKONNEN else LEADER_FROM
        high = LEADER_FROM if who == HARKONNEN else NAMED_END
        for k in range(low, high):
            mask |= int(g.leader_at[k] == area) << k
    return mask


def refresh_units(g: State, who: int, area: int) -> None:
    """Renew the boards of an area after its units or tokens of one faction changed."""
    there = g.legion[area] & UNIT_BITS != 0 or (who == ATREIDES and area in g.tokens)
    if MAHDI != 0 and who == HARKONNEN:
        there = there or area in g.h_tokens
    g.legions[who] -= only(area)
    g.legions[who] |= masked(only(area), there)


def refresh(g: State, who: int, area: int) -> None:
    """The same after leaders may have left as well; whoever brings one marks it before."""
    refresh_units(g, who, area)
    if area in g.led[who] and g.legion[area] >> 12 == 0:
        g.led[who] -= masked(only(area), named_in(g, who, area) == 0)


def refresh_tokens(g: State, area: int) -> None:
    """Renew the boards of an area after its deployment tokens changed."""
    g.tokens |= only(area)
    if tokens_in(g, area) == 0:
        g.tokens -= only(area)
    refresh_units(g, ATREIDES, area)


def from_pool(g: State, who: int, area: int, packed: int) -> None:
    """Put figures of the pool on the map."""
    for kind in range(4):
        g.pool[who][kind] -= part(packed, kind)
    g.legion[area] += packed
    g.led[who] |= masked(only(area), packed >> 12 != 0)
    refresh_units(g, who, area)


def to_pool(g: State, who: int, area: int, packed: int) -> None:
    """Take figures off the map (ARR-UNIT-03)."""
    for kind in range(4):
        g.pool[who][kind] += part(packed, kind)
    if who == HARKONNEN and g.phase == PHASE_ACTIONS:
        g.generic_lost = min(200, g.generic_lost + (packed >> 12))
    g.legion[area] -= packed
    if packed >> 12 == 0:
        refresh_units(g, who, area)
    else:
        refresh(g, who, area)


def supply_class(g: State, who: int, kind: int) -> int:
    """The class that is there for a wanted one: itself, else the next lower; -1 if none (ARR-UNIT-05, AMB-18)."""
    wanted = kind
    while wanted >= 0:
        if g.pool[who][wanted] > 0:
            return wanted
        wanted -= 1
    return -1


def add_unit(g: State, who: int, area: int, kind: int) -> bool:
    """Put one unit of a class, or the next lower one, on the map; False if there is none at all."""
    found = supply_class(g, who, kind)
    if found < 0:
        return False
    from_pool(g, who, area, one(found))
    return True


def unit_limit(t: Tables, g: State, who: int) -> int:
    """Units an area may hold; a ban may lower it for the Harkonnen (ARR-UNIT-06, ARR-SPICE-13)."""
    return t.unit_limit if who == ATREIDES else t.ban_limit[g.bans & 7]


def check_limit(t: Tables, g: State, who: int, area: int) -> None:
    """Too many units: their owner removes some at once (ARR-UNIT-07)."""
    if MAHDI != 0 and who == HARKONNEN and g.mahdi == 1:
        trim(t, g, area)
        return
    if unit_count(g, area) > unit_limit(t, g, who):
        push(g.stack, t.pc_limit, who)
        g.stack.frames[g.stack.depth - 1].a = area


def move_named(g: State, leader: int, area: int) -> None:
    """Put a named leader into an area from wherever it is, the tank excepted."""
    old = g.leader_at[leader]
    g.leader_at[leader] = area
    if on_map(old):
        refresh(g, side_of(leader), old)
    g.led[side_of(leader)] |= only(area)


def move_token(g: State, token: int, area: int) -> None:
    """Put a deployment token into an area from wherever it is."""
    old = g.token_at[token]
    g.token_at[token] = area
    if on_map(old):
        refresh_tokens(g, old)
    refresh_tokens(g, area)


def drop_token(g: State, token: int) -> None:
    """A deployment token leaves the game unseen (AMB-21)."""
    old = g.token_at[token]
    g.token_at[token] = AT_LOST
    refresh_tokens(g, old)


def reveal_token(t: Tables, g: State, token: int) -> None:
    """Swap a token for its units; a missing figure is replaced by a lower class or lost (ARR-UNIT-13, AMB-18)."""
    area = g.token_at[token]
    moved = (g.move.moved_tokens >> token) & 1 == 1
    before = g.legion[area]
    for kind in range(3):
        wanted = 2 - kind
        for _ in range(part(t.token_figures[token], wanted)):
            add_unit(g, ATREIDES, area, wanted)
    if moved:
        note_moved(g, area, g.legion[area] - before)
    g.token_at[token] = AT_GONE
    refresh_tokens(g, area)


def reveal_tokens(t: Tables, g: State, area: int) -> None:
    """All tokens of an area become units; the caller checks the limit (ARR-UNIT-12)."""
    rest = u64(tokens_in(g, area))
    while rest != 0:
        reveal_token(t, g, lowest(rest))
        rest = rest & u64(rest - 1)


def note_moved(g: State, area: int, packed: int) -> None:
    """These figures count as moved in this action (ARR-MOVE-08, AMB-27)."""
    if packed == 0:
        return
    slot = g.move.groups
    for k in range(g.move.groups):
        if g.move.moved_figures[k] == 0:
            slot = k
    for k in range(g.move.groups):
        if g.move.moved_area[k] == area:
            slot = k
    if slot == g.move.groups:
        g.move.groups += 1
    g.move.moved_area[slot] = area
    g.move.moved_figures[slot] += packed


def moved_in(g: State, area: int) -> int:
    """Packed figures of an area that already moved in this action."""
    for k in range(g.move.groups):
        if g.move.moved_area[k] == area:
            return g.move.moved_figures[k]
    return 0


def shift_figure(g: State, who: int, source: int, target: int, kind: int) -> None:
    """A figure on the map is placed elsewhere, as if it had just come into play (ARR-DEPLOY-05)."""
    forget_moved(g, source, one(kind))
    g.legion[source] -= one(kind)
    g.legion[target] += one(kind)
    g.led[who] |= masked(only(target), kind == GENERIC)
    refresh(g, who, source)
    refresh_units(g, who, target)


def settle_moved(g: State, area: int, unmoved: int) -> None:
    """After casualties: but for those that had not moved, whoever is left in an area moved (AMB-27, AMB-56).

    An elite that had not moved and lost its rank is a standard unit that has not moved.
    """
    now = g.legion[area]
    reduced = max(0, part(unmoved, ELITE) - part(now, ELITE)) + max(0, part(unmoved, SPECIAL) - part(now, SPECIAL))
    kept = (unmoved & ~15) | min(15, (unmoved & 15) + reduced)
    for k in range(g.move.groups):
        if g.move.moved_area[k] == area:
            g.move.moved_figures[k] = now - least(now, kept)


def forget_moved(g: State, area: int, packed: int) -> None:
    """Figures that leave the map are taken from those that moved first."""
    for k in range(g.move.groups):
        if g.move.moved_area[k] == area:
            g.move.moved_figures[k] -= least(g.move.moved_figures[k], packed)
