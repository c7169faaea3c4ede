"""Slow, obvious War for Arrakis bookkeeping: desert hits, spice, bans, vehicles, tank, dice slots, BG tokens.

Written from the rulebook alone. Prescience requirements are in :mod:`naive.arrakis_prescience`.

API
---
desert_hits(faces, terrain, deep)            hits of storm or worm dice (ARR-STORM-04, ARR-WORM-33)
desert_hit_odds(dice, terrain, deep)         {hits: Fraction} over every face of every die
worm_dice(wild), STORM_DICE                  ARR-WORM-32, ARR-STORM-03
harvest(harvesters)                          spice for [(in_deep_desert), ...] (ARR-SPICE-01)
allocations(spice, levels, supremacy)        every way to use the spice -> set of SpicePlan (ARR-SPICE-03 to 09)
spice_plans(spice, levels, supremacy)        those of them that waste least (ARR-SPICE-02)
spice_answers(plans, made)                   what may follow the choices already made
ban_choices(before, after)                   every legal set of active bans (ARR-SPICE-10 to 12)
Row, SPICE_ROWS, active_row, vehicles        spice board (ARR-VEH-01 to 04); ``harkonnen_dice`` (ARR-ACT-02)
slide_tank, enter_tank, enter_orders         regeneration tank (ARR-TANK-02 to 07)
legal_turns, dice_placements                 surplus dice (ARR-ACT-03 to 05)
bg_areas                                     where a BG token may go (ARR-BG-02)
reached(before, after, step)                 whether a track icon was reached or passed (AMB-70, ARR-PRES-18)

Levels of Imperium markers are rows of the spice board: row 1 is the top, row 5 the bottom.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from .battle_round import FACES

STORM_DICE = 2
TOP, BOTTOM = 1, 5
MARKERS = ("choam", "spacing_guild", "landsraad")
RESULTS = ("leadership", "strategy", "deployment", "mentat", "house")
SLOTS = {"harkonnen": 3, "atreides": 2}
TANK_SPACES = {"harkonnen": 5, "atreides": 3}
ACTION_DICE = {"harkonnen": 8, "atreides": 4}
COST = {"drop": 0, "hold": 2, "raise": 3}
HOARD_COST = 3
HOARD_UP_TO = 5
RESERVE = 1


# --- storms and worms -----------------------------------------------------------------------------------------


def worm_dice(wild: bool) -> int:
    """The wild worm is stronger."""
    return 6 if wild else 4


def special_hits(terrain: str, deep: bool) -> int:
    """What a special is worth where the storm or worm strikes."""
    if terrain == "desert":
        return 2 if deep else 1
    if terrain in ("plateau", "minor_erg"):
        return 0
    raise ValueError(f"neither storm nor worm strikes a {terrain} area")


def desert_hits(faces: Iterable[str], terrain: str, deep: bool = False) -> int:
    """Hits of one roll; shields mean nothing here."""
    hits = 0
    for face in faces:
        if face == "hit":
            hits += 1
        elif face == "special":
            hits += special_hits(terrain, deep)
    return hits


def desert_hit_odds(dice: int, terrain: str, deep: bool = False) -> dict[int, Fraction]:
    """Chance of every number of hits."""
    odds: dict[int, Fraction] = {}
    for faces in itertools.product(FACES, repeat=dice):
        hits = desert_hits(faces, terrain, deep)
        odds[hits] = odds.get(hits, Fraction(0)) + Fraction(1, len(FACES) ** dice)
    return odds


# --- spice ----------------------------------------------------------------------------------------------------


def harvest(in_deep_desert: Iterable[bool]) -> int:
    """One spice for a harvester in desert, two in deep desert."""
    return sum(2 if deep else 1 for deep in in_deep_desert)


class SpicePlan(NamedTuple):
    """One way to use the spice of a harvest phase."""

    choices: tuple[str, ...]  # "drop", "hold" or "raise" per marker
    hoard: bool
    reserve: int  # 0 or 1 kept for the next round
    lost: int  # spice that bought nothing
    levels: tuple[int, ...]  # rows after the phase
    dropped: tuple[bool, ...]  # markers that really went down a step


def moved(level: int, choice: str) -> int:
    """Row after the choice; a step beyond the top or bottom is ignored."""
    step = {"raise": -1, "hold": 0, "drop": 1}[choice]
    return min(BOTTOM, max(TOP, level + step))


def allocations(spice: int, levels: tuple[int, ...], supremacy: int) -> set[SpicePlan]:
    """Every way to use ``spice`` (harvest plus what was in reserve), wasteful ones among them.

    A marker of the highest row cannot be raised. What is left goes to the reserve as far as it holds it.
    """
    plans: set[SpicePlan] = set()
    for choices in itertools.product(COST, repeat=len(levels)):
        for hoard in (False, True):
            rest = spice - sum(COST[choice] for choice in choices) - HOARD_COST * hoard
            above_top = any(choice == "raise" and level == TOP for choice, level in zip(choices, levels, strict=True))
            if rest < 0 or above_top or (hoard and supremacy > HOARD_UP_TO):
                continue
            after = tuple(moved(level, choice) for level, choice in zip(levels, choices, strict=True))
            dropped = tuple(new > old for new, old in zip(after, levels, strict=True))
            reserve = min(rest, RESERVE)
            plans.add(SpicePlan(choices, hoard, reserve, rest - reserve, after, dropped))
    return plans


def spice_plans(spice: int, levels: tuple[int, ...], supremacy: int) -> set[SpicePlan]:
    """The ways that waste least: the rulebook wants all spice used."""
    plans = allocations(spice, levels, supremacy)
    least = min(plan.lost for plan in plans)
    return {plan for plan in plans if plan.lost == least}


def spice_answers(plans: Iterable[SpicePlan], made: tuple[str, ...]) -> set[str]:
    """What may follow the choices already made: marker after marker, then ``hoard`` or ``skip``."""
    ways = [(*plan.choices, "hoard" if plan.hoard else "skip") for plan in plans]
    return {way[len(made)] for way in ways if way[: len(made)] == made}


def ban_choices(before: tuple[int, ...], after: tuple[int, ...], all_dropped: bool = False) -> set[frozenset[str]]:
    """Every set of bans that may be active after the phase.

    Bottom-level markers always; one more of Harkonnen's choice among those that dropped and are not active yet.
    ``all_dropped`` is the FAQ variant: every dropped marker.
    """
    bottom = {marker for marker, level in zip(MARKERS, after, strict=True) if level == BOTTOM}
    dropped = {marker for marker, old, new in zip(MARKERS, before, after, strict=True) if new > old}
    extra = dropped - bottom
    if all_dropped:
        return {frozenset(bottom | dropped)}
    if not extra:
        return {frozenset(bottom)}
    return {frozenset(bottom | {marker}) for marker in extra}


# --- spice board: dice and vehicles ---------------------------------------------------------------------------


class Row(NamedTuple):
    """One row of the spice board: does it hold a die, and which vehicles does it give."""

    die_slot: bool
    harvesters: int
    ornithopters: int
    carryalls: int


SPICE_ROWS = {
    1: Row(False, 3, 2, 1),
    2: Row(True, 4, 2, 1),
    3: Row(True, 5, 3, 1),
    4: Row(True, 5, 4, 2),
    5: Row(True, 6, 4, 2),
}


def active_row(levels: Iterable[int]) -> int:
    """Row of the lowest marker."""
    return max(levels)


def vehicles(levels: Iterable[int], rows: dict[int, Row] = SPICE_ROWS) -> dict[str, int]:
    """Vehicles Harkonnen gets this round."""
    row = rows[active_row(levels)]
    return {"harvester": row.harvesters, "ornithopter": row.ornithopters, "carryall": row.carryalls}


def blocked_dice(levels: Iterable[int], rows: dict[int, Row] = SPICE_ROWS) -> int:
    """One die on every slot of the active row and of all rows above it."""
    active = active_row(levels)
    return sum(1 for number, row in rows.items() if number <= active and row.die_slot)


def harkonnen_dice(levels: Iterable[int], rows: dict[int, Row] = SPICE_ROWS) -> int:
    """Dice Harkonnen rolls."""
    return ACTION_DICE["harkonnen"] - blocked_dice(tuple(levels), rows)


# --- regeneration tank ----------------------------------------------------------------------------------------

Tank = tuple[str | None, ...]  # leftmost space first


def slide_tank(tank: Tank) -> tuple[Tank, tuple[str, ...]]:
    """A die was spent: everyone moves one space right; who falls off the right end has left the tank."""
    left = (tank[-1],) if tank[-1] is not None else ()
    return (None, *tank[:-1]), left


def enter_tank(tank: Tank, leader: str) -> tuple[Tank, tuple[str, ...]]:
    """A leader comes to the leftmost space and pushes the figures that stand in a row there."""
    spaces = list(tank)
    carried: str | None = leader
    for space in range(len(spaces)):
        spaces[space], carried = carried, spaces[space]
        if carried is None:
            return tuple(spaces), ()
    return tuple(spaces), (carried,) if carried is not None else ()


def enter_orders(tank: Tank, leaders: tuple[str, ...]) -> set[tuple[Tank, frozenset[str]]]:
    """Every tank (and who left it) when several leaders arrive at once in the owner's order."""
    results = set()
    for order in itertools.permutations(leaders):
        now, gone = tank, set()
        for leader in order:
            now, left = enter_tank(now, leader)
            gone |= set(left)
        results.add((now, frozenset(gone)))
    return results


