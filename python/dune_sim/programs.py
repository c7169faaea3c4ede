"""Which kernel files make up each game."""

from __future__ import annotations

from functools import cache

from dune_sim.lang.editions import LEAN
from dune_sim.lang.link import Program

COMMON = ("kernel.rng", "kernel.stack", "kernel.driver")
#: offers as one bit for each action id; Imperium has its own way
BITS = ("kernel.offers",)

ARRAKIS = (
    "opcodes", "card_opcodes", "dice", "legion", "battle", "boards", "seats", "figures", "leaders", "places", "cards",
    "reach", "arrival", "legions", "free", "moves", "attack", "worms", "desert", "vehicles", "deploy", "spice", "turns",
    "round_end",
    "card_effects_desert", "card_effects_figures", "card_effects_flow", "card_effects_legions",
    "prescience", "prescience_cards", "prescience_deeds", "flow", "setup", "observe", "faults", "game",
)  # fmt: skip

IMPERIUM = (
    "opcodes", "zones", "offers", "troops", "influence", "market", "pool", "cards", "agents", "conditions", "flow",
    "intrigue", "plots", "open_turn", "rounds", "turns", "combat", "leaders", "setup", "hidden", "faults", "game",
)  # fmt: skip

#: game -> (layout module, kernel modules), relative to dune_sim
PROGRAMS: dict[str, tuple[str, tuple[str, ...]]] = {
    "battle": (
        "games.arrakis.battle.kernels.layout",
        (
            *COMMON,
            *BITS,
            *(f"games.arrakis.kernels.{one}" for one in ("dice", "legion", "battle")),
            *(f"games.arrakis.battle.kernels.{one}" for one in ("policy", "game")),
        ),
    ),
    "arrakis": ("games.arrakis.kernels.layout", (*COMMON, *BITS, *(f"games.arrakis.kernels.{one}" for one in ARRAKIS))),
    "imperium": ("games.imperium.kernels.layout", (*COMMON, *(f"games.imperium.kernels.{one}" for one in IMPERIUM))),
}
for _game in ("arrakis", "imperium"):
    PROGRAMS[f"{_game}_full"] = PROGRAMS[_game]


@cache
def program(name: str) -> Program:
    """The checked program of a game."""
    layout, modules = PROGRAMS[name]
    edition = "full" if name.endswith("_full") else LEAN
    return Program(name, f"dune_sim.{layout}", tuple(f"dune_sim.{one}" for one in modules), edition)
