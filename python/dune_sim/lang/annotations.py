"""What a kernel says about its types: parameters, results, and annotated local names."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from dune_sim.errors import KernelError
from dune_sim.lang import ir, names
from dune_sim.lang.records import SCALARS, Record, SetType

Fail = Callable[[ast.AST, str], KernelError]
PLAIN = {"int": "i64", "bool": "bool", "u64": "u64", "None": "none"}


class Annotations:
    """Reads the annotations of one function; constants that give the size of a set are noted in ``constants``."""

    def __init__(self, namespace: Mapping[str, object], records: Mapping[str, Record], fail: Fail) -> None:
        self.namespace, self.records, self.fail = namespace, records, fail
        self.constants: dict[str, int] = {}

    def type_of(self, node: ast.expr) -> ir.Type:
        """``int``, ``bool``, ``u64``, ``None``, a record, a set such as ``Set[101]``, an array such as ``"u8[:]"``."""
        text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ast.unparse(node)
        if text in PLAIN:
            return PLAIN[text]
        if text in self.records:
            return self.records[text]
        if text.startswith("Set["):
            return self.set_of(node, text)
        if text.endswith("[:]"):
            item = text[:-3]
            if item in SCALARS or item in self.records:
                return ir.ArrayType(self.records.get(item, item))
        raise self.fail(node, f"unknown type {text!r}; use int, bool, u64, a record, a set, or an array like 'i64[:]'")

    def set_of(self, node: ast.expr, text: str) -> ir.Type:
        array = text.endswith("][:]")
        inner = text[4:-4] if array else text[4:-1]
        if inner.isdecimal():
            size = int(inner)
        else:
            found = self.namespace.get(inner)
            if not isinstance(found, int) or isinstance(found, bool):
                raise self.fail(node, f"{text}: the size of a set is a number or an integer constant of the module")
            size = self.constants[inner] = found
        try:
            kind = SetType(size)
        except KernelError as error:
            raise self.fail(node, f"{text}: {error}") from error
        return ir.ArrayType(kind) if array else kind

    def signature(self, node: ast.FunctionDef, module: str) -> ir.Function:
        """A kernel's parameters and result."""
        a = node.args
        if a.posonlyargs or a.kwonlyargs or a.vararg or a.kwarg or a.defaults:
            raise self.fail(node, f"{node.name}: kernels take plain positional parameters; pass every value explicitly")
        if node.decorator_list:
            raise self.fail(node, f"{node.name}: kernels have no decorators; remove it")
        params = []
        for p in a.args:
            if p.annotation is None:
                raise self.fail(p, f"{node.name}: parameter {p.arg!r} needs a type; write {p.arg}: int")
            kind = self.type_of(p.annotation)
            if kind == "none":
                raise self.fail(p, f"{node.name}: parameter {p.arg!r} cannot be None; leave it out")
            params.append((p.arg, kind))
        if node.returns is None:
            raise self.fail(node, f"{node.name}: the result needs a type; write -> None or -> int")
        in_use = "it is a record; choose another" if node.name in self.records else None
        wrong = names.problem(node.name) or in_use
        if wrong is not None:
            raise self.fail(node, f"{node.name!r} cannot be the name of a kernel: {wrong}")
        doc = (ast.get_docstring(node) or "").split("\n")[0]
        result = self.type_of(node.returns)
        return ir.Function(node.name, module, doc, tuple(params), result, constants=self.constants)
