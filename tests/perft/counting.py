"""Counts of decision trees, kept in plain text files.

A file holds one game; a block holds one position::

    game    arrakis
    id      opening
    options {"optional_advance": true}      (optional)
    new     7                               seed of a fresh game, or
    scenario {"phase": "spice"}             a readable position
    walk    120                             (optional) decisions taken by a fixed rule
    steps   50 256 41                       (optional) decisions taken by number, after the walk
    perft   1 23
    perft   2 506

``perft d n``: n ways to take d decisions. Chance is what the state's generator gives, so the count is one number. A
game that ends earlier has no way to go on and counts nothing. Decision k of a walk takes the legal action number
``7919 * (k + 1) % n`` of n.

``PYTHONPATH=python:tests python -m perft.counting FILE`` writes the counts of a file anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dune_sim import make
from dune_sim.games.state import State

STRIDE = 7919


@dataclass
class Block:
    """One position and its counts by depth."""

    game: str
    name: str
    options: dict[str, Any] = field(default_factory=dict)
    seed: int | None = None
    scenario: dict[str, Any] | None = None
    walk: int = 0
    steps: list[int] = field(default_factory=list)
    counts: dict[int, int] = field(default_factory=dict)

    def position(self, engine: str) -> State:
        """The state that the counts belong to."""
        game = make(self.game, engine=engine, **self.options)
        state = game.new(self.seed or 0) if self.scenario is None else game.from_dict(self.scenario)
        for k in range(self.walk):
            legal = state.legal_actions()
            if not legal:
                raise ValueError(f"{self.name}: the game ends after {k} decisions of the walk")
            state.apply(legal[STRIDE * (k + 1) % len(legal)])
        for action in self.steps:
            state.apply(action)
        return state


def read(path: Path) -> list[Block]:
    """The blocks of a file; a line that cannot be read is refused with its place."""
    blocks: list[Block] = []
    game = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        key, _, value = line.partition(" ")
        value = value.strip()
        try:
            if not line.strip() or key.startswith("#"):
                continue
            if key == "game":
                game = value
            elif key == "id":
                blocks.append(Block(game, value))
            else:
                note(blocks[-1], key, value)
        except (ValueError, IndexError, KeyError) as error:
            raise ValueError(f"{path.name}:{number}: cannot read {line!r}") from error
    return blocks


def note(block: Block, key: str, value: str) -> None:
    """One line of a block."""
    if key == "options":
        block.options = json.loads(value)
    elif key == "new":
        block.seed = int(value)
    elif key == "scenario":
        block.scenario = json.loads(value)
    elif key == "walk":
        block.walk = int(value)
    elif key == "steps":
        block.steps = [int(one) for one in value.split()]
    elif key == "perft":
        depth, count = value.split()
        block.counts[int(depth)] = int(count)
    else:
        raise KeyError(key)


def count(state: State, depth: int) -> int:
    """Ways to take ``depth`` decisions."""
    legal = state.legal_actions()
    if depth <= 1:
        return len(legal) if depth == 1 else 1
    return sum(ways for _, ways in divide(state, depth))


def divide(state: State, depth: int) -> Iterator[tuple[int, int]]:
    """The count of each first decision."""
    for action in state.legal_actions():
        after = state.copy()
        after.apply(action)
        yield action, count(after, depth - 1)


def breakdown(state: State, depth: int) -> str:
    """The counts of each first decision, to be compared with those of another engine or version."""
    lines = [f"  {action:4} {ways:10}  {state.describe(action)}" for action, ways in divide(state, depth)]
    return "\n".join(lines)


def rewrite(path: Path, engine: str = "cpp") -> str:
    """The text of a file with every count worked out anew."""
    states = {block.name: block.position(engine) for block in read(path)}
    lines, name = [], ""
    for line in path.read_text(encoding="utf-8").splitlines():
        words = line.split()
        if words[:1] == ["id"]:
            name = words[1]
        if words[:1] == ["perft"]:
            depth = int(words[1])
            line = f"perft   {depth} {count(states[name], depth)}"
        lines.append(line)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for given in sys.argv[1:]:
        Path(given).write_text(rewrite(Path(given)), encoding="utf-8")
