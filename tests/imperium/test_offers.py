"""Cards kept as a set of slots are the same legal actions, in the same order, as if they were listed."""

from __future__ import annotations

import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from dune_sim.content import load_content
from dune_sim.errors import ContentError
from dune_sim.games.imperium.kernels import layout
from dune_sim.games.imperium.kernels.actions import ACT_BUY, ACT_HAND, ACT_PASS, ACTIONS
from dune_sim.games.imperium.kernels.offers import keep_none, keep_set, keep_spaces, list_set, listed_or_kept
from dune_sim.games.imperium.tables.build import compile_game
from dune_sim.games.imperium.tables.fill import _mark_copies
from dune_sim.kernel import driver
from imperium.slot import FAST, Slot

WORD_ENDS = (64, 128)


def tables_of(slots: tuple[int, ...]) -> Any:
    """As much of the tables as sets of slots need."""
    words = {key: np.zeros(layout.WORDS, np.uint64) for key in ("first_copies", "last_copies", "goes_on", "went_on")}
    cards = np.zeros((layout.DESIGNS, layout.WORDS), np.uint64)
    for slot, d in enumerate(slots):
        cards[d][slot // 64] |= np.uint64(1 << slot % 64)
    _mark_copies(words | {"design_cards": cards}, slots)
    return SimpleNamespace(design=slots, **{key: [int(x) for x in value] for key, value in words.items()})


def designs_of(chance: random.Random) -> tuple[int, ...]:
    """Up to twelve cards of each design, side by side."""
    slots: list[int] = []
    for d in range(layout.DESIGNS):
        slots += [d] * chance.randint(1, 12)
    return tuple(slots[: layout.SLOTS])


@pytest.mark.parametrize("seed", range(40))
def test_a_set_offers_each_design_once_between_what_is_listed(seed: int) -> None:
    chance = random.Random(seed)
    slots = designs_of(chance)
    t = tables_of(slots)
    chosen = [slot for slot in range(len(slots)) if chance.random() < 0.3]
    words = [sum(1 << slot % 64 for slot in chosen if slot // 64 == w) for w in range(layout.WORDS)]
    before, behind = list(range(chance.randint(0, 2))), [ACTIONS - 1 - k for k in range(chance.randint(0, 2), 0, -1)]
    moves = [*before, *behind, *[0] * (ACTIONS - len(before + behind))]
    size = keep_set(t, moves, len(before), ACT_BUY, *words)
    expected = [*before, *sorted({ACT_BUY + slots[slot] for slot in chosen}), *behind]
    n = len(before) + size + len(behind)
    assert [listed_or_kept(t, moves, k) for k in range(n)] == expected
    list_set(t, moves, n)
    assert moves[:n] == expected


def test_spaces_are_offered_by_number_and_a_list_alone_stays_as_it_is() -> None:
    t = tables_of(designs_of(random.Random(1)))
    moves = [ACT_PASS] * ACTIONS
    n = keep_spaces(moves, 0b1001_0010)
    listed = [listed_or_kept(t, moves, k) for k in range(n)]
    assert [action - listed[0] for action in listed] == [0, 3, 6]
    list_set(t, moves, n)
    assert moves[:n] == listed
    keep_none(moves)
    moves[:2] = [ACT_PASS, ACT_HAND]
    list_set(t, moves, 2)
    assert [listed_or_kept(t, moves, k) for k in range(2)] == moves[:2] == [ACT_PASS, ACT_HAND]


def overlaid(tmp_path: Path, text: str) -> Any:
    path = tmp_path / "my.toml"
    path.write_text(text, encoding="utf-8")
    return compile_game(load_content("imperium", [path])).tables


def test_games_are_sound_when_a_design_reaches_into_the_next_word(tmp_path: Path) -> None:
    table = Slot(FAST)
    assert not table.tables["goes_on"].any(), "the base game needs no such care"
    table.tables = overlaid(tmp_path, '[[cards]]\nid = "stilgar"\ncopies = 2\n')
    designs = table.tables["design"][0]
    assert [designs[at - 1] == designs[at] for at in WORD_ENDS] == table.tables["goes_on"][0].astype(bool)[1:].tolist()
    assert table.tables["goes_on"].any()
    assert table.do(driver.CALL_PLAY_CHECKED, seed=3, count=40 if FAST == "cpp" else 2) > 0


def test_a_card_dearer_than_the_price_list_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="stilgar: a cost must be smaller than 16"):
        overlaid(tmp_path, '[[cards]]\nid = "stilgar"\ncost = 16\n')
