"""The commands as a user types them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

import dune_sim
from dune_sim.cli.app import COMMANDS, app
from dune_sim.cli.setup_options import FLAGS, flag
from dune_sim.games.registry import options_of
from dune_sim.runs.replay import record
from dune_sim.runs.store import open_run
from dune_sim.runs.verify import Difference, Verification

PLAYING = ["run", "arena", "verify", "bench", "play", "show"]


def run(*words: str, said: str = "", code: int = 0) -> str:
    """What a command prints; a wrong exit code or a traceback fails."""
    done = CliRunner().invoke(app, list(words), input=said, env={"COLUMNS": "80"})
    assert done.exit_code == code, done.output
    assert "Traceback" not in done.output
    return done.output if code else done.stdout


def refused(*words: str) -> str:
    """The one sentence of a refusal."""
    (line,) = [one for one in run(*words, code=2).splitlines() if one.startswith("error: ")]
    return line


# -- set-up ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", PLAYING)
def test_every_option_of_both_games_is_a_flag_of_every_command_that_plays(command: str) -> None:
    text = run(command, "--help")
    for name in ("arrakis", "imperium"):
        for option in options_of(name):
            assert option in FLAGS and re.search(rf"^  {flag(option)}\b", text, re.M), option


def test_set_up_flags_reach_the_game(tmp_path: Path) -> None:
    out = str(tmp_path / "faq")
    flags = ["--all-dropped-bans", "--arrakeen-wins", "--optional-advance", "--two-slots"]
    flags += ["--round-cap", "9", "--mode", "two_player"]
    run("run", "arrakis", "--games", "5", "--out", out, *flags, "--json")
    switches = ("all_dropped_bans", "arrakeen_wins", "optional_advance", "two_slots")
    asked = {**dict.fromkeys(switches, True), "round_cap": 9}
    assert open_run(Path(out)).manifest["options"] == asked
    leaders = "paul_atreides, glossu_rabban,helena_richese"
    told = json.loads(run("show", "imperium", "--players", "3", "--leaders", leaders, "--json"))
    assert [one["leader"] for one in told["state"]["players"]] == re.split(", ?", leaders)
    drafted = json.loads(run("show", "imperium", "--leaders", "draft", "--json"))
    assert [one["leader"] for one in drafted["state"]["players"]] == [None] * 4
    shown = run("show", "imperium", "--players", "3", "--engine", "python", "--json")
    assert len(json.loads(shown)["state"]["players"]) == 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run", "chess"], "unknown game 'chess'"),
        (["run", "arrakis", "--players", "5"], "War for Arrakis is for 1 to 4 players, not 5"),
        (["run", "imperium", "--arrakeen-wins"], "imperium has no option 'arrakeen_wins'"),
        (["run", "imperium", "--players", "5"], "imperium is for 1 to 4 players, not 5"),
        (["run", "imperium", "--modules", "ix"], "there is no module 'ix'"),
        (["run", "arrakis", "--round-cap", "0"], "round_cap must be from 1 to 1000, not 0"),
        (["run", "arrakis", "--engine", "abacus"], "unknown engine 'abacus'"),
        (["show", "arrakis", "--as", "bob"], "arrakis has no player 'bob'; choose harkonnen, atreides or 0 to 1"),
        (["show", "battle", "-o", "x.svg"], "battle has no picture"),
        (["show", "arrakis", "-o", "x.png"], "the name must end in .svg"),
        (["show", "arrakis", "-o", "nowhere/x.svg"], "there is no directory nowhere"),
        (["verify", "--players", "3"], "say which game --players is for"),
        (["bench", "--round-cap", "3"], "say which game --round-cap is for"),
        (["verify", "battle", "--engine", "python"], "comparing takes two engines, and python is only one"),
        (["verify", "battle", "--engine", "x"], "unknown engine 'x'; choose auto, cpp, numba, python"),
        (["verify", "battle", "--engine", "cpp", "--engine", "cpp"], "the engine cpp is named twice"),
        (["bench", "battle", "--engine", "cpp", "--engine", "cpp"], "the engine cpp is named twice"),
        (["bench", "battle", "--seconds", "inf"], "--seconds must be from 0.001 to 3600, not inf"),
        (["bench", "battle", "--seconds", "-1"], "--seconds must be at least 0.01, not -1"),
        (["bench", "battle", "--repeats", "9" * 30], "--repeats must be at least 1 and at most 1000, not 9999"),
        (["verify", "battle", "--games", "9" * 30], "games must be at least 1 and less than 2**63, not 9999"),
        (["run", "battle", "--workers", "9999999"], "workers must be at least 1 and at most 1024, not 9999999"),
        (["play", "battle", "--as", "9" * 5000], "battle has no player"),
        (["verify", "battle", "--policy", "clever"], "unknown policy 'clever' for battle"),
        (["replay", "nowhere.jsonl"], "there is no replay nowhere.jsonl"),
        (["play", "arrakis", "--against", "clever"], "unknown policy 'clever' for arrakis; choose random, eager"),
        (["replay", "."], ". is no run: it has no manifest.json"),
        (["play", "arrakis", "--as", "5"], "arrakis has no player 5"),
        (["run", "arrakis", "--games", "x"], "--games must be a whole number, not x"),
        (["run", "arrakis", "--games", "0"], "--games must be at least 1, not 0"),
        (["bench", "battle", "--seconds", "soon"], "--seconds must be a number, not soon"),
        (["show", "arrakis", "--from", "nowhere.json"], "nowhere.json cannot be read: No such file"),
        (["play", "arrakis", "--from", "a.json", "--load", "b.jsonl"], "with --load or begins with --from, not both"),
        (["show", "arrakis", "-o", f"{'a' * 300}.svg"], "cannot be the name of a file: it is too long"),
    ],
)
def test_wrong_usage_is_one_sentence_and_exit_code_2(words: list[str], said: str) -> None:
    assert said in refused(*words)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_json_and_an_example(command: str) -> None:
    text = run(command, "--help")
    assert "--json" in text and re.search(r"Examples?:\s+dune-\s*sim", text)


# -- run ---------------------------------------------------------------------------------------------------------------


def test_run_prints_rates_with_intervals_and_what_was_not_finished(tmp_path: Path) -> None:
    words = ["run", "arrakis", "--games", "12", "--seed", "7", "--round-cap", "3", "--out", str(tmp_path / "r")]
    text = run(*words)
    assert re.search(r"^  harkonnen    wins +\d+\.\d\d%   95 % interval \d+\.\d\d% to \d+\.\d\d%$", text, re.M)
    assert re.search(r"^  unfinished \(cap on rounds reached\): \d+$", text, re.M)
    assert "means: rounds 3.00, " in text and re.search(r"^  end_reason: .*round_cap \d+", text, re.M)
    again = json.loads(run(*words, "--json"))
    assert again["resumed_from"] == 12 and again["complete"]
    assert again["unfinished"] == again["endings"]["end_reason"]["round_cap"]


def test_drawn_leaders_are_rated_like_seats(tmp_path: Path) -> None:
    text = run("run", "imperium", "--games", "200", "--seed", "7", "--out", str(tmp_path / "r"))
    assert re.search(r"^  by leader:\n  \w+ +wins +\d+\.\d\d%   95 % interval", text, re.M)
    found = json.loads(run("run", "imperium", "--games", "200", "--seed", "7", "--out", str(tmp_path / "r"), "--json"))
    rated = found["win_rate_by"]["leader"]
    assert len(rated) == 8 and sum(one["games"] for one in rated.values()) == 800
    assert sum(one["count"] for one in rated.values()) == 200
    rows = dune_sim.make("imperium").simulate(200, seed=7)
    leaders, name = dune_sim.make("imperium").codes["leader_0"], next(iter(rated))
    won = [rows.column(f"leader_{winner}")[k] == leaders.index(name) for k, winner in enumerate(rows.column("winner"))]
    assert sum(won) == rated[name]["count"]
    given = ["--leaders", "paul_atreides,glossu_rabban,helena_richese", "--players", "3"]
    assert "by leader" not in run("run", "imperium", "--games", "20", "--out", str(tmp_path / "g"), *given)


WANTED = {
    "arrakis": "game winner rounds end_reason supremacy kwisatz_haderach sand_dwellers jihad objective battles "
    "sietches_lost settlements_lost decisions unfinished",
    "imperium": "game winner first_player rounds end_reason decisions rank_0 points_0 leader_0 acquired_0 played_0 "
    "rank_3 points_3 leader_3 acquired_3 played_3",
}


@pytest.mark.parametrize("game", WANTED)
def test_rows_have_their_columns_and_the_manifest_names_the_codes(game: str, tmp_path: Path) -> None:
    out = tmp_path / "rows"
    run("run", game, "--games", "30", "--seed", "7", "--out", str(out), "--json")
    (file,) = out.glob("part-*.parquet")
    rows = pq.read_table(file).to_pydict()
    assert set(WANTED[game].split()) <= set(rows) and rows["game"] == list(range(30))
    codes = json.loads((out / "manifest.json").read_text())["codes"]
    assert {"winner", "end_reason"} <= set(codes)
    for column, names in codes.items():
        assert all(-1 <= number < len(names) for number in rows[column]), column
    made = dune_sim.make(game)
    for number in (0, 7, 29):
        told = made.new(7, number).to_dict()
        if game == "imperium":
            assert rows["first_player"][number] == told["first_player"]
            assert codes["leader_2"][rows["leader_2"][number]] == told["players"][2]["leader"]
        else:
            held = record(made, "random", 7, number)
            kept = held.at(len(held.actions)).to_dict()["objective"]
            assert codes["objective"][rows["objective"][number]] == sorted(kept)[0]


@pytest.mark.parametrize("wrong", [["--seed", "-1"], ["--workers", "0"], ["--policy", "clever"], ["--games", "0"]])
def test_a_refused_run_leaves_nothing_behind(wrong: list[str], tmp_path: Path) -> None:
    refused("run", "battle", "--out", str(tmp_path / "r"), *wrong)
    assert list(tmp_path.iterdir()) == []


def test_a_run_with_another_set_up_is_told_apart(tmp_path: Path) -> None:
    out = str(tmp_path / "r")
    run("run", "arrakis", "--games", "2", "--round-cap", "2", "--out", out, "--json")
    said = refused("run", "arrakis", "--games", "2", "--round-cap", "3", "--out", out)
    assert "holds a run with other options; choose another directory" in said
    assert "holds a run with another game; choose" in refused("run", "battle", "--games", "2", "--out", out)


def test_a_run_cannot_be_made_inside_a_file(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("mine")
    assert "cannot be made" in refused("run", "battle", "--games", "5", "--out", str(tmp_path / "letter" / "r"))


# -- bench and content -------------------------------------------------------------------------------------------------


def bench_figures(game: str) -> dict[str, Any]:
    from dune_sim.runs.bench import bench

    return bench(dune_sim.make(game), ("python",), seconds=0.01, repeats=1, fresh=False)


def test_bench_is_readable_in_80_columns(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from dune_sim.cli.bench import _show

    monkeypatch.setenv("COLUMNS", "80")
    found = bench_figures("imperium")
    figures = {"games_per_s": 2_499_000.0, "ns_per_decision": 39_618.0, "load_s": 12.5}
    figures |= {"first_result_s": 12.5, "two_threads": 1.9}
    found["numba"], found["cpp"] = found["python"] | figures, found["python"] | figures | {"games_per_s": 3_000_000.0}
    found["compared"] |= {"fastest": "cpp", "slower_by": {"numba": 1.2}, "times_public_engine": 300_000.0}
    _show(found)
    text = capsys.readouterr().out
    assert "…" not in text and found["python"]["signature"] in text
    assert max(map(len, text.splitlines())) <= 100 and "2,499,000" in text
    assert "cpp is 1.20 × as fast as numba (aim: 1.5 or less)" in text
    assert "cpp plays 300,000 × the 10 games/s of the strongest public Python engine" in text
    assert "(aim: 20,000 or more)" in text and "(aim: 100 or less)" in text


def test_bench_holds_engines_against_each_other_and_the_aims() -> None:
    found = bench_figures("arrakis")["compared"]
    assert found == {"fastest": "python", "aims": {"games_per_s": 5_000, "ns_per_decision": 150}, "slower_by": {}}
    imperium = bench_figures("imperium")
    assert imperium["compared"]["times_public_engine"] == pytest.approx(imperium["python"]["games_per_s"] / 10)


def test_verify_ends_with_1_where_engines_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Difference("cpp", "python", 2, 31, ("round 4 for 3",))
    found = Verification("battle", ("python", "cpp"), 5, 100, (one,))
    monkeypatch.setattr("dune_sim.runs.verify.verify", lambda *_: found)
    said = "DIFFERENT: cpp and python differ in game 2 after 31 decisions: round 4 for 3"
    assert said in run("verify", "battle", code=1)
    assert json.loads(run("verify", "battle", "--json", code=1))["passed"] is False


def test_uncertain_facts_are_listed_whole() -> None:
    text = run("content", "arrakis", "--uncertain")
    assert "…" not in text and "families_flee_to_the_southern_palmaries" in text and "low confidence" in text


# -- play, replay ------------------------------------------------------------------------------------------------------


def test_play_saves_loads_and_takes_wrong_words_calmly(tmp_path: Path) -> None:
    file = tmp_path / "g.jsonl"
    said = f"nonsense\n99\nsave\nsave {tmp_path}/nowhere/g.jsonl\nundo\n1\n1\nsave {file}\nboard\nhelp\nquit\n"
    text = run("play", "arrakis", "--as", "atreides", said=said)
    answers = ("nothing here match", "choose a number from 1 to", "save needs a file name", "cannot be written")
    for told in (*answers, "saved to"):
        assert told in text, told
    head = json.loads(file.read_text().splitlines()[0])
    assert head["seat"] == 1
    loaded = run("play", "arrakis", "--load", str(file), said="b\nquit\n")
    assert "as the Atreides see it" in " ".join(loaded.split())
    other = run("play", "arrakis", "--load", str(file), "--as", "harkonnen", said="b\nquit\n")
    assert "as the Harkonnen see it" in " ".join(other.split())
    assert "is a game of arrakis, not of imperium" in refused("play", "imperium", "--load", str(file))
    assert "leave --round-cap out" in refused("play", "arrakis", "--load", str(file), "--round-cap", "9")
    assert len(run("replay", str(file), "--json").splitlines()) == len(file.read_text().splitlines()) - 1
    picture = tmp_path / "p.svg"
    assert run("replay", str(file), "--step", "2", "-o", str(picture)).startswith("wrote")
    assert picture.read_text().startswith("<svg")


def test_a_player_can_have_the_board_drawn(tmp_path: Path) -> None:
    file = tmp_path / "now.svg"
    text = run("play", "arrakis", "--as", "1", said=f"picture\npicture x.png\npicture {file}\nquit\n")
    assert text.count("the name must end in .svg") == 2 and f"wrote {file}" in text
    assert "as the Atreides see it" in file.read_text(encoding="utf-8")
    assert "battle has no picture" in run("play", "battle", said=f"picture {file}\nquit\n")


def test_play_speaks_json_to_programs(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in run("play", "battle", "--json", said="1\n" * 60 + "quit\n").splitlines()]
    assert "help" in lines[0] and "position" in lines[1]
    asked = [line for line in lines if "choices" in line]
    assert asked and all({"number", "action", "text"} == set(one) for line in asked for one in line["choices"])
    assert all(set(line) == {"question", "choices"} for line in asked)
    assert set(lines[-1]) == {"winner", "scores"}


def test_a_replay_seen_by_a_seat_tells_only_what_it_heard(tmp_path: Path) -> None:
    file = tmp_path / "g.jsonl"
    run("play", "imperium", "--seed", "3", said="1\n" * 12 + f"save {file}\nquit\n")
    whole, seen = run("replay", str(file)), run("replay", str(file), "--as", "1")
    assert whole != seen and "as seat 1 sees it" in seen


@pytest.mark.parametrize(
    ("head", "line", "said"),
    [
        ({"seed": -4}, {"action": 1}, "seed must be a whole number"),
        ({"options": 3}, {"action": 1}, "its options must be a table"),
        ({"seat": 7}, {"action": 1}, "has no player 7"),
        ({"rules_version": 99}, {"action": 1}, "was recorded with version 99 of the rules; here is version 1"),
        ({"options": {"engine": "cpp"}}, {"action": 1}, "is damaged: battle has no option 'engine'"),
        ({"options": {"game": "battle"}}, {"action": 1}, "is damaged: battle has no option 'game'"),
        ({"options": {"content": 5}}, {"action": 1}, "content must be an overlay file or a list of them, not 5"),
        ({"game": []}, {"action": 1}, "is damaged: unknown game []"),
        ({"position": 3}, {"action": 1}, "was recorded with other content"),
        ({}, {"action": "one"}, "the action in line 2 must be a whole number"),
        ({}, {"words": "one"}, "lacks 'action'"),
    ],
)
def test_a_damaged_replay_is_one_sentence(
    head: dict[str, Any], line: dict[str, Any], said: str, tmp_path: Path
) -> None:
    file = tmp_path / "bad.jsonl"
    whole = {"format": "dune_sim replay 1", "game": "battle", "options": {}, "seed": 1, "index": 0, "rules_version": 1}
    whole |= head
    file.write_text(json.dumps(whole) + "\n" + json.dumps(line) + "\n")
    assert said in refused("replay", str(file))
    file.write_bytes(b"\xff\xfe\x00")
    assert "cannot be read as text" in refused("replay", str(file))


def test_a_game_of_a_run_is_replayed_and_kept(tmp_path: Path) -> None:
    out, file = str(tmp_path / "r"), tmp_path / "g.jsonl"
    run("run", "imperium", "--games", "6", "--seed", "5", "--players", "3", "--out", out, "--json")
    shown = run("replay", out, "--game", "4", "--save", str(file))
    assert run("replay", str(file)) == shown and "game over" in shown
    rows = pq.read_table(next(Path(out).glob("part-*.parquet"))).to_pydict()
    assert len(file.read_text().splitlines()) - 1 == rows["decisions"][4]
    assert "say which game" in refused("replay", out) and "--game 0 to 5" in refused("replay", out, "--game", "6")
    assert "is no directory" in refused("replay", str(file), "--game", "2")
    manifest = json.loads((Path(out) / "manifest.json").read_text())
    (Path(out) / "manifest.json").write_text(json.dumps(manifest | {"source_hash": "0"}))
    assert "was played with other rules" in refused("replay", out, "--game", "2")
