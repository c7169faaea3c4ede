"""The decision stack on a toy game: programs that stop for answers, call each other and leave nothing behind."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dune_sim.kernel.stack import UNASKED
from lang.lab import ENGINES, HEADER, Lab, array, linked

DEPTH = 12
LAYOUT = f"""
from dune_sim.kernel.layout import Frame, Op, offer_record, stack_record
Stack = stack_record({DEPTH})
Offer = offer_record(3)
Tables = Record("Tables", "programs", (("code", Op, 100, "instructions"),))
State = Record("State", "a toy game", (
    ("total", "i64", "sum"), ("stack", Stack, "programs"), ("runs", "u16", "how often an asking instruction ran"),
    ("log", "i16", 20, "what was seen"), ("logged", "u8", "entries"),
))
"""
END, ADD, SET, USE, ASK, CALL, JUMP, MARK, SEE, LEAP, WISH = range(11)
KERNELS = """
from dune_sim.kernel.offers import offer
from dune_sim.kernel.stack import act, jump, pop, push, resume

def heed(t: Tables, g: State, q: Offer) -> None:
    pass

def note(g: State, x: int) -> None:
    g.log[g.logged] = x
    g.logged += 1

def execute(t: Tables, g: State, f: Frame, op: Op) -> bool:
    code = op.code
    if code == 0:
        pop(g.stack)
    elif code == 1:
        g.total += op.a
    elif code == 2:
        f.a = op.a
        f.b = op.b
        f.c = op.c
    elif code == 3:
        g.total += f.a * 10000 + f.b * 100 + f.c
    elif code == 4:
        g.runs += 1
        return f.stage >= op.a
    elif code == 5:
        push(g.stack, op.a, op.b)
    elif code == 6:
        jump(f, op.a)
    elif code == 7:
        f.stage = 7
    elif code == 8:
        note(g, f.stage)
        note(g, f.who)
        note(g, f.pc)
    elif code == 9:
        pop(g.stack)
        push(g.stack, op.a, op.b)
    elif code == 10:
        note(g, f.stage)
        return f.stage != 0
    return True

def choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    if op.code == 4:
        offer(q, 0)
        offer(q, 2)

def answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    f.stage += 1
    f.c += action

def start(t: "Tables[:]", s: "State[:]", q: "Offer[:]", pc: int, who: int) -> int:
    push(s[0].stack, pc, who)
    n = resume(t[0], s[0], q[0])
    assert (n == 2) == (s[0].stack.depth > 0)
    return s[0].stack.depth

def reply(t: "Tables[:]", s: "State[:]", q: "Offer[:]", x: int) -> int:
    g = s[0]
    n = act(t[0], g, q[0], x)
    assert (n == 2) == (g.stack.depth > 0)
    return g.stack.depth

def only_push(s: "State[:]", n: int) -> int:
    for k in range(n):
        push(s[0].stack, k + 1, k)
    return s[0].stack.depth

def only_pop(s: "State[:]", n: int) -> int:
    for k in range(n):
        pop(s[0].stack)
    return s[0].stack.depth
