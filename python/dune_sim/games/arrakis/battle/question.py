"""Odds of one War for Arrakis battle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dune_sim.content.loader import load_content
from dune_sim.content.provenance import uncertain
from dune_sim.engines import ENGINES
from dune_sim.errors import EngineError, UsageError
from dune_sim.games.arrakis.battle import exact
from dune_sim.games.arrakis.battle.legion import draft_legion, settle
from dune_sim.games.arrakis.battle.odds import BattleOdds, Doubt, Ending, FirstRound, Losses, Outcome, Rounds, Setup
from dune_sim.games.arrakis.battle.policy import describe_plan, read_plans
from dune_sim.games.arrakis.battle.rounds import Floats
from dune_sim.games.arrakis.battle.tables import (
    SIDES,
    Legion,
    compile_battle,
    figure_names,
    generic_leader,
    named_leaders,
)
from dune_sim.games.arrakis.kernels import battle as rules
from dune_sim.games.checks import Overlays, check_flag, check_overlays

if TYPE_CHECKING:
    from dune_sim.games.arrakis.content.models import ArrakisContent

LegionLike = str | Mapping[str, Any] | Legion
PolicyLike = str | Mapping[str, Any] | None

WINNERS = {rules.WINNER_ATTACKER: "attacker", rules.WINNER_DEFENDER: "defender", rules.WINNER_NOBODY: "nobody"}
REASONS = {
    rules.REASON_ELIMINATED: "eliminated",
    rules.REASON_CEASED: "ceased",
    rules.REASON_RETREATED: "retreated",
}
#: what the defender may hold -> whose it is
HOLDERS = {"sietch": "atreides", "settlement": "harkonnen"}


def battle_odds(
    attacker: LegionLike,
    defender: LegionLike,
    sietch_rank: int = 0,
    settlement_rank: int = 0,
    surprise: bool = False,
    attacker_cards: int = 0,
    defender_cards: int = 0,
    policy: PolicyLike = None,
    samples: int = 0,
    seed: int = 0,
    engine: str = "auto",
    can_retreat: bool = True,
    content: Overlays = (),
) -> BattleOdds:
    """Exact odds of a battle, both sides following a policy.

    Parameters
    ----------
    attacker, defender : str, mapping or Legion
        Figures as ``"4 standard, 1 sardaukar, bashar"`` or ``{"standard": 4, "sardaukar": 1, "bashar": 1}``. A legion
        is of the faction that its figures name; where none does, Harkonnen attacks.
    sietch_rank, settlement_rank : int
        Rank of what the defender holds, 0 for nothing. Atreides holds a sietch, Harkonnen a settlement.
    surprise : bool
        Whether it is a surprise attack.
    attacker_cards, defender_cards : int
        Planning cards that the side may discard for dice.
    policy : str or mapping, optional
        ``"casualties=keep_leaders,attack=one_round"`` for both sides, or a mapping with the keys ``attacker`` and
        ``defender``. docs/battle.md lists the choices; by default both fight to the end and keep the most dice.
    samples : int
        Also play so many battles and report what came out, with intervals.
    seed, engine
        Chance and engine of the sampled battles.
    can_retreat : bool
        Whether the defender has an area to retreat to; matters to policies that retreat.
    content : path or sequence of paths
        Overlay files that change facts such as dice and strips.

    Returns
    -------
    BattleOdds

    Raises
    ------
    UsageError
        If a legion or an option is wrong; the message says which and how.

    Examples
    --------
    >>> import dune_sim
    >>> odds = dune_sim.battle_odds("1 standard", "1 standard")
    >>> round(odds.outcome.attacker, 4), round(odds.outcome.both_destroyed, 4)
    (0.2, 0.6)
    """
    facts = battle_facts(check_overlays(content))
    cards = (attacker_cards, defender_cards)
    setup, legions = read_setup(facts, (attacker, defender), sietch_rank, settlement_rank, surprise, cards, can_retreat)
    plans = read_plans(policy)
    _check_sampling(samples, seed, engine)
    tables = compile_battle(facts, *legions, setup.rank, setup.surprise, cards, plans, setup.can_retreat)
    sampled = None
    if samples:
        from dune_sim.games.arrakis.battle.sample import sample

        start = {side: (one.units, one.leaders) for side, one in zip(SIDES, legions, strict=True)}
        sampled = sample(tables, start, samples, seed, engine)
    solved = exact.solve(tables)
    return BattleOdds(
        setup=setup,
        dice=dict(zip(SIDES, solved.dice, strict=True)),
        **_measures(solved, legions),
        endings=_endings(facts, solved, legions),
        policy={side: describe_plan(side, plan) for side, plan in zip(SIDES, plans, strict=True)},
        doubts=_doubts(facts, legions),
        sampled=sampled,
    )


def battle_facts(overlays: tuple[str, ...]) -> ArrakisContent:
    """The facts of War for Arrakis; overlays are read anew each time, because people edit them."""
    return load_content("arrakis", [Path(one) for one in overlays]) if overlays else _shipped_facts()


@cache
def _shipped_facts() -> ArrakisContent:
    return load_content("arrakis")


def read_setup(
    facts: ArrakisContent,
    given: tuple[LegionLike, LegionLike],
    sietch: int,
    settlement: int,
    surprise: bool,
    cards: tuple[int, int],
    can_retreat: bool,
) -> tuple[Setup, tuple[Legion, Legion]]:
    """Check what somebody asked for: the battle in words, and its two legions."""
    drafts = [draft_legion(facts, side, one) for side, one in zip(SIDES, given, strict=True)]
    ranks = {"sietch": sietch, "settlement": settlement}
    most = {
        "sietch": max(one.rank for one in facts.sietch_tokens),
        "settlement": max(one.rank for one in facts.settlements),
    }
    for place, rank in ranks.items():
        _whole(f"the rank of the {place}", rank, most[place])
    if sietch and settlement:
        raise UsageError("the defender holds a sietch or a settlement, not both")
    holds = next((place for place, rank in ranks.items() if rank), None)
    legions = settle(facts, drafts[0], drafts[1], HOLDERS[holds] if holds else None)
    if holds and legions[1].faction != HOLDERS[holds]:
        raise UsageError(
            f"a {holds} is held by {HOLDERS[holds].title()}, but the defender is {legions[1].faction.title()}"
        )
    for side, legion, number in zip(SIDES, legions, cards, strict=True):
        _whole(f"the number of cards of the {side}", number, _cards_in_box(facts, legion.faction))
    setup = Setup(
        {side: legion.faction for side, legion in zip(SIDES, legions, strict=True)},
        {side: _figures(facts, legion) for side, legion in zip(SIDES, legions, strict=True)},
        dict(zip(SIDES, cards, strict=True)),
        holds,
        ranks[holds] if holds else 0,
        check_flag(surprise, "surprise"),
        check_flag(can_retreat, "can_retreat"),
    )
    return setup, legions


def _whole(what: str, value: object, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise UsageError(f"{what} must be a whole number from 0 to {most}, not {value!r}")


def _cards_in_box(facts: ArrakisContent, faction: str) -> int:
    """Planning cards that a faction could discard for dice."""
    decks = {one.id for one in facts.subfactions if one.faction == faction}
    return sum(card.copies for card in facts.planning_cards if card.deck in decks and card.playable)


def _check_sampling(samples: int, seed: int, engine: str) -> None:
    _whole("the number of samples", samples, 1 << 40)
    _whole("the seed", seed, (1 << 64) - 1)
    if engine not in ("auto", *ENGINES):
        raise EngineError(f"unknown engine {engine!r}; choose auto, {', '.join(ENGINES)}")


def _figures(facts: ArrakisContent, legion: Legion) -> dict[str, int]:
    return legion.counts(figure_names(facts, legion.faction))


def _measures(solved: exact.Exact, legions: tuple[Legion, Legion]) -> dict[str, Any]:
    """Everything that is a sum over endings or over the first round."""
    wins = _grouped((WINNERS[e.winner], e.chance) for e in solved.endings)
    reasons = dict.fromkeys(REASONS.values(), 0.0) | _grouped((REASONS[e.reason], e.chance) for e in solved.endings)
    survivors, losses = {}, {}
    for side, legion in zip(SIDES, legions, strict=True):
        left = [(getattr(ending, side), ending.chance) for ending in solved.endings]
        counted = _grouped((_units(one), chance) for one, chance in left)
        survivors[side] = {units: counted.get(units, 0.0) for units in range(legion.units + 1)}
        units = sum(chance * (legion.units - _units(one)) for one, chance in left)
        leaders = sum(chance * (legion.leaders - _leaders(one)) for one, chance in left)
        losses[side] = Losses(units, leaders)
    return {
        "first_round": _first_round(solved.first_round),
        "outcome": Outcome(wins.get("attacker", 0.0), wins.get("defender", 0.0), wins.get("nobody", 0.0)),
        "reasons": reasons,
        "expected_losses": losses,
        "survivors": survivors,
        "rounds": Rounds(
            solved.expected_rounds,
            {number: float(chance) for number, chance in enumerate(solved.rounds) if number},
            solved.more,
        ),
    }


def _grouped(pairs: Iterable[tuple[Any, float]]) -> dict[Any, float]:
    sums: dict[Any, float] = {}
    for key, chance in pairs:
        sums[key] = sums.get(key, 0.0) + chance
    return sums


def _units(side: Any) -> int:
    return int(side.standard + side.elite + side.special)


def _leaders(side: Any) -> int:
    return int(side.generic + side.named.bit_count())


def _first_round(chances: Floats) -> FirstRound:
    joint = tuple((int(d), int(a), float(chances[a, d])) for d, a in np.argwhere(chances.T > 0))
    return FirstRound(
        {number: float(chance) for number, chance in enumerate(chances.sum(axis=0)) if chance > 0},
        {number: float(chance) for number, chance in enumerate(chances.sum(axis=1)) if chance > 0},
        joint,
    )


def _endings(facts: ArrakisContent, solved: exact.Exact, legions: tuple[Legion, Legion]) -> tuple[Ending, ...]:
    ids = [leader.id for leader in named_leaders(facts)]
    names = [figure_names(facts, legion.faction) for legion in legions]

    def left(side: Any, who: int) -> dict[str, int]:
        named = tuple(name for bit, name in enumerate(ids) if side.named >> bit & 1)
        now = Legion(legions[who].faction, side.standard, side.elite, side.special, side.generic, named)
        return now.counts(names[who])

    return tuple(
        Ending(WINNERS[e.winner], REASONS[e.reason], left(e.attacker, 0), left(e.defender, 1), e.chance)
        for e in solved.endings
    )


def _doubts(facts: ArrakisContent, legions: tuple[Legion, Legion]) -> tuple[Doubt, ...]:
    """Facts of this battle that are not certain: the combat dice and the strips of the leaders present."""
    used = {name for legion in legions for name in legion.named}
    used |= {generic_leader(facts, legion.faction).id for legion in legions if legion.generic}
    doubts = []
    for row in uncertain(facts):
        strip = row.table == "leaders" and row.id in used and row.field in ("combat", "*")
        if strip or row.table == "combat_dice":
            what = f"combat strip of {row.id}" if strip else f"faces of {row.id}"
            note = getattr(facts, row.table).get(row.id).note
            doubts.append(Doubt(what, row.confidence, row.source, note))
    return tuple(doubts)
