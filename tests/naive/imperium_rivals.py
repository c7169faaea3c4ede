"""Slow, obvious turns of rivals, written from the ledger of House Hagal alone (HAG-DECK, HAG-2P, HAG-SOLO, HAG-AMB).

A position is what ``to_dict`` tells of one, with every seat told in full. ``turns(position, seat)`` gives every way a
turn of the rival can go: the card that is carried out, the deck that is left and the position afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, NamedTuple

from .imperium_rules import ALLIANCE_LEVEL, CONTROL_BONUS, FACTIONS, MAKER_BASE, TOP_LEVEL, VP_LEVEL, strength

Position = dict[str, Any]


class Card(NamedTuple):
    """A House Hagal card: copies, space, faction, troops, signet."""

    copies: int
    space: str | None
    faction: str | None = None
    troops: int = 0
    signet: bool = False


COMMON = {
    "hagal_conspire": Card(2, "conspire", "emperor", 2),
    "hagal_wealth": Card(1, "wealth", "emperor"),
    "hagal_heighliner": Card(1, "heighliner", "guild", 3),
    "hagal_foldspace": Card(2, "foldspace", "guild"),
    "hagal_selective_breeding": Card(2, "selective_breeding", "bene_gesserit"),
    "hagal_secrets": Card(1, "secrets", "bene_gesserit"),
    "hagal_hardy_warriors": Card(1, "hardy_warriors", "fremen", 2),
    "hagal_stillsuits": Card(2, "stillsuits", "fremen"),
    "hagal_rally_troops": Card(2, "rally_troops", None, 4),
    "hagal_hall_of_oratory": Card(2, "hall_of_oratory", None, 1),
    "hagal_carthag": Card(3, "carthag", None, 1),
    "hagal_harvest_spice": Card(5, None),
}
SOLO = COMMON | {"hagal_arrakeen_solo": Card(3, "arrakeen", None, 1, True)}
TWO = COMMON | {"hagal_arrakeen_two": Card(3, "arrakeen", None, 1), "hagal_reshuffle": Card(1, None)}
COMBAT_SPACES = {"heighliner", "hardy_warriors", "stillsuits", "carthag", "arrakeen", *MAKER_BASE}
#: what is spent for a point
SETS = {"intrigue": 3, "water": 3, "solari": 7, "spice": 7}
#: strength ahead at which an expert holds back
LEAD = 4
EXPERTS = ("mentat", "kwisatz_haderach")


def cards_of(position: Position) -> dict[str, Card]:
    return SOLO if position["solo"] else TWO


def full_deck(position: Position) -> Counter[str]:
    return Counter({name: card.copies for name, card in cards_of(position).items()})


# --- where an agent goes ------------------------------------------------------------------------------------------


def is_free(position: Position, seat: int, space: str) -> bool:
    """No agent there, and nobody else's Voice on it."""
    for number, one in enumerate(position["players"]):
        if space in one["agents_on"] or (number != seat and one.get("closed_space") == space):
            return False
    return True


def target(position: Position, seat: int, name: str) -> str | None:
    """Where a card sends the agent, None if nowhere."""
    card = cards_of(position)[name]
    if name == "hagal_reshuffle":
        return None
    if name == "hagal_harvest_spice":
        bonus = position["bonus_spice"]
        open_makers = [one for one in MAKER_BASE if bonus.get(one, 0) > 0 and is_free(position, seat, one)]
        ranked = sorted(open_makers, key=lambda one: (bonus[one], bonus[one] + MAKER_BASE[one]), reverse=True)
        return ranked[0] if ranked else None
    assert card.space is not None
    return card.space if is_free(position, seat, card.space) else None


# --- what is gained -----------------------------------------------------------------------------------------------


def spend(one: dict[str, Any]) -> None:
    """Every full set for a point."""
    for kind, size in SETS.items():
        while one[kind] >= size:
            one[kind] -= size
            one["vp"] += 1


def receive(position: Position, seat: int, **goods: int) -> None:
    one = position["players"][seat]
    for kind, n in goods.items():
        one[kind] += n
    if one.get("rival"):
        spend(one)


def step_up(position: Position, seat: int, faction: str) -> None:
    """One step, with the point of level 2 and the token; House Hagal has no points."""
    one = position["players"][seat]
    before = one["influence"][faction]
    if before == TOP_LEVEL:
        return
    level = one["influence"][faction] = before + 1
    if level == VP_LEVEL and "vp" in one:
        one["vp"] += 1
    holder = position["alliances"].get(faction)
    held = position["players"][holder]["influence"][faction] if holder is not None else ALLIANCE_LEVEL - 1
    if level >= ALLIANCE_LEVEL and holder != seat and level > held:
        position["alliances"][faction] = seat
        for number, change in ((holder, -1), (seat, 1)):
            if number is not None and "vp" in position["players"][number]:
                position["players"][number]["vp"] += change


