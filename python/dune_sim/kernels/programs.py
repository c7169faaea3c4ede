"""Which kernel files make up each game."""

from __future__ import annotations

from functools import cache

from dune_sim.lang.link import Program, link

COMMON = ("common.rng", "common.stack", "common.driver")

#: game -> (layout module, kernel modules), relative to dune_sim.kernels
PROGRAMS: dict[str, tuple[str, tuple[str, ...]]] = {
    "battle": (
        "battle.layout",
        (*COMMON, "arrakis.dice", "arrakis.legion", "arrakis.battle", "battle.policy", "battle.game"),
    ),
}


@cache
def program(name: str) -> Program:
    """The checked program of a game."""
    layout, modules = PROGRAMS[name]
    return link(name, f"dune_sim.kernels.{layout}", tuple(f"dune_sim.kernels.{one}" for one in modules))
