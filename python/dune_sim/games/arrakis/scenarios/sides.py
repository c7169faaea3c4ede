"""What a scenario says of boards: only of those that lie on the table."""

from __future__ import annotations

from dune_sim.errors import ScenarioError
from dune_sim.games.arrakis.scenarios.shape import DiceShape, ScenarioShape, Sides
from dune_sim.games.arrakis.tables.names import FACES, Names


def check_sides(shape: ScenarioShape, names: Names) -> None:
    """Refuse boards that this game has not: those of a whole faction where two share it, or the other way round."""
    there = [name for _, name in names.boards]
    told: list[tuple[str, str]] = []
    for key in ("dice", "tank", "hands", "decks"):
        sides = getattr(shape, key)
        if isinstance(sides, Sides):
            told += [(key, name) for name in sides.model_fields_set]
    told += [(key, name) for key in ("taker", "acting", "decides") if (name := getattr(shape, key)) is not None]
    for key, name in sorted(told):
        if name not in there:
            raise ScenarioError(f"{key}: nobody plays the {name} in this game; its boards are {', '.join(there)}")


def dice_told(shape: DiceShape) -> int:
    """Dice that a board speaks of, used ones if it does."""
    faces = sum(int(getattr(shape, face)) for face in FACES)
    return faces + (shape.used or 0) + shape.surplus + shape.lost
