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

_GLYPHS = {
    "emperor": '<path d="M5 14h10l1-7-3.2 2.6L10 5 7.200 9.600 4 7z" fill="#fff"/>',
    "guild": '<circle cx="10" cy="10" r="4.600" fill="none" stroke="#fff" stroke-width="1.800"/><circle cx="10" cy="10" r="1.700" fill="#fff"/>',
    "bene_gesserit": '<path d="M3.800 10q6.200-7 12.400 0q-6.200 7-12.400 0z" fill="#fff"/><circle cx="10" cy="10" r="2.200" fill="#6d3fa8"/>',
    "fremen": '<path d="M12.800 4.600a6 6 0 1 0 0 10.800a5 5.400 0 0 1 0-10.800z" fill="#fff"/>',
    "landsraad": '<path d="M4 8.500L10 4.500l6 4zM5.500 9.500h2v4h-2zM9 9.500h2v4H9zM12.500 9.500h2v4h-2zM4.500 14.200h11v1.400h-11z" fill="#fff"/>',
    "city": '<path d="M4 15V9h3v2h1.500V5h3v4H13v2h3v4z" fill="#fff"/>',
    "spice_trade": '<path d="M10 4.200l5 2.900v5.800l-5 2.900-5-2.900V7.100z" fill="#fff"/><circle cx="10" cy="10" r="2" fill="#b98a10"/>',
}


def _disc(icon: str) -> str:
    return f'<circle cx="10" cy="10" r="9.500" fill="{ICON_COLOURS[icon]}"/>{_GLYPHS[icon]}'


def _any() -> str:
    parts = (("emperor", "M10 10V.5A9.500 9.500 0 0 1 19.500 10z"), ("guild", "M10 10h9.500A9.500 9.500 0 0 1 10 19.500z"),
             ("bene_gesserit", "M10 10v9.500A9.500 9.500 0 0 1 .5 10z"), ("fremen", "M10 10H.5A9.500 9.500 0 0 1 10 .5z"))  # fmt: skip
    return "".join(f'<path d="{path}" fill="{ICON_COLOURS[icon]}"/>' for icon, path in parts) + (
        '<circle cx="10" cy="10" r="3.600" fill="#fff"/>'
    )


#: symbol id -> drawing
ICONS = {
    "spice": '<path d="M10 1l8 4.600v8.800L10 19l-8-4.600V5.600z" fill="#e07b1a" stroke="#7d3f06" stroke-width="1.200"/>'
    '<path d="M10 4.500l3 4.500-3 6.500-3-6.500z" fill="#ffd9a8"/>',
    "solari": '<circle cx="10" cy="10" r="8.600" fill="#dfe2e6" stroke="#5f6771" stroke-width="1.400"/>'
    '<circle cx="10" cy="10" r="5.400" fill="none" stroke="#5f6771" stroke-width="1.100"/><path d="M10 6.500v7M7.500 10h5" stroke="#5f6771"/>',
    "water": '<path d="M10 1.200q7 8.500 7 11.600a7 6.600 0 0 1-14 0Q3 9.700 10 1.200z" fill="#3aa0d8" stroke="#145f8a" stroke-width="1.200"/>',
    "troops": '<path d="M10 1.500l8 4v9l-8 4-8-4v-9z" fill="#4c4f55"/><path d="M10 1.500l8 4-8 4-8-4z" fill="#9a9ea6"/>'
    '<path d="M10 9.500l8-4v9l-8 4z" fill="#6f737b"/>',
    "cards": '<rect x="4" y="1.500" width="12" height="17" rx="2" fill="#fff" stroke="#5a4a2e" stroke-width="1.500"/>'
    '<path d="M10 6v8M6.800 10h6.400" stroke="#5a4a2e" stroke-width="1.800"/>',
    "intrigue": '<rect x="4" y="1.500" width="12" height="17" rx="2" fill="#58307e" stroke="#2c1442" stroke-width="1.300"/>'
    '<path d="M10 4.500l1.300 6h2v1.300h-2.300v3.200h-2v-3.200H6.700v-1.300h2z" fill="#f3e6ff"/>',
    "vp": '<path d="M10 .8l2.700 5.900 6.400.7-4.800 4.300 1.400 6.400L10 14.900 4.300 18.100l1.400-6.400L.9 7.400l6.400-.7z" fill="#f5c52c" stroke="#8a6800"/>',
    "persuasion": '<path d="M10 .8l9 9.200-9 9.200-9-9.200z" fill="#2a5fa5" stroke="#143760"/>',
    "swords": '<path d="M16.800 2.200l1.200 1-7.600 10.200-2-1.600z" fill="#8b929c" stroke="#3a3f46" stroke-width=".8"/>'
    '<path d="M5.600 10.200l5.600 4.400M7.600 13.200l-3.400 4.600" stroke="#6b3d12" stroke-width="2.200" stroke-linecap="round"/>',
    "agent": '<path d="M10 1.500a3.600 3.600 0 0 1 2 6.600q3 1.600 4 10.400H4q1-8.800 4-10.400a3.600 3.600 0 0 1 2-6.600z" fill="#8a7a60" stroke="#2e2418"/>',
    "combat": '<path d="M4 3l12 13M16 3L4 16" stroke="#fff" stroke-width="2.200" stroke-linecap="round"/>'
    '<path d="M3 12.500l5 4.200M17 12.500l-5 4.200" stroke="#fff" stroke-width="2" stroke-linecap="round"/>',
    "influence.any": _any(),
    **{f"influence.{one}": _disc(one) for one in ("emperor", "guild", "bene_gesserit", "fremen")},
    **{f"icon.{one}": _disc(one) for one in ICON_COLOURS},
}


def symbols() -> str:
    """The definitions that the picture refers to."""
    shapes = "".join(f'<symbol id="{name}" viewBox="0 0 20 20">{shape}</symbol>' for name, shape in ICONS.items())
    return f"<defs>{shapes}</defs>"
