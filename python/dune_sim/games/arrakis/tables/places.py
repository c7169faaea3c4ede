"""Places and legions that content speaks of, as filters of the kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dune_sim.errors import ContentError
from dune_sim.games.arrakis.kernels import places as p
from dune_sim.games.arrakis.tables.map import TERRAINS, area_numbers, neighbours, words
from dune_sim.games.arrakis.tables.names import CLASSES, FACTIONS, leader_numbers

if TYPE_CHECKING:
    from dune_sim.games.arrakis.content.models import ArrakisContent

STATE_FLAGS = {"empty": p.P_EMPTY, "free": p.P_FREE}
WITHOUT_FLAGS = {"wormsign": p.P_NO_SIGN, "sandworm": p.P_NO_WORM, "sietch": p.P_NO_SIETCH}
NEAR_FLAGS = {
    "own_legion": p.P_NEAR_LEGION,
    "last_legion": p.P_NEAR_LAST,
    "start": p.P_NEAR_LAST,
    "sandworm": p.P_NEAR_WORM,
}
ANY_MARKER = 3


class PlaceBook:
    """Numbers for everything that content names, and the list of place filters."""

    def __init__(self, content: ArrakisContent) -> None:
        self.content = content
        self.areas = area_numbers(content)
        self.near = neighbours(content)[0]
        self.leaders = leader_numbers(content)
        self.places: list[dict[str, Any]] = []
        self.origin: Any = None  # where the figures of the steps before go

    def leader(self, name: str) -> int:
        """Number of a leader."""
        return self.leaders[name]

    def mask(self, name: str) -> int:
        """A leader or a group of leaders as a set."""
        groups = {one.id: one.members for one in self.content.leader_groups}
        return sum(1 << self.leaders[one] for one in groups.get(name, (name,)))

    def who(self, name: str, faction: int) -> tuple[int, bool]:
        """Leaders a step may use, and whether a generic one will do."""
        if name == "named_or_generic":
            return sum(1 << k for one, k in self.leaders.items() if self._side(one) == faction and k < 15), True
        if self._is_generic(name):
            return 0, True
        return self.mask(name), False

    def _is_generic(self, name: str) -> bool:
        return any(one.id == name and one.kind == "generic" for one in self.content.leaders)

    def _side(self, leader: str) -> int:
        record = self.content.leaders.get(leader)
        return FACTIONS.index(self.content.subfactions.get(record.subfaction).faction)

    def deck(self, name: str, faction: int) -> int:
        """Which of the two decks of a faction."""
        side = FACTIONS[faction]
        decks = [one.id for one in self.content.subfactions if one.faction == side]
        if name not in decks:
            raise ContentError(f'draw: the deck "{name}" belongs to the other side')
        return decks.index(name)

    def marker(self, name: str) -> int:
        """Number of a prescience marker, 3 for any."""
        return ANY_MARKER if name == "any" else list(self.content.prescience_markers.ids).index(name)

    def keep(self, **fields: Any) -> int:
        """Number of a filter; equal ones are kept once."""
        place = {
            "mask": words(range(len(self.areas))),
            "flags": 0,
            "leaders": 0,
            "terrain": 0,
            "unit": 0,
            "per_area": 0,
        }
        place.update(fields)
        if place not in self.places:
            self.places.append(place)
        return self.places.index(place)

    def legion(self, legion: Any, last: bool = False) -> int:
        """Own legions that fit."""
        return self.keep(**self._legion(legion, p.P_LEGION | (p.P_LAST if last else 0)))

    def _legion(self, legion: Any, flags: int) -> dict[str, Any]:
        fields: dict[str, Any] = {"flags": flags}
        if legion.last:
            fields["flags"] |= p.P_LAST
        if legion.with_leader:
            fields["flags"] |= p.P_LED
        if legion.containing in CLASSES:
            fields["unit"] = 1 + CLASSES.index(legion.containing)
        elif legion.containing is not None:
            fields["leaders"] = self.mask(legion.containing)
        if legion.at is not None:
            fields["mask"] = words([self.areas[legion.at]])
        if legion.terrain is not None:
            fields["terrain"] = 1 << TERRAINS.index(legion.terrain)
        return fields

    def sign_place(self) -> int:
        """Where wormsigns may lie (ARR-DESERT-04)."""
        flags = p.P_NO_SIGN | p.P_NO_WORM | p.P_NO_SIETCH
        return self.keep(flags=flags, terrain=p.TERRAIN_DESERT, per_area=1)

    def spot(self, where: Any) -> int:
        """Where a step puts figures: with those of the step before, or where that could have put them (AMB-100)."""
        if where.legion is None or not where.legion.last:
            self.origin = where
        elif self.origin is not None:
            return self.where(self.origin, p.P_LAST | p.P_OR_ELSE)
        return self.where(where)

    def where(self, where: Any, flags: int = 0) -> int:
        """Areas that fit; no place means all of them."""
        if where is None:
            return self.keep()
        fields: dict[str, Any] = {"flags": 0}
        if where.legion is not None:
            fields = self._legion(where.legion, 0 if where.legion.last else p.P_LEGION)
        areas = self._named_areas(where)
        if areas is not None:
            fields["mask"] = words(areas)
        if where.terrain is not None:
            fields["terrain"] = 1 << TERRAINS.index(where.terrain)
        if where.max_per_area is not None:
            fields["per_area"] = where.max_per_area
        fields["flags"] |= self._where_flags(where) | flags
        if where.same_sector_as == "own_legion":
            fields["flags"] |= p.P_SECTOR_LEGION
        elif where.same_sector_as is not None:
            fields["flags"] |= p.P_SECTOR_LEADER
            fields["leaders"] = self.mask(where.same_sector_as)
        return self.keep(**fields)

    def _named_areas(self, where: Any) -> set[int] | None:
        found: set[int] | None = None
        if where.areas:
            found = {self.areas[one] for one in where.areas}
        if where.settlement == "village":
            villages = {self.areas[one.id] for one in self.content.settlements if one.kind == "village"}
            found = villages if found is None else found & villages
        if where.adjacent_to_area is not None:
            beside = self.near[self.areas[where.adjacent_to_area]]
            found = beside if found is None else found & beside
        return found

    def _where_flags(self, where: Any) -> int:
        flags = sum(WITHOUT_FLAGS[one] for one in set(where.without))
        if where.settlement is not None:
            flags |= p.P_SETTLEMENT
        if where.sietch is not None:
            flags |= p.P_SIETCH
        if where.sietch == "that":
            flags |= p.P_THREATENED
        if where.deep:
            flags |= p.P_DEEP
        if where.state is not None:
            flags |= STATE_FLAGS[where.state]
        if where.adjacent_to is not None:
            flags |= NEAR_FLAGS[where.adjacent_to]
        return flags
