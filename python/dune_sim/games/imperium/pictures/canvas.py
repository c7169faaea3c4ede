"""Plain drawing for the Imperium picture: shapes, measured text and runs of words and icons."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from dune_sim.games.imperium.pictures.icons import INK, SEAT_COLOURS, WHITE, symbols
from dune_sim.games.imperium.words.effects import Sign, Token
from dune_sim.games.svg import fitted, number, text_width

FONT = "Verdana, 'DejaVu Sans', Geneva, sans-serif"


#: type that can still be read where a page shows the picture 900 pixels wide
SMALLEST = 11.0


def line_count(tokens: Sequence[Token], size: float, width: float) -> int:
    """Lines that a run takes."""
    return len(_layout(tokens, size, width))


class Canvas:
    """Collects the shapes of a picture in drawing order."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self.parts: list[str] = []

    def finish(self) -> str:
        """The picture as SVG text."""
        size = f'width="{number(self.width)}" height="{number(self.height)}"'
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {number(self.width)} {number(self.height)}" '
            f'font-family="{FONT}" role="img">\n<title>{escape(self.title)}</title>\n{symbols()}'
        )
        return "\n".join([head, *self.parts, "</svg>"]) + "\n"

    def add(self, shape: str) -> None:
        self.parts.append(shape)

    def rect(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        fill: str,
        stroke: str = "none",
        radius: float = 6,
        weight: float = 1,
    ) -> None:
        box = f'x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}"'
        self.add(f'<rect {box} rx="{number(radius)}" fill="{fill}" stroke="{stroke}" stroke-width="{number(weight)}"/>')

    def line(self, x1: float, y1: float, x2: float, y2: float, stroke: str, weight: float = 1) -> None:
        ends = f'x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
        self.add(f'<line {ends} stroke="{stroke}" stroke-width="{number(weight)}"/>')

    def circle(self, x: float, y: float, r: float, fill: str, stroke: str = "none", weight: float = 1) -> None:
        middle = f'cx="{number(x)}" cy="{number(y)}" r="{number(r)}"'
        self.add(f'<circle {middle} fill="{fill}" stroke="{stroke}" stroke-width="{number(weight)}"/>')

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 12,
        colour: str = INK,
        bold: bool = False,
        anchor: str = "start",
        width: float | None = None,
    ) -> float:
        """Write a line with its baseline at y; how far it runs."""
        if width is not None:
            text, size = fitted(text, size, width, bold, SMALLEST)
        style = (' font-weight="bold"' if bold else "") + (f' text-anchor="{anchor}"' if anchor != "start" else "")
        place = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}"'
        self.add(f'<text {place} fill="{colour}"{style}>{escape(text, quote=False)}</text>')
        return text_width(text, size, bold)

    def icon(self, name: str, x: float, y: float, size: float) -> None:
        """An icon with its upper left corner at x, y."""
        place = f'x="{number(x)}" y="{number(y)}" width="{number(size)}" height="{number(size)}"'
        self.add(f'<use href="#{name}" {place}/>')

    # -- runs of words and icons -------------------------------------------------------------------------------------

    def run(
        self, x: float, y: float, tokens: Sequence[Token], size: float, width: float, lines: int = 9, colour: str = INK
    ) -> float:
        """Words and icons in lines of a width, the first baseline at y; the baseline after the last line.

        The type shrinks a little before anything is left out.
        """
        laid = _layout(tokens, size, width)
        while len(laid) > lines and size > SMALLEST:
            size -= 0.5
            laid = _layout(tokens, size, width)
        for at, line in enumerate(laid[:lines]):
            cut = at == lines - 1 and len(laid) > lines
            for offset, token in line:
                self._token(x + offset, y, token, size, colour)
            if cut:
                self.text(x + width - size, y, "…", size, colour)
            y += size * 1.45
        return y

    def _token(self, x: float, y: float, token: Token, size: float, colour: str) -> None:
        if isinstance(token, str):
            self.text(x, y, token, size, colour)
            return
        side = size * 1.3
        top = y - size * 1.02
        if token.kind == "persuasion":
            self.icon("persuasion", x, top - size * 0.1, side * 1.16)
            self.text(x + side * 0.58, y - size * 0.08, str(token.n), max(SMALLEST, size * 0.88), WHITE, True, "middle")
            return
        before, after = sign_label(token)
        if before:
            self.text(x, y, before, size, colour, True)
            x += text_width(before, size, True) + 1
        self.icon(token.kind, x, top, side)
        if after:
            self.text(x + side + 1, y, after, size, colour, True)

    # -- pieces of the players ---------------------------------------------------------------------------------------

    def cube(self, x: float, y: float, side: float, seat: int) -> None:
        """An influence or troop cube."""
        fill, ink = SEAT_COLOURS[seat]
        self.rect(x, y, side, side, fill, INK, 2)
        self.text(x + side / 2, y + side * 0.8, str(seat), side * 0.8, ink, True, "middle")

    def disc(self, x: float, y: float, r: float, seat: int) -> None:
        """A marker with the number of its seat."""
        fill, ink = SEAT_COLOURS[seat]
        self.circle(x, y, r, fill, INK)
        self.text(x, y + r * 0.5, str(seat), r * 1.35, ink, True, "middle")

    def agent(self, x: float, y: float, height: float, seat: int) -> None:
        """An agent."""
        fill, ink = SEAT_COLOURS[seat]
        scale = height / 20
        shape = "M10 .8a4 4 0 0 1 2.400 7.300q3.800 1.700 4.800 11.100H2.800q1-9.400 4.800-11.100A4 4 0 0 1 10 .8z"
        place = f'transform="translate({number(x)} {number(y)}) scale({round(scale, 3):g})"'
        self.add(f'<path d="{shape}" {place} fill="{fill}" stroke="{INK}" stroke-width="1.2"/>')
        self.text(x + height / 2, y + height * 0.86, str(seat), max(SMALLEST, height * 0.42), ink, True, "middle")

    def flag(self, x: float, y: float, seat: int | None) -> None:
        """A control marker, dotted where there is none."""
        fill, ink = SEAT_COLOURS[seat] if seat is not None else ("none", INK)
        line = f'stroke="{INK}"' if seat is not None else 'stroke="#9c8b6c" stroke-dasharray="2 2"'
        shape = f"M{number(x)} {number(y)}v20v-20h18l-4 5.5 4 5.5h-18"
        self.add(f'<path d="{shape}" fill="{fill}" {line}/>')
        if seat is not None:
            self.text(x + 7, y + 9.5, str(seat), SMALLEST, ink, True, "middle")


