"""Slow, obvious War for Arrakis battle (rules ARR-BATTLE-06 to 38 and 42, rulings AMB-18 to 20 and 37 to 43).

Written from the rulebook alone, with exact fractions and brute force over every face of every die. Nothing here is
shared with the simulator, so agreement means something. Either faction may attack.

API
---
Legion(standard, elite, special, leaders)   figures in one area; ``leaders`` is a tuple of ids, repeats allowed
Force(legion, hand, pool)                   a legion, its planning cards in hand, its standard figures off the map
load_strips()                               leader id -> Strip(hits, shields), from content when present
dice_count(units, cards, rank)              ARR-BATTLE-09..11
all_rolls(dice)                             Roll(hits, shields, specials) -> Fraction, over the faces of all dice
legal_conversions(leaders, specials)        every set of leaders that may convert (ARR-BATTLE-16, 19, 20)
evaluate(...)                               one evaluated round -> Hits(defender, attacker), both *suffered*
casualty_options(force)                     what one hit may cost: label -> Force after it (ARR-BATTLE-24, 25)
casualty_results(force, hits)               every Force that ``hits`` hits can lead to
first_round_distribution(...)               {(defender_hits, attacker_hits): Fraction}
outcome(...)                                exact odds of the whole battle for the policies given

Policies are plain functions of a :class:`Battle` and a side name (``"attacker"`` or ``"defender"``); see
:class:`Policies`. Labels of casualties are ``"standard"``, ``"elite"``, ``"special"`` and leader ids.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from .battle_round import (
    ENDLESS_POOL,
    FACES,
    GENERIC_LEADERS,
    MOST_DICE,
    MOST_UNITS,
    Force,
    Hits,
    Legion,
    Roll,
    Strip,
    all_rolls,
    casualty_options,
    casualty_results,
    converted,
    dice_count,
    evaluate,
    full_conversions,
    legal_conversions,
    load_strips,
    most_cards,
    with_surprise,
)

__all__ = [
    "ENDLESS_POOL",
    "FACES",
    "MOST_DICE",
    "MOST_UNITS",
    "Battle",
    "Ending",
    "Force",
    "Hits",
    "Legion",
    "Policies",
    "Roll",
    "Strip",
    "all_cards",
    "all_rolls",
    "always",
    "casualty_in_order",
    "casualty_options",
    "casualty_results",
    "converted",
    "dice_count",
    "evaluate",
    "first_round_distribution",
    "full_conversions",
    "legal_conversions",
    "load_strips",
    "most_cards",
    "never",
    "no_cards",
    "outcome",
    "round_distribution",
    "strongest_hits",
    "with_surprise",
]


@dataclass(frozen=True)
class Battle:
    """Everything both sides can see between two steps of a battle."""

    attacker: Force
    defender: Force
    rank: int = 0  # 0 means the defender's area holds no settlement
    surprise: bool = False
    first_round: bool = True
    can_retreat: bool = False  # whether a legal area of retreat exists (ARR-BATTLE-34)

    def force(self, side: str) -> Force:
        return self.attacker if side == "attacker" else self.defender

    def enemy(self, side: str) -> Force:
        return self.defender if side == "attacker" else self.attacker


class Ending(NamedTuple):
    """How a battle ended: winner ``attacker``, ``defender`` or ``nobody``."""

    winner: str
    reason: str  # "eliminated", "ceased", "retreated" or "undefended"
    attacker: Force
    defender: Force


# --- policies -------------------------------------------------------------------------------------------------

CardsPolicy = Callable[[Battle, str, int | None], int]
LeadersPolicy = Callable[[Battle, str, Roll, Roll, "tuple[str, ...] | None"], tuple[str, ...]]
CasualtyPolicy = Callable[[Battle, str, int, dict[str, Force]], str]
YesNoPolicy = Callable[[Battle], bool]


def no_cards(battle: Battle, side: str, enemy_cards: int | None) -> int:
    """Keep every card."""
    return 0


def all_cards(battle: Battle, side: str, enemy_cards: int | None) -> int:
    """Discard as many cards as still add dice."""
    force = battle.force(side)
    return most_cards(force.legion.units, force.hand, battle.rank if side == "defender" else 0)


def strongest_hits(
    battle: Battle, side: str, own: Roll, enemy: Roll, chosen: tuple[str, ...] | None
) -> tuple[str, ...]:
    """Convert with the leaders that give most hits, then most shields, then the first by id."""
    strips = load_strips()
    leaders = battle.force(side).legion.leaders
    ranked = sorted(leaders, key=lambda leader: (-strips[leader].hits, -strips[leader].shields, leader))
    return tuple(sorted(ranked[: own.specials]))


def casualty_in_order(*order: str) -> CasualtyPolicy:
    """Take the first possible of ``standard``, ``elite``, ``special``, ``generic``, ``named`` in the order given.

    Among named leaders the first by id goes first.
    """

    def choose(battle: Battle, side: str, hits_left: int, options: dict[str, Force]) -> str:
        for kind in order:
            if kind in options:
                return kind
            leaders = [label for label in options if label not in ("standard", "elite", "special")]
            generic = [leader for leader in leaders if leader in GENERIC_LEADERS]
            named = [leader for leader in leaders if leader not in GENERIC_LEADERS]
            if kind == "generic" and generic:
                return generic[0]
            if kind == "named" and named:
                return named[0]
        raise ValueError(f"the order {order} leaves out {sorted(options)}")

    return choose


def always(battle: Battle) -> bool:
    """Say yes."""
    return True


def never(battle: Battle) -> bool:
    """Say no."""
    return False


@dataclass(frozen=True)
class Policies:
    """Who decides what.

    ``cards(battle, side, enemy_cards)``: cards to discard; ``enemy_cards`` is None for the attacker, who is first.
    ``leaders(battle, side, own_roll, enemy_roll, enemy_choice)``: leaders that convert; the attacker is first.
    ``casualty(battle, side, hits_left, options)``: label of the casualty for one hit.
    ``go_on(battle)``: the attacker continues. ``retreat(battle)``: the defender retreats once the attacker paid.
    """

    cards: CardsPolicy = no_cards
    leaders: LeadersPolicy = strongest_hits
    casualty: CasualtyPolicy = field(
        default_factory=lambda: casualty_in_order("elite", "special", "generic", "named", "standard")
    )
    go_on: YesNoPolicy = always
    retreat: YesNoPolicy = never


# --- one round ------------------------------------------------------------------------------------------------


def round_distribution(
    battle: Battle, attacker_cards: int, defender_cards: int, leaders: LeadersPolicy
) -> dict[Hits, Fraction]:
    """Joint chance of the hits both sides suffer in one round, before casualties."""
    attacker, defender = battle.attacker.legion, battle.defender.legion
    attacker_dice = dice_count(attacker.units, attacker_cards)
    defender_dice = dice_count(defender.units, defender_cards, battle.rank)
    chances: dict[Hits, Fraction] = {}
    for rolled, attacker_chance in all_rolls(attacker_dice).items():
        attacker_roll = with_surprise(rolled) if battle.surprise and battle.first_round else rolled
        for defender_roll, defender_chance in all_rolls(defender_dice).items():
            first = leaders(battle, "attacker", attacker_roll, defender_roll, None)
            second = leaders(battle, "defender", defender_roll, attacker_roll, first)
            _check_conversion(attacker.leaders, attacker_roll, first)
            _check_conversion(defender.leaders, defender_roll, second)
            hits = evaluate(attacker, defender, attacker_roll, defender_roll, first, second)
            chances[hits] = chances.get(hits, Fraction(0)) + attacker_chance * defender_chance
    return chances


def _check_conversion(leaders: tuple[str, ...], roll: Roll, chosen: tuple[str, ...]) -> None:
    if tuple(sorted(chosen)) not in legal_conversions(leaders, roll.specials):
        raise ValueError(f"{chosen} may not convert {roll.specials} specials with leaders {leaders}")


def first_round_distribution(
    attacker: Legion,
    defender: Legion,
    rank: int = 0,
    surprise: bool = False,
    attacker_cards: int = 0,
    defender_cards: int = 0,
    convert_policy: LeadersPolicy = strongest_hits,
) -> dict[tuple[int, int], Fraction]:
    """Chance of (hits the defender suffers, hits the attacker suffers) in the first round."""
    battle = Battle(Force(attacker, attacker_cards), Force(defender, defender_cards), rank, surprise)
    return dict(round_distribution(battle, attacker_cards, defender_cards, convert_policy))


# --- the whole battle -----------------------------------------------------------------------------------------


def take_hits(battle: Battle, side: str, hits: int, choose: CasualtyPolicy) -> Battle:
    """Resolve hits one by one with the owner's choices."""
    for left in range(hits, 0, -1):
        options = casualty_options(battle.force(side))
        if not options:
            break
        label = choose(battle, side, left, options)
        battle = replace(battle, **{side: options[label]})
    return battle


