"""Runs on disk: a manifest and Parquet parts; a killed run goes on where it stopped."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from os import PathLike
from pathlib import Path
from shutil import copyfile
from typing import TYPE_CHECKING, Any

import numpy as np

from dune_sim._version import __version__
from dune_sim.errors import UsageError
from dune_sim.files import check_name, claimed, read_json, read_text, write_whole
from dune_sim.games.batch import Chunk, Rows, chunk_size, play, split, worker_count
from dune_sim.games.checks import check_count, check_seed, read_policy
from dune_sim.games.result import job_for
from dune_sim.games.seating import seating

if TYPE_CHECKING:
    from dune_sim.games.base import Game
    from dune_sim.games.state import State
    from dune_sim.runs.replay import Replay

#: games per file and seconds until it is written: a part is what a killed run can lose, and then plays again
PART = 50_000
PART_SECONDS = 10.0
MANIFEST = "manifest.json"
#: what a person calls the keys of a manifest
WORDS = {
    "tables_hash": "content",
    "players_hash": "players",
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

        for one in columns or ():
            if one not in ("game", *self.manifest["columns"]):
                raise UsageError(f"no column {one!r}; there are game, {', '.join(self.manifest['columns'])}")
        parts = self.parts()
        if not parts:
            raise UsageError(f"{self.folder} holds no finished games yet")
        return pa.concat_tables([_read_part(file, count, columns) for _, count, file in parts])

    def replay(self, game: int, engine: str = "auto") -> Replay:
        """One game of the run, decision by decision: ``run.replay(12).states()``, ``.actions``, ``.write(file)``."""
        from dune_sim.runs.replay import record

        number = check_count(game, "game", 0)
        if number >= self.games:
            raise UsageError(f"{self.folder} has the games 0 to {self.games - 1}, but no game {number}")
        made = game_of(self, engine)
        if seating(made, self.manifest["policy"]).seconds:
            raise UsageError(f"in {self.folder} somebody played by the clock, so no game of it can be played again")
        return record(made, self.manifest["policy"], int(self.manifest["seed"]), number)

    def game(self, game: int, engine: str = "auto") -> State:
        """The beginning of one game of the run, to be played on otherwise."""
        return self.replay(game, engine).start()

    def check(self) -> None:
        """Refuse parts that are damaged or hold games twice, before hours are spent on the rest."""
        at, before = 0, ""
        for first, count, file in self.parts():
            if first < at:
                raise UsageError(f"{file} holds games that are in {before} too; delete one of them")
            _read_part(file, count, ["game", *self.manifest["columns"]])
            at, before = first + count, file.name


def _read_part(file: Path, count: int, columns: Sequence[str] | None) -> Any:
    """One part as a pyarrow table."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        # one file, opened as such: pq.read_table loads what reads many files at once
        with pq.ParquetFile(file) as part:
            table = part.read(columns=list(columns) if columns else None)
    except (pa.ArrowException, OSError):
        table = None
    if table is None or table.num_rows != count or (columns and table.column_names != list(columns)):
        raise UsageError(f"{file} is damaged; delete it, and the command that made the run plays its games again")
    return table


def game_of(run: Run, engine: str = "auto") -> Game:
    """The game of a run, made again; other rules or content than it was played with are refused."""
    from dune_sim.games.registry import remake

    try:
        game = remake(run.manifest["game"], own_overlays(run.folder, run.manifest["options"]), engine)
    except UsageError as error:
        raise UsageError(f"{run.folder / MANIFEST} is damaged: {error}") from error
    now = {"tables_hash": game.tables_hash, "source_hash": game.program.source_hash}
    if any(run.manifest.get(key) != value for key, value in now.items()):
        raise UsageError(f"{run.folder} was played with other rules or content than those of today")
    return game


def open_run(folder: str | PathLike[str]) -> Run:
    """A run that exists: its manifest, and its rows with ``read()``."""
    folder = Path(folder)
    file = folder / MANIFEST
    check_name(file)
    if not file.is_file():
        raise UsageError(f"{folder} is no run: it has no {MANIFEST}")
    return Run(folder, _checked(file, read_json(read_text(file), str(file))))


