"""One War for Arrakis battle as the Tables record of the battle program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from dune_sim.engines.memory import Records, zeros
from dune_sim.errors import ContentError, UsageError
from dune_sim.games.arrakis.battle.kernels import policy
from dune_sim.games.arrakis.content.vocabulary import FACTIONS
from dune_sim.games.arrakis.kernels import battle as rules
from dune_sim.games.arrakis.kernels.battle_layout import NAMED_LEADERS
from dune_sim.games.arrakis.kernels.dice import MAX_DICE, SHIELD_ONE, SPECIAL_ONE
from dune_sim.programs import program

if TYPE_CHECKING:
    from dune_sim.games.arrakis.content.cards import Leader
    from dune_sim.games.arrakis.content.models import ArrakisContent

SIDES = ("attacker", "defender")
MAX_STRIP = 3
#: leaders with equal strips are counted in four bits
MAX_EQUAL_STRIPS = 15

#: where the battle program ends
BATTLE_OVER = 14
#: one combat round, instruction by instruction: the work, the side it is for, where a winner ends the program
BATTLE_PROGRAM = (
    (rules.OP_CARDS, rules.ATTACKER, 0),
    (rules.OP_CARDS, rules.DEFENDER, 0),
    (rules.OP_ROLL, 0, 0),
    (rules.OP_CONVERT, rules.ATTACKER, 0),
    (rules.OP_CONVERT, rules.DEFENDER, 0),
    (rules.OP_RESOLVE, 0, 0),
    (rules.OP_CASUALTIES, rules.ATTACKER, 0),
    (rules.OP_CASUALTIES, rules.DEFENDER, 0),
    (rules.OP_END_IF_OVER, 0, BATTLE_OVER),
    (rules.OP_CONTINUE, rules.ATTACKER, BATTLE_OVER),
    (rules.OP_CASUALTIES, rules.ATTACKER, 0),  # the extra hit for going on at a settlement
    (rules.OP_END_IF_OVER, 0, BATTLE_OVER),
    (rules.OP_RETREAT, rules.DEFENDER, BATTLE_OVER),
    (rules.OP_NEXT_ROUND, 0, 0),  # on with instruction 0
    (rules.OP_END, 0, 0),
)

FACE_VALUES = {"sword": 1, "shield": SHIELD_ONE, "special": SPECIAL_ONE}

#: what a plan decides -> its ways by name; the first is the default
FACETS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "casualties": {
            "keep_dice": policy.CASUALTIES_KEEP_DICE,
            "keep_leaders": policy.CASUALTIES_KEEP_LEADERS,
            "keep_elites": policy.CASUALTIES_KEEP_ELITES,
        },
        "leaders": {
            "most_effect": policy.LEADERS_MOST_EFFECT,
            "most_hits": policy.LEADERS_MOST_HITS,
            "most_shields": policy.LEADERS_MOST_SHIELDS,
        },
        "cards": {"all": policy.CARDS_ALL, "none": policy.CARDS_NONE},
        "attack": {
            "to_the_end": policy.ATTACK_TO_THE_END,
            "one_round": policy.ATTACK_ONE_ROUND,
            "while_stronger": policy.ATTACK_WHILE_STRONGER,
        },
        "retreat": {"never": policy.RETREAT_NEVER, "when_weaker": policy.RETREAT_WHEN_WEAKER},
    }
)
#: what each side decides
FACETS_OF = {
    "attacker": ("casualties", "leaders", "cards", "attack"),
    "defender": ("casualties", "leaders", "cards", "retreat"),
}


@dataclass(frozen=True)
class Legion:
    """The figures of one faction in a battle.

    Attributes
    ----------
    faction : str
        ``"harkonnen"`` or ``"atreides"``.
    standard, elite, special : int
        Units; special elites are Sardaukar or Fedaykin.
    generic : int
        Bashars or Naibs.
    named : tuple of str
        Ids of named leaders.
    pool : int or None
        Standard figures off the map, for elites that lose their rank; None for all that are not in this legion.
    """

    faction: str
    standard: int = 0
    elite: int = 0
    special: int = 0
    generic: int = 0
    named: tuple[str, ...] = ()
    pool: int | None = None

    @property
    def units(self) -> int:
        return self.standard + self.elite + self.special

    @property
    def leaders(self) -> int:
        return self.generic + len(self.named)

    def counts(self, names: Mapping[str, str]) -> dict[str, int]:
        """Name -> how many, for every kind of figure present; ``names`` holds the words for special and generic."""
        rows = [("standard", self.standard), ("elite", self.elite), (names["special"], self.special)]
        rows += [(names["generic"], self.generic), *((one, 1) for one in self.named)]
        return {name: many for name, many in rows if many}


def figure_names(content: ArrakisContent, faction: str) -> dict[str, str]:
    """The words for a faction's special elites and generic leaders."""
    special = next(one for one in content.figures if one.kind == "special_elite" and one.faction == faction)
    return {"special": special.name.lower(), "generic": generic_leader(content, faction).id}


def faction_of(content: ArrakisContent, leader: Leader) -> str:
    """The faction that a leader fights for."""
    return content.subfactions.get(leader.subfaction).faction


