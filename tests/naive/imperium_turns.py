"""Slow, obvious whole steps of Dune: Imperium built on the effect interpreter.

API (all take a position and ``choices`` and return a new position)
---
agent_turn(position, seat, card, space, choices)     play a card, send an agent, pay, effects in any order, deploy
start_reveal, resolve_reveal, buy, end_reveal        the reveal turn in parts, so that buying can go in between
playable(position, seat, card, how)                  whether an intrigue card may be played as plot, combat, endgame
play_intrigue(position, seat, card, how, choices)
give_rewards(position, conflict, choices), end_combat(position)
makers(position), recall(position)
price(position, seat, place, card)                   persuasion a card costs this player now

What is legal to send where is :func:`naive.imperium_rules.legal_spaces`.
"""

from __future__ import annotations

import copy
from typing import Any

from .imperium_conditions import Context, holds, possible, spaces_with_agents
from .imperium_core import HANDLERS, resolve_items, resolve_list
from .imperium_effects import pay_cost
from .imperium_handlers import acquire_from
from .imperium_position import Choices, Position, ask, deploy, load, strength_of
from .imperium_rules import control_bonus, makers_phase, most_deployable, rewards, space_cost

COUNCIL_PERSUASION = 2
MASTERSTROKE_TROOPS = 4


# --- agent turns ----------------------------------------------------------------------------------------------


def begin_turn(position: Position, seat: int, kind: str) -> None:
    """Reset what is counted per turn; the own block of The Voice ends."""
    player = position["players"][seat]
    player["recruited"] = player["deployed"] = player["placed"] = 0
    position["turn"], position["to_move"] = kind, seat
    if position["blocked"] is not None and position["blocked"][1] == seat:
        position["blocked"] = None


