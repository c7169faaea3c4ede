"""Records in memory: the numpy dtype of a record and the plain Python objects of the ``python`` engine."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dune_sim.lang.intrinsics import MASK64, Bits
from dune_sim.lang.records import FieldType, Record, SetType

Records = NDArray[np.void]


@cache
def dtype_of(record: Record) -> np.dtype[np.void]:
    """The aligned structured dtype of a record."""
    spec: list[tuple[Any, ...]] = []
    for one in record.fields:
        shape = one.shape
        if isinstance(one.type, SetType):
            kind: np.dtype[Any] = np.dtype(np.uint64)
            shape = (*shape, one.type.words) if one.type.words > 1 else shape
        elif isinstance(one.type, Record):
            kind = dtype_of(one.type)
        else:
            kind = np.dtype({"u": "uint", "i": "int"}[one.type[0]] + one.type[1:])
        spec.append((one.name, kind, shape) if shape else (one.name, kind))
    dtype: np.dtype[np.void] = np.dtype(spec, align=True)
    assert dtype.fields is not None and dtype.itemsize == record.size
    assert all(dtype.fields[one.name][1] == one.offset for one in record.fields)
    return dtype


def zeros(record: Record, count: int = 1) -> Records:
    """``count`` cleared records."""
    return np.zeros(count, dtype_of(record))


@cache
def class_of(record: Record) -> type:
    """A slotted Python class with the record's fields."""
    return type(record.name, (), {"__slots__": [one.name for one in record.fields], "__doc__": record.doc})


def load(record: Record, raw: Any) -> Any:
    """Plain Python objects and lists from one numpy record."""
    return _build(record, raw.item() if hasattr(raw, "item") else raw)


def _build(record: Record, values: tuple[Any, ...]) -> Any:
    made = class_of(record)()
    for one, value in zip(record.fields, values, strict=True):
        setattr(made, one.name, _array(one.type, one.shape, value) if one.shape else _item(one.type, value))
    return made


def _item(kind: FieldType, value: Any) -> Any:
    if isinstance(kind, SetType):
        return bits(value)
    return value if isinstance(kind, str) else _build(kind, value)


def _array(kind: FieldType, shape: tuple[int, ...], value: Any) -> list[Any]:
    if len(shape) > 1:
        return [_array(kind, shape[1:], row) for row in value]
    if isinstance(kind, SetType):
        return [bits(row) for row in value]
    return value.tolist() if isinstance(kind, str) else [_item(kind, row.item()) for row in value]


def bits(words: Any) -> Bits:
    """The set that one word or an array of words holds."""
    if np.ndim(words) == 0:
        return Bits(words)
    return Bits(sum(int(word) << 64 * w for w, word in enumerate(words)))


def words_of(kind: SetType, value: int) -> Any:
    """A set as memory holds it: a number where one word is enough, else a list of them."""
    if value < 0 or value >> kind.size:
        raise OverflowError(f"{value!r} does not fit a {kind.name}")
    if kind.words == 1:
        return int(value)
    return [int(value) >> 64 * w & MASK64 for w in range(kind.words)]


def store(record: Record, made: Any, into: Records, at: int) -> None:
    """Write objects back; a value that does not fit its field raises OverflowError."""
    into[at] = _tuple(record, made)


def _tuple(record: Record, made: Any) -> tuple[Any, ...]:
    values = []
    for one in record.fields:
        value = getattr(made, one.name)
        if not isinstance(one.type, str):
            value = _nest(one.type, one.shape, value)
        values.append(value)
    return tuple(values)


def _nest(kind: SetType | Record, shape: tuple[int, ...], value: Any) -> Any:
    if shape:
        return [_nest(kind, shape[1:], row) for row in value]
    return words_of(kind, value) if isinstance(kind, SetType) else _tuple(kind, value)


def as_dict(record: Record, made: Any) -> dict[str, Any]:
    """The readable form: field names to numbers, lists and dicts; a set is its words."""
    return {one.name: _plain(one.type, one.shape, getattr(made, one.name)) for one in record.fields}


def _plain(kind: FieldType, shape: tuple[int, ...], value: Any) -> Any:
    if shape:
        return [_plain(kind, shape[1:], row) for row in value]
    if isinstance(kind, SetType):
        return words_of(kind, value)
    return value if isinstance(kind, str) else as_dict(kind, value)
