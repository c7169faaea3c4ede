"""The records of the Imperium content, the object that holds them, and the game's spec for the loader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, Self

from pydantic import Discriminator, Field, Tag, model_validator

from dune_sim.content.schema import GameSpec, Numbered, Record, Table, TableSpec, wrong
from dune_sim.games.imperium.content.bloodlines.models import (
    CommanderPlace,
    ModuleConstant,
    NavigationCard,
    Skill,
    TechTile,
)
from dune_sim.games.imperium.content.checks import check
from dune_sim.games.imperium.content.conditions import HasInfluence, Resources
from dune_sim.games.imperium.content.effects import Effects, Harvest, SpecialEffect, walk
from dune_sim.games.imperium.content.rivals import Difficulty, HagalCard, RivalConstant
from dune_sim.games.imperium.content.vocabulary import (
    Amount,
    Faction,
    Icon,
    LeaderId,
    Level,
    Part,
    Positive,
    SetName,
    SpaceId,
    StandingSpecial,
    form_of,
    known_form,
)


class Card(Numbered):
    """A card of the players' decks; ``cost`` None: it cannot be bought."""

    name: str
    set: SetName = "custom"
    kind: Literal["imperium", "starter", "reserve"]
    copies: Positive
    cost: Amount | None = None
    factions: tuple[Faction, ...] = ()
    icons: tuple[Icon, ...] = ()
    agent: Effects = ()
    reveal: Effects = ()
    acquire: Effects = ()
    on_trash: Effects = ()
    turn_start: Effects = ()

    @property
    def sends_agent(self) -> bool:
        """Whether the card can be played in an agent turn without help."""
        return bool(self.icons) or SpecialEffect(special="send_any_agent_anywhere") in self.agent


class IntrigueCard(Numbered):
    """An intrigue card; each non-empty list is a way to play it."""

    name: str
    set: SetName = "custom"
    copies: Positive
    deck: Literal["common", "twisted"] = "common"
    timing: Literal["any", "turn_start"] = "any"
    plot: Effects = ()
    combat: Effects = ()
    endgame: Effects = ()

    @property
    def types(self) -> tuple[str, ...]:
        """The ways to play it, out of plot, combat and endgame."""
        return tuple(kind for kind in ("plot", "combat", "endgame") if getattr(self, kind))

    @model_validator(mode="after")
    def _playable(self) -> Self:
        if not self.types:
            raise wrong("the card has no plot, combat or endgame effect")
        if self.timing == "turn_start" and not self.plot:
            raise wrong('timing = "turn_start" needs a plot effect')
        return self


class Conflict(Numbered):
    """A conflict card with its rewards by place."""

    name: str
    set: SetName = "custom"
    level: Annotated[int, Field(ge=1, le=3)]
    controls: SpaceId | None = None
    first: Effects
    second: Effects
    third: Effects

    @property
    def rewards(self) -> tuple[Effects, Effects, Effects]:
        """Rewards of first, second and third place."""
        return (self.first, self.second, self.third)


class IconPrice(Part):
    icon: Icon
    solari: Positive


class SpacePrice(Part):
    space: SpaceId
    solari: Positive


class SpaceDiscount(Part):
    """Spaces with the icon, or one space, cost less solari, never below 0."""

    discount: IconPrice | SpacePrice


class AllAgents(Part):
    agents: Literal["all_own_agents"] = Field(alias="for")
    icons: tuple[Icon, ...] = Field(min_length=1)


class PassEnemyAgents(Part):
    """Enemy agents do not block spaces with these icons."""

    ignore_enemy_agents: AllAgents


class Trigger(Part):
    """The list happens whenever the event does; ``min`` narrows a counted event."""

    trigger: Literal["game_start", "deployed_this_turn", "paid_solari_as_space_cost", "took_council_seat", "harvest"]
    min: Amount = 0
    limit: Literal["none", "once_per_game"] = "none"
    then: Effects


class Standing(Part):
    """A mechanic that is always there."""

    special: StandingSpecial


_AnyAbility = (
    Annotated[Trigger, Tag("trigger")]
    | Annotated[SpaceDiscount, Tag("discount")]
    | Annotated[PassEnemyAgents, Tag("ignore_enemy_agents")]
    | Annotated[Standing, Tag("special")]
)
Ability = Annotated[_AnyAbility, Discriminator(form_of), known_form("ability", _AnyAbility)]


class Leader(Numbered):
    """A leader: left ability and signet."""

    name: str
    set: SetName = "custom"
    house: str
    complexity: Annotated[int, Field(ge=1, le=3)]
    ability_name: str
    ability: tuple[Ability, ...]
    signet_name: str
    signet: Effects
    rival_allowed: bool


class CostOption(Part):
    cost: Resources
    effects: Effects


class SoloCost(Part):
    """Costs that replace the printed one at a difficulty of the solo game."""

    mercenary: Resources | None = None
    sardaukar: Resources | None = None
    mentat: Resources | None = None
    kwisatz_haderach: Resources | None = None


