"""From the record of the kernels to the readable position; what the viewer may not know is shown as unknown."""

from __future__ import annotations

from typing import Any

from dune_sim.games.arrakis.kernels import opcodes
from dune_sim.games.arrakis.options import ALLY
from dune_sim.games.arrakis.scenarios.mahdi import export_mahdi, token_words
from dune_sim.games.arrakis.scenarios.shape import DeedsShape
from dune_sim.games.arrakis.tables.names import (
    CLASSES,
    FACES,
    FACTIONS,
    GENERIC,
    MARKERS,
    PHASES,
    REASONS,
    SIGNS,
    WILD,
    Names,
    bits,
    unpack,
    word_set,
)

UNKNOWN = "unknown"
OFF_MAP = {
    opcodes.AT_OUT: "out",
    opcodes.AT_ASIDE: "aside",
    opcodes.AT_TANK: "tank",
    opcodes.AT_LATER: "later",
    opcodes.AT_GONE: "gone",
}


class Exporter:
    """Reads one State record; ``viewer`` is the seat whose observation it is, or None for the whole truth."""

    def __init__(self, names: Names, state: Any, viewer: int | None) -> None:
        self.names, self.content, self.state, self.viewer = names, names.content, state, viewer

    def export(self) -> dict[str, Any]:
        state = self.state
        found: dict[str, Any] = {
            "game": "arrakis",
            "round": int(state["round"]),
            "phase": PHASES[int(state["phase"])],
            "to_move": FACTIONS[int(state["active"])],
            "turn": int(state["turn"]),
            "battles": int(state["battles"]),
            "areas": self.areas(),
            "destroyed_sietches": self.destroyed(),
            "air_zones": self.zones(),
            **self.leaders(),
            "tracks": self.tracks(),
            "dice": self.dice(),
            "bene_gesserit": self.gesserit(),
            "spice": self.spice(),
            "hands": self.cards("hand"),
            "decks": self.cards("deck"),
            "prescience": self.prescience(),
            "objective": self.objectives(),
            "objectives_left": bits(int(state["objectives_left"]), self.names.objectives) if self.sees(1) else UNKNOWN,
            "deployment_tokens": self.tokens(),
            "wormsigns": {name: int(state["unseen"][k]) for k, name in enumerate(SIGNS)},
            "atomics": self.atomics(),
            "deeds": {name: int(state[name]) for name in DeedsShape.model_fields},
        }
        if self.names.mode.automated:
            found["mahdi"] = export_mahdi(self.names, state)
        if state["winner"]:
            found["winner"] = ("harkonnen", "atreides", "nobody")[int(state["winner"]) - 1]
            found["reason"] = REASONS[int(state["reason"])]
        if self.viewer is not None:
            found["viewer"] = self.names.mode.seats[self.viewer]
        for key in ("taker", "acting") if self.names.mode.shared else ():
            if state[key]:
                found[key] = dict(self.names.boards)[int(state[key]) - 1]
        return found

    def sees(self, who: int) -> bool:
        """Whether the secrets of a faction are open here."""
        return self.viewer is None or self.names.mode.boards[self.viewer] % ALLY == who

    def holds(self, board: int) -> bool:
        """Whether the hand before a board is open here: nobody sees that of a partner (ARR-TEAM-09)."""
        return self.viewer is None or self.names.mode.boards[self.viewer] == board

    # -- map ---------------------------------------------------------------------------------------------------------

    def areas(self) -> dict[str, Any]:
        found: dict[str, dict[str, Any]] = {}
        self._legions(found)
        self._fixtures(found)
        for field, key in (("signs", "wormsign"), ("harvesters", "harvester")):
            for area in word_set(self.state[field]):
                self._at(found, area)[key] = True
        for area in word_set(self.state["worms"]):
            self._at(found, area)["sandworm"] = "wild" if self.state["wild_at"] == area else "ordinary"
        return {name: found[name] for name in self.names.areas if name in found}

    def _at(self, found: dict[str, dict[str, Any]], area: int) -> dict[str, Any]:
        return found.setdefault(self.names.areas[area], {})

    def _legions(self, found: dict[str, dict[str, Any]]) -> None:
        state = self.state
        for who, faction in enumerate(FACTIONS):
            leaders = self.names.leaders[:7] if who == 0 else self.names.leaders[7:WILD]
            for area in sorted(word_set(state["legions"][who]) | word_set(state["led"][who])):
                counts = unpack(int(state["legion"][area]))
                legion = {name: n for name, n in zip((*CLASSES, GENERIC[who]), counts, strict=True) if n}
                named = [one for k, one in enumerate(leaders, 7 * who) if state["leader_at"][k] == area]
                self._at(found, area)[faction] = legion | ({"leaders": named} if named else {})
        if self.names.mode.automated:
            for area, words in token_words(self.names, state, self.viewer is not None).items():
                self._at(found, area).setdefault("harkonnen", {})["tokens"] = words
        for k, token in enumerate(self.names.tokens):
            if state["token_at"][k] < opcodes.AT_OUT:
                legion = self._at(found, int(state["token_at"][k])).setdefault("atreides", {})
                legion.setdefault("tokens", []).append(token if self.sees(1) else UNKNOWN)

    def _fixtures(self, found: dict[str, dict[str, Any]]) -> None:
        state = self.state
        for k, home in enumerate(self.names.sietch_areas):
            at, printed = int(state["sietch_at"][k]), self.names.areas.index(home)
            known = bool(int(state["sietch_known"]) >> k & 1)
            rank = int(state["sietch_rank"][k]) if known or self.sees(1) else 0
            if at >= opcodes.AT_OUT:
                continue
            shape: dict[str, Any] = {"rank": rank or UNKNOWN, "revealed": known}
            self._at(found, at)["sietch"] = shape if at == printed else {**shape, "printed": home}
        for k, home in enumerate(self.names.station_areas):
            area = self.names.areas.index(home)
            standing = area in word_set(state["stations"])
            token = int(state["station_token"][k]) if self.viewer is None or not standing else 0
            station = {"token": self.names.stations[token - 1] if token else UNKNOWN}
            self._at(found, area)["station"] = station if standing else {**station, "taken": True}
        towns = word_set(state["settlements"])
        for name in self.names.settlements:
            area = self.names.areas.index(name)
            self._at(found, area)["settlement"] = "standing" if area in towns else "destroyed"

    def destroyed(self) -> dict[str, int]:
        """Destroyed sietches by the area they were set up in, with their rank."""
        at, rank = self.state["sietch_at"], self.state["sietch_rank"]
        return {home: int(rank[k]) for k, home in enumerate(self.names.sietch_areas) if at[k] >= opcodes.AT_OUT}

    def zones(self) -> dict[str, str]:
        ornithopters, carryalls = int(self.state["ornithopters"]), int(self.state["carryalls"])
        flown = {name: "ornithopter" for name in bits(ornithopters, self.names.zones)}
        return flown | {name: "carryall" for name in bits(carryalls, self.names.zones)}

    # -- leaders, tokens ---------------------------------------------------------------------------------------------

    def leaders(self) -> dict[str, Any]:
        at = self.state["leader_at"]
        spaces = [self.content.faction_boards.get(faction).tank_spaces for faction in FACTIONS]
        tank = {
            name: [
                self.names.leaders[int(k) - 1] if k else None for k in self.state["tank"][board][: spaces[board % ALLY]]
            ]
            for board, name in self.names.boards
        }
        placed = {name: OFF_MAP[int(at[k])] for k, name in enumerate(self.names.leaders) if int(at[k]) in OFF_MAP}
        if self.state["wild_at"] < opcodes.AT_OUT:
            del placed["wild_maker"]
        return {"leaders": placed, "exhausted": bits(int(self.state["spent"]), self.names.leaders), "tank": tank}

    def tokens(self) -> dict[str, Any]:
        at = self.state["token_at"]
        found: dict[str, Any] = {}
        for key, place in (
            ("supply", opcodes.AT_SUPPLY),
            ("drawn", opcodes.AT_DRAWN),
            ("gone", opcodes.AT_GONE),
            ("lost", opcodes.AT_LOST),
        ):
            listed = [name for k, name in enumerate(self.names.tokens) if at[k] == place]
            hidden = (key in ("drawn", "lost") and not self.sees(1)) or (key == "supply" and self.viewer is not None)
            found[key] = [UNKNOWN] * len(listed) if hidden else listed
        return found

    # -- boards and cards --------------------------------------------------------------------------------------------

    def tracks(self) -> dict[str, int]:
        markers = {name: int(self.state["marker"][k]) for k, name in enumerate(MARKERS)}
        return {"supremacy": int(self.state["supremacy"]), **markers}

    def dice(self) -> dict[str, Any]:
        found = {}
        for board, name in self.names.boards:
            faces = {face: int(self.state["dice"][board][k]) for k, face in enumerate(FACES)}
            rest = {"used": "used", "surplus": "surplus", "lost": "lost_dice"}
            found[name] = faces | {key: int(self.state[field][board]) for key, field in rest.items()}
        return found

    def gesserit(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for who, faction in enumerate(FACTIONS):
            found[faction] = {"owned": int(self.state["bg"][who]), "placed": int(self.state["bg_placed"][who])}
        return {**found, "supply": int(self.state["bg_supply"])}

    def spice(self) -> dict[str, Any]:
        return {
            "markers": {name: int(self.state["imperium"][k]) + 1 for k, name in enumerate(self.names.imperium)},
            "bans": bits(int(self.state["bans"]), self.names.imperium),
            "dropped": bits(int(self.state["dropped"]), self.names.imperium),
            "unspent": int(self.state["spice"]),
            "reserve": int(self.state["reserve"]),
        }

    def cards(self, field: str) -> dict[str, list[str]]:
        """Cards by who holds or draws them; of hidden ones only the deck that their backs tell."""
        found = {}
        for board, name in self.names.boards:
            who = board % ALLY
            listed = bits(int(self.state[field][who]) & self.names.card_mask(board), self.names.cards[who])
            if not self.holds(board):
                listed = [f"{UNKNOWN} {self.names.deck_of(who, one)}" for one in listed]
            found[name] = listed
        return found

    def prescience(self) -> dict[str, Any]:
        state, listed = self.state, self.names.prescience
        found: dict[str, Any] = {
            "row": bits(int(state["row"]), listed),
            "deck": bits(int(state["deck_prescience"]), listed),
            "scored": bits(int(state["scored"]), listed),
            "claims": int(state["claims"]),
        }
        if state["kept_card"]:
            found["kept"] = listed[int(state["kept_card"]) - 1]
        if state["bonus_card"]:
            found["bonus"] = {"card": listed[int(state["bonus_card"]) - 1], "steps": int(state["bonus_steps"])}
        return found

    def objectives(self) -> Any:
        return bits(int(self.state["objective"]), self.names.objectives) if self.sees(1) else UNKNOWN

    def atomics(self) -> dict[str, Any]:
        tile = int(self.state["tile"])
        return {"uses": int(self.state["atomics"]), "tile": self.names.tiles[tile - 1] if tile else None}
