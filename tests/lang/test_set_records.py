"""Records that hold sets, and ``clear``: the same bytes for numpy, C++ and plain Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dune_sim.engines.memory import as_dict, dtype_of, load, store, zeros
from dune_sim.errors import KernelError
from dune_sim.lang.intrinsics import Bits, clear
from dune_sim.lang.records import Record, Set, SetType
from lang.lab import COMPILER, ENGINES, HEADER, Lab, array, compile_cpp, emitter, linked

Side = Record("Side", "a side", (("rank", "i8", ""), ("held", Set(65), "areas"), ("cards", Set(36), 2, "")))
Board = Record(
    "Board",
    "a board",
    (
        ("n", "u8", "a number"),
        ("signs", Set(101), "areas with a wormsign"),
        ("legions", Set(101), 2, "areas of each player"),
        ("grid", Set(192), (2, 3), "many"),
        ("small", Set(9), (2, 2), "few"),
        ("sides", Side, 2, "both"),
        ("best", Side, "one"),
        ("counts", "u16", (2, 2), "numbers"),
        ("last", "u8", "a number"),
    ),
)
#: the same declarations as text, for the programs of the lab
LAYOUT = f"""
Side = Record("Side", "a side", {Side.specs!r})
Board = Record("Board", "a board", {Board.specs!r})
Other = Record("Other", "two", (("mark", "u8", ""), ("boards", Board, 2, ""), ("end", "u8", "")))
""".replace(repr(Side), "Side").replace("SetType(size=", "Set(")


def random_boards(seed: int, count: int = 1) -> Any:
    """Every byte at random, apart from members that no set can have."""
    rng = np.random.default_rng(seed)
    raw = np.frombuffer(rng.bytes(count * Board.size), dtype_of(Board)).copy()
    top = np.uint64((1 << 37) - 1)
    raw["signs"][..., -1] &= top
    raw["legions"][..., -1] &= top
    raw["small"] &= np.uint64(511)
    for name in ("sides", "best"):
        raw[name]["held"][..., -1] &= np.uint64(1)
        raw[name]["cards"] &= np.uint64((1 << 36) - 1)
    return raw


def test_words_in_memory() -> None:
    assert [(one.name, one.offset, one.size) for one in Board.fields][:5] == [
        *(("n", 0, 1), ("signs", 8, 16), ("legions", 24, 32), ("grid", 56, 144), ("small", 200, 32)),
    ]
    assert (Board["signs"].alignment, Board["signs"].item_size, Board.alignment) == (8, 16, 8)
    dtype = dtype_of(Board)
    assert [dtype[name].shape for name in ("signs", "legions", "grid", "small")] == [(2,), (2, 2), (2, 3, 3), (2, 2)]
    assert dtype["grid"].base == np.uint64 and dtype["small"].base == np.uint64
    assert dtype_of(Side)["held"].shape == (2,) and dtype_of(Side)["cards"].shape == (2,)
    assert "| 8 | `signs` | `Set[101]` | areas with a wormsign |" in Board.docs_table()
    assert "| 56 | `grid` | `Set[192][2][3]` | many |" in Board.docs_table()
    assert (SetType(64).words, SetType(65).words, Set(512).words) == (1, 2, 8)


@pytest.mark.parametrize("size", [0, -1, 513, True, 1.5, "AREAS"])
def test_sizes_that_no_set_has(size: Any) -> None:
    with pytest.raises(KernelError, match="a set has room for 1 to 512 members"):
        Set(size)


@given(st.integers(0, 2**32))
def test_objects_and_back(seed: int) -> None:
    raw, copy = random_boards(seed), zeros(Board)
    store(Board, load(Board, raw[0]), copy, 0)
    for name in copy.dtype.names or ():
        for one in ("rank", "held", "cards") if name in ("sides", "best") else (...,):
            assert raw[name][one].tobytes() == copy[name][one].tobytes()
    made = load(Board, raw[0])
    assert type(made.signs) is type(made.grid[1][2]) is type(made.sides[1].cards[0]) is Bits
    found = as_dict(Board, made)
    assert found["signs"] == raw["signs"][0].tolist() and found["grid"] == raw["grid"][0].tolist()
    assert found["small"] == raw["small"][0].tolist() and found["best"]["held"] == raw["best"]["held"][0].tolist()


PLACES = ("signs", "legions[1]", "grid[1][2]", "small[1][0]", "sides[1].held", "best.cards[1]")


@pytest.mark.parametrize("value", [Bits(1 << 101), ~Bits(), Bits(-1), ~Bits(1 << 100)])
@pytest.mark.parametrize("place", PLACES)
def test_members_that_do_not_fit_are_told(place: str, value: Bits) -> None:
    raw = zeros(Board)
    made = load(Board, raw[0])
    exec(f"made.{place} = value", {"made": made, "value": Bits(1 << 192) if "grid" in place and value > 0 else value})
    with pytest.raises(OverflowError, match=r"does not fit a Set\["):
        store(Board, made, raw, 0)


def test_clear_in_plain_python() -> None:
    made = load(Board, random_boards(5)[0])
    grid, sides, best = made.grid, made.sides, made.best
    rows, side = grid[1], sides[1]
    clear(made)
    raw = zeros(Board)
    store(Board, made, raw, 0)
    assert raw.tobytes() == bytes(Board.size) and type(made.signs) is type(rows[2]) is type(side.held) is Bits
    assert made.grid is grid and grid[1] is rows and made.sides is sides and sides[1] is side and made.best is best


CLEARS = """
def clear_board(o: "Other[:]", b: "Board[:]") -> None:
    clear(b[1])

