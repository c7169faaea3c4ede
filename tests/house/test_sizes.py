"""Files and functions that can be read at a sitting."""

from __future__ import annotations

import pytest

from house.sources import ROOT, code_lines, functions, trees

FILE = 450
#: lines without the docstring
FUNCTION = 40


@pytest.mark.parametrize("module", trees())
def test_no_file_and_no_function_is_too_long(module: str) -> None:
    file, tree = trees()[module]
    lines = len(file.read_text(encoding="utf-8").splitlines())
    assert lines <= FILE, f"{file.relative_to(ROOT)} has {lines} lines; {FILE} are enough"
    sizes = [(code_lines(node), node.name, node.lineno) for node in functions(tree)]
    long = [f"{name}, line {line}: {size}" for size, name, line in sizes if size > FUNCTION]
    assert not long, f"{file.relative_to(ROOT)}: functions of more than {FUNCTION} lines: {long}"
