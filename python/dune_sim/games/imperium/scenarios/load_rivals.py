"""What a position tells of rivals, and what stands where it tells nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dune_sim.errors import ScenarioError
from dune_sim.games.imperium.kernels import opcodes
from dune_sim.games.imperium.scenarios.reading import check_keys
from dune_sim.games.imperium.tables.names import Names, counted

#: of any rival, and of one of the solo game alone
RIVAL_KEYS = ("rival", "influence", "garrison", "supply", "conflict", "swords", "agents", "agents_on", "revealed")
SOLO_KEYS = ("leader", "vp", "solari", "spice", "water", "intrigue", "swordmaster")
#: of the table, in games with rivals
HAGAL_KEYS = ("hagal_deck", "hagal_card")


def check_table(names: Names, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """House Hagal cards are told only where there are some."""
    for key in HAGAL_KEYS:
        if key in data and not names.hagal_slots:
            raise ScenarioError(f"the position has {key}, but this game has no House Hagal cards")
    return data


def check_seats(names: Names, given: int) -> None:
    """One table for each seat, rivals among them."""
    if given == names.seated:
        return
    players = f"{names.players} players"
    if names.hagal_slots:
        people = "1 player" if names.humans == 1 else f"{names.humans} players"
        players = f"{people} and {'2 rivals' if names.humans == 1 else 'House Hagal'}"
    raise ScenarioError(
        f"this game has {players}, the position has {given}; a seat that stands as at the start is an empty table"
    )


def keys_of(names: Names, seat: int, people: Sequence[str]) -> Sequence[str]:
    """What may be told of a seat."""
    if not names.is_rival(seat):
        return people
    return (*RIVAL_KEYS, *(SOLO_KEYS if seat < names.players else ()))


def start_of(names: Names, tables: Any, seat: int, name: str) -> int:
    """What a seat has of something at the start of a game; rivals begin with troops, agents and water alone."""
    if not names.is_rival(seat):
        return int(tables[f"start_{name}"])
    return int(tables[f"rival_{name}"]) if name in ("garrison", "agents", "water") else 0


def deal_intrigue(names: Names, tables: Any, data: Mapping[str, Any], players: Any) -> list[Any]:
    """Rivals of which no intrigue cards are told hold as many as at the start: the first that lie nowhere else."""
    told = [name for name in data.get("intrigue_discard", [])]
    for one in players:
        told += [name for key in ("intrigue", "intrigue_laid") for name in one.get(key, [])]
    free = [name for name in names.intrigue_slots.values() if name not in told]
    dealt = list(players)
    for seat in range(names.humans, names.players):
        if "intrigue" not in players[seat]:
            n = int(tables["rival_intrigue"])
            dealt[seat] = {**players[seat], "intrigue": free[:n]}
            free = free[n:]
    return dealt


def fill_hagal(names: Names, state: Any, data: Mapping[str, Any]) -> None:
    """House Hagal cards not turned over yet, and the last one that was."""
    if not names.hagal_slots:
        return
    slots: dict[str, list[int]] = {}
    for slot, name in names.hagal_slots.items():
        slots.setdefault(name, []).append(slot)
    every = [*names.hagal_slots.values()]
    deck = hagal_list(names, data.get("hagal_deck", every), "hagal_deck")
    if not deck:
        raise ScenarioError("hagal_deck cannot be empty: its last card is shuffled with all others at once")
    mask = 0
    for name, n in counted(deck).items():
        if n > len(slots[name]):
            raise ScenarioError(f"hagal_deck: there are {len(slots[name])} cards {name} in this game, not {n}")
        mask |= sum(1 << slot for slot in slots[name][:n])
    state["hagal"] = mask
    last = data.get("hagal_card")
    state["hagal_card"] = 0 if last is None else slots[hagal_list(names, [last], "hagal_card")[0]][0] + 1


def hagal_list(names: Names, value: Any, where: str) -> list[str]:
    """House Hagal cards of this game as single ids."""
    known = list(dict.fromkeys(names.hagal_slots.values()))
    if not isinstance(value, Mapping):
        return [known[names.number("House Hagal card", one, known, where)] for one in value]
    cards = check_keys(value, known, where)
    return [name for name, n in cards.items() for _ in range(n)]


def cards_to_come(names: Names, players: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a fight begins with the cards of rivals: it does unless swords of some rival are told."""
    return bool(names.hagal_slots) and not any("swords" in one for one in players[names.humans :])


def start_rival(names: Names, state: Any, seat: int) -> int:
    """A rival is to move; House Hagal is owed a turn, after which the seat comes that is returned."""
    if not state["players"][seat]["agents"]:
        raise ScenarioError(f"seat {seat} has no agent left and cannot move")
    if seat < names.players:
        return seat
    state["owed"] = 1
    first = int(state["first"])
    order = [(first + step) % names.players for step in range(1, names.players + 1)]
    waiting = [one for one in order if not int(state["players"][one]["flags"]) & opcodes.SEAT_REVEALED]
    if not waiting:
        raise ScenarioError("House Hagal acts only after an agent turn, but both players have revealed")
    return waiting[0]
