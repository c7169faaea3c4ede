"""Every operator, intrinsic and cast at edge values: what plain Python gives, on every engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
import pytest

from lang.lab import ENGINES, HEADER, Lab, array, linked

LOW, HIGH, FULL = -(1 << 63), (1 << 63) - 1, 1 << 64
SIGNED = sorted(
    {0, 1, 2, 3, 7, 63, 64, 255, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, 1 << 62, HIGH - 1, HIGH}
    | {-1, -2, -3, -7, -64, -(1 << 31), -(1 << 32), -(1 << 62), LOW + 1, LOW}
)
UNSIGNED = [0, 1, 2, 7, 63, 255, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 62) + 5, HIGH, HIGH + 1, FULL - 2, FULL - 1]
AMOUNTS = [0, 1, 5, 31, 32, 62, 63]


@dataclass(frozen=True)
class Case:
    """An expression over ``a`` and ``b`` and what it must give; ``None`` where the kernel promises nothing."""

    name: str
    kinds: str
    text: str
    want: Callable[[int, int], int | None]


def fits(value: int) -> int | None:
    return value if LOW <= value <= HIGH else None


def wraps(value: int) -> int:
    return value % FULL


def signed(value: int) -> int:
    return (value + (1 << 63)) % FULL - (1 << 63)


def ones(value: int) -> int:
    return bin(value).count("1")


def first_one(value: int) -> int:
    return next((k for k in range(64) if (value >> k) % 2), 64)


def kth_one(x: int, k: int) -> int:
    places = [n for n in range(64) if x >> n & 1]
    return places[k] if k < len(places) else 64


#: kinds: types of a, b and the result; i is int, u is u64, s is a shift amount
CASES = [
    Case("add", "iii", "a + b", lambda a, b: fits(a + b)),
    Case("subtract", "iii", "a - b", lambda a, b: fits(a - b)),
    Case("multiply", "iii", "a * b", lambda a, b: fits(a * b)),
    Case("divide", "iii", "a // b", lambda a, b: fits(a // b) if b else None),
    Case("remainder", "iii", "a % b", lambda a, b: a % b if b and (a, b) != (LOW, -1) else None),
    Case("divide_by_3", "iii", "a // 3 - (b // -3)", lambda a, b: fits(a // 3 - (b // -3))),
    Case("remainder_of_7", "iii", "a % 7 + b % -7", lambda a, b: a % 7 + b % -7),
    Case("both", "iii", "a & b", lambda a, b: a & b),
    Case("either", "iii", "a | b", lambda a, b: a | b),
    Case("differ", "iii", "a ^ b", lambda a, b: a ^ b),
    Case("left", "isi", "a << b", lambda a, b: fits(a << b)),
    Case("right", "isi", "a >> b", lambda a, b: a >> b),
    Case("minus", "iii", "-a", lambda a, b: fits(-a)),
    Case("flip", "iii", "~a", lambda a, b: ~a),
    Case("absolute", "iii", "abs(a)", lambda a, b: fits(abs(a))),
    Case("smaller", "iii", "min(a, b)", min),
    Case("larger", "iii", "max(a, b)", max),
    Case("choose", "iii", "a if a < b else b if b < 7 else 7", lambda a, b: a if a < b else b if b < 7 else 7),
    Case("equal", "iii", "int(a == b)", lambda a, b: int(a == b)),
    Case("unequal", "iii", "int(a != b)", lambda a, b: int(a != b)),
    Case("less", "iii", "int(a < b)", lambda a, b: int(a < b)),
    Case("at_most", "iii", "int(a <= b)", lambda a, b: int(a <= b)),
    Case("more", "iii", "int(a > b)", lambda a, b: int(a > b)),
    Case("at_least", "iii", "int(a >= b)", lambda a, b: int(a >= b)),
    Case("between", "iii", "int(-7 < a <= b)", lambda a, b: int(-7 < a <= b)),
    Case("logic", "iii", "int(not a < b and a != 0 or b == 7)", lambda a, b: int((not a < b and a != 0) or b == 7)),
    Case("bools", "iii", "int((a < 0) == (b < 0))", lambda a, b: int((a < 0) == (b < 0))),
    Case("u_add", "uuu", "u64(a + b)", lambda a, b: wraps(a + b)),
    Case("u_subtract", "uuu", "u64(a - b)", lambda a, b: wraps(a - b)),
    Case("u_multiply", "uuu", "u64(a * b)", lambda a, b: wraps(a * b)),
    Case("u_divide", "uuu", "a // b", lambda a, b: a // b if b else None),
    Case("u_remainder", "uuu", "a % b", lambda a, b: a % b if b else None),
    Case("u_both", "uuu", "a & b", lambda a, b: a & b),
    Case("u_either", "uuu", "a | b", lambda a, b: a | b),
    Case("u_differ", "uuu", "a ^ b", lambda a, b: a ^ b),
    Case("u_left", "usu", "u64(a << b)", lambda a, b: wraps(a << b)),
    Case("u_right", "usu", "a >> b", lambda a, b: a >> b),
    Case("u_minus", "uuu", "u64(-a)", lambda a, b: wraps(-a)),
    Case("u_minus_inside", "uuu", "u64(-a * b)", lambda a, b: wraps(-a * b)),
    Case("u_flip", "uuu", "u64(~a)", lambda a, b: wraps(~a)),
    Case("u_without", "uuu", "a & ~b", lambda a, b: a & ~b),
    Case("u_ring", "uuu", "u64((~a + b) * 3 ^ (a - b << 9))", lambda a, b: wraps((~a + b) * 3 ^ (a - b << 9))),
    Case("u_smaller", "uuu", "min(a, b)", min),
    Case("u_larger", "uuu", "max(a, 9)", lambda a, b: max(a, 9)),
    Case("u_choose", "uuu", "a if a > b else b", max),
    Case("u_equal", "uui", "int(a == b)", lambda a, b: int(a == b)),
    Case("u_less", "uui", "int(a < b)", lambda a, b: int(a < b)),
    Case("u_at_most", "uui", "int(a <= b)", lambda a, b: int(a <= b)),
    Case("u_more", "uui", "int(a > b)", lambda a, b: int(a > b)),
    Case("u_at_least", "uui", "int(a >= b)", lambda a, b: int(a >= b)),
    Case("u_of_i", "iiu", "u64(a)", lambda a, b: wraps(a)),
    Case("i_of_u", "uui", "i64(a)", lambda a, b: signed(a)),
    Case("i_of_sum", "uui", "i64(a + b)", lambda a, b: signed(a + b)),
    Case("one_bit", "usu", "bit(b)", lambda a, b: 1 << b),
    Case("count", "uui", "popcount(a)", lambda a, b: ones(a)),
    Case("first", "uui", "lowest(a)", lambda a, b: first_one(a)),
    Case("kth", "uui", "nth(a, i64(b & 63))", lambda a, b: kth_one(a, b & 63)),
    Case("constants", "uuu", "a ^ 18446744073709551615", lambda a, b: a ^ (FULL - 1)),
    Case("least", "iii", "max(a, -9223372036854775808) & 9223372036854775807", lambda a, b: a & HIGH),
]
DOMAIN = {"i": SIGNED, "u": UNSIGNED, "s": AMOUNTS}
TYPE = {"i": "i64", "u": "u64", "s": "i64"}


def kernel(case: Case) -> str:
    a, b, out = (TYPE[kind] for kind in case.kinds)
    return (
        f'def {case.name}(first: "{a}[:]", second: "{b}[:]", out: "{out}[:]", n: int) -> None:\n'
        "    for k in range(n):\n        a = first[k]\n        b = second[k]\n"
        f"        out[k] = {case.text}\n"
    )


NARROW = ("u8", "i8", "u16", "i16", "u32", "i32")
RECORD = 'Narrow = Record("Narrow", "every width", (' + "".join(f'("{k}", "{k}", "a field"), ' for k in NARROW) + "))\n"


def narrow_kernel(kind: str) -> str:
    return (
        f'def field_{kind}(r: "Narrow[:]", x: int) -> int:\n    r[0].{kind} = x\n    return r[0].{kind}\n'
        f'def item_{kind}(r: "{kind}[:]", x: int) -> int:\n    r[0] = x\n    return r[0]\n'
    )


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Lab:
    folder = tmp_path_factory.mktemp("operators")
    text = HEADER + "\n".join([*map(kernel, CASES), *map(narrow_kernel, NARROW)])
    return Lab(linked(folder, RECORD, kernels=text), folder, ("-O2", "-Wall", "-Wextra", "-Wconversion", "-Werror"))


def rows(case: Case) -> Iterator[tuple[int, int, int]]:
    for a, b in product(DOMAIN[case.kinds[0]], DOMAIN[case.kinds[1]]):
        want = case.want(a, b)
        if want is not None:
            yield a, b, want


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_operator(lab: Lab, engine: str, case: Case) -> None:
    first, second, want = zip(*rows(case), strict=True)
    a, b, out = (TYPE[kind] for kind in case.kinds)
    got = array(out, [0] * len(want))
    lab.run(engine, case.name, array(a, first), array(b, second), got, len(want))
    wrong = [row for row in zip(first, second, got.tolist(), want, strict=True) if row[2] != row[3]]
    assert not wrong, f"{case.text}: (a, b, got, want) = {wrong[:3]}"


def limits(kind: str) -> tuple[int, int]:
    bits = int(kind[1:])
    return (0, (1 << bits) - 1) if kind[0] == "u" else (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("kind", NARROW)
def test_narrow_places_keep_what_fits(lab: Lab, engine: str, kind: str) -> None:
    record = lab.program.records["Narrow"]
    for value in (*limits(kind), 0, 1):
        assert lab.run(engine, f"field_{kind}", array(record, 1), value) == value
        assert lab.run(engine, f"item_{kind}", array(kind, [0]), value) == value


@pytest.mark.parametrize("kind", NARROW)
def test_too_much_for_a_narrow_place_wraps_or_raises(lab: Lab, kind: str) -> None:
    record = lab.program.records["Narrow"]
    low, high = limits(kind)
    for value in (low - 1, high + 1, high + 70_000, LOW, HIGH):
        wrapped = int(np.array(value, np.int64).astype(array(kind, []).dtype))
        for engine in set(ENGINES) - {"python"}:
            assert lab.run(engine, f"field_{kind}", array(record, 1), value) == wrapped
            assert lab.run(engine, f"item_{kind}", array(kind, [0]), value) == wrapped
        for name, place in ((f"field_{kind}", array(record, 1)), (f"item_{kind}", array(kind, [0]))):
            with pytest.raises(OverflowError):
                lab.run("python", name, place, value)
