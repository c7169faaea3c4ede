"""Offers are runs of actions: counted, picked by number and listed alike; designs come once each."""

from __future__ import annotations

import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dune_sim.content import load_content
from dune_sim.errors import ContentError
from dune_sim.games.imperium.kernels.actions import ACT_BUY, ACT_COUNT, ACT_ITEM, ACT_PASS, ACTIONS
from dune_sim.games.imperium.kernels.offers import (
    clear_offer,
    count_offer,
    designs_of,
    list_offer,
    offer,
    offer_at,
    offer_bits,
    offer_counts,
    offer_designs,
    offer_yes_or_no,
)
from dune_sim.games.imperium.kernels.sizes import DESIGNS, RUNS, SLOTS
from dune_sim.games.imperium.tables.build import compile_game
from dune_sim.kernel import driver
from dune_sim.lang.intrinsics import Bits
from imperium.slot import FAST, Slot

WORD_ENDS = (64, 128)


def question() -> Any:
    """A question that nothing was offered for."""
    q = SimpleNamespace(masks=[0] * RUNS, bases=[0] * RUNS, runs=9, many=9)
    clear_offer(q)
    return q


def told(q: Any) -> list[int]:
    """What is offered, after counting and picking were held to the list."""
    moves = [0] * ACTIONS
    list_offer(q, moves)
    found = moves[: count_offer(q)]
    assert [offer_at(q, k) for k in range(len(found))] == found
    return found


def designs_by_slot(chance: random.Random) -> list[int]:
    """Up to twelve cards of each design, side by side."""
    slots = [d for d in range(DESIGNS) for _ in range(chance.randint(1, 12))]
    return slots[:SLOTS]


@pytest.mark.parametrize("seed", range(40))
def test_a_set_of_cards_offers_each_design_once_between_other_answers(seed: int) -> None:
    chance = random.Random(seed)
    slots = designs_by_slot(chance)
    chosen = [slot for slot in range(len(slots)) if chance.random() < 0.3]
    cards = Bits(sum(1 << slot for slot in chosen))
    items = sorted(chance.sample(range(60), chance.randint(0, 5)))
    q = question()
    offer(q, ACT_PASS)
    offer_designs(q, ACT_BUY, designs_of(SimpleNamespace(design=slots), cards))
    offer_bits(q, ACT_ITEM, sum(1 << item for item in items))
    designs = sorted({slots[slot] for slot in chosen})
    assert told(q) == [ACT_PASS, *(ACT_BUY + d for d in designs), *(ACT_ITEM + item for item in items)]


def test_counts_and_plain_answers() -> None:
    q = question()
    assert told(q) == []
    offer_counts(q, 3)
    assert told(q) == [ACT_COUNT, ACT_COUNT + 1, ACT_COUNT + 2, ACT_COUNT + 3]
    clear_offer(q)
    offer_yes_or_no(q)
    assert told(q) == [ACT_PASS, ACT_PASS + 1]


def overlaid(tmp_path: Path, text: str) -> Any:
    path = tmp_path / "my.toml"
    path.write_text(text, encoding="utf-8")
    return compile_game(load_content("imperium", [path])).tables


def test_games_are_sound_when_a_design_reaches_into_the_next_word(tmp_path: Path) -> None:
    table = Slot(FAST)
    table.tables = overlaid(tmp_path, '[[cards]]\nid = "stilgar"\ncopies = 2\n')
    designs = table.tables["design"][0]
    assert any(designs[at - 1] == designs[at] for at in WORD_ENDS)
    assert table.do(driver.CALL_PLAY_CHECKED, seed=3, count=40 if FAST == "cpp" else 2) > 0


def test_a_card_dearer_than_the_price_list_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="stilgar: a cost must be smaller than 16"):
        overlaid(tmp_path, '[[cards]]\nid = "stilgar"\ncost = 16\n')
