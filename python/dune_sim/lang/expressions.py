"""Typing of kernel expressions. Integers are i64 or u64 and never mixed; conditions are bool."""

from __future__ import annotations

import ast
import operator
from collections.abc import Mapping

from dune_sim.errors import KernelError
from dune_sim.lang import intrinsics, ir, set_types
from dune_sim.lang.records import Record, SetType

BINARY = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
}  # fmt: skip
FOLD = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv, "%": operator.mod,
    "&": operator.and_, "|": operator.or_, "^": operator.xor, "<<": operator.lshift, ">>": operator.rshift,
}  # fmt: skip
COMPARE = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
#: operations that agree modulo 2**64 whether or not their operands were wrapped
RING = {"+", "-", "*", "<<", "&", "|", "^"}
#: generated numba source is read by Python's own parser, which allows 200 nested brackets
DEEPEST = 50
WIDE = "this u64 result may exceed 64 bits in plain Python; write u64(…) around it"


class ExpressionChecker:
    """Types expressions inside one function."""

    def __init__(
        self,
        file: str,
        namespace: Mapping[str, object],
        records: Mapping[str, Record],
        signatures: Mapping[str, ir.Function],
    ) -> None:
        self.file, self.namespace, self.records, self.signatures = file, namespace, records, signatures
        self.types: dict[str, ir.Type] = {}
        self.function: ir.Function
        self.at_root = False
        self.depth = 0
        #: names that every path so far has assigned; None where nothing arrives
        self.assigned: frozenset[str] | None = frozenset()
        self.at_breaks: frozenset[str] | None = None
        #: calls inside larger expressions; the linker refuses them when the callee changes records
        self.nested_calls: list[tuple[str, int]] = []

    def fail(self, node: ast.AST, message: str) -> KernelError:
        return KernelError(f"{self.file}:{getattr(node, 'lineno', 0)}: {message}")

    def root(self, node: ast.expr) -> ir.Expr:
        """A whole right-hand side, result or statement: the one place where a call may change records."""
        self.at_root = True
        return self.expression(node)

    def condition(self, node: ast.expr) -> ir.Expr:
        inner = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not) else node
        self.at_root = isinstance(inner, ast.Call)
        if inner is not node and self.at_root:
            return ir.Unary("not", self.fit(node, self.expression(inner), "bool"), "bool")
        return self.fit(node, self.expression(node), "bool")

    def expression(self, node: ast.expr) -> ir.Expr:
        handler = getattr(self, f"on_{type(node).__name__}", None)
        if handler is None:
            word = type(node).__name__
            raise self.fail(node, f"{word} is not in the kernel subset; use integers, fields, items and calls")
        root, self.at_root = self.at_root, False
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.fail(node, f"this expression is nested more than {DEEPEST} deep; split it with a name")
        result: ir.Expr = self.call(node, root) if isinstance(node, ast.Call) else handler(node)
        self.depth -= 1
        return result

    def fit(self, node: ast.AST, value: ir.Expr, kind: ir.Type) -> ir.Expr:
        """``value`` as ``kind``; literals adapt, everything else must match."""
        if value.type == "literal" and isinstance(value, ir.Const) and kind in ("i64", "u64", "wide"):
            low, high = (-(1 << 63), (1 << 63) - 1) if kind == "i64" else (0, (1 << 64) - 1)
            if not low <= value.value <= high:
                raise self.fail(node, f"{value.value} does not fit {kind}; write u64(…) or a smaller number")
            return ir.Const(value.value, "u64" if kind == "wide" else kind)
        if value.type == "wide":
            raise self.fail(node, WIDE)
        if value.type == "complement":
            raise self.fail(node, set_types.BARE)
        if value.type == "set" and isinstance(kind, SetType):
            return set_types.sized(self.fail, node, value, kind)
        if isinstance(kind, ir.ArrayType) and isinstance(value.type, ir.ArrayType):
            if value.type.item == kind.item and len(value.type.shape) <= 1:
                return value
        elif value.type == kind:
            return value
        raise self.fail(node, f"{describe(value.type)} where {describe(kind)} is needed; {advice(value.type, kind)}")

    def on_Constant(self, node: ast.Constant) -> ir.Expr:
        if isinstance(node.value, bool):
            return ir.Const(int(node.value), "bool")
        if isinstance(node.value, int):
            return ir.Const(node.value)
        raise self.fail(node, f"{node.value!r} is no integer; kernels know integers and booleans only")

    def on_Name(self, node: ast.Name) -> ir.Expr:
        if node.id in self.types:
            if self.assigned is not None and node.id not in self.assigned:
                raise self.fail(node, f"{node.id!r} may not have a value here; assign it on every path that leads here")
            return ir.Local(node.id, self.types[node.id])
        if node.id in self.signatures:
            raise self.fail(node, f"{node.id!r} is a kernel; call it")
        value = self.namespace.get(node.id)
        if isinstance(value, int) and not isinstance(value, bool):
            self.function.constants[node.id] = value
            return ir.Const(value)
        raise self.fail(node, f"{node.id!r} is neither a local name nor an integer constant; tables go into Tables")

    def on_Attribute(self, node: ast.Attribute) -> ir.Expr:
        base = self.expression(node.value)
        if not isinstance(base.type, Record):
            raise self.fail(node, f"{describe(base.type)} has no field {node.attr!r}; only records have fields")
        if node.attr not in base.type:
            raise self.fail(node, f"record {base.type.name} has no field {node.attr!r}; declare it in the layout")
        one = base.type[node.attr]
        if one.shape:
            return ir.Member(base, node.attr, ir.ArrayType(one.type, one.shape))
        return ir.Member(base, node.attr, loaded(one.type))

    def on_Subscript(self, node: ast.Subscript) -> ir.Expr:
        base = self.expression(node.value)
        if not isinstance(base.type, ir.ArrayType) or isinstance(node.slice, ast.Slice | ast.Tuple):
            raise self.fail(node, "index an array with one integer at a time, such as t.border[a][k]")
        index = self.fit(node.slice, self.expression(node.slice), "i64")
        if isinstance(index, ir.Const):
            limit = base.type.shape[0] if base.type.shape else 1 << 62
            if not 0 <= index.value < limit:
                raise self.fail(node, f"index {index.value} is outside the array; valid are 0 to {limit - 1}")
        if len(base.type.shape) > 1:
            return ir.Index(base, index, ir.ArrayType(base.type.item, base.type.shape[1:]))
        return ir.Index(base, index, loaded(base.type.item))

    def on_BinOp(self, node: ast.BinOp) -> ir.Expr:
        op = BINARY.get(type(node.op))
        if op is None:
            raise self.fail(node, f"operator {type(node.op).__name__} is not in the kernel subset; use // for division")
        left, right = self.expression(node.left), self.expression(node.right)
        if op in ("//", "%") and isinstance(right, ir.Const) and right.value == 0:
            raise self.fail(node, "division by zero; use another divisor")
        if op in ("<<", ">>") and isinstance(right, ir.Const) and not 0 <= right.value < 64:
            raise self.fail(node, f"shift by {right.value}; shifts go from 0 to 63")
        if isinstance(left, ir.Const) and isinstance(right, ir.Const) and left.type == right.type == "literal":
            return ir.Const(FOLD[op](left.value, right.value))
        if set_types.is_set(left.type) or set_types.is_set(right.type):
            return set_types.binary(self.fail, node, op, left, right)
        if op in ("<<", ">>"):
            return self.shift(node, op, left, right)
        kind = self.common(node, left, right)
        left, right = self.operand(node, left, kind, op), self.operand(node, right, kind, op)
        return ir.Binary(op, left, right, self.result(op, kind, left, right))

    def operand(self, node: ast.AST, value: ir.Expr, kind: str, op: str) -> ir.Expr:
        if value.type == "wide" and op in RING:
            return value
        return self.fit(node, value, kind)

    def result(self, op: str, kind: str, left: ir.Expr, right: ir.Expr) -> str:
        if kind == "i64":
            return "i64"
        if op == "&" and "wide" in (left.type, right.type):
            return "u64" if left.type != right.type else "wide"
        return "wide" if op in ("+", "-", "*") or "wide" in (left.type, right.type) else "u64"

    def shift(self, node: ast.AST, op: str, left: ir.Expr, right: ir.Expr) -> ir.Expr:
        right = self.fit(node, right, "i64")
        if left.type == "literal":
            left = self.fit(node, left, "i64")
        if left.type not in ("i64", "u64", "wide") or (left.type == "wide" and op == ">>"):
            raise self.fail(node, WIDE if left.type == "wide" else "only integers can be shifted")
        kind = "i64" if left.type == "i64" else ("wide" if op == "<<" else "u64")
        return ir.Binary(op, left, right, kind)

    def common(self, node: ast.AST, left: ir.Expr, right: ir.Expr) -> str:
        kinds = {"u64" if t == "wide" else t for t in (left.type, right.type) if t != "literal"} or {"i64"}
        if len(kinds) == 1 and next(iter(kinds)) in ("i64", "u64"):
            return str(next(iter(kinds)))
        pair = f"{describe(left.type)} and {describe(right.type)}"
        raise self.fail(node, f"{pair} do not mix; {advice(left.type, right.type)}")

    def on_UnaryOp(self, node: ast.UnaryOp) -> ir.Expr:
        value = self.expression(node.operand)
        if isinstance(node.op, ast.Not):
            return ir.Unary("not", self.fit(node, value, "bool"), "bool")
        if isinstance(node.op, ast.UAdd):
            raise self.fail(node, "drop the unary plus")
        op = "-" if isinstance(node.op, ast.USub) else "~"
        if isinstance(value, ir.Const) and value.type == "literal":
            return ir.Const(-value.value if op == "-" else ~value.value)
        if op == "~" and set_types.is_set(value.type):
            if value.type == "complement":
                raise self.fail(node, set_types.BARE)
            return ir.Unary(op, value, "complement")
        if value.type not in ("i64", "u64", "wide"):
            raise self.fail(node, f"{op} needs an integer")
        return ir.Unary(op, value, "i64" if value.type == "i64" else "wide")

    def on_Compare(self, node: ast.Compare) -> ir.Expr:
        sides = [self.expression(one) for one in (node.left, *node.comparators)]
        tests = [self.compare(node, op, a, b) for op, a, b in zip(node.ops, sides, sides[1:], strict=False)]
        return tests[0] if len(tests) == 1 else ir.Logic("and", tuple(tests))

    def compare(self, node: ast.AST, op: ast.cmpop, left: ir.Expr, right: ir.Expr) -> ir.Expr:
        if isinstance(op, ast.In | ast.NotIn) and set_types.is_set(right.type):
            return self.membership(node, left, right, isinstance(op, ast.NotIn))
        if type(op) not in COMPARE:
            word = type(op).__name__
            raise self.fail(node, f"{word} is not in the kernel subset; compare with == != < <= > >=; in is for sets")
        if left.type == right.type == "bool" and isinstance(op, ast.Eq | ast.NotEq):
            return ir.Compare(COMPARE[type(op)], left, right)
        if set_types.is_set(left.type) or set_types.is_set(right.type):
            return set_types.compare(self.fail, node, COMPARE[type(op)], left, right)
        kind = self.common(node, left, right)
        return ir.Compare(COMPARE[type(op)], self.fit(node, left, kind), self.fit(node, right, kind))

    def membership(self, node: ast.AST, left: ir.Expr, right: ir.Expr, absent: bool) -> ir.Expr:
        kind = set_types.measured(self.fail, node, right)
        index = self.fit(node, left, "i64")
        set_types.member(self.fail, node, index, kind)
        found = ir.Call("in", (index, right), "bool", True)
        return ir.Unary("not", found, "bool") if absent else found

    def on_BoolOp(self, node: ast.BoolOp) -> ir.Expr:
        parts = tuple(self.fit(one, self.expression(one), "bool") for one in node.values)
        return ir.Logic("and" if isinstance(node.op, ast.And) else "or", parts)

    def on_IfExp(self, node: ast.IfExp) -> ir.Expr:
        test = self.fit(node, self.expression(node.test), "bool")
        yes, no = self.expression(node.body), self.expression(node.orelse)
        if set_types.is_set(yes.type) or set_types.is_set(no.type):
            one, other, set_kind = set_types.alike(self.fail, node, yes, no)
            return ir.Select(test, one, other, set_kind)
        kind = "bool" if yes.type == no.type == "bool" else self.common(node, yes, no)
        return ir.Select(test, self.fit(node, yes, kind), self.fit(node, no, kind), kind)

    def on_Call(self, node: ast.Call) -> ir.Expr:
        return self.call(node, False)

    def call(self, node: ast.Call, root: bool) -> ir.Expr:
        if not isinstance(node.func, ast.Name) or node.keywords:
            raise self.fail(node, "call kernels by name with positional arguments")
        name = node.func.id
        args = [self.expression(a) for a in node.args]
        if name in intrinsics.PYTHON:
            return self.intrinsic(node, name, args)
        if name in self.types:
            raise self.fail(node, f"{name!r} is a local name here and hides the kernel; rename it")
        target = self.signatures.get(name)
        if target is None:
            known = ", ".join(intrinsics.PYTHON)
            raise self.fail(node, f"{name!r} is no kernel of this program and no intrinsic ({known})")
        if len(args) != len(target.params):
            raise self.fail(node, f"{name} takes {len(target.params)} arguments, not {len(args)}")
        fitted = tuple(self.fit(a, v, k) for a, v, (_, k) in zip(node.args, args, target.params, strict=True))
        self.function.calls.add(name)
        if not root:
            self.nested_calls.append((name, node.lineno))
        return ir.Call(name, fitted, target.result)

    def intrinsic(self, node: ast.Call, name: str, args: list[ir.Expr]) -> ir.Expr:
        if name in ("u64", "i64", "int"):
            return self.cast(node, name, args)
        if name in ("min", "max", "abs"):
            if len(args) != (1 if name == "abs" else 2):
                raise self.fail(node, f"{name} takes {1 if name == 'abs' else 2} values here")
            kind = self.common(node, args[0], args[-1])
            if name == "abs" and kind == "u64":
                raise self.fail(node, "abs of a u64 is the value itself; drop it")
            return ir.Call(name, tuple(self.fit(node, a, kind) for a in args), kind, True)
        if name in ("clear", "copy"):
            raise self.fail(node, f"{name}(…) gives no result; it is a statement of its own")
        if name == "len":
            if len(args) != 1 or not isinstance(args[0].type, ir.ArrayType) or not args[0].type.shape:
                raise self.fail(node, "len takes an array of a record, whose length is known")
            return ir.Const(args[0].type.shape[0])
        if name not in intrinsics.SIGNATURES or (args and set_types.is_set(args[0].type)):
            return self.set_call(node, name, args)
        kinds, result = intrinsics.SIGNATURES[name]
        self.count(node, name, args, kinds)
        if name == "bit" and isinstance(args[0], ir.Const) and not 0 <= args[0].value < 64:
            raise self.fail(node, f"bit({args[0].value}) is outside a u64; bits go from 0 to 63")
        return ir.Call(name, tuple(self.fit(node, a, k) for a, k in zip(args, kinds, strict=True)), result, True)

    def count(self, node: ast.Call, name: str, args: list[ir.Expr], kinds: tuple[str, ...]) -> None:
        if len(args) != len(kinds):
            raise self.fail(node, f"{name} takes {'one value' if len(kinds) == 1 else f'{len(kinds)} values'}")

    def set_call(self, node: ast.Call, name: str, args: list[ir.Expr]) -> ir.Expr:
        if name not in intrinsics.SET_SIGNATURES:
            raise self.fail(node, f"{name} takes an integer, no set")
        kinds, result = intrinsics.SET_SIGNATURES[name]
        self.count(node, name, args, kinds)
        fitted = [one if k == "set" else self.fit(node, one, k) for one, k in zip(args, kinds, strict=True)]
        kind: ir.Type = result
        if kinds[:1] == ("set",) and not (name == "masked" and args[0].type == "set"):
            measured = set_types.measured(self.fail, node, args[0])
            kind = measured if result == "set" else result
            if name == "word_of" and isinstance(fitted[1], ir.Const) and not 0 <= fitted[1].value < measured.words:
                raise self.fail(node, f"a {measured.name} has {measured.words} words; the first is word 0")
        return ir.Call(name, tuple(fitted), kind, True)

    def cast(self, node: ast.Call, name: str, args: list[ir.Expr]) -> ir.Expr:
        if len(args) != 1:
            raise self.fail(node, f"{name} takes one value")
        (value,) = args
        if name == "int":
            if value.type != "bool":
                raise self.fail(node, "int(…) turns a bool into 0 or 1; for a u64 write i64(…)")
            return ir.Call("int", (value,), "i64", True)
        if isinstance(value, ir.Const) and value.type != "bool":
            return ir.Const(intrinsics.u64(value.value) if name == "u64" else intrinsics.i64(value.value), name)
        if value.type not in ("i64", "u64", "wide"):
            raise self.fail(node, f"{name}(…) takes an integer; for a bool write int(…)")
        return ir.Call(name, (value,), name, True)


def loaded(item: str | SetType | Record) -> ir.Type:
    """What reading a stored item gives: every narrow integer widens to i64."""
    return ("u64" if item == "u64" else "i64") if isinstance(item, str) else item


def describe(kind: ir.Type) -> str:
    if isinstance(kind, Record):
        return f"record {kind.name}"
    if isinstance(kind, SetType):
        return kind.name
    if isinstance(kind, ir.ArrayType):
        return f"array of {kind.item if isinstance(kind.item, str) else kind.item.name}"
    return {"i64": "int", "literal": "int", "wide": "u64", "none": "no value", "set": "a set"}.get(kind, kind)


def advice(have: ir.Type, want: ir.Type) -> str:
    pair = {describe(have), describe(want)}
    if pair == {"int", "u64"}:
        return "write u64(…) or i64(…) around one of them"
    if pair == {"int", "bool"}:
        return "write x != 0 for a bool or int(x) for an integer"
    return "pass a value of that type"
