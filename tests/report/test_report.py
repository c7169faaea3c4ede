"""``dune-sim report`` on runs that were played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import dune_sim
from dune_sim.cli.app import app
from report.test_page import data


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    imperium = dune_sim.make("imperium", players=3)
    for seed in (1, 2):
        imperium.run(folder / f"imp{seed}", games=40, seed=seed, policy="random")
    dune_sim.make("arrakis").run(folder / "arr", games=3, seed=1, policy="random")
    imperium.run(folder / "bare", games=3, seed=1, policy="random", record=False)
    return folder


def report(*words: object, code: int = 0) -> str:
    done = CliRunner().invoke(app, ["report", *map(str, words)], env={"COLUMNS": "80"})
    assert done.exit_code == code, done.output
    assert "Traceback" not in done.output
    return done.output if code else done.stdout


def test_every_section_of_imperium(runs: Path) -> None:
    told = json.loads(report(runs / "imp1", "--json"))
    assert told["file"] == str(runs / "imp1" / "report.html")
    sections = {one["id"]: one for one in data(runs / "imp1" / "report.html")}
    assert list(sections) == told["sections"]
    assert list(sections)[:3] == ["short", "balance", "cards"]
    assert {"points", "economy", "lengths", "made"} <= set(sections)
    (table,) = [one for one in sections["cards"]["parts"] if one["kind"] == "table"]
    run = dune_sim.open_run(runs / "imp1")
    seen = {row["card"]: row for row in run.cards()}
    names = {one.lower().replace(" ", "_"): row for row in table["rows"] for one in [row[0]]}
    assert len(table["rows"]) == len(seen)
    assert names["the_spice_must_flow"][1] == seen["the_spice_must_flow"]["acquired"]["count"]
    text = sections["made"]["parts"][0]["text"]
    assert "dune-sim run imperium --games 40 --seed 1 --policy random --players 3" in text


def test_every_section_of_arrakis(runs: Path) -> None:
    report(runs / "arr", "-o", runs / "a.html")
    sections = {one["id"]: one for one in data(runs / "a.html")}
    assert {"short", "balance", "race", "map", "sides", "lengths", "made"} <= set(sections)
    assert sum(one["kind"] == "map" for one in sections["map"]["parts"]) == 3
    battles = sum(row[1] for row in sections["map"]["parts"][-1]["rows"])
    rows = dune_sim.open_run(runs / "arr").table("areas")
    assert battles == sum(rows["attacks"].to_pylist())


def test_two_runs_and_experiments(runs: Path) -> None:
    shared = {"game": "imperium", "games": 10}
    kept = [{"kind": "gift", "card": card, "effect": 0.1, "low": 0.0, "high": 0.2, **shared}
            for card in ("chani", "carryall", "gurney_halleck", "ambush")]  # fmt: skip
    (runs / "experiments").mkdir(exist_ok=True)
    (runs / "experiments" / "gifts.json").write_text(json.dumps({"experiments": kept, "game": "imperium"}))
    report(runs / "imp1", runs / "imp2", runs / "experiments", "-o", runs / "b.html", "--regression", "0")
    sections = {one["id"]: one for one in data(runs / "b.html")}
    assert "compare" in sections
    titles = [column["title"] for column in sections["cards"]["parts"][0]["columns"]]
    assert "caused by a gift" in titles and "adjusted effect" not in titles


def test_refusals_are_one_sentence(runs: Path) -> None:
    for words, why in (
        ((runs / "bare",), "keeps no records"),
        ((runs / "nothing",), "is no run"),
        ((runs / "imp1", "-o", runs / "x.txt"), "must end in .html"),
        ((runs / "imp1", runs / "arr"), "another game"),
        ((runs / "imp1", "-o", runs), "must end in .html"),
    ):
        (line,) = [one for one in report(*words, code=2).splitlines() if one.startswith("error: ")]
        assert why in line
