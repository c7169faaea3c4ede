"""Slow, obvious tests on a Dune: Imperium position: conditions, payable costs, effects that can happen.

API
---
Context                              who resolves an effect, from which card and space
holds(position, context, condition)  every COND form of the base game
count(position, context, what)       the COUNT forms of ``per``
affordable(position, context, cost)  whether an arrow cost can be paid in full
possible(position, context, effects) whether a branch can be taken or an intrigue card played
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .imperium_position import Position, load, offers, opponents_of
from .imperium_rules import FACTIONS


@dataclass
class Context:
    """Whose effect it is and where it comes from."""

    seat: int
    card: str | None = None  # the card whose box is being resolved
    space: str | None = None  # the space the agent was sent to
    intrigue: bool = False  # arrow costs of intrigue cards are preconditions, not options
    recruited: int = 0  # troops recruited by this very list of effects


def copies_owned(position: Position, seat: int, card: str) -> int:
    """Copies of a card a player owns, wherever they lie (IMP-AMB-25)."""
    player = position["players"][seat]
    return sum(player[zone].count(card) for zone in ("hand", "deck_top", "deck", "discard", "in_play"))


def cards_in_play(position: Position, context: Context, faction: str, other: bool = False) -> int:
    """Own cards of a faction in play; ``other`` leaves out the card that asks."""
    cards = load("cards")
    in_play = list(position["players"][context.seat]["in_play"])
    if other and context.card in in_play:
        in_play.remove(context.card)
    return sum(1 for card in in_play if faction in cards[card].get("factions", []))


def _holds_alliance(position: Position, seat: int, faction: str) -> bool:
    wanted = FACTIONS if faction == "any" else (faction,)
    return any(position["alliance"][one] == seat for one in wanted)


def holds(position: Position, context: Context, condition: dict[str, Any]) -> bool:
    """Whether every part of the condition is true."""
    return all(_holds_part(position, context, kind, wanted) for kind, wanted in condition.items())


def _holds_part(position: Position, context: Context, kind: str, wanted: Any) -> bool:
    player = position["players"][context.seat]
    if kind == "influence":
        return player["influence"][wanted["faction"]] >= wanted["min"]
    if kind == "alliance":
        return _holds_alliance(position, context.seat, wanted)
    if kind == "fremen_bond":
        return cards_in_play(position, context, "fremen", other=True) >= 1
    if kind == "in_play":
        return cards_in_play(position, context, wanted["faction"], wanted.get("other", False)) >= wanted["min"]
    if kind == "council_seat":
        return player["council_seat"]
    if kind == "won_conflict":
        return position["won"] == context.seat
    if kind == "turn":
        return position["turn"] == wanted and position["to_move"] == context.seat
    if kind == "agent_on":
        return wanted in spaces_with_agents(position, context.seat)
    if kind == "cards_owned":
        return copies_owned(position, context.seat, wanted["card"]) >= wanted["min"]
    if kind == "more_cards_than_each_opponent":
        mine = copies_owned(position, context.seat, wanted)
        return all(copies_owned(position, seat, wanted) < mine for seat in opponents_of(position, context.seat))
    if kind == "factions_with_influence":
        return sum(level >= wanted["min"] for level in player["influence"].values()) >= wanted["n"]
    raise KeyError(f"unknown condition {kind}")


def spaces_with_agents(position: Position, seat: int) -> list[str]:
    """Spaces where an agent of the player stands, a Mentat sent by the player included."""
    spaces = list(position["players"][seat]["agents_on"])
    mentat = position["mentat"]
    if mentat[0] == "space" and mentat[1] == seat:
        spaces.append(mentat[2])
    return spaces


def count(position: Position, context: Context, what: dict[str, Any]) -> int:
    """How often a ``per`` effect happens."""
    if set(what) != {"in_play"}:
        raise KeyError(f"unknown count {what}")
    return cards_in_play(position, context, what["in_play"]["faction"])


def factions_to_gain(position: Position, seat: int, wanted: dict[str, Any]) -> list[str]:
    """Factions an influence gain may go to."""
    if wanted["faction"] != "any":
        return [wanted["faction"]]
    if wanted.get("where") != "behind_opponent":
        return list(FACTIONS)
    players = position["players"]
    behind = []
    for faction in FACTIONS:
        others = [players[other]["influence"][faction] for other in opponents_of(position, seat)]
        if max(others) > players[seat]["influence"][faction]:
            behind.append(faction)
    return behind


def factions_to_lose(position: Position, seat: int, wanted: dict[str, Any]) -> list[str]:
    """Factions in which the steps to lose really exist."""
    influence = position["players"][seat]["influence"]
    candidates = FACTIONS if wanted["faction"] == "any" else (wanted["faction"],)
    return [faction for faction in candidates if influence[faction] >= abs(wanted["n"])]


def trashable(position: Position, seat: int, zones: list[str]) -> list[tuple[str, str]]:
    """Own cards that a trash symbol can reach: (zone, card)."""
    player = position["players"][seat]
    return [(zone, card) for zone in zones for card in sorted(player[zone])]


def affordable(position: Position, context: Context, cost: dict[str, Any]) -> bool:
    """Whether the whole arrow cost can be paid."""
    player = position["players"][context.seat]
    for what, amount in cost.items():
        if what in ("solari", "spice", "water") and player[what] < amount:
            return False
        if what == "trash_self" and context.card not in player["in_play"]:
            return False
        if what == "influence" and not factions_to_lose(position, context.seat, amount):
            return False
        if what == "trash" and len(trashable(position, context.seat, amount["from"])) < amount["n"]:
            return False
        if what == "troops_in_conflict" and player["conflict"] < amount:
            return False
    return True


def possible(position: Position, context: Context, effects: list[dict[str, Any]]) -> bool:
    """Whether a list of effects can be carried out now.

    Separate conditions in one list are independent parts: one that holds is enough, and none has to hold beside an
    unconditional part.
    """
    conditional = [effect for effect in effects if "if" in effect]
    if conditional == effects and effects and not any(_can(position, context, effect) for effect in conditional):
        return False
    return all(_can(position, context, effect) for effect in effects if "if" not in effect)


def _can(position: Position, context: Context, effect: dict[str, Any]) -> bool:
    seat, player = context.seat, position["players"][context.seat]
    if "pay" in effect:
        return affordable(position, context, effect["pay"]) and possible(position, context, effect["then"])
    if "if" in effect:
        return holds(position, context, effect["if"]) and possible(position, context, effect["then"])
    if "choose" in effect:
        return any(possible(position, context, branch) for branch in effect["choose"])
    if "discard" in effect:
        return bool(player["hand"])
    if "lose" in effect:
        return any(player[zone] > 0 for zone in effect["lose"]["from"])
    if "take_from_discard" in effect:
        return bool(discarded_of(position, seat, effect["take_from_discard"]["faction"]))
    if "acquire" in effect:
        return bool(free_offers(position, seat, effect["acquire"]["max_cost"]))
    if "one_opponent" in effect:
        others = [Context(other) for other in opponents_of(position, seat)]
        return any(possible(position, other, effect["one_opponent"]) for other in others)
    if "influence" in effect and effect["influence"]["n"] > 0:
        return bool(factions_to_gain(position, seat, effect["influence"]))
    if "recall_agent" in effect:
        return bool(spaces_with_agents(position, seat))
    if effect.get("mentat") == "this_round":
        return position["mentat"] == "home"
    if effect.get("special") == "look_top_draw_or_trash":
        return bool(player["deck_top"] or player["deck"])
    return True


def discarded_of(position: Position, seat: int, faction: str) -> list[str]:
    """Cards of a faction in the own discard pile."""
    cards = load("cards")
    discard = position["players"][seat]["discard"]
    return [card for card in sorted(discard) if faction in cards[card].get("factions", [])]


def free_offers(position: Position, seat: int, max_cost: int) -> list[tuple[str, str]]:
    """Cards an acquire effect may take."""
    cards = load("cards")
    return [(place, card) for place, card in offers(position, seat) if cards[card]["cost"] <= max_cost]
