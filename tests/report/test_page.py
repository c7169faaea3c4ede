"""What a report holds, and that it needs nothing from elsewhere."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from dune_sim.analysis.measures import MEASURES
from dune_sim.games.arrakis.pictures.heat import RAMP, colour, heat_map
from dune_sim.games.registry import make
from dune_sim.report.compare import card_differences
from dune_sim.report.parts import Column, table
from dune_sim.report.strength import Strength, nice
from report.pages import strength, write


def data(file: Path) -> list[dict[str, Any]]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', file.read_text(encoding="utf-8"))
    assert found
    sections: list[dict[str, Any]] = json.loads(found[1])["sections"]
    return sections


def test_a_page_is_one_file(tmp_path: Path) -> None:
    file = write(tmp_path)
    text = file.read_text(encoding="utf-8")
    markup = re.sub(r"<script>.*?</script>", "", text, flags=re.S)
    assert not re.search(r"(src|href)=[\"']?(https?:)?//", markup)
    assert "{{" not in re.sub(r"<(script|style).*?</\1>", "", text, flags=re.S)
    assert "<title>Games &lt;nobody&gt; played</title>" in text and "Nobody &amp; everybody." in text
    assert [one["id"] for one in data(file)] == ["short", "ends", "cards", "causes", "pairs"]
    assert len(text) < 5e6


def test_text_of_the_data_cannot_end_its_element(tmp_path: Path) -> None:
    from dune_sim.report.page import page

    part = table("", [Column("name")], [["</script><b>no</b>"]], name="x")
    text = page("t", "l", [{"id": "a", "title": "A", "parts": [part]}], "f")
    assert "</script><b>" not in text


def test_every_column_of_cards_tells_its_bias() -> None:
    (listed,) = [one["parts"][0] for one in strength().sections() if one["id"] == "cards"]
    told = {one["title"]: one["help"] for one in listed["columns"]}
    for key in ("available", "acquire_rate", "acquired", "drawn", "played", "never_seen", "uplift", "adjusted", "gift"):
        assert MEASURES[key].bias in told[MEASURES[key].title]
    assert listed["marked"] == ["Card 03"]


def test_cards_that_disagree_come_first() -> None:
    observed = [_seen("a", 0.3), _seen("b", 0.2), _seen("c", 0.1)]
    caused = [{"kind": "gift", "card": card, "effect": value, "low": value - 0.01, "high": value + 0.01}
              for card, value in (("a", -0.1), ("b", 0.2), ("c", 0.3))]  # fmt: skip
    found = Strength(observed, [], [], caused).disagreements()
    assert found is not None
    assert {row[0]: row[1:4] for row in found["rows"]} == {"A": [1, 3, 2], "B": [2, 2, 0], "C": [3, 1, 2]}


def test_what_a_denial_takes_counts_as_what_a_card_gives() -> None:
    points = Strength([_seen("a", 0.3)], [], [], []).points(
        {"a": {"effect": -0.2, "low": -0.25, "high": -0.1}}, sign=-1
    )
    assert (points[0]["other"], points[0]["other_low"], points[0]["other_high"]) == (0.2, 0.1, 0.25)


def _seen(card: str, uplift: float) -> dict[str, Any]:
    return {"card": card, "acquired": {"count": 9}, "uplift": {"effect": uplift, "low": uplift, "high": uplift}}


def test_two_runs_are_compared_card_by_card() -> None:
    found = card_differences(([_seen("a", 0.1), _seen("b", 0.1)], [_seen("a", 0.3)]))
    assert found is not None
    assert [row[0] for row in found["rows"]] == ["A"]
    assert found["rows"][0][3] == pytest.approx([0.2, 0.2, 0.2])


def test_the_heat_view_is_the_board() -> None:
    facts: Any = make("arrakis", engine="python").facts
    svg = heat_map(facts, {"arrakeen": 2.0, "carthag": 1.0}, {"arrakeen": "2 battles"})
    assert svg.count('class="area"') == len(facts.areas)
    assert "<title>Arrakeen: 2 battles</title>" in svg
    assert f'fill="{colour(1.0)}"' in svg and f'fill="{colour(0.0)}"' in svg
    assert colour(1.0) == "#" + "".join(f"{one:02x}" for one in RAMP[-1])


@pytest.mark.parametrize(
    ("id", "name"),
    [("the_spice_must_flow", "The Spice Must Flow"), ("seat0", "Seat 0"), ("card_07", "Card 07"), ("", "")],
)
def test_ids_are_read_as_names(id: str, name: str) -> None:
    assert nice(id) == name
