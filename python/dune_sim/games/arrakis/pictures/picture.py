"""A position of War for Arrakis as one SVG picture."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from dune_sim.games.arrakis.pictures import shapes as draw
from dune_sim.games.arrakis.pictures.boards import seen_by, side_of_seat
from dune_sim.games.arrakis.pictures.legions import battle_words
from dune_sim.games.arrakis.pictures.mahdi import MAHDI_HEADS, mahdi_words
from dune_sim.games.arrakis.pictures.map import ALARM, GROUND, HEIGHT, UNMARKED, WIDTH, draw_map
from dune_sim.games.arrakis.pictures.marks import Marks, legend
from dune_sim.games.arrakis.pictures.panels import (
    PANEL,
    Inner,
    panel,
    prescience_panel,
    signs_panel,
    spice_panel,
    tracks_panel,
)
from dune_sim.games.arrakis.pictures.shapes import FONT, INK, SIDES
from dune_sim.games.arrakis.pictures.sides import side_panel
from dune_sim.games.arrakis.pictures.text import whose_turn
from dune_sim.games.arrakis.tables.names import FACTIONS
from dune_sim.games.svg import number as n
from dune_sim.games.svg import text_width

MARGIN, GAP = 16.0, 12.0
HEAD = 70.0
#: height of each line that tells of a battle
LINE = 21.0
PHASES = {
    "start": "round start",
    "vehicles": "phase 1, vehicles",
    "actions": "phase 2, actions",
    "desert": "phase 3, desert hazards",
    "spice": "phase 4, spice harvest",
    "end": "round end",
}


def _pattern(name: str, width: int, height: int, path: str, colour: str) -> str:
    line = f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.1" opacity="0.55"/>'
    return f'<pattern id="{name}" width="{width}" height="{height}" patternUnits="userSpaceOnUse">{line}</pattern>'


DEFINITIONS = "".join(
    (
        "<defs>",
        f'<clipPath id="board"><rect width="{n(WIDTH)}" height="{n(HEIGHT)}" rx="14"/></clipPath>',
        _pattern("mountain", 22, 16, "M2 13 L7 4 L12 13 M11 9 L15 3 L20 10", "#6f5a49"),
        _pattern("plateau", 18, 12, "M2 8 H9 M11 3 H16", "#96704e"),
        "</defs>",
    )
)


def draw_position(content: Any, position: dict[str, Any], question: str = "", marks: Marks = UNMARKED) -> str:
    """The whole picture with what is to be decided; equal positions give equal text."""
    told = [*mahdi_words(content, position), *battle_words(content, position)]
    head = HEAD + LINE * len(told)
    top = head + HEIGHT + GAP
    panels, low = _panels(content, position, top)
    width, height = WIDTH + 2 * MARGIN, low + MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(width)} {n(height)}"',
        f' width="{n(width)}" height="{n(height)}" font-family="{FONT}">',
        "<title>War for Arrakis</title>",
        DEFINITIONS,
        draw.box(0, 0, width, height, "#e9dcc0", r=0),
        _heading(content, position, question, marks, width),
        *_battle(position, told, width),
        draw.group(draw_map(content, position, marks), MARGIN, head),
        *panels,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


class Board(NamedTuple):
    """A panel: what it draws with some height more than it needs, and how much of that it can use."""

    title: str
    draw: Callable[[float], Inner]
    room: float


def _panels(content: Any, position: dict[str, Any], top: float) -> tuple[list[str], float]:
    """Three columns of two panels that end level; and where they end."""
    columns = (
        (Board("Harkonnen", partial(side_panel, content, position, 0), 0), Board("Signs", signs_panel, 70)),
        (
            Board("Atreides", partial(side_panel, content, position, 1), 0),
            Board(
                "Prescience", partial(prescience_panel, content, position), 28.0 * len(position["prescience"]["row"])
            ),
        ),
        (
            Board("Tracks", partial(tracks_panel, content, position), 80),
            Board("Spice board", partial(spice_panel, content, position), 80),
        ),
    )
    high = max(upper.draw(0)[1] + lower.draw(0)[1] for upper, lower in columns) + GAP
    parts = []
    for k, (upper, lower) in enumerate(columns):
        x, colour = MARGIN + k * (PANEL + (WIDTH - 3 * PANEL) / 2), SIDES[k][0] if k < 2 else INK
        rest = high - GAP - upper.draw(0)[1] - lower.draw(0)[1]
        share = min(lower.room, rest / 2 if upper.room else rest)
        below, under = lower.draw(share)
        above = high - GAP - under
        parts.append(panel(x, top, above, upper.title, upper.draw(min(upper.room, rest - share))[0], colour))
        parts.append(panel(x, top + above + GAP, under, lower.title, below))
    return parts, top + high


def _heading(content: Any, position: dict[str, Any], question: str, marks: Marks, width: float) -> str:
    said = f"Round {position['round']} · {PHASES[position['phase']]}"
    seen = seen_by(content, position)
    if seen:
        said += f" · {seen}"
    turn = whose_turn(content, position)
    colour = INK if position.get("winner") else SIDES[side_of_seat(content, position["decides"])][0]
    parts = [draw.words(MARGIN, 30, "War for Arrakis", 20, INK, weight="bold"), draw.words(MARGIN + 186, 30, said, 16)]
    parts.append(draw.words(MARGIN, 57, turn, 17, colour, weight="bold"))
    shown, right = legend(width - MARGIN, 57, marks)
    if question:
        x = MARGIN + text_width(turn, 17, bold=True) + 14
        parts.append(draw.fit_words(x, 57, question, right - x, 16))
    return "".join(parts) + shown + _ground_legend(width)


def _battle(position: dict[str, Any], told: list[tuple[str, str]], width: float) -> list[str]:
    """The battle under the heading: where, then each side in its colour."""
    parts = []
    for k, (head, said) in enumerate(told):
        side = position.get("battle", {}).get(head)
        colour = SIDES[FACTIONS.index(side["faction"])][0] if side else ALARM
        colour = INK if head in MAHDI_HEADS else colour
        y = HEAD + 8 + LINE * k
        parts.append(draw.words(MARGIN, y, head.capitalize(), 14, colour, weight="bold"))
        parts.append(draw.fit_words(MARGIN + 80, y, said, width - 2 * MARGIN - 80, 14, colour))
    return parts


def _ground_legend(width: float) -> str:
    parts, x = [], width - MARGIN - 590
    for name in ("desert", "deep", "minor_erg", "plateau", "mountain"):
        said = {"deep": "deep desert", "minor_erg": "minor erg"}.get(name, name)
        parts.append(draw.box(x, 18, 16, 16, GROUND[name], INK, 3, 0.8) + draw.words(x + 21, 31, said, 13))
        x += 32 + text_width(said, 13)
    parts.append(
        draw.curve(f"M{n(x)} 26H{n(x + 26)}", "#c8201a", 5.5)
        + draw.curve(f"M{n(x)} 26H{n(x + 26)}", "#ffffff", 3, extra=' stroke-dasharray="6 7"')
    )
    parts.append(draw.words(x + 32, 31, "impassable", 13))
    return "".join(parts)
