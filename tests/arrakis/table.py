"""A table to try rules at: a scenario in plain words, answers by number, a look at the outcome."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from dune_sim import engines, make
from dune_sim.content import load_content
from dune_sim.games.arrakis.kernels import actions as act
from dune_sim.games.arrakis.tables.names import card_list, leader_numbers
from dune_sim.games.base import Game
from dune_sim.games.state import State

CONTENT = load_content("arrakis")
AREAS = list(CONTENT.areas.ids)
LEADERS = leader_numbers(CONTENT)
SEATS = ("harkonnen", "atreides")
CARDS = {side: card_list(CONTENT, side) for side in SEATS}
FACES = ("leadership", "strategy", "deployment", "mentat", "house")
CLASSES = {"standard": 0, "elite": 1, "special_elite": 2, "bashar": 3, "naib": 3}
TOKENS = [f"atreides_start_{k}" for k in range(1, 9)] + [f"atreides_deploy_{k}" for k in range(1, 9)]
VEHICLES = ("harvester", "ornithopter", "carryall")

DONE, DO, ALL, YES, PLAY = act.ACT_DONE, act.ACT_DO, act.ACT_ALL, act.ACT_YES, act.ACT_PLAY
DESERT, GUERRILLA, SCOUT, HAWAT = act.ACT_DESERT_POWER, act.ACT_GUERRILLA, act.ACT_SCOUT, act.ACT_HAWAT


def go(area: str) -> int:
    return act.ACT_AREA + AREAS.index(area)


def die(face: str) -> int:
    return act.ACT_FACE + FACES.index(face)


def unit(kind: str) -> int:
    return act.ACT_CLASS + CLASSES[kind]


def leader(name: str) -> int:
    return act.ACT_LEADER + LEADERS[name]


def token(name: str) -> int:
    return act.ACT_TOKEN + TOKENS.index(name)


def zone(number: int) -> int:
    return act.ACT_ZONE + number - 1


def option(number: int) -> int:
    return act.ACT_OPTION + number


def split(number: int) -> int:
    return act.ACT_SPLIT + number


def fewer(first: int, second: int) -> int:
    """Less than the whole draw: so many cards of each deck."""
    return act.ACT_NUMBER + 4 * first + second


def vehicle(kind: str) -> int:
    return act.ACT_VEHICLE + VEHICLES.index(kind)


def card(side: str, name: str) -> int:
    return act.ACT_CARD + 36 * SEATS.index(side) + CARDS[side].index(name)


@cache
def the_game(*overlays: str) -> Game:
    """The game on the fastest engine, with overlays of its content."""
    ready = [row.engine for row in engines.status("arrakis") if row.engine == "cpp" and row.ready]
    return make("arrakis", engine=ready[0] if ready else "python", content=list(overlays))


class Table:
    """One position that is played on."""

    def __init__(self, scenario: Mapping[str, Any], game: Game | None = None) -> None:
        self.state: State = (game or the_game()).from_dict(scenario)

    def play(self, *actions: int) -> Table:
        """These answers, one after another; each has to be legal."""
        for one in actions:
            assert one in self.legal, f"{one} is not among {self.words()}"
            self.state.apply(one)
        return self

    def asked(self, expected: bool, *actions: int) -> Table:
        """Give answers to questions that must be asked, or see that the first of them is not."""
        if expected:
            return self.play(*actions)
        assert not set(actions[:1]) & set(self.legal), f"{actions[0]} is among {self.words()}"
        return self

    def play_card(self, face: int, *actions: int) -> Table:
        """Spend a die on a planning card, then these answers; with dice of one result nobody asks which."""
        results = [one for one in FACES if self.told["dice"][self.mover][one]]
        self.play(PLAY)
        return self.asked(len(results) > 1, face).play(*actions)

    def copy(self) -> Table:
        made = Table.__new__(Table)
        made.state = self.state.copy()
        return made

    @property
    def legal(self) -> list[int]:
        return self.state.legal_actions()

    @property
    def areas(self) -> set[str]:
        """Areas on offer."""
        return {AREAS[one - act.ACT_AREA] for one in self.legal if one >= act.ACT_AREA}

    @property
    def faces(self) -> set[str]:
        """Dice results on offer."""
        return {FACES[one - act.ACT_FACE] for one in self.legal if act.ACT_FACE <= one < act.ACT_CLASS}

    @property
    def zones(self) -> set[int]:
        """Air zones on offer."""
        return {one - act.ACT_ZONE + 1 for one in self.legal if act.ACT_ZONE <= one < act.ACT_VEHICLE}

    @property
    def named(self) -> set[str]:
        """Named leaders on offer."""
        return {name for name in LEADERS if leader(name) in self.legal}

    @property
    def mover(self) -> str:
        return SEATS[self.state.to_move]

    @property
    def told(self) -> dict[str, Any]:
        return self.state.to_dict()

    def at(self, area: str) -> dict[str, Any]:
        """What an area holds."""
        found: dict[str, Any] = self.told["areas"].get(area, {})
        return found

    def legion(self, side: str, area: str) -> dict[str, Any]:
        found: dict[str, Any] = self.at(area).get(side, {})
        return found

    def unused(self, side: str) -> int:
        """Dice and tokens that a faction may still spend."""
        held = self.told["dice"][side]
        return sum(held[face] for face in FACES)

    def words(self) -> list[str]:
        return [f"{one}: {self.state.describe(one)}" for one in self.legal]
