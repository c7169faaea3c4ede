"""From a readable position to the record of the kernels; an impossible one is refused with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from dune_sim.engines.memory import Records, load, store
from dune_sim.errors import ScenarioError
from dune_sim.games.fields import check_chance, restore
from dune_sim.games.imperium.content.effects import CouncilSeat, Swordmaster, walk
from dune_sim.games.imperium.kernels import opcodes
from dune_sim.games.imperium.kernels.stock import MOST_RESOURCES, MOST_SCORED, MOST_SMALL
from dune_sim.games.imperium.scenarios.bloodlines import (
    MODULE_KEYS,
    MODULE_PLAYER_KEYS,
    MODULE_RUNNING,
    MODULE_RUNNING_PLAYER,
    ModuleLoader,
)
from dune_sim.games.imperium.scenarios.export import RUNNING, RUNNING_PLAYER, RUNNING_RIVALS, Exporter
from dune_sim.games.imperium.scenarios.load_cards import fill_cards, restore_copies
from dune_sim.games.imperium.scenarios.load_phase import PHASES_THAT_BEGIN, begin_phase
from dune_sim.games.imperium.scenarios.load_rivals import check_seats, check_table, fill_hagal, keys_of, start_of
from dune_sim.games.imperium.scenarios.reading import (
    check_keys,
    listed,
    maybe_seat,
    seat_number,
    truth,
    whole,
)
from dune_sim.games.imperium.tables.names import PHASES, REASONS, Names, bits
from dune_sim.kernel import rng
from dune_sim.kernel.layout import Rng

TABLE_KEYS = (
    "game", "round", "phase", "first_player", "turn_of", "to_move", "reveal_order", "persuasion", "conflict",
    "unseen_conflicts", "alliances", "control", "bonus_spice", "mentat", "mentat_next", "winners", "reason",
    "players", "row", "set_aside", "imperium_deck", "reserve", "trashed", "intrigue_deck", "intrigue_discard",
    "hagal_deck", "hagal_card", "running", "seed", "viewer",
)  # fmt: skip
PLAYER_KEYS = (
    "leader", "vp", "solari", "spice", "water", "influence", "garrison", "supply", "conflict", "swords",
    "agents", "agents_on", "council_seat", "swordmaster", "revealed", "visited_once", "closed_space",
    "secret_factions", "secret_shown", "hand", "deck", "deck_top", "deck_top_secret", "discard", "in_play",
    "trashed", "intrigue", "intrigue_laid", "hand_or_deck", "cards_acquired", "cards_played",
)  # fmt: skip


class Builder:
    """Fills one cleared State record."""

    def __init__(
        self, names: Names, tables: Records, raw: Records, data: Mapping[str, Any], leaders: list[str]
    ) -> None:
        self.names, self.tables, self.raw, self.data = names, tables[0], raw, data
        self.records = tables
        self.state = raw[0]
        self.leaders = leaders
        self.people, self.seats, self.everybody = (range(n) for n in (names.humans, names.players, names.seated))

    def build(self) -> None:
        """Fill the record; what is left out takes its value from the start of a game."""
        module = self.names.bloodlines
        keys = (*TABLE_KEYS, *(MODULE_KEYS if module else ()))
        data = check_table(self.names, check_keys(self.data, keys, "the position"))
        if data.get("game", "imperium") != "imperium":
            raise ScenarioError(f"this is a position of {data['game']!r}, not of imperium")
        if data.get("viewer") is not None:
            raise ScenarioError(
                f"this is what seat {data['viewer']} sees, no full position; deal the rest with determinize first"
            )
        of_seats = (*PLAYER_KEYS, *(MODULE_PLAYER_KEYS if module else ()))
        self.players = [
            check_keys(one, keys_of(self.names, k, of_seats), f"players: seat {k}")
            for k, one in enumerate(self.listed_players())
        ]
        self.data = {**data, "players": self.players}
        self.clock()
        self.table()
        self.board()
        fill_cards(self.names, self.tables, self.state, self.data)
        fill_hagal(self.names, self.state, self.data)
        if module:
            ModuleLoader(self.names, self.tables, self.state, self.data, self.phase).load()
        self.points()
        self.run()

    def listed_players(self) -> list[Any]:
        """One table for each seat."""
        given = listed(self.data.get("players", [{}] * self.names.seated), "players")
        check_seats(self.names, len(given))
        return list(given)

    # -- round and board ---------------------------------------------------------------------------------------------

    def clock(self) -> None:
        """Round, phase, first player and conflict."""
        data, state, seats = self.data, self.state, self.names.players
        self.phase = data.get("phase", "turns")
        self.names.number("phase", self.phase, list(PHASES), "phase")
        rounds = int(self.tables["rounds"])
        low = 0 if self.phase == "leaders" else 1
        state["round"] = whole(data.get("round", 1), low, rounds, "round")
        state["first"] = seat_number(data.get("first_player", 0), seats, "first_player")
        turn_of = data.get("turn_of", data.get("to_move"))
        mover = turn_of if turn_of is not None else data.get("first_player", 0)
        state["player"] = seat_number(mover, self.names.seated, "to_move")
        state["persuasion"] = whole(data.get("persuasion", 0), 0, MOST_SMALL, "persuasion")
        for k in [seat_number(one, seats, "winners") for one in listed(data.get("winners", []), "winners")]:
            state["winners"] |= np.uint8(1 << k)
        state["reason"] = self.names.number("reason", data.get("reason", "none"), list(REASONS), "reason")
        self.conflicts()

    def conflicts(self) -> None:
        """The conflict of the round, and those that nobody has seen yet."""
        content, names = self.names.content, self.names
        now = int(self.state["round"])
        levels = [int(one) for one in self.tables["round_level"]][:now]
        current: str | None = self.data.get("conflict")
        if "conflict" not in self.data and levels:
            current = next(one.id for one in content.conflicts if one.level == levels[-1])
        if current is not None:
            self.state["conflict"] = names.find("conflict", current, "conflict") + 1
            level = content.conflicts.get(current).level
            if levels and level != levels[-1]:
                raise ScenarioError(
                    f"round {now} turns up a conflict of level {levels[-1]}; {current} has level {level}"
                )
        unseen = self._unseen(levels, current)
        for name in unseen:
            self.state["conflicts"] |= np.uint32(1 << names.find("conflict", name, "unseen_conflicts"))

    def _unseen(self, levels: list[int], current: str | None) -> list[str]:
        content = self.names.content
        given = self.data.get("unseen_conflicts")
        seen = list(levels)
        if given is None:
            if current is not None and seen:
                seen.pop()
            left = [one for one in content.conflicts if one.id != current]
            for level in seen:
                left.remove(next(one for one in left if one.level == level))
            return [one.id for one in left]
        names = [str(one) for one in listed(given, "unseen_conflicts")]
        if current in names:
            raise ScenarioError(f"conflict {current} is the conflict of this round and cannot be unseen")
        if len(set(names)) < len(names):
            raise ScenarioError("unseen_conflicts names a conflict twice")
        for level in sorted({one.level for one in content.conflicts}):
            kept = sum(
                self.names.find("conflict", one, "unseen_conflicts") >= 0 and content.conflicts.get(one).level == level
                for one in names
            )
            wanted = sum(one.level == level for one in content.conflicts) - seen.count(level)
            if kept != wanted and "running" not in self.data:
                raise ScenarioError(
                    f"in round {len(levels)} there are {wanted} unseen conflicts of level {level}, not {kept}"
                )
        return names

    def board(self) -> None:
        """Alliances, control, bonus spice and the Mentat."""
        data, state, names = self.data, self.state, self.names
        self.alliances()
        for space, seat in check_keys(data.get("control", {}), names.controls, "control").items():
            state["control"][names.controls.index(space)] = seat_number(seat, names.players, f"control of {space}") + 1
        for space, n in check_keys(data.get("bonus_spice", {}), names.makers, "bonus_spice").items():
            state["bonus"][names.makers.index(space)] = whole(n, 0, MOST_SMALL, f"bonus_spice of {space}")
        coming = maybe_seat(data.get("mentat_next"), names.players, "mentat_next")
        state["mentat_next"] = 0 if coming is None else coming + 1

    def alliances(self) -> None:
        """Every token with its holder; one that is not named belongs to whoever must have it."""
        names, state = self.names, self.state
        given = check_keys(self.data.get("alliances", {}), names.factions, "alliances")
        for k, faction in enumerate(names.factions):
            levels = [int(state["players"][seat]["influence"][k]) for seat in self.everybody]
            needed = int(self.tables["track"][k]["alliance_level"])
            leaders = [seat for seat in self.everybody if levels[seat] == max(levels) >= needed]
            holder = maybe_seat(given.get(faction), names.seated, f"the {faction} alliance")
            if holder is None and len(leaders) > 1:
                raise ScenarioError(f"seats {leaders} stand level on {faction}: say in alliances who holds the token")
            if holder is None and leaders:
                holder = leaders[0]
            if holder is not None and levels[holder] < needed:
                raise ScenarioError(
                    f"seat {holder} holds the {faction} alliance with influence {levels[holder]}; it takes {needed}"
                )
            if holder is not None and max(levels) > levels[holder]:
                above = levels.index(max(levels))
                raise ScenarioError(
                    f"seat {above} stands higher on {faction} than seat {holder}, who holds the alliance"
                )
            state["alliance"][k] = 0 if holder is None else holder + 1

    # -- seats -------------------------------------------------------------------------------------------------------

    def table(self) -> None:
        """What lies in front of everybody, cards excepted."""
        hired = maybe_seat(self.data.get("mentat"), self.names.players, "mentat")
        self.state["mentat"] = 0 if hired is None else hired + 1
        self.choose_leaders()
        for seat in self.everybody:
            one, given, where = self.state["players"][seat], self.players[seat], f"seat {seat}"
            for name, high in (("solari", MOST_RESOURCES), ("spice", MOST_RESOURCES), ("water", MOST_SMALL)):
                usual = start_of(self.names, self.tables, seat, name)
                one[name] = whole(given.get(name, usual), 0, high, f"{where}: {name}")
            one["swords"] = whole(given.get("swords", 0), 0, MOST_SMALL, f"{where}: swords")
            self.troops(seat)
            self.levels(seat)
            self.marks(seat)
            self.agents(seat, hired)
        self.reveal_order()
        self.secrets()

    def choose_leaders(self) -> None:
        """Leaders of all but House Hagal, which has none."""
        chosen: dict[str, int] = {}
        for seat in self.everybody:
            if seat not in self.seats:
                self.state["players"][seat]["leader"] = len(self.tables["leader"]) - 1
                continue
            leader = self.players[seat].get("leader", self.leaders[seat])
            if leader is not None:
                number = self.names.find("leader", leader, f"seat {seat}")
                self.state["players"][seat]["leader"] = number
                if leader in chosen and self.phase != "leaders":
                    raise ScenarioError(f"seats {chosen[leader]} and {seat} both have {leader}")
                if seat not in self.people and not self.names.content.leaders.get(leader).rival_allowed:
                    raise ScenarioError(f"seat {seat}: {self.names.content.leaders.get(leader).name} cannot be a rival")
                chosen[leader] = seat

    def reveal_order(self) -> None:
        """The order of the reveal turns, clockwise from the first player unless it is told."""
        seats = self.names.players
        clockwise = [(int(self.state["first"]) + step) % seats for step in self.seats]
        flags = {seat: int(self.state["players"][seat]["flags"]) for seat in self.people}
        shown = [seat for seat in clockwise if flags.get(seat, 0) & opcodes.SEAT_REVEALED]
        told = listed(self.data.get("reveal_order", shown), "reveal_order")
        order = [seat_number(one, seats, "reveal_order") for one in told]
        if sorted(order) != sorted(shown):
            raise ScenarioError(f"reveal_order names the seats {sorted(order)}, but revealed are {sorted(shown)}")
        for k, seat in enumerate(order):
            self.state["players"][seat]["flags"] |= np.uint8(opcodes.SEAT_ORDER * (k + 1))

    def troops(self, seat: int) -> None:
        """Garrison, conflict and supply; the supply holds what is in neither of the others."""
        one, given, where = self.state["players"][seat], self.players[seat], f"seat {seat}"
        owned = int(self.tables["troops"])
        fighting = whole(given.get("conflict", 0), 0, 99, f"{where}: conflict")
        usual = max(0, min(start_of(self.names, self.tables, seat, "garrison"), owned - fighting))
        garrison = whole(given.get("garrison", usual), 0, 99, f"{where}: garrison")
        supply = whole(given.get("supply", max(0, owned - fighting - garrison)), 0, 99, f"{where}: supply")
        if fighting + garrison + supply != owned:
            raise ScenarioError(
                f"{where} has {fighting + garrison + supply} troops (garrison {garrison}, conflict {fighting}, "
                f"supply {supply}); a player owns {owned}"
            )
        one["conflict"], one["garrison"], one["supply"] = fighting, garrison, supply

    def levels(self, seat: int) -> None:
        """Influence on the four tracks."""
        given = check_keys(self.players[seat].get("influence", {}), self.names.factions, f"seat {seat}: influence")
        for k, faction in enumerate(self.names.factions):
            track = self.tables["track"][k]
            level = given.get(faction, int(track["start"]))
            where = f"seat {seat}: influence with {faction}"
            self.state["players"][seat]["influence"][k] = whole(level, 0, int(track["top"]), where)

    def marks(self, seat: int) -> None:
        """What a seat has or has done."""
        one, given, names = self.state["players"][seat], self.players[seat], self.names
        given = {"swordmaster": self.has_third_agent(seat), **given}
        flags = 0
        for name, mark in (
            ("revealed", opcodes.SEAT_REVEALED),
            ("council_seat", opcodes.SEAT_COUNCIL),
            ("swordmaster", opcodes.SEAT_SWORDMASTER),
            ("secret_shown", opcodes.SEAT_SHOWN),
        ):
            flags |= mark if truth(given.get(name, False), f"seat {seat}: {name}") else 0
        one["flags"] = flags
        visited = given.get("visited_once", self.usual_visits(flags) if seat in self.people else [])
        for space in listed(visited, f"seat {seat}: visited_once"):
            one["visited"] |= np.uint8(
                1 << names.number("once-per-game space", space, names.once, f"seat {seat}: visited_once")
            )
        closed = given.get("closed_space")
        one["voice"] = 0 if closed is None else names.find("space", closed, f"seat {seat}: closed_space") + 1
        one["acquired"] = whole(given.get("cards_acquired", 0), 0, MOST_SMALL, f"seat {seat}: cards_acquired")
        one["played"] = whole(given.get("cards_played", 0), 0, MOST_SMALL, f"seat {seat}: cards_played")

    def has_third_agent(self, seat: int) -> bool:
        """Whether the third agent of a rival has come by now (HAG-SOLO-16)."""
        if seat in self.people or seat not in self.seats:
            return False
        return 0 < int(self.tables["third_agents"]) <= int(self.state["round"])

    def usual_visits(self, flags: int) -> list[str]:
        """The once-per-game spaces that gave a seat what it has."""
        kinds = ((CouncilSeat, opcodes.SEAT_COUNCIL), (Swordmaster, opcodes.SEAT_SWORDMASTER))
        return [
            space
            for space in self.names.once
            for kind, mark in kinds
            if flags & mark and any(isinstance(one, kind) for one in walk(self.names.content.spaces.get(space).effects))
        ]

    def agents(self, seat: int, hired: int | None) -> None:
        """Agents on the board and on the leader, a hired Mentat among them."""
        one, given, where = self.state["players"][seat], self.players[seat], f"seat {seat}"
        owned = start_of(self.names, self.tables, seat, "agents")
        owned += bool(one["flags"] & opcodes.SEAT_SWORDMASTER) + (hired == seat)
        out = listed(given.get("agents_on", []), f"{where}: agents_on")
        for name in out:
            space = self.names.find("space", name, f"{where}: agents_on")
            if int(one["board"]) >> space & 1:
                if one["stacked"]:
                    raise ScenarioError(f"{where} has a second agent on a space twice; only one card does that")
                one["stacked"] = space + 1
            one["board"] |= np.uint32(1 << space)
        fighting = whole(given.get("agents_in_conflict", 0), 0, 3, f"{where}: agents_in_conflict")
        left = whole(given.get("agents", max(0, owned - len(out) - fighting)), 0, MOST_SMALL, f"{where}: agents")
        if left + len(out) + fighting != owned:
            told = f"{left} ready, {len(out)} on the board" + (f", {fighting} in the conflict" if fighting else "")
            raise ScenarioError(f"{where} has {left + len(out) + fighting} agents ({told}), but owns {owned}")
        one["agents"] = left

    def secrets(self) -> None:
        """The two factions that one leader lays down face down."""
        schemer = Exporter(self.names, self.records, self.state, None).schemer()
        for seat in self.people:
            given = listed(self.players[seat].get("secret_factions", []), f"seat {seat}: secret_factions")
            if given and seat != schemer:
                raise ScenarioError(f"seat {seat}: the leader lays down no factions in secret")
            chosen = {self.names.find("faction", one, f"seat {seat}: secret_factions") for one in given}
            if given and (len(given) != 2 or len(chosen) != 2):
                raise ScenarioError(f"seat {seat}: secret_factions names two different factions")
            if seat == schemer and not given and self.phase != "leaders":
                chosen = {0, 1}
            self.state["tokens"] |= np.uint8(sum(1 << k for k in chosen))

    def points(self) -> None:
        """Points, and how many of them no track or alliance accounts for."""
        for seat in self.seats:
            one = self.state["players"][seat]
            shown = int(self.tables["start_vp"])
            for k in range(len(self.names.factions)):
                track = self.tables["track"][k]
                shown += int(track["vp"]) if one["influence"][k] >= track["vp_level"] else 0
                shown += int(track["alliance_vp"]) if self.state["alliance"][k] == seat + 1 else 0
            one["vp"] = whole(self.players[seat].get("vp", shown), 0, shown + MOST_SCORED, f"seat {seat}: vp")
            if one["vp"] < shown:
                raise ScenarioError(
                    f"seat {seat} has {one['vp']} points, but the start, tracks and alliances alone give {shown}"
                )
            one["scored"] = int(one["vp"]) - shown

    # -- the running turn --------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Pending effects and chance as saved, or a fresh start of the phase."""
        saved = self.data.get("running")
        if saved is None:
            self.fresh()
            return
        module = self.names.bloodlines
        further = (*(RUNNING_RIVALS if self.names.hagal_slots else ()), *(MODULE_RUNNING if module else ()))
        fields = (*RUNNING, *further)
        of_seats = (*RUNNING_PLAYER, *(MODULE_RUNNING_PLAYER if module else ()))
        check_keys(saved, (*fields, "players", "cards"), "running")
        if "cards" in saved:
            self.copies(saved["cards"])
        for field in fields:
            if field in saved:
                restore(self.state, field, saved[field])
        for seat, one in enumerate(listed(saved.get("players", []), "running: players")[: self.names.players]):
            for field, value in check_keys(one, of_seats, "running: players").items():
                restore(self.state["players"][seat], field, value)
        check_chance(self.state)

    def copies(self, saved: Any) -> None:
        """Which of several like cards lay where; forgotten if the zones say something else by now."""
        before = self.raw.copy()
        wanted = self.zones()
        restore_copies(self.names, self.state, saved)
        try:
            found = self.zones()
        except (KeyError, IndexError) as error:
            raise ScenarioError("running: cards holds a card that does not exist") from error
        if found != wanted:
            self.raw[:] = before

    def zones(self) -> Any:
        told = Exporter(self.names, self.records, self.state, None)
        return told.market(), [told.zones(seat) for seat in self.seats], told.hagal()

    def fresh(self) -> None:
        """The phase begins: the seat to move starts its turn, or the first fighter may play combat cards."""
        if self.phase not in PHASES_THAT_BEGIN:
            raise ScenarioError(
                f"a position can begin in {', '.join(PHASES_THAT_BEGIN)}; phase {self.phase!r} needs its running part"
            )
        player = int(self.state["player"])
        if self.phase == "turns" and int(self.state["players"][player]["flags"]) & opcodes.SEAT_REVEALED:
            raise ScenarioError(f"seat {player} has taken its reveal turn and cannot move")
        self.state["stack"]["depth"] = 1
        begin_phase(self.names, self.state, self.players, self.phase)
        self.history(player)
        seed = whole(self.data.get("seed", 0), 0, (1 << 64) - 1, "seed")
        made = load(Rng, self.state["rng"])
        rng.seed_stream(made, seed, 0)
        store(Rng, made, self.raw["rng"], 0)

    def history(self, player: int) -> None:
        """What earlier turns of the round have left behind, where a fresh phase begins; what cannot be is refused."""
        if self.state["persuasion"]:
            raise ScenarioError("persuasion comes and goes within a reveal turn, so it needs the running part")
        for seat in self.people:
            one = self.state["players"][seat]
            if int(one["flags"]) & opcodes.SEAT_REVEALED:
                if self.players[seat].get("intrigue_laid"):
                    raise ScenarioError(f"seat {seat} has revealed, so none of its intrigue cards is laid down still")
            elif self.phase == "turns":
                for space in bits(one["board"]):
                    one["delayed"] |= sum(1 << k for k in self.waiting(space))
        if self.phase == "turns":
            self.state["players"][player]["voice"] = 0

    def waiting(self, space: int) -> set[int]:
        """What an agent sent to a space has left for the reveal turn (IMP-SPACE-10)."""
        found = set()
        for number in self.tables["space"][space]["items"]:
            pc = int(self.tables["item"][number]["pc"]) if number else 0
            while pc and int(self.tables["code"][pc]["code"]) != opcodes.OP_END:
                one = self.tables["code"][pc]
                found |= {int(one["b"])} if int(one["code"]) == opcodes.OP_ON_REVEAL else set()
                pc += 1
        return found - {0}
