"""The map of War for Arrakis as a heat view: how much of something happened in each area."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.sax.saxutils import escape

from dune_sim.games.arrakis.pictures import shapes as draw
from dune_sim.games.arrakis.pictures.geometry import Outline, outlines
from dune_sim.games.arrakis.pictures.map import HEIGHT, WIDTH, borders, short_area
from dune_sim.games.arrakis.pictures.shapes import INK
from dune_sim.games.svg import number as n
from dune_sim.games.svg import text_width

#: from nothing to the most, pale sand to dark red
RAMP = ((0xFA, 0xF3, 0xE4), (0xF5, 0xC8, 0x7E), (0xDE, 0x6B, 0x35), (0x8E, 0x12, 0x1C))
#: share of the most from which words are light
DARK = 0.55


def heat_map(content: Any, values: Mapping[str, float], told: Mapping[str, str]) -> str:
    """All areas, coloured by their share of the greatest value; ``told`` is what a pointer reads."""
    shapes = outlines(WIDTH)
    most = max([*values.values(), 0.0]) or 1.0
    parts = [_area(area, shapes[k], values.get(area.id, 0.0) / most, told) for k, area in enumerate(content.areas)]
    parts.append(borders(content, shapes))
    parts += [_name(area, shapes[k], values.get(area.id, 0.0) / most) for k, area in enumerate(content.areas)]
    parts.append(draw.box(0, 0, WIDTH, HEIGHT, "none", INK, 14, 4))
    view = f"0 0 {n(WIDTH)} {n(HEIGHT)}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" font-family="sans-serif">{"".join(parts)}</svg>'


def colour(share: float) -> str:
    """Of the ramp, between its nearest two colours."""
    at = min(max(share, 0.0), 1.0) * (len(RAMP) - 1)
    k = min(int(at), len(RAMP) - 2)
    mixed = (round(a + (b - a) * (at - k)) for a, b in zip(RAMP[k], RAMP[k + 1], strict=True))
    return "#" + "".join(f"{one:02x}" for one in mixed)


def _area(area: Any, outline: Outline, share: float, told: Mapping[str, str]) -> str:
    points = " ".join(f"{n(x)},{n(y)}" for x, y in outline.corners)
    title = escape(": ".join([area.name, *([told[area.id]] if area.id in told else [])]))
    # the square root lets areas be told apart where little happened
    fill = colour(share**0.5)
    return f'<polygon class="area" points="{points}" fill="{fill}"><title>{title}</title></polygon>'


def _name(area: Any, outline: Outline, share: float) -> str:
    """Names of areas that have one in print."""
    if not area.printed_name:
        return ""
    (x, y), size = outline.middle, 13.0
    xs = [corner[0] for corner in outline.corners]
    name = short_area(area)
    while text_width(name, size, bold=True) > 1.1 * (max(xs) - min(xs)) and size > 9:
        size -= 0.5
    ink = "#fff6e8" if share**0.5 > DARK else INK
    return f'<g pointer-events="none">{draw.words(x, y + 4, name, size, ink, "middle", "bold")}</g>'
