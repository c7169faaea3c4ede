"""From the record of the kernels to the readable position; what a viewer may not know is shown as unknown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dune_sim.engines.memory import Records
from dune_sim.games.fields import plain
from dune_sim.games.imperium.kernels import opcodes
from dune_sim.games.imperium.kernels.hagal.opcodes import OP_RIVAL_SWORDS
from dune_sim.games.imperium.scenarios.bloodlines import (
    MODULE_COPIES,
    MODULE_RUNNING,
    MODULE_RUNNING_PLAYER,
    module_player,
    module_table,
)
from dune_sim.games.imperium.tables.names import REASONS, UNKNOWN, Names, as_number, bits, counted, total, word_bits

PHASE_OF = {
    opcodes.OP_LEADERS: "leaders",
    opcodes.OP_STARTS: "leaders",
    opcodes.OP_ROUND: "round_start",
    opcodes.OP_HANDS: "round_start",
    opcodes.OP_COMBAT: "combat",
    OP_RIVAL_SWORDS: "combat",
    opcodes.OP_REWARDS: "combat",
    opcodes.OP_VICTOR: "combat",
    opcodes.OP_RECALL_PHASE: "recall",
    opcodes.OP_FINALE: "endgame",
    opcodes.OP_FINISH: "over",
}
#: fields that only the running turn needs, kept number by number
RUNNING = (
    "turn",
    "pool",
    "items",
    "recruited",
    "deployed",
    "placed",
    "card",
    "space",
    "icons",
    "discounted",
    "discount",
    "won",
    "stack",
    "rng",
)
RUNNING_PLAYER = ("delayed", "lost")
#: what is counted on hand
GOODS = ("vp", "solari", "spice", "water")
#: fields that tell which of several like cards lies where
COPIES = ("own", "za", "zb", "aside", "intrigue", "intrigue_deck", "laid", "seen", "top")
#: the same of games with rivals alone
RUNNING_RIVALS = ("owed",)
COPIES_RIVALS = ("hagal", "hagal_card")


class Exporter:
    """Reads one State record; ``viewer`` is the seat whose observation it is, or None for the whole truth."""

    def __init__(self, names: Names, tables: Records, state: Any, viewer: int | None) -> None:
        self.names, self.tables, self.state, self.viewer = names, tables[0], state, viewer
        self.seats = range(names.players)

    def export(self) -> dict[str, Any]:
        """The position: everything in words first, then what only a running turn needs."""
        found = {**self.table(), "players": self.everybody(), **self.market(), **self.hagal()}
        if self.names.bloodlines:
            found |= module_table(self)
        if self.viewer is not None:
            return {**found, "viewer": self.viewer}
        return {**found, "running": self.running()}

    def sees(self, seat: int) -> bool:
        """Whether the secrets of a seat are open here."""
        return self.viewer is None or self.viewer == seat

    # -- board -------------------------------------------------------------------------------------------------------

    def phase(self) -> str:
        """What is going on, told by the instruction the game itself stands at."""
        if not self.state["stack"]["depth"]:
            return "over"
        code = int(self.tables["code"][int(self.state["stack"]["frames"][0]["pc"])]["code"])
        return PHASE_OF.get(code, "turns")

    def has_leader(self, seat: int) -> bool:
        """False for a seat that has yet to choose in a draft."""
        lowest = self.state["stack"]["frames"][0]
        if (
            not self.state["stack"]["depth"]
            or int(self.tables["code"][int(lowest["pc"])]["code"]) != opcodes.OP_LEADERS
        ):
            return True
        return (seat - int(self.state["first"])) % self.names.players < int(lowest["a"])

    def table(self) -> dict[str, Any]:
        """Round, phase and what lies on the board."""
        state, names = self.state, self.names
        found: dict[str, Any] = {
            "game": "imperium",
            "round": int(state["round"]),
            "phase": self.phase(),
            "first_player": int(state["first"]),
            "turn_of": int(state["player"]),
            "reveal_order": self.reveal_order(),
            "persuasion": int(state["persuasion"]),
            "conflict": names.conflicts[int(state["conflict"]) - 1] if state["conflict"] else None,
            "unseen_conflicts": [names.conflicts[k] for k in bits(state["conflicts"])],
            "alliances": self._held(names.factions, state["alliance"]),
            "control": self._held(names.controls, state["control"]),
            "bonus_spice": {name: int(n) for name, n in zip(names.makers, state["bonus"], strict=False) if n},
            "mentat": int(state["mentat"]) - 1 if state["mentat"] else None,
            "mentat_next": int(state["mentat_next"]) - 1 if state["mentat_next"] else None,
        }
        if state["winners"] or state["reason"]:
            found["winners"] = bits(state["winners"])
            found["reason"] = REASONS[int(state["reason"])]
        return found

    def reveal_order(self) -> list[int]:
        """Seats in the order in which they took the reveal turns of this round."""
        showed = {seat: int(self.state["players"][seat]["flags"]) & opcodes.SEAT_ORDERS for seat in self.seats}
        return sorted((seat for seat in self.seats if showed[seat]), key=lambda seat: showed[seat])

    @staticmethod
    def _held(names: list[str], holders: Any) -> dict[str, int]:
        return {name: int(holder) - 1 for name, holder in zip(names, holders, strict=False) if holder}

    def market(self) -> dict[str, Any]:
        """The shared piles; the order of a deck is nobody's knowledge."""
        names, state = self.names, self.state
        owned = {slot for seat in self.seats for slot in word_bits(state["own"][seat])}
        low, high = set(word_bits(state["za"])), set(word_bits(state["zb"]))
        free = [slot for slot in names.deck_slots if slot not in owned]
        aside = int(state["aside"])
        return {
            "row": [names.slots[slot] for slot in free if slot in low and slot not in high],
            "set_aside": {"card": names.slots[aside - 1], "seat": int(state["aside_seat"])} if aside else None,
            "imperium_deck": self.cards(slot for slot in free if slot not in low and slot not in high),
            "reserve": {
                one: sum(names.slots[slot] == one for slot in names.reserve_slots if slot not in owned)
                for one in names.reserve
            },
            "trashed": self.cards(slot for slot in free if slot in low and slot in high),
            "intrigue_deck": self.deck_of_intrigue(),
            "intrigue_discard": self.intrigue(self.played_intrigue()),
        }

    def cards(self, slots: Iterable[int]) -> dict[str, int]:
        """Card slots as counts by id."""
        return counted(self.names.slots[slot] for slot in slots)

    def intrigue(self, held: Any) -> dict[str, int]:
        """Intrigue cards as counts by id."""
        return counted(self.names.intrigue_slots[one] for one in bits(held))

    def deck_of_intrigue(self) -> dict[str, int]:
        """The intrigue deck; a viewer knows only its size."""
        known = self.intrigue(as_number(self.state["intrigue_deck"]))
        return known if self.viewer is None else hidden(total(known))

    def hagal(self) -> dict[str, Any]:
        """House Hagal cards not turned over since they were shuffled, whose order nobody knows, and the last one."""
        names, state = self.names, self.state
        if not names.hagal_slots:
            return {}
        last = int(state["hagal_card"])
        return {
            "hagal_deck": counted(names.hagal_slots[slot] for slot in word_bits([state["hagal"]])),
            "hagal_card": names.hagal_slots[last - 1] if last else None,
        }

    # -- seats -------------------------------------------------------------------------------------------------------

    def everybody(self) -> list[dict[str, Any]]:
        """People, then the rivals of the solo game or House Hagal."""
        people = [self.player(seat) for seat in range(self.names.humans)]
        return [*people, *(self.rival(seat) for seat in range(self.names.humans, self.names.seated))]

    def rival(self, seat: int) -> dict[str, Any]:
        """What belongs to a rival; House Hagal has no leader and collects nothing."""
        one = self.state["players"][seat]
        found: dict[str, Any] = {"rival": True}
        if seat < self.names.players:
            held = self.intrigue(as_number(self.state["intrigue"][seat]))
            found |= {"leader": self.leader(seat), **{name: int(one[name]) for name in GOODS}}
            found["intrigue"] = held if self.sees(seat) else hidden(total(held))
        flags = int(one["flags"])
        marks = {"swordmaster": opcodes.SEAT_SWORDMASTER, "revealed": opcodes.SEAT_REVEALED}
        return {**found, **self.pieces(seat), **{name: True for name, mark in marks.items() if flags & mark}}

    def player(self, seat: int) -> dict[str, Any]:
        """Everything that belongs to a seat."""
        names, one = self.names, self.state["players"][seat]
        flags = int(one["flags"])
        return {
            "leader": self.leader(seat),
            **{name: int(one[name]) for name in GOODS},
            **self.pieces(seat),
            "council_seat": bool(flags & opcodes.SEAT_COUNCIL),
            "swordmaster": bool(flags & opcodes.SEAT_SWORDMASTER),
            "revealed": bool(flags & opcodes.SEAT_REVEALED),
            "visited_once": [names.once[k] for k in bits(one["visited"])],
            "closed_space": names.spaces[int(one["voice"]) - 1] if one["voice"] else None,
            "secret_factions": self.secrets(seat),
            "secret_shown": bool(flags & opcodes.SEAT_SHOWN),
            **self.zones(seat),
            "cards_acquired": int(one["acquired"]),
            "cards_played": int(one["played"]),
            **(module_player(self, seat) if names.bloodlines else {}),
        }

    def leader(self, seat: int) -> str | None:
        """The leader, None for a seat that has yet to choose."""
        return self.names.leaders[int(self.state["players"][seat]["leader"])] if self.has_leader(seat) else None

    def pieces(self, seat: int) -> dict[str, Any]:
        """Cubes and agents."""
        one = self.state["players"][seat]
        return {
            "influence": {faction: int(one["influence"][k]) for k, faction in enumerate(self.names.factions)},
            **{name: int(one[name]) for name in ("garrison", "supply", "conflict", "swords", "agents")},
            "agents_on": self.agents(one),
        }

    def agents(self, one: Any) -> list[str]:
        """Spaces with agents of a seat, a space with two of them twice."""
        found = [self.names.spaces[space] for space in bits(one["board"])]
        return [*found, self.names.spaces[int(one["stacked"]) - 1]] if one["stacked"] else found

    def secrets(self, seat: int) -> list[str]:
        """Factions laid down face down by the leader who does that."""
        tokens = bits(self.state["tokens"])
        if not tokens or seat != self.schemer():
            return []
        open_to_all = int(self.state["players"][seat]["flags"]) & opcodes.SEAT_SHOWN
        return [self.names.factions[k] if open_to_all or self.sees(seat) else UNKNOWN for k in tokens]

    def schemer(self) -> int | None:
        """The seat whose leader lays down factions in secret."""
        for seat in range(self.names.humans):
            if self.tables["leader"][int(self.state["players"][seat]["leader"])]["deployed"]:
                return seat
        return None

    def played_intrigue(self) -> int:
        """The intrigue discard pile: what is neither in the deck nor with a player."""
        elsewhere = as_number(self.state["intrigue_deck"])
        for seat in self.seats:
            elsewhere |= as_number(self.state["intrigue"][seat])
        if self.names.bloodlines:
            elsewhere |= as_number(self.state["trashed_intrigue"])
        return as_number(self.tables["intrigues"]) & ~elsewhere

    def lost_to(self, held: int) -> int:
        """Those of the intrigue cards another seat holds that were stolen from the viewer, who so knows them."""
        if self.viewer is None:
            return 0
        lost = self.state["players"][self.viewer]["lost"]
        return held & sum({1 << int(card) - 1 for card in lost if card})

    def seen_intrigue(self, held: int) -> dict[str, int]:
        """Intrigue cards of another seat: known ones by name, the rest by number."""
        known = self.lost_to(held)
        return {**self.intrigue(known), **hidden((held & ~known).bit_count())}

    def zones(self, seat: int) -> dict[str, Any]:
        """Cards of a seat by zone; of the hand, deck and intrigue of others only the number and what is known."""
        names, state, one = self.names, self.state, self.state["players"][seat]
        low, high = set(word_bits(state["za"])), set(word_bits(state["zb"]))
        own = word_bits(state["own"][seat])
        hand = self.cards(slot for slot in own if slot in low and slot not in high)
        deck = self.cards(slot for slot in own if slot not in low and slot not in high)
        seen = set(word_bits(state["seen"]))
        known_hand = self.cards(slot for slot in own if slot in seen)
        laid = as_number(state["laid"]) & as_number(state["intrigue"][seat])
        secrets = as_number(state["intrigue"][seat]) & ~laid
        held = self.intrigue(secrets)
        secret = bool(int(one["flags"]) & opcodes.SEAT_PRIVATE)
        # the lowest known card may be known to its owner alone
        first = sum(int(state["players"][k]["tops"]) for k in range(seat))
        known = state["top"][first + int(secret and not self.sees(seat)) : first + int(one["tops"])]
        tops = [names.slots[int(slot)] for slot in known]
        gone = [slot for slot in names.starter_slots[seat] if slot not in own]
        found = {
            "hand": hand if self.sees(seat) else {**known_hand, **hidden(total(hand) - total(known_hand))},
            "deck": deck if self.sees(seat) else hidden(total(deck)),
            "deck_top": tops[::-1],
            "deck_top_secret": secret and self.sees(seat),
            "discard": self.cards(slot for slot in own if slot not in low and slot in high),
            "in_play": self.cards(slot for slot in own if slot in low and slot in high),
            "trashed": self.cards(gone),
            "intrigue": held if self.sees(seat) else self.seen_intrigue(secrets),
            "intrigue_laid": self.intrigue(laid),
        }
        if not self.sees(seat):
            unknown = (slot for slot in own if slot not in high and not (slot in low and slot in seen))
            found["hand_or_deck"] = self.cards(unknown)
        return found

    # -- what only the running turn needs ----------------------------------------------------------------------------

    def running(self) -> dict[str, Any]:
        """The numbers that words leave open: pending effects, chance, which of several like cards lies where."""
        state, rivals, module = self.state, bool(self.names.hagal_slots), self.names.bloodlines
        further = (*(RUNNING_RIVALS if rivals else ()), *(MODULE_RUNNING if module else ()))
        found = {name: plain(state[name]) for name in (*RUNNING, *further)}
        of_seats = (*RUNNING_PLAYER, *(MODULE_RUNNING_PLAYER if module else ()))
        found["players"] = [{name: plain(state["players"][seat][name]) for name in of_seats} for seat in self.seats]
        copies = (*COPIES, *(COPIES_RIVALS if rivals else ()), *(MODULE_COPIES if module else ()))
        found["cards"] = {name: plain(state[name]) for name in copies}
        return found


def hidden(n: int) -> dict[str, int]:
    """Cards of which only the number is known."""
    return {UNKNOWN: n} if n else {}


def spread(cards: dict[str, int]) -> list[str]:
    """Counts by id as single ids."""
    return [name for name, n in cards.items() for _ in range(n)]