def generic_leader(content: ArrakisContent, faction: str) -> Leader:
    """Bashar or Naib."""
    return next(one for one in content.leaders if one.kind == "generic" and faction_of(content, one) == faction)


def named_leaders(content: ArrakisContent) -> tuple[Leader, ...]:
    """The leaders that have a bit in a side's ``named`` field, in content order."""
    return tuple(one for one in content.leaders if one.kind == "named")


@dataclass(frozen=True)
class Plan:
    """How a side plays: one way for each thing it decides (see `FACETS`)."""

    casualties: str = "keep_dice"
    leaders: str = "most_effect"
    cards: str = "all"
    attack: str = "to_the_end"
    retreat: str = "never"
    numbers: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        numbers = tuple(FACETS[facet][getattr(self, facet)] for facet in FACETS)
        object.__setattr__(self, "numbers", numbers)


def compile_battle(
    content: ArrakisContent,
    attacker: Legion,
    defender: Legion,
    rank: int = 0,
    surprise: bool = False,
    cards: tuple[int, int] = (0, 0),
    plans: tuple[Plan, Plan] = (Plan(), Plan()),
    can_retreat: bool = True,
) -> Records:
    """The battle as one Tables record.

    Parameters
    ----------
    content
        Facts of War for Arrakis: combat dice, leaders' strips, figures.
    attacker, defender
        The two legions.
    rank
        Rank of the sietch or settlement that the defender holds, 0 without one.
    surprise
        Whether the attack is a surprise attack.
    cards
        Planning cards that attacker and defender may discard for dice.
    plans
        How attacker and defender play.
    can_retreat
        Whether the defender has an area to retreat to.
    """
    tables = zeros(program("battle").records["Tables"])
    t = tables[0]
    fill_dice(content, t)
    for place, (code, side, over) in enumerate(BATTLE_PROGRAM):
        t["code"][place] = (code, 0, side, over, 0)
    start = t["start"]
    start["rank"], start["surprise"], start["can_retreat"] = rank, surprise, can_retreat
    for who, legion in enumerate((attacker, defender)):
        _fill_side(content, legion, cards[who], start["sides"][who])
        for facet, number in zip(FACETS, plans[who].numbers, strict=True):
            t["plans"][who][facet] = number
    return tables


def fill_dice(content: ArrakisContent, t: Any) -> None:
    """Combat dice and what leaders make of a special result."""
    if content.settings.get("max_combat_dice").value != MAX_DICE:
        raise ContentError(f'settings "max_combat_dice" must be {MAX_DICE}: the kernels roll no other number of dice')
    first, second = (die.faces for die in content.combat_dice)
    if sorted(first) != sorted(second):
        raise ContentError("combat_dice: both factions must have the same faces, because a battle has one kind of die")
    t["power_of_six"] = [6**dice for dice in range(MAX_DICE + 1)]
    for dice, values in enumerate(roll_values(first)):
        t["roll_value"][dice][: len(values)] = values
    named = named_leaders(content)
    if len(named) != NAMED_LEADERS:
        raise ContentError(f"leaders: there must be {NAMED_LEADERS} named leaders, not {len(named)}")
    t["strip"] = [_strip(leader) for leader in named]
    t["generic_strip"] = [_strip(generic_leader(content, faction)) for faction in FACTIONS]


@cache
def roll_values(faces: tuple[str, ...]) -> tuple[np.ndarray[Any, np.dtype[np.int64]], ...]:
    """Packed results of 0 to 3 dice for every number that their faces spell in base 6."""
    values = [FACE_VALUES[face] for face in faces]
    tables = [[sum(shown) for shown in product(values, repeat=dice)] for dice in range(4)]
    return tuple(np.array(table, np.int64) for table in tables)


def _strip(leader: Leader) -> int:
    if leader.combat is None or max(leader.combat.hits, leader.combat.shields) > MAX_STRIP:
        raise ContentError(f'leaders "{leader.id}": combat must name at most {MAX_STRIP} hits and {MAX_STRIP} shields')
    return leader.combat.hits * 4 + leader.combat.shields


def _fill_side(content: ArrakisContent, legion: Legion, cards: int, side: Any) -> None:
    ids = [leader.id for leader in named_leaders(content)]
    side["faction"] = FACTIONS.index(legion.faction)
    for kind in ("standard", "elite", "special", "generic"):
        side[kind] = getattr(legion, kind)
    side["named"] = sum(1 << ids.index(name) for name in legion.named)
    side["cards"] = cards
    box = next(one.count for one in content.figures if one.kind == "standard" and one.faction == legion.faction)
    side["pool"] = box - legion.standard if legion.pool is None else legion.pool
    _check_strips(content, legion)


def _check_strips(content: ArrakisContent, legion: Legion) -> None:
    generic = _strip(generic_leader(content, legion.faction))
    strips = [generic] * legion.generic + [_strip(content.leaders.get(name)) for name in legion.named]
    if any(strips.count(strip) > MAX_EQUAL_STRIPS for strip in strips):
        raise UsageError(f"a legion holds at most {MAX_EQUAL_STRIPS} leaders with equal strips")
