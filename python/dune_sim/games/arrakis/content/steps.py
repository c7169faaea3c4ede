"""Effects of War for Arrakis as typed steps; `do` tells the kind of step."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from dune_sim.content.schema import Fact, amount
from dune_sim.games.arrakis.content.vocabulary import (
    ActionFace,
    CombatFace,
    Condition,
    DeckId,
    Few,
    LeaderChoice,
    LeaderId,
    LeaderName,
    Legion,
    PrescienceChoice,
    Some,
    UnitKind,
    VehicleKind,
    Where,
)

#: combat dice, of which a side has six
Dice = Annotated[int, Field(ge=1, le=6)]


class PlaceUnits(Fact):
    """Put own figures from the pool or from elsewhere on the board; `each`: in every fitting place."""

    do: Literal["place_units"]
    standard: Few = 0
    elite: Few = 0
    special_elite: Few = 0
    each: bool = False
    where: Where


class PlaceLeader(Fact):
    """Put a leader with own units."""

    do: Literal["place_leader"]
    who: LeaderChoice
    where: Where


class Deploy(Fact):
    """Bring pieces from off the board; `split`: over several places."""

    do: Literal["deploy"]
    standard: Few = 0
    elite: Few = 0
    special_elite: Few = 0
    tokens: Few = 0
    leader: LeaderChoice | None = None
    split: bool = False
    where: Where


class EnterPlay(Fact):
    """The leader's card goes faceup (or spent) to its slot, the figure is set aside."""

    do: Literal["enter_play"]
    leader: LeaderId
    spent: bool = False


class RemoveFromGame(Fact):
    """The leader's card and figure leave the game for good."""

    do: Literal["remove_from_game"]
    leader: LeaderId


class ReplaceUnits(Fact):
    """Swap up to n own figures on the board for another class."""

    do: Literal["replace_units"]
    n: Some
    old: UnitKind
    new: UnitKind


class MoveLegions(Fact):
    """Move up to n different fitting legions; `repeat_same`: the legion just moved moves again."""

    do: Literal["move_legions"]
    n: Some
    legion: Legion
    repeat_same: bool = False


class RelocateLegion(Fact):
    """Move one legion straight to a distant place."""

    do: Literal["relocate_legion"]
    start: Where
    end: Where


class MoveEnemyLegion(Fact):
    """Push one enemy legion."""

    do: Literal["move_enemy_legion"]
    start: Where
    end: Where


class Attack(Fact):
    """Start one battle with a fitting legion, with what changes in it."""

    do: Literal["attack"]
    legion: Legion
    surprise: bool = False
    extra_dice_each_round: Few = 0
    enemy_dice_cap_round_1: Some | None = None
    no_continue_cost: bool = False


class Choose(Fact):
    """Pick exactly one branch."""

    do: Literal["choose"]
    options: Annotated[tuple[tuple[Step, ...], ...], Field(min_length=2)]


class If(Fact):
    """Test a condition, then run one list or the other."""

    do: Literal["if"]
    test: Condition
    then: tuple[Step, ...]
    otherwise: tuple[Step, ...] = ()


class Draw(Fact):
    """Draw planning cards from own decks, or from the one named."""

    do: Literal["draw"]
    n: Some
    deck: DeckId | None = None


class Counted(Fact):
    """Steps that take a number only.

    play: planning cards from hand at once, without a die. bene_gesserit: tokens from the reserve. desert_power:
    that many such actions in a row. prescience_shuffle_back: revealed cards shuffled into the deck.
    draw_objective: further secret objectives. atomics: strikes set off now.
    """

    do: Literal["play", "bene_gesserit", "desert_power", "prescience_shuffle_back", "draw_objective", "atomics"]
    n: Some


class Plain(Fact):
    """Steps without parameters.

    as_any_face: use the die as any result. storm_roll: run the Coriolis storm now. swap_tokens: exchange all
    deployment tokens of two sietches.
    """

    do: Literal["as_any_face", "storm_roll", "swap_tokens"]


class OpponentDiscards(Fact):
    """The opponent discards planning cards."""

    do: Literal["opponent_discards"]
    n: Some
    chosen_by: Literal["opponent", "self", "chance"]


class OpponentLosesDie(Fact):
    """Remove unused enemy action dice of that face."""

    do: Literal["opponent_loses_die"]
    n: Some
    face: ActionFace


class ForceOpponentDie(Fact):
    """The enemy must use the die we name in its next turn."""

    do: Literal["force_opponent_die"]
    n: Some


