"""A slow interpreter of the Dune: Imperium effect vocabulary on plain-dict positions, and an enumerator of results.

Written from the vocabulary and the rulebook. Positions are described in :mod:`naive.imperium_position`.

API
---
apply_effects(position, effects, context, choices, any_order=False)
    The position after the list. ``choices`` is called with a :class:`Question` and returns one of its options.
all_results(run, position)
    Every position that ``run(position, choices)`` can lead to, as frozen position -> list of choice scripts.
all_effect_results(position, effects, context, any_order=False)
    The same for a list of effects.
SPECIALS
    The base-game ``special`` keys.

Effects of one list are resolved left to right, or with ``any_order`` one by one as the player likes. Compulsory
effects happen as far as they can; ``may``, ``pay`` and trash symbols can be refused; on intrigue cards
(``Context(intrigue=True)``) a ``pay`` is compulsory, because the card is only playable when it can be paid.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from .imperium_conditions import Context, affordable, count, factions_to_lose, holds, possible, trashable
from .imperium_core import HANDLERS, Effects, resolve_items, resolve_list
from .imperium_handlers import move_influence, trash_card
from .imperium_position import Choices, Position, Question, ask, freeze, opponents_of
from .imperium_specials import SPECIALS

__all__ = [
    "SPECIALS",
    "Context",
    "all_effect_results",
    "all_results",
    "apply_effects",
    "pay_cost",
]

Run = Callable[[Position, Choices], Position]


def apply_effects(
    position: Position, effects: Effects, context: Context, choices: Choices, any_order: bool = False
) -> Position:
    """The position after a list of effects; the given position is left alone."""
    position = copy.deepcopy(position)
    resolve_items(position, [(effect, context) for effect in effects], choices, any_order)
    return position


# --- structure ------------------------------------------------------------------------------------------------


def _pay(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    if not affordable(position, context, effect["pay"]) or not possible(position, context, effect["then"]):
        return
    if not context.intrigue and not ask(choices, "pay", context.seat, [False, True]):
        return
    pay_cost(position, effect["pay"], context, choices)
    resolve_list(position, effect["then"], context, choices)


def pay_cost(position: Position, cost: dict[str, Any], context: Context, choices: Choices) -> None:
    """Pay an arrow or space cost that was found affordable."""
    player = position["players"][context.seat]
    for what, amount in cost.items():
        if what in ("solari", "spice", "water"):
            player[what] -= amount
        elif what == "trash_self":
            trash_card(position, context.seat, "in_play", context.card or "", choices)
        elif what == "influence":
            faction = ask(choices, "lose_influence", context.seat, factions_to_lose(position, context.seat, amount))
            move_influence(position, context.seat, faction, -amount["n"], choices)
        elif what == "trash":
            for _ in range(amount["n"]):
                options = trashable(position, context.seat, amount["from"])
                trash_card(position, context.seat, *ask(choices, "trash", context.seat, options), choices)
        elif what == "troops_in_conflict":
            player["conflict"] -= amount
            player["supply"] += amount
        else:
            raise KeyError(f"unknown cost {what}")


def _if(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    branch = effect["then"] if holds(position, context, effect["if"]) else effect.get("else", [])
    resolve_list(position, branch, context, choices)


def _per(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    for _ in range(count(position, context, effect["per"])):
        resolve_list(position, effect["then"], context, choices)


def _choose(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    branches = effect["choose"]
    open_branches = [i for i, branch in enumerate(branches) if possible(position, context, branch)]
    if open_branches:
        resolve_list(position, branches[ask(choices, "choose", context.seat, open_branches)], context, choices)


def _choose_n(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    left, picked = list(range(len(effect["of"]))), []
    for _ in range(effect["choose_n"]):
        picked.append(ask(choices, "choose", context.seat, left))
        left.remove(picked[-1])
    for index in picked:
        resolve_list(position, effect["of"][index], context, choices)


def _may(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    if ask(choices, "may", context.seat, [False, True]):
        resolve_list(position, effect["may"], context, choices)


def _opponents(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    for seat in opponents_of(position, context.seat):
        resolve_list(position, effect["opponents"], Context(seat), choices)


def _one_opponent(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    others = opponents_of(position, context.seat)
    seats = [seat for seat in others if possible(position, Context(seat), effect["one_opponent"])]
    if seats:
        seat = ask(choices, "opponent", context.seat, seats)
        resolve_list(position, effect["one_opponent"], Context(seat), choices)


def _on_reveal(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    if position["turn"] == "reveal" and position["to_move"] == context.seat:
        resolve_list(position, effect["on_reveal"], context, choices)
    else:
        position["players"][context.seat]["delayed"].append(effect["on_reveal"])


HANDLERS.update(
    {
        "pay": _pay,
        "if": _if,
        "per": _per,
        "choose": _choose,
        "choose_n": _choose_n,
        "may": _may,
        "opponents": _opponents,
        "one_opponent": _one_opponent,
        "on_reveal": _on_reveal,
    }
)


# --- every result ---------------------------------------------------------------------------------------------


class _Open(Exception):
    """A question that the script does not answer yet."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.question = question


def _scripted(script: tuple[Any, ...]) -> Choices:
    answers = list(script)

    def choose(question: Question) -> Any:
        if not answers:
            raise _Open(question)
        return answers.pop(0)

    return choose


def all_results(run: Run, position: Position, limit: int = 200_000) -> dict[Any, list[tuple[Any, ...]]]:
    """Every reachable position (frozen) with the scripts of answers that lead to it, chance included."""
    results: dict[Any, list[tuple[Any, ...]]] = {}
    scripts: list[tuple[Any, ...]] = [()]
    tried = 0
    while scripts:
        script = scripts.pop()
        tried += 1
        if tried > limit:
            raise ValueError(f"more than {limit} ways; use a smaller position")
        try:
            after = run(copy.deepcopy(position), _scripted(script))
        except _Open as stop:
            scripts += [(*script, option) for option in stop.question.options]
        else:
            results.setdefault(freeze(after), []).append(script)
    return results


def all_effect_results(
    position: Position, effects: Effects, context: Context, any_order: bool = False
) -> dict[Any, list[tuple[Any, ...]]]:
    """Every position a list of effects can lead to."""

    def run(start: Position, choices: Choices) -> Position:
        return apply_effects(start, effects, copy.copy(context), choices, any_order)

    return all_results(run, position)
