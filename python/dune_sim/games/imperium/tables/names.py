"""Words for the numbers of Dune: Imperium: what the kernels count, in the order in which they count it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from dune_sim.engines.memory import Records
from dune_sim.engines.memory import bits as set_in
from dune_sim.errors import ScenarioError
from dune_sim.games.imperium.content.models import ImperiumContent
from dune_sim.games.imperium.content.vocabulary import FACTIONS
from dune_sim.games.imperium.kernels.opcodes import LEADERS_GIVEN
from dune_sim.lang.declare import Subjects

UNKNOWN = "unknown"
PHASES = ("leaders", "round_start", "turns", "combat", "recall", "endgame", "over")
REASONS = ("none", "points", "conflicts")


class Names:
    """Ids by the numbers of the kernels, empty ones for numbers not in use; and which card slot is which card."""

    def __init__(self, content: ImperiumContent, tables: Records, items: Sequence[str]) -> None:
        self.content = content
        t = tables[0]
        self.designs: list[str] = list(content.cards.by_number)
        self.starters = frozenset(card.id for card in content.cards_of("starter"))
        self.reserve: list[str] = [card.id for card in content.cards_of("reserve")]
        self.intrigues: list[str] = list(content.intrigue.by_number)
        #: cards by the number of their design, then intrigue cards
        self.any_card = [*self.designs, *[""] * (len(t["cost"]) - len(self.designs)), *self.intrigues]
        self.conflicts: list[str] = list(content.conflicts.by_number)
        self.spaces: list[str] = list(content.spaces.by_number)
        self.leaders: list[str] = list(content.leaders.by_number)
        #: keys of the effects that a player orders: what each comes from and its place there
        self.items: list[str] = list(items)
        self.factions: list[str] = list(FACTIONS)
        self.players = int(t["players"])
        #: people, and everybody with pieces on the board
        self.humans, self.seated = (
            (int(t["humans"]), int(t["seated"])) if "humans" in t.dtype.names else (self.players, self.players)
        )
        self.seats = self._seat_names(t)
        self.hagal: list[str] = list(content.hagal_cards.by_number)
        cards = word_bits([t["hagal_cards"]]) if "humans" in t.dtype.names else []
        self.hagal_slots: dict[int, str] = {slot: self.hagal[int(t["hagal_design"][slot])] for slot in cards}
        #: intrigue cards that only one leader draws, and whether Bloodlines and its tech module are played
        self.twisted = frozenset(card.id for card in content.intrigue if card.deck == "twisted")
        self.bloodlines = "bloodlines" in t.dtype.names and bool(t["bloodlines"])
        self.tech = self.bloodlines and bool(t["tech"])
        self.skills: list[str] = list(content.skills.by_number)
        self.tiles: list[str] = list(content.tech_tiles.by_number)
        self.courses: list[str] = list(content.navigation.by_number)
        self.makers = _indexed(self.spaces, t["maker"])
        self.controls = _indexed(self.spaces, t["control"])
        self.once = _indexed(self.spaces, t["once"])
        cards = word_bits(t["cards"])
        self.slots: dict[int, str] = {slot: self.designs[int(t["design"][slot])] for slot in cards}
        self.starter_slots = [word_bits(t["own_start"][seat]) for seat in range(self.players)]
        self.deck_slots = word_bits(t["imperium"])
        self.reserve_slots = word_bits(t["reserve"])
        held = bits(as_number(t["intrigues"]) | (as_number(t["twisted"]) if "twisted" in t.dtype.names else 0))
        self.intrigue_slots: dict[int, str] = {one: self.intrigues[int(t["intrigue_design"][one])] for one in held}

    def _seat_names(self, t: Any) -> list[str]:
        """What seats are called: by their leaders where these are given, else by number; rivals as such."""
        people = [f"seat{seat}" for seat in range(self.humans)]
        if int(t["leader_mode"]) == LEADERS_GIVEN:
            people = [self.leaders[int(one)] for one in t["seat_leader"][: self.humans]]
        rivals = [f"rival{seat}" for seat in range(self.humans, self.players)]
        if rivals and int(t["rival_mode"]) == LEADERS_GIVEN:
            rivals = [self.leaders[int(one)] for one in t["seat_leader"][self.humans : self.players]]
        return [*people, *rivals, *(["house_hagal"] if self.seated > self.players else [])]

    def is_rival(self, seat: int) -> bool:
        return seat >= self.humans

    def number(self, what: str, name: Any, known: list[str], where: str) -> int:
        """The number of an id; an unknown one is refused with the nearest known."""
        if not isinstance(name, str) or not name or name not in known:
            raise ScenarioError(f"{where}: {unknown(what, name, known)}")
        return known.index(name)

    def table(self, what: str) -> list[str]:
        """Ids of a kind: card, intrigue card, conflict, space, leader or faction."""
        return {
            "card": self.designs,
            "intrigue card": self.intrigues,
            "conflict": self.conflicts,
            "space": self.spaces,
            "leader": self.leaders,
            "faction": self.factions,
        }[what]

    @property
    def subjects(self) -> Subjects:
        """Names by number of what actions, columns and features count."""
        return {
            "faction": self.factions, "seat": self.seats, "space": self.spaces, "leader": self.leaders,
            "card": self.designs, "item": self.items, "intrigue": self.intrigues, "reason": REASONS,
            "conflict": self.conflicts, "maker": self.makers, "control": self.controls, "any_card": self.any_card,
            "skill": self.skills, "tech": self.tiles, "course": self.courses,
        }  # fmt: skip

    def find(self, what: str, name: Any, where: str) -> int:
        """The number of an id of a kind."""
        return self.number(what, name, self.table(what), where)


def unknown(what: str, name: Any, known: Iterable[str]) -> str:
    """A sentence for an unknown id."""
    near = get_close_matches(str(name), list(known), 1)
    return f"there is no {what} {name!r}" + (f"; did you mean {near[0]}" if near else "")


def word_bits(words: Any) -> list[int]:
    """Positions of the set bits of 64-bit words, rising."""
    found = []
    for at, word in enumerate(words):
        rest = int(word)
        while rest:
            found.append(64 * at + (rest & -rest).bit_length() - 1)
            rest &= rest - 1
    return found


def as_number(words: Any) -> int:
    """A set in memory, one word or several, as one number."""
    return int(set_in(words))


def bits(value: Any) -> list[int]:
    """Positions of the set bits of one number, rising."""
    return word_bits([value])


def counted(names: Iterable[str]) -> dict[str, int]:
    """How often each name occurs, in order of the first."""
    found: dict[str, int] = {}
    for name in names:
        found[name] = found.get(name, 0) + 1
    return found


def total(cards: Mapping[str, int]) -> int:
    """Cards in a zone."""
    return sum(cards.values())


def _indexed(spaces: list[str], index: Any) -> list[str]:
    """Spaces by the index (from 1) that a table gives some of them."""
    found = {int(one): spaces[k] for k, one in enumerate(index) if int(one)}
    return [found[k] for k in sorted(found)]