def after_round(battle: Battle, hits: Hits, policies: Policies) -> Battle | Ending:
    """Casualties, then continue or cease, then the extra hit at a settlement, then stay or retreat."""
    battle = take_hits(battle, "attacker", hits.attacker, policies.casualty)
    battle = take_hits(battle, "defender", hits.defender, policies.casualty)
    battle = replace(battle, first_round=False)
    ended = eliminated(battle)
    if ended is not None:
        return ended
    if not policies.go_on(battle):
        return Ending("defender", "ceased", battle.attacker, battle.defender)
    if battle.rank > 0:
        battle = take_hits(battle, "attacker", 1, policies.casualty)
        ended = eliminated(battle)
        if ended is not None:
            return ended
    if battle.can_retreat and policies.retreat(battle):
        return Ending("attacker", "retreated", battle.attacker, battle.defender)
    return battle


def eliminated(battle: Battle) -> Ending | None:
    """The ending when a legion, or both, is gone."""
    attacker_gone = battle.attacker.legion.units == 0
    defender_gone = battle.defender.legion.units == 0
    if attacker_gone and defender_gone:
        return Ending("nobody", "eliminated", battle.attacker, battle.defender)
    if attacker_gone:
        return Ending("defender", "eliminated", battle.attacker, battle.defender)
    if defender_gone:
        return Ending("attacker", "eliminated", battle.attacker, battle.defender)
    return None


