"""What the checker hands to the emitters: kernels as small typed trees."""

from __future__ import annotations

from dataclasses import dataclass, field

from dune_sim.lang.records import Record, SetType


@dataclass(frozen=True)
class ArrayType:
    """An array of scalars, sets or records; ``shape`` is empty for a parameter of any length."""

    item: str | SetType | Record
    shape: tuple[int, ...] = ()


#: ``i64``, ``u64``, ``bool``, ``none``; ``wide`` is a u64 result that plain Python has not wrapped yet;
#: ``literal`` is an integer that takes the type of its surroundings; ``set`` is a set that does so; ``complement`` is
#: what ``~`` makes of a set, good for the other side of an ``&`` alone.
Type = str | SetType | Record | ArrayType


@dataclass(frozen=True)
class Const:
    value: int
    type: Type = "literal"


@dataclass(frozen=True)
class Local:
    name: str
    type: Type


@dataclass(frozen=True)
class Member:
    base: Expr
    name: str
    type: Type


@dataclass(frozen=True)
class Index:
    base: Expr
    index: Expr
    type: Type


@dataclass(frozen=True)
class Binary:
    op: str
    left: Expr
    right: Expr
    type: Type


@dataclass(frozen=True)
class Unary:
    op: str
    operand: Expr
    type: Type


@dataclass(frozen=True)
class Compare:
    op: str
    left: Expr
    right: Expr
    type: Type = "bool"


@dataclass(frozen=True)
class Logic:
    op: str
    parts: tuple[Expr, ...]
    type: Type = "bool"


@dataclass(frozen=True)
class Select:
    test: Expr
    yes: Expr
    no: Expr
    type: Type


@dataclass(frozen=True)
class Call:
    name: str
    args: tuple[Expr, ...]
    type: Type
    intrinsic: bool = False


Expr = Const | Local | Member | Index | Binary | Unary | Compare | Logic | Select | Call


@dataclass(frozen=True)
class Assign:
    target: Expr
    value: Expr


@dataclass(frozen=True)
class Do:
    call: Expr


@dataclass(frozen=True)
class Return:
    value: Expr | None


@dataclass(frozen=True)
class Jump:
    word: str


@dataclass(frozen=True)
class Check:
    test: Expr


@dataclass(frozen=True)
class If:
    test: Expr
    body: tuple[Stmt, ...]
    orelse: tuple[Stmt, ...]


@dataclass(frozen=True)
class While:
    test: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True)
class For:
    """``for name in range(start, stop, step)`` with a constant step."""

    name: str
    start: Expr
    stop: Expr
    step: int
    body: tuple[Stmt, ...]


@dataclass(frozen=True)
class Each:
    """``for name in items``: the members of a set as it is when the loop begins, in rising order."""

    name: str
    items: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True)
class Clear:
    """``clear(record)``: every byte of it becomes 0."""

    record: Expr


@dataclass(frozen=True)
class Copy:
    """``copy(into, source)``: one record gets every byte of another of its kind."""

    into: Expr
    source: Expr


Stmt = Assign | Do | Return | Jump | Check | If | While | For | Each | Clear | Copy


@dataclass
class Function:
    name: str
    module: str
    doc: str
    params: tuple[tuple[str, Type], ...]
    result: Type
    locals: dict[str, Type] = field(default_factory=dict)
    body: tuple[Stmt, ...] = ()
    #: constants of the module that this kernel reads; part of the program's hash
    constants: dict[str, int] = field(default_factory=dict)
    calls: set[str] = field(default_factory=set)
    writes: bool = False