"""


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Lab:
    folder = tmp_path_factory.mktemp("stack")
    common = ("dune_sim.kernel.marks", "dune_sim.kernel.offers", "dune_sim.kernel.stack")
    program = linked(folder, LAYOUT, common=common, kernels=HEADER + KERNELS)
    return Lab(program, folder, ("-O1", "-Wall", "-Wextra", "-Wconversion", "-Werror"))


class Toy:
    """A toy game on one engine."""

    def __init__(self, lab: Lab, engine: str, *programs: tuple[int, list[tuple[int, ...]]]) -> None:
        self.lab, self.engine = lab, engine
        records = lab.program.records
        self.tables, self.state, self.offer = (array(records[name], 1) for name in ("Tables", "State", "Offer"))
        for pc, code in programs:
            for k, op in enumerate(code):
                self.tables["code"][0][pc + k] = (op[0], 0, *op[1:], *[0] * (4 - len(op)))

    def start(self, pc: int, who: int = 0) -> int:
        return int(self.lab.run(self.engine, "start", self.tables, self.state, self.offer, pc, who))

    def reply(self, x: int = 0) -> int:
        return int(self.lab.run(self.engine, "reply", self.tables, self.state, self.offer, x))

    def frame(self, k: int) -> dict[str, int]:
        raw = self.state["stack"]["frames"][0][k]
        return {name: int(raw[name]) for name in raw.dtype.names}

    def __getattr__(self, name: str) -> Any:
        return self.state[name][0]

    def is_clear(self) -> bool:
        """Whether the stack has no byte set, the slots of finished programs included."""
        return not np.any(self.state["stack"].view(np.uint8))


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_a_program_runs_to_its_end(lab: Lab, engine: str) -> None:
    toy = Toy(lab, engine, (3, [(ADD, 5), (ADD, -2), (END,)]))
    assert toy.start(3) == 0
    assert toy.total == 3 and toy.is_clear()


def test_registers_survive_from_one_instruction_to_the_next(lab: Lab, engine: str) -> None:
    toy = Toy(lab, engine, (0, [(SET, 3, -2, 7), (ADD, 1), (MARK,), (USE,), (END,)]))
    toy.start(0)
    assert toy.total == 1 + 30000 - 200 + 7 and toy.is_clear()


def test_stage_is_0_on_arrival(lab: Lab, engine: str) -> None:
    toy = Toy(lab, engine, (4, [(SEE,), (MARK,), (SEE,), (END,)]))
    toy.start(4, who=3)
    # the instruction pointer is already behind the instruction that runs
    assert toy.log[: toy.logged].tolist() == [0, 3, 5, 0, 3, 7]


def test_an_instruction_that_waits_runs_again_after_every_answer(lab: Lab, engine: str) -> None:
    toy = Toy(lab, engine, (2, [(SET, 1, 0, 0), (ASK, 3), (SEE,), (USE,), (END,)]))
    assert toy.start(2, who=1) == 1
    assert toy.runs == 1
    assert toy.frame(0) == {"pc": 3, "who": 1, "stage": 0, "a": 1, "b": 0, "c": 0}
    assert [toy.reply(5), toy.reply(6)] == [1, 1]
    assert toy.runs == 3
    assert toy.frame(0) == {"pc": 3, "who": 1, "stage": 2, "a": 1, "b": 0, "c": 11}
    assert toy.reply(2) == 0
    assert toy.runs == 4
    assert toy.log[: toy.logged].tolist() == [0, 1, 5]
    assert toy.total == 10013 and toy.is_clear()


def test_a_question_without_an_answer_is_not_asked(lab: Lab, engine: str) -> None:
    toy = Toy(lab, engine, (0, [(WISH,), (ADD, 4), (END,)]))
    assert toy.start(0) == 0
    assert toy.log[: toy.logged].tolist() == [0, UNASKED]
    assert toy.total == 4 and toy.is_clear()


def test_programs_call_programs(lab: Lab, engine: str) -> None:
    inner = [(SET, 9, 9, 9), (ASK, 1), (ADD, 50), (END,)]
    toy = Toy(lab, engine, (0, [(SET, 2), (CALL, 10, 3), (USE,), (ASK, 1), (END,)]), (10, inner))
    assert toy.start(0, who=1) == 2
    assert toy.frame(0) == {"pc": 2, "who": 1, "stage": 0, "a": 2, "b": 0, "c": 0}
    assert toy.frame(1) == {"pc": 11, "who": 3, "stage": 0, "a": 9, "b": 9, "c": 9}
    assert toy.reply() == 1
    # the caller goes on with its own registers and asks a question of its own
    assert toy.total == 50 + 20000
    assert toy.frame(0)["pc"] == 3
    assert toy.frame(1) == dict.fromkeys(("pc", "who", "stage", "a", "b", "c"), 0)
    assert toy.reply() == 0
    assert toy.is_clear()


def test_a_program_may_start_while_another_waits(lab: Lab, engine: str) -> None:
    toy = Toy(lab, engine, (0, [(ASK, 2), (ADD, 1), (END,)]), (10, [(ASK, 1), (ADD, 10), (END,)]))
    toy.start(0)
    toy.reply()
    assert toy.start(10) == 2
    assert toy.reply() == 1
    # back at the first question, which still remembers one answer
    assert toy.total == 10 and toy.frame(0)["stage"] == 1
    assert toy.reply() == 0
    assert toy.total == 11 and toy.is_clear()


def test_jumps(lab: Lab, engine: str) -> None:
    toy = Toy(lab, engine, (0, [(ADD, 1), (JUMP, 20)]), (20, [(ADD, 2), (END,)]))
    toy.start(0)
    assert toy.total == 3 and toy.is_clear()


def test_a_program_may_give_its_place_to_another(lab: Lab, engine: str) -> None:
    toy = Toy(lab, engine, (0, [(SET, 8), (LEAP, 20, 2)]), (20, [(USE,), (ASK, 1), (END,)]))
    assert toy.start(0) == 1
    assert toy.total == 0 and toy.frame(0) == {"pc": 21, "who": 2, "stage": 0, "a": 0, "b": 0, "c": 0}
    assert toy.reply() == 0
    assert toy.is_clear()


def test_deep_calls(lab: Lab, engine: str) -> None:
    callers = DEPTH - 1
    programs = [(3 * k, [(CALL, 3 * k + 3, k), (ADD, 1), (END,)]) for k in range(callers)]
    toy = Toy(lab, engine, *programs, (3 * callers, [(ASK, 1), (END,)]))
    assert toy.start(0) == DEPTH
    assert toy.reply() == 0
    assert toy.total == callers and toy.is_clear()


def test_push_and_pop(lab: Lab, engine: str) -> None:
    toy = Toy(lab, engine)
    assert lab.run(engine, "only_push", toy.state, 7) == 7
    assert toy.frame(6) == {"pc": 7, "who": 6, "stage": 0, "a": 0, "b": 0, "c": 0}
    assert lab.run(engine, "only_pop", toy.state, 7) == 0
    assert toy.is_clear()


def test_a_stack_that_is_full_is_found_by_python(lab: Lab) -> None:
    with pytest.raises(AssertionError):
        lab.run("python", "only_push", Toy(lab, "python").state, DEPTH + 1)
