"""Runs on disk: a manifest and Parquet parts; a killed run goes on where it stopped."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dune_sim._version import __version__
from dune_sim.errors import UsageError
from dune_sim.runs.batch import Chunk, Rows, chunk_size, play, split
from dune_sim.runs.result import job_for

if TYPE_CHECKING:
    from dune_sim.games.base import Game

#: games per file: a part is what a killed run can lose, and then plays again
PART = 50_000
_NAME = re.compile(r"part-(\d{12})-(\d+)\.parquet$")


@dataclass(frozen=True)
class Run:
    """A run directory."""

    folder: Path
    manifest: dict[str, Any]

    @property
    def games(self) -> int:
        return int(self.manifest["games"])

    def parts(self) -> list[tuple[int, int, Path]]:
        """Finished parts as (first game, games, file), in order."""
        found = []
        for file in self.folder.glob("part-*.parquet"):
            match = _NAME.search(file.name)
            if match:
                found.append((int(match[1]), int(match[2]), file))
        return sorted(found)

    def finished(self) -> int:
        return sum(count for _, count, _ in self.parts())

    def missing(self) -> Iterator[tuple[int, int]]:
        """Ranges of games not on disk yet."""
        at = 0
        for first, count, _ in self.parts():
            if first > at:
                yield at, first - at
            at = max(at, first + count)
        if at < self.games:
            yield at, self.games - at

    def read(self, columns: Sequence[str] | None = None) -> Any:
        """All rows as a pyarrow table, in game order."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        files = [file for _, _, file in self.parts()]
        if not files:
            raise UsageError(f"{self.folder} holds no finished games yet")
        return pa.concat_tables([pq.read_table(file, columns=list(columns) if columns else None) for file in files])


def open_run(folder: Path) -> Run:
    """A run that exists."""
    file = folder / "manifest.json"
    if not file.is_file():
        raise UsageError(f"{folder} is no run: it has no manifest.json")
    try:
        return Run(folder, json.loads(file.read_text(encoding="utf-8")))
    except json.JSONDecodeError as error:
        raise UsageError(f"{file} is damaged: {error.msg} in line {error.lineno}") from error


def describe(game: Game, games: int, seed: int, policy: str | Sequence[str]) -> dict[str, Any]:
    """What fixes the games of a run."""
    return {
        "game": game.name,
        "options": game.spec,
        "games": games,
        "seed": seed,
        "policy": policy if isinstance(policy, str) else list(policy),
        "rules_version": game.rules_version,
        "tables_hash": game.tables_hash,
        "source_hash": game.program.source_hash,
        "columns": list(game.columns),
    }


def start_run(folder: Path, game: Game, games: int, seed: int, policy: str | Sequence[str]) -> Run:
    """Create a run, or open the one that is there if it plays the very same games."""
    if games < 1:
        raise UsageError(f"games must be at least 1, not {games}")
    wanted = describe(game, games, seed, policy)
    if (folder / "manifest.json").exists():
        run = open_run(folder)
        changed = [key for key in wanted if run.manifest.get(key) != json.loads(json.dumps(wanted[key])) and key != "games"]
        if changed:
            raise UsageError(f"{folder} holds another run ({', '.join(changed)} differ); choose another directory")
        if games < run.games:
            raise UsageError(f"{folder} is a run of {run.games} games; a resumed run can only grow")
        if games == run.games:
            return run
        made = Run(folder, {**run.manifest, "games": games})
        _write_json(folder / "manifest.json", made.manifest)
        return made
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} exists and is no run; choose another directory")
    folder.mkdir(parents=True, exist_ok=True)
    manifest = {**wanted, "version": __version__, "created": datetime.now(UTC).isoformat(timespec="seconds")}
    _write_json(folder / "manifest.json", manifest)
    return Run(folder, manifest)


def fill(
    run: Run,
    game: Game,
    engine: str | None = None,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> bool:
    """Play what is missing; False if Ctrl-C stopped it (what was finished is on disk)."""
    job = job_for(game, run.manifest["policy"], int(run.manifest["seed"]), engine)
    size = chunk_size(job)
    for first, games in list(run.missing()):
        for part_first, part_games in split(first, games, PART):
            writer = _Part(run.folder, game.columns, part_first)

            def take(chunk: Chunk, writer: _Part = writer) -> None:
                writer.add(chunk.rows)
                if progress is not None:
                    progress(len(chunk.rows))

            complete = play(job, split(part_first, part_games, size), take, workers)
            writer.close()
            if not complete:
                return False
    return True


class _Part:
    """Rows of one part, written at once and renamed into place, so that a part is whole or absent."""

    def __init__(self, folder: Path, columns: Sequence[str], first: int) -> None:
        self.folder, self.columns, self.first = folder, columns, first
        self.rows: list[Rows] = []

    def add(self, rows: Rows) -> None:
        self.rows.append(rows)

    def close(self) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        if not self.rows:
            return
        rows = np.concatenate(self.rows)
        games = np.arange(self.first, self.first + len(rows), dtype=np.int64)
        table = {"game": games} | {name: _narrow(rows[:, k]) for k, name in enumerate(self.columns)}
        draft = self.folder / f".part-{self.first:012d}.{os.getpid()}.tmp"
        pq.write_table(pa.table(table), draft)
        draft.rename(self.folder / f"part-{self.first:012d}-{len(rows)}.parquet")


def _narrow(column: Rows) -> Any:
    # every part of a run must have the same type, whatever its values
    return column.astype(np.int32)


def _write_json(file: Path, data: dict[str, Any]) -> None:
    draft = file.with_suffix(f".{os.getpid()}.tmp")
    draft.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    draft.rename(file)