def recruit(one: dict[str, Any], n: int) -> int:
    came = min(n, one["supply"])
    one["supply"] -= came
    one["garrison"] += came
    return came


def signets(position: Position, seat: int) -> Iterator[tuple[Position, int]]:
    """Every way the signet ability can go, with the troops it brings."""
    here = deepcopy(position)
    one = here["players"][seat]
    troops = 0
    if one["leader"] == "glossu_rabban":
        troops = recruit(one, 2 if seat in here["alliances"].values() else 1)
    elif one["leader"] == "count_ilban_richese":
        receive(here, seat, solari=1)
    elif one["leader"] == "earl_memnon_thorvald":
        receive(here, seat, spice=1)
    elif one["leader"] == "countess_ariana_thorvald":
        receive(here, seat, water=1)
    elif one["leader"] == "baron_vladimir_harkonnen" and one["solari"] >= 1:
        one["solari"] -= 1
        receive(here, seat, intrigue=1)
    elif one["leader"] == "duke_leto_atreides" and one["spice"] >= 1:
        yield from diplomacy(here, seat)
        return
    yield here, troops


def diplomacy(position: Position, seat: int) -> Iterator[tuple[Position, int]]:
    """Leto: a faction where somebody is ahead, of those the one of least influence; the person breaks ties."""
    levels = position["players"][seat]["influence"]
    ahead = [f for f in FACTIONS if max(one["influence"][f] for one in position["players"]) > levels[f]]
    if not ahead:
        yield position, 0
        return
    least = min(levels[f] for f in ahead)
    for faction in ahead:
        if levels[faction] == least:
            here = deepcopy(position)
            here["players"][seat]["spice"] -= 1
            step_up(here, seat, faction)
            yield here, 0


# --- the turn -----------------------------------------------------------------------------------------------------


def holds_back(position: Position, seat: int) -> bool:
    """An expert below level III that leads by enough."""
    if not position["solo"] or position["difficulty"] not in EXPERTS or position["level"] == 3:
        return False
    marks = [strength(one["conflict"], one["swords"]) for one in position["players"]]
    return marks[seat] - max(mark for number, mark in enumerate(marks) if number != seat) >= LEAD


def visit(position: Position, seat: int, name: str) -> list[Position]:
    """Every position after the card is carried out."""
    space = target(position, seat, name)
    assert space is not None
    card, here = cards_of(position)[name], deepcopy(position)
    one = here["players"][seat]
    stays = holds_back(position, seat)
    one["agents"] -= 1
    one["agents_on"] = [*one["agents_on"], space]
    holder = here["control"].get(space)
    if holder is not None:
        receive(here, holder, **{CONTROL_BONUS[space]: 1})
    if space in MAKER_BASE:
        spice = MAKER_BASE[space] + here["bonus_spice"].pop(space, 0)
        if here["solo"]:
            receive(here, seat, spice=spice)
    came = recruit(one, card.troops)
    if card.faction:
        step_up(here, seat, card.faction)
    found = []
    for after, more in signets(here, seat) if card.signet else [(here, 0)]:
        mine = after["players"][seat]
        if space in COMBAT_SPACES and not stays:
            going = min(mine["garrison"], came + more + 2)
            mine["garrison"] -= going
            mine["conflict"] += going
        found.append(after)
    return found


def carried_out(position: Position, seat: int, deck: Counter[str]) -> Iterator[tuple[str, frozenset[tuple[str, int]]]]:
    """Every card that can be carried out, and the deck that is left then, by trying all orders that matter.

    Cards that go nowhere are turned over and forgotten; the last card of a deck, and Reshuffle, bring all cards back.
    """
    full = full_deck(position)
    seen: set[frozenset[tuple[str, int]]] = set()
    todo = [deck]
    while todo:
        now = todo.pop()
        if frozenset(now.items()) in seen:
            continue
        seen.add(frozenset(now.items()))
        for name in now:
            rest = now - Counter([name])
            if name == "hagal_reshuffle" or not rest:
                rest = full
            if target(position, seat, name) is None:
                todo.append(rest)
            else:
                yield name, frozenset(rest.items())
