"""Runs on disk: a manifest and Parquet parts; a killed run goes on where it stopped."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from os import PathLike
from pathlib import Path
from shutil import copyfile
from typing import TYPE_CHECKING, Any

from dune_sim._version import __version__
from dune_sim.errors import UsageError
from dune_sim.files import check_name, claimed, read_json, read_text, write_whole
from dune_sim.games.batch import Chunk, chunk_size, play, split, worker_count
from dune_sim.games.checks import check_count, check_seed, read_policy
from dune_sim.games.recording import KEYS
from dune_sim.games.result import job_for
from dune_sim.games.seating import seating
from dune_sim.late import late
from dune_sim.runs.parts import GAMES, Parts, part_name

if TYPE_CHECKING:
    from dune_sim.games.base import Game
    from dune_sim.games.state import State
    from dune_sim.runs.replay import Replay

MANIFEST = "manifest.json"
#: what a person calls the keys of a manifest
WORDS = {
    "tables_hash": "content",
    "players_hash": "players",
    "source_hash": "rules",
    "rules_version": "rules",
    "codes": "content",
    "columns": "rules",
    "recorded": "records",
    "tables": "rules",
    "table_codes": "content",
}
_NAME = re.compile(r"([a-z]+)-(\d{12})-(\d+)\.parquet$")


@dataclass(frozen=True)
class Run:
    """A run directory."""

    folder: Path
    manifest: dict[str, Any]

    @property
    def games(self) -> int:
        return int(self.manifest["games"])

    @property
    def recorded(self) -> bool:
        """Whether there are tables of what happened besides the row a game."""
        return bool(self.manifest.get("recorded"))

    @property
    def tables(self) -> list[str]:
        """Names of the tables besides that of the games."""
        return list(self.manifest.get("tables", ()))

    def parts(self) -> list[tuple[int, int, Path]]:
        """Finished parts as (first game, games, file), in order. One that lacks a file of a table is not finished."""
        files = self._files()
        wanted = {GAMES, *self.tables}
        return sorted((*key, self.folder / part_name(GAMES, *key)) for key, found in files.items() if wanted <= found)

    def _files(self) -> dict[tuple[int, int], set[str]]:
        """First game and number of games of each part, and which of its tables there are."""
        found: dict[tuple[int, int], set[str]] = {}
        for file in self.folder.glob("*.parquet"):
            match = _NAME.match(file.name)
            if match and match[1] in (GAMES, *self.tables):
                found.setdefault((int(match[2]), int(match[3])), set()).add(match[1])
        return found

    def forget_unfinished(self) -> None:
        """What a killed process left is no part: drafts, and files without those that belong to them."""
        for table in (GAMES, *self.tables):
            for draft in self.folder.glob(f".{table}-*.parquet"):
                draft.unlink()
        whole = {(first, count) for first, count, _ in self.parts()}
        for key, tables in self._files().items():
            for table in tables if key not in whole else ():
                (self.folder / part_name(table, *key)).unlink()

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
        return pa.concat_tables([read_part(file, count, columns) for _, count, file in parts])

    def table(self, name: str) -> Any:
        """A table as pyarrow holds it, names instead of numbers: ``games``, ``seats``, ``cards`` and others.

        Examples
        --------
        >>> import dune_sim
        >>> run = dune_sim.make("imperium").run("runs/few", games=20, seed=7)
        >>> run.table("seats").num_rows
        80
        """
        from dune_sim.runs.tables import whole_table

        return whole_table(self, name)

    def cards(self, **asked: Any) -> list[dict[str, Any]]:
        """How strong every card looks, one record a card; what may be asked stands in `analysis.profile.cards`."""
        rows: list[dict[str, Any]] = late("cards")(self, **asked)["cards"]
        return rows

    def leaders(self) -> list[dict[str, Any]]:
        """How often each leader wins, one record a leader."""
        rows: list[dict[str, Any]] = late("leaders")(self)["leaders"]
        return rows

    def balance(self) -> dict[str, Any]:
        """Who wins by seat, turn order, leader, pair, opening or side: a list of records for each."""
        found: dict[str, Any] = late("balance")(self)
        return found

    def plot_cards(self, file: str | PathLike[str], measure: str = "uplift", top: int = 20) -> None:
        """Draw the strongest and the weakest cards by a measure, with intervals, as PNG or SVG."""
        late("plot_cards")(self, Path(file), measure, top)

    def plot_balance(self, file: str | PathLike[str]) -> None:
        """Draw win rates by seat, turn order and leader, or by side, with intervals, as PNG or SVG."""
        late("plot_balance")(self, Path(file))

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
            read_part(file, count, ["game", *self.manifest["columns"]])
            for table in self.tables:
                read_part(self.folder / part_name(table, first, count), None, self.table_columns(table))
            at, before = first + count, file.name

    def table_columns(self, table: str) -> list[str]:
        """The columns of a table on disk."""
        return [*KEYS, *self.manifest["tables"][table]]


def read_part(file: Path, count: int | None, columns: Sequence[str] | None) -> Any:
    """One part as a pyarrow table."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        # one file, opened as such: pq.read_table loads what reads many files at once
        with pq.ParquetFile(file) as part:
            table = part.read(columns=list(columns) if columns else None)
    except (pa.ArrowException, OSError):
        table = None
    if table is None or count not in (None, table.num_rows) or (columns and table.column_names != list(columns)):
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


