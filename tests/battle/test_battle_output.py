"""What `dune-sim` prints and writes."""

from __future__ import annotations

import json
import struct
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import dune_sim
from dune_sim.cli import app as app_module
from dune_sim.cli.app import COMMANDS, app
from dune_sim.errors import UsageError
from dune_sim.files import write_whole
from dune_sim.games.arrakis.battle.plot import save_battle_plot
from dune_sim.games.arrakis.battle.tables import FACETS

ATTACKER = "4 standard, 1 elite, 1 sardaukar, bashar, baron_harkonnen"
DEFENDER = "2 standard, 1 fedaykin, paul_muaddib"
EXAMPLE = ["battle", ATTACKER, DEFENDER, "--sietch", "2"]


def invoke(*arguments: str) -> str:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def chances(row: dict[str, float]) -> None:
    assert all(key.isdigit() for key in row)
    assert all(0 <= chance <= 1 for chance in row.values())


def test_json_has_the_promised_shape() -> None:
    found = json.loads(invoke(*EXAMPLE, "--json", "--samples", "500", "--seed", "3"))
    assert set(found) == {
        "setup", "dice", "first_round", "outcome", "reasons", "expected_losses", "survivors", "rounds", "endings",
        "policy", "confidence", "sampled",
    }  # fmt: skip
    assert set(found["outcome"]) == {"attacker", "defender", "both_destroyed"}
    assert sum(found["outcome"].values()) == pytest.approx(1)
    assert set(found["first_round"]) == {"defender_hits", "attacker_hits", "joint"}
    for side in ("attacker", "defender"):
        chances(found["first_round"][f"{side}_hits"])
        chances(found["survivors"][side])
        assert set(found["expected_losses"][side]) == {"units", "leaders"}
        assert set(found["sampled"]["expected_losses"][side]["units"]) == {"value", "low", "high"}
    for defender_hits, attacker_hits, chance in found["first_round"]["joint"]:
        assert isinstance(defender_hits, int) and isinstance(attacker_hits, int) and 0 < chance <= 1
    assert set(found["rounds"]) == {"expected", "distribution", "more"}
    chances(found["rounds"]["distribution"])
    assert found["policy"]["attacker"] == {
        "casualties": "keep_dice", "leaders": "most_effect", "cards": "all", "attack": "to_the_end",
    }  # fmt: skip
    assert found["policy"]["defender"]["retreat"] == "never"
    assert found["dice"] == {"attacker": 6, "defender": 5}
    assert found["confidence"]["level"] == "medium"
    assert found["sampled"]["samples"] == 500 and found["sampled"]["seed"] == 3
    assert sum(one["chance"] for one in found["endings"]) == pytest.approx(1)


def test_json_is_the_api() -> None:
    printed = json.loads(invoke(*EXAMPLE, "--surprise", "--attacker-cards", "1", "--json"))
    odds = dune_sim.battle_odds(ATTACKER, DEFENDER, sietch_rank=2, surprise=True, attacker_cards=1)
    assert printed == odds.to_dict()
    assert "sampled" not in printed


def test_options_reach_the_odds() -> None:
    place = ["--settlement", "3", "--defender-cards", "2", "--no-retreat"]
    ways = ["--attacker-policy", "casualties=keep_elites", "--defender-policy", "retreat=when_weaker"]
    found = json.loads(invoke("battle", "3 fedaykin, stilgar", "3 standard", *place, *ways, "--json"))
    assert found["setup"]["attacker"]["faction"] == "atreides"
    assert (found["setup"]["holds"], found["setup"]["rank"]) == ("settlement", 3)
    assert found["setup"]["defender"]["cards"] == 2
    assert found["setup"]["can_retreat"] is False
    assert found["policy"]["attacker"]["casualties"] == "keep_elites"
    assert found["reasons"]["retreated"] == 0


def test_the_table_tells_the_story() -> None:
    text = invoke(*EXAMPLE, "--samples", "1000")
    words = ("Harkonnen, 6 dice", "sietch of", "attacker wins", "80.97%", "95 % interval", "likeliest", "not certain")
    for part in words:
        assert part in text


# --- pictures ----------------------------------------------------------------------------------------------------


def test_picture_as_png(tmp_path: Path) -> None:
    target = tmp_path / "odds.png"
    invoke(*EXAMPLE, "--samples", "200", "--plot", str(target))
    head = target.read_bytes()
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", head[16:24])
    assert 1000 <= width <= 2000 and 600 <= height <= 1400
    assert 20_000 < len(head) < 1_000_000
    assert list(tmp_path.iterdir()) == [target], "no draft is left behind"


