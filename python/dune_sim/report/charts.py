"""Charts of the report, as Vega-Lite draws them; colours and fonts are those of the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Spec = dict[str, Any]
SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
#: pixels of one line of a chart with names
STEP = 24


def _spec(values: Iterable[Mapping[str, Any]], **more: Any) -> Spec:
    return {"$schema": SCHEMA, "data": {"values": list(values)}, "width": "container", **more}


def _percent(field: str, title: str, **more: Any) -> Spec:
    scale = {"scale": {"zero": False}, **more}
    return {"field": field, "type": "quantitative", "title": title, "axis": {"format": ".1~%", "tickCount": 6}, **scale}


def _told(*fields: tuple[str, str, str]) -> list[Spec]:
    """What a pointer is told: field, title, format."""
    kinds = {"": "nominal"}
    return [{"field": one, "title": title, "type": kinds.get(form, "quantitative"), "format": form} if form else
            {"field": one, "title": title, "type": "nominal"} for one, title, form in fields]  # fmt: skip


def intervals(rows: Sequence[Mapping[str, Any]], value: str, title: str, fair: float | None = None) -> Spec:
    """Names with a share or a difference each and its interval; ``fair`` is what chance would give."""
    y = {"field": "name", "type": "nominal", "title": None, "sort": [row["name"] for row in rows]}
    about = [("name", " ", ""), (value, title, ".1%"), ("low", "from", ".1%"), ("high", "to", ".1%")]
    tooltip = _told(*about, ("count", "cases", ",d"))
    layers: list[Spec] = [
        {"mark": {"type": "rule", "strokeWidth": 2},
         "encoding": {"x": _percent("low", title), "x2": {"field": "high"}, "y": y, "tooltip": tooltip}},
        {"mark": "point", "encoding": {"x": _percent(value, title), "y": y, "tooltip": tooltip}},
    ]  # fmt: skip
    if fair is not None:
        line = {"type": "rule", "strokeDash": [4, 4], "opacity": 0.7}
        layers.insert(0, {"mark": line, "encoding": {"x": {"datum": round(fair, 6)}}})
    return _spec(rows, layer=layers, height={"step": STEP})


def grouped(rows: Sequence[Mapping[str, Any]], value: str, title: str, group: str) -> Spec:
    """The same names in several groups, each a colour, beside each other."""
    y = {"field": "name", "type": "nominal", "title": None, "sort": list(dict.fromkeys(row["name"] for row in rows))}
    beside = {"yOffset": {"field": group, "type": "nominal"}}
    colour = {"field": group, "type": "nominal", "title": None}
    tooltip = _told(("name", " ", ""), (group, " ", ""), (value, title, ".1%"), ("low", "from", ".1%"),
                    ("high", "to", ".1%"))  # fmt: skip
    shared = {"y": y, **beside, "color": colour, "tooltip": tooltip}
    layers = [
        {"mark": {"type": "rule", "strokeWidth": 2},
         "encoding": {"x": _percent("low", title), "x2": {"field": "high"}, **shared}},
        {"mark": {"type": "point"}, "encoding": {"x": _percent(value, title), **shared}},
    ]  # fmt: skip
    return _spec(rows, layer=layers, height={"step": STEP / 2})


def scatter(rows: Sequence[Mapping[str, Any]], x: str, y: str, titles: tuple[str, str], named: int = 8) -> Spec:
    """One point a name, with both intervals in grey; those farthest from the others' trend are named."""
    tooltip = _told(("name", " ", ""), (x, titles[0], "+.1%"), (y, titles[1], "+.1%"))
    zero = {"mark": {"type": "rule", "strokeDash": [4, 4], "opacity": 0.5}}
    across, up = _percent(x, titles[0]), _percent(y, titles[1])
    for one in (across, up):
        one["axis"] = {"format": "+.0%", "tickCount": 8}
    layers: list[Spec] = [
        {**zero, "encoding": {"y": {"datum": 0}}},
        {**zero, "encoding": {"x": {"datum": 0}}},
        {"mark": {"type": "rule", "opacity": 0.25},
         "encoding": {"x": {**across, "field": f"{x}_low"}, "x2": {"field": f"{x}_high"}, "y": up}},
        {"mark": {"type": "rule", "opacity": 0.25},
         "encoding": {"y": {**up, "field": f"{y}_low"}, "y2": {"field": f"{y}_high"}, "x": across}},
        {"mark": "point", "encoding": {"x": across, "y": up, "tooltip": tooltip}},
    ]  # fmt: skip
    if named:
        text = {"type": "text", "align": "left", "dx": 7, "fontSize": 11}
        layers.append({"transform": [{"filter": "datum.named"}], "mark": text,
                       "encoding": {"x": across, "y": up, "text": {"field": "name"}}})  # fmt: skip
    return _spec(rows, layer=layers, height=420)


