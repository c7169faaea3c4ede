"""What the instructions of Dune: Imperium ask, who is asked, and which card, space or effect asks.

``{a}`` and ``{b}`` are the numbers of the instruction; the other placeholders are methods of ``Asker``. A dict is keyed
by the stage of the instruction.
"""

from __future__ import annotations

from typing import Any

from dune_sim.games.imperium.kernels import opcodes as ops
from dune_sim.games.imperium.kernels.hagal.opcodes import OP_RIVAL_INFLUENCE
from dune_sim.games.imperium.kernels.turns import SEND_PRICE, SEND_SOURCE, SEND_SPACE
from dune_sim.games.imperium.tables.names import Names
from dune_sim.games.imperium.words.bloodlines.programs import QUESTIONS as MODULE_QUESTIONS
from dune_sim.games.imperium.words.effects import FACTION_NAMES
from dune_sim.games.imperium.words.programs import ORIGINS, Programs
from dune_sim.games.imperium.words.sources import Sources

Text = str | dict[int, str]

#: instruction -> what is asked
QUESTIONS: dict[int, Text] = {
    ops.OP_LEADERS: "which leader do you choose?",
    ops.OP_ROUND: "defend {contested} with {defenders} from the supply?",
    ops.OP_TURN: "play a card and send an agent, or reveal the hand?",
    ops.OP_SEND: {
        SEND_SOURCE: "which agent does {card} send?",
        SEND_SPACE: "where does {card} send the agent?",
        SEND_PRICE: "which price is paid on {price_space}?",
    },
    ops.OP_POOL: "{turn}",
    ops.OP_COMBAT: "combat for {conflict}: play an intrigue card, or pass?",
    ops.OP_VICTOR: "{conflict} is won: play an intrigue card for the victory?",
    ops.OP_FINALE: "the game is ending: play an endgame card?",
    ops.OP_OFFER: "{offer}: accept or decline?",
    ops.OP_CHOOSE: "which of {a} effects?",
    ops.OP_PICK: "which effect? {b} to pick",
    ops.OP_INFLUENCE_ANY: "which faction gives {a} influence?",
    ops.OP_LOSE_INFLUENCE: "which faction takes {b} influence back?",
    ops.OP_TOKENS: "which faction is laid down in secret?",
    ops.OP_TRASH: "which card from {zones} is trashed{refusal}?",
    ops.OP_DISCARD: "which hand card is discarded?",
    ops.OP_RETREAT: "how many troops retreat from the conflict?",
    ops.OP_DEPLOY: "how many troops {origin} are deployed?",
    ops.OP_ACQUIRE: "which card of cost {a} or less is acquired for free?",
    ops.OP_ONE_OPPONENT: "which opponent is it for: {program}?",
    ops.OP_ALLIANCE: "who of the players ahead receives the {faction} alliance?",
    ops.OP_TAKE: "which {faction} card goes from the discard pile to the hand?",
    ops.OP_RECALL: "which agent is recalled?",
    ops.OP_BLOCK: "which space is closed to opponents?",
    ops.OP_MANIPULATE: "which card of the row is set aside?",
    ops.OP_SNOOP: "draw or trash the top card of the deck?",
    ops.OP_PLACE: "does {acquired} go on top of the deck or on the discard pile?",
    OP_RIVAL_INFLUENCE: "with which of the factions of least influence does it gain {a}?",
}
#: what is asked of a person for a rival, where that sounds different
FOR_RIVALS: dict[int, Text] = {
    ops.OP_LEADERS: "which leader does it get?",
    ops.OP_CHOOSE: "which of {a} effects does it take?",
    ops.OP_PICK: "which effect does it take? {b} to pick",
}
ZONES = {ops.TRASH_HAND: "hand", ops.TRASH_DISCARD: "discard pile", ops.TRASH_IN_PLAY: "play"}


