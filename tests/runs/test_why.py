"""``why`` in play names the rules of the open question."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import dune_sim
from dune_sim.runs.why import asked_by, why

RULES = Path(__file__).resolve().parents[2] / "docs" / "rules"
#: a rule, or a whole chapter of them
NAME = re.compile(r"[A-Z]{3}(?:-[A-Z0-9]+)+")


@pytest.mark.parametrize(("game", "page"), [("imperium", "imperium"), ("arrakis", "arrakis"), ("battle", "arrakis")])
def test_questions_name_rules_of_the_ledger(game: str, page: str) -> None:
    made, draw, seen = dune_sim.make(game), np.random.default_rng(5), Counter[str]()
    ledger = "".join(one.read_text(encoding="utf-8") for one in RULES.glob(f"{page}*.md"))
    for seed in range(2):
        state = made.new(seed)
        while not state.is_over and seen.total() < 900:
            seen[asked_by(state)] += 1
            state.apply(int(draw.choice(state.legal_actions())))
    assert len(seen) > 2 and seen[""] < 0.03 * seen.total()
    for rule in {rule for one in seen for rule in NAME.findall(one)}:
        assert rule in ledger, rule


def test_why_tells_the_rule_and_where_it_stands() -> None:
    state = dune_sim.make("imperium").new(1)
    *_, last = why(state.game, "x", state)
    assert last.startswith("the rules are in docs/rules/imperium.md: IMP-")
    assert why(state.game, "x")[-1] == "the rules are in docs/rules/imperium.md"
