"""Cards of a readable position into the bit sets of the kernels: every copy in exactly one place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from dune_sim.errors import ScenarioError
from dune_sim.games.fields import restore
from dune_sim.games.imperium.kernels import opcodes
from dune_sim.games.imperium.scenarios.bloodlines import MODULE_COPIES
from dune_sim.games.imperium.scenarios.export import COPIES, COPIES_RIVALS
from dune_sim.games.imperium.scenarios.load_rivals import deal_intrigue
from dune_sim.games.imperium.scenarios.reading import card_list, check_keys, listed, seat_number, truth
from dune_sim.games.imperium.tables.names import Names, as_number, counted
from dune_sim.lang.intrinsics import MASK64

#: zone of an owned card -> its two bits
OWN_ZONES = {"hand": 1, "deck": 0, "discard": 2, "in_play": 3}
ROW, ASIDE, STOCK, OUT = 1, 2, 0, 3


class CardTable:
    """Deals out the copies of every design, lowest first, and tells when there are not enough."""

    def __init__(self, names: Names, state: Any) -> None:
        self.names, self.state = names, state
        self.free: dict[tuple[str, int | None], list[int]] = {}
        for slot, name in names.slots.items():
            self.free.setdefault((name, self._home(slot)), []).append(slot)
        self.places: dict[tuple[str, int | None], list[str]] = {}

    def _home(self, slot: int) -> int | None:
        """The seat a starter card belongs to from the start."""
        return next((seat for seat, slots in enumerate(self.names.starter_slots) if slot in slots), None)

    def take(self, name: str, seat: int | None, where: str) -> int:
        """A free copy of a design."""
        home = seat if name in self.names.starters else None
        if name in self.names.starters and seat is None:
            raise ScenarioError(f"{where}: {name} is a starter card; it lies only with the player who began with it")
        self.places.setdefault((name, home), []).append(where)
        free = self.free[name, home]
        if not free:
            raise ScenarioError(self._too_many(name, home))
        return free.pop(0)

    def _too_many(self, name: str, home: int | None) -> str:
        copies = sum(slot_name == name for slot_name in self.names.slots.values())
        if home is not None:
            copies = sum(self.names.slots[slot] == name for slot in self.names.starter_slots[home])
        places = counted(self.places[name, home])
        shown = " and ".join(f"{where}{f' ({n} times)' if n > 1 else ''}" for where, n in places.items())
        return f"{name} lies in {shown}, but there {'is one copy' if copies == 1 else f'are {copies} copies'}"

    def place(self, slot: int, zone: int, seat: int | None = None) -> None:
        """Write a card into the bit sets."""
        word, bit = divmod(slot, 64)
        mask = np.uint64(1) << np.uint64(bit)
        if seat is not None:
            self.state["own"][seat][word] |= mask
        for plane, on in (("za", zone & 1), ("zb", zone & 2)):
            if on:
                self.state[plane][word] |= mask

    def rest(self, name: str, home: int | None) -> list[int]:
        """Copies of a design that lie nowhere yet, taken."""
        found = self.free.get((name, home), [])
        self.free[name, home] = []
        return found


def fill_cards(names: Names, tables: Any, state: Any, data: Mapping[str, Any]) -> None:
    """All zones of all cards."""
    table = CardTable(names, state)
    players = data.get("players", [{}] * names.seated)
    for seat in range(names.humans):
        _own(table, seat, players[seat])
    _aside(table, data.get("set_aside"))
    _market(table, tables, data)
    if "intrigue_deck" not in data and names.hagal_slots:
        players = deal_intrigue(names, tables, data, players)
    _intrigue(names, state, data, players)


def _own(table: CardTable, seat: int, player: Mapping[str, Any]) -> None:
    names = table.names
    decks: dict[str, list[int]] = {}
    for zone, number in OWN_ZONES.items():
        if zone == "deck" and "deck" not in player:
            continue
        where = f"{zone} of seat {seat}"
        for name in card_list(names, "card", player.get(zone, []), where):
            slot = table.take(name, seat, where)
            table.place(slot, number, seat)
            if zone == "deck":
                decks.setdefault(name, []).append(slot)
    for name in card_list(names, "card", player.get("trashed", []), f"trashed of seat {seat}"):
        if name not in names.starters:
            raise ScenarioError(
                f"trashed of seat {seat}: {name} is no starter card; list it under the trashed cards of the table"
            )
        table.place(table.take(name, seat, f"trashed of seat {seat}"), OUT)
    for name in sorted(names.starters, key=names.designs.index):
        for slot in table.rest(name, seat):
            # starter cards that nothing was said about are still in the deck, or gone if the deck was listed
            table.place(slot, STOCK if "deck" not in player else OUT, seat if "deck" not in player else None)
            if "deck" not in player:
                decks.setdefault(name, []).append(slot)
    _tops(table, seat, player, decks)


def _tops(table: CardTable, seat: int, player: Mapping[str, Any], decks: dict[str, list[int]]) -> None:
    where = f"deck_top of seat {seat}"
    tops = card_list(table.names, "card", listed(player.get("deck_top", []), where), where)
    one = table.state["players"][seat]
    before = sum(int(other["tops"]) for other in table.state["players"])
    # every seat of the edition keeps room for one more, which an effect may put there
    most = len(table.state["top"]) - len(table.state["players"])
    if before + len(tops) > most:
        raise ScenarioError(f"{where}: on top of all decks together {most} cards at most can be known")
    for place, name in enumerate(reversed(tops), before):
        if not decks.get(name):
            raise ScenarioError(f"{where}: {name} is not in that deck")
        table.state["top"][place] = decks[name].pop(0)
    one["tops"] = len(tops)
    if tops and truth(player.get("deck_top_secret", False), f"deck_top_secret of seat {seat}"):
        one["flags"] |= opcodes.SEAT_PRIVATE


def _aside(table: CardTable, aside: Any) -> None:
    if aside is None:
        return
    check_keys(aside, ("card", "seat"), "set_aside")
    name = card_list(table.names, "card", [aside.get("card")], "set_aside")[0]
    slot = table.take(name, None, "set_aside")
    table.place(slot, ASIDE)
    table.state["aside"] = slot + 1
    table.state["aside_seat"] = seat_number(aside.get("seat"), table.names.players, "set_aside: seat")


def _market(table: CardTable, tables: Any, data: Mapping[str, Any]) -> None:
    """Row, shared decks and trashed cards; whatever is not named is still in the deck or its pile."""
    names = table.names
    size = int(tables["row_size"])
    for zone, number in (("row", ROW), ("trashed", OUT), ("imperium_deck", STOCK)):
        cards = card_list(names, "card", data.get(zone, []), zone)
        if zone == "row" and len(cards) > size:
            raise ScenarioError(f"the row holds {size} cards, not {len(cards)}")
        for name in cards:
            if name in names.reserve:
                raise ScenarioError(f"{zone}: {name} is a reserve card; it lies in its pile or with a player")
            table.place(table.take(name, None, zone), number)
    free = sorted(
        slot for name in names.designs for slot in table.free.get((name, None), []) if name not in names.reserve
    )
    missing = size if "row" not in data else 0
    for slot in free:
        # an unlisted row is dealt in content order; cards left out of a listed deck are out of the game
        place = ROW if missing > 0 else OUT if "imperium_deck" in data else STOCK
        missing -= place == ROW
        table.place(slot, place)
    _reserve(table, data.get("reserve"))


def _reserve(table: CardTable, given: Any) -> None:
    if given is None:
        return
    names = table.names
    for name, n in check_keys(given, names.reserve, "reserve").items():
        left = len(table.free.get((name, None), []))
        if n != left:
            raise ScenarioError(f"reserve: {left} copies of {name} are with nobody, so the pile cannot hold {n!r}")


def _intrigue(names: Names, state: Any, data: Mapping[str, Any], players: Any) -> None:
    free: dict[str, list[int]] = {}
    for slot, name in names.intrigue_slots.items():
        free.setdefault(name, []).append(slot)
    copies = {name: len(slots) for name, slots in free.items()}

    def take(cards: Any, where: str) -> int:
        mask = 0
        for name in card_list(names, "intrigue card", cards, where):
            if not free[name]:
                raise ScenarioError(
                    f"{where}: there are only {copies[name]} copies of {name}, and all lie elsewhere or here already"
                )
            mask |= 1 << free[name].pop(0)
        return mask

    for seat in range(names.players):
        held = take(players[seat].get("intrigue", []), f"intrigue of seat {seat}")
        laid = take(players[seat].get("intrigue_laid", []), f"intrigue_laid of seat {seat}")
        store_set(state["intrigue"], seat, held | laid)
        store_set(state, "laid", as_number(state["laid"]) | laid)
    if names.bloodlines:
        store_set(state, "trashed_intrigue", take(data.get("trashed_intrigue", []), "trashed_intrigue"))
        if "twisted_deck" in data:
            store_set(state, "twisted_deck", take(data["twisted_deck"], "twisted_deck"))
        else:
            store_set(state, "twisted_deck", sum(1 << s for name in names.twisted for s in free[name]))
        free = {name: slots for name, slots in free.items() if name not in names.twisted}
    take(data.get("intrigue_discard", []), "intrigue_discard")  # what lies nowhere else was played
    if "intrigue_deck" in data:
        store_set(state, "intrigue_deck", take(data["intrigue_deck"], "intrigue_deck"))
        left = [name for name, slots in free.items() if slots]
        if left:
            raise ScenarioError(
                f"{left[0]} lies nowhere: add it to the intrigue deck, the discards or a player's intrigue cards"
            )
    else:
        store_set(state, "intrigue_deck", sum(1 << slot for slots in free.values() for slot in slots))


def store_set(into: Any, key: Any, cards: int) -> None:
    """Write a set where memory holds it in one word or several."""
    words = np.size(into[key])
    into[key] = cards if words == 1 else [cards >> 64 * w & MASK64 for w in range(words)]


def restore_copies(names: Names, state: Any, saved: Any) -> None:
    """Put back which of several like cards lay where."""
    rivals, module = bool(names.hagal_slots), names.bloodlines
    fields = (*COPIES, *(COPIES_RIVALS if rivals else ()), *(MODULE_COPIES if module else ()))
    for field, value in check_keys(saved, fields, "running: cards").items():
        restore(state, field, value)