def _checked(file: Path, manifest: Any) -> dict[str, Any]:
    """A manifest whose keys can be relied on."""
    if not isinstance(manifest, dict):
        raise UsageError(f"{file} is damaged: it must be a table")
    try:
        check_count(manifest.get("games"), "games", 1)
        check_seed(manifest.get("seed"))
    except UsageError as error:
        raise UsageError(f"{file} is damaged: {error}") from None
    kinds = {"game": str, "options": dict, "policy": str | list, "columns": list}
    for key, kind in kinds.items():
        if not isinstance(manifest.get(key), kind):
            raise UsageError(f"{file} is damaged: {key} cannot be {manifest.get(key)!r}")
    return manifest


def describe(game: Game, games: int, seed: int, policy: str | Sequence[str]) -> dict[str, Any]:
    """What fixes the games of a run."""
    seated = seating(game, policy)
    return {
        "game": game.name,
        "options": {**game.spec, **({"content": overlay_names(game)} if "content" in game.spec else {})},
        "games": games,
        "seed": seed,
        "policy": read_policy(policy),
        **({"players_hash": seated.fingerprint} if seated.looks_ahead else {}),
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
    wanted = describe(game, check_count(games, "games", 1), check_seed(seed), policy)
    check_name(folder)
    if (folder / MANIFEST).exists():
        run = open_run(folder)
        changed = [key for key in wanted if _fixed(run.manifest, key) != _fixed(wanted, key) and key != "games"]
        if changed:
            raise UsageError(f"{folder} holds a run with {_other(changed)}; choose another directory")
        if games < run.games:
            raise UsageError(f"{folder} is a run of {run.games} games; a resumed run can only grow")
        if games == run.games:
            return run
        made = Run(folder, {**run.manifest, "games": games})
        _write_json(folder / MANIFEST, made.manifest)
        return made
    sources = game.spec.get("content", ())
    copies = dict(zip([folder / name for name in overlay_names(game)], sources, strict=True))
    if folder.exists() and (not folder.is_dir() or set(folder.iterdir()) - set(copies)):
        raise UsageError(f"{folder} exists and is no run; choose another directory")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder} cannot be made: {error.strerror}") from error
    manifest = {**wanted, "version": __version__, "created": datetime.now(UTC).isoformat(timespec="seconds")}
    for copy, source in copies.items():
        write_whole(copy, partial(copyfile, source))
    _write_json(folder / MANIFEST, manifest)
    return Run(folder, manifest)


def play_run(
    out: str | PathLike[str],
    game: Game,
    games: int,
    policy: str | Sequence[str],
    seed: int,
    workers: int | None,
    progress: Callable[[int], None] | None,
) -> Run:
    """``game.run``: a run created or opened, and what is missing played."""
    run = start_run(out, game, games, seed, policy)
    fill(run, game, None, workers, progress)
    return run


def overlay_names(game: Game) -> list[str]:
    """How the overlays of a game are called in the directory of a run, which keeps a copy of each."""
    return [f"overlay-{number}-{Path(one).name}" for number, one in enumerate(game.spec.get("content", ()), 1)]


def own_overlays(folder: Path, options: dict[str, Any]) -> dict[str, Any]:
    """The options of a run with the overlays that lie in its directory."""
    listed = options.get("content")
    if not isinstance(listed, list):
        return options
    return {**options, "content": [str(folder / one) if isinstance(one, str) else one for one in listed]}


def _fixed(manifest: dict[str, Any], key: str) -> Any:
    """What a manifest says of a key, as JSON; overlays count by what they say (the content), not by their names."""
    value = json.loads(json.dumps(manifest.get(key)))
    return {name: one for name, one in value.items() if name != "content"} if key == "options" else value


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
        run.check()
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
    with claimed(folder):
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
            table = {"game": _column(np.arange(first, first + len(rows)), np.int64)}
            # every part of a run must have the same type, whatever its values
            table |= {name: _column(rows[:, k], np.int32) for k, name in enumerate(self.columns)}
            file = self.folder / f"part-{first:012d}-{len(rows)}.parquet"
            write_whole(file, lambda draft: pq.write_table(pa.table(table), draft))
        self.chunks, self.count, self.started = [], 0, time.monotonic()


def _column(values: Rows, kind: type[np.integer[Any]]) -> Any:
    """Integers as pyarrow holds them. Handed over as bytes: from numpy arrays it would load pandas, for 0.2 seconds."""
    import pyarrow as pa

    whole = np.ascontiguousarray(values, kind)
    return pa.Array.from_buffers(pa.from_numpy_dtype(whole.dtype), len(whole), [None, pa.py_buffer(whole)])


def _write_json(file: Path, data: dict[str, Any]) -> None:
    write_whole(file, lambda draft: draft.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8"))
