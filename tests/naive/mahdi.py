"""The priority lists of the Mahdi solo game, written slowly from the rule ledger (ARR-SOLO).

A position is plain data; every list is a sort or a filter as the ledger prints it. Nothing here knows the kernels.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import Any

from dune_sim.content import load_content

CONTENT = load_content("arrakis")
AREAS = {one.id: one for one in CONTENT.areas}
ZONES = list(CONTENT.air_zones)
CENTRAL = {one.id for one in CONTENT.sectors if one.ring == "central"}


def _graph() -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    open_: dict[str, set[str]] = {name: set() for name in AREAS}
    any_: dict[str, set[str]] = {name: set() for name in AREAS}
    for border in CONTENT.borders:
        for other in (*border.open, *border.closed):
            any_[border.id].add(other)
            any_[other].add(border.id)
        for other in border.open:
            open_[border.id].add(other)
            open_[other].add(border.id)
    return open_, any_


OPEN, TOUCH = _graph()


@dataclass
class Legion:
    """What stands in one area."""

    standard: int = 0
    elite: int = 0
    special: int = 0
    generic: int = 0
    named: tuple[str, ...] = ()
    tokens: int = 0

    @property
    def units(self) -> int:
        return self.standard + self.elite + self.special + self.tokens

    @property
    def strength(self) -> tuple[int, int]:
        """Basic strength, then the fine one that decides ties (ARR-SOLO-27, ARR-SOLO-28)."""
        basic = self.standard + self.elite + self.special + self.generic + len(self.named) + 2 * self.tokens
        fine = 2 * self.standard + 3 * self.elite + 4 * self.special + self.generic + 2 * len(self.named)
        return basic, fine + 4 * self.tokens


NOBODY = Legion()


@dataclass
class Position:
    """What the lists look at."""

    h: dict[str, Legion]
    a: dict[str, Legion]
    sietches: dict[str, int]
    towns: set[str]
    target: str | None
    target_sectors: set[str]
    harvest_sectors: set[str]
    ornithopters: set[str] = field(default_factory=set)
    carryalls: set[str] = field(default_factory=set)
    worms: set[str] = field(default_factory=set)
    signs: set[str] = field(default_factory=set)
    harvesters: set[str] = field(default_factory=set)
    stations: set[str] = field(default_factory=set)
    flown: bool = False
    limit: int = 6

    def power(self, area: str) -> tuple[int, int]:
        return self.h[area].strength

    def defence(self, area: str) -> tuple[int, int]:
        return self.a.get(area, NOBODY).strength


def minus(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] - other[0], one[1] - other[1]


# -- distances ------------------------------------------------------------------------------------------------------


@cache
def apart(start: str) -> dict[str, int]:
    """Borders between areas, whatever lies there."""
    found, edge = {start: 0}, [start]
    while edge:
        steps = found[edge[0]] + 1
        edge = sorted({far for one in edge for far in TOUCH[one]} - set(found))
        found.update(dict.fromkeys(edge, steps))
    return found


def near_sietch(pos: Position, area: str) -> int:
    return min((apart(area)[one] for one in pos.sietches), default=999)


def free(pos: Position, area: str) -> bool:
    return area not in pos.a and area not in pos.sietches and area not in pos.worms


def path(pos: Position, area: str, target: str) -> int | None:
    """Steps to the target through free areas, the last one into it; None without a path."""
    steps, edge, seen = 0, {area}, {area}
    while edge:
        if any(target in TOUCH[one] for one in edge):
            return steps + 1
        steps += 1
        edge = {far for one in edge for far in TOUCH[one] if far not in seen and free(pos, far)}
        seen |= edge
    return None


def two_away(area: str) -> set[str]:
    return {name for name, steps in apart(area).items() if 1 <= steps <= 2}


def zones_of(area: str) -> set[str]:
    return {zone.id for zone in ZONES if set(zone.sectors) & set(AREAS[area].sectors)}


def can_fly(pos: Position, area: str) -> bool:
    return not pos.flown and bool(zones_of(area) & pos.ornithopters)


# -- attacks (ARR-SOLO-26, 29 to 32) --------------------------------------------------------------------------------


def attack(pos: Position, fit: Iterable[str]) -> set[tuple[str, str]]:
    """Legions and what they attack, all that the lists leave."""
    options: list[tuple[tuple[Any, ...], str, str]] = []
    for legion in fit:
        for sietch, rank in pos.sietches.items():
            steps = apart(legion)[sietch]
            wings = steps == 2
            if steps > 2 or (wings and not can_fly(pos, legion)) or sietch in pos.worms:
                continue
            if pos.power(legion) > pos.defence(sietch):
                lead = minus(pos.power(legion), pos.defence(sietch))
                options.append(((rank, lead, not wings, sietch == pos.target), legion, sietch))
    if not options:
        for legion in fit:
            for area, theirs in pos.a.items():
                if area in pos.sietches or area in pos.worms or area not in TOUCH[legion]:
                    continue
                if pos.power(legion) > theirs.strength:
                    options.append(((theirs.strength, bool(theirs.named)), legion, area))
    best = max((key for key, _, _ in options), default=None)
    return {(legion, area) for key, legion, area in options if key == best}


# -- moves (ARR-SOLO-48 to 55) --------------------------------------------------------------------------------------


def aims(pos: Position, fit: Iterable[str]) -> set[str]:
    """The target, or the sietches that may stand in for it."""
    most = max((pos.power(one) for one in fit), default=(0, 0))
    if pos.target is None:
        return set()
    if most > pos.defence(pos.target):
        return {pos.target}
    weak = [one for one in pos.sietches if most > pos.defence(one)]
    best = min(((apart(pos.target)[one], -pos.sietches[one]) for one in weak), default=None)
    return {one for one in weak if (apart(pos.target)[one], -pos.sietches[one]) == best}


def room(pos: Position, area: str) -> int:
    return pos.limit - pos.h.get(area, NOBODY).units


def going(pos: Position, source: str, target: str) -> Legion:
    """The strongest units that fit, and all leaders."""
    here, left = pos.h[source], room(pos, target)
    taken = dict.fromkeys(("special", "tokens", "elite", "standard"), 0)
    for kind in taken:
        taken[kind] = min(getattr(here, kind), left)
        left -= taken[kind]
    return Legion(**taken, generic=here.generic, named=here.named)


def joined(pos: Position, source: str, target: str) -> tuple[int, int] | None:
    """Strength of the legion that a merger makes; None if nobody gets stronger by it."""
    part, there = going(pos, source, target), pos.h[target]
    if part.units == 0:
        return None
    whole = (part.strength[0] + there.strength[0], part.strength[1] + there.strength[1])
    return whole if whole > pos.power(source) else None


def mergers(pos: Position, fit: Iterable[str], aim: str) -> set[tuple[str, str]]:
    """Which legion joins which beside the sietch (ARR-SOLO-55)."""
    found = {}
    for target in pos.h:
        if target in TOUCH[aim] and room(pos, target) > 0:
            for source in fit:
                whole = joined(pos, source, target) if source in TOUCH[target] else None
                if whole is not None:
                    found[source, target] = whole
    best = max(found.values(), default=None)
    return {pair for pair, whole in found.items() if whole == best}


def steps(pos: Position, source: str, aim: str) -> set[str]:
    """Where a legion may end on a shortest path, before the list for equal ones."""
    now = path(pos, source, aim)
    if now == 1:
        return set()

    def ends(reach: Iterable[str]) -> dict[str, int]:
        lengths = {one: path(pos, one, aim) for one in reach if one != aim and free(pos, one) and room(pos, one) > 0}
        return {one: far for one, far in lengths.items() if far is not None and (now is None or far < now)}

    walk = ends(TOUCH[source])
    fly = ends(two_away(source)) if can_fly(pos, source) else {}
    best_walk, best_fly = min(walk.values(), default=999), min(fly.values(), default=999)
    chosen, best = (fly, best_fly) if best_fly < best_walk else (walk, best_walk)
    return {one for one, far in chosen.items() if far == best}


def narrow(pos: Position, ends: set[str]) -> set[str]:
    """Among equally short paths (ARR-SOLO-52)."""

    def prefer(among: set[str], wanted: Any) -> set[str]:
        return {one for one in among if wanted(one)} or among

    ends = prefer(ends, lambda one: one in pos.h)
    nearest = min((near_sietch(pos, one) for one in ends), default=0)
    ends = {one for one in ends if near_sietch(pos, one) == nearest}
    ends = prefer(ends, lambda one: AREAS[one].terrain == "mountain")
    ends = prefer(ends, lambda one: AREAS[one].terrain in ("plateau", "minor_erg"))
    return prefer(ends, lambda one: AREAS[one].terrain == "desert" and one not in pos.signs)


def move(pos: Position, fit: Iterable[str], aim: str) -> dict[str, set[str]]:
    """The legions that may move next, and where each ends."""
    pairs = mergers(pos, fit, aim)
    if pairs:
        return {source: {target for one, target in pairs if one == source} for source, _ in pairs}
    able = {}
    for one in fit:
        ends = narrow(pos, steps(pos, one, aim)) if pos.power(one) > pos.defence(aim) else set()
        if ends and one not in TOUCH[aim]:
            length = path(pos, one, aim)
            able[one] = (-(999 if length is None else length), pos.power(one)), ends
    best = max((key for key, _ in able.values()), default=None)
    return {one: ends for one, (key, ends) in able.items() if key == best}


# -- figures (ARR-SOLO-33 to 36, 46) --------------------------------------------------------------------------------


def deploy(pos: Position) -> set[str]:
    """Settlements that take the next units."""
    fit = {one: pos.h.get(one, NOBODY).strength for one in pos.towns if room(pos, one) > 0}
    best = [one for one in fit if fit[one] == max(fit.values())]
    if pos.target is None:
        return set(best)
    nearest = min((apart(one)[pos.target] for one in best), default=0)
    return {one for one in best if apart(one)[pos.target] == nearest}


def house(pos: Position, among: Iterable[str]) -> set[str]:
    """Areas that the list of the house action prefers."""

    def lead(area: str) -> tuple[int, int]:
        if area not in pos.h:
            return 0, 0
        reach = two_away(area) if can_fly(pos, area) else TOUCH[area]
        goals = [one for one in reach if one in pos.sietches and one not in pos.worms]
        leads = [minus(pos.power(area), pos.defence(one)) for one in goals]
        return max([one for one in leads if one > (0, 0)], default=(0, 0))

    found = set(among)
    for key in (lambda one: -near_sietch(pos, one), lead, lambda one: -apart(one)[pos.target] if pos.target else 0):
        best = max(map(key, found), default=None)
        found = {one for one in found if key(one) == best}
    return found


# -- vehicles (ARR-SOLO-11 to 14) -----------------------------------------------------------------------------------


def in_sectors(sectors: Iterable[str]) -> set[str]:
    return {name for name, one in AREAS.items() if set(one.sectors) & set(sectors)}


def spots(pos: Position, sectors: Iterable[str]) -> set[str]:
    """Where the next harvesters go."""
    able = {one for one in in_sectors(sectors) if AREAS[one].terrain == "desert" and free(pos, one)} - pos.harvesters
    things = {*pos.h, *pos.a, *pos.worms, *pos.harvesters, *pos.sietches, *pos.towns, *pos.stations, *pos.signs}
    safe = {one for one in able - things if not OPEN[one] & {*pos.a, *pos.sietches}}
    for found in ({one for one in safe if AREAS[one].deep}, safe, {one for one in able if AREAS[one].deep}, able):
        if found:
            return found
    return set()


def beside(sectors: Iterable[str]) -> set[str]:
    """Sectors that share a border with some of these, or an area."""
    inside = in_sectors(sectors)
    around = inside | {far for one in inside for far in TOUCH[one]}
    return {sector for one in around for sector in AREAS[one].sectors} - set(sectors)


def overflow(pos: Position) -> set[str]:
    """Sectors for harvesters that do not fit."""
    return {one for one in beside(pos.harvest_sectors) - pos.target_sectors if spots(pos, [one])}


def carryall(pos: Position) -> set[str]:
    """Zones for the next carryall."""
    empty = [zone for zone in ZONES if zone.id not in pos.carryalls | pos.ornithopters]
    many = {zone.id: len(pos.harvesters & in_sectors(zone.sectors)) for zone in empty}
    return {one for one in many if many[one] == max(many.values())}


def ornithopter(pos: Position) -> set[str]:
    """Zones for the next ornithopter."""
    empty = {zone.id for zone in ZONES} - pos.carryalls - pos.ornithopters
    lurking = {
        zone
        for legion in pos.h
        for sietch in pos.sietches
        if apart(legion)[sietch] == 2 and sietch not in pos.worms and pos.power(legion) > pos.defence(sietch)
        for zone in zones_of(legion)
    }
    over = {zone.id for zone in ZONES if set(zone.sectors) & pos.target_sectors}
    next_to = beside(pos.target_sectors)
    around = {zone.id for zone in ZONES if set(zone.sectors) & next_to}
    central = {zone.id for zone in ZONES if set(zone.sectors) <= CENTRAL}
    for found in (lurking & empty, over & empty, around & central & empty, around & empty):
        if found:
            return found
    return set()


def saved_at_best(pos: Position, carryalls: Iterable[str], threatened: Iterable[str]) -> int:
    """How many of these harvesters the carryalls can save at best, by trying every set of harvesters."""
    flyers, harvesters = sorted(carryalls), sorted(threatened)

    def works(chosen: tuple[str, ...], left: tuple[str, ...]) -> bool:
        if not chosen:
            return True
        return any(
            one in zones_of(chosen[0]) and works(chosen[1:], tuple(other for other in left if other != one))
            for one in left
        )

    for many in range(min(len(flyers), len(harvesters)), 0, -1):
        if any(works(chosen, tuple(flyers)) for chosen in combinations(harvesters, many)):
            return many
    return 0


# -- hits and spice (ARR-SOLO-20, 62) -------------------------------------------------------------------------------


def losses(legion: Legion, hits: int, pool: int) -> Legion | None:
    """What is left of a legion with at most one named leader; None if nothing."""
    now = Legion(legion.standard, legion.elite, legion.special, legion.generic, legion.named)
    for left in range(hits, 0, -1):
        if now.units == 0:
            return None
        leaders = now.generic + len(now.named)
        if leaders > 1:
            now.generic -= 1
        elif now.elite or now.special:
            now.elite, now.special = (now.elite - 1, now.special) if now.elite else (now.elite, now.special - 1)
            now.standard, pool = (now.standard + 1, pool - 1) if pool else (now.standard, pool)
        elif leaders and left >= now.standard:
            now.generic, now.named = 0, ()
        else:
            now.standard, pool = now.standard - 1, pool + 1
    return now if now.units else None


def spend(rows: list[int], spice: int) -> set[tuple[tuple[int, ...], int, int]]:
    """Every outcome the list allows: rows (0 the top, 4 the bottom), supremacy gained, reserve."""
    found = set()

    def hold(held: frozenset[int], left: int) -> None:
        falling = [m for m in range(3) if rows[m] < 4 and m not in held]
        if not falling or left < 2:
            raise_(held, frozenset(), left, not falling)
            return
        deepest = max(rows[m] for m in falling)
        for m in falling:
            if rows[m] == deepest:
                hold(held | {m}, left - 2)

    def raise_(held: frozenset[int], up: frozenset[int], left: int, all_held: bool) -> None:
        price = {m: 1 if m in held else 3 for m in range(3) if rows[m] > 0 and m not in up}
        able = [m for m in price if price[m] <= left] if all_held else []
        if able:
            deepest = max(rows[m] for m in able)
            for m in able:
                if rows[m] == deepest:
                    raise_(held, up | {m}, left - price[m], all_held)
            return
        gained = int(sum(rows) == 0 and len(held) == 3 and left > 0)
        left = 0 if gained else left
        after = [rows[m] - 1 if m in up else rows[m] if m in held else min(4, rows[m] + 1) for m in range(3)]
        found.add((tuple(after), gained, min(1, left)))

    hold(frozenset(), spice)
    return found
