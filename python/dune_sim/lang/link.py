"""Linking: the kernels of one game as one checked program, the same for every engine."""

from __future__ import annotations

import ast
import hashlib
import importlib
import traceback
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from dune_sim.errors import KernelError
from dune_sim.lang import ir
from dune_sim.lang.annotations import Annotations
from dune_sim.lang.check import FunctionChecker
from dune_sim.lang.records import Record

CONTENTS = "kernel files hold imports, integer constants and functions"
Checked = list[tuple[ast.FunctionDef, FunctionChecker]]


@dataclass
class Program:
    """All kernels, records and sources of one game, callees before callers."""

    name: str
    functions: dict[str, ir.Function]
    records: dict[str, Record]
    modules: tuple[ModuleType, ...]
    source_hash: str


def link(name: str, layout: str, modules: tuple[str, ...]) -> Program:
    """Import, check and order the kernels of ``modules`` over the records of ``layout``."""
    layout_module = _load(layout)
    records: dict[str, Record] = {}
    for value in vars(layout_module).values():
        if isinstance(value, Record):
            records.update((inner.name, inner) for inner in value.nested())
    loaded = tuple(_load(one) for one in modules)
    functions = check_modules(loaded, records)
    digest = hashlib.sha256()
    for module in (layout_module, *loaded):
        digest.update(Path(str(module.__file__)).read_bytes())
    for record in records.values():
        digest.update(record.docs_table().encode())
    for function in functions.values():
        # constants may come from files that are no part of the program
        digest.update(repr((function.name, sorted(function.constants.items()))).encode())
    digest.update(_language_source())
    return Program(name, functions, records, loaded, digest.hexdigest()[:16])


def _load(name: str) -> ModuleType:
    """Import a kernel file; whatever is wrong with it is told with its place."""
    try:
        return importlib.import_module(name)
    except SyntaxError as error:
        raise KernelError(f"{_short(str(error.filename))}:{error.lineno}: {error.msg}") from error
    except Exception as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{_short(frame.filename)}:{frame.lineno}"
        raise KernelError(f"{place}: {name} cannot be imported ({error}); {CONTENTS}") from error


def check_modules(modules: tuple[ModuleType, ...], records: dict[str, Record]) -> dict[str, ir.Function]:
    """Check every function of every module; the result is in calling order."""
    nodes: Checked = []
    signatures: dict[str, ir.Function] = {}
    for module in modules:
        file = _short(str(module.__file__))
        tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
        for node in tree.body:
            checker = FunctionChecker(file, vars(module), records, signatures)
            _refuse_other(node, checker)
            if isinstance(node, ast.FunctionDef):
                if node.name in signatures:
                    other = signatures[node.name].module
                    raise checker.fail(node, f"{node.name} is also defined in {other}; names are unique in a program")
                said = Annotations(vars(module), records, checker.fail)
                signatures[node.name] = said.signature(node, module.__name__)
                nodes.append((node, checker))
    for node, checker in nodes:
        checker.check(node)
    ordered = _in_calling_order(signatures, {node.name: checker.fail(node, "") for node, checker in nodes})
    _refuse_hidden_changes(nodes, ordered)
    return ordered


def _refuse_other(node: ast.stmt, checker: FunctionChecker) -> None:
    fine = isinstance(node, ast.FunctionDef | ast.Import | ast.ImportFrom | ast.Assign | ast.AnnAssign)
    docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    if not fine and not docstring:
        raise checker.fail(node, f"{type(node).__name__} at module level; {CONTENTS}")


def _in_calling_order(functions: dict[str, ir.Function], places: dict[str, KernelError]) -> dict[str, ir.Function]:
    ordered: dict[str, ir.Function] = {}
    active: list[str] = []

    def visit(name: str) -> None:
        if name in ordered:
            return
        if name in active:
            circle = " -> ".join([*active[active.index(name) :], name])
            raise KernelError(f"{places[name]}kernels call each other in a circle ({circle}); push a frame instead")
        active.append(name)
        one = functions[name]
        for callee in sorted(one.calls):
            visit(callee)
            one.writes = one.writes or functions[callee].writes
        active.pop()
        ordered[name] = one

    for name in functions:
        visit(name)
    return ordered


def _refuse_hidden_changes(checked: Checked, functions: dict[str, ir.Function]) -> None:
    # C++ leaves the order inside an expression open, so a call that changes records must stand alone.
    for _, checker in checked:
        for callee, line in checker.nested_calls:
            if functions[callee].writes:
                place = f"{checker.file}:{line}"
                raise KernelError(f"{place}: {callee} changes records inside a larger expression; assign its result")


def _short(file: str) -> str:
    parts = Path(file).parts
    last = max((k for k, part in enumerate(parts) if part == "dune_sim"), default=len(parts) - 1)
    return "/".join(parts[last:])


def _language_source() -> bytes:
    folder = Path(__file__).parent
    return b"".join(one.read_bytes() for one in sorted(folder.glob("*.py")))
