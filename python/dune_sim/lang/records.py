"""Records declared once: the numpy dtype, the C++ struct, the docs table and the dict form all come from here.

Only the standard library is used, because the C++ emitter reads these declarations at build time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import prod
from typing import Union

from dune_sim.errors import KernelError
from dune_sim.lang import names

#: scalar name -> (bytes, signed)
SCALARS = {
    "u8": (1, False), "i8": (1, True), "u16": (2, False), "i16": (2, True),
    "u32": (4, False), "i32": (4, True), "u64": (8, False), "i64": (8, True),
}  # fmt: skip


#: the largest set: 8 words
MOST_MEMBERS = 512


@dataclass(frozen=True)
class SetType:
    """A set of numbers from 0 to ``size - 1``, one bit each, in 64-bit words."""

    #: how many numbers may be members
    size: int

    def __post_init__(self) -> None:
        if type(self.size) is not int or not 1 <= self.size <= MOST_MEMBERS:
            raise KernelError(f"Set of {self.size!r}: a set has room for 1 to {MOST_MEMBERS} members")

    @property
    def words(self) -> int:
        return (self.size + 63) // 64

    @property
    def name(self) -> str:
        return f"Set[{self.size}]"


#: how layouts spell the type of a field: ``("signs", Set(AREAS), "areas with a wormsign")``
Set = SetType


@dataclass(frozen=True)
class Field:
    """One field of a record: a scalar, a set, a record, or a fixed array of one of them."""

    name: str
    type: str | SetType | Record
    shape: tuple[int, ...] = ()
    doc: str = ""
    offset: int = 0

    @property
    def item_size(self) -> int:
        if isinstance(self.type, SetType):
            return 8 * self.type.words
        return SCALARS[self.type][0] if isinstance(self.type, str) else self.type.size

    @property
    def alignment(self) -> int:
        if isinstance(self.type, SetType):
            return 8
        return SCALARS[self.type][0] if isinstance(self.type, str) else self.type.alignment

    @property
    def size(self) -> int:
        return self.item_size * prod(self.shape)

    @property
    def type_name(self) -> str:
        return self.type if isinstance(self.type, str) else self.type.name


FieldType = Union[str, SetType, "Record"]
FieldSpec = tuple[str, FieldType, str] | tuple[str, FieldType, int | tuple[int, ...], str]


@dataclass(frozen=True)
class Record:
    """A flat, naturally aligned record.

    ``fields`` are given as ``(name, type, doc)`` or ``(name, type, length, doc)``; a type is a scalar name
    such as ``"u8"``, a set such as ``Set(101)`` or another record; a length is a number or a tuple of numbers.
    """

    name: str
    doc: str
    specs: tuple[FieldSpec, ...]
    fields: tuple[Field, ...] = field(init=False)
    size: int = field(init=False)
    alignment: int = field(init=False)

    def __post_init__(self) -> None:
        placed: list[Field] = []
        wrong = names.problem(self.name) or ("give it a field" if not self.specs else None)
        if wrong is not None:
            raise KernelError(f"record {self.name!r} cannot be used: {wrong}")
        offset, alignment = 0, 1
        for spec in self.specs:
            one = self._field(spec)
            if any(one.name == other.name for other in placed):
                raise KernelError(f"record {self.name} declares the field {one.name!r} twice")
            offset = _aligned(offset, one.alignment)
            placed.append(Field(one.name, one.type, one.shape, one.doc, offset))
            offset += one.size
            alignment = max(alignment, one.alignment)
        object.__setattr__(self, "fields", tuple(placed))
        object.__setattr__(self, "alignment", alignment)
        object.__setattr__(self, "size", _aligned(offset, alignment))

    def _field(self, spec: FieldSpec) -> Field:
        if len(spec) not in (3, 4):
            raise KernelError(f"record {self.name}, field {spec[0]!r}: give name, type, length of an array, meaning")
        name, kind, doc = spec[0], spec[1], spec[-1]
        wrong = names.problem(str(name))
        if wrong is not None:
            raise KernelError(f"record {self.name}, field {name!r} cannot be used: {wrong}")
        if isinstance(kind, str) and kind not in SCALARS:
            known = ", ".join(SCALARS)
            raise KernelError(f"record {self.name}, field {name!r}: {kind!r} is no scalar; use one of {known}")
        length = spec[2] if len(spec) == 4 else ()
        shape = (length,) if isinstance(length, int) else tuple(length)
        if any(n < 1 for n in shape):
            raise KernelError(f"record {self.name}, field {name!r}: an array holds at least one item")
        return Field(str(name), kind, shape, str(doc))

    def __getitem__(self, name: str) -> Field:
        for one in self.fields:
            if one.name == name:
                return one
        raise KeyError(name)

    def __contains__(self, name: str) -> bool:
        return any(one.name == name for one in self.fields)

    def nested(self) -> Iterator[Record]:
        """Every record this one contains, innermost first, itself last."""
        seen: set[str] = set()
        for one in self.fields:
            if isinstance(one.type, Record):
                for inner in one.type.nested():
                    if inner.name not in seen:
                        seen.add(inner.name)
                        yield inner
        yield self

    def docs_table(self) -> str:
        """The layout as a markdown table."""
        rows = [f"### `{self.name}` — {self.size} bytes", "", self.doc, ""]
        rows += ["| offset | field | type | meaning |", "|---|---|---|---|"]
        for one in self.fields:
            dims = "".join(f"[{n}]" for n in one.shape)
            rows.append(f"| {one.offset} | `{one.name}` | `{one.type_name}{dims}` | {one.doc} |")
        return "\n".join(rows)


def _aligned(offset: int, alignment: int) -> int:
    return (offset + alignment - 1) // alignment * alignment
