"""Slow, obvious parts of one War for Arrakis battle round: dice, leaders, evaluation, casualties.

The whole battle and the overview of this API are in :mod:`naive.battle`, which re-exports every name from here.
"""

from __future__ import annotations

import itertools
import tomllib
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple

FACES = ("hit", "hit", "hit", "shield", "shield", "special")
MOST_DICE = 6
MOST_UNITS = 6
GENERIC_LEADERS = ("bashar", "naib")
ENDLESS_POOL = 99
GAMES = Path(__file__).parents[2] / "python" / "dune_sim" / "games"
LEADERS_FILE = GAMES / "arrakis" / "content" / "base" / "leaders.toml"


class Strip(NamedTuple):
    """What one special becomes when this leader converts it."""

    hits: int
    shields: int


class Roll(NamedTuple):
    """Counted faces of one roll."""

    hits: int
    shields: int
    specials: int


class Hits(NamedTuple):
    """Hits suffered by each side in one round."""

    defender: int
    attacker: int


@dataclass(frozen=True)
class Legion:
    """Figures of one faction in one area."""

    standard: int = 0
    elite: int = 0
    special: int = 0
    leaders: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "leaders", tuple(sorted(self.leaders)))
        if min(self.standard, self.elite, self.special) < 0:
            raise ValueError("a legion cannot hold a negative number of figures")
        if self.units > MOST_UNITS:
            raise ValueError(f"a legion holds at most {MOST_UNITS} units, not {self.units}")
        if self.leaders and self.units == 0:
            raise ValueError("leaders cannot stand without a unit")

    @property
    def units(self) -> int:
        return self.standard + self.elite + self.special


@dataclass(frozen=True)
class Force:
    """A legion with what its owner can draw on: cards in hand and standard figures in the pool."""

    legion: Legion
    hand: int = 0
    pool: int = ENDLESS_POOL


@cache
def load_strips() -> dict[str, Strip]:
    """Combat strips of all leaders; the rulebook's own examples when the content file is not there."""
    if not LEADERS_FILE.exists():
        return {
            "bashar": Strip(1, 0),
            "naib": Strip(1, 0),
            "baron_harkonnen": Strip(0, 2),
            "paul_muaddib": Strip(2, 1),
        }
    content = tomllib.loads(LEADERS_FILE.read_text(encoding="utf-8"))
    records = content.get("leaders") or content.get("leader") or []
    fighters = [record for record in records if record.get("combat")]
    return {r["id"]: Strip(r["combat"]["hits"], r["combat"]["shields"]) for r in fighters}


# --- dice -----------------------------------------------------------------------------------------------------


def dice_count(units: int, cards: int = 0, rank: int = 0) -> int:
    """Units, cards discarded this round and (defender only) settlement rank, never more than six."""
    return min(MOST_DICE, units + cards + rank)


def most_cards(units: int, hand: int, rank: int = 0) -> int:
    """Cards that may be discarded: each one must still add a die (AMB-38)."""
    return min(hand, max(0, MOST_DICE - units - rank))


@cache
def all_rolls(dice: int) -> dict[Roll, Fraction]:
    """Chance of every counted roll, by walking through every face of every die."""
    chances: dict[Roll, Fraction] = {}
    for faces in itertools.product(FACES, repeat=dice):
        roll = Roll(faces.count("hit"), faces.count("shield"), faces.count("special"))
        chances[roll] = chances.get(roll, Fraction(0)) + Fraction(1, len(FACES) ** dice)
    return chances


def with_surprise(roll: Roll) -> Roll:
    """The surprise special is a result, not a die, so the cap of six does not touch it (AMB-37)."""
    return roll._replace(specials=roll.specials + 1)


# --- leaders --------------------------------------------------------------------------------------------------


