"""A bench for cards: a position in the action phase, a program on top of it, answers given by a rule."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from dune_sim.content import load_content
from dune_sim.engines.memory import as_dict, load, store, zeros
from dune_sim.engines.python import bind
from dune_sim.games.arrakis.kernels import actions as act
from dune_sim.games.arrakis.kernels import opcodes as op
from dune_sim.games.arrakis.kernels.layout import ATREIDES, HARKONNEN
from dune_sim.games.arrakis.tables.build import compile_game
from dune_sim.games.arrakis.tables.names import card_list, leader_numbers
from dune_sim.lang.intrinsics import Bits, nothing, only
from dune_sim.programs import program

CONTENT = load_content("arrakis")
FACTIONS = ("harkonnen", "atreides")
CARDS = {who: card_list(CONTENT, side) for who, side in enumerate(FACTIONS)}
LEADERS = leader_numbers(CONTENT)
AREAS = list(CONTENT.areas.ids)
PLAYABLE = [
    (who, name)
    for who, names in CARDS.items()
    for name in dict.fromkeys(names)
    if CONTENT.planning_cards.get(name).playable
]
VISIONS = list(CONTENT.prescience_cards.ids)
STANDARD, ELITE, SPECIAL, GENERIC = range(4)

Chooser = Callable[["Lab", list[int]], int]


@cache
def machine() -> tuple[Any, Any, dict[str, Any]]:
    """The linked program, its tables and its functions in plain Python."""
    linked = program("arrakis")
    tables = load(linked.records["Tables"], compile_game(CONTENT).tables[0])
    return linked, tables, bind(linked)


def area(name: str) -> int:
    return AREAS.index(name)


class Lab:
    """One position and what can be done to it."""

    def __init__(self, who: int = HARKONNEN, seed: int = 1, steps: int = 0) -> None:
        self.program, self.t, self.call = machine()
        self.g = load(self.program.records["State"], zeros(self.program.records["State"])[0])
        self.q = load(self.program.records["Offer"], zeros(self.program.records["Offer"])[0])
        self.call["setup"](self.t, self.g, seed, 0)
        self.call["resume"](self.t, self.g, self.q)
        self.seen: list[tuple[int, list[int], int, int]] = []
        dice = random.Random(seed)
        done = 0
        while self.top() != op.OP_TURN or done < steps:
            legal = self.legal()
            assert legal, "the game ended before the bench was ready"
            self.call["act"](self.t, self.g, self.q, dice.choice(legal))
            done += 1
        self.g.active = who
        self.renew()

    def top(self) -> int:
        """Code of the waiting instruction."""
        return int(self.t.code[self.g.stack.frames[self.g.stack.depth - 1].pc].code)

    def legal(self) -> list[int]:
        moves = [0] * (act.ACTIONS + 1)
        count = self.call["legal"](self.t, self.g, self.q, moves)
        return moves[:count]

    def renew(self) -> None:
        """Ask the open question again after the position was changed by hand."""
        self.call["resume"](self.t, self.g, self.q)

    def snapshot(self) -> dict[str, Any]:
        """Everything but chance, the decks of which may have been looked at by nobody."""
        record = self.program.records["State"]
        raw = zeros(record)
        store(record, self.g, raw, 0)
        found = as_dict(record, load(record, raw[0]))
        found.pop("rng")
        return found

    def run(self, pc: int, who: int, choose: Chooser) -> None:
        """Run a program to its end, testing every invariant after every answer."""
        depth = self.g.stack.depth
        self.call["push"](self.g.stack, pc, who)
        self.call["resume"](self.t, self.g, self.q)
        for _ in range(500):
            if self.g.winner or self.g.stack.depth == depth:
                never = getattr(choose, "left", [])
                assert not never, f"{never} could not be answered in turn; offered were {[one[1] for one in self.seen]}"
                return
            legal = self.legal()
            assert legal == sorted(set(legal)) and legal
            code, decider = self.top(), self.g.decider
            action = choose(self, legal)
            assert action in legal
            self.seen.append((code, legal, action, decider))
            self.call["act"](self.t, self.g, self.q, action)
            wrong = self.call["fault"](self.t, self.g)
            assert wrong == 0, f"invariant {wrong} is broken after {action} at instruction {code}"
        raise AssertionError("the program does not end")

    def play(self, name: str, choose: Chooser) -> None:
        """The effect of a planning card."""
        who = next(side for side, names in CARDS.items() if name in names)
        self.run(self.t.card_pc[who][CARDS[who].index(name)], who, choose)

    def special(self, leader: str, choose: Chooser) -> None:
        """The special action of a leader."""
        number = LEADERS[leader]
        self.run(self.t.special_pc[number], HARKONNEN if number < 7 else ATREIDES, choose)

    def score(self, name: str, choose: Chooser) -> None:
        """The program of a prescience card."""
        self.run(self.t.prescience_pc[VISIONS.index(name)], ATREIDES, choose)

    def ready(self, name: str) -> bool:
        frame = self.g.stack.frames[self.g.stack.depth - 1]
        return bool(self.call["prescience_ready"](self.t, self.g, frame, VISIONS.index(name)))

    # -- looking at and changing the position ------------------------------------------------------------------------

    def units(self, who: int, kind: int) -> int:
        """Figures of a class on the map."""
        return int(self.t.figures[who][kind] - self.g.pool[who][kind])

    def at(self, name: str, kind: int) -> int:
        return int((self.g.legion[area(name)] >> (4 * kind)) & 15)

    def where(self, leader: str) -> str | int:
        place = self.g.leader_at[LEADERS[leader]]
        return AREAS[place] if place < len(AREAS) else place

    def spots(self, areas: Bits) -> set[str]:
        """Names of the areas of a set."""
        return {AREAS[a] for a in areas}

    def put(self, who: int, name: str, packed: int) -> None:
        """Figures from the pool."""
        self.call["from_pool"](self.g, who, area(name), packed)

    def enter(self, leader: str, place: str | None = None) -> None:
        """A leader in play, on the map if a place is given."""
        self.call["enter_play"](self.t, self.g, LEADERS[leader])
        if place is not None:
            self.call["move_named"](self.g, LEADERS[leader], area(place))

    def hold(self, who: int, *names: str) -> None:
        """Exactly these cards in hand."""
        self.g.hand[who] = sum(1 << CARDS[who].index(name) for name in names)
        self.g.deck[who] &= ~self.g.hand[who]

    def clear(self, name: str) -> None:
        """Take every figure and token out of an area."""
        for who in (HARKONNEN, ATREIDES):
            if area(name) in self.g.legions[who]:
                self.call["eliminate_legion"](self.t, self.g, who, area(name))

    def mark(self, board: str, name: str) -> None:
        """Put an area into a set of the position."""
        setattr(self.g, board, getattr(self.g, board) | only(area(name)))

    def wipe(self, *boards: str) -> None:
        """Take every area out of some sets of the position."""
        for board in boards:
            setattr(self.g, board, nothing())

    def empty(self, terrain: str, count: int = 1, away_from: str = "") -> list[str]:
        """Empty areas of a terrain."""
        free = self.spots(self.call["bare"](self.t, self.g))
        return [one.id for one in CONTENT.areas if one.terrain == terrain and one.id in free and one.id != away_from][
            :count
        ]

    def beside(self, name: str) -> list[str]:
        """Areas across an open border."""
        return sorted(self.spots(self.t.near[area(name)]))


def refuse(lab: Lab, legal: list[int]) -> int:
    """Nothing that can be refused is done."""
    return act.ACT_DONE if act.ACT_DONE in legal else legal[0]


def eager(lab: Lab, legal: list[int]) -> int:
    """Everything that can be done is done, in the first way offered; battles end at once."""
    fine = [one for one in legal if one != act.ACT_DONE and not act.ACT_GUERRILLA <= one <= act.ACT_ATOMIC]
    return fine[0] if fine else legal[0]


def wanting(*wanted: int) -> Chooser:
    """Prefer these answers, in this order, otherwise be eager."""

    def choose(lab: Lab, legal: list[int]) -> int:
        for one in wanted:
            if one in legal:
                return one
        return eager(lab, legal)

    return choose


class once:
    """Give these answers one after another as they become legal, then something else; a run must ask for them all."""

    def __init__(self, *wanted: int, then: Chooser = refuse) -> None:
        self.left, self.then = list(wanted), then

    def __call__(self, lab: Lab, legal: list[int]) -> int:
        return self.left.pop(0) if self.left and self.left[0] in legal else self.then(lab, legal)


def chance(seed: int) -> Chooser:
    """Any legal answer."""
    dice = random.Random(seed)
    return lambda lab, legal: dice.choice(legal)
