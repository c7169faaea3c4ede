"""The files of the package as trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import dune_sim

ROOT = Path(dune_sim.__file__).parent


@cache
def trees() -> dict[str, tuple[Path, ast.Module]]:
    """Module name without ``dune_sim.`` -> file and tree; the package itself is ``dune_sim``."""
    found = {}
    for file in sorted(ROOT.rglob("*.py")):
        parts = file.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts).removesuffix("__init__").removesuffix(".") or "dune_sim"
        found[name] = (file, ast.parse(file.read_text(encoding="utf-8")))
    return found


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function of a file, inner ones and methods too."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def code_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function after its docstring."""
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    return (node.end_lineno or 0) - body[0].lineno + 1 if body else 0
