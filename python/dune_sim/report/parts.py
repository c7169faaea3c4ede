"""What a page is made of, as plain data that its script draws: tiles, tables, charts, maps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Part = dict[str, Any]
#: what a cell holds: a text, a count, a number; or a share or a difference with its interval
Cell = str | int | float | list[float] | None


@dataclass(frozen=True)
class Column:
    """A column of a table; its help says what the figure means and how it may mislead."""

    title: str
    kind: str = "text"
    help: str = ""
    #: whether rows can be chosen by its value
    choose: bool = False

    def to_dict(self) -> Part:
        return {"title": self.title, "kind": self.kind, "help": self.help, "choose": self.choose}


def section(id: str, title: str, *parts: Part | None, note: str = "", short: str = "") -> Part:
    """A part of the page with a place in its navigation."""
    return {"id": id, "title": title, "short": short, "note": note, "parts": [one for one in parts if one is not None]}


def table(
    title: str,
    columns: Sequence[Column],
    rows: Sequence[Sequence[Cell]],
    *,
    name: str,
    sort: int = 0,
    down: bool = True,
    count: int | None = None,
    note: str = "",
    marked: Sequence[str] = (),
) -> Part:
    """Rows to be sorted and searched; ``count`` is the column that tells how many cases a row rests on."""
    return {
        "kind": "table", "title": title, "note": note, "name": name, "columns": [one.to_dict() for one in columns],
        "rows": [list(row) for row in rows], "sort": sort, "down": down, "count": count, "marked": list(marked),
    }  # fmt: skip


def tiles(*listed: tuple[str, str, str]) -> Part:
    """Figures to be read first: the value, what it is, and what more there is to know."""
    return {"kind": "tiles", "title": "", "note": "", "tiles": [list(one) for one in listed]}


def chart(title: str, spec: Mapping[str, Any], note: str = "") -> Part:
    """A picture that Vega-Lite draws."""
    return {"kind": "chart", "title": title, "note": note, "spec": spec}


def drawing(title: str, svg: str, note: str = "") -> Part:
    """A picture that is drawn already."""
    return {"kind": "map", "title": title, "note": note, "svg": svg}


def code(title: str, text: str, note: str = "") -> Part:
    return {"kind": "code", "title": title, "note": note, "text": text}


def pair(*parts: Part | None) -> Part:
    """Parts side by side where there is room."""
    return {"kind": "pair", "title": "", "note": "", "parts": [one for one in parts if one is not None]}


def rate(found: Mapping[str, Any], key: str = "win_rate") -> list[float] | None:
    """A share with its interval, as a cell."""
    return _triple(found, key)


def effect(found: Mapping[str, Any] | None) -> list[float] | None:
    """A difference with its interval, as a cell."""
    return None if found is None else _triple(found, "effect")


def _triple(found: Mapping[str, Any], key: str) -> list[float] | None:
    if found.get(key) is None:
        return None
    return [round(float(found[one]), 5) for one in (key, "low", "high")]
