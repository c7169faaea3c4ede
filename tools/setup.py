"""Make this checkout ready: virtual environment, libraries, the package itself, the C++ engine.

Standard library only, because it runs before anything is installed. Every step is skipped when its result is already
there, so a second run takes about a second.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import venv
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
CMAKE = VENV / "bin" / "cmake"
BUILD = ROOT / "build" / "dev"
#: what README.md tells too
ACTIVATE = "source .venv/bin/activate"


def main() -> None:
    os.chdir(ROOT)
    fresh = not is_sound()
    if fresh:
        create()
    once("libraries", requirements(), install_libraries)
    once("package", [str(ROOT), read("pyproject.toml"), read("python/dune_sim/_version.py")], install_package)
    build_engine()
    if fresh:
        # make finds the commands by itself; a shell does not
        say(f"ready; for dune-sim in a shell: {ACTIVATE}")


def is_sound() -> bool:
    """Whether the environment is of this Python and was made at this very place; scripts in a moved one are broken."""
    question = "import sys; print(sys.prefix, *sys.version_info[:2])"
    try:
        answer = subprocess.run([PYTHON, "-c", question], capture_output=True, text=True, check=True).stdout.strip()
        activate = (VENV / "bin" / "activate").read_text(encoding="utf-8")
    except (OSError, subprocess.CalledProcessError):
        return False
    return answer == f"{VENV} {sys.version_info.major} {sys.version_info.minor}" and str(VENV) in activate


def create() -> None:
    say(f"making a virtual environment in {VENV.name} with Python {sys.version.split()[0]}")
    try:
        venv.create(VENV, clear=True, with_pip=True)
    except subprocess.CalledProcessError:
        sys.exit("this Python cannot make virtual environments; on Debian and Ubuntu, install python3-venv")


def once(step: str, key: list[str], action: Callable[[], None]) -> None:
    """Run a step unless it was done before with the same key."""
    note = VENV / f"dune_sim-{step}.txt"
    text = "\n".join(key)
    if note.exists() and note.read_text(encoding="utf-8") == text:
        return
    action()
    note.write_text(text, encoding="utf-8")


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def requirements() -> list[str]:
    """Every library that pyproject.toml names: to build, to run, to test."""
    project = tomllib.loads(read("pyproject.toml"))
    listed = project["build-system"]["requires"] + project["project"]["dependencies"]
    return sorted({*listed, *project["project"]["optional-dependencies"]["dev"]})


def install_libraries() -> None:
    say("installing libraries (about a minute, once)")
    pip("install", *requirements())


def install_package() -> None:
    # In place and without CMake: Python reads the sources of this checkout, build_engine() adds the C++ module.
    settings = ["--config-settings=editable.mode=inplace", "--config-settings=wheel.cmake=false"]
    pip("install", "--no-deps", "--no-build-isolation", *settings, "--editable", ".")


def build_engine() -> None:
    """Configure and build; CMake itself says in one line when there is no compiler."""
    compilers = [shutil.which(name) or "" for name in ("c++", "g++", "clang++")]
    key = "\n".join([str(ROOT), sys.version, os.environ.get("CXX", ""), *compilers])
    note = BUILD / "dune_sim-machine.txt"
    fresh = not note.exists() or note.read_text(encoding="utf-8") != key
    if fresh:
        for folder in (BUILD, BUILD.with_name("sanitize")):
            shutil.rmtree(folder, ignore_errors=True)
    run(CMAKE, "--preset", "dev", "--log-level=NOTICE", quiet=True)
    if not (BUILD / "generated" / "games.h").exists():
        return  # no compiler; without a note the next run looks for one again
    note.write_text(key, encoding="utf-8")
    if fresh:
        say("building the C++ engine (less than a minute, once)")
    run(CMAKE, "--build", "--preset", "dev", "--", "--quiet")


def pip(*arguments: str) -> None:
    run(PYTHON, "-m", "pip", "-qq", "--disable-pip-version-check", *arguments)


def run(*command: str | Path, quiet: bool = False) -> None:
    done = subprocess.run(command, stdout=subprocess.DEVNULL if quiet else None)
    if done.returncode != 0:
        sys.exit(f"set-up stopped: {' '.join(map(str, command))} ended with code {done.returncode}")


def say(text: str) -> None:
    print(f"dune_sim: {text}", flush=True)


if __name__ == "__main__":
    main()
