"""Replays: what was set up, the seed and every action, as JSON lines. Chance needs no record: the seed fixes it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dune_sim.api import make
from dune_sim.errors import UsageError
from dune_sim.games.base import Game, State
from dune_sim.games.checks import check_count, check_seed
from dune_sim.runs.files import write_whole

FORMAT = "dune_sim replay 1"


@dataclass
class Replay:
    """A game that can be played again."""

    game: Game
    seed: int
    index: int = 0
    actions: list[int] = field(default_factory=list)
    #: who played it in person, if anybody
    seat: int | None = None

    def states(self) -> Iterator[tuple[int, State]]:
        """Every position with its number of decisions, from the start."""
        state = self.game.new(self.seed, self.index)
        yield 0, state.copy()
        for number, action in enumerate(self.actions, 1):
            if action not in state.legal_actions():
                raise UsageError(f"step {number} of the replay, action {action}, is not legal; it belongs to other rules or content")
            state.apply(action)
            yield number, state.copy()

    def at(self, step: int) -> State:
        """The position after ``step`` decisions."""
        if not 0 <= step <= len(self.actions):
            raise UsageError(f"the replay has {len(self.actions)} steps; {step} is outside")
        for number, state in self.states():
            if number == step:
                return state
        raise AssertionError("a step inside the replay was not reached")

    def write(self, file: Path) -> None:
        """Write the replay with each action in words; the file is whole or absent."""
        head = {
            "format": FORMAT,
            "game": self.game.name,
            "options": self.game.spec,
            "seed": self.seed,
            "index": self.index,
            "rules_version": self.game.rules_version,
            "tables_hash": self.game.tables_hash,
            "seat": self.seat,
        }
        lines = [json.dumps(head)]
        state = self.game.new(self.seed, self.index)
        for action in self.actions:
            seat = state.to_move
            lines.append(json.dumps({"seat": seat, "action": action, "text": state.describe(action)}))
            state.apply(action)
        write_whole(file, lambda draft: draft.write_text("\n".join(lines) + "\n", encoding="utf-8"))


def read_replay(file: Path, engine: str = "auto") -> Replay:
    """Read a replay; a damaged or foreign file is refused with the line."""
    if not file.is_file():
        raise UsageError(f"there is no replay {file}")
    rows: list[dict[str, Any]] = []
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise UsageError(f"{file} cannot be read as text, so it is no replay") from None
    for number, line in enumerate(text.splitlines(), 1):
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise UsageError(f"{file} line {number} is no JSON: {error.msg}") from error
        if not isinstance(row, dict):
            raise UsageError(f"{file} line {number} is no replay line")
        rows.append(row)
    if not rows or rows[0].get("format") != FORMAT:
        raise UsageError(f"{file} is no replay: its first line must say {FORMAT!r}")
    head = rows[0]
    try:
        game = make(head["game"], engine=engine, **head["options"])
        actions = [check_count(row["action"], f"the action in line {k}", 0) for k, row in enumerate(rows[1:], 2)]
        replay = Replay(game, check_seed(head["seed"]), check_count(head["index"], "index", 0), actions)
        replay.seat = None if head.get("seat") is None else game.seat(head["seat"])
    except KeyError as error:
        raise UsageError(f"{file} lacks {error.args[0]!r}") from error
    except TypeError:
        raise UsageError(f"{file} is no replay: its options must be a table") from None
    except UsageError as error:
        raise UsageError(f"{file} is damaged: {error}") from error
    if game.tables_hash != head.get("tables_hash"):
        raise UsageError(f"{file} was recorded with other content or options ({head.get('tables_hash')} against {game.tables_hash})")
    return replay
