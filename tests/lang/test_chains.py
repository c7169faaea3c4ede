"""Dispatch kernels that end in one another are printed as one."""

from __future__ import annotations

from collections import Counter

import pytest

from dune_sim.lang import ir
from dune_sim.lang.chains import comparisons, in_the_loop, is_chain, joined
from dune_sim.programs import PROGRAMS, program


def constants(body: tuple[ir.Stmt, ...]) -> list[int]:
    """What the number under comparison is compared with, in order."""
    found = []
    for one in body:
        match one:
            case ir.If(ir.Compare("==", ir.Local(), ir.Const(value)), _, orelse):
                found += [value, *constants(orelse)]
    return found


def test_a_row_of_chains_becomes_one_and_keeps_its_order() -> None:
    before = program("arrakis").functions
    after = joined(before)
    row = ["run_op", "run_turn", "run_fight", "run_free", "run_round", "run_end"]
    assert constants(after["run_op"].body) == [one for name in row for one in constants(before[name].body)]
    assert not set(row[1:]) & set(after)
    assert after["run_op"].body[-1] == before["run_end"].body[-1]


def test_answers_are_joined_through_their_last_branch() -> None:
    before = program("arrakis").functions
    after = joined(before)["answer"]
    assert comparisons(after.body) == sum(comparisons(one.body) for name, one in before.items() if name in ANSWERS)
    assert after.calls >= {"battle_answer", "card_answer"}


ANSWERS = ("answer", "answer_turn", "answer_fight", "answer_free", "answer_round", "answer_end")


@pytest.mark.parametrize("name", PROGRAMS)
def test_nothing_calls_a_kernel_that_was_joined(name: str) -> None:
    """Callees still come first, and every call still finds its kernel."""
    known: set[str] = set()
    for one in joined(program(name).functions).values():
        assert one.calls <= known
        known.add(one.name)


def test_only_kernels_called_once_go_into_a_loop() -> None:
    functions = joined(program("arrakis").functions)
    merged = in_the_loop(functions)
    assert {"run_op", "execute", "answer"} <= merged
    assert not is_chain(functions["execute"])
    for name in merged:
        assert sum(name in one.calls for one in functions.values()) == 1


def test_a_chain_that_two_kernels_call_stays_apart() -> None:
    functions = program("arrakis").functions
    calls = Counter(callee for one in functions.values() for callee in one.calls)
    twice = {name for name, one in functions.items() if is_chain(one) and calls[name] > 1}
    assert twice <= set(joined(functions))
