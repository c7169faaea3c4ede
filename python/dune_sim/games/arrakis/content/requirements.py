"""What prescience cards ask for; `need` tells the kind of requirement."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from dune_sim.content.schema import Fact
from dune_sim.games.arrakis.content.vocabulary import LeaderName, Some, Terrain


class LegionsIn(Fact):
    """Own legions stand in at least that many areas of the terrain."""

    need: Literal["legions_in"]
    terrain: Terrain
    min_areas: Some
    without_sietch: bool = False


class LeadersIn(Fact):
    """Every leader named stands in such an area; they may stand in different ones."""

    need: Literal["leaders_in"]
    who: tuple[LeaderName, ...]
    terrain: Terrain
    deep: bool = False
    without_sietch: bool = False


class LeadersTogether(Fact):
    """The leaders named share one area with a sietch."""

    need: Literal["leaders_together"]
    who: tuple[LeaderName, ...]
    place: Literal["sietch"]


class RevealHere(Fact):
    """Turn up own facedown sietches or deployment tokens in the leader's area now."""

    need: Literal["reveal_sietch", "reveal_tokens"]
    n: Some
    in_area_of: LeaderName


class Spend(Fact):
    """Use up unused action dice without their action, or discard own planning cards."""

    need: Literal["spend_action_die", "discard_planning"]
    n: Some


class ToOwnTank(Fact):
    """Put the leader on the first tank space; `no_enemy_in_sector`: no enemy legion shares its sector."""

    need: Literal["to_own_tank"]
    who: LeaderName
    no_enemy_in_sector: bool = False


class RemoveOwn(Fact):
    """Take own units, or tokens instead, off a sietch area that an enemy legion is near to."""

    need: Literal["remove_own"]
    units: Some
    or_tokens: Some
    place: Literal["sietch"]
    enemy_within: Some


class Sandride(Fact):
    """A move of that leader's legion crosses a sandworm by sandriding."""

    need: Literal["sandride"]
    who: LeaderName


class Happened(Fact):
    """Harvesters were lost, or sandworm attacks dealt hits, at least that often in this action phase."""

    need: Literal["harvesters_destroyed", "sandworm_hits"]
    min: Some


class BattleWon(Fact):
    """A battle in that role and place was won in this action phase."""

    need: Literal["battle_won"]
    role: Literal["attacker", "defender"]
    place: Literal["sietch"]


class EnemyLeadersRemoved(Fact):
    """Enemy leaders were eliminated or sent to the tank in this action phase."""

    need: Literal["enemy_leaders_removed"]
    named: Some
    or_generic: Some


Requirement = Annotated[
    LegionsIn
    | LeadersIn
    | LeadersTogether
    | RevealHere
    | Spend
    | ToOwnTank
    | RemoveOwn
    | Sandride
    | Happened
    | BattleWon
    | EnemyLeadersRemoved,
    Field(discriminator="need"),
]
