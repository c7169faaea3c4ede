"""dune_sim plays War for Arrakis and Dune: Imperium by the million.

Names are loaded when first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from dune_sim._version import __version__

if TYPE_CHECKING:
    from dune_sim.analysis.battle import battle_odds as battle_odds
    from dune_sim.api import make as make

_HOMES = {"battle_odds": "dune_sim.analysis.battle", "make": "dune_sim.api"}

__all__ = ["__version__", "battle_odds", "make"]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'dune_sim' has no attribute {name!r}")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted(__all__)
