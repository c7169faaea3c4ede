"""Costs and conditions of Imperium components; a condition is told by its key."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Discriminator, Field, Tag, model_validator

from dune_sim.content.schema import wrong
from dune_sim.games.imperium.content.bloodlines.forms import (
    HasCommand,
    HasCommander,
    HasGained,
    HasGarrison,
    HasGiven,
    HasTech,
    HasTrashed,
    Holds,
    Losing,
    OnIcon,
    OnSlot,
    Retreating,
    TriggeredBy,
)
from dune_sim.games.imperium.content.vocabulary import (
    Amount,
    CardId,
    Faction,
    FactionOrAny,
    Part,
    Positive,
    SpaceId,
    Zone,
    form_of,
    known_form,
)


class _NotEmpty(Part):
    @model_validator(mode="after")
    def _something(self) -> Self:
        if not self.model_fields_set:
            raise wrong("nothing is named")
        return self


class Resources(_NotEmpty):
    """Things of the bank, as cost of a space or as control bonus."""

    spice: Amount = 0
    solari: Amount = 0
    water: Amount = 0


class Amounts(Resources):
    """What a `gain` gives: also recruited troops, drawn cards, points, persuasion and swords."""

    troops: Amount = 0
    cards: Amount = 0
    intrigue: Amount = 0
    vp: Amount = 0
    persuasion: Amount = 0
    swords: Amount = 0


class InfluenceLoss(Part):
    faction: FactionOrAny
    n: Positive


class TrashCost(Part):
    n: Positive
    zones: tuple[Zone, ...] = Field(alias="from", min_length=1)
    min_cost: Amount = 0


class Cost(Resources):
    """What stands left of an arrow."""

    influence: InfluenceLoss | None = None
    trash: TrashCost | None = None
    trash_self: Literal[True] | None = None
    troops_in_conflict: Amount = 0
    retreat: Retreating | None = None
    lose: Losing | None = None
    discard: Amount = 0
    trash_intrigue: Literal[1] | None = None
    give_intrigue: Literal[1] | None = None
    trash_tech: Literal[1] | None = None


class InfluenceAtLeast(Part):
    faction: Faction
    min: Positive


class CardsInPlay(Part):
    """Own cards of a faction in play; ``other`` leaves the asking card out."""

    faction: Faction
    min: Positive = 1
    other: bool = False


class CardsOwned(Part):
    card: CardId
    min: Positive


class TracksAtLeast(Part):
    """At least ``n`` tracks on level ``min`` or higher."""

    min: Positive
    n: Annotated[int, Field(ge=1, le=4)]


class HasInfluence(Part):
    influence: InfluenceAtLeast


class HasAlliance(Part):
    alliance: FactionOrAny


class HasFremenBond(Part):
    fremen_bond: Literal[True]


class HasCouncilSeat(Part):
    council_seat: Literal[True]


class HasInPlay(Part):
    in_play: CardsInPlay


class WonConflict(Part):
    won_conflict: Literal[True]


class TurnIs(Part):
    turn: Literal["agent", "reveal"]


class AgentOn(Part):
    agent_on: SpaceId | OnIcon


class OwnsCards(Part):
    cards_owned: CardsOwned


class OwnsMoreThanEachOpponent(Part):
    more_cards_than_each_opponent: CardId


class HasTracksAt(Part):
    factions_with_influence: TracksAtLeast


_AnyCondition = (
    Annotated[HasInfluence, Tag("influence")]
    | Annotated[HasAlliance, Tag("alliance")]
    | Annotated[HasFremenBond, Tag("fremen_bond")]
    | Annotated[HasCouncilSeat, Tag("council_seat")]
    | Annotated[HasInPlay, Tag("in_play")]
    | Annotated[WonConflict, Tag("won_conflict")]
    | Annotated[TurnIs, Tag("turn")]
    | Annotated[AgentOn, Tag("agent_on")]
    | Annotated[OwnsCards, Tag("cards_owned")]
    | Annotated[OwnsMoreThanEachOpponent, Tag("more_cards_than_each_opponent")]
    | Annotated[HasTracksAt, Tag("factions_with_influence")]
    | Annotated[HasCommand, Tag("command")]
    | Annotated[HasGained, Tag("gained_this_turn")]
    | Annotated[HasCommander, Tag("commander_in_conflict")]
    | Annotated[HasGarrison, Tag("garrison_units")]
    | Annotated[HasTech, Tag("tech_tiles")]
    | Annotated[HasTrashed, Tag("trashed")]
    | Annotated[HasGiven, Tag("given")]
    | Annotated[Holds, Tag("has")]
    | Annotated[OnSlot, Tag("navigation_slot")]
    | Annotated[TriggeredBy, Tag("navigation_trigger")]
)
Condition = Annotated[_AnyCondition, Discriminator(form_of), known_form("condition", _AnyCondition)]
