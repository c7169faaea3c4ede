"""Replays: what was set up, the seed and every action, as JSON lines. Chance needs no record: the seed fixes it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from dune_sim.errors import ScenarioError, UsageError
from dune_sim.files import check_name, read_json, read_text, settled, write_whole
from dune_sim.games.base import Game
from dune_sim.games.checks import check_count, check_seed
from dune_sim.games.registry import check_game, remake, rules_version_of
from dune_sim.games.rollouts import Pilots
from dune_sim.games.state import State

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
    #: where the game began, as plain data; None for the usual set-up
    position: Mapping[str, Any] | None = None

    def start(self) -> State:
        """The position before the first decision."""
        if self.position is not None:
            return self.game.from_dict(self.position)
        return self.game.new(self.seed, self.index)

    def states(self) -> Iterator[tuple[int, State]]:
        """Every position with its number of decisions, from the start."""
        state = self.start()
        yield 0, state.copy()
        for number, action in enumerate(self.actions, 1):
            if action not in state.legal_actions():
                why = "it belongs to other rules or content"
                raise UsageError(f"step {number} of the replay, action {action}, is not legal; {why}")
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
        """Write the replay with each action in words; the file is whole or absent. Only a replay is written over."""
        if settled(file).is_file() and not is_replay(file):
            raise UsageError(f"{file} exists and is no saved game; choose another name")
        head = {
            "format": FORMAT,
            "game": self.game.name,
            "options": self.game.spec,
            "seed": self.seed,
            "index": self.index,
            "rules_version": self.game.rules_version,
            "tables_hash": self.game.tables_hash,
            "seat": self.seat,
            **({} if self.position is None else {"position": self.position}),
        }
        lines = []
        state = self.start()
        for action in self.actions:
            seat = state.to_move
            lines.append(json.dumps({"seat": seat, "action": action, "text": state.describe(action)}))
            state.apply(action)
        lines.insert(0, json.dumps({**head, "checksum": checksum(head, lines)}))
        write_whole(file, lambda draft: draft.write_text("\n".join(lines) + "\n", encoding="utf-8"))


def record(game: Game, policy: str | Sequence[str], seed: int, index: int = 0) -> Replay:
    """Game ``index`` of a run, played again decision by decision."""
    pilots = Pilots(game, policy, seed, index)
    state, actions = game.new(seed, index), []
    while not state.is_over:
        actions.append(pilots.choose(state))
        state.apply(actions[-1])
    return Replay(game, seed, index, actions)


def checksum(head: Mapping[str, Any], lines: Sequence[str]) -> str:
    """What stands in the head of a file, so that a changed byte is noticed; it goes over the rest of the file."""
    rest = {key: value for key, value in head.items() if key != "checksum"}
    return blake2b("\n".join([json.dumps(rest, sort_keys=True), *lines]).encode(), digest_size=16).hexdigest()


def is_replay(file: Path) -> bool:
    """Whether a file begins like a replay, of this format or another."""
    try:
        if not file.is_file():
            return False  # a pipe can be read only once
        with open(file, encoding="utf-8") as lines:
            return '"dune_sim replay ' in lines.read(200)
    except (OSError, UnicodeDecodeError):
        return False


def read_replay(file: Path, engine: str = "auto") -> Replay:
    """Read a replay; a damaged or foreign file is refused with the line."""
    check_name(file)
    if not file.is_file():
        raise UsageError(f"there is no replay {file}")
    rows: list[dict[str, Any]] = []
    lines = read_text(file).split("\n")
    for number, line in enumerate(lines[:-1] if lines[-1] == "" else lines, 1):
        row = read_json(line, f"{file} line {number}")
        if not isinstance(row, dict):
            raise UsageError(f"{file} line {number} is no replay line")
        rows.append(row)
    if not rows or rows[0].get("format") != FORMAT:
        raise UsageError(f"{file} is no replay: its first line must say {FORMAT!r}")
    try:
        found = _replay(rows[0], rows[1:], engine)
        if rows[0]["checksum"] != checksum(rows[0], lines[1 : len(rows)]):
            raise UsageError("its checksum does not fit what it holds")
        return found
    except KeyError as error:
        raise UsageError(f"{file} lacks {error.args[0]!r}") from error
    except OtherRulesError as error:
        raise UsageError(f"{file} was recorded with {error}") from None
    except (UsageError, ScenarioError) as error:
        raise UsageError(f"{file} is damaged: {error}") from error


class OtherRulesError(UsageError):
    """A replay of other rules or content; the message goes on from "was recorded with"."""


def _replay(head: dict[str, Any], lines: list[dict[str, Any]], engine: str) -> Replay:
    """The replay that the lines of a file describe."""
    here = rules_version_of(check_game(head["game"]))
    if head["rules_version"] != here:
        raise OtherRulesError(f"version {head['rules_version']!r} of the rules; here is version {here}")
    game = remake(head["game"], head["options"], engine)
    actions = [check_count(row["action"], f"the action in line {k}", 0) for k, row in enumerate(lines, 2)]
    replay = Replay(game, check_seed(head["seed"]), check_count(head["index"], "index", 0), actions)
    replay.seat = None if head.get("seat") is None else game.seat(head["seat"])
    if game.tables_hash != head.get("tables_hash"):
        raise OtherRulesError(f"other content or options ({head.get('tables_hash')} against {game.tables_hash})")
    replay.position = head.get("position")
    if replay.position is not None:
        replay.start()
    return replay
