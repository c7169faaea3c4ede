"""Kernels that only choose which kernel to call: an instruction's number compared with one constant after another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from dune_sim.lang import ir

#: fewer comparisons than this are no dispatch
LEAST = 4


def called_once(functions: Mapping[str, ir.Function]) -> set[str]:
    callers = Counter(callee for one in functions.values() for callee in one.calls)
    return {name for name in functions if callers[name] == 1}


def in_the_loop(functions: Mapping[str, ir.Function]) -> set[str]:
    """Chains and what stands between them and their loop, where a call would cost more than most instructions."""
    once = called_once(functions)
    heads = {name for name in once if is_chain(functions[name])}
    return heads | {name for name in once if functions[name].calls & heads}


def is_chain(one: ir.Function) -> bool:
    return comparisons(one.body) >= LEAST


def comparisons(body: tuple[ir.Stmt, ...]) -> int:
    """How often a body compares a local with a constant, one after another."""
    found = 0
    for one in body:
        match one:
            case ir.If(ir.Compare("==", ir.Local(), ir.Const()), _, orelse):
                found += 1 + comparisons(orelse)
    return found
