"""Corners of the language where three engines could easily part: each does what Python does."""

from __future__ import annotations

from typing import Any

import pytest

from lang.corners import KERNELS, LAYOUT
from lang.lab import ENGINES, HEADER, Lab, array, linked


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Lab:
    folder = tmp_path_factory.mktemp("semantics")
    program = linked(folder, LAYOUT, kernels=HEADER + KERNELS)
    return Lab(program, folder, ("-O2", "-Wall", "-Wextra", "-Wconversion", "-Werror"))


def state(lab: Lab) -> Any:
    return array(lab.program.records["State"], 1)


NUMBERS = [
    ("loop_name_changed", (4,), 406),
    ("loop_bounds_read_once", (3,), 3),
    ("loop_name_kept", (3,), 2),
    ("loop_name_kept", (0,), -1),
    ("same_name_twice", (2,), 44),
    ("at1", (0, 7), 144),
    ("down_to", (4,), (4 * 7 + 1) * 7 - 2),
    ("down_to", (-4,), 0),
    ("leave_early", (20,), 0 + 2 + 3 + 5 + 6),
    ("forever", (6,), 24),
    ("chain", (0,), 7),
    ("chain", (119,), 119 * 119),
    ("chain", (120,), -1),
    ("nested_select", (0, 1), 3),
    ("nested_select", (0, 0), 5),
    ("nested_select", (-1, 0), 6),
    ("nested_select", (-1, -1), 7),
    ("between", (1, 2, 2), True),
    ("between", (-3, 0, 0), False),
    ("checked", (2,), 2),
    ("local_like_a_kernel", (4,), 5),
    ("flags", (True, False), True),
    ("flags", (True, True), False),
    ("flags", (False, True), True),
    ("early", (True,), 1),
    ("early", (False,), 5),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("name", "given", "want"), NUMBERS, ids=[f"{name}{given}" for name, given, _ in NUMBERS])
def test_numbers(lab: Lab, engine: str, name: str, given: tuple[Any, ...], want: int) -> None:
    assert lab.run(engine, name, *given) == want


@pytest.mark.parametrize("engine", ENGINES)
def test_right_side_comes_before_the_place(lab: Lab, engine: str) -> None:
    out = array("i64", [0, 0])
    assert lab.run(engine, "right_side_first", state(lab), out) == 1
    assert out.tolist() == [0, 1]


@pytest.mark.parametrize("engine", ENGINES)
def test_conditions_may_change_records(lab: Lab, engine: str) -> None:
    s = state(lab)
    assert lab.run(engine, "while_changes", s) == 14
    assert s["n"][0] == 6


@pytest.mark.parametrize("engine", ENGINES)
def test_and_or_stop_early(lab: Lab, engine: str) -> None:
    out = array("i64", [3, 9])
    assert [lab.run(engine, "lazy", out, k, 2) for k in range(3)] == [False, True, False]
    assert lab.run(engine, "lazy", out, 999_999_999, 0)


@pytest.mark.parametrize("engine", ENGINES)
def test_names_of_records_are_references(lab: Lab, engine: str) -> None:
    s = state(lab)
    assert lab.run(engine, "alias", s) == 8 - 300
    assert s["pair"]["left"]["cost"][0] == 6
    assert s["deck"]["cost"][0].tolist() == [0, 0, 2, 0, 0]
    assert s["hands"]["cost"][0].tolist() == [[0, 0, 0], [0, 0, 3]]
    assert s["deck"]["kind"][0].tolist() == [0, 0, 0, 8, -3]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("flag", [True, False])
def test_names_of_arrays_are_references(lab: Lab, engine: str, flag: bool) -> None:
    s = state(lab)
    assert lab.run(engine, "array_alias", s, array("i64", [0]), flag) == 51
    assert s["grid"][0].tolist() == [[0, 7, 0, 0], [0, 0, 0, 0 if flag else 44], [0, 0, 0, 44 if flag else 0]]
    assert s["deck"]["tags"][0].tolist()[0] == [1, 0, 0]
    assert s["pair"]["right"]["tags"][0].tolist() == [0, 2, 0]


@pytest.mark.parametrize("engine", ENGINES)
def test_arrays_change_places(lab: Lab, engine: str) -> None:
    first, second = array("i64", [0]), array("i64", [0])
    assert [lab.run(engine, "rebinding_arrays", first, second, n) for n in (0, 1, 2)] == [1, 2, 1]


@pytest.mark.parametrize("engine", ENGINES)
def test_one_name_for_a_field_and_a_parameter(lab: Lab, engine: str) -> None:
    s, given = state(lab), array("u64", [0, 4])
    s["words"][0][1] = 8
    assert lab.run(engine, "own_and_given", s, given, False) == 5
    assert lab.run(engine, "own_and_given", s, given, True) == 9
    assert given.tolist() == [5, 4]
    assert s["words"][0].tolist() == [9, 8, 0, 0]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("flag", [True, False])
def test_results_are_references(lab: Lab, engine: str, flag: bool) -> None:
    s, given = state(lab), array("u64", [0, 0])
    lab.run(engine, "either", s, given, flag)
    assert given.tolist() == ([7, 0] if flag else [0, 6])
    assert s["words"][0].tolist() == ([0, 6, 0, 0] if flag else [7, 0, 0, 0])
    assert s["pair"]["right"]["cost"][0] == (8 if flag else 0)
    assert s["hands"]["cost"][0, 0, 1] == (0 if flag else 8)


@pytest.mark.parametrize("engine", ENGINES)
def test_arrays_of_records_are_passed_on(lab: Lab, engine: str) -> None:
    s = state(lab)
    s["hands"]["cost"][0][1] = [1, 2, 3]
    assert lab.run(engine, "passed_on", s) == 3006


@pytest.mark.parametrize("engine", ENGINES)
def test_two_dimensions(lab: Lab, engine: str) -> None:
    s = state(lab)
    assert lab.run(engine, "two_dimensions", s) == 15
    assert s["hands"]["tags"][0, 1, 2].tolist() == [0, 17, 0]


@pytest.mark.parametrize("engine", ENGINES)
def test_words(lab: Lab, engine: str) -> None:
    words = array("u64", [(1 << 63) + 5, 0, 1, 16])
    assert lab.run(engine, "words_of", words) == (((0 * 3 + 1) * 3 + 2) * 3 + 4) * 3 + 62
    assert words.tolist() == [(1 << 63) + 5, (1 << 63) + 15, (1 << 63) + 1, (1 << 62) + 7 | 16]


@pytest.mark.parametrize("engine", ENGINES)
def test_fields(lab: Lab, engine: str) -> None:
    s = state(lab)
    assert lab.run(engine, "fields_named_like_arrays", s) == 8
    assert lab.run(engine, "wide_field", s)
    lab.run(engine, "unused", s)
    assert s["n"][0] == 1


def test_assertions_belong_to_python(lab: Lab) -> None:
    with pytest.raises(AssertionError, match="too large"):
        lab.run("python", "checked", 3)
    for engine in set(ENGINES) - {"python"}:
        assert lab.run(engine, "checked", 3) == 3
