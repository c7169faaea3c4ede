"""The decision stack: effect programs that suspend when they need a choice.

An instruction is up to three kernels, which the linker finds by their names (lang/dispatch.py):

- ``op_x`` does the work and is False while a choice is missing. It runs again after every answer; ``f.stage`` is 0 on
  arrival and tells it what was answered. Where nobody can answer, it runs once more with UNASKED in the stage.
- ``x_choices`` offers the answers to the open question. It changes nothing but the offer.
- ``x_answer`` takes one in.
"""

# ruff: noqa: F821  (dispatchers, offers and the records State, Tables, Stack and Offer belong to the game)
from __future__ import annotations

from dune_sim.kernel.layout import Frame, Op
from dune_sim.lang.intrinsics import clear

#: mark of a stage: the question that was to be asked has no answer
UNASKED = 128
#: there is nothing to apply yet
NO_ACTION = -1


def push(stack: Stack, pc: int, who: int) -> None:
    """Start the program at ``pc`` on top of whatever is pending."""
    assert stack.depth < len(stack.frames)
    f = stack.frames[stack.depth]
    become(f, pc)
    f.who = who
    stack.depth += 1


def pop(stack: Stack) -> None:
    """Forget the top program; its slot is cleared so that equal positions have equal bytes."""
    stack.depth -= 1
    clear(stack.frames[stack.depth])


def resume(t: Tables, g: State, q: Offer) -> int:
    """Run pending programs up to a question that somebody can answer; how many answers it has, 0 at the end."""
    return act(t, g, q, NO_ACTION)


def act(t: Tables, g: State, q: Offer, action: int) -> int:
    """Apply a legal action and run on to the next question; how many answers that has, 0 at the end.

    The instruction pointer moves on before the instruction runs, so that it may jump or push another program, and
    moves back if the instruction waits. An instruction that pops its own frame must be done.
    """
    if action != NO_ACTION:
        asked = g.stack.frames[g.stack.depth - 1]
        answer(t, g, asked, t.code[asked.pc], action)
    while g.stack.depth > 0:
        f = g.stack.frames[g.stack.depth - 1]
        at = f.pc
        f.pc = at + 1
        done = execute(t, g, f, t.code[at])
        if done:
            f.stage = 0
        else:
            f.pc = at
            n = open_question(t, g, f, t.code[at], q)
            if n > 0:
                return n
            f.stage = f.stage | UNASKED
    return 0


def ask(t: Tables, g: State, q: Offer) -> int:
    """Offer the answers to the open question; how many they are, none once the game is over."""
    if g.stack.depth == 0:
        return 0
    f = g.stack.frames[g.stack.depth - 1]
    return open_question(t, g, f, t.code[f.pc], q)


def open_question(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> int:
    """Offer the answers to what an instruction asks; how many they are."""
    clear_offer(q)
    choices(t, g, f, op, q)
    heed(t, g, q)
    return count_offer(q)


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
