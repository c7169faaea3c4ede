"""Combat dice."""

# ruff: noqa: F821  (Tables belongs to the game)
from __future__ import annotations

from dune_sim.kernel.layout import Rng
from dune_sim.kernel.rng import below
from dune_sim.lang.intrinsics import i64, u64

FACE_HIT = 0
FACE_SHIELD = 1
FACE_SPECIAL = 2
MAX_DICE = 6
#: a roll is packed as hits + shields * 2**8 + specials * 2**16
SHIELD_ONE = 1 << 8
SPECIAL_ONE = 1 << 16


def roll_combat(t: Tables, rng: Rng, dice: int) -> int:
    """Roll up to six combat dice with one fair draw over all their faces together.

    The draw is a number below 6 ** dice; its base-6 digits are the faces, looked up three at a time.
    """
    if dice == 0:
        return 0
    faces = below(rng, t.power_of_six[dice])
    first = min(dice, 3)
    size = t.power_of_six[first]
    high = i64(u64(faces) // u64(size))
    return t.roll_value[first][faces - high * size] + t.roll_value[dice - first][high]
