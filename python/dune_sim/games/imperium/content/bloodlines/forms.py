"""Forms of conditions, costs and effects that Bloodlines adds; what nests lists of effects stands with the others."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from dune_sim.content.schema import wrong
from dune_sim.games.imperium.content.vocabulary import Amount, Faction, Icon, Part, Positive


class Retreating(Part):
    """A cost: so many own units go from the conflict to the garrison; commanders count as troops."""

    min: Positive
    max: Positive

    @model_validator(mode="after")
    def _rising(self) -> Self:
        if self.min > self.max:
            raise wrong("min must not be higher than max")
        return self


class Losing(Part):
    """A cost: so many own units go to the supply, the player picks which."""

    troops: Positive
    places: tuple[Literal["garrison", "conflict"], ...] = Field(alias="from", min_length=1)


class AtLeast(Part):
    min: Positive


class SpiceGained(Part):
    spice: Positive


class WaterHeld(Part):
    water: Positive


class OnIcon(Part):
    icon: Icon


class CardGone(Part):
    """What the card trashed just before is: of a faction, of a least printed cost, or no twisted intrigue card."""

    faction: Faction | None = None
    min_cost: Amount = 0
    twisted: Literal[False] | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        if len(self.model_fields_set) != 1:
            raise wrong("name one of faction, min_cost and twisted")
        return self


class CardGiven(Part):
    twisted: Literal[False]


class HasCommand(Part):
    """So much persuasion gathered in this own reveal turn, spent or not."""

    command: Positive


class HasGained(Part):
    gained_this_turn: SpiceGained


class HasCommander(Part):
    commander_in_conflict: AtLeast


class HasGarrison(Part):
    garrison_units: AtLeast


class HasTech(Part):
    tech_tiles: AtLeast


class HasTrashed(Part):
    trashed: CardGone


class HasGiven(Part):
    given: CardGiven


class Holds(Part):
    has: WaterHeld


class OnSlot(Part):
    navigation_slot: Positive


class TriggeredBy(Part):
    navigation_trigger: Faction


class CombatIcon(Part):
    """This turn the player may deploy as on a combat space."""

    combat_icon: Literal[True]


class TechPurchase(Part):
    discount: Amount


class AcquireTech(Part):
    """May buy one face-up tech tile for spice, so much cheaper."""

    acquire_tech: TechPurchase


class CommanderDiscount(Part):
    """Hiring or recruiting a commander costs so much less solari this turn."""

    commander_discount: Positive


class FactionCount(Part):
    """Factions with at least that much own influence."""

    factions_with_influence: AtLeast


class UnitKindCount(Part):
    """Kinds of own units in the conflict."""

    own_unit_types_in_conflict: Literal[True]
