"""The same kernels as one flat numba module, with every cast written out.

numba's own typing would mix signedness and let narrow fields wrap; the checker knows every type, so it says them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass

from dune_sim.engines.numba_set_source import SetPrinter, header
from dune_sim.lang import ir
from dune_sim.lang.chains import called_once, in_the_loop
from dune_sim.lang.link import Program
from dune_sim.lang.records import Record, SetType

HEADER = '''"""Generated from the kernels of {name}; do not edit."""
from numba import njit, int64, uint64
from dune_sim.engines.numba_intrinsics import popcount, lowest, nth
'''


#: kernels that come to at most this many tree nodes, the ones merged into them included, are merged into their callers,
#: because numba passes a status out of every call that LLVM keeps. A program of few kernels is merged as a whole: that
#: doubled the speed of battles; for a whole game it took many minutes.
INLINE_NODES = 120
#: a kernel with a single caller may be this large: merging it makes nothing grow; it took a third off a game of Arrakis
ONCE_NODES = 400
FEW_KERNELS = 150


#: only ``enter`` is called from Python; the others need no wrappers, which saves a fifth of the compilation
INNER = ", no_cpython_wrapper=True, no_cfunc_wrapper=True"


def numba_source(program: Program, options: str, inner: str = INNER) -> str:
    """A module that defines every kernel with ``@njit(options)``; ``enter`` alone is cached on disk.

    ``inner`` are the options of all others; with an empty one they can be called from Python as well.
    """
    parts = [HEADER.format(name=program.name) + header(widths(program))]
    merged = small(program.functions)
    for one in program.functions.values():
        # said either way, because a callee would take over what its first caller says
        more = f"{inner}, forceinline={one.name in merged}" if one.name != "enter" else ", cache=True"
        parts.append(f"@njit({options}{more})\n" + _Printer(one).text())
    return "\n\n".join(parts) + "\n"


def widths(program: Program) -> set[int]:
    """How many words the sets of a program have."""
    kinds = [kind for one in program.functions.values() for kind in set_types_in(one)]
    kinds += [one.type for record in program.records.values() for one in record.fields]
    return {kind.words for kind in kinds if isinstance(kind, SetType)}


def set_types_in(tree: object) -> list[ir.Type]:
    """The set types in a tree."""
    if isinstance(tree, SetType):
        return [tree]
    if isinstance(tree, tuple):
        return [kind for part in tree for kind in set_types_in(part)]
    if is_dataclass(tree) and not isinstance(tree, Record):
        return [kind for part in fields(tree) for kind in set_types_in(getattr(tree, part.name))]
    return []


def small(functions: Mapping[str, ir.Function]) -> set[str]:
    """Kernels to merge into their callers; callees come first."""
    if len(functions) <= FEW_KERNELS:
        return set(functions)
    sizes: dict[str, int] = {}
    for one in functions.values():
        inner = sum(sizes.get(name, 0) for name in called(one.body))
        if nodes(one.body) + inner <= INLINE_NODES:
            sizes[one.name] = nodes(one.body) + inner
    once = {name for name in called_once(functions) if nodes(functions[name].body) <= ONCE_NODES}
    return set(sizes) | once | in_the_loop(functions)


def called(tree: object) -> list[str]:
    """Names of the kernels that a tree calls, once for each call."""
    if isinstance(tree, tuple):
        return [name for part in tree for name in called(part)]
    if is_dataclass(tree) and not isinstance(tree, Record | SetType | ir.ArrayType):
        own = [tree.name] if isinstance(tree, ir.Call) and not tree.intrinsic else []
        return own + [name for part in fields(tree) for name in called(getattr(tree, part.name))]
    return []


def nodes(tree: object) -> int:
    """Size of a typed tree."""
    if isinstance(tree, tuple):
        return sum(nodes(part) for part in tree)
    if is_dataclass(tree) and not isinstance(tree, Record | SetType | ir.ArrayType):
        return 1 + sum(nodes(getattr(tree, part.name)) for part in fields(tree))
    return 0


class _Printer:
    def __init__(self, function: ir.Function) -> None:
        self.function = function
        self.lines: list[str] = []
        self.sets = SetPrinter(self.expr, self.place)

    def text(self) -> str:
        names = ", ".join(name for name, _ in self.function.params)
        self.lines.append(f"def {self.function.name}({names}):")
        for name, kind in self.function.params:
            if kind in ("i64", "u64"):
                self.lines.append(f"    {name} = {_CAST[str(kind)]}({name})")
        self.block(self.function.body, 1)
        return "\n".join(self.lines)

    def block(self, body: tuple[ir.Stmt, ...], depth: int) -> None:
        if not body:
            self.put(depth, "pass")
        for one in body:
            self.statement(one, depth)

    def put(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def statement(self, s: ir.Stmt, depth: int) -> None:
        match s:
            case ir.Assign(target, value) if isinstance(target.type, SetType):
                self.put(depth, self.sets.assign(target, value))
            case ir.Assign(target, value):
                self.put(depth, f"{self.place(target)} = {self.kept(value)}")
            case ir.Do(call):
                self.put(depth, self.expr(call))
            case ir.Return(value):
                self.put(depth, "return" if value is None else f"return {self.kept(value)}")
            case ir.Jump(word):
                self.put(depth, word)
            case ir.Check(_):
                self.put(depth, "pass")
            case ir.If():
                self.branch(s, depth)
            case ir.While(test, body):
                self.put(depth, f"while {self.expr(test)}:")
                self.block(body, depth + 1)
            case ir.For(name, start, stop, step, body):
                self.put(depth, f"for {name} in range({self.expr(start)}, {self.expr(stop)}, {step}):")
                self.block(body, depth + 1)

            case ir.Each(_, _, body):
                before = self.sets.each(s)
                for text, inner in zip(before, (0, 0, 1, 1), strict=True):
                    self.put(depth + inner, text)
                self.block(body, depth + 1)
            case ir.Clear(record):
                self.put(depth, f"sets_.clear({self.place(record)})")
            case ir.Copy(into, source):
                self.put(depth, f"sets_.copy({self.place(into)}, {self.place(source)})")

    def kept(self, value: ir.Expr) -> str:
        # numba types a field that is an array by its length; a slice of it is an array like any other
        view = "[:]" if isinstance(value, ir.Member) and isinstance(value.type, ir.ArrayType) else ""
        return self.expr(value) + view

    def branch(self, s: ir.If, depth: int) -> None:
        # a chain stays flat: Python's parser knows no more than 100 levels of indentation
        self.put(depth, f"if {self.expr(s.test)}:")
        self.block(s.body, depth + 1)
        while len(s.orelse) == 1 and isinstance(s.orelse[0], ir.If):
            s = s.orelse[0]
            self.put(depth, f"elif {self.expr(s.test)}:")
            self.block(s.body, depth + 1)
        if s.orelse:
            self.put(depth, "else:")
            self.block(s.orelse, depth + 1)

    def place(self, e: ir.Expr) -> str:
        """A field or item without the cast that a load gets."""
        match e:
            case ir.Member(base, name, _):
                return f"{self.place(base)}.{name}"
            case ir.Index():
                indices: list[str] = []
                inner: ir.Expr = e
                while isinstance(inner, ir.Index):
                    indices.insert(0, f"uint64({self.expr(inner.index)})")
                    inner = inner.base
                return f"{self.place(inner)}[{', '.join(indices)}]"
            case ir.Local(name, _):
                return name
            case ir.Call():
                return self.call(e)
        raise AssertionError(e)

    def expr(self, e: ir.Expr) -> str:
        match e:
            case ir.Const(value, kind):
                if kind == "bool":
                    return str(bool(value))
                return f"{_CAST.get(str(kind), 'int64')}({value})"
            case ir.Local(name, _):
                return name
            case ir.Member() | ir.Index() if isinstance(e.type, SetType):
                return self.sets.load(e)
            case ir.Member() | ir.Index():
                if isinstance(e.type, Record | ir.ArrayType):
                    return self.place(e)
                return f"{_CAST[str(e.type)]}({self.place(e)})"
            case ir.Binary(op, left, right, kind):
                second = self.expr(right)
                if isinstance(kind, SetType):
                    return self.sets.binary(op, kind, self.expr(left), second)
                if op in ("<<", ">>") and kind != "i64":
                    second = f"uint64({second})"
                return f"({self.expr(left)} {op} {second})"
            case ir.Unary(op, operand, _):
                return f"({op} {self.expr(operand)})" if op == "not" else f"({op}{self.expr(operand)})"
            case ir.Compare(op, left, right) if isinstance(left.type, SetType):
                return self.sets.binary(op, left.type, self.expr(left), self.expr(right))
            case ir.Compare(op, left, right):
                return f"({self.expr(left)} {op} {self.expr(right)})"
            case ir.Logic(op, parts):
                return "(" + f" {op} ".join(self.expr(p) for p in parts) + ")"
            case ir.Select(test, yes, no, _):
                return f"({self.expr(yes)} if {self.expr(test)} else {self.expr(no)})"
            case ir.Call():
                return self.call(e)
        raise AssertionError(e)

    def call(self, e: ir.Call) -> str:
        of_sets = self.sets.call(e)
        if of_sets is not None:
            return of_sets
        args = [self.expr(a) for a in e.args]
        if e.intrinsic:
            if e.name in ("u64", "i64", "int"):
                return f"{_CAST['u64' if e.name == 'u64' else 'i64']}({args[0]})"
            if e.name == "bit":
                return f"(uint64(1) << uint64({args[0]}))"
        return f"{e.name}({', '.join(args)})"


_CAST = {"i64": "int64", "u64": "uint64", "wide": "uint64", "literal": "int64"}
