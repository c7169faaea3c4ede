"""What one combat round does, for every form both legions can take: the kernels, run as plain Python.

A side's plan chooses casualties, cards and leaders by looking at that side alone. So a legion walks down one *line*,
hit by hit, whatever the enemy does, and a round is known from two places on two lines and the cards still in hand.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from functools import cache, lru_cache
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dune_sim.engines.memory import Records, class_of, load, zeros
from dune_sim.engines.python import bind
from dune_sim.games.arrakis.kernels import battle as rules
from dune_sim.games.arrakis.kernels.dice import MAX_DICE
from dune_sim.lang.intrinsics import clear
from dune_sim.programs import program

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

#: stands for every combat round but the first
LATER = 2


@cache
def kernels() -> Any:
    """The battle kernels by name, as plain Python functions."""
    return SimpleNamespace(**bind(program("battle")))


@cache
def _resolve_arrays() -> Any:
    # the very kernel, with a max that takes whole arrays: every combination of hits and shields in one call
    kernel = kernels().resolve_round
    return FunctionType(kernel.__code__, {**kernel.__globals__, "max": np.maximum})


class Table:
    """One battle to compute on: its tables, a scratch battle, and the plans that answer every question."""

    def __init__(self, tables: Records) -> None:
        records = program("battle").records
        self.t = load(records["Tables"], tables[0])
        self.kernels = kernels()
        self.battle = class_of(records["Battle"])()
        for field in records["Battle"].fields:
            setattr(self.battle, field.name, getattr(self.t.start, field.name))
        self.battle.round = LATER
        self.battle.sides = [self._side(who) for who in (rules.ATTACKER, rules.DEFENDER)]
        self.game = SimpleNamespace(battle=self.battle)
        self.frame = load(records["Frame"], zeros(records["Frame"])[0])
        self.ops = {(code, who): self._op(code, who) for code in range(rules.BATTLE_OPS) for who in (0, 1)}
        self._gains: dict[tuple[int, ...], tuple[int, int]] = {}

    def _side(self, who: int) -> Any:
        side = class_of(program("battle").records["Side"])()
        self.kernels.copy_side(self.t.start.sides[who], side)
        return side

    def _op(self, code: int, who: int) -> Any:
        op = class_of(program("battle").records["Op"])()
        op.code, op.a, op.b, op.c = code, who, 1, 0  # whatever ends it jumps to 1
        return op

    def perform(self, code: int, who: int) -> None:
        """Run one instruction of the battle program to its end, the side's plan answering."""
        op, k, f = self.ops[code, who], self.kernels, self.frame
        clear(f)
        while f.pc == 0 and not k.execute(self.t, self.game, f, op):
            k.answer(self.t, self.game, f, op, k.planned(self.t, self.battle, op, who))

    def gain(self, who: int, state: Any, specials: int, combat_round: int) -> tuple[int, int]:
        """Hits and shields that the leaders of a side make of its specials."""
        key = (who, state.generic, state.named, specials, combat_round)
        if key not in self._gains:
            side = self.battle.sides[who] = copy(state)
            self.battle.round = combat_round
            self.kernels.read_roll(self.battle, who, 0, 0, specials)
            self.perform(rules.OP_CONVERT, who)
            self.battle.round = LATER
            self._gains[key] = side.hits, side.shields
        return self._gains[key]

    def place(self, attacker: Any, defender: Any) -> None:
        """Put two legions, as they stand after casualties, into the scratch battle; they are not copied."""
        self.battle.sides = [attacker, defender]
        self.battle.winner, self.battle.reason = rules.WINNER_NONE, 0


def line(table: Table, who: int) -> list[Any]:
    """The legion after 0, 1, 2 … hits, the last with no unit left."""
    k, side = table.kernels, table.battle.sides[who]
    states = [copy(side)]
    while k.units(states[-1]) > 0:
        table.battle.sides[who] = copy(states[-1])
        table.battle.sides[who].suffer = 1
        table.perform(rules.OP_CASUALTIES, who)
        states.append(table.battle.sides[who])
    table.battle.sides[who] = copy(states[0])
    return states


@dataclass(frozen=True)
class Forms:
    """How a side can enter a round: a place on its line and the cards in hand.

    ``hits``, ``cards`` and ``left`` (cards after discarding) have one entry per form; ``at[hits, cards]`` finds a form.
    ``rolls`` has one row per different way to roll: chance of (hits, shields) after leaders; ``roll`` is a form's row.
    ``special`` counts the special elites of each row. Form 0 opens the battle; a surprise attack makes it one of its
    own.
    """

    hits: Ints
    cards: Ints
    left: Ints
    at: Ints
    roll: Ints
    dice: Ints
    special: Ints
    rolls: Floats


