"""Decision trees of every file in this folder have as many leaves as written there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dune_sim import engines
from perft.counting import Block, breakdown, count, read, rewrite

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.perft"))
#: leaves of one count; more are left to a run with a larger budget
BUDGET = int(os.environ.get("DUNE_SIM_PERFT_BUDGET", 200_000))
SLOW_BUDGET = 2_000
CASES = [
    pytest.param(block, depth, expected, id=f"{block.game}-{block.name}-{depth}")
    for path in FILES
    for block in read(path)
    for depth, expected in block.counts.items()
]


def engine_of(game: str) -> str:
    return "cpp" if any(row.engine == "cpp" and row.ready for row in engines.status(game)) else "python"


@pytest.mark.parametrize(("block", "depth", "expected"), CASES)
def test_the_tree_has_as_many_leaves_as_written(block: Block, depth: int, expected: int) -> None:
    engine = engine_of(block.game)
    if expected > (BUDGET if engine == "cpp" else min(BUDGET, SLOW_BUDGET)):
        pytest.skip(f"{expected} leaves are beyond the budget; set DUNE_SIM_PERFT_BUDGET")
    state = block.position(engine)
    found = count(state, depth)
    assert found == expected, f"{block.name} at depth {depth}: {found}, not {expected}\n{breakdown(state, depth)}"


def test_every_position_is_there_once_and_goes_deep() -> None:
    for path in FILES:
        names = [block.name for block in read(path)]
        assert len(names) == len(set(names))
        assert all(set(block.counts) == set(range(1, max(block.counts) + 1)) for block in read(path))
    by_game = {path.stem: len(read(path)) for path in FILES}
    assert by_game["arrakis"] >= 12 and by_game["battle"] >= 4


def test_counting_anew_gives_the_same_text(tmp_path: Path) -> None:
    small = tmp_path / "small.perft"
    first = (HERE / "battle.perft").read_text(encoding="utf-8").split("\n\n")[:2]
    small.write_text("\n\n".join(first) + "\n", encoding="utf-8")
    assert rewrite(small, engine_of("battle")) == small.read_text(encoding="utf-8")


def test_a_failure_names_every_first_decision() -> None:
    block = read(HERE / "battle.perft")[0]
    state = block.position(engine_of("battle"))
    told = breakdown(state, 2)
    assert len(told.splitlines()) == len(state.legal_actions())
    assert state.describe(state.legal_actions()[0]) in told


def test_a_line_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "broken.perft"
    broken.write_text("game arrakis\nid one\nperft many\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"broken\.perft:3: cannot read 'perft many'"):
        read(broken)
