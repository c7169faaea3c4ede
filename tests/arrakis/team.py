"""Positions of teams: who sits where, what boards hold, the words of the team rules."""

from __future__ import annotations

from typing import Any

from arrakis.scene import FACES, Scene
from dune_sim.games.arrakis.kernels import actions as act

HOUSE_H, HOUSE_A, CORRINO, FREMEN = "house_harkonnen", "house_atreides", "corrino_ally", "fremen_ally"
BOARDS = (HOUSE_H, HOUSE_A, CORRINO, FREMEN)
#: results of each board and how many slots they have
SLOTS = {
    HOUSE_H: {"leadership": 2, "mentat": 2, "house": 2},
    CORRINO: {"strategy": 2, "deployment": 2, "mentat": 2},
    HOUSE_A: {"leadership": 1, "mentat": 1, "house": 1},
    FREMEN: {"leadership": 1, "strategy": 1, "deployment": 1},
}
#: every named leader is exhausted, so that no special action is in the way
TIRED = ["paul_atreides", "lady_jessica", "stilgar", "baron_harkonnen", "beast_rabban", "captain_aramsham"]


def member(name: str) -> int:
    """The answer that names one of two who share a faction."""
    return act.ACT_MEMBER + BOARDS.index(name)


class Team(Scene):
    """A position of a team game; four players unless told otherwise."""

    def __init__(self, data: dict[str, Any], players: int = 4, **options: Any) -> None:
        super().__init__(data, mode="teams", players=players, **options)

    @property
    def decides(self) -> str:
        return str(self.told["decides"])

    @property
    def members(self) -> set[str]:
        """Members on offer."""
        return {name for name in BOARDS if member(name) in self.legal}

    def taken_by(self, name: str) -> Team:
        """One of two takes the turn; where only one could, nobody is asked."""
        if self.members:
            self.pick(member(name))
        assert self.told.get("taker") == name, self.words()
        return self

    def dice_of(self, board: str) -> dict[str, int]:
        """Unused dice of a board by their results."""
        held = self.told["dice"][board]
        return {face: held[face] for face in FACES if held[face]}
