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

from llvmlite import binding
from numba.core import codegen


@contextmanager
def finish_only(entry: str, inner: set[str], apart: set[str]) -> Iterator[None]:
    """Inside this block, functions named in ``inner`` are finished as parts of ``entry``.

    Those in ``apart`` stay functions of their own: with everything merged into one loop, optimisation takes minutes.
    """
    library, generator = getattr(codegen, "JITCodeLibrary", None), getattr(codegen, "JITCPUCodegen", None)
    parts = ((library, "finalize"), (library, "_get_module_for_linking"), (generator, "set_env"))
    if not all(hasattr(owner, name) for owner, name in parts) or not hasattr(binding, "create_pass_builder"):
        yield
        return
    finalize, set_env = library.finalize, generator.set_env

    def finish(self):
        if self.name in inner:
            self._finalized = True
            if self.name in apart:
                for function in self.get_defined_functions():
                    function.add_function_attribute("noinline")
            return
        if self.name == entry:
            self._linking_libraries = _all_below(self)
            if apart:
                self._optimize_final_module = lambda: _optimise(self)
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


#: how much LLVM may merge on its own in a large program
MERGING = 30


def _optimise(self) -> None:
    """One pass over a large program, without unrolling and vectorising, which took minutes."""
    options = binding.create_pipeline_tuning_options(speed_level=2)
    options.inlining_threshold = MERGING
    options.loop_unrolling = False
    options.loop_vectorization = False
    options.slp_vectorization = False
    builder = binding.create_pass_builder(self._codegen._tm, options)
    passes = builder.getModulePassManager()
    passes.run(self._final_module, builder)


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
