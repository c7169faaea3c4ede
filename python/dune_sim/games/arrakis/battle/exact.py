"""Exact odds of a battle: every position both plans can lead to, visited once, in float64."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dune_sim.engines.memory import Records
from dune_sim.errors import UsageError
from dune_sim.games.arrakis.battle.rounds import Floats, Forms, Ints, Table, forms, joint_hits, line
from dune_sim.games.arrakis.kernels import battle as rules

#: the distribution of rounds is listed until fewer battles than this go on
TAIL = 1e-6
#: positions times moves that are kept in memory at once
KEPT = 4_000_000
#: positions that are worked on at once where not all are kept
ROWS = 8192
GOES_ON = -1


@dataclass(frozen=True)
class Ending:
    """One way a battle can end, and its chance. Sides are records of the kernels."""

    winner: int
    reason: int
    attacker: Any
    defender: Any
    chance: float


@dataclass(frozen=True)
class Exact:
    """Everything there is to know about a battle between two plans.

    ``first_round[a, d]`` is the chance that the attacker suffers ``a`` and the defender ``d`` hits; ``rounds[r]`` that
    the battle ends after round ``r``, ``more`` that it lasts longer than listed; ``dice`` is what both roll at first.
    """

    first_round: Floats
    endings: list[Ending]
    expected_rounds: float
    rounds: Floats
    more: float
    dice: tuple[int, int]


@dataclass(frozen=True)
class After:
    """What follows the casualties of a round, for every two places on the lines.

    ``code`` is GOES_ON or ``winner * 4 + reason``; ``attacker`` the attacker's place once it has paid for going on.
    """

    code: Ints
    attacker: Ints


def solve(tables: Records) -> Exact:
    """The exact odds of the battle in a Tables record, both sides following their plans."""
    table = Table(tables)
    lines = line(table, rules.ATTACKER), line(table, rules.DEFENDER)
    sides = forms(table, rules.ATTACKER, lines[0]), forms(table, rules.DEFENDER, lines[1])
    chain = Chain(sides[0], sides[1], after_casualties(table, *lines))
    visits, ended = chain.visits()
    rounds, more = chain.rounds(np.flatnonzero(visits))
    return Exact(
        first_round=chain.hits[sides[0].roll[0], sides[1].roll[0]],
        endings=_endings(chain, ended, *lines),
        expected_rounds=float(visits.sum()),
        rounds=rounds,
        more=more,
        dice=(int(sides[0].dice[0]), int(sides[1].dice[0])),
    )


def after_casualties(table: Table, attackers: list[Any], defenders: list[Any]) -> After:
    """Ask the kernels who has won, whether the attacker goes on, what it pays and whether the defender retreats."""
    shape = len(attackers), len(defenders)
    code = np.full(shape, GOES_ON, np.intp)
    attacker = np.repeat(np.arange(shape[0], dtype=np.intp)[:, None], shape[1], axis=1)
    b = table.battle
    for a, d in np.ndindex(shape):
        table.place(attackers[a], defenders[d])
        table.perform(rules.OP_END_IF_OVER, 0)
        if b.winner == rules.WINNER_NONE:
            table.perform(rules.OP_CONTINUE, rules.ATTACKER)
        price, attackers[a].suffer = attackers[a].suffer, 0
        if price > 0:
            attacker[a, d] = a + price
            b.sides[rules.ATTACKER] = attackers[a + price]
            table.perform(rules.OP_END_IF_OVER, 0)
        if b.winner == rules.WINNER_NONE:
            table.perform(rules.OP_RETREAT, rules.DEFENDER)
        if b.winner != rules.WINNER_NONE:
            code[a, d] = b.winner * 4 + b.reason
    return After(code, attacker)


class Chain:
    """The battle as a chain of positions: a position is a form of the attacker and a form of the defender.

    Positions come first, endings (code, place on each line) behind them, all in one numbering.
    """

    def __init__(self, attacker: Forms, defender: Forms, after: After) -> None:
        self.attacker, self.defender = attacker, defender
        self.defenders = len(defender.hits)
        self.size = len(attacker.hits) * self.defenders
        self.hits = joint_hits(attacker, defender)
        self.shape = after.code.shape
        self.total = self.size + 16 * after.code.size
        self._after = self._numbered(after)
        positions = np.arange(self.size)
        self._table = self._moves(positions) if self.size * self.hits[0, 0].size <= KEPT else None
        self.levels = self._levels(positions)

    def _numbered(self, after: After) -> tuple[Ints, Ints]:
        """For two places after casualties: the number of the ending, or GOES_ON; and the attacker's next place."""
        defenders = np.arange(self.shape[1])
        number = self.size + (after.code * self.shape[0] + after.attacker) * self.shape[1] + defenders
        return np.where(after.code == GOES_ON, GOES_ON, number), after.attacker

    def _levels(self, positions: Ints) -> list[Ints]:
        """Positions in the order in which a battle can visit them: hits and cards spent only grow."""
        a, d = np.divmod(positions, self.defenders)
        spent = self.attacker.at.shape[1] - self.attacker.cards[a] + self.defender.at.shape[1] - self.defender.cards[d]
        level = self.attacker.hits[a] + self.defender.hits[d] + spent
        level[a == 0] -= 1
        order = np.argsort(level, kind="stable")
        return np.split(order, np.flatnonzero(np.diff(level[order])) + 1)

    def moves(self, positions: Ints) -> tuple[Floats, Ints]:
        """Chance and number of everything that one round can lead to, a row per position."""
        if self._table is not None:
            return self._table[0][positions], self._table[1][positions]
        return self._moves(positions)

    def _moves(self, positions: Ints) -> tuple[Floats, Ints]:
        a, d = np.divmod(positions, self.defenders)
        chance = self.hits[self.attacker.roll[a], self.defender.roll[d]]
        lost_a, lost_d = (np.arange(n) for n in chance.shape[1:])
        place_a = np.minimum(self.attacker.hits[a][:, None] + lost_a, self.shape[0] - 1)[:, :, None]
        place_d = np.minimum(self.defender.hits[d][:, None] + lost_d, self.shape[1] - 1)[:, None, :]
        ending, place_next = (one[place_a, place_d] for one in self._after)
        form_a = self.attacker.at[place_next, self.attacker.left[a][:, None, None]]
        form_d = self.defender.at[place_d, self.defender.left[d][:, None, None]]
        target = np.where(ending == GOES_ON, form_a * self.defenders + form_d, ending)
        return chance.reshape(len(positions), -1), target.reshape(len(positions), -1)

    def visits(self) -> tuple[Floats, Floats]:
        """How often each position is fought on average, and the chance of each ending.

        A round without any loss brings the same position back: its visits are a geometric series.
        """
        mass = np.zeros(self.total)
        mass[0] = 1.0  # both in form 0
        for level in self.levels:
            positions = level[mass[level] > 0]
            if not len(positions):
                continue
            chance, target = self.moves(positions)
            again = np.where(target == positions[:, None], chance, 0.0)
            leaves = 1.0 - again.sum(axis=1)
            if leaves.min() < 1e-12:
                raise UsageError("this battle never ends: there are positions in which no roll can bring a hit")
            mass[positions] /= leaves
            moved = mass[positions][:, None] * (chance - again)
            mass += _summed(target.ravel(), moved.ravel(), self.total)
        return mass[: self.size], mass[self.size :]

    def rounds(self, visited: Ints) -> tuple[Floats, float]:
        """Chance that the battle ends after round r, up to a round that hardly any battle sees, and of even more."""
        ending = np.zeros(self.size)
        parts = [self._going_on(some, ending) for some in np.array_split(visited, 1 + len(visited) // ROWS)]
        source, target, chance = (np.concatenate(one) for one in zip(*parts, strict=True))
        ends, mass = [0.0], np.zeros(self.size)
        mass[0] = 1.0  # both in form 0
        while mass.sum() > TAIL:
            ends.append(float(mass @ ending))
            mass = _summed(target, chance * mass[source], self.size)
        return np.array(ends), float(mass.sum())

    def _going_on(self, positions: Ints, ending: Floats) -> tuple[Ints, Ints, Floats]:
        """Moves between positions that can happen; the chance to end at once is written to ``ending``."""
        chance, target = self.moves(positions)
        ends = target >= self.size
        ending[positions] = np.where(ends, chance, 0.0).sum(axis=1)
        row, column = np.nonzero((chance > 0) & ~ends)
        return positions[row], target[row, column], chance[row, column]


def _summed(place: Ints, value: Floats, size: int) -> Floats:
    """Add up values that go to the same place."""
    return np.bincount(place, weights=value, minlength=size).astype(np.float64, copy=False)


def _endings(chain: Chain, chances: Floats, attackers: list[Any], defenders: list[Any]) -> list[Ending]:
    found = []
    for number in np.flatnonzero(chances):
        code, places = divmod(int(number), chain.shape[0] * chain.shape[1])
        a, d = divmod(places, chain.shape[1])
        found.append(Ending(code // 4, code % 4, attackers[a], defenders[d], float(chances[number])))
    return sorted(found, key=lambda one: -one.chance)
