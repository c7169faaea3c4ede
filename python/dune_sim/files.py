"""Files that appear whole or not at all, and files that others wrote."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from dune_sim.errors import UsageError

try:
    import fcntl
except ImportError:  # Windows, where nothing keeps two processes apart
    fcntl = None  # type: ignore[assignment]

#: the longest name of a file on the usual file systems, in bytes
LONGEST_NAME = 255
#: what may lie where a file should, and is never replaced
KINDS = {
    stat.S_IFDIR: "directory",
    stat.S_IFCHR: "device",
    stat.S_IFBLK: "device",
    stat.S_IFIFO: "pipe",
    stat.S_IFSOCK: "socket",
}


def cache_root() -> Path:
    """Where is kept what can be made again: ``DUNE_SIM_CACHE``, else the user's cache directory."""
    given = os.environ.get("DUNE_SIM_CACHE")
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "dune_sim"


def check_name(path: Path) -> None:
    """Refuse a name that no file can have; asking the system about it would fail in many ways."""
    if "\0" in str(path):
        raise UsageError(f"{str(path)!r} cannot be the name of a file")
    for part in path.parts:
        if len(os.fsencode(part)) > LONGEST_NAME:
            raise UsageError(f"{part[:20]}… cannot be the name of a file: it is too long")


def settled(path: Path) -> Path:
    """Where a file will lie. A link is followed once, and what is there already must be a regular file."""
    check_name(path)
    if not path.name:
        raise UsageError(f"{path}: cannot be written: this is a directory")
    try:
        target = path.parent / path.readlink() if path.is_symlink() else path
        if target.is_symlink():
            raise UsageError(f"{path}: cannot be written: this is a link to another link; name the file itself")
        kind = stat.S_IFMT(target.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return target
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from None
    if kind != stat.S_IFREG:
        raise UsageError(f"{path}: cannot be written: this is a {KINDS.get(kind, 'thing that is no file')}")
    return target


def check_target(path: Path, suffixes: Sequence[str]) -> None:
    """Refuse a file that could not be written, before any work is done for it."""
    check_name(path)
    if path.suffix.lower() not in suffixes:
        raise UsageError(f"{path}: the name must end in {' or '.join(suffixes)}")
    folder = settled(path).parent
    if not folder.is_dir():
        raise UsageError(f"{path}: there is no directory {folder}")
    if not os.access(folder, os.W_OK):
        raise UsageError(f"{path}: the directory {folder} cannot be written to")


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Let ``write`` fill a draft beside the target and move it into place; on failure nothing is left behind."""
    target = settled(path)
    # the draft of a file with a long name must not have a longer one
    draft = target.with_name(f".{target.stem[:40]}.{os.getpid()}{target.suffix}")
    try:
        write(draft)
        os.replace(draft, target)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def refuse_device(path: Path) -> None:
    """Files and pipes have an end; some devices have none."""
    if path.is_char_device() or path.is_block_device():
        raise UsageError(f"{path} cannot be read: this is a device")


def read_text(path: Path) -> str:
    """The text of a file that somebody named."""
    check_name(path)
    refuse_device(path)
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise UsageError(f"{path} cannot be read as text") from None
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None


def read_bytes(path: Path) -> bytes:
    """The bytes of a file that somebody named."""
    check_name(path)
    refuse_device(path)
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None


def read_json(text: str, where: str) -> Any:
    """JSON that somebody wrote; ``where`` begins the sentence about what is wrong with it."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise UsageError(f"{where} is no JSON: {error.msg} in line {error.lineno}") from None
    except (ValueError, RecursionError):
        # a number of thousands of digits, or brackets inside each other without end
        raise UsageError(f"{where} is no JSON that can be read") from None


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Keep a second process out while one fills the folder; a claim ends with its process, however that ends."""
    lock = folder / ".lock"
    if lock.is_symlink() or (lock.exists() and not lock.is_file()):
        raise UsageError(f"{lock} is no file of a run; delete it")
    with open(lock, "w", encoding="utf-8") as file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                busy = f"another process is filling {folder}; wait for it or choose another directory"
                raise UsageError(busy) from None
        yield