class Space(Numbered):
    """A board space."""

    name: str
    set: SetName = "custom"
    icon: Icon
    faction: Faction | None = None
    combat: bool = False
    limit: Literal["none", "once_per_game"] = "none"
    requires: HasInfluence | None = None
    cost: Resources | None = None
    cost_options: tuple[CostOption, ...] = ()
    effects: Effects = ()
    control_bonus: Resources | None = None
    solo_cost: SoloCost | None = None
    leader: LeaderId | None = None

    @property
    def maker_base(self) -> int | None:
        """Base spice of a maker space, else None."""
        return next((effect.harvest.base for effect in walk(self.effects) if isinstance(effect, Harvest)), None)

    @property
    def controllable(self) -> bool:
        """Whether a conflict can give control of it."""
        return self.control_bonus is not None

    @model_validator(mode="after")
    def _one_cost(self) -> Self:
        if self.cost_options and (self.cost or self.effects):
            raise wrong("cost_options replace cost and effects; give only one")
        return self


class Track(Record):
    """An influence track; its id is the faction."""

    id: Faction
    name: str
    set: SetName = "custom"
    start: Level
    top: Level
    vp_level: Level
    vp: Amount
    bonus_level: Level
    bonus: Effects
    alliance_level: Level
    alliance_vp: Amount

    @model_validator(mode="after")
    def _levels(self) -> Self:
        for name in ("start", "vp_level", "bonus_level", "alliance_level"):
            if getattr(self, name) > self.top:
                raise wrong(f"{name} lies above the top of the track")
        for name in ("vp_level", "bonus_level", "alliance_level"):
            if getattr(self, name) <= self.start:
                raise wrong(f"start must lie below {name}: nobody begins with what the track gives")
        return self


class PlayerCount(Record):
    """What depends on the number of players."""

    players: Annotated[int, Field(ge=1, le=4)]
    start_vp: Amount
    rewarded_places: Annotated[int, Field(ge=1, le=3)]
    tied_second_take_third: bool


class ConflictDeckLayer(Record):
    """So many random conflict cards of a level, from top to bottom."""

    level: Annotated[int, Field(ge=1, le=3)]
    cards: Annotated[int, Field(ge=0, le=20)]


class Constant(Record):
    """A plain number of the rules."""

    id: Literal[
        "start_water",
        "start_solari",
        "start_spice",
        "start_intrigue",
        "start_agents",
        "troops",
        "start_garrison",
        "hand_size",
        "row_size",
        "troop_strength",
        "sword_strength",
        "garrison_deployment",
        "defensive_troops",
        "maker_bonus_spice",
        "council_persuasion",
        "end_vp",
    ]
    value: Amount


@dataclass(frozen=True)
class ImperiumContent:
    """Every fact of Dune: Imperium, one table per attribute."""

    cards: Table[Card]
    intrigue: Table[IntrigueCard]
    conflicts: Table[Conflict]
    leaders: Table[Leader]
    spaces: Table[Space]
    tracks: Table[Track]
    player_counts: Table[PlayerCount]
    conflict_deck: Table[ConflictDeckLayer]
    constants: Table[Constant]
    hagal_cards: Table[HagalCard]
    difficulties: Table[Difficulty]
    rival_constants: Table[RivalConstant]
    skills: Table[Skill]
    tech_tiles: Table[TechTile]
    navigation: Table[NavigationCard]
    commander_places: Table[CommanderPlace]
    module_constants: Table[ModuleConstant]

    def cards_of(self, kind: str) -> tuple[Card, ...]:
        """Return the cards of a kind: imperium, starter or reserve."""
        return tuple(card for card in self.cards if card.kind == kind)

    def constant(self, name: str) -> int:
        """Return a plain number of the rules by its id."""
        return self.constants.get(name).value

    def rival_constant(self, name: str) -> int:
        """Return a plain number of the rules of rivals by its id."""
        return self.rival_constants.get(name).value

    def module_constant(self, name: str) -> int:
        """Return a plain number of Bloodlines by its id."""
        return self.module_constants.get(name).value

    def players(self, number: int) -> PlayerCount:
        """Return what depends on the number of players."""
        return self.player_counts.get(f"players_{number}")


SPEC = GameSpec(
    tables={
        "cards": TableSpec(Card),
        "intrigue": TableSpec(IntrigueCard),
        "conflicts": TableSpec(Conflict),
        "leaders": TableSpec(Leader),
        "spaces": TableSpec(Space),
        "tracks": TableSpec(Track, count=4, fixed=True),
        "player_counts": TableSpec(PlayerCount, count=4, fixed=True),
        "conflict_deck": TableSpec(ConflictDeckLayer, count=3, fixed=True),
        "constants": TableSpec(Constant, count=16, fixed=True),
        "hagal_cards": TableSpec(HagalCard),
        "difficulties": TableSpec(Difficulty, count=4, fixed=True),
        "rival_constants": TableSpec(RivalConstant, count=11, fixed=True),
        "skills": TableSpec(Skill),
        "tech_tiles": TableSpec(TechTile),
        "navigation": TableSpec(NavigationCard),
        "commander_places": TableSpec(CommanderPlace),
        "module_constants": TableSpec(ModuleConstant),
    },
    root=ImperiumContent,
    check=check,
    folders=("base", "hagal"),
    modules={"bloodlines": "bloodlines", "tech": "bloodlines/tech"},
)
