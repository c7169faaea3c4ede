"""The areas that a question is about, marked on the map."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from string import Formatter
from typing import NamedTuple

from dune_sim.games.arrakis.kernels import opcodes
from dune_sim.games.arrakis.pictures import shapes as draw
from dune_sim.games.arrakis.pictures.geometry import Outline, Point
from dune_sim.games.arrakis.words.battle import battle_position
from dune_sim.games.arrakis.words.describe import Speaker
from dune_sim.games.arrakis.words.phrases import QUESTIONS
from dune_sim.games.svg import number as n
from dune_sim.games.svg import text_width
from dune_sim.lang.declare import Action

#: areas that may be chosen, areas that the question speaks of
CHOICE, ABOUT = "#0b7d4b", "#6a1fb0"
#: how far a mark lies inside its area, so that those of neighbours stay apart
INSET = 4.0


class Marks(NamedTuple):
    """Numbers of areas and air zones that may be chosen, and of areas that the question speaks of."""

    areas: frozenset[int] = frozenset()
    zones: frozenset[int] = frozenset()
    about: tuple[int, ...] = ()


def marks_of(speaker: Speaker, answers: Sequence[Action]) -> Marks:
    """What to mark for the open question and its legal answers."""
    areas = {one.number for one in answers if one.kind == "area"}
    for token in (one.number for one in answers if one.kind == "token"):
        at = int(speaker.g["token_at"][token])
        areas |= {at} if at < opcodes.AT_OUT else set()
    zones = frozenset(one.number for one in answers if one.kind == "zone")
    return Marks(frozenset(areas), zones, _about(speaker))


def _about(speaker: Speaker) -> tuple[int, ...]:
    """Areas of the move in progress, the target last, or of the effect; a battle is drawn as such."""
    if battle_position(speaker.names, speaker.t, speaker.g) is not None:
        return ()
    text = QUESTIONS.get(speaker.code, "")
    if isinstance(text, dict):
        text = text.get(speaker.stage, next(iter(text.values())))
    named = {field for _, field, _, _ in Formatter().parse(text) if field}
    found = [int(speaker.g["move"][key]) for key in ("source", "target") if key in named]
    found += [int(speaker.f["a"])] if "here" in named else []
    found += [int(speaker.f["c"]) - 1] if "last" in named else []
    return tuple(dict.fromkeys(one for one in found if 0 <= one < len(speaker.names.areas)))


def draw_marks(marks: Marks, shapes: tuple[Outline, ...]) -> str:
    """Rims inside the areas, lit where they may be chosen; an arrow from source to target of a move."""
    parts = [_rim(shapes[k], CHOICE, ' class="choice"', "#ffffff") for k in sorted(marks.areas)]
    parts += [_rim(shapes[k], ABOUT, ' class="about"') for k in marks.about]
    if len(marks.about) == 2:
        parts.append(arrow(shapes[marks.about[0]].middle, shapes[marks.about[1]].middle, ABOUT))
    return draw.group("".join(parts), 0, 0, extra=' id="marks"')


def _rim(outline: Outline, colour: str, extra: str, light: str = "") -> str:
    corners = inset(outline, INSET)
    lit = draw.shape(corners, light, extra=' opacity="0.38"') if light else ""
    return lit + draw.shape(corners, "none", colour, 4, extra)


def inset(outline: Outline, by: float) -> list[Point]:
    """The corners drawn towards the middle."""
    mx, my = outline.middle
    found = []
    for x, y in outline.corners:
        far = hypot(x - mx, y - my)
        share = max(0.5, (far - 1.4 * by) / far) if far else 1.0
        found.append((mx + (x - mx) * share, my + (y - my) * share))
    return found


def arrow(start: Point, end: Point, colour: str) -> str:
    """An arrow with a white rim."""
    (ax, ay), (bx, by) = start, end
    far = max(1.0, hypot(bx - ax, by - ay))
    dx, dy = (bx - ax) / far, (by - ay) / far
    back = (bx - 26 * dx, by - 26 * dy)
    tip = [(bx, by), (back[0] - 14 * dy, back[1] + 14 * dx), (back[0] + 14 * dy, back[1] - 14 * dx)]
    line = f"M{n(ax)} {n(ay)}L{n(bx - 22 * dx)} {n(by - 22 * dy)}"
    shaft = draw.curve(line, "#ffffff", 13) + draw.curve(line, colour, 9)
    return shaft + draw.shape(tip, colour, "#ffffff", 2)


def legend(right: float, y: float, marks: Marks) -> tuple[str, float]:
    """What the rims mean, ending at ``right``, and where it begins; nothing where nothing is marked."""
    parts, x = [], right
    entries = [(bool(marks.about), ABOUT, "asked about"), (bool(marks.areas or marks.zones), CHOICE, "to choose")]
    for holds, colour, said in entries:
        if holds:
            x -= text_width(said, 13)
            parts.append(draw.words(x, y, said, 13))
            x -= 27
            parts.append(draw.box(x, y - 12, 20, 14, "#fdf8ec", colour, 4, 3.5))
            x -= 16
    return "".join(parts), x
