"""What Imperium components do: every form of effect, told by its key, and how lists of them nest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Discriminator, Field, Tag, model_validator

from dune_sim.content.schema import wrong
from dune_sim.games.imperium.content.bloodlines.forms import (
    AcquireTech,
    CombatIcon,
    CommanderDiscount,
    FactionCount,
    UnitKindCount,
)
from dune_sim.games.imperium.content.conditions import Amounts, CardsInPlay, Condition, Cost
from dune_sim.games.imperium.content.vocabulary import (
    Amount,
    CardId,
    Faction,
    FactionOrAny,
    Icon,
    Part,
    Positive,
    PositiveOrAny,
    SpaceId,
    Special,
    Zone,
    form_of,
    known_form,
)


class Gain(Part):
    """Take things; every amount is an item of its own."""

    gain: Amounts


class InfluenceStep(Part):
    """``n`` steps up one track; with ``any`` the player picks it, perhaps only where an opponent is ahead."""

    faction: FactionOrAny
    n: Positive
    where: Literal["anywhere", "behind_opponent", "other_than_trigger_with_2"] = "anywhere"


class Influence(Part):
    influence: InfluenceStep


class Pay(Part):
    """An arrow: refusable, once per use; on an intrigue card a precondition for playing it."""

    pay: Cost
    then: Effects


class Choose(Part):
    """Exactly one branch."""

    choose: tuple[Effects, ...]

    @model_validator(mode="after")
    def _a_choice(self) -> Self:
        if len(self.choose) < 2:
            raise wrong("a choice needs at least two branches")
        return self


class ChooseSome(Part):
    """Exactly ``choose_n`` different branches."""

    choose_n: Positive
    of: tuple[Effects, ...]

    @model_validator(mode="after")
    def _a_choice(self) -> Self:
        if self.choose_n >= len(self.of):
            raise wrong("choose_n must be smaller than the number of branches")
        return self


class May(Part):
    may: Effects


class If(Part):
    condition: Condition = Field(alias="if")
    then: Effects
    otherwise: Effects = Field(alias="else", default=())


class Opponents(Part):
    """Every opponent resolves the list, clockwise from the player's left."""

    opponents: Effects


class OneOpponent(Part):
    """One opponent, picked by the player among those the list can touch, resolves it."""

    one_opponent: Effects


class InPlayCount(Part):
    in_play: CardsInPlay


class Per(Part):
    """The list once for each counted card, the asking one included unless ``other``."""

    per: InPlayCount | FactionCount | UnitKindCount
    then: Effects


class OnReveal(Part):
    """Waits for the own reveal turn of this round."""

    on_reveal: Effects


class TrashChoice(Part):
    n: Positive
    zones: tuple[Zone, ...] = Field(alias="from", min_length=1)
    optional: bool = False


class Trash(Part):
    trash: TrashChoice


class TrashSelf(Part):
    trash_self: Literal[True]


class Discard(Part):
    discard: Positive


class TroopLoss(Part):
    troops: Positive
    places: tuple[Literal["garrison", "conflict"], ...] = Field(alias="from", min_length=1)


class Lose(Part):
    lose: TroopLoss


class RetreatLimit(Part):
    max: PositiveOrAny


class Retreat(Part):
    retreat: RetreatLimit


class Deployment(Part):
    """Troops into the conflict, 0 to ``max`` unless compulsory; ``recruited``: those of the same effect."""

    max: PositiveOrAny
    origin: Literal["garrison", "recruited", "supply"] = Field(alias="from")
    compulsory: bool = False


class Deploy(Part):
    deploy: Deployment


class FreeCard(Part):
    """A card of row or reserve up to a cost; ``from`` the row alone whatever it costs."""

    max_cost: Amount = 99
    to: Literal["discard", "deck_top"]
    origin: Literal["anywhere", "row"] = Field(alias="from", default="anywhere")

    @model_validator(mode="after")
    def _limited(self) -> Self:
        if self.origin == "anywhere" and "max_cost" not in self.model_fields_set:
            raise wrong('the key "max_cost" is missing')
        return self


class Acquire(Part):
    """Take a priced card of row or reserve without paying."""

    acquire: FreeCard


class AcquireCard(Part):
    """Take the named reserve card."""

    acquire_card: CardId


class DiscardedCard(Part):
    faction: Faction
    n: Positive


