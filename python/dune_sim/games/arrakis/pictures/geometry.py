"""Outlines of the areas for pictures: a power diagram of one weighted point for each area.

Points and weights (arrakis_sites.py) were fitted so that areas share an edge in the picture if they touch on the board,
and only then; one of the 276 borders is missing.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from dune_sim.games.arrakis.pictures.sites import SITES

Point = tuple[float, float]
#: height of the board for a width of 1, and how much higher it is drawn, so that its areas hold what stands on them
BOARD, STRETCH = 0.4618, 1.22
ASPECT = BOARD * STRETCH
#: number that stands for the rim of the board among the neighbours of an area
RIM = -1


class Outline(NamedTuple):
    """Corners of an area, the area across the edge that starts at each corner, and the place for what it holds."""

    corners: tuple[Point, ...]
    across: tuple[int, ...]
    middle: Point


@cache
def outlines(width: float) -> tuple[Outline, ...]:
    """Outlines of all areas, in content order, on a board of that width."""
    sites = [(x / 1e4 * width, y / 1e4 * width, weight / 1e6 * width * width) for x, y, weight in SITES]
    return tuple(_stretched(_outline(sites, k, width)) for k in range(len(sites)))


def _stretched(outline: Outline) -> Outline:
    """An outline as it is drawn; areas that touch still do."""
    (x, y), corners = outline.middle, tuple((x, y * STRETCH) for x, y in outline.corners)
    return Outline(corners, outline.across, (x, y * STRETCH))


def _outline(sites: list[tuple[float, float, float]], k: int, width: float) -> Outline:
    height = width * BOARD
    corners: list[Point] = [(0, 0), (width, 0), (width, height), (0, height)]
    across = [RIM] * 4
    x, y, weight = sites[k]
    for other, (ox, oy, oweight) in enumerate(sites):
        if other != k:
            # inside is where a*px + b*py <= c: closer to k than to the other point, weights counted
            a, b = 2 * (ox - x), 2 * (oy - y)
            c = ox * ox + oy * oy - oweight - (x * x + y * y - weight)
            corners, across = _cut(corners, across, a, b, c, other)
    return Outline(tuple(corners), tuple(across), _middle(corners))


def _cut(
    corners: list[Point], across: list[int], a: float, b: float, c: float, other: int
) -> tuple[list[Point], list[int]]:
    """Keep the part of a convex polygon on the near side of a line."""
    side = [a * px + b * py - c for px, py in corners]
    if all(value <= 0 for value in side):
        return corners, across
    kept: list[Point] = []
    neighbours: list[int] = []
    for i, here in enumerate(corners):
        j = (i + 1) % len(corners)
        if side[i] <= 0:
            kept.append(here)
            neighbours.append(across[i])
        if (side[i] <= 0) != (side[j] <= 0):
            share = side[i] / (side[i] - side[j])
            there = corners[j]
            kept.append((here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1])))
            neighbours.append(other if side[i] <= 0 else across[i])
    return kept, neighbours


def _middle(corners: list[Point]) -> Point:
    """The centroid of a polygon."""
    total = sx = sy = 0.0
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        cross = ax * by - bx * ay
        total += cross
        sx += (ax + bx) * cross
        sy += (ay + by) * cross
    return (sx / (3 * total), sy / (3 * total))


def span_at(corners: tuple[Point, ...], y: float) -> tuple[float, float]:
    """Left and right end of a convex polygon at a height."""
    found = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        if min(ay, by) <= y <= max(ay, by) and ay != by:
            found.append(ax + (y - ay) / (by - ay) * (bx - ax))
    return (min(found), max(found)) if found else (corners[0][0], corners[0][0])
