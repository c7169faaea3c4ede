"""Random typed expressions: source, linked and run on every engine, against a plain evaluation of the same tree."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from lang.lab import ENGINES, HEADER, Lab, array, linked

LOW, HIGH, FULL = -(1 << 63), (1 << 63) - 1, 1 << 64
#: rows of inputs: two ints, two words
ROWS = [
    (0, 0, 0, 0), (1, -1, 1, FULL - 1), (-7, 2, 7, 1 << 63), (7, -2, 63, 3), (-1, 63, FULL - 1, FULL - 1),
    (HIGH, 1, HIGH, 2), (LOW, -1, 1 << 63, 1 << 32), (1 << 31, -(1 << 31), (1 << 32) - 1, 5),
    (12, 5, 0x9E3779B97F4A7C15, 9),
]  # fmt: skip
INPUTS = {"a": "i64", "b": "i64", "x": "u64", "y": "u64"}
SYMBOLS: dict[str, Callable[[int, int], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv, "%": operator.mod,
    "&": operator.and_, "|": operator.or_, "^": operator.xor, "<<": operator.lshift, ">>": operator.rshift,
    "<": operator.lt, "<=": operator.le, "==": operator.eq, "!=": operator.ne, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


class Outside(Exception):
    """The row leaves what kernels promise: an int beyond 64 bits or a division by zero."""


@dataclass(frozen=True)
class Tree:
    """An expression of one type; ``wide`` words may exceed 64 bits in plain Python."""

    kind: str
    text: str
    value: Callable[[dict[str, int]], int]
    literal: bool = False

    @property
    def solid(self) -> Tree:
        """Itself, or an input in the place of a literal: the checker would fold literals among themselves."""
        name = "a" if self.kind == "i64" else "x"
        return Tree(self.kind, name, lambda row: row[name]) if self.literal else self


def leaf(kind: str) -> st.SearchStrategy[Tree]:
    names = [name for name, one in INPUTS.items() if one == kind]
    low, high = (LOW, HIGH) if kind == "i64" else (0, FULL - 1)
    small = st.integers(max(low, -9), 9)
    named = st.sampled_from(names).map(lambda name: Tree(kind, name, lambda row: row[name]))
    return named | (small | st.integers(low, high)).map(lambda n: Tree(kind, f"({n})", lambda _: n, True))


def ranged(value: int) -> int:
    if not LOW <= value <= HIGH:
        raise Outside
    return value


@st.composite
def trees(draw: st.DrawFn, kind: str, depth: int) -> Tree:
    """A random tree of type ``kind``."""
    if kind == "bool":
        return draw(conditions(depth))
    if depth == 0:
        return draw(leaf("u64" if kind == "wide" else kind))
    if kind == "wide":
        return draw(wide(depth))
    return draw({"i64": ints, "u64": words}[kind](depth))


def infix(kind: str, op: str, left: Tree, right: Tree, check: Callable[[int], int] = int) -> Tree:
    left = left.solid

    def value(row: dict[str, int]) -> int:
        a, b = left.value(row), right.value(row)
        if op in ("//", "%") and (b == 0 or (a, b) == (LOW, -1)):
            raise Outside
        return check(SYMBOLS[op](a, b))

    return Tree(kind, f"({left.text} {op} {right.text})", value)


@st.composite
def ints(draw: st.DrawFn, depth: int) -> Tree:
    form = draw(st.sampled_from(["arithmetic", "arithmetic", "shift", "unary", "pick", "call", "select", "cast"]))
    one = draw(trees("u64" if form == "cast" else "i64", depth - 1)).solid
    if form == "arithmetic":
        op = draw(st.sampled_from(["+", "-", "*", "//", "%", "&", "|", "^"]))
        other = draw(trees("i64", depth - 1))
        if other.text == "(0)" and op in ("//", "%"):  # refused by the checker
            op = "+"
        return infix("i64", op, one, other, ranged)
    if form == "shift":
        amount = draw(st.integers(0, 63))
        op = draw(st.sampled_from(["<<", ">>"]))
        return infix("i64", op, one, Tree("i64", str(amount), lambda _: amount), ranged)
    if form == "unary":
        if draw(st.booleans()):
            return Tree("i64", f"(-{one.text})", lambda row: ranged(-one.value(row)))
        return Tree("i64", f"(~{one.text})", lambda row: ~one.value(row))
    if form == "call":
        return Tree("i64", f"abs({one.text})", lambda row: ranged(abs(one.value(row))))
    if form == "cast":
        return draw(casts(one))
    return draw(picks("i64", one, depth)) if form == "pick" else draw(selects("i64", one, depth))


@st.composite
def casts(draw: st.DrawFn, word: Tree) -> Tree:
    """Words as ints."""
    name = draw(st.sampled_from(["i64", "popcount", "lowest"]))

    def value(row: dict[str, int]) -> int:
        n = word.value(row)
        if name == "i64":
            return n - FULL if n >> 63 else n
        return bin(n).count("1") if name == "popcount" else next((k for k in range(64) if n >> k & 1), 64)

    return Tree("i64", f"{name}({word.text})", value)


@st.composite
def words(draw: st.DrawFn, depth: int) -> Tree:
    form = draw(st.sampled_from(["bits", "wrap", "wrap", "mask", "shift", "divide", "pick", "select", "cast"]))
    one = draw(trees({"wrap": "wide", "mask": "wide", "cast": "i64"}.get(form, "u64"), depth - 1)).solid
    if form in ("wrap", "cast"):
        return Tree("u64", f"u64({one.text})", lambda row: one.value(row) % FULL)
    if form == "shift":
        amount = draw(st.integers(0, 63))
        return infix("u64", ">>", one, Tree("i64", str(amount), lambda _: amount))
    if form in ("bits", "divide", "mask"):
        op = "&" if form == "mask" else draw(st.sampled_from("&|^" if form == "bits" else ["//", "%"]))
        other = draw(trees("u64", depth - 1))
        if other.text == "(0)" and form == "divide":
            op = "|"
        return infix("u64", op, one, other)
    return draw(picks("u64", one, depth)) if form == "pick" else draw(selects("u64", one, depth))


@st.composite
def wide(draw: st.DrawFn, depth: int) -> Tree:
    """Arithmetic that agrees modulo 2**64 and is wrapped further out."""
    one = draw(trees(draw(st.sampled_from(["u64", "wide"])), depth - 1)).solid
    if draw(st.integers(0, 3)) == 0:
        op = draw(st.sampled_from("-~"))
        return Tree("wide", f"({op}{one.text})", lambda row: -one.value(row) if op == "-" else ~one.value(row))
    other = draw(trees("u64", depth - 1))
    return infix("wide", draw(st.sampled_from("+-*")), one, other)


@st.composite
def picks(draw: st.DrawFn, kind: str, one: Tree, depth: int) -> Tree:
    other, name = draw(trees(kind, depth - 1)), draw(st.sampled_from(["min", "max"]))
    best = min if name == "min" else max
    return Tree(kind, f"{name}({one.text}, {other.text})", lambda row: best(one.value(row), other.value(row)))


@st.composite
def selects(draw: st.DrawFn, kind: str, one: Tree, depth: int) -> Tree:
    test, other = draw(conditions(depth - 1)), draw(trees(kind, depth - 1))
    text = f"({one.text} if {test.text} else {other.text})"
    return Tree(kind, text, lambda row: one.value(row) if test.value(row) else other.value(row))


@st.composite
def conditions(draw: st.DrawFn, depth: int) -> Tree:
    form = draw(st.sampled_from(["compare", "and", "or", "not", "same"])) if depth > 0 else "compare"
    below = max(depth - 1, 0)
    if form == "compare":
        kind = draw(st.sampled_from(["i64", "u64"]))
        op = draw(st.sampled_from(["<", "<=", "==", "!=", ">", ">="]))
        return infix("bool", op, draw(trees(kind, below)), draw(trees(kind, below)))
    one = draw(conditions(below))
    if form == "not":
        return Tree("bool", f"(not {one.text})", lambda row: not one.value(row))
    other = draw(conditions(below))
    if form == "same":
        return infix("bool", "==", one, other)
    if form == "and":
        return Tree("bool", f"({one.text} and {other.text})", lambda row: one.value(row) and other.value(row))
    return Tree("bool", f"({one.text} or {other.text})", lambda row: one.value(row) or other.value(row))


def kernel(number: int, tree: Tree) -> str:
    wrap = {"i64": tree.text, "u64": f"i64({tree.text})", "bool": f"int({tree.text})"}[tree.kind]
    return (
        f'def e{number}(first: "i64[:]", plain: "u64[:]", rows: "i64[:]", n: int, out: "i64[:]") -> None:\n'
        "    for k in range(n):\n        r = rows[k]\n"
        "        a = first[2 * r]\n        b = first[2 * r + 1]\n"
        "        x = plain[2 * r]\n        y = plain[2 * r + 1]\n"
        f"        out[k] = {wrap}\n"
    )


def expected(tree: Tree) -> tuple[list[int], list[int]]:
    """The rows that stay inside, and the results there."""
    rows, results = [], []
    for number, row in enumerate(ROWS):
        try:
            value = int(tree.value(dict(zip(INPUTS, row, strict=True))))
        except Outside:
            continue
        rows.append(number)
        results.append(value - FULL if tree.kind == "u64" and value >> 63 else value)
    return rows, results


KINDS = st.sampled_from(["i64", "u64", "bool"])


@settings(
    max_examples=5,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],  # a failure names its one expression; every attempt to shrink it would compile again
)
@given(forest=st.lists(KINDS.flatmap(lambda kind: trees(kind, 3)), min_size=25, max_size=25))
def test_random_expressions(tmp_path_factory: pytest.TempPathFactory, forest: list[Tree]) -> None:
    folder = tmp_path_factory.mktemp("forest")
    text = HEADER + "\n".join(kernel(number, tree) for number, tree in enumerate(forest))
    lab = Lab(linked(folder, kernels=text), folder, ("-O1", "-w"))
    first = array("i64", [n for row in ROWS for n in row[:2]])
    plain = array("u64", [n for row in ROWS for n in row[2:]])
    answers = [expected(tree) for tree in forest]
    assert sum(bool(want) for _, want in answers) > len(forest) // 2, "rows that stay inside are too few"
    for number, (tree, (rows, want)) in enumerate(zip(forest, answers, strict=True)):
        for engine in ENGINES:
            if engine == "numba" and number >= 3:  # each kernel takes numba a third of a second
                continue
            got = array("i64", [0] * len(want))
            lab.run(engine, f"e{number}", first, plain, array("i64", rows), len(want), got)
            assert got.tolist() == want, f"{engine}: {tree.text} on {[ROWS[r] for r in rows]}"
