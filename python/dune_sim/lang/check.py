"""The subset checker: Python functions in, typed trees out, anything unknown refused with file and line."""

from __future__ import annotations

import ast

from dune_sim.lang import ir, names, set_types
from dune_sim.lang.annotations import Annotations
from dune_sim.lang.expressions import WIDE, ExpressionChecker
from dune_sim.lang.records import Record

RANGE = "for loops run over range(…) or a set, with one name; write: for i in range(n)"


class FunctionChecker(ExpressionChecker):
    """Checks one function body; expressions are in the base class."""

    def check(self, node: ast.FunctionDef) -> ir.Function:
        function = self.signatures[node.name]
        self.function = function
        for name, kind in function.params:
            self.refuse_shadow(node, name)
            self.types[name] = kind
        self.assigned = frozenset(self.types)
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        function.body = self.block(body)
        function.locals = {n: t for n, t in self.types.items() if n not in dict(function.params)}
        if function.result != "none" and self.assigned is not None:
            raise self.fail(node, f"{node.name} may end without a result; return one on every path")
        return function

    def refuse_shadow(self, node: ast.AST, name: str) -> None:
        """Python decides for a whole function whether a name is local: nothing may use it as something else before."""
        wrong = names.problem(name)
        if wrong is not None:
            raise self.fail(node, f"{name!r} cannot be a name here: {wrong}")
        if name in self.records or name in self.function.calls or name in self.function.constants:
            raise self.fail(node, f"{name!r} already names a record, kernel or constant here; choose another name")

    def block(self, statements: list[ast.stmt]) -> tuple[ir.Stmt, ...]:
        return tuple(self.statement(one) for one in statements if not isinstance(one, ast.Pass))

    def statement(self, node: ast.stmt) -> ir.Stmt:
        handler = getattr(self, f"do_{type(node).__name__}", None)
        if handler is None:
            word = type(node).__name__
            raise self.fail(node, f"{word} is not in the kernel subset; use assignments, if, while, for range, return")
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
        said = Annotations(self.namespace, self.records, self.fail)
        kind = said.type_of(node.annotation)
        self.function.constants.update(said.constants)
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
            if kind in ("set", "complement"):
                raise self.fail(target, set_types.UNSIZED if kind == "set" else set_types.BARE)
            if kind in ("wide", "none"):
                raise self.fail(target, WIDE if kind == "wide" else "this call gives no result to keep")
            if isinstance(kind, ir.ArrayType) and len(kind.shape) > 1:
                raise self.fail(target, "a name can stand for one row only; write row = t.border[a]")
            fitted = self.fit(target, value, kind)
            self.bind(target, target.id, kind)
            return ir.Assign(ir.Local(target.id, kind), fitted)
        if not isinstance(target, ast.Attribute | ast.Subscript):
            raise self.fail(target, "only names, fields and array items can be assigned, one at a time")
        place = self.expression(target)
        if not isinstance(place, ir.Member | ir.Index) or isinstance(place.type, Record | ir.ArrayType):
            raise self.fail(target, "records and arrays are not copied by assignment; assign their fields or items")
        self.function.writes = True
        return ir.Assign(place, self.fit(target, value, place.type))

    def bind(self, node: ast.AST, name: str, kind: ir.Type) -> None:
        if name not in self.types:
            self.refuse_shadow(node, name)
        self.types[name] = kind
        if self.assigned is not None:
            self.assigned |= {name}

    def do_Expr(self, node: ast.Expr) -> ir.Stmt:
        if not isinstance(node.value, ast.Call):
            raise self.fail(node, "an expression that is no call does nothing here; remove it")
        if isinstance(node.value.func, ast.Name) and node.value.func.id in ("clear", "copy"):
            return self.clear(node.value) if node.value.func.id == "clear" else self.copy(node.value)
        return ir.Do(self.root(node.value))

    def clear(self, node: ast.Call) -> ir.Stmt:
        args = [self.expression(one) for one in node.args]
        if len(args) != 1 or node.keywords or not isinstance(args[0].type, Record):
            raise self.fail(node, "clear takes one record; set a number to 0 and a set to nothing()")
        if isinstance(args[0], ir.Call):
            raise self.fail(node, "clear takes a record by its place; give the result of a call a name first")
        self.function.writes = True
        return ir.Clear(args[0])

    def copy(self, node: ast.Call) -> ir.Stmt:
        args = [self.expression(one) for one in node.args]
        places = [one for one in args if isinstance(one.type, Record) and not isinstance(one, ir.Call)]
        if len(args) != 2 or len(places) != 2 or node.keywords or places[0].type != places[1].type:
            raise self.fail(node, "copy takes two records of one kind by their places: copy(into, source)")
        self.function.writes = True
        return ir.Copy(*args)

    def do_Return(self, node: ast.Return) -> ir.Stmt:
        value = None
        if node.value is None:
            if self.function.result != "none":
                raise self.fail(node, "return a value here")
        elif self.function.result == "none":
            raise self.fail(node, "this kernel is annotated -> None; annotate the result it returns")
        else:
            value = self.fit(node, self.root(node.value), self.function.result)
        self.assigned = None
        return ir.Return(value)

    def do_If(self, node: ast.If) -> ir.Stmt:
        test = self.condition(node.test)
        before = self.assigned
        body = self.block(node.body)
        after_body, self.assigned = self.assigned, before
        orelse = self.block(node.orelse)
        self.assigned = _both(after_body, self.assigned)
        return ir.If(test, body, orelse)

    def do_While(self, node: ast.While) -> ir.Stmt:
        if node.orelse:
            raise self.fail(node, "while … else is not in the kernel subset; use a flag")
        test = self.condition(node.test)
        body, at_breaks = self.loop(node.body)
        if isinstance(test, ir.Const) and test.value:
            self.assigned = at_breaks
        return ir.While(test, body)

    def loop(self, statements: list[ast.stmt]) -> tuple[tuple[ir.Stmt, ...], frozenset[str] | None]:
        """The body of a loop and what is assigned where it breaks; after it, only what was assigned before is sure."""
        before, outer = self.assigned, self.at_breaks
        self.at_breaks = None
        body = self.block(statements)
        at_breaks, self.at_breaks = self.at_breaks, outer
        self.assigned = before
        return body, at_breaks

    def do_For(self, node: ast.For) -> ir.Stmt:
        it = node.iter
        if node.orelse or not isinstance(node.target, ast.Name):
            raise self.fail(node, RANGE)
        if not (isinstance(it, ast.Call) and isinstance(it.func, ast.Name) and it.func.id == "range"):
            return self.each(node, node.target.id)
        if it.keywords:
            raise self.fail(node, RANGE)
        if not 1 <= len(it.args) <= 3:
            raise self.fail(node, "range takes one to three values")
        args = [self.fit(a, self.expression(a), "i64") for a in it.args]
        start, stop = (ir.Const(0, "i64"), args[0]) if len(args) == 1 else (args[0], args[1])
        step = 1
        if len(args) == 3:
            if not isinstance(args[2], ir.Const) or args[2].value == 0:
                raise self.fail(node, "the step of range must be a constant other than 0")
            step = args[2].value
        return ir.For(node.target.id, start, stop, step, self.counted(node, node.target.id))

    def each(self, node: ast.For, name: str) -> ir.Stmt:
        items = self.expression(node.iter)
        if not set_types.is_set(items.type):
            raise self.fail(node, RANGE)
        set_types.measured(self.fail, node, items)
        return ir.Each(name, items, self.counted(node, name))

    def counted(self, node: ast.For, name: str) -> tuple[ir.Stmt, ...]:
        """The body of a loop that gives a name one integer after another."""
        before = self.assigned
        if self.types.get(name, "i64") != "i64":
            raise self.fail(node, f"loop name {name!r} already has another type; choose a new name")
        if name in dict(self.function.params):
            raise self.fail(node, f"parameter {name!r} may not be changed; choose another loop name")
        self.bind(node, name, "i64")
        body, _ = self.loop(node.body)
        self.assigned = before
        return body

    def do_Break(self, node: ast.Break) -> ir.Stmt:
        self.at_breaks = _both(self.at_breaks, self.assigned)
        self.assigned = None
        return ir.Jump("break")

    def do_Continue(self, node: ast.Continue) -> ir.Stmt:
        self.assigned = None
        return ir.Jump("continue")

    def do_Assert(self, node: ast.Assert) -> ir.Stmt:
        # numba and release builds of C++ leave assertions out, so nothing in them may change records
        if node.msg is not None and not isinstance(node.msg, ast.Constant):
            raise self.fail(node, "the message of an assert is a plain string or nothing")
        return ir.Check(self.fit(node, self.expression(node.test), "bool"))


def _both(one: frozenset[str] | None, other: frozenset[str] | None) -> frozenset[str] | None:
    """Names assigned on both of two paths; None is a path that nothing takes."""
    if one is None or other is None:
        return other if one is None else one
    return one & other
