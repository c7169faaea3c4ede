"""The Mahdi solo game in a scenario: tactical cards, Harkonnen dice, tokens and the pile."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import Field

from dune_sim.content.schema import Count, Fact
from dune_sim.errors import ScenarioError
from dune_sim.games.arrakis.kernels import opcodes
from dune_sim.games.arrakis.tables.names import FACES, Names, bits

UNKNOWN = "unknown"
COLOURS = ("black", "silver")


class MahdiShape(Fact):
    """What the solo game adds: cards by the sietch they name, dice, what was seen of the reinforcement pile."""

    harvest: str | None = None
    target: str | None = None
    #: tactical cards still in the deck; by default all but the two in use
    tactics: tuple[str, ...] | None = None
    unrolled: Count | None = None
    blocked: Count | None = None
    used: dict[str, Count] = Field(default_factory=dict)
    last_deck: str | None = None
    pile_seen: tuple[str, ...] = ()
    scheme_aside: str | None = None


class Lists:
    """Names of the solo game by their numbers."""

    def __init__(self, names: Names) -> None:
        content = names.content
        self.tactics = [one.sietch for one in content.tactical_cards]
        self.tokens = [one.id for colour in COLOURS for one in content.deployment_tokens if one.pool == colour]
        self.decks = [one.id for one in content.subfactions if one.faction == "harkonnen"]


def export_mahdi(names: Names, state: Any) -> dict[str, Any]:
    """The part of a position that only the solo game has; nothing of it is hidden from the player."""
    lists = Lists(names)
    cards = {
        key: lists.tactics[int(state[field]) - 1] if state[field] else None
        for key, field in (("harvest", "harvest_card"), ("target", "target_card"))
    }
    aside = bits(int(state["scheme_aside"]), names.cards[0])
    return {
        **cards,
        "tactics": bits(int(state["tactics"]), lists.tactics),
        "unrolled": int(state["unrolled"]),
        "blocked": int(state["blocked"]),
        "used": {face: int(state["used_faces"][k]) for k, face in enumerate(FACES)},
        "last_deck": lists.decks[int(state["last_deck"]) - 1] if state["last_deck"] else None,
        "pile_seen": bits(int(state["pile_seen"]), names.cards[0]),
        "scheme_aside": aside[0] if aside else None,
    }


def token_words(names: Names, state: Any, hidden: bool) -> dict[int, list[str]]:
    """Harkonnen tokens by area; of hidden ones only the colour of their backs."""
    found: dict[int, list[str]] = {}
    for k, token in enumerate(Lists(names).tokens):
        at = int(state["h_token_at"][k])
        if at < opcodes.AT_OUT:
            found.setdefault(at, []).append(f"{UNKNOWN} {COLOURS[k // 6]}" if hidden else token)
    return {at: sorted(listed) if hidden else listed for at, listed in found.items()}


class MahdiBuilder:
    """Fills the fields of the solo game."""

    def __init__(self, names: Names, state: Any) -> None:
        self.names, self.state, self.lists = names, state, Lists(names)
        self.seen: set[int] = set()
        state["mahdi"] = 1
        state["h_token_at"] = opcodes.AT_SUPPLY

    def token(self, word: str, area: int) -> None:
        """A token that lies in an area."""
        k = self.names.find(self.lists.tokens, word, "Harkonnen token")
        if k in self.seen:
            raise ScenarioError(f"{word} is in two places")
        self.seen.add(k)
        self.state["h_token_at"][k] = area
        self.state["h_token_laid"][k] = self.state["h_token_time"] = 1
        self.state["h_tokens"][area >> 6] |= type(self.state["h_tokens"][0])(1 << (area & 63))

    def build(self, shape: MahdiShape, row_dice: int, dice: int) -> None:
        """The rest, once the dice of the row are known."""
        self._cards(shape)
        self._dice(shape, row_dice, dice)
        self.state["pile_seen"] = self._planning(shape.pile_seen)
        if shape.scheme_aside is not None:
            self.state["scheme_aside"] = self._planning([shape.scheme_aside])
            self.state["deck"][0] &= ~self.state["scheme_aside"]
        if shape.last_deck is not None:
            self.state["last_deck"] = self.names.find(self.lists.decks, shape.last_deck, "deck") + 1

    def _planning(self, words: Iterable[str]) -> int:
        return sum({1 << self.names.find(self.names.cards[0], one, "Harkonnen card") for one in words})

    def _cards(self, shape: MahdiShape) -> None:
        """Tactical cards; without any the first that fit."""
        standing = [one for k, one in enumerate(self.names.sietch_areas) if self.state["sietch_at"][k] < opcodes.AT_OUT]
        harvest = shape.harvest or self.lists.tactics[0]
        sectors = {one.sietch: one.sectors for one in self.names.content.tactical_cards}
        self.names.find(self.lists.tactics, harvest, "tactical card")
        fitting = [one for one in self.lists.tactics if sectors[one] != sectors[harvest] and one in standing]
        target = shape.target or (fitting[0] if fitting else None)
        numbers = []
        for field, word in (("harvest_card", harvest), ("target_card", target)):
            if word is not None:
                numbers.append(self.names.find(self.lists.tactics, word, "tactical card"))
                self.state[field] = numbers[-1] + 1
        if target is not None and target not in standing:
            raise ScenarioError(f"{target} was destroyed, so it cannot be the target")
        left = [one for k, one in enumerate(self.lists.tactics) if k not in numbers]
        for one in left if shape.tactics is None else shape.tactics:
            self.state["tactics"] |= 1 << self.names.find(self.lists.tactics, one, "tactical card")

    def _dice(self, shape: MahdiShape, row_dice: int, dice: int) -> None:
        for face, many in shape.used.items():
            self.state["used_faces"][self.names.find(list(FACES), face, "result")] = many
        used = sum(shape.used.values())
        blocked = row_dice if shape.blocked is None else shape.blocked
        unrolled = dice - blocked - used if shape.unrolled is None else shape.unrolled
        if unrolled < 0 or unrolled + blocked + used > dice:
            raise ScenarioError(f"{unrolled} unrolled, {blocked} blocked and {used} used Harkonnen dice are not {dice}")
        self.state["unrolled"], self.state["blocked"], self.state["used"][0] = unrolled, blocked, used
        for field in ("dice", "surplus"):
            self.state[field][0] = 0


def at_rest(shape: MahdiShape) -> MahdiShape:
    """Outside the action phase no die is in use."""
    return shape.model_copy(update={"unrolled": shape.unrolled or 0, "blocked": shape.blocked or 0})
