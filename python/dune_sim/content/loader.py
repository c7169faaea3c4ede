"""From TOML files to a frozen, typed content object. Cheap to import: pydantic is loaded on the first call."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from dune_sim.content.kept import kept
from dune_sim.content.overlay import RawContent, apply_overlay, read_tables
from dune_sim.content.reading import parse
from dune_sim.errors import ContentError
from dune_sim.lang.sources import fingerprint

if TYPE_CHECKING:
    from dune_sim.content.schema import GameSpec
    from dune_sim.games.arrakis.content.models import ArrakisContent
    from dune_sim.games.imperium.content.models import ImperiumContent

_MODELS = {
    "arrakis": "dune_sim.games.arrakis.content.models",
    "imperium": "dune_sim.games.imperium.content.models",
}


def games() -> tuple[str, ...]:
    """Return the games that have content."""
    return tuple(_MODELS)


def game_spec(game: str) -> GameSpec:
    """Return the tables and checks of a game."""
    if game not in _MODELS:
        raise ContentError(f'there is no game "{game}"; games: {", ".join(_MODELS)}')
    spec: GameSpec = importlib.import_module(_MODELS[game]).SPEC
    return spec


@overload
def load_content(game: Literal["arrakis"], overlays: Sequence[Path] = ()) -> ArrakisContent: ...
@overload
def load_content(
    game: Literal["imperium"], overlays: Sequence[Path] = (), modules: Sequence[str] = ()
) -> ImperiumContent: ...
@overload
def load_content(
    game: str, overlays: Sequence[Path] = (), modules: Sequence[str] = ()
) -> ArrakisContent | ImperiumContent: ...
def load_content(game: str, overlays: Sequence[Path] = (), modules: Sequence[str] = ()) -> Any:
    """Read, overlay and validate the content of a game.

    Parameters
    ----------
    game
        ``"arrakis"`` or ``"imperium"``.
    overlays
        TOML files that change, add or remove records, applied in order.
    modules
        Modules whose files are read besides those of the base game.

    Returns
    -------
    ArrakisContent or ImperiumContent
        Frozen typed records, one table per attribute.

    Raises
    ------
    ContentError
        If a file or record is wrong; the message names file, record and key.
    """
    spec = game_spec(game)
    texts = shipped_texts(game, modules)
    if overlays:
        return load_texts(spec, texts, [(str(path), _read(path)) for path in map(Path, overlays)])
    return kept(f"content-{game}-{_fingerprint(game, texts)}", lambda: load_texts(spec, texts))


def shipped_texts(game: str, modules: Sequence[str] = ()) -> dict[str, str]:
    """The files of a game as they are shipped, by label: those of the base game, then those of the modules."""
    room = resources.files("dune_sim") / "games" / game / "content"
    spec = game_spec(game)
    base = [(f"{game}/", folder) for folder in spec.folders]
    further = [(f"{game}/{folder}/", folder) for one in modules if (folder := spec.modules[one])]
    return {
        label + entry.name: entry.read_text(encoding="utf-8")
        for label, folder in (*base, *further)
        for entry in sorted(room.joinpath(*folder.split("/")).iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".toml")
    }


def _fingerprint(game: str, texts: dict[str, str]) -> str:
    """What shipped content is made from: its texts, the code that checks them, and pydantic."""
    import pydantic

    code = fingerprint((_MODELS[game], "dune_sim.content.validation"))
    return sha256(repr((texts, code, pydantic.VERSION)).encode()).hexdigest()[:16]


def load_texts(spec: GameSpec, texts: dict[str, str], overlays: Sequence[tuple[str, str]] = ()) -> Any:
    """Validate TOML texts, given by file label, as the content of a game; see `load_content`."""
    from dune_sim.content.validation import validate

    raw = RawContent()
    for label, text in texts.items():
        raw.records.extend(read_tables(label, parse(label, text), spec.tables))
    for record in raw.records:
        raw.shipped[record.table] = max(raw.shipped.get(record.table, 0), (record.number or 0) + 1)
    for label, text in overlays:
        apply_overlay(raw, label, parse(label, text), spec.tables)
    return validate(spec, raw, shipped=not overlays, texts={**texts, **dict(overlays)})


def _read(path: Path) -> str:
    try:
        if path.is_char_device() or path.is_block_device():
            raise ContentError(f"{path}: cannot read this overlay: it is a device, which may have no end")
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise ContentError(f"{path}: cannot read this overlay: {reason}") from None
