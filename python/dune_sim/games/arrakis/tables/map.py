"""The map of War for Arrakis as area sets of two words."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dune_sim.games.arrakis.content.models import ArrakisContent

WORD = (1 << 64) - 1
TERRAINS = ("mountain", "plateau", "minor_erg", "desert")


def words(areas: Iterable[int]) -> tuple[int, int]:
    """A set of area numbers as two 64-bit words."""
    mask = sum(1 << area for area in set(areas))
    return mask & WORD, mask >> 64


def area_numbers(content: ArrakisContent) -> dict[str, int]:
    """Area id -> number in the kernels."""
    return {one.id: one.number for one in content.areas}


def neighbours(content: ArrakisContent) -> tuple[list[set[int]], list[set[int]]]:
    """For every area those across an open border, and those across any border."""
    number = area_numbers(content)
    near: list[set[int]] = [set() for _ in number]
    touch: list[set[int]] = [set() for _ in number]
    for border in content.borders:
        here = number[border.id]
        for other, both in [(one, True) for one in border.open] + [(one, False) for one in border.closed]:
            there = number[other]
            for a, b in ((here, there), (there, here)):
                touch[a].add(b)
                if both:
                    near[a].add(b)
    return near, touch


def within_two(step: list[set[int]], area: int, through: Collection[int] | None = None) -> set[int]:
    """Areas at most two steps away, without the area itself; the first of two steps may have to lead through others."""
    first = step[area] if through is None else step[area] & set(through)
    return (step[area] | {far for one in first for far in step[one]}) - {area}


def fill_map(content: ArrakisContent, t: Any) -> None:
    """Borders, terrain, sectors, air zones, atomic tiles."""
    number = area_numbers(content)
    near, touch = neighbours(content)
    desert = {number[one.id] for one in content.areas if one.terrain == "desert"}
    for area in number.values():
        t["near"][area] = words(near[area])
        t["touch"][area] = words(touch[area])
        t["near_two"][area] = words(within_two(near, area))
        t["worm_two"][area] = words(within_two(near, area, desert))
        t["jump"][area] = words(within_two(touch, area))
    t["all_board"] = words(number.values())
    for k, terrain in enumerate(TERRAINS):
        t["terrain_board"][k] = words(number[one.id] for one in content.areas if one.terrain == terrain)
    t["deep_board"] = words(number[one.id] for one in content.areas if one.deep)
    t["sheltered_board"] = words(number[one.id] for one in content.areas if one.storm_sheltered)
    sectors = list(content.sectors.ids)
    members = {name: {number[one.id] for one in content.areas if name in one.sectors} for name in sectors}
    for k, name in enumerate(sectors):
        t["sector_board"][k] = words(members[name])
    for one in content.areas:
        t["area_sectors"][number[one.id]] = sum(1 << sectors.index(name) for name in one.sectors)
    for k, zone in enumerate(content.air_zones):
        under = members[zone.sectors[0]] | members[zone.sectors[1]]
        t["zone_board"][k] = words(under)
        with_zone = [zones for zones in range(1 << len(content.air_zones)) if zones >> k & 1]
        t["under_zones"][with_zone] |= t["zone_board"][k]
        for area in under:
            t["area_zones"][area] |= 1 << k
    for k, strike in enumerate(content.atomic_strikes, start=1):
        t["atomic_area"][k] = number[strike.area]
        t["atomic_exposes"][k] = words(number[one] for one in strike.exposes)


def fill_towns(content: ArrakisContent, t: Any) -> None:
    """Sietches, settlements, stations."""
    number = area_numbers(content)
    t["sietch_area"] = [number[one.id] for one in content.areas if one.sietch]
    t["sietch_rank"] = [one.rank for one in content.sietch_tokens]
    t["settlement_area"] = [number[one.id] for one in content.settlements]
    t["settlement_rank"] = [one.rank for one in content.settlements]
    t["arrakeen"] = next(k for k, one in enumerate(content.settlements) if one.kind == "capital")
    t["station_area"] = [number[one.id] for one in content.areas if one.station]
    markers = list(content.prescience_markers.ids)
    t["station_marker"] = [markers.index(one.marker) for one in content.testing_stations]
    t["station_steps"] = [one.steps for one in content.testing_stations]
