"""Words for the numbers of War for Arrakis: what the kernels count, in the order in which they count it."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cached_property
from typing import Any

from dune_sim.errors import ScenarioError

FACTIONS = ("harkonnen", "atreides")
FACES = ("leadership", "strategy", "deployment", "mentat", "house")
CLASSES = ("standard", "elite", "special_elite")
MARKERS = ("kwisatz_haderach", "sand_dwellers", "jihad")
VEHICLES = ("harvester", "ornithopter", "carryall")
SIGNS = ("sand", "sandworm", "burrowing")
GENERIC = ("bashar", "naib")
PHASES = ("start", "vehicles", "actions", "desert", "spice", "end")
REASONS = ("", "supremacy", "objective", "arrakeen", "round_cap")
WILD = 15
ATREIDES_LEADERS = 7


class Names:
    """Ids and printed names in the order of the kernels."""

    def __init__(self, content: Any) -> None:
        self.content = content
        self.areas: list[str] = list(content.areas.ids)
        self.zones: list[str] = list(content.air_zones.ids)
        self.sectors: list[str] = list(content.sectors.ids)
        self.named = [one for one in content.leaders if one.kind == "named"]
        self.leaders: list[str] = [one.id for one in self.named] + ["wild_maker"]
        self.tokens: list[str] = [one.id for one in content.deployment_tokens if one.faction == "atreides"]
        self.prescience: list[str] = list(content.prescience_cards.ids)
        self.objectives: list[str] = list(content.objectives.ids)
        self.imperium: list[str] = list(content.imperium_markers.ids)
        self.stations: list[str] = list(content.testing_stations.ids)
        self.tiles: list[str] = list(content.atomic_strikes.ids)
        self.sietch_areas = [one.id for one in content.areas if one.sietch]
        self.station_areas = [one.id for one in content.areas if one.station]
        self.settlements: list[str] = list(content.settlements.ids)
        self.cards = [self._cards("harkonnen"), self._cards("atreides")]
        self.leader_text: dict[str, str] = {one.id: one.name for one in content.leaders}
        self.area_text: dict[str, str] = {one.id: one.name for one in content.areas}

    def _cards(self, faction: str) -> list[str]:
        """Cards of both decks of a faction, copies told apart by ``#2``, ``#3``."""
        decks = [one.id for one in self.content.subfactions if one.faction == faction]
        listed = []
        for deck in decks:
            for card in self.content.planning_cards:
                if card.deck == deck:
                    listed += [card.id] + [f"{card.id}#{k}" for k in range(2, card.copies + 1)]
        return listed

    @cached_property
    def card_text(self) -> dict[str, str]:
        """Printed name of each card; cards that share a name with another are told apart by a letter."""
        named = {one.id: one.name for one in self.content.planning_cards}
        shared = [name for name in named.values() if list(named.values()).count(name) > 1]
        return {
            key: f"{name} ({key.rsplit('_', 1)[-1].upper()})" if name in shared else name for key, name in named.items()
        }

    def card_name(self, faction: int, card: int) -> str:
        return self.card_text[self.cards[faction][card].split("#")[0]]

    def deck_of(self, faction: int, card: str) -> str:
        """The deck of a card, which its back tells."""
        return str(self.content.planning_cards.get(card.split("#")[0]).deck)

    def leader_name(self, leader: int) -> str:
        return self.leader_text[self.leaders[leader]]

    def area_name(self, area: int) -> str:
        return self.area_text[self.areas[area]]

    def prescience_name(self, card: int) -> str:
        return str(self.content.prescience_cards[card].name)

    @cached_property
    def aliases(self) -> dict[str, str]:
        return {one.id: one.means for one in self.content.aliases}

    def find(self, listed: list[str], word: Any, what: str) -> int:
        """Number of an id, or a refusal that names the nearest one."""
        known = self.aliases.get(word, word) if isinstance(word, str) else word
        if known in listed:
            return listed.index(known)
        near = get_close_matches(str(word), listed, 1)
        raise ScenarioError(f"unknown {what} {word!r}" + (f"; did you mean {near[0]!r}?" if near else ""))


def bits(mask: int, listed: list[str] | tuple[str, ...]) -> list[str]:
    """The names of the bits of a mask."""
    return [name for k, name in enumerate(listed) if mask >> k & 1]


def word_set(words: Any) -> set[int]:
    """Areas of a board of two words."""
    whole = int(words[0]) | int(words[1]) << 64
    return {k for k in range(128) if whole >> k & 1}


def unpack(packed: int) -> list[int]:
    """Standard, elite, special elite and generic leaders of a packed legion."""
    return [packed >> 4 * k & 15 for k in range(4)]
