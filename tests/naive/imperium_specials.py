"""The ``special`` keys of the Dune: Imperium base game, slow and obvious. Use :mod:`naive.imperium_effects`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .imperium_conditions import Context
from .imperium_core import HANDLERS, resolve_list
from .imperium_handlers import move_influence, trash_card
from .imperium_position import Choices, Position, ask, load, receive_card, refill_row
from .imperium_rules import FACTIONS, MAKER_BASE


def _double_base_harvest(position: Position, context: Context, choices: Choices) -> None:
    # The space gives its base and bonus spice by itself; this is the second helping of the base.
    position["players"][context.seat]["spice"] += MAKER_BASE.get(context.space or "", 0)


def _space_influence_two(position: Position, context: Context, choices: Choices) -> None:
    faction = load("spaces")[context.space or ""].get("faction") if context.space else None
    if faction:
        move_influence(position, context.seat, faction, 1, choices)


def _block_space(position: Position, context: Context, choices: Choices) -> None:
    position["blocked"] = (ask(choices, "block", context.seat, sorted(load("spaces"))), context.seat)


def _leader_signet(position: Position, context: Context, choices: Choices) -> None:
    leader = position["players"][context.seat]["leader"]
    resolve_list(position, load("leaders")[leader]["signet"], context, choices)


def _look_top(position: Position, context: Context, choices: Choices) -> None:
    player = position["players"][context.seat]
    if not player["deck_top"] and not player["deck"]:
        return
    if not player["deck_top"]:
        card = ask(choices, "draw", context.seat, sorted(player["deck"]), chance=True)
        player["deck"].remove(card)
        player["deck_top"].append(card)
    card = player["deck_top"][0]
    if ask(choices, "look_top", context.seat, ["draw", "trash"]) == "draw":
        player["deck_top"].pop(0)
        receive_card(position, context.seat, card)
    else:
        trash_card(position, context.seat, "deck_top", card, choices)


def _shuffle_discard(position: Position, context: Context, choices: Choices) -> None:
    player = position["players"][context.seat]
    player["deck"] = player["deck_top"] + player["deck"] + player["discard"]
    player["deck_top"], player["discard"] = [], []


def _masterstroke_choose(position: Position, context: Context, choices: Choices) -> None:
    pairs = [(one, two) for one in FACTIONS for two in FACTIONS if FACTIONS.index(one) < FACTIONS.index(two)]
    position["players"][context.seat]["masterstroke"] = ask(choices, "masterstroke", context.seat, pairs)


def _masterstroke_reveal(position: Position, context: Context, choices: Choices) -> None:
    player = position["players"][context.seat]
    if player["masterstroke"] is None or not ask(choices, "may", context.seat, [False, True]):
        return
    left, player["masterstroke"] = list(player["masterstroke"]), None
    while left:
        faction = ask(choices, "faction", context.seat, left)
        left.remove(faction)
        move_influence(position, context.seat, faction, 1, choices)


def _manipulate_row(position: Position, context: Context, choices: Choices) -> None:
    if position["row"]:
        card = ask(choices, "manipulate", context.seat, sorted(position["row"]))
        position["row"].remove(card)
        position["players"][context.seat]["set_aside"] = card
        refill_row(position, context.seat, choices)


def _set(name: str) -> Callable[[Position, Context, Choices], None]:
    def switch_on(position: Position, context: Context, choices: Choices) -> None:
        position["players"][context.seat][name] = True

    return switch_on


def _nothing(position: Position, context: Context, choices: Choices) -> None:
    """Worked elsewhere: a look changes nothing, sending and the smaller harvest are part of those steps."""


SPECIALS: dict[str, Callable[[Position, Context, Choices], None]] = {
    "acquired_cards_to_deck_top": _set("buys_to_deck_top"),
    "block_space": _block_space,
    "double_base_harvest": _double_base_harvest,
    "harvest_one_less": _nothing,
    "leader_signet": _leader_signet,
    "look_top_draw_or_trash": _look_top,
    "manipulate_row": _manipulate_row,
    "masterstroke_choose_two_factions": _masterstroke_choose,
    "masterstroke_reveal": _masterstroke_reveal,
    "pass_turn": _set("passed"),
    "peek_own_deck_top": _nothing,
    "send_any_agent_anywhere": _nothing,
    "shuffle_discard_into_deck": _shuffle_discard,
    "space_influence_two": _space_influence_two,
}


def _special(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    SPECIALS[effect["special"]](position, context, choices)


HANDLERS["special"] = _special
