"""The programs of War for Arrakis that are rules rather than cards: round, battle, interrupts, die actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from dune_sim.errors import naming
from dune_sim.games.arrakis.kernels import battle as fight
from dune_sim.games.arrakis.kernels import opcodes as op
from dune_sim.games.arrakis.kernels.layout import ATREIDES, HARKONNEN
from dune_sim.games.arrakis.tables.names import FACES, FACTIONS

if TYPE_CHECKING:
    from dune_sim.games.arrakis.content.models import ArrakisContent

#: the results of an action die, and what is no result but has actions of its own
ACTION_FACES = (*FACES, "desert_power")


class Coder(Protocol):
    """What a program is written with; see `Assembler`."""

    code: list[Any]

    def emit(self, code: int, a: int = 0, b: int = 0, c: int = 0) -> int: ...

    def steps(self, steps: Sequence[Any], faction: int) -> None: ...

    def bind(self, pc: int) -> None: ...

    def patch(self, pc: int, a: int | None = None, b: int | None = None, c: int | None = None) -> None: ...


#: instructions that can be bound: they offer no refusal from the start where another question does
BOUND = (
    op.OP_MOVE,
    op.OP_ATTACK,
    op.OP_REPLACE,
    op.OP_VEHICLES,
    op.OP_WORMSIGNS,
    op.OP_WORM_MOVE,
    op.OP_WORM_ATTACK,
)

#: name of the Tables field -> instructions; the end of the program is added
INTERRUPTS: dict[str, tuple[tuple[int, ...], ...]] = {
    "pc_limit": ((op.OP_LIMIT,),),
    "pc_tank": ((op.OP_TANK,),),
    "pc_hits": ((fight.OP_CASUALTIES, fight.DEFENDER), (op.OP_AFTER_HITS,)),
    "pc_worm": ((op.OP_WORM_FIGURE,), (op.OP_WORM_UNDER,), (op.OP_HARVESTER_UNDER,)),
    "pc_worm_figure": ((op.OP_WORM_FIGURE,),),
    "pc_under": ((op.OP_WORM_UNDER,), (op.OP_HARVESTER_UNDER,)),
    "pc_harvester": ((op.OP_HARVESTER_UNDER,),),
    "pc_displace": ((op.OP_DISPLACE,),),
    "pc_storm": ((op.OP_STORM_START,), (op.OP_STORM,)),
    "pc_guerrilla": ((op.OP_GUERRILLA,), (op.OP_WINDOW,)),
    "pc_scout": ((op.OP_SCOUT,), (op.OP_WINDOW,)),
    "pc_atomic": ((op.OP_ATOMIC,), (op.OP_WINDOW,)),
    "pc_card": ((op.OP_CARD,),),
    "pc_window": ((op.OP_WINDOW,),),
}


def thread_jumps(code: list[Any]) -> None:
    """Jumps go straight to where a chain of them leads, and end the program if that is all there is to do.

    The target stays on record in either case: the branches of a choice are read, not run.
    """
    for line in code:
        if line[0] == op.OP_JUMP:
            while code[line[1]][0] == op.OP_JUMP:
                line[1] = code[line[1]][1]
            if code[line[1]][0] == op.OP_END:
                line[0] = op.OP_END


def write_programs(coder: Coder, t: Any, at_the_end: Sequence[int] = ()) -> None:
    """The game, the attack and every interrupt; further instructions at the end of each round."""
    for name, lines in INTERRUPTS.items():
        t[name] = len(coder.code)
        for line in lines:
            coder.emit(*line)
        coder.emit(op.OP_END)
    write_attack(coder, t)
    write_game(coder, t, at_the_end)


def write_attack(coder: Coder, t: Any) -> None:
    """An attack from its declaration to the advance (ARR-BATTLE)."""
    t["pc_attack"] = coder.emit(op.OP_BATTLE_REVEAL)
    coder.emit(op.OP_BATTLE_OPEN)
    again = coder.emit(op.OP_BATTLE_CARDS, fight.ATTACKER)
    coder.emit(op.OP_BATTLE_CARDS, fight.DEFENDER)
    first = coder.emit(fight.OP_ROLL)
    coder.emit(fight.OP_CONVERT, fight.ATTACKER)
    coder.emit(fight.OP_CONVERT, fight.DEFENDER)
    coder.emit(fight.OP_RESOLVE)
    coder.emit(fight.OP_CASUALTIES, fight.ATTACKER)
    coder.emit(fight.OP_CASUALTIES, fight.DEFENDER)
    coder.emit(fight.OP_END_IF_OVER)
    coder.emit(fight.OP_CONTINUE, fight.ATTACKER)
    coder.emit(fight.OP_CASUALTIES, fight.ATTACKER)
    coder.emit(fight.OP_END_IF_OVER)
    coder.emit(fight.OP_RETREAT, fight.DEFENDER)
    coder.emit(fight.OP_NEXT_ROUND, again)
    t["pc_close"] = coder.emit(op.OP_BATTLE_CLOSE)
    for pc in range(first, t["pc_close"]):
        if coder.code[pc][0] in (fight.OP_END_IF_OVER, fight.OP_CONTINUE, fight.OP_RETREAT):
            coder.patch(pc, b=t["pc_close"])
    coder.emit(op.OP_RETREAT_AREA)
    t["pc_advance"] = coder.emit(op.OP_ADVANCE)
    coder.emit(op.OP_END)


#: phases of a round after the turns, in order (ARR-ROUND-01)
AFTER_TURNS: tuple[tuple[int, ...], ...] = (
    (op.OP_SIGNS_OUT,),
    (op.OP_SIGNS_TURN,),
    (op.OP_WORMS_RISE,),
    (op.OP_WORMS_COME,),
    (op.OP_STORM_START,),
    (op.OP_STORM,),
    (op.OP_HARVEST,),
    (op.OP_PAY,),
    (op.OP_HOARD,),
    (op.OP_BANS,),
    (op.OP_SCORE_END,),
    (op.OP_VICTORY,),
    (op.OP_SWAP_LEADERS, HARKONNEN),
    (op.OP_SWAP_LEADERS, ATREIDES),
    (op.OP_WILD_WORM,),
    (op.OP_REFRESH,),
    (op.OP_HAND_LIMIT, HARKONNEN),
    (op.OP_HAND_LIMIT, ATREIDES),
    (op.OP_CLEAR_ROW,),
)


def write_game(coder: Coder, t: Any, at_the_end: Sequence[int] = ()) -> None:
    """Round after round until somebody wins (ARR-ROUND-01)."""
    start = coder.emit(op.OP_ROUND_START)
    t["pc_game"] = start
    coder.emit(op.OP_ROW_VEHICLES)
    roll = coder.emit(op.OP_ROLL_DICE)
    for code in (op.OP_TURN_DICE, op.OP_PLACE_BG):
        for who in (HARKONNEN, ATREIDES):
            coder.emit(code, who)
    coder.patch(roll, a=roll + 3, b=roll + 5)
    coder.emit(op.OP_WINDOW)
    coder.emit(op.OP_TURN, len(coder.code) + 1)
    for line in AFTER_TURNS:
        pc = coder.emit(*line)
        if line[0] == op.OP_REFRESH:
            coder.patch(pc, a=pc + 3)
    for further in at_the_end:
        coder.emit(further)
    coder.emit(op.OP_ROUND_END, start)


def write_actions(content: ArrakisContent, coder: Coder, t: Any) -> None:
    """What each action face lets a side do: one of its options (ARR-ACT-10, ARR-ACT-16)."""
    for action in content.actions:
        who = FACTIONS.index(action.faction)
        t["action_pc"][who][ACTION_FACES.index(action.face)] = len(coder.code)
        with naming("actions", action.id):
            write_options(coder, action.options, who)
        coder.emit(op.OP_END)


def write_options(coder: Coder, options: Sequence[Sequence[Any]], who: int) -> None:
    """A choice between step lists; a single one needs no choice.

    Doing nothing at all is one answer, offered once: by the first option, or by the choice itself where that is closed.
    """
    if len(options) == 1:
        coder.steps(options[0], who)
        return
    choice = coder.emit(op.OP_CHOOSE, len(options))
    jumps = [coder.emit(op.OP_JUMP) for _ in options]
    ends = []
    for jump, option in zip(jumps, options, strict=True):
        coder.patch(jump, a=len(coder.code))
        coder.steps(option, who)
        ends.append(coder.emit(op.OP_JUMP))
    for end in ends:
        coder.patch(end, a=len(coder.code))
    coder.patch(choice, b=len(coder.code))
    starts = [coder.code[jump][1] for jump in jumps]
    if all(coder.code[pc][0] in BOUND and pc + 1 == end for pc, end in zip(starts, ends, strict=True)):
        for pc in (choice, *starts[1:]):
            coder.bind(pc)
