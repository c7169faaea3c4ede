"""Names that are looked up when they are first used.

Rooms import from their left only (tests/house/test_imports.py). What the package offers at its door, and what a method
of a game hands to a room further right, is named here and nowhere else.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

#: name -> the module it lives in
HOMES = {
    # the door of the package
    "DuneSimError": "dune_sim.errors",
    "battle_odds": "dune_sim.games.arrakis.battle.question",
    "experiment": "dune_sim.analysis.ask",
    "make": "dune_sim.games.registry",
    "open_run": "dune_sim.runs.store",
    # methods of runs
    "balance": "dune_sim.analysis.profile",
    "cards": "dune_sim.analysis.profile",
    "leaders": "dune_sim.analysis.profile",
    "plot_cards": "dune_sim.analysis.plots",
    "plot_balance": "dune_sim.analysis.plots",
    # methods of games
    "play_run": "dune_sim.runs.store",
    "search_state": "dune_sim.agents.search",
    "seat_players": "dune_sim.agents.policies",
    "Vector": "dune_sim.envs.vector",
    # what a pickle opens again
    "State": "dune_sim.games.state",
    "kept": "dune_sim.games.registry",
    "remake": "dune_sim.games.registry",
}


def late(name: str) -> Any:
    """What goes by this name."""
    return getattr(import_module(HOMES[name]), name)