def discards(battle: Battle, policies: Policies) -> tuple[Battle, int, int]:
    """Step 1: the attacker, then the defender, discards cards; they leave the hands."""
    first = policies.cards(battle, "attacker", None)
    second = policies.cards(battle, "defender", first)
    for side, cards in (("attacker", first), ("defender", second)):
        force = battle.force(side)
        rank = battle.rank if side == "defender" else 0
        if not 0 <= cards <= most_cards(force.legion.units, force.hand, rank):
            raise ValueError(f"the {side} may not discard {cards} cards")
        battle = replace(battle, **{side: replace(force, hand=force.hand - cards)})
    return battle, first, second


@dataclass
class _Odds:
    """Chance of every ending from one position, and the expected number of rounds still to fight."""

    endings: dict[Ending, Fraction]
    rounds: Fraction


def _odds(battle: Battle, policies: Policies, known: dict[Battle, _Odds]) -> _Odds:
    if battle in known:
        return known[battle]
    discarded, attacker_cards, defender_cards = discards(battle, policies)
    endings: dict[Ending, Fraction] = {}
    rounds = Fraction(1)
    unchanged = Fraction(0)
    for hits, chance in round_distribution(discarded, attacker_cards, defender_cards, policies.leaders).items():
        following = after_round(discarded, hits, policies)
        if following == battle:
            unchanged += chance
        elif isinstance(following, Ending):
            endings[following] = endings.get(following, Fraction(0)) + chance
        else:
            later = _odds(following, policies, known)
            rounds += chance * later.rounds
            for ending, part in later.endings.items():
                endings[ending] = endings.get(ending, Fraction(0)) + chance * part
    # A round without any loss brings the same position again: sum of the geometric series.
    if unchanged == 1:
        raise ValueError("this battle never ends")
    known[battle] = _Odds({e: p / (1 - unchanged) for e, p in endings.items()}, rounds / (1 - unchanged))
    return known[battle]


def outcome(
    attacker: Force,
    defender: Force,
    rank: int = 0,
    surprise: bool = False,
    can_retreat: bool = False,
    policies: Policies | None = None,
) -> dict[str, object]:
    """Exact odds of a battle.

    Keys: ``attacker``, ``defender``, ``both_destroyed`` (chances that this side wins, or nobody),
    ``expected_losses`` (units lost by side, replaced elites not counted), ``rounds`` (expected), ``endings``.
    """
    policies = policies or Policies()
    if defender.legion.units == 0:  # an undefended settlement falls without a roll (ARR-BATTLE-42)
        odds = _Odds({Ending("attacker", "undefended", attacker, defender): Fraction(1)}, Fraction(0))
    else:
        odds = _odds(Battle(attacker, defender, rank, surprise, True, can_retreat), policies, {})
    wins = {"attacker": Fraction(0), "defender": Fraction(0), "nobody": Fraction(0)}
    losses = {"attacker": Fraction(0), "defender": Fraction(0)}
    for ending, chance in odds.endings.items():
        wins[ending.winner] += chance
        losses["attacker"] += chance * (attacker.legion.units - ending.attacker.legion.units)
        losses["defender"] += chance * (defender.legion.units - ending.defender.legion.units)
    return {
        "attacker": wins["attacker"],
        "defender": wins["defender"],
        "both_destroyed": wins["nobody"],
        "expected_losses": losses,
        "rounds": odds.rounds,
        "endings": odds.endings,
    }
