"""Slow, obvious checks of prescience cards (ARR-PRES-04 to 12) against a plain position.

A card is a dict as in the content file: ``id``, ``timing``, ``requirement`` (dicts that say what they ``need``),
``advances`` (steps by marker).

API
---
Table                              the map, Atreides' dice, hand and hidden tokens, and what happened this phase
meets(card, table)                 whether every requirement holds or can be carried out now
ways(card, table)                  every way to carry out the deeds; one empty way when there is nothing to do
may_score(card, table, phase, scored, atreides_turn)      all timing limits and ``meets`` together
advanced(card, markers)            marker levels after scoring

A deed is a tuple: ``("die",)``, ``("discard", n)``, ``("tank", leader)``, ``("reveal_sietch", area)``,
``("reveal_tokens", area, n)``, ``("remove_units", area, n)`` or ``("remove_tokens", area, n)``.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any

from .arrakis_map import ATREIDES, HARKONNEN, Board, Position, has_units, is_deep, neighbours, terrain

EITHER_FORM = {
    "paul": ("paul_atreides", "paul_muaddib"),
    "jessica": ("lady_jessica", "reverend_mother_jessica"),
}
MOST_PER_ROUND = 2
Deed = tuple[Any, ...]


@dataclass
class Table:
    """What a prescience card can ask about."""

    board: Board
    position: Position
    hidden_sietches: frozenset[str] = frozenset()  # areas whose sietch marker is face down
    unused_dice: int = 0  # Atreides dice and placed BG tokens
    hand: int = 0  # Atreides planning cards
    harvesters_destroyed: int = 0  # the counters cover this action phase
    sandworm_hits: int = 0
    enemy_named_removed: int = 0
    enemy_generic_removed: int = 0
    battles_won: list[tuple[str, str]] = field(default_factory=list)  # (role, "sietch" or "other")
    rides: list[tuple[str, str]] = field(default_factory=list)  # (leader riding, "sandworm" or "wormsign" crossed)


def area_of(table: Table, name: str) -> str | None:
    """Area of a leader; Paul and Jessica stand for either form."""
    forms = EITHER_FORM.get(name, (name,))
    for area, spot in table.position.spots.items():
        if any(form in spot.leaders.get(ATREIDES, ()) for form in forms):
            return area
    return None


def has_sietch(table: Table, area: str) -> bool:
    return table.position.spot(area).settlement == ATREIDES


def fits(table: Table, area: str, wanted: dict[str, Any]) -> bool:
    """Whether an area has the terrain a requirement names; ``deep`` asks for deep desert, desert alone covers both."""
    if terrain(table.board, table.position, area) != wanted["terrain"]:
        return False
    if wanted.get("deep") and not is_deep(table.board, table.position, area):
        return False
    return not (wanted.get("without_sietch") and has_sietch(table, area))


def distance(board: Board, start: str) -> dict[str, int]:
    """Steps over open borders from one area to every other."""
    steps, frontier, far = {start: 0}, {start}, 0
    while frontier:
        far += 1
        frontier = {n for area in frontier for n in neighbours(board, area) if n not in steps}
        steps.update(dict.fromkeys(frontier, far))
    return steps


def _sector_is_clear(table: Table, area: str) -> bool:
    own = set(table.board.areas[area].sectors)
    together = [other for other, printed in table.board.areas.items() if own & set(printed.sectors)]
    return not any(has_units(table.position, other, HARKONNEN) for other in together)


def _legions_in(table: Table, wanted: dict[str, Any]) -> list[Deed | None]:
    areas = [a for a in table.board.areas if has_units(table.position, a, ATREIDES) and fits(table, a, wanted)]
    return [None] if len(areas) >= wanted["min_areas"] else []


def _leaders_in(table: Table, wanted: dict[str, Any]) -> list[Deed | None]:
    areas = [area_of(table, who) for who in wanted["who"]]
    return [None] if all(area is not None and fits(table, area, wanted) for area in areas) else []


def _leaders_together(table: Table, wanted: dict[str, Any]) -> list[Deed | None]:
    areas = {area_of(table, who) for who in wanted["who"]}
    if len(areas) != 1 or None in areas:
        return []
    return [None] if has_sietch(table, areas.pop() or "") else []


def _reveal_sietch(table: Table, wanted: dict[str, Any]) -> list[Deed | None]:
    area = area_of(table, wanted["in_area_of"])
    return [("reveal_sietch", area)] if area in table.hidden_sietches else []


def _reveal_tokens(table: Table, wanted: dict[str, Any]) -> list[Deed | None]:
    area = area_of(table, wanted["in_area_of"])
    if area is None or table.position.spot(area).deployment_markers < wanted["n"]:
        return []
    return [("reveal_tokens", area, wanted["n"])]


def _spend_action_die(table: Table, wanted: dict[str, Any]) -> list[Deed | None]:
    return [("die",)] if table.unused_dice >= wanted["n"] else []


def _to_own_tank(table: Table, wanted: dict[str, Any]) -> list[Deed | None]:
    area = area_of(table, wanted["who"])
    if area is None or not _sector_is_clear(table, area):
        return []
    forms = EITHER_FORM.get(wanted["who"], (wanted["who"],))
    standing = table.position.spot(area).leaders.get(ATREIDES, ())
    return [("tank", leader) for leader in forms if leader in standing]


def _remove_own(table: Table, wanted: dict[str, Any]) -> list[Deed | None]:
    deeds: list[Deed | None] = []
    for area, spot in sorted(table.position.spots.items()):
        steps = distance(table.board, area)
        near = [other for other in steps if steps[other] <= wanted["enemy_within"]]
        threatened = any(has_units(table.position, other, HARKONNEN) for other in near)
        if not has_sietch(table, area) or not threatened:
            continue
        if spot.units.get(ATREIDES, 0) >= wanted["units"]:
            deeds.append(("remove_units", area, wanted["units"]))
        if spot.deployment_markers >= wanted["or_tokens"]:
            deeds.append(("remove_tokens", area, wanted["or_tokens"]))
    return deeds


def _sandride(table: Table, wanted: dict[str, Any]) -> list[Deed | None]:
    forms = EITHER_FORM.get(wanted["who"], (wanted["who"],))
    ridden = any(leader in forms and thing == "sandworm" for leader, thing in table.rides)
    return [None] if ridden else []


def _harvesters_destroyed(table: Table, wanted: dict[str, Any]) -> list[Deed | None]:
    return [None] if table.harvesters_destroyed >= wanted["min"] else []


def _battle_won(table: Table, wanted: dict[str, Any]) -> list[Deed | None]:
    return [None] if (wanted["role"], wanted["place"]) in table.battles_won else []


def _sandworm_hits(table: Table, wanted: dict[str, Any]) -> list[Deed | None]:
    return [None] if table.sandworm_hits >= wanted["min"] else []


def _enemy_leaders_removed(table: Table, wanted: dict[str, Any]) -> list[Deed | None]:
    enough_named = table.enemy_named_removed >= wanted["named"]
    enough_generic = table.enemy_generic_removed >= wanted["or_generic"]
    return [None] if enough_named or enough_generic else []


def _discard_planning(table: Table, wanted: dict[str, Any]) -> list[Deed | None]:
    return [("discard", wanted["n"])] if table.hand >= wanted["n"] else []


REQUIREMENTS = {
    "legions_in": _legions_in,
    "leaders_in": _leaders_in,
    "leaders_together": _leaders_together,
    "reveal_sietch": _reveal_sietch,
    "reveal_tokens": _reveal_tokens,
    "spend_action_die": _spend_action_die,
    "to_own_tank": _to_own_tank,
    "remove_own": _remove_own,
    "sandride": _sandride,
    "harvesters_destroyed": _harvesters_destroyed,
    "battle_won": _battle_won,
    "sandworm_hits": _sandworm_hits,
    "enemy_leaders_removed": _enemy_leaders_removed,
    "discard_planning": _discard_planning,
}


def ways(card: dict[str, Any], table: Table) -> list[tuple[Deed, ...]]:
    """Every combination of deeds that meets all requirements; empty when they cannot be met."""
    per_requirement = []
    for requirement in card["requirement"]:
        per_requirement.append(REQUIREMENTS[requirement["need"]](table, requirement))
    combinations = itertools.product(*per_requirement)
    return [tuple(deed for deed in combination if deed is not None) for combination in combinations]


def meets(card: dict[str, Any], table: Table) -> bool:
    """Whether the card's requirements are met, or can be carried out, in this position."""
    return bool(ways(card, table))


def may_score(card: dict[str, Any], table: Table, phase: str, scored: int, atreides_turn: bool = False) -> bool:
    """Timing, the limit of two a round, and the requirements. A card that costs a die needs an Atreides turn."""
    costs_die = any(requirement["need"] == "spend_action_die" for requirement in card["requirement"])
    if card["timing"] != phase or scored >= MOST_PER_ROUND:
        return False
    if costs_die and not atreides_turn:
        return False
    return meets(card, table)


def advanced(card: dict[str, Any], markers: dict[str, int], track_end: int | None = None) -> dict[str, int]:
    """Marker levels after scoring the card."""
    result = {marker: level + card["advances"].get(marker, 0) for marker, level in markers.items()}
    if track_end is None:
        return result
    return {marker: min(level, track_end) for marker, level in result.items()}
