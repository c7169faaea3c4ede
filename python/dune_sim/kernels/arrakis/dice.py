"""Combat dice."""

# ruff: noqa: F821  (Tables belongs to the game)
from __future__ import annotations

from dune_sim.kernels.common.layout import Rng
from dune_sim.kernels.common.rng import below

FACE_HIT = 0
FACE_SHIELD = 1
FACE_SPECIAL = 2
MAX_DICE = 6
#: a roll is packed as hits + shields * 2**8 + specials * 2**16
SHIELD_ONE = 1 << 8
SPECIAL_ONE = 1 << 16


def roll_combat(t: Tables, rng: Rng, dice: int) -> int:
    """Roll up to six combat dice with one fair draw over all their faces together."""
    total = 0
    if dice > 0:
        rest = below(rng, t.power_of_six[dice])
        for _ in range(dice):
            total += t.face_value[rest % 6]
            rest = rest // 6
    return total