# --- action dice ----------------------------------------------------------------------------------------------

Counts = tuple[int, ...]  # dice per result, in the order of RESULTS


def legal_turns(counts: Counts, slots: int) -> set[int]:
    """Results a surplus die may be turned to: those with the most empty slots right now."""
    empty = [slots - count for count in counts]
    most = max(empty)
    return {index for index, free in enumerate(empty) if free == most and free > 0}


def dice_placements(rolled: Counts, slots: int) -> set[Counts]:
    """Every way the dice can lie after surplus dice were turned one at a time."""
    placed = tuple(min(count, slots) for count in rolled)
    surplus = sum(rolled) - sum(placed)
    reached = {placed}
    for _ in range(surplus):
        following = set()
        for counts in reached:
            for index in legal_turns(counts, slots):
                following.add(tuple(count + (index == place) for place, count in enumerate(counts)))
        reached = following
    return reached


def bg_areas(counts: Counts, slots: int) -> set[str]:
    """Action areas with the fewest dice (and an empty slot)."""
    fewest = min(counts)
    return {result for result, count in zip(RESULTS, counts, strict=True) if count == fewest and count < slots}


def reached(before: int, after: int, step: int) -> bool:
    """Whether a marker that went from ``before`` to ``after`` reached or passed ``step``."""
    return before < step <= after
