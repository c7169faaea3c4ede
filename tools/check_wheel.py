"""Build a wheel as a user would get it, compare what is inside with the sources, and import it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "python"
SKIPPED = {".pyc", ".so", ".pyd"}


def build(folder: Path) -> Path:
    settings = ["--config-settings=cmake.define.DUNE_WERROR=ON", "--config-settings=cmake.define.DUNE_REQUIRE_CPP=ON"]
    command = [sys.executable, "-m", "pip", "-qq", "wheel", "--no-deps", "--no-build-isolation", *settings]
    subprocess.run([*command, "--wheel-dir", folder, ROOT], check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def sources() -> set[str]:
    """Every file of the package that a user needs, Python or not."""
    files = (one for one in (SOURCES / "dune_sim").rglob("*") if one.is_file() and one.suffix not in SKIPPED)
    return {one.relative_to(SOURCES).as_posix() for one in files}


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel = build(folder)
        with zipfile.ZipFile(wheel) as archive:
            inside = {one for one in archive.namelist() if one.startswith("dune_sim/")}
            archive.extractall(folder / "site")
        modules = {one for one in inside if one.startswith("dune_sim/_core.")}
        if inside - modules != sources():
            sys.exit(f"the wheel and the sources differ in: {sorted((inside - modules) ^ sources())}")
        if len(modules) != 1:
            sys.exit(f"the wheel should hold one C++ module and holds {sorted(modules)}")
        print(f"{wheel.name}: {len(inside)} files, {wheel.stat().st_size // 1024} KiB")
        show = "import dune_sim._core as c; print('C++ engine of', c.compiler, 'for', *c.games())"
        subprocess.run([sys.executable, "-c", show], check=True, env={**os.environ, "PYTHONPATH": str(folder / "site")})


if __name__ == "__main__":
    main()
