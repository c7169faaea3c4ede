"""Every effect and condition that content may hold is compiled and has words."""

from __future__ import annotations

from typing import Any, get_args

from dune_sim.games.imperium.content import conditions, effects
from dune_sim.games.imperium.tables.effects import HANDLERS
from dune_sim.games.imperium.words.effects import CONDITION_WORDS, EFFECT_WORDS


def members(union: Any) -> set[type]:
    """The classes of a union, whose members may carry tags."""
    return {one if isinstance(one, type) else get_args(one)[0] for one in get_args(union)}


def test_no_effect_is_without_instructions_or_words() -> None:
    known = members(effects._AnyEffect)
    assert len(known) > 25 and known == set(EFFECT_WORDS) == set(HANDLERS)


def test_no_condition_is_without_words() -> None:
    known = members(conditions._AnyCondition)
    assert len(known) > 8 and known == set(CONDITION_WORDS)
