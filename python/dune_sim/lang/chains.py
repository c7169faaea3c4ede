"""Kernels that only choose which kernel to call: an instruction's number is compared with one constant after another.

Kernels stay short, so a dispatch over a hundred instructions is a row of such chains, each ending in a call of the
next. Printed as one kernel they are one chain to a compiler, which makes one jump table of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from dune_sim.lang import ir

#: fewer comparisons than this are no dispatch
LEAST = 4


def joined(functions: Mapping[str, ir.Function]) -> dict[str, ir.Function]:
    """The kernels with every chain at the end of another one written into it; callees come first, as before."""
    links = {name for name in called_once(functions) if is_chain(functions[name])}
    made: dict[str, ir.Function] = {}
    for name, one in functions.items():
        call = last_call(one.body)
        if call is not None and call.name in links and is_chain(one) and fits(one, call, made[call.name]):
            following = made.pop(call.name)
            calls = (one.calls - {call.name}) | following.calls
            made[name] = replace(one, body=join(one.body, following), calls=calls)
        else:
            made[name] = one
    return made


def fits(one: ir.Function, call: ir.Call, following: ir.Function) -> bool:
    """Whether a follower means the same by every name, so that its statements can stand in its caller."""
    passed = tuple(arg.name for arg in call.args if isinstance(arg, ir.Local))
    steps = [step for step in following.body if isinstance(step, ir.Assign)]
    return passed == tuple(name for name, _ in one.params) and following.params == one.params and (
        following.locals == one.locals and all(step in one.body for step in steps)
    )


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


def last_call(body: tuple[ir.Stmt, ...]) -> ir.Call | None:
    """The call that a body ends in when no comparison held."""
    match body[-1:]:
        case (ir.Return(ir.Call() as call),) | (ir.Do(ir.Call() as call),):
            return call
        case (ir.If(_, _, orelse),):
            return last_call(orelse)
    return None


def join(body: tuple[ir.Stmt, ...], following: ir.Function) -> tuple[ir.Stmt, ...]:
    """A body with the statements of its follower in place of the call."""
    last = body[-1]
    if isinstance(last, ir.If):
        return (*body[:-1], replace(last, orelse=join(last.orelse, following)))
    # the number under comparison is already at hand
    return (*body[:-1], *(one for one in following.body if not isinstance(one, ir.Assign)))
