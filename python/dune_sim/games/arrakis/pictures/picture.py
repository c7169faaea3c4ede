"""A position of War for Arrakis as one SVG picture."""

from __future__ import annotations

from typing import Any

from dune_sim.games.arrakis.pictures import shapes as draw
from dune_sim.games.arrakis.pictures.legions import battle_words
from dune_sim.games.arrakis.pictures.map import ALARM, GROUND, HEIGHT, WIDTH, draw_map
from dune_sim.games.arrakis.pictures.panels import (
    panel,
    prescience_panel,
    side_panel,
    signs_panel,
    spice_panel,
    tracks_panel,
)
from dune_sim.games.arrakis.pictures.shapes import FONT, INK, SIDES
from dune_sim.games.arrakis.pictures.text import whose_turn
from dune_sim.games.arrakis.tables.names import FACTIONS
from dune_sim.games.svg import number as n
from dune_sim.games.svg import text_width

MARGIN = 20.0
HEAD = 70.0
#: height of each line that tells of a battle
LINE = 21.0
PANELS = 452.0
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


def draw_position(content: Any, position: dict[str, Any], question: str = "") -> str:
    """The whole picture with what is to be decided; equal positions give equal text."""
    told = battle_words(content, position)
    head = HEAD + LINE * len(told)
    width, height = WIDTH + 2 * MARGIN, head + HEIGHT + PANELS + 2.5 * MARGIN
    top = head + HEIGHT + 1.2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(width)} {n(height)}"',
        f' width="{n(width)}" height="{n(height)}" font-family="{FONT}">',
        "<title>War for Arrakis</title>",
        DEFINITIONS,
        draw.box(0, 0, width, height, "#e9dcc0", r=0),
        _heading(position, question, width),
        *_battle(position, told, width),
        draw.group(draw_map(content, position), MARGIN, head),
        panel(MARGIN, top, 362, 290, "Tracks", tracks_panel(content, position)),
        panel(MARGIN, top + 298, 362, PANELS - 298, "Signs", signs_panel()),
        panel(MARGIN + 374, top, 400, PANELS, "Harkonnen", side_panel(content, position, 0), SIDES[0][0]),
        panel(MARGIN + 786, top, 400, PANELS, "Atreides", side_panel(content, position, 1), SIDES[1][0]),
        panel(MARGIN + 1198, top, 402, 228, "Spice board", spice_panel(content, position)),
        panel(MARGIN + 1198, top + 238, 402, PANELS - 238, "Prescience", prescience_panel(content, position)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _heading(position: dict[str, Any], question: str, width: float) -> str:
    said = f"Round {position['round']} · {PHASES[position['phase']]}"
    if position.get("viewer"):
        said += f" · as the {position['viewer'].capitalize()} see it"
    turn = whose_turn(position)
    colour = INK if position.get("winner") else SIDES[FACTIONS.index(position["decides"])][0]
    parts = [draw.words(MARGIN, 30, "War for Arrakis", 20, INK, weight="bold"), draw.words(MARGIN + 190, 30, said, 17)]
    parts.append(draw.words(MARGIN, 56, turn, 17, colour, weight="bold"))
    if question:
        x = MARGIN + text_width(turn, 17, bold=True) + 14
        parts.append(draw.fit_words(x, 56, question, width - x - MARGIN, 15))
    return "".join(parts) + _legend(width)


def _battle(position: dict[str, Any], told: list[tuple[str, str]], width: float) -> list[str]:
    """The battle under the heading: where, then each side in its colour."""
    parts = []
    for k, (head, said) in enumerate(told):
        side = position["battle"].get(head)
        colour = SIDES[FACTIONS.index(side["faction"])][0] if side else ALARM
        y = HEAD + 8 + LINE * k
        parts.append(draw.words(MARGIN, y, head.capitalize(), 14, colour, weight="bold"))
        parts.append(draw.fit_words(MARGIN + 80, y, said, width - 2 * MARGIN - 80, 14, colour))
    return parts


def _legend(width: float) -> str:
    parts, x = [], width - MARGIN - 560
    for name in ("desert", "deep", "minor_erg", "plateau", "mountain"):
        said = {"deep": "deep desert", "minor_erg": "minor erg"}.get(name, name)
        parts.append(draw.box(x, 18, 16, 16, GROUND[name], INK, 3, 0.8) + draw.words(x + 21, 31, said, 12))
        x += 32 + text_width(said, 12)
    parts.append(
        draw.curve(f"M{n(x)} 26H{n(x + 26)}", "#c8201a", 5.5)
        + draw.curve(f"M{n(x)} 26H{n(x + 26)}", "#ffffff", 3, extra=' stroke-dasharray="6 7"')
    )
    parts.append(draw.words(x + 32, 31, "impassable", 12))
    return "".join(parts)