class TakeFromDiscard(Part):
    take_from_discard: DiscardedCard


class CardPrice(Part):
    card: CardId
    persuasion: Positive


class CardDiscount(Part):
    """The card costs less for the rest of the turn."""

    discount: CardPrice


class Control(Part):
    control: SpaceId


class Mentat(Part):
    mentat: Literal["this_round", "next_round"]


class Swordmaster(Part):
    swordmaster: Literal[True]


class CouncilSeat(Part):
    council_seat: Literal[True]


class RecallAgent(Part):
    recall_agent: Positive


class HarvestBase(Part):
    base: Amount


class Harvest(Part):
    """Base spice plus all bonus spice of the space."""

    harvest: HarvestBase


class IntrigueTheft(Part):
    from_opponents_with: Positive
    n: Positive


class StealIntrigue(Part):
    steal_intrigue: IntrigueTheft


class GrantedIcons(Part):
    icons: tuple[Icon, ...] = Field(min_length=1)
    to: Literal["card_played_this_turn"]


class GrantIcons(Part):
    grant_icons: GrantedIcons


class NextAgent(Part):
    agents: Literal["next_agent_this_turn"] = Field(alias="for")


class IgnoreEnemyAgents(Part):
    ignore_enemy_agents: NextAgent


class SpecialEffect(Part):
    """A mechanic of its own; the keys are enumerated, see `imperium_words.SPECIALS`."""

    special: Special


_AnyEffect = (
    Annotated[Gain, Tag("gain")]
    | Annotated[Influence, Tag("influence")]
    | Annotated[Pay, Tag("pay")]
    | Annotated[Choose, Tag("choose")]
    | Annotated[ChooseSome, Tag("choose_n")]
    | Annotated[May, Tag("may")]
    | Annotated[If, Tag("if")]
    | Annotated[Opponents, Tag("opponents")]
    | Annotated[OneOpponent, Tag("one_opponent")]
    | Annotated[Per, Tag("per")]
    | Annotated[OnReveal, Tag("on_reveal")]
    | Annotated[Trash, Tag("trash")]
    | Annotated[TrashSelf, Tag("trash_self")]
    | Annotated[Discard, Tag("discard")]
    | Annotated[Lose, Tag("lose")]
    | Annotated[Retreat, Tag("retreat")]
    | Annotated[Deploy, Tag("deploy")]
    | Annotated[Acquire, Tag("acquire")]
    | Annotated[AcquireCard, Tag("acquire_card")]
    | Annotated[TakeFromDiscard, Tag("take_from_discard")]
    | Annotated[CardDiscount, Tag("discount")]
    | Annotated[Control, Tag("control")]
    | Annotated[Mentat, Tag("mentat")]
    | Annotated[Swordmaster, Tag("swordmaster")]
    | Annotated[CouncilSeat, Tag("council_seat")]
    | Annotated[RecallAgent, Tag("recall_agent")]
    | Annotated[Harvest, Tag("harvest")]
    | Annotated[StealIntrigue, Tag("steal_intrigue")]
    | Annotated[GrantIcons, Tag("grant_icons")]
    | Annotated[IgnoreEnemyAgents, Tag("ignore_enemy_agents")]
    | Annotated[CombatIcon, Tag("combat_icon")]
    | Annotated[AcquireTech, Tag("acquire_tech")]
    | Annotated[CommanderDiscount, Tag("commander_discount")]
    | Annotated[SpecialEffect, Tag("special")]
)
Effect = Annotated[_AnyEffect, Discriminator(form_of), known_form("effect", _AnyEffect)]
Effects = tuple[Effect, ...]


def walk(effects: Effects) -> Iterator[Effect]:
    """Yield every effect of a list, nested ones included, outer before inner."""
    for effect in effects:
        yield effect
        for inner in _lists_in(effect):
            yield from walk(inner)


def _lists_in(effect: Effect) -> tuple[Effects, ...]:
    match effect:
        case Choose(choose=branches) | ChooseSome(of=branches):
            return branches
        case If():
            return (effect.then, effect.otherwise)
        case Pay() | Per():
            return (effect.then,)
        case May(may=inner) | OnReveal(on_reveal=inner):
            return (inner,)
        case Opponents(opponents=inner) | OneOpponent(one_opponent=inner):
            return (inner,)
    return ()