class Asker:
    """The open question of one state in words."""

    def __init__(self, names: Names, tables: Any, sources: Sources, programs: Programs, state: Any) -> None:
        self.names, self.t, self.sources, self.programs, self.g = names, tables, sources, programs, state
        self.f = state["stack"]["frames"][max(0, int(state["stack"]["depth"]) - 1)]
        self.pc, self.who = int(self.f["pc"]), int(self.f["who"])
        self.code, self.a, self.b, self.c = programs.op(self.pc)

    def question(self) -> str:
        """Who is asked, by what, and what."""
        rival = self.names.is_rival(self.who)
        text = QUESTIONS[self.code] if self.code in QUESTIONS else MODULE_QUESTIONS[self.code]
        text = FOR_RIVALS.get(self.code, text) if rival else text
        if isinstance(text, dict):
            text = text[int(self.f["stage"])]
        source, asked = self.sources.at(self.pc), text.format_map(_Lazy(self))
        mover = f"Seat {self.decider()} for {self.rival()}" if rival else f"Seat {self.who}"
        return f"{mover}{f', {source}' if source else ''}: {asked}"

    def decider(self) -> int:
        """Who answers for a rival: whoever plays alone, of two the first player."""
        return int(self.g["first"]) if self.names.humans > 1 else 0

    def rival(self) -> str:
        """The rival that a person decides for."""
        return "House Hagal" if self.who >= self.names.players else f"rival {self.who}"

    # -- placeholders ------------------------------------------------------------------------------------------------

    def conflict(self) -> str:
        """The conflict of the round."""
        return self.names.content.conflicts.get(self.names.conflicts[int(self.g["conflict"]) - 1]).name

    def contested(self) -> str:
        """The space the conflict of the round is about."""
        one = self.names.content.conflicts.get(self.names.conflicts[int(self.g["conflict"]) - 1]).controls
        return self.names.content.spaces.get(one).name if one else "the space"

    def defenders(self) -> str:
        number = int(self.t["defensive_troops"])
        return f"{number} troop{'' if number == 1 else 's'}"

    def card(self) -> str:
        """The card of this agent turn."""
        return self._slot(int(self.g["card"]) - 1) if self.g["card"] else "the card"

    def acquired(self) -> str:
        return self._slot(int(self.f["c"]))

    def price_space(self) -> str:
        """The space that has several prices."""
        return self._space(int(self.f["b"]))

    def turn(self) -> str:
        """What an open turn still asks for."""
        if int(self.g["turn"]) & ops.TURN_REVEAL:
            left = int(self.g["persuasion"])
            return f"reveal turn, {left} persuasion left: acquire, resolve, or end the turn?"
        where = f" on {self._space(int(self.g['space']) - 1)}" if self.g["space"] else ""
        played = f"{self.card()}{where}: " if self.g["card"] else ""
        troops = "troops to deploy, " if int(self.g["turn"]) & ops.TURN_COMBAT else ""
        return f"{played}what is next, {troops}or the end of the turn?"

    def offer(self) -> str:
        """What may be accepted."""
        return self.programs.text(self.pc + 1 + self.b, self.a)

    def program(self) -> str:
        """What a chosen opponent does."""
        return self.programs.text(self.a)

    def faction(self) -> str:
        return FACTION_NAMES[self.names.factions[self.a]]

    def zones(self) -> str:
        """Where a card may be trashed from."""
        *others, last = [words for zone, words in ZONES.items() if self.a & zone]
        return f"{', '.join(others)} or {last}" if others else last

    def refusal(self) -> str:
        return ", if any" if self.b else ""

    def origin(self) -> str:
        return ORIGINS[self.b]

    def _slot(self, slot: int) -> str:
        name = self.names.slots.get(slot)
        return self.names.content.cards.get(name).name if name else "the card"

    def _space(self, number: int) -> str:
        return self.names.content.spaces.get(self.names.spaces[number]).name


class _Lazy(dict[str, str]):
    """Placeholders worked out when they are needed."""

    def __init__(self, asker: Asker) -> None:
        super().__init__(a=str(asker.a), b=str(asker.b))
        self.asker = asker

    def __missing__(self, key: str) -> str:
        return str(getattr(self.asker, key)())
