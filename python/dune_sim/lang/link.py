"""Linking: the kernels of one game as one checked program, the same for every engine."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import re
import traceback
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType

from dune_sim.errors import KernelError
from dune_sim.lang import dispatch, ir
from dune_sim.lang.annotations import Annotations
from dune_sim.lang.check import FunctionChecker
from dune_sim.lang.editions import LEAN, edition
from dune_sim.lang.fold import called_names, fold
from dune_sim.lang.records import Record

CONTENTS = "kernel files hold imports, integer constants and functions"
#: the one kernel that is called from outside; what it does not reach is no part of a program
ENTRY = "enter"
Checked = list[tuple[ast.FunctionDef, FunctionChecker]]
#: a kernel where it stands: its tree and the module it is in
Found = dict[str, tuple[ast.FunctionDef, ModuleType]]


class Program:
    """All kernels, records and sources of one game in one edition; what takes time is done when it is asked for."""

    def __init__(self, name: str, layout: str, modules: tuple[str, ...], edition_name: str = LEAN) -> None:
        self.name, self.edition = name, edition_name
        self._layout_name, self._module_names = layout, modules

    @cached_property
    def layout(self) -> ModuleType:
        """The module of the records, with the capacities of this edition."""
        return self._load(self._layout_name)

    @cached_property
    def records(self) -> dict[str, Record]:
        found: dict[str, Record] = {}
        for value in vars(self.layout).values():
            if isinstance(value, Record):
                found.update((inner.name, inner) for inner in value.nested())
        return found

    @cached_property
    def modules(self) -> tuple[ModuleType, ...]:
        """The kernel files, the dispatchers that the linker wrote last."""
        loaded = tuple(self._load(one) for one in self._module_names)
        return (*loaded, *self._dispatchers(loaded))

    @cached_property
    def functions(self) -> dict[str, ir.Function]:
        """Every kernel that the entry reaches, checked and typed, callees before callers."""
        return check_modules(self.modules, self.records)

    @cached_property
    def source_hash(self) -> str:
        """Fingerprint of the edition and of every file that the rules are made from; nothing is checked for it."""
        digest = hashlib.sha256(f"{self.edition} {_language()}".encode())
        for file in _files((self._layout_name, *self._module_names)):
            digest.update(file.read_bytes())
        return digest.hexdigest()[:16]

    def module(self, name: str) -> ModuleType:
        """A kernel file by the end of its name, as this edition sees it."""
        return next(one for one in (self.layout, *self.modules) if one.__name__.endswith(f".{name}"))

    def _load(self, name: str) -> ModuleType:
        """Import a kernel file; whatever is wrong with it is told with its place."""
        try:
            return edition(self.edition).load(name)
        except SyntaxError as error:
            raise KernelError(f"{_short(str(error.filename))}:{error.lineno}: {error.msg}") from error
        except Exception as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{_short(frame.filename)}:{frame.lineno}"
            raise KernelError(f"{place}: {name} cannot be imported ({error}); {CONTENTS}") from error

    def _dispatchers(self, loaded: tuple[ModuleType, ...]) -> tuple[ModuleType, ...]:
        """The kernels that find the kernel of an instruction, as a module of their own."""
        kernels = {name: node for name, (node, _) in kernels_in(loaded).items()}
        texts = [
            text
            for family in dispatch.FAMILIES
            if family.hook not in kernels
            and (text := dispatch.write(family, dispatch.numbers(loaded, family.prefix), kernels))
        ]
        if not texts:
            return ()
        module = ModuleType(f"{self.name}.dispatch")
        text = "from __future__ import annotations\n\n\n" + "\n\n".join(texts)
        vars(module)["SOURCE"] = text
        exec(compile(text, "dispatch", "exec"), vars(module))
        return (module,)


def link(name: str, layout: str, modules: tuple[str, ...], edition_name: str = LEAN) -> Program:
    """A program whose kernels are checked at once."""
    made = Program(name, layout, modules, edition_name)
    made.records, made.functions  # noqa: B018  (what is wrong is told now)
    return made


@cache
def _language() -> str:
    """Fingerprint of the language itself."""
    folder = Path(__file__).parent
    return hashlib.sha256(b"".join(one.read_bytes() for one in sorted(folder.glob("*.py")))).hexdigest()


def _files(names: tuple[str, ...]) -> list[Path]:
    """The files of some modules and of whatever they import from their own package; those of the language are apart."""
    found: dict[str, Path] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in found or name.startswith("dune_sim.lang"):
            continue
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            raise KernelError(f"there is no kernel file {name}")
        found[name] = Path(spec.origin)
        top = name.split(".")[0]
        imports = re.findall(r"^(?:from|import) ([\w.]+)", found[name].read_text(encoding="utf-8"), re.MULTILINE)
        waiting += [one for one in imports if one.split(".")[0] in (top, "dune_sim")]
    return [found[name] for name in sorted(found)]


def kernels_in(modules: tuple[ModuleType, ...]) -> Found:
    """Every function of some kernel files; anything but imports, constants and functions is refused."""
    found: Found = {}
    for module in modules:
        for node in _tree(module).body:
            _refuse_other(node, module)
            if isinstance(node, ast.FunctionDef):
                if node.name in found:
                    other = found[node.name][1].__name__
                    place = f"{_file(module)}:{node.lineno}"
                    raise KernelError(f"{place}: {node.name} is also defined in {other}; names are unique in a program")
                found[node.name] = (node, module)
    return found


def _tree(module: ModuleType) -> ast.Module:
    text = vars(module).get("SOURCE") or Path(str(module.__file__)).read_text(encoding="utf-8")
    return ast.parse(text)


def _file(module: ModuleType) -> str:
    return _short(str(module.__file__)) if getattr(module, "__file__", None) else module.__name__


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


def _short(file: str) -> str:
    parts = Path(file).parts
    last = max((k for k, part in enumerate(parts) if part == "dune_sim"), default=len(parts) - 1)
    return "/".join(parts[last:])
