"""Runs on disk: a manifest and Parquet parts; a killed run goes on where it stopped."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dune_sim._version import __version__
from dune_sim.errors import UsageError
from dune_sim.games.checks import check_count, check_seed
from dune_sim.runs.batch import Chunk, Rows, chunk_size, play, split, worker_count
from dune_sim.runs.files import write_whole
from dune_sim.runs.result import job_for

try:
    import fcntl
except ImportError:  # Windows, where nothing keeps two processes apart
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from dune_sim.games.base import Game

#: games per file and seconds until it is written: a part is what a killed run can lose, and then plays again
PART = 50_000
PART_SECONDS = 10.0
#: what a person calls the keys of a manifest
WORDS = {
    "tables_hash": "content",
    "source_hash": "rules",
    "rules_version": "rules",
    "codes": "content",
    "columns": "rules",
}
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


def game_of(run: Run, engine: str = "auto") -> Game:
    """The game of a run, made again; other rules or content than it was played with are refused."""
    from dune_sim.api import make

    game = make(run.manifest["game"], engine=engine, **run.manifest["options"])
    now = {"tables_hash": game.tables_hash, "source_hash": game.program.source_hash}
    if any(run.manifest.get(key) != value for key, value in now.items()):
        raise UsageError(f"{run.folder} was played with other rules or content than those of today")
    return game


def open_run(folder: str | PathLike[str]) -> Run:
    """A run that exists: its manifest, and its rows with ``read()``."""
    folder = Path(folder)
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
        "codes": game.codes,
    }


def start_run(
    folder: str | PathLike[str], game: Game, games: int, seed: int, policy: str | Sequence[str]
) -> Run:
    """Create a run, or open the one that is there if it plays the very same games."""
    folder = Path(folder)
    game.policy_numbers(policy)
    wanted = describe(game, check_count(games, "games", 1), check_seed(seed), policy)
    if (folder / "manifest.json").exists():
        run = open_run(folder)
        changed = [key for key in wanted if run.manifest.get(key) != json.loads(json.dumps(wanted[key])) and key != "games"]
        if changed:
            raise UsageError(f"{folder} holds a run with {_other(changed)}; choose another directory")
        if games < run.games:
            raise UsageError(f"{folder} is a run of {run.games} games; a resumed run can only grow")
        if games == run.games:
            return run
        made = Run(folder, {**run.manifest, "games": games})
        _write_json(folder / "manifest.json", made.manifest)
        return made
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} exists and is no run; choose another directory")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder} cannot be made: {error.strerror}") from error
    manifest = {**wanted, "version": __version__, "created": datetime.now(UTC).isoformat(timespec="seconds")}
    _write_json(folder / "manifest.json", manifest)
    return Run(folder, manifest)


def _other(changed: Sequence[str]) -> str:
    """What is different, without what follows from it."""
    if "game" in changed:
        return "another game"
    follows = ("tables_hash", "codes") if "options" in changed else ()
    return "other " + ", ".join(dict.fromkeys(WORDS.get(key, key) for key in changed if key not in follows))


def fill(
    run: Run,
    game: Game,
    engine: str | None = None,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> bool:
    """Play what is missing; False if Ctrl-C stopped it (what was finished is on disk)."""
    job = job_for(game, run.manifest["policy"], int(run.manifest["seed"]), engine)
    threads = worker_count(workers)
    with _claim(run.folder), _Parts(run.folder, game.columns) as parts:
        missing = list(run.missing())
        if not missing:
            return True
        size = min(chunk_size(job), PART)

        def take(chunk: Chunk) -> None:
            parts.add(chunk)
            if progress is not None:
                progress(len(chunk.rows))

        return play(job, (piece for first, games in missing for piece in split(first, games, size)), take, threads)


@contextmanager
def _claim(folder: Path) -> Iterator[None]:
    """Keep a second process out while one fills the folder; a claim ends with its process, however that ends."""
    with open(folder / ".lock", "w", encoding="utf-8") as file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise UsageError(f"another process is filling {folder}; wait for it or choose another directory") from None
        for draft in folder.glob(".part-*.parquet"):
            draft.unlink()
        yield


class _Parts:
    """Rows on their way to disk; a part is written at once and renamed into place, so it is whole or absent."""

    def __init__(self, folder: Path, columns: Sequence[str]) -> None:
        self.folder, self.columns = folder, columns
        self.chunks: list[Chunk] = []
        self.count, self.started = 0, time.monotonic()

    def __enter__(self) -> _Parts:
        return self

    def __exit__(self, *_: object) -> None:
        self.write()

    def add(self, chunk: Chunk) -> None:
        """Take the next games; what is held is written first if it is large or old enough, or if games lie between."""
        full = self.count + len(chunk.rows) > PART or time.monotonic() - self.started > PART_SECONDS
        if self.chunks and (full or chunk.first != self.chunks[0].first + self.count):
            self.write()
        self.chunks.append(chunk)
        self.count += len(chunk.rows)

    def write(self) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        if self.chunks:
            first, rows = self.chunks[0].first, np.concatenate([one.rows for one in self.chunks])
            table: dict[str, Any] = {"game": np.arange(first, first + len(rows), dtype=np.int64)}
            table |= {name: _narrow(rows[:, k]) for k, name in enumerate(self.columns)}
            file = self.folder / f"part-{first:012d}-{len(rows)}.parquet"
            write_whole(file, lambda draft: pq.write_table(pa.table(table), draft))
        self.chunks, self.count, self.started = [], 0, time.monotonic()


def _narrow(column: Rows) -> Any:
    # every part of a run must have the same type, whatever its values
    return column.astype(np.int32)


def _write_json(file: Path, data: dict[str, Any]) -> None:
    write_whole(file, lambda draft: draft.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8"))
