"""Small drawings for pictures of War for Arrakis: figures, markers, dice, words."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from xml.sax.saxutils import escape

from dune_sim.games.svg import fitted, text_width
from dune_sim.games.svg import number as n

#: type that can still be read where a page shows the picture 900 pixels wide
SMALLEST = 11.5
FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"
INK = "#2b1d12"
PAPER = "#fbf4e4"
#: colour of each faction: fill, dark, light
HARKONNEN = ("#9e2a22", "#5e130e", "#f6d9d3")
ATREIDES = ("#1f5f8f", "#0d3350", "#d6e8f4")
SIDES = (HARKONNEN, ATREIDES)
MARKER_COLOURS = {"kwisatz_haderach": "#3f8f4f", "sand_dwellers": "#e08a1e", "jihad": "#c2332b"}
GOLD = "#d9a521"


def words(
    x: float,
    y: float,
    said: str,
    size: float = 12,
    fill: str = INK,
    anchor: str = "start",
    weight: str = "normal",
    extra: str = "",
) -> str:
    bold = f' font-weight="{weight}"' if weight != "normal" else ""
    place = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}" fill="{fill}"{place}{bold}{extra}>{escape(said)}</text>'


def fit_words(
    x: float,
    y: float,
    said: str,
    width: float,
    size: float,
    fill: str = INK,
    anchor: str = "start",
    weight: str = "normal",
) -> str:
    """Words that keep to a width: smaller first, then cut."""
    text, fits = fitted(said, size, width, weight == "bold", SMALLEST)
    return words(x, y, text, fits, fill, anchor, weight)


def wrapped(said: str, size: float, width: float) -> list[str]:
    """Words in lines of a width."""
    lines: list[str] = []
    for word in said.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def halo(x: float, y: float, said: str, size: float, fill: str = INK, weight: str = "normal") -> str:
    """Words that stay readable on any ground."""
    extra = f' stroke="{PAPER}" stroke-width="{n(size * 0.28)}" stroke-linejoin="round" paint-order="stroke"'
    return words(x, y, said, size, fill, "middle", weight, extra)


def box(
    x: float,
    y: float,
    w: float,
    h: float,
    fill: str,
    stroke: str = "none",
    r: float = 4,
    width: float = 1,
    extra: str = "",
) -> str:
    line = f' stroke="{stroke}" stroke-width="{n(width)}"' if stroke != "none" else ""
    return f'<rect x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}" rx="{n(r)}" fill="{fill}"{line}{extra}/>'


def disc(x: float, y: float, r: float, fill: str, stroke: str = "none", width: float = 1, extra: str = "") -> str:
    line = f' stroke="{stroke}" stroke-width="{n(width)}"' if stroke != "none" else ""
    return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}" fill="{fill}"{line}{extra}/>'


def shape(
    points: Sequence[tuple[float, float]], fill: str, stroke: str = "none", width: float = 1, extra: str = ""
) -> str:
    line = f' stroke="{stroke}" stroke-width="{n(width)}" stroke-linejoin="round"' if stroke != "none" else ""
    return f'<polygon points="{" ".join(f"{n(x)},{n(y)}" for x, y in points)}" fill="{fill}"{line}{extra}/>'


def curve(d: str, stroke: str, width: float, fill: str = "none", extra: str = "") -> str:
    line = f'stroke="{stroke}" stroke-width="{n(width)}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{d}" fill="{fill}" {line}{extra}/>'


def group(inner: str, x: float, y: float, scale: float = 1, title: str = "", extra: str = "") -> str:
    size = f" scale({scale:.3g})" if scale != 1 else ""
    tip = f"<title>{escape(title)}</title>" if title else ""
    return f'<g transform="translate({n(x)} {n(y)}){size}"{extra}>{tip}{inner}</g>'


def star(x: float, y: float, r: float, fill: str, stroke: str) -> str:
    points = [
        (x + (r if k % 2 == 0 else 0.5 * r) * sin(k * pi / 5), y - (r if k % 2 == 0 else 0.5 * r) * cos(k * pi / 5))
        for k in range(10)
    ]
    return shape(points, fill, stroke)


def unit_sign(kind: str, x: float, y: float, r: float, light: str, dark: str) -> str:
    """Disc, diamond or star: standard, elite, special elite."""
    if kind == "standard":
        return disc(x, y, 0.8 * r, light, dark)
    if kind == "elite":
        return shape([(x, y - r), (x + r, y), (x, y + r), (x - r, y)], GOLD, dark)
    return star(x, y, 1.15 * r, "#ffffff", dark)


def leader_sign(x: float, y: float, r: float, fill: str, dark: str) -> str:
    """A pawn: a generic leader."""
    return disc(x, y - 0.55 * r, 0.45 * r, fill, dark) + shape(
        [(x - 0.7 * r, y + r), (x + 0.7 * r, y + r), (x, y - 0.3 * r)], fill, dark
    )


def settlement_sign(rank: int, kind: str) -> str:
    """A walled town with its rank; 26 wide, centred."""
    wall = [
        (-13, 11),
        (-13, -4),
        (-9, -4),
        (-9, -9),
        (-4, -9),
        (-4, -4),
        (4, -4),
        (4, -9),
        (9, -9),
        (9, -4),
        (13, -4),
        (13, 11),
    ]
    fill = {"capital": "#3b0d0a", "city": "#5e130e", "village": "#7c3a2f"}[kind]
    return shape(wall, fill, PAPER, 1.2) + words(0, 8, str(rank), 12, PAPER, "middle", "bold")


def sietch_sign(rank: str, revealed: bool) -> str:
    """A cave mouth with its rank; dashed while face down."""
    dash = "" if revealed else ' stroke-dasharray="3 2"'
    arch = curve("M-12 11 V-1 A12 11 0 0 1 12 -1 V11 Z", GOLD if revealed else PAPER, 1.8, ATREIDES[1], dash)
    return arch + words(0, 7, rank, 12, PAPER, "middle", "bold")


def ruin_sign() -> str:
    """A destroyed settlement or sietch."""
    return curve("M-9 7 L-5 -3 L-1 5 L3 -6 L9 7 Z", "#6b5b4a", 1.2, "#b9a78f")


def station_sign(colour: str, known: bool) -> str:
    """A flask: a testing station; coloured by its marker where that is known."""
    said = "" if known else words(0, 8, "?", 9, INK, "middle", "bold")
    return curve("M-3 -9 H3 M-2 -9 V-3 L-8 8 Q-9 10 -6 10 H6 Q9 10 8 8 L2 -3 V-9", INK, 1.4, colour) + said


def wormsign_sign() -> str:
    """Rings in the sand."""
    return (
        disc(0, 0, 10, "#f2dfae", "#7a4d12", 1.4)
        + curve("M-6 3 A6 6 0 0 1 6 3 M-3 3 A3 3 0 0 1 3 3", "#7a4d12", 1.6)
        + disc(0, 4.5, 1.4, "#7a4d12")
    )


def worm_sign(wild: bool) -> str:
    """The mouth of a sandworm; the Wild Maker is crowned."""
    ring = disc(0, 0, 14, "#5a2f10", "#2a1204", 1.5) + disc(0, 0, 9, "#c0562a", "#2a1204")
    teeth = [
        shape(
            [
                (9 * cos(a - 0.28), 9 * sin(a - 0.28)),
                (9 * cos(a + 0.28), 9 * sin(a + 0.28)),
                (3.6 * cos(a), 3.6 * sin(a)),
            ],
            PAPER,
        )
        for a in (k * pi / 4 for k in range(8))
    ]
    crown = shape([(-9, -12), (-9, -20), (-4, -15), (0, -22), (4, -15), (9, -20), (9, -12)], GOLD, INK) if wild else ""
    return ring + "".join(teeth) + crown


def harvester_sign() -> str:
    """A box on tracks."""
    return (
        box(-11, 2, 22, 8, "#3d3d3d", INK, 4)
        + box(-9, -7, 18, 10, "#e3902a", INK, 2)
        + box(3, -11, 5, 5, "#e3902a", INK, 1)
        + "".join(disc(x, 6, 2, "#bdbdbd") for x in (-7, 0, 7))
    )


def flyer_sign(kind: str) -> str:
    """Wings of an ornithopter, or the hull of a carryall."""
    if kind == "ornithopter":
        wings = curve(
            "M0 0 L-13 -9 L-11 -3 Z M0 0 L13 -9 L11 -3 Z M0 0 L-12 6 L-9 9 Z M0 0 L12 6 L9 9 Z", INK, 1, "#d8e3ea"
        )
        return wings + curve("M0 -9 Q3 0 0 11 Q-3 0 0 -9 Z", INK, 1, HARKONNEN[0])
    return curve("M-14 2 L-4 -5 H4 L14 2 L4 4 V9 H-4 V4 Z", INK, 1.2, "#9aa7ad") + disc(0, -1, 2.4, HARKONNEN[0])


def atomic_sign() -> str:
    """The tile of a family atomic."""
    leaves = ""
    for turn in (-pi / 2, pi / 6, 5 * pi / 6):
        (ax, ay), (bx, by) = ((11 * cos(turn + side), 11 * sin(turn + side)) for side in (-0.5, 0.5))
        leaves += f'<path d="M0 0 L{n(ax)} {n(ay)} A11 11 0 0 1 {n(bx)} {n(by)} Z" fill="{INK}"/>'
    return disc(0, 0, 13, "#f4d21f", INK, 1.5) + leaves + disc(0, 0, 2.6, "#f4d21f", INK)


def token_sign(inner: str, dark: str) -> str:
    """A face-down deployment token."""
    return box(-9, -9, 18, 18, "#b68d4c", dark, 3, 1.4) + words(0, 4.5, inner, 12, INK, "middle", "bold")
