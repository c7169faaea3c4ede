"""One optimisation for a whole program instead of one for every kernel.

numba finishes each function it compiles: it links everything the function calls, optimises the lot and makes machine
code, and then does all of it again for the caller. Only ``enter`` is ever called from Python, so the kernels below it
can stay intermediate code until ``enter`` is finished. Where numba's inside looks different from what is expected here,
nothing is changed and the compilation only takes longer.
"""

# mypy: ignore-errors
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from numba.core import codegen


@contextmanager
def finish_only(entry: str, inner: set[str]) -> Iterator[None]:
    """Inside this block, functions named in ``inner`` are finished as parts of ``entry``."""
    library, generator = getattr(codegen, "JITCodeLibrary", None), getattr(codegen, "JITCPUCodegen", None)
    parts = ((library, "finalize"), (library, "_get_module_for_linking"), (generator, "set_env"))
    if not all(hasattr(owner, name) for owner, name in parts):
        yield
        return
    finalize, set_env = library.finalize, generator.set_env

    def finish(self):
        if self.name in inner:
            self._finalized = True
            return
        if self.name == entry:
            self._linking_libraries = _all_below(self)
        finalize(self)

    def place_env(self, env_name, env):
        # intermediate code has no address yet; kernels hold no Python objects, so their environment is never read
        if self._engine.get_global_value_address(env_name):
            set_env(self, env_name, env)

    library.finalize, generator.set_env = finish, place_env
    try:
        yield
    finally:
        library.finalize, generator.set_env = finalize, set_env


def _all_below(top) -> list:
    """Every library that ``top`` needs, callers before callees: LLVM drops code that nothing so far refers to."""
    done, ordered = set(), []

    def visit(one) -> None:
        if id(one) not in done:
            done.add(id(one))
            for below in one._linking_libraries:
                visit(below)
            ordered.insert(0, one)

    for one in top._linking_libraries:
        visit(one)
    return ordered
