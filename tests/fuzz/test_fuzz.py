"""A short hunt with every test run, and that the hunt finds what there is to find."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from fuzz import hunt, mutate, positions
from fuzz.hunt import Hunt, Worker
from fuzz.worker import KINDS, try_case

#: what every run tries, as many of each kind as take about two seconds
SHORT = {"pickles": 300, "overlays": 6, "commands": 6}


@pytest.mark.parametrize("kind", KINDS)
def test_a_short_hunt_finds_nothing(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    came = [try_case(kind, f"short-{number}", tmp_path) for number in range(SHORT.get(kind, 50))]
    assert len(set(came)) > 1, "all came out alike: the changes are too wild or too tame"


@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("time.sleep(60)", "hung"),
        ("os.abort()", "crashed"),
        ("print(json.dumps({'find': 'Traceback: wrong'}), flush=True)", "wrong"),
    ],
)
def test_hangs_crashes_and_tracebacks_are_kept(
    does: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    worker = Worker("arrakis", ["-c", f"import json, os, sys, time\ninput(); {does}; input()"], 0.8)
    found = Hunt(["arrakis"], 5, tmp_path)
    found.note(worker, "5-0")
    worker.close()
    assert said in (tmp_path / "arrakis-5-0" / "why.txt").read_text()
    assert "found: --only arrakis --case 5-0" in capsys.readouterr().out and found.found == ["arrakis 5-0"]
    assert not worker.folder.exists()


def test_a_hunt_tells_its_seed_and_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--only", "battle", "--cases", "3", "--minutes", "2", "--finds", str(tmp_path / "finds")]
    assert hunt.main([*words, "--seed", "12"]) == 0
    out = capsys.readouterr().out
    assert "seed 12: the same cases again with --seed 12" in out and out.endswith("3 cases, 0 found\n")
    assert not (tmp_path / "finds").exists()


@pytest.mark.parametrize("kind", ["arrakis", "imperium"])
def test_the_same_name_is_the_same_case_and_some_are_played(kind: str) -> None:
    cases = [positions.position(kind, Random(n)) for n in range(30)]
    assert json.dumps(cases) == json.dumps([positions.position(kind, Random(n)) for n in range(30)])
    assert {how for how, _ in cases} == {"readable", "running", "all", "seal"}


def test_changes_reach_every_place() -> None:
    seen = set()
    for n in range(300):
        data = {"a": 1, "b": [2, {"c": "0x3"}], "d": "word"}
        mutate.mutated(Random(n), data, {"a": 9})
        seen |= {key for key, value in data.items() if value != {"a": 1, "b": [2, {"c": "0x3"}], "d": "word"}.get(key)}
    assert seen >= {"a", "b", "d"}
