"""Who sits at the table besides people, and what of the content is theirs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dune_sim.content.schema import Table
from dune_sim.games.imperium.content.models import ImperiumContent, Space
from dune_sim.games.imperium.content.rivals import Difficulty, HagalCard

#: rivals of the solo game
SOLO_RIVALS = 2


@dataclass(frozen=True)
class Rivals:
    """Who sits at the table besides people; ``difficulty`` None: House Hagal in the game for two."""

    difficulty: Difficulty | None = None
    #: leader ids of the solo game, None: at random, "draft": chosen by the player
    leaders: Sequence[str] | str | None = None

    @property
    def solo(self) -> bool:
        return self.difficulty is not None

    @property
    def names(self) -> list[str]:
        """What the seats of the rivals that score are called: by their leaders, if these are given."""
        if not self.solo:
            return []
        return list(self.leaders) if isinstance(self.leaders, list) else [f"rival{k + 1}" for k in range(SOLO_RIVALS)]

    @property
    def humans(self) -> int:
        return 1 if self.solo else 2

    @property
    def players(self) -> int:
        """Seats that take turns and score."""
        return self.humans + (SOLO_RIVALS if self.solo else 0)


def facts_for(content: ImperiumContent, rivals: Rivals | None) -> ImperiumContent:
    """The content of a game with rivals: some spaces cost something else at some difficulties (HAG-SOLO-09)."""
    if rivals is None or rivals.difficulty is None:
        return content
    name = rivals.difficulty.id
    return replace(content, spaces=Table(_space_at(space, name) for space in content.spaces))


def _space_at(space: Space, difficulty: str) -> Space:
    cost = getattr(space.solo_cost, difficulty) if space.solo_cost else None
    return space if cost is None else space.model_copy(update={"cost": cost})


def hagal_deck(content: ImperiumContent, rivals: Rivals) -> list[HagalCard]:
    """The design of every House Hagal card in the game (HAG-2P-04, HAG-SOLO-08)."""
    mode = "solo" if rivals.solo else "two_players"
    return [card for card in content.hagal_cards if card.used(mode) for _ in range(card.copies)]
