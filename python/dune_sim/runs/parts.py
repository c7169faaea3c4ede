"""Rows on their way to disk: the parts of a run, each of all tables of the same games."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dune_sim.files import write_whole
from dune_sim.games.batch import Chunk

if TYPE_CHECKING:
    from dune_sim.games.recording import Columns, Recording

#: games in a part and seconds until it is written: a part is what a killed run can lose, and then plays again
PART, PART_RECORDED = 50_000, 20_000
PART_SECONDS = 10.0
#: the table with a row a game: it is written last, so that a part is finished as soon as it has this
GAMES = "part"


def part_name(table: str, first: int, games: int) -> str:
    return f"{table}-{first:012d}-{games}.parquet"


class Parts:
    """A part is written at once and renamed into place, so each of its files is whole or absent."""

    def __init__(
        self, folder: Path, columns: Sequence[str], recording: Recording | None, seconds: float | None = None
    ) -> None:
        self.seconds = PART_SECONDS if seconds is None else seconds
        self.folder, self.columns, self.recording = folder, columns, recording
        self.most = PART if recording is None else PART_RECORDED
        self.first = self.count = 0
        self.rows: list[NDArray[np.int32]] = []
        self.tables: list[Mapping[str, Columns]] = []
        self.started = time.monotonic()

    def __enter__(self) -> Parts:
        return self

    def __exit__(self, *_: object) -> None:
        self.write()

    def add(self, chunk: Chunk) -> None:
        """Take the next games; what is held is written first if it is large or old enough, or if games lie between."""
        full = self.count + len(chunk.rows) > self.most or time.monotonic() - self.started > self.seconds
        if self.count and (full or chunk.first != self.first + self.count):
            self.write()
        if not self.count:
            self.first = chunk.first
        wide = len(self.columns)
        self.rows.append(chunk.rows[:, :wide].astype(np.int32))
        if self.recording is not None:
            self.tables.append(self.recording.split(chunk.first, chunk.rows[:, wide:]))
        self.count += len(chunk.rows)

    def write(self) -> None:
        """Everything that is held; the games come last."""
        if self.count:
            for name in self.recording.tables if self.recording is not None else ():
                pieces = [one[name] for one in self.tables]
                self._write(name, {key: np.concatenate([one[key] for one in pieces]) for key in pieces[0]})
            rows = np.concatenate(self.rows)
            game = np.arange(self.first, self.first + self.count)
            self._write(GAMES, {"game": game} | {name: rows[:, k] for k, name in enumerate(self.columns)})
        self.rows, self.tables, self.count, self.started = [], [], 0, time.monotonic()

    def _write(self, table: str, columns: Columns) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        made = pa.table({name: arrow_column(values) for name, values in columns.items()})
        file = self.folder / part_name(table, self.first, self.count)
        write_whole(file, lambda draft: pq.write_table(made, draft, compression="zstd"))


def arrow_column(values: NDArray[Any]) -> Any:
    """Integers as pyarrow holds them. Handed over as bytes: from numpy arrays it would load pandas, for 0.2 seconds."""
    import pyarrow as pa

    whole = np.ascontiguousarray(values)
    return pa.Array.from_buffers(pa.from_numpy_dtype(whole.dtype), len(whole), [None, pa.py_buffer(whole)])
