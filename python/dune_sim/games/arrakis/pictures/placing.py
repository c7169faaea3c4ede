"""Where the things of an area are drawn: as large as they fit inside its outline, clear of the air zones.

What is too much for its area may stick out of it, but neither out of the map nor over anything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dune_sim.games.arrakis.pictures.geometry import Outline, span_at

SCALES = (1.0, 0.92, 0.85, 0.78, 0.72, 0.66, 0.6, 0.55, 0.5)
#: below this scale it is better to stick out a little than to shrink on
COMFORT = 0.78
STEP = 5.0
#: step of the wider search for a crowded stack
COARSE = 6.0
GAP = 2.0
FRAME = 5.0
#: share of its width by which a name may stick out of a narrow area on both sides together
LOOSE = 0.55
#: least room between the stacks of two areas, so that nobody takes them for one
APART = 3.0
#: how far from its area a crowded stack is tried
REACH = 60.0
#: price of shrinking to nothing, of standing outside the area altogether, and of a hundred steps aside
SHRINKING, OUTSIDE, ASIDE = 3.0, 6.0, 0.6

Size = tuple[float, float]
#: half width, top and bottom
Box = tuple[float, float, float]


class Spot(NamedTuple):
    """Middle, top and scale of a stack: a name, then rows."""

    x: float
    top: float
    scale: float


class Table:
    """The map while it is being filled: its size, its air zones and the room taken so far."""

    def __init__(self, width: float, height: float, discs: Sequence[tuple[float, float, float]]) -> None:
        self.width, self.height, self.discs = width, height, discs
        self.taken: list[tuple[float, Box]] = []

    def near(self, outline: Outline) -> Table:
        """The same map with only what a stack of this area could meet."""
        (left, high), (right, low) = ([pick(p[k] for p in outline.corners) for k in (0, 1)] for pick in (min, max))
        found = Table(self.width, self.height, self.discs)
        found.taken = [
            (x, box)
            for x, box in self.taken
            if left - 3 * REACH < x + box[0]
            and x - box[0] < right + 3 * REACH
            and high - 2 * REACH < box[2]
            and box[1] < low + 3 * REACH
        ]
        return found

    def take(self, spot: Spot, name: Size, rows: Sequence[Size]) -> None:
        """Keep the room of a stack from those still to come."""
        self.taken += [(spot.x, box) for box in boxes(spot.top, spot.scale, name, rows)]

    def free(self, x: float, stack: Sequence[Box]) -> bool:
        """Whether a stack lies inside the frame and covers nothing."""
        if stack[0][1] < FRAME or stack[-1][2] > self.height - FRAME:
            return False
        widest = max(half for half, _, _ in stack)
        if not FRAME + widest <= x <= self.width - FRAME - widest:
            return False
        if any(_covers(x, box, disc) for box in stack for disc in self.discs):
            return False
        return not any(_meet(x, box, other, held) for other, held in self.taken for box in stack)


def boxes(start: float, scale: float, name: Size, rows: Sequence[Size]) -> list[Box]:
    """Half width, top and bottom of the name and of every row."""
    found = [(name[0] / 2, start, start + name[1])]
    at = start + name[1]
    for width, height in rows:
        found.append((scale * width / 2, at, at + scale * height))
        at += scale * (height + GAP)
    return found


def place_inside(table: Table, outline: Outline, name: Size, rows: Sequence[Size]) -> Spot | None:
    """The largest spot inside the outline, near its middle; None where the stack would become too small."""
    x, y = outline.middle
    top = max(FRAME, min(p[1] for p in outline.corners))
    low = min(table.height - FRAME, max(p[1] for p in outline.corners))
    for scale in (one for one in SCALES if one >= COMFORT):
        high = name[1] + sum(scale * (row[1] + GAP) for row in rows)
        tries = int(max(0.0, low - top - high) / STEP) + 1
        starts = sorted((top + 2 + k * STEP for k in range(tries)), key=lambda start: abs(start + high / 2 - y))
        for start in starts:
            found = _middle(table, outline, boxes(start, scale, name, rows), x)
            if found is not None and start + high <= low:
                return Spot(found, start, scale)
    return None


def _middle(table: Table, outline: Outline, stack: list[Box], x: float) -> float | None:
    """Where the middle of all boxes can be, nearest to ``x``; None if they do not fit."""
    left, right = -1e9, 1e9
    for k, (half, top, low) in enumerate(stack):
        inner = half * LOOSE if k == 0 else half
        for y in (top, low):
            low_x, high_x = span_at(outline.corners, y)
            left, right = max(left, low_x + inner), min(right, high_x - inner)
    if left > right:
        return None
    for middle in sorted({min(max(x, left), right), left, right}, key=lambda one: abs(one - x)):
        if table.free(middle, stack):
            return middle
    return None


def place_anywhere(
    table: Table, outline: Outline, name: Size, rows: Sequence[Size], least: float
) -> tuple[float, Spot | None]:
    """The best spot, clear of everything, for a stack that its area cannot hold; None where all cost ``least``."""
    best: Spot | None = None
    near = table.near(outline)
    (left, high), (right, low) = ([pick(p[k] for p in outline.corners) for k in (0, 1)] for pick in (min, max))
    across = sorted(_steps(left - REACH / 2, right + REACH / 2), key=lambda x: abs(x - outline.middle[0]))
    # from the middle outwards, so that a good spot soon shuts out the rest
    down = sorted(_steps(high - REACH, low), key=lambda start: abs(start + REACH / 2 - outline.middle[1]))
    for scale in SCALES:
        for start in down:
            stack = boxes(start, scale, name, rows)
            away = abs((start + stack[-1][2]) / 2 - outline.middle[1])
            base = SHRINKING * (1 - scale) + ASIDE * away / 100
            spans = _spans(outline, stack) if base < least else []
            for x in across:
                price = base + ASIDE * abs(x - outline.middle[0]) / 100
                if price >= least:
                    break
                price += OUTSIDE * _outside(x, spans)
                if price < least and near.free(x, stack):
                    least, best = price, Spot(x, start, scale)
    return least, best


def _steps(first: float, last: float) -> list[float]:
    return [first + k * COARSE for k in range(int((last - first) / COARSE) + 1)]


def place_clamped(table: Table, outline: Outline, name: Size, rows: Sequence[Size]) -> Spot:
    """The smallest stack at the middle of its area, pushed back into the map."""
    scale = SCALES[-1]
    stack = boxes(0, scale, name, rows)
    widest, high = max(half for half, _, _ in stack), stack[-1][2]
    x = min(max(outline.middle[0], FRAME + widest), table.width - FRAME - widest)
    return Spot(x, min(max(outline.middle[1] - high / 2, FRAME), table.height - FRAME - high), scale)


def _spans(outline: Outline, stack: Sequence[Box]) -> list[tuple[float, float, float, float]]:
    """Weight, half width, and left and right end of the area, at three heights of every box; a name may stick out."""
    highest, lowest = min(p[1] for p in outline.corners), max(p[1] for p in outline.corners)
    found = []
    for k, (half, top, low) in enumerate(stack):
        for y in (top, (top + low) / 2, low):
            left, right = span_at(outline.corners, y) if highest < y < lowest else (1e9, -1e9)
            found.append(((low - top) * (LOOSE if k == 0 else 1.0), half, left, right))
    return found


def _outside(x: float, spans: Sequence[tuple[float, float, float, float]]) -> float:
    """Share of a stack with this middle that lies outside its area."""
    total = out = 0.0
    for weight, half, left, right in spans:
        over = max(0.0, left - x + half) + max(0.0, x + half - right)
        total, out = total + weight * 2 * half, out + weight * min(over, 2 * half)
    return out / total


def _covers(x: float, box: Box, disc: tuple[float, float, float]) -> bool:
    """Whether a disc covers a part of a box."""
    half, top, low = box
    aside = max(0.0, abs(disc[0] - x) - half)
    away = max(0.0, top - disc[1], disc[1] - low)
    return aside * aside + away * away < disc[2] * disc[2]


def _meet(x: float, box: Box, other: float, held: Box) -> bool:
    """Whether two boxes come too close."""
    aside = abs(x - other) < box[0] + held[0] + APART
    return aside and box[1] < held[2] + APART and held[1] < box[2] + APART
