"""Terminals, pipes and signals as they come."""

from __future__ import annotations

import os
import pty
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import dune_sim
from dune_sim.cli.streams import PLAIN, plain
from dune_sim.errors import UsageError
from dune_sim.files import check_target, settled, write_whole
from dune_sim.runs.replay import Replay
from dune_sim.runs.store import open_run


def dune(*words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A command in a process of its own, its output in pipes."""
    everything = [sys.executable, "-m", "dune_sim", *words]
    return subprocess.run(everything, capture_output=True, env={**os.environ, **environment}, input=b"", timeout=120)


def shell(words: str) -> subprocess.CompletedProcess[str]:
    line = f"{sys.executable} -m dune_sim {words}"
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize("words", ["show battle", "engines battle", "--help", "content arrakis --json"])
def test_a_closed_output_is_one_sentence(words: str) -> None:
    done = shell(f"{words} >&-")
    assert (done.returncode, done.stderr) == (2, "error: the output cannot be written: it is closed\n")


def test_closed_input_and_closed_errors_are_no_disaster(tmp_path: Path) -> None:
    done = shell("play battle <&-")
    assert done.returncode == 0 and "Traceback" not in done.stderr
    done = shell(f"run battle --games 5 --out {tmp_path}/r 2>&-")
    assert done.returncode == 0 and done.stdout.startswith("5 games of battle")
    done = shell("show chess 2>&-")
    assert done.returncode == 2 and done.stdout == ""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_every_encoding_gets_words(encoding: str) -> None:
    bench = ["bench", "battle", "--engine", "python", "--seconds", "0.01", "--repeats", "1"]
    for words in (["engines"], ["content", "arrakis"], bench, ["show", "arrakis", "--step", "90"], ["run", "--help"]):
        done = dune(*words, PYTHONIOENCODING=encoding)
        assert done.returncode == 0, done.stderr
        text = done.stdout.decode(encoding)
        assert len(text) > 100 and "\\u" not in text and "\\x" not in text
        text.encode(encoding)


def test_signs_that_an_encoding_lacks_have_stand_ins() -> None:
    assert plain("→") == "->" and plain("é") == "e" and plain("☃") == "?"
    assert all(one.isascii() for one in PLAIN.values())


@pytest.mark.parametrize("columns", ["0", "1", "-3", "99999999999999999999"])
def test_sizes_that_no_terminal_has_are_not_believed(columns: str) -> None:
    for words in (["engines", "battle"], ["content", "arrakis"], ["show", "--help"]):
        text = dune(*words, COLUMNS=columns, LINES=columns).stdout.decode()
        rows = text.splitlines()
        assert len(rows) > 4 and 38 <= max(map(len, rows)) <= 100


def test_pipes_get_no_colours_and_no_bars(tmp_path: Path) -> None:
    done = dune("run", "battle", "--games", "50", "--out", str(tmp_path / "r"))
    assert done.stderr == b"" and b"\x1b" not in done.stdout
    done = dune("verify", "battle", "--games", "5")
    assert done.returncode == 0 and b"\x1b" not in done.stdout + done.stderr and b"\xe2\x94\x81" not in done.stderr
    assert b"\x1b" not in dune("engines").stdout


def on_a_terminal(words: list[str], **environment: str) -> str:
    """What a command writes to a terminal."""
    child, screen = pty.fork()
    if child == 0:
        os.execve(sys.executable, [sys.executable, "-m", "dune_sim", *words], {**os.environ, **environment})
    shown = b""
    try:
        while piece := os.read(screen, 65536):
            shown += piece
    except OSError:
        pass
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    return shown.decode()


def test_bars_and_the_time_left_are_for_terminals() -> None:
    terminal = {"TERM": "xterm", "COLUMNS": "80"}
    text = on_a_terminal(["verify", "battle", "--games", "300", "--engine", "python", "--engine", "cpp"], **terminal)
    assert "comparing battle" in text and "/300" in text and "0:00:0" in text and "identical" in text
    words = ["bench", "battle", "--engine", "python", "--seconds", "0.05", "--repeats", "3"]
    text = on_a_terminal(words, **terminal)
    assert "measuring battle on python" in text and "/4" in text and "signature" in text
    colours = on_a_terminal(["engines", "battle"], **terminal)
    assert "\x1b[32m" in colours
    assert "\x1b[3" not in on_a_terminal(["engines", "battle"], **terminal, NO_COLOR="1")


# -- being asked to stop -----------------------------------------------------------------------------------------------

SCRIPT = """
import sys, dune_sim
dune_sim.make("arrakis", engine="python").run(sys.argv[1], games=100000, seed=7, workers=1)
print("went on")
"""


def stopped(words: list[str], folder: Path, number: signal.Signals) -> subprocess.Popen[str]:
    """A process that was asked to stop in the middle of a run."""
    pipe: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    child = subprocess.Popen([sys.executable, *words], **pipe)
    for _ in range(600):
        if (folder / ".lock").exists():
            break
        time.sleep(0.05)
    time.sleep(1.5)
    child.send_signal(number)
    return child


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_asked_to_stop_a_run_keeps_its_finished_games(number: signal.Signals, tmp_path: Path) -> None:
    folder = tmp_path / "r"
    words = ["run", "arrakis", "--games", "100000", "--seed", "7", "--engine", "python", "--workers", "1"]
    child = stopped(["-m", "dune_sim", *words, "--out", str(folder)], folder, number)
    out, err = child.communicate(timeout=120)
    assert child.returncode == 130 and "stopped early; the same command goes on from here" in out, err
    assert "Traceback" not in err and open_run(folder).finished() > 0


def test_a_script_that_is_asked_to_stop_keeps_its_finished_games_and_ends(tmp_path: Path) -> None:
    folder = tmp_path / "r"
    child = stopped(["-c", SCRIPT, str(folder)], folder, signal.SIGTERM)
    out, err = child.communicate(timeout=120)
    assert child.returncode == 128 + signal.SIGTERM and out == "" and "Traceback" not in err
    assert open_run(folder).finished() > 0


def test_a_handler_of_ones_own_is_left_alone() -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: heard.append(number))
    try:
        game = dune_sim.make("battle")
        found = game.simulate(2000, progress=lambda _: os.kill(os.getpid(), signal.SIGTERM) if not heard else None)
        assert heard == [signal.SIGTERM] and found.complete and found.games == 2000
    finally:
        signal.signal(signal.SIGTERM, before)


# -- only regular files are replaced -----------------------------------------------------------------------------------


@pytest.fixture
def things(tmp_path: Path) -> dict[str, Path]:
    """What may lie where a file should, under names that pictures may have."""
    (tmp_path / "directory.svg").mkdir()
    os.mkfifo(tmp_path / "pipe.svg")
    (tmp_path / "device.svg").symlink_to("/dev/null")
    (tmp_path / "plain.svg").write_text("<svg/>")
    (tmp_path / "link.svg").symlink_to("plain.svg")
    (tmp_path / "twice.svg").symlink_to("link.svg")
    (tmp_path / "ring.svg").symlink_to("ring.svg")
    here = os.getcwd()
    os.chdir(tmp_path)  # the name of a socket has to be short
    try:
        with socket.socket(socket.AF_UNIX) as one:
            one.bind("socket.svg")
    finally:
        os.chdir(here)
    return {one.stem: one for one in tmp_path.iterdir()}


SAID = {
    "directory": "this is a directory",
    "pipe": "this is a pipe",
    "socket": "this is a socket",
    "device": "this is a device",
    "twice": "this is a link to another link; name the file itself",
    "ring": "this is a link to another link; name the file itself",
}


@pytest.mark.parametrize("name", SAID)
def test_only_files_are_replaced_from_python(name: str, things: dict[str, Path]) -> None:
    target = things[name]
    kind = target.lstat().st_mode
    odds = dune_sim.battle_odds("3 standard", "2 standard")
    game = dune_sim.make("battle")
    uses = [
        lambda: write_whole(target, lambda draft: draft.write_text("x")),
        lambda: check_target(target, (".svg",)),
        lambda: Replay(game, 1).write(target),
        lambda: __import__("dune_sim.games.arrakis.battle.plot", fromlist=["x"]).save_battle_plot(odds, target),
    ]
    before = sorted(target.parent.iterdir())
    for use in uses:
        with pytest.raises(UsageError, match=SAID[name]):
            use()
    assert target.lstat().st_mode == kind and sorted(target.parent.iterdir()) == before
    if name != "directory":
        with pytest.raises(UsageError, match=r"choose another directory|cannot be made"):
            game.run(target, games=2)


@pytest.mark.parametrize("name", SAID)
def test_only_files_are_replaced_by_commands(name: str, things: dict[str, Path], tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from dune_sim.cli.app import app

    target = str(things[name])
    kind = things[name].lstat().st_mode
    saved = tmp_path / "g.jsonl"
    assert CliRunner().invoke(app, ["play", "battle"], input=f"save {saved}\nquit\n").exit_code == 0
    for words in (
        ["show", "arrakis", "-o", target],
        ["battle", "3 standard", "2 standard", "--plot", target],
        ["replay", str(saved), "--save", target],
        ["replay", str(saved), "-o", target],
    ):
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 2 and SAID[name] in done.output, done.output
    done = CliRunner().invoke(app, ["play", "arrakis"], input=f"save {target}\npicture {target}\nquit\n")
    assert done.exit_code == 0 and done.output.count(SAID[name]) == 2
    assert things[name].lstat().st_mode == kind


def test_a_link_is_followed_once(things: dict[str, Path], tmp_path: Path) -> None:
    write_whole(things["link"], lambda draft: draft.write_text("new"))
    assert things["link"].is_symlink() and things["plain"].read_text() == "new"
    (tmp_path / "far").mkdir()
    (tmp_path / "to.svg").symlink_to("far/new.svg")
    check_target(tmp_path / "to.svg", (".svg",))
    write_whole(tmp_path / "to.svg", lambda draft: draft.write_text("there"))
    assert (tmp_path / "far" / "new.svg").read_text() == "there" and (tmp_path / "to.svg").is_symlink()
    assert settled(tmp_path / "plain.svg") == tmp_path / "plain.svg"
    (tmp_path / "off.svg").symlink_to("nowhere/new.svg")
    with pytest.raises(UsageError, match="there is no directory"):
        check_target(tmp_path / "off.svg", (".svg",))


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no endless device here")
@pytest.mark.parametrize("words", ["show battle --from", "play battle --load", "content arrakis --content"])
def test_what_has_no_end_is_not_read(words: str) -> None:
    done = dune(*words.split(), "/dev/zero")
    assert done.returncode == 2 and b"device" in done.stderr and b"Traceback" not in done.stderr


def test_a_position_may_come_through_a_pipe() -> None:
    show = f"{sys.executable} -m dune_sim show battle"
    words = f"{show} --json | {show} --from /dev/stdin"
    done = subprocess.run(["sh", "-c", words], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and done.stdout.startswith("combat round "), done.stderr


def test_the_lock_of_a_run_spoils_no_file(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("mine")
    run = dune_sim.make("battle").run(tmp_path / "r", games=2)
    (run.folder / ".lock").unlink()
    (run.folder / ".lock").symlink_to(tmp_path / "letter")
    with pytest.raises(UsageError, match="is no file of a run; delete it"):
        dune_sim.make("battle").run(tmp_path / "r", games=4)
    assert (tmp_path / "letter").read_text() == "mine"