def describe(
    game: Game, games: int, seed: int, policy: str | Sequence[str], record: bool = True
) -> dict[str, Any]:
    """What fixes the games of a run."""
    recording = game.recording if record else None
    seated = seating(game, policy, recording is not None)
    kept: dict[str, Any] = {}
    if recording is not None:
        tables = {name: [one.name for one in columns] for name, columns in recording.tables.items()}
        kept = {"recorded": True, "tables": tables, "table_codes": recording.codes(game.names.subjects)}
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
        **kept,
    }


def start_run(
    folder: str | PathLike[str], game: Game, games: int, seed: int, policy: str | Sequence[str], record: bool = True
) -> Run:
    """Create a run, or open the one that is there if it plays the very same games."""
    folder = Path(folder)
    wanted = describe(game, check_count(games, "games", 1), check_seed(seed), policy, record)
    check_name(folder)
    if (folder / MANIFEST).exists():
        run = open_run(folder)
        known = dict.fromkeys([*wanted, *(key for key in ("recorded",) if key in run.manifest)])
        changed = [key for key in known if _fixed(run.manifest, key) != _fixed(wanted, key) and key != "games"]
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
    record: bool = True,
) -> Run:
    """``game.run``: a run created or opened, and what is missing played."""
    run = start_run(out, game, games, seed, policy, record)
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
    follows = ("tables_hash", "codes", "table_codes") if "options" in changed else ()
    if "recorded" in changed:
        follows = (*follows, "players_hash", "tables", "table_codes")
    return "other " + ", ".join(dict.fromkeys(WORDS.get(key, key) for key in changed if key not in follows))


def fill(
    run: Run,
    game: Game,
    engine: str | None = None,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> bool:
    """Play what is missing; False if Ctrl-C stopped it (what was finished is on disk)."""
    job = job_for(game, run.manifest["policy"], int(run.manifest["seed"]), engine, run.recorded)
    threads = worker_count(workers)
    recording = game.recording if run.recorded else None
    with claim(run), Parts(run.folder, game.columns, recording) as parts:
        run.check()
        missing = list(run.missing())
        if not missing:
            return True
        size = min(chunk_size(job), parts.most)

        def take(chunk: Chunk) -> None:
            parts.add(chunk)
            if progress is not None:
                progress(len(chunk.rows))

        return play(job, (piece for first, games in missing for piece in split(first, games, size)), take, threads)


@contextmanager
def claim(run: Run) -> Iterator[None]:
    """Keep a second process out while one fills the folder; a claim ends with its process, however that ends."""
    with claimed(run.folder):
        run.forget_unfinished()
        yield


def _write_json(file: Path, data: dict[str, Any]) -> None:
    write_whole(file, lambda draft: draft.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8"))
