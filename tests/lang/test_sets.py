"""Sets: every operation at many sizes is what Python's frozenset gives, on every engine."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dune_sim.lang.intrinsics import Bits
from lang.lab import ENGINES, HEADER, Lab, array, linked

SIZES = (1, 63, 64, 65, 101, 128, 192, 320)
#: expressions that give a set, and what they give
SETS = {
    "a & b": lambda a, b, i, f: a & b,
    "a | b": lambda a, b, i, f: a | b,
    "a ^ b": lambda a, b, i, f: a ^ b,
    "a - b": lambda a, b, i, f: a - b,
    "a & ~b": lambda a, b, i, f: a - b,
    "~a & b": lambda a, b, i, f: b - a,
    "g.a{n} & ~(b | only(i))": lambda a, b, i, f: a - b - {i},
    "a | only(i)": lambda a, b, i, f: a | {i},
    "only(i) ^ a": lambda a, b, i, f: a ^ {i},
    "a - only(i)": lambda a, b, i, f: a - {i},
    "only(i) & a": lambda a, b, i, f: a & {i},
    "masked(a, f) | masked(only(i), not f)": lambda a, b, i, f: a if f else {i},
    "a if f else g.b{n}": lambda a, b, i, f: a if f else b,
    "nothing() if f else only(i)": lambda a, b, i, f: set() if f else {i},
    "mixed_{n}(a, b, i)": lambda a, b, i, f: (a & b) | {i},
    "union_{n}(g.rows{n}[1], 2) | nothing()": lambda a, b, i, f: a | b,
}
#: conditions and numbers
NUMBERS = {
    "int(a == b)": lambda a, b, i: a == b,
    "int(g.a{n} != b)": lambda a, b, i: a != b,
    "int(a & b == nothing())": lambda a, b, i: not a & b,
    "int(empty(a - b))": lambda a, b, i: a <= b,
    "int(i in a)": lambda a, b, i: i in a,
    "int(i not in a)": lambda a, b, i: i not in a,
    "int(i in g.b{n})": lambda a, b, i: i in b,
    "int(i in g.rows{n}[1][1])": lambda a, b, i: i in b,
    "int(i in (a & b))": lambda a, b, i: i in a & b,
    "popcount(a)": lambda a, b, i: len(a),
    "lowest(a | only(i))": lambda a, b, i: min(a | {i}),
    "nth(a | only(i), popcount(a))": lambda a, b, i: max(a) if i in a else sorted(a | {i})[len(a)],
    "nth(g.a{n}, popcount(a) // 2) if not empty(a) else -1": lambda a, b, i: sorted(a)[len(a) // 2] if a else -1,
    "i64(word_of(a, {last}))": lambda a, b, i: None,
    "i64(word_of(g.a{n}, i // 64))": lambda a, b, i: None,
    "i64(word_of(a, i // 64))": lambda a, b, i: None,
}


def signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word


def wants(n: int, a: set[int], b: set[int], i: int) -> list[int]:
    found = []
    for text, oracle in NUMBERS.items():
        if "word_of" in text:
            at = (n - 1) // 64 if "last" in text else i // 64
            found.append(signed(sum(1 << (k - 64 * at) for k in a if k // 64 == at)))
        elif "nth(a | only" in text and i in a:
            found.append(-1)
        else:
            found.append(int(oracle(a, b, i)))  # type: ignore[no-untyped-call]
    return found


def layout() -> str:
    rows = [
        f'("a{n}", Set({n}), ""), ("b{n}", Set({n}), ""), ("x{n}", "u8", ""), ("rows{n}", Set({n}), (2, 2), ""),'
        f'("made{n}", Set({n}), {len(SETS)}, ""), ("k{n}", Set({n}), 3, ""),'
        for n in SIZES
    ]
    return f'State = Record("State", "sets", ({" ".join(rows)} ("n", "i64", "")))\n'


def kernels(n: int) -> str:
    lines = [f"def operate_{n}(s: 'State[:]', out: 'i64[:]', i: int, f: bool) -> None:", "    g = s[0]"]
    lines += [f"    a = g.a{n}", f"    b: Set[N{n}] = g.b{n}", f"    g.rows{n}[1][0] = a", f"    g.rows{n}[1][1] = b"]
    lines += [f"    g.made{n}[{k}] = {text.format(n=n)}" for k, text in enumerate(SETS)]
    for k, text in enumerate(NUMBERS):
        test = "i not in a" if "nth(a | only" in text else "True"
        value = text.format(n=n, last=(n - 1) // 64)
        lines += [f"    out[{k}] = -1", f"    if {test}:", f"        out[{k}] = {value}"]
    return f"""
