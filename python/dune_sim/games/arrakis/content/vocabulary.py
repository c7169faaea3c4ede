"""Words of the War for Arrakis content: ids, places, legions and conditions that effects speak of."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from dune_sim.content.schema import Fact, exactly_one, ref, wrong

Faction = Literal["harkonnen", "atreides"]
#: the factions by number
FACTIONS = ("harkonnen", "atreides")
Terrain = Literal["mountain", "plateau", "minor_erg", "desert"]
ActionFace = Literal["leadership", "strategy", "deployment", "mentat", "house"]
CombatFace = Literal["sword", "shield", "special"]
UnitKind = Literal["standard", "elite", "special_elite"]
VehicleKind = Literal["ornithopter", "harvester", "carryall"]
UNIT_KINDS = ("standard", "elite", "special_elite")
PIECES = ("testing_station", "deployment_token", "air_zone", "tactical_card", "wormsign", "sietch_token")

#: small numbers, packed four bits each into the rules
Few = Annotated[int, Field(ge=0, le=15)]
Some = Annotated[int, Field(ge=1, le=15)]

AreaId = Annotated[str, ref("areas")]
SectorId = Annotated[str, ref("sectors")]
LeaderId = Annotated[str, ref("leaders")]
LeaderName = Annotated[str, ref("leaders", "leader_groups")]
LeaderChoice = Annotated[str, ref("leaders", "leader_groups", words=("named_or_generic",))]
DeckId = Annotated[str, ref("subfactions")]
CardId = Annotated[str, ref("planning_cards")]
PrescienceId = Annotated[str, ref("prescience_markers")]
PrescienceChoice = Annotated[str, ref("prescience_markers", words=("any",))]


class Legion(Fact):
    """Which own legions fit: all conditions given must hold; `last` is the one the step before touched."""

    any: Literal[True] | None = None
    last: Literal[True] | None = None
    with_leader: Literal[True] | None = None
    containing: Annotated[str, ref("leaders", "leader_groups", words=UNIT_KINDS)] | None = None
    at: AreaId | None = None
    terrain: Terrain | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Legion:
        if not self.model_fields_set:
            raise wrong("a legion needs a condition; write { any = true } for any own legion")
        return self


class Where(Fact):
    """Which places fit: all conditions given must hold."""

    areas: tuple[AreaId, ...] = ()
    settlement: Literal["any", "village"] | None = None
    sietch: Literal["any", "that"] | None = None
    legion: Legion | None = None
    terrain: Terrain | None = None
    deep: Literal[True] | None = None
    state: Literal["empty", "free"] | None = None
    without: tuple[Literal["wormsign", "sandworm", "sietch"], ...] = ()
    max_per_area: Some | None = None
    adjacent_to: Literal["own_legion", "last_legion", "sandworm", "start"] | None = None
    adjacent_to_area: AreaId | None = None
    same_sector: Literal[True] | None = None
    same_sector_as: Annotated[str, ref("leaders", words=("own_legion",))] | None = None
    sector_with: Literal["own_legion"] | None = None
    air_zones: Literal["connected"] | None = None
    connected_to: Literal["removed_vehicle"] | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Where:
        if not self.model_fields_set:
            raise wrong("a place needs a condition; leave the key out where any place will do")
        return self


class MarkerLevel(Fact):
    """A prescience marker (or any of them) stands at `min` or higher."""

    marker: PrescienceChoice
    min: Some


class EnemyNear(Fact):
    """An enemy legion stands at most `areas` areas from an own piece of that kind."""

    areas: Some
    of: Literal["sietch"]


class Condition(Fact):
    """Exactly one thing that is tested when the step is reached."""

    in_play: LeaderId | None = None
    removed_from_game: LeaderId | None = None
    atomics_used: Literal[True] | None = None
    prescience: MarkerLevel | None = None
    enemy_legion_within: EnemyNear | None = None

    @model_validator(mode="after")
    def _one(self) -> Condition:
        exactly_one(self, "a condition")
        return self
