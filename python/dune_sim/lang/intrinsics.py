"""The few functions a kernel may call besides other kernels, as plain Python runs them.

numba and C++ bring their own versions; property tests hold all three together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

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


class Bits(int):
    """A set of small numbers as plain Python sees it: an integer with a bit for each member.

    A complement is a negative number; the checker lets one stand only where the result is no complement.
    """

    def __and__(self, other: int) -> Bits:
        return Bits(int(self) & int(other))

    def __or__(self, other: int) -> Bits:
        return Bits(int(self) | int(other))

    def __xor__(self, other: int) -> Bits:
        return Bits(int(self) ^ int(other))

    def __sub__(self, other: int) -> Bits:
        return Bits(int(self) & ~int(other))

    def __invert__(self) -> Bits:
        return Bits(~int(self))

    def __contains__(self, i: int) -> bool:
        return int(self) >> i & 1 == 1

    def __iter__(self) -> Iterator[int]:
        rest = int(self)
        while rest:
            one = rest & -rest
            rest ^= one
            yield one.bit_length() - 1

    def __repr__(self) -> str:
        return f"Bits({int(self):#x})" if self < 0 else f"{{{', '.join(map(str, self))}}}"


class Set:
    """The word for a set type in annotations, ``Set[AREAS]``; only the checker looks into it."""

    def __class_getitem__(cls, size: int) -> type[Bits]:
        return Bits


def only(i: int) -> Bits:
    """The set with the one member ``i``."""
    return Bits(1 << i)


def nothing() -> Bits:
    """The set without members."""
    return Bits()


def empty(s: int) -> bool:
    """Whether a set has no members."""
    return s == 0


def masked(s: int, cond: bool) -> Bits:
    """The set itself if the condition holds, else the empty one; without a branch in compiled engines."""
    return Bits(s) if cond else Bits()


def word_of(s: int, w: int) -> int:
    """The w-th word of a set: its members from 64 * w to 64 * w + 63."""
    return int(s) >> 64 * w & MASK64


def clear(record: Any) -> None:
    """Every field of a record becomes 0, in place, those of records and lists within it as well."""
    for name in type(record).__slots__:
        value = getattr(record, name)
        if isinstance(value, int):
            setattr(record, name, type(value)())
        elif isinstance(value, list):
            _clear_items(value)
        else:
            clear(value)


def _clear_items(items: list[Any]) -> None:
    for k, one in enumerate(items):
        if isinstance(one, int):
            items[k] = type(one)()
        elif isinstance(one, list):
            _clear_items(one)
        else:
            clear(one)


def copy(into: Any, source: Any) -> None:
    """One record gets what another of its kind holds, records and lists within it as well."""
    for name in type(into).__slots__:
        value = getattr(source, name)
        if isinstance(value, int):
            setattr(into, name, value)
        elif isinstance(value, list):
            _copy_items(getattr(into, name), value)
        else:
            copy(getattr(into, name), value)


def _copy_items(into: list[Any], source: list[Any]) -> None:
    for k, one in enumerate(source):
        if isinstance(one, int):
            into[k] = one
        elif isinstance(one, list):
            _copy_items(into[k], one)
        else:
            copy(into[k], one)


def popcount(x: int) -> int:
    """How many bits of an unsigned word are set, or how many members a set has."""
    return x.bit_count()


def lowest(x: int) -> int:
    """Index of the lowest set bit; 64 when none is set. A set must have a member."""
    if not x and isinstance(x, Bits):
        raise ValueError("lowest of an empty set")
    return (int(x) & -x).bit_length() - 1 if x else 64


def nth(x: int, k: int) -> int:
    """Index of the k-th set bit, counted from 0; 64 when there are not so many. A set must have so many members."""
    if isinstance(x, Bits) and not 0 <= k < x.bit_count():
        raise ValueError(f"nth: member {k} of a set of {x.bit_count()}")
    rest = int(x)
    for _ in range(k):
        rest &= rest - 1
    return lowest(rest)


#: name -> (parameter types, result type); min, max and abs take any one integer type and are handled by the checker.
SIGNATURES: dict[str, tuple[tuple[str, ...], str]] = {
    "bit": (("i64",), "u64"),
    "popcount": (("u64",), "i64"),
    "lowest": (("u64",), "i64"),
    "nth": (("u64", "i64"), "i64"),
}
#: the same for sets, which have one type per size: ``set`` is any of them, and the result ``set`` is that of the first
#: argument, or of the surroundings where there is none
SET_SIGNATURES: dict[str, tuple[tuple[str, ...], str]] = {
    "only": (("i64",), "set"),
    "nothing": ((), "set"),
    "empty": (("set",), "bool"),
    "popcount": (("set",), "i64"),
    "lowest": (("set",), "i64"),
    "nth": (("set", "i64"), "i64"),
    "masked": (("set", "bool"), "set"),
    "word_of": (("set", "i64"), "u64"),
}
PYTHON = {
    "u64": u64, "i64": i64, "bit": bit, "popcount": popcount, "lowest": lowest, "nth": nth,
    "min": min, "max": max, "abs": abs, "int": int,
    "only": only, "nothing": nothing, "empty": empty, "masked": masked, "word_of": word_of, "clear": clear,
    "copy": copy, "len": len,
}  # fmt: skip
