"""Try changed input for some minutes; keep what crashes, hangs or ends in a traceback."""

from __future__ import annotations

import argparse
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fuzz.worker import KINDS

TESTS = Path(__file__).resolve().parents[1]

#: seconds of work after which a case counts as hanging: many times what it takes, even under sanitizers
PATIENCE = {"commands": 120.0}
USUAL = 60.0
#: how much longer a process may wait for a busy machine, or for nothing
WALL = 5
#: seconds between two words about how far it is
TELLS = 60.0
#: cases that are tried before the next kind has its turn
ROUND = {"pickles": 400, "overlays": 10, "commands": 5}


def seconds_of(pid: int) -> float:
    """Seconds that a process has worked, those of the system for it included; 0 where that cannot be told."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return 0.0


class Worker:
    """A process that tries cases of one kind, begun again after it crashed or hung."""

    def __init__(self, kind: str, words: Sequence[str] = ("-m", "fuzz.worker"), patience: float | None = None) -> None:
        self.kind, self.folder = kind, Path(tempfile.mkdtemp(prefix=f"dune-fuzz-{kind}-"))
        self.words = [sys.executable, *words, kind, str(self.folder / "work")]
        self.patience = PATIENCE.get(kind, USUAL) if patience is None else patience
        self.process: subprocess.Popen[str] | None = None

    def begin(self) -> subprocess.Popen[str]:
        (self.folder / "work").mkdir(exist_ok=True)
        here = os.pathsep.join([str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])])
        with open(self.folder / "errors.txt", "w", encoding="utf-8") as errors:
            return subprocess.Popen(
                self.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env={**os.environ, "PYTHONPATH": here},
            )

    def try_case(self, name: str) -> dict[str, str]:
        """What became of a case."""
        process = self.process = self.process or self.begin()
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(f"{name}\n")
        process.stdin.flush()
        ready = self.wait(process)
        line = process.stdout.readline() if ready else ""
        if line:
            told: dict[str, str] = json.loads(line)
            return told
        self.end()
        errors_told = (self.folder / "errors.txt").read_text(encoding="utf-8", errors="replace")[-4000:]
        return {"find": f"{'crashed' if ready else 'hung'} (exit code {process.returncode})\n{errors_told}"}

    def wait(self, process: subprocess.Popen[str]) -> bool:
        """Whether an answer came before the process had worked too long; a busy machine costs it no patience."""
        begun, worked = time.monotonic(), seconds_of(process.pid)
        while not select.select([process.stdout], [], [], min(1.0, self.patience))[0]:
            if seconds_of(process.pid) - worked > self.patience or time.monotonic() - begun > WALL * self.patience:
                return False
        return True

    def end(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def close(self) -> None:
        self.end()
        shutil.rmtree(self.folder, ignore_errors=True)


@dataclass
class Hunt:
    """Some kinds of input, taken in turn."""

    kinds: list[str]
    seed: int
    finds: Path
    came: Counter[str] = field(default_factory=Counter)
    found: list[str] = field(default_factory=list)

    def go(self, minutes: float, cases: int) -> None:
        """Until the time is over or every kind has had its cases."""
        ends, done = time.monotonic() + 60 * minutes, dict.fromkeys(self.kinds, 0)
        tells = time.monotonic() + TELLS
        workers = {kind: Worker(kind) for kind in self.kinds}
        try:
            while time.monotonic() < ends and any(n < cases for n in done.values()):
                if time.monotonic() > tells:
                    left = max(0.0, ends - time.monotonic()) / 60
                    print(f"{sum(done.values()):,} cases, {len(self.found)} found, {left:.0f} minutes left", flush=True)
                    tells += TELLS
                for kind, worker in workers.items():
                    for _ in range(min(ROUND.get(kind, 50), cases - done[kind])):
                        if time.monotonic() >= ends:
                            break
                        self.note(worker, f"{self.seed}-{done[kind]}")
                        done[kind] += 1
        finally:
            for worker in workers.values():
                worker.close()

    def note(self, worker: Worker, name: str) -> None:
        told = worker.try_case(name)
        if "find" not in told:
            self.came[f"{worker.kind}, {told['came']}"] += 1
            return
        self.came[f"{worker.kind}, FOUND"] += 1
        where = self.finds / f"{worker.kind}-{name}"
        where.mkdir(parents=True, exist_ok=True)
        (where / "why.txt").write_text(told["find"], encoding="utf-8")
        if (worker.folder / "work" / "case.json").exists():
            shutil.copy(worker.folder / "work" / "case.json", where / "case.json")
        self.found.append(f"{worker.kind} {name}")
        print(f"found: --only {worker.kind} --case {name}: {told['find'].strip().splitlines()[-1]:.160}", flush=True)


def main(args: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__, allow_abbrev=False)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "little"))
    parser.add_argument("--only", action="append", choices=KINDS, help="a kind of input; may be given more than once")
    parser.add_argument("--cases", type=int, default=1 << 60, help="how many of each kind at most")
    parser.add_argument("--case", help="try one case again, such as 17-1234; with --only")
    parser.add_argument("--finds", type=Path, default=Path("build/fuzz"), help="where finds are kept")
    told = parser.parse_args(args)
    hunt = Hunt(told.only or list(KINDS), told.seed, told.finds)
    if told.case is not None:
        for kind in hunt.kinds:
            worker = Worker(kind)
            hunt.note(worker, told.case)
            worker.close()
    else:
        print(f"seed {told.seed}: the same cases again with --seed {told.seed}", flush=True)
        hunt.go(told.minutes, told.cases)
    for came, times in sorted(hunt.came.items()):
        print(f"{times:9,}  {came}")
    kept = f", kept in {told.finds}" if hunt.found else ""
    print(f"{sum(hunt.came.values()):,} cases, {len(hunt.found)} found{kept}")
    return 1 if hunt.found else 0

