"""Where the things of an area are drawn: as large as they fit inside its outline, clear of the air zones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dune_sim.report.arrakis_geometry import Outline, Point, span_at

SCALES = (1.0, 0.92, 0.85, 0.78, 0.72, 0.66, 0.6)
STEP = 5.0
GAP = 2.0
FRAME = 5.0
#: share of its width by which a name may stick out of a narrow area on both sides together
LOOSE = 0.55


class Spot(NamedTuple):
    """Middle, top and scale of a stack: a name, then rows."""

    x: float
    top: float
    scale: float


def place(
    outline: Outline,
    name: tuple[float, float],
    rows: Sequence[tuple[float, float]],
    discs: Sequence[Point],
    radius: float,
    floor: float,
) -> Spot:
    """The largest spot for a stack, near the middle of the area; ``name`` and rows are (width, height).

    Nothing comes closer than ``FRAME`` to the upper rim of the map at 0 and the lower one at ``floor``.
    """
    x, y = outline.middle
    top = max(FRAME, min(p[1] for p in outline.corners))
    low = min(floor - FRAME, max(p[1] for p in outline.corners))
    for scale in SCALES:
        high = name[1] + sum(scale * (row[1] + GAP) for row in rows)
        tries = int(max(0.0, low - top - high) / STEP) + 1
        starts = sorted((top + 2 + k * STEP for k in range(tries)), key=lambda start: abs(start + high / 2 - y))
        for start in starts:
            found = _middle(outline, _boxes(start, scale, name, rows), x, discs, radius)
            if found is not None and start + high <= low:
                return Spot(found, start, scale)
    return Spot(x, y - (name[1] + sum(SCALES[-1] * (row[1] + GAP) for row in rows)) / 2, SCALES[-1])


def _boxes(
    start: float, scale: float, name: tuple[float, float], rows: Sequence[tuple[float, float]]
) -> list[tuple[float, float, float]]:
    """Half width, top and bottom of the name and of every row."""
    boxes = [(name[0] / 2, start, start + name[1])]
    at = start + name[1]
    for width, height in rows:
        boxes.append((scale * width / 2, at, at + scale * height))
        at += scale * (height + GAP)
    return boxes


def _middle(
    outline: Outline, boxes: list[tuple[float, float, float]], x: float, discs: Sequence[Point], radius: float
) -> float | None:
    """Where the middle of all boxes can be, nearest to ``x``; None if they do not fit."""
    left, right = -1e9, 1e9
    for k, (half, top, low) in enumerate(boxes):
        inner = half * LOOSE if k == 0 else half
        for y in (top, low):
            low_x, high_x = span_at(outline.corners, y)
            left, right = max(left, low_x + inner), min(right, high_x - inner)
    if left > right:
        return None
    for middle in sorted({min(max(x, left), right), left, right}, key=lambda one: abs(one - x)):
        if not any(_hits(middle, box, disc, radius) for box in boxes for disc in discs):
            return middle
    return None


def _hits(x: float, box: tuple[float, float, float], disc: Point, radius: float) -> bool:
    """Whether a disc covers a part of a box."""
    half, top, low = box
    aside = max(0.0, abs(disc[0] - x) - half)
    away = max(0.0, top - disc[1], disc[1] - low)
    return aside * aside + away * away < radius * radius