N{n} = {n}

def mixed_{n}(a: Set[N{n}], b: Set[{n}], i: int) -> Set[N{n}]:
    return a & b | only(i)

def union_{n}(row: "Set[N{n}][:]", many: int) -> Set[N{n}]:
    all: Set[N{n}] = nothing()
    for k in range(many):
        all |= row[k]
    return all

{chr(10).join(lines)}

def change_{n}(s: "State[:]", i: int, k: int, f: bool) -> None:
    \"\"\"One member at a time, in fields, items and locals.\"\"\"
    g = s[0]
    x = g.a{n}
    y = x
    g.k{n}[k] = g.a{n}
    g.k{n}[k] |= only(i)
    g.a{n} -= only(i)
    g.b{n} ^= only(i)
    g.rows{n}[0][k] |= masked(only(i), f)
    g.rows{n}[1][k] = only(i) | g.rows{n}[1][k]
    x |= only(i)
    y -= only(i)
    x ^= y
    y = y ^ masked(only(i), f)
    y &= ~x
    g.made{n}[0] = x
    g.made{n}[1] = y

def walk_{n}(s: "State[:]", out: "i64[:]", skip: int, stop: int) -> int:
    \"\"\"The source loses members and gains others while the loop runs.\"\"\"
    g = s[0]
    at = 0
    for i in g.a{n}:
        g.a{n} ^= g.b{n}
        if i == skip:
            continue
        for j in g.b{n} - only(i):
            if j > i:
                break
            if j % 2 == 1:
                continue
            at += 1
        out[at % 1000 + 1000] = i
        out[at % 1000] += j_of(i)
        if i >= stop:
            break
        i = 0
        at += 1
    return at
