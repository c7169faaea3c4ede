"""The page around the parts: one HTML file that needs nothing else, not even a network."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from dune_sim.files import write_whole
from dune_sim.report.parts import Part


def write_page(file: Path, title: str, lead: str, sections: Sequence[Part], foot: str) -> None:
    """Write the page; it appears whole or not at all."""
    text = page(title, lead, sections, foot)
    write_whole(file, lambda draft: draft.write_text(text, encoding="utf-8"))


def page(title: str, lead: str, sections: Sequence[Part], foot: str) -> str:
    """The page as text."""
    # a closing tag inside the data would end its element
    data = json.dumps({"sections": list(sections)}, separators=(",", ":"), allow_nan=False).replace("</", "<\\/")
    filled = {
        "title": html.escape(title), "lead": html.escape(lead), "foot": html.escape(foot), "data": data,
        "style": _asset("page.css"), "script": _asset("page.js"), "library": _library(),
    }  # fmt: skip
    return re.sub(r"\{\{(\w+)\}\}", lambda found: filled[found[1]], _asset("page.html"))


def _asset(name: str) -> str:
    return (files("dune_sim.report") / "assets" / name).read_text(encoding="utf-8")


@cache
def _library() -> str:
    """Vega, Vega-Lite and Vega-Embed as one script, from the package that brings them."""
    import vl_convert

    return vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;").replace("</script", "<\\/script")
