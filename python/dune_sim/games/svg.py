"""What every SVG picture needs: short coordinates and words that fit."""

from __future__ import annotations

#: widths of letters in hundredths of an em, in the widest font of the list that viewers fall back on
_LETTERS = {
    28: "'ijlIJ", 32: " ,.·", 35: "/:;|f-", 40: "()[]t!r", 48: '"*_`', 53: "sz?c", 58: "LFkvxy", 63: "PTYaoeESbdghnpqu",
    64: "0123456789", 70: "KAVBRXZC", 76: "UHNDG", 80: "&OQ", 84: "w+<=>→×", 90: "MW", 98: "m%@…",
}  # fmt: skip
_WIDTHS = {letter: width / 100 for width, letters in _LETTERS.items() for letter in letters}


def number(value: float) -> str:
    """A coordinate without needless digits."""
    return f"{round(value, 1):g}"


def text_width(text: str, size: float, bold: bool = False) -> float:
    """How wide a text runs at most."""
    return sum(_WIDTHS.get(letter, 0.7) for letter in text) * size * (1.12 if bold else 1.02)


def fitted(text: str, size: float, width: float, bold: bool = False, least: float = 0.0) -> tuple[str, float]:
    """The text and a size at which it fits; letters go only when it would become too small to read."""
    smallest = max(size * 0.75, least)
    while size > smallest and text_width(text, size, bold) > width:
        size = max(size - 0.5, smallest)
    if text_width(text, size, bold) > width:
        while text and text_width(text + "…", size, bold) > width:
            text = text[:-1].rstrip()
        text += "…"
    return text, size
