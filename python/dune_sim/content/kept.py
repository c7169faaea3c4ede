"""Shipped content, checked once: it lies in the cache under a hash of its texts and of the code that checks them."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from dune_sim.errors import UsageError
from dune_sim.files import cache_root, write_whole

DIGEST = 32
_at_hand: dict[str, Any] = {}


def kept(name: str, make: Callable[[], Any]) -> Any:
    """What ``make`` gives, taken from this process or from the cache if it was made under this name before."""
    if name not in _at_hand:
        try:
            file = cache_root() / f"{name}.pickle"
        except RuntimeError:  # a user without a home
            return _at_hand.setdefault(name, make())
        found = _read(file)
        if found is None:
            found = make()
            _write(file, found)
        # of two threads that come at once, both take the object of the first
        _at_hand.setdefault(name, found)
    return _at_hand[name]


class _Unpickler(pickle.Unpickler):
    """Makes content and nothing else, whoever may write to the cache."""

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name) if module.startswith("dune_sim.") and ".content." in module else None
        if not isinstance(found, type):
            raise pickle.UnpicklingError(f"{module}.{name} is no content")
        return found


def _read(file: Path) -> Any:
    """The content in a file; None where there is none or it is damaged, so that it is made again."""
    try:
        block = file.read_bytes()
        if sha256(block[DIGEST:]).digest() == block[:DIGEST]:
            return _Unpickler(BytesIO(block[DIGEST:])).load()
    except Exception:
        return None
    return None


def _write(file: Path, content: Any) -> None:
    """Keep content; where nothing can be written the next process makes it again."""
    body = pickle.dumps(content, protocol=5)
    with suppress(OSError, UsageError):
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, lambda draft: draft.write_bytes(sha256(body).digest() + body))
