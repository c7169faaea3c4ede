"""Instructions a decision of the C++ engine, counted by valgrind: steady where seconds waver with the neighbours.

``python bench/instructions.py [GAME …]`` counts inside the kernels alone: set-up of the games and their decisions.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

#: games played
GAMES = {"battle": 20_000, "arrakis": 100, "imperium": 1000}


def play(game: str, games: int) -> int:
    """Decisions made in so many random games."""
    import dune_sim

    result = dune_sim.make(game, engine="cpp").simulate(games, seed=7, workers=1)
    return int(result.column("decisions").sum()) if "decisions" in result.game.columns else games


def counted(game: str, games: int) -> tuple[int, int]:
    """Instructions of a process that plays so many games, and the decisions in them."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={Path(folder) / 'out'}"]
        command += ["--collect-atstart=no", f"--toggle-collect=dune::enter_{game}*"]
        done = subprocess.run(
            [*command, sys.executable, __file__, "--play", game, str(games)], capture_output=True, text=True, check=True
        )
    found = re.search(r"Collected : (\d+)", done.stderr)
    assert found is not None, done.stderr
    return int(found.group(1)), int(done.stdout)


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["--play"]:
        print(play(arguments[1], int(arguments[2])))
        return
    if shutil.which("valgrind") is None:
        sys.exit("valgrind was not found; it counts the instructions")
    for game in arguments or list(GAMES):
        instructions, decisions = counted(game, GAMES[game])
        each = instructions / decisions
        print(f"{game}: {each:.1f} instructions a decision ({decisions:,} decisions)", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
