"""Records declared once: numpy, C++, docs and dicts agree on every byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dune_sim.engines.memory import as_dict, class_of, dtype_of, load, store, zeros
from dune_sim.errors import KernelError
from dune_sim.lang.records import SCALARS, Record
from lang.lab import COMPILER, ENGINES, HEADER, Lab, array, compile_cpp, emitter, linked

Card = Record("Card", "a card", (("cost", "u8", "price"), ("worth", "i32", "points"), ("kind", "i8", "sort")))
Seat = Record(
    "Seat",
    "a player",
    (
        ("spice", "u16", "spice in hand"),
        ("words", "u64", 2, "bits"),
        ("hand", Card, 3, "cards held"),
        ("grid", "i16", (2, 3), "numbers"),
        ("piles", Card, (2, 2), "cards in piles"),
        ("best", Card, "one more card"),
        ("flag", "u8", "0 or 1"),
    ),
)


def test_fields_lie_where_c_puts_them() -> None:
    assert [(one.name, one.offset) for one in Card.fields] == [("cost", 0), ("worth", 4), ("kind", 8)]
    assert (Card.size, Card.alignment) == (12, 4)
    assert [one.offset for one in Seat.fields] == [0, 8, 24, 60, 72, 120, 132]
    assert (Seat.size, Seat.alignment) == (136, 8)
    assert Seat["grid"].size == 12 and Seat["hand"].item_size == 12
    assert "grid" in Seat and "water" not in Seat
    with pytest.raises(KeyError, match="water"):
        Seat["water"]


KINDS = st.sampled_from(sorted(SCALARS)) | st.just(Card) | st.just(Seat)
SHAPES = st.sampled_from([(), (1,), (3,), (2, 5)])


@given(st.lists(st.tuples(KINDS, SHAPES), min_size=1, max_size=8))
def test_numpy_aligns_alike(fields: list[tuple[Any, tuple[int, ...]]]) -> None:
    record = Record("Any", "", tuple((f"f{k}", kind, shape, "") for k, (kind, shape) in enumerate(fields)))
    dtype = dtype_of(record)
    assert dtype.isalignedstruct and dtype.itemsize == record.size and dtype.alignment == record.alignment
    assert dtype.fields is not None
    assert [dtype.fields[one.name][1] for one in record.fields] == [one.offset for one in record.fields]


if COMPILER:

    def test_cpp_aligns_alike(tmp_path: Path) -> None:
        text = "\n".join(emitter().struct(one) for one in Seat.nested())
        assert text.count("static_assert(offsetof(") == len(Card.fields) + len(Seat.fields)
        source = tmp_path / "records.cpp"
        source.write_text(f"#include <cstddef>\n#include <cstdint>\n{text}", encoding="utf-8")
        compile_cpp(source, "-Wall", "-Wextra", "-Werror")
        source.write_text(source.read_text(encoding="utf-8").replace("== 136", "== 128"), encoding="utf-8")
        with pytest.raises(AssertionError, match="static"):
            compile_cpp(source)


def test_nested_records_come_before_their_users() -> None:
    assert [one.name for one in Seat.nested()] == ["Card", "Seat"]


def test_docs_table() -> None:
    assert Card.docs_table().splitlines() == [
        "### `Card` — 12 bytes",
        "",
        "a card",
        "",
        "| offset | field | type | meaning |",
        "|---|---|---|---|",
        "| 0 | `cost` | `u8` | price |",
        "| 4 | `worth` | `i32` | points |",
        "| 8 | `kind` | `i8` | sort |",
    ]
    assert "| 60 | `grid` | `i16[2][3]` | numbers |" in Seat.docs_table()
    assert "| 24 | `hand` | `Card[3]` | cards held |" in Seat.docs_table()


def random_bytes(record: Record, seed: int) -> Any:
    raw = zeros(record, 2)
    rng = np.random.default_rng(seed)
    for name in raw.dtype.names or ():
        fill(raw[name], rng)
    return raw


def fill(view: Any, rng: np.random.Generator) -> None:
    if view.dtype.names:
        for name in view.dtype.names:
            fill(view[name], rng)
        return
    low, high = np.iinfo(view.dtype).min, np.iinfo(view.dtype).max
    view[...] = rng.integers(low, high, view.shape, view.dtype, endpoint=True)


@given(st.integers(0, 2**32))
def test_objects_and_back(seed: int) -> None:
    raw = random_bytes(Seat, seed)
    copy = zeros(Seat, 2)
    for k in range(2):
        store(Seat, load(Seat, raw[k]), copy, k)
    assert copy.tobytes() == raw.tobytes()


def test_objects_are_plain_python() -> None:
    seat = load(Seat, random_bytes(Seat, 1)[0])
    assert type(seat) is class_of(Seat)
    assert type(seat.spice) is int and type(seat.words) is list and type(seat.words[0]) is int
    assert type(seat.grid[1][2]) is int and type(seat.piles[1][0]) is class_of(Card)
    with pytest.raises(AttributeError):
        seat.water = 3


def test_dict_form() -> None:
    raw = zeros(Seat)
    raw["grid"][0, 1] = [1, 2, -3]
    raw["piles"]["worth"][0, 1, 0] = -70_000
    raw["words"][0, 1] = 2**64 - 1
    card = {"cost": 0, "worth": 0, "kind": 0}
    assert as_dict(Seat, load(Seat, raw[0])) == {
        "spice": 0,
        "words": [0, 2**64 - 1],
        "hand": [card, card, card],
        "grid": [[0, 0, 0], [1, 2, -3]],
        "piles": [[card, card], [card | {"worth": -70_000}, card]],
        "best": card,
        "flag": 0,
    }


def limits(kind: str) -> tuple[int, int]:
    size, signed = SCALARS[kind]
    return (-(1 << (8 * size - 1)), (1 << (8 * size - 1)) - 1) if signed else (0, (1 << (8 * size)) - 1)


@pytest.mark.parametrize("kind", SCALARS)
def test_a_value_that_does_not_fit_is_told(kind: str) -> None:
    inner = Record("Inner", "", (("x", kind, ""), ("xs", kind, 2, "")))
    outer = Record("Outer", "", (("x", kind, ""), ("xs", kind, (2, 2), ""), ("one", inner, ""), ("many", inner, 2, "")))
    for value in (limits(kind)[0] - 1, limits(kind)[1] + 1):
        for change in ("x", "xs[1][0]", "one.x", "one.xs[1]", "many[1].x", "many[0].xs[0]"):
            raw = zeros(outer)
            made = load(outer, raw[0])
            exec(f"made.{change} = value", {"made": made, "value": value})
            with pytest.raises(OverflowError):
                store(outer, made, raw, 0)


@pytest.mark.parametrize(
    ("name", "fields", "message"),
    [
        ("Bad", (("a", "u8", ""), ("a", "i8", "")), "record Bad declares the field 'a' twice"),
        ("Bad", (("a", "f64", ""),), "record Bad, field 'a': 'f64' is no scalar; use one of u8, i8"),
        ("Bad", (("a", "bool", ""),), "record Bad, field 'a': 'bool' is no scalar"),
        ("Bad", (("a", "u8"),), "record Bad, field 'a': give name, type, length of an array, meaning"),
        ("Bad", (("a", "u8", 0, ""),), "record Bad, field 'a': an array holds at least one item"),
        ("Bad", (("a", "u8", (3, -1), ""),), "record Bad, field 'a': an array holds at least one item"),
        ("Bad", (("new", "u8", ""),), "record Bad, field 'new' cannot be used: it means something in C\\+\\+"),
        ("Bad", (("from", "u8", ""),), "record Bad, field 'from' cannot be used: it is a word of the kernel language"),
        ("Bad", (("a b", "u8", ""),), "record Bad, field 'a b' cannot be used: use letters"),
        ("union", (("a", "u8", ""),), "record 'union' cannot be used: it means something in C\\+\\+"),
        ("Bad", (), "record 'Bad' cannot be used: give it a field"),
    ],
)
def test_bad_declarations(name: str, fields: Any, message: str) -> None:
    with pytest.raises(KernelError, match=message):
        Record(name, "", fields)


def test_every_engine_reads_and_writes_the_same_bytes(tmp_path: Path) -> None:
    layout = f"Card = {source(Card)}\nSeat = {source(Seat).replace(repr('CARD'), 'Card')}\n"
    steps = "".join(
        f"    b.{place} = a.{place}\n"
        for place in [
            *("spice", "words[0]", "words[1]", "flag", "best.cost", "best.worth", "best.kind"),
            *(f"grid[{i}][{k}]" for i in range(2) for k in range(3)),
            *(f"hand[{i}].{name}" for i in range(3) for name in ("cost", "worth", "kind")),
            *(f"piles[{i}][{k}].{name}" for i in range(2) for k in range(2) for name in ("cost", "worth", "kind")),
        ]
    )
    text = HEADER + 'def copy_over(s: "Seat[:]") -> None:\n    a = s[0]\n    b = s[1]\n' + steps
    lab = Lab(linked(tmp_path, layout, kernels=text), tmp_path)
    for engine in ENGINES:
        raw = random_bytes(Seat, 7).view(array(lab.program.records["Seat"], 0).dtype)
        lab.run(engine, "copy_over", raw)
        assert raw[:1].tobytes() == raw[1:].tobytes(), engine


def source(record: Record) -> str:
    """The declaration as text; the record inside is spelled 'CARD'."""
    specs = tuple(tuple("CARD" if isinstance(part, Record) else part for part in spec) for spec in record.specs)
    return f"Record({record.name!r}, {record.doc!r}, {specs!r})"
