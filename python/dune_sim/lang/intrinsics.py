"""The few functions a kernel may call besides other kernels, as plain Python runs them.

numba and C++ bring their own versions; property tests hold all three together.
"""

from __future__ import annotations

MASK64 = (1 << 64) - 1


def u64(x: int) -> int:
    """Wrap to 64 unsigned bits."""
    return x & MASK64


def i64(x: int) -> int:
    """Wrap to 64 signed bits."""
    x &= MASK64
    return x - (1 << 64) if x >> 63 else x


def bit(i: int) -> int:
    """The unsigned word with only bit ``i`` set, 0 ≤ i < 64."""
    return 1 << i


def popcount(x: int) -> int:
    """How many bits of an unsigned word are set."""
    return x.bit_count()


def lowest(x: int) -> int:
    """Index of the lowest set bit; 64 when none is set."""
    return (x & -x).bit_length() - 1 if x else 64


def nth(x: int, k: int) -> int:
    """Index of the k-th set bit, counted from 0; 64 when there are not so many."""
    for _ in range(k):
        x &= x - 1
    return lowest(x)


#: name -> (parameter types, result type); min, max and abs take any one integer type and are handled by the checker.
SIGNATURES: dict[str, tuple[tuple[str, ...], str]] = {
    "bit": (("i64",), "u64"),
    "popcount": (("u64",), "i64"),
    "lowest": (("u64",), "i64"),
    "nth": (("u64", "i64"), "i64"),
}
PYTHON = {
    "u64": u64, "i64": i64, "bit": bit, "popcount": popcount, "lowest": lowest, "nth": nth,
    "min": min, "max": max, "abs": abs, "int": int,
}  # fmt: skip