class RestrictOpponent(Fact):
    """The enemy may not do the listed acts with a leader in its next turn."""

    do: Literal["restrict_opponent"]
    leader: LeaderName
    forbids: tuple[Literal["place", "deploy", "move_legion", "attack_with_legion"], ...]


class PlaceVehicles(Fact):
    """Add vehicles of the kinds given, by the usual placement rules; `any`: of any kind."""

    do: Literal["place_vehicles"]
    any: Few = 0
    harvester: Few = 0
    ornithopter: Few = 0
    carryall: Few = 0


class RemoveVehicles(Fact):
    """Take vehicles off the board."""

    do: Literal["remove_vehicles"]
    n: Some
    kinds: tuple[VehicleKind, ...]
    where: Where | None = None


class RemoveVehiclesByRoll(Fact):
    """Roll combat dice and remove one vehicle per face listed."""

    do: Literal["remove_vehicles_by_roll"]
    dice: Dice
    removes_on: tuple[CombatFace, ...]
    where: Where


class PlaceWormsigns(Fact):
    """Put facedown wormsigns from the pool."""

    do: Literal["place_wormsigns"]
    n: Some
    where: Where | None = None


class DiscardWormsigns(Fact):
    """Put wormsigns back to the pool."""

    do: Literal["discard_wormsigns"]
    n: Annotated[int | str, amount("all", most=15)]
    where: Where | None = None


class PlaceSandworm(Fact):
    """Put sandworm figures; `who` names the Wild Maker."""

    do: Literal["place_sandworm"]
    n: Some
    who: LeaderId | None = None
    where: Where


class SandwormMove(Fact):
    """Move n different sandworms (or the one named) up to `areas` areas each."""

    do: Literal["sandworm_move"]
    n: Some = 1
    who: LeaderId | None = None
    areas: Some | None = None


class SandwormAttack(Fact):
    """Attack with n sandworms (or the one named) at up to `range` areas."""

    do: Literal["sandworm_attack"]
    n: Some = 1
    who: LeaderId | None = None
    range: Some | None = None


class SpecialAttack(Fact):
    """Roll dice at an enemy legion there; no return fire, never destroys a settlement."""

    do: Literal["special_attack"]
    dice: Dice
    hits_on: tuple[CombatFace, ...]
    where: Where


class ToTank(Fact):
    """Put enemy named leaders in their tank."""

    do: Literal["to_tank"]
    n: Some
    where: Where | None = None


class Reveal(Fact):
    """Turn up hidden enemy pieces in one area."""

    do: Literal["reveal"]
    sietch: bool = False
    tokens: bool = False


class PlaceToken(Fact):
    """Put facedown deployment tokens."""

    do: Literal["place_token"]
    n: Some
    where: Where


class MoveSietch(Fact):
    """Shift a sietch with any figures and tokens of its area."""

    do: Literal["move_sietch"]
    end: Where


class PrescienceCards(Fact):
    """Replace up to n revealed prescience cards, or take up to n steps from one marker and give them to another."""

    do: Literal["prescience_replace", "prescience_shift"]
    n: Annotated[int | str, amount("any", most=15)]


class PrescienceBonus(Fact):
    """Lay this card on a revealed prescience card: claiming it this round gives further steps."""

    do: Literal["prescience_bonus"]
    steps: Some
    marker: PrescienceChoice


class PrescienceKeep(Fact):
    """Lay this card on a revealed prescience card: it stays until claimed and nothing can remove it."""

    do: Literal["prescience_keep"]


class ImperiumMarker(Fact):
    """Move imperium markers on the spice board; a negative number lowers them."""

    do: Literal["imperium_marker"]
    n: Some
    by: Annotated[int, Field(ge=-15, le=15)]
    activate_ban: bool


Step = Annotated[
    PlaceUnits | PlaceLeader | Deploy | EnterPlay | RemoveFromGame | ReplaceUnits
    | MoveLegions | RelocateLegion | MoveEnemyLegion | Attack | Choose | If | Draw | Counted | Plain
    | OpponentDiscards | OpponentLosesDie | ForceOpponentDie | RestrictOpponent
    | PlaceVehicles | RemoveVehicles | RemoveVehiclesByRoll
    | PlaceWormsigns | DiscardWormsigns | PlaceSandworm | SandwormMove | SandwormAttack | SpecialAttack
    | ToTank | Reveal | PlaceToken | MoveSietch
    | PrescienceCards | PrescienceBonus | PrescienceKeep | ImperiumMarker,
    Field(discriminator="do"),
]  # fmt: skip
Choose.model_rebuild()
If.model_rebuild()
