"""Words for the numbers of War for Arrakis: what the kernels count, in the order in which they count it."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING, Any

from dune_sim.errors import ScenarioError
from dune_sim.games.arrakis.content.vocabulary import FACTIONS as FACTIONS
from dune_sim.games.arrakis.options import ALLIES, ALLY, HOUSES, TWO, Mode
from dune_sim.lang.declare import Subjects

if TYPE_CHECKING:
    from dune_sim.games.arrakis.content.cards import PlanningCard
    from dune_sim.games.arrakis.content.models import ArrakisContent

FACES = ("leadership", "strategy", "deployment", "mentat", "house")
CLASSES = ("standard", "elite", "special_elite")
MARKERS = ("kwisatz_haderach", "sand_dwellers", "jihad")
VEHICLES = ("harvester", "ornithopter", "carryall")
SIGNS = ("sand", "sandworm", "burrowing")
GENERIC = ("bashar", "naib")
PHASES = ("start", "vehicles", "actions", "desert", "spice", "end")
REASONS = ("", "supremacy", "objective", "arrakeen", "round_cap")
WILD = 15
DECK_CARDS = 18
ATREIDES_LEADERS = 7


def roll_words(hits: int, shields: int) -> str:
    """Hits and shields, those that are none left out."""
    parts = [f"{n} {noun}" if n == 1 else f"{n} {noun}s" for n, noun in ((hits, "hit"), (shields, "shield")) if n]
    return ", ".join(parts) or "nothing"


def leader_numbers(content: ArrakisContent) -> dict[str, int]:
    """Leader id -> number in the kernels; the Wild Maker comes last, generic leaders have none."""
    return {one.id: one.number for one in content.leaders if one.kind != "generic"}


def card_list(content: ArrakisContent, faction: str) -> list[str]:
    """Ids of a faction's planning cards by their place among the 36, copies included.

    A card lies at its number, its copies behind it; what an overlay adds takes the places that are left in its deck.
    """
    found: list[str] = []
    for deck in content.subfactions:
        if deck.faction == faction:
            cards = [card for card in content.planning_cards if card.deck == deck.id]
            found += _places(cards, range(DECK_CARDS * deck.number, DECK_CARDS * (deck.number + 1)))
    return found


def _places(cards: list[PlanningCard], deck: range) -> list[str]:
    placed: dict[int, str] = {}
    waiting: list[str] = []
    numbers = {card.number for card in cards}
    for card in cards:
        known = card.number in deck
        for at in range(card.number, card.number + card.copies):
            known = known and at in deck and (at == card.number or at not in numbers)
            if known:
                placed[at] = card.id
            else:
                waiting.append(card.id)
    placed.update(zip([at for at in deck if at not in placed], waiting, strict=True))
    return [placed[at] for at in deck]


class Names:
    """Ids and printed names by the numbers of the kernels."""

    def __init__(self, content: Any, mode: Mode = TWO) -> None:
        self.content, self.mode = content, mode
        self.areas: list[str] = list(content.areas.ids)
        self.zones: list[str] = list(content.air_zones.ids)
        self.sectors: list[str] = list(content.sectors.ids)
        self.named = [one for one in content.leaders if one.kind == "named"]
        self.leaders: list[str] = [one.id for one in content.leaders if one.kind != "generic"]
        self.tokens: list[str] = [one.id for one in content.deployment_tokens if one.faction == "atreides"]
        self.prescience: list[str] = list(content.prescience_cards.ids)
        self.objectives: list[str] = list(content.objectives.ids)
        self.imperium: list[str] = list(content.imperium_markers.ids)
        self.stations: list[str] = list(content.testing_stations.ids)
        self.tiles: list[str] = list(content.atomic_strikes.ids)
        self.sietch_areas = [one.id for one in content.areas if one.sietch]
        self.station_areas = [one.id for one in content.areas if one.station]
        self.settlements: list[str] = list(content.settlements.ids)
        self.cards = [self._cards(faction) for faction in FACTIONS]
        self.leader_text: dict[str, str] = {one.id: one.name for one in content.leaders}
        self.area_text: dict[str, str] = {one.id: one.name for one in content.areas}

    def card_mask(self, board: int) -> int:
        """The cards of a faction that a board may hold: both decks, of a shared faction one (ARR-TEAM-11)."""
        if not self.shares(board % ALLY):
            return (1 << 2 * DECK_CARDS) - 1
        return (1 << DECK_CARDS) - 1 << DECK_CARDS * (board // ALLY)

    def slots(self, name: str) -> Any:
        """Die slots of a board by its id."""
        if name in FACTIONS:
            return self.content.faction_boards.get(name).slots
        return self.content.subfactions.get(name).team_slots

    def shares(self, who: int) -> bool:
        """Whether two people play a faction."""
        return len(self.mode.laid[who]) > 1

    @property
    def boards(self) -> list[tuple[int, str]]:
        """Numbers and ids of the boards on the table."""
        return [board for boards in self.mode.laid for board in boards]

    def _cards(self, faction: str) -> list[str]:
        """Cards of both decks of a faction, copies told apart by ``#2``, ``#3``."""
        listed = card_list(self.content, faction)
        copies = [listed[: k + 1].count(name) for k, name in enumerate(listed)]
        return [name if copy == 1 else f"{name}#{copy}" for name, copy in zip(listed, copies, strict=True)]

    @cached_property
    def subjects(self) -> Subjects:
        """Names by number of what actions and columns count."""
        free = [one.free_action.discard for one in self.content.planning_cards if one.free_action is not None]
        return {
            "loss": [*CLASSES, "generic", *self.leaders[:WILD]],
            "roll": [roll_words(k // 4, k % 4) for k in range(16)],
            "scheme": [str(n) for one in free for n in range(one.min, one.max + 1)],
            "face": FACES, "class": [*CLASSES, "generic"], "leader": self.leaders, "token": self.tokens,
            "zone": self.zones, "vehicle": VEHICLES, "marker": MARKERS, "imperium": self.imperium,
            "card": [*self.cards[0], *self.cards[1]], "prescience": self.prescience, "area": self.areas,
            "faction": FACTIONS, "reason": REASONS, "objective": self.objectives,
            "member": [*HOUSES, *ALLIES],
            "any_card": [*self.cards[0], *self.cards[1], *self.prescience],
        }  # fmt: skip

    def printed(self, kind: str, name: str) -> str:
        """The printed name of an id of a kind; ids that are words of their own stay as they are."""
        tables: dict[str, Any] = {
            "area": self.content.areas,
            "leader": self.content.leaders,
            "imperium": self.content.imperium_markers,
            "marker": self.content.prescience_markers,
            "prescience": self.content.prescience_cards,
            "member": self.content.subfactions,
        }
        return str(tables[kind].get(name).name) if kind in tables else name

    @cached_property
    def card_text(self) -> dict[str, str]:
        """Printed name of each card; cards that share a name with another are told apart by a letter."""
        named = {one.id: one.name for one in self.content.planning_cards}
        shared = [name for name in named.values() if list(named.values()).count(name) > 1]
        return {
            key: f"{name} ({key.rsplit('_', 1)[-1].upper()})" if name in shared else name for key, name in named.items()
        }

    def deck_of(self, faction: int, card: str) -> str:
        """The deck of a card, which its back tells."""
        return str(self.content.planning_cards.get(card.split("#")[0]).deck)

    def leader_name(self, leader: int) -> str:
        return self.leader_text[self.leaders[leader]]

    def area_name(self, area: int) -> str:
        return self.area_text[self.areas[area]]

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
