"""Which kernel files make up each game."""

from __future__ import annotations

from functools import cache

from dune_sim.lang.editions import LEAN
from dune_sim.lang.link import Program

COMMON = ("kernel.rng", "kernel.stack", "kernel.driver")
#: who plays: the policies of the game alone, or players that look ahead as well
PLAIN = ("kernel.plain",)
THINKING = ("fixed", "judge", "lines", "greedy", "playout", "search", "pick", "vector", "recorded", "door")
PLAYERS = ("kernel.marks", *(f"kernel.players.{one}" for one in THINKING))
#: offers as one bit for each action id; Imperium has its own way
BITS = ("kernel.offers",)

ARRAKIS = (
    "opcodes", "card_opcodes", "dice", "legion", "battle", "boards", "seats", "figures", "leaders", "places", "cards",
    "reach", "arrival", "legions", "free", "moves", "attack", "worms", "desert", "vehicles", "deploy", "spice",
    "action_dice", "turns", "round_end",
    "card_effects_desert", "card_effects_figures", "card_effects_flow", "card_effects_legions",
    "prescience", "prescience_cards", "prescience_deeds", "flow", "setup", "observe", "faults", "game",
)  # fmt: skip

IMPERIUM = (
    "opcodes", "seats", "zones", "offers", "stock", "troops", "influence", "market", "pool", "cards", "agents",
    "conditions", "flow", "intrigue", "plots", "open_turn", "rounds", "turns", "combat", "leaders", "setup", "hidden",
    "faults", "game",
)  # fmt: skip

#: kernel files that only the full edition of a game has
FURTHER = {
    "arrakis": (
        *(f"teams.{one}" for one in ("members", "dice", "turns", "cards", "faults")),
        *(f"mahdi.{one}" for one in ("opcodes", "strength", "tokens", "tactics", "ways", "strikes", "march", "house")),
        *(f"mahdi.{one}" for one in ("muster", "vehicles", "cards", "effects", "fights", "spice", "rounds", "hidden")),
        "mahdi.faults",
    ),
    "imperium": (
        *(f"hagal.{one}" for one in ("opcodes", "spending", "setup", "rounds", "deck", "rewards", "visits", "choices")),
        "hagal.faults",
        *(
            f"bloodlines.{one}"
            for one in (
                "opcodes", "who", "course", "units", "conditions", "strength", "commanders", "tech", "leaders", "start",
                "cards", "turns", "rounds", "hidden", "faults",
            )
        ),
    ),
}

#: what the players of a game see and how they judge
EYES = {
    "arrakis": ("worth", "land", "race", "features", "evaluation", "completion"),
    "imperium": ("features", "evaluation"),
}

#: what is counted in recorded games, and what experiments do to seats
RECORDED = {"arrakis": ("counts", "tally", "treatment"), "imperium": ("counts", "cards", "gains", "tally", "treatment")}

#: game -> (layout module, kernel modules), relative to dune_sim
PROGRAMS: dict[str, tuple[str, tuple[str, ...]]] = {
    "battle": (
        "games.arrakis.battle.kernels.layout",
        (
            *COMMON,
            *BITS,
            *PLAIN,
            *(f"games.arrakis.kernels.{one}" for one in ("dice", "legion", "battle")),
            *(f"games.arrakis.battle.kernels.{one}" for one in ("policy", "game")),
        ),
    ),
}
for _game, _shared, _own in (("arrakis", (*COMMON, *BITS), ARRAKIS), ("imperium", COMMON, IMPERIUM)):
    _room = f"games.{_game}.kernels"
    _eyes = tuple(f"{_room}.players.{one}" for one in EYES[_game])
    _counts = tuple(f"{_room}.record.{one}" for one in RECORDED[_game])
    for _name, _files in ((_game, _own), (f"{_game}_full", (*_own, *FURTHER[_game]))):
        _rules = (*_shared, *(f"{_room}.{one}" for one in _files))
        PROGRAMS[_name] = (f"{_room}.layout", (*_rules, *PLAIN))
        PROGRAMS[f"{_name}_players"] = (f"{_room}.players.layout", (*_rules, *PLAYERS, *_eyes, *_counts))


@cache
def program(name: str) -> Program:
    """The checked program of a game."""
    layout, modules = PROGRAMS[name]
    edition = "full" if "_full" in name else LEAN
    return Program(name, f"dune_sim.{layout}", tuple(f"dune_sim.{one}" for one in modules), edition)