def forms(table: Table, who: int, states: list[Any]) -> Forms:
    """Every form that a side can reach, with its dice and what they bring."""
    most = table.t.start.sides[who].cards
    opening = 1 if who == rules.ATTACKER and table.battle.surprise else LATER
    found: dict[tuple[int, int, int], tuple[int, int]] = {}
    hands = [_discard(table, who, states[0], most, found, opening)]
    for hits in range(len(states) - 1):
        # a hand held here was left over by this place or by one before; the list grows while it is walked through
        for cards in hands:
            left = _discard(table, who, states[hits], cards, found, LATER, hits)
            if left not in hands:
                hands.append(left)
    ways: dict[tuple[int, int, int], int] = {}
    roll = [ways.setdefault((hits, dice, when), len(ways)) for (hits, _, when), (_, dice) in found.items()]
    at = np.zeros((len(states), most + 1), np.intp)
    for number, (hits, cards, when) in enumerate(found):
        if when == LATER:
            at[hits, cards] = number
    return Forms(
        hits=np.array([hits for hits, _, _ in found], np.intp),
        cards=np.array([cards for _, cards, _ in found], np.intp),
        left=np.array([left for left, _ in found.values()], np.intp),
        at=at,
        roll=np.array(roll, np.intp),
        dice=np.array([dice for _, dice in found.values()], np.intp),
        special=np.array([states[hits].special for hits, _, _ in ways], np.intp),
        rolls=_stack([_roll_chances(table, who, states[h], n, r) for h, n, r in ways]),
    )


def _discard(
    table: Table,
    who: int,
    state: Any,
    cards: int,
    found: dict[tuple[int, int, int], tuple[int, int]],
    when: int,
    hits: int = 0,
) -> int:
    """Let a side with this hand discard; note the form with the cards left and the dice, return the cards left."""
    if (hits, cards, when) not in found:
        side = table.battle.sides[who] = copy(state)
        side.cards = cards
        table.battle.round = when
        table.perform(rules.OP_CARDS, who)
        found[hits, cards, when] = side.cards, table.kernels.battle_dice(table.battle, who)
        table.battle.round = LATER
    return found[hits, cards, when][0]


def _stack(arrays: list[Floats]) -> Floats:
    """Arrays of different shapes as one, filled up with zeros."""
    shape = [max(one.shape[axis] for one in arrays) for axis in range(arrays[0].ndim)]
    made = np.zeros((len(arrays), *shape))
    for row, one in zip(made, arrays, strict=True):
        row[tuple(slice(n) for n in one.shape)] = one
    return made


@lru_cache(maxsize=32)
def _face_counts(faces: tuple[int, ...], dice: int) -> Floats:
    """Chance of every (hits, shields, specials) of a number of dice, from the packed values of one die's faces."""
    if dice == 0:
        return np.ones((1, 1, 1))
    fewer = _face_counts(faces, dice - 1)
    made = np.zeros((dice + 1,) * 3)
    for face in faces:
        hit, shield, special = face & 255, (face >> 8) & 255, face >> 16
        made[hit : hit + dice, shield : shield + dice, special : special + dice] += fewer / len(faces)
    return made


def _roll_chances(table: Table, who: int, state: Any, dice: int, combat_round: int) -> Floats:
    """Chance of (hits, shields) of a roll once the leaders have converted its specials."""
    counts = _face_counts(tuple(table.t.roll_value[1][:MAX_DICE]), dice)
    gains = [table.gain(who, state, specials, combat_round) for specials in range(dice + 1)]
    made = np.zeros((dice + 1 + max(hits for hits, _ in gains), dice + 1 + max(shields for _, shields in gains)))
    for specials, (hits, shields) in enumerate(gains):
        made[hits : hits + dice + 1, shields : shields + dice + 1] += counts[:, :, specials]
    return made


def joint_hits(attacker: Forms, defender: Forms) -> Floats:
    """Chance of (hits the attacker suffers, hits the defender suffers) for every two ways to roll.

    Shape (ways of the attacker, ways of the defender, hits, hits). What the defender suffers depends on the attacker's
    hits and the defender's shields alone and the other way round, so matrix products over both shields are enough.
    """
    by_attacker = _suffered(attacker, defender.rolls.shape[2], rules.ATTACKER)
    by_defender = _suffered(defender, attacker.rolls.shape[2], rules.DEFENDER)
    # (way, suffered, own shields, enemy shields), with the two kinds of shields in one order for both
    left = by_attacker.reshape(*by_attacker.shape[:2], -1)
    right = by_defender.transpose(0, 1, 3, 2).reshape(*by_defender.shape[:2], -1)
    # many small products: one large one would wake up threads that cost more than they bring
    product: Floats = np.matmul(right[None], left.transpose(0, 2, 1)[:, None])
    return product


def _suffered(forms_of: Forms, enemy_shields: int, who: int) -> Floats:
    """Chance of (hits the enemy suffers, own shields) for each way to roll and each number of enemy shields."""
    most_hits = forms_of.rolls.shape[1]
    specials = np.arange(int(forms_of.special.max()) + 1)
    grid = np.meshgrid(specials, np.arange(most_hits), np.arange(enemy_shields), indexing="ij")
    side = SimpleNamespace(special=grid[0], hits=grid[1], shields=0)
    enemy = SimpleNamespace(special=0, hits=0, shields=grid[2])
    _resolve_arrays()(SimpleNamespace(sides=[side, enemy] if who == rules.ATTACKER else [enemy, side]))
    # suffers[special, suffered, enemy shields, hits] is 1 where that many hits get through
    suffers = (np.arange(most_hits)[None, :, None, None] == enemy.suffer.transpose(0, 2, 1)[:, None]).astype(float)
    ways = len(forms_of.rolls)
    through = suffers[forms_of.special].reshape(ways, most_hits * enemy_shields, most_hits) @ forms_of.rolls
    shaped: Floats = through.reshape(ways, most_hits, enemy_shields, -1).transpose(0, 1, 3, 2)
    return shaped
