"""Records of War for Arrakis that are not cards: the board, dice, pieces, tracks and numbers of the rules."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from dune_sim.content.schema import Count, Fact, Numbered, Positive, Record, ref, wrong
from dune_sim.games.arrakis.content.vocabulary import (
    ActionFace,
    AreaId,
    CombatFace,
    Faction,
    Few,
    LeaderId,
    PrescienceId,
    SectorId,
    Some,
    Terrain,
)

Share = Annotated[float, Field(ge=0, le=1)]
Position = tuple[Share, Share]
ImperiumId = Annotated[str, ref("imperium_markers")]


class Sector(Numbered):
    """A part of the board; which areas belong to it is told by the areas."""

    name: str
    ring: Literal["outer", "central"]


class Area(Numbered):
    """An area of the board; `at` is its place on a board picture, as shares of width and height."""

    name: str
    printed_name: bool = True
    sectors: Annotated[tuple[SectorId, ...], Field(min_length=1)]
    terrain: Terrain
    deep: bool = False
    sietch: bool = False
    station: bool = False
    storm_sheltered: bool = False
    at: Position

    @model_validator(mode="after")
    def _deep_is_desert(self) -> Area:
        if self.deep and self.terrain != "desert":
            raise wrong(f"only desert can be deep, not {self.terrain}")
        return self


class Border(Record):
    """Borders of the area named by the id to areas listed later; each pair is written once."""

    open: tuple[AreaId, ...] = ()
    closed: tuple[AreaId, ...] = ()


class AirZone(Numbered):
    """A zone for ornithopters and carryalls; it reaches all areas of its two sectors."""

    sectors: tuple[SectorId, SectorId]
    touches: tuple[AreaId, ...]
    at: Position


class AtomicStrike(Numbered):
    """Where a family atomic may go off, and which plateaus then lie open to storms and sandworms."""

    area: AreaId
    new_terrain: Terrain
    exposes: tuple[AreaId, ...]


class Settlement(Numbered):
    """A Harkonnen settlement; the id is that of its area."""

    id: AreaId
    kind: Literal["village", "city", "capital"]
    rank: Positive


class ActionSlots(Fact):
    """Die slots per action face."""

    leadership: Count
    strategy: Count
    deployment: Count
    mentat: Count
    house: Count


class TeamSlots(Fact):
    """Die slots per action face; results that the board has not are left out."""

    leadership: Count = 0
    strategy: Count = 0
    deployment: Count = 0
    mentat: Count = 0
    house: Count = 0


class Subfaction(Numbered):
    """A House or an ally: it has leaders, one deck of planning cards, and die slots where two share the faction."""

    name: str
    faction: Faction
    team_slots: TeamSlots


class FactionBoard(Record):
    """What a side's board offers: die slots per action, tank spaces, Bene Gesserit tokens at the start."""

    id: Faction
    slots: ActionSlots
    tank_spaces: Positive
    bene_gesserit_at_start: Count


class ActionDie(Record):
    """The action dice of a side."""

    faction: Faction
    count: Positive
    faces: Annotated[tuple[ActionFace, ...], Field(min_length=6, max_length=6)]


class CombatDie(Record):
    """The combat dice of a side."""

    faction: Faction
    count: Positive
    faces: Annotated[tuple[CombatFace, ...], Field(min_length=6, max_length=6)]


class TokenContents(Fact):
    """The figures that a deployment token stands for."""

    standard: Few = 0
    elite: Few = 0
    special_elite: Few = 0
    bashar: Few = 0


class DeploymentToken(Numbered):
    """A deployment token and the pool it belongs to."""

    faction: Faction
    pool: Literal["start", "supply", "black", "silver"]
    contents: TokenContents


class SietchToken(Numbered):
    """A sietch token and its hidden rank."""

    rank: Positive


class TestingStation(Numbered):
    """A testing station token and the marker that it moves."""

    marker: PrescienceId
    steps: Positive


class Wormsign(Record):
    """A face of the wormsign tokens: nothing, a sandworm, or one that comes up in deep desert only."""

    id: Literal["sand", "sandworm", "burrowing"]
    count: Count


class Figure(Record):
    """A pool of equal figures that are not leaders."""

    name: str
    kind: Literal["standard", "elite", "special_elite", "ornithopter", "harvester", "carryall", "sandworm"]
    faction: Faction
    count: Positive


class Supremacy(Record):
    """The Harkonnen track: reaching `win_at` wins at once."""

    start: Count
    win_at: Positive


class PrescienceMarker(Numbered):
    """One of the three Atreides markers and the length of the track it runs on."""

    name: str
    colour: str
    start: Count
    length: Positive


class EntryStep(Fact):
    """A leader enters play."""

    do: Literal["enter_play"]
    leader: LeaderId


class TokenStep(Fact):
    """A side takes Bene Gesserit tokens from the reserve."""

    do: Literal["bene_gesserit"]
    faction: Faction
    n: Positive


class WinStep(Fact):
    """A side wins."""

    do: Literal["win"]
    faction: Faction


class AtomicsStep(Fact):
    """Family atomics may be used that many times."""

    do: Literal["unlock_atomics"]
    uses: Positive


class TrackStep(Numbered):
    """What happens when a marker reaches or passes a step for the first time."""

    marker: Annotated[str, ref("prescience_markers", "supremacy", words=("any_prescience",))]
    step: Positive
    effect: Annotated[EntryStep | TokenStep | WinStep | AtomicsStep, Field(discriminator="do")]


class SpiceRow(Record):
    """A row of the spice board: what the Harkonnen get while it is the active one."""

    row: Positive
    dice_set_aside: Count
    harvesters: Count
    ornithopters: Count
    carryalls: Count
    ban_row: bool = False


class ImperiumMarker(Numbered):
    """A power of the Imperium that has to be paid."""

    name: str
    start_row: Positive


class LimitBan(Fact):
    """Areas hold fewer Harkonnen units."""

    do: Literal["unit_limit"]
    n: Some


class ForbidBan(Fact):
    """The Harkonnen may not do that."""

    do: Literal["forbid"]
    act: Literal[
        "scouting",
        "discard_planning_for_combat_dice",
        "discard_reinforcements_for_combat_dice",
        "reinforcement_for_voluntary_reveal",
    ]


BanEffect = Annotated[LimitBan | ForbidBan, Field(discriminator="do")]


class Ban(Record):
    """An Imperial ban, and what it does instead in the solo game."""

    name: str
    marker: ImperiumId
    effect: BanEffect
    solo_effect: BanEffect


class Setting(Record):
    """A number of the rules that somebody may want to vary."""

    id: Literal[
        "area_unit_limit",
        "max_combat_dice",
        "bene_gesserit_tokens",
        "bene_gesserit_per_round",
        "prescience_claims_per_round",
        "harvest_desert",
        "harvest_deep_desert",
        "spice_to_keep",
        "spice_to_raise",
        "raise_per_round",
        "unpaid_drop",
        "spice_reserve",
        "hoarding_cost",
        "hoarding_steps",
        "hoarding_up_to_step",
        "hoarding_per_round",
        "bans_for_dropped_markers",
        "solo_steps_per_round",
        "solo_steps_for_top_markers",
        "solo_spice_for_top_markers",
    ]
    value: Count
