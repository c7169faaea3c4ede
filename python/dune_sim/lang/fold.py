"""Branches on link-time constants: what an edition does not have is gone before anything is typed."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

COMPARE: dict[type, Callable[[int, int], bool]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt,
    ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip


class Folder(ast.NodeTransformer):
    """Drops the branches of one function that its constants rule out."""

    def __init__(self, constants: Mapping[str, Any]) -> None:
        self.constants = constants
        #: constants that decided about a branch
        self.used: dict[str, int] = {}

    def known(self, node: ast.expr) -> int | None:
        """The value of a test, or of a side of one, that constants alone decide."""
        match node:
            case ast.Constant(value=bool() | int() as value):
                return int(value)
            case ast.Name(id=name):
                found = self.constants.get(name)
                if isinstance(found, bool) or not isinstance(found, int):
                    return None
                self.used[name] = found
                return found
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARE:
                a, b = self.known(left), self.known(right)
                return None if a is None or b is None else int(COMPARE[type(op)](a, b))
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                inside = self.known(inner)
                return None if inside is None else int(not inside)
        return None

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """Parts that decide the whole end it; parts that decide nothing go."""
        ends = isinstance(node.op, ast.Or)
        kept: list[ast.expr] = []
        for one in node.values:
            part = self.visit(one)
            value = self.known(part)
            if value is None:
                kept.append(part)
            elif bool(value) == ends:
                kept.append(ast.copy_location(ast.Constant(ends), node))
                break
        if not kept:
            return ast.copy_location(ast.Constant(not ends), node)
        return kept[0] if len(kept) == 1 else ast.copy_location(ast.BoolOp(node.op, kept), node)

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        test = self.visit(node.test)
        value = self.known(test)
        if value is not None:
            return self._all(node.body if value else node.orelse) or ast.copy_location(ast.Pass(), node)
        node.test, node.body, node.orelse = test, self._all(node.body), self._all(node.orelse)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        test = self.visit(node.test)
        value = self.known(test)
        if value is not None:
            chosen: ast.expr = self.visit(node.body if value else node.orelse)
            return chosen
        node.test, node.body, node.orelse = test, self.visit(node.body), self.visit(node.orelse)
        return node

    def _all(self, body: list[ast.stmt]) -> list[ast.stmt]:
        kept: list[ast.stmt] = []
        for one in body:
            made = self.visit(one)
            kept += made if isinstance(made, list) else [made]
        return kept


def fold(node: ast.FunctionDef, constants: Mapping[str, Any]) -> dict[str, int]:
    """Fold a function in place; the constants that decided."""
    folder = Folder(constants)
    node.body = folder._all(node.body)
    return folder.used


def called_names(node: ast.FunctionDef) -> set[str]:
    """Names that a function calls."""
    return {
        one.func.id for one in ast.walk(node) if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)
    }
