"""A written-down position of War for Arrakis, played with the words of the rulebook."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from functools import cache
from typing import Any

from arrakis.cards_lab import AREAS, CARDS, CONTENT, LEADERS, VISIONS, machine
from dune_sim import engines, make
from dune_sim.engines.memory import load
from dune_sim.games.arrakis.kernels import actions as act
from dune_sim.games.arrakis.kernels import legion
from dune_sim.games.base import Game

ENGINE = ["python", *(row.engine for row in engines.status("arrakis") if row.engine == "cpp" and row.ready)][-1]
HARKONNEN, ATREIDES = 0, 1
FACES = ("leadership", "strategy", "deployment", "mentat", "house")
MARKERS = ("kwisatz_haderach", "sand_dwellers", "jihad")
IMPERIUM = ("choam", "spacing_guild", "landsraad")
ZONES = list(CONTENT.air_zones.ids)
OPTION_ATTACK = act.ACT_OPTION + 1
CASUALTIES = range(legion.ACT_LOSE_STANDARD, legion.ACT_CONVERT)


@cache
def game(**options: Any) -> Game:
    return make("arrakis", engine=ENGINE, **options)


def to(area: str) -> int:
    return act.ACT_AREA + AREAS.index(area)


def die(face: str) -> int:
    return act.ACT_FACE + FACES.index(face)


def zone(number: int) -> int:
    return act.ACT_ZONE + number - 1


def leader(name: str) -> int:
    return act.ACT_LEADER + (15 if name == "wild_maker" else LEADERS[name])


def vision(name: str) -> int:
    return act.ACT_PRESCIENCE + VISIONS.index(name)


def card(name: str) -> int:
    who = next(side for side, names in CARDS.items() if name in names)
    return act.ACT_CARD + 36 * who + CARDS[who].index(name)


class Scene:
    """A scenario and the answers given to it."""

    def __init__(self, data: dict[str, Any], **options: Any) -> None:
        self.state = game(**options).from_dict(data)

    # -- the open question ---------------------------------------------------------------------------------------

    @property
    def legal(self) -> list[int]:
        return self.state.legal_actions()

    @property
    def mover(self) -> int:
        return self.state.to_move

    @property
    def areas(self) -> set[str]:
        """Areas on offer."""
        return {AREAS[one - act.ACT_AREA] for one in self.legal if one >= act.ACT_AREA}

    @property
    def question(self) -> str:
        return str(self.state.game.question(self.state))  # type: ignore[attr-defined]

    def pick(self, *answers: int | str) -> Scene:
        """Give answers one after another; a name is an area."""
        for one in answers:
            number = to(one) if isinstance(one, str) else one
            assert number in self.legal, f"{one!r} is not among {self.words()}"
            self.state.apply(number)
        return self

    def asked(self, expected: bool, *answers: int | str) -> Scene:
        """Give answers to questions that must be asked, or see that the first of them is not."""
        if expected:
            return self.pick(*answers)
        for one in answers[:1]:
            assert (to(one) if isinstance(one, str) else one) not in self.legal, f"{one!r} is among {self.words()}"
        return self

    def words(self) -> list[str]:
        return [f"{one}: {self.state.describe(one)}" for one in self.legal]

    def use(self, face: str) -> Scene:
        """Spend a die for its normal action."""
        return self.pick(die(face))

    def play_card(self, face: str) -> Scene:
        """Spend a die on the only planning card; with dice of one result nobody asks which."""
        self.pick(act.ACT_PLAY)
        faces = {one for one in self.legal if act.ACT_FACE <= one < act.ACT_CLASS}
        assert bool(faces) == (len(self.results()) > 1), f"dice show {self.results()}, but here is {self.words()}"
        return self.pick(die(face)) if faces else self

    def results(self) -> list[str]:
        """Results on the unused dice of the player who decides."""
        held = self.told["dice"][("harkonnen", "atreides")[self.mover]]
        return [face for face in FACES if held[face]]

    def attack(self, *areas: str, face: str = "strategy") -> Scene:
        """Spend a die and attack; the areas are those that are asked for: not the only legion, nor the only target."""
        before = self.raw["battles"]
        self.use(face).pick(OPTION_ATTACK, *areas)
        assert self.raw["battles"] == before + 1 or self.state.is_over
        return self

    def march(self, source: str, target: str, fight: bool = False, part: bool = False) -> Scene:
        """Spend a strategy die and move a whole legion; the second move is still to come.

        ``fight``: attacking is possible too, so that is asked; ``part``: a part could move, so that is asked.
        """
        self.use("strategy").asked(fight, act.ACT_OPTION).pick(source, target)
        return self.asked(part, act.ACT_ALL)

    def until(self, wanted: Iterable[int], refuse: bool = True) -> Scene:
        """Answer with the first (or refusing) choice until one of these is on offer."""
        wanted = set(wanted)
        for _ in range(200):
            if self.state.is_over or wanted.intersection(self.legal):
                return self
            self.pick(act.ACT_DONE if refuse and act.ACT_DONE in self.legal else self.legal[0])
        raise AssertionError("this question never comes")

    def until_phase(self, *phases: str) -> Scene:
        """Refuse everything until the game has come to a phase."""
        for _ in range(400):
            if self.state.is_over or self.told["phase"] in phases:
                return self
            self.pick(act.ACT_DONE if act.ACT_DONE in self.legal else self.legal[0])
        raise AssertionError("this phase never comes")

    def copy(self) -> Scene:
        other = Scene.__new__(Scene)
        other.state = self.state.copy()
        return other

    # -- the position --------------------------------------------------------------------------------------------

    @property
    def raw(self) -> Any:
        return self.state.raw[0]

    @property
    def told(self) -> dict[str, Any]:
        return dict(self.state.game.position(self.state))  # type: ignore[attr-defined]

    def at(self, area: str) -> dict[str, Any]:
        """What an area holds."""
        return dict(self.told["areas"].get(area, {}))

    def units(self, area: str) -> int:
        packed = int(self.raw["legion"][AREAS.index(area)])
        return (packed & 15) + ((packed >> 4) & 15) + ((packed >> 8) & 15)

    @property
    def markers(self) -> list[int]:
        return [int(one) for one in self.raw["marker"]]

    @property
    def supremacy(self) -> int:
        return int(self.raw["supremacy"])

    def where(self, name: str) -> str:
        """Area of a named leader, or what the rest of the position says about it."""
        told = self.told
        for area, held in told["areas"].items():
            for side in ("harkonnen", "atreides"):
                if name in held.get(side, {}).get("leaders", []):
                    return area
        if any(name in spaces for spaces in told["tank"].values()):
            return "tank"
        return str(told["leaders"].get(name, "nowhere"))

    def roll(self, dice: int, signs: int = 0) -> tuple[int, int, int]:
        """Swords, shields and specials of the next combat roll; so many wormsigns are turned up before it."""
        return self.rolls(dice, signs=signs)[0]

    def rolls(self, *dice: int, signs: int = 0) -> list[tuple[int, int, int]]:
        """The same for several rolls that follow each other."""
        linked, tables, call = machine()
        rng = deepcopy(load(linked.records["State"], self.raw).rng)
        for k in range(signs):
            call["below"](rng, int(self.raw["unseen"].sum()) - k)
        packed = [call["roll_combat"](tables, rng, many) for many in dice]
        return [(one & 255, (one >> 8) & 255, one >> 16) for one in packed]
