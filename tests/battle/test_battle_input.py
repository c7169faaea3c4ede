"""Wrong input: one sentence that names what and where, exit code 2, no traceback, nothing written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import dune_sim
from dune_sim.cli.app import app
from dune_sim.errors import DuneSimError, EngineError, UsageError
from dune_sim.games.arrakis.battle.tables import Legion

GOOD = "3 standard"

#: arguments of `dune-sim battle`, and the parts that the sentence must have
WRONG: dict[str, tuple[list[str], list[str]]] = {
    "unknown unit": (["3 standard, 1 sardukar", GOOD], ["attacker", '"sardukar"', '"sardaukar"']),
    "unknown leader": ([GOOD, "3 standard, stilgarr"], ["defender", '"stilgarr"', '"stilgar"']),
    "part of a name": (["3 standard, baron", GOOD], ["attacker", '"baron"', '"baron_harkonnen"']),
    "nothing like it": (["3 xyzzy", GOOD], ["attacker", "unknown unit or leader", '"xyzzy"']),
    "seven units": (["4 standard, 2 elite, 1 sardaukar", GOOD], ["attacker", "7 units", "6"]),
    "two Barons": (["3 standard, 2 baron_harkonnen", GOOD], ["attacker", "2 times", "baron_harkonnen", "only one"]),
    "the Baron twice": (["3 standard, baron_harkonnen, Baron Harkonnen", GOOD], ["attacker", "only one"]),
    "mixed legion": (["2 sardaukar, naib", GOOD], ["attacker", "sardaukar (Harkonnen)", "naib (Atreides)"]),
    "leader of the wrong side": (["2 standard, stilgar, bashar", GOOD], ["stilgar (Atreides)", "bashar (Harkonnen)"]),
    "same faction twice": (["2 sardaukar", "1 standard, baron_harkonnen"], ["both Harkonnen", "baron_harkonnen"]),
    "a sandworm": ([GOOD, "2 standard, wild_maker"], ["defender", "wild_maker", "sandworm"]),
    "negative count": (["-1 standard", GOOD], ["attacker", '"standard"', "at least 1", "-1"]),
    "negative count later": ([GOOD, "1 standard, -2 elite"], ["defender", '"elite"', "-2"]),
    "zero": (["0 standard", GOOD], ["attacker", "at least 1", "0"]),
    "half a unit": (["1.5 standard", GOOD], ["attacker", '"1.5"', "whole number"]),
    "count in words": (["two elite", GOOD], ["attacker", '"two"', "whole number"]),
    "count without a name": (["3", GOOD], ["attacker", '"3"', "not what"]),
    "endless count": (["9999999999999 standard", GOOD], ["attacker", "9999999999999", "whole number"]),
    "more than the box": (["1 standard, 7 bashar", GOOD], ["attacker", "7 bashar", "6"]),
    "leader alone": (["bashar", GOOD], ["attacker", "without a unit"]),
    "empty legion": (["", GOOD], ["attacker", "empty"]),
    "empty entry": (["2 standard,, bashar", GOOD], ["attacker", "comma"]),
    "rank of 4": ([GOOD, GOOD, "--sietch", "4"], ["rank of the sietch", "0 to 3", "4"]),
    "negative rank": ([GOOD, GOOD, "--sietch", "-1"], ["rank of the sietch", "-1"]),
    "rank of 4 for a settlement": ([GOOD, GOOD, "--settlement", "4"], ["rank of the settlement", "0 to 3"]),
    "rank in words": ([GOOD, GOOD, "--sietch", "two"], ["--sietch", "whole number, not two"]),
    "sietch and settlement": ([GOOD, GOOD, "--sietch", "1", "--settlement", "1"], ["sietch", "settlement", "not both"]),
    "sietch of Harkonnen": (["2 fedaykin", GOOD, "--sietch", "2"], ["sietch", "Atreides", "defender is Harkonnen"]),
    "settlement of Atreides": (["2 sardaukar", GOOD, "--settlement", "2"], ["settlement", "defender is Atreides"]),
    "negative cards": ([GOOD, GOOD, "--attacker-cards", "-1"], ["cards of the attacker", "-1"]),
    "cards beyond the box": ([GOOD, GOOD, "--defender-cards", "99"], ["cards of the defender", "99"]),
    "negative samples": ([GOOD, GOOD, "--samples", "-5"], ["samples", "-5"]),
    "negative seed": ([GOOD, GOOD, "--seed", "-5"], ["seed", "-5"]),
    "unknown engine": ([GOOD, GOOD, "--engine", "rust"], ["engine", "rust", "cpp", "numba", "python"]),
    "unknown facet": ([GOOD, GOOD, "--attacker-policy", "casulties=keep_dice"], ["attacker", '"casualties"']),
    "unknown way": ([GOOD, GOOD, "--attacker-policy", "casualties=keep_dices"], ["attacker", '"keep_dice"']),
    "the other side's facet": ([GOOD, GOOD, "--defender-policy", "attack=one_round"], ["defender", '"attack"']),
    "policy without a way": ([GOOD, GOOD, "--attacker-policy", "keep_dice"], ["attacker", "facet=way"]),
    "facet twice": ([GOOD, GOOD, "--attacker-policy", "cards=all,cards=none"], ["attacker", "twice"]),
    "unknown suffix": ([GOOD, GOOD, "--plot", "odds.bmp"], ["odds.bmp", ".png", ".svg"]),
    "no such directory": ([GOOD, GOOD, "--plot", "nowhere/odds.png"], ["nowhere"]),
    "a directory as picture": ([GOOD, GOOD, "--plot", "folder.png"], ["folder.png", "directory"]),
    "no such overlay": ([GOOD, GOOD, "--content", "missing.toml"], ["missing.toml"]),
    "overlay with a typo": ([GOOD, GOOD, "--content", "typo.toml"], ["typo.toml", "not valid TOML", "line 2"]),
    "overlay with a wrong key": ([GOOD, GOOD, "--content", "key.toml"], ["key.toml", "bashar", '"combats"']),
    "overlay with a dangling id": ([GOOD, GOOD, "--content", "dangling.toml"], ["dangling.toml", "stilgar", "nobody"]),
    "unknown option": ([GOOD, GOOD, "--surprize"], ["--surprize"]),
    "missing defender": ([GOOD], ["defender"]),
    "too many legions": ([GOOD, GOOD, GOOD], [GOOD]),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory with overlays that are wrong, and nothing else."""
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "typo.toml").write_text('[[leaders]]\nid = "bashar\n', encoding="utf-8")
    (tmp_path / "key.toml").write_text('[[leaders]]\nid = "bashar"\ncombats = 3\n', encoding="utf-8")
    (tmp_path / "dangling.toml").write_text('[[leaders]]\nid = "stilgar"\nreplaces = "nobody"\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("case", WRONG)
def test_wrong_input_gets_one_sentence(case: str, folder: Path) -> None:
    arguments, parts = WRONG[case]
    before = sorted(folder.rglob("*"))
    plot = [] if "--plot" in arguments else ["--plot", "odds.png"]
    result = CliRunner().invoke(app, ["battle", *arguments, *plot, "--json"])
    assert result.exit_code == 2
    assert isinstance(result.exception, SystemExit)
    assert result.stdout == ""
    assert result.stderr.startswith("error: ") and result.stderr.count("\n") == 1
    for part in parts:
        assert part in result.stderr
    assert "Traceback" not in result.stderr
    assert sorted(folder.rglob("*")) == before, "nothing is written"


def test_a_real_process_says_the_same(folder: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(dune_sim.__file__).parents[1])}
    command = [sys.executable, "-m", "dune_sim", "battle", "-1 standard", GOOD, "--plot", "odds.png"]
    result = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == 'error: attacker: the count of "standard" must be at least 1, not -1\n'
    assert not (folder / "odds.png").exists()


