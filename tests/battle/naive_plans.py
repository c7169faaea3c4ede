"""The policies of docs/battle.md for the naive battle, written from their description."""

from __future__ import annotations

from random import Random
from typing import Any

from battle_scene import FACTS, STRIP

from dune_sim.games.arrakis.battle.tables import Legion, faction_of
from naive import battle as naive

GENERIC = {"harkonnen": "bashar", "atreides": "naib"}
NAMED = {
    faction: [one.id for one in FACTS.leaders if one.kind == "named" and faction_of(FACTS, one) == faction]
    for faction in GENERIC
}
ORDER = [one.id for one in FACTS.leaders]


def effect(leader: str) -> tuple[int, ...]:
    hits, shields = STRIP[leader]
    return hits + shields, hits


RANKINGS = {
    "most_effect": effect,
    "most_hits": lambda leader: STRIP[leader],
    "most_shields": lambda leader: STRIP[leader][::-1],
}


def converts(way: str) -> naive.LeadersPolicy:
    """The best leaders by the way's ranking; equal strips are equal."""

    def choose(battle: Any, side: str, own: Any, enemy: Any, chosen: Any) -> tuple[str, ...]:
        ranked = sorted(battle.force(side).legion.leaders, key=RANKINGS[way], reverse=True)
        return tuple(sorted(ranked[: own.specials]))

    return choose


def weakest(leaders: list[str]) -> str:
    """A generic leader, else the one whose strip makes least, the first in content order among equals."""
    generic = [one for one in leaders if one in GENERIC.values()]
    return generic[0] if generic else min(leaders, key=lambda one: (effect(one), ORDER.index(one)))


def loses(way: str) -> naive.CasualtyPolicy:
    """The casualty that the way gives up first."""

    def choose(battle: Any, side: str, hits_left: int, options: dict[str, Any]) -> str:
        force = battle.force(side)
        rank = next((kind for kind in ("elite", "special") if kind in options), None)
        unit = "standard" if "standard" in options else rank
        leaders = list(force.legion.leaders)
        if way != "keep_elites" and rank and force.pool > 0:
            return rank
        if leaders and (way != "keep_leaders" or force.legion.units == 1):
            return weakest(leaders)
        assert unit is not None
        return unit

    return choose


def plans(casualties: str = "keep_dice", leaders: str = "most_effect", **more: Any) -> naive.Policies:
    """Both sides follow the same ways; cards, attack and retreat as in docs/battle.md."""
    attack, retreat = more.get("attack", "to_the_end"), more.get("retreat", "never")

    def go_on(battle: Any) -> bool:
        own = naive.dice_count(battle.attacker.legion.units)
        theirs = naive.dice_count(battle.defender.legion.units, rank=battle.rank)
        return {"to_the_end": True, "one_round": False, "while_stronger": own >= theirs}[attack]

    def leave(battle: Any) -> bool:
        return retreat == "when_weaker" and battle.defender.legion.units < battle.attacker.legion.units

    cards = naive.no_cards if more.get("cards") == "none" else naive.all_cards
    return naive.Policies(cards, converts(leaders), loses(casualties), go_on, leave)


def random_legion(rng: Random, faction: str, units: int, leaders: int, pool: int | None = None) -> Legion:
    """Up to so many units and leaders, at least one unit."""
    kinds = [rng.choice(("standard", "elite", "special")) for _ in range(rng.randint(1, units))]
    many = rng.randint(0, leaders)
    named = rng.sample(NAMED[faction], rng.randint(0, many))
    counts = (kinds.count(kind) for kind in ("standard", "elite", "special"))
    return Legion(faction, *counts, many - len(named), tuple(sorted(named, key=ORDER.index)), pool)


def as_naive(legion: Legion) -> naive.Legion:
    leaders = (GENERIC[legion.faction],) * legion.generic + legion.named
    return naive.Legion(legion.standard, legion.elite, legion.special, leaders)


def as_force(legion: Legion, hand: int = 0) -> naive.Force:
    box = next(one.count for one in FACTS.figures if one.kind == "standard" and one.faction == legion.faction)
    return naive.Force(as_naive(legion), hand, box - legion.standard if legion.pool is None else legion.pool)