@pytest.mark.parametrize(
    "legions", [("1 standard", "1 standard"), (ATTACKER, DEFENDER), ("6 sardaukar", "1 elite, naib")]
)
def test_picture_as_svg(tmp_path: Path, legions: tuple[str, str]) -> None:
    odds = dune_sim.battle_odds(*legions)
    for name in ("a.svg", "b.SVG"):
        save_battle_plot(odds, tmp_path / name)
    first, second = ((tmp_path / name).read_bytes() for name in ("a.svg", "b.SVG"))
    assert first == second, "the same odds give the same bytes"
    words = " ".join(ElementTree.fromstring(first).itertext())
    for part in ("Harkonnen attacks", "attacker wins", "Units that survive", "Hits suffered in the first round"):
        assert part in words


def test_a_failed_picture_leaves_the_old_one(tmp_path: Path) -> None:
    target = tmp_path / "odds.png"
    target.write_bytes(b"old")

    def fail(draft: Path) -> None:
        draft.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    with pytest.raises(UsageError, match="No space left"):
        write_whole(target, fail)
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


# --- the other commands and the frame around them ----------------------------------------------------------------


def test_engines() -> None:
    found = json.loads(invoke("engines", "battle", "--json"))["engines"]
    assert [row["engine"] for row in found] == ["cpp", "numba", "python"]
    assert all(set(row) >= {"game", "engine", "ready", "version", "note"} for row in found)
    assert "python" in invoke("engines")


def test_content() -> None:
    found = json.loads(invoke("content", "--json"))
    assert {"arrakis", "imperium"} <= set(found)
    assert {"hash", "tables"} == set(found["arrakis"])
    listed = json.loads(invoke("content", "arrakis", "--uncertain", "--json"))["arrakis"]["uncertain"]
    assert any(row["id"] == "alia" and row["field"] == "combat" for row in listed)
    assert "alia" in invoke("content", "arrakis", "--uncertain")
    assert "leaders" in invoke("content", "arrakis")


def test_content_checks_overlays(tmp_path: Path) -> None:
    overlay = tmp_path / "mine.toml"
    overlay.write_text('[[leaders]]\nid = "alia"\ncombat = { hits = 0, shields = 1 }\n', encoding="utf-8")
    plain = json.loads(invoke("content", "arrakis", "--json"))
    changed = json.loads(invoke("content", "arrakis", "--json", "--content", str(overlay)))
    assert plain["arrakis"]["hash"] != changed["arrakis"]["hash"]
    overlay.write_text('[[leaders]]\nid = "alia"\nreplaces = "nobody"\n', encoding="utf-8")
    result = CliRunner().invoke(app, ["content", "arrakis", "--content", str(overlay)])
    assert result.exit_code == 2 and "nobody" in result.stderr and "mine.toml" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["batle"], '"battle"'),
        (["engines", "batle"], '"battle"'),
        (["content", "dune"], '"dune"'),
        (["content", "--content", "x.toml"], "which game"),
    ],
)
def test_wrong_words_get_a_hint(arguments: list[str], part: str) -> None:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 2 and result.stdout == "" and part in result.stderr
    assert result.stderr.count("\n") == 1


def test_version_and_help() -> None:
    assert invoke("--version") == f"dune_sim {dune_sim.__version__}\n"
    for text in (invoke(), invoke("--help")):
        assert all(f"\n  {name}" in text for name in COMMANDS)
    text = invoke("battle", "--help")
    assert "dune-sim battle" in text
    assert all(way in text for ways in FACETS.values() for way in ways)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str) -> None:
    text = " ".join(invoke(name, "--help").split())
    assert f"dune-sim {name}" in text
    assert "Example" in text


def test_interrupting_is_exit_code_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("dune_sim.games.arrakis.battle.question.battle_odds", stop)
    result = CliRunner().invoke(app, EXAMPLE)
    assert result.exit_code == 130
    assert result.stderr == "interrupted\n"


def test_commands_are_loaded_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    real = app_module.import_module
    monkeypatch.setattr(app_module, "import_module", lambda name: loaded.append(name) or real(name))
    invoke(*EXAMPLE, "--json")
    assert set(loaded) <= {"dune_sim.cli.battle"}
