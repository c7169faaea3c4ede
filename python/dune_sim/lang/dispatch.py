"""Dispatch: which kernel an instruction means, told by the names alone.

A number ``OP_HARVEST`` is carried out by ``op_harvest``, lists its answers in ``harvest_choices`` and takes one in
``harvest_answer``; ``harvest_possible`` tells beforehand whether it could do anything. A condition ``IF_WON`` is tested
by ``if_won``, a requirement ``NEED_WATER`` by ``need_water``. The linker writes the kernels that choose among them,
as Python text like any other kernel file. A kernel takes those of the dispatcher's parameters that it needs, by name.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType

from dune_sim.errors import KernelError


@dataclass(frozen=True)
class Family:
    """One dispatcher: its parameters, the numbers it looks at and the kernels they stand for."""

    hook: str
    params: tuple[str, ...]
    result: str
    #: what is returned for a number without a kernel of this family, and after a kernel that returns nothing
    otherwise: str
    prefix: str
    pattern: str
    #: whether every number must have a kernel
    complete: bool
    #: the prefix of other numbers that it passes over; in a program without them any other number is a mistake
    over: str = ""


TYPES = {"t": "Tables", "g": "State", "f": "Frame", "op": "Op", "q": "Offer", "who": "int", "action": "int"}
FAMILIES = (
    Family("execute", ("t", "g", "f", "op"), "bool", "True", "OP_", "op_{}", True, "NEED_"),
    Family("choices", ("t", "g", "f", "op", "q"), "None", "", "OP_", "{}_choices", False),
    Family("answer", ("t", "g", "f", "op", "action"), "None", "", "OP_", "{}_answer", False),
    Family("possible", ("t", "g", "f", "op"), "bool", "True", "OP_", "{}_possible", False),
    Family("met", ("t", "g", "op"), "bool", "True", "NEED_", "need_{}", True),
    Family("holds", ("t", "g", "who", "op"), "bool", "False", "IF_", "if_{}", True),
)


def numbers(modules: Iterable[ModuleType], prefix: str) -> dict[str, int]:
    """The numbers of a family, by the rest of their names; each number has one name."""
    found: dict[str, int] = {}
    for module in modules:
        for name, value in vars(module).items():
            if name.startswith(prefix) and isinstance(value, int):
                found[name.removeprefix(prefix).lower()] = value
    taken: dict[int, str] = {}
    for name, value in found.items():
        if value in taken:
            raise KernelError(f"{prefix}{name.upper()} and {prefix}{taken[value].upper()} have the same number {value}")
        taken[value] = name
    return dict(sorted(found.items(), key=lambda one: one[1]))


def write(family: Family, modules: Sequence[ModuleType], kernels: Mapping[str, ast.FunctionDef]) -> str | None:
    """The text of a dispatcher, or None where no kernel belongs to it."""
    known = numbers(modules, family.prefix)
    cases: list[str] = []
    missing = [name for name in known if family.pattern.format(name) not in kernels]
    if len(missing) == len(known):
        return None
    if missing and family.complete:
        name = missing[0]
        raise KernelError(f"{family.prefix}{name.upper()} has no kernel {family.pattern.format(name)}; write one")
    for name, number in known.items():
        if name not in missing:
            cases += _case(family, number, kernels[family.pattern.format(name)])
    head = ", ".join(f"{one}: {TYPES[one]}" for one in family.params)
    last = ["    assert False"] if family.over and not numbers(modules, family.over) else []
    last += [f"    return {family.otherwise}"] if family.otherwise else []
    lines = [f"def {family.hook}({head}) -> {family.result}:", "    code = op.code", *cases, *last]
    return "\n".join(lines) + "\n"


def _case(family: Family, number: int, kernel: ast.FunctionDef) -> list[str]:
    wanted = [one.arg for one in kernel.args.args]
    odd = [one for one in wanted if one not in family.params]
    if odd:
        known = ", ".join(family.params)
        raise KernelError(f"{kernel.name} asks for {odd[0]!r}; an instruction of its kind is given {known}")
    call = f"{kernel.name}({', '.join(wanted)})"
    plain = kernel.returns is not None and ast.unparse(kernel.returns) == "None"
    if not plain:
        return [f"    if code == {number}:", f"        return {call}"]
    return [f"    if code == {number}:", f"        {call}", f"        return {family.otherwise}".rstrip()]
