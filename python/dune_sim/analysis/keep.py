"""Results of experiments as files, for reports."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dune_sim.errors import UsageError
from dune_sim.files import check_target, read_json, read_text, write_whole

#: what every experiment has
KEYS = {"game", "kind", "effect", "low", "high", "games"}


def check_place(file: Path) -> None:
    """Refuse a file that could not be written, before hours are spent."""
    check_target(file, (".json",))


def keep(found: dict[str, Any], file: Path) -> None:
    """Write a result; the file appears whole or not at all."""
    text = json.dumps(found, indent=1) + "\n"
    write_whole(file, lambda draft: draft.write_text(text, encoding="utf-8"))


def read_kept(place: Path) -> Iterator[dict[str, Any]]:
    """The experiments in a file, or in all files of a directory; those of a table one by one, with what they share."""
    files = sorted(place.glob("*.json")) if place.is_dir() else [place]
    if not files:
        raise UsageError(f"{place} holds no experiments: no file in it ends in .json")
    for file in files:
        found = read_json(read_text(file), str(file))
        if isinstance(found, dict) and isinstance(found.get("experiments"), list):
            shared = {key: value for key, value in found.items() if key not in ("experiments", "refused")}
            listed = [{**shared, **one} for one in found["experiments"] if isinstance(one, dict)]
        else:
            listed = [found] if isinstance(found, dict) else []
        if not listed or any(KEYS - set(one) for one in listed):
            raise UsageError(f"{file} holds no experiment of dune-sim experiment --out")
        yield from listed