def legal_conversions(leaders: tuple[str, ...], specials: int) -> set[tuple[str, ...]]:
    """Every choice of converting leaders: each at most once, no more than there are specials, none is allowed."""
    choices: set[tuple[str, ...]] = set()
    for number in range(min(len(leaders), specials) + 1):
        for chosen in itertools.combinations(sorted(leaders), number):
            choices.add(chosen)
    return choices


def full_conversions(leaders: tuple[str, ...], specials: int) -> set[tuple[str, ...]]:
    """The choices that leave no special unused while a leader is idle (AMB-39 lets engines offer just these)."""
    number = min(len(leaders), specials)
    return {chosen for chosen in legal_conversions(leaders, specials) if len(chosen) == number}


def converted(roll: Roll, chosen: tuple[str, ...], strips: dict[str, Strip]) -> tuple[int, int]:
    """Hits and shields of a side after its leaders converted; specials left over are misses."""
    if len(chosen) > roll.specials:
        raise ValueError(f"{len(chosen)} leaders cannot convert {roll.specials} specials")
    hits = roll.hits + sum(strips[leader].hits for leader in chosen)
    shields = roll.shields + sum(strips[leader].shields for leader in chosen)
    return hits, shields


def evaluate(
    attacker: Legion,
    defender: Legion,
    attacker_roll: Roll,
    defender_roll: Roll,
    attacker_leaders: tuple[str, ...] = (),
    defender_leaders: tuple[str, ...] = (),
    strips: dict[str, Strip] | None = None,
) -> Hits:
    """Hits each side suffers: special elites cancel enemy shields last, what shields remain cancel hits."""
    strips = load_strips() if strips is None else strips
    attacker_hits, attacker_shields = converted(attacker_roll, attacker_leaders, strips)
    defender_hits, defender_shields = converted(defender_roll, defender_leaders, strips)
    attacker_shields = max(0, attacker_shields - defender.special)
    defender_shields = max(0, defender_shields - attacker.special)
    return Hits(
        defender=max(0, attacker_hits - defender_shields),
        attacker=max(0, defender_hits - attacker_shields),
    )


# --- casualties -----------------------------------------------------------------------------------------------


def _settled(force: Force) -> Force:
    """Leaders left without a unit are eliminated (ARR-BATTLE-25)."""
    legion = force.legion
    return replace(force, legion=Legion()) if legion.units == 0 else force


def _changed(force: Force, pool: int, standard: int, elite: int, special: int, leaders: tuple[str, ...]) -> Force:
    # A legion may pass through "leaders only" inside a hit, so the leaders go before the figures are checked.
    leaders = leaders if standard + elite + special > 0 else ()
    return _settled(replace(force, pool=pool, legion=Legion(standard, elite, special, leaders)))


def casualty_options(force: Force) -> dict[str, Force]:
    """What one hit may cost, by label. No unit left means no option: further hits are lost (ARR-BATTLE-27)."""
    legion, pool = force.legion, force.pool
    standard, elite, special, leaders = legion.standard, legion.elite, legion.special, legion.leaders
    options: dict[str, Force] = {}
    if legion.units == 0:
        return options
    if standard:
        options["standard"] = _changed(force, pool + 1, standard - 1, elite, special, leaders)
    # A replaced elite needs a standard figure from the pool; without one it is simply eliminated (AMB-19).
    found = 1 if pool > 0 else 0
    if elite:
        options["elite"] = _changed(force, pool - found, standard + found, elite - 1, special, leaders)
    if special:
        options["special"] = _changed(force, pool - found, standard + found, elite, special - 1, leaders)
    for leader in sorted(set(leaders)):
        remaining = list(leaders)
        remaining.remove(leader)
        options[leader] = _changed(force, pool, standard, elite, special, tuple(remaining))
    return options


def casualty_results(force: Force, hits: int) -> set[Force]:
    """Every force that ``hits`` hits can leave behind."""
    reached = {force}
    for _ in range(hits):
        following: set[Force] = set()
        for one in reached:
            following.update(casualty_options(one).values() or [one])
        reached = following
    return reached
