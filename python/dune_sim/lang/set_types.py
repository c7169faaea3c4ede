"""Typing of sets: their operators and functions, and the sets that take the type of their surroundings."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace

from dune_sim.errors import KernelError
from dune_sim.lang import ir
from dune_sim.lang.records import SetType

Fail = Callable[[ast.AST, str], KernelError]

BARE = "the complement of a set has no end; ~s stands only beside an &: write a & ~s, or a - s"
UNSIZED = "only(…) and nothing() take the type of their surroundings, and here is none; annotate a local: "
UNSIZED += "x: Set[AREAS] = nothing()"
OPERATORS = ("&", "|", "^", "-")


def is_set(kind: ir.Type) -> bool:
    return isinstance(kind, SetType) or kind in ("set", "complement")


def sized(fail: Fail, node: ast.AST, value: ir.Expr, kind: SetType) -> ir.Expr:
    """A set without a type of its own, as one of that type."""
    match value:
        case ir.Binary(op, left, right, "set"):
            return ir.Binary(op, sized(fail, node, left, kind), sized(fail, node, right, kind), kind)
        case ir.Select(test, yes, no, "set"):
            return ir.Select(test, sized(fail, node, yes, kind), sized(fail, node, no, kind), kind)
        case ir.Call("masked", (inner, test), "set"):
            return ir.Call("masked", (sized(fail, node, inner, kind), test), kind, True)
        case ir.Call("only", (index,), "set"):
            member(fail, node, index, kind)
            return replace(value, type=kind)
        case ir.Call(_, _, "set"):
            return replace(value, type=kind)
    return value


def member(fail: Fail, node: ast.AST, index: ir.Expr, kind: SetType) -> None:
    """Refuse a constant that can be no member."""
    if isinstance(index, ir.Const) and not 0 <= index.value < kind.size:
        raise fail(node, f"{index.value} can be no member of a {kind.name}; members go from 0 to {kind.size - 1}")


def alike(fail: Fail, node: ast.AST, left: ir.Expr, right: ir.Expr) -> tuple[ir.Expr, ir.Expr, ir.Type]:
    """Two sets as sets of one type."""
    for one, other in ((left, right), (right, left)):
        if one.type == "complement":
            raise fail(node, BARE)
        if not is_set(one.type) and is_set(other.type):
            raise fail(node, "a set goes together with sets only; write only(i) for the set of one number")
    kinds = {one.type for one in (left, right) if isinstance(one.type, SetType)}
    if len(kinds) > 1:
        names = " and ".join(one.type.name for one in (left, right) if isinstance(one.type, SetType))
        raise fail(node, f"{names} do not mix; sets of one size go together only")
    if not kinds:
        return left, right, "set"
    kind = kinds.pop()
    return sized(fail, node, left, kind), sized(fail, node, right, kind), kind


def binary(fail: Fail, node: ast.AST, op: str, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """An operator on two sets; an ``&`` with a complement is a difference."""
    if op not in OPERATORS:
        raise fail(node, f"sets have no operator {op}; they know & | ^ and - (difference)")
    match op, left, right:
        case "&", _, ir.Unary("~", inner, "complement"):
            op, right = "-", inner
        case "&", ir.Unary("~", inner, "complement"), _:
            op, left, right = "-", right, inner
    left, right, kind = alike(fail, node, left, right)
    return ir.Binary(op, left, right, kind)


def compare(fail: Fail, node: ast.AST, op: str, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    if op not in ("==", "!="):
        raise fail(node, f"sets have no order, so no {op}; whether a lies within b is: empty(a - b)")
    left, right, kind = alike(fail, node, left, right)
    if kind == "set":
        raise fail(node, UNSIZED)
    return ir.Compare(op, left, right)


def measured(fail: Fail, node: ast.AST, value: ir.Expr) -> SetType:
    """The type of a set that must have one."""
    if isinstance(value.type, SetType):
        return value.type
    if value.type == "complement":
        raise fail(node, BARE)
    raise fail(node, UNSIZED if value.type == "set" else "a set is needed here, such as a local x: Set[AREAS]")


def update(target: ir.Expr, value: ir.Expr) -> tuple[str, ir.Expr, ir.Expr | None] | None:
    """How an assignment changes one member of its own target: operator, member, and condition if there is one.

    Engines touch a single word for it.
    """
    match value:
        case ir.Binary(op, left, right) if left == target:
            one = right
        case ir.Binary("|" | "^" as op, left, right) if right == target:
            one = left
        case _:
            return None
    match one:
        case ir.Call("only", (index,), _, True) if op in ("|", "^", "-"):
            return op, index, None
        case ir.Call("masked", (ir.Call("only", (index,), _, True), test), _, True) if op in ("|", "^", "-"):
            return op, index, test
    return None


def in_memory(value: ir.Expr) -> bool:
    """Whether a set lies in a record, where one word of it can be had alone."""
    return isinstance(value, ir.Member | ir.Index)
