"""Bloodlines in readable positions: what an export tells, and how a position is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from dune_sim.errors import ScenarioError
from dune_sim.games.imperium.kernels import opcodes
from dune_sim.games.imperium.kernels.bloodlines import opcodes as blood
from dune_sim.games.imperium.kernels.sizes import TECHS
from dune_sim.games.imperium.kernels.stock import MOST_SMALL
from dune_sim.games.imperium.scenarios.reading import check_keys, listed, truth, whole
from dune_sim.games.imperium.tables.names import UNKNOWN, Names, as_number, bits

if TYPE_CHECKING:
    from dune_sim.games.imperium.scenarios.export import Exporter

MODULE_KEYS = (
    "commanders_on", "commander_bank", "skills_shown", "skill_stack", "twisted_deck", "trashed_intrigue",
    "tech_shown", "tech_left", "tech_deck", "tech_bottom",
)  # fmt: skip
MODULE_PLAYER_KEYS = (
    "commanders", "skills", "agents_in_conflict", "boosted", "tech_tiles", "turned_over", "tactics", "navigation",
    "navigation_played", "navigation_drawn", "persuasion_every_reveal", "secret_project",
)  # fmt: skip
#: fields that only the running turn needs
MODULE_RUNNING = (
    "gathered", "cheaper", "hired", "commanders_placed", "staying", "ordinary", "marks", "last_trashed",
    "course_faction",
)  # fmt: skip
MODULE_RUNNING_PLAYER = ("came",)
MODULE_COPIES = ("twisted_deck", "trashed_intrigue")
#: where commanders of a seat are, and the field of each place
PLACES = {"garrison": "guards", "conflict": "fighting", "supply": "resting"}
SAILING = ("navigation", "navigation_played", "navigation_drawn", "persuasion_every_reveal")
#: what only the owner of one leader has
OWN_KEYS = {blood.LEADER_TACTICS: ("tactics",), blood.LEADER_PROJECT: ("secret_project",), blood.LEADER_COURSE: SAILING}


def counts(names: list[str], numbers: Any) -> dict[str, int]:
    return {names[k]: int(n) for k, n in enumerate(numbers) if int(n)}


def module_table(one: Exporter) -> dict[str, Any]:
    """What lies on the board."""
    names, g = one.names, one.state
    known = one.intrigue(as_number(g["twisted_deck"]))
    open_deck = one.viewer is None or _does(one, one.viewer) == blood.LEADER_TWISTED
    found = {
        "commanders_on": [names.spaces[k] for k in bits(g["commanders"])],
        "commander_bank": int(g["bank"]),
        "skills_shown": counts(names.skills, g["skills_shown"]),
        "skill_stack": counts(names.skills, g["skill_stack"]),
        "twisted_deck": known if open_deck else ({UNKNOWN: sum(known.values())} if known else {}),
        "trashed_intrigue": one.intrigue(as_number(g["trashed_intrigue"])),
    }
    return {**found, **(_stacks(one) if names.tech else {})}


def _stacks(one: Exporter) -> dict[str, Any]:
    """Stacks of tech tiles: what is face down is known as a whole, apart from what one leader has seen."""
    names, g = one.names, one.state
    down = set(bits(as_number(g["tech_deck"])))
    owner = next((seat for seat in one.seats if _does(one, seat) == blood.LEADER_PROJECT), None)
    bottom = [int(tile) for tile in g["tech_bottom"]]
    sees = owner is None or one.sees(owner)
    if not sees:
        down |= {tile - 1 for tile in (*bottom, int(g["secret_tile"])) if tile}
    return {
        "tech_shown": [names.tiles[int(tile) - 1] if tile else None for tile in g["tech_top"]],
        "tech_left": [int(n) for n in g["tech_left"]],
        "tech_deck": [names.tiles[tile] for tile in sorted(down)],
        "tech_bottom": [None if not tile else names.tiles[tile - 1] if sees else UNKNOWN for tile in bottom],
    }


def _does(one: Exporter, seat: int) -> int:
    return int(one.tables["leader"][int(one.state["players"][seat]["leader"])]["does"]) if one.has_leader(seat) else 0


def module_player(one: Exporter, seat: int) -> dict[str, Any]:
    """What belongs to a seat."""
    names, g, pl = one.names, one.state, one.state["players"][seat]
    found: dict[str, Any] = {
        "commanders": {place: int(pl[field]) for place, field in PLACES.items()},
        "skills": [names.skills[k] for k in bits(pl["skills"])],
        "agents_in_conflict": int(pl["agents_fighting"]),
        "boosted": bool(pl["boost"]),
    }
    if names.tech:
        tiles = as_number(pl["tiles"])
        turned = as_number(g["turned"]) & tiles
        found["tech_tiles"] = [names.tiles[k] for k in bits(tiles)]
        found["turned_over"] = [names.tiles[k] for k in bits(turned)]
    does = _does(one, seat)
    if does == blood.LEADER_TACTICS:
        found["tactics"] = int(g["tactics"])
    elif does == blood.LEADER_COURSE:
        found |= _course(one, seat)
    elif does == blood.LEADER_PROJECT:
        tile = int(g["secret_tile"])
        found["secret_project"] = None if not tile else names.tiles[tile - 1] if one.sees(seat) else UNKNOWN
    return found


def _course(one: Exporter, seat: int) -> dict[str, Any]:
    names, g, played = one.names, one.state, int(one.state["sailed"])
    laid = [int(card) - 1 for card in g["course"] if card]
    drawn = [names.courses[k] for k in bits(g["courses"])]
    return {
        "navigation": [names.courses[k] if one.sees(seat) or n < played else UNKNOWN for n, k in enumerate(laid)],
        "navigation_played": played,
        "navigation_drawn": drawn if one.sees(seat) else [UNKNOWN] * len(drawn),
        "persuasion_every_reveal": int(g["every_reveal"]),
    }


class ModuleLoader:
    """Reads what a position tells of Bloodlines; what is left out stands as at the start of a game."""

    def __init__(self, names: Names, tables: Any, state: Any, data: Mapping[str, Any], phase: str) -> None:
        self.names, self.t, self.g, self.data, self.phase = names, tables, state, data, phase
        self.players = data["players"]

    def load(self) -> None:
        self.g["counted"] = 1
        for seat, given in enumerate(self.players):
            self.g["players"][seat]["counted"] = 1
            self.seat(seat, given)
        self.commanders()
        self.skills()
        if self.names.tech:
            self.tiles()
        if "twisted_deck" not in self.data and not self.led(blood.LEADER_TWISTED):
            self.g["twisted_deck"] = 0

    def led(self, does: int) -> list[int]:
        """Seats whose leader does something."""
        leaders = self.g["players"]["leader"][: len(self.players)]
        return [seat for seat, leader in enumerate(leaders) if int(self.t["leader"][int(leader)]["does"]) == does]

    def seat(self, seat: int, given: Mapping[str, Any]) -> None:
        pl, where = self.g["players"][seat], f"seat {seat}"
        for place, n in check_keys(given.get("commanders", {}), tuple(PLACES), f"{where}: commanders").items():
            pl[PLACES[place]] = whole(n, 0, 7, f"{where}: commanders in {place}")
        pl["skills"] = self.mask(given.get("skills", []), "skill", self.names.skills, f"{where}: skills")
        pl["agents_fighting"] = whole(given.get("agents_in_conflict", 0), 0, 3, f"{where}: agents_in_conflict")
        pl["boost"] = truth(given.get("boosted", False), f"{where}: boosted")
        if self.names.tech:
            tiles = self.mask(given.get("tech_tiles", []), "tech tile", self.names.tiles, f"{where}: tech_tiles")
            turned = self.mask(given.get("turned_over", []), "tech tile", self.names.tiles, f"{where}: turned_over")
            pl["tiles"] = tiles
            self.g["turned"] = as_number(self.g["turned"]) | turned
            if turned & ~tiles:
                raise ScenarioError(f"{where}: a tile that is turned over must be one of its tech_tiles")
        for does, keys in OWN_KEYS.items():
            foreign = [key for key in keys if key in given and seat not in self.led(does)]
            if foreign:
                raise ScenarioError(f"{where}: {foreign[0]} belongs to another leader")
        if seat in self.led(blood.LEADER_TACTICS):
            usual, most = int(self.t["tactics_start"]) if self.phase != "leaders" else 0, int(self.t["tactics_end"])
            self.g["tactics"] = whole(given.get("tactics", usual), 0, most, f"{where}: tactics")
        if seat in self.led(blood.LEADER_COURSE):
            self.course(seat, given)

    def course(self, seat: int, given: Mapping[str, Any]) -> None:
        """Navigation cards in their order; the ring of that leader is not in the game."""
        where, names, kept = f"seat {seat}: navigation", self.names, int(self.t["navigation_kept"])
        usual = [names.courses[k] for k in bits(self.t["courses"])][:kept] if self.phase != "leaders" else []
        told = listed(given.get("navigation", usual), where)
        laid = [names.number("navigation card", one, names.courses, where) for one in told]
        drawn = self.mask(given.get("navigation_drawn", []), "navigation card", names.courses, where)
        if len(laid) > kept or len(set(laid) | set(bits(drawn))) < len(laid) + drawn.bit_count():
            raise ScenarioError(f"{where} names at most {kept} different cards")
        for k, card in enumerate(laid):
            self.g["course"][k] = card + 1
        self.g["courses"] = drawn
        self.g["sailed"] = whole(given.get("navigation_played", 0), 0, len(laid), f"seat {seat}: navigation_played")
        more = given.get("persuasion_every_reveal", 0)
        self.g["every_reveal"] = whole(more, 0, MOST_SMALL, f"seat {seat}: persuasion_every_reveal")
        zones = ("hand", "deck", "discard", "in_play", "trashed")
        if self.phase != "leaders" and not any("signet_ring" in given.get(zone, ()) for zone in zones):
            self.drop_ring(seat)

    def drop_ring(self, seat: int) -> None:
        for slot in self.names.starter_slots[seat]:
            design = int(self.t["design"][slot])
            if int(self.t["agent"][design]["flags"]) & opcodes.BOX_SIGNET:
                word, mask = slot // 64, np.uint64(1) << np.uint64(slot % 64)
                self.g["own"][seat][word] &= ~mask
                self.g["za"][word] |= mask
                self.g["zb"][word] |= mask

    def mask(self, given: Any, what: str, known: list[str], where: str) -> int:
        """Different ids as bits."""
        found = [self.names.number(what, one, known, where) for one in listed(given, where)]
        if len(set(found)) < len(found):
            raise ScenarioError(f"{where}: a {what} is named twice")
        return sum(1 << k for k in found)

    def commanders(self) -> None:
        """Every commander is somewhere: those not with a seat are on their spaces, the first ones left out."""
        start, bank = bits(self.t["commander_start"]), int(self.t["bank_start"])
        owned = sum(int(pl[field]) for pl in self.g["players"] for field in PLACES.values())
        told = self.data.get("commander_bank", bank if owned <= len(start) else 0)
        self.g["bank"] = whole(told, 0, bank, "commander_bank")
        left = len(start) + bank - owned - int(self.g["bank"])
        usual = [self.names.spaces[k] for k in (start[-left:] if left > 0 else [])]
        spaces = self.mask(self.data.get("commanders_on", usual), "space", self.names.spaces, "commanders_on")
        if spaces & ~int(self.t["commander_start"]):
            raise ScenarioError("commanders_on names a space on which no commander starts")
        self.g["commanders"] = spaces
        found = owned + int(self.g["bank"]) + spaces.bit_count()
        if found != len(start) + bank:
            raise ScenarioError(f"there are {len(start) + bank} commanders in this game, not {found}")

    def skills(self) -> None:
        """The display and the stack; what is not told is what seats have left."""
        total = [int(n) for n in self.t["skill_tiles"]]
        for pl in self.g["players"]:
            for k in bits(pl["skills"]):
                total[k] -= 1
        room = int(self.t["skills_shown"])
        free = [k for copy in range(2) for k, n in enumerate(total) if n > copy]
        shown: list[int] = [free[:room].count(k) for k in range(len(total))]
        if "skills_shown" in self.data:
            shown = self.numbers(self.data["skills_shown"], "skills_shown")
        stack = [have - n for have, n in zip(total, shown, strict=True)]
        if "skill_stack" in self.data:
            stack = self.numbers(self.data["skill_stack"], "skill_stack")
        if any(n + m > have for n, m, have in zip(shown, stack, total, strict=True)) or min(stack) < 0:
            raise ScenarioError("skills_shown and skill_stack hold more tiles of a skill than seats have left")
        if sum(shown) > room or (sum(shown) < room and any(stack)):
            raise ScenarioError(f"skills_shown holds {room} tiles as long as there is a stack, not {sum(shown)}")
        self.g["skills_shown"], self.g["skill_stack"] = shown, stack

    def numbers(self, given: Any, where: str) -> list[int]:
        found = [0] * len(self.t["skill_tiles"])
        for name, n in check_keys(given, tuple(one for one in self.names.skills if one), where).items():
            found[self.names.skills.index(name)] = whole(n, 0, 2, f"{where}: {name}")
        return found

    def tiles(self) -> None:
        """Stacks of tech tiles; what is not told is dealt in the order of the content."""
        names, stacks = self.names, int(self.t["stacks"])
        free = set(bits(as_number(self.t["tiles"])))
        for pl in self.g["players"]:
            self.take(free, bits(as_number(pl["tiles"])), "tech_tiles")
        for seat in self.led(blood.LEADER_PROJECT):
            project = self.players[seat].get("secret_project")
            if project is not None:
                tile = names.number("tech tile", project, names.tiles, f"seat {seat}: secret_project")
                self.take(free, [tile], "secret_project")
                self.g["secret_tile"] = tile + 1
        self.stack_tiles(free, "tech_bottom", [])
        self.stack_tiles(free, "tech_shown", [names.tiles[k] for k in sorted(free)][:stacks])
        down = free
        if "tech_deck" in self.data:
            down = set(bits(self.mask(self.data["tech_deck"], "tech tile", names.tiles, "tech_deck")))
            if down - free:
                raise ScenarioError("tech_deck holds a tile that lies elsewhere")
        self.g["tech_deck"] = sum(1 << k for k in down)
        n = len(down) + sum(1 for tile in self.g["tech_bottom"] if tile)
        even = [(n + stacks - 1 - k) // stacks for k in range(stacks)]
        told = [whole(one, 0, TECHS, "tech_left") for one in listed(self.data.get("tech_left", even), "tech_left")]
        if sum(told) != n or len(told) != stacks:
            raise ScenarioError(f"tech_left must name {stacks} stacks with {n} tiles together")
        self.g["tech_left"][:stacks] = told

    def stack_tiles(self, free: set[int], key: str, usual: list[str]) -> None:
        """One tile, or none, for each stack."""
        field = {"tech_shown": "tech_top", "tech_bottom": "tech_bottom"}[key]
        for k, name in enumerate(listed(self.data.get(key, usual), key)[: int(self.t["stacks"])]):
            if name is not None:
                tile = self.names.number("tech tile", name, self.names.tiles, key)
                self.take(free, [tile], key)
                self.g[field][k] = tile + 1

    @staticmethod
    def take(free: set[int], tiles: Iterable[int], where: str) -> None:
        for tile in tiles:
            if tile not in free:
                raise ScenarioError(f"{where}: a tech tile lies in two places")
            free.discard(tile)
