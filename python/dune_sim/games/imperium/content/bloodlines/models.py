"""The records that Bloodlines adds, and what one of them cannot show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from dune_sim.content.schema import Numbered, Problem, Record
from dune_sim.games.imperium.content.effects import Effects, Gain, If, Pay
from dune_sim.games.imperium.content.vocabulary import Amount, Positive, SetName, SpaceId

if TYPE_CHECKING:
    from dune_sim.games.imperium.content.models import ImperiumContent

TileStanding = Literal[
    "intrigue_theft_needs_five",
    "peek_own_deck_top",
    "cheaper_board_space",
    "cheaper_commander",
    "signet_has_faction_icons",
    "skill_for_tile",
    "troop_for_intrigue",
]
#: the box with the base game: Imperium designs and copies, intrigue cards of the deck, twisted ones, leaders, skills …
BOX = {"imperium": (15, 18), "common": 10, "twisted": 12, "leaders": 5, "skills": 12, "navigation": 9}
TECH_BOX = {"imperium": (16, 20), "common": 12, "leaders": 6, "tech_tiles": 12}


class Skill(Numbered):
    """A skill of commanders: a bonus of the reveal turn, or strength in the combat."""

    name: str
    set: SetName = "custom"
    copies: Positive
    timing: Literal["reveal_turn", "combat_strength"]
    effects: Effects


class TechTile(Numbered):
    """A tech tile: what acquiring it gives, and when it works later."""

    name: str
    set: SetName = "custom"
    cost: Annotated[int, Field(ge=0, le=15)]
    acquire: Effects = ()
    reveal: Effects = ()
    flip: Effects = ()
    won: Effects = ()
    standing: TileStanding | None = None
    rival: bool
    rival_use: str = ""


class NavigationCard(Numbered):
    """A card that a leader lays down face down and plays on reaching influence."""

    name: str
    set: SetName = "custom"
    effects: Effects


class CommanderPlace(Record):
    """A space on which a commander starts, with that many players or more."""

    space: SpaceId
    players: Positive


class ModuleConstant(Record):
    """A plain number of the module."""

    id: Literal[
        "commander_cost",
        "commander_strength",
        "bank_commanders",
        "skills_shown",
        "tech_stacks",
        "council_tech_discount",
        "secret_tech_discount",
        "theft_from_vault",
        "tactics_start",
        "tactics_spice",
        "tactics_end",
        "agent_strength",
        "third_agent_strength",
        "hungry_for",
        "navigation_drawn",
        "navigation_kept",
    ]
    value: Amount


def has_module(content: ImperiumContent) -> bool:
    """Whether Bloodlines is part of this content."""
    return len(content.module_constants) > 0


def module_lists(content: ImperiumContent) -> Iterator[tuple[str, str, str, Effects]]:
    """Yield every effect list of skills, tiles and navigation cards as (table, record, place, list)."""
    for skill in content.skills:
        yield "skills", skill.id, "skill", skill.effects
    for tile in content.tech_tiles:
        for place in ("acquire", "reveal", "flip", "won"):
            yield "tech_tiles", tile.id, place, getattr(tile, place)
    for one in content.navigation:
        yield "navigation", one.id, "navigation", one.effects


def check_module(content: ImperiumContent, shipped: bool) -> Iterator[Problem]:
    """Yield what is wrong with Bloodlines across records."""
    if not has_module(content):
        return
    if shipped:
        yield from _box(content)
    for skill in content.skills:
        inner = skill.effects[0] if len(skill.effects) == 1 else None
        gives = inner.then[0] if isinstance(inner, If | Pay) and len(inner.then) == 1 else inner
        if skill.timing == "combat_strength" and not (isinstance(inner, If) and isinstance(gives, Gain)):
            yield Problem("skills", skill.id, "strength of a skill is one condition with one gain of swords")
    stacks = content.module_constant("tech_stacks")
    if content.tech_tiles and not 1 <= stacks <= 3:
        yield Problem("module_constants", "tech_stacks", "there are one to three stacks of tech tiles")
    if content.module_constant("navigation_kept") > 4:
        yield Problem("module_constants", "navigation_kept", "a leader keeps at most four navigation cards")


def _box(content: ImperiumContent) -> Iterator[Problem]:
    cards = [card for card in content.cards if card.set == "bloodlines"]
    intrigue = [card for card in content.intrigue if card.set == "bloodlines"]
    found = {
        "imperium": (len(cards), sum(card.copies for card in cards)),
        "common": sum(card.copies for card in intrigue if card.deck == "common"),
        "twisted": sum(card.copies for card in intrigue if card.deck == "twisted"),
        "leaders": sum(leader.set == "bloodlines" for leader in content.leaders),
        "skills": sum(skill.copies for skill in content.skills),
        "navigation": len(content.navigation),
        "tech_tiles": len(content.tech_tiles),
    }
    expected = {"tech_tiles": 0, **BOX, **(TECH_BOX if content.tech_tiles else {})}
    for what, number in expected.items():
        if found[what] != number:
            yield Problem("skills", "", f"the box of Bloodlines has {what}: {number}; the files have {found[what]}")
