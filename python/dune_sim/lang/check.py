"""The subset checker: Python functions in, typed trees out, anything unknown refused with file and line."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from dune_sim.errors import KernelError
from dune_sim.lang import intrinsics, ir
from dune_sim.lang.expressions import ExpressionChecker
from dune_sim.lang.records import SCALARS, Record


def parse_type(node: ast.expr | None, records: Mapping[str, Record], fail: Callable[[ast.AST, str], KernelError]) -> ir.Type:
    """An annotation as a type: ``int``, ``bool``, ``u64``, ``None``, a record, or ``"u8[:]"``."""
    if node is None:
        raise KernelError("missing annotation")
    text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ast.unparse(node)
    plain = {"int": "i64", "bool": "bool", "u64": "u64", "None": "none"}
    if text in plain:
        return plain[text]
    if text.endswith("[:]"):
        item = text[:-3]
        if item in SCALARS or item in records:
            return ir.ArrayType(records.get(item, item))
    if text in records:
        return records[text]
    raise fail(node, f"unknown type {text!r}; use int, bool, u64, a record or an array such as 'i64[:]'")


class FunctionChecker(ExpressionChecker):
    """Checks one function body; expressions are in the base class."""

    def check(self, node: ast.FunctionDef) -> ir.Function:
        self.loops = 0
        function = self.signatures[node.name]
        self.function = function
        for name, kind in function.params:
            self.types[name] = kind
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        function.body = self.block(body)
        function.locals = {n: t for n, t in self.types.items() if n not in dict(function.params)}
        if function.result != "none" and not _always_returns(function.body):
            raise self.fail(node, f"{node.name} may end without a result; return one on every path")
        return function

    def block(self, statements: list[ast.stmt]) -> tuple[ir.Stmt, ...]:
        return tuple(self.statement(one) for one in statements if not isinstance(one, ast.Pass))

    def statement(self, node: ast.stmt) -> ir.Stmt:
        handler = getattr(self, f"do_{type(node).__name__}", None)
        if handler is None:
            raise self.fail(node, f"{type(node).__name__} is not in the kernel subset; use assignments, if, while, for range, return")
        result: ir.Stmt = handler(node)
        return result

    def do_Assign(self, node: ast.Assign) -> ir.Stmt:
        if len(node.targets) != 1 or isinstance(node.targets[0], ast.Tuple):
            raise self.fail(node, "assign one name at a time")
        value = self.root(node.value)
        return self.store(node.targets[0], value)

    def do_AnnAssign(self, node: ast.AnnAssign) -> ir.Stmt:
        if node.value is None or not isinstance(node.target, ast.Name):
            raise self.fail(node, "give the annotated name a value")
        kind = parse_type(node.annotation, self.records, self.fail)
        return self.store(node.target, self.fit(node, self.root(node.value), kind))

    def do_AugAssign(self, node: ast.AugAssign) -> ir.Stmt:
        load = ast.copy_location(ast.parse(ast.unparse(node.target), mode="eval").body, node.target)
        for inner in ast.walk(load):
            ast.copy_location(inner, node.target)
        joined = ast.copy_location(ast.BinOp(load, node.op, node.value), node)
        return self.store(node.target, self.expression(joined))

    def store(self, target: ast.expr, value: ir.Expr) -> ir.Stmt:
        if isinstance(target, ast.Name):
            known = self.types.get(target.id)
            kind = known or ("i64" if value.type == "literal" else value.type)
            if target.id in dict(self.function.params):
                raise self.fail(target, f"parameter {target.id!r} may not be changed; copy it to a new name first")
            if kind in ("wide", "none"):
                raise self.fail(target, _WIDE if kind == "wide" else "this call gives no result to keep")
            self.types[target.id] = kind
            return ir.Assign(ir.Local(target.id, kind), self.fit(target, value, kind))
        place = self.expression(target)
        if not isinstance(place, ir.Member | ir.Index) or isinstance(place.type, Record | ir.ArrayType):
            raise self.fail(target, "only names, fields and array items can be assigned")
        self.function.writes = True
        return ir.Assign(place, self.fit(target, value, place.type))

    def do_Expr(self, node: ast.Expr) -> ir.Stmt:
        if not isinstance(node.value, ast.Call):
            raise self.fail(node, "an expression that is no call does nothing here; remove it")
        return ir.Do(self.root(node.value))

    def do_Return(self, node: ast.Return) -> ir.Stmt:
        if node.value is None:
            if self.function.result != "none":
                raise self.fail(node, "return a value here")
            return ir.Return(None)
        if self.function.result == "none":
            raise self.fail(node, "this kernel is annotated -> None; annotate the result it returns")
        return ir.Return(self.fit(node, self.root(node.value), self.function.result))

    def do_If(self, node: ast.If) -> ir.Stmt:
        return ir.If(self.condition(node.test), self.block(node.body), self.block(node.orelse))

    def do_While(self, node: ast.While) -> ir.Stmt:
        if node.orelse:
            raise self.fail(node, "while … else is not in the kernel subset; use a flag")
        test = self.condition(node.test)
        self.loops += 1
        body = self.block(node.body)
        self.loops -= 1
        return ir.While(test, body)

    def do_For(self, node: ast.For) -> ir.Stmt:
        it = node.iter
        if node.orelse or not isinstance(node.target, ast.Name) or not (
            isinstance(it, ast.Call) and isinstance(it.func, ast.Name) and it.func.id == "range" and not it.keywords
        ):
            raise self.fail(node, "for loops run over range(…) with one name; write: for i in range(n)")
        args = [self.fit(a, self.expression(a), "i64") for a in it.args]
        start, stop = (ir.Const(0, "i64"), args[0]) if len(args) == 1 else (args[0], args[1])
        step = 1
        if len(args) == 3:
            if not isinstance(args[2], ir.Const) or args[2].value == 0:
                raise self.fail(node, "the step of range must be a constant other than 0")
            step = args[2].value
        if self.types.setdefault(node.target.id, "i64") != "i64":
            raise self.fail(node, f"loop name {node.target.id!r} already has another type; choose a new name")
        self.loops += 1
        body = self.block(node.body)
        self.loops -= 1
        return ir.For(node.target.id, start, stop, step, body)

    def do_Break(self, node: ast.Break) -> ir.Stmt:
        return ir.Jump("break")

    def do_Continue(self, node: ast.Continue) -> ir.Stmt:
        return ir.Jump("continue")

    def do_Assert(self, node: ast.Assert) -> ir.Stmt:
        return ir.Check(self.condition(node.test))


_WIDE = "this u64 result may exceed 64 bits in plain Python; write u64(…) around it"


def _always_returns(body: tuple[ir.Stmt, ...]) -> bool:
    if not body:
        return False
    last = body[-1]
    if isinstance(last, ir.If):
        return _always_returns(last.body) and _always_returns(last.orelse)
    return isinstance(last, ir.Return)


def signature(node: ast.FunctionDef, module: str, records: Mapping[str, Record], fail: Callable[[ast.AST, str], KernelError]) -> ir.Function:
    """Read a kernel's parameters and result."""
    a = node.args
    if a.posonlyargs or a.kwonlyargs or a.vararg or a.kwarg or a.defaults:
        raise fail(node, f"{node.name}: kernels take plain positional parameters; pass every value explicitly")
    if node.decorator_list:
        raise fail(node, f"{node.name}: kernels have no decorators; remove it")
    for p in a.args:
        if p.annotation is None:
            raise fail(p, f"{node.name}: parameter {p.arg!r} needs a type; write {p.arg}: int")
    if node.returns is None:
        raise fail(node, f"{node.name}: the result needs a type; write -> None or -> int")
    if node.name in intrinsics.PYTHON:
        raise fail(node, f"{node.name} is the name of an intrinsic; choose another")
    params = tuple((p.arg, parse_type(p.annotation, records, fail)) for p in a.args)
    doc = (ast.get_docstring(node) or "").split("\n")[0]
    return ir.Function(node.name, module, doc, params, parse_type(node.returns, records, fail))
