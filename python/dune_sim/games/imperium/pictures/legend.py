"""What the icons of the Imperium picture mean."""

from __future__ import annotations

from dune_sim.games.imperium.pictures.canvas import Canvas
from dune_sim.games.imperium.pictures.icons import ICON_COLOURS, INK, LINE, PALE, PAPER

#: icon -> its meaning; the discs of the factions stand for influence with a number, for an agent icon without
LEGEND: dict[str, str] = {
    "vp": "victory point",
    "solari": "solari",
    "spice": "spice",
    "water": "water",
    "troops": "troop",
    "cards": "card",
    "intrigue": "intrigue card",
    "persuasion": "persuasion, cost",
    "swords": "sword",
    "combat": "combat space",
    "influence.emperor": "Emperor",
    "influence.guild": "Spacing Guild",
    "influence.bene_gesserit": "Bene Gesserit",
    "influence.fremen": "Fremen",
    "influence.any": "any faction",
    "icon.landsraad": "Landsraad",
    "icon.city": "city",
    "icon.spice_trade": "spice trade",
}
COLUMNS = 3


def draw_legend(canvas: Canvas, x: float, y: float, w: float, h: float) -> None:
    """Every icon with its meaning, and the pieces of the seats."""
    canvas.rect(x, y, w, h, PAPER, LINE, 8, 2)
    canvas.text(x + 10, y + 19, "Icons", 14, INK, True)
    canvas.text(x + w - 10, y + 18, "a faction with a number: influence", 11.5, PALE, anchor="end")
    rows = -(-(len(LEGEND) + 3) // COLUMNS)
    wide, high = (w - 14) / COLUMNS, (h - 32) / rows
    for number in range(len(LEGEND) + 3):
        column, row = divmod(number, rows)
        left, top = x + 10 + column * wide, y + 28 + row * high
        canvas.text(left + 26, top + high / 2 + 3.5, _entry(canvas, number, left, top), 12.5, INK, width=wide - 28)


def _entry(canvas: Canvas, number: int, x: float, y: float) -> str:
    """Draw one sign; what it means."""
    if number < len(LEGEND):
        name, said = list(LEGEND.items())[number]
        if name == "combat":
            canvas.rect(x - 1, y, 20, 19, ICON_COLOURS["city"], "none", 4)
        canvas.icon(name, x, y + 0.5, 18)
        return said
    return (_agent, _flag, _cube)[number - len(LEGEND)](canvas, x, y)


def _agent(canvas: Canvas, x: float, y: float) -> str:
    canvas.agent(x - 2, y - 1, 21, 0)
    return "agent of seat 0"


def _flag(canvas: Canvas, x: float, y: float) -> str:
    canvas.flag(x + 1, y, 1)
    return "controlled by 1"


def _cube(canvas: Canvas, x: float, y: float) -> str:
    canvas.cube(x + 1, y + 1, 16, 2)
    return "troop, influence"
