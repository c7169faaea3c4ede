"""A player at one position, asked for its choice: small enough to compare engines and observations with."""

from __future__ import annotations

from typing import Any

import numpy as np

from dune_sim import engines
from dune_sim.engines.memory import zeros
from dune_sim.games.base import Game, State
from dune_sim.kernel.driver import CALL_PICK
from dune_sim.programs import program


class Thinker:
    """Chooses for whoever is to move; nothing is left over from one choice to the next."""

    def __init__(self, game: Game, engine: str, policy: int, **manner: int) -> None:
        name = f"{game.program_name}_players"
        self.game, self.engine = game, engines.load(name, engine)
        self.records = program(name).records
        self.seated = zeros(self.records["Pilot"])
        self.seated["policy"] = policy
        for key, value in manner.items():
            self.seated["manner"][key] = value
        self.seated["weights"]["x"] = np.random.default_rng(5).integers(-300, 300, self.seated["weights"]["x"].shape)

    def choose(self, state: State, seed: int = 0) -> int:
        return int(self.think(state, seed)[0])

    def think(self, state: State, seed: int = 0) -> tuple[int, Any]:
        """The choice, and the pilot after it."""
        pilot = self.seated.copy()
        pilot["rng"]["s"] = np.random.default_rng(seed).integers(1, 1 << 63, 4)
        calls = zeros(self.records["Call"])
        calls[0] = (0, 0, CALL_PICK, 0, 1, 1, 0)
        moves = np.zeros(self.game.num_actions + 1, np.int64)
        before = state.raw.tobytes()
        action = self.engine.enter(calls, self.game.tables, state.raw, pilot, moves, np.zeros(1, np.int64))
        assert state.raw.tobytes() == before, "thinking changes nothing"
        return action, pilot