def histogram(rows: Sequence[Mapping[str, Any]], x: str, title: str) -> Spec:
    """Shares of games by a whole number."""
    tooltip = _told((x, title, ",d"), ("share", "share of games", ".1%"))
    return _spec(rows, mark="bar", height=200, encoding={
        "x": {"field": x, "type": "ordinal", "title": title, "axis": {"labelAngle": 0, "labelOverlap": True}},
        "y": _percent("share", "share of games", scale={"zero": True}), "tooltip": tooltip,
    })  # fmt: skip


def stacked(rows: Sequence[Mapping[str, Any]], titles: tuple[str, str], kinds: Sequence[str]) -> Spec:
    """Of each name what it is made of."""
    tooltip = _told(("name", " ", ""), ("kind", " ", ""), ("value", titles[0], ".2f"))
    names = list(dict.fromkeys(row["name"] for row in rows))
    return _spec(rows, mark={"type": "bar"}, height={"step": STEP + 6}, encoding={
        "y": {"field": "name", "type": "nominal", "title": None, "sort": names},
        "x": {"field": "value", "type": "quantitative", "title": titles[0]},
        "color": {"field": "kind", "type": "nominal", "title": titles[1], "sort": list(kinds)},
        "order": {"field": "order", "type": "quantitative"}, "tooltip": tooltip,
    })  # fmt: skip


def lines(rows: Sequence[Mapping[str, Any]], titles: tuple[str, str], form: str = ".2f") -> Spec:
    """Something by round, a line each kind."""
    tooltip = _told(("kind", " ", ""), ("round", titles[0], ",d"), ("value", titles[1], form))
    return _spec(rows, mark={"type": "line", "point": {"size": 30}}, height=240, encoding={
        "x": {"field": "round", "type": "ordinal", "title": titles[0], "axis": {"labelAngle": 0}},
        "y": {"field": "value", "type": "quantitative", "title": titles[1]},
        "color": {"field": "kind", "type": "nominal", "title": None}, "tooltip": tooltip,
    })  # fmt: skip


def heat(rows: Sequence[Mapping[str, Any]], value: str, title: str, names: Sequence[str]) -> Spec:
    """Pairs of names as a square, the same upper and lower half."""
    tooltip = _told(("a", " ", ""), ("b", " ", ""), (value, title, "+.1%"), ("count", "seats", ",d"), ("q", "q", ".3f"))
    axis = {"type": "nominal", "title": None, "sort": list(names)}
    return _spec(rows, mark="rect", height={"step": 20}, encoding={
        "x": {"field": "a", **axis, "axis": {"labelAngle": -60}}, "y": {"field": "b", **axis},
        "color": {"field": value, "type": "quantitative", "title": title,
                  "scale": {"domainMid": 0, "scheme": "redblue"}, "legend": {"format": "+.0%", "orient": "right"}},
        "tooltip": tooltip,
    })  # fmt: skip
