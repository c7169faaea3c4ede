"""Cards carried out in part: a part that is refused or impossible takes no other part with it."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.cards_lab import CONTENT
from arrakis.table import DONE, Table, die

DICE = {"harkonnen": {"strategy": 2, "house": 1}, "atreides": {"strategy": 2, "mentat": 1}}
TOWNS = [one.id for one in CONTENT.settlements]


def played(side: str, name: str, areas: dict[str, Any], **more: Any) -> Table:
    """A strategy die is spent on the only card in hand."""
    scenario = {"to_move": side, "dice": DICE, "areas": areas, "hands": {side: [name]}, **more}
    return Table(scenario).play_card(die("strategy"))


# -- settlements that fell -------------------------------------------------------------------------------------------


def names_towns(step: Any) -> bool:
    """Whether a step places something in settlements by name or by kind."""
    where = getattr(step, "where", None)
    return (
        step.do in ("place_units", "place_leader")
        and where is not None
        and (where.settlement is not None or bool(where.areas) and set(where.areas) <= set(TOWNS))
    )


AT_TOWNS = [one.id for one in CONTENT.planning_cards if any(names_towns(step) for step in one.effect)]


def test_the_cards_that_name_settlements() -> None:
    assert len(AT_TOWNS) == 7
    for name in AT_TOWNS:
        for step in CONTENT.planning_cards.get(name).effect:
            assert not names_towns(step) or step.where.settlement is not None, name


@pytest.mark.rule("ARR-BATTLE-45", "ARR-DEPLOY-07")
@pytest.mark.parametrize("name", AT_TOWNS)
def test_a_card_that_names_a_settlement_places_nothing_where_it_fell(name: str) -> None:
    """Units stand in the areas, so that a leader could as well."""
    held = {"harkonnen": {"standard": 1}}
    standing = {town: held for town in TOWNS}
    fallen = {town: {**held, "settlement": "destroyed"} for town in TOWNS}
    assert played("harkonnen", name, standing).areas, "as long as they stand something is placed"
    found = played("harkonnen", name, fallen)
    while found.mover == "harkonnen":
        words = found.words()
        assert not any("place" in one and "place no" not in one for one in words), words
        found.play(DONE if DONE in found.legal else found.legal[0])
    for town in TOWNS:
        assert found.legion("harkonnen", town) == {"standard": 1}
