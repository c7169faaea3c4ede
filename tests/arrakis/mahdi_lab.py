"""A bench for the automated Harkonnen: positions put together by hand, kernels called one at a time."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from dune_sim import make
from dune_sim.engines.memory import load, zeros
from dune_sim.engines.python import bind
from dune_sim.games.arrakis.kernels import actions as act
from dune_sim.games.arrakis.kernels import opcodes as op
from dune_sim.games.arrakis.kernels.mahdi import opcodes as mahdi
from dune_sim.games.arrakis.tables.names import card_list, leader_numbers
from dune_sim.games.base import Game
from dune_sim.lang.intrinsics import Bits, only

HARKONNEN, ATREIDES = 0, 1
KINDS = {"standard": 0, "elite": 1, "special": 2, "generic": 3}
FACES = ("leadership", "strategy", "deployment", "mentat", "house")


@cache
def solo(engine: str = "python", **options: Any) -> Game:
    return make("arrakis", mode="solo", engine=engine, **options)


@cache
def machine() -> tuple[Any, Any, dict[str, Any]]:
    game = solo()
    records = game.program.records
    return records, load(records["Tables"], game.tables[0]), bind(game.program)


GAME = solo()
CONTENT = GAME.facts  # type: ignore[attr-defined]
AREAS = list(CONTENT.areas.ids)
SECTORS = list(CONTENT.sectors.ids)
LEADERS = leader_numbers(CONTENT)
CARDS = [card_list(CONTENT, side) for side in ("harkonnen", "atreides")]
TACTICS = [card.sietch for card in CONTENT.tactical_cards]
SIETCHES = [one.id for one in CONTENT.areas if one.sietch]
TOWNS = ["arrakeen", "carthag", "arsunt", "hagga_basin", "imperial_basin", "north_pole"]


def area(name: str) -> int:
    return AREAS.index(name)


def packed(figures: Mapping[str, int]) -> int:
    return sum(figures.get(kind, 0) << (4 * k) for kind, k in KINDS.items())


class Bench:
    """One position; the map is empty but for sietches and settlements, the target is Gara Kulon."""

    def __init__(self, target: str = "gara_kulon", harvest: str = "habbanya_ridge", seed: int = 1) -> None:
        self.records, self.t, self.call = machine()
        self.g = load(self.records["State"], zeros(self.records["State"])[0])
        self.q = load(self.records["Offer"], zeros(self.records["Offer"])[0])
        self.call["setup"](self.t, self.g, seed, 0)
        g = self.g
        for who in (HARKONNEN, ATREIDES):
            for a in range(len(AREAS)):
                if a in g.legions[who]:
                    for k in range(16):
                        if g.token_at[k] == a:
                            g.token_at[k] = op.AT_SUPPLY
                    self.call["refresh_tokens"](g, a)
                    self.call["to_pool"](g, who, a, g.legion[a])
        g.round, g.phase = 1, op.PHASE_ACTIONS
        g.unrolled, g.blocked, g.used[ATREIDES] = 8, 0, 4
        while g.stack.depth > 0:
            self.call["pop"](g.stack)
        self.aim(target, harvest)

    def aim(self, target: str, harvest: str) -> None:
        """The tactical cards in use."""
        self.g.tactics = 255
        for name in (target, harvest):
            self.g.tactics &= ~(1 << TACTICS.index(name))
        self.g.target_card = TACTICS.index(target) + 1
        self.g.harvest_card = TACTICS.index(harvest) + 1

    # -- putting pieces --------------------------------------------------------------------------------------------

    def put(self, who: int, place: str, *leaders: str, **figures: int) -> Bench:
        """Figures and named leaders of a faction."""
        self.call["from_pool"](self.g, who, area(place), packed(figures))
        for name in leaders:
            self.g.leader_at[LEADERS[name]] = op.AT_ASIDE
            self.call["move_named"](self.g, LEADERS[name], area(place))
        return self

    def h(self, place: str, *leaders: str, **figures: int) -> Bench:
        return self.put(HARKONNEN, place, *leaders, **figures)

    def a(self, place: str, *leaders: str, **figures: int) -> Bench:
        return self.put(ATREIDES, place, *leaders, **figures)

    def a_token(self, place: str, token: int) -> Bench:
        self.call["move_token"](self.g, token, area(place))
        return self

    def h_token(self, place: str, colour: int = 0) -> Bench:
        self.call["lay_h_token"](self.g, area(place), colour)
        return self

    def fly(self, *zones: int) -> Bench:
        """Ornithopters in air zones, numbered from 1."""
        for one in zones:
            self.g.ornithopters |= 1 << (one - 1)
        return self

    def rank(self, sietch: str, rank: int) -> Bench:
        self.g.sietch_rank[SIETCHES.index(sietch)] = rank
        return self

    def destroy(self, sietch: str) -> Bench:
        self.g.sietch_at[SIETCHES.index(sietch)] = op.AT_GONE
        self.g.sietches -= only(area(sietch))
        return self

    def mark(self, field: str, *places: str) -> Bench:
        """Wormsigns, worms, harvesters."""
        for place in places:
            setattr(self.g, field, getattr(self.g, field) | only(area(place)))
        return self

    # -- running ---------------------------------------------------------------------------------------------------

    def start(self, pc: int) -> list[str]:
        """Run a program as the Harkonnen; what the first question offers, in words, or nothing once it is over."""
        self.call["push"](self.g.stack, pc, HARKONNEN)
        self.call["resume"](self.t, self.g, self.q)
        return self.offered()

    def use(self, face: str) -> list[str]:
        """The normal action of a die."""
        return self.start(self.t.mahdi_action_pc[FACES.index(face)])

    def special(self, leader: str) -> list[str]:
        return self.start(self.t.mahdi_special_pc[LEADERS[leader]])

    def card(self, name: str) -> list[str]:
        """A planning card that is known to be playable."""
        return self.start(self.t.mahdi_card_pc[CARDS[HARKONNEN].index(name)])

    def whole(self, name: str) -> bool:
        """Whether all of a card can be carried out."""
        self.call["push"](self.g.stack, 0, HARKONNEN)
        f = self.g.stack.frames[self.g.stack.depth - 1]
        found = self.call["whole_card"](self.t, self.g, f, self.t.mahdi_card_pc[CARDS[HARKONNEN].index(name)])
        self.call["pop"](self.g.stack)
        return bool(found)

    def legal(self) -> list[int]:
        if self.g.stack.depth == 0:
            return []
        moves = [0] * (act.ACTIONS + 1)
        return moves[: self.call["legal"](self.t, self.g, self.q, moves)]

    def offered(self) -> list[str]:
        return [word(one) for one in self.legal()]

    def pick(self, *answers: str) -> list[str]:
        """Give answers by their words."""
        for one in answers:
            legal = self.legal()
            chosen = next((number for number in legal if word(number) == one), None)
            assert chosen is not None, f"{one} is not among {self.offered()}"
            self.call["act"](self.t, self.g, self.q, chosen)
        return self.offered()

    def through(self, *answers: str, chance: int = 0) -> Bench:
        """Take what must be taken; where there is a choice take the next of these answers, or one by chance."""
        wanted, dice = list(answers), random.Random(chance)
        for _ in range(500):
            legal = self.legal()
            if not legal:
                assert not wanted, f"{wanted} was never asked"
                return self
            pick = legal[0]
            if len(legal) > 1:
                pick = dice.choice(legal)
                if wanted:
                    pick = next((one for one in legal if word(one) == wanted[0]), -1)
                    assert pick >= 0, f"{wanted[0]} is not among {self.offered()}"
                    wanted.pop(0)
            self.call["act"](self.t, self.g, self.q, pick)
        raise AssertionError("the program does not end")

    # -- looking ---------------------------------------------------------------------------------------------------

    def units(self, place: str) -> dict[str, int]:
        here = self.g.legion[area(place)]
        return {kind: here >> (4 * k) & 15 for kind, k in KINDS.items() if here >> (4 * k) & 15}

    def fault(self) -> int:
        return int(self.call["fault"](self.t, self.g))


def names(found: Iterable[int] | Bits) -> set[str]:
    """Area numbers as names."""
    return {AREAS[one] for one in found}


def word(action: int) -> str:
    """An answer in a word: an area, a zone, a leader, a sector, a class, a card."""
    if action >= act.ACT_AREA:
        return AREAS[action - act.ACT_AREA]
    if action >= act.ACT_NUMBER:
        return SECTORS[action - act.ACT_NUMBER] if action - act.ACT_NUMBER < 8 else str(action - act.ACT_NUMBER)
    if action >= act.ACT_PRESCIENCE:
        return f"vision {action - act.ACT_PRESCIENCE}"
    if action >= act.ACT_CARD:
        return CARDS[(action - act.ACT_CARD) // 36][(action - act.ACT_CARD) % 36]
    if action >= act.ACT_IMPERIUM:
        return ("choam", "spacing_guild", "landsraad")[action - act.ACT_IMPERIUM]
    if act.ACT_ZONE <= action < act.ACT_VEHICLE:
        return f"zone {action - act.ACT_ZONE + 1}"
    if act.ACT_LEADER <= action < act.ACT_TOKEN:
        return list(LEADERS)[list(LEADERS.values()).index(action - act.ACT_LEADER)]
    return GAME.actions[action].word if hasattr(GAME.actions[action], "word") else str(action)


ALL_CODES = {name for name in vars(mahdi) if name.startswith("OP_")}


def number(name: str, who: int = HARKONNEN) -> int:
    return CARDS[who].index(name)


def begun(seed: int = 1) -> Bench:
    """A game from its start to the first question of the player."""
    made = Bench()
    made.call["setup"](made.t, made.g, seed, 0)
    made.call["resume"](made.t, made.g, made.q)
    return made


def program(made: Bench, code: int) -> int:
    return next(k for k in range(len(made.t.code)) if made.t.code[k].code == code)


def run(made: Bench, code: int) -> Bench:
    """One instruction of the round."""
    made.call["push"](made.g.stack, program(made, code), HARKONNEN)
    f = made.g.stack.frames[0]
    made.call["execute"](made.t, made.g, f, made.t.code[f.pc])
    return made
