"""What `dune_sim.battle_odds` returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from dune_sim.intervals import Estimate


class Told:
    """Something that can be told as plain data."""

    def to_dict(self) -> dict[str, Any]:
        return {one.name: _plain(getattr(self, one.name)) for one in fields(self)}  # type: ignore[arg-type]


def _plain(value: Any) -> Any:
    if isinstance(value, Told | Estimate):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


@dataclass(frozen=True)
class FirstRound(Told):
    """Hits suffered in the first round, after shields and special elites, before casualties.

    ``defender_hits`` and ``attacker_hits`` map hits to chances; ``joint`` lists (defender hits, attacker hits, chance).
    """

    defender_hits: Mapping[int, float]
    attacker_hits: Mapping[int, float]
    joint: tuple[tuple[int, int, float], ...]


@dataclass(frozen=True)
class Outcome(Told):
    """Chance that the attacker wins, that the defender wins, that both legions are destroyed."""

    attacker: float
    defender: float
    both_destroyed: float


@dataclass(frozen=True)
class Losses(Told):
    """Units and leaders that a side loses on average; an elite that becomes a standard unit is not lost."""

    units: float
    leaders: float


@dataclass(frozen=True)
class Rounds(Told):
    """Combat rounds: on average, the chance of each number, and the chance of even more."""

    expected: float
    distribution: Mapping[int, float]
    more: float


@dataclass(frozen=True)
class Ending(Told):
    """One way the battle can end: who wins (``attacker``, ``defender``, ``nobody``), why, and what is left."""

    winner: str
    reason: str
    attacker: Mapping[str, int]
    defender: Mapping[str, int]
    chance: float


@dataclass(frozen=True)
class Doubt(Told):
    """A fact that the odds rest on and that is not known for certain."""

    fact: str
    confidence: str
    source: str
    note: str


@dataclass(frozen=True)
class Sampled(Told):
    """The same numbers from battles that an engine played, with 95 % intervals."""

    battles: int
    seed: int
    engine: str
    confidence: float = field(default=0.95, kw_only=True)
    outcome: Mapping[str, Estimate]
    survivors: Mapping[str, Mapping[int, Estimate]]
    expected_losses: Mapping[str, Mapping[str, Estimate]]
    rounds: Estimate

    def to_dict(self) -> dict[str, Any]:
        told = super().to_dict()
        return {"samples": told.pop("battles"), **told, "rounds": {"expected": told["rounds"]}}


@dataclass(frozen=True)
class Setup(Told):
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
class BattleOdds(Told):
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
        told = super().to_dict()
        del told["doubts"]
        sampled = told.pop("sampled")
        return told | {"confidence": self.confidence()} | ({} if sampled is None else {"sampled": sampled})

    def confidence(self) -> dict[str, Any]:
        """How sure the facts behind the odds are: that of the least certain one, and each that is not ``high``."""
        levels = [one.confidence for one in self.doubts]
        level = next((one for one in ("low", "medium") if one in levels), "high")
        return {"level": level, "facts": [one.to_dict() for one in self.doubts]}
