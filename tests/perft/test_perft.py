"""Decision trees of every file in this folder have as many leaves as written there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dune_sim import engines
from dune_sim.games.registry import GAMES
from perft.counting import Block, breakdown, count, read, rewrite

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.perft"))
#: leaves of one count; more are left to a run with a larger budget
BUDGET = int(os.environ.get("DUNE_SIM_PERFT_BUDGET", 200_000))
SLOW_BUDGET = 2_000
#: leaves that plain Python counts as well, whichever engine is here
PYTHON_BUDGET = 600
#: game -> positions, depth of each of them, leaves of all deepest counts together
LEAST = {"arrakis": (19, 3, 300_000), "battle": (4, 6, 300), "imperium": (19, 4, 150_000)}
BLOCKS = {path.stem: read(path) for path in FILES}
CASES = [
    pytest.param(block, depth, expected, id=f"{block.game}-{block.name}-{depth}")
    for blocks in BLOCKS.values()
    for block in blocks
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


@pytest.mark.parametrize(
    "block", [pytest.param(block, id=f"{game}-{block.name}") for game, blocks in BLOCKS.items() for block in blocks]
)
def test_plain_python_counts_the_same(block: Block) -> None:
    small = {depth: expected for depth, expected in block.counts.items() if expected <= PYTHON_BUDGET}
    assert small, f"{block.name} has no count that plain Python could confirm"
    state = block.position("python")
    assert {depth: count(state, depth) for depth in small} == small


def test_every_game_has_its_file() -> None:
    assert set(BLOCKS) == set(LEAST) == set(GAMES)
    assert all(block.game == game for game, blocks in BLOCKS.items() for block in blocks)


@pytest.mark.parametrize("game", LEAST)
def test_every_position_is_there_once_and_goes_deep(game: str) -> None:
    blocks, (positions, depth, leaves) = BLOCKS[game], LEAST[game]
    assert len({block.name for block in blocks}) == len(blocks) >= positions
    for block in blocks:
        assert set(block.counts) == set(range(1, max(block.counts) + 1)) and max(block.counts) >= depth, block.name
    assert sum(block.counts[max(block.counts)] for block in blocks) >= leaves


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
