"""The kernels of a program as one: found in their files, checked and typed, put in calling order.

Loaded when code is made from kernels. To run what was made before, :mod:`dune_sim.lang.link` is enough.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from dune_sim.errors import KernelError
from dune_sim.lang import ir
from dune_sim.lang.annotations import Annotations
from dune_sim.lang.check import FunctionChecker
from dune_sim.lang.fold import called_names, fold
from dune_sim.lang.link import CONTENTS, short
from dune_sim.lang.records import Record

#: the one kernel that is called from outside; what it does not reach is no part of a program
ENTRY = "enter"
Checked = list[tuple[ast.FunctionDef, FunctionChecker]]
#: a kernel where it stands: its tree and the module it is in
Found = dict[str, tuple[ast.FunctionDef, ModuleType]]


def kernels_in(modules: tuple[ModuleType, ...]) -> Found:
    """Every function of some kernel files; anything but imports, constants and functions is refused."""
    found: Found = {}
    for module in modules:
        for node in tree(module).body:
            _refuse_other(node, module)
            if isinstance(node, ast.FunctionDef):
                if node.name in found:
                    other = found[node.name][1].__name__
                    place = f"{_file(module)}:{node.lineno}"
                    raise KernelError(f"{place}: {node.name} is also defined in {other}; names are unique in a program")
                found[node.name] = (node, module)
    return found


def tree(module: ModuleType) -> ast.Module:
    """A kernel file as it is written."""
    text = vars(module).get("SOURCE") or Path(str(module.__file__)).read_text(encoding="utf-8")
    return ast.parse(text)


def _file(module: ModuleType) -> str:
    return short(str(module.__file__)) if getattr(module, "__file__", None) else module.__name__


def check_modules(modules: tuple[ModuleType, ...], records: Mapping[str, Record]) -> dict[str, ir.Function]:
    """Check every function that the entry reaches, all where there is none; the result is in calling order."""
    found = kernels_in(modules)
    folded = {name: fold(node, vars(module)) for name, (node, module) in found.items()}
    reached = _reached(found) if ENTRY in found else set(found)
    nodes: Checked = []
    signatures: dict[str, ir.Function] = {}
    for name, (node, module) in found.items():
        if name in reached:
            checker = FunctionChecker(_file(module), vars(module), records, signatures)
            said = Annotations(vars(module), records, checker.fail)
            signatures[name] = said.signature(node, module.__name__)
            signatures[name].constants.update(folded[name])
            nodes.append((node, checker))
    for node, checker in nodes:
        checker.check(node)
    ordered = _in_calling_order(signatures, {node.name: checker.fail(node, "") for node, checker in nodes})
    _refuse_hidden_changes(nodes, ordered)
    return ordered


def _reached(found: Found) -> set[str]:
    """Kernels that the entry calls, at whatever distance."""
    reached: set[str] = set()
    waiting = [ENTRY]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += [one for one in called_names(found[name][0]) if one in found]
    return reached


def _refuse_other(node: ast.stmt, module: ModuleType) -> None:
    fine = isinstance(node, ast.FunctionDef | ast.Import | ast.ImportFrom | ast.Assign | ast.AnnAssign)
    docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    if not fine and not docstring:
        raise KernelError(f"{_file(module)}:{node.lineno}: {type(node).__name__} at module level; {CONTENTS}")


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
