"""The decision stack: effect programs that suspend when they need a choice.

A game gives each instruction three kernels, reached through three hooks that are bound when a program is linked:
``execute(t, g, f, op) -> bool`` runs it and is False while a choice is still missing, ``choices(t, g, f, op, out)``
lists the answers, ``answer(t, g, f, op, action)`` takes one in. A suspended instruction runs again after every answer.
"""

# ruff: noqa: F821  (execute and the records State and Tables belong to the game)
from __future__ import annotations

from dune_sim.kernel.layout import STACK_DEPTH, Frame, Stack
from dune_sim.lang.intrinsics import clear


def push(stack: Stack, pc: int, who: int) -> None:
    """Start the program at ``pc`` on top of whatever is pending."""
    assert stack.depth < STACK_DEPTH
    f = stack.frames[stack.depth]
    f.pc = pc
    f.who = who
    f.stage = 0
    f.a = 0
    f.b = 0
    f.c = 0
    stack.depth += 1


def pop(stack: Stack) -> None:
    """Forget the top program; its slot is cleared so that equal positions have equal bytes."""
    stack.depth -= 1
    clear(stack.frames[stack.depth])


def resume(t: Tables, g: State) -> None:
    """Run pending programs until one of them needs a choice or nothing is pending.

    The instruction pointer moves on before the instruction runs, so that it may jump or push another program, and
    moves back if the instruction waits. An instruction that pops its own frame must be done.
    """
    while g.stack.depth > 0:
        depth = g.stack.depth - 1
        f = g.stack.frames[depth]
        at = f.pc
        f.pc = at + 1
        done = execute(t, g, f, t.code[at])
        if not done:
            f.pc = at
            return
        f.stage = 0


def jump(f: Frame, pc: int) -> None:
    """Continue this program elsewhere."""
    f.pc = pc


def settled(f: Frame) -> None:
    """An answer was all that an instruction needed: it need not run again."""
    f.pc += 1
    f.stage = 0


def become(f: Frame, pc: int) -> None:
    """Another program takes over the frame of one that has nothing left to do."""
    f.pc = pc
    f.stage = 0
    f.a = 0
    f.b = 0
    f.c = 0
