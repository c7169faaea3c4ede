"""Effects with a choice of an opponent in between, found in the content, tried in every order."""

from __future__ import annotations

from typing import Any

import pytest

from dune_sim.games.imperium.tables.boxes import asks_others
from dune_sim.games.state import State
from imperium.table import CONTENT, choose, seat, table, told

ASKING = [card for card in CONTENT.cards if any(asks_others(one) for one in card.agent)]
VISITS = [(card.id, space.id) for card in ASKING for space in CONTENT.spaces if space.icon in card.icons]
#: means for every space, and company for every condition
MINE: dict[str, Any] = {"solari": 10, "spice": 10, "water": 5, "garrison": 3, "influence": {"fremen": 2}}
MINE |= {"in_play": ["bene_gesserit_sister"], "deck": ["diplomacy", "dune_the_desert_planet"]}
THEIRS: dict[str, Any] = {"hand": ["dagger", "diplomacy", "signet_ring"], "conflict": 1, "garrison": 2}


def deployed_when_asked(start: State) -> set[int]:
    """Troops that seat 0 can have in the conflict when an opponent is first asked, over all orders."""
    found, seen, todo = set(), {start.raw.tobytes()}, [start]
    while todo:
        here = todo.pop()
        if here.to_move != 0:
            if told(here, "turn_of") == 0:
                found.add(int(seat(here, 0)["conflict"]))
            continue
        for action in here.legal_actions():
            ahead = here.copy()
            ahead.apply(action)
            key = ahead.raw.tobytes()
            if key not in seen:
                seen.add(key)
                todo.append(ahead)
    return found


def test_the_content_has_such_effects() -> None:
    assert {card.id for card in ASKING} >= {"test_of_humanity", "reverend_mother_mohiam"}
    assert any(CONTENT.spaces.get(space).combat for _, space in VISITS)


@pytest.mark.rule("IMP-AGENT-11", "IMP-AMB-06")
@pytest.mark.parametrize(("card", "space"), VISITS)
def test_opponents_are_asked_before_and_after_every_deployment(card: str, space: str) -> None:
    state = table({**MINE, "hand": [card]}, THEIRS, THEIRS)
    choose(state, f"agent turn: play {CONTENT.cards.get(card).name}")
    choose(state, f"send an agent to {CONTENT.spaces.get(space).name}")
    found = deployed_when_asked(state)
    if CONTENT.spaces.get(space).combat:
        assert found >= {0, 1, 2} and found == set(range(max(found) + 1))
    else:
        assert found == {0}
