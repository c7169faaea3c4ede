"""Dispatch kernels are one chain of comparisons, and are told from other kernels."""

from __future__ import annotations

import pytest

from dune_sim.lang import ir
from dune_sim.lang.chains import in_the_loop, is_chain
from dune_sim.programs import program


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


@pytest.mark.parametrize(("name", "strict"), [("arrakis", False), ("imperium", True)])
def test_a_number_without_a_kernel_is_a_mistake_where_there_are_no_others(name: str, strict: bool) -> None:
    """Programs of Arrakis pass over needs, so only there a number may have no kernel."""
    checks = [one for one in program(name).functions["execute"].body if isinstance(one, ir.Check)]
    assert checks == ([ir.Check(ir.Const(0, "bool"))] if strict else [])


def test_only_kernels_called_once_go_into_a_loop() -> None:
    functions = program("arrakis").functions
    merged = in_the_loop(functions)
    assert {"execute", "choices", "answer"} <= merged
    for name in merged:
        assert sum(name in one.calls for one in functions.values()) == 1
