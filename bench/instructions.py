"""Instructions a decision of the C++ engine, counted by valgrind: steady where seconds waver with the neighbours.

``python bench/instructions.py [GAME …]`` counts inside the kernels alone: set-up of the games and their decisions.
``python bench/instructions.py --recorded [GAME …]`` plays greedy games with and without keeping what happens.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

#: games played
GAMES = {"battle": 20_000, "arrakis": 100, "imperium": 1000, "imperium-full": 200, "hagal-two": 200, "hagal-solo": 400}
#: set-ups with names of their own, all played by the full edition: the four-player game and those with rivals
FULL: dict[str, dict[str, Any]] = {
    "imperium-full": {"players": 4, "edition": "full"},
    "hagal-two": {"players": 2},
    "hagal-solo": {"players": 1, "difficulty": "mentat"},
}

#: greedy games played with and without records
RECORDED = {"arrakis": 1, "imperium": 2}


def play_greedy(game: str, games: int, record: bool) -> int:
    """Decisions made in so many greedy games."""
    import dune_sim
    from dune_sim.games.batch import play_chunk
    from dune_sim.games.result import job_for

    made = dune_sim.make(game, engine="cpp")
    rows = play_chunk(job_for(made, "greedy", 7, record=record), 0, games).rows
    return int(rows[:, made.columns.index("decisions")].sum())


def play(game: str, games: int) -> int:
    """Decisions made in so many random games; those of rivals are nobody's."""
    from dune_sim.games.registry import remake

    made = remake("imperium", FULL[game], "cpp") if game in FULL else remake(game, {}, "cpp")
    result = made.simulate(games, seed=7, workers=1)
    return int(result.column("decisions").sum()) if "decisions" in result.game.columns else games


def counted(game: str, games: int, *how: str) -> tuple[int, int]:
    """Instructions of a process that plays so many games, and the decisions in them."""
    entry = "imperium_full" if game in FULL else f"{game}_players" if how else game
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={Path(folder) / 'out'}"]
        command += ["--collect-atstart=no", f"--toggle-collect=dune::enter_{entry}*"]
        done = subprocess.run(
            [*command, sys.executable, __file__, "--play", game, str(games), *how],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
    found = re.search(r"Collected : (\d+)", done.stderr)
    assert found is not None, done.stderr
    return int(found.group(1)), int(done.stdout)


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["--play"]:
        _, game, games, *how = arguments
        print(play_greedy(game, int(games), how == ["recorded"]) if how else play(game, int(games)))
        return
    if shutil.which("valgrind") is None:
        sys.exit("valgrind was not found; it counts the instructions")
    if arguments[:1] == ["--recorded"]:
        for game in arguments[1:] or list(RECORDED):
            bare, _ = counted(game, RECORDED[game], "bare")
            kept, _ = counted(game, RECORDED[game], "recorded")
            print(f"{game}: recording takes {kept / bare - 1:.2%} of greedy games ({bare:,} instructions)", flush=True)
        return
    for game in arguments or list(GAMES):
        instructions, decisions = counted(game, GAMES[game])
        each = instructions / decisions
        print(f"{game}: {each:.1f} instructions a decision ({decisions:,} decisions)", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
