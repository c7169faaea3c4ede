"""Files that appear whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from dune_sim.errors import UsageError


def check_target(path: Path, suffixes: Sequence[str]) -> None:
    """Refuse a file that could not be written, before any work is done for it."""
    if path.suffix.lower() not in suffixes:
        raise UsageError(f"{path}: the name must end in {' or '.join(suffixes)}")
    if path.is_dir():
        raise UsageError(f"{path}: this is a directory")
    if not path.parent.is_dir():
        raise UsageError(f"{path}: there is no directory {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise UsageError(f"{path}: the directory {path.parent} cannot be written to")


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Let ``write`` fill a draft beside the target and move it into place; on failure nothing is left behind."""
    draft = path.with_name(f".{path.stem}.{os.getpid()}{path.suffix}")
    try:
        write(draft)
        os.replace(draft, path)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        draft.unlink(missing_ok=True)
