"""What earlier turns have left behind where a phase begins anew: added where it follows, refused where it cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dune_sim.engines.memory import load
from dune_sim.errors import ScenarioError
from dune_sim.games.imperium.content.effects import CouncilSeat, Effects, Gain, Swordmaster, walk
from dune_sim.games.imperium.content.models import ImperiumContent
from dune_sim.games.imperium.kernels import opcodes
from dune_sim.games.imperium.tables.names import REASONS, Names, bits, word_bits
from dune_sim.kernel import rng
from dune_sim.kernel.layout import Rng

#: the stream of a seed that tells what was looked at before; stream 0 is the chance to come
LOOKED_AT = 1


def gives_swords(effects: Iterable[Effects]) -> bool:
    return any(isinstance(part, Gain) and part.gain.swords for one in effects for part in walk(one))


def swords_in_agent_turns(content: ImperiumContent) -> bool:
    """Whether anything gives swords before the reveal turn; the base game has nothing of the kind."""
    listed = [one.agent for one in content.cards] + [one.plot for one in content.intrigue]
    listed += [one.effects for one in content.spaces] + [one.signet for one in content.leaders]
    return gives_swords(listed)


class Past:
    """One State record in which a phase is about to begin."""

    def __init__(self, names: Names, tables: Any, state: Any, data: Mapping[str, Any], phase: str) -> None:
        self.names, self.tables, self.state, self.data, self.phase = names, tables, state, data, phase
        self.players = data["players"]

    def complete(self, player: int) -> None:
        """Refuse what no history leaves; add what the rest of the position tells."""
        self.table()
        for seat in range(self.names.players):
            self.seat(seat)
            if self.revealed(seat):
                self.after_reveal(seat)
            else:
                self.before_reveal(seat)
            self.look(seat)
        if self.phase == "turns":
            self.state["players"][player]["voice"] = 0
        else:
            self.end()

    def revealed(self, seat: int) -> bool:
        return bool(int(self.state["players"][seat]["flags"]) & opcodes.SEAT_REVEALED)

    def table(self) -> None:
        """What lies between the players."""
        state = self.state
        if state["persuasion"]:
            raise ScenarioError("persuasion comes and goes within a reveal turn, so it needs the running part")
        if state["mentat_next"] and self.phase != "endgame":
            raise ScenarioError(
                "mentat_next lasts from the end of a conflict to the next round; in between it needs the running part"
            )
        if state["winners"]:
            raise ScenarioError("winners are known once the game is over, which needs the running part")
        if state["reason"] and self.phase != "endgame":
            raise ScenarioError("the reason of the end is known once the rounds are over: phase endgame")
        if state["aside"] and (self.phase != "turns" or self.revealed(int(state["aside_seat"]))):
            raise ScenarioError(
                f"set_aside: the card is gone with the reveal turn of its owner, seat {state['aside_seat']}"
            )

    def seat(self, seat: int) -> None:
        """What a seat has from once-only spaces and its leader."""
        one, given, where = self.state["players"][seat], self.players[seat], f"seat {seat}"
        if given.get("hand_or_deck"):
            raise ScenarioError(f"{where}: hand_or_deck is what an opponent sees; a position has hand and deck apart")
        flags = int(one["flags"])
        for key, mark, kind in (
            ("council_seat", opcodes.SEAT_COUNCIL, CouncilSeat),
            ("swordmaster", opcodes.SEAT_SWORDMASTER, Swordmaster),
        ):
            homes = [space for space in self.names.once if self.gives(space, kind)]
            visits = [space for space in homes if int(one["visited"]) >> self.names.once.index(space) & 1]
            if homes and bool(visits) != bool(flags & mark) and "visited_once" in given:
                raise ScenarioError(
                    f"{where}: {key} is {str(bool(flags & mark)).lower()}, but visited_once "
                    f"{'names' if visits else 'does not name'} {homes[0]}"
                )
        if flags & opcodes.SEAT_SHOWN and not self.tables["leader"][int(one["leader"])]["deployed"]:
            raise ScenarioError(f"{where}: secret_shown, but this leader lays down no factions in secret")
        if given.get("deck_top_secret") and not one["tops"]:
            raise ScenarioError(f"{where}: deck_top_secret, but deck_top names no card")

    def gives(self, space: str, kind: type) -> bool:
        return any(isinstance(part, kind) for part in walk(self.names.content.spaces.get(space).effects))

    # -- by the kind of turn that was last ---------------------------------------------------------------------------

    def after_reveal(self, seat: int) -> None:
        """Clean-up has discarded what was in play, what waited is resolved (IMP-REVEAL-12, IMP-REVEAL-13)."""
        given, one = self.players[seat], self.state["players"][seat]
        if given.get("intrigue_laid"):
            raise ScenarioError(f"seat {seat} has revealed, so none of its intrigue cards is laid down still")
        if given.get("in_play"):
            raise ScenarioError(f"seat {seat} has revealed, so its cards lie in discard and no longer in_play")
        if one["voice"]:
            raise ScenarioError(f"seat {seat} has revealed, and its closed_space was open again as that turn began")

    def before_reveal(self, seat: int) -> None:
        """Agents may have left something for the reveal turn; swords come with it."""
        one = self.state["players"][seat]
        if self.phase != "turns":
            raise ScenarioError(f"phase {self.phase} follows the reveal turns, but seat {seat} says revealed: false")
        if one["swords"] and not swords_in_agent_turns(self.names.content):
            raise ScenarioError(f"seat {seat} has {one['swords']} swords, but has not revealed")
        laid = {self.names.intrigues.index(name) for name in self.laid(seat)}
        for design in laid:
            if not self.tables["intrigue_later"][design]:
                name = self.names.intrigues[design]
                raise ScenarioError(f"seat {seat}: intrigue_laid names {name}, which waits for no reveal turn")
        for space in bits(one["board"]):
            one["delayed"] |= sum(1 << k for k in self.waiting(space))

    def laid(self, seat: int) -> list[str]:
        return list(self.players[seat].get("intrigue_laid", ()))

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

    def end(self) -> None:
        """After the last recall: troops are home, and why it was the last is known (IMP-END, IMP-COMBAT-15)."""
        if self.phase != "endgame":
            return
        seats = [self.state["players"][seat] for seat in range(self.names.players)]
        for seat, one in enumerate(seats):
            for key in ("conflict", "swords"):
                if one[key]:
                    raise ScenarioError(f"seat {seat}: {key} is {one[key]}, but phase endgame follows the last combat")
        points = any(one["vp"] >= self.tables["end_vp"] for one in seats)
        reason = opcodes.REASON_POINTS if points else opcodes.REASON_CONFLICTS
        if self.state["reason"] and self.state["reason"] != reason:
            raise ScenarioError(f"reason is {self.data['reason']}, but by the points it is {REASONS[reason]}")
        self.state["reason"] = reason

    # -- knowledge ---------------------------------------------------------------------------------------------------

    def look(self, seat: int) -> None:
        """Who may always look at the top card has seen one (IMP-LEADER-02)."""
        one = self.state["players"][seat]
        low, high = set(word_bits(self.state["za"])), set(word_bits(self.state["zb"]))
        deck = [slot for slot in word_bits(self.state["own"][seat]) if slot not in low and slot not in high]
        if not deck or one["tops"] or not self.tables["leader"][int(one["leader"])]["peeks"]:
            return
        made = load(Rng, self.state["rng"])
        rng.seed_stream(made, int(self.data.get("seed", 0)), LOOKED_AT)
        at = sum(int(other["tops"]) for other in self.state["players"][:seat])
        tops = self.state["top"].tolist()
        self.state["top"] = [*tops[:at], deck[rng.below(made, len(deck))], *tops[at:-1]]
        one["tops"] = 1
        one["flags"] |= opcodes.SEAT_PRIVATE