"""


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Lab:
    folder = tmp_path_factory.mktemp("sets")
    text = HEADER + "\ndef j_of(i: int) -> int:\n    return i + 1\n" + "".join(kernels(n) for n in SIZES)
    return Lab(linked(folder, layout(), kernels=text), folder)


def pack(members: Iterable[int], n: int) -> Any:
    words = [0] * ((n + 63) // 64)
    for i in members:
        words[i // 64] |= 1 << i % 64
    return words if n > 64 else words[0]


def unpack(words: Any) -> set[int]:
    return {64 * w + k for w, word in enumerate(np.atleast_1d(words).tolist()) for k in range(64) if word >> k & 1}


@st.composite
def scenes(draw: st.DrawFn) -> tuple[int, set[int], set[int], int, bool]:
    n = draw(st.sampled_from(SIZES))
    some = st.sets(st.integers(0, n - 1) | st.sampled_from([k for k in (0, 63, 64, 127, 128, n - 1) if k < n]))
    full = st.just(set(range(n)))
    return n, draw(some | full), draw(some | full), draw(st.integers(0, n - 1)), draw(st.booleans())


Scene = tuple[int, set[int], set[int], int, bool]
steady = settings(
    derandomize=True, deadline=None, max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def filled(lab: Lab, n: int, a: set[int], b: set[int]) -> Any:
    raw = array(lab.program.records["State"], 1)
    raw[f"a{n}"][0], raw[f"b{n}"][0] = pack(a, n), pack(b, n)
    return raw


@steady
@given(scenes())
def test_operations(lab: Lab, scene: Scene) -> None:
    n, a, b, i, f = scene
    for engine in ENGINES:
        raw, out = filled(lab, n, a, b), np.zeros(len(NUMBERS), np.int64)
        lab.run(engine, f"operate_{n}", raw, out, i, f)
        made = dict(zip(SETS, (unpack(words) for words in raw[f"made{n}"][0]), strict=True))
        assert made == {text: set(oracle(a, b, i, f)) for text, oracle in SETS.items()}, engine  # type: ignore[no-untyped-call]
        assert dict(zip(NUMBERS, out.tolist(), strict=True)) == dict(
            zip(NUMBERS, wants(n, a, b, i), strict=True)
        ), engine


@steady
@given(scenes(), st.integers(0, 1))
def test_one_member_at_a_time(lab: Lab, scene: Scene, k: int) -> None:
    n, a, b, i, f = scene
    for engine in ENGINES:
        raw = filled(lab, n, a, b)
        lab.run(engine, f"change_{n}", raw, i, k, f)
        g, one = raw[0], {i} if f else set()
        assert unpack(g[f"k{n}"][k]) == a | {i} and not unpack(g[f"k{n}"][1 - k]), engine
        assert unpack(g[f"a{n}"]) == a - {i} and unpack(g[f"b{n}"]) == b ^ {i}, engine
        assert unpack(g[f"rows{n}"][0, k]) == one and unpack(g[f"rows{n}"][1, k]) == {i}, engine
        x, y = (a | {i}) ^ (a - {i}), a - {i}
        assert unpack(g[f"made{n}"][0]) == x and unpack(g[f"made{n}"][1]) == (y ^ one) - x, engine
        touched = {f"{name}{n}" for name in ("a", "b", "k", "rows", "made")}
        assert not any(np.any(g[name]) for name in raw.dtype.names if name not in touched), engine


def walked(n: int, a: set[int], b: set[int], skip: int, stop: int) -> tuple[int, list[int]]:
    at, out = 0, [0] * 2000
    for i in sorted(a):
        if i == skip:
            continue
        at += sum(1 for j in sorted(b - {i}) if j <= i and j % 2 == 0)
        out[at % 1000 + 1000] = i
        out[at % 1000] += i + 1
        if i >= stop:
            break
        at += 1
    return at, out


@steady
@given(scenes(), st.integers(0, 330))
def test_loops(lab: Lab, scene: Scene, stop: int) -> None:
    n, a, b, skip, _ = scene
    for engine in ENGINES:
        raw, out = filled(lab, n, a, b), np.zeros(2000, np.int64)
        assert (lab.run(engine, f"walk_{n}", raw, out, skip, stop), out.tolist()) == walked(n, a, b, skip, stop), engine


def test_python_asks_for_members_that_are_there() -> None:
    from dune_sim.lang.intrinsics import lowest, nth

    with pytest.raises(ValueError, match="lowest of an empty set"):
        lowest(Bits())
    with pytest.raises(ValueError, match="member 2 of a set of 2"):
        nth(Bits(5), 2)
    assert lowest(0) == 64 and nth(5, 2) == 64
    assert (repr(Bits(5)), repr(~Bits(0)), repr(Bits())) == ("{0, 2}", "Bits(-0x1)", "{}")


def test_asking_too_much_harms_nobody(lab: Lab, tmp_path: Path) -> None:
    text = HEADER + "def f(s: 'State[:]', k: int) -> int:\n    return nth(s[0].a, k) + lowest(s[0].b)\n"
    text += "def g(s: 'State[:]', k: int) -> int:\n    return nth(s[0].c, k) + lowest(s[0].d)\n"
    fields = ", ".join(f'("{name}", Set({size}), "")' for name, size in zip("abcd", (130, 130, 9, 9), strict=True))
    small = Lab(linked(tmp_path, f'State = Record("State", "", ({fields}))\n', kernels=text), tmp_path)
    for engine in ENGINES[1:]:
        for kernel in "fg":
            small.run(engine, kernel, array(small.program.records["State"], 1), 1)