def apart(effects: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Effects with troops, cards and intrigue as effects of their own: every symbol is resolved by itself."""
    found = []
    for effect in effects:
        gain = effect.get("gain", {})
        single = [key for key in ("troops", "cards", "intrigue") if key in gain]
        rest = {key: n for key, n in gain.items() if key not in single}
        found += [{"gain": {key: gain[key]}} for key in single]
        found += [{"gain": rest}] if rest else [] if gain else [effect]
    return found


def agent_turn(
    position: Position, seat: int, card: str, space: str, choices: Choices, plot: str | None = None
) -> Position:
    """One agent turn; card and space must be legal. A plot card may be played once, at any moment after sending."""
    position = copy.deepcopy(position)
    begin_turn(position, seat, "agent")
    player = position["players"][seat]
    player["hand"].remove(card)
    player["in_play"].append(card)
    anywhere = {"special": "send_any_agent_anywhere"} in load("cards")[card].get("agent", [])
    place_agent(position, seat, space, anywhere, choices)
    context = Context(seat, card, space)
    effects = pay_for_space(position, space, context, choices)
    bonus = control_bonus(position["control"], space)
    if bonus is not None:
        position["players"][bonus[0]][bonus[1]] += 1
    asked = "opponents" in repr(load("cards")[card].get("agent", []))
    early = [{"deploy_early": space}] if asked or player["masterstroke"] is not None else []
    plots = [{"play_plot": plot}] if plot else []
    boxes = apart([*effects, *load("cards")[card].get("agent", [])])
    items = [(effect, context) for effect in [*boxes, *early, *plots]]
    resolve_items(position, items, choices, any_order=True)
    deploy_after_agent(position, seat, space, choices)
    player["icons"], player["ignores_enemies"] = [], False
    return position


def place_agent(position: Position, seat: int, space: str, anywhere: bool, choices: Choices) -> None:
    """Send an own agent or the Mentat from the leader; Kwisatz Haderach also one from the board."""
    player = position["players"][seat]
    sources = ["leader"] if player["agents"] > 0 else []
    if position["mentat"] == ("leader", seat):
        sources.append("the Mentat")  # not to be taken for an agent on the space of that name
    if anywhere:
        sources += sorted(spaces_with_agents(position, seat))
    source = ask(choices, "agent", seat, sources)
    mentat_moves = source == "the Mentat" or position["mentat"] == ("space", seat, source)
    if mentat_moves:
        position["mentat"] = ("space", seat, space)
    else:
        if source == "leader":
            player["agents"] -= 1
        else:
            player["agents_on"].remove(source)
        player["agents_on"].append(space)
    if load("spaces")[space].get("limit") == "once_per_game":
        player["visited_once"].append(space)


def pay_for_space(position: Position, space: str, context: Context, choices: Choices) -> list[dict[str, Any]]:
    """Pay the space and return the effects it gives; Count Ilban draws for solari."""
    record = load("spaces")[space]
    player = position["players"][context.seat]
    cost, effects = space_cost(record, player["leader"]), record.get("effects", [])
    if "cost_options" in record:
        options = record["cost_options"]
        payable = [i for i, one in enumerate(options) if all(player[k] >= n for k, n in one["cost"].items())]
        option = options[ask(choices, "cost", context.seat, payable)]
        cost, effects = option["cost"], option["effects"]
    pay_cost(position, cost, context, choices)
    if cost.get("solari", 0) > 0 and player["leader"] == "count_ilban_richese":
        return [*effects, {"gain": {"cards": 1}}]
    return effects


def deploy_after_agent(position: Position, seat: int, space: str, choices: Choices) -> None:
    """Any recruited troops and up to two more from the garrison, on a combat space; then the Baron's masterstroke."""
    player = position["players"][seat]
    unplaced = player["recruited"] - player["placed"]
    most = most_deployable(player["garrison"], unplaced, load("spaces")[space].get("combat", False))
    number = ask(choices, "deploy", seat, list(range(most + 1)))
    deploy(position, seat, number, "garrison")
    player["placed"] += number
    masterstroke(position, seat, choices)


def _deploy_early(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    """Deploying between other effects: for the Baron's influence, and for opponents who choose after seeing it."""
    deploy_after_agent(position, context.seat, effect["deploy_early"], choices)


def _play_plot(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    """A plot card between two effects, if it can be played and is wanted."""
    card, player = effect["play_plot"], position["players"][context.seat]
    if playable(position, context.seat, card, "plot") and ask(choices, "may", context.seat, [False, True]):
        player["intrigue"].remove(card)
        effects = load("intrigue")[card]["plot"]
        waits = any("on_reveal" in one for one in effects)
        if waits:
            player["face_up"].append(card)
        resolve_list(position, effects, Context(context.seat, intrigue=True), choices)
        if not waits:
            position["intrigue_discard"].append(card)


def _buy_card(position: Position, effect: dict[str, Any], context: Context, choices: Choices) -> None:
    """A purchase between two effects, if it can be paid and is wanted."""
    card, player = effect["buy_card"], position["players"][context.seat]
    place = "row" if card in position["row"] else "reserve"
    cost = price(position, context.seat, place, card)
    if player["persuasion"] >= cost and ask(choices, "may", context.seat, [False, True]):
        player["persuasion"] -= cost
        places = ["discard", "deck_top"] if player["buys_to_deck_top"] else ["discard"]
        acquire_from(position, context.seat, place, card, ask(choices, "buy_to", context.seat, places), choices)


HANDLERS |= {"deploy_early": _deploy_early, "play_plot": _play_plot, "buy_card": _buy_card}


def masterstroke(position: Position, seat: int, choices: Choices) -> None:
    """The Baron may show his tokens in a turn in which he deployed four or more troops."""
    player = position["players"][seat]
    if player["leader"] == "baron_vladimir_harkonnen" and player["deployed"] >= MASTERSTROKE_TROOPS:
        resolve_list(position, [{"special": "masterstroke_reveal"}], Context(seat), choices)


# --- reveal turns ---------------------------------------------------------------------------------------------


def start_reveal(position: Position, seat: int) -> Position:
    """Put the whole hand into play and count the council seat."""
    position = copy.deepcopy(position)
    begin_turn(position, seat, "reveal")
    player = position["players"][seat]
    player["in_play"] += player["hand"]
    player["to_reveal"] += player["hand"]
    player["hand"] = []
    if player["council_seat"]:
        player["persuasion"] += COUNCIL_PERSUASION
    return position


def resolve_reveal(
    position: Position,
    seat: int,
    choices: Choices,
    any_order: bool = False,
    more: list[dict[str, Any]] | None = None,
) -> Position:
    """Resolve delayed effects and all reveal boxes, those of cards drawn meanwhile included.

    ``more``: a plot card or a purchase that the player may put in between.
    """
    position = copy.deepcopy(position)
    player = position["players"][seat]
    waiting = [(effect, Context(seat)) for effects in player["delayed"] for effect in effects]
    player["delayed"] = []
    waiting += [(effect, Context(seat)) for effect in more or []]
    while waiting or player["to_reveal"]:
        for card in sorted(player["to_reveal"]):
            context = Context(seat, card)
            waiting += [(effect, context) for effect in load("cards")[card].get("reveal", [])]
        player["to_reveal"] = []
        if not waiting:
            break
        ready = [k for k, (one, own) in enumerate(waiting) if "if" not in one or holds(position, own, one["if"])]
        if not ready:  # what was never met is lost, what was met is compulsory (IMP-AMB-32)
            break
        options = ready if any_order else ready[:1]
        item = waiting.pop(ask(choices, "next_item", seat, options))
        resolve_items(position, [item], choices, any_order=False)
    masterstroke(position, seat, choices)
    return position


def price(position: Position, seat: int, place: str, card: str) -> int:
    """Persuasion this player pays for a card on offer."""
    off = position["players"][seat]["discounts"].get(card, 0) + (1 if place == "set_aside" else 0)
    return max(0, load("cards")[card]["cost"] - off)


def buy(position: Position, seat: int, place: str, card: str, choices: Choices) -> Position:
    """Buy a card on offer in the reveal turn."""
    position = copy.deepcopy(position)
    player = position["players"][seat]
    cost = price(position, seat, place, card)
    if player["persuasion"] < cost:
        raise ValueError(f"{card} costs {cost} persuasion")
    player["persuasion"] -= cost
    places = ["discard", "deck_top"] if player["buys_to_deck_top"] else ["discard"]
    acquire_from(position, seat, place, card, ask(choices, "buy_to", seat, places), choices)
    return position


def end_reveal(position: Position, seat: int) -> Position:
    """Clean up: everything in play to the discard pile, unspent persuasion is lost. Swords stay for the combat."""
    position = copy.deepcopy(position)
    player = position["players"][seat]
    player["discard"] += player["in_play"]
    player["in_play"] = []
    position["intrigue_discard"] += player["face_up"]
    player["face_up"] = []
    player["persuasion"], player["discounts"], player["buys_to_deck_top"] = 0, {}, False
    if player["set_aside"] is not None:
        position["trashed"].append(player["set_aside"])
        player["set_aside"] = None
    position["turn"] = None
    return position


# --- intrigue -------------------------------------------------------------------------------------------------


def playable(position: Position, seat: int, card: str, how: str) -> bool:
    """Whether conditions and costs of the card are met; the phase is the caller's business."""
    effects = load("intrigue")[card].get(how)
    if not effects or card not in position["players"][seat]["intrigue"]:
        return False
    return possible(position, Context(seat, intrigue=True), effects)


def play_intrigue(position: Position, seat: int, card: str, how: str, choices: Choices) -> Position:
    """Play one card in one of its ways."""
    if not playable(position, seat, card, how):
        raise ValueError(f"{card} cannot be played as {how} now")
    position = copy.deepcopy(position)
    player = position["players"][seat]
    player["intrigue"].remove(card)
    effects = load("intrigue")[card][how]
    waits = any("on_reveal" in effect for effect in effects)
    if waits:
        player["face_up"].append(card)
    resolve_list(position, effects, Context(seat, intrigue=True), choices)
    if not waits:
        position["intrigue_discard"].append(card)
    return position


# --- combat, makers, recall -----------------------------------------------------------------------------------


def give_rewards(position: Position, conflict: str, choices: Choices) -> Position:
    """Rewards from first to third place, tied players clockwise from the first player (IMP-AMB-16)."""
    position = copy.deepcopy(position)
    number = len(position["players"])
    places = rewards([strength_of(position, seat) for seat in range(number)])
    position["won"] = next((seat for seat, place in places.items() if place == 1), None)
    clockwise = [(position["first_player"] + step) % number for step in range(number)]
    for place, name in ((1, "first"), (2, "second"), (3, "third")):
        for seat in clockwise:
            if places[seat] == place:
                resolve_list(position, load("conflicts")[conflict][name], Context(seat), choices)
    return position


def end_combat(position: Position) -> Position:
    """All troops in the conflict go to their supplies, all markers to 0."""
    position = copy.deepcopy(position)
    for player in position["players"]:
        player["supply"] += player["conflict"]
        player["conflict"] = player["swords"] = 0
    position["won"] = None
    return position


def makers(position: Position) -> Position:
    """Bonus spice on maker spaces without an agent."""
    position = copy.deepcopy(position)
    seats = range(len(position["players"]))
    occupied = {space for seat in seats for space in spaces_with_agents(position, seat)}
    position["bonus_spice"] = makers_phase(position["bonus_spice"], occupied)
    return position


def recall(position: Position) -> Position:
    """Mentat home, agents back, first player moves on; a Mentat won in combat then goes to the winner."""
    position = copy.deepcopy(position)
    for player in position["players"]:
        player["agents"] += len(player["agents_on"])
        player["agents_on"] = []
    reserved = position["mentat_next_round"]
    position["mentat"] = "home" if reserved is None else ("leader", reserved)
    position["mentat_next_round"] = None
    position["first_player"] = (position["first_player"] + 1) % len(position["players"])
    return position
