"""Which files something is made from: what is kept under a hash of them is never used after one of them changed."""

from __future__ import annotations

import hashlib
import importlib.util
import re
from functools import cache
from pathlib import Path

from dune_sim.errors import KernelError


@cache
def fingerprint(names: tuple[str, ...]) -> str:
    """A hash of all files that some modules are made from, and of the language."""
    digest = hashlib.sha256(_language())
    for file in files_of(names):
        digest.update(file.read_bytes())
    return digest.hexdigest()


@cache
def _language() -> bytes:
    folder = Path(__file__).parent
    return hashlib.sha256(b"".join(one.read_bytes() for one in sorted(folder.glob("*.py")))).digest()


def files_of(names: tuple[str, ...]) -> list[Path]:
    """The files of some modules and of whatever they import from their own package; those of the language are apart."""
    found: dict[str, Path] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in found or name.startswith("dune_sim.lang"):
            continue
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            raise KernelError(f"there is no file of the module {name}")
        found[name] = Path(spec.origin)
        top = name.split(".")[0]
        imports = re.findall(r"^(?:from|import) ([\w.]+)", found[name].read_text(encoding="utf-8"), re.MULTILINE)
        waiting += [one for one in imports if one.split(".")[0] in (top, "dune_sim")]
    return [found[name] for name in sorted(found)]
