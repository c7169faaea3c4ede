"""A plain-dict Dune: Imperium position, its content, and the slow moves of cards and troops between zones.

A position is nested dicts and lists of ids, nothing else. Card zones are bags: their order means nothing, except
``deck_top`` (cards known to lie on top of the own deck, topmost first). Drawing from the unknown rest is chance.

API
---
load(file)                      content of one base-game file: id -> record
new_player, new_position        defaults of a fresh position; keyword arguments change single entries
freeze(position)                hashable form, equal for equal positions
Question, Choices               what the caller is asked; ``chance`` marks dice and shuffles
ask(choices, kind, seat, options)      asks only when there is something to choose
draw_cards, draw_intrigue, gain_troops, deploy, refill_row, offers, take_offer, remove_from_game, opponents_of
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from .imperium_rules import FACTIONS, strength

FOLDER = Path(__file__).parents[2] / "python" / "dune_sim" / "games" / "imperium" / "content" / "base"
ROW_SIZE = 5
Position = dict[str, Any]


class Question(NamedTuple):
    """One choice. ``chance`` means that nobody decides."""

    kind: str
    seat: int
    options: tuple[Any, ...]
    chance: bool = False


Choices = Callable[[Question], Any]


@cache
def load(file: str) -> dict[str, dict[str, Any]]:
    """Records of ``cards``, ``intrigue``, ``conflicts``, ``leaders``, ``spaces`` or ``tracks`` by id."""
    content = tomllib.loads((FOLDER / f"{file}.toml").read_text(encoding="utf-8"))
    return {record["id"]: record for record in content[file]}


def new_player(**changes: Any) -> dict[str, Any]:
    """A player at the start of the game, without cards."""
    player: dict[str, Any] = {
        "leader": "",
        "vp": 0,
        "solari": 0,
        "spice": 0,
        "water": 1,
        "garrison": 3,
        "supply": 9,
        "conflict": 0,
        "recruited": 0,  # troops recruited this turn
        "deployed": 0,  # troops deployed this turn
        "placed": 0,  # those of them that the combat space allowed
        "persuasion": 0,
        "swords": 0,
        "influence": dict.fromkeys(FACTIONS, 0),
        "hand": [],
        "deck_top": [],
        "deck": [],
        "discard": [],
        "in_play": [],
        "to_reveal": [],  # cards put in play in the reveal turn whose reveal box is still to be resolved
        "intrigue": [],
        "face_up": [],  # played intrigue cards that wait for the own reveal turn
        "delayed": [],  # effect lists that wait for the own reveal turn
        "agents": 2,
        "agents_on": [],  # spaces with an own agent
        "swordmaster": False,
        "council_seat": False,
        "visited_once": [],
        "icons": [],  # icons granted to the card played this turn
        "ignores_enemies": False,
        "discounts": {},  # card id -> persuasion off
        "buys_to_deck_top": False,  # Recruitment Mission
        "set_aside": None,  # Helena's card
        "masterstroke": None,  # the Baron's two factions until they are shown
        "passed": False,  # Bindu Suspension ended the turn
    }
    return {**player, **changes}


def new_position(players: list[dict[str, Any]], **changes: Any) -> Position:
    """A position between effects."""
    position: Position = {
        "players": players,
        "turn": None,  # "agent", "reveal" or None
        "to_move": 0,
        "first_player": 0,
        "alliance": dict.fromkeys(FACTIONS),
        "row": [],
        "imperium_deck": [],
        "reserve": {"arrakis_liaison": 8, "the_spice_must_flow": 10, "foldspace": 6},
        "intrigue_deck": [],
        "intrigue_discard": [],
        "trashed": [],
        "control": {"arrakeen": None, "carthag": None, "imperial_basin": None},
        "bonus_spice": {"imperial_basin": 0, "hagga_basin": 0, "the_great_flat": 0},
        "mentat": "home",  # or ("leader", seat) or ("space", seat, space)
        "mentat_next_round": None,
        "blocked": None,  # (space, seat) of The Voice
        "won": None,  # seat that won the conflict outright
    }
    return {**position, **changes}


def freeze(thing: Any, name: str = "") -> Any:
    """A hashable form in which bags compare equal whatever their order."""
    if isinstance(thing, dict):
        return tuple(sorted((key, freeze(value, key)) for key, value in thing.items()))
    if isinstance(thing, (list, tuple)):
        inner = [freeze(value) for value in thing]
        ordered = name in ("deck_top", "players") or not name
        return tuple(inner) if ordered else tuple(sorted(inner, key=repr))
    return thing


def ask(choices: Choices, kind: str, seat: int, options: list[Any], chance: bool = False) -> Any:
    """The option taken. Nobody is asked a question with one answer."""
    distinct = list(dict.fromkeys(options))
    if len(distinct) == 1:
        return distinct[0]
    return choices(Question(kind, seat, tuple(distinct), chance))


def opponents_of(position: Position, seat: int) -> list[int]:
    """Clockwise from the left of the player."""
    number = len(position["players"])
    return [(seat + step) % number for step in range(1, number)]


def strength_of(position: Position, seat: int) -> int:
    """Present combat strength."""
    player = position["players"][seat]
    return strength(player["conflict"], player["swords"])


# --- troops ---------------------------------------------------------------------------------------------------


def gain_troops(position: Position, seat: int, number: int) -> int:
    """Recruit from the supply to the garrison; returns how many there really were."""
    player = position["players"][seat]
    real = min(number, player["supply"])
    player["supply"] -= real
    player["garrison"] += real
    player["recruited"] += real
    return real


def deploy(position: Position, seat: int, number: int, source: str) -> None:
    """Troops from garrison or supply into the conflict."""
    player = position["players"][seat]
    player[source] -= number
    player["conflict"] += number
    player["deployed"] += number


# --- cards ----------------------------------------------------------------------------------------------------


def draw_cards(position: Position, seat: int, number: int, choices: Choices) -> None:
    """Draw own cards one by one; an empty deck takes in the discard pile first."""
    player = position["players"][seat]
    for _ in range(number):
        if not player["deck_top"] and not player["deck"]:
            player["deck"], player["discard"] = player["discard"], []
        if player["deck_top"]:
            card = player["deck_top"].pop(0)
        elif player["deck"]:
            card = ask(choices, "draw", seat, sorted(player["deck"]), chance=True)
            player["deck"].remove(card)
        else:
            return
        receive_card(position, seat, card)


def receive_card(position: Position, seat: int, card: str) -> None:
    """A drawn card goes to the hand, in the own reveal turn straight into play."""
    player = position["players"][seat]
    if position["turn"] == "reveal" and position["to_move"] == seat:
        player["in_play"].append(card)
        player["to_reveal"].append(card)
    else:
        player["hand"].append(card)


def draw_intrigue(position: Position, seat: int, number: int, choices: Choices) -> None:
    """Draw intrigue cards; an empty deck is made from the discarded ones."""
    for _ in range(number):
        if not position["intrigue_deck"]:
            position["intrigue_deck"], position["intrigue_discard"] = position["intrigue_discard"], []
        if not position["intrigue_deck"]:
            return
        card = ask(choices, "draw_intrigue", seat, sorted(position["intrigue_deck"]), chance=True)
        position["intrigue_deck"].remove(card)
        position["players"][seat]["intrigue"].append(card)


def refill_row(position: Position, seat: int, choices: Choices) -> None:
    """Fill every gap of the row from the Imperium deck, as far as it goes."""
    while len(position["row"]) < ROW_SIZE and position["imperium_deck"]:
        card = ask(choices, "refill", seat, sorted(position["imperium_deck"]), chance=True)
        position["imperium_deck"].remove(card)
        position["row"].append(card)


def offers(position: Position, seat: int) -> list[tuple[str, str]]:
    """Cards this player could acquire for their cost: (place, card)."""
    cards = load("cards")
    found = [("row", card) for card in sorted(position["row"])]
    found += [("reserve", card) for card, left in sorted(position["reserve"].items()) if left > 0]
    aside = position["players"][seat]["set_aside"]
    if aside is not None:
        found.append(("set_aside", aside))
    return [(place, card) for place, card in found if cards[card].get("cost") is not None]


def take_offer(position: Position, seat: int, place: str, card: str, to: str, choices: Choices) -> None:
    """Put an acquired card where it belongs and close the gap; its acquire effect is the caller's to resolve."""
    player = position["players"][seat]
    if place == "row":
        position["row"].remove(card)
    elif place == "reserve":
        position["reserve"][card] -= 1
    else:
        player["set_aside"] = None
    if to == "deck_top":
        player["deck_top"].insert(0, card)
    else:
        player["discard"].append(card)
    refill_row(position, seat, choices)


def remove_from_game(position: Position, card: str) -> None:
    """A reserve card returns to its pile, any other card leaves the game."""
    if load("cards")[card]["kind"] == "reserve":
        position["reserve"][card] += 1
    else:
        position["trashed"].append(card)
