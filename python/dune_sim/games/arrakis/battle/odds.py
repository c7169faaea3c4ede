"""What `dune_sim.battle_odds` returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dune_sim.intervals import Estimate


@dataclass(frozen=True)
class FirstRound:
    """Hits suffered in the first round, after shields and special elites, before casualties.

    ``defender_hits`` and ``attacker_hits`` map hits to chances; ``joint`` lists (defender hits, attacker hits, chance).
    """

    defender_hits: Mapping[int, float]
    attacker_hits: Mapping[int, float]
    joint: tuple[tuple[int, int, float], ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "defender_hits": _texts(self.defender_hits),
            "attacker_hits": _texts(self.attacker_hits),
            "joint": [list(one) for one in self.joint],
        }


@dataclass(frozen=True)
class Outcome:
    """Chance that the attacker wins, that the defender wins, that both legions are destroyed."""

    attacker: float
    defender: float
    both_destroyed: float

    def to_dict(self) -> dict[str, float]:
        return {"attacker": self.attacker, "defender": self.defender, "both_destroyed": self.both_destroyed}


@dataclass(frozen=True)
class Losses:
    """Units and leaders that a side loses on average; an elite that becomes a standard unit is not lost."""

    units: float
    leaders: float

    def to_dict(self) -> dict[str, float]:
        return {"units": self.units, "leaders": self.leaders}


@dataclass(frozen=True)
class Rounds:
    """Combat rounds: on average, the chance of each number, and the chance of even more."""

    expected: float
    distribution: Mapping[int, float]
    more: float

    def to_dict(self) -> dict[str, Any]:
        return {"expected": self.expected, "distribution": _texts(self.distribution), "more": self.more}


@dataclass(frozen=True)
class Ending:
    """One way the battle can end: who wins (``attacker``, ``defender``, ``nobody``), why, and what is left."""

    winner: str
    reason: str
    attacker: Mapping[str, int]
    defender: Mapping[str, int]
    chance: float

    def to_dict(self) -> dict[str, Any]:
        return {
            "winner": self.winner,
            "reason": self.reason,
            "attacker": dict(self.attacker),
            "defender": dict(self.defender),
            "chance": self.chance,
        }


@dataclass(frozen=True)
class Doubt:
    """A fact that the odds rest on and that is not known for certain."""

    fact: str
    confidence: str
    source: str
    note: str

    def to_dict(self) -> dict[str, str]:
        return {"fact": self.fact, "confidence": self.confidence, "source": self.source, "note": self.note}


@dataclass(frozen=True)
class Sampled:
    """The same numbers from battles that an engine played, with 95 % intervals."""

    battles: int
    seed: int
    engine: str
    outcome: Mapping[str, Estimate]
    survivors: Mapping[str, Mapping[int, Estimate]]
    expected_losses: Mapping[str, Mapping[str, Estimate]]
    rounds: Estimate
    confidence: float = 0.95

    def to_dict(self) -> dict[str, Any]:
        def plain(row: Mapping[Any, Estimate]) -> dict[str, dict[str, float]]:
            return {str(key): one.to_dict() for key, one in row.items()}

        return {
            "samples": self.battles,
            "seed": self.seed,
            "engine": self.engine,
            "confidence": self.confidence,
            "outcome": plain(self.outcome),
            "survivors": {side: plain(row) for side, row in self.survivors.items()},
            "expected_losses": {side: plain(row) for side, row in self.expected_losses.items()},
            "rounds": {"expected": self.rounds.to_dict()},
        }


@dataclass(frozen=True)
class Setup:
    """The battle that was asked for."""

    factions: Mapping[str, str]
    figures: Mapping[str, Mapping[str, int]]
    cards: Mapping[str, int]
    holds: str | None
    rank: int
    surprise: bool
    can_retreat: bool

    def to_dict(self) -> dict[str, Any]:
        sides = {
            side: {"faction": faction, "legion": dict(self.figures[side]), "cards": self.cards[side]}
            for side, faction in self.factions.items()
        }
        place = {"holds": self.holds, "rank": self.rank, "surprise": self.surprise, "can_retreat": self.can_retreat}
        return sides | place


@dataclass(frozen=True)
class BattleOdds:
    """Exact odds of one battle.

    Attributes
    ----------
    setup : Setup
        Factions, figures, cards and place.
    dice : mapping
        Dice of each side in the first round.
    first_round : FirstRound
    outcome : Outcome
    reasons : mapping
        Chance that the battle ends by elimination, because the attacker ceased, or by a retreat.
    expected_losses : mapping
        Side to `Losses`.
    survivors : mapping
        Side to the chance of each number of surviving units.
    rounds : Rounds
    endings : tuple of Ending
        Every way to end, the likeliest first.
    policy : mapping
        Side to what it decides and how.
    doubts : tuple of Doubt
        Facts behind these numbers that are not certain.
    sampled : Sampled or None
        Monte Carlo beside the exact numbers, if asked for.
    """

    setup: Setup
    dice: Mapping[str, int]
    first_round: FirstRound
    outcome: Outcome
    reasons: Mapping[str, float]
    expected_losses: Mapping[str, Losses]
    survivors: Mapping[str, Mapping[int, float]]
    rounds: Rounds
    endings: tuple[Ending, ...]
    policy: Mapping[str, Mapping[str, str]]
    doubts: tuple[Doubt, ...]
    sampled: Sampled | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for JSON; numbers of hits, units and rounds become text where they are keys."""
        made: dict[str, Any] = {
            "setup": self.setup.to_dict(),
            "dice": dict(self.dice),
            "first_round": self.first_round.to_dict(),
            "outcome": self.outcome.to_dict(),
            "reasons": dict(self.reasons),
            "expected_losses": {side: one.to_dict() for side, one in self.expected_losses.items()},
            "survivors": {side: _texts(row) for side, row in self.survivors.items()},
            "rounds": self.rounds.to_dict(),
            "endings": [one.to_dict() for one in self.endings],
            "policy": {side: dict(row) for side, row in self.policy.items()},
            "confidence": self.confidence(),
        }
        if self.sampled is not None:
            made["sampled"] = self.sampled.to_dict()
        return made

    def confidence(self) -> dict[str, Any]:
        """How sure the facts behind the odds are: that of the least certain one, and each that is not ``high``."""
        levels = [one.confidence for one in self.doubts]
        level = next((one for one in ("low", "medium") if one in levels), "high")
        return {"level": level, "facts": [one.to_dict() for one in self.doubts]}


def _texts(row: Mapping[int, float]) -> dict[str, float]:
    return {str(key): value for key, value in row.items()}
