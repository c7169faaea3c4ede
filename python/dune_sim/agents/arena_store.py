"""Duels on disk: a killed arena goes on where it stopped, another one in the same directory uses what is there."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from dune_sim.agents.duels import Duel
from dune_sim.errors import UsageError
from dune_sim.files import check_name, read_json, read_text, write_whole
from dune_sim.games.batch import Chunk, Rows

FORMAT = "dune_sim arena 1"
HEAD = "arena.json"
#: seconds until what was played is written: what a killed arena can lose, and then plays again
KEEP_SECONDS = 5.0


def open_arena(folder: str | PathLike[str]) -> Path:
    """A directory for duels, made if need be; one that holds other things is refused."""
    folder = Path(folder)
    check_name(folder)
    head = folder / HEAD
    if head.is_file():
        found = read_json(read_text(head), str(head))
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise UsageError(f"{head} is damaged: it must say {FORMAT!r}")
        return folder
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} exists and is no arena; choose another directory")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder} cannot be made: {error.strerror}") from error
    write_whole(head, lambda draft: draft.write_text(json.dumps({"format": FORMAT}) + "\n", encoding="utf-8"))
    return folder


@dataclass
class Kept:
    """The games of one duel, from the first on without a gap; without a folder they are kept in memory alone."""

    duel: Duel
    folder: Path | None
    rows: Rows
    #: for each player how long it thought, and over how many decisions
    seconds: dict[str, tuple[float, int]] = field(default_factory=dict)
    written: float = field(default_factory=time.monotonic)
    fresh: list[Rows] = field(default_factory=list)

    @property
    def games(self) -> int:
        return len(self.rows) + sum(map(len, self.fresh))

    def all_rows(self) -> Rows:
        """Every game so far."""
        if self.fresh:
            self.rows, self.fresh = np.concatenate([self.rows, *self.fresh]), []
        return self.rows

    def add(self, chunk: Chunk) -> None:
        """Take the next games."""
        assert chunk.first == self.games, "games come in their order"
        self.fresh.append(chunk.rows)
        if time.monotonic() - self.written > KEEP_SECONDS:
            self.write()

    def write(self) -> None:
        """Put what is new on disk; the file is whole at any time."""
        rows = self.all_rows()
        self.written = time.monotonic()
        if self.folder is None:
            return
        import pyarrow as pa
        import pyarrow.parquet as pq

        seats = np.arange(len(rows)) % self.duel.seats
        table = {"game": pa.array(range(len(rows)), pa.int64()), "seat": pa.array(seats.tolist(), pa.int32())}
        for k, name in enumerate(self.duel.game.columns):
            table[name] = pa.array(rows[:, k].tolist(), pa.int32())
        write_whole(rows_file(self.folder, self.duel), lambda draft: pq.write_table(pa.table(table), draft))
        told = {**self.duel.fixed, "columns": list(self.duel.game.columns), "seconds": self.seconds}
        text = json.dumps(told, indent=2) + "\n"
        write_whole(told_file(self.folder, self.duel), lambda draft: draft.write_text(text, encoding="utf-8"))


def rows_file(folder: Path, duel: Duel) -> Path:
    return folder / f"duel-{duel.key}.parquet"


def told_file(folder: Path, duel: Duel) -> Path:
    return folder / f"duel-{duel.key}.json"


def kept(duel: Duel, folder: Path | None) -> Kept:
    """What there is of a duel already."""
    empty: Rows = np.zeros((0, len(duel.game.columns)), np.int64)
    if folder is None or not rows_file(folder, duel).is_file():
        return Kept(duel, folder, empty)
    return Kept(duel, folder, _read_rows(folder, duel), _read_seconds(folder, duel))


def _read_rows(folder: Path, duel: Duel) -> Rows:
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = rows_file(folder, duel)
    try:
        with pq.ParquetFile(file) as part:
            table = part.read()
    except (pa.ArrowException, OSError):
        table = None
    names = ["game", "seat", *duel.game.columns]
    numbers = None if table is None else {name: np.array(table[name].to_pylist()) for name in table.column_names}
    if numbers is None or list(numbers) != names or not (numbers["game"] == np.arange(len(numbers["game"]))).all():
        raise UsageError(f"{file} is damaged; delete it, and the same command plays its games again")
    rows: Rows = np.stack([numbers[name] for name in duel.game.columns], axis=1).astype(np.int64)
    return rows.reshape(-1, len(duel.game.columns))


def _read_seconds(folder: Path, duel: Duel) -> dict[str, tuple[float, int]]:
    """How long the players thought; measured again where nothing was kept."""
    file = told_file(folder, duel)
    found: Any = read_json(read_text(file), str(file)) if file.is_file() else {}
    seconds = found.get("seconds") if isinstance(found, dict) else None
    if not isinstance(seconds, dict):
        return {}
    return {str(name): (float(spent), int(many)) for name, (spent, many) in seconds.items()}
