"""What compilers got wrong stays right with the options of the build."""

from __future__ import annotations

import platform
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

from lang.lab import COMPILER, HEADER, ROOT, Lab, array, linked

MARKED = """
def marked_{n}(g: "Board[:]", marks: int) -> int:
    found: Set[{n}] = nothing()
    for k in range(8):
        if (marks >> k) & 1 == 1:
            found |= g[0].sets{n}[k]
    g[0].found{n} = found
    return popcount(found)
"""
SIZES = (64, 101, 128, 192)
NEWER = ("-O3", "-march=x86-64-v3")


def options() -> tuple[str, ...]:
    """What the build tells GCC so that its code is right."""
    found = re.search(r"set\(DUNE_SOUND ([^)]+)\)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))
    assert found is not None
    return tuple(found[1].split())


def gcc_for_newer_processors() -> bool:
    """Whether the compiler is GCC and this processor runs what it builds for newer ones."""
    if COMPILER is None or platform.machine() not in ("x86_64", "AMD64"):
        return False
    version = subprocess.run([COMPILER, "--version"], capture_output=True, text=True, check=False).stdout
    cpu = Path("/proc/cpuinfo")
    return "Free Software Foundation" in version and cpu.exists() and {"avx2", "bmi2"} <= set(cpu.read_text().split())


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Lab:
    fields = "".join(f'("sets{n}", Set({n}), 8, ""), ("found{n}", Set({n}), ""),' for n in SIZES)
    folder = tmp_path_factory.mktemp("compilers")
    text = HEADER + "".join(MARKED.format(n=n) for n in SIZES)
    program = linked(folder, f'Board = Record("Board", "Sets to be added up.", ({fields}))\n', rules=text)
    return Lab(program, folder, (*NEWER, *options()) if gcc_for_newer_processors() else ("-O3",))


@pytest.mark.skipif(COMPILER is None, reason="there is no C++ compiler")
@pytest.mark.parametrize("n", SIZES)
def test_sets_added_up_under_a_condition(lab: Lab, n: int) -> None:
    """GCC 12 lost members of sets of two words here."""
    draw = np.random.default_rng(n)
    board = array(lab.program.records["Board"], 1)
    words = (n + 63) // 64
    for _ in range(50):
        sets = draw.integers(0, 1 << 63, size=(8, words), dtype=np.uint64)
        sets[:, -1] &= np.uint64((1 << (n - 64 * (words - 1))) - 1)
        marks = int(draw.integers(0, 256))
        board[0][f"sets{n}"] = sets.reshape(board[0][f"sets{n}"].shape)
        want = np.bitwise_or.reduce(sets[[k for k in range(8) if marks >> k & 1]], axis=0, initial=np.uint64(0))
        many = lab.run("cpp", f"marked_{n}", board, marks)
        assert np.array_equal(np.ravel(board[0][f"found{n}"]), np.ravel(want))
        assert many == sum(int(word).bit_count() for word in np.ravel(want))
