"""No kernel is written for nobody: each is reached in some program of some edition."""

from __future__ import annotations

from dune_sim.lang.checking import kernels_in
from dune_sim.programs import PROGRAMS, program


def test_every_kernel_is_reached_by_some_program() -> None:
    """A file that two games share may hold what only one of them calls; editions are programs of their own."""
    written: set[tuple[str, str]] = set()
    reached: set[tuple[str, str]] = set()
    for name in PROGRAMS:
        one = program(name)
        found = {(module.__name__, kernel) for kernel, (_, module) in kernels_in(one.modules).items()}
        written |= found
        reached |= {(module, kernel) for module, kernel in found if kernel in one.functions}
    assert len(reached) > 500, "the programs were not read"
    dead = sorted(f"{module}.{kernel}" for module, kernel in written - reached)
    assert not dead, f"kernels that no program reaches: {', '.join(dead)}"
