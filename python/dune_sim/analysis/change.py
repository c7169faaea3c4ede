"""What an experiment changes: content by small overlays written from the command, options, or what a seat may do."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from dune_sim.content.overlay import near
from dune_sim.errors import UsageError

#: keys that a record keeps when another takes its place
OWN = ("id", "number", "copies", "source", "confidence", "confidence_detail", "note", "set")


@dataclass(frozen=True)
class Change:
    """One treatment: what is different in the second arm."""

    #: gift, deny, set, remove, swap or content
    kind: str
    #: what it is about, such as a card
    what: str
    #: records of overlays by table
    records: Mapping[str, list[dict[str, Any]]] = field(default_factory=dict)
    #: options of ``make``
    options: Mapping[str, Any] = field(default_factory=dict)
    #: overlay files
    files: Sequence[str] = ()

    @property
    def for_seats(self) -> bool:
        """Whether it is done to seats, not to the game."""
        return self.kind in ("gift", "deny")

    def overlay(self) -> str:
        """The records as an overlay file."""
        import tomli_w

        return tomli_w.dumps({table: list(rows) for table, rows in self.records.items()}) if self.records else ""


class Facts:
    """The shipped records of a game as written, to say which table an id is of."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.tables: dict[str, dict[str, dict[str, Any]]] = {}
        folder = resources.files("dune_sim") / "games" / game / "content" / "base"
        if not folder.is_dir():
            raise UsageError(f"{game} has no content that could be changed; choose arrakis or imperium")
        for entry in sorted(folder.iterdir(), key=lambda one: one.name):
            if entry.name.endswith(".toml"):
                for table, rows in tomllib.loads(entry.read_text(encoding="utf-8")).items():
                    if table != "defaults":
                        self.tables.setdefault(table, {}).update({row["id"]: row for row in rows})

    def place(self, text: str, option: str) -> tuple[str, str]:
        """Table and id of a record given as ``id`` or ``table.id``."""
        table, dot, one = text.partition(".")
        if dot:
            if table not in self.tables:
                raise UsageError(f'{option} {text}: there is no table "{table}"{near(table, self.tables)}')
            if one not in self.tables[table]:
                raise UsageError(f'{option} {text}: {table} has no "{one}"{near(one, self.tables[table])}')
            return table, one
        held = [name for name, rows in self.tables.items() if text in rows]
        if len(held) == 1:
            return held[0], text
        if held:
            raise UsageError(f"{option} {text}: say which is meant: {', '.join(f'{name}.{text}' for name in held)}")
        known = {one for rows in self.tables.values() for one in rows}
        raise UsageError(f'{option} {text}: there is no such thing in {self.game}{near(text, known)}')


def read_value(text: str) -> Any:
    """A value as TOML has it; a word without quotes is a text."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def setting(game: str, text: str) -> Change:
    """``cards.carryall.cost=6`` or ``options.bindu_passes=true``."""
    path, equals, value = text.partition("=")
    parts = path.strip().split(".")
    if not equals or len(parts) not in (2, 3) or not all(parts):
        raise UsageError(f"--set {text}: write TABLE.ID.KEY=VALUE, such as cards.carryall.cost=6, or options.KEY=VALUE")
    if parts[0] == "options" and len(parts) == 2:
        return Change("set", text, options={parts[1]: read_value(value.strip())})
    if len(parts) == 2:
        raise UsageError(f"--set {text}: say which key of {path} to change, such as {path}.cost=6")
    table, one = Facts(game).place(f"{parts[0]}.{parts[1]}", "--set")
    return Change("set", text, {table: [{"id": one, parts[2]: read_value(value.strip())}]})


def removal(game: str, text: str) -> Change:
    """A record leaves the game."""
    table, one = Facts(game).place(text, "--remove")
    return Change("remove", one, {table: [{"id": one, "remove": True}]})


def swap(game: str, text: str) -> Change:
    """``a=b``: a second ``b`` stands where ``a`` was; of cards with copies, as many as there were."""
    old, equals, new = (one.strip() for one in text.partition("="))
    if not equals or not old or not new:
        raise UsageError(f"--swap {text}: write OLD=NEW, such as carryall=gun_thopter")
    facts = Facts(game)
    table, gone = facts.place(old, "--swap")
    other, come = facts.place(new if "." in new else f"{table}.{new}", "--swap")
    if table != other or gone == come:
        raise UsageError(f"--swap {text}: both must be different records of one table")
    before, after = facts.tables[table][gone], facts.tables[table][come]
    if "copies" in before or "copies" in after:
        copies = int(before.get("copies", 1)) + int(after.get("copies", 1))
        return Change("swap", text, {table: [{"id": gone, "remove": True}, {"id": come, "copies": copies}]})
    kept = {key: value for key, value in after.items() if key not in OWN}
    empty: dict[str, Any] = {key: [] for key, value in before.items() if key not in after and isinstance(value, list)}
    return Change("swap", text, {table: [{"id": gone, **empty, **kept}]})


def changed_options(stack: ExitStack, options: Mapping[str, Any], changes: Sequence[Change]) -> dict[str, Any]:
    """The options of ``make`` with all changes; overlays are written into a directory that the stack takes away."""
    made = dict(options)
    files = list(made.pop("content", ()) or ())
    folder: Path | None = None
    for number, one in enumerate(changes, 1):
        made |= one.options
        files += one.files
        text = one.overlay()
        if text:
            folder = folder or Path(stack.enter_context(TemporaryDirectory(prefix="dune_sim-")))
            file = folder / f"{one.kind}-{number}.toml"
            file.write_text(text, encoding="utf-8")
            files.append(str(file))
    return {**made, **({"content": files} if files else {})}
