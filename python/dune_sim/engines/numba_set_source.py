"""Sets in the numba source: a set of one word is a number, a larger one a tuple of words (``numba_sets.py``)."""

from __future__ import annotations

from collections.abc import Callable

from dune_sim.lang import ir, set_types
from dune_sim.lang.records import SetType

Print = Callable[[ir.Expr], str]
ONE_WORD = {
    "nothing": "uint64(0)",
    "only": "(uint64(1) << uint64({0}))",
    "empty": "({0} == uint64(0))",
    "in": "((({1} >> uint64({0})) & uint64(1)) != uint64(0))",
    "masked": "({0} & (uint64(0) - uint64({1})))",
    "word_of": "{0}",
}
OPERATORS = {"&": "both", "|": "either", "^": "differ", "-": "minus", "==": "equal"}
CHANGES = {"|": "add", "-": "drop", "^": "turn"}


def header(widths: set[int]) -> str:
    """Functions that differ between sets of different sizes; no kernel's name ends in an underscore."""
    lines = ["from dune_sim.engines import numba_sets as sets_"]
    for w in sorted(widths - {1}):
        lines += [f"{name}_{w}_ = sets_.{name}({w})" for name in ("only", "load", "save", "has_in")]
        lines += [f'{name}_{w}_ = sets_.change("{name}", {w})' for name in CHANGES.values()]
    return "\n".join(lines) + "\n"


def words_of(kind: ir.Type) -> int:
    assert isinstance(kind, SetType)
    return kind.words


class SetPrinter:
    """Prints what has to do with sets; ``expr`` and ``place`` print everything else."""

    def __init__(self, expr: Print, place: Print) -> None:
        self.expr, self.place = expr, place
        self.loops = 0

    def memory(self, e: ir.Expr) -> str:
        """A set in memory as two arguments: the array of its words and its place among the sets there."""
        at = "int64(0)"
        indices: list[ir.Index] = []
        while isinstance(e, ir.Index):
            indices.insert(0, e)
            e = e.base
        for k, one in enumerate(indices):
            assert isinstance(one.base.type, ir.ArrayType)
            index = self.expr(one.index)
            at = index if k == 0 else f"({at} * int64({one.base.type.shape[0]}) + {index})"
        return f"{self.place(e)}, {at}"

    def load(self, e: ir.Expr) -> str:
        w = words_of(e.type)
        return f"uint64({self.place(e)})" if w == 1 else f"load_{w}_({self.memory(e)})"

    def assign(self, target: ir.Expr, value: ir.Expr) -> str:
        w = words_of(target.type)
        if w == 1 or not set_types.in_memory(target):
            return f"{self.place(target)} = {self.expr(value)}"
        change = set_types.update(target, value)
        if change is None:
            return f"save_{w}_({self.memory(target)}, {self.expr(value)})"
        op, index, test = change
        on = "True" if test is None else self.expr(test)
        return f"{CHANGES[op]}_{w}_({self.memory(target)}, {self.expr(index)}, {on})"

    def binary(self, op: str, kind: ir.Type, left: str, right: str) -> str:
        if words_of(kind) == 1:
            return f"({left} & ~{right})" if op == "-" else f"({left} {op} {right})"
        if op == "!=":
            return f"(not sets_.equal({left}, {right}))"
        return f"sets_.{OPERATORS[op]}({left}, {right})"

    def call(self, e: ir.Call) -> str | None:
        """A function of sets; None for any other."""
        kind = next((one.type for one in e.args if isinstance(one.type, SetType)), e.type)
        if not e.intrinsic or not isinstance(kind, SetType):
            return None
        w, args = kind.words, [self.expr(one) for one in e.args]
        if w == 1:
            return ONE_WORD[e.name].format(*args) if e.name in ONE_WORD else f"{e.name}({', '.join(args)})"
        if e.name == "nothing":
            return f"({', '.join(['uint64(0)'] * w)})"
        if e.name == "only":
            return f"only_{w}_({args[0]})"
        if e.name == "in":
            if set_types.in_memory(e.args[1]):
                return f"has_in_{w}_({self.memory(e.args[1])}, {args[0]})"
            return f"sets_.has({args[1]}, {args[0]})"
        return f"sets_.{e.name}({', '.join(args)})"

    def each(self, s: ir.Each) -> list[str]:
        """The lines before the body of a loop, the last two of them within it."""
        self.loops += 1
        rest = f"rest{self.loops}_"
        if words_of(s.items.type) == 1:
            test, first, less = f"{rest} != uint64(0)", f"lowest({rest})", f"{rest} & ({rest} - uint64(1))"
        else:
            test, first, less = f"not sets_.empty({rest})", f"sets_.lowest({rest})", f"sets_.rest({rest})"
        return [f"{rest} = {self.expr(s.items)}", f"while {test}:", f"{s.name} = {first}", f"{rest} = {less}"]
