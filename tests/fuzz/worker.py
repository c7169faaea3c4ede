"""The process in which cases are tried: it may crash or hang, and the one that watches it tells why."""

from __future__ import annotations

import faulthandler
import json
import sys
import traceback
from pathlib import Path
from random import Random

from fuzz import others, positions

KINDS = (*positions.GAMES, "pickles", "overlays", "commands")


def try_case(kind: str, name: str, folder: Path) -> str:
    """One case, made from its name alone; its input is kept where it is found after a crash."""
    random = Random(f"{kind} {name}")
    if kind == "pickles":
        data = others.pickle_case(random)
        return others.try_pickle(data)
    if kind == "overlays":
        game, text = others.overlay(random)
        keep(folder, [game, text])
        return others.try_overlay(game, text, folder, random)
    if kind == "commands":
        words = others.command(random, folder / "here")
        keep(folder, words)
        return others.try_command(words)
    how, position = positions.position(kind, random)
    keep(folder, position)
    return f"{how}: {positions.try_position(kind, how, position, random)}"


def keep(folder: Path, case: object) -> None:
    (folder / "case.json").write_text(json.dumps(case), encoding="utf-8")


def main(kind: str, where: str) -> None:
    """Names of cases come in line by line; what became of them goes out."""
    folder, out = Path(where), sys.stdout
    faulthandler.enable()
    sys.stdout = sys.stderr
    for line in sys.stdin:
        try:
            told = {"came": try_case(kind, line.strip(), folder)}
        except Exception:
            told = {"find": traceback.format_exc()}
        print(json.dumps(told), file=out, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
