"""Pickles, overlays and command lines changed by chance."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import socket
import traceback
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from typer.main import get_command
from typer.testing import CliRunner

import dune_sim
from dune_sim.cli.app import app
from dune_sim.errors import DuneSimError, UsageError
from dune_sim.games.batch import play_chunk
from dune_sim.games.registry import make
from dune_sim.games.result import job_for
from dune_sim.games.state import State
from dune_sim.runs.replay import record
from fuzz.mutate import flipped, garbled
from fuzz.positions import sentence

ROOT = Path(dune_sim.__file__).parent


# -- pickles -----------------------------------------------------------------------------------------------------------


@cache
def pickled(name: str) -> tuple[bytes, State]:
    state = make(name).new(3)
    return pickle.dumps(state), state


def pickle_case(random: Random) -> bytes:
    return flipped(random, pickled(random.choice(("arrakis", "imperium", "battle")))[0])


def try_pickle(data: bytes) -> str:
    try:
        found = pickle.loads(data)
    except DuneSimError as error:
        sentence(error)
        return "refused"
    except Exception as error:
        inside = [one.filename for one in traceback.extract_tb(error.__traceback__) if "dune_sim" in one.filename]
        assert not inside, f"pickle came upon {error!r} in {inside[-1]}"
        return "no pickle"
    same = [one for name in ("arrakis", "imperium", "battle") if (one := pickled(name)[1]) == found]
    assert same or not isinstance(found, State), "a changed pickle was taken for a position"
    return "the same"


# -- overlays ----------------------------------------------------------------------------------------------------------


@cache
def records(name: str) -> list[str]:
    """Every record of the content of a game, as text."""
    texts = [one.read_text(encoding="utf-8") for one in sorted(ROOT.glob(f"games/{name}/content/base/**/*.toml"))]
    return ["[[" + block for text in texts for block in text.split("\n[[")[1:]]


def overlay(random: Random) -> tuple[str, str]:
    name = random.choice(("arrakis", "imperium"))
    some = random.sample(records(name), random.choice((1, 1, 2, 5)))
    return name, garbled(random, "\n".join(some))


def try_overlay(name: str, text: str, folder: Path, random: Random) -> str:
    file = folder / "overlay.toml"
    file.write_text(text, encoding="utf-8", errors="surrogatepass")
    try:
        game = make(name, content=file)
        job = job_for(game, random.choice(sorted(game.policies)), random.getrandbits(30))
    except DuneSimError as error:
        # every fault of an overlay has a sentence of its own
        for line in str(error).splitlines():
            sentence(UsageError(line))
        return "refused"
    play_chunk(job if random.random() < 0.5 else replace(job, engine=game.guard), 0, 3)
    return "played"


# -- command lines -----------------------------------------------------------------------------------------------------

#: commands that take no more than a moment
BRIEF = ("battle", "engines", "content", "run", "play", "show", "replay")
FEW = {"--games": ("0", "1", "3", "-1", "x", "1e9"), "--workers": ("1", "2", "0", "x"), "--seconds": ("inf", "-1")}
WORDS = (
    "", "x", "0", "1", "-1", "3", "4", "99999999999999999999", "nan", "inf", "arrakis", "imperium", "battle", "random",
    "eager", "eager,random", "python", "cpp", "3 standard", "1 naib, 2 elite", "-1 standard", "paul_atreides",
    "\x1b[2J", "e\u0301",
    "*", "--", "-", "true", "\udcff", "a" * 3000, "{}", "seed=3", "1,2", "all",
)  # fmt: skip


@cache
def files(folder: Path) -> Path:
    """Files of every kind that commands read and write, made once."""
    state = make("imperium").new(2)
    folder.mkdir()
    (folder / "position.json").write_text(json.dumps(state.to_dict()))
    (folder / "broken.json").write_text('{"game": "arrakis", "round": [')
    (folder / "deep.json").write_text("[" * 5000)
    (folder / "bytes.toml").write_bytes(bytes(range(256)))
    (folder / "missing").symlink_to(folder / "nowhere")
    record(make("arrakis"), "random", 5).write(folder / "game.replay")
    make("battle").run(folder / "run", 5)
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(folder / "socket"))
    return folder


@cache
def flags(name: str) -> list[str]:
    """The flags that a command has."""
    group: Any = get_command(app)
    context = group.make_context("dune-sim", ["engines"], resilient_parsing=True)
    return [one.opts[0] for one in group.get_command(context, name).params if one.opts[0].startswith("-")]


def command(random: Random, folder: Path) -> list[str]:
    """A command with flags of its own and values that may fit; it runs in a folder of its own."""
    shutil.rmtree(folder, ignore_errors=True)
    made = files(folder.with_name(f"{folder.name}-files"))
    shutil.copytree(made, folder, symlinks=True, ignore=shutil.ignore_patterns("socket"))
    os.chdir(folder)
    name = random.choice(BRIEF)
    paths = [*(one.name for one in sorted(made.iterdir())), ".", "new", str(made / "socket")]
    words = [name]
    if random.random() < 0.95:
        likely = paths if name in ("show", "replay") and random.random() < 0.5 else ("arrakis", "imperium", "battle")
        words.append(random.choice(likely if random.random() < 0.8 else (*WORDS, *paths)))
    for _ in range(random.choice((0, 1, 1, 2, 2, 3, 4))):
        flag = random.choice([*flags(name), "--seed", "--json", "--games"])
        words.append(flag)
        if random.random() < 0.8:
            words.append(random.choice(FEW.get(flag, (*WORDS, *paths))))
    if name == "run" and "--games" not in words:
        words += ["--games", "2"]
    return words


def try_command(words: list[str]) -> str:
    done = CliRunner().invoke(app, words, input="1\n2\nx\nhelp\n", env={"COLUMNS": "80"})
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code in (0, 1, 2, 130), f"exit code {done.exit_code}"
    assert "Traceback" not in done.output
    assert done.exit_code != 2 or done.stderr.strip(), "refused without a word"
    return "refused" if done.exit_code == 2 else "done"