WRONG_CALLS: dict[str, tuple[dict[str, Any], str]] = {
    "a number as legion": ({"attacker": 3}, "attacker: a legion is text or a mapping"),
    "a name that is no text": ({"attacker": {3: 1}}, "attacker: 3 is not the name"),
    "a count that is no number": ({"attacker": {"standard": "3"}}, "attacker: the count of \"standard\" .*'3'"),
    "true as a count": ({"attacker": {"standard": True}}, "whole number, not True"),
    "leaders that are no list": ({"attacker": {"standard": 1, "leaders": "bashar"}}, "leaders must be a list"),
    "an empty mapping": ({"attacker": {}}, "attacker: the legion is empty"),
    "no such faction": ({"attacker": Legion("corrino", 3)}, "unknown faction 'corrino'"),
    "rank as text": ({"sietch_rank": "2"}, "rank of the sietch .* not '2'"),
    "half a card": ({"attacker_cards": 0.5}, "cards of the attacker .* not 0.5"),
    "policy of no form": ({"policy": 3}, "policy: write it as text or as a mapping"),
    "policy for nobody": ({"policy": {"attackers": {}}}, 'nothing called "attackers"'),
}


@pytest.mark.parametrize("case", WRONG_CALLS)
def test_wrong_calls_raise_one_sentence(case: str) -> None:
    options, message = WRONG_CALLS[case]
    with pytest.raises(UsageError, match=message) as found:
        dune_sim.battle_odds(**{"attacker": GOOD, "defender": GOOD, **options})
    assert "\n" not in str(found.value)