def clear_in_place(o: "Other[:]", b: "Board[:]") -> None:
    clear(o[0].boards[1])

def clear_field(o: "Other[:]", b: "Board[:]") -> None:
    clear(b[0].best)

def clear_it(s: Side) -> None:
    clear(s)

def clear_local(o: "Other[:]", b: "Board[:]") -> None:
    s = b[0].sides[1]
    s.rank = 5
    clear_it(s)
    t = b[0].sides[0]
    clear(t)

def copy_board(o: "Other[:]", b: "Board[:]") -> None:
    copy(b[1], b[0])

def copy_side(o: "Other[:]", b: "Board[:]") -> None:
    s = b[0].sides[1]
    copy(s, o[0].boards[1].sides[0])

def lengths(o: "Other[:]", b: "Board[:]") -> None:
    clear(b[0])
    b[0].n = 100 * len(o[0].boards) + 10 * len(b[0].grid) + len(b[0].grid[1])

def copy_fields(o: "Other[:]", b: "Board[:]") -> None:
    x = b[0]
    y = b[1]
    y.n = x.n
    y.signs = x.signs
    y.last = x.last
    for i in range(2):
        y.legions[i] = x.legions[i]
        row = x.grid[i]
        for k in range(3):
            y.grid[i][k] = row[k]
        for k in range(2):
            y.small[i][k] = x.small[i][k]
            y.counts[i][k] = x.counts[i][k]
            y.sides[i].cards[k] = x.sides[i].cards[k]
        y.sides[i].rank = x.sides[i].rank
        y.sides[i].held = x.sides[i].held
        y.best.cards[i] = x.best.cards[i]
    y.best.rank = x.best.rank
    y.best.held = x.best.held
"""


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Lab:
    folder = tmp_path_factory.mktemp("records")
    return Lab(linked(folder, LAYOUT, kernels=HEADER + CLEARS), folder)


def settled(raw: Any) -> Any:
    """Padding as the python engine leaves it: zero."""
    copy = np.zeros_like(raw)
    for at in range(len(raw)):
        copy[at] = raw[at]
    return copy


def test_every_engine_copies_all_words(lab: Lab) -> None:
    for engine in ENGINES:
        boards, others = settled(random_boards(7, 2)), array(lab.program.records["Other"], 1)
        lab.run(engine, "copy_fields", others, boards)
        assert as_dict(Board, load(Board, boards[0])) == as_dict(Board, load(Board, boards[1])), engine


def test_every_engine_clears_every_byte(lab: Lab) -> None:
    size, other = Board.size, lab.program.records["Other"]["boards"].offset
    side, sides = Side.size, Board["sides"].offset
    cleared = {
        "clear_board": ("b", size, 2 * size),
        "clear_in_place": ("o", other + size, other + 2 * size),
        "clear_field": ("b", Board["best"].offset, Board["best"].offset + side),
        "clear_local": ("b", sides, sides + 2 * side),
    }
    for engine in ENGINES:
        for kernel, (which, low, high) in cleared.items():
            boards, others = random_boards(3, 2), array(lab.program.records["Other"], 1)
            others["boards"] = random_boards(4, 2)
            before = {"b": bytearray(boards.tobytes()), "o": bytearray(others.tobytes())}
            lab.run(engine, kernel, others, boards)
            before[which][low:high] = bytes(high - low)
            if engine == "python":  # which keeps no padding
                assert as_dict(Board, load(Board, boards[0])) == as_dict(
                    Board, load(Board, np.frombuffer(bytes(before["b"]), boards.dtype)[0])
                ), kernel
            else:
                assert (boards.tobytes(), others.tobytes()) == (bytes(before["b"]), bytes(before["o"])), kernel


def test_every_engine_copies_records(lab: Lab) -> None:
    for engine in ENGINES:
        boards, others = settled(random_boards(3, 2)), array(lab.program.records["Other"], 1)
        others["boards"] = settled(random_boards(4, 2))
        lab.run(engine, "copy_side", others, boards)
        assert boards["sides"][0][1] == others["boards"][0][1]["sides"][0], engine
        lab.run(engine, "copy_board", others, boards)
        assert boards[0] == boards[1] and boards[0] != random_boards(3, 1)[0], engine


def test_lengths_are_constants(lab: Lab) -> None:
    for engine in ENGINES:
        boards, others = random_boards(3, 2), array(lab.program.records["Other"], 1)
        lab.run(engine, "lengths", others, boards)
        wanted = 100 * len(others["boards"][0]) + 10 * len(boards[0]["grid"]) + len(boards[0]["grid"][1])
        assert boards[0]["n"] == wanted, engine


def test_clear_changes_records(lab: Lab) -> None:
    assert all(one.writes for one in lab.program.functions.values())


if COMPILER:

    def test_cpp_aligns_alike(tmp_path: Path) -> None:
        source = tmp_path / "records.cpp"
        text = "\n".join(emitter().struct(one) for one in Board.nested())
        source.write_text(f'#include <cstddef>\n#include "dune/runtime.h"\n{text}', encoding="utf-8")
        compile_cpp(source, "-Wall", "-Wextra", "-Wconversion", "-Werror")
