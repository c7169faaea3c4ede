"""A battle on the table: the kernels as plain Python, dice laid by hand, choices made by name."""

from __future__ import annotations

from typing import Any

from dune_sim.engines.memory import class_of, load, zeros
from dune_sim.engines.python import bind
from dune_sim.games.arrakis.battle.legion import draft_legion, settle
from dune_sim.games.arrakis.battle.question import battle_facts
from dune_sim.games.arrakis.battle.tables import compile_battle, named_leaders
from dune_sim.games.arrakis.kernels import battle as rules
from dune_sim.games.arrakis.kernels import legion as actions
from dune_sim.kernel.stack import UNASKED
from dune_sim.lang.intrinsics import clear
from dune_sim.programs import program

FACTS = battle_facts(())
LEADER_BIT = {leader.id: bit for bit, leader in enumerate(named_leaders(FACTS))}
STRIP = {leader.id: (leader.combat.hits, leader.combat.shields) for leader in FACTS.leaders if leader.combat}
ACTIONS = {
    "pass": actions.ACT_PASS_CARDS,
    "discard": actions.ACT_DISCARD,
    "continue": actions.ACT_CONTINUE,
    "cease": actions.ACT_CEASE,
    "retreat": actions.ACT_RETREAT,
    "stay": actions.ACT_STAY,
    "standard": actions.ACT_LOSE_STANDARD,
    "elite": actions.ACT_LOSE_ELITE,
    "special": actions.ACT_LOSE_SPECIAL,
    "generic": actions.ACT_LOSE_GENERIC,
    **{name: actions.ACT_LOSE_NAMED + bit for name, bit in LEADER_BIT.items()},
    **{f"convert {h}/{s}": actions.ACT_CONVERT + 4 * h + s for h in range(4) for s in range(4)},
}
NAMES = {number: name for name, number in ACTIONS.items()}


def legions(attacker: str, defender: str) -> Any:
    return settle(FACTS, draft_legion(FACTS, "attacker", attacker), draft_legion(FACTS, "defender", defender), None)


#: where a single instruction sends its program once the battle is over
OVER = 9


class Asked(Exception):
    """A question that the test has no answer for; holds what is offered."""


class Scene:
    """One battle in the hands of a test."""

    def __init__(self, attacker: str, defender: str, rank: int = 0, **options: Any) -> None:
        self.tables = compile_battle(FACTS, *legions(attacker, defender), rank, **options)
        self.records = program("battle").records
        self.t = load(self.records["Tables"], self.tables[0])
        self.kernels: dict[str, Any] = bind(program("battle"))
        self.state = load(self.records["State"], zeros(self.records["State"])[0])
        self.q = load(self.records["Offer"], zeros(self.records["Offer"])[0])
        self.b = self.state.battle
        for who in (0, 1):
            self.kernels["copy_side"](self.t.start.sides[who], self.b.sides[who])
        for name in ("rank", "surprise", "can_retreat", "free_continue"):
            setattr(self.b, name, getattr(self.t.start, name))
        self.b.round = 1

    @property
    def attacker(self) -> Any:
        return self.b.sides[rules.ATTACKER]

    @property
    def defender(self) -> Any:
        return self.b.sides[rules.DEFENDER]

    def dice(self, who: int) -> int:
        return self.kernels["battle_dice"](self.b, who)

    def lay(self, attacker: tuple[int, int, int], defender: tuple[int, int, int]) -> None:
        """Lay the dice: hits, shields and specials of both sides."""
        for who, faces in enumerate((attacker, defender)):
            self.kernels["read_roll"](self.b, who, *faces)
            self.b.sides[who].used = self.b.sides[who].used_generic = 0

    def do(self, code: int, who: int = 0, *answers: str) -> list[list[str]]:
        """Run one instruction with these answers; what was offered each time. A single option is taken unasked."""
        op = class_of(self.records["Op"])()
        op.code, op.a, op.b, op.c = code, who, OVER, 0
        frame, offers, left = self.state.stack.frames[0], [], list(answers)
        clear(frame)
        moves = [0] * actions.BATTLE_ACTIONS
        while frame.pc == 0:
            frame.pc = 1
            if self.kernels["execute"](self.t, self.state, frame, op):
                break
            frame.pc = 0
            self.kernels["clear_offer"](self.q)
            self.kernels["choices"](self.t, self.state, frame, op, self.q)
            many = self.kernels["count_offer"](self.q)
            if many == 0:
                frame.stage |= UNASKED
                continue
            self.kernels["list_offer"](self.q, moves)
            offered = [NAMES[one] for one in moves[:many]]
            choice = offered[0]
            if many > 1:
                offers.append(offered)
                if not left:
                    raise Asked(*offered)
                choice = left.pop(0)
                assert choice in offered
            self.kernels["answer"](self.t, self.state, frame, op, ACTIONS[choice])
        assert not left, f"nobody asked for {left}"
        return offers

    def fight(self, attacker: tuple[int, int, int], defender: tuple[int, int, int]) -> tuple[int, int]:
        """Lay dice and resolve them, everybody converting without a choice; hits suffered by attacker and defender."""
        self.lay(attacker, defender)
        for who in (0, 1):
            assert self.do(rules.OP_CONVERT, who) == []
        self.do(rules.OP_RESOLVE)
        return self.attacker.suffer, self.defender.suffer


def figures(side: Any) -> tuple[int, int, int, int, tuple[str, ...]]:
    """Standard, elite, special, generic, named."""
    named = tuple(name for name, bit in LEADER_BIT.items() if side.named >> bit & 1)
    return side.standard, side.elite, side.special, side.generic, named
