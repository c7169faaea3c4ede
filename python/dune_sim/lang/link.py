"""Linking: the kernels of one game as one checked program, the same for every engine."""

from __future__ import annotations

import hashlib
import traceback
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from dune_sim.errors import KernelError
from dune_sim.lang.editions import LEAN, edition
from dune_sim.lang.records import Record
from dune_sim.lang.sources import fingerprint

if TYPE_CHECKING:
    from dune_sim.lang import ir

CONTENTS = "kernel files hold imports, integer constants and functions"


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
        from dune_sim.lang.checking import check_modules

        return check_modules(self.modules, self.records)

    @cached_property
    def source_hash(self) -> str:
        """Fingerprint of the edition and of every file that the rules are made from; nothing is checked for it."""
        made_from = fingerprint((self._layout_name, *self._module_names))
        return hashlib.sha256(f"{self.edition} {made_from}".encode()).hexdigest()[:16]

    def module(self, name: str) -> ModuleType:
        """A kernel file by the end of its name, as this edition sees it."""
        names = (self._layout_name, *self._module_names)
        return self._load(next(one for one in names if one.endswith(f".{name}")))

    def _load(self, name: str) -> ModuleType:
        """Import a kernel file; whatever is wrong with it is told with its place."""
        try:
            return edition(self.edition).load(name)
        except SyntaxError as error:
            raise KernelError(f"{short(str(error.filename))}:{error.lineno}: {error.msg}") from error
        except Exception as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{short(frame.filename)}:{frame.lineno}"
            raise KernelError(f"{place}: {name} cannot be imported ({error}); {CONTENTS}") from error

    def _dispatchers(self, loaded: tuple[ModuleType, ...]) -> tuple[ModuleType, ...]:
        """The kernels that find the kernel of an instruction, as a module of their own."""
        from dune_sim.lang import dispatch
        from dune_sim.lang.checking import kernels_in

        kernels = {name: node for name, (node, _) in kernels_in(loaded).items()}
        texts = [
            text
            for family in dispatch.FAMILIES
            if family.hook not in kernels and (text := dispatch.write(family, loaded, kernels))
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


def short(file: str) -> str:
    """A path from the package on."""
    parts = Path(file).parts
    last = max((k for k, part in enumerate(parts) if part == "dune_sim"), default=len(parts) - 1)
    return "/".join(parts[last:])
