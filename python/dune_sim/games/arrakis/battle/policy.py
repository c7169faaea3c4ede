"""Policies as people write them: ``"casualties=keep_leaders,attack=one_round"``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dune_sim.content.overlay import near
from dune_sim.errors import UsageError
from dune_sim.games.arrakis.battle.tables import FACETS, FACETS_OF, SIDES, Plan

#: what each way does, for help texts and docs
MEANINGS = {
    ("casualties", "keep_dice"): "elites lose their rank first, then leaders fall, units last",
    ("casualties", "keep_leaders"): "elites lose their rank first, then units fall down to the last one, then leaders",
    ("casualties", "keep_elites"): "leaders fall first, then standard units, elites lose their rank last",
    ("leaders", "most_effect"): "leaders with the most hits and shields together convert first; more hits break ties",
    ("leaders", "most_hits"): "leaders with the most hits convert first; more shields break ties",
    ("leaders", "most_shields"): "leaders with the most shields convert first; more hits break ties",
    ("cards", "all"): "discards in every round as many cards as still add a die",
    ("cards", "none"): "keeps every card",
    ("attack", "to_the_end"): "always goes on",
    ("attack", "one_round"): "ceases after the first round",
    ("attack", "while_stronger"): "ceases once the defender has more dice, cards left out",
    ("retreat", "never"): "always stays",
    ("retreat", "when_weaker"): "retreats when asked with fewer units than the attacker",
}


def read_plans(policy: object) -> tuple[Plan, Plan]:
    """The plans of attacker and defender.

    ``policy`` is text or a mapping for both sides, or a mapping with the keys ``attacker`` and ``defender``.
    """
    if isinstance(policy, Mapping) and policy and set(policy) <= set(SIDES):
        return read_plan("attacker", policy.get("attacker")), read_plan("defender", policy.get("defender"))
    chosen = _pairs("policy", policy)
    _refuse_unknown("policy", chosen, tuple(FACETS))
    first, second = ({k: v for k, v in chosen.items() if k in FACETS_OF[side]} for side in SIDES)
    return _plan("policy", first), _plan("policy", second)


def read_plan(side: str, policy: object) -> Plan:
    """The plan of one side, ``"attacker"`` or ``"defender"``."""
    where = f"policy of the {side}"
    chosen = _pairs(where, policy)
    _refuse_unknown(where, chosen, FACETS_OF[side])
    return _plan(where, chosen)


def describe_plan(side: str, plan: Plan) -> dict[str, str]:
    """What a side decides and how, by name."""
    return {facet: getattr(plan, facet) for facet in FACETS_OF[side]}


def _pairs(where: str, policy: object) -> dict[str, str]:
    if policy is None:
        return {}
    if isinstance(policy, Mapping):
        return {str(facet): str(way) for facet, way in policy.items()}
    if not isinstance(policy, str):
        raise UsageError(f"{where}: write it as text or as a mapping, not {policy!r}")
    chosen: dict[str, str] = {}
    for entry in filter(None, (part.strip() for part in policy.split(","))):
        facet, equals, way = (part.strip() for part in entry.partition("="))
        if not equals or not way:
            raise UsageError(f'{where}: write "{entry}" as facet=way, for example casualties=keep_leaders')
        if facet in chosen:
            raise UsageError(f'{where}: "{facet}" is given twice')
        chosen[facet] = way
    return chosen


def _refuse_unknown(where: str, chosen: Mapping[str, str], known: tuple[str, ...]) -> None:
    for facet in chosen:
        if facet not in known:
            raise UsageError(f'{where}: there is nothing called "{facet}" to decide{_hint(facet, known)}')


def _plan(where: str, chosen: Mapping[str, str]) -> Plan:
    for facet, way in chosen.items():
        if way not in FACETS[facet]:
            raise UsageError(f'{where}: {facet} has no way "{way}"{_hint(way, FACETS[facet])}')
    words: Any = chosen
    return Plan(**words)


def _hint(word: str, known: Mapping[str, int] | tuple[str, ...]) -> str:
    return near(word, known) or f"; choose {', '.join(known)}"