def test_unknown_engine_is_an_engine_error() -> None:
    with pytest.raises(EngineError, match="rust"):
        dune_sim.battle_odds(GOOD, GOOD, engine="rust")
    assert issubclass(EngineError, DuneSimError) and issubclass(DuneSimError, ValueError)


# --- what is right -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        "2 standard, 1 elite, 1 sardaukar, 2 bashar, baron_harkonnen",
        " 2 Standard ,1 ELITE,1 special_elite,2 bashars , Baron-Harkonnen",
        "1 regular, 1 standard unit, 1 elite units, 1 Sardaukar, bashar, bashar leader, Baron Harkonnen",
        {"standard": 2, "elite": 1, "sardaukar": 1, "bashar": 2, "baron_harkonnen": 1},
        {"standard": 2, "elite": 1, "special elite": 1, "leaders": ["bashar", "bashar", "baron_harkonnen"]},
        Legion("harkonnen", 2, 1, 1, 2, ("baron_harkonnen",)),
    ],
)
def test_ways_to_write_a_legion(given: Any) -> None:
    odds = dune_sim.battle_odds(given, "1 standard")
    assert odds.setup.figures["attacker"] == {
        "standard": 2, "elite": 1, "sardaukar": 1, "bashar": 2, "baron_harkonnen": 1,
    }  # fmt: skip
    assert odds.setup.factions == {"attacker": "harkonnen", "defender": "atreides"}


@pytest.mark.parametrize("name", ["Paul-Muad'Dib", "paul muad’dib", "PAUL_MUADDIB"])
def test_apostrophes_and_capitals_make_no_difference(name: str) -> None:
    odds = dune_sim.battle_odds("1 standard", f"1 fedaykin, {name}")
    assert odds.setup.figures["defender"] == {"fedaykin": 1, "paul_muaddib": 1}


@pytest.mark.parametrize(
    ("attacker", "defender", "options", "attacking"),
    [
        ("1 standard", "1 standard", {}, "harkonnen"),
        ("1 elite", "1 fedaykin", {}, "harkonnen"),
        ("1 standard", "1 standard, bashar", {}, "atreides"),
        ("1 standard, naib", "1 standard", {}, "atreides"),
        ("1 atreides_standard", "1 standard", {}, "atreides"),
        ("1 standard, shaddam_iv", "1 standard", {}, "harkonnen"),
        ("1 standard", "1 standard", {"settlement_rank": 2}, "atreides"),
        ("1 standard", "1 standard", {"sietch_rank": 2}, "harkonnen"),
    ],
)
def test_who_attacks(attacker: str, defender: str, options: dict[str, int], attacking: str) -> None:
    setup = dune_sim.battle_odds(attacker, defender, **options).setup
    assert setup.factions["attacker"] == attacking
    assert setup.factions["defender"] != attacking
