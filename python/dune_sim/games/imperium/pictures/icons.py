"""Colours and icons of the Imperium picture; every icon is drawn here, in a box of 20 by 20."""

from __future__ import annotations

INK = "#2e2418"
PALE = "#7a6a50"
SAND = "#e9dcc1"
PAPER = "#fbf6ea"
LINE = "#c4b08a"
WHITE = "#ffffff"
ALERT = "#b3261e"

#: fill and lettering of each seat
SEAT_COLOURS = (("#c62828", WHITE), ("#1565c0", WHITE), ("#2e7d32", WHITE), ("#f2b01e", INK))
#: agent icons, the four factions first
ICON_COLOURS = {
    "emperor": "#5d646f",
    "guild": "#b8431f",
    "bene_gesserit": "#6d3fa8",
    "fremen": "#1a7fb5",
    "landsraad": "#3c7a3a",
    "city": "#3f4f8f",
    "spice_trade": "#b98a10",
}


def _path(shape: str, fill: str, stroke: str = "none", weight: float = 1) -> str:
    line = f' stroke="{stroke}" stroke-width="{weight:g}" stroke-linecap="round"' if stroke != "none" else ""
    return f'<path d="{shape}" fill="{fill}"{line}/>'


def _circle(radius: float, fill: str, stroke: str = "none", weight: float = 1) -> str:
    line = f' stroke="{stroke}" stroke-width="{weight:g}"' if stroke != "none" else ""
    return f'<circle cx="10" cy="10" r="{radius:g}" fill="{fill}"{line}/>'


def _card(fill: str, edge: str) -> str:
    return f'<rect x="4" y="1.5" width="12" height="17" rx="2" fill="{fill}" stroke="{edge}" stroke-width="1.4"/>'


_GLYPHS = {
    "emperor": _path("M5 14h10l1-7-3.2 2.6L10 5 7.2 9.6 4 7z", WHITE),
    "guild": _circle(4.6, "none", WHITE, 1.8) + _circle(1.7, WHITE),
    "bene_gesserit": _path("M3.8 10q6.2-7 12.4 0q-6.2 7-12.4 0z", WHITE) + _circle(2.2, ICON_COLOURS["bene_gesserit"]),
    "fremen": _path("M12.8 4.6a6 6 0 1 0 0 10.8a5 5.4 0 0 1 0-10.8z", WHITE),
    "landsraad": _path("M4 8.5L10 4.5l6 4zM5.5 9.5h2v4h-2zM9 9.5h2v4H9zM12.5 9.5h2v4h-2zM4.5 14.2h11v1.4h-11z", WHITE),
    "city": _path("M4 15V9h3v2h1.5V5h3v4H13v2h3v4z", WHITE),
    "spice_trade": _path("M10 4.2l5 2.9v5.8l-5 2.9-5-2.9V7.1z", WHITE) + _circle(2, ICON_COLOURS["spice_trade"]),
}
_QUARTERS = {
    "emperor": "M10 10V.5A9.5 9.5 0 0 1 19.5 10z",
    "guild": "M10 10h9.5A9.5 9.5 0 0 1 10 19.5z",
    "bene_gesserit": "M10 10v9.5A9.5 9.5 0 0 1 .5 10z",
    "fremen": "M10 10H.5A9.5 9.5 0 0 1 10 .5z",
}
_STAR = "M10 .8l2.7 5.9 6.4.7-4.8 4.3 1.4 6.4L10 14.9 4.3 18.1l1.4-6.4L.9 7.4l6.4-.7z"


def _disc(icon: str) -> str:
    return _circle(9.5, ICON_COLOURS[icon]) + _GLYPHS[icon]


#: symbol id -> drawing
ICONS = {
    "spice": _path("M10 1l8 4.6v8.8L10 19l-8-4.6V5.6z", "#e07b1a", "#7d3f06", 1.2)
    + _path("M10 4.5l3 4.5-3 6.5-3-6.5z", "#ffd9a8"),
    "solari": _circle(8.6, "#dfe2e6", "#5f6771", 1.4)
    + _circle(5.4, "none", "#5f6771", 1.1)
    + _path("M10 6.5v7M7.5 10h5", "none", "#5f6771"),
    "water": _path("M10 1.2q7 8.5 7 11.6a7 6.6 0 0 1-14 0Q3 9.7 10 1.2z", "#3aa0d8", "#145f8a", 1.2),
    "troops": _path("M10 1.5l8 4v9l-8 4-8-4v-9z", "#4c4f55")
    + _path("M10 1.5l8 4-8 4-8-4z", "#9a9ea6")
    + _path("M10 9.5l8-4v9l-8 4z", "#6f737b"),
    "cards": _card(WHITE, "#5a4a2e") + _path("M10 6v8M6.8 10h6.4", "none", "#5a4a2e", 1.8),
    "intrigue": _card("#58307e", "#2c1442") + _path("M10 4.5l1.3 6h2v1.3h-2.3v3.2h-2v-3.2H6.7v-1.3h2z", "#f3e6ff"),
    "vp": _path(_STAR, "#f5c52c", "#8a6800"),
    "persuasion": _path("M10 .8l9 9.2-9 9.2-9-9.2z", "#2a5fa5", "#143760"),
    "swords": _path("M16.8 2.2l1.2 1-7.6 10.2-2-1.6z", "#8b929c", "#3a3f46", 0.8)
    + _path("M5.6 10.2l5.6 4.4M7.6 13.2l-3.4 4.6", "none", "#6b3d12", 2.2),
    "combat": _path("M4 3l12 13M16 3L4 16M3 12.5l5 4.2M17 12.5l-5 4.2", "none", WHITE, 2),
    "influence.any": "".join(_path(part, ICON_COLOURS[one]) for one, part in _QUARTERS.items()) + _circle(3.6, WHITE),
    **{f"influence.{one}": _disc(one) for one in _QUARTERS},
    **{f"icon.{one}": _disc(one) for one in ICON_COLOURS},
}


def symbols() -> str:
    """The definitions that the picture refers to."""
    shapes = "".join(f'<symbol id="{name}" viewBox="0 0 20 20">{shape}</symbol>' for name, shape in ICONS.items())
    return f"<defs>{shapes}</defs>"
