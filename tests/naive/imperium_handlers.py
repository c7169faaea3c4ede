"""Slow, obvious handlers of the plain Imperium effects: gains, influence, troops, cards, pieces.

Use :mod:`naive.imperium_effects`; ``move_influence``, ``trash_card`` and ``acquire_from`` serve whole turns too.
"""

from __future__ import annotations

from typing import Any

from .imperium_conditions import (
    Context,
    discarded_of,
    factions_to_gain,
    factions_to_lose,
    free_offers,
    spaces_with_agents,
    trashable,
)
from .imperium_core import HANDLERS, resolve_list
from .imperium_position import (
    Choices,
    Position,
    ask,
    deploy,
    draw_cards,
    draw_intrigue,
    gain_troops,
    load,
    opponents_of,
    receive_card,
    remove_from_game,
    take_offer,
)
from .imperium_rules import Tracks, step_down, step_up

# --- gains and influence --------------------------------------------------------------------------------------


def _gain(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    player = position["players"][context.seat]
    for what, amount in effect["gain"].items():
        if what == "troops":
            context.recruited += gain_troops(position, context.seat, amount)
        elif what == "cards":
            draw_cards(position, context.seat, amount, choices)
        elif what == "intrigue":
            draw_intrigue(position, context.seat, amount, choices)
        elif what in ("spice", "solari", "water", "persuasion", "swords", "vp"):
            player[what] += amount
        else:
            raise KeyError(f"unknown gain {what}")


def _influence(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    wanted, seat = effect["influence"], context.seat
    losing = wanted["n"] < 0
    options = factions_to_lose(position, seat, wanted) if losing else factions_to_gain(position, seat, wanted)
    if options:
        faction = ask(choices, "faction", seat, options)
        move_influence(position, seat, faction, wanted["n"], choices)


def move_influence(position: Position, seat: int, faction: str, steps: int, choices: Choices) -> None:
    """Move step by step: VP, level-4 bonus and alliance token follow each step."""
    for _ in range(abs(steps)):
        levels = tuple(player["influence"][faction] for player in position["players"])
        tracks = Tracks(levels, position["alliance"][faction])
        outcomes = [step_up(tracks, seat)] if steps > 0 else step_down(tracks, seat)
        holders = [after.holder for after, _ in outcomes]
        holder = ask(choices, "alliance_to", seat, holders)
        after, events = outcomes[holders.index(holder)]
        position["alliance"][faction] = after.holder
        for player, level in zip(position["players"], after.levels, strict=True):
            player["influence"][faction] = level
        for event in events:
            if event.kind == "vp":
                position["players"][event.seat]["vp"] += event.amount
            else:
                resolve_list(position, load("tracks")[faction]["bonus"], Context(event.seat), choices)


# --- troops ---------------------------------------------------------------------------------------------------


def _deploy(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    wanted = effect["deploy"]
    player = position["players"][context.seat]
    source = "supply" if wanted["from"] == "supply" else "garrison"
    available = player[source]
    if wanted["from"] == "recruited":
        available = min(available, context.recruited)
    most = available if wanted["max"] == "any" else min(wanted["max"], available)
    least = most if wanted.get("compulsory") else 0
    number = ask(choices, "deploy", context.seat, list(range(least, most + 1)))
    deploy(position, context.seat, number, source)
    if wanted["from"] == "recruited":
        context.recruited -= number


def _retreat(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    player, most = position["players"][context.seat], effect["retreat"]["max"]
    most = player["conflict"] if most == "any" else min(most, player["conflict"])
    number = ask(choices, "retreat", context.seat, list(range(most + 1)))
    player["conflict"] -= number
    player["garrison"] += number


def _lose(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    player = position["players"][context.seat]
    for _ in range(effect["lose"]["troops"]):
        zones = [zone for zone in effect["lose"]["from"] if player[zone] > 0]
        if zones:
            player[ask(choices, "lose_from", context.seat, zones)] -= 1
            player["supply"] += 1


# --- cards ----------------------------------------------------------------------------------------------------


def trash_card(position: Position, seat: int, zone: str, card: str, choices: Choices) -> None:
    """Remove one own card; what it does on being trashed happens for its owner."""
    position["players"][seat][zone].remove(card)
    remove_from_game(position, card)
    resolve_list(position, load("cards")[card].get("on_trash", []), Context(seat, card), choices)


def _trash(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    wanted = effect["trash"]
    for _ in range(wanted["n"]):
        options: list[Any] = list(trashable(position, context.seat, wanted["from"]))
        if wanted.get("optional"):
            options.append(None)
        chosen = ask(choices, "trash", context.seat, options) if options else None
        if chosen is not None:
            trash_card(position, context.seat, *chosen, choices)


def _trash_self(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    if context.card in position["players"][context.seat]["in_play"]:
        trash_card(position, context.seat, "in_play", context.card or "", choices)


def _discard(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    player = position["players"][context.seat]
    for _ in range(min(effect["discard"], len(player["hand"]))):
        card = ask(choices, "discard", context.seat, sorted(player["hand"]))
        player["hand"].remove(card)
        player["discard"].append(card)


def acquire_from(position: Position, seat: int, place: str, card: str, to: str, choices: Choices) -> None:
    """Take a card on offer and resolve its acquire effect."""
    take_offer(position, seat, place, card, to, choices)
    resolve_list(position, load("cards")[card].get("acquire", []), Context(seat, card), choices)


def _acquire(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    wanted = effect["acquire"]
    options = free_offers(position, context.seat, wanted["max_cost"])
    if options:
        place, card = ask(choices, "acquire", context.seat, options)
        acquire_from(position, context.seat, place, card, wanted["to"], choices)


def _acquire_card(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    if position["reserve"][effect["acquire_card"]] > 0:
        acquire_from(position, context.seat, "reserve", effect["acquire_card"], "discard", choices)


def _take_from_discard(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    for _ in range(effect["take_from_discard"]["n"]):
        options = discarded_of(position, context.seat, effect["take_from_discard"]["faction"])
        if options:
            card = ask(choices, "take_from_discard", context.seat, options)
            position["players"][context.seat]["discard"].remove(card)
            receive_card(position, context.seat, card)


def _steal_intrigue(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    wanted = effect["steal_intrigue"]
    for seat in opponents_of(position, context.seat):
        victim = position["players"][seat]
        if len(victim["intrigue"]) >= wanted["from_opponents_with"]:
            for _ in range(wanted["n"]):
                card = ask(choices, "steal", seat, sorted(victim["intrigue"]), chance=True)
                victim["intrigue"].remove(card)
                position["players"][context.seat]["intrigue"].append(card)


# --- pieces and standing permissions --------------------------------------------------------------------------


def _control(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    position["control"][effect["control"]] = context.seat


def _mentat(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    if effect["mentat"] == "next_round":
        position["mentat_next_round"] = context.seat
    elif position["mentat"] == "home":
        position["mentat"] = ("leader", context.seat)


def _swordmaster(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    player = position["players"][context.seat]
    player["swordmaster"] = True
    player["agents"] += 1


def _council_seat(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    player = position["players"][context.seat]
    player["council_seat"] = True
    if player["leader"] == "earl_memnon_thorvald":
        _influence(position, {"influence": {"faction": "any", "n": 1}}, context, choices)


def _recall_agent(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    player = position["players"][context.seat]
    for _ in range(effect["recall_agent"]):
        spaces = spaces_with_agents(position, context.seat)
        if not spaces:
            return
        space = ask(choices, "recall", context.seat, sorted(spaces))
        if space in player["agents_on"]:
            player["agents_on"].remove(space)
            player["agents"] += 1
        else:
            position["mentat"] = ("leader", context.seat)


def _harvest(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    player = position["players"][context.seat]
    bonus = position["bonus_spice"]
    spice = effect["harvest"]["base"] + bonus[context.space]
    bonus[context.space] = 0
    if player["leader"] == "countess_ariana_thorvald":
        spice = max(0, spice - 1)
        draw_cards(position, context.seat, 1, choices)
    player["spice"] += spice


def _grant_icons(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    icons = position["players"][context.seat]["icons"]
    icons += [icon for icon in effect["grant_icons"]["icons"] if icon not in icons]


def _ignore_enemy_agents(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    position["players"][context.seat]["ignores_enemies"] = True


def _discount(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    card, off = effect["discount"]["card"], effect["discount"]["persuasion"]
    discounts = position["players"][context.seat]["discounts"]
    discounts[card] = discounts.get(card, 0) + off


HANDLERS.update(
    {
        "gain": _gain,
        "influence": _influence,
        "deploy": _deploy,
        "retreat": _retreat,
        "lose": _lose,
        "trash": _trash,
        "trash_self": _trash_self,
        "discard": _discard,
        "acquire": _acquire,
        "acquire_card": _acquire_card,
        "take_from_discard": _take_from_discard,
        "steal_intrigue": _steal_intrigue,
        "control": _control,
        "mentat": _mentat,
        "swordmaster": _swordmaster,
        "council_seat": _council_seat,
        "recall_agent": _recall_agent,
        "harvest": _harvest,
        "grant_icons": _grant_icons,
        "ignore_enemy_agents": _ignore_enemy_agents,
        "discount": _discount,
    }
)