def sign_label(sign: Sign) -> tuple[str, str]:
    """What stands before and after an icon."""
    if sign.kind.startswith("influence."):
        return "", f"{sign.n:+d}"
    return ("" if sign.n == 1 else str(sign.n)), ""


def token_width(token: Token, size: float) -> float:
    """How far a word or an icon with its number runs."""
    return text_width(token, size) if isinstance(token, str) else _sign_width(token, size)


def _sign_width(sign: Sign, size: float) -> float:
    before, after = sign_label(sign)
    if sign.kind == "persuasion":
        return size * 1.55
    return size * 1.3 + sum(text_width(part, size, True) + 1 for part in (before, after) if part)


def _layout(tokens: Sequence[Token], size: float, width: float) -> list[list[tuple[float, Token]]]:
    """Break a run into lines; words that follow each other on a line stay one text, so that viewers space them."""
    lines: list[list[tuple[float, Token]]] = [[]]
    at = 0.0
    for token in tokens:
        pieces: list[Token] = list(token.split()) if isinstance(token, str) else [token]
        for piece in pieces:
            tight = isinstance(piece, str) and piece[:1] in ",:;)"
            wide = token_width(piece, size)
            last = lines[-1][-1] if lines[-1] else None
            words = last is not None and isinstance(last[1], str) and isinstance(piece, str)
            # between words of one text stands a space, no more, so that what follows them closes up
            gap = 0.0 if last is None or tight else text_width(" ", size) if words else size * 0.33
            if lines[-1] and at + gap + wide > width and not tight:
                lines.append([])
                at = gap = 0.0
                last, words = None, False
            if last is not None and words:
                lines[-1][-1] = (last[0], f"{last[1]}{'' if tight else ' '}{piece}")
            else:
                lines[-1].append((at + gap, piece))
            at += gap + wide
    return lines
