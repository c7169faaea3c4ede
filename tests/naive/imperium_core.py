"""The heart of the slow Imperium interpreter: a table of handlers, filled by the modules that define them.

Use :mod:`naive.imperium_effects`; it brings all handlers together.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .imperium_conditions import Context
from .imperium_position import Choices, Position, Question

Effects = list[dict[str, Any]]
Handler = Callable[[Position, dict[str, Any], Context, Choices], None]
HANDLERS: dict[str, Handler] = {}


def resolve_items(
    position: Position, items: list[tuple[dict[str, Any], Context]], choices: Choices, any_order: bool
) -> None:
    """Resolve separate items left to right, or in an order the player picks."""
    left = list(items)
    while left:
        index = 0
        if any_order and len(left) > 1:
            index = choices(Question("next_item", left[0][1].seat, tuple(range(len(left)))))
        effect, context = left.pop(index)
        resolve(position, effect, context, choices)


def resolve_list(position: Position, effects: Effects, context: Context, choices: Choices) -> None:
    for effect in effects:
        resolve(position, effect, context, choices)


def resolve(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    """One effect, in place."""
    for kind, handler in HANDLERS.items():
        if kind in effect:
            handler(position, effect, context, choices)
            return
    raise KeyError(f"unknown effect {effect}")
