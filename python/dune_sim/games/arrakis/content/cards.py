"""Records of War for Arrakis that do something: die actions, leaders and cards."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from dune_sim.content.schema import Count, Fact, Numbered, Positive, Record, exactly_one, wrong
from dune_sim.games.arrakis.content.requirements import Requirement
from dune_sim.games.arrakis.content.steps import Step
from dune_sim.games.arrakis.content.vocabulary import (
    ActionFace,
    AreaId,
    CardId,
    Condition,
    DeckId,
    Faction,
    Few,
    LeaderId,
    MarkerLevel,
    SectorId,
    Some,
)


class Action(Record):
    """What a die face lets a side do: one of the options, each a list of steps."""

    faction: Faction
    face: ActionFace | Literal["desert_power"]
    options: Annotated[tuple[tuple[Step, ...], ...], Field(min_length=1)]


class Entry(Fact):
    """Exactly one way in which a leader enters play."""

    start: Literal[True] | None = None
    supremacy: Positive | None = None
    prescience: MarkerLevel | None = None
    planning_card: CardId | None = None
    removed_from_game: LeaderId | None = None

    @model_validator(mode="after")
    def _one(self) -> Entry:
        exactly_one(self, "an entry")
        return self


class Strip(Fact):
    """What one special result becomes when the leader uses it."""

    hits: Few
    shields: Few


class Leader(Numbered):
    """A leader card; generic leaders stand for several equal figures."""

    name: str
    subfaction: DeckId
    kind: Literal["named", "generic", "sandworm"]
    figures: Some = 1
    slot: ActionFace | Literal["desert_power"] | None = None
    entry: Annotated[tuple[Entry, ...], Field(min_length=1)]
    combat: Strip | None = None
    special: tuple[Step, ...] = ()
    #: what the special action is in the solo game, if it differs; cards that are drawn are played at once
    solo_special: tuple[Step, ...] = ()
    on_entry: tuple[Step, ...] = ()
    replaces: LeaderId | None = None

    @property
    def starts_in_play(self) -> bool:
        return self.kind == "named" and any(way.start for way in self.entry)

    @model_validator(mode="after")
    def _special_needs_a_slot(self) -> Leader:
        if bool(self.special) != (self.slot is not None):
            raise wrong("a leader has a slot if and only if it has a special action")
        return self


class LeaderGroup(Record):
    """A name on cards that stands for several leaders."""

    members: Annotated[tuple[LeaderId, ...], Field(min_length=2)]


class DiscardCost(Fact):
    """Own cards with that id that must be discarded."""

    card: CardId
    min: Some
    max: Some


class FreeAction(Fact):
    """Something a card in hand allows as a free action."""

    requires: Condition
    discard: DiscardCost
    effect: tuple[Step, ...]


class PlanningCard(Numbered):
    """A planning card; one that is not playable cannot be discarded for a combat die either."""

    name: str
    deck: DeckId
    copies: Positive = 1
    playable: bool = True
    effect: tuple[Step, ...] = ()
    free_action: FreeAction | None = None

    @model_validator(mode="after")
    def _does_something(self) -> PlanningCard:
        if self.playable != bool(self.effect):
            raise wrong("a card has an effect if and only if it is playable")
        return self


class MarkerSteps(Fact):
    """A number per prescience marker."""

    kwisatz_haderach: Count = 0
    sand_dwellers: Count = 0
    jihad: Count = 0


class PrescienceCard(Numbered):
    """A prescience card: when it can be claimed, what it asks for and which markers it moves."""

    name: str
    timing: Literal["action_phase", "round_end"]
    requirement: Annotated[tuple[Requirement, ...], Field(min_length=1)]
    advances: MarkerSteps


class Objective(Numbered):
    """A secret objective: the least value of each marker."""

    targets: MarkerSteps


class TacticalCard(Record):
    """A card that steers the Harkonnen in the solo game: a sietch and a sector (or all central ones)."""

    sietch: AreaId
    sectors: Annotated[tuple[SectorId, ...], Field(min_length=1)]
