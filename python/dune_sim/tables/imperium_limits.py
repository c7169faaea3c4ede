"""What the content as a whole can do in a turn: which orders of effects can matter."""

from __future__ import annotations

from collections.abc import Iterator

from dune_sim.tables import imperium_effects as fx
from dune_sim.tables.imperium_checks import effect_lists
from dune_sim.tables.imperium_models import ImperiumContent

#: lists that are resolved outside of turns
OUTSIDE = ("combat", "endgame", "first", "second", "third")


def own_effects(effects: fx.Effects) -> Iterator[fx.Effect]:
    """Every effect of a list that its player resolves, nested ones included; what opponents resolve is left out."""
    others = {
        id(inner)
        for effect in fx.walk(effects)
        for inner in fx.walk(getattr(effect, "opponents", ()) + getattr(effect, "one_opponent", ()))
    }
    return (effect for effect in fx.walk(effects) if id(effect) not in others)


def turn_effects(content: ImperiumContent) -> Iterator[fx.Effect]:
    """Every effect that a player may resolve in a turn of the own."""
    for _, _, place, effects in effect_lists(content):
        if place not in OUTSIDE:
            yield from own_effects(effects)


def supply_uses(content: ImperiumContent) -> tuple[bool, bool]:
    """Whether something in a turn takes troops from the own supply besides recruiting, or brings some back there."""
    found = list(turn_effects(content))
    spent = any(isinstance(one, fx.Deploy) and one.deploy.origin == "supply" for one in found)
    filled = any(isinstance(one, fx.Lose) or (isinstance(one, fx.Pay) and one.pay.troops_in_conflict) for one in found)
    return spent, filled


__all__ = ["supply_uses", "turn_effects"]
