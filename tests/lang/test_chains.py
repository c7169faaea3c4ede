"""Dispatch kernels that end in one another are printed as one."""

from __future__ import annotations

from collections import Counter

import pytest

from dune_sim.lang import ir
from dune_sim.lang.chains import in_the_loop, is_chain, joined
from dune_sim.programs import PROGRAMS, program


def constants(body: tuple[ir.Stmt, ...]) -> list[int]:
    """What the number under comparison is compared with, in order."""
    found = []
    for one in body:
        match one:
            case ir.If(ir.Compare("==", ir.Local(), ir.Const(value)), _, orelse):
                found += [value, *constants(orelse)]
    return found


@pytest.mark.parametrize("name", ["arrakis", "imperium"])
def test_a_dispatcher_is_one_chain(name: str) -> None:
    """The linker writes one comparison for each instruction, rising, so that compilers make one jump table of it."""
    functions = program(name).functions
    for hook, least in (("execute", 40), ("choices", 20), ("answer", 20)):
        found = constants(functions[hook].body)
        assert is_chain(functions[hook]) and len(found) > least and found == sorted(set(found))
        assert joined(functions)[hook].body == functions[hook].body


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
    assert {"execute", "choices", "answer"} <= merged
    for name in merged:
        assert sum(name in one.calls for one in functions.values()) == 1


def test_a_chain_that_two_kernels_call_stays_apart() -> None:
    functions = program("arrakis").functions
    calls = Counter(callee for one in functions.values() for callee in one.calls)
    twice = {name for name, one in functions.items() if is_chain(one) and calls[name] > 1}
    assert twice <= set(joined(functions))
