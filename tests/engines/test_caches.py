"""Compiled kernels are kept, found again, and never used for other sources."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dune_sim.engines import numba as jit
from dune_sim.engines.memory import zeros
from dune_sim.engines.python import PythonEngine
from dune_sim.errors import EngineError
from dune_sim.files import cache_root
from dune_sim.lang.link import Program, link
from engines import toy

ROOT = Path(__file__).resolve().parents[2]
RUN = """
import json, sys
import numpy as np
from dune_sim.engines import numba as jit
from dune_sim.engines.memory import zeros
from dune_sim.lang.link import Program

program = Program("toy", "toy.layout", ("toy.leaf", "toy.trunk"))
told = []
engine = jit.NumbaEngine(program, notify=told.append)
records, buffer = program.records, np.zeros(1, np.int64)
calls = zeros(records["Call"])
calls["action"] = 5
result = engine.enter(calls, zeros(records["Tables"]), zeros(records["State"]), zeros(records["Pilot"]), buffer, buffer)
assert ("functions" in vars(program)) == engine.compiled, "a warm start checks no kernels"
print(json.dumps([result, jit.cache_folder(program).name, engine.compiled, told]))
"""


def fresh(folder: Path) -> tuple[int, str, bool, list[str]]:
    """Result, cache folder and notices of a process of its own."""
    environment = os.environ | {
        "DUNE_SIM_CACHE": str(folder / "cache"),
        "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT / "python")]),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run([sys.executable, "-c", RUN], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    result, name, compiled, told = json.loads(done.stdout)
    return result, name, compiled, told


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_a_change_anywhere_is_compiled_anew(tmp_path: Path) -> None:
    home = toy.write(tmp_path)
    first = fresh(tmp_path)
    assert first[0] == 1015 and first[2]
    assert first[3] == ["compiling the toy kernels with numba (once; later starts take the cache)"]
    again = fresh(tmp_path)
    assert again == (1015, first[1], False, [])
    edit(home / "leaf.py", "x + NEAR", "x - NEAR")
    callee = fresh(tmp_path)
    assert callee[0] == 995 and callee[2]
    edit(home / "leaf.py", "NEAR = 10", "NEAR = 20")
    constant = fresh(tmp_path)
    assert constant[0] == 985 and constant[2]
    # a constant from a file that is no part of the program
    edit(home / "numbers_of_toy.py", "1000", "2000")
    distant = fresh(tmp_path)
    assert distant[0] == 1985 and distant[2]
    folders = [first[1], callee[1], constant[1], distant[1]]
    assert len(set(folders)) == 4
    assert sorted(folders) == sorted(one.name for one in (tmp_path / "cache").iterdir())


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    package = f"toy_{tmp_path.name}"
    toy.write(tmp_path, package)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("DUNE_SIM_CACHE", str(tmp_path / "cache"))
    importlib.invalidate_caches()
    return link("toy", f"{package}.layout", (f"{package}.leaf", f"{package}.trunk"))


def call(engine: Any, program: Program, low: int) -> tuple[int, Any]:
    calls, states = zeros(program.records["Call"]), zeros(program.records["State"])
    calls["low"] = low
    buffer = np.zeros(1, np.int64)
    tables, pilots = zeros(program.records["Tables"]), zeros(program.records["Pilot"])
    return engine.enter(calls, tables, states, pilots, buffer, buffer), states


def test_the_printer_is_part_of_the_key(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    before = jit.cache_folder(program)
    monkeypatch.setattr(jit, "PRINTERS", jit.PRINTERS[:1])
    assert jit.cache_folder(program) != before


def test_checked_builds_find_what_lies_outside(program: Program) -> None:
    checked = jit.NumbaEngine(program, checked=True)
    assert jit.cache_folder(program, checked=True).name.endswith("-checked")
    assert not jit.is_warm(program) and jit.is_warm(program, checked=True)
    result, states = call(checked, program, 0)
    expected, same = call(PythonEngine(program), program, 0)
    assert (result, states.tobytes()) == (expected, same.tobytes())
    with pytest.raises(IndexError):
        call(checked, program, 4)
    # Python itself would count from the end
    with pytest.raises(IndexError):
        call(checked, program, -1)


def test_a_cache_that_cannot_be_written(program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("DUNE_SIM_CACHE", str(tmp_path / "file"))
    with pytest.raises(EngineError, match=r"cannot be kept in .*; set DUNE_SIM_CACHE to a folder that can be written"):
        jit.NumbaEngine(program)


def test_where_the_cache_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUNE_SIM_CACHE", str(tmp_path / "here"))
    assert cache_root() == tmp_path / "here"
    monkeypatch.delenv("DUNE_SIM_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_root() == tmp_path / "dune_sim"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache_root() == tmp_path / "home" / ".cache" / "dune_sim"
