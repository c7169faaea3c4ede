"""dune_sim plays War for Arrakis and Dune: Imperium by the million.

Names are loaded when first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dune_sim._version import __version__
from dune_sim.late import late as _late

if TYPE_CHECKING:
    from dune_sim.analysis.ask import experiment as experiment
    from dune_sim.errors import DuneSimError as DuneSimError
    from dune_sim.games.arrakis.battle.question import battle_odds as battle_odds
    from dune_sim.games.registry import make as make
    from dune_sim.runs.store import open_run as open_run

__all__ = ["DuneSimError", "__version__", "battle_odds", "experiment", "make", "open_run"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'dune_sim' has no attribute {name!r}")
    return _late(name)


def __dir__() -> list[str]:
    return sorted(__all__)
